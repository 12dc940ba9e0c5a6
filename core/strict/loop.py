"""The strict loop as a state machine: a loop and an act give the next loop, or the act is refused (METHOD 8).

Applying an act costs the same however long the history is, but for what depends on the act itself and for a Σ item
or a convention that does not hold any more, for which every step is looked at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from ..ledger.sigma import sigma_fault
from ..quotes import Quote
from ..repair_prevention import check_split
from .acts import (
    Act,
    Breaks,
    Cap,
    Challenge,
    Closes,
    Confirm,
    Elaborate,
    Elaboration,
    Empty,
    NodeId,
    Outcome,
    Reopen,
    Resume,
    Settle,
    Split,
    StaysOpen,
    StepState,
    Supply,
)
from .closing import MAX_LENGTH, witness_fault
from .state import IllegalTransition, Loop, Node, check_item

MAX_DEPTH = 4
"""How often parts are split again."""


def replayed(loop: Loop, acts: Iterable[Act]) -> Loop:
    """``loop`` after ``acts`` in order. Raises IllegalTransition at the first one that the rules do not allow."""
    for act in acts:
        loop = applied(loop, act)
    return loop


def applied(loop: Loop, act: Act) -> Loop:
    """``loop`` after ``act``. Raises IllegalTransition, which names the rule, where the act is not allowed."""
    if isinstance(act, Supply):
        after = _supplied(loop, act)
    elif isinstance(act, Settle):
        after = _settled(loop, act)
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
    backward = loop.backward or loop.looks_ahead(node, act.elaboration)
    return replace(after, runs=loop.runs + 1, fruitless=fruitless, backward=backward)


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


# Σ and conventions


def _supplied(loop: Loop, act: Supply) -> Loop:
    item = act.item
    check_item(item)
    sigma = MappingProxyType({**loop.sigma, item.id: item})
    before = loop.sigma.get(item.id)
    after = replace(loop, sigma=sigma)
    # What was verified on other words is not verified on these.
    if before is None or sigma_fault(before) or before == item:
        return after
    why = sigma_fault(item) or f"{item.name or item.id} was changed"
    return _fallen(after, lambda used: f"Σ: {why}" if item.id in used.sigma else "")


def _settled(loop: Loop, act: Settle) -> Loop:
    settled = frozenset(act.conventions)
    after = replace(loop, settled=settled)
    if settled >= loop.settled:
        return after

    def why(used: Elaboration) -> str:
        gone = [use.convention for use in used.gamma if use.convention and use.convention not in settled]
        return f"Γ: the convention {gone[0]} is not settled any more" if gone else ""

    return _fallen(after, why)


def _fallen(loop: Loop, why: Callable[[Elaboration], str]) -> Loop:
    """``loop`` with each verified step open again for whose elaboration ``why`` gives a reason."""
    for node in tuple(loop.nodes):
        if node.state is StepState.VERIFIED and not node.parts and node.elaboration is not None:
            reason = why(node.elaboration)
            if reason:
                loop = _put(loop, replace(node, state=StepState.OPEN, why=reason, withstood=False))
    return loop


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
