"""Existential goals whose witness is written in them: ∃ x, x = t, ∃! f, ∀ n, f n = t n, ∃ S, S = {x | p x}."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.faithfulness.findings import Action, LintFinding
from .made import finding
from .meaning.nodes import Local, Op, Quant, slots
from .meaning.types import Function, Subtype, pruned
from .points.posing import Posed, defined


def pinned(posed: Posed) -> Iterator[LintFinding]:
    """exists-unique-pinned and self-answer: the goal defines what it asks for, so that it holds by definition."""
    goal = posed.goal
    if not isinstance(goal, Quant) or goal.kind not in ("∃", "∃!") or isinstance(pruned(goal.domain), Subtype):
        return
    if not _is_definition(goal):
        return
    unique = goal.kind == "∃!"
    yield finding(
        "exists-unique-pinned" if unique else "self-answer",
        f"{goal.name} is given by its own definition: the goal holds whatever it says",
        action=Action.FLAG if unique else Action.REJECT,
        at=goal,
        witness=((goal.name, "its definition"),),
    )


def _is_definition(goal: Quant) -> bool:
    body = goal.body
    if isinstance(body, Op) and body.op == "=":
        return any(
            isinstance(side, Local) and side.slot == goal.slot and goal.slot not in slots(other)
            for side, other in (body.args, body.args[::-1])
        )
    if isinstance(pruned(goal.domain), Function):
        return defined(body, {goal.slot}, {}) is not None
    return False
