"""The development data: the corpus of lints, maintainers' fixes, pairs that people judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofsieve.checkers.lints import lint_statement
from proofsieve.core.drift import drift_findings
from proofsieve.core.faithfulness.findings import Action, LintFinding
from proofsieve.core.formal import read_statement

pytestmark = pytest.mark.data


def records(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def speaking(findings: tuple[LintFinding, ...]) -> list[LintFinding]:
    return [finding for finding in findings if finding.action is not Action.NOTE]


def together(record: dict[str, Any]) -> tuple[LintFinding, ...]:
    """What lints find in the Lean text, and what reading the prose beside it finds."""
    statement = read_statement(record["lean"])
    assert statement is not None
    return (*lint_statement(record["lean"]).findings, *drift_findings(record["informal"], statement))


def lean_text(record: dict[str, Any]) -> str:
    return "\n".join(part for part in (record.get("header"), record.get("helper"), record["lean"]) if part)


def test_true_positives_of_the_corpus_are_flagged_with_the_right_class(data_dir: Path) -> None:
    positive = [record for record in records(data_dir, "lint_corpus_dev.jsonl") if record["polarity"] == "TP"]
    found = [(record, speaking(together(record))) for record in positive]
    right = [record for record, findings in found if record["lint"] in {finding.id for finding in findings}]
    exact = [record for record, findings in found if any(f.witness or f.start >= 0 for f in findings)]
    assert len(right) >= 0.8 * len(positive)
    assert len(exact) >= 0.6 * len(positive)


def test_true_negatives_of_the_corpus_are_not_rejected_and_hardly_flagged(data_dir: Path) -> None:
    negative = [record for record in records(data_dir, "lint_corpus_dev.jsonl") if record["polarity"] == "TN"]
    found = [together(record) for record in negative]
    assert not [finding for findings in found for finding in findings if finding.rejects]
    assert sum(bool(speaking(findings)) for findings in found) <= 0.05 * len(negative)


def test_more_counterexamples_are_found_than_by_the_first_probe(data_dir: Path) -> None:
    positive = [record for record in records(data_dir, "lint_corpus_dev.jsonl") if record["polarity"] == "TP"]
    rejected = [record for record in positive if any(f.rejects for f in lint_statement(record["lean"]).findings)]
    assert len(rejected) / len(positive) > 27 / 70


@pytest.mark.parametrize("name", ["statement_pairs_dev.jsonl", "statement_pairs_human_dev.jsonl"])
def test_no_statement_that_people_call_faithful_is_rejected(data_dir: Path, name: str) -> None:
    for record in records(data_dir, name):
        if record.get("faithful", record.get("human_faithful")):
            rejecting = lint_statement(lean_text(record)).rejecting
            assert not rejecting, (record["id"], rejecting)


def test_statements_that_maintainers_fixed_are_not_rejected_afterwards(data_dir: Path) -> None:
    for record in records(data_dir, "misformalisation_fixes_dev.jsonl"):
        assert not lint_statement(record["lean_after"]).rejecting, record["id"]


def test_false_statements_are_rejected_before_the_fix(data_dir: Path) -> None:
    fixed = {record["id"].split("/")[-1]: record for record in records(data_dir, "misformalisation_fixes_dev.jsonl")}
    rejected = {name for name, record in fixed.items() if lint_statement(record["lean_before"]).rejecting}
    assert len(rejected) >= 3
