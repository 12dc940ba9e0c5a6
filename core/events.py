"""What a reviewer does, as append-only events in a hash chain (AUDIT_FORMAT "Events")."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from .tree import UnitId
from .value import value
from .verdict import Status


class Action(StrEnum):
    """How a decision relates to the machine's verdict; ``judge`` where there is none."""

    CONFIRM = "confirm"
    OVERRIDE = "override"
    JUDGE = "judge"


class Depth(StrEnum):
    """How far the reviewer went."""

    READ = "read"
    RECOMPUTED = "recomputed"
    TRUSTED = "trusted"


class Fails(StrEnum):
    """What fails where a reviewer calls correct what a checker refuted."""

    PREMISE = "premise"
    READING = "reading"
    STATEMENT = "statement"
    WITNESS = "witness"
    CHECKER = "checker"


@value
class EventBase:
    """Common to all events. ``seq`` counts from 1; ``prev`` is the hash before it (the review's base for the first);
    ``at`` is RFC 3339 UTC; ``hash`` covers everything else in the event."""

    seq: int
    prev: str
    at: str
    reviewer: str
    hash: str


@value
class DecideEvent(EventBase):
    """A decision on one unit. ``machine`` is the machine's verdict at that time, ``seen`` the hash over all evidence
    shown: if the evidence changes later, the decision is stale. ``witness`` is a preset reason ("" if none)."""

    unit_id: UnitId
    verdict: Status
    action: Action
    depth: Depth
    reason: str
    machine: Status
    seen: str
    witness: str = ""
    fails: Fails | None = None
    kind: Literal["decide"] = "decide"


@value
class UndoEvent(EventBase):
    """Takes back the event ``target`` (a decide, note or flag seq). Nothing is erased."""

    target: int
    kind: Literal["undo"] = "undo"


@value
class RedoEvent(EventBase):
    """Brings back the event ``target`` that an undo took back."""

    target: int
    kind: Literal["redo"] = "redo"


@value
class NoteEvent(EventBase):
    """A note of the reviewer on a unit; the latest stands, "" removes it."""

    unit_id: UnitId
    text: str
    kind: Literal["note"] = "note"


@value
class FlagEvent(EventBase):
    """Marks a unit for later, or takes the mark off."""

    unit_id: UnitId
    on: bool
    kind: Literal["flag"] = "flag"


Event = DecideEvent | UndoEvent | RedoEvent | NoteEvent | FlagEvent
