/- Statements for demo.md by its author: core Lean, no Mathlib. -/

/-- s3 "Then
   $$a_{k+1} = 3a_k + 2 = 3(2\cdot 3^{k-1} - 1) + 2 = 2\cdot 3^k - 1,$$" -/
theorem inductive_step (k : Nat) (hk : 1 ≤ k) (a : Nat → Int)
    (rule : ∀ n, 1 ≤ n → a (n + 1) = 3 * a n + 2) (ih : a k = 2 * 3 ^ (k - 1) - 1) :
    a (k + 1) = 2 * 3 ^ k - 1 := by
  obtain ⟨m, rfl⟩ : ∃ m, k = m + 1 := ⟨k - 1, by omega⟩
  rw [rule _ hk, ih]
  simp [Int.pow_succ]
  omega

/-- s5 "Since $23^2 = 529$ and $529 > 487$, we have $p < 23$" -/
theorem small_divisor (p : Nat) (h : p * p ≤ 487) : p < 23 :=
  Nat.lt_of_not_le fun big => by
    have := Nat.mul_le_mul big big
    omega
