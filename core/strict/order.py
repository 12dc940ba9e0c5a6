"""What to look at next: the most critical untouched step first, then the most critical open one (METHOD 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from ..proof import Proof, StepId
from ..suspicion import Risk
from ..taint import dependencies, reach
from ..tree import ProofTree
from ..value import value
from .acts import NodeId, StepState
from .state import Loop, Node


class WorkKind(StrEnum):
    """What is to be done with a step."""

    CONFIRM = "confirm"
    ELABORATE = "elaborate"
    RESUME = "resume"


@value
class Work:
    """The next thing to do."""

    kind: WorkKind
    node: NodeId


def criticality(proof: Proof, tree: ProofTree, risks: Iterable[Risk]) -> dict[StepId, int]:
    """How critical each step is, 0-199: the highest risk of its units (0-99) plus the share of the other steps, in
    percent, that rest on it, directly or through others."""
    risk: dict[StepId, int] = {}
    for item in risks:
        step = tree.unit_by_id[item.unit_id].step
        risk[step] = max(risk.get(step, 0), item.risk)
    carried = reach(dependencies(proof, tree))
    others = max(1, len(proof.steps) - 1)
    return {step.id: risk.get(step.id, 0) + 100 * carried[step.id] // others for step in proof.steps}


def next_work(loop: Loop, critical: Mapping[StepId, int]) -> Work | None:
    """What to do next; None where nothing is left to do or may be done.

    A flaw that is claimed is confirmed or given up first, even after the last run, unless nobody answers any more. The
    earlier step of two that are equally critical comes first; after a rejection only steps before it count.
    """
    best: dict[StepState, Node] = {}
    for node in loop.nodes:
        if node.parts or (node.state is StepState.FLAWED and node.confirmed):
            continue
        if loop.rejected is not None and node.top >= loop.rejected:
            continue
        known = best.get(node.state)
        if known is None or _rank(node, critical) < _rank(known, critical):
            best[node.state] = node
    if StepState.FLAWED in best and loop.empty_replies < loop.caps.empty_replies and not loop.capped:
        return Work(kind=WorkKind.CONFIRM, node=best[StepState.FLAWED].id)
    if loop.ended:
        return None
    if StepState.UNTOUCHED in best:
        return Work(kind=WorkKind.ELABORATE, node=best[StepState.UNTOUCHED].id)
    if StepState.OPEN in best:
        return Work(kind=WorkKind.RESUME, node=best[StepState.OPEN].id)
    return None


def _rank(node: Node, critical: Mapping[StepId, int]) -> tuple[int, int, tuple[int, ...]]:
    parts = tuple(int(part) for part in node.id.split(".")[1:])
    return (-critical.get(node.step, 0), node.top, parts)
