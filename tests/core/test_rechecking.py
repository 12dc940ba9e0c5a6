"""What stands in an audit as checked is asked again, under the same limits, and compared."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from proofsieve.core.audit import Settings
from proofsieve.core.evidence import (
    Branch,
    Evidence,
    Kind,
    Language,
    Limits,
    Link,
    Outcome,
    Strength,
    evidence_id,
    make_evidence,
)
from proofsieve.core.rechecking import (
    Answered,
    Question,
    ask,
    evidence_of,
    questions_on,
    same_answer,
    stored_questions,
)
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import UnitId
from proofsieve.tests.checking import Script, ScriptedChecker, ScriptedSource, breaks, fails, passes
from proofsieve.tests.core.reviewed import AT, answer, fresh_audit, report_by, written

FIRST, REFUTED = UnitId("u001"), UnitId("u005")
SETTINGS = Settings(lean_limits=Limits(wall_ms=7_000))


def reviewed() -> ReviewSession:
    """An audit whose first unit has a Lean statement by the reviewer, checked with a proof."""
    session = ReviewSession(fresh_audit(), reviewer="ann")
    statement = written(session.index.audit)
    session.apply(session.edit_statement(FIRST, statement, report_by(statement), at=AT, proof="by rfl"))
    session.apply(session.recheck(FIRST, [answer(statement)], at=AT))
    return session


def question(was: Evidence | None = None, artifact: str = "by rfl") -> Question:
    statement = written(fresh_audit())
    return Question(unit_id=FIRST, statement=statement, branch=Branch.CLAIM, artifact=artifact, was=was)


def changed(item: Evidence, **fields: object) -> Evidence:
    other = replace(item, **fields)  # type: ignore[arg-type]
    return replace(other, id=evidence_id(other))


async def asked(script: Script, was: Evidence | None = None) -> Answered:
    (found,) = await ask([question(was)], ScriptedSource(ScriptedChecker(script)), SETTINGS)
    return found


# What is asked


def test_everything_that_was_checked_is_asked_again_with_its_artifact_in_the_order_of_the_units() -> None:
    found = stored_questions(reviewed().document())
    assert [(item.unit_id, item.artifact) for item in found] == [(FIRST, "by rfl"), (REFUTED, ""), ("u010", "")]
    assert all(item.was is not None and item.was.statement_id == item.statement.id for item in found)


def test_what_was_taken_back_is_not_asked() -> None:
    session = reviewed()
    session.apply(session.undo(at=AT))
    assert [item.unit_id for item in stored_questions(session.document())] == [REFUTED, "u010"]


def test_a_unit_is_asked_with_the_proof_that_stands_there_now() -> None:
    session = reviewed()
    statement = written(session.index.audit)
    session.apply(session.edit_statement(FIRST, statement, report_by(statement), at=AT, proof="by decide"))
    (found,) = questions_on(session.detail(FIRST))
    assert found.artifact == "by decide"
    assert found.was is not None
    assert found.was.artifact == "by rfl"


def test_a_statement_that_nobody_checked_is_asked_for_the_first_time() -> None:
    session = ReviewSession(fresh_audit(), reviewer="ann")
    statement = written(session.index.audit)
    session.apply(session.edit_statement(FIRST, statement, report_by(statement), at=AT, proof="by rfl"))
    (found,) = questions_on(session.detail(FIRST))
    assert (found.statement, found.artifact, found.was) == (statement, "by rfl", None)


def without_a_proof(*answers: Evidence) -> ReviewSession:
    """An audit whose first unit has a Lean statement by the reviewer without a proof, answered so far by these."""
    session = ReviewSession(fresh_audit(), reviewer="ann")
    statement = written(session.index.audit)
    session.apply(session.edit_statement(FIRST, statement, report_by(statement), at=AT, proof=""))
    if answers:
        session.apply(session.recheck(FIRST, answers, at=AT))
    return session


def test_the_negation_is_asked_only_of_a_reviewers_statement_without_a_proof() -> None:
    (found,) = questions_on(without_a_proof().detail(FIRST))
    assert (found.branch, found.artifact, found.negate) == (Branch.CLAIM, "", True)
    (found,) = questions_on(reviewed().detail(FIRST))
    assert not found.negate, "it has a proof; that one fails says nothing"
    (found,) = questions_on(reviewed().detail(REFUTED))
    assert not found.negate, "a numeric claim is decided either way"


def test_both_branches_that_were_asked_are_asked_again_once() -> None:
    statement = written(fresh_audit())
    open_claim = fails(Kind.SEARCH_EXHAUSTED)(statement, Branch.CLAIM, "")
    disproved = passes(statement, Branch.NEGATION, "⟨0, by omega⟩")
    found = questions_on(without_a_proof(open_claim, disproved).detail(FIRST))
    assert [(item.branch, item.artifact, item.negate) for item in found] == [
        (Branch.CLAIM, "", False),
        (Branch.NEGATION, "⟨0, by omega⟩", False),
    ]


def test_a_proof_that_was_found_is_asked_again_and_not_looked_for() -> None:
    proved = passes(written(fresh_audit()), Branch.CLAIM, "by omega")
    (found,) = questions_on(without_a_proof(proved).detail(FIRST))
    assert (found.artifact, found.was, found.negate) == ("by omega", proved, False)


def test_a_failed_proof_that_the_reviewer_took_out_is_not_asked_again() -> None:
    failed = fails(Kind.SEARCH_EXHAUSTED)(written(fresh_audit()), Branch.CLAIM, "by nonsense")
    (found,) = questions_on(without_a_proof(failed).detail(FIRST))
    assert (found.artifact, found.negate) == ("", True)


def test_a_unit_without_statements_asks_nothing() -> None:
    assert questions_on(ReviewSession(fresh_audit(), reviewer="ann").detail(UnitId("u002"))) == ()


# How it is asked


async def test_each_language_is_asked_under_its_limits_and_answers_come_in_order() -> None:
    lean = ScriptedChecker()
    numeric = ScriptedChecker(
        lambda statement, branch, artifact: passes(statement, branch, artifact, checker="numeric"),
        name="numeric",
        language=Language.NUMERIC,
    )
    questions = stored_questions(reviewed().document())
    source = ScriptedSource(lean, numeric)
    seen: list[tuple[int, int]] = []
    found = await ask(questions, source, SETTINGS, lambda done, total: seen.append((done, total)))
    assert [item.question for item in found] == list(questions)
    assert [limits.wall_ms for limits in lean.limits] == [7_000]
    assert {limits.wall_ms for limits in numeric.limits} == {SETTINGS.limits.wall_ms}
    assert lean.asked == [("theorem t : 1 + 1 = 2", Branch.CLAIM, "by rfl")]
    assert seen[0] == (0, 3)
    assert seen[-1] == (3, 3)


async def test_no_checker_is_started_where_nothing_is_asked_of_it() -> None:
    source = ScriptedSource(ScriptedChecker(), ScriptedChecker(name="numeric", language=Language.NUMERIC))
    await ask([question()], source, SETTINGS)
    assert source.started == [Language.LEAN]


@pytest.mark.parametrize(
    ("outcome", "branches"),
    [
        (fails(Kind.SEARCH_EXHAUSTED), [Branch.CLAIM, Branch.NEGATION]),
        (fails(Kind.COMPILE_FAILURE), [Branch.CLAIM]),
        (fails(Kind.TIMEOUT), [Branch.CLAIM]),
        (passes, [Branch.CLAIM]),
    ],
    ids=["nothing found", "does not stand", "no time", "proved"],
)
async def test_the_negation_is_asked_where_no_proof_of_the_claim_was_found(
    outcome: Script, branches: list[Branch]
) -> None:
    seen: list[tuple[int, int]] = []
    found = await ask(
        questions_on(without_a_proof().detail(FIRST)),
        ScriptedSource(ScriptedChecker(outcome)),
        SETTINGS,
        lambda done, total: seen.append((done, total)),
    )
    assert [item.question.branch for item in found] == branches
    assert [item.branch for item in evidence_of(found)] == branches
    assert seen[-1] == (len(branches), len(branches))


async def test_lean_is_asked_by_one_at_a_time_within_a_turn_and_numbers_wait_for_nobody() -> None:
    turn, gate = asyncio.Semaphore(1), asyncio.Event()
    lean = ScriptedChecker(gate=gate)
    numeric = ScriptedChecker(name="numeric", language=Language.NUMERIC)
    source = ScriptedSource(lean, numeric)
    claim = Question(unit_id=REFUTED, statement=fresh_audit().statements[0], branch=Branch.CLAIM, artifact="", was=None)
    first = asyncio.create_task(ask([question()], source, SETTINGS, turn=turn))
    while not lean.asked:
        await asyncio.sleep(0)
    second = asyncio.create_task(ask([question()], source, SETTINGS, turn=turn))
    await ask([claim], source, SETTINGS, turn=turn)
    assert (len(lean.asked), len(numeric.asked)) == (1, 1)
    gate.set()
    await asyncio.gather(first, second)
    assert len(lean.asked) == 2


# What could not run


async def test_without_a_checker_a_question_has_no_answer_and_says_what_to_do() -> None:
    (found,) = await ask([question()], ScriptedSource(), SETTINGS)
    assert found.now is None
    assert found.why == "no lean here: run proofsieve setup lean"


async def test_a_checker_whose_canaries_go_wrong_is_refused() -> None:
    (found,) = await ask([question()], ScriptedSource(ScriptedChecker(fault="1 = 2 passed")), SETTINGS)
    assert found.now is None
    assert "failed its own canaries: 1 = 2 passed" in found.why


async def test_a_checker_that_breaks_ends_nothing_else() -> None:
    first, second = ScriptedChecker(breaks), ScriptedChecker(name="numeric", language=Language.NUMERIC)
    numeric = fresh_audit().statements[:2]
    others = [
        Question(unit_id=REFUTED, statement=statement, branch=Branch.CLAIM, artifact="", was=None)
        for statement in numeric
    ]
    found = await ask([question(), *others], ScriptedSource(first, second), SETTINGS)
    assert found[0].now is None
    assert "the lean checker failed: RuntimeError: the pipe broke" in found[0].why
    assert all(item.now is not None for item in found[1:])


async def test_one_statement_that_breaks_a_checker_costs_no_other_its_answer() -> None:
    numeric = fresh_audit().statements[:2]

    def picky(statement: object, branch: Branch, artifact: str) -> Evidence:
        if statement == numeric[0]:
            raise ValueError("no")
        return passes(statement, branch, artifact)  # type: ignore[arg-type]

    questions = [
        Question(unit_id=REFUTED, statement=statement, branch=Branch.CLAIM, artifact="", was=None)
        for statement in numeric
    ]
    checker = ScriptedChecker(picky, name="numeric", language=Language.NUMERIC)  # type: ignore[arg-type]
    found = await ask(questions, ScriptedSource(checker), SETTINGS)
    assert [item.now is None for item in found] == [True, False]


@pytest.mark.parametrize("kind", [Kind.UNAVAILABLE, Kind.CRASH, Kind.UNREADABLE])
async def test_a_failure_is_no_answer(kind: Kind) -> None:
    found = await asked(fails(kind, "it died"), was=answer(question().statement))
    assert found.now is None
    assert found.why == "it died"


@pytest.mark.parametrize("kind", [Kind.TIMEOUT, Kind.RESOURCE, Kind.COMPILE_FAILURE, Kind.SEARCH_EXHAUSTED])
async def test_any_other_open_answer_is_one(kind: Kind) -> None:
    found = await asked(fails(kind), was=answer(question().statement))
    assert found.now is not None
    assert not found.agrees


async def test_a_claim_that_always_ends_its_checker_agrees_with_itself() -> None:
    was = fails(Kind.CRASH)(question().statement, Branch.CLAIM, "by rfl")
    assert (await asked(fails(Kind.CRASH), was=was)).agrees


async def test_an_answer_to_something_else_is_none() -> None:
    other = written(fresh_audit(), text="theorem u : True")
    found = await asked(lambda statement, branch, artifact: passes(other, branch, artifact))
    assert found.now is None
    assert "answered something else" in found.why


async def test_the_answer_of_another_checker_cannot_be_asked_again_here() -> None:
    found = await asked(passes, was=answer(question().statement, checker="lean-toolchain"))
    assert found.now is None
    assert found.why == "answered by lean-toolchain; what is here is lean"


# What agrees


NOW = answer(question().statement)
OTHERS: dict[str, tuple[Evidence, bool, bool]] = {
    # name: the earlier answer, whether it agrees under the same version, and under another
    "the same": (NOW, True, True),
    "other words for a person": (changed(NOW, diagnostics=("took 41 ms",)), True, True),
    "another reason": (changed(NOW, why="because"), False, True),
    "another outcome": (changed(NOW, outcome=Outcome.REFUTED), False, False),
    "another strength": (changed(NOW, strength=Strength.EXACT), False, False),
    "another reading": (changed(NOW, reading="1 + 1 = 3"), False, False),
    "another artifact": (changed(NOW, artifact="by decide"), False, False),
    "another link": (changed(NOW, links=(Link(claim="1 = 1", outcome=Outcome.PASSED),)), False, False),
}


@pytest.mark.parametrize("name", list(OTHERS))
def test_answers_agree_where_they_say_the_same(name: str) -> None:
    was, same_version, other_version = OTHERS[name]
    assert same_answer(was, NOW) is same_version
    assert same_answer(changed(was, checker_version="0"), NOW) is other_version


# What is recorded


def test_the_same_answer_up_to_its_words_is_the_earlier_evidence() -> None:
    was = changed(NOW, diagnostics=("took 41 ms",))
    assert evidence_of([Answered(question=question(was), now=NOW)]) == (was,)


def test_an_open_answer_is_recorded_with_its_new_words() -> None:
    was = fails(Kind.TIMEOUT)(question().statement, Branch.CLAIM, "by rfl")
    now = changed(was, diagnostics=("⊢ another goal",))
    assert evidence_of([Answered(question=question(was), now=now)]) == (now,)


def test_what_could_not_run_is_not_recorded_and_the_same_answer_only_once() -> None:
    answers = [
        Answered(question=question(), now=None, why="no lean here"),
        Answered(question=question(), now=NOW),
        Answered(question=question(), now=NOW),
    ]
    assert evidence_of(answers) == (NOW,)


async def test_an_audit_read_anew_agrees_with_itself() -> None:
    session = reviewed()
    numeric = {item.statement_id: item for item in session.index.audit.evidence}

    def replay(statement: object, branch: Branch, artifact: str) -> Evidence:
        return numeric[statement.id]  # type: ignore[attr-defined]

    source = ScriptedSource(
        ScriptedChecker(),
        ScriptedChecker(replay, name="numeric", language=Language.NUMERIC),  # type: ignore[arg-type]
    )
    found = await ask(stored_questions(session.document()), source, SETTINGS)
    assert all(item.agrees for item in found)


def test_evidence_of_a_negation_keeps_its_branch() -> None:
    statement = question().statement
    against = make_evidence(
        statement,
        Branch.NEGATION,
        checker="lean",
        checker_version="1",
        outcome=Outcome.PASSED,
        strength=Strength.KERNEL,
        artifact="⟨0, by decide⟩",
    )
    session = reviewed()
    session.apply(session.recheck(FIRST, [against], at=AT))
    claim, negation = questions_on(session.detail(FIRST))
    assert (claim.branch, claim.artifact) == (Branch.CLAIM, "by rfl")
    assert (negation.branch, negation.artifact) == (Branch.NEGATION, "⟨0, by decide⟩")
