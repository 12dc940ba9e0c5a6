"""One of several things, by its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from ..core.review.rules import Preset
from .bars import title_content
from .dialogs import LEAVE, Choices, Dialog
from .ink import Para, Tone, clean, say
from .paper import Paper

MOST = 9
"""As many as digits can name."""


class PickScreen(Dialog[int | None]):
    """Answers with the place of what was picked, from 0; None where nothing was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        *(Binding(str(place), f"take({place})", show=False, priority=True) for place in range(1, MOST + 1)),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
    ]

    def __init__(self, title: str, names: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        presets = [Preset(name="", words=clean(name, limit=200)) for name in names[:MOST]]
        self._choices = Choices(presets, own=False, id="choices")

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield self._choices
            yield Paper([Para(say("a digit takes one · Esc leaves all as it was", Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content(self._title)
        self.query_one(Paper).can_focus = False
        self.set_focus(self._choices)

    def action_take(self, place: int) -> None:
        if place <= self._choices.count:
            self.dismiss(place - 1)

    def action_move(self, by: int) -> None:
        self._choices.move_to(self._choices.at + by)

    def action_choose(self) -> None:
        self.dismiss(self._choices.at)

    @on(events.Click, "#choices")
    def click_choice(self, event: events.Click) -> None:
        self.dismiss(min(event.y, self._choices.count - 1))
