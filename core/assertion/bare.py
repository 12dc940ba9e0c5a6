"""Bare numerals: no computation leads from one to the other, so that a false link between them is no slip of one.

"0 = 1", "10 ≤ 9" or "15 is divisible by 2" is what a contradiction comes to, a misreading, or a conversion of units.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType

from ..claims.ast import Call, Choice, Claim, Constant, Negation, Node, Number, Power, Product, Sum, Symbol, children
from ..claims.orders import ORDERS
from ..claims.vocabulary import PROPERTIES
from .piece import IN_WORDS

BARE = "links two numerals, which is no computation"
WHOLE_PART = "may be a division with remainder"
CONVENTION = "takes an approximate value for a constant"


def not_computed(claim: Claim, first: int, last: int) -> str:
    """Why the members first..last are no computation that could have slipped: "" if they are one, or if they hold."""
    if _sets_a_constant(claim, first, last):
        return CONVENTION
    members = claim.members[first : last + 1]
    if any(claim.relations[i].name == "=" and _whole_part(*claim.members[i : i + 2]) for i in range(first, last)):
        return WHOLE_PART
    values = [bare(member) for member in members]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return BARE if last - first == 1 and _negative_root(claim, first) else ""
    names = [relation.name for relation in claim.relations[first:last]]
    if claim.modulus is not None:
        modulus = bare(claim.modulus)
        if modulus is None or any(abs(value) >= abs(modulus) for value in known):
            return ""  # a reduction is a computation
        return BARE if any((a - b) % modulus for a, b in pairwise(known) if modulus) else ""
    if any(_has_decimal(member) for member in members) and any(isinstance(member, Product) for member in members):
        return ""  # 1103/7 = 157.57 divides
    return "" if all(map(_holds, names, known, known[1:])) else BARE


def may_be_rounded(claim: Claim) -> bool:
    """ "A third of 100 is 33", "the average of 3 and 4 is 3": a whole number that is less than 1 off what is none."""
    if len(claim.members) != 2 or claim.relations[0].name != "=":
        return False
    stated = bare(claim.members[1])
    exact = arithmetic(claim.members[0])
    if stated is None or stated.denominator != 1:
        return False
    if exact is not None:
        return exact.denominator != 1 and abs(exact - stated) < 1
    match claim.members[0]:
        case Call(name="root", args=(Number(value=int() as index), Number(value=int() as inside))) if inside < 10**12:
            size = abs(stated.numerator)
            exact_root = any(size + step >= 0 and (size + step) ** index == inside for step in (-1, 0, 1))
            return not exact_root and max(size - 1, 0) ** index < inside < (size + 1) ** index
    return False


def may_convert(claim: Claim) -> bool:
    """May a unit after the claim belong to its last number only, as in "60 · 2 = 2 hours"?

    No if it is made of + - · alone and every side lies strictly between half and twice the one before it.
    """
    if any(relation.name != "=" for relation in claim.relations) or any(map(_divides_somewhere, claim.members)):
        return True
    values = [arithmetic(member) for member in claim.members]
    return any(a is None or b is None or not (a / 2 < b < 2 * a) for a, b in pairwise(values))


def _divides_somewhere(node: Node) -> bool:
    return (isinstance(node, Product) and any(node.inverse)) or any(map(_divides_somewhere, children(node)))


def conventions(claims: Sequence[Claim]) -> frozenset[str]:
    """The constants that a text gives an approximate value, as π by "π = 22/7"."""
    return frozenset(
        member.name
        for claim in claims
        if _sets_a_constant(claim, 0, len(claim.members) - 1)
        for member in claim.members
        if isinstance(member, Constant)
    )


def bare(node: Node) -> Fraction | None:
    """The value of a numeral, with a sign if it has one, or of a fraction in lowest terms; None for all else."""
    match node:
        case Number(value=number):
            return Fraction(number)
        case Negation(of=of):
            inner = bare(of)
            return None if inner is None else -inner
        case Product(factors=(top, Number(value=int() as bottom)), inverse=(False, True)):
            over = bare(top)
            if over is None or over.denominator != 1 or bottom < 2 or math.gcd(over.numerator, bottom) != 1:
                return None
            return over / bottom
    return None


MAX_POWER = 64
NOWHERE: Mapping[str, Fraction] = MappingProxyType({})
MAX_BITS = 2_000
"""Size of the numbers that ``arithmetic`` follows."""


def arithmetic(node: Node, at: Mapping[str, Fraction] = NOWHERE) -> Fraction | None:
    """The value of an expression of numerals with + - · / and small powers; None for all else and what grows large.

    ``at`` gives names their values.
    """
    match node:
        case Symbol(name=name):
            return at.get(name)
        case Number(value=number):
            return _kept(Fraction(number))
        case Negation(of=of):
            inner = arithmetic(of, at)
            return None if inner is None else -inner
        case Call(name="percent", args=(of,)):
            inner = arithmetic(of, at)
            return None if inner is None else inner / 100
        case Choice(options=(usual, *_), soft=True):
            return arithmetic(usual, at)
        case Sum(terms=terms):
            total = Fraction(0)
            for term in terms:
                value = arithmetic(term, at)
                if value is None or _kept(total := total + value) is None:
                    return None
            return total
        case Product(factors=factors, inverse=inverse):
            product = Fraction(1)
            for factor, divides in zip(factors, inverse, strict=True):
                value = arithmetic(factor, at)
                if value is None or (divides and not value):
                    return None
                if _kept(product := product / value if divides else product * value) is None:
                    return None
            return product
        case Power(base=base, exponent=exponent):
            value, power = arithmetic(base, at), arithmetic(exponent)
            if value is None or power is None or power.denominator != 1 or abs(power) > MAX_POWER:
                return None
            return None if not value and power <= 0 else _kept(value**power.numerator)
    return None


def _kept(number: Fraction) -> Fraction | None:
    return number if number.numerator.bit_length() + number.denominator.bit_length() <= MAX_BITS else None


def _has_decimal(node: Node) -> bool:
    return isinstance(node, Number) and not isinstance(node.value, int)


def _whole_part(quotient: Node, whole: Node) -> bool:
    """100/7 = 14: the whole number just below or above a quotient of two numerals."""
    match quotient, whole:
        case Product(factors=(Number(), Number()), inverse=(False, True)), _:
            exact, stated = arithmetic(quotient), bare(whole)
            return exact is not None and stated is not None and stated.denominator == 1 and 0 < abs(exact - stated) < 1
    return False


def _negative_root(claim: Claim, first: int) -> bool:
    """√4 = -2: what an extraneous solution comes to."""
    if claim.relations[first].name != "=":
        return False
    sides = claim.members[first : first + 2]
    root = [isinstance(side, Call) and side.name == "root" and all(map(bare, side.args)) for side in sides]
    values = [bare(side) for side in sides]
    return any(root) and any(value is not None and value < 0 for value in values)


def _sets_a_constant(claim: Claim, first: int, last: int) -> bool:
    if last - first != 1 or claim.relations[first].name != "=":
        return False
    sides = claim.members[first : last + 1]
    return any(isinstance(side, Constant) for side in sides) and any(bare(side) is not None for side in sides)


def _holds(name: str, left: Fraction, right: Fraction) -> bool:
    """Does the link hold? True for a relation that is not known here, which the checker may judge."""
    if name in ORDERS:
        return ORDERS[name](left, right)
    match name:
        case "∣":
            return _divides(left, right)
        case "∣~":
            return _divides(right, left)
        case "∤":
            return not _divides(left, right)
        case "∤~":
            return not _divides(right, left)
    if name in PROPERTIES:
        return _has_property(name, left)
    return True


MAX_FACTORED = 10**9
"""Numbers up to here are factored by trial division."""


def _has_property(name: str, number: Fraction) -> bool:
    """False where it is not known: the number may well have the property."""
    if number.denominator != 1 or not 0 <= number <= MAX_FACTORED:
        return False
    if " not " in name:
        return not _has_property(name.replace(" not ", " "), number)
    value = number.numerator
    match name:
        case "is even" | "is odd":
            return value % 2 == (name == "is odd")
        case "is prime":
            return value > 1 and all(value % d for d in range(2, math.isqrt(value) + 1))
        case "is composite":
            return value > 1 and not _has_property("is prime", number)
        case "is a perfect square":
            return math.isqrt(value) ** 2 == value
    return any(root**3 == value for root in range(1_001))


# "Since 91 is prime", "note that the number 92 is divisible by 7": what is said so is a fact and no conclusion.
_FACT = re.compile(
    r"(?:^\W*|(?<![A-Za-z])(?:since|because|as|note\s+that|notice\s+that|observe\s+that|indeed,?|clearly,?|obviously,?|of\s+course,?"
    r"|know\s+that|recall\s+that|fact\s+that|see\s+that|moreover,?|also,?|we\s+have|here)\s+)(?:the\s+(?:number|integer)\s+)?[$(]*$",
    re.IGNORECASE,
)
_CONCLUDED = re.compile(
    r"(?<![A-Za-z])(?:so|thus|hence|therefore|and|but|then)\s*,?\s*(?:the\s+(?:number|integer)\s+)?[$(]*$",
    re.IGNORECASE,
)


# "4 divides 7 into two parts"
_STOPS = re.compile(
    r"\s*(?:$|[.,;:!)]|(?:and|so|but|since|because|as|while|hence|thus|therefore|which|then|it|we|too)(?![A-Za-z]))",
    re.IGNORECASE,
)


def stated_as_fact(quoted: str, before: str, after: str, *, supposing: bool) -> bool:
    """Does the text state a property or a divisibility of integers, in words, on its own account?

    ``before``, ``after``: the rest of its sentence; ``supposing``: something is supposed or excluded in the text, so
    that what is concluded may be absurd.
    """
    # "(123) is even" speaks of a permutation
    if IN_WORDS.search(quoted) is None or _STOPS.match(after) is None or quoted.lstrip("$\\ ").startswith("("):
        return False
    return _FACT.search(before) is not None or (not supposing and _CONCLUDED.search(before) is not None)


def _divides(divisor: Fraction, number: Fraction) -> bool:
    return number == 0 if divisor == 0 else (number / divisor).denominator == 1
