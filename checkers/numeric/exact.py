"""Reduce a tree to an exact number where it is rational, else to an expression of a well-defined real number."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ...core.claims_ast import (
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
from . import integers, progressions, signs
from .context import MAX_BITS, Context, Real, checked
from .forms import rational
from .undecided import Unbound, ambiguous, resource, undefined, unsupported


def reduce(node: Node, context: Context) -> Real:
    """The value of ``node``. Raises Undecided: undefined, ambiguous, resource, unparsed (a name without a value)."""
    return _RULES[type(node)](node, context)


def as_node(value: Real) -> Node:
    """A value as a tree again. It is never shown, so that its numerals need no text (long ones cost much)."""
    if isinstance(value, int | Fraction):
        return Number(value=value, text="")
    return value


def simplest(value: Real) -> Real:
    """``value`` as an exact rational if its normal form shows one."""
    if isinstance(value, int | Fraction):
        return value
    shown = rational(value)
    return value if shown is None else shown


def _number(node: Number, context: Context) -> Real:
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


def as_difference(left: Real, right: Real) -> Real:
    """left - right, exact if both are."""
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return checked(left - right)
    return Sum(terms=(as_node(left), Negation(of=as_node(right))))


def _negation(node: Negation, context: Context) -> Real:
    value = reduce(node.of, context)
    return -value if isinstance(value, int | Fraction) else Negation(of=value)


def _sum(node: Sum, context: Context) -> Real:
    return add([reduce(term, context) for term in node.terms])


def add(values: list[Real]) -> Real:
    """The sum, its rational part collected."""
    total: int | Fraction = 0
    rest: list[Node] = []
    for value in values:
        if isinstance(value, int | Fraction):
            total = total + value
        else:
            rest.append(value)
    total = checked(total)
    if not rest:
        return total
    if total:
        rest.append(as_node(total))
    return rest[0] if len(rest) == 1 else Sum(terms=tuple(rest))


def _product(node: Product, context: Context) -> Real:
    values = [reduce(factor, context) for factor in node.factors]
    return multiply(values, list(node.inverse))


def multiply(values: list[Real], inverse: list[bool]) -> Real:
    """The product; each divisor is shown to be nonzero first, or the product is undefined."""
    total: int | Fraction = 1
    rest: list[Node] = []
    flags: list[bool] = []
    for value, under in zip(values, inverse, strict=True):
        if under and not _nonzero(value):
            raise undefined("division by zero")
        if isinstance(value, int | Fraction):
            total = checked(Fraction(total) / value if under else total * value)
        else:
            rest.append(value)
            flags.append(under)
    if not rest or total == 0:
        return total
    if total == 1 and len(rest) == 1 and not flags[0]:
        return rest[0]
    return Product(factors=(as_node(total), *rest), inverse=(False, *flags))


def _nonzero(value: Real) -> bool:
    if isinstance(value, Call) and value.name == "log" and len(value.args) == 1:
        value = Call(name="ln", args=value.args)  # zero or not, whatever the base
    return bool(value) if isinstance(value, int | Fraction) else signs.sign(value) != 0


def _power(node: Power, context: Context) -> Real:
    return power(reduce(node.base, context), simplest(reduce(node.exponent, context)), context)


def power(base: Real, exponent: Real, context: Context) -> Real:
    """base ^ exponent among the reals."""
    if isinstance(exponent, int):
        return _whole_power(base, exponent)
    base = simplest(base)
    if isinstance(exponent, Fraction):
        return _fraction_power(base, exponent)
    if isinstance(base, Constant) and base.name == "e":
        return Power(base=base, exponent=exponent)
    side = signs.sign(base)
    if side < 0:
        raise undefined("a negative number to an irrational power")
    if side == 0:
        if signs.sign(exponent) > 0:
            return 0
        raise undefined("zero to a power that is not positive")
    if base == 1:
        return 1
    return Power(base=as_node(base), exponent=exponent)


def _whole_power(base: Real, exponent: int) -> Real:
    if exponent == 0:
        if not _nonzero(base):
            raise ambiguous("0^0: 1, or undefined")
        return 1
    if exponent < 0 and not _nonzero(base):
        raise undefined("division by zero")
    if not isinstance(base, int | Fraction):
        return base if exponent == 1 else Power(base=base, exponent=as_node(exponent))
    if base in (0, 1):
        return base
    if base == -1:
        return 1 if exponent % 2 == 0 else -1
    size = max(abs(base.numerator).bit_length(), base.denominator.bit_length())
    if abs(exponent) * size > MAX_BITS:
        if exponent.bit_length() > 200:
            raise resource("a power with an exponent of more than 60 digits")
        return Power(base=as_node(base), exponent=as_node(exponent))
    if exponent < 0:
        return checked(Fraction(base) ** exponent)
    return base**exponent


def _fraction_power(base: Real, exponent: Fraction) -> Real:
    if isinstance(base, int | Fraction):
        if base == 0:
            if exponent > 0:
                return 0
            raise undefined("division by zero")
        if base < 0:
            if exponent.denominator % 2:
                raise ambiguous(f"({signs.show(base)})^({signs.show(exponent)}): the real root, or the principal complex power")
            raise undefined("an even root of a negative number")
        root = _exact_root(base, exponent.denominator)
        if root is not None:
            return _whole_power(root, exponent.numerator)
    elif signs.sign(base) < 0:
        if exponent.denominator % 2:
            raise ambiguous("a fractional power of a negative number")
        raise undefined("an even root of a negative number")
    elif signs.sign(base) == 0:
        if exponent > 0:
            return 0
        raise undefined("division by zero")
    return Power(base=as_node(base), exponent=as_node(exponent))


def _exact_root(value: int | Fraction, index: int) -> int | Fraction | None:
    """The exact root of a positive rational; None if it is irrational."""
    over = integers.exact_root(value.numerator, index)
    under = integers.exact_root(value.denominator, index)
    return None if over is None or under is None else checked(Fraction(over, under))


def _series(node: Series, context: Context) -> Real:
    values = [reduce(term, context) for term in node.first]
    last = reduce(node.last, context)
    return progressions.total(node.kind, values, last, context)


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


# ---- functions


def _call(node: Call, context: Context) -> Real:
    return _FUNCTIONS[node.name](node.name, [reduce(arg, context) for arg in node.args], context)


def _root(name: str, args: list[Real], context: Context) -> Real:
    index, inside = simplest(args[0]), args[1]
    if not isinstance(index, int) or index < 1 or index > 10**6:
        raise unsupported("a root whose index is no small positive integer")
    if index == 1:
        return inside
    inside = simplest(inside)
    side = signs.sign(inside)
    if side < 0:
        if index % 2 == 0:
            raise undefined("an even root of a negative number is not real")
        raise ambiguous("an odd root of a negative number: the real root, or the principal complex one")
    if side == 0:
        return 0
    if isinstance(inside, int | Fraction):
        exact = _exact_root(inside, index)
        if exact is not None:
            return exact
    return Call(name="root", args=(as_node(index), as_node(inside)))


def _abs(name: str, args: list[Real], context: Context) -> Real:
    value = args[0]
    if isinstance(value, int | Fraction):
        return abs(value)
    side = signs.sign(value)
    return 0 if side == 0 else value if side > 0 else Negation(of=value)


def _floor(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if isinstance(value, int | Fraction):
        return math.floor(value)
    return signs.floor(value)


def _ceil(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if isinstance(value, int | Fraction):
        return math.ceil(value)
    return -signs.floor(Negation(of=value))


def _bracket(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if isinstance(value, int):
        return value
    raise ambiguous("[…]: a bracket, or the integer part")


def _percent(name: str, args: list[Real], context: Context) -> Real:
    return multiply([args[0], 100], [False, True])


def _degree(name: str, args: list[Real], context: Context) -> Real:
    return multiply([args[0], Constant(name="π"), 180], [False, False, True])


def _whole(value: Real, what: str) -> int:
    value = simplest(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        raise undefined(f"{what} of a number that is no integer")
    if isinstance(value, Power | Product | Sum | Call) and what in ("gcd", "lcm", "mod", "a binomial"):
        raise resource(f"{what} of a number that is not computed in full")
    raise unsupported(f"{what} of this number")


def _factorial(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if isinstance(value, Fraction) or (isinstance(value, int) and value < 0):
        raise undefined("the factorial of a number that is no natural number")
    number = _whole(value, "the factorial")
    if name == "factorial2":
        return integers.double_factorial(number, context)
    if number * max(number.bit_length() - 2, 1) > MAX_BITS:
        if number.bit_length() > 200:
            raise resource("the factorial of a number of more than 60 digits")
        return Call(name="factorial", args=(as_node(number),))
    return math.factorial(number)


def _binom(name: str, args: list[Real], context: Context) -> Real:
    top, bottom = simplest(args[0]), _whole(args[1], "a binomial")
    if isinstance(top, Fraction):
        raise unsupported("a binomial of a fraction")
    above = _whole(top, "a binomial")
    if above < 0:
        raise ambiguous("a binomial of a negative number")
    if bottom < 0 or bottom > above:
        return 0
    few = min(bottom, above - bottom)
    if few * max(above.bit_length(), 1) > MAX_BITS:
        raise resource("a binomial of more than 300,000 digits")
    return math.comb(above, few)


def _gcd(name: str, args: list[Real], context: Context) -> Real:
    numbers = [_whole(arg, name) for arg in args]
    return math.gcd(*numbers) if name == "gcd" else checked(math.lcm(*numbers))


def _mod(name: str, args: list[Real], context: Context) -> Real:
    modulus = _whole(args[1], "mod")
    if modulus == 0:
        raise undefined("a remainder modulo 0")
    if modulus < 0:
        raise ambiguous("a remainder modulo a negative number")
    number = _whole(args[0], "mod")
    if number < 0 and number % modulus and context.reading.get(integers.SIGN_OF_REMAINDER, 0):
        return -(-number % modulus)
    return number % modulus


def _extreme(name: str, args: list[Real], context: Context) -> Real:
    best = args[0]
    for other in args[1:]:
        difference = signs.sign(as_difference(other, best))
        if difference > 0 if name == "max" else difference < 0:
            best = other
    return best


def _trigonometric(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if name in ("tan", "sec") and signs.sign(Call(name="cos", args=(as_node(value),))) == 0:
        raise undefined(f"{name} where the cosine is zero")
    if name in ("cot", "csc") and signs.sign(Call(name="sin", args=(as_node(value),))) == 0:
        raise undefined(f"{name} where the sine is zero")
    return simplest(Call(name=name, args=(as_node(value),)))


def _arc(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if name != "arctan":
        above = signs.sign(as_difference(value, 1)) > 0
        if above or signs.sign(as_difference(value, -1)) < 0:
            raise undefined(f"{name} outside [-1, 1]")
    return simplest(Call(name=name, args=(as_node(value),)))


def _logarithm(name: str, args: list[Real], context: Context) -> Real:
    value = simplest(args[0])
    if signs.sign(value) <= 0:
        raise undefined("the logarithm of a number that is not positive")
    if name == "ln":
        return simplest(Call(name="ln", args=(as_node(value),)))
    if len(args) == 1 and context.log_base is None:
        return simplest(Call(name="log", args=(as_node(value),)))
    base = simplest(args[1]) if len(args) == 2 else context.log_base
    assert base is not None
    if signs.sign(base) <= 0 or signs.sign(as_difference(base, 1)) == 0:
        raise undefined("a logarithm to a base that is not positive or is 1")
    return simplest(Call(name="log", args=(as_node(value), as_node(base))))


def _plain_function(name: str, args: list[Real], context: Context) -> Real:
    return simplest(Call(name=name, args=(as_node(simplest(args[0])),)))


_FUNCTIONS: dict[str, Callable[[str, list[Real], Context], Real]] = (
    {
        "root": _root,
        "abs": _abs,
        "floor": _floor,
        "ceil": _ceil,
        "bracket": _bracket,
        "percent": _percent,
        "degree": _degree,
        "factorial": _factorial,
        "factorial2": _factorial,
        "binom": _binom,
        "gcd": _gcd,
        "lcm": _gcd,
        "mod": _mod,
        "max": _extreme,
        "min": _extreme,
        "log": _logarithm,
        "ln": _logarithm,
        "sinh": _plain_function,
        "cosh": _plain_function,
        "tanh": _plain_function,
    }
    | dict.fromkeys(("sin", "cos", "tan", "cot", "sec", "csc"), _trigonometric)
    | dict.fromkeys(("arcsin", "arccos", "arctan"), _arc)
)

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
