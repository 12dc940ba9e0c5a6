"""Small pairs of an informal and a Lean statement, with the drift between them (none for faithful ones)."""

from __future__ import annotations

DRIFTED: tuple[tuple[str, str, str], ...] = (
    # strict and not strict, the other way round
    ("strictness-drift", "If n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n > 5) : 2 ^ n > n ^ 2"),
    ("strictness-drift", "For x > 0, x + 1/x ≥ 2.", "(x : ℝ) (h : x ≥ 0) : x + 1 / x ≥ 2"),
    ("strictness-drift", "For all real x, x^2 + 1 > 0.", "(x : ℝ) : x ^ 2 + 1 ≥ 0"),
    ("strictness-drift", "Every nonnegative real number x satisfies x ≤ x + 1.", "(x : ℝ) (h : 0 < x) : x ≤ x + 1"),
    ("strictness-drift", "If x ∈ [0, 1] then x^2 ≤ x.", "(x : ℝ) (hx : x ∈ Set.Ioo 0 1) : x ^ 2 ≤ x"),
    (
        "strictness-drift",
        "If f is strictly increasing then f is injective.",
        "(f : ℝ → ℝ) (hf : Monotone f) : Function.Injective f",
    ),
    ("inequality-reversed", "For all real x, x^2 + 1 > x.", "(x : ℝ) : x ^ 2 + 1 < x"),
    (
        "inequality-reversed",
        r"Let $A_1 \supset A_2 \supset \cdots$ be finite sets. Show that they become constant.",
        "(A : ℕ → Finset ℕ) (h : ∀ n, A n ⊆ A (n + 1)) : ∃ N, ∀ n > N, A n = A N",
    ),
    # divisors, moduli, constants
    ("divides-swapped", "If a divides b then a divides b*c.", "(a b c : ℤ) (h : b ∣ a) : a ∣ b * c"),
    ("divides-swapped", "6 divides n^3 - n.", "(n : ℤ) : n ^ 3 - n ∣ 6"),
    ("divides-swapped", "n^3 - n is a multiple of 6.", "(n : ℤ) : n ^ 3 - n ∣ 6"),
    ("modulus-drift", "If n is odd then n^2 ≡ 1 mod 8.", "(n : ℕ) (hn : Odd n) : n ^ 2 ≡ 1 [MOD 4]"),
    ("modulus-drift", "n^5 is congruent to n modulo 10.", "(n : ℤ) : n ^ 5 ≡ n [ZMOD 5]"),
    ("numeral-drift", "If x > 3 then x^2 > 9.", "(x : ℝ) (h : x > 3) : x ^ 2 > 6"),
    (
        "numeral-drift",
        "Suppose that x + y = 10 and xy = 21. Show that x = 3 or x = 7.",
        "(x y : ℝ) (h₀ : x + y = 10) (h₁ : x * y = 12) : x = 3 ∨ x = 7",
    ),
    ("numeral-drift", "Prove that √2 + √3 is irrational.", ": Irrational (Real.sqrt 2 + Real.sqrt 5)"),
    # direction
    ("direction", "If n is divisible by 4 then n is even.", "(n : ℤ) (h : Even n) : 4 ∣ n"),
    ("direction", "n is even only if n + 2 is even.", "(n : ℤ) : Even (n + 2) → Even n"),
    ("direction", "x = 2 implies x^2 = 4.", "(x : ℝ) (h : x ^ 2 = 4) : x = 2"),
    ("direction", "x^2 = 4 if x = 2.", "(x : ℝ) (h : x ^ 2 = 4) : x = 2"),
    ("iff-weakened", "An integer n is odd iff n + 1 is even.", "(n : ℤ) (h : Odd n) : Even (n + 1)"),
    (
        "iff-weakened",
        "For integers a, b: ab = 0 if and only if a = 0 or b = 0.",
        "(a b : ℤ) (h : a * b = 0) : a = 0 ∨ b = 0",
    ),
    ("iff-strengthened", "If x = y then x^2 = y^2.", "(x y : ℝ) : x = y ↔ x ^ 2 = y ^ 2"),
    # hypotheses and conclusions
    ("added-hypothesis", "For all real x, x^2 + 3 ≥ 0.", "(x : ℝ) (h : x > 7) : x ^ 2 + 3 ≥ 0"),
    (
        "added-hypothesis",
        "For integers a and b, (a+b)^2 = a^2 + 2ab + b^2.",
        "(a b : ℤ) (h : a < b) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2",
    ),
    ("dropped-hypothesis", "If a > 0 and b > 0 then a + b > a.", "(a b : ℝ) (ha : a > 0) : a + b > a"),
    (
        "dropped-hypothesis",
        "If p is an odd prime then p^2 ≡ 1 mod 8.",
        "(p : ℕ) (hp : p.Prime) : p ^ 2 ≡ 1 [MOD 8]",
    ),
    ("dropped-hypothesis", "If x ≠ 0 then x/x = 1.", "(x : ℝ) : x / x = 1"),
    (
        "dropped-hypothesis",
        r"Let $a$ and $b$ be coprime integers. Show that if $a \mid bc$ then $a \mid c$.",
        "(a b c : ℤ) (h2 : a ∣ b * c) : a ∣ c",
    ),
    (
        "dropped-hypothesis",
        "If f is continuous and injective then f is monotone.",
        "(f : ℝ → ℝ) (h : Function.Injective f) : Monotone f",
    ),
    (
        "dropped-hypothesis",
        "Let $K$ be a compact set and $C$ a closed set. Show that $K \\cap C$ is compact.",
        "{X : Type*} [TopologicalSpace X] (K C : Set X) (hK : IsCompact K) : IsCompact (K ∩ C)",
    ),
    (
        "conclusion-dropped",
        "If n is a multiple of 6 then n is even and n is divisible by 3.",
        "(n : ℤ) (h : 6 ∣ n) : Even n",
    ),
    ("cases-drift", "If x^2 = 1 then x = 1 or x = -1.", "(x : ℝ) (h : x ^ 2 = 1) : x = 1"),
    (
        "distinctness-dropped",
        "If a, b, c are distinct integers then (a-b)(b-c)(c-a) is nonzero.",
        "(a b c : ℤ) : (a - b) * (b - c) * (c - a) ≠ 0",
    ),
    (
        "dropped-hypothesis",
        r"Let $x, y \in G$ be elements that commute, of relatively prime orders. Show that $|xy| = |x||y|$.",
        "{G : Type*} [Group G] (x y : G) (h : Commute x y) : orderOf (x * y) = orderOf x * orderOf y",
    ),
    (
        "dropped-hypothesis",
        "Prove that a closed subspace of a normal space is normal.",
        "{X : Type*} [TopologicalSpace X] [NormalSpace X] (A : Set X) : NormalSpace A",
    ),
    (
        "dropped-hypothesis",
        "Let $M$ and $N$ be normal subgroups of $G$ with $M \\cap N = 1$. Show that $mn = nm$.",
        "{G : Type*} [Group G] (M N : Subgroup G) [M.Normal] (h : M ⊓ N = ⊥) : ∀ m ∈ M, ∀ n ∈ N, m * n = n * m",
    ),
    (
        "conclusion-dropped",
        r"Let $x^2 \neq e$ and $x^6 = e$ in a group. Prove that $x^4 \neq e$ and $x^5 \neq e$.",
        "{G : Type*} [Group G] (x : G) (h2 : x ^ 2 ≠ 1) (h6 : x ^ 6 = 1) : x ^ 4 ≠ 1",
    ),
    ("negation-drift", "The sum of two odd integers is even.", "(a b : ℤ) (ha : Even a) (hb : Odd b) : Even (a + b)"),
    # quantifiers
    ("quantifier-order", "There is an N such that for all n, n ≤ N.", ": ∀ n : ℕ, ∃ N : ℕ, n ≤ N"),
    (
        "quantifier-order",
        "For every ε > 0 there is δ > 0 with δ < ε.",
        ": ∃ δ : ℝ, δ > 0 ∧ ∀ ε : ℝ, ε > 0 → δ < ε",
    ),
    ("quantifier-kind", "Every integer n satisfies n^2 ≥ 0.", ": ∃ n : ℤ, n ^ 2 ≥ 0"),
    ("quantifier-kind", "There exists an integer n with n^2 = 4.", ": ∀ n : ℤ, n ^ 2 = 4"),
    ("quantifier-kind", "There are infinitely many primes.", ": ∃ p : ℕ, p.Prime"),
    ("uniqueness-dropped", "There is exactly one real x with x^3 = 8.", ": ∃ x : ℝ, x ^ 3 = 8"),
    ("negation-drift", "No integer n satisfies n^2 = 2.", ": ∃ n : ℤ, n ^ 2 = 2"),
    (
        "hypothesis-not-quantified",
        "Suppose f(x + 1) = f(x) for all real x. Show that f(5) = f(0).",
        "(f : ℝ → ℝ) (x : ℝ) (h : f (x + 1) = f x) : f 5 = f 0",
    ),
    (
        "quantifier-scope",
        "Show that G is abelian if and only if every conjugation is trivial.",
        "{G : Type*} [Group G] : ∀ x y : G, x * y = y * x ↔ ∀ g h : G, g * h * g⁻¹ = h",
    ),
    # extremes, ranges, systems
    ("extremal-incomplete", "The largest n with n^2 < 50 is 7.", "(n : ℕ) (h : n ^ 2 < 50) : n ≤ 7"),
    ("extremal-incomplete", "Find the minimum value of x^2 + 2x.", "(x : ℝ) : x ^ 2 + 2 * x ≥ -1"),
    (
        "range-off-by-one",
        r"For n ≥ 1, $\sum_{k=1}^{n} k = n(n+1)/2$.",
        "(n : ℕ) (h : 1 ≤ n) : ∑ k ∈ Finset.range n, k = n * (n + 1) / 2",
    ),
    ("type-drift", "For all real numbers a and b, a^2 + b^2 ≥ 2ab.", "(a b : ℕ) : a ^ 2 + b ^ 2 ≥ 2 * a * b"),
    ("type-drift", "For every integer n, n^2 + n is even.", "(n : ℕ) : Even (n ^ 2 + n)"),
    ("type-drift", "If z is a complex number then |z|^2 ≥ 0.", "(z : ℝ) : |z| ^ 2 ≥ 0"),
    ("positive-vs-nat", "Let n be a positive integer. Prove that n ≥ 1.", "(n : ℕ) : n ≥ 1"),
    # objects
    ("wrong-function-variant", "log 8 / log 2 = 3.", ": (Nat.log 10 8 : ℝ) / Nat.log 10 2 = 3"),
    ("wrong-function-variant", r"Show that $\sin 30^{\circ} = \frac12$.", ": Real.sin 30 = 1 / 2"),
    ("operator-drift", "max(a, b) ≥ a.", "(a b : ℝ) : min a b ≥ a"),
    (
        "operator-drift",
        "The union of two open sets A and B is open.",
        "(X : Type*) [TopologicalSpace X] (A B : Set X) (hA : IsOpen A) (hB : IsOpen B) : IsOpen (A ∩ B)",
    ),
    ("arguments-swapped", "a - b ≤ a for b ≥ 0.", "(a b : ℝ) (h : b ≥ 0) : b - a ≤ a"),
    (
        "structure-for-property",
        "A group in which every square is trivial is abelian.",
        "{G : Type*} [Group G] (h : ∀ g : G, g ^ 2 = 1) : CommGroup G",
    ),
    (
        "function-dropped",
        r"Show that $\sqrt{n} + \sqrt{m}$ is positive for positive real $n, m$.",
        "(n m : ℝ) (hn : 0 < n) (hm : 0 < m) : 0 < n + m",
    ),
    (
        "domain-drift",
        "Let $f$ be a real function that is continuous on $[0, 1]$. Show that $f$ is bounded there.",
        "(f : ℝ → ℝ) (h : Continuous f) : ∃ C, ∀ x ∈ Set.Icc (0 : ℝ) 1, |f x| ≤ C",
    ),
    (
        "cases-drift",
        "Show that the remainder is 0 if n is even and 1 if n is odd.",
        "(n r : ℕ) (h : r = n % 2) : (Even n → r = 0) ∧ (Odd n → r = 0)",
    ),
    # the place of a quantifier counts where both sides write it
    (
        "quantifier-order",
        "For every ε > 0 there exists K such that for all k ≥ K, 2/(k+3) < ε.",
        ": ∃ K : ℕ, ∀ ε : ℝ, ε > 0 → ∀ k ≥ K, 2 / ((k : ℝ) + 3) < ε",
    ),
    (
        "quantifier-order",
        "There is a real number B such that |cos t| ≤ B for all real t.",
        ": ∀ t : ℝ, ∃ B : ℝ, |Real.cos t| ≤ B",
    ),
    ("quantifier-kind", "No integer is both even and odd.", ": ∃ k : ℤ, ¬ (Even k ∧ Odd k)"),
    ("quantifier-kind", "No real y satisfies y^4 = -3.", ": ¬ ∀ y : ℝ, y ^ 4 = -3"),
    ("modulus-drift", "If k is odd then k^2 ≡ 1 (mod 8).", "(k : ℤ) (h : Odd k) : k ^ 2 ≡ 1 [ZMOD 4]"),
    # a size is zero where there is nothing finite; nonzero, invertible; a class without a word
    ("dropped-hypothesis", "If S ⊆ T are finite sets then |S| ≤ |T|.", "(S T : Set ℤ) (h : S ⊆ T) : S.ncard ≤ T.ncard"),
    (
        "dropped-hypothesis",
        "If U is a subspace of a finite-dimensional space E then dim U ≤ dim E.",
        "(K E : Type*) [Field K] [AddCommGroup E] [Module K E] (U : Submodule K E) : "
        "Module.finrank K U ≤ Module.finrank K E",
    ),
    (
        "dropped-hypothesis",
        "A zero b of a nonzero real polynomial q is among its roots.",
        "(q : Polynomial ℝ) (b : ℝ) (hb : q.eval b = 0) : b ∈ q.roots",
    ),
    (
        "dropped-hypothesis",
        "If PQ = R with P invertible then Q = P⁻¹ R.",
        "(P Q R : Matrix (Fin 2) (Fin 2) ℝ) (h : P * Q = R) : Q = P⁻¹ * R",
    ),
    (
        "added-hypothesis",
        "Every finite division ring is commutative.",
        "(R : Type*) [DivisionRing R] [Finite R] [CharP R 3] (x y : R) : x * y = y * x",
    ),
    (
        "extremal-incomplete",
        "Let T be the set of m with m^2 > 20. The least element of T is 5.",
        ": 5 ∈ lowerBounds {m : ℕ | m ^ 2 > 20}",
    ),
    ("extremal-incomplete", "The smallest m with m^2 > 20 is 5.", ": 5 ∈ {m : ℕ | m ^ 2 > 20}"),
    # in words: moduli, ranges, every, the direction between properties
    (
        "modulus-drift",
        "Every fourth power is congruent to 0 or 1 modulo 5.",
        "(k : ℕ) : k ^ 4 % 7 = 0 ∨ k ^ 4 % 7 = 1",
    ),
    (
        "range-off-by-one",
        "The sum of 1/j for j = 1 to 20 is less than 4.",
        ": ∑ j ∈ Finset.Icc 1 19, (1 : ℚ) / j < 4",
    ),
    (
        "quantifier-kind",
        "Every even integer can be written as a sum of two odd ones.",
        ": ∃ k : ℤ, Even k ∧ ∃ a b : ℤ, Odd a ∧ Odd b ∧ k = a + b",
    ),
    ("direction", "Every cyclic group is abelian.", "(G : Type*) [CommGroup G] : IsCyclic G"),
    (
        "direction",
        "If a map is a homeomorphism then it is continuous.",
        "(f : ℝ → ℝ) (h : Continuous f) : IsHomeomorph f",
    ),
    (
        "added-hypothesis",
        "For all real u and v, (u + v)^2 ≤ 2u^2 + 2v^2.",
        "(u v : ℝ) (hu : 0 < u) : (u + v) ^ 2 ≤ 2 * u ^ 2 + 2 * v ^ 2",
    ),
    (
        "positive-vs-nat",
        "For all natural numbers b and m > 0 there is r < m such that b ≡ r mod m.",
        "(b m : ℕ) : ∃ r < m, b ≡ r [MOD m]",
    ),
    ("added-hypothesis", "For every integer k, k(k+1) is even.", "(k : ℤ) (h : 0 < k) : Even (k * (k + 1))"),
    (
        "range-off-by-one",
        "The sum of i from 1 through n is n(n+1)/2.",
        "(n : ℕ) : ∑ i ∈ Finset.range n, i = n * (n + 1) / 2",
    ),
    ("dropped-hypothesis", "If B is invertible then B⁻¹ B = 1.", "(B : Matrix (Fin 3) (Fin 3) ℚ) : B⁻¹ * B = 1"),
)
"""Lint, text, the Lean statement behind "theorem t"."""

FAITHFUL: tuple[tuple[str, str], ...] = (
    ("If n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n ≥ 5) : 2 ^ n > n ^ 2"),
    ("If n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n > 4) : 2 ^ n > n ^ 2"),
    ("For x > 0, x + 1/x ≥ 2.", "(x : ℝ) (h : 0 < x) : 2 ≤ x + 1 / x"),
    ("If a > 0 and b > 0 then a + b > a.", "(a b : ℝ) (ha : a > 0) (hb : b > 0) : a + b > a"),
    ("If p is an odd prime then p^2 ≡ 1 mod 8.", "(p : ℕ) (hp : p.Prime) (h : p ≠ 2) : p ^ 2 ≡ 1 [MOD 8]"),
    ("If p is an odd prime then p^2 ≡ 1 mod 8.", "(p : ℕ) (hp : p.Prime) (h : 2 < p) : p ^ 2 % 8 = 1"),
    ("If n is odd then n^2 ≡ 1 mod 8.", "(n : ℕ) (hn : Odd n) : n ^ 2 % 8 = 1"),
    ("n^5 is congruent to n modulo 10.", "(n : ℤ) : n ^ 5 ≡ n [ZMOD 10]"),
    ("n divides n^2.", "(n : ℤ) : n ∣ n ^ 2"),
    ("n^3 - n is divisible by 6.", "(n : ℤ) : 6 ∣ n ^ 3 - n"),
    ("n^3 - n is a multiple of 6.", "(n : ℤ) : (n ^ 3 - n) % 6 = 0"),
    ("If a divides b then gcd(a, b) = a.", "(a b : ℕ) (h : b ∣ a) : Nat.gcd b a = b"),
    ("If x > 3 then x^2 > 9.", "(x : ℝ) (h : x > 3) : x ^ 2 > 9"),
    ("If n is divisible by 4 then n is even.", "(n : ℤ) (h : 4 ∣ n) : Even n"),
    ("If m is divisible by 4 then m is even.", "(k : ℤ) (h : 4 ∣ k) : 2 ∣ k"),
    ("x^2 = 4 if x = 2.", "(x : ℝ) (h : x = 2) : x ^ 2 = 4"),
    ("For integers a, b: ab = 0 if and only if a = 0 or b = 0.", "(a b : ℤ) : a * b = 0 ↔ a = 0 ∨ b = 0"),
    ("For integers a and b, (a+b)^2 = a^2 + 2ab + b^2.", "(a b : ℤ) : (b + a) ^ 2 = b ^ 2 + 2 * b * a + a ^ 2"),
    ("For every ε > 0 there is δ > 0 with δ < ε.", ": ∀ ε > (0 : ℝ), ∃ δ > 0, δ < ε"),
    ("There are infinitely many primes.", ": ∀ n : ℕ, ∃ p : ℕ, p > n ∧ p.Prime"),
    ("There are infinitely many primes.", ": Set.Infinite {p : ℕ | p.Prime}"),
    ("There is exactly one real x with x^3 = 8.", ": ∃ x : ℝ, x ^ 3 = 8 ∧ ∀ y : ℝ, y ^ 3 = 8 → y = x"),
    ("There is exactly one real x with x^3 = 8.", ": ∃! x : ℝ, x ^ 3 = 8"),
    ("The largest n with n^2 < 50 is 7.", ": IsGreatest {n : ℕ | n ^ 2 < 50} 7"),
    (
        "If a, b, c are distinct integers then (a-b)(b-c)(c-a) is nonzero.",
        "(a b c : ℤ) (h : a ≠ b) (h2 : b ≠ c) (h3 : a ≠ c) : (a - b) * (b - c) * (c - a) ≠ 0",
    ),
    (
        r"For n ≥ 1, $\sum_{k=1}^{n} k = n(n+1)/2$.",
        "(n : ℕ) (h : 1 ≤ n) : ∑ k ∈ Finset.range (n + 1), k = n * (n + 1) / 2",
    ),
    (
        r"For n ≥ 1, $\sum_{k=1}^{n} k = n(n+1)/2$.",
        "(n : ℕ) (h : 1 ≤ n) : ∑ k ∈ Finset.range n, (k + 1) = n * (n + 1) / 2",
    ),
    (
        r"For all real $a_1, \ldots, a_n$, $\sum_{k=1}^{n} a_k^2 \geq 0$.",
        "(n : ℕ) (a : Fin n → ℝ) : 0 ≤ ∑ k, a k ^ 2",
    ),
    ("If n is a natural number then n < 2^n.", "(n : ℕ) : n < 2 ^ n"),
    ("Let n be a positive integer. Prove that n ≥ 1.", "(n : ℕ+) : (n : ℕ) ≥ 1"),
    ("If n is a multiple of 6 then n is even and n is divisible by 3.", "(n : ℤ) (h : 6 ∣ n) : Even n ∧ 3 ∣ n"),
    ("If x^2 = 1 then x = 1 or x = -1.", "(x : ℝ) (h : x ^ 2 = 1) : x = -1 ∨ x = 1"),
    ("If f is strictly increasing then f is injective.", "(f : ℝ → ℝ) (hf : StrictMono f) : Function.Injective f"),
    ("No integer n satisfies n^2 = 2.", ": ¬ ∃ n : ℤ, n ^ 2 = 2"),
    ("No integer n satisfies n^2 = 2.", ": ∀ n : ℤ, n ^ 2 ≠ 2"),
    ("log 8 / log 2 = 3.", ": Real.log 8 / Real.log 2 = 3"),
    (r"Show that $\sin 30^{\circ} = \frac12$.", ": Real.sin (30 * Real.pi / 180) = 1 / 2"),
    ("max(a, b) ≥ a.", "(a b : ℝ) : max b a ≥ a"),
    ("If x ∈ [0, 1] then x^2 ≤ x.", "(x : ℝ) (h0 : 0 ≤ x) (h1 : x ≤ 1) : x ^ 2 ≤ x"),
    ("Prove that √2 + √3 is irrational.", ": Irrational (Real.sqrt 2 + Real.sqrt 3)"),
    (
        "Every even integer greater than 2 is the sum of two primes.",
        "(n : ℕ) (h : Even n) (h2 : n > 2) : ∃ p q : ℕ, p.Prime ∧ q.Prime ∧ n = p + q",
    ),
    ("If x ≠ 0 then x/x = 1.", "(x : ℝ) (h : x ≠ 0) : x / x = 1"),
    (
        r"Let $a$ and $b$ be coprime integers. Show that if $a \mid bc$ then $a \mid c$.",
        "(a b c : ℤ) (h : IsCoprime a b) (h2 : a ∣ b * c) : a ∣ c",
    ),
    ("The product of two consecutive integers is even.", "(n : ℤ) : Even (n * (n + 1))"),
    ("Every finite integral domain is a field.", "(R : Type*) [CommRing R] [IsDomain R] [Finite R] : IsField R"),
    ("The sum of two odd integers is even.", "(a b : ℤ) (ha : Odd a) (hb : Odd b) : Even (a + b)"),
    (
        "Suppose $a_n \\geq 0$ and $\\sum a_n$ converges. Prove that $\\sum \\frac{\\sqrt{a_n}}{n}$ converges.",
        "(a : ℕ → ℝ) (h : ∀ n, 0 ≤ a n) (hs : Summable a) : Summable (fun n : ℕ => Real.sqrt (a n) / n)",
    ),
    (
        "If $r$ is a nonzero rational number and $x$ is irrational, then $rx$ is irrational.",
        "(r : ℚ) (x : ℝ) (hr : r ≠ 0) (hx : Irrational x) : Irrational (r * x)",
    ),
    (
        r"Given a real number $a$, let $x_0 = 1$ and $x_{n+1} = a x_n$ for $n \geq 0$. Prove that $x_n = a^n$.",
        "(a : ℝ) (x : ℕ → ℝ) (h0 : x 0 = 1) (h : ∀ n ≥ 0, x (n + 1) = a * x n) : ∀ n, x n = a ^ n",
    ),
    (
        "Suppose that $G$ has only one element $a$ of order 2. Prove that $a$ commutes with every element of $G$.",
        "{G : Type*} [Group G] (a : G) (h : orderOf a = 2) (hu : ∀ b : G, orderOf b = 2 → b = a) (g : G) :"
        " a * g = g * a",
    ),
    ("The square of an even number is even.", "(k : ℤ) (h : Even k) : Even (k ^ 2)"),
    ("The equation x^2 = 2 has no rational solution.", ": ¬ ∃ x : ℚ, x ^ 2 = 2"),
    ("A prime p > 2 is odd.", "(p : ℕ) (hp : p.Prime) (h : 2 < p) : Odd p"),
    (
        "If 3a + 2b = 12 and a - b = 4, what is a? Show that it is 4.",
        "(a b : ℝ) (h₀ : 3 * a + 2 * b = 12) (h₁ : a - b = 4) : a = 4",
    ),
    ("What is the remainder when 2^{10} is divided by 3? Show that it is 1.", ": 2 ^ 10 % 3 = 1"),
    ("Compute the sum of the digits of 125. Show that it is 8.", ": (Nat.digits 10 125).sum = 8"),
    ("Find all real x with x^2 = 9. Show that it is x = 3 or x = -3.", "(x : ℝ) : x ^ 2 = 9 ↔ x = 3 ∨ x = -3"),
    (r"If $\log_2 x = 5$, what is $x$? Show that it is 32.", "(x : ℝ) (h : 0 < x) (h₁ : Real.logb 2 x = 5) : x = 32"),
    (
        r"Let $p: X \to Y$ be continuous and $X$ compact. Show that $p(X)$ is compact.",
        "{X Y : Type*} [TopologicalSpace X] [TopologicalSpace Y] [CompactSpace X] (p : X → Y) (hp : Continuous p) :"
        " IsCompact (Set.range p)",
    ),
    (
        "A group in which every square is trivial is abelian.",
        "{G : Type*} [Group G] (h : ∀ g : G, g ^ 2 = 1) (a b : G) : a * b = b * a",
    ),
    (
        "Show that a function $f$ with $|f(x) - f(y)| \\leq |x - y|$ for all real $x, y$ is continuous.",
        "(f : ℝ → ℝ) (h : ∀ x y, |f x - f y| ≤ |x - y|) : Continuous f",
    ),
    # a variable without a quantifier in the text may stand innermost
    (
        "For every ε > 0 there is δ > 0 such that |x| < δ implies |3x| < ε.",
        ": ∀ ε > (0:ℝ), ∃ δ : ℝ, δ > 0 ∧ ∀ x : ℝ, |x| < δ → |3 * x| < ε",
    ),
    # a threshold that has to exist may be reached or not
    (
        "For every ε > 0 there exists N such that for all n ≥ N, 1/(n+1) < ε.",
        ": ∀ ε : ℝ, ε > 0 → ∃ N : ℕ, ∀ n > N, 1 / ((n : ℝ) + 1) < ε",
    ),
    # where a sequence begins
    (
        "Let a_1 = 1 and suppose that a_{n+1} = a_n + 2 for all n. Then a_n is odd for all n.",
        "(a : ℕ → ℤ) (h : a 0 = 1) (hr : ∀ n, a (n + 1) = a n + 2) : ∀ n, Odd (a n)",
    ),
    # "a natural number" in a condition is any one; what is made of n is not n
    ("If a natural number k is even and prime then k < 3.", "(k : ℕ) (he : Even k) (hp : k.Prime) : k < 3"),
    ("For every k, the real number k/3 tripled gives k.", "(k : ℕ) : (k : ℝ) / 3 * 3 = k"),
    ("For every x in (0,2), x^2 < 2x.", ": ∀ x ∈ Set.Ioo (0:ℝ) 2, x ^ 2 < 2 * x"),
    (
        "If g is continuous at b and g(b) > 0 then g is positive near b.",
        "(g : ℝ → ℝ) (b : ℝ) (hg : ContinuousAt g b) (hb : g b > 0) : ∃ δ > 0, ∀ x, |x - b| < δ → g x > 0",
    ),
    ("For all m at least 5, m! > 2^m + 1.", "(m : ℕ) (h : m ≥ 5) : m.factorial > 2 ^ m + 1"),
    ("Every nonnegative real number has a real fourth root.", "(x : {x : ℝ // 0 ≤ x}) : ∃ y : ℝ, y ^ 4 = x"),
    (
        "For a nonempty set T of real numbers bounded above, t ≤ sup T for every t in T.",
        "(T : Set ℝ) (hb : BddAbove T) (t : ℝ) (ht : t ∈ T) : t ≤ sSup T",
    ),
    (
        "For nonempty bounded sets C, D of reals with C ⊆ D, inf D ≤ inf C.",
        "(C D : Set ℝ) (hC : C.Nonempty) (hD : BddBelow D) (h : C ⊆ D) : sInf D ≤ sInf C",
    ),
    (
        "If h has finite order k and d divides k then h^d has order k/d.",
        "(G : Type*) [Group G] (h : G) (hh : IsOfFinOrder h) (d : ℕ) (hd : d ∣ orderOf h) : "
        "orderOf (h ^ d) = orderOf h / d",
    ),
    (
        "A number is a root of f or of g iff it is a root of fg, for nonzero polynomials f and g over a field.",
        "(K : Type*) [Field K] (f g : Polynomial K) (hf : f ≠ 0) (hg : g ≠ 0) : (f * g).roots = f.roots + g.roots",
    ),
    (
        "If there is an injection from a type α into a finite type β then |α| ≤ |β|.",
        "(α β : Type*) [Finite β] (f : α → β) (hf : Function.Injective f) : Nat.card α ≤ Nat.card β",
    ),
    (
        "A finite set with three elements has a nonempty subset.",
        "(S : Set ℕ) (h : S.ncard = 3) : ∃ T ⊆ S, T.Nonempty",
    ),
    (
        "Every square is congruent to 0 or 1 modulo 8 or to 4.",
        "(k : ℕ) : k ^ 2 % 2 ^ 3 = 0 ∨ k ^ 2 % 8 = 1 ∨ k ^ 2 % 8 = 4",
    ),
    ("k^3 - k is divisible by 2 and by 3, so k^3 ≡ k modulo 6.", "(k : ℤ) : 2 ∣ k ^ 3 - k ∧ 3 ∣ k ^ 3 - k"),
    ("The sum of k for k = 1 to 10 is 55.", ": ∑ k ∈ Finset.range 11, k = 55"),
    ("The sum of k for k = 1 to 10 is 55.", ": ∑ k ∈ Finset.range 10, (k + 1) = 55"),
    (
        "Every finite nonempty set of integers has a largest element that is in it.",
        ": ∀ S : Finset ℤ, S.Nonempty → ∃ m, IsGreatest S m",
    ),
    ("Every differentiable function is continuous.", "(f : ℝ → ℝ) (h : Differentiable ℝ f) : Continuous f"),
    (
        "If a function is differentiable then it is continuous.",
        "(f : ℝ → ℝ) (h : ¬ Continuous f) : ¬ Differentiable ℝ f",
    ),
    ("For all real u and v, u/v * v^2 = u * v.", "(u v : ℝ) (hv : v ≠ 0) : u / v * v ^ 2 = u * v"),
    ("For all integers a and b, a divides a * b.", "(a b : ℤ) (ha : a ≠ 0) : a ∣ a * b"),
    ("For positive reals a, b, a + b > a.", "(a b : ℝ) (ha : 0 < a) (hb : 0 < b) : a + b > a"),
    # conditions behind their claim, denials, contrapositives
    ("m is odd when m = 2k + 1 for some integer k.", "(m : ℤ) (h : ∃ k, m = 2 * k + 1) : Odd m"),
    ("If a | b and b | c then a | c.", "(c b a : ℤ) (h : c ∣ b) (h' : b ∣ a) : c ∣ a"),
    ("It is not true that x^2 > x for all real x.", ": ∃ x : ℝ, x ^ 2 ≤ x"),
    ("No real number x satisfies x^2 < 0.", "(x : ℝ) : 0 ≤ x ^ 2"),
    ("There are no integers a, b such that 4a + 6b = 1.", "(a b : ℤ) : 4 * a + 6 * b ≠ 1"),
    ("If x > 1 or x < -1 then x^2 > 1.", "(x : ℝ) (h : 1 < |x|) : x ^ 2 > 1"),
    ("If n^2 is even then n is even.", "(n : ℤ) (h : Odd n) : Odd (n ^ 2)"),
    ("An integer is even if it is twice an integer.", "(n : ℤ) : (∃ k, n = 2 * k) → Even n"),
    (
        "The sum of k(k+1) for k = 1 to n is n(n+1)(n+2)/3.",
        "(n : ℕ) : ∑ k ∈ Finset.range (n + 1), k * (k + 1) = n * (n + 1) * (n + 2) / 3",
    ),
    (
        "The sum of 1/(k(k+1)) for k = 1 to n is n/(n+1).",
        "(n : ℕ) : ∑ k ∈ Finset.range n, (1 : ℚ) / ((k + 1) * (k + 2)) = n / (n + 1)",
    ),
    # one relation with all on one side, a set that is listed
    ("If x - y > 0 then x > y.", "(x y : ℝ) (h : x > y) : x - y > 0"),
    (
        "If x^2 - 5x + 6 = 0 then x = 2 or x = 3.",
        "(x : ℝ) (h : x ^ 2 + 6 = 5 * x) : x ∈ ({2, 3} : Set ℝ)",
    ),
    ("There is no real x with x^2 < 0.", ": ∀ x : ℝ, ¬ x ^ 2 < 0"),
    (
        "If there is an x such that x > y for all y, then y < 0.",
        "(h : ∃ x : ℝ, ∀ y : ℝ, x > y) (y : ℝ) : y < 0",
    ),
)
"""Text, the Lean statement behind "theorem t"."""
