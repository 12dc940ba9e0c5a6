"""Where a strict run stands, for people and for the audit: states of steps, the first error, what blocks (METHOD 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ledger.sigma import sigma_fault
from ..ledger.values import SigmaRow
from ..proof import StepId
from ..taint import Grounds, all_grounds, conditional
from ..value import value
from ..verdict import Status
from .acts import NodeId, Overall, StepState, Witness
from .state import Loop, Node

if TYPE_CHECKING:
    import networkx as nx


@value
class StepStanding:
    """How a step stands. ``confirmed``: its flaw holds; ``why``: what blocks it or shows its flaw; ``rests_on``: for a
    verified step, what is not closed below it; ``says``: the whole in a few words, as "verified if s2 holds"."""

    id: StepId
    state: StepState
    confirmed: bool
    why: str
    says: str
    witness: Witness | None = None
    rests_on: Grounds = Grounds()


@value
class StrictVerdict:
    """The strict loop's verdict.

    ``first_error`` is the earliest step with a confirmed flaw, ``provisional`` while steps before it are not decided:
    those stand in ``uncertain_before``. ``ended`` says why a run ended before all was decided ("" where it did not).
    """

    overall: Overall
    first_error: StepId | None
    provisional: bool
    uncertain_before: tuple[StepId, ...]
    witness: Witness | None
    reason: str
    ended: str
    steps: tuple[StepStanding, ...]

    @property
    def accepted(self) -> bool:
        """Whether every step is verified."""
        return self.overall is Overall.VERIFIED

    @property
    def status(self) -> Status:
        """The whole verdict in the words of the sieve: what is neither accepted nor rejected is uncertain."""
        return _WHOLE[self.overall]


_WHOLE = {
    Overall.VERIFIED: Status.CORRECT,
    Overall.FLAWED: Status.FLAWED,
    Overall.EXHAUSTED: Status.UNCERTAIN,
    Overall.RUNNING: Status.UNCERTAIN,
}


def step_status(step: StepStanding) -> Status:
    """A step's verdict in the words of the sieve. A flaw that is not confirmed is undecided; so is a verified step that
    rests on what is not closed."""
    if step.state is StepState.FLAWED:
        return Status.FLAWED if step.confirmed else Status.UNCERTAIN
    if step.state is StepState.VERIFIED:
        return Status.UNCERTAIN if step.rests_on else Status.CORRECT
    return Status.NOT_CHECKED if step.state is StepState.UNTOUCHED else Status.UNCERTAIN


def ledger_rows(loop: Loop) -> tuple[SigmaRow, ...]:
    """The Σ items of the run in order, each with the steps whose elaborations use it."""
    used: dict[str, dict[StepId, None]] = {}
    for node in loop.nodes:
        for name in node.elaboration.sigma if node.elaboration is not None else ():
            used.setdefault(name, {})[node.step] = None
    return tuple(SigmaRow(item=item, used_by=tuple(used.get(item.id, ()))) for item in loop.sigma.values())


def concluded(loop: Loop, graph: nx.DiGraph[StepId]) -> StrictVerdict:
    """The verdict on where ``loop`` stands; ``graph`` is what steps rest on (``taint.dependencies`` with
    ``declared``)."""
    tops = tuple(loop.top_nodes())
    unclosed = [node.step for node in tops if node.state is not StepState.VERIFIED]
    below = all_grounds(graph, unclosed, _open_items(loop))
    steps = tuple(_standing(loop, node, below.get(node.step, Grounds())) for node in tops)
    first = tops[loop.rejected] if loop.rejected is not None else None
    before = tuple(node.step for node in tops[: loop.rejected or 0] if node.state is not StepState.VERIFIED)
    shown = _shown(loop, first) if first is not None else None
    return StrictVerdict(
        overall=loop.overall,
        first_error=first.step if first is not None else None,
        provisional=bool(before),
        uncertain_before=before,
        witness=shown.witness if shown is not None else None,
        reason=_reason(loop, shown, len(unclosed)),
        ended=loop.ended,
        steps=steps,
    )


def _standing(loop: Loop, node: Node, below: Grounds) -> StepStanding:
    shown = _shown(loop, node)
    verified = node.state is StepState.VERIFIED
    says = conditional(below) if verified else str(node.state)
    if node.state is StepState.FLAWED and not node.confirmed:
        says = "flawed, to be confirmed"
    return StepStanding(
        id=node.step,
        state=node.state,
        confirmed=node.confirmed,
        why=shown.why if shown is node else f"{shown.id}: {shown.why}",
        says=says,
        witness=shown.witness if node.state is StepState.FLAWED else None,
        rests_on=below if verified else Grounds(),
    )


def _shown(loop: Loop, node: Node) -> Node:
    """The part of a split step that says why the step stands as it does: the first that is flawed (confirmed ones
    first), else the first that is open."""
    while node.parts:
        parts = [loop.nodes[place] for place in node.parts]
        order = {StepState.FLAWED: 0, StepState.OPEN: 1}
        node = min(parts, key=lambda part: (not part.confirmed, order.get(part.state, 2)))
    return node


def _open_items(loop: Loop) -> dict[StepId, tuple[str, ...]]:
    """The Σ items that each step uses and that are not confirmed, by their names."""
    found: dict[StepId, dict[str, None]] = {}
    for node in loop.nodes:
        for name in node.elaboration.sigma if node.elaboration is not None and not node.parts else ():
            item = loop.sigma.get(name)
            if item is None or sigma_fault(item):
                found.setdefault(node.step, {})[item.name or str(name) if item is not None else str(name)] = None
    return {step: tuple(names) for step, names in found.items()}


def _reason(loop: Loop, shown: Node | None, unclosed: int) -> str:
    if shown is not None:
        return f"{shown.id}: {shown.why}"
    if loop.overall is Overall.VERIFIED:
        return "every step is verified"
    undecided = f"{unclosed} of {loop.steps} steps are not verified"
    return f"{undecided}; {loop.ended}" if loop.ended else undecided


def blocked_by(loop: Loop, name: NodeId) -> str:
    """Why a step or part is open, in a sentence; "" where it is not."""
    node = loop.node(name)
    shown = _shown(loop, node)
    return shown.why if node.state is StepState.OPEN else ""
