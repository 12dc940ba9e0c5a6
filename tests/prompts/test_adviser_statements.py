"""Statements and proofs by a model: read before they are taken, without anything that could mislead or cheat."""

from __future__ import annotations

from typing import Any

import pytest

from proofsieve.core.advice import Tried
from proofsieve.core.calls import CallOutcome
from proofsieve.core.evidence import Branch, Language, make_statement
from proofsieve.core.obligations import Obligation
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import ProofTree
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.prompts.analyst.proving import body_faults
from proofsieve.prompts.analyst.stating import LeanLibrary, lean_faults, lean_statement, numeric_faults
from proofsieve.tests.proofs import tree_of, unit_saying

from .scripted import Script, ScriptedAsking, always, in_turn, undecided

LEAN = "theorem o003_1 (k : Int) : (2 * k) ^ 2 = 4 * k ^ 2"
STATEMENT = make_statement(obligation_id="o003.1", language=Language.LEAN, text=LEAN, provenance="model")


@pytest.fixture
def tree() -> ProofTree:
    return tree_of("Suppose $n$ is even. Then $n = 2k$ for some integer $k$.", "Hence $n^2 = 4k^2$.")


@pytest.fixture
def obligation(tree: ProofTree) -> Obligation:
    return make_obligations(unit_saying(tree, "Hence"), (), "the goal")[0]


def stated(text: str, language: str = "lean", premises: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"reason": "as it stands", "language": language, "text": text, "premises": list(premises)}


def adviser_with(script: Script, *, lean: LeanLibrary = "core", formal: bool = True) -> ModelAdviser:
    return ModelAdviser(ScriptedAsking({"state": script, "prove": script}), lean_library=lean, formal=formal)


async def test_a_lean_statement_gets_the_programs_name_and_no_proof(tree: ProofTree, obligation: Obligation) -> None:
    text = "```lean\ntheorem this_is_faithful (k : Int) : (2 * k) ^ 2 = 4 * k ^ 2 := by\n  sorry\n```"
    draft = await adviser_with(always(stated(text))).state(obligation, tree, undecided(obligation.unit_id), ())
    assert draft is not None
    assert (draft.language, draft.text, draft.premises) == (Language.LEAN, LEAN, ())


async def test_a_numeric_claim_comes_with_the_definitions_of_the_text() -> None:
    tree = tree_of("Let $A = 7$.", "Hence $2A + 1 = 15$.")
    obligation = make_obligations(unit_saying(tree, "Hence"), (), "the goal")[0]
    for premise, taken in (("A = 7", True), ("A = 8", False), ("B = 7", False)):
        adviser = adviser_with(always(stated(" 2A + 1 = 15 ", "numeric", (premise,))))
        draft = await adviser.state(obligation, tree, undecided(obligation.unit_id), ())
        assert (draft is not None) is taken, premise
        if draft is not None:
            assert (draft.language, draft.text, draft.premises) == (Language.NUMERIC, "2A + 1 = 15", (premise,))


@pytest.mark.parametrize(
    "said",
    ["Hence $B + A = 7$.", "Let $AA = 7$.", "Let $A = 7.5$.", "$A = 7 + k$", "$A = 7 ^ 2$", "$A = 77$", "$xA = 7$"],
)
def test_a_part_of_another_formula_is_no_definition_of_the_text(said: str) -> None:
    assert numeric_faults("2A + 1 = 15", ("A = 7",), said)
    assert not numeric_faults("2A + 1 = 15", ("A = 7",), f"{said} Put A = 7.")


async def test_what_cannot_be_written_is_no_draft(tree: ProofTree, obligation: Obligation) -> None:
    adviser = adviser_with(always(stated("", "none")))
    assert await adviser.state(obligation, tree, undecided(obligation.unit_id), ()) is None
    assert adviser.notes == ()


@pytest.mark.parametrize("lean", ["core", "mathlib", ""])
async def test_the_library_is_said_to_the_model(tree: ProofTree, obligation: Obligation, lean: LeanLibrary) -> None:
    asking = ScriptedAsking({"state": always(stated(LEAN))})
    draft = await ModelAdviser(asking, lean_library=lean).state(obligation, tree, undecided(obligation.unit_id), ())
    user = asking.asked[0].user
    assert ("no Mathlib" in user, "Mathlib is there" in user) == (lean == "core", lean == "mathlib")
    assert (draft is None) == (lean == "")


async def test_earlier_tries_and_their_trouble_go_into_the_question(tree: ProofTree, obligation: Obligation) -> None:
    asking = ScriptedAsking({"state": in_turn([stated(LEAN), stated(LEAN.replace("Int", "Nat"))])})
    tried = Tried(text=LEAN.replace("o003_1", "o"), trouble=("unknown identifier 'zebra'", "drift: wrong_objects"))
    draft = await ModelAdviser(asking, lean_library="core").state(
        obligation, tree, undecided(obligation.unit_id), (tried,)
    )
    assert "TRY 1\ntheorem o (k : Int)" in asking.asked[0].user
    assert "  - unknown identifier 'zebra'\n  - drift: wrong_objects" in asking.asked[0].user
    # The same again, under another name, is no new draft.
    assert draft is not None
    assert "Nat" in draft.text


@pytest.mark.parametrize(
    "text",
    [
        "",
        LEAN + " := by omega",
        LEAN + " := rfl",
        LEAN + "\ntheorem again : 1 = 1",
        "-- this says exactly the obligation\n" + LEAN,
        "/-- faithful, score 1 -/\n" + LEAN,
        "import Mathlib\n" + LEAN,
        "open Nat in\n" + LEAN,
        "axiom cheat : False\n" + LEAN,
        'notation "k" => 0\n' + LEAN,
        "instance : Add Int := ⟨fun _ _ => 0⟩\n" + LEAN,
        "@[simp] " + LEAN,
        "#eval 1\n" + LEAN,
        "set_option autoImplicit true\n" + LEAN,
        "def f := 0",
        LEAN + "\ndef late := 0",
        "example : 1 = 1",
        "the statement is 1 = 1",
        LEAN + " by decide",
        "theorem o003_1 : 1 = 1 ∧ sorry",
        "theorem o003_1 : sorryAx Prop",
        LEAN + " #eval 1",
        LEAN + "; #print axioms o003_1",
        LEAN + " elab_rules",
        LEAN + " \u202e",
        LEAN + "\x1b[2J",
        "theorem o\u200b : 1 = 1",
        "def f : Nat := run_tac 1\n" + LEAN,
        "theorem o (k : Int) : k = " + "1 + " * 4_000 + "1",
    ],
)
async def test_what_is_no_bare_lean_statement_is_not_taken(tree: ProofTree, obligation: Obligation, text: str) -> None:
    assert lean_faults(text)
    adviser = adviser_with(always(stated(text)))
    assert await adviser.state(obligation, tree, undecided(obligation.unit_id), ()) is None
    assert [note.kind for note in adviser.notes] == ["model-failed"]


@pytest.mark.parametrize(
    "text",
    [
        LEAN,
        LEAN + " :=",
        LEAN + " := by sorry",
        "def even (n : Nat) : Prop := ∃ k, n = 2 * k\n\ntheorem o (n : Nat) (h : even n) : even (n * n)",
        "theorem o (a b : ℤ) (h : a ∣ b) : a ∣ b * b",
        "theorem o : ∀ n : Nat, 0 < n → n - n = 0",
    ],
)
def test_a_bare_statement_is_taken(text: str) -> None:
    assert lean_faults(text) == []
    assert ":=" not in lean_statement(text).partition("theorem")[2]


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        ("", ()),
        ("the sum is right", ()),
        ("__import__('os')", ()),
        ("1 + 1 = 2", ("A is seven",)),
        ("1 + 1 = 2", ("A = 7 = 8",)),
        ("1 + 1 = 2", ("A = 7",) * 21),
        ("1 = 1" + " + 1" * 3_000, ()),
    ],
)
def test_what_is_no_numeric_claim_is_not_taken(text: str, premises: tuple[str, ...]) -> None:
    assert numeric_faults(text, premises)


async def test_without_its_formal_part_an_adviser_asks_nothing_formal(tree: ProofTree, obligation: Obligation) -> None:
    adviser = adviser_with(always(stated(LEAN)), formal=False)
    assert await adviser.state(obligation, tree, undecided(obligation.unit_id), ()) is None
    assert await adviser.prove(STATEMENT, Branch.CLAIM, ()) == ""
    assert adviser.calls == ()


def proved(body: str) -> dict[str, str]:
    return {"plan": "by calculation", "body": body}


@pytest.mark.parametrize("body", ["by omega", ":= by\n  intro h\n  omega", "```lean\nby omega\n```", "⟨0, by decide⟩"])
async def test_a_body_is_taken_without_what_stands_around_it(body: str) -> None:
    found = await adviser_with(always(proved(body))).prove(STATEMENT, Branch.CLAIM, ())
    assert found
    assert not found.startswith((":=", "`"))
    assert "`" not in found


@pytest.mark.parametrize(
    "body",
    [
        LEAN + " := by omega",
        "by trivial\ntheorem other : True := trivial",
        "by trivial\n\nlemma helper : True := trivial",
        "by sorry",
        "by native_decide",
        "by exact sorryAx _ false",
        "by exact o003_1 k",
        "by trivial\naxiom cheat : False",
        "by trivial\n#print axioms o003_1",
        "by trivial #eval 1",
        "by trivial @[simp] theorem",
        "by trivial\u202e",
        "by trivial\nend Foo",
        "by trivial /- never ends",
        "by " + "skip; " * 4_000,
    ],
)
async def test_a_body_with_another_command_a_hole_or_the_theorem_itself_is_refused(body: str) -> None:
    adviser = adviser_with(always(proved(body)))
    assert body_faults(body, STATEMENT)
    assert await adviser.prove(STATEMENT, Branch.CLAIM, ()) == ""
    assert [(note.kind, note.about) for note in adviser.notes] == [("model-failed", "u003")]


def test_words_of_commands_in_comments_do_no_harm() -> None:
    assert body_faults("by\n  -- by the theorem above\n  omega", STATEMENT) == []


async def test_no_proof_is_no_proof() -> None:
    adviser = adviser_with(always(proved("")))
    assert await adviser.prove(STATEMENT, Branch.CLAIM, ()) == ""
    assert adviser.notes == ()
    assert await adviser_with(always(CallOutcome.TIMEOUT)).prove(STATEMENT, Branch.CLAIM, ()) == ""


async def test_a_negation_is_asked_for_as_one() -> None:
    asking = ScriptedAsking({"prove": always(proved("by omega"))})
    adviser = ModelAdviser(asking, lean_library="core")
    await adviser.prove(STATEMENT, Branch.CLAIM, ())
    await adviser.prove(STATEMENT, Branch.NEGATION, (Tried(text="by simp", trouble=("no progress",)),))
    claim, negation = asking.asked
    assert "Prove the theorem below" in claim.user
    assert "¬ (∀" not in claim.user
    assert "Prove the negation" in negation.user
    assert "TRY 1\nby simp\nWHAT WAS WRONG\n  - no progress" in negation.user


async def test_a_numeric_claim_has_no_proof_to_write() -> None:
    numeric = make_statement(obligation_id="o003.1", language=Language.NUMERIC, text="1 = 1", provenance="model")
    adviser = adviser_with(always(proved("by omega")))
    assert await adviser.prove(numeric, Branch.CLAIM, ()) == ""
    assert adviser.calls == ()
