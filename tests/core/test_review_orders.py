"""Questions asked, answered, withdrawn, taken back and brought back in any order, by two people: what was seen while
the events came is what a file of them says, and no premise ever stands for two different answers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.compose import audit_proof
from proofsieve.core.advice import Difficulty, ErrorType, LocalReview, Opinion
from proofsieve.core.audit import Audit, Settings
from proofsieve.core.conventions import Convention, Raiser, Reading, Standing, from_registry, own_convention
from proofsieve.core.errors import IllegalDecision
from proofsieve.core.events import Event
from proofsieve.core.evidence import Outcome
from proofsieve.core.readers import read_bytes
from proofsieve.core.rechecking import Answered, evidence_of, stale_questions
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.record.consistency import first_inconsistency
from proofsieve.core.record.standing import verdict_of
from proofsieve.core.review import ReviewSession
from proofsieve.core.verdict import Status

AT = "2026-11-30T12:00:00Z"
NATURALS = """Problem: Show that for every natural number $n$ we have $n^2 + n \\ge 2$.

Proof:

1. Let $n$ be a natural number.
2. Then $n \\ge 1$, hence $n^2 \\ge 1$. Note that $1 + 1 = 2$.
3. Therefore $n^2 + n \\ge 1 + 1 = 2$.
"""
COMPUTED = "Problem: Show that $2 + 2$ is even.\n\nProof:\n\n1. We have $2 = 1 + 1$.\n2. Then $2 + 2 = 4$.\n"


@cache
def audited(text: str) -> Audit:
    return audit_proof(read_bytes(text.encode(), "proof.md"), Settings())


def own(audit: Audit, wording: int) -> Convention:
    """Two questions of a person's own with one name; what they ask, and what depends on them, differs."""
    return own_convention(
        id="pairs",
        question=f"Which pairs are meant? ({wording})",
        readings=(
            Reading(id="yes", label="yes", consequence=f"the pairs of sort {wording}"),
            Reading(id="no", label="no", consequence=f"no pair of sort {wording}"),
        ),
        raised_by=Raiser.REVIEWER,
        raiser="ann",
        obligations=tuple(owed.id for owed in audit.obligations[wording:]),
    )


def event_of(session: ReviewSession, what: int, which: int) -> Event | None:
    """An event that the session can make now; None where the rules of the review refuse it."""
    audit, asked = session.index.audit, session.conventions()
    units = session.index.unit_ids
    unit_id = units[which % len(units)]
    one = asked[which % len(asked)] if asked else None
    try:
        match what:
            case 0 | 1 | 2 if one is not None:
                return session.settle(one.id, one.readings[(which + what) % len(one.readings)].id, at=AT)
            case 3 if one is not None:
                return session.withdraw(one.id, at=AT, why="it does not matter")
            case 4 if one is not None:
                return session.raise_convention(
                    replace(one, history=(), settlement=None, standing=Standing.OPEN), at=AT
                )
            case 5:
                return session.raise_convention(own(audit, which % 2), at=AT)
            case 6:
                row = from_registry("subset_proper", [audit.obligations[0].id], raised_by=Raiser.REVIEWER, raiser="ann")
                return session.raise_convention(row, at=AT)
            case 7 | 8:
                return session.undo(at=AT)
            case 9 | 10:
                return session.redo(at=AT)
            case 11 | 12:
                questions = stale_questions(session, unit_id)
                evidence = evidence_of([Answered(question=asked, now=asked.was) for asked in questions])
                return session.recheck(unit_id, evidence, at=AT) if evidence else None
            case 13 | 14:
                return session.decide(unit_id, Status.CORRECT, at=AT, reason="I read it")
            case _:
                return None
    except IllegalDecision:
        return None


def shown(session: ReviewSession) -> object:
    """Everything of a review that does not belong to its reviewer."""
    units = session.index.unit_ids
    return (
        session.verdict(),
        session.conventions(),
        session.progress(),
        [session.row(unit_id) for unit_id in units],
        [session.index.laid(unit_id) for unit_id in units],
        [session.detail(unit_id).stale for unit_id in units],
    )


Steps = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 14), st.integers(0, 5)), min_size=4, max_size=24)


@settings(max_examples=40, deadline=None)
@example(text=COMPUTED, steps=[(0, 5, 0), (0, 7, 0), (1, 5, 1), (1, 0, 0), (0, 9, 0), (0, 13, 0), (0, 7, 0)])
@example(text=COMPUTED, steps=[(0, 5, 0), (0, 0, 0), (1, 13, 0), (0, 7, 0), (0, 7, 0), (0, 5, 1), (0, 0, 0)])
@given(text=st.sampled_from([NATURALS, COMPUTED]), steps=Steps)
def test_in_any_order_what_is_seen_is_what_the_file_says(text: str, steps: list[tuple[int, int, int]]) -> None:
    audit = audited(text)
    sessions = [ReviewSession(audit, reviewer=name) for name in ("ann", "bob")]
    meant: dict[str, object] = {}
    for who, what, which in steps:
        event = event_of(sessions[who], what, which)
        if event is None:
            continue
        for session in sessions:
            session.apply(event)
        seen = shown(sessions[0])
        assert shown(sessions[1]) == seen
        document = sessions[who].document()
        assert first_inconsistency(document) is None
        assert shown(ReviewSession(document, reviewer="ann")) == seen
        assert verdict_of(document) == sessions[0].verdict()
        for convention in sessions[0].conventions():
            if convention.premise:
                meaning = (convention.question, convention.readings)
                assert meant.setdefault(convention.premise, meaning) == meaning
            for unit_id in sessions[0].index.asked.units(convention):
                if convention.standing is Standing.OPEN:
                    assert sessions[0].unit_verdict(unit_id).status is not Status.CORRECT
        for unit_id in audit.tree.unit_by_id:
            verdict, readings = sessions[0].unit_verdict(unit_id), sessions[0].index.asked.of(unit_id)
            refuted = any(item.outcome is Outcome.REFUTED for item in readings.decided)
            assert refuted or "under" not in verdict.reason or verdict.status is not Status.FLAWED
            if verdict.status is Status.CORRECT:
                named = {ground for ground in verdict.rests_on if ground.startswith("convention:")}
                assert named == {f"convention:{premise}" for premise in readings.under}
    document = sessions[0].document()
    again = load_audit_bytes(dump_audit(document), where="x")
    assert shown(ReviewSession(again, reviewer="ann")) == shown(sessions[0])


def both(audit: Audit) -> tuple[ReviewSession, ReviewSession]:
    return ReviewSession(audit, reviewer="ann"), ReviewSession(audit, reviewer="bob")


def done(event: Event, *sessions: ReviewSession) -> None:
    for session in sessions:
        session.apply(event)


def test_an_answer_does_not_answer_another_question_that_gets_its_name_back() -> None:
    audit = audited(COMPUTED)
    ann, bob = both(audit)
    done(ann.raise_convention(own(audit, 0), at=AT), ann, bob)
    done(ann.undo(at=AT), ann, bob)
    done(bob.raise_convention(own(audit, 1), at=AT), ann, bob)
    done(bob.settle("pairs", "yes", at=AT), ann, bob)
    done(ann.redo(at=AT), ann, bob)
    (asked,) = ann.conventions()
    assert (asked.question, asked.standing) == (own(audit, 0).question, Standing.OPEN)
    done(ann.undo(at=AT), ann, bob)
    (asked,) = ann.conventions()
    assert (asked.question, asked.premise) == (own(audit, 1).question, "pairs = yes (1)")


def test_decisions_under_an_answer_that_was_taken_back_are_stale_under_the_next_of_the_same_words() -> None:
    audit = audited(COMPUTED)
    ann, bob = both(audit)
    done(ann.raise_convention(own(audit, 0), at=AT), ann, bob)
    done(ann.settle("pairs", "yes", at=AT), ann, bob)
    for unit_id in bob.index.unit_ids:
        done(bob.decide(unit_id, Status.CORRECT, at=AT, reason="I read it"), ann, bob)
    assert ann.progress().stale == 0
    done(ann.undo(at=AT), ann, bob)
    done(ann.undo(at=AT), ann, bob)
    done(ann.raise_convention(own(audit, 1), at=AT), ann, bob)
    done(ann.settle("pairs", "yes", at=AT), ann, bob)
    (asked,) = ann.conventions()
    assert asked.premise == "pairs = yes (2)"
    assert all(ann.row(unit_id).stale for unit_id in ann.index.unit_ids)


def test_what_a_model_said_before_the_answer_counts_for_no_reading() -> None:
    audit = audited(NATURALS)
    (asked,) = audit.conventions.found
    unit_id = next(
        owed.unit_id
        for owed in audit.obligations
        if owed.id in asked.dependents and not any(s.obligation_id == owed.id for s in audit.statements)
    )
    review = LocalReview(
        unit_id=unit_id,
        verdict=Status.CORRECT,
        error_type=ErrorType.NONE,
        reason="so it seems",
        should_formalize=False,
        difficulty=Difficulty.EASY,
        by="model",
        call="c1",
    )
    flawed = replace(
        review,
        verdict=Status.FLAWED,
        error_type=ErrorType.FALSE_STATEMENT,
        witness="n = 0",
        second=Opinion(by="other", call="c2", agrees=True, reason="0"),
    )
    for said, before in ((review, Status.UNCERTAIN), (flawed, Status.FLAWED)):
        session = ReviewSession(replace(audit, advice=replace(audit.advice, reviews=(said,))), reviewer="ann")
        assert session.unit_verdict(unit_id).status is before
        session.apply(session.settle(asked.id, "from_1", at=AT))
        verdict = session.unit_verdict(unit_id)
        assert verdict.status is Status.UNCERTAIN
        assert "without knowing that nat_starts_at = from_1 (1)" in verdict.reason
        session.apply(session.undo(at=AT))
        assert session.unit_verdict(unit_id).status is before
        session.apply(session.withdraw(asked.id, at=AT, why="it does not matter"))
        assert session.unit_verdict(unit_id).status is said.verdict


def test_a_checker_that_fails_its_canaries_decides_nothing_under_a_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wrong(self: NumericChecker) -> str:
        return "a canary passed that must not"

    monkeypatch.setattr(NumericChecker, "canaries", wrong)
    audit = audit_proof(read_bytes(NATURALS.encode(), "proof.md"), Settings())
    assert audit.conventions.checks
    assert audit.conventions.evidence == ()
