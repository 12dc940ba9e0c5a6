"""The app that audits first: the run screen, then the review of what was found."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import SystemCommand
from textual.screen import Screen

from ..core.audit import Audit, Settings
from ..core.errors import ProofSieveError
from ..core.rechecking import CheckerSource
from ..core.stages import Progress
from .app import ReviewApp, make_desk, run_app
from .desk import Clock, Desk
from .ink import clean
from .live_run import LiveRun
from .proof_screen import ProofScreen
from .run_screen import LEAVE_IT, RunScreen
from .run_state import Asked, Phase, RunState
from .sheets_model import stopped_words

if TYPE_CHECKING:
    from ..checkers.lean.choice import LeanChoice
    from ..compose import AskModels
    from ..core.authored import Authored
    from ..core.conventions.profiles import Profile
    from ..core.proof import Proof

NOTHING = "Stopped before anything was found: there is no audit to review yet."


@dataclass(frozen=True)
class Outcome:
    """How the app was left: what was ``saved``, whether it came to a review, whether a person stopped the run, and what
    failed."""

    saved: bool = False
    reviewed: bool = False
    cancelled: bool = False
    failure: ProofSieveError | None = None


class AuditApp(ReviewApp):
    """Audits, saves, and reviews.

    ``save`` writes the audit that was made; ``open_desk`` opens the review of it, with a sentence for the reviewer.
    Both block and are called in a thread; both may raise ProofSieveError.
    """

    def __init__(
        self, run: LiveRun, *, save: Callable[[Audit], None], open_desk: Callable[[], tuple[Desk, str]]
    ) -> None:
        super().__init__(None)
        self.live = run
        self._save = save
        self._open_desk = open_desk
        self._unsaved: Audit | None = None
        self._leaves = False
        self.outcome = Outcome()

    def get_default_screen(self) -> Screen[None]:
        self._watching = RunScreen(self.live)
        return self._watching

    def on_mount(self) -> None:
        self.audit()

    @work(group="run")
    async def audit(self) -> None:
        """Run, save, and open the review, or leave."""
        ended = await asyncio.to_thread(self.live.execute)
        await self._watching.answered.wait()  # a person who is asked how to stop is not interrupted
        self.outcome = Outcome(cancelled=ended.cancelled or self._leaves, failure=ended.failure)
        if ended.audit is not None:
            await self._keep(ended.audit)
        elif self._leaves:
            self.exit("")
        else:
            self._fail(NOTHING if ended.failure is None else str(ended.failure))

    async def _keep(self, audit: Audit) -> None:
        """Save the audit; then the review, or leave as the person wanted."""
        self.live.phase(Phase.SAVING)
        self._unsaved = audit
        try:
            await asyncio.to_thread(self._save, audit)
            self._unsaved = None
            self.outcome = Outcome(saved=True, cancelled=self.outcome.cancelled)
            if self._leaves:
                self.exit("")
                return
            desk, note = await asyncio.to_thread(self._open_desk)
        except ProofSieveError as failure:
            self.outcome = Outcome(saved=self.outcome.saved, cancelled=self.outcome.cancelled, failure=failure)
            self._fail(f"the audit is not saved: {failure}" if self._unsaved is not None else str(failure))
            return
        self.outcome = Outcome(saved=True, reviewed=True)
        self.desk = desk
        self.live.phase(Phase.OVER)
        await self.push_screen(ProofScreen(desk))
        self.begin(note)
        if told := stopped_words(audit):
            said = clean(told, limit=2_000)
            self.notify(said, title="the run ended early", severity="warning", timeout=20, markup=False)

    def _fail(self, why: str) -> None:
        """Say on the run screen why there is no review."""
        self.live.phase(Phase.OVER, failed=why)
        self._watching.unsaved = self._unsaved is not None
        self._watching.show()

    @on(RunScreen.Stop)
    def stop(self, message: RunScreen.Stop) -> None:
        """Stop the run as the person chose."""
        self._leaves = message.choice == LEAVE_IT
        self.live.cancel()
        self._watching.stopping()

    @on(RunScreen.Leave)
    def leave(self) -> None:
        """Leave a run that failed."""
        self.exit("")

    @on(RunScreen.Save)
    def save_again(self) -> None:
        if self._unsaved is not None and self.live.state.failed:
            self._try_again(self._unsaved)

    @work(group="run")
    async def _try_again(self, audit: Audit) -> None:
        await self._keep(audit)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        if self.has_desk:
            yield from super().get_system_commands(screen)

    async def action_quit(self) -> None:
        """Leave the review, or stop the run at once, save what was found and leave."""
        if self.has_desk:
            await super().action_quit()
        elif self.live.state.failed:
            self.exit("")
        else:
            self._leaves = True
            self.live.cancel()
            self._watching.stopping()

    async def on_unmount(self) -> None:
        self.live.cancel()


def asked_of(asking: AskModels) -> Asked:
    """What the run screen says of the models that are asked."""
    from ..prompts.endpoint import leaving

    chosen = asking.chosen.settings
    others = {name for _, name in chosen.stages} | {chosen.second} - {""}
    model = ", ".join([chosen.model, *sorted(others - {chosen.model})])
    if asking.replay is not None:
        return Asked(model=model, address="", leaves="nothing leaves this machine: all answers come from a file")
    return Asked(
        model=model,
        address=chosen.base_url,
        max_calls=chosen.max_calls,
        max_tokens=chosen.max_tokens,
        leaves=leaving(asking.chosen.endpoint.address, model),
    )


def audit_app(
    proof: Proof,
    path: Path,
    *,
    reviewer: str,
    force: bool = False,
    lean: LeanChoice | None = None,
    analyst: str = "rules",
    asking: AskModels | None = None,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    told: Profile | None = None,
    clock: Clock | None = None,
    checkers: CheckerSource | None = None,
) -> AuditApp:
    """The app that audits ``proof``, saves the audit at ``path`` (``force`` as for ``save_new``) and reviews it
    (``reviewer``, ``clock`` and ``checkers`` as for ``make_desk``). ``told``: answers to what the text leaves open; the
    others as for ``compose.audit_proof``."""
    from ..compose import audit_proof_async
    from ..core.conventions.choices import with_profile
    from ..core.record.audit_file import load, save_new

    settings = with_profile(Settings(lean="auto" if lean is None else lean.backend, analyst=analyst), told)

    def work(
        on_progress: Callable[[Progress], None],
        on_partial: Callable[[Audit], None],
        on_notice: Callable[[str], None],
    ) -> Awaitable[Audit]:
        return audit_proof_async(
            proof,
            settings,
            authored=authored,
            authored_in=authored_in,
            asking=None if asking is None else replace(asking, on_notice=on_notice),
            lean=lean,
            on_progress=on_progress,
            on_partial=on_partial,
        )

    def open_desk() -> tuple[Desk, str]:
        desk, note = make_desk(load(path), path=path, reviewer=reviewer, clock=clock, checkers=checkers, lean=lean)
        desk.session.verdict()  # what the screens look up is made here, not where they wait for it
        return desk, note

    asked = asked_of(asking) if asking is not None else None
    run = LiveRun(work, RunState(title=proof.title, made_by=analyst, asked=asked))
    return AuditApp(run, save=lambda audit: save_new(path, audit, force=force), open_desk=open_desk)


def audit_and_review(app: AuditApp, path: Path) -> Outcome:
    """Run the app on this terminal until it is left. Raises what failed, and as ``run_app``."""
    run_app(app, path)
    if app.outcome.failure is not None:
        raise app.outcome.failure
    return app.outcome
