"""Prose and formal text side by side: slot beside slot, what became of each, and where the two part."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ..core.review.detail import UnitDetail
from .bars import title_content
from .dialogs import LEAVE, Dialog
from .ink import BLANK, Para, Tone, clean, say
from .keys import NARROW
from .paper import Paper
from .sheets_faith import diff_rows


class DiffScreen(Dialog[None]):
    """Reads only; d, q and Esc leave. Narrow terminals show the two texts below one another."""

    BINDINGS: ClassVar[list[BindingType]] = [LEAVE, Binding("d,q", "dismiss(None)", show=False)]

    def __init__(self, detail: UnitDetail) -> None:
        super().__init__()
        self._detail = detail

    def compose(self) -> ComposeResult:
        rows = diff_rows(self._detail)
        left, right, both = _pages(rows)
        with Vertical(id="dialog", classes="wide"), Horizontal():
            yield Paper(left, id="help-left", classes="help")
            yield Paper(right, id="help-right", classes="help")
            yield Paper(both, id="help-all", classes="help")

    def on_mount(self) -> None:
        dialog = self.query_one("#dialog")
        dialog.border_title = title_content(f"prose and formal text · {clean(self._detail.unit.id)}")
        dialog.border_subtitle = title_content("Tab the other side · Esc back")
        self.query_one("#help-all" if self.app.size.width < NARROW else "#help-right").focus()


def _pages(rows: tuple[tuple[list[Para], list[Para]], ...]) -> tuple[list[Para], list[Para], list[Para]]:
    """The left page, the right one, and both in one column."""
    left: list[Para] = [Para(say("The prose says", Tone.STRONG))]
    right: list[Para] = [Para(say("The formal text says", Tone.STRONG))]
    both: list[Para] = []
    for number, (prose, formal) in enumerate(rows):
        between = [BLANK, BLANK] if number else []
        left += [*between, *prose]
        right += [*between, *formal]
        both += [*between, left[0], *prose, BLANK, right[0], *formal]
    return left, right, both
