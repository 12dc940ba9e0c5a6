"""Real and whole-number functions outside their domain."""

from __future__ import annotations

from ....core.formal.ast import BigOp, Unary
from ..scope.names import free_names
from ..scope.shapes import names_of
from .constant import Constant, constants_lint
from .linear import number_of
from .unfold import ONE
from .use import Use, any_of, excludes, nonnegative, positive


def _in_limit_or_integral(use: Use) -> bool:
    """Where the argument runs to infinity, or over the domain of an integral, which is chosen to fit."""
    inner = free_names(use.arguments[-1])
    if use.known.large & inner:
        return True
    around = (site.term for site in use.site.above())
    return any(
        isinstance(term, BigOp) and term.kind.startswith("∫") and inner & set(names_of(term.binders)) for term in around
    )


def _within_one(use: Use) -> bool:
    x = use.arguments[0]
    return use.known.at_most(Unary(op="-", operand=ONE), x) and use.known.at_most(x, ONE)


def _proper_base(use: Use) -> bool:
    base = number_of(use.arguments[0])
    if base is not None:
        return base > 0 and base != 1
    known = use.known
    return known.at_most(ONE, use.arguments[0], strict=True) or (
        known.positive(use.arguments[0]) and (known.unequal(use.arguments[0], ONE))
    )


SQRT = constants_lint(
    "sqrt-negative",
    "a real square root of something that may be negative",
    Constant(
        names=("Real.sqrt",),
        signs=("√",),
        junk="the square root of a negative number",
        value="0",
        guard=any_of(nonnegative(0), excludes(0), _in_limit_or_integral),
        missing="0 ≤ {0}",
    ),
)

LOG = constants_lint(
    "log-nonpositive",
    "a real logarithm of something that may be 0 or negative, or to a base that may be 1",
    Constant(
        names=("Real.log",),
        junk="the logarithm of 0 is 0 and that of a negative x",
        value="log |x|",
        guard=any_of(positive(0), lambda use: nonnegative(0)(use) and excludes(0)(use), _in_limit_or_integral),
        missing="0 < {0}",
    ),
    Constant(
        names=("Real.logb",),
        arity=2,
        junk="a logarithm of 0, or to the base 0, 1 or -1,",
        value="0",
        guard=lambda use: positive(1)(use) and _proper_base(use),
        missing="0 < {0}, {0} ≠ 1 and 0 < {1}",
    ),
)

ARC = constants_lint(
    "arcsin-out-of-range",
    "arcsin or arccos of something that may lie outside [-1, 1]",
    Constant(
        names=("Real.arcsin", "Real.arccos"),
        junk="the arc function outside [-1, 1]",
        value="constant",
        guard=_within_one,
        missing="-1 ≤ {0} and {0} ≤ 1",
    ),
)

TO_NAT = constants_lint(
    "int-to-nat",
    "an integer that may be negative is turned into a natural number",
    Constant(
        names=("Int.toNat",),
        methods=("toNat",),
        junk="a negative integer as a natural number",
        value="0",
        guard=any_of(nonnegative(0), excludes(0)),
        missing="0 ≤ {0}",
        applies=lambda use: use.known.kind(use.arguments[0]) == "ℤ" or (number_of(use.arguments[0]) or 0) < 0,
    ),
)

FLOOR = constants_lint(
    "floor-negative",
    "the floor or ceiling in ℕ of a number that may be negative",
    Constant(
        names=("Nat.floor", "Nat.ceil"),
        signs=("⌊₊", "⌈₊"),
        junk="the floor or ceiling in ℕ of a negative number",
        value="0",
        guard=any_of(nonnegative(0), excludes(0)),
        missing="0 ≤ {0}",
    ),
)

PRED = constants_lint(
    "nat-pred",
    "the predecessor of a natural number that may be 0",
    Constant(
        names=("Nat.pred",),
        methods=("pred",),
        junk="the predecessor of 0",
        value="0",
        guard=any_of(positive(0), excludes(0)),
        missing="0 < {0}",
    ),
)

LINTS = (SQRT, LOG, ARC, TO_NAT, FLOOR, PRED)
