"""The queue of units: a virtual list that draws only its visible rows, straight from the session."""

from __future__ import annotations

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ..core.review import ReviewSession, Row
from ..core.tree import UnitId
from .glyphs import CONVENTION, CURSOR, DRIFT, FLAG, HYPOTHETICAL, decided_mark, machine_mark
from .ink import Ink, Para, Tone, clean, outside, say
from .inked import Inked
from .wrap import wrap

HIGH_RISK = 60
"""Rows above this risk are drawn in a heavier weight (the candidate threshold of wang2026faithsieve 3.2)."""


def row_ink(row: Row, *, cursor: bool, width: int) -> Ink:
    """One row of the queue in exactly ``width`` cells.

    Columns: cursor, gutter of hypothetical units, what people say, risk, what the machine says, unit, step where
    there is room, label, marks.
    """
    weight = Tone.STRUCK if row.abandoned else Tone.STRONG if row.risk > HIGH_RISK else Tone.TEXT
    left = (
        say(CURSOR if cursor else " ", Tone.ACCENT)
        + say(HYPOTHETICAL if row.hypothetical else " ", Tone.MUTED)
        + decided_mark(row)
        + say(f" {row.risk:3d} ", Tone.STRONG if row.risk > HIGH_RISK else Tone.MUTED)
        + machine_mark(row)
        + say(" ")
        + outside(row.unit_id, weight, one_line=True, limit=12)
        + say(" ")
    )
    if width >= 34:
        left += say(f"{clean(row.step, limit=6):<4}", Tone.MUTED)
    marks = say(DRIFT if row.drifted else " ", Tone.DOUBT) + say(CONVENTION if row.waiting else " ", Tone.DOUBT)
    marks += say(FLAG if row.flagged else " ", Tone.ACCENT)
    room = width - marks.cells - 1
    return (left + outside(row.label, weight, one_line=True)).fit(room) + say(" ") + marks


class Queue(Inked, ScrollView, can_focus=True, inherit_bindings=False):
    """The rows of the session's order. The session holds the cursor; this shows it."""

    class Picked(Message):
        """A row was clicked."""

        def __init__(self, unit_id: UnitId) -> None:
            super().__init__()
            self.unit_id = unit_id

    def __init__(self, session: ReviewSession, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._session = session
        self._empty: list[Ink] = []
        self.emptiness: tuple[Para, ...] = ()

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, _: events.Resize) -> None:
        # Begin at the top again where that shows the cursor: an earlier, smaller size may have scrolled it away.
        if self._session.cursor < self.size.height:
            self.scroll_to(y=0, animate=False, force=True)
        self.show()

    def show(self) -> None:
        """Draw the session's order and cursor as they are now."""
        order, width = self._session.order, self.scrollable_content_region.width
        self.virtual_size = Size(width, len(order))
        self._empty = (
            []
            if order
            else [para.body.cut(*span) for para in self.emptiness for span in wrap(para.body.plain, max(width, 2))]
        )
        height, top, here = self.size.height, self.scroll_offset.y, self._session.cursor
        if here < top:
            self.scroll_to(y=here, animate=False, force=True)
        elif height and here >= top + height:  # without a height nothing is laid out yet
            self.scroll_to(y=here - height + 1, animate=False, force=True)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        order = self._session.order
        if not order:
            return self.strip_of(self._empty[y] if y < len(self._empty) else Ink(), width)
        place = y + self.scroll_offset.y
        if place >= len(order):
            return self.strip_of(Ink(), width)
        here = place == self._session.cursor
        line = row_ink(self._session.row(order[place]), cursor=here, width=width)
        return self.strip_of(line, width, self.cursor_style(self.has_focus) if here else None)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= place < len(self._session.order):
            self.post_message(self.Picked(self._session.order[place]))
