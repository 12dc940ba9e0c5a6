"""Taint: a verified step that rests on one that is not is at most "verified if …" (METHOD 8, ours).

Steps depend on each other as the uses graph of the tree has it, and as elaborations declare. Who is tainted is worked
out in O(V + E); what one step rests on is named on demand, at the same cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from .proof import Proof, StepId
from .tree import ProofTree
from .value import value

if TYPE_CHECKING:
    import networkx as nx

MOST_NAMED = 12
"""Names that ``all_grounds`` gives for one step: of 10,000 steps each may rest on thousands."""
_SAID = 6


@value
class Grounds:
    """What a step rests on that is not closed: steps in source order, and names of Σ items that are not confirmed.
    ``more`` counts those that are not named."""

    steps: tuple[StepId, ...] = ()
    sigma: tuple[str, ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.steps or self.sigma)


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
    named = dict.fromkeys(name for other in graph if other == step or other in found for name in used.get(other, ()))
    wanted = set(unclosed)
    below = found.keys() & wanted
    return Grounds(steps=tuple(other for other in graph if other in below), sigma=tuple(named))


def all_grounds(
    graph: nx.DiGraph[StepId], unclosed: Collection[StepId], sigma: Mapping[StepId, Collection[str]] | None = None
) -> dict[StepId, Grounds]:
    """``grounds`` of every step that rests on something, with at most ``MOST_NAMED`` names each, Σ items first.

    Sets are bits of integers: in time O(E) unions of them.
    """
    used = sigma or {}
    names = list(dict.fromkeys(name for step in graph for name in used.get(step, ())))
    wanted = set(unclosed)
    steps = [step for step in graph if step in wanted]
    item = {name: 1 << place for place, name in enumerate(names)}
    bit = {step: 1 << (len(names) + place) for place, step in enumerate(steps)}
    own = {step: sum(item[name] for name in set(used.get(step, ()))) for step in graph}
    below: dict[StepId, int] = {}
    for members, above in _parts(graph):
        union = 0
        for step in above:
            union |= below[step] | bit.get(step, 0)
        if len(members) > 1:
            for step in members:
                union |= own[step] | bit.get(step, 0)
        for step in members:
            below[step] = union | own[step]
    return {step: _named(bits, names, steps) for step, bits in below.items() if bits}


def _parts(graph: nx.DiGraph[StepId]) -> Iterator[tuple[Collection[StepId], Collection[StepId]]]:
    """The steps, those that rest on each other together, each part after what it rests on, which is given with it."""
    place = {step: index for index, step in enumerate(graph)}
    if all(place[low] < place[high] for low, high in graph.edges):  # as a text goes, and ten times as quick
        for step in graph:
            yield (step,), graph.pred[step]
        return
    import networkx as nx

    joined = nx.condensation(graph)
    for part in nx.topological_sort(joined):
        members: set[StepId] = joined.nodes[part]["members"]
        yield members, {step for member in members for step in graph.pred[member]} - members


def _named(bits: int, names: Sequence[str], steps: Sequence[StepId]) -> Grounds:
    """The first few of a set of bits, by name."""
    more = max(0, bits.bit_count() - MOST_NAMED)
    places: list[int] = []
    for _ in range(MOST_NAMED):
        if not bits:
            break
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return Grounds(
        sigma=tuple(names[place] for place in places if place < len(names)),
        steps=tuple(steps[place - len(names)] for place in places if place >= len(names)),
        more=more,
    )


def conditional(rests_on: Grounds) -> str:
    """ "verified if s2, s5 and Selberg's lemma hold"; "verified" where nothing is open."""
    named = [*rests_on.sigma, *rests_on.steps]
    if not named:
        return "verified"
    shown = named[:_SAID]
    more = len(named) - len(shown) + rests_on.more
    if more:
        return f"verified if {', '.join(shown)} and {more} more hold"
    if len(shown) == 1:
        return f"verified if {shown[0]} holds"
    return f"verified if {', '.join(shown[:-1])} and {shown[-1]} hold"


def reach(graph: nx.DiGraph[StepId]) -> dict[StepId, int]:
    """How many other steps rest on each, directly or through others. Sets are bits of integers, so that 10,000 steps
    take a moment; steps that rest on each other reach the same."""
    bit = {step: 1 << place for place, step in enumerate(graph)}
    above: dict[StepId, int] = {}
    for members, _ in reversed(list(_parts(graph))):
        union = 0
        for step in members:
            for other in graph.succ[step]:
                union |= bit[other] | above.get(other, 0)
            if len(members) > 1:
                union |= bit[step]
        for step in members:
            above[step] = union
    return {step: (union & ~bit[step]).bit_count() for step, union in above.items()}
