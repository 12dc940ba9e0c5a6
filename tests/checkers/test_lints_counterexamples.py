"""False statements are found false at a point that satisfies every hypothesis, true ones never are."""

from __future__ import annotations

import pytest

from proofsieve.checkers.lints.points.posing import pose
from proofsieve.checkers.lints.points.search import search

from .lint_statements import by_id, evaluated, read, speaking

FALSE = [
    ("(n : ℕ) : n ^ 2 > n", {"n": "0"}),
    ("(a b : ℝ) (h : a < b) : a ^ 2 < b ^ 2", {"a": "-1", "b": "0"}),
    ("(x y : ℝ) (h1 : x + y = 10) (h2 : x - y = 2) : x = 5", {"x": "6", "y": "4"}),
    ("(x : ℝ) (h : x ^ 2 = 9) : x = 3", {"x": "-3"}),
    ("(n : ℕ) (h : 300 < n) : n < 300 + 1", {"n": "301"}),
    ("(n : ℕ) : (n ^ 2 + n + 41).Prime", {"n": "41"}),
    ("(a b c : ℕ) (h : a + b + c = 6) : a < b ∨ b < a", {"a": "0", "b": "0", "c": "6"}),
    ("(x y : ℕ) (h : x * y = 91) (hx : 1 < x) (hy : 1 < y) : x < y", {"x": "13", "y": "7"}),
    ("(a b : ZMod 6) (h : a * b = 0) : a = 0 ∨ b = 0", {"a": "2", "b": "3"}),
    ("(A B : Finset ℕ) : (A ∪ B).card = A.card + B.card", {"A": "{0}", "B": "{0}"}),
    ("(f : ℝ → ℝ) (h : Monotone f) (x y : ℝ) (hxy : x < y) : f x < f y", {"f": "fun _ => 0", "x": "0", "y": "1"}),
    ("(f : ℤ → ℤ) (h : ∀ x, f x = x ^ 2) : f (-1) = -1", {}),
    ("(a : ℕ → ℕ) (h0 : a 0 = 1) (h : ∀ n, a (n + 1) = 2 * a n) : a 5 = 31", {}),
    ("(a : ℕ → ℤ) (h0 : a 0 = 0) (h1 : a 1 = 1) (h : ∀ n, a (n + 2) = a (n + 1) + a n) : a 10 = 54", {}),
    ("(n : ℤ) : 4 ∣ n ^ 2 ↔ 4 ∣ n", {"n": "2"}),
    ("(p : ℕ) (hp : p.Prime) (h : ∃ r : ℕ, p = 2 ^ r + 1) : ∃ k : ℕ, p = 2 ^ (2 ^ k) + 1", {"p": "2"}),
    ("(x : {n : ℕ // n > 3}) : x.1 > 4", {"x": "4"}),
    (": IsLeast {n : ℕ | n ^ 2 > 10} 5", {}),
    (": ∃! x : ℤ, x ^ 2 = 4", {}),
    (": ∃ y : ℝ, ∀ x : ℝ, x < y", {}),
    (": ∀ n ∈ Finset.Icc 1 5, n ^ 2 ≤ 24", {"n": "5"}),
    (": ∃ x y : ℕ, x ^ 2 + y ^ 2 = 7", {}),
    (": Function.Surjective (fun n : ℕ => n + 1)", {"b": "0"}),
    (": √2 + √3 = √5", {}),
    (": Real.log 8 = 4 * Real.log 2", {}),
    ("(i : Fin 3) : i = 0 ∨ i = 1", {"i": "2"}),
    ("(p : Bool) : p = true", {"p": "False"}),
    ("(P Q : Prop) : P ∨ Q", {"P": "False", "Q": "False"}),
    ("(z : ℕ × ℕ) : z.1 ≤ z.2", {"z": "(1, 0)"}),
]

TRUE = [
    "(n : ℕ) (h : 2 ≤ n) : n ^ 2 > n",
    "(a b : ℝ) : a ^ 2 + b ^ 2 ≥ 2 * a * b",
    "(x y : ℝ) (h1 : x + y = 10) (h2 : x - y = 2) : x = 6",
    "(x : ℝ) (h : x ^ 2 - 5 * x + 6 = 0) : x = 2 ∨ x = 3",
    "(a b c : ℚ) (m n : ℝ) (hm : m ^ 3 = 2) (hn : n ^ 3 = 4) (h : (a : ℝ) + b * m + c * n = 0) (hm0 : 0 < m) : a = 0",
    ": ¬ ∃ x y : ℤ, 4 * x + 6 * y = 1",
    ": ¬ ∃ x y : ℤ, 7 * x ^ 3 + 2 = y ^ 3",
    ": ∃ x y : ℤ, 3 * x + 5 * y = 1",
    ": ∀ x : ℝ, ∃ n : ℕ, x < n",
    ": ∃ f : ℕ → ℕ, Function.Injective f ∧ ¬ Function.Surjective f",
    "(a : ℕ → ℕ) (h0 : a 0 = 1) (h : ∀ n, a (n + 1) = 2 * a n) : a 5 = 32",
    "(d : ℕ → ℕ) (h0 : d 0 = 0) (h1 : d 1 = 0) (h2 : d 2 = 1) (h : ∀ n ≥ 3, d n = d (n - 1) + d (n - 3)) : d 6 = 3",
    "(f : ℝ → ℝ) (h : ∀ x y, f (x + y) = f x + f y) : f 0 = 0",
    "(P : ℕ → Prop) (h0 : P 0) (hs : ∀ n, P n → P (n + 1)) : ∀ n, P n",
    "(p : ℕ) [Fact p.Prime] (a : ZMod p) (h : a ≠ 0) : a ^ (p - 1) = 1",
    "(a b c : ℤ) (h : a ^ 3 + b ^ 3 = c ^ 3) : a * b * c = 0",
    ": {x : ℤ | x ^ 2 = 9} = {3, -3}",
    ": Real.cos (2 * π / 3) = -1 / 2",
    ": √8 = 2 * √2",
    ": Irrational (√2 + √3)",
    "(x : ℝ) (h1 : x > 3) (h2 : x < 2) : False",
    "(x : Set.Icc (0 : ℝ) 1) : (x : ℝ) ^ 2 ≤ 1",
    ": (2 ^ 2010) % 10 = 4",
    "(n : ℤ) (h : Odd n) : 8 ∣ n ^ 2 - 1",
    "(x : ℝ) (n : ℕ) (h₀ : -1 < x) (h₁ : 0 < n) : 1 + ↑n * x ≤ (1 + x) ^ n",
    "(q : ℚ) : (q.num : ℚ) / q.den = q",
    "(A B : Set ℕ) : (A ∪ B)ᶜ = Aᶜ ∩ Bᶜ",
]


@pytest.mark.parametrize(("statement", "witness"), FALSE)
def test_a_false_statement_is_rejected_with_the_values(statement: str, witness: dict[str, str]) -> None:
    found = by_id(evaluated(statement).findings, "false-as-stated")
    assert found.rejects
    assert dict(found.witness) == witness


@pytest.mark.parametrize("statement", TRUE)
def test_a_true_statement_is_not_rejected(statement: str) -> None:
    assert not [finding for finding in evaluated(statement).findings if finding.rejects]


@pytest.mark.parametrize(
    "statement",
    [
        ": ∃ n : ℕ, 10 ^ 9 < n ∧ n.Prime",  # sampling does not reach a witness
        ": ∀ n : ℕ, ∃ p, n < p ∧ p.Prime ∧ (p + 2).Prime",
        ": ∃ x y z : ℤ, x ^ 3 + y ^ 3 + z ^ 3 = 42",
        "(n : ℕ) (h : ∃ x y z : ℤ, x ^ 3 + y ^ 3 + z ^ 3 = n) : n < 33",
    ],
)
def test_an_infinite_domain_is_never_settled_by_a_sample(statement: str) -> None:
    assert "false-as-stated" not in speaking(evaluated(statement).findings)


@pytest.mark.parametrize(
    "statement",
    [
        "(n : ℕ) (h : Mystery n) : n = 5",
        "(n : ℕ) (f : ℝ → ℝ) (h : Continuous f) : n = 5",
        "(n : ℕ) [IsMystery n] : n = 5",
        "{α : Type*} [IsEmpty α] (x : α) (n : ℕ) : n = 5",
        "(e : ℕ ≃ Bool) (n : ℕ) : n = 5",
        "(n : ℕ) : Irreducible (1 + ↑n)",
    ],
)
def test_nothing_is_refuted_beside_what_is_not_understood(statement: str) -> None:
    found = evaluated(statement)
    assert "false-as-stated" not in speaking(found.findings)
    assert found.unknown or "Irreducible" in statement


def test_a_type_variable_may_be_anything_so_that_a_claim_on_numbers_beside_it_is_still_refuted() -> None:
    statement = "{G : Type*} [Group G] (x : G) (n : ℕ) : n ≤ 3"
    assert dict(by_id(evaluated(statement).findings, "false-as-stated").witness) == {"n": "4"}


def test_a_name_that_means_two_things_is_not_evaluated() -> None:
    both = "open Real Nat\ntheorem t (n : ℕ) : sqrt n ^ 2 = n := sorry"
    assert evaluated(both).unknown == ("the name sqrt, which has several meanings",)
    one = "open Nat\ntheorem t (n : ℕ) : sqrt n ^ 2 = n := sorry"
    assert speaking(evaluated(one).findings) == ["wrong-function-variant"]


def test_definitions_of_the_text_are_unfolded() -> None:
    text = "def twice (n : ℕ) : ℕ := 2 * n\ntheorem t (n : ℕ) : twice n > n := sorry"
    assert dict(by_id(evaluated(text).findings, "false-as-stated").witness) == {"n": "0"}


def test_a_definition_that_uses_itself_is_not_unfolded() -> None:
    text = "def f (n : ℕ) : ℕ := f (n + 1)\ntheorem t (n : ℕ) : f n = 0 := sorry"
    assert any("uses itself" in sentence for sentence in evaluated(text).unknown)


def test_the_same_text_always_gets_the_same_answer() -> None:
    statement = "(a b c : ℝ) (h : a * b + b * c + c * a = 1) : a + b + c ≤ 100"
    assert evaluated(statement) == evaluated(statement)


def test_a_small_budget_ends_a_search_without_an_answer() -> None:
    posed = pose(read("(a b c d : ℕ) (h : a ^ 4 + b ^ 4 + c ^ 4 = d ^ 4) (h0 : 0 < a * b * c) : d = 0"))
    found = search(posed, steps=50)
    assert not found.points
    assert not found.exhausted


def test_a_predicate_that_nothing_defines_is_told_as_such() -> None:
    found = by_id(evaluated("(IsPerfect : ℕ → Prop) : ∃ n, IsPerfect n ∧ n > 5").findings, "free-predicate")
    assert dict(found.witness) == {"IsPerfect": "fun _ => False"}


@pytest.mark.parametrize(
    ("statement", "witness"),
    [
        ("{G : Type*} [Group G] (a b : G) : a * b = b * a", {"G": "S₃", "a": "(2 3)", "b": "(1 2)"}),
        (
            "[Group G] [Fintype G] (h : Fintype.card G = 6) : ∀ x y : G, x * y = y * x",
            {"G": "S₃", "x": "(2 3)", "y": "(1 2)"},
        ),
        ("{R : Type*} [CommRing R] (a b : R) (h : a * b = 0) : a = 0 ∨ b = 0", {"R": "ZMod 6", "a": "2", "b": "3"}),
        ("{G : Type*} [Group G] (x : G) : 0 < orderOf x", {"G": "ℤ, written multiplicatively", "x": "g^1"}),
    ],
)
def test_a_claim_on_every_structure_is_refuted_in_a_small_one(statement: str, witness: dict[str, str]) -> None:
    assert dict(by_id(evaluated(statement).findings, "false-as-stated").witness) == witness


@pytest.mark.parametrize(
    "statement",
    [
        "{G : Type*} [CommGroup G] (a b : G) : a * b = b * a",
        "[Group G] (h : ∀ x : G, x * x = 1) : ∀ x y : G, x * y = y * x",
        "{F : Type*} [Field F] (a b : F) (h : a * b = 0) : a = 0 ∨ b = 0",
        "{G : Type*} [Group G] [Fintype G] (x : G) : x ^ Fintype.card G = 1",
        "{G : Type*} [Group G] (a b : G) : orderOf (a * b) = orderOf (b * a)",
        "{R : Type*} [Ring R] (a : R) (h : ∀ x : R, x ^ 2 = x) : a + a = 0",
        "{α : Type*} (f : ℕ → α) (x : α) : ∃ g : ℕ → α, g 0 = x",
        "(f : ℕ → Fin 1) : f 0 = f 1",
        "(f : ℕ → {n : ℕ // n > 5}) : (f 0 : ℕ) > 5",
        "(S : Set {n : ℕ // n > 5}) : ∀ x ∈ S, (x : ℕ) > 5",
        "(p : {n : ℕ // n > 5} × ℕ) : (p.1 : ℕ) > 5",
        "(f g : ℕ → ℕ) (h : f = g) : f 3 = g 3",
    ],
)
def test_what_holds_in_every_structure_is_not_refuted(statement: str) -> None:
    assert not [finding for finding in evaluated(statement).findings if finding.rejects]
