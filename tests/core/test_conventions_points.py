"""A claim at a point, by exact rational arithmetic; beyond it the answer is unknown, never a guess."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofsieve.core.claims import parse
from proofsieve.core.conventions.points import Truth, at_point, vanishing


@pytest.mark.parametrize(
    ("claim", "at", "truth", "says"),
    [
        ("n >= 1", "0", Truth.FALSE, "0 < 1"),
        ("n^2+n > 0", "0", Truth.FALSE, "0 is not positive"),
        ("x^2 >= x", "1/2", Truth.FALSE, "1/4 < 1/2"),
        ("x^2 >= x", "2", Truth.TRUE, ""),
        ("n^2 >= n >= 1", "0", Truth.FALSE, "0 < 1"),
        ("1/n <= 1", "0", Truth.UNDEFINED, "it has no value there"),
        ("n^{-1} = 2", "0", Truth.UNDEFINED, "it has no value there"),
        ("n! >= n", "0", Truth.TRUE, ""),
        ("n! >= n", "1/2", Truth.UNDEFINED, "it has no value there"),
        ("6^n \\equiv 6 \\pmod{10}", "0", Truth.FALSE, "1 ≢ 6 (mod 10)"),
        ("6^n \\equiv 6 \\pmod{10}", "3", Truth.TRUE, ""),
        ("n \\equiv 1 \\pmod 2", "1/2", Truth.UNKNOWN, ""),
        ("\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}", "0", Truth.TRUE, ""),
        ("\\sum_{k=1}^{n} k = n^2", "3", Truth.FALSE, "6 ≠ 9"),
        ("1+3+\\cdots+(2n-1) = n^2", "0", Truth.UNDEFINED, "it has no value there"),
        ("1+3+\\cdots+(2n-1) = n^2", "3", Truth.UNKNOWN, ""),
        ("3 \\mid n^3-n", "0", Truth.TRUE, ""),
        ("3 \\mid n+1", "0", Truth.FALSE, "3 ∤ 1"),
        ("n > m", "0", Truth.UNKNOWN, ""),
        ("\\sqrt{n} > 1", "0", Truth.UNKNOWN, ""),
        ("n^n = 1", "0", Truth.UNKNOWN, ""),
        ("9^{9^9} > n", "0", Truth.UNKNOWN, ""),
        ("1000! > n", "0", Truth.UNKNOWN, ""),
        ("m/n = 1", "0", Truth.UNDEFINED, "it has no value there"),
    ],
)
def test_a_claim_at_a_point(claim: str, at: str, truth: Truth, says: str) -> None:
    name = "x" if "x" in claim else "n"
    found = at_point(parse(claim), {name: Fraction(at)})
    assert found.truth is truth
    assert found.says == says


def test_the_divisor_that_vanishes_is_named() -> None:
    assert vanishing(parse("\\frac{x^2-1}{x-1} = x+1"), {"x": Fraction(1)}) is not None
    assert vanishing(parse("\\frac{x^2-1}{x-1} = x+1"), {"x": Fraction(2)}) is None
