"""Integer helpers: exact roots, double factorials, residues without computing the number."""

from __future__ import annotations

import math
from fractions import Fraction

from ...core.claims_ast import Big, Call, Choice, Negation, Node, Number, Power, Product, Sum
from .context import MAX_BITS, Context
from .undecided import Undecided, resource, undefined, unsupported

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


def residue(node: Node, modulus: int, context: Context) -> int:
    """``node`` modulo ``modulus`` ≥ 1 without computing it in full where it is a power tower or a factorial."""
    from .exact import reduce  # here, for the two modules need each other

    value = None
    try:
        value = reduce(node, context)
    except Undecided as stopped:
        if stopped.kind != "resource":
            raise
    if isinstance(value, int | Fraction):
        return modular(value, modulus)
    return _residue(node, modulus, context)


def _residue(node: Node, modulus: int, context: Context) -> int:
    match node:
        case Number(value=value):
            return modular(value, modulus)
        case Negation(of=of):
            return -residue(of, modulus, context) % modulus
        case Sum(terms=terms):
            return sum(residue(term, modulus, context) for term in terms) % modulus
        case Product(factors=factors, inverse=inverse) if not any(inverse):
            return math.prod(residue(factor, modulus, context) for factor in factors) % modulus
        case Power(base=base, exponent=exponent):
            return _power(base, exponent, modulus, context)
        case Call(name="factorial", args=(of,)):
            return _factorial(of, modulus, context)
        case Choice(about=about, options=options):
            return _residue(options[min(context.reading.get(about, 0), len(options) - 1)], modulus, context)
        case Big():
            raise resource("a long sum in a congruence")
    raise unsupported("a congruence with this number")


def _power(base: Node, exponent: Node, modulus: int, context: Context) -> int:
    from .exact import reduce

    bottom = residue(base, modulus, context)
    large = None
    try:
        large = reduce(exponent, context)
    except Undecided as stopped:
        if stopped.kind != "resource":
            raise
    if isinstance(large, int):
        if large < 0 and math.gcd(bottom, modulus) != 1:
            raise undefined(f"no inverse modulo {modulus}")
        return pow(bottom, large, modulus)
    if not _towering(exponent):
        raise unsupported("a power in a congruence whose exponent is no natural number")
    # Euler: a^E ≡ a^(E mod φ(m) + φ(m)) for every E ≥ φ(m); a tower beyond MAX_BITS is that large.
    phi = totient(modulus)
    return pow(bottom, residue(exponent, phi, context) + phi, modulus)


def _towering(node: Node) -> bool:
    """True for towers of integers at least 2 with a natural exponent, which are larger than any modulus here."""
    match node:
        case Number(value=value):
            return isinstance(value, int) and value >= 2
        case Power(base=base, exponent=exponent):
            return _towering(base) and _towering(exponent)
    return False


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


def _factorial(of: Node, modulus: int, context: Context) -> int:
    from .exact import reduce

    number = reduce(of, context)
    if not isinstance(number, int) or number < 0:
        raise undefined("the factorial of a number that is no natural number")
    if number >= modulus:
        return 0
    context.spend(number)
    result = 1
    for factor in range(2, number + 1):
        result = result * factor % modulus
    return result
