"""Admission: the score ranks; every slot and the critical parts decide, and nothing buys them back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.faithfulness.admission import Admission, Faithful, Gate, admit, agreeing, threshold
from proofsieve.core.faithfulness.score import Score, score
from proofsieve.core.faithfulness.slots import (
    Aspect,
    Comparison,
    Rubric,
    Side,
    SlotStatus,
    aspect_values,
    formal_matches,
    source_matches,
)
from proofsieve.tests.core.comparisons import PROPERTIES, added, comparison, judged, omitted, pair, same

LEAST = Fraction(3, 4)


def admitted(found: Comparison, gate: Gate = Gate()) -> Admission:  # noqa: B008
    scored = score(found)
    assert isinstance(scored, Score), scored
    return admit(found, scored, gate)


def test_a_statement_all_of_whose_slots_are_kept_is_admitted() -> None:
    found = admitted(comparison([same("p1"), same("c1", "0.75")]))
    assert (found.admitted, found.status, found.reasons) == (True, Faithful.FAITHFUL, ())


def test_one_premise_left_out_of_four_is_not_bought_back_by_the_others() -> None:
    judgements = [same("p1"), same("p2"), same("p3"), omitted("p4", reason="n > 0 is nowhere"), same("c1")]
    found = admitted(comparison(judgements, source=(4, 1), formal=(3, 1)))
    assert found.reasons == ("the premise premise 4 is omitted, 0 is below 0.75: n > 0 is nowhere",)
    assert found.status is Faithful.REPAIRABLE_DRIFT


def test_a_premise_that_only_the_formal_text_has_keeps_it_out() -> None:
    found = admitted(comparison([same("p1"), added("p2"), same("c1")], formal=(2, 1)))
    assert found.reasons == ("the premise premise 2 is added, 0 is below 0.75",)


def test_a_premise_that_traces_to_the_context_does_not() -> None:
    assert admitted(comparison([same("p1"), added("p2", "0.75"), same("c1")], formal=(2, 1))).admitted


def test_a_conclusion_that_is_another_one_is_unfaithful() -> None:
    found = admitted(comparison([same("p1"), pair("c1", "c1", SlotStatus.REPLACED, "0")]))
    assert found.status is Faithful.UNFAITHFUL
    assert any("conclusion" in reason and "replaced" in reason for reason in found.reasons)


def test_swapped_roles_are_named() -> None:
    judgements = [pair("p1", "c1", SlotStatus.PRESERVED, "1"), pair("c1", "p1", SlotStatus.PRESERVED, "1")]
    found = admitted(comparison(judgements))
    assert found.status is Faithful.UNFAITHFUL
    assert "the premise premise 1 is role-swapped, 0 is below 0.75" in found.reasons


@pytest.mark.parametrize("aspect", [Aspect.DIRECTIONALITY, Aspect.ROLE_ALIGNMENT])
@pytest.mark.parametrize(
    ("worth", "status"), [("0.5", Faithful.REPAIRABLE_DRIFT), ("0.25", Faithful.UNFAITHFUL), ("0", Faithful.UNFAITHFUL)]
)
def test_a_critical_aspect_is_not_bought_back(aspect: Aspect, worth: str, status: Faithful) -> None:
    found = admitted(comparison([same("p1"), same("c1")], of_aspects={aspect: worth}))
    assert found.status is status
    assert found.reasons == (f"{aspect.replace('_', ' ')} is {worth}, below 0.75",)


def test_an_aspect_that_is_not_critical_only_lowers_the_score() -> None:
    low = {Aspect.SYNTAX_SURFACE: "0", Aspect.OBJECT_WITNESS: "0.5"}
    assert admitted(comparison([same("p1"), same("c1")], of_aspects=low)).admitted
    lower = low | {Aspect.STEP_RELATION: "0"}
    found = admitted(comparison([same("p1"), same("c1")], of_aspects=lower))
    assert found.reasons == ("S_faith 0.5 is below 0.7",)


def test_the_thresholds_are_settings() -> None:
    judgements = [same("p1", "0.5", status=SlotStatus.WEAKENED), same("c1")]
    assert not admitted(comparison(judgements)).admitted
    assert admitted(comparison(judgements), Gate(slot="0.5")).admitted
    assert not admitted(comparison([same("p1", "0.75"), same("c1")]), Gate(slot="1", critical="1")).admitted


def test_the_conclusion_is_held_to_the_stricter_of_both_thresholds() -> None:
    found = comparison([same("p1"), same("c1", "0.75")])
    assert admitted(found, Gate(slot="0.5", critical="0.75")).admitted
    assert not admitted(found, Gate(slot="0.5", critical="0.8")).admitted
    assert not admitted(found, Gate(slot="0.8", critical="0.5")).admitted


def test_the_threshold_is_compared_exactly_and_not_as_printed() -> None:
    """prem = conc = 7/8, hol = 4/5: exactly 0.7, which a product of floats misses or meets by luck."""
    judgements = [same("p1"), same("p2", "0.75"), same("c1"), same("c2", "0.75")]
    found = comparison(judgements, source=(2, 2), formal=(2, 2), of_aspects={Aspect.SYNTAX_SURFACE: "0"})
    assert admitted(found, Gate(score="0.7")).admitted
    assert not admitted(found, Gate(score="0.700000001")).admitted


@pytest.mark.parametrize(
    "text", ["", "0.7 ", "+0.7", "7/10", "1.1", "-0.1", "0,7", "1e-1", ".7", "nan", "٠", "0." + "1" * 99]
)
def test_a_threshold_that_is_no_decimal_between_0_and_1_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no decimal"):
        threshold(text)


def test_judges_agree_where_each_alone_leads_to_the_same() -> None:
    both = [same("p1", by="ada"), same("c1", by="ada"), same("p1", "0.75", by="bob"), same("c1", by="bob")]
    found = comparison(both, judges=("ada", "bob"))
    assert agreeing(found, Faithful.FAITHFUL, Gate()) == ("ada", "bob")
    one_less = replace(found, slots=found.slots[:-1])
    assert agreeing(one_less, Faithful.FAITHFUL, Gate()) == ("ada",), "bob did not judge all"


@PROPERTIES
@given(st.booleans().flatmap(lambda good: judged(good=good)))
def test_nothing_is_admitted_with_any_slot_or_critical_part_below_its_threshold(found: Comparison) -> None:
    matches = [match for match in (*source_matches(found), *formal_matches(found)) if match is not None]
    critical = [aspect_values(found)[aspect] for aspect in (Aspect.DIRECTIONALITY, Aspect.ROLE_ALIGNMENT)]
    below = [value for value in (*(match.value for match in matches), *critical) if value < LEAST]
    result = admitted(found)
    scored = score(found)
    assert isinstance(scored, Score)
    assert result.admitted == (not below and scored.at_least(Fraction(7, 10)))
    assert (result.status is Faithful.FAITHFUL) == result.admitted


@PROPERTIES
@given(judged(judges=1), st.sampled_from([Aspect.DIRECTIONALITY, Aspect.ROLE_ALIGNMENT, None]))
def test_critical_parts_are_never_bought_back(found: Comparison, aspect: Aspect | None) -> None:
    """All else at its best: one critical part below its threshold still keeps the statement out."""
    best = tuple(
        item if item.status is SlotStatus.OMITTED else replace(item, value=Rubric.EXACT) for item in found.slots
    )
    of_aspects = tuple(
        replace(item, value=Rubric.PARTIAL if item.aspect is aspect else Rubric.EXACT) for item in found.aspects
    )
    raised = replace(found, slots=best, aspects=of_aspects)
    if aspect is None:
        raised = replace(
            raised,
            slots=tuple(
                replace(item, value=Rubric.PARTIAL) if item.formal in conclusions(raised) else item for item in best
            ),
        )
    for gate in (Gate(), Gate(score="0", slot="0")):
        assert not admitted(raised, gate).admitted


def conclusions(found: Comparison) -> set[str]:
    return {slot.id for slot in found.formal if slot.side is Side.CONCLUSION}


@PROPERTIES
@given(judged(good=True), st.data())
def test_raising_a_judgement_never_turns_admission_away(found: Comparison, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(found.slots) - 1))
    item = found.slots[index]
    raised = replace(item, value=Rubric.EXACT)
    better = replace(found, slots=(*found.slots[:index], raised, *found.slots[index + 1 :]))
    if admitted(found).admitted:
        assert admitted(better).admitted
