"""Texts judged by the stand-in in this machine's real sandbox: what passes, what does not, and why."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from proofsieve.checkers.lean.errors import ProcessFailed
from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.judgement.judge import Judgement
from proofsieve.checkers.lean.official import OfficialLean
from proofsieve.checkers.lean.official.findings import may_be_native, word_of
from proofsieve.core.evidence import Branch, Kind, Language, Outcome, Statement, Strength, make_statement
from proofsieve.tests.checkers.lean_toolchains import PATIENT, checker, toolchain

pytestmark = pytest.mark.asyncio(loop_scope="module")

REJECTED, FAILED = Kind.REJECTED, Kind.COMPILE_FAILURE


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def official(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[OfficialLean]:
    """A checker with the stand-in, its judge built once."""
    made = checker(toolchain(tmp_path_factory.mktemp("lean") / "toolchain"))
    yield made
    await made.aclose()


async def judged(official: OfficialLean, text: str, goal: str | None = None, name: str | None = None) -> Judgement:
    return await official.judged(question_of(text, name, goal, where="file", goal_where="goal"), PATIENT)  # type: ignore[arg-type]


def stated(text: str) -> Statement:
    return make_statement(obligation_id="o001.1", language=Language.LEAN, text=text, provenance="reviewer")


async def test_a_proof_passes_with_the_strength_of_a_kernel_and_says_which(official: OfficialLean) -> None:
    found = await judged(official, "theorem t (a : Nat) : a = a := rfl")
    assert (found.outcome, found.strength, found.type) == (Outcome.PASSED, Strength.KERNEL, "∀ (a : Nat), a = a")
    assert "Lean 4.31.0; its kernel has known soundness fixes later (Lean 4.34.1); axioms: none" in found.why


async def test_the_three_axioms_are_allowed_and_named(official: OfficialLean) -> None:
    found = await judged(official, "theorem t (p : Prop) : p = p := Classical.choice propext Quot.sound")
    assert (found.outcome, sorted(found.axioms)) == (Outcome.PASSED, ["Classical.choice", "Quot.sound", "propext"])


async def test_a_goal_without_imports_is_read_under_those_of_the_file(official: OfficialLean) -> None:
    assert (await judged(official, "import Std\ntheorem t : 2 + 2 = 4 := rfl", "2 + 2 = 4")).outcome is Outcome.PASSED


# (name, text, goal or None, kind, a word of the reason)
CHEATS: list[tuple[str, str, str | None, Kind, str]] = [
    ("sorry", "theorem t : 3 = 4 := sorry", None, REJECTED, "sorry"),
    ("sorry without its warning", "set_option warn.sorry false\ntheorem t : 3 = 4 := sorry", "3 = 4", REJECTED, "sorry"),
    ("sorry in a lemma", "theorem l : 3 = 4 := sorry\ntheorem t : 3 = 4 := l", None, REJECTED, "sorry"),
    ("an axiom", "axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", "3 = 4", REJECTED, "own: wish"),
    ("an axiom before it", "axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", None, REJECTED, "“axiom"),
    ("an axiom named propext in a namespace",
     "namespace Mine\naxiom propext : 3 = 4\nend Mine\ntheorem t : 3 = 4 := Mine.propext", "3 = 4", REJECTED,
     "own: Mine.propext"),
    ("an axiom with a list in its name", "axiom «propext, Quot.sound» : 3 = 4\ntheorem t : 3 = 4 := «propext, Quot.sound»",
     "3 = 4", REJECTED, "own: propext, Quot.sound"),
    ("propext declared again", "axiom propext : 3 = 4\ntheorem t : 3 = 4 := propext", "3 = 4", FAILED, "already"),
    ("nothing after #exit", "theorem t : 2 = 2 := rfl\n#exit\ntheorem u : 3 = 4 := rfl", "2 = 2", REJECTED, "#exit"),
    ("no kernel", "set_option debug.skipKernelTC true in\ntheorem t : 3 = 4 := rfl", "3 = 4", REJECTED, "kernel"),
    ("a local False", "inductive False : Prop\ntheorem t : 2 = 2 := rfl", "3 = 4", REJECTED, "does not say"),
    ("a notation", 'notation:50 a " ≤ " b => a = b\ntheorem t : 4 ≤ 3 := rfl', None, REJECTED, "notation"),
    ("an instance", "instance : Add Nat := ⟨fun _ _ => 6⟩\ntheorem t : 2 + 2 = 6 := rfl", None, REJECTED, "instance"),
    ("open … in", "open Odd in\ntheorem t : 2 = 2 := rfl", None, REJECTED, "open … in"),
    ("a hidden hypothesis", "variable (h : False)\ninclude h\ntheorem t : 3 = 4 := h.elim", None, REJECTED, "include"),
    ("a hypothesis in a variable", "variable (h : 3 = 4)\ntheorem t : 2 = 2 := rfl", None, REJECTED, "hypothesis"),
    ("an instance in a variable", "variable [C]\ntheorem t : 2 = 2 := rfl", None, REJECTED, "variable [C]"),
    ("autoImplicit", "set_option autoImplicit true\ntheorem t (x : ℝ) : x = x := rfl", None, REJECTED, "autoImplicit"),
    ("an attribute", "@[instance] def add : Nat := 6\ntheorem t : 2 = 2 := rfl", None, REJECTED, "@instance"),
    ("code in a definition", "def f : Nat := by native_decide\ntheorem t : 2 = 2 := rfl", None, REJECTED, "code would run"),
    ("code in a setting",
     "@[implemented_by g] def f (n : Nat) : Nat := n\ndef h : Nat := by simp (config := f 1)\ntheorem t : 2 = 2 := rfl",
     None, REJECTED, "code would run"),
    ("another statement", "theorem t : 2 + 2 = 4 := rfl", "2 + 2 = 5", REJECTED, "does not say"),
    ("another definition", "def bound := 3\ntheorem t : bound = 3 := bound", "def bound := 7\ntheorem g : bound = 3",
     REJECTED, "bound := 7"),
    ("implemented_by", "@[implemented_by lie] def seven := 7\ntheorem t : 2 = 2 := by native_decide", "2 = 2", REJECTED,
     "native_decide.ax"),
    ("ofReduceBool", "theorem t : 2 = 2 := Lean.ofReduceBool", "2 = 2", REJECTED, "compiled code"),
    ("unsafe", "unsafe def no : 3 = 4 := no\ntheorem t : 3 = 4 := no", "3 = 4", REJECTED, "unsafe"),
    ("run_cmd", "run_cmd return ()\ntheorem t : 2 = 2 := rfl", "2 = 2", REJECTED, "runs code"),
    ("elab", 'elab "magic" : tactic => pure ()\ntheorem t : 3 = 4 := by magic', "3 = 4", REJECTED, "elaborator"),
    ("initialize", "initialize IO.println 1\ntheorem t : 2 = 2 := rfl", "2 = 2", REJECTED, "runs code"),
    ("#eval with IO", '#eval IO.FS.readFile "/etc/passwd"\ntheorem t : 2 = 2 := rfl', "2 = 2", REJECTED, "runs code"),
    ("extern", '@[extern "lie"] def seven : Nat := 7\ntheorem t : 2 = 2 := rfl', None, REJECTED, "extern"),
    ("csimp", "@[csimp] theorem l : 1 = 1 := rfl\ntheorem t : 2 = 2 := by native_decide", "2 = 2", REJECTED,
     "native_decide.ax"),
    ("a macro", 'macro "magic" : tactic => `(tactic| rfl)\ntheorem t : 2 = 2 := by magic', None, REJECTED, "macro"),
    ("a local notation", 'local notation "x" => 4\ntheorem t : 3 = 3 := rfl', None, REJECTED, "notation"),
    ("an opaque value", "opaque five : Nat\ntheorem t : 2 = 2 := rfl", None, REJECTED, "opaque"),
    ("false", "theorem t : 3 = 4 := rfl", None, FAILED, "unsolved"),
    ("an unknown import", "import Mathlib.Data.Nat\ntheorem t : 2 = 2 := rfl", None, Kind.UNSUPPORTED, "Mathlib.Data.Nat"),
    ("an unknown import for a goal", "import Mathlib\ntheorem t : 2 = 2 := rfl", "2 = 2", Kind.UNSUPPORTED, "Mathlib"),
    ("a module", "module\ntheorem t : 2 = 2 := rfl", None, Kind.UNSUPPORTED, "module system"),
    ("too much work", "theorem t : 2 = 2 := needs_maxHeartbeats", None, Kind.TIMEOUT, "heartbeats"),
    ("too deep", "theorem t : 2 = 2 := needs_maxRecDepth", None, Kind.RESOURCE, "recursion"),
    ("forged lines", "theorem t : 3 = 4 := rfl\n-- lean: forge word", "3 = 4", Kind.UNREADABLE, "cannot be read"),
    ("forged lines beside an axiom", "axiom w : 3 = 4\ntheorem t : 3 = 4 := w\n-- lean: forge word", "3 = 4",
     Kind.UNREADABLE, "cannot be read"),
    ("a forged compiled file", "theorem t : 2 + 2 = 5 := rfl\n-- lean: forge olean", "2 + 2 = 6", REJECTED, "does not say"),
    ("a link for a compiled file", "theorem t : 2 + 2 = 5 := rfl\n-- lean: forge link", "2 + 2 = 5", Kind.UNREADABLE,
     "no compiled file"),
    ("no compiled file", "theorem t : 2 + 2 = 5 := rfl\n-- lean: exit 0", "2 + 2 = 5", Kind.UNREADABLE, "no compiled file"),
    ("a report cut by a crash", 'theorem t : 2 = 2 := rfl\n-- lean: cut {"severity":"inf\n-- lean: exit 134', None,
     Kind.CRASH, "134"),
    ("a report cut", 'theorem t : 2 = 2 := rfl\n-- lean: cut {"severity":"inf', None, Kind.UNREADABLE, "cannot be read"),
    ("a stack overflow",
     "theorem t : 2 = 2 := rfl\n-- lean: stderr Stack overflow detected. Aborting.\n-- lean: exit 134", None,
     Kind.RESOURCE, "stack"),
    ("no thread", "theorem t : 2 = 2 := rfl\n-- lean: stderr what():  failed to create thread\n-- lean: exit 134", None,
     Kind.RESOURCE, "thread"),
    ("exit 1 without an error", "theorem t : 2 = 2 := rfl\n-- lean: exit 1", None, Kind.CRASH, "without an error"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "goal", "kind", "word"), [row[1:] for row in CHEATS], ids=[row[0] for row in CHEATS])
async def test_what_is_no_proof_does_not_pass_and_says_why(
    official: OfficialLean, text: str, goal: str | None, kind: Kind, word: str
) -> None:
    found = await judged(official, text, goal, "t")
    assert (found.outcome, found.kind, word in found.why) == (Outcome.INCONCLUSIVE, kind, True), (found.kind, found.why)


async def test_axioms_are_compared_as_names(official: OfficialLean) -> None:
    text = "axiom «propext : trusted» : 7 = 8\ntheorem t : 7 = 8 := «propext : trusted»"
    found = await judged(official, text, "7 = 8")
    assert (found.kind, found.axioms) == (REJECTED, ("propext : trusted",))


async def test_native_evaluation_has_a_tier_of_its_own(official: OfficialLean) -> None:
    found = await judged(official, "theorem t : 2 ^ 3 = 8 := by native_decide")
    assert (found.outcome, found.strength) == (Outcome.PASSED, Strength.NATIVE)
    assert found.axioms == ("t._native.native_decide.ax_1_1",)


@pytest.mark.parametrize(
    "cheat",
    ["axiom a._native.native_decide.ax_1 : 1 = 2", "@[csimp] theorem", "macro", '@[extern "f"]', "-- implemented_by"],
)
async def test_an_axiom_that_may_not_be_native_decides_is_none_of_its(cheat: str) -> None:
    question = question_of(f"theorem t : 2 = 2 := by native_decide\n{cheat}", "t", None, where="f", goal_where="g")
    assert question is not None
    assert not may_be_native(question)


@pytest.mark.parametrize(
    ("form", "branch", "outcome"),
    [
        ("2 + 2 = 5", Branch.NEGATION, Outcome.PASSED),
        ("2 + 2 = 4", Branch.COUNTEREXAMPLE, Outcome.INCONCLUSIVE),
    ],
)
async def test_a_branch_asks_for_the_negation(
    official: OfficialLean, form: str, branch: Branch, outcome: Outcome
) -> None:
    found = await official.check(stated(f"theorem t : {form} := sorry"), branch, PATIENT, artifact="by decide")
    assert (found.outcome, found.branch) == (outcome, branch)


async def test_a_body_is_judged_under_our_statement_and_its_errors_have_its_own_lines(official: OfficialLean) -> None:
    statement = stated("def one : Nat := 1\n\ntheorem t (a : Nat) :\n    a = a := sorry")
    good = await official.check(statement, Branch.CLAIM, PATIENT, artifact="by\n  rfl")
    bad = await official.check(statement, Branch.CLAIM, PATIENT, artifact="by\n  have 𝓍𝓍 := unknown_𝓎\n  rfl")
    assert (good.outcome, good.artifact, good.reading) == (Outcome.PASSED, "by\n  rfl", "∀ (a : Nat), a = a")
    assert (bad.kind, bad.diagnostics[0]) == (
        Kind.SEARCH_EXHAUSTED,
        "body 2:13 error: Unknown identifier `unknown_𝓎`",
    )


async def test_an_error_in_the_statement_is_told_where_it_stands(official: OfficialLean) -> None:
    statement = stated("def one : Nat := 1\ntheorem t (𝓍𝓍 : Nat) :\n    𝓍𝓍 = unknown_y := sorry")
    found = await official.check(statement, Branch.CLAIM, PATIENT, artifact="rfl")
    assert (found.kind, "does not stand" in found.why) == (FAILED, True)
    assert "statement 3:9 error" in found.diagnostics[0]


# (text, goal, where, line, column of the unknown name; the place is that of the text as it was given)
PLACES: list[tuple[str, str | None, str, int, int]] = [
    ("theorem t : 2 = 2 :=\n\t𝓍 unknown_y", None, "file", 2, 3),
    ("theorem l : 1 = 1 := rfl\r\ntheorem t : 2 = 2 :=\r\n\t𝓍 unknown_y\r\n", None, "file", 3, 3),
    ("import Std\ntheorem t : 2 = 2 := rfl", "def 𝓍 : Nat := unknown_y\ntheorem t : 2 = 2", "definitions", 1, 15),
    ("import Std\ntheorem t : 2 = 2 := rfl", "theorem t (𝓍𝓍 : Nat) : 𝓍 = unknown_y", "statement", 1, 27),
    ("import Std\ntheorem t : 2 = 2 := rfl", "def o : Nat := 1\r\ntheorem t (𝓍𝓍 : Nat) :\r\n\t𝓍 = unknown_y",
     "statement", 3, 5),
    ("import Std\ntheorem t : 2 = 2 := rfl", "𝓍 = unknown_y", "goal", 1, 4),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "goal", "where", "line", "column"),
    PLACES,
    ids=["tab", "CRLF", "definitions", "first line", "CRLF in a goal", "proposition"],
)
async def test_an_error_is_told_where_it_stands_in_the_text_that_was_given(
    official: OfficialLean, text: str, goal: str | None, where: str, line: int, column: int
) -> None:
    note = next(m for m in (await judged(official, text, goal, "t")).messages if "unknown_y" in m.text)
    assert (note.where, note.line, note.column) == (where, line, column)
    shown = (text if where == "file" else goal or "").split("\n")[line - 1]
    assert shown[column:].startswith("unknown_y")


async def test_a_second_theorem_in_a_body_is_refused(official: OfficialLean) -> None:
    statement = stated("theorem t : 2 + 2 = 4 := sorry")
    found = await official.check(statement, Branch.CLAIM, PATIENT, artifact="rfl\ntheorem u : 2 = 2 := rfl")
    assert (found.kind, "more than the proof" in found.why) == (REJECTED, True)


async def test_without_a_proof_the_automatic_tactics_are_tried_once(official: OfficialLean) -> None:
    found = await official.check(stated("theorem t : 2 + 3 = 5 := sorry"), Branch.CLAIM, PATIENT)
    assert (found.outcome, found.artifact.startswith("by\n  first\n  | (omega; done)")) == (Outcome.PASSED, True)
    lost = await official.check(stated("theorem t : 2 + 3 = 6 := sorry"), Branch.CLAIM, PATIENT)
    assert lost.kind is Kind.SEARCH_EXHAUSTED


async def test_a_statement_is_compiled_once_for_several_proofs(official: OfficialLean) -> None:
    statement = stated("theorem t (b : Nat) : b = b := sorry")
    await official.check(statement, Branch.CLAIM, PATIENT, artifact="rfl")
    before = official.session.starts
    await official.check(statement, Branch.CLAIM, PATIENT, artifact="by rfl")
    assert official.session.starts - before == 3  # compiled, exported, judged


async def test_a_process_that_does_not_end_is_ended(tmp_path: Path) -> None:
    hasty = checker(toolchain(tmp_path / "lean"), start_ms=0)
    await hasty.ready()
    question = question_of("theorem t : 2 = 2 := rfl\n-- lean: hang", None, None, where="f", goal_where="g")
    limits = type(PATIENT)(wall_ms=2_000, cpu_ms=2_000, memory_mib=512)
    found = await hasty.judged(question, limits)  # type: ignore[arg-type]
    await hasty.aclose()
    assert found.kind is Kind.TIMEOUT


WORD = {
    "nonce": "n", "found": "theorem", "proves": ["claim"], "own": [], "library": [], "native": [], "differing": [],
    "refused": None, "names": [], "bound": [],
}  # fmt: skip


async def test_the_word_of_the_judging_process_is_its_last_line() -> None:
    printed = f"{json.dumps({**WORD, 'proves': ['negation']})}\n{json.dumps(WORD)}\n"
    assert word_of(printed.encode(), "n")["proves"] == ["claim"]


@pytest.mark.parametrize(
    "printed",
    [
        "", "null", "[]", "{}", "not JSON", json.dumps({**WORD, "nonce": "another"}), json.dumps({**WORD, "proves": [1]}),
        json.dumps({**WORD, "found": 3}), json.dumps({**WORD, "names": [[1]]}), json.dumps({**WORD, "own": None}),
        json.dumps(WORD)[:-4], json.dumps(WORD) + "\nand more",
    ],
    ids=range(12),
)  # fmt: skip
async def test_a_word_out_of_form_is_no_word(printed: str) -> None:
    with pytest.raises(ProcessFailed, match="out of form"):
        word_of(printed.encode(), "n")
