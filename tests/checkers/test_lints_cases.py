"""Ways in which public formalisations went wrong, in statements of our own: each is found with its drift category."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofsieve.checkers.lints.report import lint_statement
from proofsieve.core.faithfulness.findings import Action, Drift, LintReport

MISSING, VACUOUS, OBJECTS = Drift.MISSING_ASSUMPTIONS, Drift.VACUOUS_OR_TRIVIALIZED, Drift.WRONG_OBJECTS
QUANTIFIERS, GENERAL = Drift.WRONG_QUANTIFIERS, Drift.OVERGENERALIZED

CASES = [
    pytest.param(
        "theorem t (n : ℕ) : ∃ L : ℕ, ∀ k ≤ n, k ∣ L", {MISSING, VACUOUS}, id="positive was dropped, 0 is a witness"
    ),
    pytest.param(
        "theorem t {G : Type*} [Group G] [Finite G] : ∃ e : ℕ, ∀ g : G, g ^ e = 1",
        {MISSING, VACUOUS},
        id="a positive exponent was meant",
    ),
    pytest.param("theorem t (n : ℕ) : n < n * n", {MISSING}, id="false at 0"),
    pytest.param("theorem t (m : ℕ) : m < m ^ 3", {MISSING}, id="false at the boundary"),
    pytest.param(
        "theorem t (n : ℕ) (h : ¬ n.Prime) (h4 : n ≠ 4) : (n - 1).factorial ≡ 0 [MOD n]",
        {MISSING},
        id="a number that may be 0 as a modulus",
    ),
    pytest.param(
        "theorem t (f : ℤ → ℤ) (x : ℤ) (h : f (x + 1) = f x + 2 * x) (h0 : f 0 = 3) : f 20 = 383",
        {MISSING},
        id="a functional equation at one point",
    ),
    pytest.param(
        "theorem t (a b k : ℕ) (hk : 3 ≤ k) (h : a ∣ b) : a ^ 2 ∣ b ^ 2",
        {MISSING},
        id="a hypothesis that is detached",
    ),
    pytest.param(
        "theorem t (n : ℕ) (hn : 2 < n) : ∀ n : ℕ, n * n + 1 > n", {MISSING}, id="a hypothesis on a hidden variable"
    ),
    pytest.param(
        "theorem t (n : ℕ) (hn : 2 < n) : ∃ x y z : ℕ, ¬ (0 < x ∧ 0 < y ∧ 0 < z ∧ x ^ n + y ^ n = z ^ n)",
        {QUANTIFIERS},
        id="the negation stands inside the quantifier",
    ),
    pytest.param(
        "theorem t (p : ℕ) (hp : p.Prime) : ∃ x : ℕ, x ^ 2 + 1 ≡ 0 [MOD p] ↔ p % 4 = 1 ∨ p = 2",
        {QUANTIFIERS},
        id="the quantifier swallows the equivalence",
    ),
    pytest.param(
        "def drop (_ : ℕ) : ℕ := 0 -- later\ntheorem t (a b : ℕ) : drop (a * b) ≤ drop a * drop b",
        {OBJECTS, VACUOUS},
        id="a placeholder that ignores its argument",
    ),
    pytest.param(
        "def IsTame (f : ℝ → ℝ) : Prop := True\ntheorem t (f : ℝ → ℝ) (h : IsTame f) : ∃ x, f x < x",
        {OBJECTS},
        id="a placeholder that is True",
    ),
    pytest.param(
        "theorem t (n : ℕ) : ∃ s : ℕ, s = n * (n + 1) * (2 * n + 1) / 6", {VACUOUS}, id="only that a value exists"
    ),
    pytest.param(
        "theorem t (x : ℕ → ℝ) (h : ∀ n, x n ∈ Set.Icc (0 : ℝ) 1) : ⨅ n : ℕ, n * |x (n + 1) - x n| ≤ 1 / 3",
        {VACUOUS},
        id="the index 0 settles an infimum",
    ),
    pytest.param(
        "theorem t {n : ℕ} (a b : Fin n → ℝ) : (∑ i, a i * b i) ^ 2 ≤ (∑ i, i * a i ^ 2) * ∑ i, b i ^ 2 / i",
        {MISSING},
        id="an index from 0 as a divisor",
    ),
    pytest.param(
        "theorem t (n : ℕ) (h : 0 < n) (hl : Real.logb 3 (Real.logb 9 n) = 1) : n = 9 ^ 3",
        {MISSING},
        id="a logarithm of 0 that counts as 0",
    ),
    pytest.param("open Real\ntheorem t : IsAlgebraic ℚ (cos (pi / 7))", {GENERAL}, id="a constant that is a variable"),
    pytest.param(
        "theorem t {k : ℕ} (x y : Fin k → ℝ) : ‖x + y‖ ^ 2 + ‖x - y‖ ^ 2 = 2 * (‖x‖ ^ 2 + ‖y‖ ^ 2)",
        {OBJECTS},
        id="the maximum norm",
    ),
]

REPAIRED = [
    "theorem t (n : ℕ) : ∃ L : ℕ, 0 < L ∧ ∀ k, 1 ≤ k → k ≤ n → k ∣ L",
    "theorem t {G : Type*} [Group G] [Finite G] : ∃ e : ℕ, 0 < e ∧ ∀ g : G, g ^ e = 1",
    "theorem t (m : ℕ) (hm : 2 ≤ m) : m < m ^ 3",
    "theorem t (f : ℤ → ℤ) (h : ∀ x, f (x + 1) = f x + 2 * x) (h0 : f 0 = 3) : f 20 = 383",
    "theorem t (a b k : ℕ) (hk : 3 ≤ k) (h : a ∣ b) : a ^ k ∣ b ^ k",
    "theorem t (n : ℕ) (hn : 2 < n) : ¬ ∃ x y z : ℕ, 0 < x ∧ 0 < y ∧ 0 < z ∧ x ^ n + y ^ n = z ^ n",
    "theorem t (p : ℕ) (hp : p.Prime) : (∃ x : ℕ, x ^ 2 + 1 ≡ 0 [MOD p]) ↔ p % 4 = 1 ∨ p = 2",
    "def drop (n : ℕ) : ℕ := n.factorial\ntheorem t (a b : ℕ) (h : 5 < a) : drop a ≤ drop (a + b)",
    "theorem t {k : ℕ} (x y : EuclideanSpace ℝ (Fin k)) : ‖x + y‖ ^ 2 + ‖x - y‖ ^ 2 = 2 * (‖x‖ ^ 2 + ‖y‖ ^ 2)",
]


def drifts(report: LintReport) -> set[Drift]:
    """The categories of what is flagged or rejected."""
    return {one.drift for one in report.findings if one.action is not Action.NOTE and one.drift is not None}


@pytest.mark.parametrize(("statement", "expected"), CASES)
def test_a_known_way_to_go_wrong_is_found_with_its_drift(statement: str, expected: set[Drift]) -> None:
    assert expected <= drifts(lint_statement(f"{statement} := by sorry"))


@pytest.mark.parametrize("statement", REPAIRED)
def test_the_repaired_statement_is_not_accused(statement: str) -> None:
    report = lint_statement(f"{statement} := by sorry")
    assert [one.id for one in report.findings if one.action is not Action.NOTE] == []


@pytest.mark.data
def test_misformalised_cases_are_found_with_the_drift_that_is_expected(data_dir: Path) -> None:
    rows = [json.loads(line) for line in (data_dir / "cases" / "cases.jsonl").read_text().splitlines()]
    judged = [row for row in rows if row["area"] == "3-lean" and "drift" in row["expect"]]
    assert judged
    for row in judged:
        found = drifts(lint_statement((data_dir / "cases" / row["input"]).read_text()))
        # undergeneralized is a matter of the prose, which a lint on one statement does not see
        expected = {Drift(name) for name in row["expect"]["drift"]} - {Drift.UNDERGENERALIZED}
        assert expected <= found, row["id"]


@pytest.mark.data
def test_few_faithful_statements_are_flagged_and_none_is_rejected(data_dir: Path) -> None:
    texts = list(_faithful(data_dir))
    reports = [lint_statement(text) for text in texts]
    flagged = [one for one in reports if any(found.action is not Action.NOTE for found in one.findings)]
    assert len(texts) > 100
    assert not any(one.rejecting for one in reports)
    assert len(flagged) <= 0.05 * len(texts)


@pytest.mark.data
def test_no_true_negative_of_the_corpus_is_flagged(data_dir: Path) -> None:
    for line in (data_dir / "lint_corpus_dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["polarity"] == "TN":
            report = lint_statement(row["lean"])
            assert [one.id for one in report.findings if one.action is not Action.NOTE] == [], row["name"]


def _faithful(data_dir: Path) -> list[str]:
    texts: list[str] = []
    for line in (data_dir / "statement_pairs_dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["faithful"] is True:
            texts.append("\n".join((row["header"], row["helper"] or "", row["lean"])))
    for line in (data_dir / "statement_pairs_human_dev.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["human_faithful"]:
            texts.append("\n".join((row["header"], row["lean"])))
    return texts
