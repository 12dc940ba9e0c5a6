"""Proofs with known first errors, correct look-alikes, and proofs that hang on a convention: none is misjudged offline.

The rules and numbers alone cannot find these errors (they are wrong inferences); what must hold is that nothing but
the labelled step is ever called flawed, that no look-alike is, and that nothing is called correct.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import proofsieve
from proofsieve.core.verdict import Status


def proof_cases(data_dir: Path) -> list[dict[str, Any]]:
    lines = (data_dir / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["area"] == "2-proof"]


@pytest.mark.data
def test_no_step_but_the_labelled_one_is_accused_and_no_look_alike(data_dir: Path) -> None:
    cases = proof_cases(data_dir)
    assert len(cases) >= 20
    for case in cases:
        audit = proofsieve.audit(proofsieve.read_proof(data_dir / "cases" / case["input"]))
        wrong = case["expect"].get("first_wrong_step")
        if audit.verdict.status is Status.FLAWED:
            assert wrong is not None, f"{case['id']} is accused in {audit.verdict.first_error}"
            assert audit.verdict.first_error == f"s{wrong}", case["id"]
        else:
            assert audit.verdict.status is Status.UNCERTAIN, f"{case['id']}: nothing here was checked enough"


@pytest.mark.data
def test_every_case_is_read_into_its_numbered_steps_with_its_claim(data_dir: Path) -> None:
    for case in proof_cases(data_dir):
        path = data_dir / "cases" / case["input"]
        proof = proofsieve.read_proof(path)
        text = path.read_text("utf-8")
        items = text.count("\\item") if path.suffix == ".tex" else sum(line[:1].isdigit() for line in text.splitlines())
        assert len(proof.steps) == items, case["id"]
        assert proof.problem, case["id"]
        assert all(proof.quote(step.span) == step.text for step in proof.steps)
