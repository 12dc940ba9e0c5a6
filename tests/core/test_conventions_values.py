"""A convention over time: raised, settled, withdrawn, asked again; what counts under it, and what waits for it."""

from __future__ import annotations

import pytest

from proofsieve.core.conventions import (
    Act,
    ActKind,
    Convention,
    Raiser,
    Reading,
    Standing,
    Where,
    acted,
    counts_under,
    from_registry,
    own_convention,
    replayed,
    settled,
    waiting,
    widened,
)
from proofsieve.core.errors import InputError

TWO = (
    Reading(id="yes", label="yes", consequence="the field is perfect"),
    Reading(id="no", label="no", consequence="the field may be imperfect"),
)


def zero() -> Convention:
    return from_registry("nat_starts_at", ["o002.1", "o005.1"], raised_by=Raiser.REVIEWER, raiser="ada")


def act(kind: ActKind, *, reading: str = "", why: str = "", at: str = "2026-05-01T10:00:00Z") -> Act:
    return Act(kind=kind, convention_id="nat_starts_at", by="reviewer:ada", at=at, why=why, reading=reading)


def test_a_question_is_open_until_somebody_settles_it() -> None:
    assert zero().standing is Standing.OPEN
    assert zero().premise == ""
    assert waiting([zero()]) == {"o002.1", "o005.1"}
    answered = settled(zero(), "from_0", by="reviewer:ada", at="2026-05-01T10:00:00Z", why="as in the course")
    assert answered.standing is Standing.SETTLED
    assert answered.settlement is not None
    assert (answered.settlement.by, answered.settlement.at, answered.settlement.why) == (
        "reviewer:ada",
        "2026-05-01T10:00:00Z",
        "as in the course",
    )
    assert answered.premise == "nat_starts_at = from_0 (1)"
    assert waiting([answered]) == frozenset()


def test_withdrawn_and_asked_again_are_different_acts_of_one_convention() -> None:
    acts = [
        act(ActKind.SETTLE, reading="from_0"),
        act(ActKind.WITHDRAW, why="the author was asked"),
        act(ActKind.RAISE),
    ]
    again = replayed(zero(), acts)
    assert again.id == zero().id
    assert again.standing is Standing.OPEN
    assert [one.kind for one in again.history] == [ActKind.SETTLE, ActKind.WITHDRAW, ActKind.RAISE]
    assert again.dependents == zero().dependents


def test_what_was_found_under_a_withdrawn_answer_is_stale_until_it_is_checked_under_the_next() -> None:
    first = settled(zero(), "from_0", by="reviewer:ada")
    under_first = (first.premise,)
    assert counts_under(under_first, [first])
    withdrawn = acted(first, act(ActKind.WITHDRAW, why="too early"))
    assert not counts_under(under_first, [withdrawn])
    second = settled(acted(withdrawn, act(ActKind.RAISE)), "from_0", by="reviewer:ada")
    assert not counts_under(under_first, [second])
    assert second.premise == "nat_starts_at = from_0 (2)"
    assert counts_under((second.premise,), [second])


def test_another_answer_replaces_the_first_and_leaves_its_evidence_stale() -> None:
    first = settled(zero(), "from_0", by="reviewer:ada")
    other = settled(first, "from_1", by="reviewer:bo")
    assert other.premise == "nat_starts_at = from_1 (2)"
    assert not counts_under((first.premise,), [other])


def test_evidence_without_a_convention_always_counts() -> None:
    assert counts_under((), [zero()])


@pytest.mark.parametrize(
    ("before", "then", "says"),
    [
        ([], act(ActKind.SETTLE, reading="from_7"), "no such reading: from_7"),
        ([], act(ActKind.WITHDRAW), "needs a reason"),
        ([], act(ActKind.RAISE), "asked already"),
        ([act(ActKind.WITHDRAW, why="x")], act(ActKind.SETTLE, reading="from_0"), "withdrawn"),
        ([act(ActKind.WITHDRAW, why="x")], act(ActKind.WITHDRAW, why="x"), "already"),
    ],
    ids=["unknown reading", "no reason", "asked twice", "settled while withdrawn", "withdrawn twice"],
)
def test_an_act_that_does_not_fit_is_refused(before: list[Act], then: Act, says: str) -> None:
    with pytest.raises(InputError, match=says):
        acted(replayed(zero(), before), then)


def test_an_act_on_another_convention_is_left_alone_by_replay_and_refused_by_acting() -> None:
    other = Act(kind=ActKind.SETTLE, convention_id="log_base", by="x", at="", reading="e")
    assert replayed(zero(), [other]) == zero()
    with pytest.raises(InputError, match="log_base"):
        acted(zero(), other)


def test_who_raises_what_is_there_adds_to_it() -> None:
    more = widened(zero(), ["o005.1", "o009.1"], [Where(unit_id="u009", sentence="so n > 0")])
    assert more.dependents == ("o002.1", "o005.1", "o009.1")
    assert [place.unit_id for place in more.where] == ["u009"]


def test_a_question_that_no_row_asks_can_be_asked() -> None:
    own = own_convention(
        id="field_perfect",
        question="Is k perfect?",
        readings=TWO,
        raised_by=Raiser.MODEL,
        raiser="a-model",
        obligations=("o003.1",),
    )
    assert own.obligations("no") == ("o003.1",)
    assert settled(own, "yes", by="reviewer:ada").premise == "field_perfect = yes (1)"


@pytest.mark.parametrize(
    ("id", "question", "readings"),
    [
        ("Field perfect", "Is it?", TWO),
        ("x" * 65, "Is it?", TWO),
        ("field", "", TWO),
        ("field", "q" * 2_001, TWO),
        ("field", "Is it?", TWO[:1]),
        ("field", "Is it?", (TWO[0], TWO[0])),
        ("field", "Is it?", (TWO[0], Reading(id="a b", label="", consequence="c"))),
        ("field", "Is it?", (TWO[0], Reading(id="b", label="b", consequence=" "))),
    ],
    ids=["blank in id", "long id", "no question", "long", "one reading", "twins", "reading's id", "no consequence"],
)
def test_a_question_out_of_form_is_refused(id: str, question: str, readings: tuple[Reading, ...]) -> None:
    with pytest.raises(InputError):
        own_convention(id=id, question=question, readings=readings, raised_by=Raiser.MODEL, raiser="m")


def test_an_unknown_row_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="nat_starts_at"):
        from_registry("nat", [], raised_by=Raiser.MODEL, raiser="m")
