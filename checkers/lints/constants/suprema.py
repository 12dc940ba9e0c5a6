"""Suprema and infima of numbers: 0 in Lean for an empty set, and for one that is unbounded on that side.

Complete lattices (sets, subgroups, ℝ≥0∞, EReal) have no such junk; where the text does not tell the type, nothing is
said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Ascription, BigOp, Binary, Lambda, Name, Quantifier, SetBuilder, Term
from ..scope.bound import Bound
from ..scope.lint import Found, PlaceLint
from ..scope.names import replaced
from ..scope.places import Places
from ..scope.simplify import simplified
from ..scope.sites import Site, inside
from ..scope.types import arrows, bound_by, element_type, is_fin, leaf_type, number_type, type_of_name
from .bounded import is_bounded, is_bounded_family, is_inhabited_index, is_nonempty
from .known import Known
from .linear import bare, number_of
from .unfold import ZERO
from .use import Use, any_of, closed, excludes, finite_by_shape, says

_NUMBERS = frozenset(("ℕ", "ℤ", "ℝ", "ℚ"))
"""Types without a greatest element, where a supremum may be missing."""

_FINITE = "Finite Fintype IsCompact IsBounded Bounded CompactSpace TotallyBounded IsBoundedUnder".split()
_ABOVE = any_of(says("BddAbove", "IsLUB", "IsGreatest", *_FINITE), finite_by_shape)
_BELOW = any_of(says("BddBelow", "IsGLUB", "IsLeast", *_FINITE), finite_by_shape)
_NONEMPTY = says("Nonempty", "IsLUB", "IsGLUB", "IsGreatest", "IsLeast", "Inhabited", "IsConnected", "Infinite")


def _suprema(site: Site, places: Places) -> Iterator[Found]:
    found = _supremum(site)
    if found is None:
        return
    use, kind, low = found
    if kind not in _NUMBERS or excludes(0)(use) or _is_definite_family(use):
        return
    bounded = (
        (kind == "ℕ" and low)
        or (_BELOW if low else _ABOVE)(use)
        or (low and _is_nonnegative(site))
        or _is_seen_bounded(use, low)
    )
    inhabited = _is_inhabited(use, kind, low)
    if bounded and inhabited:
        return
    missing = " and ".join(
        word
        for word, known in (("nonempty", inhabited), ("bounded " + ("below" if low else "above"), bounded))
        if not known
    )
    yield Found(
        site=site,
        why=f"the {'infimum' if low else 'supremum'} of an empty or unbounded set of numbers is 0 in Lean; "
        f"nothing in scope says that it is {missing}",
    )


def _at_zero(site: Site, places: Places) -> Iterator[Found]:
    """⨅ n, n * x n over ℕ: the index 0 alone settles it."""
    match site.term:
        case BigOp(kind="⨅" | "∏" as kind, binders=(binder,), body=body) if len(binder.names) == 1:
            inner = next((one for one in inside(site) if one.role == "body"), None)
            if inner is None or not _runs_through_zero(binder.names[0], inner):
                return
            value = simplified(replaced(body, {binder.names[0]: ZERO}), inner.names)
            if number_of(value) == 0 and number_of(body) is None:
                yield Found(
                    site=site,
                    why=f"the index {binder.names[0]} begins at 0, where the term is 0: the {kind} is at most 0"
                    if kind == "⨅"
                    else f"the index {binder.names[0]} begins at 0, where the factor is 0: the product is 0",
                    witness=((binder.names[0], "0"),),
                )
        case _:
            pass


def _runs_through_zero(name: str, inner: Site) -> bool:
    type_ = type_of_name(name, inner.names)
    if number_type(type_) != "ℕ" or Known(inner).positive(Name(text=name)):
        return False
    domain = inner.names[name].binder.domain
    match domain:
        case None:
            return True
        case Apply(function=Name(text=text)):
            return text.rpartition(".")[2] == "range"
        case _:
            return False


def _supremum(site: Site) -> tuple[Use, str | None, bool] | None:
    """A supremum with what it is taken of, the type of its value, and whether it is an infimum."""
    match site.term:
        case BigOp(kind="⨆" | "⨅" as sign, binders=binders, body=body):
            inner = next((one for one in inside(site) if one.role == "body"), site)
            domain = next((one.type for one in binders if one.type is not None), None)
            arguments = (body,) if domain is None else (domain, body)
            use = Use(site=site, arguments=arguments, known=Known(site))
            return use, leaf_type(body, inner.names), sign == "⨅"
        case Apply(function=Name(text="sSup" | "sInf" | "iSup" | "iInf" as text), arguments=(of, *_)):
            use = Use(site=site, arguments=(of,), known=Known(site))
            return use, _values(of, site.names, text), text.endswith("Inf")
        case _:
            return None


def _values(of: Term, names: Mapping[str, Bound], name: str) -> str | None:
    """The type of the members of a set, or of the values of a family."""
    match of:
        case SetBuilder(binders=binders, image=image) if image is not None:
            return leaf_type(image, bound_by(names, binders, "{}"))
        case SetBuilder(binders=(binder, *_)):
            return number_type(binder.type)
        case Name(text=text):
            type_ = type_of_name(text, names)
            if name.startswith("i"):
                made = arrows(type_)
                return None if made is None else number_type(made[1])
            return number_type(element_type(type_))
        case Lambda(binders=binders, body=body):
            return leaf_type(body, bound_by(names, binders, "fun"))
        case Apply(function=Name(text="Set.range" | "range"), arguments=(family,)) | Binary(op="''", left=family):
            return _values(family, names, "iSup")
        case Ascription(type=type_):
            return number_type(element_type(type_))
        case _:
            return None


def _is_inhabited(use: Use, kind: str, low: bool) -> bool:
    """Whether the set is not empty, where that is in doubt: a set variable, a set of ℕ below, an index in Fin n."""
    of = use.arguments[0]
    if bare(of) == Name(text="∅"):
        return False
    size = is_fin(of)
    if size is not None:
        return use.known.positive(size)
    if isinstance(use.site.term, BigOp):
        return True
    made = arrows(type_of_name(of.text, use.site.names)) if isinstance(of, Name) else None
    if made is not None and is_inhabited_index(made[0][0]):
        return True
    doubtful = isinstance(of, Name) or (kind == "ℕ" and low)
    return not doubtful or _NONEMPTY(use) or is_nonempty(use.known, of)


def _is_definite_family(use: Use) -> bool:
    """{x | ∃ n, x = 1 / (n + 1)}, {1 / n | n > 0}: a set of values that is written out, whose bounds are a matter of
    proof."""
    match bare(use.arguments[0]):
        case SetBuilder(image=image, condition=condition):
            return (image is not None or isinstance(condition, Quantifier)) and closed(use)
        case _:
            return False


def _is_seen_bounded(use: Use, low: bool) -> bool:
    of = use.arguments[-1]
    if isinstance(use.site.term, BigOp) or (isinstance(of, Name) and _is_family(of, use)):
        return is_bounded_family(use.known, of, low)
    return is_bounded(use.known, of, low)


def _is_family(of: Name, use: Use) -> bool:
    return arrows(type_of_name(of.text, use.site.names)) is not None


def _is_nonnegative(site: Site) -> bool:
    """⨅ of a family without negative values is bounded below."""
    if not isinstance(site.term, BigOp):
        return False
    inner = next((one for one in inside(site) if one.role == "body"), site)
    return Known(inner).nonnegative(site.term.body)


SUPREMUM = PlaceLint(
    id="supremum-missing",
    meaning="a supremum or infimum of numbers over what may be empty or unbounded",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("⨆", "⨅", "sSup", "sInf", "iSup", "iInf")),
    check=_suprema,
)
AT_ZERO = PlaceLint(
    id="zero-index",
    meaning="an infimum or product whose index begins at 0, which alone settles its value",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    heads=frozenset(("⨅", "∏")),
    check=_at_zero,
)

LINTS = (SUPREMUM, AT_ZERO)
