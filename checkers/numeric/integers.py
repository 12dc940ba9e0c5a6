"""Integer helpers: exact roots, double factorials, inverses, Euler's function."""

from __future__ import annotations

import math
from fractions import Fraction

from .context import MAX_BITS, Context
from .undecided import resource, undefined

SIGN_OF_REMAINDER = "the sign of the remainder"


MAX_FACTORED = 10**12
"""Moduli up to here are factored by trial division, for towers of powers."""


def exact_root(number: int, index: int) -> int | None:
    """The root of ``number`` ≥ 0 with ``index`` ≥ 1 if it is an integer, else None."""
    if number in (0, 1) or index == 1:
        return number
    if index == 2:
        root = math.isqrt(number)
        return root if root * root == number else None
    if index >= number.bit_length():
        return None
    low, high = 1, 1 << (number.bit_length() // index + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**index <= number:
            low = middle
        else:
            high = middle - 1
    return low if low**index == number else None


def double_factorial(number: int, context: Context) -> int:
    """number·(number-2)·…"""
    if number * number.bit_length() > MAX_BITS // 2:
        raise resource("a double factorial of more than 300,000 digits")
    context.spend(number)
    return math.prod(range(number, 0, -2))


def modular(value: int | Fraction, modulus: int) -> int:
    """``value`` modulo ``modulus`` ≥ 1; a fraction needs an invertible denominator. Raises Undecided(undefined)."""
    if isinstance(value, int):
        return value % modulus
    if math.gcd(value.denominator, modulus) != 1:
        raise undefined(f"{value.denominator} has no inverse modulo {modulus}")
    return value.numerator * pow(value.denominator, -1, modulus) % modulus


def totient(number: int) -> int:
    """Euler's φ. Raises Undecided(resource) where factoring would take long."""
    if number > MAX_FACTORED:
        raise resource("a tower of powers modulo a large number")
    result, rest, divisor = number, number, 2
    while divisor * divisor <= rest:
        if rest % divisor == 0:
            while rest % divisor == 0:
                rest //= divisor
            result -= result // divisor
        divisor += 1
    return result - result // rest if rest > 1 else result
