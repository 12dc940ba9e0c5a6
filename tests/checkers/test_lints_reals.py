"""Exact reals: what they say is certain, checked against floating point where that is far from the edge."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.checkers.lints.values import reals
from proofsieve.checkers.lints.values.outcomes import Unknown
from proofsieve.checkers.lints.values.reals import Real, Surd

SMALL = st.fractions(min_value=-9, max_value=9, max_denominator=6)
POSITIVE = st.fractions(min_value=Fraction(1, 6), max_value=40, max_denominator=6)


def root(value: Fraction | int) -> Real:
    """√value."""
    return reals.rational_power(value, Fraction(1, 2)) if value else 0


def near(value: Real) -> float:
    """A floating-point approximation."""
    if not isinstance(value, Surd):
        return float(value)
    bases = {"π": math.pi, "e": math.e}
    total = 0.0
    for monomial, factor in value.terms.items():
        part = float(factor)
        for atom, exponent in monomial:
            base = bases.get(atom[0]) or (atom[1] if atom[0] == "p" else math.log(atom[1]))
            part *= base ** float(exponent)
        total += part
    return total


@settings(deadline=None)
@given(POSITIVE)
def test_the_square_of_a_root_is_the_number(value: Fraction) -> None:
    assert root(value) * root(value) == value


@settings(deadline=None)
@given(POSITIVE, POSITIVE)
def test_roots_multiply_and_logarithms_add(a: Fraction, b: Fraction) -> None:
    assert root(a) * root(b) == root(a * b)
    assert reals.log(a * b) == reals.log(a) + reals.log(b)


@settings(deadline=None)
@given(SMALL, SMALL, POSITIVE, POSITIVE)
def test_order_and_arithmetic_agree_with_floating_point(p: Fraction, q: Fraction, a: Fraction, b: Fraction) -> None:
    left, right = p * root(a) + q, q * reals.log(b) - p
    assert near(left * right) == pytest.approx(near(left) * near(right), abs=1e-6)
    difference = near(left) - near(right)
    if abs(difference) > 1e-6:
        assert (left < right) == (difference < 0)
        assert left != right


@settings(deadline=None)
@given(SMALL, SMALL, POSITIVE)
def test_floor_is_the_integer_below(p: Fraction, q: Fraction, a: Fraction) -> None:
    value = p * root(a) + q
    below = reals.floor(value)
    assert below <= value
    assert value < below + 1


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (reals.sin(reals.PI * Fraction(1, 6)), Fraction(1, 2)),
        (reals.cos(reals.PI * Fraction(2, 3)), Fraction(-1, 2)),
        (reals.sin(reals.PI * Fraction(3, 2)), -1),
        (reals.exp(reals.log(Fraction(7, 3)) * 2), Fraction(49, 9)),
        (reals.log(reals.exp(3)), 3),
        (reals.rational_power(8, Fraction(2, 3)), 4),
        (reals.reciprocal(1 + root(2)), root(2) - 1),
    ],
)
def test_what_has_a_simple_form_is_equal_to_it(left: Real, right: Real) -> None:
    assert left == right


def test_numbers_that_balls_do_not_separate_are_unknown_and_never_equal() -> None:
    nested = reals.rational_power(5 + 2 * root(6), Fraction(1, 2))  # √(5 + 2√6) = √2 + √3
    with pytest.raises(Unknown):
        reals.compare(nested, root(2) + root(3))


@pytest.mark.parametrize("value", [root(2), root(2) + root(3), reals.PI, reals.log(2), 1 + reals.exp(1)])
def test_irrational_numbers_are_known_as_such(value: Real) -> None:
    assert reals.irrational(value)


def test_whether_a_sum_of_two_transcendentals_is_irrational_is_left_open() -> None:
    with pytest.raises(Unknown):
        reals.irrational(reals.PI + reals.exp(1))


def test_numbers_that_grow_without_end_are_refused() -> None:
    def nested(levels: int) -> Real:
        return reals.rational_power(2 + nested(levels - 1), Fraction(1, 2)) if levels else root(2)

    with pytest.raises(Unknown):
        nested(200)
    with pytest.raises(Unknown):
        reals.power(10, 10**9)
    with pytest.raises(Unknown):
        reals.factored(10**40 + 7)
