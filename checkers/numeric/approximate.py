"""≈ beside a numeral: within one unit of its last digit it holds, beyond ten it fails, between is a doubt.

The zeros at the end of an integer may be rounded away: the last digit of 1200 is its 2, and half of such a unit holds.
"""

from __future__ import annotations

from fractions import Fraction

from ...core.claims.ast import Call, Negation, Node, Number, Power, Product
from ...core.evidence import Strength
from . import signs
from .arithmetic import as_difference
from .context import Context, Real
from .decided import Decided, verdict
from .exact import reduce
from .undecided import ambiguous

SLACK = 10
"""Units of the last digit beyond which an approximation is wrong."""
MAX_EXPONENT = 10_000


def decide(left: Node, right: Node, context: Context) -> Decided:
    """Passed or refuted. Raises Undecided(ambiguous) where no side is a numeral, and between one unit and ten."""
    units = [unit for unit in (_unit(left), _unit(right)) if unit is not None]
    if not units:
        raise ambiguous("≈ without a tolerance")
    unit = max(units)
    difference = as_difference(reduce(left, context), reduce(right, context))
    if _within(difference, unit if unit <= 1 else unit / 2):
        return verdict(True, Strength.CERTIFIED)
    if _within(difference, SLACK * unit):
        raise ambiguous("≈ off by more than one unit of the last digit, and less than ten")
    shown = [signs.show(reduce(node, context)) for node in (left, right)]
    return verdict(False, Strength.CERTIFIED, f"the left side is {shown[0]}, the right side {shown[1]}")


def _within(difference: Real, bound: Fraction) -> bool:
    low, high = as_difference(difference, bound), as_difference(difference, -bound)
    return signs.sign(low) <= 0 <= signs.sign(high)


def _unit(node: Node) -> Fraction | None:
    """One unit of the last digit of a numeral, with a sign, a percent sign or a power of ten; None for all else."""
    match node:
        case Number(value=number, text=text):
            whole, _, part = text.partition(".")
            if not (whole.isdigit() and (part.isdigit() or not part)) or not number:
                return None
            if part:
                return Fraction(1, 10 ** len(part))
            return Fraction(10 ** (len(whole) - len(whole.rstrip("0"))))
        case Negation(of=of):
            return _unit(of)
        case Call(name="percent", args=(of,)):
            unit = _unit(of)
            return None if unit is None else unit / 100
        case Product(factors=(first, Power(base=Number(value=10), exponent=exponent)), inverse=(False, False)):
            unit, power = _unit(first), _exponent(exponent)
            return None if unit is None or power is None else unit * Fraction(10) ** power
    return None


def _exponent(node: Node) -> int | None:
    match node:
        case Number(value=int() as value) if value <= MAX_EXPONENT:
            return value
        case Negation(of=Number(value=int() as value)) if value <= MAX_EXPONENT:
            return -value
    return None
