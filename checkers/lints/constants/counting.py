"""Counts of what may be infinite."""

from __future__ import annotations

from ....core.formal.ast import Apply, Binary, Name
from ..scope.shapes import call_of, last
from .constant import Constant, constants_lint
from .linear import bare, number_of
from .use import Use, any_of, closed, excludes, finite_by_shape, says

_FINITE = ("Finite", "Fintype", "toFinite", "IsFinite", "Finset")


def _compared_with_like(use: Use) -> bool:
    """orderOf (a * b) = orderOf (b * a): the junk of both sides is the same; also orderOf x = 0 and orderOf x ∣ n."""
    site = use.site
    up = site.up
    if up is None:
        return False
    match up.term:
        case Binary(op="=" | "≠" | "∣" | "≤", left=left, right=right):
            other = bare(right if site.role == "left" else left)
            mine, theirs = call_of(bare(site.term)), call_of(other)
            if mine is not None and theirs is not None and last(mine.name) == last(theirs.name):
                return True
            return number_of(other) == 0 or (up.term.op == "∣" and site.role == "left")
        case _:
            return False


def _definite_space(use: Use) -> bool:
    """finrank ℝ (Fin n → ℝ): a space that is written out."""
    space = use.arguments[-1]
    names = use.site.names
    match space:
        case Name(text=text) if text in names:
            return False
        case Binary(op="→", left=left):
            return isinstance(left, Apply) and call_of(left) is not None
        case Apply(function=Name(text="EuclideanSpace" | "Matrix" | "Fin")):
            return True
        case _:
            return closed(use)


CARD = constants_lint(
    "card-infinite",
    "the number of elements of a set or type that may be infinite",
    Constant(
        names=("Set.ncard", "Nat.card"),
        methods=("ncard",),
        junk="the number of elements of an infinite set",
        value="0",
        guard=any_of(excludes(0), finite_by_shape, says(*_FINITE), closed, _compared_with_like),
        missing="{0} is finite",
    ),
)

FINRANK = constants_lint(
    "finrank-infinite",
    "the dimension of a space that may be infinite-dimensional",
    Constant(
        names=("Module.finrank", "FiniteDimensional.finrank", "finrank"),
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
        ),
        missing="the order of {0} is finite (Finite, IsOfFinOrder, a positive value)",
    ),
)

LINTS = (CARD, FINRANK, ORDER)
