"""Taint: a verified step that rests on one that is not is at most "verified if …" (METHOD 8, ours).

Steps depend on each other as the uses graph of the tree has it, and as elaborations declare. Who is tainted is worked
out in O(V + E); what one step rests on is named on demand, at the same cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from .proof import Proof, StepId
from .tree import ProofTree
from .value import value

if TYPE_CHECKING:
    import networkx as nx

_NAMED = 6


@value
class Grounds:
    """What a step rests on that is not closed: steps in source order, and names of Σ items that are not confirmed."""

    steps: tuple[StepId, ...] = ()
    sigma: tuple[str, ...] = ()


def dependencies(
    proof: Proof, tree: ProofTree, declared: Mapping[StepId, Collection[StepId]] | None = None
) -> nx.DiGraph[StepId]:
    """Steps as nodes, in source order; an arrow from a step to each one that uses what it shows.

    ``declared`` adds what elaborations say: step -> the steps whose facts it uses. Raises KeyError for a step that the
    proof does not have.
    """
    import networkx as nx

    graph: nx.DiGraph[StepId] = nx.DiGraph()
    graph.add_nodes_from(step.id for step in proof.steps)
    for use in tree.uses:
        producer, consumer = tree.unit_by_id[use.producer].step, tree.unit_by_id[use.consumer].step
        if producer != consumer:
            graph.add_edge(producer, consumer)
    for step, producers in (declared or {}).items():
        for producer in producers:
            if producer not in graph or step not in graph:
                raise KeyError(producer if producer not in graph else step)
            if producer != step:
                graph.add_edge(producer, step)
    return graph


def tainted(graph: nx.DiGraph[StepId], unclosed: Iterable[StepId]) -> frozenset[StepId]:
    """The steps that rest on an ``unclosed`` one, directly or through others: O(V + E). An unclosed step that rests on
    another one, or on itself through others, is among them."""
    following = graph.succ
    found: set[StepId] = set()
    waiting = list(unclosed)
    while waiting:
        for step in following[waiting.pop()]:
            if step not in found:
                found.add(step)
                waiting.append(step)
    return frozenset(found)


def opened(graph: nx.DiGraph[StepId], before: frozenset[StepId], step: StepId) -> frozenset[StepId]:
    """``before`` (as ``tainted`` gives it) after ``step`` was closed and is no longer. Only what is newly tainted is
    walked through. Where a step is closed, ``tainted`` starts anew."""
    found = set(before)
    waiting = [step]
    while waiting:
        for other in graph.succ[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def grounds(
    graph: nx.DiGraph[StepId],
    step: StepId,
    unclosed: Collection[StepId],
    sigma: Mapping[StepId, Collection[str]] | None = None,
) -> Grounds:
    """All that ``step`` rests on and that is not closed. ``sigma``: step -> names of the Σ items that it uses and that
    are not confirmed; those of the step itself count too. O(V + E)."""
    found: dict[StepId, None] = {}
    waiting = [step]
    while waiting:
        for other in graph.pred[waiting.pop()]:
            if other not in found:
                found[other] = None
                waiting.append(other)
    used = sigma or {}
    named = {name for other in (step, *found) for name in used.get(other, ())}
    wanted = set(unclosed)
    below = found.keys() & wanted
    return Grounds(steps=tuple(other for other in graph if other in below), sigma=tuple(sorted(named)))


def conditional(rests_on: Grounds) -> str:
    """ "verified if s2, s5 and Selberg's lemma hold"; "verified" where nothing is open."""
    named = [*rests_on.sigma, *rests_on.steps]
    if not named:
        return "verified"
    shown = named[:_NAMED]
    if len(named) > _NAMED:
        return f"verified if {', '.join(shown)} and {len(named) - _NAMED} more hold"
    if len(shown) == 1:
        return f"verified if {shown[0]} holds"
    return f"verified if {', '.join(shown[:-1])} and {shown[-1]} hold"


def reach(graph: nx.DiGraph[StepId]) -> dict[StepId, int]:
    """How many other steps rest on each, directly or through others. Sets are bits of integers, so that 10,000 steps
    take a moment; steps that rest on each other reach the same."""
    import networkx as nx

    bit = {step: 1 << place for place, step in enumerate(graph)}
    joined = nx.condensation(graph)
    below: dict[int, int] = {}
    found: dict[StepId, int] = {}
    for part in reversed(list(nx.topological_sort(joined))):
        members: set[StepId] = joined.nodes[part]["members"]
        reached = 0
        for other in joined.succ[part]:
            reached |= below[other]
        for step in members:
            reached |= bit[step]
        below[part] = reached
        for step in members:
            found[step] = reached.bit_count() - 1
    return found
