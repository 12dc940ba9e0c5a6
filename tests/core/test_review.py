"""A review session: decisions and their rules, undo, staleness, progress and verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from proofsieve.core.audit import Audit
from proofsieve.core.conclusion import conclude
from proofsieve.core.errors import IllegalDecision
from proofsieve.core.events import Action, DecideEvent, Depth, Event, Fails
from proofsieve.core.evidence import Outcome
from proofsieve.core.fusion import decided_unit
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import synthetic_audit

AT = "2026-02-03T12:04:31Z"
REFUTED, PASSED, UNDECIDED, UNCHECKED = UnitId("u005"), UnitId("u010"), UnitId("u001"), UnitId("u002")


@pytest.fixture
def audit() -> Audit:
    return synthetic_audit(20)


@pytest.fixture
def session(audit: Audit) -> ReviewSession:
    return ReviewSession(audit, reviewer="ada")


def reopened(session: ReviewSession, reviewer: str = "ada") -> ReviewSession:
    return ReviewSession(session.document(), reviewer=reviewer)


def test_the_sample_holds_one_unit_of_each_kind(session: ReviewSession) -> None:
    machine = session.index.machine
    assert [machine[unit].status for unit in (REFUTED, PASSED, UNDECIDED, UNCHECKED)] == [
        Status.FLAWED,
        Status.CORRECT,
        Status.UNCERTAIN,
        Status.NOT_CHECKED,
    ]


class TestRules:
    @pytest.mark.parametrize("unit", [REFUTED, PASSED, UNDECIDED])
    def test_confirming_takes_the_machines_verdict_and_no_reason(self, session: ReviewSession, unit: UnitId) -> None:
        event = session.confirm(unit, at=AT)
        assert event.action is Action.CONFIRM
        assert event.verdict is event.machine is session.index.machine[unit].status
        assert event.reason == ""

    def test_there_is_nothing_to_confirm_where_nobody_looked(self, session: ReviewSession) -> None:
        assert "nothing to confirm" in session.why_not_confirm(UNCHECKED)
        with pytest.raises(IllegalDecision, match="nothing to confirm"):
            session.confirm(UNCHECKED, at=AT)

    @pytest.mark.parametrize(
        ("unit", "verdict", "action", "reason", "fails"),
        [
            (UNCHECKED, Status.CORRECT, Action.JUDGE, False, False),
            (UNCHECKED, Status.FLAWED, Action.JUDGE, True, False),
            (UNCHECKED, Status.UNCERTAIN, Action.JUDGE, True, False),
            (PASSED, Status.CORRECT, Action.CONFIRM, False, False),
            (PASSED, Status.FLAWED, Action.OVERRIDE, True, False),
            (UNDECIDED, Status.CORRECT, Action.OVERRIDE, True, False),
            (UNDECIDED, Status.UNCERTAIN, Action.CONFIRM, False, False),
            (REFUTED, Status.FLAWED, Action.CONFIRM, False, False),
            (REFUTED, Status.UNCERTAIN, Action.OVERRIDE, True, False),
            (REFUTED, Status.CORRECT, Action.OVERRIDE, True, True),
        ],
    )
    def test_what_each_decision_must_say(
        self, session: ReviewSession, unit: UnitId, verdict: Status, action: Action, reason: bool, fails: bool
    ) -> None:
        required = session.needs(unit, verdict)
        assert (required.action, required.reason, required.fails) == (action, reason, fails)
        if reason:
            with pytest.raises(IllegalDecision):
                session.decide(unit, verdict, at=AT, reason="  ", fails=Fails.READING)
        if fails:
            with pytest.raises(IllegalDecision, match="what fails"):
                session.decide(unit, verdict, at=AT, reason="the text says mod 3")
        event = session.decide(unit, verdict, at=AT, reason=" the text says mod 3 ", fails=Fails.READING)
        assert event.action is action
        assert event.reason == "the text says mod 3"
        assert event.fails is (Fails.READING if fails else None)

    def test_not_checked_is_no_decision(self, session: ReviewSession) -> None:
        with pytest.raises(IllegalDecision, match="no decision"):
            session.decide(PASSED, Status.NOT_CHECKED, at=AT, reason="x")

    def test_the_event_carries_who_when_how_deep_and_what_was_seen(self, session: ReviewSession) -> None:
        event = session.decide(UNCHECKED, Status.CORRECT, at=AT, depth=Depth.RECOMPUTED)
        assert (event.reviewer, event.at, event.depth) == ("ada", AT, Depth.RECOMPUTED)
        assert event.seen == session.index.seen(UNCHECKED)
        assert (event.seq, event.prev) == (1, session.index.audit.review.head)

    def test_making_an_event_changes_nothing(self, session: ReviewSession) -> None:
        session.confirm(REFUTED, at=AT)
        assert session.progress().decided == 0
        assert session.document().review.events == ()


class TestState:
    def test_a_decision_shows_in_row_progress_and_verdict(self, session: ReviewSession) -> None:
        session.apply(session.decide(REFUTED, Status.CORRECT, at=AT, reason="a typo", fails=Fails.READING))
        assert session.row(REFUTED).decided is Status.CORRECT
        assert session.row(REFUTED).machine is Status.FLAWED
        assert session.progress().decided == session.progress().correct == 1
        verdict = session.verdict()
        assert verdict.first_error_unit != REFUTED
        assert verdict.machine is not None
        assert verdict.machine.first_error_unit == REFUTED

    def test_an_event_out_of_order_is_refused(self, session: ReviewSession) -> None:
        event = session.confirm(REFUTED, at=AT)
        session.apply(event)
        with pytest.raises(ValueError, match="does not follow"):
            session.apply(event)

    def test_undo_takes_back_the_last_event_only_and_redo_brings_it_back(self, session: ReviewSession) -> None:
        session.apply(session.confirm(REFUTED, at=AT))
        session.apply(session.decide(UNDECIDED, Status.CORRECT, at=AT, reason="standard"))
        session.apply(session.annotate(REFUTED, "see page 3", at=AT))
        session.apply(session.decide(UNCHECKED, Status.FLAWED, at=AT, reason="false for n = 0"))
        assert session.apply(session.undo(at=AT)) == UNCHECKED
        assert session.row(UNCHECKED).decided is None
        assert session.row(REFUTED).decided is Status.FLAWED
        assert session.note(REFUTED) == "see page 3"
        assert session.apply(session.redo(at=AT)) == UNCHECKED
        assert session.row(UNCHECKED).decided is Status.FLAWED

    def test_undo_is_saved_like_everything_else(self, session: ReviewSession) -> None:
        session.apply(session.confirm(PASSED, at=AT))
        session.apply(session.decide(UNCHECKED, Status.FLAWED, at=AT, reason="no"))
        session.apply(session.undo(at=AT))
        again = reopened(session)
        assert [event.kind for event in again.document().review.events] == ["decide", "decide", "undo"]
        assert again.row(PASSED).decided is Status.CORRECT
        assert again.row(UNCHECKED).decided is None
        assert again.document().review.head == session.document().review.head
        assert again.why_not_redo() == ""

    def test_a_new_decision_ends_what_could_be_redone(self, session: ReviewSession) -> None:
        session.apply(session.confirm(PASSED, at=AT))
        session.apply(session.undo(at=AT))
        session.apply(session.confirm(REFUTED, at=AT))
        assert "nothing to redo" in session.why_not_redo()
        with pytest.raises(IllegalDecision):
            session.redo(at=AT)

    def test_there_is_nothing_to_undo_at_first_nor_of_another_person(self, session: ReviewSession) -> None:
        with pytest.raises(IllegalDecision, match="nothing to undo"):
            session.undo(at=AT)
        session.apply(session.confirm(PASSED, at=AT))
        assert "nothing to undo" in reopened(session, "bob").why_not_undo()

    def test_flags_and_notes_come_and_go(self, session: ReviewSession) -> None:
        session.apply(session.flag(PASSED, at=AT))
        session.apply(session.annotate(PASSED, " check the base case ", at=AT))
        assert session.row(PASSED).flagged
        assert session.note(PASSED) == "check the base case"
        assert session.progress().flagged == 1
        session.set_filter("flagged note")
        assert session.order == [PASSED]
        session.apply(session.flag(PASSED, at=AT))
        assert session.progress().flagged == 0
        assert session.order == []
        session.apply(session.undo(at=AT))
        assert session.order == [PASSED]

    def test_what_no_longer_fits_the_filter_leaves_the_queue_and_comes_back_on_undo(
        self, session: ReviewSession
    ) -> None:
        session.set_open_only(True)
        session.move_to(4)
        before, here = list(session.order), session.current
        assert here is not None
        session.apply(session.decide(here, Status.CORRECT, at=AT, reason="fine", fails=Fails.CHECKER))
        assert here not in session.order
        assert session.current == before[5]
        assert session.advance()
        assert session.current == before[5]
        session.apply(session.undo(at=AT))
        assert session.order == before

    def test_after_a_decision_the_cursor_goes_to_the_next_open_unit(self, session: ReviewSession) -> None:
        here, following = session.order[0], session.order[1]
        session.apply(session.decide(here, Status.CORRECT, at=AT, reason="fine"))
        session.advance()
        assert session.current == following

    def test_when_nothing_is_open_a_sentence_says_the_verdict(self, session: ReviewSession) -> None:
        for unit_id in session.index.unit_ids:
            status = session.index.machine[unit_id].status
            event = session.decide(unit_id, Status.CORRECT if status is Status.NOT_CHECKED else status, at=AT)
            session.apply(event)
        assert session.progress().done
        assert not session.advance()
        assert session.outcome().startswith("All 20 units are decided. The proof is flawed: the first error is in s2")

    def test_a_proof_whose_every_unit_a_person_calls_correct_is_correct(self, session: ReviewSession) -> None:
        for unit_id in session.index.unit_ids:
            session.apply(session.decide(unit_id, Status.CORRECT, at=AT, reason="read", fails=Fails.CHECKER))
        assert session.verdict().status is Status.CORRECT
        assert "correct as written" in session.outcome()
        assert "reviewer:ada" in session.verdict().rests_on


class TestResume:
    def test_a_fresh_audit_opens_on_the_first_of_the_queue(self, session: ReviewSession) -> None:
        assert session.cursor == 0

    def test_a_reopened_one_opens_on_the_open_unit_after_the_last_decided(self, session: ReviewSession) -> None:
        fourth, fifth = session.order[3], session.order[4]
        session.apply(session.decide(fourth, Status.UNCERTAIN, at=AT, reason="hard"))
        assert reopened(session).current == fifth

    def test_when_all_is_decided_it_opens_on_the_last_decided(self, session: ReviewSession) -> None:
        for unit_id in session.index.unit_ids:
            session.apply(session.decide(unit_id, Status.UNCERTAIN, at=AT, reason="hard"))
        assert reopened(session).current == session.index.unit_ids[-1]


class TestStale:
    def test_a_decision_on_changed_evidence_is_shown_and_never_counted(self, session: ReviewSession) -> None:
        session.apply(session.confirm(REFUTED, at=AT))
        session.apply(session.confirm(PASSED, at=AT))
        document = session.document()
        changed = tuple(
            replace(item, reading="4 + 8 = 13") if item.outcome is Outcome.REFUTED else item
            for item in document.evidence
        )
        again = ReviewSession(replace(document, evidence=changed), reviewer="ada")
        assert again.row(REFUTED).stale
        assert again.row(REFUTED).decided is None
        assert (again.progress().decided, again.progress().stale) == (1, 1)
        assert len(again.detail(REFUTED).stale) == 1
        assert [line.stale for line in again.detail(REFUTED).history] == [True]
        assert again.document().review.events == document.review.events
        again.set_filter("stale")
        assert again.order == [REFUTED]
        again.apply(again.confirm(REFUTED, at=AT))
        assert again.progress().stale == 0
        assert again.progress().decided == 2

    def test_the_hash_covers_words_obligations_premises_and_reports(self, audit: Audit) -> None:
        before = ReviewSession(audit, reviewer="ada").index.seen(REFUTED)
        changes = (
            {"obligations": tuple(replace(o, statement=o.statement + "!") for o in audit.obligations)},
            {"reports": tuple(replace(r, refuted_counts=False) for r in audit.reports)},
            {"evidence": ()},
            {"tree": replace(audit.tree, units=tuple(replace(u, text=u.text + "!") for u in audit.tree.units))},
            {"tree": replace(audit.tree, entries=tuple(replace(e, text=e.text + "!") for e in audit.tree.entries))},
        )
        hashes = {ReviewSession(replace(audit, **change), reviewer="ada").index.seen(REFUTED) for change in changes}
        assert before not in hashes
        assert len(hashes) == len(changes)


class TestSeveralReviewers:
    def test_reviewers_who_disagree_leave_the_unit_uncertain(self, session: ReviewSession) -> None:
        session.apply(session.confirm(PASSED, at=AT))
        bob = reopened(session, "bob")
        bob.apply(bob.decide(PASSED, Status.FLAWED, at=AT, reason="the base case fails"))
        verdict = bob.unit_verdict(PASSED)
        assert verdict.status is Status.UNCERTAIN
        assert "ada says correct, bob says flawed" in verdict.reason

    def test_one_persons_undo_leaves_anothers_decision(self, session: ReviewSession) -> None:
        session.apply(session.confirm(PASSED, at=AT))
        bob = reopened(session, "bob")
        bob.apply(bob.decide(PASSED, Status.FLAWED, at=AT, reason="no"))
        bob.apply(bob.undo(at=AT))
        assert bob.row(PASSED).decided is Status.CORRECT


class ReviewMachine(RuleBasedStateMachine):
    """Any sequence of keys leaves what a plain replay of the events says."""

    def __init__(self) -> None:
        super().__init__()
        self.audit = synthetic_audit(8)
        self.session = ReviewSession(self.audit, reviewer="ada")

    def take(self, event: Event) -> None:
        self.session.apply(event)

    @rule(place=st.integers(0, 7), verdict=st.sampled_from([Status.CORRECT, Status.FLAWED, Status.UNCERTAIN]))
    def decide(self, place: int, verdict: Status) -> None:
        unit = self.session.index.unit_ids[place]
        self.take(self.session.decide(unit, verdict, at=AT, reason="r", fails=Fails.CHECKER))

    @rule(place=st.integers(0, 7))
    def flag(self, place: int) -> None:
        self.take(self.session.flag(self.session.index.unit_ids[place], at=AT))

    @precondition(lambda self: not self.session.why_not_undo())
    @rule()
    def undo(self) -> None:
        self.take(self.session.undo(at=AT))

    @precondition(lambda self: not self.session.why_not_redo())
    @rule()
    def redo(self) -> None:
        self.take(self.session.redo(at=AT))

    @rule(line=st.sampled_from(["", "open", "decided", "flagged", "status:flawed", "risk>40"]), on=st.booleans())
    def filter(self, line: str, on: bool) -> None:
        self.session.set_open_only(on)
        self.session.set_filter(line)

    @invariant()
    def counts_and_verdict_are_those_of_a_replay(self) -> None:
        events = self.session.document().review.events
        standing: list[Event] = []
        undone: list[Event] = []
        for event in events:
            if event.kind == "undo":
                undone.append(standing.pop())
            elif event.kind == "redo":
                standing.append(undone.pop())
            else:
                standing.append(event)
                undone.clear()
        decisions = {event.unit_id: event for event in standing if isinstance(event, DecideEvent)}
        progress = self.session.progress()
        assert progress.decided == len(decisions)
        assert progress.flawed == sum(event.verdict is Status.FLAWED for event in decisions.values())
        machine = self.session.index.machine
        units = {unit: decided_unit(verdict, decisions.get(unit)) for unit, verdict in machine.items()}
        whole = conclude(self.audit.proof.steps, self.audit.tree, self.audit.risks, units)
        assert replace(self.session.verdict(), machine=None) == whole

    @invariant()
    def the_queue_is_what_the_filter_shows(self) -> None:
        session = self.session
        shown = list(session.order)
        cursor = session.current
        session.set_filter(session.query.text)
        assert session.order == shown
        assert session.current == cursor
        assert (cursor is None) == (not shown)


TestReviewMachine = ReviewMachine.TestCase
TestReviewMachine.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
