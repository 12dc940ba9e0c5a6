"""The bundled examples through the public API: each gets the verdict that expected.json names."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import proofsieve
from proofsieve.core.audit import Audit
from proofsieve.core.evidence import Outcome
from proofsieve.core.summary import flaws
from proofsieve.core.suspicion import Risk
from proofsieve.core.verdict import Status

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXPECTED: list[dict[str, Any]] = json.loads((EXAMPLES / "expected.json").read_text("utf-8"))["examples"]
BY_NAME = {entry.get("proof") or entry["file"]: entry for entry in EXPECTED}
TEXTS = sorted(
    path.name
    for path in EXAMPLES.iterdir()
    if path.suffix in (".md", ".txt", ".json", ".jsonl") and path.name != "expected.json"
)


@cache
def audited(name: str) -> Audit:
    entry = BY_NAME[name]
    return proofsieve.audit(proofsieve.read_proof(EXAMPLES / entry["file"], name=entry.get("proof")))


def refuted(audit: Audit) -> list[dict[str, Any]]:
    """The refuted claims of the flawed units, each with its step."""
    return [{**item, "step": flaw["step"]} for flaw in flaws(audit) for item in flaw["refuted"]]


def plain(claim: str) -> str:
    """The claim without blanks, multiplication written as an asterisk."""
    for sign, written in (("·", "*"), ("×", "*"), ("−", "-")):
        claim = claim.replace(sign, written)
    return "".join(claim.split())


def risk_of(audit: Audit, signal: str) -> list[Risk]:
    return [risk for risk in audit.risks if any(name.partition(":")[0] == signal for name in risk.signals)]


def test_every_example_file_is_expected_and_every_expectation_has_its_file() -> None:
    assert sorted({entry["file"] for entry in EXPECTED}) == TEXTS
    assert len(EXPECTED) >= 8


@pytest.mark.parametrize("name", BY_NAME)
def test_the_audit_says_what_is_expected(name: str) -> None:
    entry, verdict = BY_NAME[name], audited(name).verdict
    assert (verdict.status, verdict.first_error) == (entry["status"], entry["first_error"]), verdict.reason
    if "risky_step" in entry:
        assert verdict.risky_step == entry["risky_step"]


@pytest.mark.parametrize("name", [name for name, entry in BY_NAME.items() if entry["status"] == "flawed"])
def test_a_planted_computation_error_is_named_with_its_false_link(name: str) -> None:
    entry, audit = BY_NAME[name], audited(name)
    found = refuted(audit)
    assert [plain(link) for item in found for link in item["false_links"]] == entry["false_links"]
    assert {item["step"] for item in found} == {entry["first_error"]}
    assert {item["strength"] for item in found} == {"exact"}
    assert audit.tree.unit_by_id[audit.verdict.first_error_unit].step == entry["first_error"]  # type: ignore[index]


@pytest.mark.parametrize("name", BY_NAME)
def test_no_other_step_is_accused(name: str) -> None:
    entry, audit = BY_NAME[name], audited(name)
    flawed = [step.id for step in audit.verdict.steps if step.status is Status.FLAWED]
    assert flawed == ([entry["first_error"]] if entry["first_error"] else [])


@pytest.mark.parametrize("name", BY_NAME)
def test_examples_have_four_to_twelve_steps_and_a_problem(name: str) -> None:
    proof = audited(name).proof
    assert 3 <= len(proof.steps) <= 12
    assert proof.problem
    for step in proof.steps:
        assert proof.quote(step.span) == step.text


def test_two_equals_three_is_refuted_but_not_counted_inside_the_contradiction() -> None:
    audit = audited("two-equals-three.md")
    reports = {report.statement_id: report for report in audit.reports}
    false = [item for item in audit.evidence if item.outcome is Outcome.REFUTED]
    assert [plain(link.claim) for item in false for link in item.links] == ["2=3"]
    assert [reports[item.statement_id].refuted_counts for item in false] == [False]
    assert refuted(audit) == []
    assert audit.verdict.status is Status.UNCERTAIN


def test_the_demo_has_an_induction_a_contradiction_and_a_split() -> None:
    kinds = {scope.kind for scope in audited("demo.md").tree.scopes}
    assert {"base_case", "induction_step", "contradiction", "case"} <= kinds


def test_the_demo_word_clearly_is_suspicious_and_innocent() -> None:
    audit = audited("demo.md")
    clearly = risk_of(audit, "clearly")
    assert [audit.tree.unit_by_id[risk.unit_id].step for risk in clearly] == ["s6"]
    refuted = risk_of(audit, "computation-refuted")
    assert [audit.tree.unit_by_id[risk.unit_id].step for risk in refuted] == ["s4"]
    assert audit.window.candidate == audit.verdict.first_error_unit


def test_the_demo_error_is_load_bearing() -> None:
    audit = audited("demo.md")
    verdict = next(unit for unit in audit.verdict.units if unit.unit_id == audit.verdict.first_error_unit)
    assert verdict.load_bearing is True


def test_the_missing_half_is_charged_to_the_closing_of_the_split() -> None:
    audit = audited("parity-missing-case.md")
    charged = risk_of(audit, "split-without-partner")
    assert [audit.tree.unit_by_id[risk.unit_id].role for risk in charged] == ["closure"]


def test_the_missing_base_is_charged_to_the_closing_of_the_induction() -> None:
    audit = audited("induction-without-base.md")
    charged = risk_of(audit, "induction-without-base")
    assert [audit.tree.unit_by_id[risk.unit_id].role for risk in charged] == ["closure"]


def test_wording_alone_makes_suspects_and_no_flaw() -> None:
    audit = audited("close-numbers.md")
    for signal in ("wlog", "clearly", "similarly"):
        assert risk_of(audit, signal), signal
    assert audit.verdict.status is Status.UNCERTAIN
