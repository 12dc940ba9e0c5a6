"""The event chain: each event is bound by its hash to everything before it, and the first to the machine part.

An event's hash is sha256 over "proofsieve/event/v1", a NUL byte, and the RFC 8785 form of the event without its hash.
The base is the same over "proofsieve/base/v1" and the audit without ``NOT_MACHINE``: what people decide and sign, what
follows from it, and host facts may change while the machine part under review may not.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ..audit import Audit, Review
from ..errors import AuditFileError
from ..events import Event, EventBase
from .jsonform import compact, without

EVENT_DOMAIN = b"proofsieve/event/v1\0"
BASE_DOMAIN = b"proofsieve/base/v1\0"

NOT_MACHINE = ("review", "verdict", "timings", "signoffs", "supersedes")
"""The fields of an audit that are no part of the machine part."""

E = TypeVar("E", bound=EventBase)

UTC_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", re.ASCII)


def review_base(audit: Audit) -> str:
    """The hash (64 hex digits) of the machine part of ``audit``. Raises ValueError for what JSON cannot hold."""
    return hashlib.sha256(BASE_DOMAIN + compact(without(audit, *NOT_MACHINE))).hexdigest()


def base_of_document(document: Mapping[str, Any]) -> str:
    """``review_base`` of an audit that is at hand as JSON, without making its values again."""
    machine = {name: part for name, part in document.items() if name not in NOT_MACHINE}
    return hashlib.sha256(BASE_DOMAIN + compact(machine)).hexdigest()


def begin_review(audit: Audit) -> Audit:
    """``audit`` with an empty chain on its own machine part. Raises ValueError where it already holds events."""
    if audit.review.events:
        raise ValueError("the audit holds events; a new base would break their chain")
    base = review_base(audit)
    return replace(audit, review=Review(base=base, events=(), head=base))


def event_hash(event: EventBase) -> str:
    """The hash that ``event`` must carry, from everything else in it."""
    return hashlib.sha256(EVENT_DOMAIN + compact(without(event, "hash"))).hexdigest()


def make_event(cls: type[E], *, prev: str, seq: int, at: str, reviewer: str, **payload: Any) -> E:
    """An event of kind ``cls`` sealed onto the hash ``prev``.

    ``seq`` is 1 for the first event, whose ``prev`` is the review's base; ``at`` RFC 3339 UTC with "Z". Raises
    ValueError for another form of ``at`` or ``seq`` below 1. Clocks may go backwards: the order is the chain's.
    """
    draft = cls(seq=seq, prev=prev, at=at, reviewer=reviewer, hash="", **payload)
    fault = _form_fault(draft)
    if fault is not None:
        raise ValueError(fault)
    return replace(draft, hash=event_hash(draft))


def verify(review: Review) -> None:
    """Raise AuditFileError naming the seq of the first event that breaks the chain, or a head that is not its end."""
    head = _linked(review.base, 0, review.events)
    if head != review.head:
        raise AuditFileError(
            f"the chain of {len(review.events)} events ends at {short(head)}, but the head says {short(review.head)}: "
            "events were cut off or added",
            where="review.head",
        )


def extend(review: Review, events: Iterable[Event]) -> Review:
    """``review`` with ``events`` appended. Raises AuditFileError naming the first that does not follow."""
    added = tuple(events)
    head = _linked(review.head, len(review.events), added)
    return replace(review, events=(*review.events, *added), head=head)


def link_fault(event: EventBase, *, head: str, seq: int) -> str | None:
    """Why ``event`` does not follow the event ``seq`` (0: none yet) with hash ``head``; None if it does."""
    if event.seq != seq + 1:
        return f"event {event.seq} stands where event {seq + 1} belongs"
    if event.prev != head:
        return f"event {event.seq} follows {short(event.prev)}, but what stands before it is {short(head)}"
    fault = _form_fault(event)
    if fault is not None:
        return f"event {event.seq}: {fault}"
    if event.hash != event_hash(event):
        return f"event {event.seq} was changed: its hash does not match its content"
    return None


def short(digest: str) -> str:
    """The first digits of a hash, enough for a person to compare."""
    return repr(digest[:12])[1:-1]


def _linked(head: str, seq: int, events: Iterable[Event]) -> str:
    """The head after ``events``, each checked against the one before."""
    for event in events:
        fault = link_fault(event, head=head, seq=seq)
        if fault is not None:
            raise AuditFileError(f"the event chain is broken: {fault}", where="review.events")
        head, seq = event.hash, event.seq
    return head


def _form_fault(event: EventBase) -> str | None:
    if event.seq < 1:
        return "seq counts from 1"
    if not UTC_TIME.fullmatch(event.at):
        return f"the time {event.at[:40]!r} is not RFC 3339 UTC (as 2026-01-31T09:30:00Z)"
    return None
