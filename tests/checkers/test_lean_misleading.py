# ruff: noqa: E501 - tables of texts
"""Statements whose words, or whose answer, a reader would take for more than what is proved; none of them passes so."""

from __future__ import annotations

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.judgement.commands import theorems
from proofsieve.core.evidence import Kind, Outcome
from proofsieve.tests.checkers.lean_asking import LEAN, Asking

pytestmark = LEAN

LESS = "⟨fun _ _ => True⟩"  # every number is less than every other

# (name, text, a word of the reason)
TRICKS: list[tuple[str, str, str]] = [
    ("a proposition that is inhabited", "variable {p q : Prop} [Inhabited p]\ntheorem t : q → p := fun _ => default", "variable [Inhabited p]"),
    ("one behind a name for propositions", "def T := Prop\nvariable {p : T} [Inhabited p]\ntheorem t : Nonempty p := ⟨default⟩", "variable [Inhabited p]"),
    ("a coercion between propositions", "variable {p q : Prop} [Coe p q]\ntheorem t : p → q := fun h => Coe.coe h", "variable [Coe p q]"),
    ("an order that the library turns round", "theorem t : letI := (instOrdNat.opposite).toLT; (2 : Nat) > 9 := by decide", "instance of LT"),
    ("one with its type", "theorem t : letI : LT Nat := Ord.toLT (Ord.opposite inferInstance); (9 : Nat) < 2 := by decide", "instance of LT"),
    ("one by name", "theorem t : @LT.lt Nat (Ord.toLT (Ord.opposite inferInstance)) 9 2 := by decide", "instance of LT"),
    ("one in a definition", "def Q : Prop := letI := (instOrdNat.opposite).toLT; (9 : Nat) < 2\ntheorem t : Q := by unfold Q; decide", "instance of LT"),
    ("an order in a pair", f"theorem t : ∃ w : LT Nat × Unit, letI := w.1; 9 < 2 := ⟨({LESS}, ()), trivial⟩", "instance of LT"),
    ("an order in a subtype", f"theorem t : ∃ w : {{i : LT Nat // True}}, haveI := w.1; 9 < 2 := ⟨⟨{LESS}, trivial⟩, trivial⟩", "instance of LT"),
    ("an order by a cast", "theorem t : haveI : LT Nat := cast rfl instLTNat; 2 < 9 := by decide", "instance of LT"),
    ("a type that ∃ binds", "theorem t : ∃ Int : Type, ∀ k : Int, k ≠ k := ⟨Empty, nofun⟩", "Int means"),
    ("a type that let binds", "theorem t : let Int := Empty; ∀ k : Int, k ≠ k := nofun", "Int means"),
    ("a type that a definition binds", "def Q (Int : Type) : Prop := ∀ k : Int, k ≠ k\ntheorem t : Q Empty := nofun", "Int means"),
    ("a type inside of a definition", "def Q : Prop := let Int := Empty; ∀ k : Int, k ≠ k\ntheorem t : Q := nofun", "Int means"),
    ("a type that a field binds", "structure W where\n  h : ∀ Int : Type, Int → Int\ntheorem t (w : W) : w = w := rfl", "Int means"),
    ("reals under ∃", "theorem t : ∃ ℝ : Type, ∀ x y : ℝ, x = y := ⟨Empty, nofun⟩", "ℝ is not here"),
    ("a bound name inside that looks like another", "theorem t : ∀ ov : Nat, ∃ οv : Nat, ov < οv := fun n => ⟨n + 1, Nat.lt_succ_self n⟩", "look like one"),
    ("a pattern that is a variable", "def isZero : Nat → Prop | zero => True\ntheorem t : isZero 7 := trivial", "zero is a variable"),
    ("one of a type of its own", "inductive C | red | green\ndef f : C → Bool | red => true\ntheorem t : f .green = true := rfl", "red is a variable"),
    ("one inside of another", "def f : Nat × Nat → Bool | (zero, _) => true\ntheorem t : f (1, 2) = true := rfl", "zero is a variable"),
    ("one with a capital letter", "def f : Option Nat → Nat | None => 1\ntheorem t : f (some 3) = 1 := rfl", "None is a variable"),
    ("one for an abbreviation", "abbrev N := Nat\ndef f : N → Prop | zero => True\ntheorem t : f 7 := trivial", "zero is a variable"),
    ("a lone return in a comment", "theorem t : 1 = 1 -- so\r ∧ 1 = 2\n := rfl", "U+000D"),
    ("a lone return in a string", 'theorem t : "a\rb" = "a\rb" := rfl', "U+000D"),
    ("bits decided by a program", "def d : Nat := (fun (_ : (5#8) + 1 = 6) => 4) (by bv_decide?)\ntheorem t : d = 4 := rfl", "bv_decide?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "word"), [row[1:] for row in TRICKS], ids=[row[0] for row in TRICKS])
async def test_what_says_less_than_it_seems_to_does_not_pass(lean: Asking, text: str, word: str) -> None:
    found = await lean.file(text, theorem="t")
    assert (found.outcome, found.kind, word in found.why) == (Outcome.INCONCLUSIVE, Kind.REJECTED, True), found.why


@pytest.mark.parametrize(
    ("text", "theorem"),
    [
        ('theorem t : by trace "a : 3 = 4"; exact 1 = 1 := rfl', "t"),
        ("theorem t : by\n" + '  trace "a : 3 = 4"\n' * 260 + "  exact 1 = 1 := rfl", "t"),
        ("theorem «t : 3 = 4 -- » : 1 = 1 := rfl", "«t : 3 = 4 -- »"),
    ],
    ids=["a message of the header", "many of them", "a name"],
)
async def test_the_type_that_is_shown_is_what_was_proved(lean: Asking, text: str, theorem: str) -> None:
    found = await lean.file(text, theorem=theorem)
    assert (found.outcome, found.type) == (Outcome.PASSED, "1 = 1"), found.why


async def test_a_bare_goal_is_shown_as_it_is(lean: Asking) -> None:
    found = await lean.file("theorem t : 1 = 1 := rfl", goal='by trace "a : 3 = 4"; exact 1 = 1')
    assert (found.outcome, found.type) == (Outcome.PASSED, "1 = 1"), found.why


async def test_a_file_of_windows_is_read_as_lean_reads_it(lean: Asking) -> None:
    text = 'def s :=\r\n  "a\r\nb"\r\ntheorem t :\r\n  s.length = 3 := by\r\n  decide\r\n'
    assert (await lean.file(text)).outcome is Outcome.PASSED
    assert (await lean.file(text, goal='"a\r\nb".length = 3')).outcome is Outcome.PASSED


NAMED: list[tuple[str, str]] = [
    ("library names that a namespace has too", "namespace My\ndef Nat.gcd (_ _ : Nat) := 7\nend My\nopen My\ntheorem t (n : Nat) : n.gcd 6 = 7 := rfl"),
    ("a constructor of a namespace", "namespace My\ndef Nat.zero : Nat := 7\ntheorem t : (.zero : Nat) = 7 := rfl\nend My"),
    ("a function behind a sign", "namespace My\ndef Not (_ : Prop) := True\ntheorem t : ¬ 1 = 1 := trivial\nend My"),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in NAMED], ids=[row[0] for row in NAMED])
async def test_dots_and_signs_mean_the_library_whatever_a_namespace_holds(lean: Asking, text: str) -> None:
    found = await lean.file(text, theorem="My.t" if text.endswith("My") else "t")
    assert (found.outcome, found.kind) == (Outcome.INCONCLUSIVE, Kind.COMPILE_FAILURE), found.why


ORDINARY: list[tuple[str, str]] = [
    ("capital letters", f"theorem t ({' '.join('ABCDEFGHIJKLMNOPQRSTUVWXYZ')} : Nat) : A + B = B + A := Nat.add_comm _ _"),
    ("a recursion with a measure of pairs", "def ack : Nat → Nat → Nat\n  | 0, n => n + 1\n  | m + 1, 0 => ack m 1\n  | m + 1, n + 1 => ack m (ack (m + 1) n)\n"
     "termination_by m n => (m, n)\ntheorem t : ack 0 1 = 2 := by unfold ack; rfl"),
    ("a recursion that may not end", "def f (n : Nat) : Option Nat := if n = 0 then some 0 else f (n - 1)\npartial_fixpoint\ntheorem t : f 0 = some 0 := by rw [f]; rfl"),
    ("exceptions", 'def f (n : Nat) : Except String Nat := do\n  if n = 0 then throw "zero"\n  return n\ntheorem t : f 0 = .error "zero" := rfl'),
    ("a nested type", "inductive T where | node : List T → T\ndef T.d : T → Nat | .node ts => 1 + (ts.attach.map fun ⟨t, _⟩ => t.d).sum\ntheorem t : (T.node []).d = 1 := by simp [T.d]"),
    ("derived instances of a tree", "inductive Tree where | leaf | node (l : Tree) (v : Nat) (r : Tree)\n  deriving Repr, DecidableEq, Inhabited, BEq, Hashable, Ord\n"
     "def Tree.size : Tree → Nat | leaf => 0 | node l _ r => l.size + 1 + r.size\ntheorem t : Tree.leaf.size = 0 := rfl"),
    ("homomorphisms of its own groups", "class Grp (G : Type) extends Mul G, One G, Inv G where\n  one_mul : ∀ a : G, 1 * a = a\nstructure Hom (G H : Type) [Grp G] [Grp H] where\n"
     "  f : G → H\n  map : ∀ a b, f (a * b) = f a * f b\ntheorem t (G H : Type) [Grp G] [Grp H] (φ : Hom G H) (a b : G) : φ.f (a * b) = φ.f a * φ.f b := φ.map a b"),
    ("a field", "theorem t {R : Type} [Lean.Grind.Field R] (a : R) (h : a ≠ 0) : a * a⁻¹ = 1 := by grind"),
    ("choice", "open Classical in\nnoncomputable def g (P : Nat → Prop) : Nat := if h : ∃ n, P n then Classical.choose h else 0\ntheorem t : g (fun _ => False) = 0 := by simp [g]"),
    ("pairs compared", "theorem t : ((1, 2) == ((1, 2) : Nat × Nat)) = true := by decide"),
]  # fmt: skip


@pytest.mark.parametrize("text", [row[1] for row in ORDINARY], ids=[row[0] for row in ORDINARY])
async def test_an_ordinary_statement_passes_all_the_same(lean: Asking, text: str) -> None:
    found = await lean.file(text, theorem="t")
    assert found.outcome is Outcome.PASSED, found.why


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "lines",
    [
        "theorem t " + "(a : Nat) " * 19_000 + ": 1 = 1 := rfl",
        "namespace a\n" * 80_000 + "theorem t : 1 = 1 := rfl",
        "mutual\n" * 80_000 + "theorem t : 1 = 1 := rfl",
    ],
    ids=["binders", "namespaces", "mutual blocks"],
)
async def test_a_text_of_one_thing_many_times_is_read_in_a_time_like_its_length(lines: str) -> None:
    assert len(theorems(lines)) == 1
    assert question_of(lines, None, None, where="file", goal_where="goal") is not None
