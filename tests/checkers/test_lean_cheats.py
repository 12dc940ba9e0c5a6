"""Texts that look like proofs and are none, or prove something else: not one of them passes, and each says why."""

from __future__ import annotations

import pytest

from proofsieve.checkers.lean import LeanChecker
from proofsieve.checkers.lean.embedded import EMBEDDED, elaborate
from proofsieve.checkers.lean.judgement.judge import judge
from proofsieve.checkers.lean.judgement.question import ask_body, pick
from proofsieve.core.evidence import MAX_ARTIFACT, Branch, Kind, Language, Outcome, make_statement
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT, Asking

pytestmark = LEAN

REJECTED, FAILED = Kind.REJECTED, Kind.COMPILE_FAILURE

# (name, text, goal or None, kind, a word of the reason)
CHEATS: list[tuple[str, str, str | None, Kind, str]] = [
    ("sorry", "theorem t : 3 = 4 := sorry", None, REJECTED, "sorry"),
    ("sorry without its warning", "set_option warn.sorry false\ntheorem t : 3 = 4 := sorry", "3 = 4", REJECTED, "sorry"),
    ("sorry in a lemma", "theorem lemma1 : 3 = 4 := by sorry\ntheorem t : 3 = 4 := lemma1", None, REJECTED, "sorry"),
    ("sorry in a have", "theorem t : 3 = 4 := by\n  have h : 4 = 3 := sorry\n  exact h.symm", None, REJECTED, "sorry"),
    ("sorryAx by name", "theorem t : 3 = 4 := sorryAx _ false", None, REJECTED, "sorry"),
    ("admit", "theorem t : 3 = 4 := by admit", None, REJECTED, "sorry"),
    ("sorry in an instance", "instance : Decidable (3 = 4) := isTrue sorry\ntheorem t : 3 = 4 := by decide", "3 = 4",
     REJECTED, "sorry"),
    ("an axiom", "axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", "3 = 4", REJECTED, "wish"),
    ("an axiom before it", "axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", None, REJECTED, "axiom"),
    ("a private axiom", "private axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", "3 = 4", REJECTED, "wish"),
    ("an axiom named propext in a namespace",
     "namespace Mine\naxiom propext : 3 = 4\nend Mine\ntheorem t : 3 = 4 := Mine.propext", "3 = 4", REJECTED, "Mine.propext"),
    ("an axiom with a list in its name",
     "axiom «propext, Quot.sound» : 3 = 4\ntheorem t : 3 = 4 := «propext, Quot.sound»", "3 = 4", REJECTED,
     "propext, Quot.sound"),
    ("propext declared again", "axiom propext : 3 = 4\ntheorem t : 3 = 4 := propext", "3 = 4", FAILED, "already"),
    ("an axiom behind a macro",
     'axiom wish : 3 = 4\nmacro "obviously" : term => `(wish)\ntheorem t : 3 = 4 := obviously', "3 = 4", REJECTED, "wish"),
    ("an axiom of every proposition", "axiom any (p : Prop) : p\ntheorem t : 3 = 4 := any _", "3 = 4", REJECTED, "any"),
    ("nothing after #exit", "theorem t : 1 = 1 := rfl\n#exit\ntheorem u : 3 = 4 := rfl", "1 = 1", REJECTED, "#exit"),
    ("the theorem after #exit", "#exit\ntheorem t : 3 = 4 := rfl", "3 = 4", REJECTED, "#exit"),
    ("no kernel", "set_option debug.skipKernelTC true in\ntheorem t : 3 = 4 := rfl", "3 = 4", REJECTED, "kernel"),
    ("an unsafe definition", "unsafe def no : 3 = 4 := no\ntheorem t : 3 = 4 := no", "3 = 4", REJECTED, "unsafe"),
    ("lcProof", "theorem t : 3 = 4 := lcProof", "3 = 4", REJECTED, "compiler"),
    ("a False of one's own", "namespace My\ninductive False : Prop | easy\ntheorem t : 3 = 4 → False := fun _ => .easy\nend My",
     None, REJECTED, "False means something else"),
    ("a binder that is a type of the library", "theorem t (Nat : Prop) (h : Nat) : Nat := h", None, REJECTED, "Nat means"),
    ("a notation", 'notation:50 a " ≤ " b => a = a ∨ b = b\ntheorem t : 4 ≤ 3 := .inl rfl', None, REJECTED, "notation"),
    ("a notation against the goal", 'notation:50 (priority := high) a " ≤ " b => a = a ∨ b = b\ntheorem t : 4 ≤ 3 := .inl rfl', "4 ≤ 3",
     REJECTED, "does not say"),
    ("a macro rule", "macro_rules | `($a = $b) => `($a ≤ $b)\ntheorem t : 3 = 4 := by decide", "3 = 4", REJECTED, "does not say"),
    ("a local rule for +", "local macro_rules | `($a + $b) => `($a * $b)\ntheorem t : 2 + 3 = 6 := by decide", "2 + 3 = 6",
     REJECTED, "does not say"),
    ("an instance", "instance (priority := high) : Add Nat := ⟨fun _ _ => 6⟩\ntheorem t : 2 + 2 = 6 := rfl", None, REJECTED,
     "instance"),
    ("an instance against the goal",
     "instance (priority := high) : LE Nat := ⟨fun _ _ => True⟩\ntheorem t : 4 ≤ 3 := trivial", "4 ≤ 3", REJECTED, "does not say"),
    ("open … in", "def Odd.zero := 1\nopen Odd in\ntheorem t : zero = 1 := rfl", None, REJECTED, "open … in"),
    ("a hidden hypothesis", "variable (h : False)\ninclude h\ntheorem t : 3 = 4 := h.elim", None, REJECTED, "include"),
    ("a hypothesis in a variable", "variable (h : 3 = 4)\ntheorem t : h = h := rfl", None, REJECTED, "variable"),
    ("a hypothesis that the goal has not", "theorem t (n : Nat) (h : n < 0) : n = 5 := by omega", "∀ n : Nat, n = 5", REJECTED,
     "does not say"),
    ("another type", "theorem t (a b : Nat) : a - b + b = b + (a - b) := Nat.add_comm _ _",
     "∀ a b : Int, a - b + b = b + (a - b)", REJECTED, "does not say"),
    ("another definition", "def bound := 3\ntheorem t : bound < 6 := by decide",
     "def bound := 7\ntheorem goal : bound < 6", REJECTED, "bound := 7"),
    ("another definition of the same value", "def bound := 7\ntheorem t : 7 < 8 := by decide",
     "def bound := 9\ntheorem goal : bound < 8", REJECTED, "does not say"),
    ("an inductive type of the same name", "inductive Box | empty | full\ntheorem t : ∀ b : Box, b = b := fun _ => rfl",
     "inductive Box | only\ntheorem goal : ∀ b : Box, b = b", REJECTED, "Box"),
    ("implemented_by", "def lie (_ : Nat) := true\n@[implemented_by lie] def seven (n : Nat) := n == 7\n"
     "theorem t : seven 8 = true := by native_decide", None, REJECTED, "compiled code"),
    ("native_decide", "theorem t : 2 ^ 10 = 1024 := by native_decide", None, REJECTED, "compiled code"),
    ("ofReduceBool", "theorem t : 3 = 4 := absurd (Lean.ofReduceBool false false rfl) (fun _ => nomatch (rfl : true = true))",
     "3 = 4", FAILED, ""),
    ("extern", '@[extern "lean_nat_add"] opaque plus : Nat → Nat → Nat\ntheorem t : plus 1 1 = 2 := by native_decide',
     "1 + 1 = 2", FAILED, "native_decide"),
    ("csimp", "def slow (_ : Nat) := 0\ndef fast (_ : Nat) := 1\n@[csimp] theorem same : @slow = @fast := by sorry\n"
     "theorem t : slow 0 = 1 := by native_decide", "1 = 1", REJECTED, "compiled code"),
    ("an opaque value", "opaque five : Nat\ntheorem t : five = 5 := rfl", None, REJECTED, "opaque"),
    ("a partial function", "partial def loop (n : Nat) : 3 = 4 := loop n\ntheorem t : 3 = 4 := loop 0", "3 = 4", FAILED, ""),
    ("the theorem by itself", "theorem t : 3 = 4 := t", "3 = 4", FAILED, ""),
    ("the goal as its own proof", "theorem t : 3 = 4 := Audit.goal.claim", "3 = 4", FAILED, "Audit.goal.claim"),
    ("a goal of one's own", "theorem Audit.goal.claim : True := trivial\ntheorem t : True := Audit.goal.claim", "3 = 4", REJECTED,
     "does not say"),
    ("a verdict of one's own", "theorem Audit.is.claim : 1 = 1 := rfl\ntheorem t : 1 = 1 := rfl", "3 = 4", REJECTED,
     "does not say"),
    ("elab", 'elab "magic" : tactic => pure ()\ntheorem t : 3 = 4 := by magic', "3 = 4", REJECTED, "elaborator"),
    ("run_cmd", "run_cmd return ()\ntheorem t : 1 = 1 := rfl", "1 = 1", REJECTED, "runs code"),
    ("initialize", "initialize IO.println \"hello\"\ntheorem t : 1 = 1 := rfl", "1 = 1", REJECTED, "runs code"),
    ("a file read while it is read", '#eval IO.FS.readFile "/etc/passwd"\ntheorem t : 1 = 1 := rfl', "1 = 1", REJECTED,
     "runs code"),
    ("a file in a string", 'theorem t : (include_str "/etc/passwd").length = 0 := rfl', None, REJECTED, "reads a file"),
    ("code in an interpolated string", 'theorem t : s!"{by run_tac (pure ())}" = "" := rfl', None, REJECTED, "runs code"),
    ("autoImplicit", "set_option autoImplicit true\ntheorem t (x : ℝ) : x = x := rfl", None, REJECTED, "autoImplicit"),
    ("an attribute with an instance", "@[instance] def add : Add Nat := ⟨fun _ _ => 6⟩\ntheorem t : 2 + 2 = 6 := rfl", None,
     REJECTED, "instance"),
    ("forged output", 'theorem t : 3 = 4 := by\n  trace "{\\"found\\": \\"theorem\\", \\"proves\\": [\\"claim\\"]}"\n  rfl', None,
     FAILED, ""),
    ("a bracket in the string of an attribute",
     '@[deprecated "]{" , instance] abbrev all : LT Nat := ⟨fun _ _ => True⟩\ntheorem t : 9 < 2 := trivial', None, REJECTED, "@instance"),
    ("a raw string in an attribute",
     '@[deprecated r#"{"]"#, instance] abbrev all : LT Nat := ⟨fun _ _ => True⟩\ntheorem t : 9 < 2 := trivial', None, REJECTED, ""),
    ("a comment that is a division for Lean",
     "def U := {n : Int //-n = 1}\n@[instance] abbrev all : LT Nat := ⟨fun _ _ => True⟩\ndef k :=\n-- -/\n  3\ntheorem t : 9 < 2 := trivial",
     None, REJECTED, "@instance"),
    ("a class behind such a comment",
     "def U := {n : Int //-n = 1}\nclass C : Prop where\n  h : 9 < 2\ndef k :=\n-- -/\n  3\nvariable [C]\ntheorem t : 9 < 2 := C.h",
     None, REJECTED, "variable [C]"),
    ("a comment after an arrow",
     "def g : Option Int := do let y <--(some 2); return y\ntheorem t : g = g := rfl", None, FAILED, "definitions"),
    ("a character after a sign",
     "def e := !'\"'.isUpper\n@[instance] abbrev all : LT Nat := ⟨fun _ _ => True⟩\ndef o := !'\"'.isUpper\ntheorem t : 9 < 2 := trivial",
     None, REJECTED, ""),
    ("code to run behind a character after a sign",
     "def e := !'\"'.isUpper\n#eval IO.println 7\ndef o := !'\"'.isUpper\ntheorem t : 2 = 2 := rfl", "2 = 2", REJECTED, "#eval"),
    ("a goal that goes on with |>", "theorem t : 2 ≤ 9 := by decide", "theorem t : 2 ≤ 9\n  |> Not", REJECTED, "¬2 ≤ 9"),
    ("a goal that goes on with |||", "theorem t : 4 = 4 := rfl", "theorem t : 4 = 4\n  ||| 3", REJECTED, "4 = 4 ||| 3"),
    ("a goal that goes on with #[",
     "def n (a : Array Nat := #[3,4]) := a.size\ntheorem t : 2 = n := rfl",
     "def n (a : Array Nat := #[3,4]) := a.size\ntheorem t : 2 = n\n#[8]", REJECTED, "does not say"),
    ("a goal that goes on with a name that Mathlib makes a command", "def n (k : Nat := 7) := k\ntheorem t : 7 = n := rfl",
     "def lemma := 3\ndef n (k : Nat := 7) := k\ntheorem t : 7 = n\nlemma", REJECTED, "7 = n lemma"),
    ("compiled code in a definition",
     "def one (_ : Nat) : Bool := true\ndef two : Nat := (fun (_ : one 3 = true) => 4) (by native_decide)\ntheorem t : 2 = 2 := rfl",
     None, REJECTED, "code would run"),
    ("a foreign name for a part of the compiler's",
     '@[extern "z"] def List._redArg (n : Nat) : String := ""\ntheorem t : 2 = 2 := rfl', None, REJECTED, "@extern"),
    ("compiled code in a lemma before it",
     "theorem a : 2 + 2 = 4 := by native_decide\ntheorem t : 4 = 2 + 2 := a.symm", None, REJECTED, "compiled code"),
    ("a type that a namespace hides", "abbrev My.Int := Empty\nnamespace My\ntheorem t : ∀ k : Int, k ≠ k := nofun\nend My", None, REJECTED,
     "Int means"),
    ("a private one", "private abbrev My.Int := Empty\nnamespace My\ntheorem t : ∀ k : Int, k ≠ k := nofun\nend My", None, REJECTED,
     "Int means"),
    ("one from the root", "namespace O\nabbrev _root_.My.Int := Empty\nend O\nnamespace My\ntheorem t : ∀ k : Int, k ≠ k := nofun\nend My",
     None, REJECTED, "Int means"),
    ("one among local definitions", "def My (k : Nat) : Nat := k\nwhere False : Prop := True\nnamespace My\ntheorem t : False := trivial\nend My",
     None, REJECTED, "False means"),
    ("one among fields", "structure My where\n  False : Prop\nnamespace My\ntheorem t : ∀ m : My, False m → False m := fun _ h => h\nend My",
     None, REJECTED, "False means"),
    ("an option in the statement", "theorem t : set_option pp.maxSteps 1 in 2 ≤ 9 ∧ 3 ≤ 9 := by decide", None, REJECTED, "set_option"),
    ("a comment that does not end", "theorem t : 1 = 1 := rfl\n/- theorem u", None, FAILED, "comment"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "goal", "kind", "word"), [row[1:] for row in CHEATS], ids=[row[0] for row in CHEATS])
async def test_a_cheat_does_not_pass_and_says_why(
    lean: Asking, text: str, goal: str | None, kind: Kind, word: str
) -> None:
    found = await lean.file(text, theorem="My.t" if "My" in text else "t", goal=goal)
    assert found.outcome is Outcome.INCONCLUSIVE
    assert (found.kind, word in found.why) == (kind, True), (found.kind, found.why)


async def test_axioms_are_named_as_names(lean: Asking) -> None:
    text = "axiom «propext : trusted» : 7 = 8\ntheorem t : 7 = 8 := «propext : trusted»"
    assert (await lean.file(text)).axioms == ("propext : trusted",)
    assert (await lean.file("theorem t (p q : Prop) (h : p ↔ q) : p = q := propext h")).axioms == ("propext",)


async def test_a_proof_beside_a_replaced_implementation_counts_by_the_kernel_alone(lean: Asking) -> None:
    text = (
        "def always (_ : Nat) : Bool := true\n@[implemented_by always]\ndef isNine (n : Nat) : Bool := n == 9\n"
        "theorem wrong : isNine 4 = true := by native_decide\ntheorem right : isNine 4 = false := by decide\n"
    )
    wrong, right = await lean.file(text, theorem="wrong"), await lean.file(text, theorem="right")
    assert (wrong.kind, wrong.axioms) == (REJECTED, ("Lean.ofReduceBool", "Lean.reduceBool"))
    assert right.outcome is Outcome.PASSED
    assert any("implemented_by" in note.text for note in right.messages)


@pytest.mark.parametrize(
    ("before", "word"),
    [
        ('notation "x" => 1', "notation"),
        ('infixl:65 " ⊕ " => Nat.add', "infixl"),
        ("macro_rules | `(1) => `(2)", "macro_rules"),
        ('syntax "one" : term', "syntax"),
        ("local instance : Add Nat := ⟨fun _ _ => 6⟩", "local"),
        ("axiom a : False", "axiom"),
        ("deriving instance Repr for Nat", "deriving"),
        ("@[coe] def f := 1", "@coe"),
        ("@[default_instance] def f : Inhabited Nat := ⟨6⟩", "@default_instance"),
        ("@[simp, macro «term_+_»] def f := 1", "@macro"),
        ("@[local simp] theorem g : 1 = 1 := rfl\nattribute [local instance] instAddNat", "@instance"),
        ("attribute [-simp] Nat.add_zero", "@"),
        ("set_option autoImplicit true", "set_option autoImplicit"),
        ("def f := set_option maxRecDepth 600 in 1", "set_option maxRecDepth"),
        ("variable (n : Nat)\ninclude n", "include"),
        ("open Nat hiding add in", "open … in"),
        ("open Nat renaming add → sub", "renaming"),
        ("opaque f : Nat", "opaque"),
        ("export Nat (add)", "export"),
        ("unif_hint (n : Nat) where ⊢ n =?= n", "unif_hint"),
        ("mutual\ndef f : Nat := 1\ninstance : Inhabited Nat := ⟨2⟩\nend", "instance"),
        ("def f : Nat := by exact (by native_decide : 1 = 1) ▸ 1", "native_decide"),
    ],
)
async def test_what_can_change_a_statement_is_refused_before_it(lean: Asking, before: str, word: str) -> None:
    found = await lean.file(f"def one := 1\n{before}\ntheorem t : 1 = 1 := rfl", theorem="t")
    assert (found.kind, f"“{word}" in found.why) == (REJECTED, True), found.why


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ('def s := s!"{"x"}"\ntheorem t : s = s := rfl', "s = s"),
        ("def k := 2\n  set_option pp.maxSteps 1\ntheorem t : 2 ≤ 9 ∧ 3 ≤ 9 := by decide", "2 ≤ 9 ∧ 3 ≤ 9"),
        ('-- an instance, a notation and an axiom, told of\ndef q := "@[instance]"\ntheorem t : q = q := rfl', "q = q"),
        ("def U := {n : Int //-n = 1}\ndef k := 3\ntheorem t : k = 3 -- -/\n  := rfl", "k = 3"),
        ('def r := r#"{"#\ndef c := !\'"\'.isUpper\ntheorem t : c = true := by decide', "c = Bool.true"),
        ("theorem t : let x := 5; x = 5 := rfl", "have x := 5; x = 5"),
        ("theorem u : 1 = 1 := by native_decide\ntheorem t : 2 = 2 := rfl", "2 = 2"),
    ],
)
async def test_what_only_looks_odd_is_read_as_lean_reads_it(lean: Asking, text: str, type_: str) -> None:
    found = await lean.file(text, theorem="t")
    assert (found.outcome, found.type) == (Outcome.PASSED, type_), found.why


@pytest.mark.parametrize(
    ("artifact", "kind"), [("rfl\ud900", REJECTED), ("rfl" + " " * MAX_ARTIFACT, Kind.RESOURCE)], ids=["half", "long"]
)
async def test_a_proof_that_cannot_be_kept_is_answered(artifact: str, kind: Kind) -> None:
    statement = make_statement(
        obligation_id="o001.1", language=Language.LEAN, text="theorem t : 5 = 5", provenance="model"
    )
    found = await LeanChecker().check(statement, Branch.CLAIM, PATIENT, artifact=artifact)
    assert (found.outcome, found.kind, found.artifact) == (Outcome.INCONCLUSIVE, kind, "")


async def test_a_name_that_a_definition_only_uses_hides_nothing(lean: Asking) -> None:
    text = "def My.twice (k : Nat) : Nat := k + k\nnamespace My\ntheorem t : ∀ k : Nat, twice k = k + k := fun _ => rfl\nend My"
    assert (await lean.file(text)).outcome is Outcome.PASSED


async def test_what_ends_in_a_string_or_a_comment_is_whole(lean: Asking) -> None:
    text = "def word := \"four\"\ndef letter := 'f'\ntheorem t : word.length = 4 -- of it\n  := by decide"
    assert (await lean.file(text)).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    "body",
    [
        "rfl\naxiom wish : 3 = 4",
        "rfl\nmacro_rules | `($a = $b) => `($a ≤ $b)",
        "rfl\ntheorem u : 3 = 3 := rfl",
        "rfl\n#print axioms t",
    ],
)
async def test_a_body_holds_the_proof_of_one_theorem_and_nothing_else(lean: Asking, body: str) -> None:
    text = "theorem t : 3 = 3"
    question = ask_body(text, pick(text, None, where=""), body)
    assert question is not None
    found = judge(question, await elaborate(question, lean.pool, PATIENT), EMBEDDED)
    assert (found.kind, found.why) == (REJECTED, "the body holds more than the proof of one theorem")
