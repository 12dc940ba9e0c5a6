"""The run screen in the middle of a run that never moves, for pictures and for looking at: ``python -m
proofsieve.tui.run_picture``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..core.audit import Audit
from ..core.errors import UsageError
from ..core.stages import Progress, Stage
from .desk import Desk
from .live_run import LiveRun
from .run_app import AuditApp
from .run_state import Asked, Done, RunState

SENTENCE = (
    "The text of the proof, its problem and what was derived from them go to https://models.example.org/v1 "
    "(model qwen3-32b); nothing else of this machine does."
)
STATE = RunState(
    title="Every odd square leaves the remainder 1 on division by 8",
    made_by="model",
    asked=Asked(
        model="qwen3-32b", address="https://models.example.org/v1", max_calls=200, max_tokens=0, leaves=SENTENCE
    ),
    stages={
        Stage.CUT: Done(),
        Stage.GROW: Done(),
        Stage.CLAIMS: Done(),
        Stage.CHECK: Done(done=31, total=31),
        Stage.ASK: Done(),
        Stage.SCAN: Done(),
        Stage.REVIEW: Done(done=5, total=7, before=7),
        Stage.FORMALIZE: Done(done=3, total=3),
    },
    now=Stage.REVIEW,
    calls=41,
    tokens=63_240,
    uncounted=2,
    waiting=(("review", "u013"), ("review", "u014")),
    newest=("review", "u014"),
)


def picture(state: RunState = STATE) -> AuditApp:
    """The app with a run that stands still until it is stopped."""

    async def work(
        on_progress: Callable[[Progress], None],
        on_partial: Callable[[Audit], None],
        on_notice: Callable[[str], None],
    ) -> Audit:
        await asyncio.Event().wait()
        raise AssertionError("this run never ends by itself")

    def refuse() -> tuple[Desk, str]:
        raise UsageError("a picture holds no audit")

    return AuditApp(LiveRun(work, state), save=lambda audit: None, open_desk=refuse)


if __name__ == "__main__":
    picture().run()
