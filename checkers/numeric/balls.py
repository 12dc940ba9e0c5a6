"""Certified enclosures of reals with python-flint's balls: they separate numbers, they never prove two equal.

python-flint is imported when the first ball is needed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from ...core.claims.ast import Call, Constant, Negation, Node, Number, Power, Product, Sum, Truncated
from .context import Real
from .undecided import ambiguous, resource, unsupported

PRECISIONS = (64, 192, 640, 2048, 6144)
"""Bits of precision, tried in turn."""


@lru_cache(maxsize=1)
def _flint() -> Any:
    import flint

    return flint


def sign(value: Real) -> int | None:
    """1 or -1 if some precision separates ``value`` from 0; None if none does. Raises Undecided(resource) for what
    is too large for a ball."""
    flint = _flint()
    before = flint.ctx.prec
    finite = False
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            found = ball(value)
            if not found.is_finite():
                continue
            finite = True
            if found > 0:
                return 1
            if found < 0:
                return -1
    finally:
        flint.ctx.prec = before
    if not finite:
        raise resource("a number too large to enclose")
    return None


def floor(value: Real) -> tuple[int | None, int]:
    """(⌊value⌋, candidate): the floor if some precision certifies it, else None with the one integer that the ball
    holds. Raises Undecided(resource) if the ball stays wide."""
    flint = _flint()
    before = flint.ctx.prec
    candidate: int | None = None
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            found = ball(value)
            if not found.is_finite() or found.rad() > 1:
                continue
            exact = found.floor().unique_fmpz()
            if exact is not None:
                return int(exact), int(exact)
            candidate = _integer_inside(found)
    finally:
        flint.ctx.prec = before
    if candidate is None:
        raise resource("no precision within the limits shows the integer part")
    return None, candidate


def _integer_inside(found: Any) -> int | None:
    near = (found + _flint().arb("0.5")).floor().unique_fmpz()
    return None if near is None else int(near)


def shown(value: Real, digits: int = 12) -> str:
    """A decimal approximation for people, as "1.41421356237"."""
    flint = _flint()
    before = flint.ctx.prec
    try:
        flint.ctx.prec = 192
        return str(ball(value).str(digits, radius=False))
    finally:
        flint.ctx.prec = before


def ball(value: Real | Node) -> Any:
    """An enclosure of ``value`` at the current precision. Raises Undecided for what has no ball here."""
    flint = _flint()
    if isinstance(value, int):
        return flint.arb(value)
    if isinstance(value, Fraction):
        return flint.arb(flint.fmpq(value.numerator, value.denominator))
    match value:
        case Number(value=number):
            return ball(number)
        case Truncated(value=number, unit=unit):
            half = ball(unit) / 2
            return ball(number) + half + flint.arb(0, 1) * half
        case Constant(name=name):
            return flint.arb.pi() if name == "π" else flint.arb(1).exp()
        case Negation(of=of):
            return -ball(of)
        case Sum(terms=terms):
            total = ball(terms[0])
            for term in terms[1:]:
                total = total + ball(term)
            return total
        case Product(factors=factors, inverse=inverse):
            total = flint.arb(1)
            for factor, under in zip(factors, inverse, strict=True):
                total = total / ball(factor) if under else total * ball(factor)
            return total
        case Power(base=base, exponent=exponent):
            return _power(base, exponent)
        case Call(name=name, args=args):
            return _call(name, args)
    raise unsupported("no numerical value")


def _power(base: Node, exponent: Node) -> Any:
    flint = _flint()
    if isinstance(exponent, Number) and isinstance(exponent.value, int):
        if exponent.value.bit_length() > 200:
            raise resource("an exponent of more than 60 digits")
        return ball(base) ** flint.fmpz(exponent.value)
    if isinstance(base, Constant) and base.name == "e":
        return ball(exponent).exp()
    return (ball(exponent) * ball(base).log()).exp()


def _call(name: str, args: tuple[Node, ...]) -> Any:
    first = ball(args[0])
    match name:
        case "root":
            index = args[0].value if isinstance(args[0], Number) else 0
            inside = ball(args[1])
            if not isinstance(index, int) or not 1 < index < 2**31:
                raise unsupported("a root of that index")
            return inside.root(index)
        case "ln":
            return first.log()
        case "log" if len(args) == 1:
            raise ambiguous("log without a base: 10, e or 2")
        case "log":
            return first.log() / ball(args[1]).log()
        case "sin":
            return first.sin()
        case "cos":
            return first.cos()
        case "tan":
            return first.tan()
        case "cot":
            return first.cot()
        case "sec":
            return 1 / first.cos()
        case "csc":
            return 1 / first.sin()
        case "arcsin":
            return first.asin()
        case "arccos":
            return first.acos()
        case "arctan":
            return first.atan()
        case "sinh":
            return first.sinh()
        case "cosh":
            return first.cosh()
        case "tanh":
            return first.tanh()
        case "factorial":
            return (first + 1).gamma()
        case "abs":
            return abs(first)
    raise unsupported(f"no numerical value of {name}")
