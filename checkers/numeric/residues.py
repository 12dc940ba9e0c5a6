"""Residues without computing the number: towers of powers and factorials modulo m."""

from __future__ import annotations

import math
from fractions import Fraction

from ...core.claims.ast import Big, Call, Choice, Negation, Node, Number, Power, Product, Sum
from ...core.evidence import Kind
from .context import Context
from .exact import reduce
from .integers import modular, totient
from .undecided import Undecided, resource, undefined, unsupported


def residue(node: Node, modulus: int, context: Context) -> int:
    """``node`` modulo ``modulus`` ≥ 1 without computing it in full where it is a power tower or a factorial."""
    value = None
    try:
        value = reduce(node, context)
    except Undecided as stopped:
        if stopped.kind is not Kind.RESOURCE:
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
    bottom = residue(base, modulus, context)
    large = None
    try:
        large = reduce(exponent, context)
    except Undecided as stopped:
        if stopped.kind is not Kind.RESOURCE:
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


def _factorial(of: Node, modulus: int, context: Context) -> int:
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
