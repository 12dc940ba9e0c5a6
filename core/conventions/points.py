"""What a claim of the grammar says at one point: exact rational arithmetic within small bounds.

Detection asks with it whether a reading can matter at all; it decides no verdict, which is the affair of a checker.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise

from ..claims.ast import (
    Big,
    Call,
    Choice,
    Claim,
    Negation,
    Node,
    Number,
    Power,
    Product,
    Series,
    Sum,
    Symbol,
    children,
)
from ..claims.orders import ORDERS
from ..value import value

Point = Mapping[str, Fraction]

_MOST_BITS = 2_000
_LARGEST_EXPONENT = 200
_LARGEST_FACTORIAL = 100
_DEEPEST = 60
_MOST_TERMS = 20
_OPPOSITE = {"=": "≠", "≠": "=", "<": "≥", "≤": ">", ">": "≤", "≥": "<", "∣": "∤"}


class Truth(StrEnum):
    """What a claim is at a point. UNKNOWN: outside what is computed here."""

    TRUE = "true"
    FALSE = "false"
    UNDEFINED = "undefined"
    UNKNOWN = "unknown"


@value
class AtPoint:
    """``truth`` of a claim at a point, and ``says``: what its first false link amounts to, as "1/4 < 1/2"."""

    truth: Truth
    says: str = ""


class _Undefined(Exception):
    """A division by zero, a factorial of a fraction, a sum that ends before it begins."""


class _Unknown(Exception):
    """Something that is not computed here."""


def at_point(claim: Claim, point: Point) -> AtPoint:
    """The claim at ``point``: false if a link is false, else undefined or unknown if a member is."""
    if claim.modulus is not None:
        return _congruence(claim, point)
    values: list[Fraction | Truth] = [_member(member, point) for member in claim.members]
    for i, relation in enumerate(claim.relations):
        left, right = values[i], values[i + 1]
        if isinstance(left, Fraction) and isinstance(right, Fraction) and _link(relation.name, left, right) is False:
            return AtPoint(truth=Truth.FALSE, says=_says(relation.name, left, right))
    if Truth.UNDEFINED in values:
        return AtPoint(truth=Truth.UNDEFINED, says="it has no value there")
    links = zip(claim.relations, pairwise(values), strict=True)
    holds = all(
        isinstance(left, Fraction) and isinstance(right, Fraction) and _link(relation.name, left, right)
        for relation, (left, right) in links
    )
    return AtPoint(truth=Truth.TRUE if holds else Truth.UNKNOWN)


def rational(node: Node, point: Point | None = None) -> Fraction | None:
    """The exact value of ``node``; None where it has none or is not computed here."""
    found = _member(node, point or {})
    return found if isinstance(found, Fraction) else None


def vanishing(claim: Claim, point: Point) -> Node | None:
    """The first divisor of ``claim`` that is 0 at ``point``; None if there is none."""
    waiting = list(reversed(claim.members))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Product):
            for factor, below in zip(node.factors, node.inverse, strict=True):
                if below and rational(factor, point) == 0:
                    return factor
        if isinstance(node, Power) and (rational(node.exponent) or 0) < 0 and rational(node.base, point) == 0:
            return node.base
        waiting.extend(reversed(children(node)))
    return None


def written(number: Fraction) -> str:
    """A number as the claim grammar reads it."""
    return str(number)


def _congruence(claim: Claim, point: Point) -> AtPoint:
    """a ≡ b (mod m) between integers; anything else with a modulus is unknown."""
    values = [_member(member, point) for member in (*claim.members, claim.modulus) if member is not None]
    numbers = [value for value in values if isinstance(value, Fraction) and value.denominator == 1]
    if len(numbers) < len(values) or numbers[-1] == 0 or any(relation.name != "≡" for relation in claim.relations):
        return AtPoint(truth=Truth.UNKNOWN)
    *members, modulus = numbers
    for left, right in pairwise(members):
        if (left - right) % modulus:
            return AtPoint(truth=Truth.FALSE, says=f"{left} ≢ {right} (mod {modulus})")
    return AtPoint(truth=Truth.TRUE)


def _member(node: Node, point: Point) -> Fraction | Truth:
    try:
        return _value(node, point, 0)
    except _Undefined:
        return Truth.UNDEFINED
    except _Unknown:
        return Truth.UNKNOWN


def _link(name: str, left: Fraction, right: Fraction) -> bool | None:
    if name in ORDERS:
        return ORDERS[name](left, right)
    if name == "∣" and left.denominator == right.denominator == 1 and left != 0:
        return right % left == 0
    return None


def _says(name: str, left: Fraction, right: Fraction) -> str:
    if name == ">" and right == 0:
        return f"{left} is not positive"
    return f"{left} {_OPPOSITE[name]} {right}"


def _value(node: Node, point: Point, depth: int) -> Fraction:
    if depth > _DEEPEST:
        raise _Unknown
    match node:
        case Number(value=number, comma=None):
            return _small(Fraction(number))
        case Symbol(name=name) if name in point:
            return point[name]
        case Negation(of=of):
            return -_value(of, point, depth + 1)
        case Sum(terms=terms):
            total = Fraction(0)
            for term in terms:
                total = _small(total + _value(term, point, depth + 1))
            return total
        case Product(factors=factors, inverse=inverse):
            return _product(factors, inverse, point, depth)
        case Power(base=base, exponent=exponent):
            return _power(_value(base, point, depth + 1), _value(exponent, point, depth + 1))
        case Call(name="factorial", args=(of,)):
            number = _value(of, point, depth + 1)
            if number.denominator != 1 or number < 0:
                raise _Undefined
            if number > _LARGEST_FACTORIAL:
                raise _Unknown
            return Fraction(math.factorial(int(number)))
        case Call(name="abs", args=(of,)):
            return abs(_value(of, point, depth + 1))
        case Big():
            return _big(node, point, depth)
        case Series(first=first, last=last):
            # 1 + 3 + … + (2n - 1) begins before it ends only from n = 1 on.
            if _value(last, point, depth + 1) < _value(first[0], point, depth + 1):
                raise _Undefined
            raise _Unknown
        case Choice(options=options, soft=True):
            return _value(options[0], point, depth + 1)
    raise _Unknown


def _product(factors: tuple[Node, ...], inverse: tuple[bool, ...], point: Point, depth: int) -> Fraction:
    """Every factor is looked at: 0·(1/0) is undefined, whatever else is unknown in it."""
    total, unknown = Fraction(1), False
    for factor, below in zip(factors, inverse, strict=True):
        try:
            number = _value(factor, point, depth + 1)
        except _Unknown:
            unknown = True
            continue
        if below and number == 0:
            raise _Undefined
        total = _small(total / number if below else total * number)
    if unknown:
        raise _Unknown
    return total


def _big(node: Big, point: Point, depth: int) -> Fraction:
    """A finite sum or product of a few terms; an empty one is 0 or 1."""
    low, high = _value(node.low, point, depth + 1), _value(node.high, point, depth + 1)
    if low.denominator != 1 or high.denominator != 1 or not -1 <= high - low < _MOST_TERMS:
        raise _Unknown
    total = Fraction(0 if node.kind == "sum" else 1)
    for index in range(int(low), int(high) + 1):
        term = _value(node.body, {**point, node.variable: Fraction(index)}, depth + 10)
        total = _small(total + term if node.kind == "sum" else total * term)
    return total


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > _LARGEST_EXPONENT:
        raise _Unknown
    if base == 0 and exponent <= 0:
        if exponent == 0:
            raise _Unknown
        raise _Undefined
    if abs(exponent) * max(base.numerator.bit_length(), base.denominator.bit_length()) > _MOST_BITS:
        raise _Unknown
    return Fraction(base ** int(exponent))


def _small(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > _MOST_BITS:
        raise _Unknown
    return number
