"""Exact real numbers: sums of rational multiples of products of powers of primes, π, e, logarithms and named values.

A real is an int, a Fraction or a ``Surd``. Two reals are equal only if their normal forms are; they differ, and one is
less, only if certified balls say so (python-flint, imported when first needed). Everything else is Unknown: nothing is
ever approximated.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any, TypeAlias

from .outcomes import Unknown

Rational: TypeAlias = "int | Fraction"
Real: TypeAlias = "int | Fraction | Surd"
Atom: TypeAlias = "tuple[Any, ...]"
"""("p", prime), ("π",), ("e",), ("log", prime), or (function, argument) for a value that has no simpler form."""
Monomial: TypeAlias = "tuple[tuple[Atom, Fraction], ...]"

MAX_TERMS = 24
MAX_WEIGHT = 40
"""Atoms in a real, those inside of named values counted too: nested roots grow fast."""
MAX_FACTORED = 10**10
"""Integers up to here are factored by trial division."""
PRECISIONS = (64, 256, 1024)
MAX_BITS = 40_000
"""Integers beyond this length are not computed."""


class Surd:
    """A real with a known normal form that is not known to be rational. Immutable, hashable."""

    __slots__ = ("_key", "terms", "weight")

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        if len(terms) > MAX_TERMS:
            raise Unknown("too many terms")
        self.terms = terms
        self.weight = sum(_weight(atom) for monomial in terms for atom, _ in monomial)
        if self.weight > MAX_WEIGHT:
            raise Unknown("a deeply nested number")
        self._key = hash(frozenset(terms.items()))

    def __hash__(self) -> int:
        return self._key

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Surd):
            # The same normal form needs no arithmetic; keys of dictionaries are compared this way.
            return (self._key == other._key and self.terms == other.terms) or compare(self, other) == 0
        return compare(self, other) == 0 if isinstance(other, int | Fraction) else NotImplemented

    def __lt__(self, other: Real) -> bool:
        return compare(self, other) < 0

    def __le__(self, other: Real) -> bool:
        return compare(self, other) <= 0

    def __gt__(self, other: Real) -> bool:
        return compare(self, other) > 0

    def __ge__(self, other: Real) -> bool:
        return compare(self, other) >= 0

    def __neg__(self) -> Surd:
        return Surd({monomial: -factor for monomial, factor in self.terms.items()})

    def __add__(self, other: Real) -> Real:
        if not isinstance(other, int | Fraction | Surd):
            return NotImplemented
        terms = dict(self.terms)
        for monomial, factor in _terms(other).items():
            terms[monomial] = terms.get(monomial, Fraction(0)) + factor
        return _made(terms)

    __radd__ = __add__

    def __sub__(self, other: Real) -> Real:
        return self + (-other) if isinstance(other, int | Fraction | Surd) else NotImplemented

    def __rsub__(self, other: Real) -> Real:
        return (-self) + other

    def __mul__(self, other: Real) -> Real:
        if not isinstance(other, int | Fraction | Surd):
            return NotImplemented
        terms: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in _terms(other).items():
                for monomial, c in _product(left, right).items():
                    terms[monomial] = terms.get(monomial, Fraction(0)) + a * b * c
        return _made(terms)

    __rmul__ = __mul__

    def __truediv__(self, other: Real) -> Real:
        return self * reciprocal(other)

    def __rtruediv__(self, other: Real) -> Real:
        return reciprocal(self) * other

    def __abs__(self) -> Real:
        return -self if compare(self, 0) < 0 else self

    def __repr__(self) -> str:
        return shown(self)


ONE: Monomial = ()


def _weight(atom: Atom) -> int:
    return 1 + atom[1].weight if len(atom) > 1 and isinstance(atom[1], Surd) else 1


def _terms(value: Real) -> dict[Monomial, Fraction]:
    if isinstance(value, Surd):
        return value.terms
    return {ONE: Fraction(value)} if value else {}


def _made(terms: dict[Monomial, Fraction]) -> Real:
    kept = {monomial: factor for monomial, factor in terms.items() if factor}
    if not kept:
        return 0
    if len(kept) == 1 and ONE in kept:
        return plain(kept[ONE])
    return Surd(kept)


def plain(value: Rational) -> Rational:
    """An int where the value is one."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _product(left: Monomial, right: Monomial) -> dict[Monomial, Fraction]:
    """The product of two monomials: whole powers of primes go into the factor, squares of roots are opened."""
    powers: dict[Atom, Fraction] = dict(left)
    for atom, exponent in right:
        powers[atom] = powers.get(atom, Fraction(0)) + exponent
    factor = Fraction(1)
    opened: Real = 1
    kept: list[tuple[Atom, Fraction]] = []
    for atom, exponent in powers.items():
        if atom[0] == "p":
            whole = exponent.numerator // exponent.denominator
            factor *= Fraction(atom[1]) ** whole
            exponent -= whole
        elif atom[0] == "√":
            whole = exponent.numerator // 2
            if whole:
                opened = power(atom[1], whole) * opened
                exponent -= 2 * whole
        if exponent:
            kept.append((atom, exponent))
    monomial = tuple(sorted(kept, key=repr))
    if isinstance(opened, Surd):
        return _terms(opened * Surd({monomial: factor}) if monomial else opened * factor)
    return {monomial: factor * opened}


def compare(left: Real, right: Real) -> int:
    """-1, 0 or 1. Raises Unknown where neither the normal forms nor the balls decide."""
    if not isinstance(left, Surd) and not isinstance(right, Surd):
        return (left > right) - (left < right)
    difference = left - right
    if not isinstance(difference, Surd):
        return (difference > 0) - (difference < 0)
    sign = _sign(difference)
    if sign == 0:
        raise Unknown("numbers that are not separated")
    return sign


@lru_cache(maxsize=4096)
def _sign(value: Surd) -> int:
    """1 or -1 where a ball shows it, 0 where none does."""
    import flint

    before = flint.ctx.prec
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            ball = _ball(value)
            if ball > 0:
                return 1
            if ball < 0:
                return -1
    finally:
        flint.ctx.prec = before
    return 0


def _ball(value: Real) -> Any:
    import flint

    if isinstance(value, int):
        return flint.arb(value)
    if isinstance(value, Fraction):
        return flint.arb(value.numerator) / value.denominator
    total = flint.arb(0)
    for monomial, factor in value.terms.items():
        part = _ball(factor)
        for atom, exponent in monomial:
            part = part * _ball_of_atom(atom) ** _ball(exponent)
        total = total + part
    return total


def _ball_of_atom(atom: Atom) -> Any:
    import flint

    if atom[0] == "p":
        return flint.arb(atom[1])
    if atom[0] == "π":
        return flint.arb.pi()
    if atom[0] == "e":
        return flint.arb(1).exp()
    argument = _ball(atom[1])
    name = {"√": "sqrt", "log": "log", "exp": "exp", "sin": "sin", "cos": "cos", "arctan": "atan"}[atom[0]]
    return getattr(argument, name)()


def reciprocal(value: Real) -> Real:
    """1 / value for a value that is not 0; raises Unknown for sums that have no simple inverse."""
    if not isinstance(value, Surd):
        return plain(Fraction(1) / Fraction(value))
    if len(value.terms) == 1:
        ((monomial, factor),) = value.terms.items()
        return Surd({ONE: Fraction(1)}) * Surd({tuple((a, -e) for a, e in monomial): 1 / factor})
    if len(value.terms) == 2:
        (first, a), (second, b) = value.terms.items()
        one, two = _made({first: a}), _made({second: b})
        below = one * one - two * two
        if not isinstance(below, Surd) and below:
            return (one - two) * reciprocal(below)
    raise Unknown("the inverse of a sum")


def power(base: Real, exponent: int) -> Real:
    """base ^ exponent for an integer exponent; the base is not 0 where the exponent is negative."""
    if exponent < 0:
        return power(reciprocal(base), -exponent)
    if isinstance(base, Surd):
        if exponent > 64:
            raise Unknown("a large power")
        result: Real = 1
        for _ in range(exponent):
            result = result * base
        return result
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * exponent > MAX_BITS:
        raise Unknown("a number with too many digits")
    return plain(base**exponent)


def factored(number: int) -> dict[int, int]:
    """Prime → exponent of a positive integer; raises Unknown for what trial division does not reach."""
    if number > MAX_FACTORED:
        small: dict[int, int] = {}
        for prime in (2, 3, 5, 7):
            while number % prime == 0:
                number //= prime
                small[prime] = small.get(prime, 0) + 1
        if number > MAX_FACTORED:
            raise Unknown("the factors of a large number")
        return small | dict(_factored(number))
    return dict(_factored(number))


@lru_cache(maxsize=4096)
def _factored(number: int) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    divisor = 2
    while divisor * divisor <= number:
        count = 0
        while number % divisor == 0:
            number //= divisor
            count += 1
        if count:
            found.append((divisor, count))
        divisor += 1 if divisor == 2 else 2
    if number > 1:
        found.append((number, 1))
    return tuple(found)


def rational_power(base: Real, exponent: Rational) -> Real:
    """base ^ exponent for a base > 0."""
    exponent = plain(exponent)
    if isinstance(exponent, int):
        return power(base, exponent)
    if isinstance(base, Surd):
        if len(base.terms) == 1:
            ((monomial, factor),) = base.terms.items()
            # (a·b)^t splits only over positive parts: every atom below is positive.
            if all(atom[0] in ("p", "π", "e") or (atom[0] == "exp") for atom, _ in monomial):
                raised = tuple((atom, e * exponent) for atom, e in monomial)
                return Surd({ONE: Fraction(1)}) * Surd({raised: Fraction(1)}) * rational_power(factor, exponent)
        if exponent == Fraction(1, 2):
            return Surd({((("√", base), Fraction(1)),): Fraction(1)})
        raise Unknown("a root of a sum")
    value = Fraction(base)
    exact = exact_root(value, exponent.denominator)
    if exact is not None:
        return power(exact, exponent.numerator)
    powers: dict[Atom, Fraction] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in factored(part).items():
            powers[("p", prime)] = powers.get(("p", prime), Fraction(0)) + sign * count * exponent
    return Surd({ONE: Fraction(1)}) * Surd({tuple(powers.items()): Fraction(1)})


def exact_root(value: Rational, degree: int) -> Rational | None:
    """The rational ``degree``-th root of value ≥ 0, None where it is irrational."""
    value = Fraction(value)
    top, bottom = _integer_root(value.numerator, degree), _integer_root(value.denominator, degree)
    if top**degree == value.numerator and bottom**degree == value.denominator:
        return plain(Fraction(top, bottom))
    return None


def _integer_root(number: int, degree: int) -> int:
    """⌊number^(1/degree)⌋ for number ≥ 0."""
    if degree == 2:
        return isqrt(number)
    if degree > number.bit_length():
        return 1 if number else 0
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        if middle**degree <= number:
            low = middle
        else:
            high = middle - 1
    return low


def log(value: Real) -> Real:
    """The natural logarithm of a value > 0."""
    if isinstance(value, Surd):
        if len(value.terms) == 1:
            ((monomial, factor),) = value.terms.items()
            total = log(plain(factor)) if factor > 0 else None
            for atom, exponent in monomial:
                part = _log_of_atom(atom)
                total = None if total is None or part is None else total + part * exponent
            if total is not None:
                return total
        return _named("log", value)
    value = Fraction(value)
    terms: dict[Monomial, Fraction] = {}
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime, count in factored(part).items():
            key: Monomial = ((("log", prime), Fraction(1)),)
            terms[key] = terms.get(key, Fraction(0)) + sign * count
    return _made(terms)


def _log_of_atom(atom: Atom) -> Real | None:
    if atom[0] == "p":
        return log(atom[1])
    if atom[0] == "e":
        return 1
    return atom[1] if atom[0] == "exp" else None


def exp(value: Real) -> Real:
    """e ^ value."""
    if isinstance(value, Surd):
        if len(value.terms) == 1:
            ((monomial, factor),) = value.terms.items()
            if len(monomial) == 1 and monomial[0][0][0] == "log" and monomial[0][1] == 1:
                return rational_power(monomial[0][0][1], factor)
        if all(len(m) == 1 and m[0][0][0] == "log" and m[0][1] == 1 for m in value.terms):
            result: Real = 1
            for monomial, factor in value.terms.items():
                result = result * rational_power(monomial[0][0][1], factor)
            return result
        return _named("exp", value)
    if value == 0:
        return 1
    return Surd({((("e",), Fraction(value)),): Fraction(1)})


def _named(function: str, argument: Real) -> Surd:
    return Surd({(((function, argument), Fraction(1)),): Fraction(1)})


PI = Surd({((("π",), Fraction(1)),): Fraction(1)})


def _turns(value: Real) -> Fraction | None:
    """q where value = q·π with q rational."""
    if value == 0 and not isinstance(value, Surd):
        return Fraction(0)
    if isinstance(value, Surd) and len(value.terms) == 1:
        ((monomial, factor),) = value.terms.items()
        if monomial == ((("π",), Fraction(1)),):
            return factor
    return None


def sin(value: Real) -> Real:
    """Exact at multiples of π/6 and π/4, else a named value."""
    turns = _turns(value)
    if turns is None:
        return _named("sin", value)
    turns %= 2
    sign = 1
    if turns > 1:
        turns, sign = turns - 1, -1
    if turns > Fraction(1, 2):
        turns = 1 - turns
    known: dict[Fraction, Real] = {
        Fraction(0): 0,
        Fraction(1, 6): Fraction(1, 2),
        Fraction(1, 4): rational_power(Fraction(1, 2), Fraction(1, 2)),
        Fraction(1, 3): rational_power(Fraction(3, 4), Fraction(1, 2)),
        Fraction(1, 2): 1,
    }
    found = known.get(turns)
    return sign * (found if found is not None else _named("sin", PI * turns))


def cos(value: Real) -> Real:
    """cos x = sin (π/2 - x) where x is a rational multiple of π, else a named value."""
    turns = _turns(value)
    return _named("cos", value) if turns is None else sin(PI * (Fraction(1, 2) - turns))


def floor(value: Real) -> int:
    """⌊value⌋; raises Unknown where the balls do not decide."""
    if not isinstance(value, Surd):
        return value.numerator // value.denominator
    import flint

    before = flint.ctx.prec
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            found = _ball(value).floor().unique_fmpz()
            if found is not None:
                return int(found)
    finally:
        flint.ctx.prec = before
    raise Unknown("the integer part")


def irrational(value: Real) -> bool:
    """Whether the value is irrational; raises Unknown where the form does not show it.

    Products of distinct fractional powers of primes are linearly independent over ℚ (Besicovitch, On the linear
    independence of fractional powers of integers, 1940), so a sum of them with a root in it is irrational.
    """
    if not isinstance(value, Surd):
        return False
    atoms = [atom for monomial in value.terms for atom, _ in monomial]
    if all(atom[0] == "p" for atom in atoms):
        return True
    beyond = [monomial for monomial in value.terms if monomial]
    if len(beyond) == 1 and len(beyond[0]) == 1 and beyond[0][0][0][0] in ("π", "e", "log"):
        return True  # Lambert; Lindemann: powers of π, nonzero rational powers of e, logarithms of primes
    raise Unknown("whether a number is irrational")


def shown(value: Real) -> str:
    """The value for people: "1/2", "2·√3", "log 2"."""
    if not isinstance(value, Surd):
        return str(plain(value))
    parts = []
    for monomial, factor in value.terms.items():
        names = [_shown_power(atom, exponent) for atom, exponent in monomial]
        scale = "" if factor == 1 and names else "-" if factor == -1 and names else str(plain(factor))
        parts.append("·".join([scale, *names] if scale not in ("", "-") else [scale + names[0], *names[1:]]))
    return " + ".join(parts).replace("+ -", "- ")


def _shown_power(atom: Atom, exponent: Fraction) -> str:
    name = {"π": "π", "e": "e", "p": str(atom[1]) if len(atom) > 1 else ""}.get(atom[0], "")
    if not name:
        name = f"{atom[0]} ({shown(atom[1])})" if isinstance(atom[1], Surd) else f"{atom[0]} {atom[1]}"
    if exponent == 1:
        return name
    if atom[0] == "p" and exponent == Fraction(1, 2):
        return f"√{name}"
    return f"{name}^({exponent})"
