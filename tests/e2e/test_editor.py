"""The terminal is handed to the reviewer's editor and taken back, in a real one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from proofsieve.core.events import EditStatementEvent, RecheckEvent
from proofsieve.core.evidence import Outcome
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.core.record.chain import begin_review
from proofsieve.tests.e2e.screen import Terminal, proofsieve
from proofsieve.tests.factories import synthetic_audit

EDITOR = """
import signal, sys
signal.signal(signal.SIGINT, lambda *_: print("caught", flush=True))
name = sys.argv[-1]
text = open(name, encoding="utf-8").read()
print("the editor has the terminal", flush=True)
while True:
    try:
        if sys.stdin.readline().strip() == "write":
            break
    except InterruptedError:
        pass
open(name, "w", encoding="utf-8").write(text.replace("7 + 3 = 11", "7 + 3 = 10"))
"""


def test_a_claim_is_written_in_an_editor_and_checked_where_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "editor.py"
    program.write_text(EDITOR, encoding="utf-8")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"{sys.executable} {program}")
    path = tmp_path / "p.audit.json"
    save_new(path, begin_review(synthetic_audit(8)))
    terminal = Terminal(*proofsieve("review", str(path), "--reviewer", "ada"), folder=tmp_path)
    terminal.wait(lambda screen: "0/8" in screen, "the review")
    terminal.keys("\r")
    terminal.wait(lambda screen: "7 + 3 = 11" in screen and "confirm" in screen, "the unit")
    terminal.keys("E")
    terminal.wait(lambda screen: "the editor has the terminal" in screen, "the editor")
    terminal.keys("\x03")
    terminal.wait(lambda screen: "caught" in screen, "the interrupt in the editor")
    terminal.keys("write\r")
    terminal.wait(lambda screen: "does the statement say what is owed?" in screen, "the slots")
    terminal.keys("\x07")  # an Esc that R follows at once would be Alt+R
    terminal.wait(lambda screen: "what is owed?" not in screen and "R checks it" in screen, "the review again")
    terminal.keys("R")
    terminal.wait(lambda screen: "checked u005" in screen, "the answer", 60)
    terminal.keys("q")
    assert terminal.wait_for_end() == 0
    edit, check = load(path).review.events
    assert isinstance(edit, EditStatementEvent)
    assert edit.statement.text == "7 + 3 = 10"
    assert isinstance(check, RecheckEvent)
    assert {item.outcome for item in check.evidence} == {Outcome.PASSED, Outcome.REFUTED}
