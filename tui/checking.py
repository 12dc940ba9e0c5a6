"""The part of the app that asks checkers: a check that a reviewer wants, and those that an answer to a convention makes
necessary. Workers ask and post; the handlers here record what was answered and draw."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from textual import on, work
from textual.app import App
from textual.message import Message
from textual.worker import Worker, WorkerState

from ..core.errors import SaveError
from ..core.events import Event
from ..core.evidence import Branch, Outcome
from ..core.rechecking import Answered, Question, ask, evidence_of, stale_questions
from ..core.tree import UnitId
from .desk import DEBOUNCE, Desk, Running
from .glyphs import OUTCOME
from .ink import clean, say
from .sheet import words_of

CHECKS = "checks"
"""The group of the workers that ask checkers."""
QUEUED_AT_ONCE = 4
"""How many checks of a queue are under way at once; the others wait."""


@runtime_checkable
class Shows(Protocol):
    """A screen that draws the session as it is now."""

    def show(self) -> None: ...


class CheckingApp(App[str]):
    """An app over a desk whose checks outlive every screen."""

    desk: Desk

    class Advanced(Message):
        """``done`` of ``total`` questions of a check are answered."""

        def __init__(self, running: Running, done: int, total: int) -> None:
            super().__init__()
            self.running, self.done, self.total = running, done, total

    class Checked(Message):
        """A check came to its end."""

        def __init__(self, running: Running, answers: list[Answered]) -> None:
            super().__init__()
            self.running, self.answers = running, answers

    def __init__(self) -> None:
        super().__init__()
        self._drawing = False
        self._tally: Counter[str] = Counter()
        self._lacking: dict[str, set[str]] = {}

    # Saving

    def take(self, event: Event) -> bool:
        """Save and apply an event; a refusal of the disk is shown and changes nothing."""
        try:
            self.desk.take(event)
        except SaveError as failure:
            self.notify(
                clean(str(failure)), title="not saved, nothing changed", severity="error", timeout=15, markup=False
            )
            self.draw()
            return False
        return True

    def take_on_convention(self, event: Event, *, answered: bool) -> bool:
        """Save and apply an event that changes how a convention stands, and queue a check of exactly what became stale
        by it. ``answered``: what was worked out under the reading now in force is asked once more as well."""
        if not self.take(event):
            return False
        self.check_stale(self.desk.session.changed, answered=answered)
        return True

    # Drawing

    def draw(self) -> None:
        """Draw the session as it is now on the uppermost screen that shows it."""
        if not self.is_running:  # all is taken down
            return
        for screen in reversed(self.screen_stack):
            mounted = screen.is_mounted  # else it draws itself when it is
            if isinstance(screen, Shows):
                if mounted:
                    screen.show()
                return

    def draw_soon(self) -> None:
        """Draw in a moment: what many checks report in the meantime is drawn at once."""
        if not self._drawing:
            self._drawing = True
            self._draw_later()

    @work(group="draw")
    async def _draw_later(self) -> None:
        await asyncio.sleep(DEBOUNCE)
        self._drawing = False
        self.draw()

    # Asking

    def check(self, unit_id: UnitId, questions: Sequence[Question]) -> None:
        """Ask at once."""
        running = Running(unit_id=unit_id, questions=tuple(questions), total=len(questions))
        self.desk.running[unit_id] = running
        running.worker = self._ask(running)

    def check_stale(self, units: Iterable[UnitId], *, answered: bool) -> None:
        """Queue a check of what became stale on ``units``; nothing else is asked."""
        desk = self.desk
        waits: Counter[str] = Counter()
        for unit_id in units:
            questions = stale_questions(desk.session, unit_id, answered=answered)
            here = []
            for question in questions:
                why = desk.missing(question.statement.language)
                here += [] if why else [question]
                waits[why] += bool(why)
            before = desk.running.pop(unit_id, None)
            if before is not None:  # what it was asked stands to be answered still, under what holds now
                if before.worker is not None:
                    before.worker.cancel()
                here = list(dict.fromkeys((*here, *before.questions)))
            if here:
                desk.running[unit_id] = Running(unit_id=unit_id, questions=tuple(here), total=len(here), queued=True)
        for why, count in waits.items():
            if why:
                many = "1 statement waits" if count == 1 else f"{count:,} statements wait"
                self._warn(f"{many} to be checked again: {why}")
        self._go_on()

    def cancel_check(self, running: Running) -> None:
        """Cancel a check; with one that waits in the queue all that wait there."""
        desk = self.desk
        waiting = [one for one in desk.running.values() if one.queued and one.worker is None]
        gone = waiting if running in waiting else [running]
        for one in gone:
            del desk.running[one.unit_id]
            if one.worker is not None:
                one.worker.cancel()
        what = f"the check of {clean(running.unit_id)} was" if len(gone) == 1 else f"{len(gone):,} checks were"
        self.notify(f"{what} cancelled; nothing was recorded", markup=False)
        self._go_on()
        self.draw()

    def _go_on(self) -> None:
        """Start what waits while there is room; when nothing is left, say what came of it."""
        queued = [running for running in self.desk.running.values() if running.queued]
        room = QUEUED_AT_ONCE - sum(1 for running in queued if running.worker is not None)
        for running in queued:
            if running.worker is None and room > 0:
                running.worker = self._ask(running)
                room -= 1
        if not queued and self._tally:
            told, self._tally = self._tally, Counter()
            pieces = [f"{told[word]:,} {word}" for word in ("as before", "new", "otherwise than before") if told[word]]
            units = "1 unit" if told["units"] == 1 else f"{told['units']:,} units"
            self.desk.last = say(f"checked {units} again" + (f": {', '.join(pieces)}" if pieces else ""))
        if not queued and self._lacking:
            lacking, self._lacking = self._lacking, {}
            for why, names in lacking.items():
                shown = ", ".join(sorted(names)[:5]) + (f" and {len(names) - 5:,} more" if len(names) > 5 else "")
                self._warn(f"{shown} not checked again: {why}", severity="error")

    @work(group=CHECKS, exit_on_error=False)
    async def _ask(self, running: Running) -> None:
        """Ask the checkers; their own processes do the work."""
        settings = self.desk.session.index.audit.settings

        def advanced(done: int, total: int) -> None:
            self.post_message(self.Advanced(running, done, total))

        answers = await ask(running.questions, self.desk.checkers, settings, advanced, turn=self.desk.turns)
        self.post_message(self.Checked(running, answers))

    @on(Advanced)
    def advance(self, message: Advanced) -> None:
        running = message.running
        running.done, running.total = message.done, message.total
        if self._is_under_way(running):
            self.draw_soon()

    @on(Checked)
    def checked(self, message: Checked) -> None:
        running, answers = message.running, message.answers
        if not self._is_under_way(running):  # cancelled in its last moment
            return
        desk = self.desk
        del desk.running[running.unit_id]
        evidence = evidence_of(answers)
        saved = bool(evidence) and self.take(desk.session.recheck(running.unit_id, evidence, at=desk.now()))
        missing = [answered for answered in answers if answered.now is None]
        if running.queued:
            if saved:
                self._tally.update([_compared(answered) for answered in answers if answered.now is not None])
                self._tally["units"] += 1
            for answered in missing:
                self._lacking.setdefault(answered.why, set()).add(clean(answered.question.statement.obligation_id))
        else:
            if saved:
                desk.last = say(f"checked {clean(running.unit_id)}: {_told(answers)}")
            self._complain(missing, of=len(answers))
        self._go_on()
        self.draw_soon()

    def _is_under_way(self, running: Running) -> bool:
        return self.desk.running.get(running.unit_id) is running

    def _complain(self, missing: list[Answered], *, of: int) -> None:
        """Say of what could not run why."""
        for why in dict.fromkeys(answered.why for answered in missing):
            which = [answered.question.statement.obligation_id for answered in missing if answered.why == why]
            what = "nothing could be checked" if len(which) == of else f"{', '.join(dict.fromkeys(which))} not checked"
            self._warn(f"{what}: {why}", severity="error")

    @on(Worker.StateChanged)
    def fail(self, event: Worker.StateChanged) -> None:
        if event.worker.group != CHECKS or event.state is not WorkerState.ERROR:
            return
        for running in [found for found in self.desk.running.values() if found.worker is event.worker]:
            del self.desk.running[running.unit_id]
        error = event.worker.error
        self._warn(f"the check stopped, nothing was recorded: {type(error).__name__}: {error}", severity="error")
        self._go_on()
        self.draw()

    def _warn(self, said: str, *, severity: Any = "warning") -> None:
        self.notify(clean(said, limit=1_000), severity=severity, timeout=12, markup=False)


def progress_words(running: Running) -> str:
    """How far a check is."""
    return "waits for its turn" if running.done is None else f"{running.done} of {running.total} done"


def _compared(answered: Answered) -> str:
    if answered.question.was is None:
        return "new"
    return "as before" if answered.agrees else "otherwise than before"


def _told(answers: list[Answered]) -> str:
    """What a check came to, in a few words."""
    pieces: list[str] = []
    for answered in answers:
        now, was = answered.now, answered.question.was
        if now is None:
            continue
        both = any(other.question.branch is not Branch.CLAIM for other in answers)
        asked = f"{words_of(now.branch)} " if both or now.branch is not Branch.CLAIM else ""
        qualifier = now.strength if now.outcome is not Outcome.INCONCLUSIVE else now.kind
        told = f"{OUTCOME[now.says]} {asked}{now.outcome} ({words_of(str(qualifier))})"
        if was is None:
            pieces.append(told)
        else:
            pieces.append(told + (", as before" if answered.agrees else f", was {was.outcome}"))
    return "; ".join(pieces)
