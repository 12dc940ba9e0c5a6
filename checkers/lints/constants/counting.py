"""Counts of what may be infinite."""

from __future__ import annotations

from ....core.formal.ast import Apply, Binary, Name, Term
from ..scope.shapes import call_of, head_is, last
from .constant import Constant, constants_lint
from .linear import bare, number_of
from .use import Use, any_of, closed, excludes, finite_by_shape, says

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
    """orderOf (a * b) = orderOf (b * a): the junk of both sides is the same."""
    other = _other_side(use)
    mine, theirs = call_of(bare(use.site.term)), call_of(other[1]) if other is not None else None
    return mine is not None and theirs is not None and last(mine.name) == last(theirs.name)


def _by_convention(use: Use) -> bool:
    """orderOf x = 0 for infinite order, and orderOf x ∣ n."""
    other = _other_side(use)
    return other is not None and (number_of(other[1]) == 0 or (other[0] == "∣" and use.site.role == "left"))


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
        guard=any_of(excludes(0), finite_by_shape, says(*_FINITE), _closed_and_not_zero, _compared_with_like),
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
            excludes(0),
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
            excludes(0),
            says(*_FINITE, "IsOfFinOrder", "IsTorsion", "FiniteIndex", "IsFiniteRelIndex", "IsPGroup"),
            closed,
            _compared_with_like,
            _by_convention,
        ),
        missing="the order of {0} is finite (Finite, IsOfFinOrder, a positive value)",
    ),
)

LINTS = (CARD, FINRANK, ORDER)
