"""What rests on a step that is not closed is at most "verified if …"."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.ledger import SigmaStatus
from proofsieve.core.proof import StepId
from proofsieve.core.strict import Overall, Supply, step_status
from proofsieve.core.taint import (
    MOST_NAMED,
    Grounds,
    all_grounds,
    conditional,
    dependencies,
    grounds,
    opened,
    reach,
    tainted,
)
from proofsieve.core.verdict import Status
from proofsieve.tests.core.strict_runs import LEMMA, OPEN, after, elaborate, loop_of, resume, verdict_of
from proofsieve.tests.proofs import grown, proof_of

NODES = [StepId(f"s{number}") for number in range(1, 9)]
EDGES = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda edge: edge[0] != edge[1]))
SOME = st.frozensets(st.sampled_from(NODES))


def graph_of(edges: list[tuple[StepId, StepId]]) -> nx.DiGraph[StepId]:
    graph: nx.DiGraph[StepId] = nx.DiGraph()
    graph.add_nodes_from(NODES)
    graph.add_edges_from(edges)
    return graph


def rests(edges: list[tuple[StepId, StepId]]) -> dict[StepId, set[StepId]]:
    """For each step all that it rests on, by putting two arrows together until nothing is new."""
    found = {(low, high) for low, high in edges}
    while True:
        more = {(low, top) for low, middle in found for other, top in found if middle == other} - found
        if not more:
            return {step: {low for low, high in found if high == step} for step in NODES}
        found |= more


@given(edges=EDGES, unclosed=SOME)
def test_a_step_is_tainted_just_where_something_below_it_is_not_closed(
    edges: list[tuple[StepId, StepId]], unclosed: frozenset[StepId]
) -> None:
    graph, below = graph_of(edges), rests(edges)
    assert tainted(graph, unclosed) == {step for step in NODES if below[step] & unclosed}
    for step in NODES:
        assert grounds(graph, step, unclosed).steps == tuple(
            other for other in NODES if other in below[step] & unclosed
        )


@given(edges=EDGES, unclosed=SOME, step=st.sampled_from(NODES))
def test_taint_is_the_same_step_by_step_and_all_at_once(
    edges: list[tuple[StepId, StepId]], unclosed: frozenset[StepId], step: StepId
) -> None:
    graph = graph_of(edges)
    before = tainted(graph, unclosed)
    assert opened(graph, before, step) == tainted(graph, unclosed | {step})


USED = st.dictionaries(st.sampled_from(NODES), st.lists(st.sampled_from(["L", "M", "N"]), unique=True))


@given(edges=EDGES, unclosed=SOME, sigma=USED)
def test_what_all_steps_rest_on_is_what_each_rests_on(
    edges: list[tuple[StepId, StepId]], unclosed: frozenset[StepId], sigma: dict[StepId, list[str]]
) -> None:
    graph = graph_of(edges)
    together = all_grounds(graph, unclosed, sigma)
    for step in NODES:
        alone = grounds(graph, step, unclosed, sigma)
        found = together.get(step, Grounds())
        assert (found.steps, sorted(found.sigma), found.more) == (alone.steps, sorted(alone.sigma), 0)


def test_of_many_grounds_the_first_are_named_and_the_others_counted() -> None:
    graph: nx.DiGraph[StepId] = nx.DiGraph()
    steps = [StepId(f"s{number}") for number in range(40)]
    graph.add_edges_from(pairwise(steps))
    found = all_grounds(graph, steps[:-1], {steps[0]: ("L",)})[steps[-1]]
    assert found == Grounds(sigma=("L",), steps=tuple(steps[: MOST_NAMED - 1]), more=40 - MOST_NAMED)
    assert conditional(found) == "verified if L, s0, s1, s2, s3, s4 and 34 more hold"


@given(edges=EDGES)
@settings(max_examples=60)
def test_the_reach_of_a_step_counts_the_others_that_rest_on_it(edges: list[tuple[StepId, StepId]]) -> None:
    below = rests(edges)
    assert reach(graph_of(edges)) == {step: sum(step in below[other] - {other} for other in NODES) for step in NODES}


def test_ten_thousand_steps_in_a_row_do_not_recurse() -> None:
    graph: nx.DiGraph[StepId] = nx.DiGraph()
    steps = [StepId(f"s{number}") for number in range(10_000)]
    graph.add_edges_from(pairwise(steps))
    assert len(tainted(graph, steps[:1])) == 9_999
    assert grounds(graph, steps[-1], steps[:2]).steps == ("s0", "s1")
    assert reach(graph)[steps[0]] == 9_999


@pytest.mark.parametrize(
    ("rests_on", "said"),
    [
        (Grounds(), "verified"),
        (Grounds(sigma=("Selberg's lemma",)), "verified if Selberg's lemma holds"),
        (Grounds(steps=(StepId("s2"), StepId("s5"))), "verified if s2 and s5 hold"),
        (
            Grounds(steps=tuple(NODES[:7]), sigma=("L",)),
            "verified if L, s1, s2, s3, s4, s5 and 2 more hold",
        ),
    ],
    ids=["nothing", "a theorem", "two steps", "many"],
)
def test_what_a_verdict_hangs_on_is_said_in_a_few_words(rests_on: Grounds, said: str) -> None:
    assert conditional(rests_on) == said


STEPS = ("Put $a = 1$.", "Put $b = a + 1$.", "Hence $c = b + 1$.")


def test_taint_appears_and_vanishes_with_the_step_below() -> None:
    loop = after(loop_of(*STEPS), lambda now: elaborate(now, "s2"), lambda now: elaborate(now, "s3"))
    loop = after(loop, lambda now: elaborate(now, "s1", OPEN))
    told = verdict_of(loop, *STEPS).steps[2]
    assert told.says == "verified if s1 holds"
    assert step_status(told) is Status.UNCERTAIN
    loop = after(loop, lambda now: resume(now, "s1", elaborate(now, "s2").outcome))
    told = verdict_of(loop, *STEPS).steps[2]
    assert (told.says, told.rests_on, step_status(told)) == ("verified", Grounds(), Status.CORRECT)
    assert loop.overall is Overall.VERIFIED


def test_what_rests_on_a_step_with_an_open_theorem_names_the_theorem() -> None:
    loop = after(loop_of(*STEPS), Supply(by="model:m", item=replace(LEMMA, status=SigmaStatus.OPEN)))
    loop = after(loop, lambda now: elaborate(now, "s1", OPEN, sigma=("S1",)), lambda now: elaborate(now, "s2"))
    told = verdict_of(loop, *STEPS).steps[1]
    assert told.says == "verified if Selberg's lemma and s1 hold"


def test_elaborations_add_to_what_the_text_shows() -> None:
    proof = proof_of("Show it.", "We have $x = 1$.", "Put $y = 2$.", "Put $z = 3$.")
    tree = grown(proof)
    assert not dependencies(proof, tree).has_edge(StepId("s1"), StepId("s2"))
    assert dependencies(proof, tree, {StepId("s2"): (StepId("s1"),)}).has_edge(StepId("s1"), StepId("s2"))
    with pytest.raises(KeyError):
        dependencies(proof, tree, {StepId("s2"): (StepId("s9"),)})
