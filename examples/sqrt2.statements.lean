/- Statements for sqrt2.md by its author: core Lean, no Mathlib. -/

/-- s3 "Hence $p^2$ is even." -/
theorem square_even (p q : Int) (h : p * p = 2 * (q * q)) : p * p % 2 = 0 := by omega

/-- s3 "so $p$ itself is even." -/
theorem root_even (p : Int) (h : p * p % 2 = 0) : p % 2 = 0 := by
  rcases Int.emod_two_eq p with even | odd
  · exact even
  · simp [Int.mul_emod, odd] at h

/-- s4 "therefore $q^2 = 2r^2$" -/
theorem halved (q r : Int) (h : 4 * (r * r) = 2 * (q * q)) : q * q = 2 * (r * r) := by omega
