"""The window loop: what is reviewed, what counts, when the next candidate comes, what a stopped run keeps."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.compose import lint_statement
from proofsieve.core.advice import Adviser, Budgets, ErrorType
from proofsieve.core.analyst import RuleAnalyst
from proofsieve.core.audit import BUDGET, STOPPED, Audit, Settings, Tool
from proofsieve.core.errors import Stopped
from proofsieve.core.evidence import Branch, Evidence, Kind, Language, Outcome, Statement
from proofsieve.core.faithfulness import Faithful
from proofsieve.core.faithfulness.slots import Rubric
from proofsieve.core.pipeline import run_audit
from proofsieve.core.readers import read_bytes
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.stages import RunTools
from proofsieve.core.summary import exit_code
from proofsieve.core.verdict import Status
from proofsieve.tests.advisers import ScriptedAdviser, status_of, unit_with
from proofsieve.tests.checking import ScriptedChecker, fails, passes

PROOF = """Problem: Show that every odd square leaves the remainder 1 on division by 8.

Proof:

1. Let n be odd. Then n = 2k + 1 for an integer k.
2. Hence n² = 4k(k + 1) + 1.
3. Clearly k(k + 1) is divisible by 4.
4. Hence n² leaves the remainder 1 on division by 8.
5. Obviously this holds for negative n too.
"""
FALSE = (Status.FLAWED, ErrorType.FALSE_STATEMENT, "k = 1: 1 · 2 = 2")
FINE = (Status.CORRECT, ErrorType.NONE, "")


async def audited(
    adviser: Adviser | None,
    *,
    lean: ScriptedChecker | None = None,
    text: str = PROOF,
    partial: Any = None,
    lint: Any = None,
    **settings: Any,
) -> Audit:
    numeric = NumericChecker()
    try:
        return await run_audit(
            read_bytes(text.encode(), "proof.md"),
            replace(Settings(), **settings),
            RunTools(
                analyst=RuleAnalyst(),
                checkers={Language.NUMERIC: numeric} | ({Language.LEAN: lean} if lean else {}),
                tool=Tool(name="proofsieve", version="0"),
                adviser=adviser,
                on_partial=partial or (lambda audit: None),
                **({"lint": lint} if lint else {}),
            ),
        )
    finally:
        await numeric.aclose()


def reread(audit: Audit) -> Audit:
    return load_audit_bytes(dump_audit(audit), where="x")


async def test_a_witness_on_which_a_second_judgement_agrees_is_the_first_error() -> None:
    audit = await audited(ScriptedAdviser(says={"divisible by 4": FALSE, "n = 2k + 1": FINE}))
    assert audit.verdict.status is Status.FLAWED
    assert audit.verdict.first_error == "s3"
    assert "k = 1" in audit.verdict.reason
    assert audit.verdict.rests_on == ("corroborated", "model:other", "model:scripted")
    assert audit.verdict.uncertain_before == ("s1", "s2")
    assert reread(audit) == audit


@pytest.mark.parametrize(
    "adviser",
    [
        ScriptedAdviser(says={"divisible by 4": FALSE}, agrees=False),
        ScriptedAdviser(says={"divisible by 4": (Status.FLAWED, ErrorType.FALSE_STATEMENT, " ")}),
        ScriptedAdviser(says={"divisible by 4": (Status.FLAWED, ErrorType.GAP, "no reason is given")}),
    ],
    ids=["nobody agrees", "no witness", "suspicion is no witness"],
)
async def test_what_is_not_corroborated_leaves_the_unit_uncertain(adviser: ScriptedAdviser) -> None:
    audit = await audited(adviser)
    assert audit.verdict.status is Status.UNCERTAIN
    assert status_of(audit, "divisible by 4") is Status.UNCERTAIN
    assert reread(audit) == audit


async def test_a_candidate_that_turns_out_fine_gives_way_to_the_next() -> None:
    adviser = ScriptedAdviser(says={"divisible by 4": FINE, "negative n": FALSE})
    audit = await audited(adviser)
    assert list(audit.advice.candidates) == [unit_with(audit, "divisible by 4"), unit_with(audit, "negative n")]
    assert audit.verdict.first_error == "s5"
    assert status_of(audit, "divisible by 4") is Status.CORRECT
    assert len(adviser.asked) == len(set(adviser.asked)), "no unit is reviewed twice"


async def test_after_negative_evidence_no_further_candidate_is_looked_at() -> None:
    adviser = ScriptedAdviser(says={"divisible by 4": FALSE})
    audit = await audited(adviser)
    assert list(audit.advice.candidates) == [unit_with(audit, "divisible by 4")]
    assert audit.advice.synthesis is None
    assert f"review {unit_with(audit, 'negative n')}" not in adviser.asked


async def test_without_negative_evidence_a_unit_of_low_risk_is_looked_at_and_the_last_word_decides_nothing() -> None:
    adviser = ScriptedAdviser()
    audit = await audited(adviser, budgets=Budgets(candidates=1, low_risk_samples=1))
    assert len(audit.advice.sampled) == 1
    assert {f"review {unit_id}" for unit_id in audit.advice.sampled} <= set(adviser.asked)
    assert audit.advice.synthesis is not None
    assert audit.verdict.status is Status.UNCERTAIN
    again = await audited(ScriptedAdviser(), budgets=Budgets(candidates=1, low_risk_samples=1))
    assert again.advice == audit.advice, "the sample is the same in every run"


async def test_a_drifted_statement_goes_back_with_its_report_and_is_admitted_when_revised() -> None:
    drifted, right = "theorem a (k : Int) : k ∣ 4", "theorem a (k : Int) : 4 ∣ k * (k + 1)"
    adviser = ScriptedAdviser(drafts=[drifted, right], values={drifted: Rubric.PARTIAL}, formalize=True)
    audit = await audited(adviser, lean=ScriptedChecker(passes), budgets=Budgets(candidates=1, low_risk_samples=0))
    reports = {report.statement_id: report for report in audit.reports}
    of_text = {
        statement.text: reports[statement.id] for statement in audit.statements if statement.provenance == "model"
    }
    assert of_text[drifted].status is Faithful.REPAIRABLE_DRIFT
    assert of_text[right].status is Faithful.FAITHFUL
    revised = [question for question in adviser.asked if question.startswith("state") and " 1 " in question]
    assert revised
    assert "below 0.75" in revised[0]
    assert reread(audit) == audit


async def test_a_statement_that_stays_below_the_gate_counts_for_nothing_however_well_it_is_proved() -> None:
    drafts = ["theorem a : 1 = 1", "theorem a : 2 = 2"]
    adviser = ScriptedAdviser(drafts=drafts, values=dict.fromkeys(drafts, Rubric.WEAK), formalize=True)
    audit = await audited(adviser, lean=ScriptedChecker(passes), budgets=Budgets(candidates=1, low_risk_samples=0))
    assert {item.outcome for item in audit.evidence if item.checker == "lean"} == {Outcome.PASSED}
    assert audit.verdict.status is Status.UNCERTAIN
    assert all(unit.status is not Status.CORRECT for unit in audit.verdict.units)


async def test_diagnostics_of_the_compiler_go_back_to_the_author() -> None:
    adviser = ScriptedAdviser(drafts=["theorem a : x", "theorem a : y"], formalize=True)
    lean = ScriptedChecker(fails(Kind.COMPILE_FAILURE, "unknown identifier x"))
    audit = await audited(adviser, lean=lean, budgets=Budgets(candidates=1, low_risk_samples=0))
    assert any("unknown identifier x" in question for question in adviser.asked if question.startswith("state"))
    assert not any(question.startswith("compare") for question in adviser.asked), "what does not compile is not judged"
    assert all(item.outcome is Outcome.INCONCLUSIVE for item in audit.evidence if item.checker == "lean")


async def test_the_proof_loop_tries_bodies_until_its_budget_ends_and_a_failure_refutes_nothing() -> None:
    adviser = ScriptedAdviser(
        drafts=["theorem a (k : Int) : 4 ∣ k * (k + 1)"], proofs=["by omega", "by decide", "by simp"], formalize=True
    )
    lean = ScriptedChecker(fails(Kind.SEARCH_EXHAUSTED, "unsolved goals"))
    budgets = Budgets(candidates=1, low_risk_samples=0, proofs=2)
    audit = await audited(adviser, lean=lean, budgets=budgets)
    bodies = {item.artifact for item in audit.evidence if item.checker == "lean"}
    assert bodies == {"", "by omega", "by decide"}
    assert audit.verdict.status is Status.UNCERTAIN


async def test_of_a_unit_that_is_called_flawed_the_negation_is_tried() -> None:
    adviser = ScriptedAdviser(
        says={"divisible by 4": FALSE}, agrees=False, drafts=["theorem a (k : Int) : 4 ∣ k * (k + 1)"], proofs=["by x"]
    )
    lean = ScriptedChecker(fails(Kind.SEARCH_EXHAUSTED, "unsolved goals"))
    audit = await audited(adviser, lean=lean, budgets=Budgets(candidates=1, low_risk_samples=0))
    branches = [item.branch for item in audit.evidence if item.checker == "lean"]
    assert branches.count(Branch.NEGATION) == 2
    assert branches.count(Branch.CLAIM) == 1


async def test_without_lean_the_formal_part_ends_as_unavailable_and_says_so() -> None:
    adviser = ScriptedAdviser(drafts=["theorem a (k : Int) : 4 ∣ k * (k + 1)"], formalize=True)
    audit = await audited(adviser, budgets=Budgets(candidates=1, low_risk_samples=0))
    answers = [item for item in audit.evidence if item.checker == "none"]
    assert answers
    assert {item.kind for item in answers} == {Kind.UNAVAILABLE}
    assert "setup lean" in answers[0].why
    assert reread(audit) == audit


@pytest.mark.parametrize("budget", range(12))
async def test_a_spent_budget_keeps_what_was_found_and_says_so(budget: int) -> None:
    adviser = ScriptedAdviser(
        says={"divisible by 4": FINE, "negative n": FINE}, budget=budget, drafts=["theorem a : 4 ∣ 8"], formalize=True
    )
    audit = await audited(adviser, lean=ScriptedChecker(passes))
    assert len(adviser.asked) == budget
    assert len(audit.provenance.calls) == budget
    (finding,) = [finding for finding in audit.findings if finding.kind == BUDGET]
    assert exit_code(audit) == 3
    assert "budget" in finding.message
    assert reread(audit) == audit


async def test_a_cancelled_run_hands_over_what_it_has() -> None:
    kept: list[Audit] = []
    running: list[asyncio.Task[Audit]] = []

    def cancel_at_the_second(question: str) -> None:
        if question.startswith("second"):
            running[0].cancel()

    adviser = ScriptedAdviser(says={"divisible by 4": FALSE}, on_ask=cancel_at_the_second)
    running.append(asyncio.create_task(audited(adviser, partial=kept.append)))
    with pytest.raises(asyncio.CancelledError):
        await running[0]
    (partial,) = kept
    assert [finding.kind for finding in partial.findings].count(STOPPED) == 1
    assert partial.advice.reviews
    assert reread(partial) == partial


class _GoneAnalyst(RuleAnalyst):
    name = "model"

    async def decompose(self, proof: Any) -> Any:
        raise Stopped("nobody answers there")


async def test_where_the_endpoint_is_gone_at_once_the_rules_read_the_proof() -> None:
    numeric = NumericChecker()
    adviser = ScriptedAdviser()
    try:
        audit = await run_audit(
            read_bytes(PROOF.encode(), "proof.md"),
            Settings(),
            RunTools(
                analyst=_GoneAnalyst(),
                checkers={Language.NUMERIC: numeric},
                tool=Tool(name="proofsieve", version="0"),
                adviser=adviser,
            ),
        )
    finally:
        await numeric.aclose()
    assert adviser.asked == []
    assert [finding.message for finding in audit.findings if finding.kind == STOPPED] == ["nobody answers there"]
    assert audit.window.units
    assert exit_code(audit) == 4


@pytest.mark.parametrize("judges", [("one", "two"), ("one",)])
async def test_a_step_that_is_false_is_refuted_by_the_kernel_where_two_judges_find_the_statement_faithful(
    judges: tuple[str, ...],
) -> None:
    false = "theorem a (k : Int) : 4 ∣ k * (k + 1)"

    def lean(statement: Statement, branch: Branch, artifact: str) -> Evidence:
        proved = branch is Branch.NEGATION and artifact == "⟨1, by decide⟩"
        return passes(statement, branch, artifact) if proved else open_(statement, branch, artifact)

    open_ = fails(Kind.SEARCH_EXHAUSTED, "unsolved goals")
    adviser = ScriptedAdviser(drafts=[false], proofs=["⟨1, by decide⟩"], formalize=True, judges=judges)
    audit = await audited(
        adviser,
        lean=ScriptedChecker(lean),
        text="1. Clearly 4 divides k(k + 1) for all integers k.\n",
        lint=lint_statement,
        budgets=Budgets(candidates=1, low_risk_samples=0),
    )
    (report,) = {report.status for report in audit.reports if report.basis != "transcribed"}
    if len(judges) == 2:
        assert report is Faithful.FAITHFUL
        assert audit.verdict.first_error == "s1"
        assert "kernel" in audit.verdict.rests_on
    else:
        assert report is Faithful.UNFAITHFUL
        assert audit.verdict.status is Status.UNCERTAIN
    assert reread(audit) == audit
