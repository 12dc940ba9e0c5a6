"""The development data: published claims, arithmetic with a labelled first wrong step, proofs with labels."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.assertion import ClaimSite, Passage, claim_sites
from proofsieve.core.evidence import Outcome
from proofsieve.core.text import sentence_spans

pytestmark = pytest.mark.data


def _records(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def refuted(record: dict[str, Any]) -> Iterator[tuple[int, ClaimSite, str]]:
    """(step number, site, why) of every asserted claim of a record that is refuted."""
    passages = [Passage(text=record["problem"], scope=("c0",), hypothetical=False, problem=True)]
    owners = [0]
    for number, step in enumerate(record["steps"], 1):
        for start, end in sentence_spans(step):
            passages.append(Passage(text=step[start:end], scope=("c0",), hypothetical=False))
            owners.append(number)
    for number, sites in zip(owners, claim_sites(passages), strict=True):
        for site in sites:
            if site.asserted:
                found = evaluate(site.text, site.premises)
                if found.outcome is Outcome.REFUTED:
                    yield number, site, found.why


def test_no_published_claim_has_an_outcome_that_is_not_accepted(data_dir: Path) -> None:
    rows = _records(data_dir, "numeric_claims_dev.jsonl")
    wrong = [(row["id"], evaluate(row["claim"])) for row in rows]
    accepted = {row["id"]: row["outcome_ok"] for row in rows}
    assert [(id_, found) for id_, found in wrong if found.outcome not in accepted[id_]] == []
    assert len(rows) >= 30


def test_the_first_wrong_step_of_arithmetic_is_found(data_dir: Path) -> None:
    rows = _records(data_dir, "numeric_steps_dev.jsonl")
    first = {row["id"]: next(refuted(row), (None, None, ""))[0] for row in rows}
    flawed = [row for row in rows if row["first_error_step"] is not None]
    right = [row for row in flawed if first[row["id"]] == row["first_error_step"]]
    assert len(right) >= 0.95 * len(flawed)
    assert [row["id"] for row in rows if row["first_error_step"] is None and first[row["id"]] is not None] == []


# A label says that the whole proof is right, and the text asserts that 2^11 leaves 2 modulo 10 (it leaves 8).
CONTRADICTED = {"Olympiad016"}


@pytest.mark.parametrize("name", ["proofloc_olympiad_dev.jsonl", "proofloc_university_dev.jsonl"])
def test_no_proof_is_accused_before_its_first_error(data_dir: Path, name: str) -> None:
    early = [
        (row["id"], step, site.text, why)
        for row in _records(data_dir, name)
        for step, site, why in refuted(row)
        if row["id"] not in CONTRADICTED and (row["first_error_step"] is None or step < row["first_error_step"])
    ]
    assert early == []


def test_a_refutation_is_not_suppressed_to_match_a_label(data_dir: Path) -> None:
    found = {
        row["id"]: site.text
        for row in _records(data_dir, "proofloc_olympiad_dev.jsonl")
        if row["id"] in CONTRADICTED
        for step, site, _ in refuted(row)
        if step == 5
    }
    assert found == {"Olympiad016": r"2^{11} \equiv 2 \pmod{10}"}
