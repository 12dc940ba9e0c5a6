"""Statements that say nothing, and look-alikes that say something."""

from __future__ import annotations

import pytest

from proofsieve.core.faithfulness.findings import Action

from .lint_statements import by_id, report, speaking

VACUOUS = [
    ("goal-true", "(n : ℕ) : True"),
    ("goal-true", "(f : ℝ → ℝ) (h : Continuous f) : ∃ x : ℝ, True"),
    ("goal-true", "(f : ℝ → ℝ) : ∃ x ∈ Set.Icc (0 : ℝ) 1, True"),
    ("conjunct-true", "(f : ℝ → ℝ) (h : f 0 = 2) : f 0 > 1 ∧ ∃ x ∈ Set.Icc (0 : ℝ) 1, f x = f x"),
    ("goal-reflexive", "(n : ℕ) : n + 1 = n + 1"),
    ("goal-reflexive", ": ∃ n : ℕ, n = n"),
    ("goal-reflexive", "(a n : ℤ) : a ≡ a [ZMOD n]"),
    ("goal-reflexive", "(P : ℕ → Prop) : (∀ n, P n) ↔ ∀ m, P m"),
    ("goal-is-hyp-verbatim", "(x : ℝ) (h : x > 3) : x > 3"),
    ("goal-is-hyp-verbatim", "(x : ℝ) (h : 3 < x) : x > 3"),
    ("goal-is-hyp-verbatim", "(x y : ℝ) (h : x = y) : y = x"),
    ("goal-is-hyp-verbatim", "(x : ℝ) (h : x > 3 ∧ x < 5) : x < 5"),
    ("goal-is-hyp-under-forall", ": ∀ n : ℕ, n.Prime → n.Prime"),
    ("goal-is-hyp-verbatim", "(f : ℝ → ℝ) (h : ∀ x, f (x + 1) = f x) (n : ℕ) : ∀ y, f (y + 1) = f y"),
    ("goal-is-hyp-verbatim", "(g : ℝ → ℝ) (h : ∀ x y, x < y → g x < g y) (k : ℝ) : ∀ a b, a < b → g a < g b"),
    ("conjunct-is-hyp", "(x : ℝ) (h : x > 0) : x > 0 ∧ x ^ 3 > 0"),
    ("propositional-tautology", "(n : ℕ) : Even n ∨ ¬ Even n"),
    ("propositional-tautology", "(P Q : Prop) : P → (Q → P)"),
    ("goal-follows-from-hyps", "(n : ℕ) (h1 : Even n → n.Prime) (h2 : Even n) : n.Prime"),
    ("true-hypothesis", "(n : ℕ) (h : True) : n ≤ n ^ 2"),
    ("contradictory-hyps", "(x : ℝ) (h1 : x > 2) (h2 : x < 1) : x = 5"),
    ("contradictory-hyps", "(n : ℕ) (h : n < 0) : n = 7"),
    ("contradictory-hyps", "(n : ℕ) (h1 : Even n) (h2 : Odd n) : n = 3"),
    ("contradictory-hyps", "(n : ℕ) (h1 : n % 4 = 3) (h2 : n % 2 = 0) : n > 10"),
    ("contradictory-hyps", "(x : ℝ) (h : x ^ 2 < 0) : x = 1"),
    ("contradictory-hyps", "(x : ℝ) (h : x ∈ Set.Icc (1 : ℝ) 0) : x ^ 2 ≤ 1"),
    ("contradictory-hyps", "(p : ℕ) (hp : p.Prime) (h : p = 4) : p = 5"),
    ("contradictory-hyps", "(f : ℕ → ℕ) (h1 : ∀ n, f n > 5) (h2 : f 0 = 3) : f 1 = 2"),
    ("contradictory-hyps", "(x y : ℕ) (h : x * y = 7) (hx : 1 < x) (hy : 1 < y) : x = y"),
    ("contradictory-hyps", "(P : Prop) (h1 : P) (h2 : ¬ P) : 1 = 2"),
    ("empty-domain", "(i : Fin 0) : (i : ℕ) > 5"),
    ("empty-domain", "(x : Empty) (n : ℕ) : n = 5"),
    ("empty-domain", "(x : {x : ℝ // x < x}) : ∃ y : ℝ, y ^ 2 = x"),
    ("contradictory-hyps", "(f : ℝ → ℝ) (a : ℝ) (h : f a < f a) : f a = 0"),
    ("empty-interval", ": ∀ n ∈ Finset.Icc 7 4, n ^ 2 ≤ 9"),
    ("empty-interval", ": ∀ n ∈ Finset.range 0, n > 5"),
    ("imp-under-exists", ": ∃ p : ℕ, p.Prime → p > 100"),
    ("iff-under-exists", "(p : ℕ) : ∃ x, x ^ 4 ≡ 2 [MOD p] ↔ ∃ a b, p = a ^ 2 + 64 * b ^ 2"),
    ("exists-degenerate-witness", ": ∃ D : ℤ, ∀ n : ℤ, n ∣ D"),
    ("exists-degenerate-witness", "{G : Type*} [Group G] [Fintype G] : ∃ m : ℕ, ∀ a : G, a ^ m = 1"),
    ("exists-unique-pinned", ": ∃! f : ℕ → ℕ, ∀ n, f n = n + 1"),
    ("self-answer", ": ∃ S : Set ℕ, S = {n | n ^ 2 < 10}"),
    ("self-answer", "abbrev answer : Set ℕ := {n | n ^ 2 < 10}\ntheorem t : {n | n ^ 2 < 10} = answer := sorry"),
    ("self-answer", "abbrev answer : Set ℕ := {n | n ^ 2 < 10}\ntheorem t : {n : ℕ | n ^ 2 < 10} = answer := sorry"),
    ("self-answer", "abbrev answer : Set ℕ := {n | n ^ 2 < 9}\ntheorem t (m : ℕ) : m ∈ answer ↔ m ^ 2 < 9 := sorry"),
    ("self-answer", ": ∃ S : Set ℝ, ∀ x, x ^ 2 = 2 ↔ x ∈ S"),
]

CONTENT = [
    "(n : ℕ) : n * (n + 1) = n ^ 2 + n",
    "(a : ℝ) : ¬ a < a",
    "(p q : Prop) (h : p → q) : ¬ q → ¬ p",
    ": ∃ S : Finset ℝ, ∀ x, x ∈ S ↔ x ^ 2 = 2",
    "(T : Set ℝ) : ∃ S : Set ℝ, ∀ x, x ∈ S ↔ x ∈ T ∧ x ∉ S",
    "abbrev answer : Set ℕ := {0, 1, 2}\ntheorem t (m : ℕ) : m ∈ answer ↔ m ^ 2 < 9 := sorry",
    "(A B : Set ℝ) : ∃ C : Set ℝ, ∀ x, x ∈ C ↔ x ∈ A ∧ x ∉ B",
    "(A : Set ℝ) : ∃ C : Set ℝ, ∀ x, x ∈ C ↔ x ∉ A",
    "(g : ℝ → ℝ) (h : ∀ x y, x < y → g x < g y) : ∀ a b, g a = g b → a = b",
    "(a m : ℤ) (h : m ≠ 0) : 0 ≤ a % m",
    "(a b : ℤ) (h : 0 < b) : a = b * (a / b) + a % b",
    ": Int.tdiv (-9) 2 = -4",
    "(x y a : ℝ) (hx : 0 ≤ x) (hy : 0 ≤ y) : (x * y) ^ a = x ^ a * y ^ a",
    ": ∃ n : ℕ, n > 0 ∧ ∑ d ∈ n.properDivisors, d = n",
    "(x : ℝ) (h : x > 3) : x > 2",
    "(x : ℝ) (h : x > 0) : ∀ y : ℝ, y > 0 → x * y > 0",
    "(x : ℝ) (h : x > 0) : x ^ 2 > 0 ∧ x ^ 3 > 0",
    "(f : ℝ → ℝ) (h : ∀ x, f (-x) = -f x) : f 0 = 0",
    "(x : ℝ) (h1 : x > 1) (h2 : x < 2) : x ≠ 5",
    "(n : ℕ) (h1 : n % 4 = 3) (h2 : n % 2 = 1) : n % 4 ≠ 1",
    "(f : ℕ → ℕ) (h1 : ∀ n, f n > 5) : f 1 ≠ 2",
    "(a : ℕ → ℕ) (h : ∀ n ≥ 1, a (n + 1) = a n) (h5 : a 5 = 3) : a 7 = 3",
    "(i : Fin 3) : (i : ℕ) < 3",
    ": ∀ n ∈ Finset.Icc 1 3, n ^ 2 ≤ 9",
    ": ∃ p : ℕ, p.Prime ∧ p > 100",
    ": ∃ N : ℕ, ∀ n ≥ N, n ^ 2 > 10",
    ": ∃ δ > (0 : ℝ), ∀ x : ℝ, |x| < δ → |2 * x| < 1",
    ": ∃ D : ℤ, D ≠ 0 ∧ 2 ∣ D ∧ 3 ∣ D",
    ": ∃! x : ℕ, x + 2 = 5",
    ": {n : ℕ | n ^ 2 < 10} = {0, 1, 2, 3}",
    "(a b : ℤ) (h : ((a - b : ℤ) : ℝ) = 1) : (a : ℝ) - b = 1",
    "{R : Type*} [CommRing R] (a : R) : ∃ I : Ideal R, {x : R | x * a = 0} = I",
]


@pytest.mark.parametrize(("lint", "statement"), VACUOUS)
def test_a_statement_that_says_nothing_is_told(lint: str, statement: str) -> None:
    assert lint in speaking(report(statement).findings)


@pytest.mark.parametrize("statement", CONTENT)
def test_a_look_alike_that_says_something_passes(statement: str) -> None:
    assert speaking(report(statement).findings) == []


def test_a_variable_that_hides_another_is_not_taken_for_it() -> None:
    names = speaking(report("(x : ℝ) (h : x > 0) : ∀ x : ℝ, x > 0").findings)
    assert "goal-is-hyp-verbatim" not in names
    assert "false-as-stated" in names


def test_a_difference_before_and_after_a_coercion_is_not_taken_for_the_same() -> None:
    assert "goal-reflexive" not in speaking(report("(a b : ℕ) : ((a - b : ℕ) : ℤ) = (a : ℤ) - b").findings)


def test_hypotheses_that_contradict_one_another_are_the_claim_where_the_goal_is_false() -> None:
    assert "contradictory-hyps" not in speaking(report("(x : ℝ) (h1 : x > 3) (h2 : x < 2) : False").findings)


def test_a_divisor_that_is_zero_where_a_claim_fails_is_named_beside_it() -> None:
    names = speaking(report("(a n : ℕ) : ∃ k < n, a ≡ k [MOD n]").findings)
    assert {"false-as-stated", "mod-by-zero"} <= set(names)
    assert "mod-by-zero" not in speaking(report("(a n : ℕ) (h : n > 2) : ∃ k < n - 1, a ≡ k [MOD n]").findings)


def test_a_law_of_logic_is_no_more_than_noted() -> None:
    found = by_id(report("(P Q : Prop) : (P → Q) ↔ (¬ Q → ¬ P)").findings, "propositional-tautology")
    assert found.action is Action.NOTE


def test_a_sequence_whose_first_terms_are_open_contradicts_nothing() -> None:
    statement = "(a : ℕ → ℕ) (h : ∀ n ≥ 1, a (n + 1) = a n) (h5 : a 5 = 3) : a 7 = 4"
    assert "contradictory-hyps" not in speaking(report(statement).findings)
