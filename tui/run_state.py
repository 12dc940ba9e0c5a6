"""How far an audit is, as a value that the run screen draws. Pure: reports of progress go in, a new state comes out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from ..core.stages import Progress, Stage

ASKING = (Stage.REVIEW, Stage.FORMALIZE, Stage.CONCLUDE)
"""Stages of runs that ask models."""
_ROUNDS = frozenset((Stage.REVIEW, Stage.FORMALIZE))
"""Stages that come again with each candidate; what was done in earlier rounds stays counted."""

_DOING = {
    "decompose": "cutting",
    "grow": "growing the tree at",
    "scan": "suspicion of",
    "review": "review of",
    "second": "second opinion on",
    "word": "wording of",
    "state": "formal statement for",
    "compare": "comparison for",
    "back-translate": "reading back for",
    "prove": "proof for",
    "conclude": "the last word",
    "direct": "the whole proof",
    "tree-judge": "the whole tree",
}


class Phase(StrEnum):
    """Where a run stands."""

    UNDER_WAY = "under way"
    STOPPING = "stopping"
    SAVING = "saving"
    OVER = "over"


@dataclass(frozen=True)
class Done:
    """What a stage has done: ``done`` of ``total`` in this round, after ``before`` in earlier ones."""

    done: int = 0
    total: int = 0
    before: int = 0

    @property
    def shown(self) -> tuple[int, int]:
        """Done and total over all rounds; a total of 0 where the size is not known."""
        return self.before + self.done, self.before + self.total


@dataclass(frozen=True)
class Asked:
    """Which models a run asks: ``model`` and ``address`` for the screen, bounds of calls and tokens (0: none), and
    ``leaves``, what leaves this machine in a sentence."""

    model: str
    address: str
    max_calls: int = 0
    max_tokens: int = 0
    leaves: str = ""


@dataclass(frozen=True)
class RunState:
    """A run as far as it is reported.

    ``stages`` holds those that were begun, ``now`` the one under way. ``waiting`` are the questions that have no answer
    yet as (prompt, about), oldest first, and ``newest`` the last one that was sent. ``failed`` says why there will be
    no audit ("" if nothing failed).
    """

    title: str
    made_by: str = ""
    asked: Asked | None = None
    stages: dict[Stage, Done] = field(default_factory=dict)
    now: Stage | None = None
    calls: int = 0
    tokens: int = 0
    uncounted: int = 0
    waiting: tuple[tuple[str, str], ...] = ()
    newest: tuple[str, str] | None = None
    phase: Phase = Phase.UNDER_WAY
    failed: str = ""

    def listed(self) -> tuple[Stage, ...]:
        """The stages to show, in order."""
        return tuple(stage for stage in Stage if self.asked is not None or stage not in ASKING or stage in self.stages)


def advanced(state: RunState, progress: Progress) -> RunState:
    """The state after one report."""
    spent = replace(state, calls=progress.calls, tokens=progress.tokens, uncounted=progress.uncounted)
    if progress.asked:
        return _question(spent, progress)
    before = state.stages.get(progress.stage, Done())
    earlier = before.before
    if progress.stage in _ROUNDS and progress.done == 0 and before.done:
        earlier += before.done
    elif progress.total == 0 and before.total:  # the same stage announced again
        return replace(spent, now=progress.stage)
    stages = {**state.stages, progress.stage: Done(done=progress.done, total=progress.total, before=earlier)}
    left = state.now
    if left is not None and left is not progress.stage and left not in ASKING:
        # Free checks are always done to their end, and the last of them is not reported by itself.
        stages[left] = replace(stages[left], done=stages[left].total)
    return replace(spent, stages=stages, now=progress.stage)


def _question(state: RunState, progress: Progress) -> RunState:
    question = (progress.asked, progress.about)
    if not progress.ended:
        return replace(state, waiting=(*state.waiting, question), newest=question)
    waiting = list(state.waiting)
    if question in waiting:
        waiting.remove(question)
    return replace(state, waiting=tuple(waiting))


def doing(question: tuple[str, str]) -> str:
    """A question in words, as "review of u014"; from outside in part."""
    prompt, about = question
    words = _DOING.get(prompt, prompt)
    return f"{words} {about}".strip()


def spent_words(state: RunState) -> str:
    """Calls and tokens so far with their bounds."""
    asked = state.asked
    calls = f"{state.calls:,} call{'s' if state.calls != 1 else ''}"
    tokens = f"{state.tokens:,} tokens" + (" or more" if state.uncounted else "")
    if asked is not None and asked.max_calls:
        calls += f" of at most {asked.max_calls:,}"
    if asked is not None and asked.max_tokens:
        tokens += f" of at most {asked.max_tokens:,}"
    return f"{calls} · {tokens}"


def newest_words(state: RunState) -> str:
    """What is being waited for, the newest question first; "" where none is."""
    if not state.waiting:
        return ""
    others = len(state.waiting) - 1
    newest = state.newest if state.newest in state.waiting else state.waiting[-1]
    assert newest is not None
    return doing(newest) + (f", and {others} more question{'s' if others != 1 else ''}" if others else "")
