"""The lines around the panes: header, decision bar, and the line of keys."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.message import Message

from ..core.audit import Audit
from ..core.review import Progress
from .glyphs import FLAG, STALE
from .ink import Ink, Tone, clean, join, outside, say
from .inked import InkLine
from .keys import Command
from .sheets_model import model_lines

GAP = say("   ")


def counts_ink(progress: Progress) -> Ink:
    """How far the review is: a fraction of all units, and what was said of them."""
    said = say(f"✓{progress.correct} ", Tone.GOOD) + say(f"✗{progress.flawed} ", Tone.BAD)
    said += say(f"?{progress.uncertain}", Tone.DOUBT)
    if progress.stale:
        said += say(f" {STALE}{progress.stale} stale", Tone.DOUBT)
    if progress.flagged:
        said += say(f" {FLAG}{progress.flagged}", Tone.ACCENT)
    return say(f"{progress.decided}/{progress.total}  ", Tone.STRONG) + said


def bar_ink(progress: Progress, width: int) -> Ink:
    """The fraction as a bar of ``width`` cells; full only when everything is decided."""
    share = progress.decided / progress.total if progress.total else 0.0
    full = width if progress.done and progress.total else min(int(share * width), width - 1)
    full = max(full, 1) if progress.decided else 0
    return say("━" * full, Tone.ACCENT) + say("─" * (width - full), Tone.FAINT)


class Header(InkLine):
    """Title on the left; progress, counts and when the last event was saved on the right."""

    def __init__(self, title: str, made_by: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._title = title
        self._made_by = made_by
        self._progress = Progress(total=0, decided=0, correct=0, flawed=0, uncertain=0, stale=0, flagged=0)
        self._saved = Ink()

    def show(self, progress: Progress, saved: Ink) -> None:
        """Draw a new state."""
        self._progress, self._saved = progress, saved
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        counts, saved = counts_ink(self._progress), self._saved
        right = counts + (GAP + saved if saved else Ink())
        if width >= 100:
            right = bar_ink(self._progress, 20) + say("  ") + right
        title = outside(self._title, Tone.STRONG, one_line=True, limit=200)
        if width >= 100 and self._made_by:
            title += say(" · ", Tone.FAINT) + outside(self._made_by, Tone.MUTED, one_line=True, limit=80)
        room = width - right.cells - 4
        return [say(" ") + title.fit(max(room, 0)) + say("  ") + right + say(" ")]


class DecisionBar(InkLine):
    """What the machine and people say of the unit under the cursor, why, and what can be done."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: list[Ink] = []

    @property
    def plain(self) -> str:
        """What stands in the bar, as text."""
        return "\n".join(line.plain for line in self._shown)

    def show(self, title: str, lines: list[Ink]) -> None:
        """Draw new lines under a new title."""
        self.border_title = title_content(title)
        self._shown = lines
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        return [line.fit(width) for line in self._shown[:height]]


class ModelLines(InkLine):
    """Why a run ended early, and the last word of its models; no line where there is neither."""

    def __init__(self, audit: Audit, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines = model_lines(audit)
        self.styles.height = len(self._lines)
        self.display = bool(self._lines)

    def lines(self, width: int, height: int) -> list[Ink]:
        return [(say(" ") + line).fit(width) for line in self._lines[:height]]


class KeyBar(InkLine):
    """The keys of the screen, as many as there is room for; those that cannot act are dimmed. A click acts."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, command: Command) -> None:
            super().__init__()
            self.command = command

    def __init__(
        self, commands: tuple[Command, ...], why_not: Callable[[Command], str], *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._commands = commands
        self._why_not = why_not

    def placed(self, width: int) -> list[tuple[int, Command]]:
        """Which commands fit into ``width`` cells, each with its column."""
        # The last two (help and quit) always stand; they lead to everything else.
        rest, last = self._commands[:-2], self._commands[-2:]
        room = width - 1 - sum(_size(command) for command in last)
        chosen: list[Command] = []
        for command in rest:
            if _size(command) > room:
                break
            chosen.append(command)
            room -= _size(command)
        placed, column = [], 1
        for command in (*chosen, *last):
            placed.append((column, command))
            column += _size(command)
        return placed

    def lines(self, width: int, height: int) -> list[Ink]:
        line = say(" ")
        for _, command in self.placed(width):
            able = not self._why_not(command)
            line += say(command.show, Tone.KEY if able else Tone.FAINT)
            line += say(f" {command.word}  ", Tone.TEXT if able else Tone.FAINT)
        return [line]

    def on_click(self, event: events.Click) -> None:
        for column, command in reversed(self.placed(self.size.width)):
            if event.x >= column:
                if event.x < column + _size(command):
                    self.post_message(self.Pressed(command))
                return


class TabBar(InkLine):
    """The panes as tabs, each with its result, where only one of them is shown at a time."""

    class Picked(Message):
        """A tab was clicked; ``number`` counts from 1."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, names: tuple[str, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._names = names
        self._glyphs: tuple[Ink, ...] = tuple(Ink() for _ in names)
        self._active = 1

    def show(self, active: int, glyphs: tuple[Ink, ...]) -> None:
        """Draw which tab is active and the result of each."""
        self._active, self._glyphs = active, glyphs
        self.refresh()

    def _tabs(self) -> list[Ink]:
        return [
            say(f"{number} ", Tone.KEY)
            + say(name, Tone.MARK if number == self._active else Tone.MUTED)
            + (say(" ") + glyph if glyph else Ink())
            for number, (name, glyph) in enumerate(zip(self._names, self._glyphs, strict=True), 1)
        ]

    def lines(self, width: int, height: int) -> list[Ink]:
        return [say(" ") + join(say("  "), self._tabs())]

    def on_click(self, event: events.Click) -> None:
        column = 1
        for number, tab in enumerate(self._tabs(), 1):
            if column <= event.x < column + tab.cells:
                self.post_message(self.Picked(number))
            column += tab.cells + 2


def title_content(title: str) -> Content:
    """A border title that is never read as markup."""
    return Content(clean(title, limit=200))


def _size(command: Command) -> int:
    return len(command.show) + len(command.word) + 3
