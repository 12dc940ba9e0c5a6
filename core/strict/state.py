"""Where a strict run stands: its nodes, its counts, its history, all frozen (METHOD 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from ..errors import ProofSieveError
from ..ledger.sigma import support_fault
from ..ledger.values import SigmaId, SigmaItem, SigmaStatus
from ..proof import Proof, StepId
from ..tree import ProofTree
from ..value import value
from .acts import Act, Caps, Elaboration, History, NodeId, Overall, StepState, Witness
from .closing import blockers, rests_on
from .vector import Vector

FRUITLESS = 5
"""Resumptions of open steps in a row, without one that verifies and without a split, after which nothing is expected
any more (sun2026evaluating)."""


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
    first step with a confirmed flaw; ``backward`` says that some step uses what a later one shows."""

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
    backward: bool = False

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
        found = blockers(
            elaboration,
            text=node.text,
            step=node.step,
            tree=self.tree,
            sigma=self.sigma,
            settled=self.settled,
            earlier=node.elaboration,
        )
        turned = self._circle(node, elaboration)
        return (*found, turned) if turned else found

    def looks_ahead(self, node: Node, elaboration: Elaboration) -> bool:
        """Whether ``elaboration`` uses what a later step shows."""
        return any(self.places[step] > node.top for step in rests_on(elaboration, self.tree))

    def _circle(self, node: Node, elaboration: Elaboration) -> str:
        """The circle in which ``elaboration`` would turn, in a sentence; "" for none. Without a step that looks ahead
        there is none to look for."""
        if not self.backward and not self.looks_ahead(node, elaboration):
            return ""
        below = declared(self)
        for use in self.tree.uses:
            producer, consumer = self.tree.unit_by_id[use.producer].step, self.tree.unit_by_id[use.consumer].step
            below.setdefault(consumer, {})[producer] = None
        for used in rests_on(elaboration, self.tree):
            seen = {used}
            waiting = [used] if used != node.step else []
            while waiting:
                for step in below.get(waiting.pop(), ()):
                    if step == node.step:
                        return f"Γ: it turns in a circle: {used} rests on {node.step}"
                    if step not in seen:
                        seen.add(step)
                        waiting.append(step)
        return ""


def declared(loop: Loop) -> dict[StepId, dict[StepId, None]]:
    """The steps whose facts each step uses, as its elaborations say, each once and in order."""
    found: dict[StepId, dict[StepId, None]] = {}
    for node in loop.nodes:
        if node.elaboration is not None:
            found.setdefault(node.step, {}).update(dict.fromkeys(rests_on(node.elaboration, loop.tree)))
    return found


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
        check_item(item)
    return Loop(
        tree=tree,
        settled=frozenset(settled),
        caps=caps,
        steps=len(nodes),
        places=MappingProxyType({str(node.id): place for place, node in enumerate(nodes)}),
        nodes=Vector.of(nodes),
        acts=Vector(),
        sigma=MappingProxyType({item.id: item for item in items}),
        backward=_looks_ahead(proof, tree),
    )


def _looks_ahead(proof: Proof, tree: ProofTree) -> bool:
    """Whether the text uses a result in a step before the one that shows it."""
    place = {step.id: index for index, step in enumerate(proof.steps)}
    step_of = {unit.id: place[unit.step] for unit in tree.units}
    return any(step_of[use.producer] > step_of[use.consumer] for use in tree.uses)


def check_item(item: SigmaItem) -> None:
    """Raises IllegalTransition for an item without name or statement and for one that is called confirmed without its
    grounds."""
    missing = support_fault(item) if item.status is SigmaStatus.CONFIRMED else ""
    if missing:
        raise IllegalTransition(f"it cannot be confirmed: {missing}", where=item.id)
    if not item.id or not item.statement.strip():
        raise IllegalTransition("a Σ item has a name and a statement as it is used", where=item.id or "Σ")
