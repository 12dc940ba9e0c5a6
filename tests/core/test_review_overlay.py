"""What reviewers write and what checkers answer again is laid over the machine part: counted, shown, never hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.audit import Audit
from proofsieve.core.errors import IllegalDecision
from proofsieve.core.events import EditStatementEvent, Event, RecheckEvent
from proofsieve.core.evidence import Branch, Outcome, Statement
from proofsieve.core.fusion import UnitJudge
from proofsieve.core.record import canonical
from proofsieve.core.record.standing import verdict_of
from proofsieve.core.review import ReviewSession
from proofsieve.core.review.effective import effective
from proofsieve.core.summary import summary
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.core.comparisons import comparison, same
from proofsieve.tests.core.reviewed import AT, answer, fresh_audit, report_by, written

FIRST, REFUTED = UnitId("u001"), UnitId("u005")


def kept(name: str = "ann", value: str = "1") -> object:
    return comparison([same("p1", by=name), same("c1", value, by=name)], judges=[name])


def session_on(audit: Audit | None = None, *, reviewer: str = "ann") -> ReviewSession:
    return ReviewSession(audit if audit is not None else fresh_audit(), reviewer=reviewer)


def wrote(
    session: ReviewSession, unit: UnitId = FIRST, *, judged: bool = True, text: str = "theorem t : 1 + 1 = 2"
) -> Statement:
    """Let the reviewer write a statement for a unit, and say that it says the same."""
    statement = written(session.index.audit, unit, text)
    report = report_by(statement, kept(session.reviewer) if judged else None, reviewer=session.reviewer)
    session.apply(session.edit_statement(unit, statement, report, at=AT, proof="by rfl"))
    return statement


def asked_again(session: ReviewSession, *evidence: object, unit: UnitId = FIRST) -> None:
    session.apply(session.recheck(unit, evidence, at=AT))


def machine(session: ReviewSession, unit: UnitId = FIRST) -> Status:
    return session.index.machine[unit].status


# Statements


def test_a_statement_that_the_reviewer_found_faithful_decides_the_unit_once_it_passed() -> None:
    session = session_on()
    statement = wrote(session)
    assert machine(session) is Status.UNCERTAIN, "nothing is checked yet"
    asked_again(session, answer(statement))
    verdict = session.index.machine[FIRST]
    assert verdict.status is Status.CORRECT
    assert verdict.rests_on == ("kernel", "reviewer:ann"), "also on the person who says that it is faithful"


def test_a_statement_that_nobody_judged_counts_for_nothing() -> None:
    session = session_on()
    asked_again(session, answer(wrote(session, judged=False)))
    assert machine(session) is Status.UNCERTAIN
    assert "nobody has compared it" in session.index.machine[FIRST].reason


def test_what_speaks_against_a_unit_is_not_edited_away() -> None:
    session = session_on()
    assert machine(session, REFUTED) is Status.FLAWED
    statement = wrote(session, REFUTED)
    asked_again(session, answer(statement), unit=REFUTED)
    assert machine(session, REFUTED) is Status.FLAWED
    views = session.detail(REFUTED).obligations[0].statements
    assert [view.statement.provenance for view in views] == ["transcribed", "reviewer"]


def test_the_reviewers_later_statement_takes_the_place_of_the_earlier_one() -> None:
    session = session_on()
    asked_again(session, answer(wrote(session), Outcome.REFUTED))
    wrote(session, text="theorem t : 2 = 2")
    (view,) = session.detail(FIRST).obligations[0].statements
    assert view.statement.text == "theorem t : 2 = 2"
    assert view.evidence == ()
    history = session.detail(FIRST).history
    assert [type(line.event) for line in history] == [EditStatementEvent, RecheckEvent, EditStatementEvent]


def test_undo_and_redo_take_a_statement_off_and_put_it_back_with_its_answers() -> None:
    session = session_on()
    asked_again(session, answer(wrote(session)))
    wrote(session, text="theorem t : 2 = 2")
    assert machine(session) is Status.UNCERTAIN
    session.apply(session.undo(at=AT))
    assert machine(session) is Status.CORRECT
    session.apply(session.undo(at=AT))
    assert session.detail(FIRST).obligations[0].statements == ()
    assert machine(session) is Status.UNCERTAIN
    session.apply(session.redo(at=AT))
    assert machine(session) is Status.CORRECT


def test_a_recheck_cannot_be_taken_back() -> None:
    session = session_on()
    statement = wrote(session)
    asked_again(session, answer(statement, Outcome.REFUTED))
    assert session.undo(at=AT).target == 1, "the statement, not the answer"
    fresh = session_on()
    again = answer(fresh.index.audit.statements[0], Outcome.PASSED, checker="numeric", artifact="")
    asked_again(fresh, again, unit=REFUTED)
    with pytest.raises(IllegalDecision, match="nothing to undo"):
        fresh.undo(at=AT)


def test_another_reviewers_statement_stands_beside_ones_own() -> None:
    ann = session_on()
    wrote(ann)
    bob = session_on(ann.document(), reviewer="bob")
    wrote(bob, text="theorem t : 2 = 2")
    texts = [view.statement.text for view in bob.detail(FIRST).obligations[0].statements]
    assert texts == ["theorem t : 1 + 1 = 2", "theorem t : 2 = 2"]


def test_of_two_reviewers_who_wrote_the_same_the_more_cautious_counts() -> None:
    ann = session_on()
    asked_again(ann, answer(wrote(ann)))
    bob = session_on(ann.document(), reviewer="bob")
    assert machine(bob) is Status.CORRECT
    statement = written(bob.index.audit)
    doubtful = report_by(statement, kept("bob", "0.5"), reviewer="bob", said="something is missing")
    bob.apply(bob.edit_statement(FIRST, statement, doubtful, at=AT))
    (view,) = bob.detail(FIRST).obligations[0].statements
    assert view.report is not None
    assert [judge.name for judge in view.report.judges] == ["ann", "bob"]
    assert not view.report.passed_counts
    assert machine(bob) is Status.UNCERTAIN
    assert verdict_of(bob.document()) == bob.verdict()


def test_two_reviewers_who_cut_the_texts_differently_leave_a_statement_unjudged() -> None:
    ann = session_on()
    asked_again(ann, answer(wrote(ann)))
    bob = session_on(ann.document(), reviewer="bob")
    statement = written(bob.index.audit)
    other = comparison([same("c1", by="bob")], source=(0, 1), formal=(0, 1), judges=["bob"])
    bob.apply(bob.edit_statement(FIRST, statement, report_by(statement, other, reviewer="bob"), at=AT))
    assert machine(bob) is Status.UNCERTAIN


# Answers


def test_a_later_answer_counts_and_the_earlier_one_is_shown() -> None:
    session = session_on()
    statement, before = session.index.audit.statements[0], session.index.audit.evidence[0]
    now = answer(statement, Outcome.PASSED, checker="numeric", artifact="")
    asked_again(session, now, unit=REFUTED)
    (view,) = session.detail(REFUTED).obligations[0].statements
    assert view.evidence == (now,)
    assert view.replaced == (before,)
    assert machine(session, REFUTED) is Status.CORRECT


@pytest.mark.parametrize(("checker", "branch"), [("lean", Branch.CLAIM), ("numeric", Branch.NEGATION)])
def test_an_answer_of_another_checker_or_branch_stands_beside_the_first(checker: str, branch: Branch) -> None:
    session = session_on()
    statement = session.index.audit.statements[0]
    asked_again(session, answer(statement, Outcome.PASSED, checker=checker, branch=branch), unit=REFUTED)
    assert len(session.index.evidence(statement.id)) == 2
    assert machine(session, REFUTED) is Status.FLAWED, "the refutation stands"


def test_several_answers_at_once_all_stand_in_the_place_of_the_earlier_ones() -> None:
    session = session_on()
    statement = wrote(session)
    first, second = answer(statement, Outcome.INCONCLUSIVE, artifact="by simp"), answer(statement)
    asked_again(session, first, second)
    asked_again(session, second)
    assert session.index.evidence(statement.id) == (second,)
    assert session.detail(FIRST).obligations[0].statements[0].replaced == (first,)


# Decisions


def test_a_decision_is_stale_once_the_answer_is_another_shown_and_not_counted() -> None:
    session = session_on()
    decision = session.confirm(REFUTED, at=AT)
    session.apply(decision)
    assert session.facts(REFUTED).decided
    statement = session.index.audit.statements[0]
    asked_again(session, answer(statement, Outcome.PASSED, checker="numeric", artifact=""), unit=REFUTED)
    assert not session.facts(REFUTED).decided
    assert session.progress().stale == 1
    assert session.detail(REFUTED).stale == (decision,)
    assert session.detail(REFUTED).decisions == ()
    assert session.verdict().units[4].status is Status.CORRECT, "the machine's, now that the decision does not count"


def test_the_very_same_answer_makes_nothing_stale() -> None:
    session = session_on()
    session.apply(session.confirm(REFUTED, at=AT))
    asked_again(session, session.index.audit.evidence[0], unit=REFUTED)
    assert session.facts(REFUTED).decided
    assert session.progress().stale == 0
    assert session.detail(REFUTED).obligations[0].statements[0].replaced == ()


def test_a_decision_counts_again_where_an_edit_is_taken_back() -> None:
    session = session_on()
    session.apply(session.decide(FIRST, Status.CORRECT, at=AT, reason="it is"))
    wrote(session)
    assert session.progress().stale == 1
    session.apply(session.undo(at=AT))
    assert session.progress().stale == 0
    assert session.facts(FIRST).decided


def test_a_decision_on_what_was_checked_again_counts() -> None:
    session = session_on()
    asked_again(session, answer(wrote(session)))
    session.apply(session.confirm(FIRST, at=AT))
    assert session.facts(FIRST).status is Status.CORRECT
    assert session_on(session.document()).facts(FIRST).decided, "on opening it again too"


# The whole


def test_the_machines_whole_verdict_includes_what_was_checked_during_the_review() -> None:
    session = session_on()
    before = session.verdict()
    assert before.machine is not None
    assert before.machine.first_error_unit == REFUTED
    statement = session.index.audit.statements[0]
    asked_again(session, answer(statement, Outcome.PASSED, checker="numeric", artifact=""), unit=REFUTED)
    after = session.verdict()
    assert after.machine is not None
    assert after.machine.status is Status.UNCERTAIN


def test_the_verdict_of_the_file_follows_and_the_file_is_read_back_byte_by_byte() -> None:
    session = session_on()
    asked_again(session, answer(wrote(session)))
    document = session.document()
    assert verdict_of(document) == document.verdict
    raw = canonical.dump_audit(document)
    assert canonical.load_audit_bytes(raw, where="x") == document
    assert document.statements == session.index.audit.statements, "the machine part is as it was"


def test_a_program_sees_statements_and_answers_as_the_review_left_them() -> None:
    session = session_on()
    statement = wrote(session)
    asked_again(session, answer(statement))
    mine = session.index.audit.statements[0]
    asked_again(session, answer(mine, Outcome.PASSED, checker="numeric", artifact=""), unit=REFUTED)
    document = session.document()
    seen = effective(document)
    assert statement in seen.statements
    assert len(seen.evidence) == len(document.evidence) + 1
    assert summary(document)["flaws"] == []
    assert summary(document)["counts"]["refuted"] == summary(fresh_audit())["counts"]["refuted"] - 1


def test_without_edits_and_rechecks_a_program_sees_the_audit_itself() -> None:
    audit = fresh_audit()
    assert effective(audit) is audit


def test_an_edit_or_a_recheck_of_one_unit_judges_that_unit_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_on(fresh_audit(400))
    asked: list[UnitId] = []
    judge = UnitJudge.verdict

    def counted(self: UnitJudge, unit: object, owed: object, readings: object) -> object:
        asked.append(unit.id)  # type: ignore[attr-defined]
        return judge(self, unit, owed, readings)  # type: ignore[arg-type]

    monkeypatch.setattr(UnitJudge, "verdict", counted)
    asked_again(session, answer(wrote(session)))
    session.apply(session.confirm(FIRST, at=AT))
    assert asked == [FIRST, FIRST], "once for the edit, once for the recheck, not for the decision"


STEPS = st.lists(st.sampled_from(["write", "other", "judge", "pass", "refute", "undo", "redo", "decide", "machine"]))


@settings(deadline=None, max_examples=60)
@given(STEPS)
def test_whatever_is_done_a_session_that_opens_anew_sees_the_same(steps: list[str]) -> None:
    session = session_on(fresh_audit(6))
    for step in steps:
        event = _event(session, step)
        if event is not None:
            session.apply(event)
    document = session.document()
    again = session_on(document)
    for unit in session.index.unit_ids:
        assert again.detail(unit) == session.detail(unit)
    assert again.verdict() == session.verdict()
    whole = effective(document)
    assert {item.id for unit in session.index.unit_ids for item in session.index.unit_evidence(unit)} == {
        item.id for item in whole.evidence
    }
    rebuilt = session_on(replace(whole, review=fresh_audit(6).review))
    assert rebuilt.index.machine == session.index.machine, "as if the machine had made it so"


def _event(session: ReviewSession, step: str) -> Event | None:
    texts = {"write": "theorem t : 1 = 1", "other": "theorem t : 2 = 2", "judge": "theorem t : 1 = 1"}
    mine = [view.statement for view in session.detail(FIRST).obligations[0].statements]
    match step:
        case "write" | "other" | "judge":
            statement = written(session.index.audit, FIRST, texts[step])
            report = report_by(statement, kept() if step != "write" else None)
            return session.edit_statement(FIRST, statement, report, at=AT)
        case "pass" | "refute" if mine:
            outcome = Outcome.PASSED if step == "pass" else Outcome.REFUTED
            return session.recheck(FIRST, [answer(mine[0], outcome)], at=AT)
        case "machine":
            statement = session.index.audit.statements[0]
            return session.recheck(REFUTED, [answer(statement, checker="numeric", artifact="")], at=AT)
        case "undo" if not session.why_not_undo():
            return session.undo(at=AT)
        case "redo" if not session.why_not_redo():
            return session.redo(at=AT)
        case "decide":
            return session.decide(FIRST, Status.UNCERTAIN, at=AT, reason="cannot follow")
        case _:
            return None
