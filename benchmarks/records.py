"""Audit the labelled records of a JSONL file offline, one by one, as a user's file would be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from proofsieve.benchmarks.tally import Outcome, Tally
from proofsieve.compose import audit_proof
from proofsieve.core.audit import Audit
from proofsieve.core.proof import StepId
from proofsieve.core.readers import read_bytes
from proofsieve.core.summary import flaws

DATA_SETS = ("proofloc_university_dev", "proofloc_olympiad_dev", "numeric_steps_dev")


def tally(path: Path) -> Tally:
    """All records of one file. A record that crashes is counted, not hidden."""
    return Tally(name=path.stem, outcomes=tuple(audited(line) for line in lines(path)))


def lines(path: Path) -> Iterator[bytes]:
    """The records as raw bytes, exactly as they stand in the file."""
    return (line for line in path.read_bytes().split(b"\n") if line.strip())


def audited(line: bytes) -> Outcome:
    """One record audited and set beside its label. Nothing that the audit raises escapes."""
    record = json.loads(line)
    label = record["first_error_step"]
    try:
        audit = audit_proof(read_bytes(line, f"{record['id']}.json"))
    except Exception as error:  # noqa: BLE001 - any exception is a crash to report, whatever it is
        return Outcome(id=record["id"], label=label, crash=f"{type(error).__name__}: {error}")
    verdict = audit.verdict
    return Outcome(
        id=record["id"],
        label=label,
        status=str(verdict.status),
        first_error=int(verdict.first_error[1:]) if verdict.first_error is not None else None,
        refuted=false_links(audit, verdict.first_error) if verdict.first_error is not None else (),
    )


def false_links(audit: Audit, step: StepId) -> tuple[str, ...]:
    """The refuted links in the units of a step, of the refutations that count."""
    refuted = [item for flaw in flaws(audit) if flaw["step"] == step for item in flaw["refuted"]]
    return tuple(link for item in refuted for link in item["false_links"])
