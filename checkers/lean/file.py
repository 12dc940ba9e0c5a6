"""One Lean file, judged: what ``proofsieve lean`` does."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import ChoiceNeeded, InputError
from ...core.evidence import Kind, Limits
from .embedded import EMBEDDED, elaborate
from .judgement.commands import Command, commands, theorems
from .judgement.judge import Judgement, judge, refusal, undecided
from .judgement.question import Question, ask_file, ask_goal, pick
from .pool import LeanPool
from .settings import LIMITS, LeanSettings
from .setup.trial import BRIEF, fault_of


def question_of(text: str, name: str | None, goal_text: str | None, *, where: str, goal_where: str) -> Question | None:
    """The question that a file and a goal file put; None where the file holds no theorem.

    Raises ChoiceNeeded where several theorems are possible, InputError for a goal file without a statement.
    """
    if not theorems(text):
        if name is not None:
            raise ChoiceNeeded(f"no theorem {name}", where=where, hint="the file holds no theorem")
        return None
    if goal_text is None:
        return ask_file(text, pick(text, name, where=where))
    goals = theorems(goal_text)
    if not goals and (not goal_text.strip() or commands(goal_text)):
        raise InputError(
            "no theorem in the goal", where=goal_where, hint="a theorem or one bare proposition is expected"
        )
    goal = _goal(goal_text, name, where=goal_where) if goals else None
    if name is None and goal is not None and any(goal.full_name == found.full_name for found in theorems(text)):
        name = goal.full_name
    return ask_goal(text, pick(text, name, where=where), goal_text, goal)


def _goal(goal_text: str, name: str | None, *, where: str) -> Command:
    named = [found for found in theorems(goal_text) if name in (found.name, found.full_name)]
    return named[0] if len(named) == 1 else pick(goal_text, None, where=where)


async def judge_file(
    question: Question | None,
    *,
    limits: Limits = LIMITS,
    settings: LeanSettings | None = None,
    folder: Path | None = None,
) -> Judgement:
    """The outcome for one file. A Lean that fails its canaries gives none."""
    if question is None:
        return undecided(Kind.COMPILE_FAILURE, "the file holds no theorem: there is nothing that it proves")
    refused = refusal(question)
    if refused is not None:
        return refused
    pool = LeanPool(settings or LeanSettings(), folder)
    try:
        fault = await fault_of(pool, BRIEF)
        if fault:
            return undecided(Kind.CRASH, f"this Lean is not to be trusted: {fault}")
        return judge(question, await elaborate(question, pool, limits), EMBEDDED)
    finally:
        await pool.aclose()
