"""Reduce a tree to an exact number where it is rational, else to an expression of a well-defined real number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...core.claims.ast import (
    Apply,
    Big,
    Call,
    Choice,
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
from . import progressions, signs
from .arithmetic import add, as_difference, multiply, power, simplest
from .context import DECIMAL_COMMA, Context, Real, checked
from .ellipsis import series_value
from .functions import FUNCTIONS
from .undecided import Unbound, ambiguous, undefined


def reduce(node: Node, context: Context) -> Real:
    """The value of ``node``. Raises Undecided: undefined, ambiguous, resource, unparsed (a name without a value)."""
    return _RULES[type(node)](node, context)


def _number(node: Number, context: Context) -> Real:
    if node.comma is not None and context.reading.get(DECIMAL_COMMA):
        return checked(node.comma)
    return node.value


def _itself(node: Any, context: Context) -> Real:
    found: Real = node
    return found


def _constant(node: Constant, context: Context) -> Real:
    if node.name in context.names or node.name in context.bound:
        return _symbol(Symbol(name=node.name), context)
    return node


def _symbol(node: Symbol, context: Context) -> Real:
    name = node.name
    if name in context.bound:
        return context.bound[name]
    if name in context.known:
        return context.known[name]
    if name not in context.names:
        raise Unbound(name)
    if name in context.resolving:
        raise ambiguous(f"{name} is defined through itself")
    context.resolving.add(name)
    try:
        values = [simplest(reduce(expression, context)) for expression in context.names[name]]
    finally:
        context.resolving.discard(name)
    for other in values[1:]:
        if other != values[0] and signs.sign(as_difference(values[0], other)) != 0:
            raise ambiguous(f"{name} is bound twice: {signs.show(values[0])} and {signs.show(other)}")
    context.known[name] = values[0]
    return values[0]


def _negation(node: Negation, context: Context) -> Real:
    value = reduce(node.of, context)
    return -value if isinstance(value, int | Fraction) else Negation(of=value)


def _sum(node: Sum, context: Context) -> Real:
    return add([reduce(term, context) for term in node.terms])


def _product(node: Product, context: Context) -> Real:
    values = [reduce(factor, context) for factor in node.factors]
    return multiply(values, list(node.inverse))


def _power(node: Power, context: Context) -> Real:
    return power(reduce(node.base, context), simplest(reduce(node.exponent, context)))


def _series(node: Series, context: Context) -> Real:
    return series_value(node, context, reduce)


def _big(node: Big, context: Context) -> Real:
    low, high = simplest(reduce(node.low, context)), simplest(reduce(node.high, context))
    if not isinstance(low, int) or not isinstance(high, int):
        raise undefined("a sum or product whose bounds are no integers")
    empty: Real = 0 if node.kind == "sum" else 1
    if high < low:
        if high == low - 1:
            return empty
        raise ambiguous("bounds in the wrong order: an empty sum, or one with its sign reversed")
    outer = context.bound.get(node.variable)

    def term(index: int) -> Real:
        context.bound[node.variable] = index
        return reduce(node.body, context)

    try:
        return progressions.range_total(node, low, high, term, context)
    finally:
        if outer is None:
            context.bound.pop(node.variable, None)
        else:
            context.bound[node.variable] = outer


def _apply(node: Apply, context: Context) -> Real:
    raise Unbound(f"{node.name}(…)")


def _choice(node: Choice, context: Context) -> Real:
    index = context.reading.get(node.about, 0)
    return reduce(node.options[min(index, len(node.options) - 1)], context)


def _call(node: Call, context: Context) -> Real:
    return FUNCTIONS[node.name](node.name, [reduce(arg, context) for arg in node.args], context)


_RULES: dict[type, Callable[[Any, Context], Real]] = {
    Number: _number,
    Truncated: _itself,
    Constant: _constant,
    Symbol: _symbol,
    Negation: _negation,
    Sum: _sum,
    Product: _product,
    Power: _power,
    Call: _call,
    Apply: _apply,
    Big: _big,
    Series: _series,
    Choice: _choice,
}
