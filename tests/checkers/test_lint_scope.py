"""Lints on scope: where quantifiers, binders and operators reach, what is trivial, what is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.checkers.lints.constants.look import constants
from proofsieve.checkers.lints.scope.look import LINTS, scope
from proofsieve.checkers.lints.scope.names import free_names, replaced
from proofsieve.checkers.lints.scope.places import Places
from proofsieve.checkers.lints.scope.simplify import FALSE, TRUE, simplified
from proofsieve.checkers.lints.scope.sites import sites_of
from proofsieve.core.faithfulness.findings import Action, Drift, LintFinding, Tier
from proofsieve.core.formal import read_statement, read_term
from proofsieve.core.formal.ast import Binary, Name


def found(text: str) -> list[LintFinding]:
    """What the lints on constants and on scope find, without notes."""
    statement = read_statement(text)
    assert statement is not None
    places = Places(statement)
    return [one for one in (*constants(places), *scope(places)) if one.action is not Action.NOTE]


def ids(text: str) -> set[str]:
    return {one.id for one in found(text)}


GROUP = "{G : Type*} [Group G]"

# lint, a statement that it flags, one that looks like it and is right
PAIRS = [
    (
        "iff-under-forall",
        f"theorem t {GROUP} : ∀ x : G, x * x = 1 ↔ ∀ x y : G, x * y = y * x := sorry",
        f"theorem t {GROUP} : (∀ x : G, x * x = 1) ↔ ∀ x y : G, x * y = y * x := sorry",
    ),
    (
        "iff-under-forall",
        "theorem t (a b : ℝ) : ∀ x : ℝ, a * x = b * x ↔ a = b := sorry",
        "theorem t (a : ℝ) : ∀ x : ℝ, a + x = 0 ↔ x = -a := sorry",
    ),
    (
        "iff-under-exists",
        "theorem t (n : ℕ) : ∃ k, n = 2 * k ↔ Even n := sorry",
        "theorem t (n : ℕ) : (∃ k, n = 2 * k) ↔ Even n := sorry",
    ),
    (
        "imp-under-exists",
        "theorem t (S : Set ℕ) : ∃ n, n ∈ S → n > 5 := sorry",
        "theorem t (S : Set ℕ) : ∃ N : ℕ, ∀ n, n ∈ S → n ≤ N := sorry",
    ),
    (
        "and-under-forall",
        "theorem t : ∀ x : ℝ, x > 0 ∧ x ^ 2 > 0 := sorry",
        "theorem t : ∀ x : ℝ, x > 0 → x ^ 2 > 0 ∧ x ^ 3 > 0 := sorry",
    ),
    (
        "and-under-forall",
        "theorem t (S : Set ℝ) (f : ℝ → ℝ) : ∀ x, x ∈ S ∧ f x = 0 := sorry",
        "theorem t (f : ℝ → ℝ) : ∀ x, 0 ≤ |f x| + 1 ∧ f x ≤ |f x| := sorry",
    ),
    (
        "negation-inside-exists",
        "theorem t (n : ℕ) (h : n > 2) : ∃ a b c : ℕ, ¬ (a > 0 ∧ b > 0 ∧ c > 0 ∧ a ^ n + b ^ n = c ^ n) := sorry",
        "theorem t (n : ℕ) (h : n > 2) : ¬ ∃ a b c : ℕ, a > 0 ∧ b > 0 ∧ c > 0 ∧ a ^ n + b ^ n = c ^ n := sorry",
    ),
    (
        "negation-inside-exists",
        "theorem t : ∃ x : ℚ, ¬ x ^ 2 = 2 := sorry",
        "theorem t : ∃ a b : ℤ, a - b ≠ b - a := sorry",
    ),
    (
        "negation-of-first",
        "theorem t (a b : ℤ) (h : Odd (a * b)) : ¬ Even a ∧ Even b := sorry",
        "theorem t (a b : ℤ) (h : Odd (a * b)) : ¬ (Even a ∧ Even b) := sorry",
    ),
    (
        "negation-of-first",
        "theorem t (a b : ℤ) : ¬ a = 2 ∧ b = 2 := sorry",
        "theorem t (p a : ℕ) (h : ¬ p.Prime ∧ p ∣ a) : a ≠ p + 1 := sorry",
    ),
    (
        "big-operator-body",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, i + 1 = n * (n + 1) / 2 := sorry",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, (i + 1) = n * (n + 1) / 2 := sorry",
    ),
    (
        "big-operator-body",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, 2 * i + i ^ 2 = 0 := sorry",
        "theorem t (n : ℕ) : (∑ i ∈ Finset.range n, i) + 1 = n := sorry",
    ),
    (
        "big-operator-index-unused",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, (n + 1) ^ 2 = 0 := sorry",
        "theorem t (s : Finset ℕ) : ∑ _i ∈ s, 1 = s.card := sorry",
    ),
    (
        "autobound-phantom",
        "open Real\ntheorem t : cos (pi / 3) = 1 / 2 := sorry",
        "open Real\ntheorem t : cos (π / 3) = 1 / 2 := sorry",
    ),
    (
        "shadowed-variable",
        "theorem t (n : ℕ) (hn : 0 < n) : ∀ n : ℕ, n * n + 1 > n := sorry",
        "theorem t (m : ℕ) (hm : 0 < m) : ∀ n : ℕ, m * n + 1 > n := sorry",
    ),
    (
        "default-is-no-definition",
        "theorem t (n : ℕ) (s := ∑ i ∈ Finset.range n, i) : s ≤ n ^ 2 := sorry",
        "theorem t (n s : ℕ) (hs : s = ∑ i ∈ Finset.range n, i) : s ≤ n ^ 2 := sorry",
    ),
    (
        "repeated-hypothesis",
        "theorem t {G H : Type*} [Group G] [Group H] [Fintype G] [Fintype H] (hG : Fintype.card G = 7) "
        "(hH : Fintype.card G = 7) : Nonempty (G ≃* H) := sorry",
        "theorem t {G H : Type*} [Group G] [Group H] [Fintype G] [Fintype H] (hG : Fintype.card G = 7) "
        "(hH : Fintype.card H = 7) : Nonempty (G ≃* H) := sorry",
    ),
    (
        "repeated-hypothesis",
        "theorem t {X : Type*} [TopologicalSpace X] [TopologicalSpace X] (A : Set X) : IsOpen (interior A) := sorry",
        "theorem t {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] (f : X → Y) (hf : Continuous f) "
        "(A : Set Y) (hA : IsOpen A) : IsOpen (f ⁻¹' A) := sorry",
    ),
    (
        "contradictory-instances",
        "theorem t {X : Type*} [Fintype X] [Infinite X] (x : X) : x ≠ x := sorry",
        "theorem t {X Y : Type*} [Fintype X] [Infinite Y] (f : Y → X) : ¬ Function.Injective f := sorry",
    ),
    (
        "arbitrary-structure",
        "theorem t [TopologicalSpace (ℕ → ℝ)] : ¬ LocallyCompactSpace (ℕ → ℝ) := sorry",
        "theorem t : ¬ LocallyCompactSpace (ℕ → ℝ) := sorry",
    ),
    (
        "hypothesis-at-one-point",
        "theorem t (f : ℤ → ℤ) (x : ℤ) (h : f x + f (x - 1) = x ^ 2) (h1 : f 3 = 5) : f 10 = 7 := sorry",
        "theorem t (f : ℤ → ℤ) (h : ∀ x, f x + f (x - 1) = x ^ 2) (h1 : f 3 = 5) : f 10 = 7 := sorry",
    ),
    (
        "hypothesis-at-one-point",
        "theorem t (H : AddSubgroup ℝ) (x : ℝ) (h : x ∈ H → 2 * x ∈ H) : H = ⊥ := sorry",
        "theorem t (f : ℝ → ℝ) (x : ℝ) (h : f x = 0) : ∃ y, f y = 0 := sorry",
    ),
    (
        "detached-hypothesis",
        "theorem t (a b n : ℕ) (hn : 2 < n) (h : a < b) : a ^ 2 < b ^ 2 := sorry",
        "theorem t (a b n : ℕ) (hn : 2 < n) (h : a < b) : a ^ n < b ^ n := sorry",
    ),
    (
        "detached-hypothesis",
        "theorem t (x : ℝ) (n : ℕ) (hn : n.Prime) (hx : 0 < x) : x ^ 2 > 0 := sorry",
        "theorem t {X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] [CompactSpace X] (f : X → Y) "
        "(hc : Continuous f) (hs : Function.Surjective f) : CompactSpace Y := sorry",
    ),
    (
        "goal-outside-domain",
        "theorem t (f : ℝ → ℝ) (S : Set ℝ) (hf : ContinuousOn f S) (h : ∀ x ∈ S, f x = f 0) : "
        "∃ c, ∀ x, f x = c := sorry",
        "theorem t (f : ℝ → ℝ) (S : Set ℝ) (hf : ContinuousOn f S) (h : ∀ x ∈ S, f x = f 0) : "
        "∃ c, ∀ x ∈ S, f x = c := sorry",
    ),
    (
        "goal-outside-domain",
        "theorem t (f g : ℝ → ℝ) (S : Set ℝ) (hf : ∀ x ∈ S, f x = 2 * g x) : f = fun x => 2 * g x := sorry",
        "theorem t (f : ℝ → ℝ) (S : Set ℝ) (a b : ℝ) (ha : a ∈ S) (hb : b ∈ S) (hf : ContinuousOn f S) "
        "(h : f a < 0) (h' : f b > 0) : ∃ c ∈ Set.uIcc a b, f c = 0 := sorry",
    ),
    (
        "exists-degenerate-witness",
        f"theorem t {GROUP} [Fintype G] : ∃ m : ℕ, ∀ a : G, a ^ m = 1 := sorry",
        f"theorem t {GROUP} [Fintype G] : ∃ m : ℕ, m > 0 ∧ ∀ a : G, a ^ m = 1 := sorry",
    ),
    (
        "degenerate-not-excluded",
        f"theorem t {GROUP} (H : Subgroup G) : ∃ A ≤ H, A.Normal ∧ ∀ a b : A, a * b = b * a := sorry",
        f"theorem t {GROUP} (H : Subgroup G) : ∃ A ≤ H, A ≠ ⊥ ∧ A.Normal ∧ ∀ a b : A, a * b = b * a := sorry",
    ),
    (
        "exists-degenerate-witness",
        "theorem t (n : ℕ) : ∃ f : ℝ → ℝ, ∀ x, n * f x = 0 := sorry",
        "theorem t (n : ℕ) : ∃ f : ℝ → ℝ, ∀ x, f x = n * x := sorry",
    ),
    (
        "always-true",
        f"theorem t {GROUP} [Fintype G] : Nonempty (Sylow 3 G) ∧ Nonempty (Sylow 5 G) := sorry",
        f"theorem t {GROUP} [Fintype G] (h : Fintype.card G = 15) : (∃ P : Sylow 3 G, P.Normal) := sorry",
    ),
    (
        "always-true",
        "theorem t (x : ℕ) : x ^ 2 ≥ 0 := sorry",
        "theorem t (x : ℤ) : x ^ 2 ≥ 0 := sorry",
    ),
    (
        "empty-predicate",
        "theorem t {R : Type*} [CommRing R] (p : Polynomial R) : p ∣ 0 ↔ ∃ b : R, b ≠ 0 ∧ b • p = 0 := sorry",
        "theorem t {R : Type*} [CommRing R] (p : Polynomial R) : "
        "(∃ q, q ≠ 0 ∧ p * q = 0) ↔ ∃ b : R, b ≠ 0 ∧ b • p = 0 := sorry",
    ),
    (
        "empty-predicate",
        "theorem t {X : Type*} [MetricSpace X] (h : ∀ A : Set X, A.Infinite → ∃ x, x ∈ closure A) : "
        "CompactSpace X := sorry",
        "theorem t {X : Type*} [MetricSpace X] (h : ∀ A : Set X, A.Infinite → ∃ x, AccPt x (𝓟 A)) : "
        "CompactSpace X := sorry",
    ),
    (
        "empty-predicate",
        f"theorem t {GROUP} [Fintype G] (h : IsEmpty (CommGroup G)) : 6 ≤ Fintype.card G := sorry",
        f"theorem t {GROUP} [Fintype G] (h : ∃ a b : G, a * b ≠ b * a) : 6 ≤ Fintype.card G := sorry",
    ),
    (
        "structure-for-property",
        f"theorem t {GROUP} [Fintype G] (h : Fintype.card G = 25) : CommGroup G := sorry",
        f"theorem t {GROUP} [Fintype G] (h : Fintype.card G = 25) : ∀ a b : G, a * b = b * a := sorry",
    ),
    (
        "false-at-boundary",
        "theorem t (n : ℕ) : n < n ^ 2 := sorry",
        "theorem t (n : ℕ) (h : 2 ≤ n) : n < n ^ 2 := sorry",
    ),
    (
        "exists-in-empty-type",
        "theorem t (X : Type*) [MetricSpace X] [CompleteSpace X] (U : ℕ → Set X) "
        "(h : ∀ n, IsOpen (U n) ∧ Dense (U n)) : ∃ x, ∀ n, x ∈ U n := sorry",
        "theorem t (X : Type*) [MetricSpace X] [CompleteSpace X] [Nonempty X] (U : ℕ → Set X) "
        "(h : ∀ n, IsOpen (U n) ∧ Dense (U n)) : ∃ x, ∀ n, x ∈ U n := sorry",
    ),
    (
        "exists-in-empty-type",
        "theorem t (X : Type*) (f : X → X) : ∃ x : X, f x = x := sorry",
        f"theorem t {GROUP} (f : G →* G) : ∃ x : G, f x = x := sorry",
    ),
    (
        "distinctness-dropped",
        f"theorem t {GROUP} (x : G) (h : orderOf x = 0) (n m : ℤ) : x ^ n ≠ x ^ m := sorry",
        f"theorem t {GROUP} (x : G) (h : orderOf x = 0) (n m : ℤ) (hnm : n ≠ m) : x ^ n ≠ x ^ m := sorry",
    ),
    (
        "distinctness-dropped",
        "theorem t {X : Type*} [TopologicalSpace X] [T2Space X] (x y : X) : "
        "∃ U V : Set X, IsOpen U ∧ IsOpen V ∧ x ∈ U ∧ y ∈ V ∧ Disjoint U V := sorry",
        "theorem t {X : Type*} [TopologicalSpace X] [T2Space X] (x y : X) (h : x ≠ y) : "
        "∃ U V : Set X, IsOpen U ∧ IsOpen V ∧ x ∈ U ∧ y ∈ V ∧ Disjoint U V := sorry",
    ),
    (
        "hypothesis-contains-goal",
        "theorem t (f : ℝ → ℝ) (h : Continuous f ∧ f 0 = 0) : f 0 = 0 := sorry",
        "theorem t (f : ℝ → ℝ) (h : Continuous f ∧ f 1 = 0) : f 0 = 0 := sorry",
    ),
    (
        "hypothesis-contains-goal",
        "theorem t (f : ℕ → ℕ) (h : ∀ n : ℕ, f n = f (n + 1)) (k : ℕ) : f k = f (k + 1) := sorry",
        "theorem t {A B : Type*} [Mul A] [Mul B] (h : ∀ x y : A, x * y = y * x) (u v : B) : u * v = v * u := sorry",
    ),
    (
        "hypothesis-contains-goal",
        "theorem t (f : ℕ → ℕ) (h : ∀ n : ℕ, f n > 0) : f 3 > 0 := sorry",
        "theorem t (f : ℕ → ℕ) (h : ∀ n > 4, f n > 0) : f 3 > 0 := sorry",
    ),
    (
        "placeholder-definition",
        "def height (n : ℕ) : ℕ := 0\ntheorem t (a b : ℕ) : height (a * b) ≤ height a + height b + 1 := sorry",
        "def height (n : ℕ) : ℕ := (Nat.digits 10 n).length\n"
        "theorem t (a b : ℕ) : height (a * b) ≤ height a + height b + 1 := sorry",
    ),
    (
        "placeholder-definition",
        "def IsNice (n : ℕ) : Prop := sorry\ntheorem t (n : ℕ) (h : IsNice n) : n > 3 := sorry",
        "def IsNice (n : ℕ) : Prop := n % 7 = 5\ntheorem t (n : ℕ) (h : IsNice n) : n > 3 := sorry",
    ),
    (
        "placeholder-definition",
        "axiom weight : ℕ → ℕ\ntheorem t (n : ℕ) : weight n ≤ n := sorry",
        "def base : ℕ := 10\ntheorem t (n : ℕ) : n < base ^ n := sorry",
    ),
    (
        "goal-about-placeholder",
        "def gap (_ : ℕ) : ℕ := 0\ntheorem t (a b : ℕ) : gap (a + b) ≤ gap a + gap b := sorry",
        "def gap (n : ℕ) : ℕ := n.factorial\ntheorem t (a b : ℕ) : gap (a + b) ≤ gap a + gap b := sorry",
    ),
    (
        "hypothesis-contains-goal",
        "theorem t (n : ℤ) (hn : Odd n) (h : ∀ m : ℤ, Odd m → m ^ 2 % 8 = 1) : n ^ 2 % 8 = 1 := sorry",
        "theorem t (n : ℤ) (hn : Odd n) (h : ∀ m : ℤ, Even m → m ^ 2 % 8 = 1) : (n + 1) ^ 2 % 8 < 4 := sorry",
    ),
    (
        "hypothesis-contains-goal",
        "theorem t (a b : ℝ) (h : ∀ x y : ℝ, 0 < x ∧ x < y → x ^ 3 < y ^ 3) (ha : 0 < a) (hb : a < b) : "
        "a ^ 3 < b ^ 3 := sorry",
        "theorem t (f : ℝ → ℝ) (a b : ℝ) (h : ∀ x y : ℝ, 0 < x ∧ x < y → f x < f y) (ha : 0 < a) (hb : a < b) : "
        "f a < f b := sorry",
    ),
    (
        "shadowed-variable",
        "theorem t (f : ℝ → ℝ) (c : ℝ) (h : f c > 0) : ∃ d > 0, ∀ c, |c - c| < d → f c > 0 := sorry",
        "theorem t (f : ℝ → ℝ) (c : ℝ) (h : f c > 0) : ∃ d > 0, ∀ x, |x - c| < d → f x > 0 := sorry",
    ),
]


@pytest.mark.parametrize(("lint", "bad", "good"), PAIRS)
def test_a_slip_of_scope_is_flagged(lint: str, bad: str, good: str) -> None:
    assert lint in ids(bad)


@pytest.mark.parametrize(("lint", "bad", "good"), PAIRS)
def test_a_statement_that_looks_alike_is_left_alone(lint: str, bad: str, good: str) -> None:
    assert ids(good) == set()


def test_every_lint_has_a_slip_and_a_look_alike() -> None:
    assert {lint.id for lint in LINTS} == {lint for lint, _, _ in PAIRS}


def test_no_two_lints_on_scope_and_constants_say_the_same_by_another_name() -> None:
    names = [lint.id for lint in LINTS]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    "statement",
    [
        "theorem t {G : Type*} [Group G] {x : G} (hx : orderOf x = 2) (h : ∀ y, orderOf y = 2 → y = x) : "
        "x ∈ Subgroup.center G",
        "theorem t {R : Type*} [Ring R] (h : ∀ x : R, x ^ 3 = x) (x y : R) : x * y = y * x",
        "theorem t : ∃ (E : Set ℝ) (f : ℝ → ℝ), ContinuousOn f E ∧ ¬ ∃ g : ℝ → ℝ, Continuous g ∧ ∀ x ∈ E, f x = g x",
        "theorem t {R : Type*} [CommRing R] (a : R) : ∃ I : Ideal R, {x : R | x * a = 0} = I",
        "theorem t (N : ℕ) : ∃ p ≥ N, Nat.Prime p ∧ p + 1 ≡ 0 [MOD 4]",
        "theorem t (X : Type*) [MetricSpace X] [ConnectedSpace X] (h : ∃ x y : X, x ≠ y) : ¬ Countable X",
        "theorem t {X : Type*} [MetricSpace X] [CompactSpace X] : "
        "∃ B : Set (Set X), B.Countable ∧ IsTopologicalBasis B",
        "theorem t {f : ℝ → ℝ} (hf : ∀ x y, |f x - f y| ≤ |x - y| ^ 2) : ∃ c, f = fun _ => c",
        "theorem t (n : ℕ) (x y : EuclideanSpace ℝ (Fin n)) (r : ℝ) (h : ‖x - y‖ < 2 * r) (hn : n ≥ 3) : "
        "Set.Infinite {z : EuclideanSpace ℝ (Fin n) | ‖z - x‖ = r ∧ ‖z - y‖ = r}",
        "theorem t : ∃ n : ℕ, n > 0 ∧ n ^ 2 = n",
        "theorem t : 2 + 2 = 4",
        "theorem t (a b n : ℕ) (h : a ≡ b [MOD n]) : a ^ 2 ≡ b ^ 2 [MOD n]",
        "theorem t (a n : ℕ) : (a + n) % n = a % n",
        "theorem t (a b : ℕ) (h : b ∣ a) : ((a / b : ℕ) : ℝ) = a / b",
        "theorem t (h : ∀ n : ℕ, n > 0 → ∃ p, p.Prime ∧ n < p) : ∃ p, p.Prime ∧ 100 < p",
    ],
)
def test_faithful_statements_are_not_accused(statement: str) -> None:
    assert ids(f"{statement} := by sorry") == set()


def test_a_name_that_is_bound_again_without_hypotheses_is_no_finding() -> None:
    assert ids("theorem t (z : ℝ) : {z : ℝ | z ^ 2 = 1} = {1, -1} := sorry") == set()


def test_a_claim_that_fails_at_zero_carries_its_counterexample() -> None:
    (one,) = [one for one in found("theorem t (n : ℕ) : n < 2 * n := sorry") if one.id == "false-at-boundary"]
    assert one.rejects
    assert one.tier is Tier.COUNTEREXAMPLE
    assert one.drift is Drift.MISSING_ASSUMPTIONS
    assert one.witness == (("n", "0"),)


def test_a_hypothesis_that_may_exclude_zero_stops_the_boundary() -> None:
    assert ids("theorem t (n : ℕ) (h : IsNice n) : n < 2 * n := sorry") == set()


def test_a_place_in_the_goal_knows_what_stands_before_it() -> None:
    statement = read_statement("theorem t (n : ℕ) (h : 0 < n) : ∀ k < n, k ≠ 2 → f k ∧ g (n - k) := sorry")
    assert statement is not None
    site = next(one for one in Places(statement) if one.term == read_term("n - k")[0])
    assert [one for one in site.facts if one == read_term("0 < n")[0]]
    assert [one for one in site.facts if one == read_term("k < n")[0]]
    assert [one for one in site.facts if one == read_term("k ≠ 2")[0]]


def test_a_statement_that_is_too_large_is_said_to_be() -> None:
    small = read_statement("theorem t (n : ℕ) : n = n → n = n := sorry")
    wide = read_statement(f"theorem t (n : ℕ) : f {'(n + 1) ' * 5000} := sorry")
    assert small is not None
    assert wide is not None
    goal = small.goal
    for _ in range(200):
        goal = Binary(op="→", left=small.goal, right=goal)
    high = replace(small, goal=goal)
    assert sites_of(small).overlooked == ()
    assert "too large" in sites_of(high).overlooked[0]
    assert "too large" in sites_of(wide).overlooked[0]
    assert list(scope(Places(high))) == []


def test_facts_on_a_name_end_where_it_is_bound_again() -> None:
    statement = read_statement("theorem t (n : ℕ) (h : 0 < n) : n > 1 ∧ ∀ n : ℕ, g n := sorry")
    assert statement is not None
    site = next(one for one in Places(statement) if one.term == read_term("g n")[0])
    assert not any("n" in free_names(fact) for fact in site.facts)


@pytest.mark.parametrize(
    "text", ["∀ p > q, ∀ q > p, p - q = 0", "let x := x + 1; x - 1 = 0", "∀ n ∈ Finset.Icc n k, n - k = 0"]
)
def test_bounds_that_go_round_in_a_circle_end(text: str) -> None:
    assert isinstance(found(f"theorem t : {text} := sorry"), list)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a ^ 0 = 1", True),
        ("n ∣ 0", True),
        ("0 * x = 0", True),
        ("p → p", True),
        ("2 + 2 = 5", False),
        ("x < x", False),
        ("x = y", None),
        ("∀ k : ℕ, k ∣ 0", True),
        ("∃ x : X, x = x", None),
        ("x / x = 1", None),
        ("0 / x = 0 ∧ q", None),
        ("¬ (1 = 2)", True),
    ],
)
def test_only_laws_settle_a_proposition(text: str, value: bool | None) -> None:
    term, problems = read_term(text)
    assert not problems
    assert simplified(term, {}) == TRUE if value else simplified(term, {}) != TRUE
    assert (simplified(term, {}) == FALSE) is (value is False)


@given(st.sampled_from(["∀ x, p x y", "fun y => f x y", "{x | x ∈ s ∧ y ∈ s}", "∑ i ∈ s, f i x", "let x := y; x + z"]))
def test_replacing_a_name_by_itself_changes_nothing(text: str) -> None:
    term, _ = read_term(text)
    assert replaced(term, {name: Name(text=name) for name in free_names(term)}) == term


@given(st.text(alphabet="∀∃∧∨→↔¬=≠<≤∈∑∏ ()xyzn01+-*/^,:ℕℝ", max_size=60))
def test_no_text_breaks_a_lint(text: str) -> None:
    statement = read_statement(f"theorem t (n : ℕ) (x : ℝ) : {text} := sorry")
    if statement is not None:
        places = Places(statement)
        assert all(one.id for one in (*constants(places), *scope(places)))
