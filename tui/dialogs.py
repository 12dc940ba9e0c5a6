"""The small screens on top of the others: why, a note, all keys. Esc or ctrl+g leaves each without effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from ..core.events import Fails
from ..core.review.rules import FAILS_PRESETS, Needs, Preset
from ..core.tree import UnitId
from ..core.verdict import Status
from .bars import title_content
from .glyphs import LEGEND, PERSON, words
from .ink import BLANK, Ink, Para, Tone, clean, say
from .inked import InkLine
from .keys import NARROW, SECTIONS, commands
from .line import Line
from .paper import Paper

LEAVE = Binding("escape,ctrl+g", "dismiss(None)", "leave without effect", show=False)


T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A screen that answers once. A key pressed twice before it could close would close what is under it too."""

    answered = False

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        if self.answered:
            return AwaitComplete.nothing()
        self.answered = True
        return super().dismiss(result)


@dataclass(frozen=True)
class Why:
    """A reason as it was given: words, the preset that they go with ("" for none), and what fails."""

    reason: str
    witness: str = ""
    fails: Fails | None = None


class Choices(InkLine, can_focus=True, inherit_bindings=False):
    """Numbered reasons. A digit takes one at once, j/k and Enter as well."""

    def __init__(self, presets: Sequence[Preset], *, own: bool, id: str | None = None) -> None:
        super().__init__(id=id)
        self.presets = presets
        self.at = 0
        self._named = [preset.words for preset in presets] + (["in my own words …"] if own else [])
        self.styles.height = len(self._named)

    @property
    def count(self) -> int:
        """How many lines can be chosen."""
        return len(self._named)

    @property
    def chosen(self) -> Preset | None:
        """The preset under the cursor; None on the last line, "my own words"."""
        return self.presets[self.at] if self.at < len(self.presets) else None

    def move_to(self, place: int) -> None:
        """Put the cursor on a line, clamped."""
        self.at = max(0, min(place, self.count - 1))
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        drawn = []
        for place, name in enumerate(self._named):
            here = place == self.at
            mark = say("> " if here else "  ", Tone.ACCENT)
            drawn.append(mark + say(f"{place + 1} ", Tone.KEY) + say(name, Tone.STRONG if here else Tone.TEXT))
        return drawn


class ReasonScreen(Dialog[Why | None]):
    """Asks why. One key takes a preset; own words go into the line below, with the chosen preset as their kind."""

    # With priority, as the keys of the screens: what is typed ahead goes where the key before it led.
    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        *(Binding(str(place), f"take({place})", show=False, priority=True) for place in range(1, 10)),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
        Binding("tab", "words", show=False, priority=True),
        Binding("up,shift+tab", "back", show=False, priority=True),
    ]

    def __init__(self, unit_id: UnitId, verdict: Status, needs: Needs) -> None:
        super().__init__()
        self._picked = False
        self._unit_id, self._verdict, self._needs = unit_id, verdict, needs
        presets = FAILS_PRESETS if needs.fails else needs.presets
        self._choices = Choices(presets, own=not needs.fails, id="choices")

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Paper([Para(say(self._needs.why, Tone.MUTED))], id="ask")
            yield self._choices
            yield Line(placeholder="your own words, then Enter", id="words", max_length=2_000)
            add = "Tab adds words" if self._needs.fails else "Tab own words"
            hint = f"1-{self._choices.count} takes one · {add} · Esc leaves all as it was"
            yield Paper([Para(say(hint, Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        verb = "what fails" if self._needs.fails else "why"
        title = f"{PERSON[self._verdict]} {words(self._verdict)} · {clean(self._unit_id)} · {verb}?"
        self.query_one("#dialog").border_title = title_content(title)
        for paper in self.query(Paper):
            paper.can_focus = False
        self.set_focus(self._choices)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The line of own words takes every key but those that lead back from it."""
        typing = isinstance(self.focused, Input)
        if action == "back":
            return typing
        return not (typing and action in ("take", "move", "choose", "words"))

    def action_take(self, place: int) -> None:
        if place <= self._choices.count:
            self._choices.move_to(place - 1)
            self.action_choose()

    def action_move(self, by: int) -> None:
        self._picked = True
        self._choices.move_to(self._choices.at + by)

    def action_choose(self) -> None:
        self._picked = True
        self._take()

    def action_words(self) -> None:
        """Own words: they carry no kind of reason unless one was chosen."""
        if not self._needs.fails and not self._picked:
            self._choices.move_to(self._choices.count - 1)
        self.set_focus(self.query_one(Input))

    def action_back(self) -> None:
        self.set_focus(self._choices)

    def on_key(self, event: events.Key) -> None:
        if self.answered or not isinstance(self.focused, Input):
            event.stop()

    @on(events.Click, "#choices")
    def click_choice(self, event: events.Click) -> None:
        self._choices.move_to(event.y)
        self.action_choose()

    @on(Input.Submitted)
    def own_words(self, event: Input.Submitted) -> None:
        self._save(event.value)

    def _take(self) -> None:
        if self._choices.chosen is None:
            self.set_focus(self.query_one(Input))
        else:
            self._save(self.query_one(Input).value)

    def _save(self, typed: str) -> None:
        preset = self._choices.chosen
        reason = typed.strip() or (preset.words if preset else "")
        if not reason:
            self.notify("a reason is needed: choose one, or write your own", severity="warning", markup=False)
            return
        if self._needs.fails and not self._picked:
            self.notify("choose what fails as well: 1, 2, …", severity="warning", markup=False)
            self.set_focus(self._choices)
            return
        if self._needs.fails:
            assert preset is not None, "every line names what fails"
            self.dismiss(Why(reason, fails=Fails(preset.name)))
        else:
            self.dismiss(Why(reason, witness=preset.name if preset else ""))


class NoteScreen(Dialog[str | None]):
    """One line of note; Enter saves it, an empty one takes the note off."""

    BINDINGS: ClassVar[list[BindingType]] = [LEAVE]

    def __init__(self, unit_id: UnitId, note: str) -> None:
        super().__init__()
        self._unit_id, self._note = unit_id, note

    def compose(self) -> ComposeResult:
        with Vertical(id="dialog"):
            yield Line(clean(self._note, limit=2_000), placeholder="a note on this unit", id="words", max_length=2_000)
            hint = "Enter saves · empty takes it off · Esc leaves all as it was"
            yield Paper([Para(say(hint, Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content(f"note · {clean(self._unit_id)}")
        self.query_one(Paper).can_focus = False
        self.set_focus(self.query_one(Input))

    @on(Input.Submitted)
    def save(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)


class HelpScreen(Dialog[None]):
    """All keys of a screen and all marks, from the same table as the bindings."""

    BINDINGS: ClassVar[list[BindingType]] = [LEAVE, Binding("question_mark,q", "dismiss(None)", show=False)]

    def __init__(self, screen: str) -> None:
        super().__init__()
        self._of = screen

    def compose(self) -> ComposeResult:
        left, right = key_paras(self._of, ("decide", "move", "app")), key_paras(self._of, ("look",)) + mark_paras()
        with Vertical(id="dialog", classes="wide"), Horizontal():
            yield Paper(left, id="help-left", classes="help")
            yield Paper(right, id="help-right", classes="help")
            yield Paper([*left, *right], id="help-all", classes="help")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content("keys and marks")
        self.query_one("#dialog").border_subtitle = title_content("Esc back")
        self.query_one("#help-all" if self.app.size.width < NARROW else "#help-right").focus()


def key_paras(screen: str, sections: Sequence[str]) -> list[Para]:
    """The keys of some sections of a screen."""
    paras: list[Para] = []
    for section in sections:
        paras.append(Para(say(SECTIONS[section], Tone.STRONG)))
        paras += [
            Para(say(command.says), lead=say(f"  {command.show}", Tone.KEY), indent=12)
            for command in commands(screen)
            if command.section == section
        ]
        paras.append(BLANK)
    return paras


def mark_paras() -> list[Para]:
    """What the marks and the terms of a filter mean."""
    paras = [Para(say("Marks", Tone.STRONG))]
    paras += [Para(say(what), lead=say(f"  {marks}", Tone.KEY), indent=12) for marks, what in LEGEND]
    paras += [BLANK, Para(say("Filter: terms that must all hold", Tone.STRONG))]
    paras += [Para(say(what), lead=say(f"  {term}", Tone.KEY), indent=16) for term, what in FILTERS]
    return paras


FILTERS = (
    ("kind:case", "obligation kind, role, pattern, wording"),
    ("risk>80", "also >=, <, <=, ="),
    ("step:s7", "one step, by its id or label"),
    ("status:flawed", "or correct, uncertain, not_checked"),
    ("open stale …", "decided flagged note disputed drift"),
    ("other words", 'in id, words, obligation; or "quoted"'),
)
