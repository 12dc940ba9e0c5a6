"""An audit under way: its stages, what models were asked and what leaves this machine. Esc asks how to stop it."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen

from ..core.review.rules import Preset
from ..core.stages import Stage
from .bars import title_content
from .dialogs import LEAVE, Choices, Dialog
from .ink import BLANK, Ink, Para, Tone, field, outside, say
from .inked import InkLine
from .live_run import LiveRun
from .paper import Paper
from .run_state import Done, Phase, RunState, newest_words, spent_words

EVERY = 0.1
"""Seconds between two looks at how far the run is."""
REVIEW, LEAVE_IT = "review", "leave"
_BAR = 20
_NAMED = 32
"""Cells for the mark and name of a stage."""


def stage_paras(state: RunState) -> list[Para]:
    """One line for each stage: done, under way, passed over or still to come, and how much of it."""
    return [Para(_stage(state, stage)) for stage in state.listed()]


def _stage(state: RunState, stage: Stage) -> Ink:
    done = state.stages.get(stage)
    order = list(Stage)
    over = state.phase in (Phase.SAVING, Phase.OVER)
    if stage is state.now and not over:
        line = say("> ", Tone.ACCENT) + say(stage, Tone.STRONG)
    elif done is not None:
        line = say("● ", Tone.GOOD) + say(stage)
    elif over or (state.now is not None and order.index(stage) < order.index(state.now)):
        return say(f"– {stage}", Tone.FAINT).fit(_NAMED) + say("  nothing to do", Tone.FAINT)
    else:
        return say(f"· {stage}", Tone.MUTED)
    return line.fit(_NAMED) + say("  ") + _amount(done) if done is not None else line


def _amount(done: Done) -> Ink:
    at, total = done.shown
    if total <= 0:
        return Ink()
    full = min(int(at / total * _BAR), _BAR)
    bar = say("━" * full, Tone.ACCENT) + say("─" * (_BAR - full), Tone.FAINT)
    return bar + say(f"  {at:,} of {total:,}", Tone.MUTED)


def news_paras(state: RunState) -> list[Para]:
    """What is happening, what was spent, who is asked, and what leaves this machine."""
    if state.failed:
        return [Para(outside(state.failed, Tone.BAD, limit=4_000))]
    paras = [field("now", _now(state))]
    if state.asked is None:
        return [*paras, field("leaves", say("nothing leaves this machine: no model is asked", Tone.MUTED))]
    reviewed, owed = state.stages.get(Stage.REVIEW, Done()).shown
    units = f"{reviewed:,} of {owed:,} reviewed so far" if owed else "none reviewed yet"
    asked = outside(state.asked.model, Tone.STRONG, one_line=True, limit=200)
    if state.asked.address:
        asked += say(" at ") + outside(state.asked.address, one_line=True, limit=200)
    leaves = state.asked.leaves or "nothing leaves this machine: the model answers on it"
    return [
        *paras,
        field("spent", say(spent_words(state))),
        field("units", say(units)),
        field("asks", asked),
        field("leaves", outside(leaves, Tone.DOUBT if state.asked.leaves else Tone.MUTED, limit=2_000)),
    ]


def _now(state: RunState) -> Ink:
    if state.phase is Phase.STOPPING:
        return say("stopping; what was found is kept", Tone.DOUBT)
    if state.phase is Phase.SAVING:
        return say("saving the audit and opening the review")
    newest = newest_words(state)
    if newest:
        return outside(newest, one_line=True, limit=400)
    return say(state.now if state.now is not None else "starting", Tone.MUTED)


class RunHeader(InkLine):
    """The proof's title and who reads it on the left, what was sent to models on the right."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._state: RunState | None = None

    def show(self, state: RunState) -> None:
        """Draw a new state."""
        self._state = state
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        state = self._state
        if state is None:
            return []
        right = say(spent_words(state), Tone.MUTED) if state.asked is not None else Ink()
        title = outside(state.title, Tone.STRONG, one_line=True, limit=200)
        if width >= 100 and state.made_by:
            title += say(" · ", Tone.FAINT) + outside(state.made_by, Tone.MUTED, one_line=True, limit=80)
        return [say(" ") + title.fit(max(width - right.cells - 4, 0)) + say("  ") + right + say(" ")]


class RunKeys(InkLine):
    """The keys of the run screen."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._unsaved = False
        self._failed = False

    def show(self, *, failed: bool, unsaved: bool) -> None:
        """Draw the keys for a run that goes on, or for one that failed, perhaps with an audit that is not saved."""
        self._failed, self._unsaved = failed, unsaved
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        if not self._failed:
            return [say(" Esc", Tone.KEY) + say(" stop, and review or leave  ") + say("↑ ↓", Tone.KEY) + say(" scroll")]
        again = say(" s", Tone.KEY) + say(" save again  ") if self._unsaved else Ink()
        return [again + say(" q", Tone.KEY) + say(" leave")]


class RunScreen(Screen[None]):
    """The run as it stands, drawn a few times a second."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c,q", "stop", show=False, priority=True),
        Binding("s", "save", show=False),
    ]

    class Stop(Message):
        """The person wants to stop, or to leave a run that failed."""

    class Save(Message):
        """The person wants an audit saved that could not be."""

    def __init__(self, run: LiveRun) -> None:
        super().__init__()
        self._run = run
        self._drawn: RunState | None = None
        self.unsaved = False

    def compose(self) -> ComposeResult:
        yield RunHeader(id="header")
        yield Paper(id="stages")
        yield Paper(id="news")
        yield RunKeys(id="keys")

    def on_mount(self) -> None:
        self.query_one("#news").border_title = title_content("what is happening")
        stages = self.query_one("#stages", Paper)
        stages.styles.height = len(self._run.state.listed()) + 2
        self.set_focus(self.query_one("#news"))
        self.set_interval(EVERY, self.show)
        self.show()

    def show(self) -> None:
        """Draw the run where it has changed since it was drawn last."""
        state = self._run.state
        if state is self._drawn or (state.phase is Phase.OVER and not state.failed):
            return
        self._drawn = state
        self.query_one(RunHeader).show(state)
        stages = self.query_one("#stages", Paper)
        stages.border_title = title_content("audit failed" if state.failed else f"audit {state.phase}")
        _rewrite(stages, stage_paras(state))
        _rewrite(self.query_one("#news", Paper), news_paras(state))
        self.query_one(RunKeys).show(failed=bool(state.failed), unsaved=self.unsaved)

    def action_stop(self) -> None:
        self.post_message(self.Stop())

    def action_save(self) -> None:
        if self.unsaved:
            self.post_message(self.Save())


def _rewrite(paper: Paper, paras: list[Para]) -> None:
    """Write anew what a reader may have scrolled."""
    at = paper.scroll_offset.y
    paper.write(paras)
    if at:
        paper.scroll_to(y=at, animate=False, force=True)


class StopScreen(Dialog[str | None]):
    """Asks how to stop a run; it goes on meanwhile. Esc stops nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        LEAVE,
        Binding("ctrl+c", "dismiss(None)", show=False, priority=True),
        Binding("1", "take(1)", show=False, priority=True),
        Binding("2", "take(2)", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
    ]

    def __init__(self, *, asks: bool) -> None:
        super().__init__()
        self._asks = asks
        presets = (
            Preset(name=REVIEW, words="stop, save what was found and review it"),
            Preset(name=LEAVE_IT, words="stop, save what was found and leave"),
        )
        self._choices = Choices(presets, own=False, id="choices")

    def compose(self) -> ComposeResult:
        kept = "Answers of models are kept: the same command goes on from there." if self._asks else ""
        with Vertical(id="dialog"):
            yield Paper([Para(say(kept or "The run goes on until you choose.", Tone.MUTED)), BLANK], id="ask")
            yield self._choices
            yield Paper([Para(say("1 or 2 · Esc lets the run go on", Tone.FAINT))], id="hint")

    def on_mount(self) -> None:
        self.query_one("#dialog").border_title = title_content("stop the audit?")
        for paper in self.query(Paper):
            paper.can_focus = False
        self.set_focus(self._choices)

    def action_take(self, place: int) -> None:
        self._choices.move_to(place - 1)
        self.action_choose()

    def action_move(self, by: int) -> None:
        self._choices.move_to(self._choices.at + by)

    def action_choose(self) -> None:
        chosen = self._choices.chosen
        self.dismiss(chosen.name if chosen is not None else None)

    @on(events.Click, "#choices")
    def click_choice(self, event: events.Click) -> None:
        self._choices.move_to(event.y)
        self.action_choose()
