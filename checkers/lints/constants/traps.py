"""Names of the library that mean something else than they seem to."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Ascription, Binary, Name, Norm, Term, Unary
from ..scope.arithmetic import arithmetic_type
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shapes import call_of, head_is, last, uncast
from ..scope.shown import shown
from ..scope.sites import Site
from ..scope.types import leaf_type, number_type, type_of_name

_INTEGERS = frozenset(("ℕ", "ℤ", "ℚ"))
_METRIC = frozenset("dist norm ball closedBall sphere nndist edist diam infDist IsometryEquiv".split())
_RINGS = frozenset(("ℤ", "ℚ", "ℝ", "ℂ"))
_COUNTS = frozenset("card ncard finrank length".split())


def _is_tuple_of_reals(term: Term, site: Site) -> bool:
    """Whether a term is a variable of ι → ℝ or ℝ × ℝ, or a sum or multiple of such."""
    stack = [term]
    while stack:
        part = uncast(stack.pop())
        match part:
            case Name(text=text):
                match type_of_name(text, site.names):
                    case Binary(op="→", left=left, right=right):
                        finite = head_is(left, "Fin") or (isinstance(left, Name) and number_type(left) is None)
                        return finite and number_type(right) in ("ℝ", "ℂ")
                    case Binary(op="×", left=left, right=right):
                        return number_type(left) in ("ℝ", "ℂ") and number_type(right) in ("ℝ", "ℂ")
                    case _:
                        return False
            case Binary(op="+" | "-", left=left):
                stack.append(left)
            case Binary(op="•", right=right):
                stack.append(right)
            case Unary(op="-", operand=inner):
                stack.append(inner)
            case _:
                return False
    return False


def _sup_norm(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Norm(kind="‖" | "‖₊", of=of):
            vector: Term | None = of
        case Apply(function=Name(text=text), arguments=(first, *_)) if last(text) in _METRIC:
            vector = first
        case _:
            vector = None
    if vector is not None and _is_tuple_of_reals(vector, site):
        yield Found(
            site=site,
            why="on functions into ℝ and on products Lean's norm and distance are the largest of the coordinates', "
            "not the Euclidean ones (those are on EuclideanSpace)",
        )


def _multiplicative(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Apply(function=Name(text="Multiplicative"), arguments=(ring,)) if number_type(ring) in _RINGS:
            yield Found(
                site=site,
                why=f"Multiplicative {shown(ring)} is the additive group written with ·; the nonzero elements are "
                f"{shown(ring)}ˣ",
            )
        case _:
            pass


def _roots_of_unity(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Apply(function=Name(text="IsPrimitiveRoot"), arguments=(root, *_)):
            if leaf_type(root, site.names) in ("ℕ", "ℤ"):
                yield Found(
                    site=site,
                    why=f"IsPrimitiveRoot over {leaf_type(root, site.names)} asks that a power equals 1 there; "
                    "modulo p the root is an element of ZMod p",
                )
        case _:
            pass


def _irrational(site: Site, places: Places) -> Iterator[Found]:
    call = call_of(site.term)
    if call is None or last(call.name) not in ("Irrational", "Transcendental") or not call.arguments:
        return
    number = call.arguments[-1]
    kind = leaf_type(_inside_cast(number), site.names) if _is_cast(number) else leaf_type(number, site.names)
    if kind in _INTEGERS:
        yield Found(
            site=site,
            why=f"{shown(number)} is a number of {kind} that is cast; it is never irrational",
        )


def _is_cast(term: Term) -> bool:
    return isinstance(term, Ascription) or (isinstance(term, Unary) and term.op == "↑")


def _inside_cast(term: Term) -> Term:
    """What is cast; a numeral under a cast has no type of its own."""
    return uncast(term)


def _disjoint(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Apply(function=Name(text="Disjoint"), arguments=(first, *_)):
            call = call_of(uncast(first))
            counts = call is not None and last(call.name) in _COUNTS
            if leaf_type(first, site.names) in ("ℕ", "ℤ", "ℝ") or counts or _is_explicit_count(first):
                yield Found(
                    site=site,
                    why="Disjoint on numbers says that their minimum is the least number; sets are meant",
                )
        case _:
            pass


def _is_explicit_count(term: Term) -> bool:
    match term:
        case Apply(function=Unary(op="@", operand=Name(text=text))):
            return last(text) in _COUNTS
        case _:
            return False


def _wraps(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="+" | "-" | "*" as op, left=left) if arithmetic_type(site) == "Fin":
            yield Found(
                site=site,
                why=f"{shown(site.term)} is computed in {_fin_of(left, site)}, where {op} wraps around",
            )
        case _:
            pass


def _fin_of(term: Term, site: Site) -> str:
    type_ = type_of_name(term.text, site.names) if isinstance(term, Name) else None
    return "Fin" if type_ is None else shown(type_)


def _complex_order(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="<" | "≤" | ">" | "≥", left=left, right=right):
            if "ℂ" in (leaf_type(left, site.names), leaf_type(right, site.names)):
                yield Found(
                    site=site,
                    why="the order on ℂ asks for equal imaginary parts; a modulus or a real part is meant",
                )
        case _:
            pass


WRAPS = PlaceLint(
    id="fin-wraparound",
    meaning="sums, differences and products of indices in Fin n, which wrap around",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("+", "-", "*")),
    check=_wraps,
)
SUP_NORM = PlaceLint(
    id="sup-norm",
    meaning="a norm or distance on Fin n → ℝ or ℝ × ℝ, which is the maximum norm",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("‖", "‖₊", *_METRIC)),
    check=_sup_norm,
)
MULTIPLICATIVE = PlaceLint(
    id="multiplicative-synonym",
    meaning="Multiplicative ℝ taken for the multiplicative group",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("Multiplicative",)),
    check=_multiplicative,
)
PRIMITIVE_ROOT = PlaceLint(
    id="primitive-root-of-integers",
    meaning="IsPrimitiveRoot of a natural number or integer",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("IsPrimitiveRoot",)),
    check=_roots_of_unity,
)
IRRATIONAL = PlaceLint(
    id="wrong-function-variant",
    meaning="a whole-number function (Nat.sqrt, a floor) where the real one is meant",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("Irrational", "Transcendental")),
    check=_irrational,
)
DISJOINT = PlaceLint(
    id="disjoint-numbers",
    meaning="Disjoint of numbers where sets are meant",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("Disjoint",)),
    check=_disjoint,
)
COMPLEX_ORDER = PlaceLint(
    id="complex-order",
    meaning="an inequality between complex numbers",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("<", "≤", ">", "≥")),
    check=_complex_order,
)

LINTS = (WRAPS, SUP_NORM, MULTIPLICATIVE, PRIMITIVE_ROOT, IRRATIONAL, DISJOINT, COMPLEX_ORDER)
