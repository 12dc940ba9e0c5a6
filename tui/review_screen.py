"""One unit at a time: the queue, everything needed for the unit in view, one key to answer."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input

from ..core.errors import IllegalDecision
from ..core.events import ConventionEvent, DecideEvent, Depth, Event, RedoEvent, UndoEvent
from ..core.tree import UnitId
from ..core.verdict import Status
from .bars import DecisionBar, Header, KeyBar, TabBar, title_content
from .desk import DEBOUNCE, Desk
from .dialogs import NoteScreen, ReasonScreen, Why
from .diff_screen import DiffScreen
from .glyphs import PERSON, words
from .ink import EMPTY, Ink, Tone, clean, say
from .keys import COMMANDS, NARROW, REVIEW, Command, acts_on, bindings, footer
from .line import Line
from .paper import Paper
from .queue import Queue
from .said import decision_lines, emptiness, outcome_lines, why_not
from .sheet import Sheet, words_of
from .sheets import (
    obligation_sheet,
    path_sheet,
    source_sheet,
)
from .sheets_checked import checker_sheet
from .sheets_conventions import event_words
from .sheets_faith import faith_sheet
from .statement_screen import StatementScreen
from .written import why_not_statement

PANES = ("step", "obligation", "checker", "faithfulness", "path")
TABS = ("step", "owes", "checks", "faith", "path")
ACTIONS = acts_on(REVIEW)
SHEETS = (source_sheet, obligation_sheet, checker_sheet, faith_sheet, path_sheet)


class ReviewScreen(StatementScreen):
    """The queue on the left, the unit's panes on the right, the decision below."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(REVIEW)

    class Whole(Message):
        """The reviewer wants the whole proof."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._pane = 1
        self._full = False
        self._before_filter = ""
        self._glyphs: tuple[Ink, ...] = tuple(EMPTY for _ in PANES)

    def compose(self) -> ComposeResult:
        session = self._desk.session
        yield Header(self._desk.title, self._desk.made_by, id="header")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Queue(session, id="queue")
                yield Line(placeholder="kind:case  risk>80  step:s2  open  words", id="filter", max_length=300)
                yield Paper(id="path")
            with Vertical(id="right"):
                yield TabBar(TABS, id="tabs")
                yield Paper(id="pane-1", classes="pane")
                with Horizontal(id="lower"):
                    yield Paper(id="pane-2", classes="pane")
                    with Vertical(id="column"):
                        yield Paper(id="pane-3", classes="pane")
                        yield Paper(id="pane-4", classes="pane")
                yield Paper(id="pane-5", classes="pane")
        yield DecisionBar(id="decision")
        yield KeyBar(footer(REVIEW), self.why_not, id="keys")

    def on_mount(self) -> None:
        self.query_one("#filter").display = False
        self.set_focus(self.query_one(Queue))
        self._choose_pane(1)
        self.show()

    def on_screen_resume(self) -> None:
        self.show()

    def on_resize(self, _: events.Resize) -> None:
        self._arrange()
        self.show()

    # Drawing

    def show(self) -> None:
        """Draw the session as it is now: the queue at once, the panes when the cursor has come to rest."""
        session = self._desk.session
        queue = self.query_one(Queue)
        total, shown = len(session.index.unit_ids), len(session.order)
        arrow = " ↓" if session.rank.value != "proof order" else ""
        narrow = self.app.size.width < NARROW
        queue.border_title = title_content(
            f"{session.rank}{arrow} {shown}/{total}"
            if narrow
            else f"units · {session.rank}{arrow} · {shown} of {total}"
        )
        narrowed = [f"/ {session.query.text}"] if session.query.text.strip() else []
        narrowed += ["open only"] if session.open_only else []
        queue.border_subtitle = title_content(" · ".join(narrowed))
        queue.emptiness = emptiness(session)
        queue.show()
        self.query_one(Header).show(session.progress(), self._desk.saved_ink())
        self.show_details()

    @work(exclusive=True, group="details")
    async def show_details(self) -> None:
        """Fill the panes for the unit under the cursor."""
        await asyncio.sleep(DEBOUNCE)
        session = self._desk.session
        if session.current is None:
            self._show_nothing()
            return
        detail = session.detail(session.current)
        sheets = [make(detail) for make in SHEETS]
        sheets[2] = self.checking(session.current, sheets[2])
        self._glyphs = tuple(sheet.glyph for sheet in sheets)
        for number, (name, sheet) in enumerate(zip(PANES, sheets, strict=True), 1):
            self._write(self.query_one(f"#pane-{number}", Paper), f"{number} {name}", sheet)
        self._write(self.query_one("#path", Paper), "5 path", sheets[4])
        self.query_one(TabBar).show(self._pane, self._glyphs)
        self.query_one(DecisionBar).show(f"decision · {clean(session.current)}", decision_lines(self._desk, detail))
        self.show_status()
        self.query_one(KeyBar).refresh()

    def _write(self, paper: Paper, name: str, sheet: Sheet) -> None:
        title = title_content(name)
        if sheet.title:
            title = title_content(f"{name} · {sheet.title}")
        paper.border_title = title
        paper.write(sheet.paras, show=sheet.show)

    def _show_nothing(self) -> None:
        self._glyphs = tuple(EMPTY for _ in PANES)
        self.query_one(TabBar).show(self._pane, self._glyphs)
        for number, name in enumerate(PANES, 1):
            self._write(self.query_one(f"#pane-{number}", Paper), f"{number} {name}", Sheet("", ()))
        self._write(self.query_one("#path", Paper), "5 path", Sheet("", ()))
        lines = outcome_lines(self._desk.session) or [
            say("No unit is shown, so there is nothing to decide.", Tone.STRONG)
        ]
        self.query_one(DecisionBar).show("decision", lines)
        self.show_status()
        self.query_one(KeyBar).refresh()

    def show_status(self) -> None:
        self.query_one(DecisionBar).border_subtitle = title_content(self.status.plain)

    # What can act

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A line that is typed into takes every key before the commands do."""
        return not (isinstance(self.focused, Input) and action in ACTIONS)

    def why_not(self, command: Command) -> str:
        """Why a command cannot act now, "" if it can."""
        return why_not_statement(self._desk, command) or why_not(self._desk.session, command)

    def _able(self, command_id: str) -> bool:
        """Whether a command can act; where it cannot, say why."""
        command = next(command for command in COMMANDS if command.id == command_id)
        why = self.why_not(command)
        if why:
            self.notify(f"{command.show}: {why}", severity="warning", markup=False)
        return not why

    # Deciding

    def action_confirm(self) -> None:
        session = self._desk.session
        if self._able("decide.confirm") and session.current is not None:
            self.action_decide(session.index.machine[session.current].status)

    def action_decide(self, status: str) -> None:
        verdict = Status(status)
        session, unit_id = self._desk.session, self._desk.session.current
        if not self._able(f"decide.{verdict}") or unit_id is None:
            return
        needs = session.needs(unit_id, verdict)
        if not needs.reason and self._said_already(unit_id, verdict):
            self.notify(f"{clean(unit_id)} is called {verdict} by you already; n goes on", markup=False)
            return
        if not needs.reason:
            self._decide(unit_id, verdict, Why(""))
            return

        def answered(why: Why | None) -> None:
            if why is not None:
                self._decide(unit_id, verdict, why)

        self.app.push_screen(ReasonScreen(unit_id, verdict, needs), answered)

    def _said_already(self, unit_id: UnitId, verdict: Status) -> bool:
        """Whether the reviewer's decision on a unit is this one already, as deep as now."""
        desk = self._desk
        return any(
            (decision.reviewer, decision.verdict, decision.depth) == (desk.session.reviewer, verdict, desk.depth)
            for decision in desk.session.decisions(unit_id)
        )

    def _decide(self, unit_id: UnitId, verdict: Status, why: Why) -> None:
        session = self._desk.session
        try:
            event = session.decide(
                unit_id,
                verdict,
                at=self._desk.now(),
                depth=self._desk.depth,
                reason=why.reason,
                witness=why.witness,
                fails=why.fails,
            )
        except IllegalDecision as refusal:
            self.notify(clean(str(refusal)), severity="warning", markup=False)
            return
        if not self._take(event):
            return
        self._last = say(f"last {PERSON[verdict]} {clean(unit_id)} {words(verdict)} · z takes it back")
        if unit_id not in session.order and session.query.text.strip():
            said = f"{unit_id} is {words(verdict)} now and has left the filter “{session.query.text}”; z brings it back"
            self.notify(clean(said), markup=False)
        session.advance()
        self.show()

    def _take(self, event: Event) -> bool:
        return self._app.take(event)

    def action_undo(self) -> None:
        if self._able("undo"):
            self._reverse(self._desk.session.undo(at=self._desk.now()), "took back")

    def action_redo(self) -> None:
        if self._able("redo"):
            self._reverse(self._desk.session.redo(at=self._desk.now()), "brought back")

    def _reverse(self, event: UndoEvent | RedoEvent, verb: str) -> None:
        session = self._desk.session
        target = session.event(event.target)
        if isinstance(target, ConventionEvent):
            if self._app.take_on_convention(event, answered=False):
                self._last = say(f"{verb} {event_words(target)} · c shows it")
            self.show()
            return
        if not self._take(event) or target is None:
            return
        what = words_of(target.kind)
        if isinstance(target, DecideEvent):
            what = f"{PERSON[target.verdict]} {words(target.verdict)}"
        self._last = say(f"{verb} {what} on {clean(target.unit_id)}")
        if session.go_to(target.unit_id):
            self.notify(clean(f"the filter hid {target.unit_id} and is off now"), markup=False)
        self.show()

    def action_flag(self) -> None:
        session = self._desk.session
        if self._able("flag") and session.current is not None:
            self._take(session.flag(session.current, at=self._desk.now()))
            self.show()

    def action_note(self) -> None:
        session, unit_id = self._desk.session, self._desk.session.current
        if not self._able("note") or unit_id is None:
            return

        def answered(text: str | None) -> None:
            if text is not None and text.strip() != session.note(unit_id):
                self._take(session.annotate(unit_id, text, at=self._desk.now()))
                self.show()

        self.app.push_screen(NoteScreen(unit_id, session.note(unit_id)), answered)

    def action_depth(self) -> None:
        depths = list(Depth)
        self._desk.depth = depths[(depths.index(self._desk.depth) + 1) % len(depths)]
        self.notify(f"decisions are recorded as {self._desk.depth} from now on", markup=False)
        self.show()

    # Moving

    def action_move(self, by: int) -> None:
        self._desk.session.move(by)
        self.show()

    def action_page(self, pages: int) -> None:
        self.action_move(pages * max(self.query_one(Queue).size.height - 1, 1))

    def action_next_open(self, direction: int) -> None:
        if self._able("move.next-open") and not self._desk.session.next_open(direction):
            self.notify("no open unit is shown; / or o widens the queue", markup=False)
        self.show()

    def action_in_proof(self, direction: int) -> None:
        if not self._desk.session.next_in_proof(direction):
            self.notify("this is where the proof ends" if direction > 0 else "this is where it begins", markup=False)
        self.show()

    @on(Queue.Picked)
    def pick(self, message: Queue.Picked) -> None:
        self._desk.session.go_to(message.unit_id)
        self.set_focus(self.query_one(Queue))
        self.show()

    # Looking

    def action_filter(self) -> None:
        line = self.query_one("#filter", Input)
        self._before_filter = self._desk.session.query.text
        line.display = True
        line.value = self._before_filter
        # At once, not when the loop comes round: what is typed ahead belongs to the line, not to the keys.
        self.set_focus(line)
        self._count(line, "")

    @on(Input.Changed, "#filter")
    def narrow(self, event: Input.Changed) -> None:
        if event.input.display:
            self._count(event.input, self._desk.session.set_filter(event.value))
            self.show()

    def _count(self, line: Input, problem: str) -> None:
        found = len(self._desk.session.order)
        line.border_title = title_content("filter")
        line.border_subtitle = title_content(problem or f"{found} unit{'s' if found != 1 else ''}")
        line.set_class(bool(problem), "-invalid")

    @on(Input.Submitted, "#filter")
    def keep_filter(self, event: Input.Submitted) -> None:
        problem = self._desk.session.set_filter(event.value)
        if problem:
            self.notify(clean(problem), severity="warning", markup=False)
            return
        self._close_filter()

    def _close_filter(self) -> None:
        self.query_one("#filter").display = False
        self.set_focus(self.query_one(Queue))
        self.show()

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "ctrl+g"):
            event.stop()
            if self.query_one("#filter").display:
                self._desk.session.set_filter(self._before_filter)
                self._close_filter()
            elif self.cancel_check():
                pass
            elif self._full:
                self.action_full()
            else:
                self.set_focus(self.query_one(Queue))

    def action_open_only(self) -> None:
        session = self._desk.session
        session.set_open_only(not session.open_only)
        self.show()

    def action_rank(self) -> None:
        session = self._desk.session
        session.set_rank(session.rank.next)
        self.show()

    def action_pane(self, number: int) -> None:
        self._choose_pane(number)
        name = "#path" if number == len(PANES) and not self._in_tabs else f"#pane-{number}"
        self.set_focus(self.query_one(name))

    def action_next_pane(self, direction: int) -> None:
        self.action_pane((self._pane - 1 + direction) % len(PANES) + 1)

    @on(TabBar.Picked)
    def pick_tab(self, message: TabBar.Picked) -> None:
        self.action_pane(message.number)

    def action_full(self) -> None:
        self._full = not self._full
        self._arrange()
        if self._full:
            self.action_pane(self._pane)
        else:
            self.set_focus(self.query_one(Queue))

    @property
    def _in_tabs(self) -> bool:
        return self._full or self.app.size.width < NARROW

    def _choose_pane(self, number: int) -> None:
        self._pane = number
        self._arrange()
        self.query_one(TabBar).show(number, self._glyphs)

    def _arrange(self) -> None:
        """Show what the size and the chosen pane call for."""
        tabs, pane = self._in_tabs, self._pane
        shown = {
            "#left": not self._full,
            "#path": not tabs,
            "#tabs": tabs,
            "#lower": not tabs or pane in (2, 3, 4),
            "#column": not tabs or pane in (3, 4),
            **{f"#pane-{n}": n == pane if tabs else n < len(PANES) for n in range(1, len(PANES) + 1)},
        }
        for name, is_shown in shown.items():
            widget = self.query_one(name)
            if widget.display != is_shown:
                widget.display = is_shown
        for name in ("#pane-1", "#pane-4"):
            self.query_one(name).set_class(tabs, "-alone")

    def action_copy(self) -> None:
        session = self._desk.session
        if not self._able("copy") or session.current is None:
            return
        pieces: list[str] = []
        for owed in session.index.obligations(session.current):
            pieces.append(owed.statement)
            pieces += [statement.text for statement in session.index.statements(owed.id)]
        self.app.copy_to_clipboard("\n".join(clean(piece, one_line=False) for piece in pieces))
        self.notify("the obligation is on its way to the clipboard (OSC 52)", markup=False)

    def action_diff(self) -> None:
        session = self._desk.session
        if self._able("diff") and session.current is not None:
            self.app.push_screen(DiffScreen(session.detail(session.current)))

    def action_proof(self) -> None:
        self.post_message(self.Whole())

    @on(KeyBar.Pressed)
    async def press(self, message: KeyBar.Pressed) -> None:
        await self.run_action(message.command.action)
