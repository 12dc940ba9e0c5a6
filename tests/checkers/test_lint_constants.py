"""Constants with a junk value are flagged where nothing guards them, and left alone where something does."""

from __future__ import annotations

import pytest

from proofsieve.checkers.lints.constants.look import LINTS, constants
from proofsieve.checkers.lints.scope.look import scope
from proofsieve.checkers.lints.scope.places import Places
from proofsieve.core.faithfulness.findings import Action, Drift, LintFinding
from proofsieve.core.formal import read_statement


def found(text: str) -> list[LintFinding]:
    """What the lints on constants and on scope find, without notes."""
    statement = read_statement(text)
    assert statement is not None
    places = Places(statement)
    return [one for one in (*constants(places), *scope(places)) if one.action is not Action.NOTE]


def ids(text: str) -> set[str]:
    return {one.id for one in found(text)}


# lint, a statement that it flags, the same statement with the guard
PAIRS = [
    ("nat-sub", "theorem t (a b : ℕ) : a - b + b = a", "theorem t (a b : ℕ) (h : b ≤ a) : a - b + b = a"),
    ("nat-sub", "theorem t (a b : ℕ) : a - b + b = a", "theorem t (a b : ℤ) : a - b + b = a"),
    ("nat-sub", "theorem t (n : ℕ) : (n - 1) + 1 = n", "theorem t (n : ℕ) (hn : n ≠ 0) : (n - 1) + 1 = n"),
    ("nat-sub", "theorem t (n : ℕ) : (n - 1) + 1 = n", "theorem t (n : ℕ+) : ((n : ℕ) - 1) + 1 = n"),
    ("nat-sub", "theorem t (n : ℕ) : (n - 1) + 1 = n", "theorem t (n : ℕ) [NeZero n] : (n - 1) + 1 = n"),
    (
        "nat-sub",
        "theorem t (p : ℕ) : 2 ∣ p * (p - 1)",
        "theorem t (p : ℕ) [Fact p.Prime] : 2 ∣ p * (p - 1)",
    ),
    (
        "nat-sub",
        "theorem t : ∀ n k : ℕ, n.choose k = n.choose (n - k)",
        "theorem t : ∀ n k : ℕ, k ≤ n → n.choose k = n.choose (n - k)",
    ),
    (
        "nat-sub",
        "theorem t (f : ℕ → ℕ) (n : ℕ) : ∑ k ∈ Finset.range (n + 3), f (n - k) = 0",
        "theorem t (f : ℕ → ℕ) (n : ℕ) : ∑ k ∈ Finset.range (n + 1), f (n - k) = 0",
    ),
    (
        "nat-sub",
        "theorem t (f : ℕ → ℕ) (n : ℕ) : ∑ k ∈ Finset.range n, f (n - 2 - k) = 0",
        "theorem t (f : ℕ → ℕ) (n : ℕ) : ∑ k ∈ Finset.range n, f (n - 1 - k) = 0",
    ),
    (
        "nat-sub",
        "theorem t (n : ℕ) : 8 ∣ n ^ 2 - 1",
        "theorem t (n : ℕ) (hn : Odd n) : 8 ∣ n ^ 2 - 1",
    ),
    ("nat-sub", "theorem t (a b : ℕ) : a ^ 2 - b ^ 2 = 0", "theorem t : ∃ a b : ℕ, a ^ 2 - b ^ 2 = 2001"),
    (
        "nat-sub",
        "theorem t (a b : ℕ) : ((a - b : ℕ) : ℤ) = a - b",
        "theorem t (a b : ℕ) : ((a - b : ℤ) : ℝ) = a - b",
    ),
    (
        "nat-sub",
        "theorem t (f : ℕ → ℕ) (h : ∀ m n, f (m + n) - f m = 0 ∨ f (m + n) - f m = 1) : f 0 = 0",
        "theorem t (f : ℕ → ℕ) (h : ∀ m n, f (m + n) - f m = (0 : ℤ) ∨ f (m + n) - f m = (1 : ℤ)) : f 0 = 0",
    ),
    (
        "exponent-nat-sub",
        "theorem t (n : ℕ) : 3 * 3 ^ (n - 1) = 3 ^ n",
        "theorem t (n : ℕ) (h : 1 ≤ n) : 3 * 3 ^ (n - 1) = 3 ^ n",
    ),
    ("nat-div", "theorem t (n : ℕ) : n / 2 * 2 = n", "theorem t (n : ℕ) (h : Even n) : n / 2 * 2 = n"),
    ("nat-div", "theorem t (n : ℕ) : n / 2 * 2 = n", "theorem t (n : ℕ) : n / 2 * 2 + n % 2 = n"),
    (
        "nat-div",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range (n + 1), i = n * (n + 2) / 2",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range (n + 1), i = n * (n + 1) / 2",
    ),
    ("int-div-floor", "theorem t (a b : ℤ) : b * (a / b) = a", "theorem t (a b : ℤ) (h : b ∣ a) : b * (a / b) = a"),
    ("div-by-zero", "theorem t (x : ℝ) : x / x = 1", "theorem t (x : ℝ) (h : x ≠ 0) : x / x = 1"),
    ("inv-zero", "theorem t (x : ℝ) : x * x⁻¹ = 1", "theorem t (x : ℝ) (h : 0 < x) : x * x⁻¹ = 1"),
    (
        "div-by-zero",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, (1 : ℝ) / i ≤ n",
        "theorem t (n : ℕ) : ∑ i ∈ Finset.range n, (1 : ℝ) / (i + 1) ≤ n",
    ),
    (
        "div-by-zero",
        "theorem t (x y : ℝ) : x / (x - y) = 1",
        "theorem t (x y : ℝ) (h : x ≠ y) : x / (x - y) = 1",
    ),
    (
        "div-by-zero",
        "theorem t (a : ℕ → ℝ) : ∀ n, 1 / a n = 1",
        "theorem t (a : ℕ → ℝ) (h : ∀ n, 0 < a n) : ∀ n, 1 / a n = 1",
    ),
    ("mod-by-zero", "theorem t (a n : ℕ) : a % n < n", "theorem t (a n : ℕ) (h : n > 0) : a % n < n"),
    (
        "mod-by-zero",
        "theorem t (n : ℕ) (h : ¬ n.Prime) : n * n ≡ 1 [MOD n]",
        "theorem t (n : ℕ) (h : n.Prime) : n * n ≡ 1 [MOD n]",
    ),
    (
        "exponent-nat-frac",
        "theorem t (x : ℝ) (h : 0 ≤ x) : x ^ (1 / 2) = Real.sqrt x",
        "theorem t (x : ℝ) (h : 0 ≤ x) : x ^ ((1 : ℝ) / 2) = Real.sqrt x",
    ),
    ("numeral-division", "theorem t : 1 / 2 + 1 / 2 = 1", "theorem t : (1 : ℚ) / 2 + 1 / 2 = 1"),
    ("numeral-division", "theorem t (x : ℝ) : ((2 / 3 : ℕ) : ℝ) * x = x", "theorem t (x : ℝ) : 2 / 3 * x = x"),
    (
        "cast-after-truncation",
        "theorem t (a b : ℕ) (h : b ≠ 0) : ((a / b : ℕ) : ℝ) * b = a",
        "theorem t (a b : ℕ) (h : b ≠ 0) : ((a : ℝ) / b) * b = a",
    ),
    (
        "impossible-remainder",
        "theorem t (a : ℤ) (h : a % 4 = -1) : Odd a",
        "theorem t (a : ℤ) (h : a % 4 = 3) : Odd a",
    ),
    (
        "rpow-negative-base",
        "theorem t (x y : ℝ) : (x ^ y) ^ (1 / y) = x",
        "theorem t (x y : ℝ) (hx : 0 < x) (hy : y ≠ 0) : (x ^ y) ^ (1 / y) = x",
    ),
    ("sqrt-negative", "theorem t (x : ℝ) : √x * √x = x", "theorem t (x : ℝ) (h : x ≥ 0) : √x * √x = x"),
    ("sqrt-negative", "theorem t (x : ℝ) (h : x ≠ 0) : √x * √x = x", "theorem t (x : ℝ) : √(x ^ 2 + 1) ≥ 1"),
    (
        "sqrt-negative",
        "theorem t (a : ℤ) (n : ℕ) (h : 0 < n) : √(n + a : ℝ) ≥ 0",
        "theorem t (a n : ℕ) (h : 0 < n) : √(n + a : ℝ) ≥ 0",
    ),
    ("sqrt-negative", "theorem t (x : ℝ) : √x * √x = x", "theorem t : ∀ x ∈ Set.Icc (0 : ℝ) 1, √x * √x = x"),
    (
        "log-nonpositive",
        "theorem t (x : ℝ) : Real.exp (Real.log x) = x",
        "theorem t (x : ℝ) (h : 1 < x) : Real.exp (Real.log x) = x",
    ),
    (
        "log-nonpositive",
        "theorem t (n : ℕ) (h : 0 < n) : Real.logb 2 (Real.logb 16 n) = 1",
        "theorem t (n : ℕ) (h : 1 < n) : Real.logb 2 (Real.logb 16 n) = 1",
    ),
    (
        "arcsin-out-of-range",
        "theorem t (x : ℝ) : Real.sin (Real.arcsin x) = x",
        "theorem t (x : ℝ) (h : x ∈ Set.Icc (-1) 1) : Real.sin (Real.arcsin x) = x",
    ),
    ("int-to-nat", "theorem t (z : ℤ) : (z.toNat : ℤ) = z", "theorem t (z : ℤ) (h : 0 ≤ z) : (z.toNat : ℤ) = z"),
    ("floor-negative", "theorem t (x : ℝ) : (⌊x⌋₊ : ℝ) ≤ x", "theorem t (x : ℝ) (h : 0 ≤ x) : (⌊x⌋₊ : ℝ) ≤ x"),
    ("nat-pred", "theorem t (n : ℕ) : n.pred + 1 = n", "theorem t (n : ℕ) (h : 0 < n) : n.pred + 1 = n"),
    ("card-infinite", "theorem t (s : Set ℕ) : s.ncard ≤ 5", "theorem t (s : Set ℕ) (h : s.Finite) : s.ncard ≤ 5"),
    (
        "card-infinite",
        "theorem t (n : ℕ) : {x : ℕ | n ≤ x}.ncard ≤ n",
        "theorem t (n : ℕ) : {x : ℕ | x ≤ n ∧ Even x}.ncard ≤ n",
    ),
    (
        "card-infinite",
        "theorem t {G : Type*} [Group G] : Nat.card G ≤ 7",
        "theorem t {G : Type*} [Group G] (h : Nat.card G = 5) : Nat.card G ≤ 7",
    ),
    (
        "finrank-infinite",
        "theorem t {V : Type*} [AddCommGroup V] [Module ℝ V] : Module.finrank ℝ V ≤ 3",
        "theorem t {V : Type*} [AddCommGroup V] [Module ℝ V] [FiniteDimensional ℝ V] : Module.finrank ℝ V ≤ 3",
    ),
    (
        "order-infinite",
        "theorem t {G : Type*} [Group G] (x : G) (n : ℕ) (h : orderOf x = n) : x⁻¹ = x ^ (n + 1)",
        "theorem t {G : Type*} [Group G] (x : G) (n : ℕ) (hn : 0 < n) (h : orderOf x = n) : x⁻¹ = x ^ (n + 1)",
    ),
    (
        "order-infinite",
        "theorem t {G : Type*} [Group G] (x : G) : orderOf x ≤ 7",
        "theorem t {G : Type*} [Group G] (x y : G) : orderOf (x * y) = orderOf (y * x)",
    ),
    (
        "deriv-nondiff",
        "theorem t (f : ℝ → ℝ) (h : ∀ x, deriv f x = 0) : ∃ c, ∀ x, f x = c",
        "theorem t (f : ℝ → ℝ) (hf : ContDiff ℝ 1 f) (h : ∀ x, deriv f x = 0) : ∃ c, ∀ x, f x = c",
    ),
    (
        "limit-missing",
        "open Filter in\ntheorem t (a : ℕ → ℝ) : limsup a atTop ≤ 1",
        "open Filter in\ntheorem t (a : ℕ → ℝ) (h : BddAbove (Set.range a)) : limsup a atTop ≤ 1",
    ),
    (
        "infinite-to-real",
        "theorem t (μ : Measure ℝ) (s : Set ℝ) : (μ s).toReal ≤ 1",
        "theorem t (μ : Measure ℝ) [IsFiniteMeasure μ] (s : Set ℝ) : (μ s).toReal ≤ 1",
    ),
    (
        "distance-junk",
        "theorem t (s : Set ℝ) : Metric.diam s ≤ 1",
        "theorem t (s : Set ℝ) (h : Bornology.IsBounded s) : Metric.diam s ≤ 1",
    ),
    (
        "integral-nonintegrable",
        "theorem t (f : ℝ → ℝ) (h : ∀ x, 0 ≤ f x) : ∫ x in (0 : ℝ)..1, f x ≤ 1",
        "theorem t (f : ℝ → ℝ) (h : Continuous f) : ∫ x in (0 : ℝ)..1, f x ≤ 1",
    ),
    (
        "integral-nonintegrable",
        "theorem t (f : ℝ → ℝ) : ∫ x in (0 : ℝ)..1, f x ≤ 1",
        "theorem t : ∫ x in (0 : ℝ)..1, x ^ 2 ≤ 1",
    ),
    (
        "tsum-unsummable",
        "theorem t (a : ℕ → ℝ) (h : ∀ n, 0 ≤ a n) : a 0 ≤ ∑' n, a n",
        "theorem t (a : ℕ → ℝ) (h : ∀ n, 0 ≤ a n) (hs : Summable a) : a 0 ≤ ∑' n, a n",
    ),
    (
        "supremum-missing",
        "theorem t (S : Set ℝ) : ∀ x ∈ S, x ≤ sSup S",
        "theorem t (S : Set ℝ) (hn : S.Nonempty) (hb : BddAbove S) : ∀ x ∈ S, x ≤ sSup S",
    ),
    (
        "supremum-missing",
        "theorem t (S : Set ℕ) : sInf S ∈ S",
        "theorem t (S : Set ℕ) (h : S.Nonempty) : sInf S ∈ S",
    ),
    (
        "supremum-missing",
        "theorem t (f : ℕ → ℝ) : f 0 ≤ ⨆ n, f n",
        "theorem t (f : ℕ → ℝ) (h : BddAbove (Set.range f)) : f 0 ≤ ⨆ n, f n",
    ),
    (
        "supremum-missing",
        "theorem t (f : ℕ → ℝ) : f 0 ≤ ⨆ n, f n",
        "theorem t {G : Type*} [Group G] (H : ℕ → Subgroup G) : H 0 ≤ ⨆ n, H n",
    ),
    (
        "zero-index",
        "theorem t (x : ℕ → ℝ) : ⨅ n : ℕ, n * |x n| ≤ 1",
        "theorem t (x : ℕ → ℝ) : ⨅ n : ℕ+, (n : ℕ) * |x n| ≤ 1",
    ),
    (
        "zero-index",
        "open Filter\ntheorem t (x : ℕ → ℝ) : ⨅ n, atTop.liminf (fun m => n * |x (m + n) - x m|) ≤ 1 / 2",
        "open Filter\ntheorem t (x : ℕ → ℝ) (h : ∀ c, IsBoundedUnder (· ≥ ·) atTop (fun m => c * x m)) : "
        "⨅ n : ℕ+, atTop.liminf (fun m => (n : ℕ) * |x (m + (n : ℕ)) - x m|) ≤ 1 / 2",
    ),
    (
        "zero-index",
        "theorem t (n : ℕ) : ∏ i ∈ Finset.range n, i = n.factorial",
        "theorem t (n : ℕ) : ∏ i ∈ Finset.Icc 1 n, i = n.factorial",
    ),
    (
        "divisors-of-zero",
        "theorem t (n : ℕ) : n ∈ n.divisors",
        "theorem t (n : ℕ) (h : n ≠ 0) : n ∈ n.divisors",
    ),
    (
        "undefined-valuation",
        "theorem t (p n : ℕ) (h : p.Prime) : p ^ padicValNat p n ∣ n",
        "theorem t (p n : ℕ) (h : p.Prime) (hn : 0 < n) : p ^ padicValNat p n ∣ n",
    ),
    (
        "sylow-nonprime",
        "theorem t {G : Type*} [Group G] [Fintype G] : ∃ (p : ℕ) (P : Sylow p G), P.Normal",
        "theorem t {G : Type*} [Group G] [Fintype G] : ∃ (p : ℕ) (P : Sylow p G), p.Prime ∧ P.Normal",
    ),
    (
        "roots-of-zero",
        "theorem t (p : Polynomial ℝ) (x : ℝ) (h : p.eval x = 0) : x ∈ p.roots",
        "theorem t (p : Polynomial ℝ) (hp : p ≠ 0) (x : ℝ) (h : p.eval x = 0) : x ∈ p.roots",
    ),
    (
        "degree-of-zero",
        "theorem t (p q : Polynomial ℝ) : (p * q).natDegree = p.natDegree + q.natDegree",
        "theorem t (p q : Polynomial ℝ) (h : p.Monic) (hq : q ≠ 0) : (p * q).natDegree = p.natDegree + q.natDegree",
    ),
    (
        "minpoly-transcendental",
        "theorem t {K L : Type*} [Field K] [Field L] [Algebra K L] (a : L) : Irreducible (minpoly K a)",
        "theorem t {K L : Type*} [Field K] [Field L] [Algebra K L] (a : L) (h : IsIntegral K a) : "
        "Irreducible (minpoly K a)",
    ),
    (
        "matrix-inverse-singular",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) : A * A⁻¹ = 1",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) (h : A.det ≠ 0) : A * A⁻¹ = 1",
    ),
    (
        "matrix-inverse-singular",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) : A * A⁻¹ = 1",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) (h : IsUnit A) : A * A⁻¹ = 1",
    ),
    (
        "inverse-function-pointwise",
        "theorem t (f : ℝ → ℝ) (hf : Function.Bijective f) (hc : Continuous f) : Continuous f⁻¹",
        "theorem t (f : ℝ → ℝ) (hc : Continuous f) (s : Set ℝ) (hs : IsOpen s) : IsOpen (f ⁻¹' s)",
    ),
    (
        "empty-interval",
        "theorem t (x : ℝ) (hx : x ∈ Set.Icc 5 2) : x = 3",
        "theorem t (x : ℝ) (hx : x ∈ Set.Icc 2 5) : x < 6",
    ),
    (
        "empty-interval",
        "theorem t (n : ℕ) (h : 1 < n) : ∑ i ∈ Finset.Icc n 1, i = n",
        "theorem t (n : ℕ) (h : 1 < n) : ∑ i ∈ Finset.Icc 1 n, i > n",
    ),
    ("card-infinite", "theorem t : (Set.univ : Set ℕ).ncard = 0", "theorem t : ({1, 2} : Set ℕ).ncard = 2"),
    (
        "card-infinite",
        "theorem t (s : Set ℕ) : s.ncard = 0 ↔ s = ∅",
        "theorem t (s : Set ℕ) [Finite s] : s.ncard = 0 ↔ s = ∅",
    ),
    (
        "finrank-infinite",
        "theorem t : Module.finrank ℝ (ℕ → ℝ) = 0",
        "theorem t : Module.finrank ℝ (Fin 3 → ℝ) = 3",
    ),
    (
        "limit-missing",
        "theorem t (f : ℕ → ℝ) (L : ℝ) : limUnder Filter.atTop f = L",
        "theorem t (f : ℕ → ℝ) (L : ℝ) (h : Filter.Tendsto f Filter.atTop (nhds L)) : limUnder Filter.atTop f = L",
    ),
    ("nat-sub", "theorem t : 3 - 5 = 0", "theorem t : 5 - 3 = 2"),
    ("int-to-nat", "theorem t : Int.toNat (-3) = 0", "theorem t : Int.toNat 3 = 3"),
    (
        "index-out-of-range",
        "theorem t (l : List ℕ) (i : ℕ) : l.getD i 0 ∈ l",
        "theorem t (l : List ℕ) (i : ℕ) (h : i < l.length) : l.getD i 0 ∈ l",
    ),
    (
        "index-out-of-range",
        "theorem t (l : List ℕ) (i : ℕ) : l[i]! ∈ l",
        "theorem t (l : List ℕ) (i : ℕ) (h : i < l.length) : l[i] ∈ l",
    ),
    (
        "index-out-of-range",
        "theorem t (o : Option ℕ) : o = some o.get!",
        "theorem t (o : Option ℕ) (h : o ≠ none) : o = some o.get!",
    ),
    (
        "fin-wraparound",
        "theorem t (a : Fin 5 → ℕ) (i : Fin 5) : a i < a (i + 1)",
        "theorem t (a : ℕ → ℕ) (i : Fin 5) : a i < a ((i : ℕ) + 1)",
    ),
    (
        "sup-norm",
        "theorem t (n : ℕ) (x y : Fin n → ℝ) : ‖x + y‖ ^ 2 + ‖x - y‖ ^ 2 = 2 * ‖x‖ ^ 2 + 2 * ‖y‖ ^ 2",
        "theorem t (n : ℕ) (x y : EuclideanSpace ℝ (Fin n)) : ‖x + y‖ ^ 2 + ‖x - y‖ ^ 2 = 2 * ‖x‖ ^ 2 + 2 * ‖y‖ ^ 2",
    ),
    (
        "multiplicative-synonym",
        "theorem t : IsEmpty (Multiplicative ℚ ≃* Multiplicative ℝ)",
        "theorem t : IsEmpty (ℚˣ ≃* ℝˣ)",
    ),
    (
        "primitive-root-of-integers",
        "theorem t (p a : ℕ) (h : p.Prime) : IsPrimitiveRoot a p",
        "theorem t (p : ℕ) (h : p.Prime) (a : ZMod p) : IsPrimitiveRoot a (p - 1)",
    ),
    (
        "wrong-function-variant",
        "theorem t : Irrational (Nat.sqrt 3 : ℝ)",
        "theorem t : Irrational (Real.sqrt 3)",
    ),
    (
        "disjoint-numbers",
        "theorem t (s u : Finset ℕ) : Disjoint s.card u.card",
        "theorem t (s u : Finset ℕ) (h : s ∩ u = ∅) : Disjoint s u",
    ),
    (
        "complex-order",
        "theorem t (z w : ℂ) (h : z ≤ w) : ‖z‖ ≤ ‖w‖",
        "theorem t (z w : ℂ) (h : z.re ≤ w.re) : z.re ≤ w.re + 1",
    ),
    # what the facts show without the word
    (
        "supremum-missing",
        "theorem t (S : Set ℝ) (hS : BddAbove S) (c : ℝ) (h : sSup S ≤ c) : c = c + sSup S",
        "theorem t (S : Set ℝ) (hS : BddAbove S) (x : ℝ) (hx : x ∈ S) : x ≤ sSup S",
    ),
    (
        "supremum-missing",
        "theorem t (S : Set ℝ) (M : ℝ) (h : ∀ x ∈ S, x ≤ M) : sSup S ≤ M",
        "theorem t (S : Set ℝ) (M : ℝ) (hS : S.Nonempty) (h : ∀ x ∈ S, x ≤ M) : sSup S ≤ M",
    ),
    (
        "supremum-missing",
        "theorem t (S : Set ℝ) (m : ℝ) (hS : S.Nonempty) (h : m ∈ upperBounds S) : m ≤ sInf S",
        "theorem t (S : Set ℝ) (m : ℝ) (hS : ∃ y, y ∈ S) (h : m ∈ lowerBounds S) : m ≤ sInf S",
    ),
    (
        "supremum-missing",
        "theorem t (A B : Set ℝ) (hB : BddAbove B) (h : A ⊆ B) : sSup A ≤ sSup B",
        "theorem t (A B : Set ℝ) (hA : A.Nonempty) (hB : BddAbove B) (h : A ⊆ B) : sSup A ≤ sSup B",
    ),
    (
        "supremum-missing",
        "theorem t (u : ℕ → ℝ) (k : ℕ) : iInf u ≤ u k",
        "theorem t (u : ℕ → ℝ) (h : BddBelow (Set.range u)) (k : ℕ) : iInf u ≤ u k",
    ),
    (
        "supremum-missing",
        "theorem t (u : ℕ → ℝ) (h : ∀ k, u k ≤ 2 * u (k + 1)) (k : ℕ) : u k ≤ ⨆ i, u i",
        "theorem t (u : ℕ → ℝ) (h : ∃ C, ∀ k, |u k| ≤ C) (k : ℕ) : u k ≤ ⨆ i, u i",
    ),
    (
        "limit-missing",
        "theorem t (u : ℕ → ℝ) (C : ℝ) (h : ∀ n, u n ≤ C) : Filter.liminf u Filter.atTop ≤ C",
        "theorem t (u : ℕ → ℝ) (C : ℝ) (h : ∀ n, |u n| ≤ C) : Filter.liminf u Filter.atTop ≤ C",
    ),
    (
        "div-by-zero",
        "theorem t (q : ℝ) (h : |q| < 2) : 1 / (1 - q) = 1 + q / (1 - q)",
        "theorem t (q : ℝ) (h : |q| < 1) : 1 / (1 - q) = 1 + q / (1 - q)",
    ),
    (
        "div-by-zero",
        "theorem t (x : ℝ) (h : |x| > -1) : x / x = 1",
        "theorem t (x : ℝ) (h : |x| > 0) : x / x = 1",
    ),
    (
        "div-by-zero",
        "theorem t : ContinuousOn (fun x : ℝ => 1 / x) (Set.Ici 0)",
        "theorem t : ContinuousOn (fun x : ℝ => 1 / x) (Set.Ioi 0)",
    ),
    (
        "div-by-zero",
        "theorem t : ContinuousOn (fun x : ℝ => 1 / x) {1}ᶜ",
        "theorem t : ContinuousOn (fun x : ℝ => 1 / x) {0}ᶜ",
    ),
    (
        "div-by-zero",
        "theorem t (a : ℝ) : HasDerivAt (fun x : ℝ => 3 / x) (-3) a",
        "theorem t (a : ℝ) (ha : 1 < a) : HasDerivAt (fun x : ℝ => 3 / x) (-3 / a ^ 2) a",
    ),
    (
        "div-by-zero",
        "theorem t : Filter.Tendsto (fun x : ℝ => (x ^ 3 + x) / x) (nhds 0) (nhds 1)",
        "theorem t : Filter.Tendsto (fun x : ℝ => (x ^ 3 + x) / x) (nhdsWithin 0 {0}ᶜ) (nhds 1)",
    ),
    (
        "div-by-zero",
        "theorem t (u : ℝ → ℝ) (h : Summable u) : Summable (fun x => u x / x)",
        "theorem t (u : ℕ → ℝ) (h : Summable u) : Summable (fun n => u n / n)",
    ),
    (
        "roots-of-zero",
        "theorem t (p q : Polynomial ℂ) (h : p ∣ q) (hp : p ≠ 0) : p.roots ≤ q.roots",
        "theorem t (p q : Polynomial ℂ) (h : p ∣ q) (hq : q ≠ 0) : p.roots ≤ q.roots",
    ),
    (
        "roots-of-zero",
        "theorem t (p : Polynomial ℝ) (a : ℝ) (h : p.eval a = 0) : a ∈ p.roots",
        "theorem t (p q : Polynomial ℝ) (a : ℝ) (hp : p * q ≠ 0) (h : p.eval a = 0) : a ∈ p.roots",
    ),
    (
        "roots-of-zero",
        "open Polynomial in\ntheorem t (p : ℝ[X]) (a : ℝ) (h : p.eval a = 0) : a ∈ p.roots",
        "open Polynomial in\ntheorem t (p : ℝ[X]) (a : ℝ) (hp : 0 < p.natDegree) (h : p.eval a = 0) : a ∈ p.roots",
    ),
    (
        "degree-of-zero",
        "theorem t (p : Polynomial ℝ) (h : Even p.natDegree) : ∃ c, ∀ x, c ≤ p.eval x",
        "theorem t (p : Polynomial ℝ) (h : Odd p.natDegree) : ∃ x, p.eval x = 0",
    ),
    (
        "card-infinite",
        "theorem t (A B : Set ℕ) (h : A ⊆ B) (hA : A.Finite) : A.ncard ≤ B.ncard",
        "theorem t (A B : Set ℕ) (h : A ⊆ B) (hB : B.Finite) : A.ncard ≤ B.ncard",
    ),
    (
        "card-infinite",
        "theorem t (G : Type*) [Group G] (H : Subgroup G) : 0 < Nat.card H",
        "theorem t (G : Type*) [Group G] [Finite G] (H : Subgroup G) : 0 < Nat.card H",
    ),
    (
        "finrank-infinite",
        "theorem t (K V W : Type*) [Field K] [AddCommGroup V] [AddCommGroup W] [Module K V] [Module K W] "
        "(h : Module.finrank K V = Module.finrank K W) : Nonempty (V ≃ₗ[K] W)",
        "theorem t (K V W : Type*) [Field K] [AddCommGroup V] [AddCommGroup W] [Module K V] [Module K W] "
        "[FiniteDimensional K V] [FiniteDimensional K W] "
        "(h : Module.finrank K V = Module.finrank K W) : Nonempty (V ≃ₗ[K] W)",
    ),
    (
        "order-infinite",
        "theorem t (G : Type*) [Group G] (g : G) : 1 ≤ orderOf g",
        "theorem t (G : Type*) [Group G] (g : G) (h : IsOfFinOrder g) : 1 ≤ orderOf g",
    ),
    (
        "matrix-inverse-singular",
        "theorem t (A B C : Matrix (Fin 2) (Fin 2) ℝ) (h : A * B = C) : B = A⁻¹ * C",
        "theorem t (A B C : Matrix (Fin 2) (Fin 2) ℝ) (hA : A ^ 2 = 1) (h : A * B = C) : B = A⁻¹ * C",
    ),
    (
        "index-out-of-range",
        "theorem t (l : List ℤ) (h : l.Sorted (· ≤ ·)) (i : ℕ) : l.getD i 0 ≤ l.getD (i + 1) 0",
        "theorem t (l : List ℤ) (h : l.Sorted (· ≤ ·)) (i : ℕ) (hi : i + 1 < l.length) : l.getD i 0 ≤ l.getD (i + 1) 0",
    ),
    (
        "supremum-missing",
        "theorem t (f : ℝ → ℝ) : ∀ x, f x ≤ sSup (Set.range f)",
        "theorem t (f : ℝ → ℝ) (h : ∀ y, f y ∈ Set.Icc 0 1) : ∀ x, f x ≤ sSup (Set.range f)",
    ),
    (
        "supremum-missing",
        "theorem t (A B : Set ℝ) (hA : A.Nonempty) (h : ∀ a ∈ A, ∀ b ∈ A, a ≤ b + 1) : sSup A ≤ sInf B",
        "theorem t (A B : Set ℝ) (hA : A.Nonempty) (hB : B.Nonempty) (h : ∀ a ∈ A, ∀ b ∈ B, a ≤ b) : sSup A ≤ sInf B",
    ),
    (
        "supremum-missing",
        "theorem t (f : ℝ → ℝ) (a b : ℝ) (h : a ≤ b) : f b ≤ sSup (f '' Set.Icc a b)",
        "theorem t (f : ℝ → ℝ) (a b : ℝ) (h : a ≤ b) (hf : ContinuousOn f (Set.Icc a b)) : "
        "f b ≤ sSup (f '' Set.Icc a b)",
    ),
    (
        "supremum-missing",
        "theorem t (c : ℝ) : sInf {x : ℝ | ∃ n : ℕ, x = c - n} = c",
        "theorem t : sInf {x : ℝ | ∃ n : ℕ, x = 1 / (n + 1)} = 0",
    ),
    (
        "roots-of-zero",
        "theorem t (p q : Polynomial ℝ) (h : q ∣ p) : q.roots ≤ p.roots",
        "theorem t (p q : Polynomial ℝ) (hp : p.Monic) (h : q ∣ p) : q.roots ≤ p.roots",
    ),
    (
        "matrix-inverse-singular",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) : A⁻¹ = A.transpose",
        "theorem t (A : Matrix (Fin 2) (Fin 2) ℝ) (h : A ∈ Matrix.orthogonalGroup (Fin 2) ℝ) : A⁻¹ = A.transpose",
    ),
    (
        "order-infinite",
        "theorem t (G : Type*) [CommGroup G] (a : G) : orderOf a ≠ 0",
        "theorem t (G : Type*) [CommGroup G] (a : G) (h : orderOf a ≠ 0) : ∃ n > 0, a ^ n = 1",
    ),
    (
        "log-nonpositive",
        "theorem t : Filter.Tendsto (fun x : ℝ => Real.log (x - 1) / x) (nhdsWithin 0 {0}ᶜ) (nhds 1)",
        "theorem t : Filter.Tendsto (fun x : ℝ => Real.log (x + 1) / x) (nhdsWithin 0 {0}ᶜ) (nhds 1)",
    ),
]


@pytest.mark.parametrize(("lint", "bad", "good"), PAIRS)
def test_a_missing_guard_is_flagged(lint: str, bad: str, good: str) -> None:
    assert lint in ids(f"{bad} := by sorry")


@pytest.mark.parametrize(("lint", "bad", "good"), PAIRS)
def test_a_guarded_statement_is_left_alone(lint: str, bad: str, good: str) -> None:
    assert ids(f"{good} := by sorry") == set()


def test_every_lint_has_a_flagged_and_a_guarded_statement() -> None:
    assert {lint.id for lint in LINTS} == {lint for lint, _, _ in PAIRS}


def test_a_finding_names_constant_value_and_guard() -> None:
    (one,) = found("theorem t (s : Set ℕ) : s.ncard ≤ 5 := sorry")
    assert one.drift is Drift.MISSING_ASSUMPTIONS
    assert one.where == "the goal: s.ncard"
    assert one.why == "the number of elements of an infinite set is 0 in Lean; nothing in scope says that s is finite"


def test_a_finding_points_at_the_constant() -> None:
    text = "theorem t (x : ℝ) (hx : Real.log x = 2) : x = 7 := sorry"
    (one,) = found(text)
    assert text[one.start : one.end] == "Real.log x"
    assert one.where.startswith("hx:")


@pytest.mark.parametrize(
    "statement",
    [
        "theorem t {G : Type*} [Group G] (x : G) (h : orderOf x = 2) : x * x = 1",
        "theorem t {G : Type*} [Group G] (H : Subgroup G) (p : ℕ) (hp : p.Prime) (h : H.index = p) : H ≠ ⊤",
        "theorem t (H : AddSubgroup ℚ) (h : H ≠ ⊤) : H.index = 0",
        "theorem t (a n : ℕ) (h : a > 1) : n ∣ (a ^ n - 1).totient",
        "theorem t : ∫ x in (0 : ℝ)..1, Real.log (Real.sin (Real.pi * x)) = - Real.log 2",
        "theorem t (n : ℕ) : 1 ≤ 10 ^ n + 10 ^ (10 ^ n) - 1",
        "theorem t : Filter.Tendsto (fun n : ℕ => (n - 1 : ℝ) / n) Filter.atTop (nhds 1)",
        "theorem t : ∀ᶠ n : ℕ in Filter.atTop, 2 * (n - 1) ≥ n",
        "theorem t (x : ℝ) (h : 0 < x) : x ^ (1 / 2 : ℝ) = Real.sqrt x",
        "theorem t (f : ℝ → ℝ) (x : ℝ) (h : deriv f x = 3) : DifferentiableAt ℝ f x",
        "theorem t (n : ℕ) : if h : 0 < n then n - 1 < n else True",
        "theorem t (n k : ℕ) (hk : k ∈ Finset.Icc 1 n) : n - k < n",
        "theorem t (n d : ℕ) (hd : d ∈ n.divisors) : n - d < n",
        "theorem t (x : ℝ) : 1 / (x ^ 2 + 1) ≤ 1",
        "theorem t (x : ℝ) (h : x ∈ {y : ℝ | y ≠ 0}) : x / x = 1",
        "theorem t (A : Finset ℕ) (hA : A.Nonempty) : (∑ a ∈ A, (a : ℚ)) / A.card ≥ 0",
        "theorem t (x : ℝ) : x = 0 ∨ x / x = 1",
        "theorem t (x : {y : ℝ // 0 < y}) : Real.log x ≤ x",
        "theorem t (p q : ℕ) (hp : p.Prime ∧ p > 2) (hq : q.Prime) (h : p - 1 ∣ q - 1) : p ≤ q",
        "theorem t (n : ℕ) (h : 1 ≤ n) : (∑ i : Fin n, (i : ℝ) ^ 2) / n ≥ 0",
        "theorem t (a : ℕ) (h : a = ∑ k ∈ Nat.divisors 500, k) : a.divisors.card = 24",
        "theorem t (f : ℝ → ℝ) (h : ∀ x, f x = x ^ 2) : deriv f 3 = 6",
        "theorem t (x : ℝ) (h1 : x ≠ 1) (h2 : x ≠ -2) (h : (x + 1) / (x - 1) = (x - 2) / (x + 2)) : x = 0",
        "theorem t (a b : ℝ) (h : a ^ 2 * b ^ 3 = 32 / 27) (h' : a / b ^ 3 = 27 / 4) : a + b = 8 / 3",
        "theorem t (u : ℕ → ℚ) (h : ∀ n ≥ 3, u n = (5 * u (n - 1) + 1) / (25 * u (n - 2))) : u 5 > 0",
        "theorem t (s : ℕ → ℝ) (h : ∀ n, s n = n / (n + 1)) : ∀ n, s n < 1",
        "theorem t (n : ℕ) (h : 7 ∣ 2 ^ n - 1) : 3 ∣ n",
        "theorem t : (2 ^ 2014 + 2 ^ 2012) / (2 ^ 2014 - 2 ^ 2012) = (5 : ℝ) / 3",
        "theorem t (x : ℝ) (h : Real.tan x = 2) : Real.sin x / Real.cos x = 2",
        "theorem t (x w : ℕ) (hx : 1 < x) (h : Real.log w / Real.log x = 24) : Real.log w > 0",
    ],
)
def test_conventions_that_are_used_rightly_are_not_accused(statement: str) -> None:
    assert ids(f"{statement} := by sorry") == set()


def test_a_negative_numeral_under_a_root_is_flagged_although_it_is_definite() -> None:
    assert ids("theorem t (x : ℝ) : Real.sqrt (2 - 6) = x := sorry") == {"sqrt-negative"}


def test_nothing_is_said_of_types_that_the_text_does_not_tell() -> None:
    assert ids("theorem t : f (g x - h y) = f (g x / h y) := sorry") == set()


def test_a_numeral_fraction_in_an_exponent_is_rejected_with_its_value() -> None:
    (one,) = found("theorem t : (27 : ℝ) ^ (2 / 3) = 9 := sorry")
    assert one.rejects
    assert one.witness == (("2 / 3", "0"),)


def test_statements_of_any_size_and_depth_come_back() -> None:
    wide = " ∧ ".join(f"a * {i} - b - c * d ^ {i} = a ^ {i} - b * c" for i in range(60))
    deep = " → ".join("n - 1 = n" for _ in range(3000))
    for text in (
        f"theorem t (a b c d : ℕ) (h : a + b < c) : {wide} := sorry",
        f"theorem t (n : ℕ) : {deep} := sorry",
        "theorem t (n : ℕ) : " + "(" * 2000 + "n" + ")" * 2000 + " = 0 := sorry",
        "theorem t "
        + " ".join(f"(x{i} : ℕ) (h{i} : x{i} < x{max(i - 1, 0)})" for i in range(300))
        + " : x1 = 0 := sorry",
    ):
        assert isinstance(found(text), list)
