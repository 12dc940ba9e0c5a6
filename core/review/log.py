"""What a chain of review events amounts to: which decisions, notes, flags and edits stand, what undo would take back.

Nothing is erased. An undo takes one earlier event back, a redo brings it back; what stands of a unit is the latest
event of each kind that is not taken back.
"""

from __future__ import annotations

from collections import defaultdict

from ..events import (
    ConventionEvent,
    DecideEvent,
    EditStatementEvent,
    Event,
    FlagEvent,
    NoteEvent,
    RaiseConventionEvent,
    RecheckEvent,
    RedoEvent,
    Reversible,
    UndoEvent,
    UnitEvent,
)
from ..tree import UnitId


class ReviewLog:
    """The events of a review in order, folded as they come.

    ``reviewer`` is the person at the screen: only their own events can be undone here, whoever else is in the chain.
    """

    def __init__(self, reviewer: str, events: tuple[Event, ...] = ()) -> None:
        self.reviewer = reviewer
        self.events: list[Event] = []
        self._reversible: dict[int, Reversible] = {}
        self._of_unit: dict[UnitId, list[UnitEvent]] = defaultdict(list)
        self._on_conventions: list[ConventionEvent] = []
        self._undone: set[int] = set()
        self._undo: list[int] = []
        self._redo: list[int] = []
        for event in events:
            self.apply(event)

    def apply(self, event: Event) -> UnitId | None:
        """Fold the next event in; returns the unit it changes (None where it names nothing that exists)."""
        self.events.append(event)
        mine = event.reviewer == self.reviewer
        if isinstance(event, UndoEvent | RedoEvent):
            target = self._reversible.get(event.target)
            if target is None:
                return None
            if isinstance(event, UndoEvent):
                self._undone.add(target.seq)
                self._move(target.seq, self._undo, self._redo, keep=mine)
            else:
                self._undone.discard(target.seq)
                self._move(target.seq, self._redo, self._undo, keep=mine)
            return None if isinstance(target, ConventionEvent) else target.unit_id
        if isinstance(event, ConventionEvent):
            self._on_conventions.append(event)
            self._reversed(event, mine=mine)
            return None
        self._of_unit[event.unit_id].append(event)
        if isinstance(event, RecheckEvent):
            return event.unit_id
        self._reversed(event, mine=mine)
        return event.unit_id

    def conventions(self) -> tuple[ConventionEvent, ...]:
        """The standing events on conventions, oldest first."""
        return tuple(event for event in self._on_conventions if event.seq not in self._undone)

    def touches_conventions(self, event: Event) -> bool:
        """Whether an event that was applied changed how a convention stands."""
        if isinstance(event, UndoEvent | RedoEvent):
            return isinstance(self._reversible.get(event.target), ConventionEvent)
        return isinstance(event, ConventionEvent)

    def _reversed(self, event: Reversible, *, mine: bool) -> None:
        self._reversible[event.seq] = event
        if mine:
            self._undo.append(event.seq)
            self._redo.clear()

    @staticmethod
    def _move(seq: int, source: list[int], sink: list[int], *, keep: bool) -> None:
        if seq in source:
            source.remove(seq)
            if keep:
                sink.append(seq)

    def to_undo(self) -> Reversible | None:
        """The reviewer's last event that still stands."""
        return self._reversible[self._undo[-1]] if self._undo else None

    def to_redo(self) -> Reversible | None:
        """What the reviewer's last undo took back, while nothing new has been done since."""
        return self._reversible[self._redo[-1]] if self._redo else None

    def event(self, seq: int) -> Reversible | None:
        """The decision, note, flag or edit with this number; None where there is none."""
        return self._reversible.get(seq)

    def history(self, unit_id: UnitId) -> tuple[UnitEvent, ...]:
        """All events on a unit, oldest first, those taken back included."""
        return tuple(self._of_unit.get(unit_id, ()))

    def touched(self) -> tuple[UnitId, ...]:
        """The units that any event names, in the order of their first event."""
        return tuple(self._of_unit)

    def is_undone(self, event: Event) -> bool:
        """Whether the event is taken back."""
        return event.seq in self._undone

    def decisions(self, unit_id: UnitId) -> tuple[DecideEvent, ...]:
        """The standing decision of each reviewer on a unit, oldest first."""
        latest: dict[str, DecideEvent] = {}
        for event in self._of_unit.get(unit_id, ()):
            if isinstance(event, DecideEvent) and event.seq not in self._undone:
                latest[event.reviewer] = event
        return tuple(sorted(latest.values(), key=lambda event: event.seq))

    def edits(self, unit_id: UnitId) -> tuple[EditStatementEvent, ...]:
        """The standing edit of each reviewer for each obligation of a unit, oldest first."""
        latest: dict[tuple[str, str], EditStatementEvent] = {}
        for event in self._of_unit.get(unit_id, ()):
            if isinstance(event, EditStatementEvent) and event.seq not in self._undone:
                latest[event.reviewer, event.statement.obligation_id] = event
        return tuple(sorted(latest.values(), key=lambda event: event.seq))

    def rechecks(self, unit_id: UnitId) -> tuple[RecheckEvent, ...]:
        """The rechecks of a unit, oldest first."""
        return tuple(event for event in self._of_unit.get(unit_id, ()) if isinstance(event, RecheckEvent))

    def note(self, unit_id: UnitId) -> str:
        """The standing note on a unit, "" if there is none."""
        for event in reversed(self._of_unit.get(unit_id, ())):
            if isinstance(event, NoteEvent) and event.seq not in self._undone:
                return event.text
        return ""

    def flagged(self, unit_id: UnitId) -> bool:
        """Whether the unit is marked for later."""
        for event in reversed(self._of_unit.get(unit_id, ())):
            if isinstance(event, FlagEvent) and event.seq not in self._undone:
                return event.on
        return False


def convention_of(event: ConventionEvent) -> str:
    """The id of the convention that an event is about."""
    return event.convention.id if isinstance(event, RaiseConventionEvent) else event.convention_id
