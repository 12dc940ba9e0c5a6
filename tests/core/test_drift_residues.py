"""A residue may be written by any of its representatives, and "for no n" denies what stands before it."""

from __future__ import annotations

import pytest

from proofsieve.core.drift import drift_findings
from proofsieve.core.formal import read_statement


@pytest.mark.parametrize(
    ("informal", "lean"),
    [
        ("If n ≡ -1 (mod 4) then n^2 ≡ 1 (mod 4).", "theorem t (n : ℤ) (h : n % 4 = 3) : n ^ 2 % 4 = 1"),
        ("If n ≡ 7 (mod 5) then n^2 ≡ 4 (mod 5).", "theorem t (n : ℕ) (h : n % 5 = 2) : n ^ 2 % 5 = 4"),
        ("If n ≡ 3 (mod 5) then n^2 ≡ -1 (mod 5).", "theorem t (n : ℤ) (h : n % 5 = 3) : n ^ 2 % 5 = 4"),
        ("n^2 + 1 is divisible by 3 for no integer n.", "theorem t : ∀ n : ℤ, ¬ 3 ∣ n ^ 2 + 1"),
        ("3 divides n^2 + 1 for no integer n.", "theorem t (n : ℤ) : ¬ 3 ∣ n ^ 2 + 1"),
    ],
)
def test_the_same_in_other_words_is_not_rejected(informal: str, lean: str) -> None:
    statement = read_statement(lean)
    assert statement is not None
    assert not [item for item in drift_findings(informal, statement) if item.rejects]


def test_another_residue_is_found() -> None:
    statement = read_statement("theorem t (n : ℤ) (h : n % 4 = 3) : n ^ 2 % 4 = 1")
    assert statement is not None
    found = drift_findings("If n ≡ 5 (mod 4) then n^2 ≡ 1 (mod 4).", statement)
    assert "numeral-drift" in [item.id for item in found]
