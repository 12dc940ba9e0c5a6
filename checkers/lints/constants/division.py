"""Division and remainder: rounding, division by zero, numerals that are divided in ℕ, casts that come too late."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Ascription, BigOp, Binary, Congruence, Lambda, Name, Term, Unary
from ..scope.arithmetic import arithmetic_type
from ..scope.heads import ASCRIPTION
from ..scope.lint import Found, PlaceLint
from ..scope.names import free_names
from ..scope.places import Places
from ..scope.shapes import call_of, last
from ..scope.shown import shown
from ..scope.sites import Site
from ..scope.types import arrows, number_type, type_of_name
from .known import Known
from .linear import bare, factors, number_of
from .parity import divides
from .use import Use, excludes, is_assumed

_WHOLE = frozenset(("ℕ", "ℤ"))
_RANGES = frozenset("range Icc Ico Ioc Ioo Iic Iio Ici Ioi Fin".split())
_TRIGONOMETRIC = frozenset("sin cos tan sinh tanh".split())
_FIELDS = frozenset(("ℚ", "ℝ", "ℂ"))
_REMAINDER = frozenset(("%",))


def _divided(site: Site) -> tuple[Term, Term, str] | None:
    """Both sides of a quotient and the type that it is computed in, where the text tells it."""
    match site.term:
        case Binary(op="/", left=left, right=right):
            kind = arithmetic_type(site)
            return None if kind is None else (left, right, kind)
        case _:
            return None


def _rounded(site: Site, places: Places, over: str) -> Iterator[Found]:
    division = _divided(site)
    if division is None:
        return
    left, right, kind = division
    if kind != over or (number_of(left) is not None and number_of(right) is not None):
        return
    if _is_bound(site) or divides(Known(site), right, left) or _is_euclid(places, right):
        return
    yield Found(
        site=site,
        why=f"{shown(site.term)} is rounded down in {kind}; nothing in scope says that {shown(right)} divides "
        f"{shown(left)}",
    )


def _by_zero(site: Site, places: Places) -> Iterator[Found]:
    division = _divided(site)
    if division is None:
        return
    left, right, kind = division
    known = Known(site)
    if all(known.is_definite(_base(one)) for one in factors(right)) or _is_beyond(right, site):
        return
    if kind not in _FIELDS or known.nonzero(right) or _is_limit_of(right, known) or number_of(left) == 0:
        return
    if divides(known, right, left) and bare(left) != bare(right):
        return  # b ∣ a: for b = 0 this is 0 / 0, and a quotient was not to be rounded
    use = Use(site=site, arguments=(left, right), known=known)
    if is_assumed(use) and excludes(0)(use):
        return
    first = _one_term(right, site)
    told = f"; that is the term of {first}" if first is not None else ""
    yield Found(
        site=site,
        why=f"division by 0 gives 0 in Lean; nothing in scope says that {shown(right)} is not 0{told}",
        action=None if first is None else Action.NOTE,
    )


def _inverses(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Unary(op="⁻¹", operand=inner):
            known = Known(site)
            if arithmetic_type(site) in _FIELDS and not known.nonzero(inner) and not _is_limit_of(inner, known):
                yield Found(
                    site=site,
                    why=f"the inverse of 0 is 0 in Lean; nothing in scope says that {shown(inner)} is not 0",
                )
        case _:
            pass


def _remainders(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="%", left=left, right=right):
            if arithmetic_type(site) in _WHOLE and not Known(site).nonzero(right) and not _is_test(site):
                yield Found(
                    site=site,
                    why=f"the remainder by 0 is {shown(left)} itself in Lean; nothing in scope says that "
                    f"{shown(right)} is not 0",
                )
        case Congruence(ring="MOD" | "ZMOD", left=left, right=right, modulus=modulus) if free_names(modulus) & (
            free_names(left) | free_names(right)
        ):
            if not Known(site).nonzero(modulus):
                yield Found(
                    site=site,
                    why=f"a congruence modulo 0 is an equation in Lean; nothing in scope says that "
                    f"{shown(modulus)} is not 0",
                )
        case _:
            pass


def _numerals(site: Site, places: Places, in_exponent: bool) -> Iterator[Found]:
    division = _divided(site)
    if division is None:
        return
    left, right, kind = division
    value = _truncated(left, right)
    if kind not in _WHOLE or value is None or _is_exponent(site) is not in_exponent:
        return
    what = "an exponent" if in_exponent else "a fraction of numerals"
    yield Found(
        site=site,
        why=f"{what} without a real type beside it is a division in {kind}: {shown(site.term)} is {value}",
        witness=((shown(site.term), str(value)),),
    )


def _cast_late(site: Site, places: Places) -> Iterator[Found]:
    inner: Term | None = None
    match site.term:
        case Ascription(term=Ascription(term=term, type=Name(text="ℕ" | "Nat" | "ℤ" | "Int")), type=outer):
            if number_type(outer) not in (None, "ℕ"):
                inner = term
        case Unary(op="↑", operand=operand):
            inner = operand
        case _:
            pass
    if inner is None:
        return
    inner = bare(inner)
    match inner:
        case Binary(op="/", left=left, right=right):
            known = Known(site)
            kind = known.kind(inner)
            if kind in _WHOLE and not divides(known, right, left) and number_of(left) is None:
                yield Found(
                    site=site,
                    at=inner,
                    why=f"{shown(inner)} is rounded in {kind} before it is cast; nothing in scope says that "
                    f"{shown(right)} divides {shown(left)}",
                )
        case _:
            pass


def _impossible(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case (
            Binary(op="=", left=Binary(op="%", right=modulus), right=rest)
            | Binary(op="=", left=rest, right=Binary(op="%", right=modulus))
        ):
            m, r = number_of(modulus), number_of(rest)
            if m is None or r is None or m == 0 or 0 <= r < abs(m):
                return
            yield Found(
                site=site,
                why=f"a remainder modulo {m} is at least 0 and below {abs(m)} in Lean, never {r}",
                witness=(("remainder", str(r)), ("modulus", str(m))),
            )
        case _:
            pass


def _truncated(left: Term, right: Term) -> int | None:
    """The value of a quotient of numerals in ℤ where it is not exact."""
    a, b = number_of(left), number_of(right)
    if a is None or b is None or a.denominator != 1 or b.denominator != 1 or b == 0 or (a / b).denominator == 1:
        return None
    return int(Fraction(a / b).__floor__())


def _is_exponent(site: Site) -> bool:
    for around in (site, *site.above()):
        if around.up is not None and isinstance(around.up.term, Binary) and around.up.term.op == "^":
            return around.role == "right"
        if not isinstance(around.term, Binary | Unary | Ascription):
            return False
    return False


def _base(term: Term) -> Term:
    """x of x ^ n, which is not 0 if x is not."""
    while isinstance(term, Binary) and term.op == "^":
        term = term.left
    return term


def _is_beyond(divisor: Term, site: Site) -> bool:
    """Whether it is no matter of these rules that a divisor is not 0: sines, and the values of f where f is defined."""
    for part in factors(divisor):
        call = call_of(part)
        if call is None:
            continue
        if last(call.name) in _TRIGONOMETRIC:
            return True
        if site.hypothesis is not None and call.arguments and arrows(type_of_name(call.name, site.names)) is not None:
            return True
    return False


def _one_term(divisor: Term, site: Site) -> str | None:
    """n = 0 where only that term of an infinite sum over ℕ has a divisor 0, which adds nothing to the sum."""
    powers = [_base(part) for part in factors(divisor) if number_of(part) is None]
    names = {part.text for part in powers if isinstance(part, Name)}
    if len(names) != 1 or len(names) != len({*map(shown, powers)}):
        return None
    (name,) = names
    for around in (site, *site.above()):
        match around.up.term if around.up is not None else None:
            case BigOp(kind="∑'", binders=binders) if any(name in binder.names for binder in binders):
                return f"{name} = 0" if number_type(type_of_name(name, site.names)) == "ℕ" else None
            case Lambda(binders=binders) if any(name in binder.names for binder in binders):
                outer = around.up.up.term if around.up is not None and around.up.up is not None else None
                call = call_of(outer) if outer is not None else None
                summed = call is not None and last(call.name) in ("Summable", "HasSum", "tsum")
                kind = number_type(type_of_name(name, site.names))
                return f"{name} = 0" if summed and kind in ("ℕ", None) else None
            case _:
                pass
    return None


def _is_bound(site: Site) -> bool:
    """n / 2 < n, Finset.range (n / 2): a bound, which rounding hardly touches."""
    up = site.up
    if up is None:
        return False
    match up.term:
        case Binary(op="<" | "≤" | ">" | "≥"):
            return True
        case Apply(function=Name(text=text)):
            return text.rpartition(".")[2] in _RANGES
        case _:
            return False


def _is_euclid(places: Places, divisor: Term) -> bool:
    """The remainder by the same divisor occurs as well: division with remainder is meant."""
    return any(isinstance(site.term, Binary) and site.term.right == divisor for site in places.at(_REMAINDER))


def _is_limit_of(right: Term, known: Known) -> bool:
    return bool(known.large & free_names(right))


def _is_test(site: Site) -> bool:
    """a % b = 0 and a % b = c % b: the textbook's b ∣ a and a ≡ c, for b = 0 as well."""
    up = site.up
    if (
        up is None
        or not isinstance(up.term, Binary)
        or up.term.op not in ("=", "≠")
        or not isinstance(site.term, Binary)
    ):
        return False
    other = up.term.right if site.role == "left" else up.term.left
    return number_of(other) == 0 or (isinstance(other, Binary) and other.op == "%" and other.right == site.term.right)


NAT_DIV = PlaceLint(
    id="nat-div",
    meaning="a quotient of natural numbers that Lean rounds down",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("/",)),
    check=lambda site, places: _rounded(site, places, "ℕ"),
)
INT_DIV_FLOOR = PlaceLint(
    id="int-div-floor",
    meaning="a quotient of integers that Lean rounds down",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("/",)),
    check=lambda site, places: _rounded(site, places, "ℤ"),
)
BY_ZERO = PlaceLint(
    id="div-by-zero",
    meaning="division by what nothing says is not 0",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("/",)),
    check=_by_zero,
)
INV_ZERO = PlaceLint(
    id="inv-zero",
    meaning="the inverse of what nothing says is not 0",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("⁻¹",)),
    check=_inverses,
)
MOD_BY_ZERO = PlaceLint(
    id="mod-by-zero",
    meaning="a remainder or congruence by what nothing says is not 0",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("%", "MOD", "ZMOD")),
    check=_remainders,
)
EXPONENT_NAT_FRAC = PlaceLint(
    id="exponent-nat-frac",
    meaning="a fractional exponent that Lean divides in ℕ, as x ^ (1 / 2)",
    drift=Drift.WRONG_OBJECTS,
    action=Action.REJECT,
    heads=frozenset(("/",)),
    check=lambda site, places: _numerals(site, places, in_exponent=True),
)
NUMERAL_DIVISION = PlaceLint(
    id="numeral-division",
    meaning="a fraction of numerals that Lean divides in ℕ or ℤ",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("/",)),
    check=lambda site, places: _numerals(site, places, in_exponent=False),
)
CAST_LATE = PlaceLint(
    id="cast-after-truncation",
    meaning="a quotient that is rounded in ℕ or ℤ before it is cast",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset((ASCRIPTION, "↑")),
    check=_cast_late,
)
IMPOSSIBLE_REMAINDER = PlaceLint(
    id="impossible-remainder",
    meaning="a remainder that is negative or not below its modulus",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    heads=frozenset(("=",)),
    check=_impossible,
)

LINTS = (
    NAT_DIV,
    INT_DIV_FLOOR,
    BY_ZERO,
    INV_ZERO,
    MOD_BY_ZERO,
    EXPONENT_NAT_FRAC,
    NUMERAL_DIVISION,
    CAST_LATE,
    IMPOSSIBLE_REMAINDER,
)
