"""What the text leaves open: every question with its readings, what each would do, and one key to answer."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import ClassVar, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen

from ..core.conventions.convention import Convention, Raiser, Standing, Where, own_convention
from ..core.conventions.effects import ReadingEffect
from ..core.errors import IllegalDecision, InputError
from ..core.events import ConventionEvent, Event, RedoEvent, UndoEvent
from ..core.review.log import convention_of
from ..core.tree import UnitId
from .bars import DecisionBar, Header, KeyBar, title_content
from .checking import CheckingApp, progress_words
from .convention_dialogs import OWN, AskScreen, Own, OwnScreen, WhyScreen
from .desk import Desk
from .ink import BLANK, Ink, Para, Tone, clean, outside, say
from .keys import CONVENTIONS, Command, bindings, commands, footer
from .paper import Paper
from .queue import row_ink
from .rows import Rows
from .sheets_conventions import Preview, convention_paras, event_words, first_flips, question_row

NOTHING = (
    Para(say("The text leaves nothing open that somebody asks about.", Tone.STRONG)),
    BLANK,
    Para(say("p asks a question about the open unit, c goes back.", Tone.MUTED)),
)
ORDER = {Standing.OPEN: 0, Standing.SETTLED: 1, Standing.WITHDRAWN: 2}


class ConventionScreen(Screen[None]):
    """The questions on the left with the edges of the one under the cursor, what an answer would do on the right."""

    CSS_PATH = "convention_screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = bindings(CONVENTIONS)

    class Jump(Message):
        """The reviewer wants to see an edge."""

        def __init__(self, unit_id: UnitId) -> None:
            super().__init__()
            self.unit_id = unit_id

    class Leave(Message):
        """Back to where the reviewer came from."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._order: list[str] = []
        self._at = ""
        self._edges: dict[str, int] = {}
        self._marks: dict[str, str] = {}
        self._whys: dict[str, str] = {}
        self._units: tuple[UnitId, ...] = ()
        self._flips: dict[str, str] = {}
        self._drawn: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        yield Header(self._desk.title, self._desk.made_by, id="header")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield Rows(self._question_row, id="questions")
                yield Rows(self._edge_row, id="edges")
            yield Paper(id="question")
        yield DecisionBar(id="marked")
        yield KeyBar(footer(CONVENTIONS), self.why_not, id="keys")

    def on_mount(self) -> None:
        self.query_one("#edges", Rows).can_focus = False
        self.set_focus(self.query_one("#questions", Rows))

    def on_screen_resume(self) -> None:
        self._sort()
        self.show()

    def on_resize(self, _: events.Resize) -> None:
        self.show()

    # Drawing

    @property
    def current(self) -> Convention | None:
        """The question under the cursor."""
        return self._desk.session.convention(self._at) if self._at else None

    def _sort(self) -> None:
        """Open questions first. Nothing moves under the reviewer until they come back."""
        found = sorted(self._desk.session.conventions(), key=lambda one: ORDER[one.standing])
        self._order = [one.id for one in found]

    def show(self) -> None:
        """Draw the conventions as they are now."""
        session = self._desk.session
        known = {one.id for one in session.conventions()}
        self._order = [name for name in self._order if name in known]
        self._order += [one.id for one in session.conventions() if one.id not in self._order]
        if self._at not in known:
            self._at = self._order[0] if self._order else ""
        self._marks = {name: reading for name, reading in self._marks.items() if name in known}
        place = self._order.index(self._at) if self._at else 0
        questions = self.query_one("#questions", Rows)
        open_ones = sum(1 for one in session.conventions() if one.standing is Standing.OPEN)
        questions.border_title = title_content(f"questions · {open_ones} open of {len(self._order)}")
        questions.write(len(self._order), place, NOTHING)
        self._show_question()
        self.query_one(Header).show(session.progress(), self._desk.saved_ink())
        bar = self.query_one(DecisionBar)
        bar.show("answers", self._lines())
        self.query_one(KeyBar).refresh()

    def _show_question(self) -> None:
        session, one = self._desk.session, self.current
        paper, edges = self.query_one("#question", Paper), self.query_one("#edges", Rows)
        if one is None:
            self._units, self._flips = (), {}
            paper.border_title = edges.border_title = title_content("")
            paper.write(NOTHING)
            edges.write(0, 0)
            return
        effects = session.effects(one.id)
        self._units, self._flips = session.index.asked.units(one), dict(first_flips(effects))
        self._edges[one.id] = max(0, min(self._edges.get(one.id, 0), len(self._units) - 1))
        edges.border_title = title_content(f"edges · {len(self._units):,}")
        edges.write(len(self._units), self._edges[one.id])
        paper.border_title = title_content(f"{one.id} · {one.standing}")
        previews = [self._preview(effect) for effect in effects]
        marked, why = self._marks.get(one.id, ""), self._whys.get(one.id, "")
        self._write(paper, one.id, convention_paras(one, previews, marked=marked, why=why))

    def _write(self, paper: Paper, name: str, paras: tuple[Para, ...]) -> None:
        """Write the question; the reader stays where they are in it while it is the same."""
        top = paper.scroll_offset.y if self._drawn == (name,) else 0
        self._drawn = (name,)
        paper.write(paras)
        if top:
            paper.scroll_to(y=top, animate=False, force=True)

    def _preview(self, effect: ReadingEffect) -> Preview:
        session = self._desk.session
        owner = session.index.owner
        units = tuple(dict.fromkeys(owner[name] for name in effect.stale))
        return Preview(effect, units, sum(1 for unit_id in units if session.facts(unit_id).decided))

    def _question_row(self, place: int, cursor: bool, width: int) -> Ink:
        one = self._desk.session.convention(self._order[place])
        if one is None:
            return Ink()
        count = self._desk.session.index.asked.count(one)
        return question_row(one, count, self._marks.get(one.id, ""), cursor=cursor, width=width)

    def _edge_row(self, place: int, cursor: bool, width: int) -> Ink:
        unit_id = self._units[place]
        running = self._desk.running.get(unit_id)
        right = say(" …" if running is not None else "", Tone.ACCENT)
        if self._flips:
            flips = self._flips.get(unit_id, "")
            right += say(f" {flips:<{max(map(len, self._flips.values()))}}", Tone.BAD)
        row = row_ink(self._desk.session.row(unit_id), cursor=cursor, width=max(width - right.cells, 1))
        return row + right

    def _lines(self) -> list[Ink]:
        lines: list[Ink] = []
        if self._marks:
            named = ", ".join(f"{name} = {reading}" for name, reading in self._marks.items())
            lines.append(say("marked   ", Tone.MUTED) + outside(named, Tone.ACCENT, one_line=True))
            lines.append(say("a", Tone.KEY) + say(" gives them all, each as an event of its own", Tone.MUTED))
        running = self._desk.running
        if running:
            here = next(iter(running.values()))
            said = f"checking again: {clean(here.unit_id)} · {progress_words(here)}"
            lines.append(say(f"{said} · {len(running) - 1:,} more" if len(running) > 1 else said))
        elif self._desk.last:
            lines.append(self._desk.last)
        elif self.current is not None and not lines:
            keys = say("1-8", Tone.KEY) + say(" gives that answer at once, ", Tone.MUTED) + say("c", Tone.KEY)
            lines.append(keys + say(" goes back", Tone.MUTED))
        stale = self._desk.session.progress().stale
        if stale and len(lines) < 3:
            many = "1 decision is stale" if stale == 1 else f"{stale:,} decisions are stale"
            lines.append(say(f"{many}: c goes back, and n there to what wants a fresh look", Tone.DOUBT))
        return lines

    # What can act

    def why_not(self, command: Command) -> str:
        """Why a command cannot act now, "" if it can."""
        session, one = self._desk.session, self.current
        match command.id:
            case "undo":
                return session.why_not_undo()
            case "redo":
                return session.why_not_redo()
            case "conventions.ask":
                if session.current is None:
                    return "no unit is open that a question could be about"
                return "" if session.index.obligations(session.current) else f"{session.current} owes nothing"
            case "conventions.confirm":
                return "" if self._marks else "no answer is marked; space marks one"
            case "conventions.answer" | "conventions.mark" | "conventions.reason" | "conventions.withdraw":
                if one is None:
                    return "nobody asks anything"
                return "it was withdrawn; o asks it again" if one.standing is Standing.WITHDRAWN else ""
            case "conventions.again":
                asked = one is not None and one.standing is Standing.WITHDRAWN
                return "" if asked else "only what was withdrawn can be asked again"
            case "conventions.jump":
                return "" if self._units else "it bears on no edge"
            case _:
                return ""

    def _able(self, name: str) -> bool:
        command = next(command for command in commands(CONVENTIONS) if command.id == name)
        why = self.why_not(command)
        if why:
            self.notify(f"{command.show}: {clean(why)}", severity="warning", markup=False)
        return not why

    @property
    def _app(self) -> CheckingApp:
        return cast(CheckingApp, self.app)

    # Answering

    def action_answer(self, number: int) -> None:
        one = self.current
        if not self._able("conventions.answer") or one is None:
            return
        if number > len(one.readings):
            self.notify(f"it has {len(one.readings)} readings", severity="warning", markup=False)
            return
        self._settle([(one.id, one.readings[number - 1].id)])

    def action_mark(self) -> None:
        one = self.current
        if not self._able("conventions.mark") or one is None:
            return
        in_force = one.settlement.reading if one.settlement is not None else ""
        names = ["", *(reading.id for reading in one.readings if reading.id != in_force)]
        marked = names[(names.index(self._marks.get(one.id, "")) + 1) % len(names)]
        self._marks.pop(one.id, None)
        if marked:
            self._marks[one.id] = marked
        self.show()

    def action_confirm(self) -> None:
        if self._able("conventions.confirm"):
            self._settle(list(self._marks.items()))

    def _settle(self, answers: list[tuple[str, str]]) -> None:
        """Give answers, each an event of its own; what became stale by any of them is queued once."""
        session, changed = self._desk.session, dict[UnitId, None]()
        given: deque[str] = deque()
        for name, reading in answers:
            try:
                event = session.settle(name, reading, at=self._desk.now(), why=self._whys.get(name, ""))
            except IllegalDecision as refusal:
                self._warn(str(refusal))
                continue
            if not self._app.take(event):
                break
            changed.update(dict.fromkeys(session.changed))
            self._marks.pop(name, None)
            self._whys.pop(name, None)
            given.append(f"{clean(name, limit=80)} = {clean(reading, limit=80)}")
        if given:
            self._desk.last = say(
                f"answered {', '.join(given)} · z takes {'it' if len(given) == 1 else 'the last'} back"
            )
            self._app.check_stale(changed, answered=True)
        self.show()

    def action_reason(self) -> None:
        one = self.current
        if not self._able("conventions.reason") or one is None:
            return

        def answered(why: str | None) -> None:
            if why is not None:
                self._whys[one.id] = why
                self.show()

        title = f"why? goes with your next answer to {clean(one.id, limit=60)}"
        self.app.push_screen(WhyScreen(title, self._whys.get(one.id, ""), needed=False), answered)

    def action_withdraw(self) -> None:
        one = self.current
        if not self._able("conventions.withdraw") or one is None:
            return

        def answered(why: str | None) -> None:
            if why:
                self._act(
                    self._desk.session.withdraw(one.id, at=self._desk.now(), why=why),
                    f"withdrew {clean(one.id, limit=80)} · z takes it back",
                )

        self.app.push_screen(WhyScreen(f"withdraw {clean(one.id, limit=60)}: why?", "", needed=True), answered)

    def action_again(self) -> None:
        one = self.current
        if self._able("conventions.again") and one is not None:
            fresh = replace(one, standing=Standing.OPEN, settlement=None, history=())
            self._raise(fresh)

    def action_ask(self) -> None:
        unit_id = self._desk.session.current
        if not self._able("conventions.ask") or unit_id is None:
            return

        def chosen(name: str | None) -> None:
            if name == OWN:
                self.app.push_screen(OwnScreen(unit_id), written)
            elif name is not None:
                self._ask(name, unit_id)

        def written(own: Own | None) -> None:
            if own is not None:
                self._ask_own(own, unit_id)

        self.app.push_screen(AskScreen(unit_id), chosen)

    def _ask(self, name: str, unit_id: UnitId) -> None:
        """A row of the registry, about the open unit."""
        from ..core.conventions.detection import from_registry

        session = self._desk.session
        owed = [obligation.id for obligation in session.index.obligations(unit_id)]
        raised = from_registry(
            name, owed, raised_by=Raiser.REVIEWER, raiser=session.reviewer, where=[self._where(unit_id)]
        )
        self._raise(raised)

    def _ask_own(self, own: Own, unit_id: UnitId) -> None:
        session = self._desk.session
        owed = tuple(obligation.id for obligation in session.index.obligations(unit_id))
        taken = {one.id for one in session.conventions()}
        name = next(name for name in (own.id, *(f"{own.id}_{n}" for n in range(2, 10_000))) if name not in taken)
        try:
            raised = own_convention(
                id=name,
                question=own.question,
                readings=own.readings,
                raised_by=Raiser.REVIEWER,
                raiser=session.reviewer,
                where=(self._where(unit_id),),
                obligations=owed,
            )
        except InputError as refusal:
            self._warn(str(refusal))
            return
        self._raise(raised)

    def _where(self, unit_id: UnitId) -> Where:
        unit = self._desk.session.index.unit(unit_id)
        return Where(unit_id=unit_id, sentence=unit.text[:400], why="asked in the review", span=unit.span)

    def _raise(self, raised: Convention) -> None:
        try:
            event = self._desk.session.raise_convention(raised, at=self._desk.now())
        except IllegalDecision as refusal:
            self._warn(str(refusal))
            return
        self._at = raised.id
        self._act(event, f"asked {clean(raised.id, limit=80)} · z takes it back")

    def _act(self, event: Event, said: str) -> None:
        if self._app.take_on_convention(event, answered=False):
            self._desk.last = say(said)
        self.show()

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
            self._at = convention_of(target)
            self._act(event, f"{verb} {event_words(target)}")
        elif target is not None and self._app.take(event):
            self._desk.last = say(f"{verb} what you did on {clean(target.unit_id)}")
            self.show()

    # Moving

    def action_move(self, by: int) -> None:
        if self._order:
            place = self._order.index(self._at) + by
            self._at = self._order[max(0, min(place, len(self._order) - 1))]
            self.show()

    def action_next_open(self, direction: int) -> None:
        here = self._order.index(self._at) if self._order else 0
        for distance in range(1, len(self._order) + 1):
            name = self._order[(here + direction * distance) % len(self._order)]
            one = self._desk.session.convention(name)
            if one is not None and one.standing is Standing.OPEN:
                self._at = name
                self.show()
                return
        self.notify("no question waits for an answer", markup=False)

    def action_edge(self, by: int) -> None:
        if self._units:
            self._edges[self._at] = max(0, min(self._edges[self._at] + by, len(self._units) - 1))
            self.query_one("#edges", Rows).write(len(self._units), self._edges[self._at])

    def action_page(self, pages: int) -> None:
        paper = self.query_one("#question", Paper)
        paper.scroll_to(y=paper.scroll_offset.y + pages * max(paper.size.height - 2, 1), animate=False, force=True)

    def action_jump(self) -> None:
        if self._able("conventions.jump"):
            self.post_message(self.Jump(self._units[self._edges[self._at]]))

    @on(Rows.Picked, "#questions")
    def pick_question(self, message: Rows.Picked) -> None:
        self._at = self._order[message.place]
        self.show()

    @on(Rows.Picked, "#edges")
    def pick_edge(self, message: Rows.Picked) -> None:
        self._edges[self._at] = message.place
        self.action_jump()

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "ctrl+g"):
            event.stop()
            self.post_message(self.Leave())

    def _warn(self, said: str) -> None:
        self.notify(clean(said, limit=1_000), severity="warning", timeout=12, markup=False)
