"""kill -9 during a review loses no decision that the screen showed as saved."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from proofsieve.compose import audit_proof
from proofsieve.core.events import DecideEvent
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.tests.e2e.screen import Terminal, proofsieve
from proofsieve.tests.proofs import proof_of

KILLS = 50
UNITS = 400


def decisions(path: Path) -> list[DecideEvent]:
    return [event for event in load(path).review.events if isinstance(event, DecideEvent)]


def shown_as_saved(screen: str) -> int:
    """How many decided units the header counts; it counts an event only after it is on disk."""
    found = re.search(r"\b(\d+)/(\d+)\b", screen)
    return int(found.group(1)) if found and "saved" in screen.splitlines()[0] else 0


@pytest.mark.timeout(600)
def test_killed_at_50_random_moments_no_decision_shown_as_saved_is_lost(tmp_path: Path) -> None:
    audit = audit_proof(proof_of("Prove it.", *[f"Moreover the number {index} is large." for index in range(UNITS)]))
    path = tmp_path / "p.audit.json"
    save_new(path, audit)
    moments = random.Random(20_260_101)
    most = 0
    killed_while_saving = 0
    for _ in range(KILLS):
        before = len(decisions(path))
        terminal = Terminal(*proofsieve("review", str(path), "--reviewer", "ada"), folder=tmp_path)
        terminal.wait(lambda screen: f"/{len(audit.tree.units)}" in screen, "the review")
        terminal.keys("\r")
        terminal.wait(lambda screen: "correct" in screen, "the decision keys")
        end = time.monotonic() + moments.uniform(0.0, 0.5)
        while time.monotonic() < end:
            terminal.keys("v")
            terminal.read(moments.uniform(0.0, 0.03))
        terminal.kill()
        promised = shown_as_saved(terminal.text)
        most = max(most, promised)
        after = decisions(path)
        assert len(after) >= max(promised, before), f"shown as saved: {promised}, found: {len(after)}"
        assert len({event.unit_id for event in after}) == len(after), "no decision was doubled"
        killed_while_saving += len(after) > before
    assert most > KILLS, "the reviewer got somewhere"
    assert killed_while_saving > KILLS // 2, "most kills fell into the saving"
