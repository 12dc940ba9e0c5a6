"""Names that nothing uses, that nothing binds, and parts left open."""

from __future__ import annotations

import pytest

from proofsieve.core.faithfulness.findings import Action

from .lint_statements import by_id, report, speaking


@pytest.mark.parametrize(
    ("lint", "statement"),
    [
        ("unused-data-binder", "(n m : ℕ) : n + 0 = n"),
        ("unused-data-binder", ": ∀ (n m : ℕ), n ≤ n ^ 2"),
        ("autobound-phantom", "(n : ℕ) : k + n = n + k"),
        ("autobound-phantom", "(f : ℤ → ℤ) (h : f x + f (x - 1) = x ^ 2) : f 0 = 0"),
        ("autobound-phantom", "(r : ℝ) (h : 0 < r) : 2 * π * r > 0"),
        ("sorry-in-statement", "(f : ℝ → ℝ) (h : (sorry : Prop)) : f 0 = 0"),
    ],
)
def test_a_name_that_is_amiss_is_told(lint: str, statement: str) -> None:
    assert lint in speaking(report(statement).findings)


@pytest.mark.parametrize(
    "statement",
    [
        "(n m : ℕ) : n + m = m + n",
        "{G : Type*} [Group G] (h : ∀ x : G, x * x = 1) : ∀ x y : G, x * y = y * x",
        "[Group G] (a b : G) (h : a * b = 1) : b * a = 1",
        "open Real\ntheorem t (x : ℝ) (h : 0 < x) : π * x > 0 := sorry",
        "open scoped Real in\ntheorem t (x : ℝ) (h : 0 < x) : π * x > 0 := sorry",
        "(π : ℝ) (x : ℝ) (h : 0 < x) (hπ : π > 3) : π * x > 0",
        "open Polynomial\ntheorem t : (X ^ 2 - 1 : ℤ[X]) = (X - 1) * (X + 1) := sorry",
        "theorem t : answer(sorry) ↔ ∀ n : ℕ, n ≤ n ^ 2 := sorry",
        "def c : ℕ := 3\ntheorem t (n : ℕ) (h : n = c) : n = 3 := sorry",
        "(n : ℕ) (_h : 3 ≤ n) : 2 ≤ n",
        "variable (k : ℕ)\ntheorem t (n : ℕ) : k + n = n + k := sorry",
    ],
)
def test_a_name_that_is_in_order_passes(statement: str) -> None:
    names = speaking(report(statement).findings)
    assert not {"unused-data-binder", "autobound-phantom", "sorry-in-statement"} & set(names)


def test_what_is_applied_and_not_bound_is_more_likely_defined_elsewhere() -> None:
    found = by_id(report("(r : ℝ) (h : 0 < r) : |E r| ≤ 2 * r").findings, "autobound-phantom")
    assert found.action is Action.NOTE


def test_text_without_a_statement_is_not_parsed_and_says_so() -> None:
    found = report("theorem")
    assert not found.parsed
    assert found.unknown == ("no statement could be read",)
