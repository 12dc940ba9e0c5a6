"""Properties of one integer: prime, composite, even, odd, a perfect square or cube."""

from __future__ import annotations

from fractions import Fraction

from ...core.claims.ast import Node
from ...core.evidence import Kind, Strength
from . import integers, signs
from .arithmetic import simplest
from .context import Context
from .decided import Decided, opposite, verdict
from .exact import reduce
from .residues import residue
from .undecided import Undecided, ambiguous, undefined, unsupported

_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
SURE = 3_317_044_064_679_887_385_961_981
"""Below this a number that passes the Miller-Rabin test to the bases above is prime (Sorenson and Webster, 2015)."""
MAX_TESTED_BITS = 4_096
"""Size of the numbers that are tested for primality. A base that fails proves a number composite at any size."""
MAX_DIVISOR = 2_000
"""Divisors up to here are tried first, to show one."""


def decide(node: Node, name: str, context: Context) -> Decided:
    """Has the number the property ``name``, one of ``vocabulary.PROPERTIES``? Raises Undecided."""
    if " not " in name:
        return opposite(decide(node, name.replace(" not ", " "), context))
    if name in ("is even", "is odd"):
        return _parity(node, name == "is even", context)
    number = _integer(node, context)
    if name == "is prime":
        return _prime(number)
    if name == "is composite":
        return verdict(False, Strength.EXACT, f"{number} is not composite") if number < 2 else opposite(_prime(number))
    return _perfect(number, 2 if name == "is a perfect square" else 3)


def _integer(node: Node, context: Context) -> int:
    found = simplest(reduce(node, context))
    if isinstance(found, int):
        return found
    if isinstance(found, Fraction):
        raise undefined("a property of integers of a number that is none")
    raise unsupported("a property of a number that is not computed in full")


def _parity(node: Node, even: bool, context: Context) -> Decided:
    try:
        rest = _integer(node, context) % 2
    except Undecided as stopped:
        if stopped.kind not in (Kind.RESOURCE, Kind.UNSUPPORTED):
            raise
        rest = residue(node, 2, context)
    return verdict((rest == 0) is even, Strength.EXACT, "the number is odd" if rest else "the number is even")


def _prime(number: int) -> Decided:
    if number < 0:
        raise ambiguous("a negative number: no prime, or a prime of the integers")
    if number < 2:
        return verdict(False, Strength.EXACT, f"{number} is not a prime")
    if number in _BASES:
        return verdict(True, Strength.EXACT, f"{number} is a prime")
    if number.bit_length() > MAX_TESTED_BITS:
        raise unsupported("the primality of a large number")
    divisor = next((p for p in (*_BASES, *range(43, MAX_DIVISOR, 2)) if p * p <= number and number % p == 0), None)
    if divisor is not None:
        return verdict(False, Strength.EXACT, f"it is {divisor} * {signs.show(number // divisor)}")
    if not all(_passes(number, base) for base in (_BASES if number < SURE else _BASES[:1])):
        return verdict(False, Strength.EXACT, "the Miller-Rabin test shows it composite")
    if number >= SURE:
        raise unsupported("the primality of a number that only tests show to be prime")
    return verdict(True, Strength.EXACT, f"{signs.show(number)} is a prime")


def _passes(number: int, base: int) -> bool:
    """The strong probable prime test of an odd ``number`` > ``base``."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    power = pow(base, odd, number)
    if power in (1, number - 1):
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def _perfect(number: int, index: int) -> Decided:
    if number < 0 and index == 2:
        return verdict(False, Strength.EXACT, "it is negative")
    sign, size = ("-", -number) if number < 0 else ("", number)
    root = integers.exact_root(size, index)
    if root is not None:
        shown = signs.show(root)
        return verdict(True, Strength.EXACT, f"it is {f'({sign}{shown})' if sign else shown}^{index}")
    return verdict(False, Strength.EXACT, f"it is no {'square' if index == 2 else 'cube'} of an integer")
