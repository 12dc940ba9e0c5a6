"""The gate as a whole: from lints, judges and polarity to the report of a statement, and back from a recorded one."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.evidence import Branch, Kind, Language, Outcome, Strength, make_evidence, make_statement
from proofsieve.core.faithfulness import (
    Action,
    Drift,
    Faithful,
    Gate,
    Judge,
    JudgeKind,
    LintFinding,
    LintReport,
    Remarks,
    Report,
    Tier,
    report_for,
    transcribed,
)
from proofsieve.core.faithfulness.error_rates import ErrorRate, known_error_rates, table_bytes
from proofsieve.core.faithfulness.judge import report_fault
from proofsieve.core.faithfulness.polarity import Counterexample, Negation, Part, Relation, Satisfiable, Stands
from proofsieve.core.faithfulness.relating import relation_of
from proofsieve.core.faithfulness.slots import Aspect, Comparison, Side, SlotJudgement, SlotStatus
from proofsieve.core.faithfulness.table import aspect_rows, slot_rows
from proofsieve.tests.core.comparisons import PROPERTIES, added, comparison, judged, omitted, pair, same

STATEMENT = make_statement(
    obligation_id="o001.1", language=Language.LEAN, text="theorem t (n : ℕ) : n = n := sorry", provenance="model"
)
CLEAN = LintReport(findings=(), unknown=(), parsed=True)
KEPT = comparison([same("p1"), same("c1")])


def finding(
    tier: Tier = Tier.DETERMINISTIC, action: Action = Action.REJECT, drift: Drift | None = Drift.WRONG_DIRECTION
) -> LintFinding:
    return LintFinding(
        id="some-lint",
        tier=tier,
        action=action,
        drift=drift,
        where="goal",
        start=0,
        end=3,
        witness=(("n", "0"),),
        why="w",
    )


def lints(*findings: LintFinding) -> LintReport:
    return LintReport(findings=findings, unknown=(), parsed=True)


def counted(report: Report) -> tuple[bool, bool]:
    return report.passed_counts, report.refuted_counts


def test_without_judges_nothing_is_judged_nothing_scored_and_nothing_counts() -> None:
    report = report_for(STATEMENT, CLEAN)
    assert (report.status, report.score, report.basis, report.tier) == (Faithful.NOT_JUDGED, None, "nobody", None)
    assert counted(report) == (False, False)
    assert report.why == "nobody has compared it slot by slot"
    assert report.statement_id == STATEMENT.id


def test_a_relation_alone_certifies_nothing() -> None:
    whole = Relation(parts=(Part(side=Side.CONCLUSION, stands=Stands.SAME),))
    report = report_for(STATEMENT, CLEAN, relation=whole)
    assert (report.status, counted(report)) == (Faithful.NOT_JUDGED, (False, False))


def test_slots_that_nobody_judged_are_no_judgement() -> None:
    bare = Comparison(source=KEPT.source, formal=KEPT.formal)
    assert report_for(STATEMENT, CLEAN, comparison=bare).status is Faithful.NOT_JUDGED


@pytest.mark.parametrize("found", [CLEAN, lints(finding(action=Action.FLAG)), lints(finding(Tier.HEURISTIC))])
def test_lints_that_reject_nothing_certify_nothing(found: LintReport) -> None:
    report = report_for(STATEMENT, found)
    assert (report.status, counted(report)) == (Faithful.NOT_JUDGED, (False, False))


def test_what_was_flagged_and_not_understood_is_counted_in_the_why() -> None:
    flagged = LintReport(findings=(finding(action=Action.FLAG),), unknown=("a", "b"), parsed=True)
    assert report_for(STATEMENT, flagged).why.endswith("; 1 thing to look at and 2 things not understood")


def test_a_statement_that_could_not_be_read_is_unknown_and_never_clean() -> None:
    report = report_for(STATEMENT, LintReport(findings=(), unknown=(), parsed=False))
    assert report.unknown == ("the statement could not be read",)
    assert report.status is Faithful.NOT_JUDGED


@pytest.mark.parametrize("tier", [Tier.COUNTEREXAMPLE, Tier.DETERMINISTIC, Tier.JUDGES, Tier.JUDGE])
@pytest.mark.parametrize("found", [None, KEPT])
def test_a_finding_that_rejects_turns_the_statement_down_whatever_judges_say(
    tier: Tier, found: Comparison | None
) -> None:
    report = report_for(STATEMENT, lints(finding(tier)), comparison=found, relation=relation_of(KEPT))
    assert (report.status, counted(report), report.tier) == (Faithful.UNFAITHFUL, (False, False), tier)
    assert report.drift == (Drift.WRONG_DIRECTION,)
    assert report.why == "some-lint: w"
    assert report.score == (None if found is None else "1"), "the score still ranks"


FALSE = replace(finding(Tier.COUNTEREXAMPLE, drift=Drift.MISSING_ASSUMPTIONS), id="false-as-stated")
TWO = comparison([same("p1"), same("c1"), same("p1", by="bob"), same("c1", by="bob")], judges=("ada", "bob"))
SHORT = comparison([omitted("p1"), same("c1"), same("p1", by="bob"), same("c1", by="bob")], judges=("ada", "bob"))
ANN = Judge(name="ada", kind=JudgeKind.PERSON, said="I read it")


@pytest.mark.parametrize(
    ("found", "compared", "judges", "relation", "expected"),
    [
        ((FALSE,), TWO, (), relation_of(TWO), (Faithful.FAITHFUL, (False, True))),
        ((FALSE,), KEPT, (ANN,), relation_of(KEPT), (Faithful.FAITHFUL, (False, True))),
        ((FALSE,), KEPT, (), relation_of(KEPT), (Faithful.UNFAITHFUL, (False, False))),
        ((FALSE,), TWO, (), None, (Faithful.UNFAITHFUL, (False, False))),
        ((FALSE,), TWO, (), relation_of(TWO, dropped=["n > 2"]), (Faithful.UNFAITHFUL, (False, False))),
        ((FALSE,), SHORT, (), relation_of(SHORT), (Faithful.UNFAITHFUL, (False, False))),
        ((FALSE, finding()), TWO, (), relation_of(TWO), (Faithful.UNFAITHFUL, (False, False))),
    ],
    ids=[
        "two judges find every slot kept",
        "a person does",
        "one model is not enough",
        "nobody says how all of the context stands",
        "the context holds what the statement leaves out",
        "one judge misses a premise",
        "something else is wrong as well",
    ],
)
def test_a_false_statement_refutes_its_obligation_only_where_it_is_known_to_say_the_same(
    found: tuple[LintFinding, ...],
    compared: Comparison,
    judges: tuple[Judge, ...],
    relation: Relation | None,
    expected: object,
) -> None:
    report = report_for(STATEMENT, lints(*found), comparison=compared, judges=judges, relation=relation)
    assert (report.status, counted(report)) == expected
    assert report_fault(report, Gate()) is None


def test_the_most_reliable_finding_is_the_one_that_is_named() -> None:
    weak = replace(finding(Tier.JUDGE), id="said-a-judge")
    report = report_for(STATEMENT, lints(weak, finding(Tier.COUNTEREXAMPLE)))
    assert (report.tier, report.why) == (Tier.COUNTEREXAMPLE, "some-lint: w")
    assert [rate.tier for rate in report.error_rates] == [Tier.COUNTEREXAMPLE, Tier.JUDGE]


def test_an_admitted_statement_counts_as_polarity_allows() -> None:
    report = report_for(STATEMENT, CLEAN, comparison=KEPT, relation=relation_of(KEPT))
    assert (report.status, report.score, report.tier) == (Faithful.FAITHFUL, "1", Tier.JUDGE)
    assert (report.s_prem, report.s_conc, report.s_hol, report.formula) == ("1", "1", "1", "sqrt(s_prem*s_conc)*s_hol")
    assert counted(report) == (True, True)


def test_no_refutation_counts_while_nobody_has_said_how_all_of_the_context_stands() -> None:
    report = report_for(STATEMENT, CLEAN, comparison=KEPT)
    assert (report.status, counted(report)) == (Faithful.FAITHFUL, (True, False))
    assert "all of the context in scope" in report.why_refuted
    assert "a refutation does not count" in report.why


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        ({}, (True, True)),
        ({"dropped": ("n > 2",)}, (True, False)),
        ({"dropped": ("n > 2",), "counterexample": Counterexample.SATISFIES_ALL}, (True, True)),
        ({"unformalised": ("f is smooth",), "counterexample": Counterexample.SATISFIES_ALL}, (True, False)),
        ({"closed": True}, (True, False)),
        ({"closed": True, "satisfiable": Satisfiable.SHOWN}, (True, True)),
        ({"closed": True, "satisfiable": Satisfiable.SHOWN, "goal_is_absurd": True}, (True, False)),
    ],
)
def test_the_rest_of_the_context_decides_what_an_admitted_statement_counts_for(
    context: dict[str, object], expected: tuple[bool, bool]
) -> None:
    report = report_for(STATEMENT, CLEAN, comparison=KEPT, relation=relation_of(KEPT, **context))  # type: ignore[arg-type]
    assert counted(report) == expected


def test_a_statement_of_which_neither_outcome_would_count_is_not_admitted() -> None:
    relation = relation_of(KEPT, satisfiable=Satisfiable.REFUTED)
    report = report_for(STATEMENT, CLEAN, comparison=KEPT, relation=relation)
    assert (report.status, counted(report)) == (Faithful.REPAIRABLE_DRIFT, (False, False))
    assert "neither outcome" in report.why


def test_a_relation_cannot_be_kinder_than_the_slots() -> None:
    """A judge finds the conclusion strengthened; a lax gate and a lax relation do not make refutations count."""
    judgements = [same("p1"), same("c1", status=SlotStatus.STRENGTHENED)]
    lax = Gate(score="0", slot="0", critical="0")
    kind = Relation(parts=(Part(side=Side.CONCLUSION, stands=Stands.SAME),))
    report = report_for(STATEMENT, CLEAN, comparison=comparison(judgements), relation=kind, gate=lax)
    assert counted(report) == (True, False)


def test_a_side_without_a_conclusion_is_ill_formed() -> None:
    found = comparison([same("p1")], formal=(1, 0))
    report = report_for(STATEMENT, CLEAN, comparison=found)
    assert (report.status, report.ill_formed, report.score) == (Faithful.NOT_JUDGED, True, None)
    assert report.why == "ill-formed: the statement has no conclusion"


def test_judgements_that_make_no_sense_count_for_nothing() -> None:
    found = comparison([same("p1"), same("c1"), same("p7")])
    report = report_for(STATEMENT, CLEAN, comparison=found, relation=relation_of(KEPT))
    assert (report.status, report.score, counted(report)) == (Faithful.NOT_JUDGED, None, (False, False))


def test_two_judges_who_agree_are_a_tier_of_their_own() -> None:
    both = [same(slot, by=name) for name in ("ada", "bob") for slot in ("p1", "c1")]
    assert report_for(STATEMENT, CLEAN, comparison=comparison(both, judges=("ada", "bob"))).tier is Tier.JUDGES
    torn = [*both[:-1], pair("c1", "c1", SlotStatus.REPLACED, "0", by="bob")]
    report = report_for(STATEMENT, CLEAN, comparison=comparison(torn, judges=("ada", "bob")))
    assert (report.status, report.tier) == (Faithful.UNFAITHFUL, Tier.JUDGE), "the lower of two that differ"


def test_drift_and_assumptions_follow_from_the_slots_and_judges_add_to_them() -> None:
    judgements = [omitted("p1"), added("p2"), same("c1", "0.5", status=SlotStatus.WEAKENED)]
    found = comparison(judgements, formal=(2, 1), of_aspects={Aspect.ROLE_ALIGNMENT: "0.5"})
    found = replace(found, formal=tuple(slot for slot in found.formal if slot.id != "p1"))
    remarks = Remarks(
        drift=(Drift.WRONG_QUANTIFIERS,),
        missing_assumptions=("n ≥ 1",),
        overgeneralisations=("n = 0",),
        suggested_revision="theorem t (n : ℕ) (h : 0 < n) : …",
    )
    report = report_for(STATEMENT, CLEAN, comparison=found, remarks=remarks)
    assert report.drift == (
        Drift.MISSING_ASSUMPTIONS,
        Drift.UNDERGENERALIZED,
        Drift.WRONG_QUANTIFIERS,
        Drift.ROLE_SWAP,
    )
    assert report.missing_assumptions == ("premise 1", "n ≥ 1")
    assert report.added_assumptions == ("premise 2",)
    assert (report.overgeneralisations, report.suggested_revision[:7]) == (("n = 0",), "theorem")


def test_every_status_on_every_side_is_some_drift_once_it_is_below_the_gate() -> None:
    for side in ("p1", "c1"):
        for status in (SlotStatus.WEAKENED, SlotStatus.STRENGTHENED, SlotStatus.REPLACED):
            judgements = [same(slot, status=status if slot == side else SlotStatus.PRESERVED) for slot in ("p1", "c1")]
            assert report_for(STATEMENT, CLEAN, comparison=comparison(judgements)).drift


def test_a_proof_of_the_negation_counts_only_where_the_negation_is_written_right() -> None:
    for negation in Negation:
        report = report_for(STATEMENT, CLEAN, comparison=KEPT, relation=relation_of(KEPT, negation=negation))
        proved = make_evidence(
            STATEMENT, Branch.NEGATION, checker="lean", checker_version="4", outcome=Outcome.PASSED,
            strength=Strength.KERNEL,
        )  # fmt: skip
        assert report.counts(proved) == (negation is Negation.EXISTS_WITH_CONTEXT)
        assert bool(report.why_not(proved)) != report.counts(proved)


def test_what_is_below_the_gate_is_inconclusive_as_drift_or_ill_formed() -> None:
    lacking = comparison([omitted("p1"), same("c1")], formal=(0, 1))
    cases = {
        Kind.DRIFT: [report_for(STATEMENT, lints(finding())), report_for(STATEMENT, CLEAN, comparison=lacking)],
        Kind.ILL_FORMED: [report_for(STATEMENT, CLEAN, comparison=comparison([same("p1")], formal=(1, 0)))],
        None: [report_for(STATEMENT, CLEAN), report_for(STATEMENT, CLEAN, comparison=KEPT)],
    }
    for kind, reports in cases.items():
        assert [report.below_gate for report in reports] == [kind] * len(reports)


def test_a_transcribed_claim_asserted_counts_both_ways_and_a_supposed_one_neither() -> None:
    for asserted, owed, expected in (
        (True, True, (True, True)),
        (False, True, (True, False)),
        (False, False, (False, False)),
    ):
        report = transcribed(STATEMENT.id, asserted=asserted, owed=owed, why_not="supposed")
        assert counted(report) == expected
        assert report_fault(report, Gate()) is None


def test_judges_are_kept_with_what_they_said() -> None:
    judges = (Judge(name="m-1", kind=JudgeKind.MODEL, said="looks right", confidence="0.9"),)
    assert report_for(STATEMENT, CLEAN, comparison=KEPT, judges=judges).judges == judges


@pytest.mark.parametrize("gate", [Gate(slot="2"), Gate(score="0,7"), Gate(repairable="")])
@pytest.mark.parametrize("found", [None, KEPT])
def test_a_gate_that_is_none_is_refused_even_where_nothing_is_judged(gate: Gate, found: Comparison | None) -> None:
    with pytest.raises(ValueError, match="no decimal"):
        report_for(STATEMENT, CLEAN, comparison=found, gate=gate)


TAMPERED = {
    "status": Faithful.REPAIRABLE_DRIFT,
    "score": "0.9",
    "s_prem": "0.9",
    "s_conc": None,
    "s_hol": "0.5",
    "formula": "s_prem*s_conc*s_hol",
    "passed_counts": False,
    "refuted_counts": False,
    "tier": Tier.JUDGES,
    "basis": "judges",
    "ill_formed": True,
}


@pytest.mark.parametrize("field", list(TAMPERED))
def test_a_recorded_report_that_does_not_follow_from_its_judgements_is_named(field: str) -> None:
    report = report_for(STATEMENT, CLEAN, comparison=KEPT, relation=relation_of(KEPT))
    assert report_fault(report, Gate()) is None
    fault = report_fault(replace(report, **{field: TAMPERED[field]}), Gate())  # type: ignore[arg-type]
    assert fault is not None
    assert fault.startswith(f"{field}: ")


def test_a_report_does_not_follow_under_another_gate() -> None:
    found = comparison([same("p1", "0.75"), same("c1")])
    report = report_for(STATEMENT, CLEAN, comparison=found)
    assert report_fault(report, Gate()) is None
    assert report_fault(report, Gate(slot="1")) is not None


def test_a_transcribed_claim_holds_no_score() -> None:
    report = transcribed(STATEMENT.id, asserted=True, owed=True, why_not="")
    for wrong in (
        replace(report, score="0.2"),
        replace(report, status=Faithful.UNFAITHFUL),
        replace(report, comparison=KEPT),
    ):
        assert report_fault(wrong, Gate()) is not None


@PROPERTIES
@given(
    st.booleans().flatmap(lambda good: judged(good=good)),
    st.sampled_from([None, Relation(parts=()), Relation(parts=(), satisfiable=Satisfiable.SHOWN, closed=True)]),
    st.sampled_from([CLEAN, lints(finding()), lints(finding(Tier.HEURISTIC))]),
)
def test_every_report_follows_from_what_it_records(
    found: Comparison, relation: Relation | None, looked: LintReport
) -> None:
    report = report_for(STATEMENT, looked, comparison=found, relation=relation)
    assert report_fault(report, Gate()) is None
    if report.status is not Faithful.FAITHFUL:
        assert counted(report) == (False, False)
    else:
        assert any(counted(report))
        assert not looked.rejecting


def test_the_table_shows_source_formal_and_status_in_both_directions() -> None:
    judgements = [same("p1"), omitted("p2", reason="n > 0"), same("c1", "0.75"), added("p3")]
    found = comparison(judgements, source=(2, 1), formal=(3, 1))
    found = replace(found, formal=tuple(slot for slot in found.formal if slot.id != "p2"))
    rows = slot_rows(report_for(STATEMENT, CLEAN, comparison=found))
    assert [(row.source, row.formal, row.status, row.worth, row.holds) for row in rows] == [
        ("premise 1", "premise 1", SlotStatus.PRESERVED, "1", True),
        ("premise 2", "", SlotStatus.OMITTED, "0", False),
        ("conclusion 1", "conclusion 1", SlotStatus.PRESERVED, "0.75", True),
        ("", "premise 3", SlotStatus.ADDED, "0", False),
    ]
    assert (rows[1].reason, rows[1].by) == ("n > 0", ("ada",))


def test_the_table_shows_a_formal_slot_whose_only_match_is_poor_although_its_partner_has_a_better_one() -> None:
    judgements = [same("p1"), pair("p1", "p2", SlotStatus.WEAKENED, "0.25"), same("c1")]
    rows = slot_rows(report_for(STATEMENT, CLEAN, comparison=comparison(judgements, formal=(2, 1))))
    assert [(row.source, row.formal, row.holds) for row in rows] == [
        ("premise 1", "premise 1", True),
        ("conclusion 1", "conclusion 1", True),
        ("premise 1", "premise 2", False),
    ]


def test_the_table_of_two_judges_shows_the_lower_and_names_both() -> None:
    judgements: list[SlotJudgement] = [same(slot, by=name) for name in ("ada", "bob") for slot in ("p1", "c1")]
    judgements[2] = same("p1", "0.25", by="bob")
    found = comparison(judgements, judges=("ada", "bob"))
    assert slot_rows(report_for(STATEMENT, CLEAN, comparison=found))[0].by == ("bob", "ada")


def test_the_table_shows_slots_that_nobody_judged_and_nothing_where_there_are_none() -> None:
    bare = Comparison(source=KEPT.source, formal=KEPT.formal)
    rows = slot_rows(report_for(STATEMENT, CLEAN, comparison=bare))
    assert [(row.source, row.formal, row.status) for row in rows] == [
        ("premise 1", "", None),
        ("conclusion 1", "", None),
        ("", "premise 1", None),
        ("", "conclusion 1", None),
    ]
    broken = replace(bare, slots=(same("p9"),))
    assert [row.status for row in slot_rows(report_for(STATEMENT, CLEAN, comparison=broken))] == [None] * 4
    assert slot_rows(report_for(STATEMENT, CLEAN)) == ()


def test_aspects_are_rows_too() -> None:
    found = comparison([same("p1"), same("c1")], of_aspects={Aspect.ROLE_ALIGNMENT: "0.5", Aspect.SYNTAX_SURFACE: "0"})
    rows = {row.aspect: row for row in aspect_rows(report_for(STATEMENT, CLEAN, comparison=found))}
    assert list(rows) == list(Aspect)
    assert (rows[Aspect.ROLE_ALIGNMENT].worth, rows[Aspect.ROLE_ALIGNMENT].holds) == ("0.5", False)
    assert rows[Aspect.SYNTAX_SURFACE].holds, "the surface is not critical"
    assert aspect_rows(report_for(STATEMENT, CLEAN)) == ()


@PROPERTIES
@given(judged())
def test_every_slot_of_both_sides_stands_in_some_row(found: Comparison) -> None:
    rows = slot_rows(report_for(STATEMENT, CLEAN, comparison=found))
    assert {slot.text for slot in found.source} <= {row.source for row in rows}
    assert {slot.text for slot in found.formal} <= {row.formal for row in rows}


def test_error_rates_nobody_measured_say_so_and_the_shipped_table_has_its_one_form() -> None:
    shipped = files("proofsieve.core.faithfulness").joinpath("error_rates.json").read_bytes()
    rates = [ErrorRate(tier=Tier(row["tier"]), text=row["text"], source=row["source"]) for row in json.loads(shipped)]
    assert table_bytes(rates) == shipped
    assert [rate.tier for rate in rates] == list(Tier)
    assert list(known_error_rates(Tier)) == rates
    assert all((rate.text == "not measured") == (not rate.source) for rate in rates)
