"""The strict loop as a state machine: a loop and an act give the next loop, or the act is refused (METHOD 8).

A ``Loop`` is frozen. Applying an act costs the same however long the history is, but for what depends on the act itself
and for a Σ item that loses its confirmation, which looks at every step once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ..errors import ProofSieveError
from ..ledger.sigma import sigma_fault, support_fault
from ..ledger.values import SigmaId, SigmaItem, SigmaStatus
from ..proof import Proof, StepId
from ..quotes import Quote
from ..repair_prevention import check_split
from ..tree import ProofTree
from ..value import value
from .acts import (
    Act,
    Breaks,
    Cap,
    Caps,
    Challenge,
    Closes,
    Confirm,
    Elaborate,
    Elaboration,
    Empty,
    History,
    NodeId,
    Outcome,
    Overall,
    Reopen,
    Resume,
    Split,
    StaysOpen,
    StepState,
    Supply,
    Witness,
)
from .closing import MAX_LENGTH, blockers, witness_fault
from .vector import Vector

FRUITLESS = 5
"""Resumptions of open steps in a row, without one that verifies and without a split, after which nothing is expected
any more (sun2026evaluating)."""
MAX_DEPTH = 4
"""How often parts are split again."""


class IllegalTransition(ProofSieveError):
    """An act that the rules of the strict loop do not allow."""

    exit_code = 2


@value
class Node:
    """A step, or a part of one that was split.

    ``text`` are its words; ``top`` counts the step from 0; ``confirmed`` says of a flawed one that its flaw holds;
    ``why`` is the blocker of an open one or the reason for how it stands; ``found_by`` the call that found the witness;
    ``parts`` are the places of the nodes that it was split into; ``withstood`` that an adversarial pass found nothing.
    """

    id: NodeId
    step: StepId
    top: int
    text: str
    state: StepState = StepState.UNTOUCHED
    confirmed: bool = False
    why: str = ""
    elaboration: Elaboration | None = None
    witness: Witness | None = None
    found_by: str = ""
    parent: int | None = None
    parts: tuple[int, ...] = ()
    depth: int = 0
    withstood: bool = False


@value
class Loop:
    """Where a strict run stands. ``nodes`` holds the steps in source order, then the parts of split ones;
    ``fruitless`` counts the resumptions in a row; ``verified`` the steps that are; ``rejected`` is the place of the
    first step with a confirmed flaw."""

    tree: ProofTree
    settled: frozenset[str]
    caps: Caps
    steps: int
    places: Mapping[str, int]
    nodes: Vector[Node]
    acts: Vector[Act]
    sigma: Mapping[SigmaId, SigmaItem]
    runs: int = 0
    empty_replies: int = 0
    fruitless: int = 0
    verified: int = 0
    rejected: int | None = None
    capped: str = ""

    @property
    def overall(self) -> Overall:
        """A confirmed flaw fixes the rejection; accepted if and only if every step is verified."""
        if self.rejected is not None:
            return Overall.FLAWED
        if self.verified == self.steps:
            return Overall.VERIFIED
        return Overall.EXHAUSTED if self.ended else Overall.RUNNING

    @property
    def ended(self) -> str:
        """Why nothing more is tried, whatever the verdict; "" while something may be."""
        if self.capped:
            return self.capped
        if self.fruitless >= FRUITLESS:
            return f"{FRUITLESS} resumptions in a row without a step verified or split"
        if self.runs >= self.caps.runs:
            return f"the cap of {self.caps.runs} runs is reached"
        if self.empty_replies >= self.caps.empty_replies:
            return f"the cap of {self.caps.empty_replies} empty replies is reached"
        return ""

    def node(self, name: NodeId) -> Node:
        """The node of that name. Raises IllegalTransition where there is none."""
        return self.nodes[self.place(name)]

    def place(self, name: NodeId) -> int:
        """The place of a node in ``nodes``; raises as ``node`` does."""
        first, *numbers = name.split(".")
        place = self.places.get(first)
        for number in numbers:
            parts = self.nodes[place].parts if place is not None else ()
            inside = number.isascii() and number.isdigit() and 0 < int(number[:4]) <= len(parts)
            place = parts[int(number) - 1] if inside and str(int(number)) == number else None
        if place is None:
            raise IllegalTransition("there is no such step", where=name[:80])
        return place

    def top_nodes(self) -> Iterator[Node]:
        """The steps, in source order."""
        return (self.nodes[place] for place in range(self.steps))

    def history(self) -> History:
        """What an audit keeps."""
        return History(caps=self.caps, acts=tuple(self.acts))

    def blockers(self, name: NodeId, elaboration: Elaboration) -> tuple[str, ...]:
        """Why the node cannot be verified by ``elaboration`` now; () where it can."""
        node = self.node(name)
        return blockers(
            elaboration,
            text=node.text,
            step=node.step,
            tree=self.tree,
            sigma=self.sigma,
            settled=self.settled,
            earlier=node.elaboration,
        )


def start(
    proof: Proof,
    tree: ProofTree,
    *,
    sigma: Iterable[SigmaItem] = (),
    settled: Collection[str] = (),
    caps: Caps = Caps(),  # noqa: B008
) -> Loop:
    """A loop in which every step is untouched. ``sigma`` is what the ledger holds before, ``settled`` the names of the
    conventions that are settled. Raises IllegalTransition for a proof without steps and for Σ items that are called
    confirmed without their grounds."""
    if not proof.steps:
        raise IllegalTransition("a proof without steps cannot be verified step by step", where=proof.title)
    if any("." in step.id for step in proof.steps):
        raise IllegalTransition("the name of a step holds a dot", where=proof.title)
    nodes = [
        Node(id=NodeId(step.id), step=step.id, top=place, text=step.text) for place, step in enumerate(proof.steps)
    ]
    items = tuple(sigma)
    for item in items:
        _check_item(item)
    return Loop(
        tree=tree,
        settled=frozenset(settled),
        caps=caps,
        steps=len(nodes),
        places=MappingProxyType({str(node.id): place for place, node in enumerate(nodes)}),
        nodes=Vector.of(nodes),
        acts=Vector(),
        sigma=MappingProxyType({item.id: item for item in items}),
    )


def replayed(loop: Loop, acts: Iterable[Act]) -> Loop:
    """``loop`` after ``acts`` in order. Raises IllegalTransition at the first one that the rules do not allow."""
    for act in acts:
        loop = applied(loop, act)
    return loop


def applied(loop: Loop, act: Act) -> Loop:
    """``loop`` after ``act``. Raises IllegalTransition, which names the rule, where the act is not allowed."""
    if isinstance(act, Supply):
        after = _supplied(loop, act)
    elif isinstance(act, Cap):
        _running(loop, "the loop")
        after = replace(loop, capped=_said(act.why, "the loop"))
    elif isinstance(act, Empty):
        after = _emptied(loop, act)
    elif isinstance(act, Confirm):
        after = _confirmed(loop, act)
    elif isinstance(act, Reopen):
        after = _reopened(loop, act)
    elif isinstance(act, Split):
        after = _split(loop, act)
    elif isinstance(act, Challenge):
        after = _challenged(loop, act)
    else:
        after = _worked(loop, act)
    return replace(after, acts=loop.acts.append(act))


def admitted(loop: Loop, act: Elaborate | Resume) -> Elaborate | Resume:
    """``act`` as the rules let it stand: whoever calls a step verified that cannot be, or flawed without a witness, has
    left it open, with the reason as its blocker. What a model says goes through here."""
    node = loop.node(act.node)
    why: tuple[str, ...] = ()
    if isinstance(act.outcome, Closes):
        why = loop.blockers(act.node, act.elaboration)
    elif isinstance(act.outcome, Breaks):
        why = tuple(filter(None, [witness_fault(act.outcome.witness, node.text)]))
    elif not act.outcome.why.strip():
        why = ("nothing was said of what blocks it",)
    if not why:
        return act
    said = {"verified": "called verified, but ", "flawed": "called flawed, but "}.get(act.outcome.says, "")
    return replace(act, outcome=StaysOpen(why=f"{said}{'; '.join(why)}"[:MAX_LENGTH]))


# Work on a step


def _worked(loop: Loop, act: Elaborate | Resume) -> Loop:
    node = loop.node(act.node)
    wanted = StepState.UNTOUCHED if isinstance(act, Elaborate) else StepState.OPEN
    if node.state is not wanted:
        does = "elaborated" if isinstance(act, Elaborate) else "resumed"
        raise IllegalTransition(f"a step that is {_stands(node)} is not {does}", where=node.id)
    _workable(loop, node)
    if isinstance(act.outcome, Closes):
        blocked = loop.blockers(act.node, act.elaboration)
        if blocked:
            raise IllegalTransition(f"it cannot be verified: {'; '.join(blocked)}", where=node.id)
    after = _put(loop, _outcome(replace(node, elaboration=act.elaboration), act.outcome, act.call))
    fruitless = loop.fruitless
    if isinstance(act, Resume):
        fruitless = 0 if isinstance(act.outcome, Closes) else fruitless + 1
    return replace(after, runs=loop.runs + 1, fruitless=fruitless)


def _challenged(loop: Loop, act: Challenge) -> Loop:
    node = loop.node(act.node)
    if node.state is not StepState.VERIFIED or node.parts:
        raise IllegalTransition(f"a step that is {_stands(node)} is not challenged", where=node.id)
    _may_run(loop, node)
    if isinstance(act.outcome, Closes):
        changed = replace(node, withstood=True)
    else:
        changed = _outcome(node, act.outcome, act.call)
    return replace(_put(loop, changed), runs=loop.runs + 1)


def _outcome(node: Node, outcome: Outcome, call: str) -> Node:
    """``node`` after what was said of it; raises IllegalTransition for an open one without a blocker and for a witness
    that shows nothing."""
    if isinstance(outcome, StaysOpen):
        return replace(node, state=StepState.OPEN, why=_said(outcome.why, node.id), withstood=False)
    if isinstance(outcome, Closes):
        return replace(node, state=StepState.VERIFIED, why="")
    fault = witness_fault(outcome.witness, node.text)
    if fault:
        raise IllegalTransition(f"no flaw without a witness: {fault}", where=node.id)
    return replace(
        node,
        state=StepState.FLAWED,
        why=outcome.witness.text,
        witness=outcome.witness,
        found_by=call,
        confirmed=False,
        withstood=False,
    )


def _split(loop: Loop, act: Split) -> Loop:
    node = loop.node(act.node)
    if node.state is not StepState.OPEN or node.parts:
        raise IllegalTransition(f"a step that is {_stands(node)} is not split", where=node.id)
    _workable(loop, node)
    why = _said(act.why, node.id)
    if node.depth >= MAX_DEPTH:
        raise IllegalTransition(f"parts are split {MAX_DEPTH} times at most", where=node.id)
    checked = check_split(node.text, [Quote(text=part) for part in act.parts])
    if checked.faults:
        raise IllegalTransition("; ".join(fault.why for fault in checked.faults), where=node.id)
    if len(checked.pieces) < 2:
        raise IllegalTransition("a split has two parts or more", where=node.id)
    place = loop.place(act.node)
    first = len(loop.nodes)
    nodes = loop.nodes.put(
        place, replace(node, parts=tuple(range(first, first + len(checked.pieces))), why=f"split: {why}")
    )
    for number, (begin, end) in enumerate(checked.pieces, start=1):
        part = Node(
            id=NodeId(f"{node.id}.{number}"),
            step=node.step,
            top=node.top,
            text=node.text[begin:end],
            state=StepState.OPEN,
            why=f"a part of {node.id}, not looked at by itself",
            parent=place,
            depth=node.depth + 1,
        )
        nodes = nodes.append(part)
    return replace(loop, nodes=nodes, runs=loop.runs + 1, fruitless=0)


def _emptied(loop: Loop, act: Empty) -> Loop:
    """A flaw that waits for confirmation may be asked about once more while empty replies are left."""
    node = loop.node(act.node)
    _said(act.why, node.id)
    after = replace(loop, empty_replies=loop.empty_replies + 1)
    if node.state is StepState.FLAWED and not node.parts:
        _claimed(loop, act.node)
        if loop.empty_replies >= loop.caps.empty_replies:
            raise IllegalTransition(f"the loop has ended: {loop.ended}", where=node.id)
        return after
    if node.parts:
        raise IllegalTransition("a step that is split is not asked about", where=node.id)
    _may_run(loop, node)
    return replace(after, runs=loop.runs + 1)


# Flaws


def _confirmed(loop: Loop, act: Confirm) -> Loop:
    node = _claimed(loop, act.node)
    for said, what in ((act.scope, "scope"), (act.hypotheses, "hypotheses"), (act.nearby, "lemmas nearby")):
        _said(said, node.id, f"a confirmation says what it found about the {what}")
    if act.call and act.call == node.found_by:
        raise IllegalTransition("a flaw is confirmed by another question than the one that found it", where=node.id)
    if not act.call and not act.by.startswith(("reviewer:", "checker:")):
        raise IllegalTransition("a confirmation without a question is a person's or a checker's", where=node.id)
    after = _put(loop, replace(node, confirmed=True))
    rejected = node.top if loop.rejected is None else min(loop.rejected, node.top)
    return replace(after, rejected=rejected)


def _reopened(loop: Loop, act: Reopen) -> Loop:
    node = _claimed(loop, act.node)
    why = f"the witness failed: {_said(act.why, node.id)}"
    return _put(loop, replace(node, state=StepState.OPEN, why=why, witness=None, found_by=""))


def _claimed(loop: Loop, name: NodeId) -> Node:
    """The node with a flaw that waits for confirmation."""
    node = loop.node(name)
    if node.state is not StepState.FLAWED or node.parts:
        raise IllegalTransition(f"a step that is {_stands(node)} has no flaw to confirm", where=node.id)
    if node.confirmed:
        raise IllegalTransition("its flaw is confirmed, and the rejection is fixed", where=node.id)
    return node


# Σ


def _supplied(loop: Loop, act: Supply) -> Loop:
    item = act.item
    _check_item(item)
    sigma = MappingProxyType({**loop.sigma, item.id: item})
    before = loop.sigma.get(item.id)
    after = replace(loop, sigma=sigma)
    # What was verified on other words is not verified on these.
    if before is None or sigma_fault(before) or before == item:
        return after
    why = sigma_fault(item) or f"{item.name or item.id} was changed"
    for place in range(len(after.nodes)):
        node = after.nodes[place]
        uses = node.elaboration is not None and item.id in node.elaboration.sigma
        if uses and node.state is StepState.VERIFIED and not node.parts:
            after = _put(after, replace(node, state=StepState.OPEN, why=f"Σ: {why}", withstood=False))
    return after


def _check_item(item: SigmaItem) -> None:
    missing = support_fault(item) if item.status is SigmaStatus.CONFIRMED else ""
    if missing:
        raise IllegalTransition(f"it cannot be confirmed: {missing}", where=item.id)
    if not item.id or not item.statement.strip():
        raise IllegalTransition("a Σ item has a name and a statement as it is used", where=item.id or "Σ")


# What is shared


def _put(loop: Loop, node: Node) -> Loop:
    """``loop`` with ``node`` in its place, and the steps that it is a part of as their parts have it."""
    place = loop.place(node.id)
    was = loop.nodes[node.top].state
    nodes = loop.nodes.put(place, node)
    parent = node.parent
    while parent is not None:
        above = nodes[parent]
        parts = [nodes[part] for part in above.parts]
        flawed = [part for part in parts if part.state is StepState.FLAWED]
        if flawed:
            state = StepState.FLAWED
        elif all(part.state is StepState.VERIFIED for part in parts):
            state = StepState.VERIFIED
        else:
            state = StepState.OPEN
        nodes = nodes.put(parent, replace(above, state=state, confirmed=any(part.confirmed for part in flawed)))
        parent = above.parent
    now = nodes[node.top].state
    verified = loop.verified + (now is StepState.VERIFIED) - (was is StepState.VERIFIED)
    return replace(loop, nodes=nodes, verified=verified)


def _workable(loop: Loop, node: Node) -> None:
    """Raises unless the node can be worked on: untouched or open, not split."""
    if node.state not in (StepState.UNTOUCHED, StepState.OPEN) or node.parts:
        raise IllegalTransition(f"there is no work on a step that is {_stands(node)}", where=node.id)
    _may_run(loop, node)


def _may_run(loop: Loop, node: Node) -> None:
    """Raises where the loop has ended, or rejects the proof at this step or before it."""
    _running(loop, node.id)
    if loop.rejected is not None and node.top >= loop.rejected:
        raise IllegalTransition("the proof is rejected at this step or before it", where=node.id)


def _running(loop: Loop, where: str) -> None:
    if loop.ended:
        raise IllegalTransition(f"the loop has ended: {loop.ended}", where=where)


def _said(text: str, where: str, missing: str = "a reason is needed") -> str:
    if not text.strip():
        raise IllegalTransition(missing, where=where)
    if len(text) > MAX_LENGTH:
        raise IllegalTransition(f"a reason has at most {MAX_LENGTH:,} characters", where=where)
    return text.strip()


def _stands(node: Node) -> str:
    return "split" if node.parts else str(node.state)
