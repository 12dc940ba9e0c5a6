"""How tests put a question to the real Lean: as ``proofsieve lean`` does, and with warm processes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.lean.embedded import EMBEDDED, elaborate
from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.judgement.judge import Judgement, judge, refusal
from proofsieve.checkers.lean.pool import LeanPool
from proofsieve.checkers.lean.settings import LIMITS, LeanSettings

PATIENT = replace(LIMITS, wall_ms=120_000, cpu_ms=120_000)
"""For tests that are not about time: a busy machine changes no outcome."""

LEAN = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(600)]
"""Marks of a module that asks a real Lean: one loop for its warm processes, and time for the first set-up."""


class Asking:
    """A pool with one process for text of others and one that judges, both kept."""

    def __init__(self, folder: Path) -> None:
        self.pool = LeanPool(LeanSettings(fresh=False), folder)

    async def file(
        self, text: str, *, theorem: str | None = None, goal: str | None = None, wall_ms: int = PATIENT.wall_ms
    ) -> Judgement:
        """The judgement on a text, as if it stood in a file, with its goal in another."""
        question = question_of(text, theorem, goal, where="file", goal_where="goal")
        assert question is not None, "there is a theorem"
        refused = refusal(question)
        if refused is not None:
            return refused
        return judge(question, await elaborate(question, self.pool, replace(LIMITS, wall_ms=wall_ms)), EMBEDDED)
