"""Lean files: which statements stand in them, with which binders, and where the proof begins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proofsieve.core.formal import read_statement, read_statements
from proofsieve.core.formal.ast import Binder, BinderKind, Name, Opaque, Projection, Sort, Statement
from proofsieve.core.formal.context import included
from proofsieve.core.formal.lexer import MAX_TEXT
from proofsieve.core.formal.printer import printed, printed_binder, printed_statement


def one(text: str) -> Statement:
    reading = read_statements(text)
    assert not reading.problems, reading.problems
    assert len(reading.statements) == 1
    return reading.statements[0]


def heads(text: str) -> list[str]:
    return [printed_statement(statement) for statement in read_statements(text).statements]


@pytest.mark.parametrize(
    "rest",
    [
        " := by\n  simp\n  exact h",
        " := sorry",
        ":= fun x => by omega",
        "\n  := h.trans (by simp : a = b)",
        " := by\n  have : x = 1 := rfl\n  exact this",
        " where\n  foo := 1",
        "\n  | 0 => rfl\n  | n + 1 => rfl",
        "",
        " := by\n  open Nat in simp\n  set_option maxHeartbeats 4 in simp",
        " := by simp /- theorem u : q := x -/ -- theorem v : r",
        ' := by exact foo "theorem w : p := x"',
    ],
)
def test_the_proof_is_passed_over(rest: str) -> None:
    text = f"theorem t (a b : ℕ) (h : a < b) : b ≠ 0{rest}"
    assert heads(text) == ["theorem t (a b : ℕ) (h : a < b) : b ≠ 0"]
    statement = read_statement(text)
    assert statement is not None
    assert text[statement.start : statement.end] == "theorem t (a b : ℕ) (h : a < b) : b ≠ 0"


def test_assignments_before_the_proof_are_no_proof() -> None:
    assert heads("theorem t (n : ℕ := 3) (f : ℕ → ℕ := fun x => x) : n = f n := rfl") == [
        "theorem t (n : ℕ := 3) (f : ℕ → ℕ := fun x => x) : n = f n"
    ]
    assert heads("theorem t : let c := 2\n    c = f (x := 1) := rfl") == ["theorem t : let c := 2; c = f (x := 1)"]
    assert heads("theorem t :\n    have h := x; let y := h; y = h := by\n  rfl") == [
        "theorem t : have h := x; let y := h; y = h"
    ]


def test_binders_of_a_head() -> None:
    statement = one("theorem t {α : Type*} [Group α] [i : Finite α] ⦃x : α⦄ (y) z (h : y = z) : x = x := rfl")
    assert [printed_binder(binder) for binder in statement.binders] == [
        "{α : Type*}",
        "[Group α]",
        "[i : Finite α]",
        "⦃x : α⦄",
        "(y)",
        "(z)",
        "(h : y = z)",
    ]
    assert statement.binders[0] == Binder(names=("α",), type=Sort(kind="Type", level="*"), kind=BinderKind.IMPLICIT)


def test_a_statement_knows_its_surroundings() -> None:
    text = """\
import Mathlib
open Finset Nat
universe u v
namespace A
variable {R : Type*} [Ring R]
section
open scoped Topology
variable (k : ℕ)
/-- It is true. -/
@[simp, norm_cast]
theorem B.t.{w} (x : R) : k.succ • x = x := sorry
end
theorem after (x : R) : x = x := rfl
end A
theorem last : 1 = 1 := rfl
"""
    reading = read_statements(text)
    assert not reading.problems
    first, after, last = reading.statements
    assert first.name == "A.B.t"
    assert first.universes == ("w",)
    assert first.doc == "It is true."
    assert first.attributes == ("simp, norm_cast",)
    assert first.opened == ("Finset", "Nat", "Topology")
    assert first.namespaces == ("A",)
    assert [binder.names for binder in first.variables] == [("R",), (), ("k",)]
    assert Projection(of=Name(text="k"), field="succ") in (first.goal, *_terms(first))
    assert [binder.names for binder in after.variables] == [("R",), ()]
    assert after.opened == ("Finset", "Nat")
    assert (last.name, last.variables, last.namespaces) == ("last", (), ())


def _terms(statement: Statement) -> list[object]:
    from proofsieve.core.formal.walk import walk

    return list(walk(statement.goal))


def test_what_ends_with_in_holds_for_one_declaration() -> None:
    text = "open Nat in\nvariable (n : ℕ) in\ntheorem a : n = n := rfl\ntheorem b : 1 = 1 := rfl"
    a, b = read_statements(text).statements
    assert (a.opened, [binder.names for binder in a.variables]) == (("Nat",), [("n",)])
    assert (b.opened, b.variables) == ((), ())


def test_definitions_before_a_statement_come_with_it() -> None:
    text = "def f (n : ℕ) : ℕ := n + 1\n\nabbrev g := f\n\ntheorem t : f 1 = 2 := rfl\n\ndef later : ℕ := 0"
    statement = one(text)
    assert [(d.name, d.keyword) for d in statement.definitions] == [("f", "def"), ("g", "abbrev")]
    f, g = statement.definitions
    assert f.body is not None
    assert printed(f.body) == "n + 1"
    assert g.type is None


def test_several_statements_the_last_or_the_one_asked_for() -> None:
    text = "namespace A\ntheorem a : 1 = 1 := rfl\nlemma b : 2 = 2 := rfl\nend A\nexample : 3 = 3 := rfl"
    last = read_statement(text)
    assert last is not None
    assert (last.keyword, last.name) == ("example", "")
    for name in ("A.b", "b"):
        found = read_statement(text, name)
        assert found is not None
        assert found.name == "A.b"
    assert read_statement(text, "c") is None


def test_without_a_theorem_the_last_definition_is_the_statement() -> None:
    statement = read_statement("def P (n : ℕ) : Prop := n = 1\n\ninstance foo (G : Type*) : Group G := sorry")
    assert statement is not None
    assert (statement.keyword, statement.name, printed(statement.goal)) == ("instance", "foo", "Group G")
    predicate = read_statement("def P (n : ℕ) : Prop :=\n  n.Prime ∧ n ≠ 2")
    assert predicate is not None
    assert predicate.body is not None
    assert printed(predicate.body) == "n.Prime ∧ n ≠ 2"


def test_modifiers_and_one_line_files() -> None:
    assert heads("private theorem a : p := h  protected lemma b : q := h  noncomputable example : r := h") == [
        "theorem a : p",
        "lemma b : q",
        "example : r",
    ]


def test_quoted_names() -> None:
    assert one("theorem «an odd name» («a b» : ℕ) : «a b» = «a b» := rfl").name == "«an odd name»"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('notation "foo" => 1\ntheorem t : foo = 1 := rfl', "notation that the text defines is not read"),
        ('infixl:65 " ⊹ " => f\ntheorem t : a = b := rfl', "notation that the text defines is not read"),
        ("structure S where\n  x : ℕ\ntheorem t : p := h", "the fields of S are not read"),
        ("def f : ℕ → ℕ\n  | 0 => 1\n  | n + 1 => f n\ntheorem t : p := h", "the equations of f are not read"),
        ("frobnicate the text\ntheorem t : p := h", "“frobnicate” is no command that is read"),
        ("theorem t (h : p) := h", "t has no statement"),
        ("theorem t : p := h /- never closed", "a comment or a string that never ends"),
        ("theorem t (a : ℕ : p := h", "( is never closed"),
    ],
)
def test_what_is_not_read_is_said(text: str, message: str) -> None:
    assert message in [problem.message for problem in read_statements(text).problems]


def test_a_note_goes_with_the_statements_after_it() -> None:
    before, after = read_statements('theorem a : p := h\nnotation "x" => 1\ntheorem b : q := h').statements
    assert before.notes == ()
    assert after.notes == ("notation that the text defines is not read",)


def test_a_binder_that_cannot_be_read_is_opaque_alone() -> None:
    reading = read_statements("theorem t (a : ℕ) (h : a ⟐ 2) (k : a = 3) : a = 4 := sorry")
    statement = reading.statements[0]
    assert [isinstance(binder.type, Opaque) for binder in statement.binders] == [False, True, False]
    assert printed(statement.goal) == "a = 4"
    assert [problem.message for problem in reading.problems] == ["unexpected ⟐"]


def test_brackets_that_never_close_do_not_hide_the_next_theorem() -> None:
    assert heads("theorem a : f (x = 1 := by\n  simp [h\n\ntheorem b : q := h")[-1] == "theorem b : q"


def test_nothing_is_read_after_exit() -> None:
    assert heads("theorem a : p := h\n#exit\ntheorem b : q := h") == ["theorem a : p"]


def test_long_texts_are_refused() -> None:
    reading = read_statements("theorem t : p := h\n" * (MAX_TEXT // 10))
    assert reading.statements == ()
    assert len(reading.problems) == 1


@pytest.mark.data
@pytest.mark.parametrize(
    ("file", "keys", "share"),
    [
        ("lint_corpus_dev.jsonl", ("lean",), 0.95),
        ("statement_pairs_dev.jsonl", ("lean", "corrected_lean"), 0.9),
        ("statement_pairs_human_dev.jsonl", ("lean", "reference_lean"), 0.9),
        ("misformalisation_fixes_dev.jsonl", ("lean_before", "lean_after"), 0.9),
    ],
)
def test_statements_of_the_data_are_read_and_print_back(
    data_dir: Path, file: str, keys: tuple[str, ...], share: float
) -> None:
    read = total = 0
    for line in (data_dir / file).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        for key in keys:
            total += 1
            reading = read_statements(row[key])
            statement = read_statement(row[key])
            if statement is None or reading.problems:
                continue
            read += 1
            again = read_statement(printed_statement(statement) + " := sorry")
            assert again is not None
            assert (again.binders, again.goal) == (statement.binders, statement.goal)
    assert read >= share * total, f"{read} of {total}"


@pytest.mark.parametrize(
    ("goal", "taken"),
    [
        ("1 = 1", []),
        ("k = k", ["(k : ℕ)"]),
        ("x = x", ["{R : Type*}", "[Ring R]", "(x : R)"]),
        ("∀ k, k = 0", []),
        ("h.trans = k", ["(k : ℕ)", "(h : k = 1)"]),
    ],
)
def test_variables_belong_to_the_statements_that_use_them(goal: str, taken: list[str]) -> None:
    text = f"variable {{R : Type*}} [Ring R] (x : R) (k : ℕ) (h : k = 1)\ntheorem t : {goal} := sorry"
    statement = read_statement(text)
    assert statement is not None
    assert [printed_binder(binder) for binder in included(statement)] == taken
