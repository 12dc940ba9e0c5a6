"""The session with its journal, clock and checkers: an event is on the disk before it is on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

from ..core.audit import Audit
from ..core.errors import CheckerError, SaveError
from ..core.events import Depth, Event
from ..core.evidence import Checker, Language
from ..core.rechecking import CheckerSource, Question
from ..core.review import ReviewSession
from ..core.tree import UnitId
from .ink import EMPTY, Ink, Tone, say

if TYPE_CHECKING:
    from textual.worker import Worker

Clock = Callable[[], datetime]

DEBOUNCE = 0.03
"""Seconds of rest before the panes follow the cursor, so that holding j does not draw every unit it passes."""


class Log(Protocol):
    """Where events are saved; a journal beside the audit file."""

    @property
    def unfolded(self) -> int:
        """How many saved events the audit file does not hold yet."""
        ...

    def append(self, event: Event) -> None:
        """Save one event durably, or raise SaveError and save nothing."""
        ...

    def fold(self, audit: Audit) -> None:
        """Write the audit with all its events, or raise SaveError."""
        ...

    def close(self) -> None:
        """Release the lock."""
        ...


class NoCheckers:
    """A source that has none."""

    def why_not(self, language: Language) -> str:
        return f"this review has no checker for {language}"

    async def get(self, language: Language) -> Checker:
        raise CheckerError(self.why_not(language))

    async def aclose(self) -> None:
        pass


@dataclass(eq=False)
class Running:
    """A check of a unit's statements that is under way: ``done`` of ``total`` questions are answered, None while it
    waits for its turn. ``total`` grows where a negation is asked after its claim. ``queued``: an answer to a convention
    made it necessary; it has no worker until it is its turn."""

    unit_id: UnitId
    questions: tuple[Question, ...]
    total: int
    done: int | None = None
    queued: bool = False
    worker: Worker[None] | None = None


class Desk:
    """What every screen works on.

    ``clock`` tells the time with its zone; events carry it in UTC, the screen shows it as it is. ``made_by`` says in a
    few words who made the machine part. ``depth`` is how far the reviewer goes, until they change it. ``checkers`` run
    statements again; ``running`` are the checks under way by unit, in the order in which they were started, and
    ``turns`` how many of them may ask Lean at once. ``drafts`` are texts that could not be taken, by obligation and
    statement ("" for a new one): the editor opens with them again. ``last`` says what was done last.
    """

    def __init__(
        self,
        session: ReviewSession,
        log: Log,
        *,
        clock: Clock,
        made_by: str = "",
        checkers: CheckerSource | None = None,
        at_once: int = 1,
    ) -> None:
        self.session = session
        self.clock = clock
        self.made_by = made_by
        self.depth = Depth.READ
        self.log = log
        self.checkers: CheckerSource = checkers if checkers is not None else NoCheckers()
        self.running: dict[UnitId, Running] = {}
        self.turns = asyncio.Semaphore(at_once)
        self.drafts: dict[tuple[str, str], str] = {}
        self.last: Ink = EMPTY
        self._missing: dict[Language, str] = {}
        self._saved: datetime | None = None
        self.refused = ""

    @property
    def title(self) -> str:
        """The title of the proof."""
        return self.session.index.audit.proof.title

    def now(self) -> str:
        """The time for an event, RFC 3339 UTC to the second."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    def take(self, event: Event) -> UnitId | None:
        """Save an event, then apply it; returns the unit that it changed.

        Raises SaveError where it could not be saved; the session is then as it was.
        """
        try:
            self.log.append(event)
        except SaveError as failure:
            self.refused = str(failure)
            raise
        self.refused = ""
        unit_id = self.session.apply(event)
        self._saved = self.clock()
        return unit_id

    def missing(self, language: Language, *, look: bool = False) -> str:
        """Why there is no checker for a language, "" if there is one. Looked up once, and with ``look`` again."""
        if look or language not in self._missing:
            self._missing[language] = self.checkers.why_not(language)
        return self._missing[language]

    def saved_ink(self) -> Ink:
        """What the header says about saving: the time of the last event, or that it was refused."""
        if self.refused:
            return say("NOT SAVED", Tone.BAD)
        if self._saved is None:
            return say("nothing new to save", Tone.MUTED)
        return say(f"saved {self._saved.strftime('%H:%M:%S')}", Tone.MUTED)

    def to_fold(self) -> Callable[[], None] | None:
        """What writes the events so far into the audit file, for a thread to do; None where nothing is to be written.

        It raises SaveError where the file could not be written; every event is then still in the journal.
        """
        if not self.log.unfolded:
            return None
        document = self.session.document()
        return lambda: self.log.fold(document)

    def close(self) -> None:
        """Fold the journal into the audit file and release it. Raises SaveError where the file could not be written;
        every event is then still in the journal."""
        try:
            if self.log.unfolded:
                self.log.fold(self.session.document())
        finally:
            self.log.close()
