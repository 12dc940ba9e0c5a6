"""What the screen of conventions asks for: a reason, a question from the registry, a question of one's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from ..core.conventions.convention import MAX_READINGS, Reading
from ..core.conventions.registry import REGISTRY, Entry
from .bars import title_content
from .dialogs import LEAVE, Dialog
from .ink import Ink, Para, Tone, clean, outside, say
from .line import Line
from .paper import Paper
from .rows import Rows

OWN = "own"
"""The answer that none of the registry's questions is meant."""


class WhyScreen(Dialog[str | None]):
    """One line of reason; Enter takes it. ``needed``: an empty one is refused."""

    BINDINGS: ClassVar[list[BindingType]] = [LEAVE]

    def __init__(self, title: str, given: str, *, needed: bool) -> None:
        super().__init__()
        self._title, self._given, self._needed = title, given, needed

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Line(clean(self._given, limit=2_000), placeholder="why", id="words", max_length=2_000)
            empty = "it needs a reason" if self._needed else "empty takes it off"
            yield Paper([Para(say(f"Enter takes it · {empty} · Esc leaves all as it was", Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content(self._title)
        self.query_one(Paper).can_focus = False
        self.set_focus(self.query_one(Input))

    @on(Input.Submitted)
    def save(self, event: Input.Submitted) -> None:
        if self._needed and not event.value.strip():
            self.notify("a withdrawal needs a reason: say why it does not matter", severity="warning", markup=False)
            return
        self.dismiss(event.value.strip())


class AskScreen(Dialog[str | None]):
    """Which question to ask: a row of the registry, found by its words, or one of one's own. Answers with the row's
    name, or with ``OWN``."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "move(8)", show=False, priority=True),
        Binding("pageup", "move(-8)", show=False, priority=True),
    ]

    def __init__(self, unit_id: str) -> None:
        super().__init__()
        self._unit_id = unit_id
        self._found: list[Entry] = list(REGISTRY)
        self._at = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="list"):
            yield Line(placeholder="words of the question", id="words", max_length=200)
            yield Rows(self._row, id="found")
            hint = "↑ ↓ choose · Enter asks · Esc leaves all as it was"
            yield Paper([Para(say(hint, Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        title = f"ask about {clean(self._unit_id)}: which question?"
        self.query_one("#dialog").border_title = title_content(title)
        for widget in (self.query_one(Paper), self.query_one(Rows)):
            widget.can_focus = False
        self.set_focus(self.query_one(Input))
        self._draw()

    def _row(self, place: int, cursor: bool, width: int) -> Ink:
        left = say("> " if cursor else "  ", Tone.ACCENT)
        if place == len(self._found):
            return (left + say("a question of my own …", Tone.STRONG)).fit(width)
        entry = self._found[place]
        return (left + outside(entry.question, one_line=True) + say(f"  {entry.id}", Tone.MUTED)).fit(width)

    def _draw(self) -> None:
        self.query_one(Rows).write(len(self._found) + 1, self._at)

    @on(Input.Changed)
    def narrow(self, event: Input.Changed) -> None:
        words = event.value.lower().split()
        self._found = [
            entry
            for entry in REGISTRY
            if all(word in f"{entry.id} {entry.name} {entry.question} {entry.field}".lower() for word in words)
        ]
        self._at = 0
        self._draw()

    def action_move(self, by: int) -> None:
        self._at = max(0, min(self._at + by, len(self._found)))
        self._draw()

    @on(Rows.Picked)
    def pick(self, message: Rows.Picked) -> None:
        self._at = message.place
        self.choose()

    @on(Input.Submitted)
    def choose(self) -> None:
        self.dismiss(OWN if self._at == len(self._found) else self._found[self._at].id)


@dataclass(frozen=True)
class Own:
    """A question of one's own and its readings."""

    question: str
    readings: tuple[Reading, ...]

    @property
    def id(self) -> str:
        """A name for it, made of its first words."""
        return _name(self.question, "question", most=40)


class OwnScreen(Dialog[Own | None]):
    """A question and its readings, one a line: an answer, and after a colon what Γ gains by it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        Binding("down", "app.focus_next", show=False, priority=True),
        Binding("up", "app.focus_previous", show=False, priority=True),
    ]

    def __init__(self, unit_id: str) -> None:
        super().__init__()
        self._unit_id = unit_id

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="lines"):
            yield Line(placeholder="the question, as: Are pairs ordered here?", id="question", max_length=2_000)
            for number in range(1, MAX_READINGS + 1):
                example = {1: "a reading, as  yes: (a, b) ≠ (b, a)", 2: "another one"}.get(number, "")
                yield Line(placeholder=example, id=f"reading-{number}", classes="reading", max_length=2_000)
            hint = "Tab next line · Enter asks · Esc leaves all as it was"
            yield Paper([Para(say(hint, Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content(f"your question about {clean(self._unit_id)}")
        self.query_one(Paper).can_focus = False
        self.set_focus(self.query_one("#question", Input))

    def on_key(self, event: events.Key) -> None:
        if self.answered:
            event.stop()

    @on(Input.Submitted)
    def save(self, event: Input.Submitted) -> None:
        question = self.query_one("#question", Input).value.strip()
        lines = [line.value.strip() for line in self.query(Line) if line.has_class("reading")]
        readings = readings_of([line for line in lines if line])
        if event.input.id == "question" and len(readings) < 2:
            self.set_focus(self.query_one("#reading-1", Input))
            return
        if not question or len(readings) < 2:
            lacks = "the question" if not question else "a second reading"
            self.notify(f"{lacks} is missing", severity="warning", markup=False)
            return
        self.dismiss(Own(question, readings))


def readings_of(lines: list[str]) -> tuple[Reading, ...]:
    """Readings from lines "answer: what Γ gains"; without a colon Γ gains the answer. Names are made of the answers."""
    found: list[Reading] = []
    for number, line in enumerate(lines[:MAX_READINGS], 1):
        label, _, consequence = line.partition(":")
        label, consequence = label.strip() or line, consequence.strip() or line.strip(" :")
        name = _name(label, f"reading_{number}", most=24)
        if name in {reading.id for reading in found}:
            name = f"reading_{number}"
        found.append(Reading(id=name, label=label, consequence=consequence or label))
    return tuple(found)


def _name(words: str, otherwise: str, *, most: int) -> str:
    """A name that may stand in a file and in Γ."""
    name = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_")[:most].strip("_")
    return name if re.match(r"[a-z]", name) else otherwise
