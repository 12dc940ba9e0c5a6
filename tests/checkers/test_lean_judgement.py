"""One judgement for every backend: from what a Lean answered to an outcome. The answers are written down here."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from proofsieve.checkers.lean.embedded import EMBEDDED
from proofsieve.checkers.lean.judgement.judge import HOLES, Judgement, judge, refusal
from proofsieve.checkers.lean.judgement.question import Question, ask_body, ask_file, ask_goal, pick
from proofsieve.checkers.lean.judgement.raw import Backend, Failure, Finding, Message, RawResult, Read, Refusal, Report
from proofsieve.core.evidence import Branch, Kind, Outcome, Strength

TOOLCHAIN = Backend(
    name="toolchain", version="4.99.0", label="Lean 4.99.0", strength=Strength.KERNEL, library_proofs=True
)
TEXT = "theorem t (n : Nat) : n = n := rfl"
THEOREM_KINDS = ("Lean.Parser.Command.theorem", "Lean.Parser.Command.eoi")


def question(text: str = TEXT) -> Question:
    return ask_file(text, pick(text, "t", where=""))


def message(text: str = "no", *, kind: str = "", severity: str = "error", line: int = 1, column: int = 0) -> Message:
    return Message(
        severity=severity, kind=kind, text=text, line=line, column=column, end_line=line, end_column=column + 1
    )


def read(**changes: Any) -> Read:
    good = Read(found=True, refusal=None, before=Report(), claim=Report(commands=THEOREM_KINDS), complaints=())
    return replace(good, **changes)


def finding(**changes: Any) -> Finding:
    good = Finding(
        statement=read(),
        goals={},
        type="∀ (n : Nat), n = n",
        proves=("claim",),
        own=(),
        library=(),
        differing=(),
        refused="",
    )
    return replace(good, **changes)


def answer(**changes: Any) -> RawResult:
    good = RawResult(text=Report(commands=THEOREM_KINDS), shared=Report(), found="theorem", finding=finding())
    return replace(good, **changes)


def judged(raw: RawResult, backend: Backend = EMBEDDED, branch: Branch = Branch.CLAIM) -> Judgement:
    return judge(question(), raw, backend, branch)


def test_a_good_answer_passes_with_the_strength_and_label_of_its_backend() -> None:
    found = judged(answer())
    assert (found.outcome, found.strength, found.type) == (
        Outcome.PASSED,
        Strength.KERNEL_EMBEDDED,
        "∀ (n : Nat), n = n",
    )
    assert "unofficial build" in found.why
    assert "lemmas of the library trusted as shipped" in found.why
    assert judged(answer(), TOOLCHAIN).strength is Strength.KERNEL


NOTHING = [
    answer(found=None, finding=None),
    answer(found=None),
    answer(finding=None),
    answer(found="definition"),
    answer(found="too large"),
    answer(text=Report()),
    answer(text=Report(messages=(message(),))),
    answer(shared=Report(messages=(message(),))),
    answer(text=Report(missing=("Mathlib",))),
    *(answer(failure=Failure(kind=kind, why="so")) for kind in (Kind.TIMEOUT, Kind.CRASH, Kind.UNREADABLE)),
    answer(finding=finding(proves=())),
    answer(finding=finding(proves=("claim", "negation"))),
    answer(finding=finding(own=("wish",))),
    answer(finding=finding(refused="no")),
    answer(finding=finding(differing=("f",), proves=())),
    answer(refusal=Refusal(word="#eval", line=1, why="runs code")),
    answer(finding=finding(statement=None)),
    answer(finding=finding(statement=read(found=False))),
    answer(finding=finding(statement=read(refusal=Refusal(word="notation", line=1, why="it changes")))),
    answer(finding=finding(statement=read(before=Report(messages=(message(),))))),
    answer(finding=finding(statement=read(before=Report(missing=("Mathlib",))))),
    answer(finding=finding(statement=read(claim=Report()))),
    answer(finding=finding(statement=read(claim=Report(commands=(*THEOREM_KINDS, "Lean.Parser.Command.axiom"))))),
    answer(finding=finding(statement=read(claim=Report(messages=(message(),), commands=THEOREM_KINDS)))),
    answer(finding=finding(statement=read(complaints=("Nat means something else",)))),
    *(answer(finding=finding(library=(hole,))) for hole in sorted(HOLES)),
]  # fmt: skip


@pytest.mark.parametrize("raw", NOTHING, ids=range(len(NOTHING)))
@pytest.mark.parametrize("branch", list(Branch))
@pytest.mark.parametrize("backend", [EMBEDDED, TOOLCHAIN], ids=lambda backend: backend.name)
def test_whatever_is_missing_or_wrong_is_neither_passed_nor_refuted(
    raw: RawResult, branch: Branch, backend: Backend
) -> None:
    # A body stands alone under our header: there the commands of the text are looked at too.
    body = ask_body(TEXT, pick(TEXT, None, where=""), "rfl")
    assert body is not None
    found = judge(body, raw, backend, branch)
    assert (found.outcome, found.strength) == (Outcome.INCONCLUSIVE, None)
    assert found.kind is not None
    assert found.why


@pytest.mark.parametrize(
    ("branch", "proves", "outcome"),
    [
        (Branch.CLAIM, "claim", Outcome.PASSED),
        (Branch.CLAIM, "negation", Outcome.REFUTED),
        (Branch.CLAIM, "witness0", Outcome.REFUTED),
        (Branch.NEGATION, "negation", Outcome.PASSED),
        (Branch.NEGATION, "witness1", Outcome.PASSED),
        (Branch.NEGATION, "claim", Outcome.REFUTED),
        (Branch.COUNTEREXAMPLE, "witness0", Outcome.PASSED),
        (Branch.COUNTEREXAMPLE, "claim", Outcome.INCONCLUSIVE),
        (Branch.COUNTEREXAMPLE, "negation", Outcome.INCONCLUSIVE),
    ],
)
def test_each_branch_asks_for_its_own_statement(branch: Branch, proves: str, outcome: Outcome) -> None:
    assert judged(answer(finding=finding(proves=(proves,))), branch=branch).outcome is outcome


def test_with_a_whole_library_only_three_axioms_are_allowed() -> None:
    three = ("propext", "Classical.choice", "Quot.sound")
    assert judged(answer(finding=finding(library=three)), TOOLCHAIN).outcome is Outcome.PASSED
    assert judged(answer(finding=finding(library=(*three, "Other.axiom"))), TOOLCHAIN).kind is Kind.REJECTED
    stripped = judged(answer(finding=finding(library=(*three, "Nat.add_comm"))))
    assert (stripped.outcome, stripped.axioms) == (Outcome.PASSED, three)


def test_native_evaluation_is_a_tier_of_its_own() -> None:
    raw = answer(finding=finding(library=("t._native.ax_1",), native=("t._native.ax_1",)))
    assert judged(raw, TOOLCHAIN).strength is Strength.NATIVE


def test_a_failed_build_has_no_sorry_and_is_still_no_proof() -> None:
    raw = RawResult(text=Report(messages=(message("unsolved goals", kind="Tactic.unsolvedGoals"),)), found=None)
    assert judged(raw).kind is Kind.COMPILE_FAILURE


def test_an_open_placeholder_at_the_end_of_the_file_outweighs_a_tactic_state_without_goals() -> None:
    raw = answer(text=Report(messages=(message("don't know how to synthesize placeholder", column=40),)), found=None)
    found = judged(raw)
    assert (found.kind, found.messages[0].column) == (Kind.COMPILE_FAILURE, 40)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (message(kind="runtime.maxHeartbeats"), Kind.TIMEOUT),
        (message(kind="runtime.maxRecDepth"), Kind.RESOURCE),
        (message("(deterministic) timeout, maximum number of heartbeats (200) has been reached"), Kind.TIMEOUT),
        (message("maximum recursion depth has been reached", kind="[anonymous]"), Kind.RESOURCE),
        (message("maximum recursion depth", kind="lean.unknownIdentifier"), Kind.COMPILE_FAILURE),
    ],
)
def test_leans_own_kind_comes_before_its_words(said: Message, kind: Kind) -> None:
    assert judged(answer(text=Report(messages=(said,)), found=None, finding=None)).kind is kind


def test_a_body_that_fails_is_a_search_that_found_nothing_and_its_lines_are_the_bodys() -> None:
    text = "def f := 1\ntheorem t (n : Nat) :\n    n = n"
    asked = ask_body(text, pick(text, None, where=""), "by\n  omega")
    assert asked is not None
    failed = judge(asked, RawResult(text=Report(messages=(message(line=asked.body_line + 1, column=2),))), EMBEDDED)
    assert failed.kind is Kind.SEARCH_EXHAUSTED
    assert [(note.where, note.line, note.column) for note in failed.messages] == [("body", 2, 2)]
    wrong = judge(asked, RawResult(text=Report(messages=(message(line=2, column=4),))), EMBEDDED)
    assert wrong.kind is Kind.COMPILE_FAILURE
    assert [(note.where, note.line) for note in wrong.messages] == [("statement", 3)]


def test_an_error_in_the_claim_stands_where_its_source_has_it() -> None:
    text = "def f := 1\n  theorem t (n : Nat) :\n  n = m"
    asked = ask_body(text, pick(text, None, where=""), "rfl")
    assert asked is not None
    said = Report(messages=(message(column=9), message(line=2, column=6)), commands=THEOREM_KINDS)
    found = judge(asked, answer(finding=finding(statement=read(claim=said, line=2, column=2))), EMBEDDED)
    assert [(note.where, note.line, note.column) for note in found.messages] == [
        ("statement", 2, 11),
        ("statement", 3, 6),
    ]
    assert text.splitlines()[2][6] == "m"


def test_a_theorem_that_is_no_proposition_is_ill_formed() -> None:
    said = Report(messages=(message("type of theorem `t` is not a proposition\n  Nat"),), commands=THEOREM_KINDS)
    assert judged(answer(finding=finding(statement=read(claim=said)))).kind is Kind.ILL_FORMED


def test_what_is_refused_is_named_with_its_line_and_what_to_do() -> None:
    found = judged(answer(finding=finding(statement=read(refusal=Refusal(word="notation", line=3, why="it changes")))))
    assert found.why == "“notation” in line 3: it changes; give the intended statement as a goal"


def test_definitions_that_differ_are_shown_side_by_side() -> None:
    text, goal = "def f := 1\ntheorem t : f < 6 := by decide", "def f := 9\ntheorem goal : f < 6"
    asked = ask_goal(text, pick(text, None, where=""), goal, pick(goal, None, where=""))
    found = judge(asked, answer(finding=finding(differing=("f",), proves=())), EMBEDDED)
    assert found.kind is Kind.REJECTED
    assert "f (here: def f := 9; in the file: def f := 1)" in found.why


def test_a_text_beyond_bounds_or_with_a_refused_word_is_not_even_asked() -> None:
    assert refusal(question()) is None
    long = refusal(question(TEXT + " " * 200_001))
    assert long is not None
    assert long.kind is Kind.RESOURCE
    unsafe = refusal(question(f"unsafe def f := 1\n{TEXT}"))
    assert unsafe is not None
    assert (unsafe.kind, unsafe.messages[0].line) == (Kind.REJECTED, 1)
