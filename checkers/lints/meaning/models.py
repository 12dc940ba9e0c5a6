"""Small structures that type variables can stand for: what holds for every group holds for the permutations of three.

A structure has a product with a unit, inverses where it is a group, a sum where it is a ring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations, product
from typing import Any

from ..values.outcomes import Unknown

Element = Any


class Structure:
    """``elements``: all of them, or a sample of an infinite structure (``finite`` False)."""

    def __init__(
        self,
        elements: Sequence[Element],
        *,
        one: Element,
        times: Callable[[Element, Element], Element],
        finite: bool = True,
        inverse: Callable[[Element], Element] | None = None,
        zero: Element = None,
        plus: Callable[[Element, Element], Element] | None = None,
        shown: Callable[[Element], str] = str,
    ) -> None:
        self.elements = tuple(elements)
        self.one, self.times, self.inverse = one, times, inverse
        self.zero, self.plus = zero, plus
        self.finite, self.shown = finite, shown

    def power(self, base: Element, exponent: Any) -> Element:
        """base ^ exponent, negative exponents in groups only."""
        if not isinstance(exponent, int) or abs(exponent) > 10_000:
            raise Unknown("a power")
        if exponent < 0:
            return self.power(self.inverted(base), -exponent)
        result, square = self.one, base
        while exponent:
            if exponent & 1:
                result = self.times(result, square)
            square, exponent = self.times(square, square), exponent >> 1
        return result

    def inverted(self, value: Element) -> Element:
        """The inverse in a group."""
        if self.inverse is None:
            raise Unknown("an inverse")
        return self.inverse(value)

    def divided(self, left: Element, right: Element) -> Element:
        """left * right⁻¹ in a group."""
        return self.times(left, self.inverted(right))

    def sum(self, left: Element, right: Element) -> Element:
        """left + right in a ring."""
        if self.plus is None:
            raise Unknown("a sum")
        return self.plus(left, right)

    def negative(self, value: Element) -> Element:
        """-value in a ring of characteristic 2 or with few elements."""
        found = next((other for other in self.elements if self.sum(value, other) == self.zero), None)
        if found is None:
            raise Unknown("a negative")
        return found

    def difference(self, left: Element, right: Element) -> Element:
        """left - right in a ring."""
        return self.sum(left, self.negative(right))

    def numeral(self, number: int) -> Element:
        """The numeral: 1 in any structure, 0 and others in a ring."""
        if number == 1:
            return self.one
        if self.plus is None or not 0 <= number <= 64:
            raise Unknown("a numeral")
        result = self.zero
        for _ in range(number):
            result = self.plus(result, self.one)
        return result

    def order(self, value: Element) -> int:
        """The order of an element; 0 where it is infinite."""
        power = value
        for count in range(1, len(self.elements) + 1):
            if power == self.one:
                return count
            power = self.times(power, value)
        if self.finite:
            raise Unknown("an element without an order")
        return 0


def _composed(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(left[index] for index in right)


def _reversed(value: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * len(value)
    for index, image in enumerate(value):
        found[image] = index
    return tuple(found)


CYCLES: dict[tuple[int, ...], str] = {
    (0, 1, 2): "1",
    (1, 2, 0): "(1 2 3)",
    (2, 0, 1): "(1 3 2)",
    (1, 0, 2): "(1 2)",
    (2, 1, 0): "(1 3)",
    (0, 2, 1): "(2 3)",
}


def _cycles(value: tuple[int, ...]) -> str:
    return CYCLES[value]


def cyclic(size: int) -> Structure:
    """The cyclic group of ``size`` elements, written multiplicatively."""
    return Structure(
        range(size),
        one=0,
        times=lambda a, b: (a + b) % size,
        inverse=lambda a: -a % size,
        shown=lambda a: "1" if a == 0 else f"g^{a}",
    )


S3 = Structure(sorted(permutations(range(3))), one=(0, 1, 2), times=_composed, inverse=_reversed, shown=_cycles)
INTEGERS = Structure(
    (0, 1, -1, 2, 3),
    one=0,
    times=lambda a, b: a + b,
    inverse=lambda a: -a,
    finite=False,
    shown=lambda a: "1" if a == 0 else f"g^{a}",
)
"""The infinite cyclic group."""
KLEIN = Structure(
    range(4), one=0, times=lambda a, b: a ^ b, inverse=lambda a: a, shown=lambda a: ("1", "a", "b", "ab")[a]
)


def _matrix_times(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    a, b, c, d = left
    e, f, g, h = right
    return ((a * e + b * g) % 2, (a * f + b * h) % 2, (c * e + d * g) % 2, (c * f + d * h) % 2)


MATRICES = Structure(
    sorted(product((0, 1), repeat=4)),
    one=(1, 0, 0, 1),
    times=_matrix_times,
    zero=(0, 0, 0, 0),
    plus=lambda left, right: tuple((a + b) % 2 for a, b in zip(left, right, strict=True)),
    shown=lambda m: f"!![{m[0]}, {m[1]}; {m[2]}, {m[3]}]",
)
"""The 2 × 2 matrices over the field of two elements: a ring that is not commutative."""

GROUPS: dict[str, Structure] = {"S₃": S3, "ℤ, written multiplicatively": INTEGERS, "C₂": cyclic(2), "C₂ × C₂": KLEIN}
ABELIAN: dict[str, Structure] = {name: GROUPS[name] for name in ("ℤ, written multiplicatively", "C₂", "C₂ × C₂")}
RINGS: dict[str, Structure] = {"the 2 × 2 matrices over ZMod 2": MATRICES}
