"""Counts of what may be infinite."""

from __future__ import annotations

from ....core.formal.ast import Apply, Binary, Name, Quantifier, Term
from ..scope.shapes import call_of, head_is, last
from .constant import Constant, constants_lint
from .linear import bare, number_of
from .use import Use, any_of, closed, excludes, finite_by_shape, is_assumed, says

_FINITE = ("Finite", "Fintype", "toFinite", "IsFinite", "Finset")


def _other_side(use: Use) -> tuple[str, Term] | None:
    """The relation in which a constant stands, and its other side."""
    up = use.site.up
    match up.term if up is not None else None:
        case Binary(op="=" | "≠" | "∣" | "≤" as op, left=left, right=right):
            return op, bare(right if use.site.role == "left" else left)
        case _:
            return None


def _compared_with_like(use: Use) -> bool:
    """A claim orderOf (a * b) = orderOf (b * a), where the junk of both sides is the same; the smaller side of ≤ and <,
    which may as well be 0."""
    up = use.site.up
    match up.term if up is not None else None:
        case Binary(op="=" | "≤" | "<" | "≥" | ">" as op, left=left, right=right):
            other = bare(right if use.site.role == "left" else left)
            mine, theirs = call_of(bare(use.site.term)), call_of(other)
            if mine is None or theirs is None or last(mine.name) != last(theirs.name):
                return False
            return _is_claimed(use) if op == "=" else (use.site.role == "left") is (op in ("≤", "<"))
        case _:
            return False


def _is_claimed(use: Use) -> bool:
    """Whether the relation around a use is claimed of all values, as a whole or as a part of ∧."""
    inner = use.site.up
    if inner is None or inner.hypothesis is not None:
        return False
    for around in inner.above():
        match around.term:
            case Quantifier(kind="∀") | Binary(op="∧"):
                pass
            case Binary(op="→") if inner.role == "right":
                pass
            case _:
                return False
        inner = around
    return True


def _is_not_zero(use: Use) -> bool:
    """It is known that the value is not 0: by a fact, by another value that it has; that it is positive may be
    assumed but is not so because it is claimed."""
    if use.known.nonzero(use.site.term):
        return True
    other = _beside(use)
    if other is not None and number_of(other) in (0, 1) and not is_assumed(use):
        return False
    return excludes(0)(use)


def _beside(use: Use) -> Term | None:
    """The number with which the value is compared by < or ≤, 0 in ≠ 0."""
    up = use.site.up
    match up.term if up is not None else None:
        case Binary(op="<" | "≤" | ">" | "≥" | "≠", left=left, right=right):
            return right if use.site.role == "left" else left
        case _:
            return None


def _by_convention(use: Use) -> bool:
    """orderOf x = 0 for infinite order, and orderOf x ∣ n."""
    other = _other_side(use)
    return other is not None and (
        (number_of(other[1]) == 0 and other[0] == "=") or (other[0] == "∣" and use.site.role == "left")
    )


def _closed_and_not_zero(use: Use) -> bool:
    """A definite object whose count is not said to be the junk value."""
    other = _other_side(use)
    return closed(use) and not (other is not None and number_of(other[1]) == 0)


def _definite_space(use: Use) -> bool:
    """finrank ℝ (Fin n → ℝ): a space that is written out."""
    space = use.arguments[-1]
    names = use.site.names
    match space:
        case Name(text=text) if text in names:
            return False
        case Binary(op="→", left=left):
            return head_is(left, "Fin")
        case Apply(function=Name(text="EuclideanSpace" | "Matrix" | "Fin")):
            return True
        case _:
            return _closed_and_not_zero(use)


CARD = constants_lint(
    "card-infinite",
    "the number of elements of a set or type that may be infinite",
    Constant(
        names=("Set.ncard", "Nat.card"),
        even_definite=True,
        methods=("ncard",),
        junk="the number of elements of an infinite set",
        value="0",
        guard=any_of(
            _is_not_zero, finite_by_shape, says(*_FINITE, "Infinite"), _closed_and_not_zero, _compared_with_like
        ),
        missing="{0} is finite",
    ),
)

FINRANK = constants_lint(
    "finrank-infinite",
    "the dimension of a space that may be infinite-dimensional",
    Constant(
        names=("Module.finrank", "FiniteDimensional.finrank", "finrank"),
        even_definite=True,
        arity=1,
        junk="the dimension of an infinite-dimensional space",
        value="0",
        guard=any_of(
            _is_not_zero,
            says("FiniteDimensional", "Finite", "Fintype", "IsNoetherian", "Basis", "IsArtinian", "NumberField"),
            _definite_space,
            _compared_with_like,
        ),
        missing="{1} is finite-dimensional",
    ),
)

ORDER = constants_lint(
    "order-infinite",
    "the order of an element, the exponent of a group or an index that may be infinite",
    Constant(
        names=("orderOf", "addOrderOf", "Monoid.exponent", "Subgroup.index", "AddSubgroup.index", "Subgroup.relIndex"),
        methods=("index", "relIndex", "relindex", "exponent"),
        junk="an infinite order or index",
        value="0",
        guard=any_of(
            _is_not_zero,
            says(*_FINITE, "IsOfFinOrder", "IsTorsion", "FiniteIndex", "IsFiniteRelIndex", "IsPGroup"),
            closed,
            _compared_with_like,
            _by_convention,
        ),
        missing="the order of {0} is finite (Finite, IsOfFinOrder, a positive value)",
    ),
)

LINTS = (CARD, FINRANK, ORDER)
