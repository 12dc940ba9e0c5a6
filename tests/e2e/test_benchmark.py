"""The benchmark counts what it says it counts, and the development data meets the project's bounds."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from proofsieve.benchmarks.records import DATA_SETS, audited, tally
from proofsieve.benchmarks.speed import made_up_proof
from proofsieve.benchmarks.tally import Outcome, Share, Tally

ROOT = Path(__file__).resolve().parents[2]
RECORD = {
    "id": "r1",
    "problem": "Compute $2 + 3 \\cdot 4$.",
    "steps": ["We have $3 \\cdot 4 = 12$.", "Hence $2 + 12 = 15$."],
    "first_error_step": 2,
}


def line(**changes: object) -> bytes:
    return json.dumps({**RECORD, **changes}).encode()


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    # Brown, Cai and DasGupta (2001), Statistical Science 16:101, formula (4), evaluated independently.
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (39, 60, 0.5236, 0.7583)],
)
def test_wilson_intervals(count: int, total: int, low: float, high: float) -> None:
    assert Share(count=count, total=total).interval == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_is_no_number() -> None:
    assert str(Share(count=0, total=0)) == "0/0"
    assert str(Share(count=1, total=2)) == "1/2 = 50.0% [9.5%, 90.5%]"


def test_each_measure_counts_its_own() -> None:
    outcomes = (
        Outcome(id="right-step", label=3, status="flawed", first_error=3),
        Outcome(id="later-step", label=3, status="flawed", first_error=4),
        Outcome(id="earlier-step", label=3, status="flawed", first_error=2),
        Outcome(id="missed", label=3, status="uncertain"),
        Outcome(id="rightly-left", label=None, status="uncertain"),
        Outcome(id="accused", label=None, status="flawed", first_error=1),
        Outcome(id="crashed", label=None, crash="ValueError: no"),
    )
    one = Tally(name="made", outcomes=outcomes)
    shares = (
        one.exact,
        one.binary,
        one.baseline,
        one.found,
        one.found_exactly,
        one.uncertain,
        one.accusations,
        one.exact_apart,
    )
    assert [(share.count, share.total) for share in shares] == [
        (2, 7),
        (4, 7),
        (3, 7),
        (3, 4),
        (1, 4),
        (2, 7),
        (2, 7),
        (2, 5),
    ]
    assert [outcome.id for outcome in one.contradictions] == ["earlier-step", "accused"]
    assert [outcome.id for outcome in one.crashes] == ["crashed"]


def test_a_record_is_audited_and_set_beside_its_label() -> None:
    outcome = audited(line())
    assert (outcome.status, outcome.first_error, outcome.exact) == ("flawed", 2, True)
    assert ["".join(link.split()) for link in outcome.refuted] == ["2+12=15"]
    assert not outcome.accuses_before_label
    assert audited(line(first_error_step=None)).accuses_before_label


def test_a_record_that_cannot_be_audited_is_a_crash_and_no_success() -> None:
    outcome = audited(line(steps="not a list"))
    assert outcome.crash
    assert not outcome.exact
    assert not outcome.binary


def test_a_crash_makes_the_exit_status_non_zero_and_missing_data_too(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "offline.py"), str(tmp_path)]
    missing = subprocess.run(command, capture_output=True, text=True)
    assert missing.returncode == 2
    assert "numeric_steps_dev" in missing.stderr
    for name in DATA_SETS:
        (tmp_path / f"{name}.jsonl").write_bytes(line() + b"\n" + line(id="broken", steps=[]) + b"\n")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "CRASH numeric_steps_dev broken" in done.stdout
    assert "| exact | 1/2 = 50.0%" in done.stdout


def test_the_made_up_proof_has_the_steps_it_names() -> None:
    text = made_up_proof(12)
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == [str(number) for number in range(1, 13)]


@cache
def development(folder: Path, name: str) -> Tally:
    return tally(folder / f"{name}.jsonl")


@pytest.mark.data
@pytest.mark.parametrize("name", DATA_SETS)
def test_every_development_record_audits_and_accuses_only_with_a_listed_refutation(data_dir: Path, name: str) -> None:
    one = development(data_dir, name)
    assert one.crashes == ()
    listed = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    for outcome in one.contradictions:
        assert outcome.refuted, outcome
        assert all(f"`{link}`" in listed for link in outcome.refuted), outcome
        assert f"| {outcome.id} |" in listed, outcome
    if name == "numeric_steps_dev":
        assert one.found.count >= 0.6 * one.found.total
