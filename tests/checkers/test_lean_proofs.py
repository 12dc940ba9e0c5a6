"""What a real Lean proves and what it does not: each text as a file, judged by the kernel."""

from __future__ import annotations

import pytest

from proofsieve.core.evidence import Kind, Outcome, Strength
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT, Asking

pytestmark = LEAN

SUM = "def total : Nat → Nat\n  | 0 => 0\n  | n + 1 => total n + (n + 1)\n"
TREE = "inductive Tree | leaf | node (left right : Tree)\n"
MIRROR = TREE + "def Tree.mirror : Tree → Tree\n  | .leaf => .leaf\n  | .node l r => .node r.mirror l.mirror\n"

TRUE = [
    # omega: linear arithmetic over integers and naturals
    "theorem t (a b : Nat) : a + b = b + a := by omega",
    "theorem t (a b : Nat) (h : a < b) : a + 1 ≤ b := by omega",
    "theorem t (a b : Nat) (h : b ≤ a) : a - b + b = a := by omega",
    "theorem t (n : Nat) (h : n % 4 = 3) : n % 2 = 1 := by omega",
    "theorem t (n : Int) : 6 ∣ n → 3 ∣ n := by omega",
    "theorem t (x y : Int) (h : x + y = 5) (g : x - y = 1) : x = 3 ∧ y = 2 := by omega",
    "theorem t (n : Nat) : ∃ k, n = 2 * k ∨ n = 2 * k + 1 := ⟨n / 2, by omega⟩",
    "theorem t (a b : Nat) (h : min a b = a) : a ≤ b := by omega",
    # decide: ground and finite
    "theorem t : 17 * 19 = 323 := by decide",
    "theorem t : 2 ^ 64 % 7 = 2 := by decide",
    "theorem t : ∀ x : Fin 20, x.val * x.val < 400 := by decide",
    "theorem t : ∃ x : Fin 30, x.val * x.val = 625 := by decide",
    "theorem t : ∀ a b : Bool, (a && b) = (b && a) := by decide",
    "theorem t : ¬ ∃ x : Fin 5, x * x = 2 := by decide",
    "theorem t : Nat.gcd 84 36 = 12 := by decide",
    "theorem t : (List.range 101).sum = 5050 := by decide",
    "theorem t : [1, 2, 3].map (· + 1) = [2, 3, 4] := by decide",
    "theorem t : 123456789012345678901234567890 * 9 = 1111111101111111110111111111010 := by decide",
    # simp
    "theorem t (x y : Nat) (h : x + 2 = y + 2) : x = y := by simpa using h",
    "theorem t (a b : Nat) (h : a ≤ b) : a < b + 1 := by simp +arith [h]",
    "theorem t (a b c : Nat) (h : a + b = c) : b + a = c := by simp [Nat.add_comm, h]",
    "theorem t (p q r : Prop) : (p → q) → (q → r) → p → r := by intros; simp_all",
    "theorem t (a b c : Nat) : a + b + c = c + (b + a) := by ac_rfl",
    # grind: rings, linear orders, logic
    "theorem t (a b : Int) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind",
    "theorem t (a b : Int) : a ^ 3 - b ^ 3 = (a - b) * (a ^ 2 + a * b + b ^ 2) := by grind",
    "theorem t (p q : Prop) : ¬(p ∧ q) ↔ (¬p ∨ ¬q) := by grind",
    "theorem t (x y : Rat) (h : 2 * x + y = 3) (g : x = 1 / 2) : y = 2 := by grind",
    "theorem t : (1 / 3 : Rat) + 1 / 6 = 1 / 2 := by grind",
    "theorem t (f : Nat → Nat) (a b : Nat) (h : a = b) (g : f b = 3) : f a = 3 := by grind",
    # induction
    SUM + "theorem t (n : Nat) : 2 * total n = n * (n + 1) := by\n"
    "  induction n with\n  | zero => rfl\n  | succ n ih => grind [total]",
    "theorem t (f : Nat → Nat) (h : ∀ n, f (n + 1) > f n) : ∀ n, f n ≥ n := by\n"
    "  intro n\n  induction n with\n  | zero => omega\n  | succ n ih => have := h n; omega",
    MIRROR + "theorem t (x : Tree) : x.mirror.mirror = x := by\n"
    "  induction x with\n  | leaf => rfl\n  | node l r hl hr => simp [Tree.mirror, hl, hr]",
    SUM + "theorem step (n : Nat) : total (n + 1) = total n + (n + 1) := rfl\n"
    "theorem t : total 3 = 6 := by rw [step, step, step]; rfl",
    # terms
    "theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := ⟨hp, hq⟩",
    "theorem t : ∃ f : Nat → Nat, ∀ x y, f x = f y → x = y := ⟨id, fun _ _ h => h⟩",
    "theorem t (p : Prop) : p ∨ ¬p := Classical.em p",
    "theorem t (p q : Prop) (h : p ↔ q) : p = q := propext h",
    "theorem t.{u} (α : Type u) (a : α) : a = a := rfl",
    "theorem t (α : Type) (f : α → α) (h : ∀ x, f (f x) = x) : ∀ x y, f x = f y → x = y := by\n"
    "  intro x y g\n  rw [← h x, ← h y, g]",
    "theorem t : ∀ n : Nat, n + 0 = n\n  | 0 => rfl\n  | _ + 1 => rfl",
    "theorem t (n : Nat) (h : 0 < n) : ∃ m, n = m + 1 := by\n"
    "  rcases n with _ | m\n  · contradiction\n  · exact ⟨m, rfl⟩",
    # the surroundings of a theorem
    "namespace Sums\n" + SUM + "theorem t : total 2 = 3 := rfl\nend Sums",
    "variable (n : Nat)\nsection\ntheorem t : n ≤ n + 1 := Nat.le_succ n\nend",
    "open Nat\ndef two := succ 1\n/-- It is two. -/\n@[simp] theorem t : two = 2 := rfl",
    "structure Point where\n  x : Nat\n  y : Nat\n  deriving DecidableEq\n"
    "theorem t : (⟨1, 2⟩ : Point) ≠ ⟨2, 1⟩ := by decide",
    '-- theorem t : 1 = 2\n/- /- nested -/ theorem t : 1 = 2 -/\ntheorem t : "--".length = 2 := by decide',
    "mutual\ndef even : Nat → Bool\n  | 0 => true\n  | n + 1 => odd n\n"
    "def odd : Nat → Bool\n  | 0 => false\n  | n + 1 => even n\nend\n"
    "theorem t : even 4 = true := by simp [even, odd]",
]


@pytest.mark.parametrize("text", TRUE, ids=range(len(TRUE)))
async def test_a_true_theorem_passes_with_the_strength_of_the_embedded_kernel(lean: Asking, text: str) -> None:
    found = await lean.file(text)
    assert (found.outcome, found.strength) == (Outcome.PASSED, Strength.KERNEL_EMBEDDED), found.why
    assert found.theorem.rpartition(".")[2] == "t"
    assert found.type
    assert "unofficial build of Lean 4.28.0-pre, core library only" in found.why


# (statement with the binders as a text under ∀, a proof that looks like one, a proof of the negation or "")
FALSE = [
    ("∀ n : Nat, n < n ^ 2", "by intro n; omega", "fun h => absurd (h 0) (by decide)"),
    ("∀ n : Nat, n < 5", "by omega", "fun h => absurd (h 5) (by decide)"),
    ("∀ a b : Nat, a - b + b = a", "by omega", "fun h => absurd (h 0 1) (by decide)"),
    ("∀ a b : Int, a * b = a + b", "by grind", "fun h => absurd (h 1 1) (by decide)"),
    ("2 + 2 = 5", "by decide", "by decide"),
    ("∀ x : Fin 5, x * x ≠ 4", "by decide", "by decide"),
    ("∃ x : Fin 5, x * x = 2", "by decide", "by decide"),
    ("∀ a b : Bool, (a || b) = (a && b)", "by decide", "by decide"),
    ("Nat.gcd 84 36 = 6", "rfl", "by decide"),
    ("∀ p q : Prop, p ∨ q → p", "fun _ _ h => h.elim id id", "fun h => (h False True (.inr trivial)).elim"),
    ("∀ n : Nat, n % 2 = 0", "by simp", "fun h => absurd (h 1) (by decide)"),
    ("∀ n : Nat, 2 ∣ n → 4 ∣ n", "by omega", "fun h => absurd (h 2 (by decide)) (by decide)"),
    ("∀ xs ys : List Nat, xs ++ ys = ys ++ xs", "by simp", "fun h => absurd (h [0] [1]) (by decide)"),
    ("∃ n : Nat, n < 0", "⟨0, by decide⟩", "fun ⟨_, h⟩ => absurd h (Nat.not_lt_zero _)"),
    ("∀ x y : Rat, x + y = x", "by grind", "fun h => absurd (h 0 1) (by grind)"),
    ("∀ f : Nat → Nat, ∃ x, f x = 0", "fun _ => ⟨0, rfl⟩", "fun h => (h Nat.succ).elim fun _ e => nomatch e"),
    ("(7 : Nat) / 2 * 2 = 7", "by decide", "by decide"),
    ("∀ n : Nat, n * n > n", "by grind", "fun h => absurd (h 1) (by decide)"),
    ("∀ a b c : Nat, a * b = a * c → b = c", "by grind", "fun h => absurd (h 0 0 1 rfl) (by decide)"),
    ("(0.1 : Float) + 0.2 = 0.3", "by decide", ""),
    ("∀ n : Nat, n ≠ 1000000000", "by decide", "fun h => h 1000000000 rfl"),
]


@pytest.mark.parametrize(("statement", "proof", "negation"), FALSE, ids=[row[0] for row in FALSE])
async def test_a_false_theorem_is_not_proved_and_never_refuted_by_a_failed_proof(
    lean: Asking, statement: str, proof: str, negation: str
) -> None:
    found = await lean.file(f"theorem t : {statement} := {proof}")
    assert (found.outcome, found.kind) == (Outcome.INCONCLUSIVE, Kind.COMPILE_FAILURE)
    assert [note.severity for note in found.messages if note.where == "file"][:1] == ["error"]
    if negation:
        against = await lean.file(f"theorem t : ¬ ({statement}) := {negation}", goal=statement)
        assert (against.outcome, against.strength) == (Outcome.REFUTED, Strength.KERNEL_EMBEDDED), against.why


async def test_the_negation_may_be_a_counterexample_that_satisfies_the_hypotheses(lean: Asking) -> None:
    goal = "theorem goal (n : Nat) (h : 2 < n) (g : n % 2 = 1) : n * n < 9"
    found = await lean.file("theorem t : ∃ n, 2 < n ∧ n % 2 = 1 ∧ ¬ n * n < 9 := ⟨3, by decide⟩", goal=goal)
    assert found.outcome is Outcome.REFUTED, found.why
    under_exists = "theorem t : ∃ (n : Nat) (_ : 2 < n) (_ : n % 2 = 1), ¬ n * n < 9 := ⟨3, by decide, rfl, by decide⟩"
    assert (await lean.file(under_exists, goal=goal)).outcome is Outcome.REFUTED


async def test_a_counterexample_that_breaks_a_hypothesis_refutes_nothing(lean: Asking) -> None:
    goal = "theorem goal (n : Nat) (h : n < 3) : n * n < 9"
    found = await lean.file("theorem t : ∃ n : Nat, ¬ n * n < 9 := ⟨3, by decide⟩", goal=goal)
    assert found.kind is Kind.REJECTED


@pytest.mark.parametrize(
    "text",
    [
        "theorem t : (2 : Nat) + 2 = 4 := by norm_num",
        "theorem t (a b : Int) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by ring",
        "theorem t (a b : Int) (h : a < b) : a < b + 1 := by linarith",
        "theorem t (x : ℝ) : x = x := rfl",
        "theorem t (n : ℕ) : n = n := rfl",
        "theorem t (n : Nat) : ∑ i ∈ range n, i = 0 := by simp",
        "theorem t : ∃! x : Nat, x = 1 := ⟨1, rfl, fun _ h => h⟩",
        "theorem t : Nat.Prime 7 := by decide",
        "theorem t (s : Finset Nat) : s = s := rfl",
        "set_option autoImplicit true in\ntheorem t (x : ℝ) : x = x := rfl",
    ],
)
async def test_what_belongs_to_mathlib_is_not_there_and_proves_nothing(lean: Asking, text: str) -> None:
    found = await lean.file(text)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert found.kind in (Kind.COMPILE_FAILURE, Kind.REJECTED)


@pytest.mark.parametrize("module", ["Mathlib", "Lean", "Std.No.Such.Module", "Batteries.Data.List"])
async def test_an_import_that_is_not_there_is_unsupported(lean: Asking, module: str) -> None:
    found = await lean.file(f"import {module}\ntheorem t : 1 = 1 := rfl")
    assert found.kind is Kind.UNSUPPORTED
    assert module in found.why


async def test_the_core_library_may_be_imported(lean: Asking) -> None:
    assert (await lean.file("import Std.Data.HashMap\nimport Init\ntheorem t : 1 = 1 := rfl")).outcome is Outcome.PASSED


async def test_half_a_thousand_integer_claims_agree_with_python(lean: Asking) -> None:
    import random

    chance = random.Random(20_26)
    text, wanted = [], []
    for i in range(500):
        digits = chance.choice((1, 2, 5, 20, 60))
        a, b = (chance.randint(-(10**digits), 10**digits) for _ in range(2))
        operator = chance.choice("+-*")
        value = {"+": a + b, "-": a - b, "*": a * b}[operator]
        shown = value if i % 2 else value + chance.choice((-1, 1, 10**digits))
        text.append(f"({a} : Int) {operator} ({b}) = {shown}")
        wanted.append(shown == value)
    answers = [
        await lean.pool.check(
            {"definitions": "", "text": f"theorem t : {claim} := by decide", "theorem": ["t"]}, PATIENT
        )
        for claim in text
    ]
    assert [answer["found"] == "theorem" for answer in answers] == wanted
