"""Finite sums and products: with bounds, and with an ellipsis whose rule the given terms leave no doubt about."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

from ...core.claims.ast import Big, Choice, Negation, Node, Number, Power, Product, Sum, Symbol, symbols
from .arithmetic import add, multiply
from .context import Context, Real, checked
from .undecided import ambiguous, resource

MAX_TERMS = 20_000
MAX_DEGREE = 12


def range_total(node: Big, low: int, high: int, term: Callable[[int], Real], context: Context) -> Real:
    """Σ or Π of ``term(k)`` for k from low to high ≥ low. A polynomial body is summed by differences, however long."""
    count = high - low + 1
    if node.kind == "sum":
        degree = _degree(node.body, node.variable)
        if degree is not None and count > degree + 2:
            context.spend(degree + 2)
            return _newton([term(low + i) for i in range(degree + 2)], count)
    if count > MAX_TERMS:
        raise resource(f"a {node.kind} of more than {MAX_TERMS} terms")
    context.spend(count)
    values = [term(k) for k in range(low, high + 1)]
    if node.kind == "sum":
        return add(values)
    return multiply(values, [False] * count)


def _degree(node: Node, variable: str) -> int | None:
    """The degree of ``node`` as a polynomial in ``variable`` (at most MAX_DEGREE); None if it is none."""
    found: int | None = None
    match node:
        case Symbol(name=name):
            found = 1 if name == variable else 0
        case Negation(of=of):
            found = _degree(of, variable)
        case Sum(terms=terms):
            parts = [_degree(term, variable) for term in terms]
            known = [part for part in parts if part is not None]
            found = max(known) if len(known) == len(parts) else None
        case Product(factors=factors, inverse=inverse):
            total = 0
            for factor, under in zip(factors, inverse, strict=True):
                part = _degree(factor, variable)
                if part is None or (under and part):
                    return None
                total += part
            found = total
        case Power(base=base, exponent=Number(value=int(exponent))) if exponent >= 0:
            inside = _degree(base, variable)
            # 0^0 is a question of its own, so that a zero exponent stays with the term-by-term sum.
            found = None if inside is None or exponent == 0 else inside * exponent
        case _:
            found = None if isinstance(node, Choice) or variable in symbols(node) else 0
    return found if found is not None and found <= MAX_DEGREE else None


def _newton(values: list[Real], count: int) -> Real:
    """Σ of the first ``count`` values of the polynomial with these first values: Σ_j C(count, j+1)·Δ^j."""
    total: list[Real] = []
    row = values
    for j in range(len(values)):
        total.append(multiply([math.comb(count, j + 1), row[0]], [False, False]))
        row = [add([b, multiply([-1, a], [False, False])]) for a, b in itertools.pairwise(row)]
    return add(total)


def total(kind: str, first: list[Real], last: Real, context: Context) -> Real:
    """first[0] + first[1] + … + last. Raises Undecided(ambiguous) unless exactly one rule fits."""
    if not all(isinstance(value, int | Fraction) for value in (*first, last)):
        raise ambiguous("the pattern of … is not clear")
    given = [Fraction(value) for value in first if isinstance(value, int | Fraction)]
    end = Fraction(last) if isinstance(last, int | Fraction) else Fraction(0)
    fits = [rows for rule in (_arithmetic, _geometric, _figurate) for rows in rule(given, end)]
    distinct = {tuple(row) for row in fits}
    if len(distinct) != 1:
        raise ambiguous("the pattern of … is not clear")
    (row,) = distinct
    context.spend(len(row))
    return checked(sum(row) if kind == "sum" else math.prod(row))


def _arithmetic(given: list[Fraction], last: Fraction) -> list[list[Fraction]]:
    step = given[1] - given[0]
    if not step or any(b - a != step for a, b in itertools.pairwise(given)):
        return []
    count = (last - given[0]) / step
    if count.denominator != 1 or count < len(given):
        return []
    if count > MAX_TERMS:
        raise resource(f"more than {MAX_TERMS} terms")
    return [[given[0] + step * i for i in range(int(count) + 1)]]


def _geometric(given: list[Fraction], last: Fraction) -> list[list[Fraction]]:
    if not all(given) or not last:
        return []
    ratio = given[1] / given[0]
    if abs(ratio) == 1 or any(b / a != ratio for a, b in itertools.pairwise(given)):
        return []
    row = list(given)
    while row[-1] != last and len(row) < 2_000:
        row.append(row[-1] * ratio)
        if (abs(row[-1]) > abs(last)) == (abs(ratio) > 1) and row[-1] != last:
            return []
    return [row] if row[-1] == last and len(row) > len(given) else []


def _figurate(given: list[Fraction], last: Fraction) -> list[list[Fraction]]:
    """Squares, cubes, triangular numbers and factorials, from any place on."""
    found = []
    rules: tuple[Callable[[int], int], ...] = (
        lambda i: i * i,
        lambda i: i**3,
        lambda i: i * (i + 1) // 2,
        math.factorial,
    )
    for number, rule in enumerate(rules):
        reach = 18 if number == 3 else 2_000
        values = [rule(i) for i in range(1, reach)]
        if given[0] not in values:
            continue
        start = values.index(int(given[0]))
        if [Fraction(v) for v in values[start : start + len(given)]] != given:
            continue
        tail = values[start + len(given) :]
        if last in tail:
            found.append([Fraction(v) for v in values[start : start + len(given) + tail.index(int(last)) + 1]])
    return found
