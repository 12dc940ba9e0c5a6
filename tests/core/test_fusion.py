"""Fusion: what makes a unit, a step and the whole flawed, correct, uncertain or not checked (METHOD 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.conclusion import conclude
from proofsieve.core.events import Action as Decided
from proofsieve.core.events import DecideEvent, Depth
from proofsieve.core.evidence import (
    Branch,
    Evidence,
    Kind,
    Language,
    Outcome,
    Statement,
    Strength,
    make_evidence,
    make_statement,
)
from proofsieve.core.faithfulness import (
    Action,
    Drift,
    LintFinding,
    LintReport,
    Report,
    Tier,
    report_for,
    transcribed,
)
from proofsieve.core.faithfulness.polarity import Negation, Satisfiable
from proofsieve.core.faithfulness.relating import relation_of
from proofsieve.core.fusion import decided_units, machine_units
from proofsieve.core.obligations import Obligation
from proofsieve.core.proof import Finding
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.suspicion import Window, scan
from proofsieve.core.tree import ProofTree, UnitId
from proofsieve.core.verdict import Severity, Status, Verdict
from proofsieve.tests.core.comparisons import added, comparison, omitted, same
from proofsieve.tests.proofs import proof_of, tree_of, unit_saying

STEPS = ("We have $1 + 1 = 2$.", "We have $2 + 2 = 5$.", "Clearly it follows.")
NOWHERE = Window(candidate=None, units=())


def statement_for(obligation: Obligation, text: str = "1 + 1 = 2") -> Statement:
    return make_statement(obligation_id=obligation.id, language=Language.NUMERIC, text=text, provenance="transcribed")


def answer(
    statement: Statement, outcome: Outcome, strength: Strength = Strength.EXACT, branch: Branch = Branch.CLAIM
) -> Evidence:
    undecided = outcome is Outcome.INCONCLUSIVE
    return make_evidence(
        statement,
        branch,
        checker="numeric",
        checker_version="1",
        outcome=outcome,
        kind=Kind.AMBIGUOUS if undecided else None,
        strength=None if undecided else strength,
        why="because of the test",
    )


def fuse(
    outcome: Outcome,
    *,
    strength: Strength = Strength.EXACT,
    asserted: bool = True,
    owed: bool = True,
    with_report: bool = True,
    main_too: bool = False,
    window: Window = NOWHERE,
) -> Verdict:
    """The verdict on a three-step proof whose second unit carries one computation with ``outcome``."""
    tree = tree_of(*STEPS)
    second = tree.units[1]
    obligation = make_obligations(second, ["2 + 2 = 5"])[0]
    others = make_obligations(second, [])[:1] if main_too else ()
    statement = statement_for(obligation)
    reports: list[Report] = []
    if with_report:
        reports.append(transcribed(statement.id, asserted=asserted, owed=owed, why_not="inside a contradiction"))
    evidence = [answer(statement, outcome, strength)]
    renamed = [Obligation(**{**_fields(item), "id": f"o002.{9}"}) for item in others]
    units = machine_units(tree, window, [obligation, *renamed], [statement], reports, evidence)
    return conclude(proof_of("Prove the claim.", *STEPS).steps, tree, scan(tree, {}), units)


def _fields(item: Obligation) -> dict[str, object]:
    return {name: getattr(item, name) for name in Obligation.__dataclass_fields__}


def unit_status(verdict: Verdict, unit: str = "u002") -> Status:
    return next(item.status for item in verdict.units if item.unit_id == unit)


def test_an_exact_refutation_of_an_asserted_claim_is_a_flaw() -> None:
    verdict = fuse(Outcome.REFUTED)
    assert (verdict.status, verdict.first_error, verdict.first_error_unit) == (Status.FLAWED, "s2", "u002")
    assert verdict.uncertain_before == ("s1",), "nobody checked the first step here"
    assert verdict.rests_on == ("exact",)


@pytest.mark.parametrize("strength", [Strength.CORROBORATED, Strength.HEURISTIC])
def test_a_refutation_weaker_than_solver_is_no_flaw(strength: Strength) -> None:
    assert unit_status(fuse(Outcome.REFUTED, strength=strength)) is Status.UNCERTAIN


def test_a_refutation_that_the_text_does_not_assert_is_no_flaw() -> None:
    verdict = fuse(Outcome.REFUTED, asserted=False)
    assert verdict.status is Status.UNCERTAIN
    assert "does not count" in next(item.reason for item in verdict.units if item.unit_id == "u002")


def test_a_refutation_without_a_faithfulness_report_is_no_flaw() -> None:
    assert fuse(Outcome.REFUTED, with_report=False).status is Status.UNCERTAIN


CLEAN = LintReport(findings=(), unknown=(), parsed=True)
REJECTED = LintReport(
    findings=(
        LintFinding(
            id="goal-true",
            tier=Tier.DETERMINISTIC,
            action=Action.REJECT,
            drift=Drift.VACUOUS_OR_TRIVIALIZED,
            where="goal",
            start=0,
            end=4,
            witness=(),
            why="the goal is True",
        ),
    ),
    unknown=(),
    parsed=True,
)
KEPT = comparison([same("p1"), same("c1")])
LACKS = comparison([omitted("p1"), same("c1")], formal=(0, 1))
ADDS = comparison([same("p1"), added("p2"), same("c1")], formal=(2, 1))
WHOLE = relation_of(KEPT, negation=Negation.EXISTS_WITH_CONTEXT)
SOME_DROPPED = relation_of(KEPT, dropped=("n > 2",), negation=Negation.EXISTS_WITH_CONTEXT)
VACUOUS = relation_of(KEPT, satisfiable=Satisfiable.REFUTED, negation=Negation.EXISTS_WITH_CONTEXT)
ROUTES = [(branch, outcome) for branch in Branch for outcome in (Outcome.PASSED, Outcome.REFUTED, Outcome.INCONCLUSIVE)]
SPEAKS_FOR = {(Branch.CLAIM, Outcome.PASSED), (Branch.NEGATION, Outcome.REFUTED)}
SPEAKS_AGAINST = {
    (Branch.CLAIM, Outcome.REFUTED),
    (Branch.NEGATION, Outcome.PASSED),
    (Branch.COUNTEREXAMPLE, Outcome.PASSED),
}


def judged_by(report: Report | None, branch: Branch, outcome: Outcome, statement: Statement) -> tuple[Status, str]:
    """Status and reason of a unit that owes one statement, with one answer on one branch."""
    tree = tree_of("We have $1 + 1 = 2$.")
    obligation = make_obligations(tree.units[0], ["1 + 1 = 2"])[0]
    evidence = [answer(statement, outcome, Strength.KERNEL, branch)]
    units = machine_units(tree, NOWHERE, [obligation], [statement], [report] if report else [], evidence)
    verdict = units[tree.units[0].id]
    return verdict.status, verdict.reason


def formal() -> Statement:
    obligation = make_obligations(tree_of("We have $1 + 1 = 2$.").units[0], ["1 + 1 = 2"])[0]
    return make_statement(obligation_id=obligation.id, language=Language.LEAN, text="theorem t : 1 = 1", provenance="m")


def lean(**given: object) -> Report:
    return report_for(formal(), **given)  # type: ignore[arg-type]


INADMISSIBLE = {
    "no report": None,
    "not judged": lean(lints=CLEAN),
    "a relation and no judge": lean(lints=CLEAN, relation=WHOLE),
    "turned down by a lint": lean(lints=REJECTED, comparison=KEPT, relation=WHOLE),
    "a premise lacking": lean(lints=CLEAN, comparison=LACKS, relation=relation_of(LACKS)),
    "a premise added": lean(lints=CLEAN, comparison=ADDS, relation=relation_of(ADDS)),
    "vacuous": lean(lints=CLEAN, comparison=KEPT, relation=VACUOUS),
    "ill-formed": lean(lints=CLEAN, comparison=comparison([same("p1")], formal=(1, 0))),
}


@pytest.mark.parametrize(("branch", "outcome"), ROUTES)
@pytest.mark.parametrize("case", list(INADMISSIBLE))
def test_no_route_leads_from_an_inadmissible_statement_to_a_verdict(
    case: str, branch: Branch, outcome: Outcome
) -> None:
    report = INADMISSIBLE[case]
    assert judged_by(report, branch, outcome, formal())[0] is Status.UNCERTAIN
    if report is not None:
        # Not even where somebody wrote into the record that it counts.
        lying = replace(report, passed_counts=True, refuted_counts=True)
        assert judged_by(lying, branch, outcome, formal())[0] is Status.UNCERTAIN


@pytest.mark.parametrize(("branch", "outcome"), ROUTES)
def test_an_admitted_statement_counts_by_what_its_answer_says(branch: Branch, outcome: Outcome) -> None:
    status, _ = judged_by(lean(lints=CLEAN, comparison=KEPT, relation=WHOLE), branch, outcome, formal())
    route = (branch, outcome)
    expected = Status.CORRECT if route in SPEAKS_FOR else Status.FLAWED if route in SPEAKS_AGAINST else Status.UNCERTAIN
    assert status is expected


@pytest.mark.parametrize(("branch", "outcome"), ROUTES)
def test_where_polarity_lets_only_a_proof_through_nothing_refutes(branch: Branch, outcome: Outcome) -> None:
    status, _ = judged_by(lean(lints=CLEAN, comparison=KEPT, relation=SOME_DROPPED), branch, outcome, formal())
    assert status is (Status.CORRECT if (branch, outcome) in SPEAKS_FOR else Status.UNCERTAIN)


def test_a_negation_that_may_be_written_wrong_counts_on_neither_side() -> None:
    report = lean(lints=CLEAN, comparison=KEPT, relation=relation_of(KEPT, negation=Negation.FORALL))
    for outcome in (Outcome.PASSED, Outcome.REFUTED):
        status, reason = judged_by(report, Branch.NEGATION, outcome, formal())
        assert status is Status.UNCERTAIN
        assert "not the negation of" in reason


def test_a_proof_of_the_negation_of_a_transcribed_claim_is_a_refutation_and_never_a_pass() -> None:
    statement = formal()
    report = transcribed(statement.id, asserted=True, owed=True, why_not="")
    assert judged_by(report, Branch.NEGATION, Outcome.PASSED, statement)[0] is Status.FLAWED
    hypothetical = transcribed(statement.id, asserted=False, owed=True, why_not="inside a contradiction")
    assert judged_by(hypothetical, Branch.NEGATION, Outcome.PASSED, statement)[0] is Status.UNCERTAIN
    assert judged_by(hypothetical, Branch.NEGATION, Outcome.REFUTED, statement)[0] is Status.CORRECT


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ("no report", "no faithfulness report"),
        ("not judged", "nobody has compared it slot by slot"),
        ("turned down by a lint", "goal-true: the goal is True"),
        ("a premise added", "the premise premise 2 is added, 0 is below 0.75"),
    ],
)
def test_a_pass_that_does_not_count_says_so_and_why(case: str, why: str) -> None:
    _, reason = judged_by(INADMISSIBLE[case], Branch.CLAIM, Outcome.PASSED, formal())
    assert reason == f"passed, but does not count: {why}"


def test_a_pass_that_does_not_count_is_named_although_other_obligations_are_unchecked() -> None:
    tree = tree_of("We have $1 + 1 = 2$.")
    first, second = (
        Obligation(**{**_fields(make_obligations(tree.units[0], ["1 + 1 = 2"])[0]), "id": name})
        for name in ("o001.1", "o001.2")
    )
    statement = statement_for(first)
    report = transcribed(statement.id, asserted=False, owed=False, why_not="supposed")
    passed = [answer(statement, Outcome.PASSED)]
    units = machine_units(tree, NOWHERE, [first, second], [statement], [report], passed)
    assert units[tree.units[0].id].reason == "passed, but does not count: the text does not assert it: supposed"


def test_a_refutation_too_weak_to_count_says_that_it_is() -> None:
    verdict = fuse(Outcome.REFUTED, strength=Strength.HEURISTIC)
    reason = next(item.reason for item in verdict.units if item.unit_id == "u002")
    assert reason == "a refutation that does not count: its strength, heuristic, is below solver"


def test_a_unit_is_correct_when_all_it_owes_passed() -> None:
    assert unit_status(fuse(Outcome.PASSED)) is Status.CORRECT


def test_a_pass_inside_a_contradiction_counts_although_a_refutation_does_not() -> None:
    assert unit_status(fuse(Outcome.PASSED, asserted=False, owed=True)) is Status.CORRECT


def test_a_pass_of_a_claim_that_is_not_owed_counts_for_nothing() -> None:
    assert unit_status(fuse(Outcome.PASSED, asserted=False, owed=False)) is Status.UNCERTAIN


def test_one_unchecked_obligation_keeps_a_unit_from_being_correct() -> None:
    assert unit_status(fuse(Outcome.PASSED, main_too=True)) is Status.UNCERTAIN


def test_inconclusive_is_neither_passed_nor_refuted() -> None:
    assert unit_status(fuse(Outcome.INCONCLUSIVE)) is Status.UNCERTAIN


def test_units_in_the_window_are_uncertain_and_the_others_not_checked() -> None:
    verdict = fuse(Outcome.PASSED, window=Window(candidate=UnitId("u003"), units=(UnitId("u001"), UnitId("u003"))))
    assert unit_status(verdict, "u001") is Status.UNCERTAIN
    assert unit_status(verdict, "u004") is Status.NOT_CHECKED


def test_no_error_found_is_never_correct_and_names_the_riskiest_step() -> None:
    verdict = fuse(Outcome.PASSED)
    assert verdict.status is Status.UNCERTAIN
    assert verdict.risky_step == "s3", "the step that says clearly"
    assert "no error found" in verdict.reason


def test_a_step_that_owes_nothing_is_not_thereby_correct() -> None:
    tree = tree_of("Let $n$ be an integer.")
    units = machine_units(tree, NOWHERE, [], [], [], [])
    assert {item.status for item in units.values()} == {Status.NOT_CHECKED}


def decision(unit: str, verdict: Status, action: Decided = Decided.JUDGE) -> DecideEvent:
    return DecideEvent(
        seq=1,
        prev="",
        at="2026-01-01T00:00:00Z",
        reviewer="ada",
        hash="",
        unit_id=UnitId(unit),
        verdict=verdict,
        action=action,
        depth=Depth.READ,
        reason="I looked",
        machine=Status.NOT_CHECKED,
        seen="",
    )


def conclude_with(tree: ProofTree, *decisions: DecideEvent) -> Verdict:
    machine = machine_units(tree, NOWHERE, [], [], [], [])
    units = decided_units(machine, {item.unit_id: item for item in decisions})
    return conclude(proof_of("Prove the claim.", *STEPS).steps, tree, scan(tree, {}), units)


def test_a_decision_replaces_the_machine_verdict_of_its_unit() -> None:
    tree = tree_of(*STEPS)
    verdict = conclude_with(tree, decision("u003", Status.FLAWED))
    assert (verdict.status, verdict.first_error) == (Status.FLAWED, "s3")
    assert verdict.uncertain_before == ("s1", "s2")
    assert verdict.rests_on == ("reviewer:ada",)
    assert next(item.severity for item in verdict.units if item.unit_id == "u003") is Severity.GAP


def test_the_whole_is_correct_only_when_every_unit_and_closure_is() -> None:
    tree = tree_of(*STEPS)
    decisions = [decision(unit.id, Status.CORRECT) for unit in tree.units]
    assert conclude_with(tree, *decisions).status is Status.CORRECT
    assert conclude_with(tree, *decisions[:-1]).status is Status.UNCERTAIN


@pytest.mark.parametrize("kind", ["include-missing", "include-cycle", "include-outside", "no-problem", "no-claim"])
def test_nothing_is_correct_while_a_part_of_the_proof_or_its_problem_is_missing(kind: str) -> None:
    tree = tree_of(*STEPS)
    units = decided_units(
        machine_units(tree, NOWHERE, [], [], [], []),
        {unit.id: decision(unit.id, Status.CORRECT) for unit in tree.units},
    )
    finding = Finding(kind=kind, message="a part is missing")
    whole = conclude(proof_of("Prove it.", *STEPS).steps, tree, scan(tree, {}), units, findings=(finding,))
    assert whole.status is Status.UNCERTAIN
    assert "a part is missing" in whole.reason


def test_a_step_that_rests_on_a_figure_is_not_correct_by_machine() -> None:
    tree = tree_of("So $1 + 1 = 2$.")
    unit = tree.units[0]
    obligation = make_obligations(unit, ["1 + 1 = 2"])[0]
    statement = statement_for(obligation)
    report = transcribed(statement.id, asserted=True, owed=True, why_not="")
    finding = Finding(kind="rests-on-figure", message="rests on a figure", about="s1")
    for findings, expected in (((), Status.CORRECT), ((finding,), Status.UNCERTAIN)):
        passed = [answer(statement, Outcome.PASSED)]
        units = machine_units(tree, NOWHERE, [obligation], [statement], [report], passed, findings)
        assert units[unit.id].status is expected


def test_the_first_error_is_the_earliest_flawed_step() -> None:
    tree = tree_of(*STEPS)
    verdict = conclude_with(tree, decision("u003", Status.FLAWED), decision("u001", Status.FLAWED))
    assert verdict.first_error == "s1"
    assert verdict.uncertain_before == ()


def test_a_flaw_that_the_target_uses_is_load_bearing() -> None:
    steps = ("We have $a = 2 + 2$.", "So $2 + 2 = 5$.", "Hence the claim.")
    tree = tree_of(*steps)
    used = unit_saying(tree, "So")
    obligation = make_obligations(used, ["2 + 2 = 5"])[0]
    statement = statement_for(obligation, "2 + 2 = 5")
    report = transcribed(statement.id, asserted=True, owed=True, why_not="")
    units = machine_units(tree, NOWHERE, [obligation], [statement], [report], [answer(statement, Outcome.REFUTED)])
    assert units[used.id].load_bearing is True
    assert units[used.id].severity is Severity.FATAL
