"""What a reviewer does, as append-only events in a hash chain (AUDIT_FORMAT "Events")."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from .conventions.convention import Convention
from .evidence import Evidence, Statement
from .faithfulness import Report
from .tree import UnitId
from .value import value
from .verdict import Status

MAX_STATEMENT = 20_000
"""Code points of a statement, its premises or the like that a reviewer writes."""
MAX_RECHECKED = 200
"""Pieces of evidence in one recheck."""


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
    """Takes back the event ``target`` (the seq of a decide, note, flag, edit or of one on a convention). Nothing is
    erased."""

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


@value
class EditStatementEvent(EventBase):
    """A statement as the reviewer writes it, for an obligation of the unit, with the body of its proof ("" if none) and
    the report of the gate, in which the reviewer is the only judge.

    It stands beside the statements of the machine and in place of the one that the same reviewer wrote for the same
    obligation before: what speaks against a unit is not edited away.
    """

    unit_id: UnitId
    statement: Statement
    proof: str
    report: Report
    kind: Literal["edit_statement"] = "edit_statement"


@value
class RecheckEvent(EventBase):
    """What checkers answered when statements of the unit were run again. It replaces earlier answers of the same
    checker on the same statement and branch in what counts, and cannot be taken back: the answers stay in view."""

    unit_id: UnitId
    evidence: tuple[Evidence, ...]
    kind: Literal["recheck"] = "recheck"


@value
class RaiseConventionEvent(EventBase):
    """A question about the text that a reviewer asks, or asks again after it was withdrawn, with what depends on it."""

    convention: Convention
    kind: Literal["raise_convention"] = "raise_convention"


@value
class SettleConventionEvent(EventBase):
    """A reviewer's answer: the reading enters Γ of every obligation that depends on the convention."""

    convention_id: str
    reading: str
    why: str
    kind: Literal["settle_convention"] = "settle_convention"


@value
class WithdrawConventionEvent(EventBase):
    """The question does not matter here, and why: nothing waits for it any more."""

    convention_id: str
    why: str
    kind: Literal["withdraw_convention"] = "withdraw_convention"


ConventionEvent = RaiseConventionEvent | SettleConventionEvent | WithdrawConventionEvent
UnitEvent = DecideEvent | NoteEvent | FlagEvent | EditStatementEvent | RecheckEvent
"""What is about one unit."""
Event = (
    DecideEvent
    | UndoEvent
    | RedoEvent
    | NoteEvent
    | FlagEvent
    | EditStatementEvent
    | RecheckEvent
    | RaiseConventionEvent
    | SettleConventionEvent
    | WithdrawConventionEvent
)
Reversible = (
    DecideEvent
    | NoteEvent
    | FlagEvent
    | EditStatementEvent
    | RaiseConventionEvent
    | SettleConventionEvent
    | WithdrawConventionEvent
)
"""What an undo can take back."""
