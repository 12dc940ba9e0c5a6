"""Predicates and functions that are chosen by the type of their arguments: parity, primality, absolute value, …"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from ..values import reals
from ..values.outcomes import Unknown
from ..values.symbols import Symbolic
from .library_integers import exact, is_prime
from .types import INT, NAT, NNREAL, PNAT, RAT, REAL, FinType, Ground, Hole, Type

INTEGERS = (NAT, INT, PNAT)
FIELDS = (RAT, REAL)


def even(value: Any) -> bool:
    if isinstance(value, Fraction):
        return False
    return bool(value % 2 == 0)


def odd(value: Any) -> bool:
    if isinstance(value, Fraction):
        return False
    return bool(value % 2 == 1)


def prime(value: Any) -> bool:
    exact(value)
    return is_prime(abs(value))


def squarefree(value: Any) -> bool:
    exact(value)
    return bool(value) and all(count == 1 for count in reals.factored(abs(value)).values())


def square(value: Any) -> bool:
    exact(value)
    if isinstance(value, Fraction | int):
        return value >= 0 and reals.exact_root(value, 2) is not None
    raise Unknown("whether something is a square")


def absolute(value: Any) -> Any:
    return value if value >= 0 else -value


def larger(left: Any, right: Any) -> Any:
    return left if left >= right else right


def smaller(left: Any, right: Any) -> Any:
    return left if left <= right else right


def _exact_two(compute: Callable[[int, int], Any]) -> Callable[[Any, Any], Any]:
    def run(left: Any, right: Any) -> Any:
        exact(left, right)
        if not isinstance(left, int) or not isinstance(right, int):
            raise Unknown("a function of integers outside of them")
        return compute(left, right)

    return run


def _natural_coprime(left: int, right: int) -> bool:
    """IsCoprime in the semiring ℕ: a x + b y = 1 is solvable there only if x or y is 1."""
    return left == 1 or right == 1


def refused(*values: Any) -> Any:
    raise Unknown("an operation of this type")


OF_INTEGERS: dict[str, Callable[..., Any]] = {
    "even": even,
    "odd": odd,
    "prime": prime,
    "squarefree": squarefree,
    "square": square,
    "unit": lambda value: bool(abs(value) == 1),
    "coprime": _exact_two(lambda a, b: gcd(a, b) == 1),
    "gcd": _exact_two(gcd),
    "lcm": _exact_two(lcm),
}
OF_FIELDS: dict[str, Callable[..., Any]] = {
    "even": lambda value: True,
    "odd": lambda value: True,
    "prime": lambda value: False,
    "unit": lambda value: bool(value != 0),
    "coprime": lambda left, right: bool(left != 0 or right != 0),
}
ORDERED: dict[str, Callable[..., Any]] = {"abs": absolute, "max": larger, "min": smaller}


def chosen(op: str, kind: Type) -> Callable[..., Any]:
    """What ``op`` computes for arguments of this type; ``refused`` where that is not modelled."""
    if op in ORDERED:
        return ORDERED[op] if isinstance(kind, Ground | FinType | Hole) else refused
    if kind in INTEGERS or isinstance(kind, Hole):
        if op == "coprime" and kind != INT:
            return _natural_coprime
        return OF_INTEGERS.get(op, refused)
    if kind in FIELDS:
        if op == "square":
            return square if kind == RAT else lambda value: bool(value >= 0)
        return OF_FIELDS.get(op, refused)
    return refused


def _integral(value: Any) -> bool:
    """Whether a value is an integer; a polynomial that may be one for some values of its variables is not known."""
    if isinstance(value, Symbolic) and not value.whole:
        raise Unknown("whether a polynomial is an integer")
    return isinstance(value, int | Symbolic)


def admits(kind: Type) -> Callable[[Any], bool] | None:
    """A test whether a computed value is of this type, which may raise Unknown; None where it always is."""
    if kind in (NAT, PNAT):
        least = 0 if kind == NAT else 1
        return lambda value: _integral(value) and bool(value >= least)
    if kind == INT:
        return _integral
    if kind == RAT:
        return lambda value: isinstance(value, int | Fraction | Symbolic)
    if kind == NNREAL:
        return lambda value: bool(value >= 0)
    return None
