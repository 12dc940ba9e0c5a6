"""Correct proofs that look like slips, and slips that look like correct proofs, through the public API and offline.

``expected.json``: ``correct`` names proofs in which nothing may be called flawed; ``loose`` those whose notation is
literally false though a person knows what is meant, with the step that is accused; ``slips`` the first wrong steps.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import proofsieve
from proofsieve.core.verdict import Status

FOLDER = Path(__file__).resolve().parent / "look_alikes"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
WRONG = {f"slips/{name}": step for name, step in EXPECTED["slips"].items()}
WRONG |= {f"correct/{name}": step for name, step in EXPECTED["loose"].items()}


def test_every_file_is_expected_to_be_something() -> None:
    files = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.md"))
    assert files == sorted([*(f"correct/{name}" for name in EXPECTED["correct"]), *WRONG])


@pytest.mark.parametrize("name", EXPECTED["correct"])
def test_a_correct_proof_is_not_accused(name: str) -> None:
    audit = proofsieve.audit(proofsieve.read_proof(FOLDER / "correct" / name))
    assert audit.verdict.status is not Status.FLAWED, audit.verdict


@pytest.mark.parametrize("name", WRONG)
def test_a_slip_is_found_in_its_step(name: str) -> None:
    audit = proofsieve.audit(proofsieve.read_proof(FOLDER / name))
    assert (audit.verdict.status, audit.verdict.first_error) == (Status.FLAWED, WRONG[name])
