"""Rational functions of the names in a claim: their values at points, and whether anything is left to work out."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from ..claims.ast import Call, Choice, Negation, Node, Number, Power, Product, Sum, Symbol, children, symbols
from .bare import arithmetic

MAX_SIZE = 400
"""Nodes of one side."""
MAX_EXPONENT = 12

_POINTS = (
    (Fraction(2), Fraction(5), Fraction(11), Fraction(-3), Fraction(7), Fraction(13)),
    (Fraction(-7), Fraction(3), Fraction(1, 2), Fraction(17), Fraction(5), Fraction(-2)),
    (Fraction(19, 3), Fraction(-11), Fraction(4), Fraction(9), Fraction(-5, 2), Fraction(23)),
)


def seems_to_hold(left: Node, right: Node) -> bool | None:
    """Are both sides equal at some points? None where neither can be told there."""
    names = sorted(symbols(left) | symbols(right))
    told = False
    for point in _POINTS:
        at = dict(zip(names, point, strict=False))
        one, two = arithmetic(left, at), arithmetic(right, at)
        if one is None or two is None:
            continue  # a pole
        if one != two:
            return False
        told = True
    return told or None


def differ_by_a_number(left: Node, right: Node) -> bool:
    """Do the sides differ by the same number other than 0 at all points, with names on both?"""
    names = sorted(symbols(left))
    if not names or symbols(right) != frozenset(names):
        return False
    gaps = set()
    for point in _POINTS:
        at = dict(zip(names, point, strict=False))
        one, two = arithmetic(left, at), arithmetic(right, at)
        if one is None or two is None:
            return False
        gaps.add(one - two)
    return len(gaps) == 1 and 0 not in gaps


def is_rational(node: Node) -> bool:
    """True for an expression of numerals and names with + - · / and small whole exponents."""
    return _size(node) <= MAX_SIZE


def _size(node: Node) -> int:
    """Nodes of a rational function; more than MAX_SIZE for all else."""
    too_large = MAX_SIZE + 1
    match node:
        case Number() | Symbol():
            return 1
        case Power(base=base, exponent=exponent):
            whole = arithmetic(exponent)
            if whole is None or whole.denominator != 1 or abs(whole) > MAX_EXPONENT:
                return too_large
            return 1 + _size(base)
        case Choice(options=(usual, *_), soft=True):
            return _size(usual)
        case Negation() | Sum() | Product() | Call(name="percent"):
            total = 1
            for child in children(node):
                total += _size(child)
                if total > MAX_SIZE:
                    break
            return total
    return too_large


Monomial: TypeAlias = tuple[tuple[str, int], ...]


def is_collected(node: Node) -> bool:
    """True for a sum of monomials of which no two have the same powers: nothing is left to expand or to collect."""
    terms = node.terms if isinstance(node, Sum) else (node,)
    seen: set[Monomial] = set()
    for term in terms:
        powers = _monomial(term)
        if powers is None or powers in seen:
            return False
        seen.add(powers)
    return True


def _monomial(node: Node) -> Monomial | None:
    """The powers of the names in one term; None if it is no product of numerals and powers of names."""
    match node:
        case Number():
            return ()
        case Symbol(name=name):
            return ((name, 1),)
        case Negation(of=of):
            return _monomial(of)
        case Choice(options=(usual, *_), soft=True):
            return _monomial(usual)
        case Power(base=Symbol(name=name), exponent=exponent):
            whole = arithmetic(exponent)
            return None if whole is None or whole.denominator != 1 else ((name, whole.numerator),)
        case Power(base=Number()):
            return () if arithmetic(node) is not None else None
        case Product(factors=factors, inverse=inverse):
            total: dict[str, int] = {}
            for factor, under in zip(factors, inverse, strict=True):
                part = _monomial(factor)
                if part is None:
                    return None
                for name, times in part:
                    total[name] = total.get(name, 0) + (-times if under else times)
            return tuple(sorted((name, times) for name, times in total.items() if times))
    return None
