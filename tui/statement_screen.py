"""The part of the review screen that writes statements, judges and checks them: keys E, = and R."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

from textual import on, work
from textual.message import Message
from textual.screen import Screen

from ..core.errors import InputError
from ..core.events import Event
from ..core.evidence import Language, Statement
from ..core.faithfulness import LintReport
from ..core.faithfulness.slots import Comparison
from ..core.rechecking import questions_on
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
from .checking import CheckingApp, progress_words
from .desk import Desk
from .editor import EditorError, edited
from .ink import BLANK, Ink, Para, Tone, clean, say
from .judge_screen import JudgeScreen
from .pick_screen import PickScreen
from .sheet import Sheet, words_of
from .written import judged_by, to_judge, to_write

SUFFIX = {Language.LEAN: "lean", Language.NUMERIC: "txt", Language.VERUS: "rs"}


class StatementScreen(Screen[None]):
    """What a review screen can do with statements. The rest of the screen saves events and draws."""

    class Written(Message):
        """A statement came back from the editor and was looked at by the lints."""

        def __init__(self, unit_id: UnitId, draft: Draft, statement: Statement, lints: LintReport) -> None:
            super().__init__()
            self.unit_id, self.draft, self.statement, self.lints = unit_id, draft, statement, lints

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk

    @property
    def _app(self) -> CheckingApp:
        """The app, which asks the checkers."""
        return cast(CheckingApp, self.app)

    @property
    def _last(self) -> Ink:
        """What was done last."""
        return self._desk.last

    @_last.setter
    def _last(self, said: Ink) -> None:
        self._desk.last = said

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
        return say(f"checking {clean(shown.unit_id)} · {progress_words(shown)} · {key}{others}")

    def checking(self, unit_id: UnitId, sheet: Sheet) -> Sheet:
        """What stands on the checker pane of a unit, with word of a check that is under way there."""
        running = self._desk.running.get(unit_id)
        if running is None:
            return sheet
        paras = (Para(say(f"Being checked: {progress_words(running)}.", Tone.ACCENT)), BLANK, *sheet.paras)
        return replace(sheet, title=f"checking · {progress_words(running)}", paras=paras)

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
            self._app.cancel_check(self._desk.running[unit_id])
            return
        if not self._able("statement.check") or unit_id is None:
            return
        self._app.check(unit_id, questions_on(self._desk.session.detail(unit_id)))
        self.show()

    def cancel_check(self) -> bool:
        """Cancel the check of the current unit, else the one that was started last; False where none is under way."""
        running, unit_id = self._desk.running, self._desk.session.current
        if not running:
            return False
        here = unit_id is not None and unit_id in running
        self._app.cancel_check(running[unit_id] if here and unit_id is not None else list(running.values())[-1])
        return True

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


def _language_of(text: str) -> Language:
    """The language that a fresh file was written for."""
    named = next(line for line in text.split("\n") if line.startswith("-- language: "))
    return Language(named.removeprefix("-- language: "))
