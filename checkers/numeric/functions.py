"""The functions of the grammar on values, each with the domain where it is defined."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from ...core.claims.ast import Call, Constant, Negation, Power, Product, Sum
from . import integers, signs
from .arithmetic import as_difference, as_node, exact_root, multiply, simplest
from .context import MAX_BITS, Context, Real, checked
from .undecided import ambiguous, resource, undefined, unsupported


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
        exact = exact_root(inside, index)
        if exact is not None:
            return exact
    return Call(name="root", args=(as_node(index), as_node(inside)))


def _abs(name: str, args: list[Real], context: Context) -> Real:
    value = args[0]
    if isinstance(value, int):
        return abs(value)
    if isinstance(value, Fraction):
        return abs(value)
    side = signs.sign(value)
    if side == 0:
        return 0
    return value if side > 0 else Negation(of=value)


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


Function: TypeAlias = Callable[[str, list[Real], Context], Real]

FUNCTIONS: dict[str, Function] = {
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
    "sin": _trigonometric,
    "cos": _trigonometric,
    "tan": _trigonometric,
    "cot": _trigonometric,
    "sec": _trigonometric,
    "csc": _trigonometric,
    "arcsin": _arc,
    "arccos": _arc,
    "arctan": _arc,
    "sinh": _plain_function,
    "cosh": _plain_function,
    "tanh": _plain_function,
}
"""From the name of a Call to its value: f(name, arguments, context)."""
