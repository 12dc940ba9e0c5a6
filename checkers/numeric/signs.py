"""The sign of a real number: a normal form proves zero, balls prove nonzero, a minimal polynomial settles the rest."""

from __future__ import annotations

from fractions import Fraction

from ...core.claims.ast import Negation, Node, Number, Sum, Truncated, children
from . import balls
from .context import Real
from .forms import rational
from .undecided import ambiguous, unsupported

MAX_SHOWN = 60


def sign(value: Real) -> int:
    """-1, 0 or 1. Raises Undecided where no tier decides."""
    if isinstance(value, int | Fraction):
        return (value > 0) - (value < 0)
    truncated = _has_truncated(value)
    if not truncated:
        exact = rational(value)
        if exact is not None:
            return (exact > 0) - (exact < 0)
    separated = balls.sign(value)
    if separated is not None:
        return separated
    if truncated:
        raise ambiguous("a decimal with … stands for a range of numbers")
    from . import algebraic

    if algebraic.is_zero(value):
        return 0
    raise unsupported("the two sides agree to 1,800 digits, and could not be shown equal")


def floor(value: Real) -> int:
    """⌊value⌋, certified. Raises Undecided."""
    if _has_truncated(value):
        raise ambiguous("the integer part of a decimal with …")
    exact, candidate = balls.floor(value)
    if exact is not None:
        return exact
    # The ball holds an integer at every precision: then the number is that integer, or nothing is known.
    difference = Sum(terms=(_node(value), Negation(of=Number(value=candidate, text=""))))
    side = sign(difference)
    return candidate if side >= 0 else candidate - 1


def show(value: Real) -> str:
    """A value for people: exact if short, else a decimal approximation."""
    if not isinstance(value, int | Fraction) and not _has_truncated(value):
        exact = rational(value)
        value = value if exact is None else exact
    if isinstance(value, int | Fraction):
        if max(value.numerator.bit_length(), value.denominator.bit_length()) < MAX_SHOWN * 3:
            return str(value)
        if isinstance(value, int):
            return f"a number of {_digits(value)} digits"
    return f"about {balls.shown(value)}"


def _digits(value: int) -> int:
    return int(value.bit_length() * 0.30103) + 1


def _has_truncated(value: Real) -> bool:
    if isinstance(value, int | Fraction):
        return False
    return isinstance(value, Truncated) or any(map(_has_truncated, children(value)))


def _node(value: Real) -> Node:
    return Number(value=value, text="") if isinstance(value, int | Fraction) else value
