"""Audits with review events, for the tests of the file, the chain and the journal."""

from __future__ import annotations

from dataclasses import replace

from proofsieve.core.audit import Audit
from proofsieve.core.events import (
    Action,
    DecideEvent,
    Depth,
    EditStatementEvent,
    Event,
    FlagEvent,
    NoteEvent,
    RecheckEvent,
    RedoEvent,
    UndoEvent,
)
from proofsieve.core.evidence import (
    Branch,
    Evidence,
    Kind,
    Language,
    Outcome,
    Statement,
    Strength,
    make_evidence,
    make_statement,
)
from proofsieve.core.faithfulness import Judge, JudgeKind, LintReport, Report, report_for
from proofsieve.core.faithfulness.slots import Comparison
from proofsieve.core.record import chain
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import synthetic_audit

AT = "2026-01-31T09:30:00Z"


def fresh_audit(units: int = 12, *, hostile: str = "") -> Audit:
    """An audit that nobody has reviewed, on its own base."""
    return chain.begin_review(synthetic_audit(units, hostile=hostile))


def note(audit: Audit, text: str = "look here", *, unit: str = "u001", at: str = AT) -> NoteEvent:
    """A note that follows the last event of ``audit``."""
    return note_after(audit.review.head, len(audit.review.events), text, unit=unit, at=at)


def note_after(head: str, seq: int, text: str = "look here", *, unit: str = "u001", at: str = AT) -> NoteEvent:
    """A note that follows the event ``seq`` with hash ``head``."""
    return chain.make_event(
        NoteEvent, prev=head, seq=seq + 1, at=at, reviewer="ann@example.org", unit_id=UnitId(unit), text=text
    )


def with_event(audit: Audit, event: Event) -> Audit:
    """``audit`` with one more event."""
    return replace(audit, review=chain.extend(audit.review, [event]))


def with_notes(audit: Audit, count: int) -> Audit:
    """``audit`` with ``count`` more notes."""
    for number in range(count):
        audit = with_event(audit, note(audit, f"note {number}"))
    return audit


def written(audit: Audit, unit: str = "u001", text: str = "theorem t : 1 + 1 = 2") -> Statement:
    """A statement that a reviewer writes for the first obligation of a unit."""
    owed = next(obligation for obligation in audit.obligations if obligation.unit_id == unit)
    return make_statement(obligation_id=owed.id, language=Language.LEAN, text=text, provenance="reviewer")


def report_by(
    statement: Statement, comparison: Comparison | None = None, *, reviewer: str = "ann", said: str = "the same"
) -> Report:
    """The gate's report of a statement that ``reviewer`` compared with its obligation, if at all."""
    return report_for(
        statement,
        LintReport(findings=(), unknown=(), parsed=True),
        comparison=comparison,
        judges=(Judge(name=reviewer, kind=JudgeKind.PERSON, said=said),) if comparison else (),
    )


def answer(
    statement: Statement,
    outcome: Outcome = Outcome.PASSED,
    *,
    checker: str = "lean",
    branch: Branch = Branch.CLAIM,
    artifact: str = "by rfl",
    why: str = "",
) -> Evidence:
    """What a checker answers on a statement."""
    inconclusive = outcome is Outcome.INCONCLUSIVE
    return make_evidence(
        statement,
        branch,
        checker=checker,
        checker_version="1",
        outcome=outcome,
        kind=Kind.TIMEOUT if inconclusive else None,
        strength=None if inconclusive else Strength.KERNEL,
        artifact=artifact,
        why=why,
    )


def one_of_each(audit: Audit) -> Audit:
    """``audit`` with an event of every kind."""
    statement = written(audit)
    drafts: list[tuple[type, dict[str, object]]] = [
        (
            DecideEvent,
            {
                "unit_id": UnitId("u001"),
                "verdict": Status.FLAWED,
                "action": Action.JUDGE,
                "depth": Depth.READ,
                "reason": "n is not even ∀",
                "machine": Status.NOT_CHECKED,
                "seen": "0" * 64,
            },
        ),
        (NoteEvent, {"unit_id": UnitId("u001"), "text": "two\nlines"}),
        (FlagEvent, {"unit_id": UnitId("u002"), "on": True}),
        (UndoEvent, {"target": 1}),
        (RedoEvent, {"target": 1}),
        (
            EditStatementEvent,
            {
                "unit_id": UnitId("u001"),
                "statement": statement,
                "proof": "by rfl",
                "report": report_by(statement),
            },
        ),
        (RecheckEvent, {"unit_id": UnitId("u001"), "evidence": (answer(statement),)}),
    ]
    for cls, payload in drafts:
        event = chain.make_event(
            cls, prev=audit.review.head, seq=len(audit.review.events) + 1, at=AT, reviewer="ann", **payload
        )
        audit = with_event(audit, event)
    return with_verdict(audit)
