"""What the text leaves open: every question with its readings, what each would do, and one key to answer."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message

from ..core.conventions.convention import Standing
from ..core.conventions.effects import ReadingEffect
from ..core.tree import UnitId
from .bars import DecisionBar, Header, KeyBar, title_content
from .checking import progress_words
from .convention_acts import ConventionActs
from .desk import Desk
from .ink import BLANK, Ink, Para, Tone, clean, outside, say
from .keys import CONVENTIONS, bindings, footer
from .paper import Paper
from .queue import row_ink
from .rows import Rows
from .sheets_conventions import Preview, convention_paras, first_flips, question_row

NOTHING = (
    Para(say("The text leaves nothing open that somebody asks about.", Tone.STRONG)),
    BLANK,
    Para(say("p asks a question about the open unit, c goes back.", Tone.MUTED)),
)
ORDER = {Standing.OPEN: 0, Standing.SETTLED: 1, Standing.WITHDRAWN: 2}


class ConventionScreen(ConventionActs):
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
        super().__init__(desk)
        self._order: list[str] = []
        self._edges: dict[str, int] = {}
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
