"""A normal form of reals: rational combinations of products of p^q, π^q, e^q and ln p. Equal forms are equal numbers.

These atoms are positive reals and each rule below is an identity of positive reals; an expression that no rule takes
apart is an atom with whole exponents only. So equality of forms proves equality of values. Different forms prove
nothing here; balls do that.
"""

from __future__ import annotations

import hashlib
from fractions import Fraction

from ...core.claims.ast import Call, Constant, Negation, Node, Number, Power, Product, Sum
from .context import Real
from .form_logs import exponential, hyperbolic, logarithm, power_of_logs, quotient_of_logs
from .form_ring import (
    BASE,
    MAX_POWER,
    PI,
    Atom,
    E,
    Form,
    NoForm,
    reciprocal,
    root_power,
    scale,
    times,
    total,
    whole_power,
)
from .form_trig import arc, trigonometric


def form(value: Real) -> Form:
    """The normal form of ``value``, a well-defined real. What no rule below takes apart is an atom of its own, known
    by its expression only. Raises NoForm where the form would be long."""
    if isinstance(value, Number):
        value = value.value
    if isinstance(value, int | Fraction):
        return {(): Fraction(value)} if value else {}
    match value:
        case Constant(name=name):
            return {(((PI if name == "π" else E), Fraction(1)),): Fraction(1)}
        case Negation(of=of):
            return scale(form(of), Fraction(-1))
        case Sum(terms=terms):
            return total([form(term) for term in terms])
        case Product() | Power() | Call():
            try:
                return _taken_apart(value)
            except NoForm:
                return {((_opaque(value), Fraction(1)),): Fraction(1)}
    raise NoForm


def _taken_apart(value: Product | Power | Call) -> Form:
    match value:
        case Product(factors=factors, inverse=inverse):
            result: Form = {(): Fraction(1)}
            for factor, under in zip(factors, inverse, strict=True):
                part = form(factor)
                result = times(result, reciprocal(part) if under else part)
            return result
        case Power(base=base, exponent=exponent):
            return _power(base, exponent)
    return _call(value.name, value.args)


def _opaque(value: Node) -> Atom:
    """An atom that stands for this expression: the same expression is the same number."""
    return ("~", int.from_bytes(hashlib.sha256(repr(value).encode()).digest()))


def rational(value: Real) -> int | Fraction | None:
    """The exact rational that ``value`` is, if its form shows one; None otherwise."""
    try:
        found = form(value)
    except NoForm:
        return None
    if not found:
        return 0
    if len(found) == 1 and () in found:
        result = found[()]
        return result.numerator if result.denominator == 1 else result
    return None


def turns(value: Real) -> Fraction | None:
    """q where ``value`` is q·π; None if it is no such number."""
    try:
        found = form(value)
    except NoForm:
        return None
    if not found:
        return Fraction(0)
    key = ((PI, Fraction(1)),)
    return found[key] if len(found) == 1 and key in found else None


def _power(base: Real, exponent: Real) -> Form:
    exponent = exponent.value if isinstance(exponent, Number) else exponent
    if isinstance(exponent, int):
        if abs(exponent) > MAX_POWER and not isinstance(base, Constant):
            raise NoForm
        return whole_power(form(base), exponent)
    if isinstance(base, Constant) and base.name == "e":
        return exponential(form(exponent))
    if isinstance(exponent, Fraction):
        return root_power(form(base), exponent)
    shown = rational(exponent)
    if shown is not None:
        return _power(base, shown)
    number = base.value if isinstance(base, Number) else base
    if not isinstance(number, int) or number < 2:
        raise NoForm
    return power_of_logs(number, form(exponent))


def _call(name: str, args: tuple[Node, ...]) -> Form:
    match name:
        case "root":
            index, inside = args
            if not isinstance(index, Number) or not isinstance(index.value, int):
                raise NoForm
            return root_power(form(inside), Fraction(1, index.value))
        case "ln":
            return logarithm(form(args[0]))
        case "log" if len(args) == 1:
            return times(logarithm(form(args[0])), {((BASE, Fraction(-1)),): Fraction(1)})
        case "log":
            return quotient_of_logs(logarithm(form(args[0])), logarithm(form(args[1])))
        case "sin" | "cos" | "tan" | "cot" | "sec" | "csc":
            q = turns(args[0])
            if q is None:
                raise NoForm
            return trigonometric(name, q)
        case "arcsin" | "arccos" | "arctan":
            return arc(name, form(args[0]))
        case "sinh" | "cosh" | "tanh":
            return hyperbolic(name, form(args[0]))
    raise NoForm
