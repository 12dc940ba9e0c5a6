"""Told to end, the review leaves in order: nothing lost, journal folded, lock released."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from proofsieve.compose import audit_proof
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.tests.e2e.screen import Terminal, proofsieve
from proofsieve.tests.proofs import proof_of


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_review_that_is_told_to_end_leaves_in_order(tmp_path: Path, number: signal.Signals) -> None:
    path = tmp_path / "p.audit.json"
    save_new(path, audit_proof(proof_of("Prove it.", "Moreover the number is large.", "Moreover it is even.")))
    terminal = Terminal(*proofsieve("review", str(path), "--reviewer", "ada"), folder=tmp_path)
    terminal.wait(lambda screen: "0/3" in screen, "the review")
    terminal.keys("\r")
    terminal.wait(lambda screen: "confirm" in screen, "the decision keys")
    terminal.keys("v")
    terminal.wait(lambda screen: "1/3" in screen, "the decision")
    terminal.send_signal(number)
    assert terminal.wait_for_end() == 0
    assert [left.name for left in tmp_path.glob("p.audit.*")] == ["p.audit.json"]
    assert len(load(path).review.events) == 1
