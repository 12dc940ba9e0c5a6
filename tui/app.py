"""The review app. It renders a session and saves what the reviewer does; every dependency comes in from outside."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import SystemCommand
from textual.screen import Screen
from textual.worker import WorkerError

from ..core.audit import Audit
from ..core.errors import ProofSieveError, SaveError
from ..core.rechecking import CheckerSource
from ..core.record.chain import extend
from ..core.record.journal import Journal
from ..core.review import ReviewSession
from .bars import KeyBar
from .checking import CHECKS, CheckingApp
from .convention_screen import ConventionScreen
from .desk import Clock, Desk
from .dialogs import HelpScreen
from .ink import clean
from .keys import CONVENTIONS, EACH_KEY, NARROW, PROOF, REVIEW, commands
from .proof_screen import ProofScreen
from .review_screen import ReviewScreen
from .theme import SIEVE, ink_colours

if TYPE_CHECKING:
    from ..checkers.lean.choice import LeanChoice

FOLD_EVERY = 180.0
"""Seconds between two foldings of the journal into the audit file."""


PATIENCE = 5.0
"""Seconds for a cancelled check to end; its processes are killed then in any case."""
AT_ONCE = 2
"""Checks that may ask Lean at once; others wait for their turn. Each has a process of about 0.5 GiB, and all together
one more that judges."""
RARELY = 1_000
"""Collections of middle-aged garbage between two of all garbage."""
NICE = 10
"""How far Lean steps back behind the screen, which needs little and at once."""


class ReviewApp(CheckingApp):
    """The whole proof first, then one unit at a time. Returns a sentence for the terminal, "" if all went well."""

    CSS_PATH = "app.tcss"
    TITLE = "proofsieve"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - declared as an instance variable by App
        (0, "-narrow"),
        (NARROW, "-wide"),
    ]
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_DISPLAY = "^p"

    def __init__(self, desk: Desk | None, *, notice: str = "") -> None:
        _forget_empty_no_color()
        super().__init__()
        if desk is not None:  # else the app has one from ``begin`` on
            self.desk = desk
        self.animation_level = "none"
        self._notice = notice
        self._closed = False
        self._until_signal = False
        self._own_process = False
        self.register_theme(SIEVE)
        self.theme = SIEVE.name

    def until_signal(self) -> None:
        """The process is the app's alone: leave in order, terminal restored and journal folded, when it is told to
        end."""
        self._own_process = True
        # Windows has no SIGHUP and its loops take no handlers.
        self._until_signal = hasattr(signal, "SIGHUP")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return ink_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        return ProofScreen(self.desk)

    @property
    def has_desk(self) -> bool:
        """Whether there is a review yet."""
        return hasattr(self, "desk")

    def on_mount(self) -> None:
        if self._until_signal:
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.call_later, self.action_quit)
        if self.has_desk:
            self.begin(self._notice)
        else:
            self._settle()

    def begin(self, notice: str) -> None:
        """Take up the review on the app's desk, and tell the reviewer ``notice`` if there is something to tell."""
        self.install_screen(ReviewScreen(self.desk), REVIEW)
        self.install_screen(ConventionScreen(self.desk), CONVENTIONS)
        self.set_interval(FOLD_EVERY, self.fold)
        self._settle()
        if notice:
            self.notify(clean(notice), timeout=10, markup=False)

    @work(exclusive=True, group="fold")
    async def fold(self) -> None:
        """Write the audit file anew beside the review, so that it is never far behind its journal."""
        if self._own_process:
            gc.collect()
        write = self.desk.to_fold()
        if write is None:
            return
        try:
            await asyncio.to_thread(write)
        except SaveError as failure:
            self.notify(
                clean(f"the audit file could not be written ({failure}); every decision is safe in the journal"),
                severity="warning",
                timeout=10,
                markup=False,
            )

    @on(ProofScreen.Review)
    def review(self, message: ProofScreen.Review) -> None:
        if isinstance(self.screen, ReviewScreen):  # the key was pressed twice before the screen could change
            return
        if self.desk.session.go_to(message.unit_id):
            self.notify("the filter hid this unit and is off now", markup=False)
        self.push_screen(REVIEW)
        self._settle()

    def _settle(self) -> None:
        """What is there now stays until the end. To look through an audit and all widgets for garbage takes longer than
        a frame may; young garbage is collected as ever, old when the journal is folded."""
        if self._own_process:
            gc.set_threshold(*gc.get_threshold()[:2], RARELY)
            self.call_after_refresh(gc.freeze)

    @on(ReviewScreen.Whole)
    def whole(self) -> None:
        if not isinstance(self.screen, ReviewScreen):  # as above
            return
        for proof in self.screen_stack:
            if isinstance(proof, ProofScreen):
                proof.come_from(self.desk.session.current)
        self.pop_screen()

    def action_conventions(self) -> None:
        """To what the text leaves open, and back."""
        if isinstance(self.screen, ConventionScreen):
            self.leave_conventions()
        elif isinstance(self.screen, ReviewScreen | ProofScreen):
            if isinstance(self.screen, ProofScreen) and self.screen.at is not None:
                self.desk.session.go_to(self.screen.at)  # the unit that a question would be asked about
            self.push_screen(CONVENTIONS)
            self._settle()

    @on(ConventionScreen.Leave)
    def leave_conventions(self) -> None:
        if isinstance(self.screen, ConventionScreen):
            self.pop_screen()

    @on(ConventionScreen.Jump)
    def jump(self, message: ConventionScreen.Jump) -> None:
        if not isinstance(self.screen, ConventionScreen):  # as in ``review``
            return
        self.pop_screen()
        if isinstance(self.screen, ReviewScreen):
            if self.desk.session.go_to(message.unit_id):
                self.notify("the filter hid this unit and is off now", markup=False)
            self.screen.show()
        else:
            self.review(ProofScreen.Review(message.unit_id))

    @on(KeyBar.Pressed)
    async def press(self, message: KeyBar.Pressed) -> None:
        await self.run_action(message.command.action, self.screen)

    def action_help(self) -> None:
        self.push_screen(HelpScreen(_name_of(self.screen)))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: what the keys do, by name, and the theme."""

        def runner(action: str) -> None:
            self.call_later(self.run_action, action, screen)

        for command in commands(_name_of(screen)):
            if command.id != "palette" and EACH_KEY not in command.action:
                title = f"{command.word} ({command.show})".replace("[", "\\[")
                yield SystemCommand(title, command.says, lambda action=command.action: runner(action))
        yield SystemCommand("theme", "change the colours", self.action_change_theme)

    async def action_quit(self) -> None:
        said = self.finish()
        await self.stop_checks()
        self.exit(said)

    async def on_unmount(self) -> None:
        self.finish()
        await self.stop_checks()

    async def stop_checks(self) -> None:
        """Cancel all checks that are under way, and stop every checker with its processes."""
        if not self.has_desk:
            return
        self.desk.running.clear()
        checks = [worker for worker in self.workers if worker.group == CHECKS]
        for worker in checks:
            worker.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for worker in checks:
                    with suppress(WorkerError):
                        await worker.wait()
        await self.desk.checkers.aclose()

    def finish(self) -> str:
        """Fold the journal into the audit file, once; returns what went wrong, "" if nothing did."""
        if self._closed or not self.has_desk:
            return ""
        self._closed = True
        try:
            self.desk.close()
        except SaveError as failure:
            return f"{failure}; every decision is safe in the journal"
        return ""


def make_app(
    audit: Audit,
    *,
    path: Path,
    reviewer: str,
    clock: Clock | None = None,
    checkers: CheckerSource | None = None,
    lean: LeanChoice | None = None,
) -> ReviewApp:
    """The app over an audit file; see ``make_desk``."""
    desk, note = make_desk(audit, path=path, reviewer=reviewer, clock=clock, checkers=checkers, lean=lean)
    return ReviewApp(desk, notice=note)


def make_desk(
    audit: Audit,
    *,
    path: Path,
    reviewer: str,
    clock: Clock | None = None,
    checkers: CheckerSource | None = None,
    lean: LeanChoice | None = None,
) -> tuple[Desk, str]:
    """The desk over an audit file, and what the reviewer is to be told: opens its journal, replays what the file does
    not have yet, and resumes.

    ``checkers`` run statements again, by default those of this installation with the Lean ``lean``; the app closes
    them. Raises AuditFileError for a journal of another audit and SaveError where another writer holds the file.
    """
    journal = Journal.open(path, audit, reviewer=reviewer)
    try:
        review = extend(audit.review, journal.recovered)
        session = ReviewSession(replace(audit, review=review), reviewer=reviewer)
    except BaseException:
        journal.close()
        raise
    if checkers is None:
        # Not from the composition root, which brings all that an audit needs.
        from ..checkers.source import Checkers

        checkers = Checkers(at_once=AT_ONCE, nice=NICE, lean=lean)
    desk = Desk(session, journal, clock=clock or local_now, made_by=made_by(audit), checkers=checkers, at_once=AT_ONCE)
    return desk, journal.note


def review_file(audit: Audit, *, path: Path, reviewer: str, lean: LeanChoice | None = None) -> None:
    """Review the audit file at ``path``, which was read as ``audit``, until the reviewer leaves; ``lean`` as there.

    Raises what ``make_app`` does, and SaveError where the events could not be folded into the file at the end.
    """
    run_app(make_app(audit, path=path, reviewer=reviewer, lean=lean), path)


def run_app(app: ReviewApp, path: Path) -> None:
    """Run the app on this terminal until the reviewer leaves; ``path`` is its audit.

    Raises SaveError where the events could not be folded into the file at the end, ProofSieveError for a fault of ours.
    """
    app.until_signal()
    problem = app.run()
    if app.return_code:
        raise ProofSieveError(
            "the review stopped on an internal error, please report it; every decision that was shown as saved is safe",
            where=str(path),
            hint="open it again with proofsieve review",
        )
    if problem:
        raise SaveError(problem)


def made_by(audit: Audit) -> str:
    """Who made the machine part, in a few words."""
    return " + ".join([audit.provenance.analyst, *(checker.name for checker in audit.provenance.checkers)])


def local_now() -> datetime:
    """The time with the zone of this machine."""
    return datetime.now().astimezone()


def _name_of(screen: Screen[object]) -> str:
    """The name under which the table of keys knows a screen."""
    return {ReviewScreen: REVIEW, ConventionScreen: CONVENTIONS}.get(type(screen), PROOF)


def _forget_empty_no_color() -> None:
    # no-color.org: the variable counts when it is present and not empty; Textual counts an empty one as well.
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
