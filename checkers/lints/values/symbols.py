"""Polynomials that stand for any value of a variable: they decide universal claims that sampling cannot.

A ``Symbolic`` number is a polynomial with rational coefficients in variables, each known to be at least 0 (ℕ), at least
1 (ℕ+) or any number of its ring. A comparison is answered only if it has the same answer for every value of the
variables; otherwise it raises Unknown. Integer division, remainders and conversions always raise Unknown.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn, TypeAlias

from .outcomes import Unknown
from .reals import Rational, plain

Powers: TypeAlias = tuple[tuple[str, int], ...]

MAX_TERMS = 40
MAX_DEGREE = 24
ANY, NATURAL, POSITIVE = "any", "natural", "positive"


class Symbolic:
    """A polynomial: ``terms`` from sorted (variable, exponent) pairs to coefficients, ``floors`` what is known of each
    variable. ``whole`` is True where every variable and coefficient is an integer."""

    __slots__ = ("floors", "terms", "whole")

    def __init__(self, terms: dict[Powers, Rational], floors: dict[str, str], whole: bool) -> None:
        if len(terms) > MAX_TERMS:
            raise Unknown("a long polynomial")
        self.terms = {powers: factor for powers, factor in terms.items() if factor}
        self.floors = floors
        self.whole = whole

    def __add__(self, other: object) -> Symbolic:
        right = self._lift(other)
        terms = dict(self.terms)
        for powers, factor in right.terms.items():
            terms[powers] = terms.get(powers, 0) + factor
        return Symbolic(terms, self.floors | right.floors, self.whole and right.whole)

    __radd__ = __add__

    def __neg__(self) -> Symbolic:
        return Symbolic({powers: -factor for powers, factor in self.terms.items()}, self.floors, self.whole)

    def __sub__(self, other: object) -> Symbolic:
        return self + (-self._lift(other))

    def __rsub__(self, other: object) -> Symbolic:
        return self._lift(other) - self

    def __mul__(self, other: object) -> Symbolic:
        right = self._lift(other)
        terms: dict[Powers, Rational] = {}
        for left_powers, a in self.terms.items():
            for right_powers, b in right.terms.items():
                powers = _merged(left_powers, right_powers)
                terms[powers] = terms.get(powers, 0) + a * b
        return Symbolic(terms, self.floors | right.floors, self.whole and right.whole)

    __rmul__ = __mul__

    def __pow__(self, exponent: object) -> Symbolic:
        if not isinstance(exponent, int) or not 0 <= exponent <= MAX_DEGREE:
            raise Unknown("a power of a variable")
        result = self._lift(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __truediv__(self, other: object) -> Symbolic:
        if isinstance(other, int | Fraction) and other:
            terms = {powers: plain(Fraction(factor) / other) for powers, factor in self.terms.items()}
            whole = self.whole and all(isinstance(factor, int) for factor in terms.values())
            return Symbolic(terms, self.floors, whole)
        raise Unknown("a quotient of variables")

    def _refused(self, *_: object) -> NoReturn:
        raise Unknown("an operation on a variable")

    def __mod__(self, other: object) -> int:
        """The remainder by a positive integer where every value of the variables leaves the same one."""
        constant = self.terms.get((), 0)
        if isinstance(other, int) and other > 0 and self.whole and constant.denominator == 1:
            beyond = [factor for powers, factor in self.terms.items() if powers]
            if all(factor.denominator == 1 and factor.numerator % other == 0 for factor in beyond):
                return constant.numerator % other
        raise Unknown("a remainder of a variable")

    __floordiv__ = __rfloordiv__ = __rmod__ = __rtruediv__ = __rpow__ = _refused
    __int__ = __index__ = __bool__ = __abs__ = __float__ = _refused

    def __hash__(self) -> int:
        raise Unknown("a collection of variables")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | Symbolic):
            raise Unknown("a comparison with a variable")
        difference = self - other
        if not difference.terms:
            return True
        if difference.positive() or (-difference).positive() or difference.never_zero():
            return False
        raise Unknown("an equation between polynomials")

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: object) -> bool:
        return self._lift(other).exceeds(self)

    def __gt__(self, other: object) -> bool:
        return self.exceeds(self._lift(other))

    def __le__(self, other: object) -> bool:
        return not self.exceeds(self._lift(other))

    def __ge__(self, other: object) -> bool:
        return not self._lift(other).exceeds(self)

    def exceeds(self, other: Symbolic) -> bool:
        """Whether self > other at every value (True), at none (False)."""
        difference = self - other
        if difference.positive():
            return True
        if (-difference).nonnegative():
            return False
        raise Unknown("an inequality between polynomials")

    def divides(self, other: object) -> bool:
        """True where the quotient other / self is a polynomial with integer coefficients, by a monomial divisor."""
        right = self._lift(other)
        if not right.terms:
            return True
        if len(self.terms) == 1 and self.whole and right.whole:
            ((powers, factor),) = self.terms.items()
            own = dict(powers)
            if all(
                Fraction(other_factor, factor).denominator == 1
                and all(dict(p).get(name, 0) >= e for name, e in own.items())
                for p, other_factor in right.terms.items()
            ):
                return True
        raise Unknown("divisibility by a variable")

    def nonnegative(self) -> bool:
        """Whether each term is at least 0 at every value; sufficient, not necessary."""
        return all(factor > 0 and self._term_nonnegative(powers) for powers, factor in self.terms.items())

    def positive(self) -> bool:
        """Whether the value is above 0 everywhere: terms at least 0 and one of them above; sufficient only."""
        return self.nonnegative() and any(
            all(self.floors[variable] == POSITIVE for variable, _ in powers) for powers in self.terms
        )

    def never_zero(self) -> bool:
        """Whether an integer polynomial has a constant that no multiple of its other coefficients reaches."""
        constant = self.terms.get((), 0)
        others = [factor for powers, factor in self.terms.items() if powers]
        if not self.whole or not constant or any(factor.denominator != 1 for factor in [constant, *others]):
            return False
        divisor = 0
        for factor in others:
            divisor = _gcd(divisor, abs(factor.numerator))
        return divisor > 1 and constant.numerator % divisor != 0

    def _term_nonnegative(self, powers: Powers) -> bool:
        return all(exponent % 2 == 0 or self.floors[variable] != ANY for variable, exponent in powers)

    def _lift(self, value: object) -> Symbolic:
        if isinstance(value, Symbolic):
            return value
        if isinstance(value, int | Fraction):
            whole = isinstance(value, int) or value.denominator == 1
            return Symbolic({(): value}, {}, whole)
        raise Unknown("a variable beside a value that is no rational number")

    def __repr__(self) -> str:
        return " + ".join(f"{factor}·{powers}" for powers, factor in self.terms.items()) or "0"


def variable(name: str, floor: str, *, whole: bool) -> Symbolic:
    """The polynomial of one variable."""
    return Symbolic({((name, 1),): 1}, {name: floor}, whole)


def _gcd(left: int, right: int) -> int:
    while right:
        left, right = right, left % right
    return left


def _merged(left: Powers, right: Powers) -> Powers:
    powers = dict(left)
    for name, exponent in right:
        powers[name] = powers.get(name, 0) + exponent
    if sum(powers.values()) > MAX_DEGREE:
        raise Unknown("a polynomial of high degree")
    return tuple(sorted(powers.items()))
