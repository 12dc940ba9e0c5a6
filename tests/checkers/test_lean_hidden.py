# ruff: noqa: E501 - tables of texts
"""Statements that are not what a reader takes them for do not pass; ordinary ones with the same means do."""

from __future__ import annotations

import pytest

from proofsieve.core.evidence import Kind, Outcome
from proofsieve.tests.checkers.lean_asking import LEAN, Asking

pytestmark = LEAN

REJECTED = Kind.REJECTED
LESS = "⟨fun _ _ => True⟩"  # every number is less than every other
PAIR = "structure P where\n  x : Nat\n  y : Nat\n"
GOOD = "class Good extends LT Nat where\n  all : ∀ a b, lt a b\n"
SLOW = "def cfg : Nat := 100000\n"

# (name, text, a word of the reason)
TRICKS: list[tuple[str, str, str]] = [
    ("a Greek letter in Nat", "abbrev Νat := Empty\ntheorem t : ∀ k : Νat, k ≠ k := nofun", "library's Nat"),
    ("a Cyrillic letter in Nat", "abbrev «Nаt» := Empty\ntheorem t : ∀ k : «Nаt», k ≠ k := nofun", "library's Nat"),
    ("a small l for the I of Int", "abbrev lnt := Empty\ntheorem t : ∀ k : lnt, k ≠ k := nofun", "library's Int"),
    ("a wide letter in Nat", "abbrev «Ｎat» := Empty\ntheorem t : ∀ k : «Ｎat», k ≠ k := nofun", "library's Nat"),
    ("a letter of script in Nat", "abbrev 𝒩at := Empty\ntheorem t : ∀ k : 𝒩at, k ≠ k := nofun", "library's Nat"),
    ("a blank after Nat", "abbrev «Nat » := Empty\ntheorem t : ∀ k : «Nat », k ≠ k := nofun", "library's Nat"),
    ("a namespace that looks like Nat", "namespace Νat\ndef succ (n : Nat) := n\nend Νat\ntheorem t : Νat.succ 3 = 3 := rfl",
     "library's Nat"),
    ("a bound name that looks like Nat", "theorem t (Νat : Type) (h : Νat → False) (x : Νat) : False := h x", "library's Nat"),
    ("reals that are none", "abbrev ℝ := Nat\ntheorem t (x : ℝ) : x * 0 = 0 := Nat.mul_zero x", "ℝ is not here"),
    ("natural numbers that are none", "abbrev ℕ := Empty\ntheorem t : ∀ n : ℕ, n ≠ n := nofun", "ℕ is not here"),
    ("reals of any kind", "theorem t (ℝ : Type) (x : ℝ) : x = x := rfl", "ℝ is not here"),
    ("another choice of that name",
     f"namespace My\ndef Classical.propDecidable : LT Nat := {LESS}\nattribute [local instance] Classical.propDecidable\n"
     "theorem t : 9 < 2 := trivial\nend My", "@instance"),
    ("open … in that renames", "open Nat renaming add → sub in\ndef f := 1\ntheorem t : f = 1 := rfl", "renaming"),
    ("a name opened for a definition alone",
     "namespace A\nabbrev Int := Empty\nend A\nopen A (Int) in\ndef Q : Prop := ∀ k : A.Int, k ≠ k\n"
     "namespace A\ntheorem t : ∀ k : Int, k ≠ k := nofun\nend A", "Int means"),
    ("two names that look like one", "def bound := 3\ndef bοund := 300\ntheorem t : bοund = 300 ∧ bound = bound := ⟨rfl, rfl⟩",
     "look like one"),
    ("an instance in a variable that is no such", f"{GOOD}variable (g : Good)\ntheorem t : 9 < 2 := g.all 9 2", "variable (g : Good)"),
    ("an implicit one", f"{GOOD}variable {{g : Good}}\ntheorem t : 9 < 2 := g.all 9 2", "variable {g : Good}"),
    ("an instance of the library in a variable", "variable (g : LT Nat)\ntheorem t : 9 < 2 ↔ 9 < 2 := Iff.rfl", "variable (g : LT Nat)"),
    ("a hypothesis in the type of an instance",
     "variable {n : Nat} [Inhabited (PLift (n ≠ n))]\ntheorem t : n + 1 = n := absurd rfl (default : PLift (n ≠ n)).down",
     "variable [Inhabited"),
    ("a let with an instance", f"theorem t : let _ : LT Nat := {LESS}; 9 < 2 := trivial", "instance of LT"),
    ("a letI", f"theorem t : (letI : LT Nat := {LESS}; 9 < 2) := trivial", "instance of LT"),
    ("an instance that exists", f"theorem t : ∃ _ : LT Nat, 9 < 2 := ⟨{LESS}, trivial⟩", "instance of LT"),
    ("an instance for any type", f"theorem t : ∃ _ : (∀ β : Type, LT β), 9 < 2 := ⟨fun _ => {LESS}, trivial⟩", "instance of LT"),
    ("an abbreviated class", f"abbrev L := LT Nat\ntheorem t : ∃ _ : L, 9 < 2 := ⟨{LESS}, trivial⟩", "instance of LT"),
    ("an instance in brackets under ∃", f"theorem t : @Exists (LT Nat) (fun [i : LT Nat] => 9 < 2) := ⟨{LESS}, trivial⟩", "instance of LT"),
    ("an instance as an argument", f"theorem t : LT.lt (self := {LESS}) 9 2 := trivial", "instance of LT"),
    ("an instance in a definition", f"def Q : Prop := have : LT Nat := {LESS}; 9 < 2\ntheorem t : Q := trivial", "instance of LT"),
    ("a definition that takes one", f"def Q [LT Nat] : Prop := 9 < 2\ntheorem t : @Q {LESS} := trivial", "instance of LT"),
    ("an instance in a local definition",
     f"def Q : Prop := R\nwhere R : Prop := letI : LT Nat := {LESS}; 9 < 2\ntheorem t : Q := trivial", "instance of LT"),
    ("an instance as a field", f"structure W where\n  i : LT Nat\n  h : 9 < 2\ntheorem t : Nonempty W := ⟨⟨{LESS}, trivial⟩⟩", "instance of LT"),
    ("a coercion of its own", "theorem t : let _ : Coe Nat Int := ⟨fun _ => 0⟩; ∀ n : Nat, (n : Int) = 0 := fun _ => rfl", "instance of Coe"),
    ("a five of its own", "theorem t : let _ : OfNat Nat 5 := ⟨0⟩; (5 : Nat) = 0 := rfl", "instance of OfNat"),
    ("a setting that is code", f"{SLOW}def d : Nat := (fun (_ : 2 + 0 = 2) => 4) (by simp (maxSteps := cfg))\ntheorem t : d = 4 := rfl",
     "code would run"),
    ("a configuration that is code", "def d : Nat := (fun (_ : 2 + 0 = 2) => 4) (by decide (config := ⟨false, true, true, false⟩))\n"
     "theorem t : d = 4 := rfl", "code would run"),
    ("a setting in the header", f"{SLOW}theorem t : (fun (_ : 2 + 0 = 2) => 4) (by simp (maxSteps := cfg)) = 4 := rfl", "code would run"),
    ("an instance for an abbreviation", "abbrev P := Nat\ninstance : Add P := ⟨fun _ _ => 6⟩\ntheorem t : 2 + 2 = 6 := rfl", "instance"),
    ("an instance for a name of a type", f"def P := Nat\ninstance : LT P := {LESS}\nattribute [reducible] P\ntheorem t : 9 < 2 := trivial",
     "instance"),
    ("a coercion from the library's type", f"{PAIR}instance : Coe Nat P := ⟨fun n => ⟨n, n⟩⟩\ntheorem t (n : Nat) : (n : P).x = n := rfl",
     "instance"),
    ("a membership in lists", f"{PAIR}instance : Membership P (List P) := {LESS}\ntheorem t (a : P) : a ∈ ([] : List P) := trivial", "instance"),
    ("a sum of numbers", f"{PAIR}instance : HAdd Nat Nat P := ⟨fun n m => ⟨n, m⟩⟩\ntheorem t : (2 + 2).x = 2 := rfl", "instance"),
    ("an instance of a class that gives another",
     f"class E (α : outParam Type) extends LT Nat\n{PAIR}instance : E P := {{ lt := fun _ _ => True }}\ntheorem t : 9 < 2 := trivial", "instance"),
    ("an instance for every type", f"{PAIR}instance (P : Type) : LT P := {LESS}\ntheorem t : 9 < 2 := trivial", "instance"),
    ("an instance for a variable", f"{PAIR}variable {{P : Type}}\ninstance : LT P := {LESS}\ntheorem t : 9 < 2 := trivial", "instance"),
    ("an instance of a class of that name",
     f"namespace My\n{PAIR}abbrev Add (_ : Type) := LT Nat\ninstance : Add P := {LESS}\ntheorem t : 9 < 2 := trivial\nend My", "instance"),
    ("an instance for a type by another argument", f"{PAIR}instance : LT (α := Nat) := {LESS}\ntheorem t : 9 < 2 := trivial", "instance"),
    ("an instance for a type that is computed", f"{PAIR}@[reducible] def T (_ : Type) : Type := Nat\ninstance : LT (T P) := {LESS}\n"
     "theorem t : 9 < 2 := trivial", "instance"),
    ("an instance for functions", f"{PAIR}instance : LT (P → P) := {LESS}\ntheorem t : (id : P → P) < id := trivial", "instance"),
    ("an instance with a priority", f"{PAIR}instance (priority := high) : Add P := ⟨fun a _ => a⟩\ntheorem t (a b : P) : a + b = a := rfl",
     "instance"),
    ("a default instance", f"{PAIR}@[default_instance] instance (n : Nat) : OfNat P n := ⟨⟨n, n⟩⟩\ntheorem t : 2 = 2 := rfl", "@default_instance"),
    ("a decision that is left out", "instance : Decidable (3 = 4) := isTrue sorry\ntheorem t : (if 3 = 4 then 1 else 2) = 1 := rfl", "sorry"),
    ("a comment that only looks closed", "theorem t : 1 = 1 /- -\u200b/ ∧ 1 = 2 -/ := rfl", "U+200B"),
    ("one with a sign for pictures", "theorem t : 1 = 1 /- -\ufe0f/ ∧ 1 = 2 -/ := rfl", "U+FE0F"),
    ("text that runs backwards", "theorem t : 1 = 1 /- \u202e -/ := rfl", "U+202E"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "word"), [row[1:] for row in TRICKS], ids=[row[0] for row in TRICKS])
async def test_what_a_reader_would_take_for_something_else_does_not_pass(lean: Asking, text: str, word: str) -> None:
    found = await lean.file(text, theorem="My.t" if "namespace My" in text else "A.t" if "namespace A" in text else "t")
    assert (found.outcome, found.kind, word in found.why) == (Outcome.INCONCLUSIVE, REJECTED, True), found.why


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ('theorem t : "" = "" := rfl', 'theorem goal : "\\uFEFF" = ""'),
        ('theorem t : "a" = "a" := rfl', 'theorem goal : "a\\x00b" = "a"'),
        ('def s := ""\ntheorem t : s = "" := rfl', 'def s := "\\uFEFF"\ntheorem goal : s = ""'),
        ("theorem t : True := trivial", "def «\\uFEFFTrue» := False\ntheorem goal : «\\uFEFFTrue»".replace("\\uFEFF", "\ufeff")),
        ("theorem t : 1 = 1 := rfl", "1 = 1 /- \u2066 -/"),
    ],
    ids=["a mark of order", "nothing", "a mark in a definition", "a mark in a name", "text that runs backwards"],
)  # fmt: skip
async def test_strings_and_names_that_differ_in_what_is_not_seen_are_different(
    lean: Asking, text: str, goal: str
) -> None:
    found = await lean.file(text, goal=goal)
    assert (found.outcome, found.kind) == (Outcome.INCONCLUSIVE, REJECTED), found.why


ORDINARY: list[tuple[str, str]] = [
    ("a hypothesis in a variable that it does not use", "variable (p : Prop) (h : p)\ntheorem t : 1 = 1 := rfl"),
    ("classes for variables", "variable {α : Type} [LT α] [DecidableEq α] (p : α → Prop) [∀ a, Decidable (p a)] [Inhabited α]\n"
     "theorem t (a : α) : p a → p a := id"),
    ("a ring in variables", "variable {R : Type} [Lean.Grind.CommRing R] [OfNat R 5]\ntheorem t (a b : R) : a * b = b * a := by grind"),
    ("signs for numbers", "abbrev ℕ := Nat\nabbrev ℤ := Int\ntheorem t (n : ℕ) (z : ℤ) : z + n = n + z := Int.add_comm _ _"),
    ("choice by open … in", "open Classical in\nnoncomputable def ind (p : Prop) : Nat := if p then 1 else 0\ntheorem t : ind True = 1 := by simp [ind]"),
    ("choice as an instance", "attribute [local instance] Classical.propDecidable\nnoncomputable def ind (p : Prop) : Nat := if p then 1 else 0\n"
     "theorem t : ind True = 1 := by simp [ind]"),
    ("Greek and Latin letters", "theorem t (α β : Type) (ν v : Nat) (f : α → β) (a : α) : f a = f a ∧ ν + v = v + ν := ⟨rfl, Nat.add_comm _ _⟩"),
    ("names with digits", "structure Q where\n  x₁ : Nat\n  x1 : Nat\ndef l1 := 3\ntheorem t (q : Q) : q.x₁ + l1 = q.x₁ + 3 := rfl"),
    ("a class of its own", "class Mon (α : Type) where\n  op : α → α → α\n  comm : ∀ a b, op a b = op b a\n"
     "theorem t (α : Type) [Mon α] (a b : α) : Mon.op a b = Mon.op b a := Mon.comm a b"),
    ("a class that extends one", "class Sg (α : Type) extends Mul α where\n  assoc : ∀ a b c : α, a * b * c = a * (b * c)\n"
     "theorem t (α : Type) [Sg α] (a b c : α) : a * b * c = a * (b * c) := Sg.assoc a b c"),
    ("an assumption in brackets", "theorem t (n : Nat) [Inhabited (Fin n)] : 0 < n := Fin.pos default"),
    ("an explicit instance for a variable", "theorem t (α : Type) (inst : Add α) (a b : α) : a + b = a + b := rfl"),
    ("a sum of pairs", f"{PAIR}instance : Add P where\n  add a b := ⟨a.x + b.x, a.y + b.y⟩\ntheorem t (a b : P) : (a + b).x = a.x + b.x := rfl"),
    ("numerals and an order", f"{PAIR}instance (n : Nat) : OfNat P n := ⟨⟨n, n⟩⟩\ninstance : LE P := ⟨fun a b => a.x ≤ b.x⟩\n"
     "theorem t : (5 : P) ≤ 5 := Nat.le_refl 5"),
    ("a multiple", f"{PAIR}instance : HMul Nat P P := ⟨fun k a => ⟨k * a.x, k * a.y⟩⟩\ntheorem t (a : P) : ((2 : Nat) * a).x = 2 * a.x := rfl"),
    ("an instance with parameters", "structure Pt (α : Type) where\n  x : α\ninstance {α : Type} [Add α] : Add (Pt α) := ⟨fun a b => ⟨a.x + b.x⟩⟩\n"
     "theorem t (a b : Pt Nat) : (a + b).x = a.x + b.x := rfl"),
    ("a decidable predicate", "def isEven (n : Nat) : Prop := n % 2 = 0\ninstance : DecidablePred isEven := fun n => inferInstanceAs (Decidable (n % 2 = 0))\n"
     "theorem t : isEven 4 := by decide"),
    ("members of an interval", "structure Iv where\n  lo : Nat\n  hi : Nat\ninstance : Membership Nat Iv := ⟨fun i n => i.lo ≤ n ∧ n ≤ i.hi⟩\n"
     "theorem t : 3 ∈ (⟨1, 5⟩ : Iv) := ⟨by decide, by decide⟩"),
    ("something to apply", "structure Fn where\n  f : Nat → Nat\ninstance : CoeFun Fn (fun _ => Nat → Nat) := ⟨Fn.f⟩\ntheorem t (g : Fn) : g 3 = g.f 3 := rfl"),
    ("a relation of equivalence", f"{PAIR}instance : Setoid P where\n  r a b := a.x = b.x\n  iseqv := ⟨fun _ => rfl, Eq.symm, Eq.trans⟩\n"
     "theorem t (a : P) : a ≈ a := Setoid.refl a"),
    ("lists in a definition", "def f (xs : List Nat) : Nat := (xs.map (· + 1) ++ xs.reverse).length\ntheorem t : f [] = 0 := rfl"),
    ("derived instances", "structure W (α : Type) where\n  x : Int\n  l : List α\n  deriving Repr, DecidableEq, Inhabited\ntheorem t (w : W Nat) : w = w := rfl"),
    ("names opened", "namespace A\ninductive Color where | red | green\nend A\nopen A Color\ndef next : Color → Color | red => green | green => red\n"
     "theorem t (c : Color) : next (next c) = c := by cases c <;> rfl"),
    ("a predicate", "def IsPrime (n : Nat) : Prop := 2 ≤ n ∧ ∀ m, m ∣ n → m = 1 ∨ m = n\ntheorem t : ¬ IsPrime 1 := by unfold IsPrime; omega"),
    ("a section with variables", "section\nvariable {α : Type} (xs : List α)\ntheorem t : (xs ++ []).length = xs.length := by simp\nend"),
    ("a family of types", "inductive Vec (α : Type) : Nat → Type where\n  | nil : Vec α 0\n  | cons {n : Nat} : α → Vec α n → Vec α (n + 1)\n"
     "def Vec.len {α : Type} {n : Nat} (_ : Vec α n) : Nat := n\ntheorem t (v : Vec Nat 3) : v.len = 3 := rfl"),
    ("a function with a measure", "def f (n : Nat) : Nat := if h : n = 0 then 0 else f (n - 1)\ntermination_by n\n"
     "decreasing_by exact Nat.sub_lt (Nat.pos_of_ne_zero h) Nat.one_pos\ntheorem t : f 0 = 0 := by unfold f; rfl"),
    ("a local definition", "def fib (n : Nat) : Nat := go n 0 1\nwhere go : Nat → Nat → Nat → Nat | 0, a, _ => a | n + 1, a, b => go n b (a + b)\n"
     "theorem t : fib 10 = 55 := by decide"),
    ("a proof with settings", "theorem t : 2 + 0 = 2 := by simp (config := { maxSteps := 3000 })"),
    ("a number as a setting", "def d : Nat := (fun (_ : 2 + 0 = 2) => 4) (by simp (maxSteps := 3000))\ntheorem t : d = 4 := rfl"),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in ORDINARY], ids=[row[0] for row in ORDINARY])
async def test_an_ordinary_statement_passes(lean: Asking, text: str) -> None:
    found = await lean.file(text, theorem="t")
    assert found.outcome is Outcome.PASSED, found.why
