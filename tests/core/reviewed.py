"""Audits with review events, for the tests of the file, the chain and the journal."""

from __future__ import annotations

from dataclasses import replace

from proofsieve.core.audit import Audit
from proofsieve.core.events import Action, DecideEvent, Depth, Event, FlagEvent, NoteEvent, RedoEvent, UndoEvent
from proofsieve.core.record import chain
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


def one_of_each(audit: Audit) -> Audit:
    """``audit`` with an event of every kind."""
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
    ]
    for cls, payload in drafts:
        event = chain.make_event(
            cls, prev=audit.review.head, seq=len(audit.review.events) + 1, at=AT, reviewer="ann", **payload
        )
        audit = with_event(audit, event)
    return audit
