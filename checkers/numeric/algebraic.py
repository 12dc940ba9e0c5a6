"""Zero test for algebraic numbers by minimal polynomial, with SymPy, which is imported when a claim first needs it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...core.claims.ast import Call, Constant, Negation, Node, Number, Power, Product, Sum
from .context import Real
from .forms import turns
from .undecided import unsupported

MAX_NODES = 60
"""Nodes of an expression given to SymPy; the degree of its polynomial can double with each root."""

MAX_EXPONENT = 64


def is_zero(value: Real) -> bool:
    """True if ``value`` is an algebraic number that is zero. Raises Undecided(unsupported) if it is not algebraic
    here, or too large."""
    import sympy

    if _count(value) > MAX_NODES:
        raise unsupported("an equality of large algebraic numbers")
    expression = _build(value, sympy)
    x = sympy.Symbol("x")
    try:
        polynomial = sympy.minimal_polynomial(expression, x)
    except (sympy.polys.polyerrors.NotAlgebraic, NotImplementedError) as error:
        raise unsupported("no minimal polynomial for the difference of the two sides") from error
    return bool(polynomial == x)


def _count(value: Any) -> int:
    match value:
        case Negation(of=of):
            return 1 + _count(of)
        case Sum(terms=parts) | Product(factors=parts) | Call(args=parts):
            return 1 + sum(map(_count, parts))
        case Power(base=base, exponent=exponent):
            return 1 + _count(base) + _count(exponent)
    return 1


def _build(value: Real | Node, sympy: Any) -> Any:
    """The same number as a SymPy expression, built from numbers; nothing of the text reaches SymPy."""
    if isinstance(value, int):
        return sympy.Integer(value)
    if isinstance(value, Fraction):
        return sympy.Rational(value.numerator, value.denominator)
    match value:
        case Number(value=number):
            return _build(number, sympy)
        case Negation(of=of):
            return -_build(of, sympy)
        case Sum(terms=terms):
            return sympy.Add(*[_build(term, sympy) for term in terms])
        case Product(factors=factors, inverse=inverse):
            parts = [
                sympy.Pow(_build(factor, sympy), -1) if under else _build(factor, sympy)
                for factor, under in zip(factors, inverse, strict=True)
            ]
            return sympy.Mul(*parts)
        case Power(base=base, exponent=Number(value=exponent)) if not isinstance(base, Constant):
            if max(abs(exponent.numerator), exponent.denominator) > MAX_EXPONENT:
                raise unsupported("an equality of large powers")
            return sympy.Pow(_build(base, sympy), _build(exponent, sympy))
        case Call(name="root", args=(index, inside)):
            return sympy.root(_build(inside, sympy), _build(index, sympy))
        case Call(name="sin" | "cos" | "tan" as name, args=(angle,)):
            q = turns(angle if not isinstance(angle, Number) else angle.value)
            if q is not None:
                return getattr(sympy, name)(sympy.pi * _build(q, sympy))
    raise unsupported("the two sides agree to 1,800 digits, and are no algebraic numbers that could be compared")
