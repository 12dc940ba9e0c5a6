"""Symbols that stand for any value: what they answer holds at every value that is tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.checkers.lints.values import symbols
from proofsieve.checkers.lints.values.outcomes import Unknown

COEFFICIENTS = st.lists(st.integers(-4, 4), min_size=6, max_size=6)
RELATIONS: list[Callable[[Any, Any], Any]] = [
    lambda a, b: a == b,
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
]


def polynomial(c: list[int], x: Any, y: Any) -> Any:
    """A polynomial of degree 2 in two variables."""
    return c[0] + c[1] * x + c[2] * y + c[3] * x * x + c[4] * y * y + c[5] * x * y


@settings(deadline=None)
@given(COEFFICIENTS, COEFFICIENTS, st.integers(0, 6), st.integers(0, 6))
def test_an_answer_for_any_natural_numbers_holds_at_each(a: list[int], b: list[int], x: int, y: int) -> None:
    any_x, any_y = (symbols.variable(name, symbols.NATURAL, whole=True) for name in "xy")
    for relation in RELATIONS:
        try:
            answer = relation(polynomial(a, any_x, any_y), polynomial(b, any_x, any_y))
        except Unknown:
            continue
        assert answer == relation(polynomial(a, x, y), polynomial(b, x, y))


@settings(deadline=None)
@given(COEFFICIENTS, st.integers(-6, 6), st.integers(-6, 6), st.integers(1, 6))
def test_an_answer_for_any_integers_holds_at_each(c: list[int], x: int, y: int, modulus: int) -> None:
    any_x, any_y = (symbols.variable(name, symbols.ANY, whole=True) for name in "xy")
    for relation in RELATIONS:
        try:
            answer = relation(polynomial(c, any_x, any_y), 0)
        except Unknown:
            continue
        assert answer == relation(polynomial(c, x, y), 0)
    try:
        rest = polynomial(c, any_x, any_y) % modulus
    except Unknown:
        return
    assert rest == polynomial(c, x, y) % modulus


def test_a_multiple_of_two_is_never_one() -> None:
    x = symbols.variable("x", symbols.ANY, whole=True)
    assert (4 * x + 6 * x * x == 1) is False


def test_half_of_an_integer_is_no_integer_and_half_of_an_even_one_is() -> None:
    x = symbols.variable("x", symbols.ANY, whole=True)
    assert not (x / 2).whole
    assert (2 * x / 2).whole
