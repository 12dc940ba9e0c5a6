"""The part of the screen of conventions that answers, withdraws, asks and takes back."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from textual.screen import Screen

from ..core.conventions.convention import Convention, Raiser, Standing, Where, own_convention
from ..core.errors import IllegalDecision, InputError
from ..core.events import ConventionEvent, Event, RedoEvent, UndoEvent
from ..core.review.log import convention_of
from ..core.tree import UnitId
from .checking import CheckingApp
from .convention_dialogs import OWN, AskScreen, Own, OwnScreen, WhyScreen
from .desk import Desk
from .ink import clean, say
from .keys import CONVENTIONS, Command, commands
from .sheets_conventions import event_words


class ConventionActs(Screen[None]):
    """What a screen can do about the question under its cursor. The rest of the screen draws and moves.

    ``_marks`` are answers to give later and ``_whys`` reasons for the next answer, by convention.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._at = ""
        self._units: tuple[UnitId, ...] = ()
        self._marks: dict[str, str] = {}
        self._whys: dict[str, str] = {}

    def show(self) -> None:
        """Draw the conventions as they are now."""
        raise NotImplementedError

    @property
    def current(self) -> Convention | None:
        """The question under the cursor."""
        return self._desk.session.convention(self._at) if self._at else None

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
        given: list[str] = []
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

    def _warn(self, said: str) -> None:
        self.notify(clean(said, limit=1_000), severity="warning", timeout=12, markup=False)
