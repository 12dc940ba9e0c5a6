"""A virtual list of rows with a cursor: only the visible rows are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .ink import Ink, Para
from .inked import Inked
from .wrap import wrap

Draw = Callable[[int, bool, int], Ink]
"""Draws the row at a place, with or without the cursor, in so many cells."""


class Rows(Inked, ScrollView, can_focus=True, inherit_bindings=False):
    """Rows that are drawn by ``draw``; whoever owns it holds the cursor."""

    class Picked(Message):
        """A row was clicked."""

        def __init__(self, rows: Rows, place: int) -> None:
            super().__init__()
            self.rows, self.place = rows, place

        @property
        def control(self) -> Rows:
            return self.rows

    def __init__(self, draw: Draw, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._count = self._cursor = 0
        self._emptiness: Sequence[Para] = ()

    def write(self, count: int, cursor: int, emptiness: Sequence[Para] = ()) -> None:
        """Show ``count`` rows with the cursor on one, or ``emptiness`` where there is none."""
        self._count, self._cursor, self._emptiness = count, cursor, emptiness
        self.virtual_size = Size(self.scrollable_content_region.width, count)
        height, top = self.size.height, self.scroll_offset.y
        if cursor < top or count <= height:
            self.scroll_to(y=min(cursor, max(count - height, 0)), animate=False, force=True)
        elif height and cursor >= top + height:
            self.scroll_to(y=cursor - height + 1, animate=False, force=True)
        self.refresh()

    def on_resize(self, _: events.Resize) -> None:
        self.write(self._count, self._cursor, self._emptiness)

    def render_line(self, y: int) -> Strip:
        width, place = self.size.width, y + self.scroll_offset.y
        if not self._count:
            lines = [
                para.body.cut(*span) for para in self._emptiness for span in wrap(para.body.plain, max(width - 1, 2))
            ]
            return self.strip_of(lines[y] if y < len(lines) else Ink(), width)
        if place >= self._count:
            return self.strip_of(Ink(), width)
        here = place == self._cursor
        line = self._draw(place, here, width)
        return self.strip_of(line, width, self.cursor_style(self.has_focus) if here else None)

    def on_click(self, event: events.Click) -> None:
        place = event.y + self.scroll_offset.y - self.gutter.top
        if 0 <= place < self._count:
            self.post_message(self.Picked(self, place))
