"""Which sequences begin with some numbers and reach another one: the usual rules, and rare ones that cast doubt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TypeAlias

from .undecided import resource

Row: TypeAlias = list[Fraction]

MAX_TERMS = 20_000
MAX_SIEVED = 200_000
"""Largest last term up to which primes and divisors are listed."""


def usual(leaf: Row) -> list[Row]:
    """The rows that ``leaf`` (the given terms, then the last one) may stand for: arithmetic, geometric, figurate."""
    given, last = leaf[:-1], leaf[-1]
    return [row for rule in (_arithmetic, _geometric, _figurate) for row in rule(given, last)]


def rare(leaf: Row) -> list[Row]:
    """Rows under rules that the dots seldom mean: primes, divisors of the last term, Fibonacci numbers and others."""
    given, last = leaf[:-1], leaf[-1]
    if any(value.denominator != 1 or value < 0 for value in leaf) or last <= given[-1]:
        return []
    numbers, end = [int(value) for value in given], int(last)
    rows = []
    for sequence in _sequences(end):
        for start in range(min(len(sequence), 300)):
            if sequence[start : start + len(numbers)] == numbers and end in sequence[start + len(numbers) :]:
                stop = sequence.index(end, start + len(numbers))
                rows.append([Fraction(value) for value in sequence[start : stop + 1]])
                break
    return rows


def is_strict(leaf: Row) -> bool:
    """True where the terms that are written leave no reasonable doubt: consecutive integers, or an arithmetic or
    geometric beginning of at least three terms."""
    given, last = leaf[:-1], leaf[-1]
    if _arithmetic(given, last):
        step = given[1] - given[0]
        return len(given) >= 3 or (abs(step) == 1 and given[0].denominator == 1)
    return len(given) >= 3 and bool(_geometric(given, last))


def _arithmetic(given: Row, last: Fraction) -> list[Row]:
    step = given[1] - given[0]
    if not step or any(b - a != step for a, b in itertools.pairwise(given)):
        return []
    count = (last - given[0]) / step
    if count.denominator != 1 or count < len(given):
        return []
    if count > MAX_TERMS:
        raise resource(f"more than {MAX_TERMS} terms")
    return [[given[0] + step * i for i in range(int(count) + 1)]]


def _geometric(given: Row, last: Fraction) -> list[Row]:
    if not all(given) or not last:
        return []
    ratio = given[1] / given[0]
    if abs(ratio) == 1 or any(b / a != ratio for a, b in itertools.pairwise(given)):
        return []
    row = list(given)
    while row[-1] != last and len(row) < 2_000:
        row.append(row[-1] * ratio)
        if (abs(row[-1]) > abs(last)) == (abs(ratio) > 1) and row[-1] != last:
            return []
    return [row] if row[-1] == last and len(row) > len(given) else []


def _figurate(given: Row, last: Fraction) -> list[Row]:
    """Squares, cubes, triangular numbers, products k(k + 1) and factorials, from any place on."""
    found = []
    rules: tuple[tuple[Callable[[int], int], int], ...] = (
        (lambda i: i * i, 2_000),
        (lambda i: i**3, 2_000),
        (lambda i: i * (i + 1) // 2, 2_000),
        (lambda i: i * (i + 1), 2_000),
        (math.factorial, 18),
    )
    for rule, reach in rules:
        values = [rule(i) for i in range(1, reach)]
        if given[0] not in values:
            continue
        start = values.index(int(given[0]))
        if [Fraction(v) for v in values[start : start + len(given)]] != given:
            continue
        tail = values[start + len(given) :]
        if last in tail:
            found.append([Fraction(v) for v in values[start : start + len(given) + tail.index(int(last)) + 1]])
    return found


def _sequences(end: int) -> Iterator[list[int]]:
    """Increasing sequences up to ``end`` that begin like simpler ones."""
    yield _fibonacci(1, 2, end)
    yield _fibonacci(1, 3, end)  # Lucas numbers
    yield [1, *(i * (i - 1) // 2 + 1 for i in range(2, 2_000))]  # 1, 2, 4, 7, 11: pieces of a cake
    yield [math.comb(2 * i, i) // (i + 1) for i in range(1, 40)]  # Catalan numbers
    yield [2**i - 1 for i in range(1, 200)]
    yield [2**i + 1 for i in range(200)]
    if end <= MAX_SIEVED:
        primes = _primes(end)
        yield primes
        yield [1, *primes]
        yield primes[1:]
        yield [n for n in range(1, end + 1) if end % n == 0]
        yield [n for n in range(1, end + 1) if math.gcd(n, end + 1) == 1]  # the units modulo end + 1
        yield [n for n in range(1, end + 1) if all(n % (d * d) for d in range(2, math.isqrt(n) + 1))]


def _fibonacci(one: int, two: int, end: int) -> list[int]:
    found = [one, two]
    while found[-1] < end:
        found.append(found[-1] + found[-2])
    return found


def _primes(end: int) -> list[int]:
    sieve = bytearray([1]) * (end + 1)
    sieve[:2] = bytes(min(2, end + 1))
    for n in range(2, math.isqrt(end) + 1):
        if sieve[n]:
            sieve[n * n :: n] = bytes(len(range(n * n, end + 1, n)))
    return [n for n in range(end + 1) if sieve[n]]
