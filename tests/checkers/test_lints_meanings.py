"""Where Lean computes what the textbook does not mean: the lint names the cause and shows the values."""

from __future__ import annotations

import pytest

from proofsieve.core.faithfulness.findings import Action, Tier

from .lint_statements import by_id, evaluated, speaking

FALSE_IN_LEAN = [
    # lint, statement, values at which Lean's meaning makes it false
    ("nat-sub", "(a b : ℕ) : a - b + b = a", {"a": "0", "b": "1"}),
    ("nat-sub", "(n : ℕ) : n.pred + 1 = n", {"n": "0"}),
    ("nat-sub", "(n k : ℕ) : n.choose k = n.choose (n - k)", {"n": "0", "k": "1"}),
    ("nat-div", "(n : ℕ) : n / 3 * 3 = n", {"n": "1"}),
    ("nat-div", "(n : ℕ) (h : 0 < n) : (1 / n : ℕ) > 0", {"n": "2"}),
    ("nat-div", ": 1 / 2 + 1 / 2 = 1", {}),
    ("int-div-floor", "(a b : ℤ) (hb : b ≠ 0) : a / b * b = a", {"a": "1", "b": "2"}),
    ("div-by-zero", "(x : ℝ) : x / x = 1", {"x": "0"}),
    ("div-by-zero", "(a b : ℚ) : a / b * b = a", {"a": "1", "b": "0"}),
    ("div-by-zero", "(x : ℝ) : 1 / (x - 1) = 0 → x = 2", {"x": "1"}),
    ("inv-zero", "(x : ℝ) : x * x⁻¹ = 1", {"x": "0"}),
    ("mod-by-zero", "(n : ℕ) : 7 % n < n", {"n": "0"}),
    ("int-mod-sign", "(a b : ℤ) (h : b ≠ 0) : a % b < b", {"a": "0", "b": "-1"}),
    ("sqrt-negative", "(x : ℝ) : √x * √x = x", {"x": "-1"}),
    ("log-nonpositive", "(x : ℝ) : Real.exp (Real.log x) = x", {"x": "0"}),
    ("log-nonpositive", "(x : ℝ) (h : Real.log x = 0) : x = 1", {"x": "0"}),
    ("int-to-nat", "(x : ℤ) : (x.toNat : ℤ) = x", {"x": "-1"}),
    ("fin-wraparound", "(i : Fin 5) : i < i + 1", {"i": "4"}),
    ("fin-wraparound", "(n : ℕ) (i : Fin (n + 1)) : i ≤ i + 1", {"n": "1", "i": "1"}),
    ("zmod-wraparound", "(a b : ZMod 7) : (a + b).val = a.val + b.val", {"a": "1", "b": "6"}),
    ("cast-after-truncation", "(a b : ℕ) : ((a - b : ℕ) : ℤ) = (a : ℤ) - b", {"a": "0", "b": "1"}),
    ("cast-after-truncation", "(a b : ℕ) (hb : b ≠ 0) : ((a / b : ℕ) : ℚ) = (a : ℚ) / b", {"a": "1", "b": "2"}),
    ("exponent-nat-frac", ": (9 : ℝ) ^ (1 / 2) = 3", {}),
    ("exponent-nat-frac", "(x : ℝ) (h : 0 ≤ x) : x ^ (1 / 2) = √x", {"x": "0"}),
    ("exponent-nat-sub", "(n : ℕ) : 3 * 3 ^ (n - 1) = 3 ^ n", {"n": "0"}),
    ("rpow-negative-base", ": (-8 : ℝ) ^ (1 / 3 : ℝ) = -2", {}),
    ("floor-negative", "(x : ℝ) : (⌊x⌋₊ : ℝ) ≤ x", {"x": "-1"}),
    ("wrong-function-variant", ": Irrational (Nat.sqrt 3 : ℝ)", {}),
    ("index-out-of-range", "(l : List ℕ) : l[0]! > 0 ∨ l.sum > 0 ∨ l.length > 0", {"l": "[]"}),
]

GUARDED = [
    "(a b : ℕ) (h : b ≤ a) : a - b + b = a",
    "(a b : ℕ) : b ≤ a → a - b + b = a",
    "(n : ℕ) (h : 3 ∣ n) : n / 3 * 3 = n",
    "(n : ℕ) : ∑ i ∈ Finset.range (n + 1), i = n * (n + 1) / 2",
    "(a b : ℤ) (h : b ∣ a) : a / b * b = a",
    "(x : ℝ) (h : x ≠ 0) : x / x = 1",
    "(x : ℝ) : x = 0 ∨ x / x = 1",
    "(x : ℝ) (h : 1 < x) : 1 / (x - 1) > 0",
    "(n : ℕ) (h : 0 < n) : 7 % n < n",
    "(x : ℝ) (h : 0 ≤ x) : √x * √x = x",
    "(x : ℝ) (h : 0 < x) : Real.exp (Real.log x) = x",
    "(x : ℤ) (h : 0 ≤ x) : (x.toNat : ℤ) = x",
    "(i : Fin 5) (h : i < 4) : i < i + 1",
    "(a b : ZMod 7) (h : a.val + b.val < 7) : (a + b).val = a.val + b.val",
    "(a b : ℕ) (h : b ≤ a) : ((a - b : ℕ) : ℤ) = (a : ℤ) - b",
    "(x : ℝ) (h : 0 ≤ x) : x ^ (1 / 2 : ℝ) = √x",
    "(n : ℕ) (h : 1 ≤ n) : 3 * 3 ^ (n - 1) = 3 ^ n",
    ": (8 : ℝ) ^ (1 / 3 : ℝ) = 2",
    "(x : ℝ) (h : 0 ≤ x) : (⌊x⌋₊ : ℝ) ≤ x",
    ": Irrational √3",
    ": ([4, 5] : List ℕ)[1]! = 5",
]


@pytest.mark.parametrize(("lint", "statement", "witness"), FALSE_IN_LEAN)
def test_a_statement_that_junk_makes_false_is_rejected_with_the_values(
    lint: str, statement: str, witness: dict[str, str]
) -> None:
    found = by_id(evaluated(statement).findings, lint)
    assert found.rejects
    assert found.tier is Tier.COUNTEREXAMPLE
    assert dict(found.witness) == witness


@pytest.mark.parametrize("statement", GUARDED)
def test_a_guard_in_scope_is_respected(statement: str) -> None:
    assert speaking(evaluated(statement).findings) == []


@pytest.mark.parametrize(
    ("lint", "statement"),
    [
        ("div-by-zero", ": (1 : ℝ) / 0 = 0"),
        ("inv-zero", ": (0 : ℚ)⁻¹ = 0"),
        ("log-nonpositive", ": Real.log (-1) = 0"),
        ("sqrt-negative", "(x : ℝ) (h : x < 0) : √x = 0"),
        ("fin-wraparound", ": (3 : Fin 3) = 0"),
        ("nat-sub", ": 3 - 5 = 0"),
        ("nat-div", "(n : ℕ) (h : 1 < n) : 1 / n = 0"),
    ],
)
def test_what_is_true_by_junk_alone_is_flagged_and_not_rejected(lint: str, statement: str) -> None:
    found = by_id(evaluated(statement).findings, lint)
    assert found.action is Action.FLAG


def test_the_place_of_the_operation_is_told() -> None:
    statement = "theorem t (a b : ℕ) : b + (a - b) = a := sorry"
    found = by_id(evaluated(statement).findings, "nat-sub")
    assert statement[found.start : found.end] == "(a - b)"


def test_hypotheses_that_hold_by_junk_alone_are_the_cause_of_a_false_statement() -> None:
    found = by_id(evaluated("(n : ℕ) (h : n - 5 = 0) : n = 5").findings, "nat-sub")
    assert found.rejects
    assert "excluded by the hypotheses as the textbook reads them" in found.why


def test_a_false_statement_beside_junk_is_told_for_both_reasons() -> None:
    names = speaking(evaluated("(a b : ℤ) (h : 0 < b) : a / b * b = a + 1").findings)
    assert "false-as-stated" in names


def test_division_of_integers_rounds_so_that_remainders_are_never_negative() -> None:
    for claim in ("(-7) / 2 = -4", "(-7) % 2 = 1", "7 / (-2) = -3", "7 % (-2) = 1", "(-7) / (-2) = 4"):
        assert all(not finding.rejects for finding in evaluated(f": ({claim.replace(' =', ' : ℤ) =', 1)}").findings)


def test_junk_that_a_rule_fears_is_a_note_where_evaluation_meets_none() -> None:
    from .lint_statements import report

    found = [
        finding for finding in report("(i : Fin 5) (h : i < 4) : i < i + 1").findings if finding.id == "fin-wraparound"
    ]
    assert all(finding.action is Action.NOTE for finding in found)
