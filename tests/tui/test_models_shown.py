"""What models said, printed by show and by the summary, and how a run in the app ends on the command line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.errors import EndpointFailed
from proofsieve.core.proof import Finding
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.tui.test_hostile_text import FORBIDDEN, HOSTILE, poisoned
from proofsieve.tests.tui.test_sheets import opinion, reviewed
from proofsieve.tui import run_app
from proofsieve.tui.cli import run
from proofsieve.tui.printing import print_summary
from proofsieve.tui.run_app import AuditApp, Outcome
from proofsieve.tui.views import print_unit

PROOF = "Problem: Show that 1 + 1 = 2.\n\nProof:\n\n1. By counting, 1 + 1 = 2.\n"


@pytest.fixture
def said() -> Audit:
    return reviewed(synthetic_audit(6), second=opinion(False), contested="the index", witness="n = 3")


def test_show_edge_prints_a_models_review_and_the_second_opinion(
    said: Audit, capsys: pytest.CaptureFixture[str]
) -> None:
    print_unit(said, "u001", as_json=False)
    printed = capsys.readouterr().out
    assert "model tiny: flawed, invalid inference: it does not follow\n" in printed
    assert "  contests: the index\n  witness: n = 3\n" in printed
    assert "  second opinion, other: does not agree: I looked at n = 3\n" in printed
    assert "  counts: for nothing: the second opinion does not agree\n" in printed
    print_unit(said, "u001", as_json=True)
    review = json.loads(capsys.readouterr().out)["model_review"]
    assert (review["verdict"], review["second"]["agrees"]) == ("flawed", False)
    print_unit(said, "u002", as_json=True)
    assert json.loads(capsys.readouterr().out)["model_review"] is None


def test_the_summary_has_one_line_about_models(said: Audit, capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(said, None)
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "models:" in line]
    assert "3 questions, 0 tokens or more, 1 unit reviewed" in line
    assert line.endswith("last word: look at s2 first, nobody proved it")
    print_summary(synthetic_audit(6), None)
    assert "models:" not in capsys.readouterr().out


def test_what_is_printed_of_models_is_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    audit = poisoned(synthetic_audit(6, hostile=HOSTILE), HOSTILE)
    print_unit(audit, "u001", as_json=False)
    print_summary(audit, None)
    printed = capsys.readouterr().out
    assert "ended early" in printed
    assert not [character for character in FORBIDDEN if character in printed]


@pytest.mark.parametrize(
    ("outcome", "code", "told"),
    [
        (Outcome(saved=True, reviewed=True), 0, ""),
        (Outcome(saved=True, cancelled=True), 130, "interrupted: what was found is in"),
        (Outcome(cancelled=True), 130, "interrupted: no audit yet"),
        (Outcome(failure=EndpointFailed("nobody there")), 4, "nobody there"),
    ],
    ids=["reviewed", "left", "left early", "failed"],
)
def test_how_the_app_was_left_is_the_exit_code(
    outcome: Outcome,
    code: int,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def left(app: AuditApp, path: Path) -> None:
        app.outcome = outcome

    source = tmp_path / "proof.md"
    source.write_text(PROOF, encoding="utf-8")
    monkeypatch.setattr(run_app, "run_app", left)
    monkeypatch.setattr("proofsieve.tui.runs.has_terminal", lambda: True)
    assert run(["audit", str(source), "--review", "--offline", "--lean", "off"]) == code
    assert told in capsys.readouterr().err


def test_a_finding_of_an_early_end_is_told_with_the_models(said: Audit, capsys: pytest.CaptureFixture[str]) -> None:
    print_summary(replace(said, findings=(Finding(kind="budget-spent", message="9 of 9 calls"),)), None)
    assert "; ended early: 9 of 9 calls" in capsys.readouterr().out
