"""The opening screen: the whole problem and proof with a verdict gutter. Enter leads to the unit under the cursor."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen

from ..core.tree import UnitId
from .bars import DecisionBar, Header, KeyBar, ModelLines, title_content
from .desk import DEBOUNCE, Desk
from .ink import Ink, Tone, clean, outside, say
from .keys import PROOF, Command, bindings, footer
from .proof_view import ProofView
from .said import outcome_lines, verdict_words
from .sheet import words_of
from .sheets import people_ink, verdict_ink


class ProofScreen(Screen[None]):
    """The proof as a reader sees it, with what the machine and people say beside it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(PROOF)

    class Review(Message):
        """The reviewer wants to review a unit."""

        def __init__(self, unit_id: UnitId) -> None:
            super().__init__()
            self.unit_id = unit_id

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._at: UnitId | None = _opening(desk)

    def compose(self) -> ComposeResult:
        yield Header(self._desk.title, self._desk.made_by, id="header")
        yield ProofView(self._desk.session, id="proof")
        yield ModelLines(self._desk.session.index.audit, id="models")
        yield DecisionBar(id="decision")
        yield KeyBar(footer(PROOF), self.why_not, id="keys")

    def on_mount(self) -> None:
        self.show()

    def on_screen_resume(self) -> None:
        if self._desk.session.current is not None and self._desk.session.progress().decided:
            self._at = self._desk.session.current
        self.show()

    @property
    def at(self) -> UnitId | None:
        """The unit under the cursor."""
        return self._at

    def come_from(self, unit_id: UnitId | None) -> None:
        """Put the cursor where the reviewer comes from."""
        self._at = unit_id if unit_id is not None else self._at

    def show(self) -> None:
        """Draw the session as it is now."""
        session = self._desk.session
        verdict = session.verdict()
        view = self.query_one(ProofView)
        view.border_title = title_content(f"whole proof · {verdict_words(verdict)}")
        view.show(verdict, self._at)
        self.query_one(Header).show(session.progress(), self._desk.saved_ink())
        self.query_one(KeyBar).refresh()
        self.show_decision()

    @work(exclusive=True, group="details")
    async def show_decision(self) -> None:
        """Say what is said of the unit, when the cursor has come to rest."""
        await asyncio.sleep(DEBOUNCE)
        self.query_one(DecisionBar).show(*self._decision())

    def _decision(self) -> tuple[str, list[Ink]]:
        session = self._desk.session
        if self._at is None:
            return "nothing to review", [say("This proof has no units. Press q to leave.", Tone.STRONG)]
        detail = session.detail(self._at)
        row = session.row(self._at)
        machine = say("machine  ", Tone.MUTED) + verdict_ink(detail)
        people = say("   you  ", Tone.MUTED) + people_ink(detail, session.reviewer)
        why = say("why      ", Tone.MUTED) + outside(detail.current.reason, one_line=True, limit=2_000)
        owed = detail.by_concern
        words = owed[0].obligation.statement if owed else "nothing"
        last = outcome_lines(session) or [say("owes     ", Tone.MUTED) + outside(words, Tone.MUTED, one_line=True)]
        title = f"{clean(self._at)} · {words_of(row.label)} · step {clean(row.step)} · risk {row.risk}"
        return title, [machine + people, why, *last]

    def why_not(self, command: Command) -> str:
        """Why a command cannot act now, "" if it can."""
        if command.id == "review" and self._at is None:
            return "there is no unit to review"
        return ""

    def action_move(self, by: int) -> None:
        ids = self._desk.session.index.unit_ids
        if self._at is None or not ids:
            return
        place = self._desk.session.index.ordinal[self._at] + by
        self._at = ids[max(0, min(place, len(ids) - 1))]
        self.show()

    def action_page(self, pages: int) -> None:
        view = self.query_one(ProofView)
        view.scroll_to(y=view.scroll_offset.y + pages * max(view.size.height - 2, 1), animate=False, force=True)

    def action_next_open(self, direction: int) -> None:
        session = self._desk.session
        ids = session.index.unit_ids
        here = session.index.ordinal[self._at] if self._at is not None else 0
        for distance in range(1, len(ids) + 1):
            unit_id = ids[(here + direction * distance) % len(ids)]
            if not session.facts(unit_id).decided:
                self._at = unit_id
                self.show()
                return
        self.notify("every unit is decided", markup=False)

    def action_review(self) -> None:
        if self._at is not None:
            self.post_message(self.Review(self._at))

    @on(ProofView.Picked)
    def pick(self, message: ProofView.Picked) -> None:
        self._at = message.unit_id
        self.show()


def _opening(desk: Desk) -> UnitId | None:
    """Where the cursor stands at first: at the first error of a fresh audit, else where the review goes on."""
    session = desk.session
    if not session.progress().decided and (first := session.verdict().first_error_unit) is not None:
        return first
    return session.current
