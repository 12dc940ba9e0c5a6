"""Drift between a text and a Lean statement: found where it is, with its right name, and not where it is not."""

from __future__ import annotations

import pytest

from proofsieve.core.drift import drift_findings
from proofsieve.core.faithfulness.findings import Action, LintFinding, Tier
from proofsieve.core.formal import read_statement

from .drift_pairs import DRIFTED, FAITHFUL


def findings(text: str, lean: str) -> tuple[LintFinding, ...]:
    statement = read_statement(f"theorem t {lean} := by sorry")
    assert statement is not None
    return tuple(item for item in drift_findings(text, statement) if item.action is not Action.NOTE)


@pytest.mark.parametrize(("lint", "text", "lean"), DRIFTED)
def test_a_drift_is_found_and_has_its_name(lint: str, text: str, lean: str) -> None:
    assert lint in {item.id for item in findings(text, lean)}


@pytest.mark.parametrize(("text", "lean"), FAITHFUL)
def test_a_faithful_statement_is_not_accused(text: str, lean: str) -> None:
    assert [item.why for item in findings(text, lean)] == []


@pytest.mark.parametrize(("lint", "text", "lean"), DRIFTED)
def test_a_heuristic_never_rejects_and_every_finding_says_why(lint: str, text: str, lean: str) -> None:
    for item in findings(text, lean):
        assert item.tier in (Tier.HEURISTIC, Tier.DETERMINISTIC)
        assert not (item.tier is Tier.HEURISTIC and item.action is Action.REJECT)
        assert item.why
        assert item.drift is not None
        assert "\n" not in item.why


@pytest.mark.parametrize(
    ("text", "lean", "lint"),
    [
        ("If n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n > 5) : 2 ^ n > n ^ 2", "strictness-drift"),
        ("If n is divisible by 4 then n is even.", "(n : ℤ) (h : Even n) : 4 ∣ n", "direction"),
        ("6 divides n^3 - n.", "(n : ℤ) : n ^ 3 - n ∣ 6", "divides-swapped"),
        ("n^5 is congruent to n modulo 10.", "(n : ℤ) : n ^ 5 ≡ n [ZMOD 5]", "modulus-drift"),
        ("There is an N such that for all n, n ≤ N.", ": ∀ n : ℕ, ∃ N : ℕ, n ≤ N", "quantifier-order"),
        ("If x > 3 then x^2 > 9.", "(x : ℝ) (h : x > 3) : x ^ 2 > 6", "numeral-drift"),
    ],
)
def test_one_exact_difference_in_a_text_read_as_a_whole_rejects(text: str, lean: str, lint: str) -> None:
    assert [item.id for item in findings(text, lean) if item.rejects] == [lint]


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        # a word that was not read could change the meaning
        ("If n ≥ 5 is frobnicated then 2^n > n^2.", "(n : ℕ) (h : n > 5) : 2 ^ n > n ^ 2"),
        ("If n ≥ 5 then 2^n > n^2, except when n = 7.", "(n : ℕ) (h : n > 5) : 2 ^ n > n ^ 2"),
        # two differences are no longer one changed sign
        ("If n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n > 5) : 3 ^ n > n ^ 2"),
        # a class among the hypotheses may hold anything
        ("If x > 3 then x^2 > 9.", "{R : Type*} [LinearOrderedField R] (x : R) (h : x > 3) : x ^ 2 > 6"),
    ],
)
def test_what_was_not_read_as_a_whole_only_ranks(text: str, lean: str) -> None:
    assert not any(item.rejects for item in findings(text, lean))


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        # "for all" behind its clause: English leaves open which quantifier is the outer one
        ("There is a natural number N such that n ≤ N for all n.", ": ∀ n : ℕ, ∃ N : ℕ, n ≤ N"),
        # no quantifier at all: innermost, or any
        (
            "There is a real b with b > 0 such that |y| < b implies y^2 < 1.",
            ": ∀ y : ℝ, ∃ b : ℝ, b > 0 ∧ (|y| < b → y ^ 2 < 1)",
        ),
        # < ε and ≤ ε are the same for all ε
        (
            "For every ε > 0 there exists N such that for all n ≥ N, 1/(n+1) < ε.",
            ": ∀ ε : ℝ, ε > 0 → ∃ N : ℕ, ∀ n ≥ N, 1 / ((n : ℝ) + 1) ≤ ε",
        ),
    ],
)
def test_nothing_rejects_on_a_quantifier_whose_place_the_text_leaves_open(text: str, lean: str) -> None:
    assert not any(item.rejects for item in findings(text, lean))


def test_names_that_are_exchanged_throughout_are_no_drift() -> None:
    assert findings("If a divides b then a divides b*c.", "(a b c : ℤ) (h : b ∣ a) : b ∣ a * c") == ()


def test_a_finding_points_at_the_hypothesis_it_is_about() -> None:
    lean = "theorem t (n : ℕ) (h : n > 5) : 2 ^ n > n ^ 2 := by sorry"
    statement = read_statement(lean)
    assert statement is not None
    (finding,) = drift_findings("If n ≥ 5 then 2^n > n^2.", statement)
    assert lean[finding.start : finding.end] == "(h : n > 5)"
    assert finding.where == "hypothesis"
    assert dict(finding.witness) == {"text": "5 ≤ n", "statement": "5 < n"}
