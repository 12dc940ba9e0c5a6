"""Normal forms of logarithms and exponentials."""

from __future__ import annotations

import math
from fractions import Fraction

from .form_ring import Atom, E, Form, NoForm, clean, factors, nonzero, reciprocal, scale, times, total

_HALF = Fraction(1, 2)


def exponential(of: Form) -> Form:
    """e^(q + Σ q_p ln p) = e^q · Π p^(q_p)."""
    exponents: dict[Atom, Fraction] = {}
    for monomial, coefficient in of.items():
        if not monomial:
            exponents[E] = coefficient
        elif len(monomial) == 1 and monomial[0][0][0] == "ln" and monomial[0][1] == 1:
            exponents[("p", monomial[0][0][1])] = coefficient
        else:
            raise NoForm
    raised, extra = clean(exponents)
    return {raised: extra}


def logarithm(of: Form) -> Form:
    """ln of a positive single term."""
    if len(of) != 1:
        raise NoForm
    ((monomial, coefficient),) = of.items()
    if coefficient <= 0:
        raise NoForm
    parts: list[Form] = []
    exponents: dict[Atom, Fraction] = dict(monomial)
    for prime, count in factors(coefficient).items():
        exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count
    for atom, exponent in exponents.items():
        if atom[0] == "p":
            parts.append({((("ln", atom[1]), Fraction(1)),): exponent})
        elif atom == E:
            parts.append({(): exponent})
        else:
            raise NoForm
    return total(parts)


def quotient_of_logs(over: Form, under: Form) -> Form:
    """ln x / ln b. For a rational b = c^k, c no power, the quotient is t + (ln x - t·ln b) / (k·ln c), where t removes
    the largest prime of c from ln x: so every logarithm to a base c is written in one way."""
    if not over:
        return {}
    nonzero(under)
    if over.keys() == under.keys():
        ratios = {over[key] / under[key] for key in over}
        if len(ratios) == 1:
            return {(): ratios.pop()}
    if len(under) == 1:
        return times(over, reciprocal(under))
    if any(len(key) != 1 or key[0][0][0] != "ln" or key[0][1] != 1 for key in under):
        raise NoForm
    last = max(under)
    t = over.get(last, Fraction(0)) / under[last]
    rest = total([over, scale(under, -t)])
    common = under[last] / _primitive(list(under.values()))[-1]
    atom: Atom = ("log base", _base_number(scale(under, 1 / common)))
    return total([{(): t} if t else {}, times(rest, {((atom, Fraction(-1)),): 1 / common})])


def _primitive(exponents: list[Fraction]) -> list[Fraction]:
    """Exponents of the primes of c, where b = c^k: coprime integers, the first one positive."""
    whole = math.lcm(*(exponent.denominator for exponent in exponents))
    numbers = [int(exponent * whole) for exponent in exponents]
    divisor = math.gcd(*numbers) * (1 if numbers[0] > 0 else -1)
    return [Fraction(number // divisor) for number in numbers]


def _base_number(under: Form) -> int:
    """A number that names the base with these prime exponents, e.g. 10 for ln 2 + ln 5."""
    base = Fraction(1)
    for monomial, exponent in under.items():
        if exponent.denominator != 1 or abs(exponent) > 40:
            raise NoForm
        base *= Fraction(monomial[0][0][1]) ** int(exponent)
    if base.denominator != 1:
        raise NoForm
    return base.numerator


def power_of_logs(number: int, exponent: Form) -> Form:
    """b^(q + Σ q_p · ln p / ln b) = b^q · Π p^(q_p) for a prime b or a base of the kind above."""
    exponents: dict[Atom, Fraction] = {}
    for monomial, coefficient in exponent.items():
        if not monomial:
            for prime, count in factors(Fraction(number)).items():
                exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count * coefficient
            continue
        logs = dict(monomial)
        above = [atom for atom, power in logs.items() if atom[0] == "ln" and power == 1]
        if len(logs) != 2 or len(above) != 1:
            raise NoForm
        (below,) = logs.keys() - set(above)
        times = _exponent_of(number, below[1])
        if below[0] not in ("ln", "log base") or logs[below] != -1 or times is None:
            raise NoForm
        exponents[("p", above[0][1])] = exponents.get(("p", above[0][1]), Fraction(0)) + coefficient * times
    raised, extra = clean(exponents)
    return {raised: extra}


def _exponent_of(number: int, base: int) -> int | None:
    """k where number = base^k; None if there is none."""
    count = 0
    while number % base == 0 and number > 1:
        number //= base
        count += 1
    return count if number == 1 and count else None


def hyperbolic(name: str, of: Form) -> Form:
    plus, minus = exponential(of), exponential(scale(of, Fraction(-1)))
    sinh = scale(total([plus, scale(minus, Fraction(-1))]), _HALF)
    cosh = scale(total([plus, minus]), _HALF)
    if name == "tanh":
        return times(sinh, reciprocal(cosh))
    return sinh if name == "sinh" else cosh
