"""Arithmetic of values: exact for rationals, an expression of a well-defined real for the rest."""

from __future__ import annotations

from fractions import Fraction

from ...core.claims.ast import Call, Constant, Negation, Node, Number, Power, Product, Sum
from . import integers, signs
from .context import MAX_BITS, Real, checked
from .forms import rational
from .undecided import ambiguous, resource, undefined


def as_node(value: Real) -> Node:
    """A value as a tree again. It is never shown, so that its numerals need no text (long ones cost much)."""
    if isinstance(value, int | Fraction):
        return Number(value=value, text="")
    return value


def simplest(value: Real) -> Real:
    """``value`` as an exact rational if its normal form shows one."""
    if isinstance(value, int | Fraction):
        return value
    shown = rational(value)
    return value if shown is None else shown


def as_difference(left: Real, right: Real) -> Real:
    """left - right, exact if both are."""
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return checked(left - right)
    return Sum(terms=(as_node(left), Negation(of=as_node(right))))


def add(values: list[Real]) -> Real:
    """The sum, its rational part collected."""
    total: int | Fraction = 0
    rest: list[Node] = []
    for value in values:
        if isinstance(value, int | Fraction):
            total = total + value
        else:
            rest.append(value)
    total = checked(total)
    if not rest:
        return total
    if total:
        rest.append(as_node(total))
    return rest[0] if len(rest) == 1 else Sum(terms=tuple(rest))


def multiply(values: list[Real], inverse: list[bool]) -> Real:
    """The product; each divisor is shown to be nonzero first, or the product is undefined."""
    total: int | Fraction = 1
    rest: list[Node] = []
    flags: list[bool] = []
    for value, under in zip(values, inverse, strict=True):
        if under and not _nonzero(value):
            raise undefined("division by zero")
        if isinstance(value, int | Fraction):
            total = checked(Fraction(total) / value if under else total * value)
        else:
            rest.append(value)
            flags.append(under)
    if not rest or total == 0:
        return total
    if total == 1 and len(rest) == 1 and not flags[0]:
        return rest[0]
    return Product(factors=(as_node(total), *rest), inverse=(False, *flags))


def _nonzero(value: Real) -> bool:
    if isinstance(value, Call) and value.name == "log" and len(value.args) == 1:
        value = Call(name="ln", args=value.args)  # zero or not, whatever the base
    return bool(value) if isinstance(value, int | Fraction) else signs.sign(value) != 0


def power(base: Real, exponent: Real) -> Real:
    """base ^ exponent among the reals."""
    if isinstance(exponent, int):
        return _whole_power(base, exponent)
    base = simplest(base)
    if isinstance(exponent, Fraction):
        return _fraction_power(base, exponent)
    if isinstance(base, Constant) and base.name == "e":
        return Power(base=base, exponent=exponent)
    side = signs.sign(base)
    if side < 0:
        raise undefined("a negative number to an irrational power")
    if side == 0:
        if signs.sign(exponent) > 0:
            return 0
        raise undefined("zero to a power that is not positive")
    if base == 1:
        return 1
    return Power(base=as_node(base), exponent=exponent)


def _whole_power(base: Real, exponent: int) -> Real:
    if exponent == 0:
        if not _nonzero(base):
            raise ambiguous("0^0: 1, or undefined")
        return 1
    if exponent < 0 and not _nonzero(base):
        raise undefined("division by zero")
    if not isinstance(base, int | Fraction):
        return base if exponent == 1 else Power(base=base, exponent=as_node(exponent))
    if base in (0, 1):
        return base
    if base == -1:
        return 1 if exponent % 2 == 0 else -1
    size = max(abs(base.numerator).bit_length(), base.denominator.bit_length())
    if abs(exponent) * size > MAX_BITS:
        if exponent.bit_length() > 200:
            raise resource("a power with an exponent of more than 60 digits")
        return Power(base=as_node(base), exponent=as_node(exponent))
    if exponent < 0:
        return checked(Fraction(base) ** exponent)
    return base**exponent


def _fraction_power(base: Real, exponent: Fraction) -> Real:
    if isinstance(base, int | Fraction):
        if base == 0:
            if exponent > 0:
                return 0
            raise undefined("division by zero")
        if base < 0:
            if exponent.denominator % 2:
                raise ambiguous(
                    f"({signs.show(base)})^({signs.show(exponent)}): the real root, or the principal complex power"
                )
            raise undefined("an even root of a negative number")
        root = exact_root(base, exponent.denominator)
        if root is not None:
            return _whole_power(root, exponent.numerator)
    elif signs.sign(base) < 0:
        if exponent.denominator % 2:
            raise ambiguous("a fractional power of a negative number")
        raise undefined("an even root of a negative number")
    elif signs.sign(base) == 0:
        if exponent > 0:
            return 0
        raise undefined("division by zero")
    return Power(base=as_node(base), exponent=as_node(exponent))


def exact_root(value: int | Fraction, index: int) -> int | Fraction | None:
    """The exact root of a positive rational; None if it is irrational."""
    over = integers.exact_root(value.numerator, index)
    under = integers.exact_root(value.denominator, index)
    return None if over is None or under is None else checked(Fraction(over, under))
