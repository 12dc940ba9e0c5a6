"""The ring of normal forms: rational combinations of monomials, their products, quotients, powers and roots."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypeAlias

Atom: TypeAlias = tuple[str, int]
Monomial: TypeAlias = tuple[tuple[Atom, Fraction], ...]
Form: TypeAlias = dict[Monomial, Fraction]

PI: Atom = ("π", 0)
E: Atom = ("e", 0)
BASE: Atom = ("base", 0)
"""The natural logarithm of the base of a log whose base is not written: an unknown positive number."""
MAX_TERMS = 60
MAX_POWER = 64
TRIAL = 20_000
"""Trial division goes up to here; what is left is an atom of its own."""
SMALL = 100
"""… and up to here for numbers of thousands of digits."""
MAX_FACTORED_BITS = 400_000


class NoForm(Exception):
    """The number has no normal form here."""


def scale(of: Form, by: Fraction) -> Form:
    return {monomial: coefficient * by for monomial, coefficient in of.items()} if by else {}


def total(parts: list[Form]) -> Form:
    result: Form = {}
    for part in parts:
        for monomial, coefficient in part.items():
            summed = result.get(monomial, Fraction(0)) + coefficient
            if summed:
                result[monomial] = summed
            else:
                result.pop(monomial, None)
    if len(result) > MAX_TERMS:
        raise NoForm
    return result


def times(left: Form, right: Form) -> Form:
    if len(left) * len(right) > MAX_TERMS * 10:
        raise NoForm
    parts: list[Form] = []
    for a, x in left.items():
        for b, y in right.items():
            monomial, extra = _join(a, b)
            parts.append({monomial: x * y * extra})
    return total(parts)


def _join(left: Monomial, right: Monomial) -> tuple[Monomial, Fraction]:
    """The product of two monomials; whole powers of integers go into the coefficient."""
    exponents: dict[Atom, Fraction] = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, Fraction(0)) + exponent
    return clean(exponents)


def clean(exponents: dict[Atom, Fraction]) -> tuple[Monomial, Fraction]:
    coefficient = Fraction(1)
    kept: list[tuple[Atom, Fraction]] = []
    for atom, exponent in exponents.items():
        if atom[0] == "p":
            whole = math.floor(exponent)
            if whole:
                if abs(whole) * atom[1].bit_length() > 20_000:
                    raise NoForm
                coefficient *= Fraction(atom[1]) ** whole
            exponent -= whole
        if exponent:
            kept.append((atom, exponent))
    return tuple(sorted(kept)), coefficient


def reciprocal(of: Form) -> Form:
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        flipped, extra = clean({atom: -exponent for atom, exponent in monomial})
        return {flipped: extra / coefficient}
    if len(of) == 2:
        # (a + b)^-1 = (a - b) / (a^2 - b^2), where that is rational or a single term
        (m1, c1), (m2, c2) = of.items()
        conjugate: Form = {m1: c1, m2: -c2}
        below = times(of, conjugate)
        if len(below) == 1:
            return times(conjugate, reciprocal(below))
    raise NoForm


def nonzero(of: Form) -> Form:
    if not of:
        raise NoForm
    return of


def whole_power(of: Form, exponent: int) -> Form:
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        if abs(exponent) * (coefficient.numerator.bit_length() + coefficient.denominator.bit_length()) > 20_000:
            raise NoForm
        raised, extra = clean({atom: e * exponent for atom, e in monomial})
        return {raised: extra * coefficient**exponent}
    if exponent < 0:
        return whole_power(reciprocal(of), -exponent)
    result: Form = {(): Fraction(1)}
    for _ in range(exponent):
        result = times(result, of)
    return result


def root_power(of: Form, exponent: Fraction) -> Form:
    """of ^ exponent for a positive single term, or √(a + b√c) where that denests."""
    if not of:
        if exponent > 0:
            return {}
        raise NoForm
    if len(of) == 1:
        ((monomial, coefficient),) = of.items()
        if coefficient < 0:
            raise NoForm
        exponents = dict(monomial)
        if any(atom[0] in ("~", "base") for atom in exponents):
            raise NoForm  # may be negative
        for prime, count in factors(coefficient).items():
            exponents[("p", prime)] = exponents.get(("p", prime), Fraction(0)) + count
        raised, extra = clean({atom: e * exponent for atom, e in exponents.items()})
        return {raised: extra}
    if exponent == Fraction(1, 2):
        return _denest(of)
    raise NoForm


def _denest(of: Form) -> Form:
    """√(a + b√c) = √((a+d)/2) ± √((a-d)/2) with d = √(a² - b²c), where d is rational and a > 0."""
    if len(of) != 2 or () not in of:
        raise NoForm
    a = of[()]
    (monomial,) = (m for m in of if m)
    if any(atom[0] != "p" or exponent != Fraction(1, 2) for atom, exponent in monomial):
        raise NoForm
    b = of[monomial]
    c = math.prod(atom[1] for atom, _ in monomial)
    inside = a * a - b * b * c
    if a <= 0 or inside < 0:
        raise NoForm
    top, bottom = math.isqrt(inside.numerator), math.isqrt(inside.denominator)
    if top * top != inside.numerator or bottom * bottom != inside.denominator:
        raise NoForm
    d = Fraction(top, bottom)
    plus = root_power({(): (a + d) / 2}, Fraction(1, 2))
    minus = root_power({(): (a - d) / 2}, Fraction(1, 2)) if a != d else {}
    return total([plus, minus if b > 0 else scale(minus, Fraction(-1))])


def factors(of: Fraction) -> dict[int, int]:
    """Prime exponents; a factor without small primes stays whole and counts as a prime of its own."""
    found: dict[int, int] = {}
    for number, sign in ((of.numerator, 1), (of.denominator, -1)):
        if number.bit_length() > MAX_FACTORED_BITS:
            raise NoForm
        divisor = 2
        while divisor * divisor <= number and divisor <= (TRIAL if number.bit_length() < 4_000 else SMALL):
            if number % divisor == 0:
                number, count = _remove(number, divisor)
                found[divisor] = found.get(divisor, 0) + sign * count
            divisor += 1 if divisor == 2 else 2
        if number.bit_length() > 4_000:
            raise NoForm
        if number > 1:
            found[number] = found.get(number, 0) + sign
    return {prime: count for prime, count in found.items() if count}


def _remove(number: int, divisor: int) -> tuple[int, int]:
    """(number without the factor ``divisor``, how often it was in it), by repeated squaring of the divisor."""
    if number % divisor:
        return number, 0
    rest, count = _remove(number // divisor, divisor * divisor)
    if rest % divisor == 0:
        return rest // divisor, 2 * count + 2
    return rest, 2 * count + 1
