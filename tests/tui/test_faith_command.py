"""``proofsieve faith`` as a user types it: status, exit code, JSON, and one clear line for a mistake."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from proofsieve.tui.cli import run

PROSE = "Every natural number n satisfies n + 0 = n."
SAME = "theorem t (n : ℕ) : n + 0 = n := sorry"


def faith(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["faith", *arguments, "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_a_statement_without_defects_is_not_called_faithful(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = faith(capsys, "--informal", PROSE, "--lean", SAME)
    assert (code, answer["status"], answer["score"], answer["findings"]) == (0, "no_defect_found", None, [])


def test_a_false_statement_is_rejected_with_the_values_that_refute_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = faith(
        capsys, "--informal", "For integers with a > 3, a² > 9.", "--lean", "theorem t (a : ℤ) (h : a < 3) : a ^ 2 > 9"
    )
    assert (code, answer["status"]) == (1, "rejected")
    finding = answer["findings"][0]
    assert set(finding) >= {"id", "tier", "kind", "witness", "where", "why"}
    assert finding["tier"] == "counterexample"
    assert int(finding["witness"]["a"]) ** 2 <= 9


def test_what_cannot_be_read_is_unknown_and_never_clean(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = faith(capsys, "--informal", PROSE, "--lean", "theorem t (n : ℕ) : n ⟪⟫⟪ n")
    assert (code, answer["status"]) == (3, "needs_review")
    assert answer["unknown"]
    assert "line 1" in answer["unknown"][0]


def test_a_definition_that_is_not_read_is_unknown_and_the_statement_is_judged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lean = "def S : Nat → Nat\n  | 0 => 0\n  | n + 1 => S n + 1\n\ntheorem t (n : Nat) : S n = n := sorry"
    code, answer = faith(capsys, "--informal", "For every natural number n, S(n) = n.", "--lean", lean)
    assert (code, answer["status"]) == (0, "no_defect_found")
    assert any("equations of S" in sentence for sentence in answer["unknown"])


def test_no_statement_at_all_needs_review(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = faith(capsys, "--informal", PROSE, "--lean", "hello there")
    assert (code, answer["status"]) == (3, "needs_review")


def test_texts_come_from_files_and_the_stream_and_a_theorem_is_chosen_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prose = tmp_path / "prose.txt"
    prose.write_text(PROSE, encoding="utf-8")
    lean = f"{SAME}\n\ntheorem other : True := trivial\n".encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lean)))
    code, answer = faith(capsys, "--informal", str(prose), "--lean", "-", "--theorem", "t")
    assert (code, answer["status"]) == (0, "no_defect_found")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lean)))
    code, answer = faith(capsys, "--informal", str(prose), "--lean", "-")
    assert (code, answer["status"]) == (1, "rejected")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lean)))
    code, answer = faith(capsys, "--informal", str(prose), "--lean", "-", "--theorem", "nobody")
    assert (code, answer["status"]) == (3, "needs_review")
    assert "nobody" in answer["unknown"][0]


def test_the_text_output_names_the_finding_and_acts_on_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["faith", "--informal", "\x1b[31mx = x", "--lean", "theorem t : \x1b]0;x\x07 True"]) in (1, 3)
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert run(["faith", "--informal", "A perfect number exists.", "--lean", "theorem t : True"]) == 1
    shown = capsys.readouterr().out
    assert "rejected" in shown
    assert "goal-true" in shown


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--informal", PROSE], 2),
        (["--informal", "-", "--lean", "-"], 2),
        (["--informal", " ", "--lean", SAME], 2),
        (["--informal", PROSE, "--lean", "x" * 300_000], 4),
    ],
)
def test_a_mistake_costs_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], code: int) -> None:
    assert run(["faith", *arguments]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
