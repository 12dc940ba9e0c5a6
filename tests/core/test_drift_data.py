"""Drift on the development pairs: no faithful statement is rejected, few are flagged, the planted drifts are named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.drift import drift_findings
from proofsieve.core.faithfulness.findings import Action, LintFinding
from proofsieve.core.formal import read_statement

pytestmark = pytest.mark.data


def records(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines() if line.strip()]


def flags(informal: str, lean: str) -> tuple[LintFinding, ...]:
    statement = read_statement(lean)
    assert statement is not None
    return tuple(item for item in drift_findings(informal, statement) if item.action is not Action.NOTE)


def pairs(folder: Path) -> list[tuple[bool, str, str]]:
    found = [
        (record["faithful"], record["informal"], f"{record['header']}\n{record['helper'] or ''}\n{record['lean']}")
        for record in records(folder, "statement_pairs_dev")
        if record["faithful"] is not None
    ]
    return found + [
        (record["human_faithful"], record["informal"], f"{record['header']}\n{record['lean']}")
        for record in records(folder, "statement_pairs_human_dev")
    ]


def test_planted_drifts_against_the_prose_have_their_names(data_dir: Path) -> None:
    planted = [r for r in records(data_dir, "lint_corpus_dev") if r["layer"] == "P" and r["polarity"] == "TP"]
    found = {r["lint"]: {item.id for item in flags(r["informal"], r["lean"])} for r in planted}
    assert {lint for lint, ids in found.items() if lint not in ids} == set()


def test_the_true_negatives_of_the_corpus_are_left_alone(data_dir: Path) -> None:
    clean = [r for r in records(data_dir, "lint_corpus_dev") if r["polarity"] == "TN"]
    found = {r["name"]: flags(r["informal"], r["lean"]) for r in clean}
    assert not [name for name, items in found.items() if any(item.rejects for item in items)]
    assert sum(map(bool, found.values())) <= 0.05 * len(clean)


def test_faithful_pairs_are_never_rejected_and_seldom_flagged(data_dir: Path) -> None:
    faithful = [flags(informal, lean) for good, informal, lean in pairs(data_dir) if good]
    assert not [item.why for items in faithful for item in items if item.rejects]
    assert sum(map(bool, faithful)) <= 0.08 * len(faithful)


def test_more_than_a_third_of_the_unfaithful_pairs_are_flagged(data_dir: Path) -> None:
    drifted = [flags(informal, lean) for good, informal, lean in pairs(data_dir) if not good]
    assert sum(map(bool, drifted)) >= len(drifted) / 3


def test_no_single_lint_does_all_the_work(data_dir: Path) -> None:
    counted = Counter(
        lint
        for good, informal, lean in pairs(data_dir)
        if not good
        for lint in {item.id for item in flags(informal, lean)}
    )
    assert len(counted) >= 10
    assert counted.most_common(1)[0][1] <= 0.4 * sum(counted.values())
