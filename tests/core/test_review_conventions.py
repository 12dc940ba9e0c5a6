"""Settling what a text leaves open: exactly its dependents are stale, each reading has its verdict, nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from proofsieve.compose import audit_proof
from proofsieve.core.audit import Audit, Settings
from proofsieve.core.conventions import (
    Convention,
    Raiser,
    Reading,
    Standing,
    from_registry,
    own_convention,
    settled,
)
from proofsieve.core.errors import AuditFileError, IllegalDecision
from proofsieve.core.events import Event
from proofsieve.core.evidence import Outcome
from proofsieve.core.readers import read_bytes
from proofsieve.core.rechecking import Answered, evidence_of, stale_questions
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.record.consistency import first_inconsistency
from proofsieve.core.record.standing import verdict_of, with_verdict
from proofsieve.core.review import ReviewSession
from proofsieve.core.summary import exit_code
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
AT = "2026-11-30T12:00:00Z"
NATURALS = """Problem: Show that for every natural number $n$ we have $n^2 + n \\ge 2$.

Proof:

1. Let $n$ be a natural number.
2. Then $n \\ge 1$, hence $n^2 \\ge 1$.
3. Therefore $n^2 + n \\ge 1 + 1 = 2$.
"""
CASES = {
    "pf27_zero_natural.md": ("nat_starts_at", "from_1", "from_0", "s2", "n = 0"),
    "pf30_domain.md": ("number_domain", "integer", "real", "s2", "1/2"),
    "pf31_cube_root.md": ("odd_root", "real", "principal", "s4", "1 + i√3"),
}


@cache
def audited(text: str) -> Audit:
    return audit_proof(read_bytes(text.encode(), "proof.md"), Settings())


def numbered(convention: Convention, number: int) -> Convention:
    assert convention.settlement is not None
    return replace(convention, settlement=replace(convention.settlement, number=number))


def session_on(audit: Audit, reviewer: str = "ann") -> ReviewSession:
    return ReviewSession(audit, reviewer=reviewer)


def do(session: ReviewSession, event: Event) -> tuple[UnitId, ...]:
    session.apply(event)
    document = session.document()
    assert first_inconsistency(document) is None
    return session.changed


def judged_correct(session: ReviewSession) -> None:
    """A reviewer calls every unit correct that is not flawed."""
    for unit_id in session.index.unit_ids:
        if not session.decisions(unit_id) and session.unit_verdict(unit_id).status is not Status.FLAWED:
            session.apply(session.decide(unit_id, Status.CORRECT, at=AT, reason="I read it"))


def again(session: ReviewSession) -> set[str]:
    """Ask again what is stale, as a checker that answers the same; the obligations that were asked about."""
    asked: set[str] = set()
    for unit_id in session.changed:
        questions = stale_questions(session, unit_id)
        asked |= {question.statement.obligation_id for question in questions}
        evidence = evidence_of([Answered(question=q, now=q.was) for q in questions])
        if evidence:
            session.apply(session.recheck(unit_id, evidence, at=AT))
    return asked


@pytest.mark.data
@pytest.mark.parametrize("name", CASES)
def test_each_reading_of_a_published_case_has_its_verdict(name: str, data_dir: Path) -> None:
    convention, harmless, harmful, step, witness = CASES[name]
    audit = audited((data_dir / "cases" / "files" / "proofs" / name).read_text(encoding="utf-8"))
    (asked,) = [one for one in audit.conventions.found if one.standing is Standing.OPEN]
    assert asked.id == convention
    assert (audit.verdict.status, exit_code(audit)) == (Status.UNCERTAIN, 3)

    session = session_on(audit)
    do(session, session.settle(convention, harmful, at=AT))
    assert session.verdict().first_error == step
    assert witness in session.verdict().reason
    assert any(basis.startswith(f"convention:{convention} = {harmful}") for basis in session.verdict().rests_on)
    assert exit_code(session.document()) == 1

    session = session_on(audit)
    judged_correct(session)
    assert session.verdict().status is Status.UNCERTAIN, "whoever calls it correct, the question waits for an answer"
    do(session, session.settle(convention, harmless, at=AT))
    again(session)
    assert session.verdict().status is Status.UNCERTAIN, "what was decided before the answer is stale"
    judged_correct(session)
    assert session.verdict().status is Status.CORRECT
    assert f"under {convention} = {harmless}" in session.verdict().reason
    assert load_audit_bytes(dump_audit(session.document()), where="x").verdict == session.verdict()


@pytest.mark.parametrize("name", ["last-digit-six.md", "cubic-quotient.md", "mediant.md"])
def test_our_own_examples_ask_and_re_check_exactly_the_dependents(name: str) -> None:
    audit = audited((EXAMPLES / name).read_text(encoding="utf-8"))
    (asked,) = [one for one in audit.conventions.found if one.standing is Standing.OPEN]
    assert audit.verdict.status is Status.UNCERTAIN
    for reading in asked.readings:
        session = session_on(audit)
        effect = next(one for one in session.effects(asked.id) if one.reading == reading.id)
        changed = do(session, session.settle(asked.id, reading.id, at=AT))
        owners = {owed.id: owed.unit_id for owed in audit.obligations}
        assert set(changed) == {owners[name] for name in asked.dependents}
        stated = {s.obligation_id for s in audit.statements} | {
            c.obligation_id for c in audit.conventions.checks if c.reading == reading.id and c.convention_id == asked.id
        }
        assert again(session) == set(effect.stale) & stated, "nothing else runs"
        refuted = [flip for flip in effect.flips if flip.outcome is Outcome.REFUTED]
        assert (session.verdict().status is Status.FLAWED) == bool(refuted)
        if refuted:
            assert session.verdict().first_error == effect.first_flawed


def test_a_decision_from_before_is_stale_and_current_again_when_the_answer_is_taken_back() -> None:
    session = session_on(audited(NATURALS))
    (asked,) = session.conventions()
    judged_correct(session)
    before, decided = session.verdict(), session.progress().decided
    do(session, session.settle(asked.id, "from_1", at=AT, why="section 1 says so"))
    assert session.progress().stale == len(session.changed) > 0
    do(session, session.undo(at=AT))
    assert session.progress().stale == 0
    assert session.progress().decided == decided
    assert session.verdict() == before
    do(session, session.redo(at=AT))
    assert session.progress().stale > 0
    assert [event.kind for event in session.document().review.events][-3:] == ["settle_convention", "undo", "redo"]


def test_evidence_from_before_counts_again_after_a_re_check_and_no_longer_under_another_answer() -> None:
    audit = audited("Problem: Show that $2$ is even.\n\nProof:\n\n1. We have $2 = 1 + 1$.\n")
    unit_id = next(owed.unit_id for owed in audit.obligations if owed.id == audit.statements[0].obligation_id)
    asked = from_registry("nat_starts_at", [audit.statements[0].obligation_id], raised_by=Raiser.REVIEWER, raiser="ann")
    session = session_on(audit)
    do(session, session.raise_convention(asked, at=AT))
    assert session.unit_verdict(unit_id).status is Status.UNCERTAIN
    do(session, session.settle(asked.id, "from_1", at=AT))
    name = audit.statements[0].id
    assert session.index.evidence(name) == ()
    assert session.detail(unit_id).obligations[0].statements[0].replaced == session.index.machine_evidence(name)
    again(session)
    assert session.index.evidence(name) == session.index.machine_evidence(name)
    do(session, session.settle(asked.id, "from_0", at=AT))
    assert session.index.evidence(name) == ()
    do(session, session.undo(at=AT))
    assert session.index.evidence(name) == session.index.machine_evidence(name)


def test_withdrawing_and_asking_again_are_acts_on_one_convention() -> None:
    session = session_on(audited(NATURALS))
    (asked,) = session.conventions()
    with pytest.raises(IllegalDecision, match="needs a reason"):
        session.withdraw(asked.id, at=AT, why=" ")
    do(session, session.settle(asked.id, "from_1", at=AT))
    judged_correct(session)
    assert session.verdict().status is Status.CORRECT
    do(session, session.withdraw(asked.id, at=AT, why="the statement is for n ≥ 1"))
    assert session.convention(asked.id).standing is Standing.WITHDRAWN  # type: ignore[union-attr]
    assert session.progress().stale > 0, "they rested on the answer"
    with pytest.raises(IllegalDecision, match="withdrawn"):
        session.settle(asked.id, "from_1", at=AT)
    do(session, session.raise_convention(replace(asked, history=(), settlement=None), at=AT))
    (now,) = session.conventions()
    assert (now.id, now.standing) == (asked.id, Standing.OPEN)
    do(session, session.settle(asked.id, "from_1", at=AT))
    (now,) = session.conventions()
    assert now.premise == "nat_starts_at = from_1 (2)", "evidence under the first answer does not count for the second"
    assert session.verdict().status is not Status.CORRECT


def test_withdrawing_alone_frees_what_waited_and_a_review_that_is_read_again_says_the_same() -> None:
    audit = audited("Problem: Show that $2$ is even.\n\nProof:\n\n1. We have $2 = 1 + 1$.\n")
    asked = from_registry("nat_starts_at", [audit.statements[0].obligation_id], raised_by=Raiser.TEXT, raiser="rule")
    audit = with_verdict(replace(audit, conventions=replace(audit.conventions, found=(asked,))))
    unit_id = next(owed.unit_id for owed in audit.obligations if owed.id == audit.statements[0].obligation_id)
    session = session_on(audit)
    assert session.unit_verdict(unit_id).status is Status.UNCERTAIN
    do(session, session.withdraw(asked.id, at=AT, why="no natural number is meant"))
    assert session.unit_verdict(unit_id).status is Status.CORRECT
    assert verdict_of(session.document()) == session.verdict()
    do(session, session.undo(at=AT))
    assert session.unit_verdict(unit_id).status is Status.UNCERTAIN
    assert verdict_of(session.document()) == session.verdict()


def test_a_question_of_ones_own_is_asked_and_settled() -> None:
    audit = audited(NATURALS)
    own = own_convention(
        id="order_of_pairs",
        question="Are pairs ordered here?",
        readings=(
            Reading(id="yes", label="yes", consequence="(a, b) ≠ (b, a)"),
            Reading(id="no", label="no", consequence="{a, b}"),
        ),
        raised_by=Raiser.REVIEWER,
        raiser="ann",
        obligations=(audit.obligations[-1].id,),
    )
    session = session_on(audit)
    do(session, session.raise_convention(own, at=AT))
    with pytest.raises(IllegalDecision, match="asked already"):
        session.raise_convention(own, at=AT)
    with pytest.raises(IllegalDecision, match="the readings are yes, no"):
        session.settle(own.id, "maybe", at=AT)
    assert do(session, session.settle(own.id, "yes", at=AT)) == (audit.obligations[-1].unit_id,)
    document = session.document()
    assert load_audit_bytes(dump_audit(document), where="x") == document


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda c: replace(c, id="Nat ᴇ"), "a convention's name is small letters"),
        (lambda c: replace(c, readings=c.readings[:1]), "2 to 8 different readings"),
        (lambda c: replace(c, affected=(replace(c.affected[0], obligations=("o999.9",)),)), "no obligation 'o999.9'"),
        (lambda c: replace(c, standing=Standing.SETTLED), "exactly a settled convention has one"),
        (lambda c: replace(c, standing=Standing.WITHDRAWN), "does not stand as its history leaves it"),
        (lambda c: replace(c, history=settled(c, "from_1", by="x").history * 100_000), "100,000 acts; at most 1,000"),
        (lambda c: replace(c, default="perhaps"), "no reading 'perhaps'"),
        (lambda c: replace(c, affected=c.affected * 2), "a reading stands there twice"),
        (lambda c: replace(settled(c, "from_1", by="text"), history=()), "does not stand as its history leaves it"),
        (lambda c: replace(settled(c, "from_1", by="text"), standing=Standing.OPEN, settlement=None), "its history"),
        (lambda c: numbered(settled(c, "from_1", by="text"), 2), "does not stand as its history leaves it"),
        (lambda c: replace(settled(replace(c, id="other"), "from_1", by="x"), id=c.id), "an act on another"),
    ],
)
def test_a_file_whose_conventions_do_not_fit_is_refused(change: object, complaint: str) -> None:
    audit = audited(NATURALS)
    (asked,) = audit.conventions.found
    wrong = change(asked)  # type: ignore[operator]
    assert isinstance(wrong, Convention)
    broken = replace(audit, conventions=replace(audit.conventions, found=(wrong,), checks=(), evidence=()))
    assert complaint in (first_inconsistency(broken) or "")
    with pytest.raises(AuditFileError):
        load_audit_bytes(dump_audit(broken), where="x")


def test_a_proof_that_states_its_convention_raises_no_question() -> None:
    audit = audited(NATURALS.replace("Proof:\n", "Proof:\n\nWe write $\\mathbb{N} = \\{1, 2, \\dots\\}$.\n", 1))
    assert [one for one in audit.conventions.found if one.standing is Standing.OPEN] == []


def test_a_profile_answers_what_the_text_leaves_open_and_is_recorded() -> None:
    audit = audit_proof(
        read_bytes(NATURALS.encode(), "proof.md"), Settings(profile="house", readings=(("nat_starts_at", "from_0"),))
    )
    (settled,) = audit.conventions.found
    assert settled.settlement is not None
    assert settled.settlement.by == "profile:house"
    assert audit.verdict.first_error == "s2"
    assert exit_code(audit) == 1
    assert load_audit_bytes(dump_audit(audit), where="x") == audit
