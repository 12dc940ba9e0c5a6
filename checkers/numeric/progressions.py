"""Finite sums and products with bounds."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

from ...core.claims.ast import Big, Choice, Negation, Node, Number, Power, Product, Sum, Symbol, symbols
from .arithmetic import add, multiply
from .context import Context, Real
from .undecided import resource

MAX_TERMS = 20_000
MAX_DEGREE = 12
FRACTION_BITS = 400
"""Bits of a common denominator that make the addition of one fraction cost as much as a term."""


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
        total = add(values)
        if isinstance(total, Fraction):
            context.spend(count * total.denominator.bit_length() // FRACTION_BITS)
        return total
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
