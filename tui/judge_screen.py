"""Slot beside slot: the reviewer says of each how the statement stands to the obligation, with one key."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from ..core.evidence import Statement
from ..core.faithfulness.slots import Aspect, Comparison
from ..core.review.judging import Judging, Kind, Row, Word
from ..core.tree import UnitId
from .bars import title_content
from .dialogs import LEAVE, Dialog
from .glyphs import DRIFT
from .ink import Ink, Para, Tone, clean, field, join, outside, say
from .inked import InkLine
from .paper import Paper
from .sheet import words_of

KEYS = {
    "p": Word.PRESERVED,
    "n": Word.NOTATION,
    "w": Word.WEAKENED,
    "s": Word.STRENGTHENED,
    "r": Word.REPLACED,
    "o": Word.OMITTED,
    "c": Word.FROM_CONTEXT,
    "a": Word.ADDED,
}
_ALONE = frozenset({Word.OMITTED, Word.FROM_CONTEXT, Word.ADDED})
LEAD = 12
"""Cells of a row for where its slot stands."""
_GOOD = frozenset({Word.PRESERVED, Word.NOTATION, Word.FROM_CONTEXT})
_ASKS = {
    Aspect.STEP_RELATION: "the statement claims the same step: what follows from what",
    Aspect.OBJECT_WITNESS: "it speaks of the same objects and the same witness",
    Aspect.DIRECTIONALITY: "it goes in the same direction",
    Aspect.ROLE_ALIGNMENT: "premises stand as premises, conclusions as conclusions",
    Aspect.SYNTAX_SURFACE: "it is written in the sense of the words: brackets, scopes, types",
}


class SlotTable(InkLine, can_focus=True, inherit_bindings=False):
    """The rows, one line each, with the one under the cursor in view."""

    DEFAULT_CSS = "SlotTable { height: 1fr; }"

    def __init__(self, judging: Judging, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.judging = judging
        self.at = 0

    @property
    def row(self) -> Row:
        """The row under the cursor."""
        rows = self.judging.rows
        return rows[min(self.at, len(rows) - 1)]

    def move_to(self, place: int) -> None:
        """Put the cursor on a row, clamped."""
        self.at = max(0, min(place, len(self.judging.rows) - 1))
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        rows = self.judging.rows
        top = max(0, min(self.at - height // 2, len(rows) - height))
        return [_line(row, width, here=place == self.at) for place, row in enumerate(rows)][top : top + height]


class JudgeScreen(Dialog[Comparison | None]):
    """Answers with the comparison as far as it was made; Esc leaves it as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        *(Binding(key, f"say('{word.name}')", show=False, priority=True) for key, word in KEYS.items()),
        Binding("minus,backspace", "unsay", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("right,tab", "turn(1)", show=False, priority=True),
        Binding("left,shift+tab", "turn(-1)", show=False, priority=True),
        Binding("enter", "done", show=False, priority=True),
    ]

    def __init__(self, unit_id: UnitId, statement: Statement, judging: Judging) -> None:
        super().__init__()
        self._unit_id, self._statement = unit_id, statement
        self._table = SlotTable(judging, id="slots")

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog", classes="wide"):
            yield self._table
            yield Paper(id="row")
            yield Paper(id="hint")

    def on_mount(self) -> None:
        dialog = self.query_one("#dialog")
        dialog.border_title = title_content(f"{clean(self._unit_id)} · does the statement say what is owed?")
        for paper in self.query(Paper):
            paper.can_focus = False
        self.set_focus(self._table)
        self.show()

    def show(self) -> None:
        """Draw the row under the cursor in full, with the keys that act on it."""
        row = self._table.row
        left = self._table.judging.open
        told = "all is judged" if not left else f"{left} left open, it counts for nothing until all is judged"
        self.query_one("#dialog").border_subtitle = title_content(f"Enter keeps it · Esc back · {told}")
        self.query_one("#row", Paper).write(_in_full(row, self._statement))
        self.query_one("#hint", Paper).write(_hint(row))
        self._table.refresh()

    def action_say(self, name: str) -> None:
        row = self._table.row
        refusal = self._table.judging.say(row, Word[name])
        if refusal:
            self.notify(clean(refusal), severity="warning", markup=False)
        else:
            self._table.move_to(self._table.at + 1)
        self.show()

    def action_unsay(self) -> None:
        self._table.judging.unsay(self._table.row)
        self.show()

    def action_move(self, by: int) -> None:
        self._table.move_to(self._table.at + by)
        self.show()

    def action_turn(self, direction: int) -> None:
        if not self._table.judging.turn(self._table.row, direction):
            self.notify("there is no other slot to set beside it", severity="warning", markup=False)
        self.show()

    def action_done(self) -> None:
        self.dismiss(self._table.judging.comparison())


def _line(row: Row, width: int, *, here: bool) -> Ink:
    mark = say("> " if here else "  ", Tone.ACCENT)
    said = _said(row)
    room = max(width - 2 - LEAD - 20, 10)
    lead = say(row.side or "whole", Tone.MUTED).fit(LEAD)
    if row.aspect is not None:
        return mark + lead + say(_ASKS[row.aspect]).fit(room) + say(" ") + said.fit(19)
    half = (room - 3) // 2
    bar = say(" | ", Tone.FAINT)
    return (
        mark
        + lead
        + _side(row.source).fit(half)
        + bar
        + _side(row.formal).fit(room - 3 - half)
        + say(" ")
        + said.fit(19)
    )


def _said(row: Row) -> Ink:
    if row.word is None:
        return say("? not judged", Tone.MUTED)
    good = row.word in _GOOD
    return say(f"{'✓' if good else DRIFT} {row.word}", Tone.GOOD if good else Tone.DOUBT)


def _side(slot: object) -> Ink:
    text = getattr(slot, "text", None)
    return say("nothing", Tone.FAINT) if text is None else outside(text, one_line=True, limit=400)


def _in_full(row: Row, statement: Statement) -> list[Para]:
    """Both texts of a row without cuts; of the whole, the statement."""
    if row.aspect is not None:
        return [
            field("whole", say(f"{words_of(row.aspect)}: {_ASKS[row.aspect]}", Tone.STRONG)),
            field(statement.language, outside(statement.text, Tone.MUTED)),
        ]
    source = outside(row.source.text) if row.source is not None else say("nothing", Tone.MUTED)
    formal = outside(row.formal.text) if row.formal is not None else say("nothing", Tone.MUTED)
    return [field("prose", source), field("formal", formal)]


def _hint(row: Row) -> list[Para]:
    shared = tuple(word for word in KEYS.values() if word in row.words and word not in _ALONE)
    alone = tuple(word for word in KEYS.values() if word in row.words and word in _ALONE)
    others = [*_keys(alone), say("-", Tone.KEY) + say(" leave open", Tone.MUTED)]
    if row.kind is not Kind.ASPECT:
        others.append(say("Tab", Tone.KEY) + say(" another slot beside it", Tone.MUTED))
    return [Para(join(say("  "), _keys(shared))), Para(join(say("  "), others))]


def _keys(words: tuple[Word, ...]) -> list[Ink]:
    return [say(key, Tone.KEY) + say(f" {word}", Tone.MUTED) for key, word in KEYS.items() if word in words]
