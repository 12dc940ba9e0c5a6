/- Statements for odd-numbers.md by its author: core Lean, no Mathlib. -/

def S : Nat → Int
  | 0 => 0
  | n + 1 => S n + (2 * n + 1)

/-- s4 "By the induction hypothesis" -/
theorem inductive_step (k : Nat) (ih : S k = (k : Int) ^ 2) : S (k + 1) = ((k : Int) + 1) ^ 2 := by
  simp only [S, ih]
  grind

/-- s5 "By induction, $S(n) = n^2$ for every positive integer $n$." -/
theorem all (n : Nat) : S n = (n : Int) ^ 2 := by
  induction n with
  | zero => rfl
  | succ m ih =>
    simp only [S, ih]
    grind
