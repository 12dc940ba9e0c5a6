"""An audit under way: its stages, what models were asked and what leaves this machine. Esc asks how to stop it."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen

from ..core.review.rules import Preset
from ..core.stages import Stage
from .bars import title_content
from .dialogs import Choices
from .ink import Ink, Para, Tone, field, outside, say
from .inked import InkLine
from .live_run import LiveRun
from .paper import Paper
from .run_state import Done, Phase, RunState, newest_words, spent_words

EVERY = 0.1
"""Seconds between two looks at how far the run is."""
REVIEW, LEAVE_IT = "review", "leave"
_WAYS = (
    Preset(name=REVIEW, words="stop, save what was found and review it"),
    Preset(name=LEAVE_IT, words="stop, save what was found and leave"),
)
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
        return say(f"– {stage}", Tone.FAINT).fit(_NAMED) + say("  passed over", Tone.FAINT)
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
        field("leaves", outside(leaves, Tone.DOUBT if state.asked.leaves else Tone.MUTED, limit=2_000)),
        field("spent", say(spent_words(state))),
        field("units", say(units)),
        field("asks", asked),
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
        self._keys: tuple[tuple[str, str], ...] = ()

    def show(self, *keys: tuple[str, str]) -> None:
        """Draw other keys, each with what it does."""
        self._keys = keys
        self.refresh()

    def lines(self, width: int, height: int) -> list[Ink]:
        line = say(" ")
        for key, does in self._keys:
            line += say(key, Tone.KEY) + say(f" {does}  ")
        return [line]


class RunScreen(Screen[None]):
    """The run as it stands, drawn a few times a second.

    How to stop it is asked on the screen itself: to open another one takes longer than a frame may, while a run is
    computing beside it. ``answered`` is set while nobody is asked; ``unsaved`` says that an audit could not be saved.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c,q", "stop", show=False, priority=True),
        Binding("s", "save", show=False),
        Binding("1", "take(1)", show=False, priority=True),
        Binding("2", "take(2)", show=False, priority=True),
        Binding("j,down", "move(1)", show=False, priority=True),
        Binding("k,up", "move(-1)", show=False, priority=True),
        Binding("enter", "choose", show=False, priority=True),
    ]

    class Stop(Message):
        """The person wants to stop the run, and to review what was found or to leave."""

        def __init__(self, choice: str) -> None:
            super().__init__()
            self.choice = choice

    class Leave(Message):
        """The person leaves a run that failed."""

    class Save(Message):
        """The person wants an audit saved that could not be."""

    def __init__(self, run: LiveRun) -> None:
        super().__init__()
        self._run = run
        self._drawn: RunState | None = None
        self.unsaved = False
        self.answered = asyncio.Event()
        self.answered.set()

    @property
    def asking(self) -> bool:
        """Whether the person is being asked how to stop."""
        return not self.answered.is_set()

    def compose(self) -> ComposeResult:
        yield RunHeader(id="header")
        yield Paper(id="stages")
        yield Paper(id="news")
        yield Choices(_WAYS, own=False, id="stop")
        yield RunKeys(id="keys")

    def on_mount(self) -> None:
        self.query_one("#news").border_title = title_content("what is happening")
        stop = self.query_one("#stop", Choices)
        stop.border_title = title_content("stop the audit? It goes on until you choose")
        if self._run.state.asked is not None:
            stop.border_subtitle = title_content("what models answered is kept: the same command goes on from there")
        stop.styles.height = stop.count + 2
        stop.display = False
        self.query_one("#stages").styles.height = len(self._run.state.listed()) + 2
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
        self._show_keys()

    def _show_keys(self) -> None:
        keys = self.query_one(RunKeys)
        if self.asking:
            keys.show(("1 2", "choose"), ("Esc", "let it go on"))
        elif self._run.state.failed:
            keys.show(*([("s", "save again")] if self.unsaved else []), ("q", "leave"))
        else:
            keys.show(("Esc", "stop, and review or leave"), ("↑ ↓", "scroll"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys that choose act while something is asked, and scroll otherwise."""
        return self.asking or action not in ("take", "move", "choose")

    def action_stop(self) -> None:
        state = self._run.state
        if state.failed:
            self.post_message(self.Leave())
        elif self.asking:
            self._ask(False)
        elif state.phase is Phase.UNDER_WAY and self.is_mounted:
            self._ask(True)

    def _ask(self, asks: bool) -> None:
        stop = self.query_one("#stop", Choices)
        stop.move_to(0)
        stop.display = asks
        if asks:
            self.answered.clear()
            self.set_focus(stop)
        else:
            self.answered.set()
            self.set_focus(self.query_one("#news"))
        self._show_keys()

    def action_take(self, place: int) -> None:
        self.query_one("#stop", Choices).move_to(place - 1)
        self.action_choose()

    def action_move(self, by: int) -> None:
        stop = self.query_one("#stop", Choices)
        stop.move_to(stop.at + by)

    def action_choose(self) -> None:
        chosen = self.query_one("#stop", Choices).chosen
        if chosen is not None:
            # Before the answer is let go: a run that has ended by itself looks at what was chosen.
            self.post_message(self.Stop(chosen.name))

    def stopping(self) -> None:
        """The answer was taken."""
        if self.asking:
            self._ask(False)

    @on(events.Click, "#stop")
    def click_choice(self, event: events.Click) -> None:
        self.action_take(event.y)

    def action_save(self) -> None:
        if self.unsaved:
            self.post_message(self.Save())


def _rewrite(paper: Paper, paras: list[Para]) -> None:
    """Write anew what a reader may have scrolled."""
    at = paper.scroll_offset.y
    paper.write(paras)
    if at:
        paper.scroll_to(y=at, animate=False, force=True)
