"""A strict run as an audit keeps it: written, read strictly, replayed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from pydantic import TypeAdapter, ValidationError

from proofsieve.core.ledger import SigmaStatus
from proofsieve.core.record.jsonform import indented
from proofsieve.core.strict import (
    Cap,
    Challenge,
    Combined,
    Empty,
    History,
    Loop,
    NodeId,
    Settle,
    StrictVerdict,
    Supply,
    combined,
    replayed,
)
from proofsieve.core.strict.vector import Vector
from proofsieve.tests.core.strict_runs import (
    LEMMA,
    OPEN,
    after,
    breaks,
    confirm,
    elaborate,
    loop_of,
    reopen,
    resume,
    split,
    verdict_of,
)
from proofsieve.tests.core.test_strict_both import ORDER, SIEVES, TREE


def eventful() -> Loop:
    """A run with every kind of act."""
    return after(
        loop_of(),
        Supply(by="reviewer:ada", item=LEMMA),
        lambda now: elaborate(now, "s1", sigma=("S1",)),
        Challenge(by="model:n", call="c8", node=NodeId("s1"), outcome=OPEN),
        split("s1", "We have $a = 1$.", "Hence $a + 1 = 2$."),
        lambda now: resume(now, "s1.2"),
        lambda now: elaborate(now, "s3", breaks(now, "s3")),
        reopen("s3"),
        lambda now: resume(now, "s3", breaks(now, "s3")),
        confirm("s3"),
        Empty(by="model:m", call="c9", node=NodeId("s2"), why="no answer"),
        Supply(by="reviewer:ada", item=replace(LEMMA, status=SigmaStatus.OPEN)),
        Settle(by="reviewer:ada", conventions=("nat_starts_at = from_1 (1)",)),
        Cap(by="rules", why="the budget is spent"),
    )


def test_a_history_is_read_as_it_was_written_and_gives_the_same_states() -> None:
    loop = eventful()
    assert {act.kind for act in loop.acts} == set(
        "elaborate resume split confirm reopen challenge supply settle empty cap".split()
    )
    history = loop.history()
    read = TypeAdapter(History).validate_json(indented(history), strict=True)
    assert read == history
    again = replayed(loop_of(), read.acts)
    assert tuple(again.nodes) == tuple(loop.nodes)
    assert verdict_of(again) == verdict_of(loop)


def test_a_history_with_a_field_that_nobody_knows_or_an_act_that_there_is_not_is_refused() -> None:
    document = json.loads(indented(eventful().history()))
    for change in ({"kind": "accept"}, {"state": "verified"}):
        acts = [{**document["acts"][0], **change}, *document["acts"][1:]]
        with pytest.raises(ValidationError):
            TypeAdapter(History).validate_json(json.dumps({**document, "acts": acts}), strict=True)


def test_verdicts_are_read_as_they_were_written() -> None:
    told = verdict_of(eventful())
    assert TypeAdapter(StrictVerdict).validate_json(indented(told), strict=True) == told
    both = combined(SIEVES["called flawed at s2"], told, TREE, ORDER)
    assert TypeAdapter(Combined).validate_json(indented(both), strict=True) == both


@pytest.mark.parametrize("size", [0, 1, 31, 32, 33, 1_024, 1_025, 33_000])
def test_a_vector_holds_what_was_put_into_it_and_leaves_older_ones_alone(size: int) -> None:
    grown: Vector[int] = Vector()
    for item in range(size):
        grown = grown.append(item)
    assert list(grown) == list(Vector.of(range(size))) == list(range(size))
    assert len(grown) == size
    for place in {0, size // 2, size - 1} & set(range(size)):
        changed = Vector.of(range(size)).put(place, -1)
        assert changed[place] == -1
        assert list(grown)[place] == place
    assert list(Vector.of(range(size)).append(7))[-1] == 7
    for place in (-1, size):
        with pytest.raises(IndexError):
            grown[place]
        with pytest.raises(IndexError):
            grown.put(place, 0)


def test_two_ways_to_go_on_from_one_vector_do_not_meet() -> None:
    start: Vector[str] = Vector.of("abc")
    left, right = start.append("l"), start.append("r")
    assert (list(start), list(left), list(right)) == (list("abc"), list("abcl"), list("abcr"))
