"""The tier for identities: polynomials and rational functions over the rationals, both sides expanded exactly.

An expression is a quotient of two sparse polynomials in its names. Two quotients are equal as functions where both
are defined if and only if their cross products are the same polynomial.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import islice, product
from typing import TypeAlias

from ...core.claims.ast import Call, Negation, Node, Power, Product, Sum, Symbol, symbols
from ...core.claims.reading import plain
from ...core.value import value
from . import signs
from .arithmetic import simplest
from .context import Context
from .exact import reduce
from .undecided import Unbound, Undecided, undefined, unsupported

Monomial: TypeAlias = tuple[tuple[str, int], ...]
Polynomial: TypeAlias = dict[Monomial, Fraction]
Quotient: TypeAlias = tuple[Polynomial, Polynomial]

MAX_TERMS = 3_000
MAX_DEGREE = 200
MAX_NAMES = 8
ONE: Polynomial = {(): Fraction(1)}


@value
class Identity:
    """Whether the sides are equal as functions; ``why`` gives the poles, or a point where they differ."""

    holds: bool
    why: str


def decide(left: Node, right: Node, context: Context, least: int | None = None) -> Identity:
    """Compare both sides as rational functions of their names, from which a point that tells them apart is at least
    ``least`` in each. Raises Undecided for anything beyond."""
    names = sorted((symbols(left) | symbols(right)) - set(context.names))
    if not names or len(names) > MAX_NAMES or any("(" in name for name in names):
        raise unsupported("no identity between rational functions")
    poles: list[Node] = []
    one, two = _quotient(left, context, poles), _quotient(right, context, poles)
    difference = _add(_times(context, one[0], two[1]), _scale(_times(context, two[0], one[1]), Fraction(-1)))
    if not difference:
        conditions = [f"{plain(pole)} ≠ 0" for pole in dict.fromkeys(poles)]
        return Identity(
            holds=True, why=f"for all {', '.join(names)}" + (f" with {', '.join(conditions)}" if poles else "")
        )
    return Identity(holds=False, why=_witness(context, names, difference, (one, two), least))


def _witness(
    context: Context, names: list[str], difference: Polynomial, sides: tuple[Quotient, Quotient], least: int | None
) -> str:
    """A small point at which both sides are defined and differ: a nonzero polynomial of degree d in each variable
    has one among any d + 1 values per variable; the poles need a few more. Positive integers come first, since "for all
    n" often means them."""
    one, two = sides
    nonzero = _times(context, difference, _times(context, one[1], two[1]))
    first = 1 if least is None else least
    values = [*map(Fraction, range(first, first + 12)), *map(Fraction, (0, -1, -2, -3) if least is None else ())]
    for point in islice(product(values, repeat=len(names)), 5_000):
        at = dict(zip(names, point, strict=True))
        if _value(nonzero, at):
            left = _value(one[0], at) / _value(one[1], at)
            right = _value(two[0], at) / _value(two[1], at)
            where = ", ".join(f"{name} = {at[name]}" for name in names)
            return f"at {where} the left side is {signs.show(left)}, the right side {signs.show(right)}"
    raise unsupported("no small point shows the difference")


def _value(of: Polynomial, at: dict[str, Fraction]) -> Fraction:
    return sum(
        (
            c * math.prod((at[name] ** exponent for name, exponent in monomial), start=Fraction(1))
            for monomial, c in of.items()
        ),
        Fraction(0),
    )


def _quotient(node: Node, context: Context, poles: list[Node]) -> Quotient:
    if not _open(node, context):
        found = simplest(reduce(node, context))
        if not isinstance(found, int | Fraction):
            raise unsupported("an identity with irrational numbers")
        return _constant(Fraction(found)), ONE
    match node:
        case Symbol(name=name):
            if name in context.bound:
                raise unsupported("a sum with names in its bounds")
            return {((name, 1),): Fraction(1)}, ONE
        case Negation(of=of):
            over, under = _quotient(of, context, poles)
            return _scale(over, Fraction(-1)), under
        case Sum(terms=terms):
            return _sum(context, [_quotient(term, context, poles) for term in terms])
        case Product(factors=factors, inverse=inverse):
            result: Quotient = (ONE, ONE)
            for factor, below in zip(factors, inverse, strict=True):
                over, under = _quotient(factor, context, poles)
                if below:
                    if not over:
                        raise undefined("division by zero")
                    if _open(factor, context):
                        poles.append(factor)
                    over, under = under, over
                result = (_times(context, result[0], over), _times(context, result[1], under))
            return result
        case Power(base=base, exponent=exponent):
            return _power(base, exponent, context, poles)
        case Call(name="percent", args=(of,)):
            over, under = _quotient(of, context, poles)
            return _scale(over, Fraction(1, 100)), under
    raise unsupported("an identity beyond rational functions")


def _open(node: Node, context: Context) -> bool:
    return any(name not in context.names for name in symbols(node))


def _constant(of: Fraction) -> Polynomial:
    return {(): of} if of else {}


def _sum(context: Context, parts: list[Quotient]) -> Quotient:
    over, under = parts[0]
    for top, bottom in parts[1:]:
        if bottom == under:
            over = _add(over, top)
        else:
            over, under = (
                _add(_times(context, over, bottom), _times(context, top, under)),
                _times(context, under, bottom),
            )
    return over, under


def _power(base: Node, exponent: Node, context: Context, poles: list[Node]) -> Quotient:
    try:
        found = simplest(reduce(exponent, context))
    except Unbound:
        raise unsupported("a name in an exponent") from None
    if not isinstance(found, int) or abs(found) > MAX_DEGREE:
        raise unsupported("an exponent that is no small integer")
    over, under = _quotient(base, context, poles)
    if found <= 0 and not over:
        raise undefined("division by zero")
    if found <= 0:
        poles.append(base)
        over, under = under, over
    return _raise(context, over, abs(found)), _raise(context, under, abs(found))


def _raise(context: Context, of: Polynomial, exponent: int) -> Polynomial:
    result = ONE
    for _ in range(exponent):
        result = _times(context, result, of)
    return result


def _add(left: Polynomial, right: Polynomial) -> Polynomial:
    result = dict(left)
    for monomial, coefficient in right.items():
        summed = result.get(monomial, Fraction(0)) + coefficient
        if summed:
            result[monomial] = summed
        else:
            result.pop(monomial, None)
    return result


def _scale(of: Polynomial, by: Fraction) -> Polynomial:
    return {monomial: coefficient * by for monomial, coefficient in of.items()}


def _times(context: Context, left: Polynomial, right: Polynomial) -> Polynomial:
    context.spend(4 * len(left) * len(right))
    result: Polynomial = {}
    for a, x in left.items():
        for b, y in right.items():
            exponents = dict(a)
            for name, exponent in b:
                exponents[name] = exponents.get(name, 0) + exponent
            monomial = tuple(sorted(exponents.items()))
            summed = result.get(monomial, Fraction(0)) + x * y
            if summed:
                result[monomial] = summed
            else:
                del result[monomial]
    if len(result) > MAX_TERMS:
        raise _large()
    return result


def _large() -> Undecided:
    return unsupported("an identity with many terms")
