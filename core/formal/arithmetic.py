"""Numeric claims in the one form that core Lean can say: links over exact arithmetic, whatever has no doubt in it.

What may mean two things (Choice, a doubtful comma, = … mod m), what is no exact number, and what core Lean has no word
for is refused with the reason. Nothing gets a junk value: a divisor must be known to be other than zero.
"""

from __future__ import annotations

import math
from fractions import Fraction

from ..claims.ast import (
    Apply,
    Big,
    Call,
    Choice,
    Claim,
    Constant,
    Negation,
    Node,
    Number,
    Power,
    Product,
    Series,
    Sum,
    Symbol,
    Truncated,
)
from ..value import value

MAX_NODES = 1_000
"""Nodes of a claim; more is refused."""
MAX_EXPONENT = 2_000
MAX_BITS = 20_000
"""Bits of any number that occurs; more is refused, so that a kernel can compute it."""
MAX_UNROLLED = 12
"""Terms of a finite sum or product that is written out."""

RELATIONS = frozenset(("=", "≠", "<", "≤", ">", "≥", "∣", "∤"))


class Refused(Exception):
    """No rendering: a sentence why."""


@value
class Link:
    """left relation right; ``relation`` is one of RELATIONS."""

    left: Node
    relation: str
    right: Node


def links(claim: Claim) -> tuple[Link, ...]:
    """The links of a chain in plain arithmetic. Congruences become divisibility: a ≡ b (mod m) is m ∣ a - b.

    Raises Refused.
    """
    if claim.universal:
        raise Refused(f"it speaks of all {', '.join(claim.universal)} without saying which numbers they are")
    if claim.loose_modulus:
        raise Refused("“a = b mod m” is a congruence or a remainder")
    if any(relation.bang for relation in claim.relations):
        raise Refused("“!=” is a factorial and =, or ≠")
    count = [0]
    members = [_plain(member, count) for member in claim.members]
    modulus = None if claim.modulus is None else _plain(claim.modulus, count)
    found: list[Link] = []
    for left, relation, right in zip(members, claim.relations, members[1:], strict=False):
        name = relation.name
        if name in ("≡", "≢"):
            if modulus is None:
                raise Refused("≡ without a modulus")
            difference = _sum((left, Negation(of=right)))
            found.append(Link(left=modulus, relation="∣" if name == "≡" else "∤", right=difference))
        elif name in ("∣~", "∤~"):
            found.append(Link(left=right, relation=name[0], right=left))
        elif name in RELATIONS:
            found.append(Link(left=left, relation=name, right=right))
        else:
            raise Refused(f"core Lean has no {name}")
    for link in found:
        if link.relation in ("∣", "∤") and not (is_integer(link.left) and is_integer(link.right)):
            raise Refused("divisibility of what is not known to be an integer")
        for side in (link.left, link.right):
            exact(side)
    return tuple(found)


def is_integer(node: Node) -> bool:
    """True if plain arithmetic makes an integer of ``node`` by its form alone: no division in it but under ⌊ ⌋."""
    match node:
        case Number(value=number):
            return isinstance(number, int)
        case Negation(of=of):
            return is_integer(of)
        case Sum(terms=terms):
            return all(is_integer(term) for term in terms)
        case Product(factors=factors, inverse=inverse):
            return not any(inverse) and all(is_integer(factor) for factor in factors)
        case Power(base=base):
            return is_integer(base)
        case Call(name=name, args=args):
            return name in ("floor", "ceil", "gcd", "lcm", "mod") or all(is_integer(arg) for arg in args)
    return False


def exact(node: Node) -> Fraction:
    """The value of plain arithmetic. Raises Refused for a division by zero and for numbers beyond MAX_BITS."""
    found = _exact(node)
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > MAX_BITS:
        raise Refused("a number in it is too large")
    return found


def _exact(node: Node) -> Fraction:
    match node:
        case Number(value=number):
            return Fraction(number)
        case Negation(of=of):
            return -exact(of)
        case Sum(terms=terms):
            total = Fraction(0)
            for term in terms:
                total += exact(term)
            return total
        case Product(factors=factors, inverse=inverse):
            product = Fraction(1)
            for factor, under in zip(factors, inverse, strict=True):
                part = exact(factor)
                if under and part == 0:
                    raise Refused("a division by zero")
                product = product / part if under else product * part
            return product
        case Power(base=base, exponent=Number(value=int() as exponent)):
            return _power(exact(base), exponent)
        case Call(name=name, args=args):
            return _call(name, [exact(arg) for arg in args])
    raise Refused("it is no plain arithmetic")


def _power(base: Fraction, exponent: int) -> Fraction:
    if base == 0 and exponent == 0:
        raise Refused("0 to the power 0")
    size = max(base.numerator.bit_length(), base.denominator.bit_length())
    if size > 1 and size * exponent > 2 * MAX_BITS:
        raise Refused("a number in it is too large")
    return base**exponent


def _call(name: str, args: list[Fraction]) -> Fraction:
    match name, args:
        case "abs", [x]:
            return abs(x)
        case "floor", [x]:
            return Fraction(math.floor(x))
        case "ceil", [x]:
            return Fraction(math.ceil(x))
        case "min", _:
            return min(args)
        case "max", _:
            return max(args)
    if any(arg.denominator != 1 for arg in args):
        raise Refused(f"{name} of what is no integer")
    whole = [arg.numerator for arg in args]
    match name, whole:
        case "gcd", _:
            return Fraction(math.gcd(*whole))
        case "lcm", _:
            return Fraction(math.lcm(*whole))
        case "mod", [a, m]:
            if m <= 0:
                raise Refused("a remainder modulo a number that is not positive")
            return Fraction(a % m)
    raise Refused(f"core Lean has no word for {name}")


# one form for what says the same


def _plain(node: Node, count: list[int]) -> Node:
    """``node`` in plain arithmetic. Raises Refused."""
    count[0] += 1
    if count[0] > MAX_NODES:
        raise Refused(f"it has more than {MAX_NODES} parts")
    match node:
        case Number(value=number, comma=comma):
            if comma is not None:
                raise Refused("a comma or a point that may mean two numbers")
            return rational(Fraction(number))
        case Negation(of=of):
            return Negation(of=_plain(of, count))
        case Sum(terms=terms):
            return _sum(tuple(_plain(term, count) for term in terms))
        case Product(factors=factors, inverse=inverse):
            return product(tuple(_plain(factor, count) for factor in factors), inverse)
        case Power(base=base, exponent=exponent):
            return _plain_power(_plain(base, count), _plain(exponent, count))
        case Call(name=name, args=args):
            return _plain_call(name, tuple(_plain(arg, count) for arg in args))
        case Big():
            return _unrolled(node, count)
        case Choice(about=about):
            raise Refused(f"two readings: {about}")
        case Series():
            raise Refused("a sum or product with …")
        case Truncated():
            raise Refused("a decimal that goes on")
        case Constant(name=name):
            raise Refused(f"core Lean has no {name}")
        case Symbol(name=name) | Apply(name=name):
            raise Refused(f"{name} has no value")
    raise Refused("it is no plain arithmetic")


def whole(number: int) -> Node:
    """An integer: a numeral, negated if it is below zero."""
    node = Number(value=abs(number), text=str(abs(number)))
    return Negation(of=node) if number < 0 else node


def rational(number: Fraction) -> Node:
    """A rational: an integer, or the quotient of two."""
    if number.denominator == 1:
        return whole(number.numerator)
    return product((whole(number.numerator), whole(number.denominator)), (False, True))


def _sum(terms: tuple[Node, ...]) -> Node:
    """The sum, where a sum that comes first needs no brackets of its own."""
    first = terms[0]
    terms = (*first.terms, *terms[1:]) if isinstance(first, Sum) else terms
    return terms[0] if len(terms) == 1 else Sum(terms=terms)


def product(factors: tuple[Node, ...], inverse: tuple[bool, ...]) -> Node:
    """The product, where a product that comes first needs no brackets of its own."""
    first = factors[0]
    if inverse[0]:
        factors, inverse = (whole(1), *factors), (False, *inverse)
    elif isinstance(first, Product):
        factors, inverse = (*first.factors, *factors[1:]), (*first.inverse, *inverse[1:])
    return factors[0] if len(factors) == 1 else Product(factors=factors, inverse=inverse)


def _plain_power(base: Node, exponent: Node) -> Node:
    negative = isinstance(exponent, Negation)
    inner = exponent.of if isinstance(exponent, Negation) else exponent
    if not isinstance(inner, Number) or not isinstance(inner.value, int):
        raise Refused("an exponent that is no numeral")
    if inner.value > MAX_EXPONENT:
        raise Refused(f"an exponent above {MAX_EXPONENT}")
    power = Power(base=base, exponent=inner)
    return product((whole(1), power), (False, True)) if negative else power


def _plain_call(name: str, args: tuple[Node, ...]) -> Node:
    if name == "percent":
        return product((args[0], whole(100)), (False, True))
    if name in ("gcd", "lcm", "mod") and not all(is_integer(arg) for arg in args):
        raise Refused(f"{name} of what is not known to be an integer")
    if name in ("gcd", "lcm", "min", "max") and len(args) >= 2:
        made = args[0]
        for arg in args[1:]:
            made = call(name, (made, arg))
        return made
    if name in ("abs", "floor", "ceil") or (name == "mod" and len(args) == 2):
        return Call(name=name, args=args)
    raise Refused(f"core Lean has no word for {name}")


def call(name: str, args: tuple[Node, ...]) -> Node:
    """The call, with max(x, -x) as |x|."""
    if name == "max" and len(args) == 2 and args[1] == Negation(of=args[0]):
        return Call(name="abs", args=args[:1])
    return Call(name=name, args=args)


def _unrolled(node: Big, count: list[int]) -> Node:
    low, high = exact(_plain(node.low, count)), exact(_plain(node.high, count))
    if low.denominator != 1 or high.denominator != 1 or not 0 <= high - low < MAX_UNROLLED:
        raise Refused(f"a sum or product of no terms or of more than {MAX_UNROLLED}")
    terms = tuple(
        _plain(_at(node.body, node.variable, number), count) for number in range(low.numerator, high.numerator + 1)
    )
    return _sum(terms) if node.kind == "sum" else product(terms, (False,) * len(terms))


def _at(node: Node, variable: str, number: int) -> Node:
    """``node`` with ``number`` for ``variable``."""
    match node:
        case Symbol(name=name):
            return whole(number) if name == variable else node
        case Negation(of=of):
            return Negation(of=_at(of, variable, number))
        case Sum(terms=terms):
            return Sum(terms=tuple(_at(term, variable, number) for term in terms))
        case Product(factors=factors, inverse=inverse):
            return Product(factors=tuple(_at(factor, variable, number) for factor in factors), inverse=inverse)
        case Power(base=base, exponent=exponent):
            return Power(base=_at(base, variable, number), exponent=_at(exponent, variable, number))
        case Call(name=name, args=args):
            return Call(name=name, args=tuple(_at(arg, variable, number) for arg in args))
        case Number() | Constant():
            return node
    raise Refused("what the sum is taken of is no plain arithmetic")
