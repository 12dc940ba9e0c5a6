"""The part of the review screen that writes statements, judges and checks them: keys E, = and R."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from textual import on, work
from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, WorkerState

from ..core.errors import InputError
from ..core.events import Event
from ..core.evidence import Branch, Language, Outcome, Statement
from ..core.faithfulness import LintReport
from ..core.faithfulness.slots import Comparison
from ..core.rechecking import Answered, ask, evidence_of, questions_on
from ..core.review.detail import ObligationView, StatementView, UnitDetail
from ..core.review.editing import (
    MAX_BYTES,
    Draft,
    complained,
    draft_text,
    proof_of,
    read_draft,
    statement_of,
)
from ..core.review.judging import Judging
from ..core.tree import UnitId
from .desk import Desk, Running
from .editor import EditorError, edited
from .glyphs import OUTCOME
from .ink import BLANK, EMPTY, Ink, Para, Tone, clean, say
from .judge_screen import JudgeScreen
from .pick_screen import PickScreen
from .sheet import Sheet, words_of
from .written import judged_by, to_judge, to_write

CHECKS = "checks"
"""The group of the worker that asks checkers."""
SUFFIX = {Language.LEAN: "lean", Language.NUMERIC: "txt", Language.VERUS: "rs"}


class StatementScreen(Screen[None]):
    """What a review screen can do with statements. The rest of the screen saves events and draws."""

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

    class Written(Message):
        """A statement came back from the editor and was looked at by the lints."""

        def __init__(self, unit_id: UnitId, draft: Draft, statement: Statement, lints: LintReport) -> None:
            super().__init__()
            self.unit_id, self.draft, self.statement, self.lints = unit_id, draft, statement, lints

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._last: Ink = EMPTY

    def show(self) -> None:
        """Draw the session as it is now."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Draw what is under way, or what was done last."""
        raise NotImplementedError

    def _able(self, command_id: str) -> bool:
        raise NotImplementedError

    def _take(self, event: Event) -> bool:
        raise NotImplementedError

    @property
    def status(self) -> Ink:
        """What is under way, or what was done last."""
        running = self._desk.running
        if not running:
            return self._last
        here = running.get(self._desk.session.current) if self._desk.session.current is not None else None
        shown = here or list(running.values())[-1]
        key = "R or Esc cancels" if here is not None else "Esc cancels"
        others = f" · {len(running) - 1} more" if len(running) > 1 else ""
        return say(f"checking {clean(shown.unit_id)} · {_progress(shown)} · {key}{others}")

    def checking(self, unit_id: UnitId, sheet: Sheet) -> Sheet:
        """What stands on the checker pane of a unit, with word of a check that is under way there."""
        running = self._desk.running.get(unit_id)
        if running is None:
            return sheet
        paras = (Para(say(f"Being checked: {_progress(running)}.", Tone.ACCENT)), BLANK, *sheet.paras)
        return replace(sheet, title=f"checking · {_progress(running)}", paras=paras)

    # Writing

    def action_edit(self) -> None:
        unit_id = self._desk.session.current
        if not self._able("statement.edit") or unit_id is None:
            return
        detail = self._desk.session.detail(unit_id)
        self._pick(detail, to_write(detail, self._own), "write which?", self._edit)

    def _pick(
        self, detail: UnitDetail, choices: list[tuple[ObligationView, StatementView | None]], title: str, then: Any
    ) -> None:
        """Go on with the only choice, or ask which."""
        if len(choices) == 1:
            then(detail, *choices[0])
            return

        def answered(place: int | None) -> None:
            if place is not None:
                then(detail, *choices[place])

        names = [
            f"{view.obligation.id}, "
            + (f"{stated.statement.language}: {stated.statement.text}" if stated else "nothing formal yet")
            for view, stated in choices
        ]
        self.app.push_screen(PickScreen(title, names), answered)

    def _own(self, stated: StatementView, detail: UnitDetail) -> bool:
        return self._desk.session.own_edit(detail.unit.id, stated.statement.id) is not None

    def _edit(self, detail: UnitDetail, view: ObligationView, stated: StatementView | None) -> None:
        key = (view.obligation.id, stated.statement.id if stated is not None else "")
        fresh = draft_text(detail, view, stated)
        offered = self._desk.drafts.get(key, fresh)
        language = _language_of(fresh)
        if self.app.is_web:
            self._warn("an editor needs a terminal of its own: open the review in one with proofsieve review")
            return
        # Headless there is no terminal to hand over.
        terminal = None if self.app.is_headless else self.app.suspend()
        name = f"{''.join(letter if letter.isalnum() else '_' for letter in view.obligation.id)}.{SUFFIX[language]}"
        try:
            raw = edited(offered, name=name, limit=MAX_BYTES, terminal=terminal)
        except EditorError as failure:
            self._warn(str(failure))
            return
        if raw == offered.encode():
            self.notify("the file came back as it was; nothing was changed", markup=False)
            return
        try:
            draft = read_draft(raw, language)
        except InputError as refusal:
            if len(raw) <= MAX_BYTES:
                self._desk.drafts[key] = complained(raw.decode("utf-8", "replace"), refusal.message)
            self._warn(f"{refusal}; nothing was changed. E opens your text again")
            return
        self._desk.drafts.pop(key, None)
        if draft is None or draft.is_of(stated) or draft == _frame(fresh, language):
            empty = "the file held no statement" if draft is None else "the statement came back as it was"
            self.notify(f"{empty}; nothing was changed", markup=False)
            return
        self._lint(detail.unit.id, view, draft)

    @work(group="lints")
    async def _lint(self, unit_id: UnitId, view: ObligationView, draft: Draft) -> None:
        """Let the lints look at what was written; they may take a while."""
        statement = statement_of(draft, view.obligation.id)
        prose = "\n".join([*(premise.entry.text for premise in view.premises), view.obligation.statement])
        lints = await asyncio.to_thread(_linted, statement, prose)
        self.post_message(self.Written(unit_id, draft, statement, lints))

    @on(Written)
    def keep(self, message: Written) -> None:
        session, unit_id, statement = self._desk.session, message.unit_id, message.statement
        comparison = session.comparison(unit_id, statement)
        if not self._keep(unit_id, statement, message.draft.proof, comparison, message.lints):
            return
        if message.lints.rejecting:
            first = message.lints.rejecting[0]
            self._warn(f"the statement was turned down and counts for nothing: {first.id}: {first.why}")
        elif (
            Judging(comparison, name=session.reviewer).open and self.app.screen is self and judged_by(session.reviewer)
        ):
            self._judge(unit_id, statement, message.draft.proof, message.lints)

    def _keep(
        self, unit_id: UnitId, statement: Statement, proof: str, comparison: Comparison, lints: LintReport
    ) -> bool:
        """Save a statement with the report that follows from what was said of it."""
        session = self._desk.session
        report = session.report_on(unit_id, statement, comparison, lints)
        event = session.edit_statement(unit_id, statement, report, at=self._desk.now(), proof=proof)
        if not self._take(event):
            return False
        self._last = say(f"{clean(statement.obligation_id)} {words_of(report.status)} · R checks it, z takes it back")
        self.show()
        return True

    # Judging

    def action_judge(self) -> None:
        unit_id = self._desk.session.current
        if not self._able("statement.judge") or unit_id is None:
            return
        detail = self._desk.session.detail(unit_id)
        self._pick(detail, [(view, stated) for view, stated in to_judge(detail, self._own)], "judge which?", self._look)

    def _look(self, detail: UnitDetail, view: ObligationView, stated: StatementView) -> None:
        """Judge a statement that stands there. One that another wrote is judged as the reviewer's own copy of it."""
        statement, report = stated.statement, stated.report
        draft = Draft(
            language=statement.language, text=statement.text, proof=proof_of(stated), premises=statement.premises
        )
        found = report.findings if report is not None else ()
        lints = LintReport(findings=found, unknown=report.unknown if report is not None else (), parsed=True)
        self._judge(detail.unit.id, statement_of(draft, view.obligation.id), draft.proof, lints)

    def _judge(self, unit_id: UnitId, statement: Statement, proof: str, lints: LintReport) -> None:
        session = self._desk.session
        before = session.comparison(unit_id, statement)

        def answered(said: Comparison | None) -> None:
            if said is not None and said != before:
                self._keep(unit_id, statement, proof, said, lints)

        self.app.push_screen(JudgeScreen(unit_id, statement, Judging(before, name=session.reviewer)), answered)

    # Checking

    def action_check(self) -> None:
        unit_id = self._desk.session.current
        if unit_id is not None and unit_id in self._desk.running:
            self._cancel(self._desk.running[unit_id])
            return
        if not self._able("statement.check") or unit_id is None:
            return
        questions = questions_on(self._desk.session.detail(unit_id))
        running = Running(unit_id=unit_id, questions=questions, total=len(questions))
        self._desk.running[unit_id] = running
        running.worker = self._ask(running)
        self.show()

    def cancel_check(self) -> bool:
        """Cancel the check of the current unit, else the one that was started last; False where none is under way."""
        running, unit_id = self._desk.running, self._desk.session.current
        if not running:
            return False
        self._cancel(running[unit_id] if unit_id is not None and unit_id in running else list(running.values())[-1])
        return True

    def _cancel(self, running: Running) -> None:
        del self._desk.running[running.unit_id]
        if running.worker is not None:
            running.worker.cancel()
        self.notify(f"the check of {clean(running.unit_id)} was cancelled; nothing was recorded", markup=False)
        self.show()

    @work(group=CHECKS, exit_on_error=False)
    async def _ask(self, running: Running) -> None:
        """Ask the checkers; their own processes do the work."""
        settings = self._desk.session.index.audit.settings

        def advanced(done: int, total: int) -> None:
            self.post_message(self.Advanced(running, done, total))

        answers = await ask(running.questions, self._desk.checkers, settings, advanced, turn=self._desk.turns)
        self.post_message(self.Checked(running, answers))

    @on(Advanced)
    def advance(self, message: Advanced) -> None:
        running = message.running
        running.done, running.total = message.done, message.total
        if self._is_under_way(running):
            self.show()

    @on(Checked)
    def checked(self, message: Checked) -> None:
        running, answers = message.running, message.answers
        if not self._is_under_way(running):  # cancelled in its last moment
            return
        del self._desk.running[running.unit_id]
        session = self._desk.session
        evidence = evidence_of(answers)
        if evidence and self._take(session.recheck(running.unit_id, evidence, at=self._desk.now())):
            self._last = say(f"checked {clean(running.unit_id)}: {_told(answers)}")
        self._complain([answered for answered in answers if answered.now is None], of=len(answers))
        self.show()

    def _is_under_way(self, running: Running) -> bool:
        return self._desk.running.get(running.unit_id) is running

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
        for running in [found for found in self._desk.running.values() if found.worker is event.worker]:
            del self._desk.running[running.unit_id]
        error = event.worker.error
        self._warn(f"the check stopped, nothing was recorded: {type(error).__name__}: {error}", severity="error")
        self.show()

    def _warn(self, said: str, *, severity: Any = "warning") -> None:
        self.notify(clean(said, limit=1_000), severity=severity, timeout=12, markup=False)


def _linted(statement: Statement, prose: str) -> LintReport:
    """What the lints say. Where they fail, that is not known: what was written must not be lost by it."""
    try:
        from ..compose import lint_statement

        return lint_statement(statement, prose)
    except Exception as error:  # noqa: BLE001 - as above
        return LintReport(findings=(), unknown=(f"the lints failed: {type(error).__name__}: {error}",), parsed=False)


def _frame(text: str, language: Language) -> Draft | None:
    """What a file holds that nobody filled in."""
    try:
        return read_draft(text.encode(), language)
    except InputError:
        return None


def _progress(running: Running) -> str:
    return "waits for its turn" if running.done is None else f"{running.done} of {running.total} done"


def _language_of(text: str) -> Language:
    """The language that a fresh file was written for."""
    named = next(line for line in text.split("\n") if line.startswith("-- language: "))
    return Language(named.removeprefix("-- language: "))


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
