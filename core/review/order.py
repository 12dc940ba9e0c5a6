"""The queue of a review: its order, the part of it that the filter shows, and the cursor."""

from __future__ import annotations

from bisect import bisect_left

from ..audit import Audit
from ..events import DecideEvent, Event
from ..tree import UnitId
from .queue import Query, Rank, SortKey, parse, sort_key
from .state import ReviewState


class ReviewQueue(ReviewState):
    """The state of a review with an order and a cursor.

    On opening, the cursor stands on the first open unit after the last one that this reviewer decided, in the order of
    the queue and around its end; on the last decided unit where none is open; on the first unit of a fresh audit.
    """

    def __init__(self, audit: Audit, *, reviewer: str) -> None:
        super().__init__(audit, reviewer=reviewer)
        self.rank = Rank.SUSPICION
        self.query = Query(text="")
        self.open_only = False
        # The whole queue in rank order with its sort keys, and the part of it that the filter shows.
        self._ranked: dict[UnitId, SortKey] = {}
        self._order: list[UnitId] = []
        self._cursor = 0
        # The unit that the reviewer last went to: a filter that hides it for a while does not lose it.
        self._anchor: UnitId | None = None
        self._sort()
        self._resume()

    @property
    def order(self) -> list[UnitId]:
        """The units that the filter shows, in order. Read it, do not change it."""
        return self._order

    @property
    def cursor(self) -> int:
        """The place of the current unit in ``order``; 0 where that is empty."""
        return self._cursor

    @property
    def current(self) -> UnitId | None:
        """The unit under the cursor; None where the filter shows nothing."""
        return self._order[self._cursor] if self._order else None

    def move_to(self, place: int) -> None:
        """Put the cursor on a place of the queue, clamped to its ends."""
        self._cursor = max(0, min(place, len(self._order) - 1))
        self._anchor = self.current

    def move(self, by: int) -> None:
        """Move the cursor by ``by`` rows, stopping at the ends."""
        self.move_to(self._cursor + by)

    def next_open(self, direction: int = 1) -> bool:
        """Go to the next open unit of the queue (-1: the previous), around its end; False where none is open."""
        size = len(self._order)
        for distance in range(1, size + 1):
            place = (self._cursor + direction * distance) % size
            if not self.facts(self._order[place]).decided:
                self.move_to(place)
                return True
        return False

    def advance(self) -> bool:
        """After a decision: stay where the filter has already brought up an open unit, else go to the next one."""
        if self.current is not None and not self.facts(self.current).decided:
            return True
        return self.next_open()

    def next_in_proof(self, direction: int = 1) -> bool:
        """Go to the unit that follows in the proof (-1: that precedes) among those shown; False at the end."""
        if self.current is None:
            return False
        here = self.index.ordinal[self.current]
        shown = frozenset(self._order)
        ids = self.index.unit_ids
        stop = len(ids) if direction > 0 else -1
        for place in range(here + direction, stop, direction):
            if ids[place] in shown:
                self.move_to(self._order.index(ids[place]))
                return True
        return False

    def go_to(self, unit_id: UnitId) -> bool:
        """Go to a unit. Where the filter hides it the filter is cleared; returns True then."""
        if unit_id in self._order:
            self.move_to(self._order.index(unit_id))
            return False
        self.query, self.open_only = Query(text=""), False
        self._anchor = unit_id
        self._reorder()
        return True

    def set_filter(self, text: str) -> str:
        """Show only the units that the filter line matches. A line that makes no sense is refused with a sentence,
        which is returned, and the filter before it stays; "" otherwise."""
        query = parse(text, self.index)
        if query.error:
            return query.error
        self.query = query
        self._reorder()
        return ""

    def set_open_only(self, on: bool) -> None:
        """Show open units only, or all that the filter matches."""
        self.open_only = on
        self._reorder()

    def set_rank(self, rank: Rank) -> None:
        """Order the queue by ``rank``, staying on the same unit. Where the rank depends on decisions, the order is that
        of this moment: nothing moves under the reviewer until they ask again."""
        self.rank = rank
        self._sort()

    def apply(self, event: Event) -> UnitId | None:
        """As in the state; a unit that no longer fits the filter leaves the queue, one that fits again comes back."""
        unit_id = super().apply(event)
        if unit_id is not None:
            self._refilter(unit_id)
        elif self.changed and (self.open_only or self.query.text.strip()):
            self._reorder()  # an answer to a convention may change many units at once
        return unit_id

    def _shows(self, unit_id: UnitId, query: Query) -> bool:
        facts = self.facts(unit_id)
        return not (self.open_only and facts.decided) and query.matches(unit_id, facts)

    def _sort(self) -> None:
        """Rank all units anew."""
        keyed = sorted((sort_key(self.index, self.rank, unit, self.facts(unit)), unit) for unit in self.index.unit_ids)
        self._ranked = {unit_id: key for key, unit_id in keyed}
        self._reorder()

    def _reorder(self) -> None:
        """Filter anew; the cursor goes to the unit last gone to where it is shown, else stays at its row."""
        self._order = [unit_id for unit_id in self._ranked if self._shows(unit_id, self.query)]
        if self._anchor in self._order:
            self._cursor = self._order.index(self._anchor)
        else:
            self._cursor = max(0, min(self._cursor, len(self._order) - 1))

    def _refilter(self, unit_id: UnitId) -> None:
        """After an event: take the unit out of the queue or put it back in, moving nothing else under the reviewer."""
        shown, shows = unit_id in self._order, self._shows(unit_id, self.query)
        if shown and not shows:
            place = self._order.index(unit_id)
            del self._order[place]
            self.move_to(self._cursor - (place < self._cursor))
        elif shows and not shown:
            place = bisect_left(self._order, self._ranked[unit_id], key=self._ranked.__getitem__)
            self._order.insert(place, unit_id)
            self.move_to(self._cursor + (place <= self._cursor and len(self._order) > 1))

    def _resume(self) -> None:
        last = next(
            (
                event.unit_id
                for event in reversed(self._log.events)
                if isinstance(event, DecideEvent)
                and event.reviewer == self.reviewer
                and event.unit_id in self.index.ordinal
                and not self._log.is_undone(event)
            ),
            None,
        )
        if last is not None:
            self.go_to(last)
        if last is not None or (self.current is not None and self.facts(self.current).decided):
            self.next_open()
