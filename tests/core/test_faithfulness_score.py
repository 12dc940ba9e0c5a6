"""S_faith: the program computes it from slot and aspect judgements, exactly, and nobody hands it a total."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.faithfulness.score import FORMULA, Score, Unscored, decimal_text, score
from proofsieve.core.faithfulness.slots import (
    MAX_JUDGES,
    MAX_SLOTS,
    MAX_TEXT,
    Aspect,
    Comparison,
    Rubric,
    SlotJudgement,
    SlotStatus,
    faults,
)
from proofsieve.tests.core.comparisons import PROPERTIES, added, aspects, comparison, judged, omitted, pair, same, slots

WHOLE = st.fractions(min_value=0, max_value=1)


def scored(found: Comparison) -> Score:
    result = score(found)
    assert isinstance(result, Score), result
    return result


def unscored(found: Comparison) -> Unscored:
    result = score(found)
    assert isinstance(result, Unscored), result
    return result


def test_everything_kept_scores_one() -> None:
    found = scored(comparison([same("p1"), same("c1")]))
    assert (found.prem, found.conc, found.hol, found.text) == (1, 1, 1, "1")


def test_the_parts_are_means_over_source_slots_and_aspects() -> None:
    judgements = [same("p1"), same("p2", "0.75"), omitted("p3"), same("c1"), added("c2", "1")]
    found = scored(
        comparison(judgements, source=(3, 1), formal=(2, 2), of_aspects={Aspect.SYNTAX_SURFACE: "0.5"}),
    )
    assert (found.prem, found.conc, found.hol) == (Fraction(7, 12), 1, Fraction(9, 10))


def test_the_formula_takes_a_root_and_no_plain_product() -> None:
    found = Score(prem=Fraction(1, 2), conc=Fraction(1), hol=Fraction(1))
    assert FORMULA == "sqrt(s_prem*s_conc)*s_hol"
    assert found.text == "0.7071"


def test_without_a_source_premise_the_premises_score_one() -> None:
    assert scored(comparison([same("c1")], source=(0, 1), formal=(0, 1))).prem == 1


@pytest.mark.parametrize(("value", "prem"), [("0", 0), ("0.25", 0), ("0.5", 0), ("0.75", 1), ("1", 1)])
def test_without_a_source_premise_unsupported_formal_structure_scores_zero(value: str, prem: int) -> None:
    found = scored(comparison([added("p1", value), same("c1")], source=(0, 1), formal=(1, 1)))
    assert found.prem == prem
    assert found.text == str(prem)


def test_with_a_source_premise_added_structure_does_not_change_the_score() -> None:
    assert scored(comparison([same("p1"), added("p2"), same("c1")], formal=(2, 1))).text == "1"


@pytest.mark.parametrize(("source", "formal"), [((1, 0), (1, 1)), ((1, 1), (1, 0)), ((0, 0), (0, 0))])
def test_a_side_without_a_conclusion_is_ill_formed(source: tuple[int, int], formal: tuple[int, int]) -> None:
    found = unscored(comparison([], source=source, formal=formal))
    assert found.ill_formed
    assert "no conclusion" in found.why


def test_the_best_match_of_a_slot_counts() -> None:
    judgements = [
        pair("p1", "p1", SlotStatus.REPLACED, "0.25"),
        pair("p1", "p2", SlotStatus.PRESERVED, "1"),
        same("c1"),
    ]
    assert scored(comparison(judgements, formal=(2, 1))).prem == 1


def test_of_several_judges_the_lowest_counts_whatever_the_order() -> None:
    judgements = [same("p1", by="ada"), same("p1", "0.25", by="bob"), same("c1", by="ada"), same("c1", by="bob")]
    for order in (judgements, judgements[::-1]):
        assert scored(comparison(order, judges=("ada", "bob"))).prem == Fraction(1, 4)


def test_a_generous_judge_does_not_lift_an_aspect() -> None:
    found = comparison([same("p1"), same("c1")])
    low = aspects(dict.fromkeys(Aspect, "0.25"), by="bob")
    assert scored(replace(found, aspects=(*low, *found.aspects))).hol == Fraction(1, 4)


def test_a_premise_that_stands_against_a_conclusion_matches_nothing() -> None:
    judgements = [
        pair("p1", "c1", SlotStatus.PRESERVED, "1"),
        pair("c1", "p1", SlotStatus.PRESERVED, "1"),
    ]
    found = scored(comparison(judgements))
    assert (found.prem, found.conc, found.text) == (0, 0, "0")


@pytest.mark.parametrize(
    ("status", "most"),
    [
        (SlotStatus.PRESERVED, "1"),
        (SlotStatus.WEAKENED, "1/2"),
        (SlotStatus.STRENGTHENED, "1/2"),
        (SlotStatus.REPLACED, "1/4"),
    ],
)
def test_a_value_counts_up_to_what_its_status_allows(status: SlotStatus, most: str) -> None:
    assert scored(comparison([same("p1", status=status), same("c1")])).prem == Fraction(most)


@pytest.mark.parametrize(
    ("judgements", "formal", "why"),
    [
        ([same("c1")], (1, 1), "source slot 'p1'"),
        ([same("p1"), same("c1")], (2, 1), "formal slot 'p2'"),
        ([same("p1"), same("c1")], (1, 2), "formal slot 'c2'"),
    ],
)
def test_both_directions_must_have_been_read(
    judgements: list[SlotJudgement], formal: tuple[int, int], why: str
) -> None:
    found = unscored(comparison(judgements, formal=formal))
    assert not found.ill_formed
    assert found.why == f"nobody judged the {why}"


def test_every_aspect_must_have_been_judged() -> None:
    found = comparison([same("p1"), same("c1")])
    assert "aspect syntax_surface" in unscored(replace(found, aspects=found.aspects[:-1])).why


@pytest.mark.parametrize(
    ("judgements", "fault"),
    [
        ([same("p1"), same("c1"), same("p9")], "there is no source slot 'p9'"),
        ([same("p1"), same("c1"), added("p9")], "there is no formal slot 'p9'"),
        ([same("p1"), same("c1"), same("p1", "0")], "two things of the same pair"),
        ([same("p1", status=SlotStatus.OMITTED), same("c1")], "omitted exactly where"),
        ([same("p1", status=SlotStatus.ADDED), same("c1")], "added exactly where"),
        ([replace(omitted("p1"), status=SlotStatus.WEAKENED), same("c1")], "omitted exactly where"),
        ([replace(added("p1"), status=SlotStatus.PRESERVED), same("c1")], "added exactly where"),
        ([same("p1", by=" "), same("c1")], "no name"),
        ([same("p1", by="a\x1bb"), same("c1")], "no name"),
        ([omitted("p1", reason="x" * (MAX_TEXT + 1)), same("c1")], "longer than"),
        ([omitted("p1", reason="\ud800"), same("c1")], "half of one"),
        ([same("p1", by=f"judge {k}") for k in range(MAX_JUDGES + 1)], "judges"),
    ],
)
def test_judgements_that_make_no_sense_give_no_score(judgements: list[SlotJudgement], fault: str) -> None:
    found = comparison(judgements)
    assert any(fault in told for told in faults(found)), list(faults(found))
    assert "cannot be taken" in unscored(found).why


def test_slots_without_names_or_twice_and_too_many_give_no_score() -> None:
    good = comparison([same("p1"), same("c1")])
    assert list(faults(good)) == []
    assert "is there 2 times" in unscored(replace(good, source=(*good.source, good.source[0]))).why
    assert "has no name" in unscored(replace(good, formal=(replace(good.formal[0], id=""), *good.formal))).why
    assert "slots on one side" in unscored(replace(good, source=slots(MAX_SLOTS, 1))).why
    assert "judgements" in unscored(replace(good, aspects=good.aspects * 2_001)).why
    assert "same aspect" in unscored(replace(good, aspects=good.aspects * 2)).why


@pytest.mark.parametrize(
    ("number", "text"),
    [("0", "0"), ("1", "1"), ("1/2", "0.5"), ("2/3", "0.6666"), ("69999/100000", "0.6999"), ("1/100000", "0")],
)
def test_printed_numbers_are_rounded_down(number: str, text: str) -> None:
    assert decimal_text(Fraction(number)) == text


@PROPERTIES
@given(WHOLE, WHOLE, WHOLE)
def test_a_score_lies_between_0_and_1_and_prints_as_its_floor(prem: Fraction, conc: Fraction, hol: Fraction) -> None:
    found = Score(prem=prem, conc=conc, hol=hol)
    assert 0 <= found.squared <= 1
    printed = Fraction(found.text)
    assert printed**2 <= found.squared < (printed + Fraction(1, 10_000)) ** 2
    getcontext().prec = 60
    root = (Decimal(found.squared.numerator) / Decimal(found.squared.denominator)).sqrt()
    assert abs(root - Decimal(found.text)) <= Decimal("0.0001")


@PROPERTIES
@given(WHOLE, WHOLE, WHOLE, st.integers(0, 10_000))
def test_what_is_printed_reaches_a_threshold_exactly_where_the_score_does(
    prem: Fraction, conc: Fraction, hol: Fraction, threshold: int
) -> None:
    found, least = Score(prem=prem, conc=conc, hol=hol), Fraction(threshold, 10_000)
    assert found.at_least(least) == (Fraction(found.text) >= least)


def test_a_score_a_hair_below_the_threshold_is_below_it() -> None:
    """sqrt(49/100) is exactly 0.7; a float product of parts can land on either side of it."""
    exact = Score(prem=Fraction(7, 10), conc=Fraction(7, 10), hol=Fraction(1))
    assert exact.at_least(Fraction(7, 10))
    below = Score(prem=Fraction(7, 10), conc=Fraction(7, 10) - Fraction(1, 10**18), hol=Fraction(1))
    assert not below.at_least(Fraction(7, 10))
    assert below.text == "0.6999"


@PROPERTIES
@given(judged())
def test_any_comparison_that_is_judged_in_full_has_a_score_in_bounds(found: Comparison) -> None:
    result = scored(found)
    assert all(0 <= part <= 1 for part in (result.prem, result.conc, result.hol, result.squared))


@PROPERTIES
@given(judged(), st.data())
def test_raising_one_judgement_never_lowers_any_part(found: Comparison, data: st.DataObject) -> None:
    before = scored(found)
    values = list(Rubric)
    raised: Comparison
    if data.draw(st.booleans()):
        index = data.draw(st.integers(0, len(found.slots) - 1))
        item = found.slots[index]
        higher = data.draw(st.sampled_from([value for value in values if value.exact >= item.value.exact]))
        raised = replace(found, slots=(*found.slots[:index], replace(item, value=higher), *found.slots[index + 1 :]))
    else:
        index = data.draw(st.integers(0, len(found.aspects) - 1))
        aspect = found.aspects[index]
        higher = data.draw(st.sampled_from([value for value in values if value.exact >= aspect.value.exact]))
        changed = replace(aspect, value=higher)
        raised = replace(found, aspects=(*found.aspects[:index], changed, *found.aspects[index + 1 :]))
    after = scored(raised)
    assert after.prem >= before.prem
    assert after.conc >= before.conc
    assert after.hol >= before.hol
    assert after.squared >= before.squared
    assert Fraction(after.text) >= Fraction(before.text)
