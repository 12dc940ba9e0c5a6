/- Statements for parity-missing-case.md by its author: core Lean, no Mathlib. -/

/-- s3 "$n^2 + 3n + 2 = 4m^2 + 6m + 2 = 2(2m^2 + 3m + 1)$" -/
theorem even_case (n m : Int) (h : n = 2 * m) : n * n + 3 * n + 2 = 2 * (2 * (m * m) + 3 * m + 1) := by
  subst h
  grind
