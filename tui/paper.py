"""A scrolling sheet of paragraphs with a margin, drawn line by line, so that its cost is that of what is visible."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .ink import Ink, Para, say
from .inked import Inked
from .wrap import wrap

Line = tuple[int, int, int, bool]
"""A screen line: its paragraph, the range of that paragraph's characters, and whether it is the first of it."""


class Paper(Inked, ScrollView, can_focus=True):
    """Paragraphs, wrapped to the width of the widget."""

    DEFAULT_CSS = "Paper { height: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; }"

    def __init__(self, paras: Sequence[Para] = (), *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._paras: Sequence[Para] = paras
        self._lines: list[Line] = []
        self._laid_for = -1

    @property
    def plain(self) -> str:
        """Everything on the sheet as text, one paragraph a line, margins included."""
        return "\n".join(f"{para.lead.plain} {para.body.plain}".strip() for para in self._paras)

    def write(self, paras: Sequence[Para], *, show: tuple[int, int] | None = None) -> None:
        """Replace what is on the sheet and scroll to its top, or so that ``show`` (paragraph, character) is visible."""
        self._paras = paras
        # A hidden pane is not laid out; lines of the old paragraphs must not stay behind.
        self._lines = []
        self._laid_for = -1
        self._lay_out()
        top = 0
        if show is not None:
            line = self.line_of(*show)
            top = max(0, line - 2) if line >= self.size.height else 0
        self.scroll_to(y=top, animate=False, force=True)
        self.refresh()

    def line_of(self, para: int, character: int) -> int:
        """The screen line on which a character of a paragraph stands."""
        found = 0
        for number, (at, start, _, _) in enumerate(self._lines):
            if at > para or (at == para and start > character):
                break
            found = number
        return found

    def on_resize(self, _: events.Resize) -> None:
        self._lay_out()

    # A pane that has the focus and fits keeps the scrolling keys: they must not move the queue under the reader's hand.
    def action_scroll_up(self) -> None:
        if self.allow_vertical_scroll:
            super().action_scroll_up()

    def action_scroll_down(self) -> None:
        if self.allow_vertical_scroll:
            super().action_scroll_down()

    def action_scroll_home(self) -> None:
        if self.allow_vertical_scroll:
            super().action_scroll_home()

    def action_scroll_end(self) -> None:
        if self.allow_vertical_scroll:
            super().action_scroll_end()

    def action_page_up(self) -> None:
        if self.allow_vertical_scroll:
            super().action_page_up()

    def action_page_down(self) -> None:
        if self.allow_vertical_scroll:
            super().action_page_down()

    def _lay_out(self) -> None:
        width = self.scrollable_content_region.width
        if width <= 0 or width == self._laid_for:
            return
        self._lines = [
            (at, start, end, place == 0)
            for at, para in enumerate(self._paras)
            for place, (start, end) in enumerate(wrap(para.body.plain, width - para.indent))
        ]
        self._laid_for = width
        self.virtual_size = Size(width, len(self._lines))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        number = y + self.scroll_offset.y
        if number >= len(self._lines):
            return self.strip_of(Ink(), width)
        return self.strip_of(self.line(number), width)

    def line(self, number: int) -> Ink:
        """One screen line, its margin included."""
        at, start, end, first = self._lines[number]
        para = self._paras[at]
        body = para.body.cut(start, end)
        if not para.indent:
            return body
        if not first:
            return say(" " * para.indent) + body
        lead = para.lead if cell_len(para.lead.plain) < para.indent else para.lead.fit(para.indent - 1)
        return lead.fit(para.indent) + body
