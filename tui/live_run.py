"""One audit in a thread with an event loop of its own, so that rules, fusion and saving never hold up the screen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from ..core.audit import Audit
from ..core.errors import ProofSieveError
from ..core.stages import Progress
from .run_state import Phase, RunState, advanced


class Work(Protocol):
    """What is run: an audit that reports its progress and what leaves this machine, and that can be cancelled."""

    def __call__(
        self,
        on_progress: Callable[[Progress], None],
        on_partial: Callable[[Audit], None],
        on_notice: Callable[[str], None],
    ) -> Awaitable[Audit]: ...


@dataclass(frozen=True)
class Ended:
    """How a run ended. ``audit`` is what was found, None where that is nothing; ``cancelled`` says whether a person
    stopped it; ``failure`` what went wrong where there is no audit."""

    audit: Audit | None
    cancelled: bool = False
    failure: ProofSieveError | None = None


class LiveRun:
    """A run and its state. ``state`` is a value that the thread replaces as a whole; it may be read at any time."""

    def __init__(self, work: Work, state: RunState) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._found: Audit | None = None
        self._cancelled = False
        self._over = False
        self._partial: Audit | None = None
        self.state = state

    @property
    def began(self) -> bool:
        """Whether the thread is at work, or was."""
        return self._task is not None

    @property
    def over(self) -> bool:
        """Whether nothing is at work any more."""
        return self._over

    def execute(self) -> Ended:
        """Run to the end; blocks, and belongs into a thread."""
        try:
            return asyncio.run(self._run())
        finally:
            self._over = True

    def cancel(self) -> None:
        """Stop the run, from any thread: what was found by then is how it ends."""
        with self._lock:
            self._cancelled = True
            self.state = replace(self.state, phase=Phase.STOPPING)
            if self._loop is not None and self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)

    def phase(self, phase: Phase, failed: str = "") -> None:
        """Say where the run stands."""
        with self._lock:
            self.state = replace(self.state, phase=phase, failed=failed, waiting=())

    async def _run(self) -> Ended:
        with self._lock:
            if self._cancelled:
                return Ended(audit=None, cancelled=True)
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.ensure_future(self._audit())
        try:
            await self._task
            return Ended(audit=self._found)
        except asyncio.CancelledError:
            if not self._cancelled:
                raise
            return Ended(audit=self._partial, cancelled=True)
        except ProofSieveError as failure:
            return Ended(audit=None, failure=failure)
        finally:
            with self._lock:
                self._loop = None

    async def _audit(self) -> None:
        # Not the task's result: asyncio may format that, which takes seconds for a large audit.
        self._found = await self._work(self._progress, self._keep, self._notice)

    def _progress(self, progress: Progress) -> None:
        with self._lock:
            self.state = advanced(self.state, progress)

    def _keep(self, audit: Audit) -> None:
        self._partial = audit

    def _notice(self, sentence: str) -> None:
        with self._lock:
            if self.state.asked is not None:
                self.state = replace(self.state, asked=replace(self.state.asked, leaves=sentence))
