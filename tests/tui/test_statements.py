"""Statements written in the reviewer's editor, judged slot by slot and checked in place."""

from __future__ import annotations

import asyncio
import os
import shlex
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.core.audit import Audit
from proofsieve.core.errors import SaveError
from proofsieve.core.events import EditStatementEvent, Event, RecheckEvent, UndoEvent
from proofsieve.core.evidence import Branch, Evidence, Kind, Language, Outcome, Statement, make_statement
from proofsieve.core.faithfulness import Faithful
from proofsieve.core.rechecking import Answered, Question
from proofsieve.core.record import audit_file
from proofsieve.core.review.editing import MAX_BYTES
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.checking import ScriptedChecker, ScriptedSource, breaks, fails, passes
from proofsieve.tests.factories import drifted_audit, synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, drawn_lines, press, screen_text, settle, toasts
from proofsieve.tui import checking
from proofsieve.tui.app import AT_ONCE, ReviewApp
from proofsieve.tui.inked import Inked
from proofsieve.tui.judge_screen import JudgeScreen
from proofsieve.tui.keys import COMMANDS
from proofsieve.tui.paper import Paper
from proofsieve.tui.pick_screen import PickScreen
from proofsieve.tui.review_screen import ReviewScreen

Editor = Callable[..., Path]
THEOREM = "theorem o002_1 (h : 3 + 4 = 7) : 4 + 5 = 9"


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Editor:
    """Makes an editor: a script that gets the file's text as ``text`` and its name as ``name``. What it saw lies in the
    file that is returned, one text after the other."""
    seen = tmp_path / "seen.txt"
    program = tmp_path / "an editor.py"

    def make(*lines: str, arguments: str = "", code: int = 0) -> Path:
        body = [
            f"#!{sys.executable}",
            "import os, sys",
            "name = sys.argv[-1]",
            "text = open(name, encoding='utf-8').read()",
            f"open({str(seen)!r}, 'a', encoding='utf-8').write(text + '\\n=====\\n')",
            *lines,
            f"sys.exit({code})",
        ]
        program.write_text("\n".join(body), encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("EDITOR", f"{shlex.quote(str(program))} {arguments}".strip())
        return seen

    monkeypatch.delenv("VISUAL", raising=False)
    return make


def writes(text: str) -> str:
    """A line of the script that puts ``text`` into the file."""
    return f"open(name, 'w', encoding='utf-8').write({text!r})"


def saved(path: Path) -> tuple[Event, ...]:
    return audit_file.load(path).review.events


def at(unit: str) -> tuple[str, ...]:
    """The keys that lead to a unit."""
    return ("enter", "slash", *unit, "enter")


def statements(app: ReviewApp, unit: str) -> list[str]:
    return [
        stated.statement.text
        for view in app.desk.session.detail(UnitId(unit)).obligations
        for stated in view.statements
    ]


def both(lean: ScriptedChecker | None = None) -> ScriptedSource:
    numeric = ScriptedChecker(
        lambda statement, branch, artifact: passes(statement, branch, artifact, checker="numeric"),
        name="numeric",
        language=Language.NUMERIC,
    )
    return ScriptedSource(numeric, *([lean] if lean is not None else []))


async def until(pilot: Pilot[str], holds: Callable[[], bool]) -> None:
    """Wait until something holds; the test's own limit ends it where it never does."""
    while not holds():
        await pilot.pause(0.01)
    await pilot.pause()


class TestWriting:
    async def test_the_editor_opens_on_what_is_owed_in_a_private_file(
        self, app_on: MakeApp, editor: Editor, path: Path, tmp_path: Path
    ) -> None:
        modes = tmp_path / "modes"
        seen = editor(
            f"open({str(modes)!r}, 'w').write(f'{{os.stat(os.path.dirname(name)).st_mode}} {{os.stat(name).st_mode}}')",
            f"open({str(tmp_path / 'where')!r}, 'w').write(name)",
            writes(f"{THEOREM} := by decide"),
        )
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E")
            assert isinstance(app.screen, JudgeScreen)
        shown = seen.read_text()
        assert shown.startswith("-- obligation o002.1 of u002, entailment: From Γ it follows that 4 + 5 = 9.")
        assert "theorem o002_1 :\n    _ := by\n  sorry" in shown
        folder, file = (stat.S_IMODE(int(mode)) for mode in modes.read_text().split())
        assert (folder, file) == (0o700, 0o600)
        assert not Path((tmp_path / "where").read_text()).parent.exists(), "nothing is left of it"
        (event,) = saved(path)
        assert isinstance(event, EditStatementEvent)
        assert (event.statement.text, event.proof, event.statement.provenance) == (THEOREM, "by decide", "reviewer")

    async def test_a_statement_that_is_left_unjudged_counts_for_nothing(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := by decide"))
        app = app_on(checkers=both(ScriptedChecker()))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "p", "p", "escape", "R")
            assert app.desk.session.index.machine[UnitId("u002")].status is Status.UNCERTAIN
            assert "nobody has compared it slot by slot" in screen_text(pilot)
        edit, check = saved(path)
        assert isinstance(edit, EditStatementEvent)
        assert edit.report.status is Faithful.NOT_JUDGED
        assert isinstance(check, RecheckEvent)

    async def test_a_statement_that_is_judged_slot_by_slot_and_passes_makes_the_unit_correct(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := by decide"))
        lean = ScriptedChecker()
        app = app_on(checkers=both(lean))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", *"ppppppp", "enter", "R")
            verdict = app.desk.session.index.machine[UnitId("u002")]
            assert verdict.status is Status.CORRECT
            assert verdict.rests_on == ("kernel", "reviewer:ada")
            assert lean.asked == [(THEOREM, Branch.CLAIM, "by decide")]
            shown = screen_text(pilot)
            assert "passed · kernel" in shown
            assert "checked u002: ● passed (kernel)" in shown
        assert [event.kind for event in saved(path)] == ["edit_statement", "edit_statement", "recheck"]

    async def test_a_numeric_claim_that_a_reviewer_rewrites_stands_beside_the_one_from_the_text(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor("open(name, 'w').write(text.replace('7 + 3 = 11', '7 + 3 = 10'))")
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u005"), "E", "escape")
            assert statements(app, "u005") == ["7 + 3 = 11", "7 + 3 = 10"]
            assert app.desk.session.index.machine[UnitId("u005")].status is Status.FLAWED
        (event,) = saved(path)
        assert isinstance(event, EditStatementEvent)
        assert (event.statement.language, event.statement.start) == (Language.NUMERIC, -1)
        assert event.report.basis == "nobody", "no longer faithful by construction"

    async def test_the_reviewers_own_statement_opens_again_with_its_proof(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        seen = editor("open(name, 'w').write(text.replace('_ := by\\n  sorry', '4 + 5 = 9 := by\\n  decide'))")
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape")
            editor("open(name, 'w').write(text.replace('decide', 'simp'))")
            await press(pilot, "E", "escape")
        assert "theorem o002_1 :\n    4 + 5 = 9 := by\n  decide" in seen.read_text().split("=====")[1]
        first, second = saved(path)
        assert isinstance(first, EditStatementEvent)
        assert isinstance(second, EditStatementEvent)
        assert first.statement == second.statement
        assert (first.proof, second.proof) == ("by\n  decide", "by\n  simp")

    async def test_only_another_proof_keeps_what_was_said_of_the_statement(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := by decide"))
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", *"ppppppp", "enter")
            editor(writes(f"{THEOREM} := by simp"))
            await press(pilot, "E")
            assert isinstance(app.screen, ReviewScreen), "nothing is left to be judged"
        assert isinstance(last := saved(path)[-1], EditStatementEvent)
        assert last.report.status is Faithful.FAITHFUL

    async def test_undo_takes_a_statement_off_and_redo_puts_it_back(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := by decide"))
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape", "z")
            assert statements(app, "u002") == []
            assert "took back edit statement on u002" in screen_text(pilot)
            await press(pilot, "Z")
            assert statements(app, "u002") == [THEOREM]
        assert isinstance(saved(path)[1], UndoEvent)

    async def test_where_there_are_several_one_is_picked(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        audit = synthetic_audit(12)
        (owed,) = (item for item in audit.obligations if item.unit_id == "u005")
        other = make_statement(obligation_id=owed.id, language=Language.NUMERIC, text="1 = 1", provenance="model")
        seen = editor("open(name, 'a').write('')")
        app = app_on(replace(audit, statements=(*audit.statements, other)))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u005"), "E")
            assert isinstance(app.screen, PickScreen)
            assert "o005.1, numeric: 1 = 1" in screen_text(pilot)
            await press(pilot, "9", "2")
            assert isinstance(app.screen, ReviewScreen)
        assert seen.read_text().rstrip("=\n").endswith("\n1 = 1")
        assert saved(path) == ()

    async def test_lints_that_fail_lose_nothing_that_was_written(
        self, app_on: MakeApp, editor: Editor, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("proofsieve.compose.lint_statement", breaks)
        editor(writes(f"{THEOREM} := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape")
        (event,) = saved(path)
        assert isinstance(event, EditStatementEvent)
        assert "the lints failed" in event.report.unknown[0]

    async def test_what_the_lints_turn_down_is_kept_and_said(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor(writes("theorem o002_1 (n : Nat) (h : n < 0) : n = n + 1 := by omega"))
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            assert isinstance(app.screen, ReviewScreen)
            assert "turned down and counts for nothing" in toasts(pilot)
        (event,) = saved(path)
        assert isinstance(event, EditStatementEvent)
        assert event.report.status is Faithful.UNFAITHFUL


class TestWhatGoesWrong:
    @pytest.mark.parametrize(
        ("lines", "said"),
        [
            ((), "came back as it was"),
            (("open(name, 'w').write(text.replace('sorry', 'sorry '))",), "came back as it was"),
            ((writes(""),), "held no statement"),
            ((writes("-- nothing\n"),), "held no statement"),
            (("os.remove(name)",), "the file is gone"),
            (("os.remove(name); os.symlink('/etc/hostname', name)",), "the file is gone"),
            (("os.remove(name); os.mkdir(name)",), "no file any more"),
            (("os.remove(name); os.mkfifo(name)",), "no file any more"),
            (("os.kill(os.getpid(), 9)",), "ended by signal 9"),
            ((writes("theorem a : 1 = 1 := rfl\ntheorem b : 1 = 1 := rfl"),), "2 theorems"),
            (("open(name, 'wb').write(b'\\xff\\xfe')",), "not UTF-8"),
            ((f"open(name, 'w').write('x' * {MAX_BYTES + 1})",), "more than 480,000 bytes"),
            ((writes("theorem t\u202e : 1 = 1 := rfl"),), "‹U+202E›"),
            ((writes("-- language: coq\nx"),), "coq is none that is checked"),
        ],
    )
    async def test_nothing_is_changed_and_it_is_said(
        self, app_on: MakeApp, editor: Editor, path: Path, lines: tuple[str, ...], said: str
    ) -> None:
        editor(*lines)
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            assert isinstance(app.screen, ReviewScreen)
            assert said in toasts(pilot)
            await press(pilot, "f", "f")
        assert saved(path) == ()

    async def test_an_editor_that_fails_changes_nothing(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor(writes(f"{THEOREM} := rfl"), code=3)
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            assert "the editor ended with 3; nothing was changed (set VISUAL or EDITOR" in toasts(pilot)
        assert saved(path) == ()

    @pytest.mark.parametrize(
        ("value", "said"),
        [
            (None, "no editor is named (set VISUAL or EDITOR, as in: export EDITOR=nano)"),
            ("  ", "no editor is named"),
            ("no-such-editor --wait", "there is no program no-such-editor"),
            ("vi 'x", "$EDITOR cannot be read"),
            ("''", "there is no program"),
        ],
    )
    async def test_a_missing_editor_is_a_toast_with_what_to_do(
        self, app_on: MakeApp, monkeypatch: pytest.MonkeyPatch, value: str | None, said: str
    ) -> None:
        monkeypatch.delenv("VISUAL", raising=False)
        monkeypatch.delenv("EDITOR", raising=False)
        if value is not None:
            monkeypatch.setenv("EDITOR", value)
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            assert said in toasts(pilot)

    async def test_visual_comes_before_editor_and_may_have_arguments(
        self, app_on: MakeApp, editor: Editor, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        editor(
            "assert sys.argv[1:3] == ['--wait', 'a b'], sys.argv", writes(f"{THEOREM} := rfl"), arguments="--wait 'a b'"
        )
        monkeypatch.setenv("VISUAL", os.environ["EDITOR"])
        monkeypatch.setenv("EDITOR", "no-such-editor")
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape")
        assert len(saved(path)) == 1

    async def test_a_text_that_was_not_taken_is_not_lost(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        seen = editor(writes("theorem a : 1 = 1 := rfl\ntheorem b : 1 = 1 := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            assert "E opens your text again" in toasts(pilot)
            editor(writes(f"{THEOREM} := rfl"))
            await press(pilot, "E", "escape")
            editor()
            await press(pilot, "E")
        texts = seen.read_text().split("\n=====\n")
        assert texts[1].startswith("-- not taken: there are 2 theorems in the file\ntheorem a : 1 = 1 := rfl")
        assert "not taken" not in texts[2]
        assert len(saved(path)) == 1

    async def test_a_statement_that_the_disk_refuses_is_not_there(
        self, app_on: MakeApp, editor: Editor, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        editor(writes(f"{THEOREM} := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"))
            monkeypatch.setattr(app.desk.log, "append", _full)
            await press(pilot, "E")
            assert statements(app, "u002") == []
            assert "the disk is full" in toasts(pilot)
            assert isinstance(app.screen, ReviewScreen)
        assert saved(path) == ()


def with_theorems(*units: str) -> Audit:
    """An audit with an unchecked Lean statement on each of these units."""
    audit = synthetic_audit(12)
    theorems = tuple(
        make_statement(
            obligation_id=owed.id, language=Language.LEAN, text=f"theorem {owed.unit_id} : 1 = 1", provenance="model"
        )
        for owed in audit.obligations
        if owed.unit_id in units
    )
    assert len(theorems) == len(units)
    return replace(audit, statements=(*audit.statements, *theorems))


async def go(pilot: Pilot[str], unit: str) -> None:
    """Show a unit without waiting for what is under way."""
    assert isinstance(pilot.app, ReviewApp)
    if not isinstance(pilot.app.screen, ReviewScreen):
        await pilot.press("enter")
    pilot.app.desk.session.go_to(UnitId(unit))
    screen = pilot.app.screen
    assert isinstance(screen, ReviewScreen)
    drawing = screen.show_details()
    await drawing.wait()
    await pilot.pause()


def _full(event: Event) -> None:
    raise SaveError("the disk is full")


class TestJudging:
    async def test_it_can_be_judged_later(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor(writes(f"{THEOREM} := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape", "equals_sign")
            assert isinstance(app.screen, JudgeScreen)
            await press(pilot, *"ppppppp", "enter")
        edit = saved(path)[-1]
        assert isinstance(edit, EditStatementEvent)
        assert edit.report.status is Faithful.FAITHFUL
        assert [judge.name for judge in edit.report.judges] == ["ada"]

    async def test_what_was_said_stands_there_again_and_leaving_changes_nothing(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", *"pw", "enter", "equals_sign")
            shown = screen_text(pilot)
            assert "✓ preserved" in shown
            assert "≈ weakened" in shown
            assert "5 left open" in shown
            await press(pilot, "enter", "equals_sign", "p", "escape")
        assert len(saved(path)) == 2

    async def test_keys_say_leave_open_move_and_turn(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor(writes("theorem o002_1 (a : 0 < 1) (h : 3 + 4 = 7) : 4 + 5 = 9 := rfl"))
        app = app_on()
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E", "o", "k", "minus", "tab", "right", "p", "j", "c")
            await press(pilot, "G", *"jjjjjjjj", "tab")
            assert "no other slot" in toasts(pilot)
            await press(pilot, "o")
            assert "omitted is nothing to say of the whole" in toasts(pilot)
            await press(pilot, "enter")
        edit = saved(path)[-1]
        assert isinstance(edit, EditStatementEvent)
        assert edit.report.comparison is not None
        said = [(item.source, item.formal, item.status) for item in edit.report.comparison.slots]
        assert ("p1", "h2", "preserved") in said

    async def test_a_statement_that_another_wrote_is_judged_as_ones_own_copy(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(drifted_audit())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "equals_sign")
            assert isinstance(app.screen, JudgeScreen)
            await press(pilot, "w", "enter")
            assert len(statements(app, "u002")) == 2
        (event,) = saved(path)
        assert isinstance(event, EditStatementEvent)
        assert event.report.findings, "what the lints found stays with it"

    @pytest.mark.parametrize("size", [WIDE, NARROW])
    async def test_hostile_text_stays_text(
        self, app_on: MakeApp, editor: Editor, path: Path, size: tuple[int, int]
    ) -> None:
        hostile = "\x1b]52;c;aGk=\x07 [/] [@click=app.quit]go[/] \u202eabc"
        seen = editor(writes("theorem o002_1 (h : «[bold]x[/bold]» = 中文字) : 4 + 5 = 9 := by\n  -- [/]\n  rfl"))
        lean = ScriptedChecker(fails(Kind.COMPILE_FAILURE, hostile))
        app = app_on(synthetic_audit(8, hostile=hostile), checkers=both(lean))
        async with app.run_test(size=size, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E")
            for key in ("p", "j", "j", "j", "enter", "R", "3", "5"):
                for widget in app.screen.query(Inked).results():
                    if widget.display and widget.size.width:
                        assert all(cells == widget.size.width for _, cells in drawn_lines(widget))
                assert "\x1b" not in screen_text(pilot)
                await press(pilot, key)
        assert "\x1b" not in seen.read_text()
        assert [event.kind for event in saved(path)] == ["edit_statement", "edit_statement", "recheck"]

    async def test_a_name_that_cannot_be_printed_judges_nothing(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        editor(writes(f"{THEOREM} := rfl"))
        app = app_on(reviewer="a\x1b[31mb")
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "E", "equals_sign")
            assert isinstance(app.screen, ReviewScreen)
            assert "a name that can be printed" in toasts(pilot)
        assert len(saved(path)) == 1


class TestChecking:
    async def test_the_real_checker_answers_in_place(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor("open(name, 'w').write(text.replace('7 + 3 = 11', '7 + 3 = 10'))")
        app = app_on(checkers=ScriptedSource(NumericChecker()))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u005"), "E", "escape", "R", "3", "f")
            pane = app.screen.query_one("#pane-3", Paper).plain
            assert "7 + 3 = 11" in pane
            assert "● passed · exact · numeric" in pane
            assert "before" in pane, "what the machine part says of the claim from the text"
        check = saved(path)[-1]
        assert isinstance(check, RecheckEvent)
        assert {item.outcome for item in check.evidence} == {Outcome.PASSED, Outcome.REFUTED}

    async def test_the_screen_answers_keys_while_a_check_runs(self, app_on: MakeApp, path: Path) -> None:
        gate = asyncio.Event()
        slow = ScriptedChecker(gate=gate)
        app = app_on(drifted_audit(), checkers=both(slow))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "enter")
            app.desk.session.go_to(UnitId("u002"))
            await press(pilot, "f", "f")
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            assert "checking u002 · 0 of 1 done · R or Esc cancels" in screen_text(pilot)
            assert saved(path) == ()
            before = app.desk.session.current
            await pilot.press("j", "space", "a")
            await pilot.pause()
            assert app.desk.session.current != before
            assert [event.kind for event in saved(path)] == ["flag", "decide"]
            gate.set()
            await settle(pilot)
            assert "checked u002: ● passed (kernel)" in screen_text(pilot)
        _, decide, check = saved(path)
        assert isinstance(check, RecheckEvent)
        assert (check.unit_id, check.prev) == ("u002", decide.hash)

    @pytest.mark.parametrize("key", ["R", "escape"])
    async def test_a_check_is_cancelled_and_nothing_is_recorded(self, app_on: MakeApp, path: Path, key: str) -> None:
        slow = ScriptedChecker(gate=asyncio.Event())
        app = app_on(drifted_audit(), checkers=both(slow))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            await press(pilot, key)
            assert slow.cancelled == 1
            assert "the check of u002 was cancelled; nothing was recorded" in toasts(pilot)
            assert "checking u002" not in screen_text(pilot)
        assert saved(path) == ()

    async def test_several_units_are_checked_at_once_each_in_its_place(self, app_on: MakeApp, path: Path) -> None:
        gate = asyncio.Event()
        slow = ScriptedChecker(gate=gate)
        app = app_on(with_theorems("u002", "u003", "u004"), checkers=both(slow))
        async with app.run_test(size=WIDE) as pilot:
            for unit in ("u002", "u003", "u004"):
                await go(pilot, unit)
                await pilot.press("R")
            await until(pilot, lambda: len(slow.asked) == AT_ONCE)
            assert "checking u004 · waits for its turn · R or Esc cancels · 2 more" in screen_text(pilot)
            await go(pilot, "u003")
            assert "checking · 0 of 1 done" in str(app.screen.query_one("#pane-3", Paper).border_title)
            await go(pilot, "u006")
            assert "checking u004 · waits for its turn · Esc cancels · 2 more" in screen_text(pilot)
            gate.set()
            await settle(pilot)
            assert not app.desk.running
        checks = [event for event in saved(path) if isinstance(event, RecheckEvent)]
        assert {event.unit_id for event in checks} == {"u002", "u003", "u004"}

    async def test_cancelling_takes_the_check_of_this_unit_else_the_last_and_leaves_the_others(
        self, app_on: MakeApp, path: Path
    ) -> None:
        gate = asyncio.Event()
        slow = ScriptedChecker(gate=gate)
        app = app_on(with_theorems("u002", "u003", "u004"), checkers=both(slow))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            for unit in ("u002", "u003", "u004"):
                await go(pilot, unit)
                await pilot.press("R")
            await until(pilot, lambda: len(slow.asked) == AT_ONCE)
            await go(pilot, "u002")
            await pilot.press("R")
            assert list(app.desk.running) == ["u003", "u004"]
            await until(pilot, lambda: len(slow.asked) == AT_ONCE + 1)
            await go(pilot, "u006")
            await pilot.press("escape")
            assert list(app.desk.running) == ["u003"]
            assert "the check of u004 was cancelled" in toasts(pilot)
            gate.set()
            await settle(pilot)
        assert [event.unit_id for event in saved(path) if isinstance(event, RecheckEvent)] == ["u003"]

    async def test_one_check_that_breaks_off_leaves_the_others(
        self, app_on: MakeApp, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        gate = asyncio.Event()
        app = app_on(with_theorems("u002", "u003"), checkers=both(ScriptedChecker(gate=gate)))
        ask = checking.ask

        async def asks(questions: tuple[Question, ...], *others: Any, **named: Any) -> list[Answered]:
            if questions[0].unit_id == "u002":
                raise RuntimeError("a fault of ours")
            return await ask(questions, *others, **named)

        monkeypatch.setattr(checking, "ask", asks)
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            for unit in ("u003", "u002"):
                await go(pilot, unit)
                await pilot.press("R")
            await until(pilot, lambda: list(app.desk.running) == ["u003"])
            assert "nothing was recorded: RuntimeError: a fault of ours" in toasts(pilot)
            gate.set()
            await settle(pilot)
        assert [event.unit_id for event in saved(path) if isinstance(event, RecheckEvent)] == ["u003"]

    async def test_without_a_proof_the_claim_and_its_negation_are_asked_and_both_are_shown(
        self, app_on: MakeApp, editor: Editor, path: Path
    ) -> None:
        def false(statement: Statement, branch: Branch, artifact: str) -> Evidence:
            found = passes if branch is Branch.NEGATION else fails(Kind.SEARCH_EXHAUSTED, "none of 9 proofs worked")
            return found(statement, branch, artifact)

        editor(writes("theorem o002_1 (n : Nat) : n + 1 = n"))
        app = app_on(checkers=both(ScriptedChecker(false)))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "E", "escape", "R", "3", "f")
            pane = app.screen.query_one("#pane-3", Paper).plain
            assert "✗ negation passed · kernel" in pane
            assert "its negation is proved, so the statement is false as it stands" in pane
            assert "◌ claim inconclusive · search exhausted" in pane
            assert "a failed proof says nothing" in pane
            await press(pilot, "f")
            assert "checked u002: ◌ claim inconclusive (search exhausted); ✗ negation passed" in screen_text(pilot)
        (check,) = [event for event in saved(path) if isinstance(event, RecheckEvent)]
        assert [item.branch for item in check.evidence] == [Branch.CLAIM, Branch.NEGATION]

    async def test_after_cancelling_another_check_can_start(self, app_on: MakeApp, path: Path) -> None:
        gate = asyncio.Event()
        slow = ScriptedChecker(gate=gate)
        app = app_on(drifted_audit(), checkers=both(slow))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            await pilot.press("R", "R")
            gate.set()
            await settle(pilot)
        assert [event.kind for event in saved(path)] == ["recheck"]

    async def test_quitting_ends_a_check_and_closes_every_checker(self, app_on: MakeApp, path: Path) -> None:
        slow = ScriptedChecker(gate=asyncio.Event())
        source = both(slow)
        app = app_on(drifted_audit(), checkers=source)
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            await pilot.press("q")
        assert slow.cancelled == 1
        assert source.closed >= 1
        assert saved(path) == ()

    async def test_quitting_kills_the_process_that_is_at_work(self, app_on: MakeApp, path: Path) -> None:
        checker = NumericChecker()
        audit = synthetic_audit(12)
        (owed,) = (item for item in audit.obligations if item.unit_id == "u002")
        long = make_statement(
            obligation_id=owed.id, language=Language.NUMERIC, text="\\sum_{i=1}^{99999999} i = 1", provenance="model"
        )
        wait = replace(audit.settings, limits=replace(audit.settings.limits, wall_ms=60_000, cpu_ms=60_000))
        app = app_on(
            replace(audit, statements=(*audit.statements, long), settings=wait), checkers=ScriptedSource(checker)
        )
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: checker._worker is not None)
            assert checker._worker is not None
            process = checker._worker._process
            await pilot.press("q")
        assert process.poll() is not None

    @pytest.mark.parametrize("script", [breaks, fails(Kind.CRASH, "the pipe broke\x1b[31m")])
    async def test_a_checker_that_crashes_is_said_and_records_nothing(
        self, app_on: MakeApp, path: Path, script: Callable[[Statement, Branch, str], Evidence]
    ) -> None:
        app = app_on(drifted_audit(), checkers=both(ScriptedChecker(script)))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "R")
            assert "nothing could be checked" in toasts(pilot)
            assert "the pipe broke" in toasts(pilot)
            assert "\x1b" not in toasts(pilot)
            await press(pilot, "space")
        assert [event.kind for event in saved(path)] == ["flag"]

    async def test_wrong_canaries_are_said_and_record_nothing(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(drifted_audit(), checkers=both(ScriptedChecker(fault="1 = 2 passed")))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"), "R")
            assert "failed its own canaries: 1 = 2 passed" in toasts(pilot)
        assert saved(path) == ()

    async def test_what_can_run_runs_and_the_rest_is_named(self, app_on: MakeApp, editor: Editor, path: Path) -> None:
        editor(writes("-- language: lean\ntheorem o005_1 : 7 + 3 = 10 := rfl"))
        app = app_on(checkers=both())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u005"), "E", "escape", "R")
            assert "o005.1 not checked: no lean here: run proofsieve setup lean" in toasts(pilot)
        check = saved(path)[-1]
        assert isinstance(check, RecheckEvent)
        assert [item.checker for item in check.evidence] == ["numeric"]

    async def test_an_open_answer_shows_its_goals(self, app_on: MakeApp, path: Path) -> None:
        app = app_on(drifted_audit(), checkers=both(ScriptedChecker(fails(Kind.SEARCH_EXHAUSTED, "not proved"))))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"), "R", "3", "f")
            pane = app.screen.query_one("#pane-3", Paper).plain
            assert "search exhausted" in pane
            assert "⊢ 1 + 1 = 3" in pane
            assert "before" in pane

    async def test_a_decision_on_what_is_answered_otherwise_now_is_stale_and_shown(
        self, app_on: MakeApp, path: Path
    ) -> None:
        app = app_on(checkers=both())
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u005"), "a", *at("u005")[1:])
            assert app.desk.session.progress().decided == 1
            await press(pilot, "R")
            progress = app.desk.session.progress()
            assert (progress.decided, progress.stale) == (0, 1)
            assert "stale ✗ flawed" in screen_text(pilot)
            assert "1 stale" in screen_text(pilot)
        document = audit_file.load(path)
        assert document.verdict.units[4].status is Status.CORRECT

    async def test_the_same_answer_makes_no_decision_stale(self, app_on: MakeApp, path: Path) -> None:
        audit = synthetic_audit(12)
        known = {item.statement_id: item for item in audit.evidence}
        replay = ScriptedChecker(
            lambda statement, branch, artifact: known[statement.id], name="numeric", language=Language.NUMERIC
        )
        app = app_on(audit, checkers=ScriptedSource(replay))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u005"), "a", *at("u005")[1:], "R")
            progress = app.desk.session.progress()
            assert (progress.decided, progress.stale) == (1, 0)
            assert "as before" in screen_text(pilot)

    async def test_an_answer_that_the_disk_refuses_is_not_shown(
        self, app_on: MakeApp, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        app = app_on(drifted_audit(), checkers=both(ScriptedChecker(fails(Kind.SEARCH_EXHAUSTED))))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"))
            monkeypatch.setattr(app.desk.log, "append", _full)
            await press(pilot, "R")
            assert "the disk is full" in toasts(pilot)
            assert "search exhausted" not in app.screen.query_one("#pane-3", Paper).plain

    async def test_a_check_goes_on_while_the_whole_proof_is_shown(self, app_on: MakeApp, path: Path) -> None:
        gate = asyncio.Event()
        slow = ScriptedChecker(gate=gate)
        app = app_on(drifted_audit(), checkers=both(slow))
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            await pilot.press("S")
            gate.set()
            await settle(pilot)
            await press(pilot, "S")
            assert "checked u002" in screen_text(pilot)
        assert [event.kind for event in saved(path)] == ["recheck"]


class TestWhatCannotAct:
    WHY: tuple[tuple[str, Audit, str, str], ...] = (
        ("R", synthetic_audit(8), "u002", "nothing formal was written for this unit; E writes a statement"),
        ("R", drifted_audit(), "u002", "no lean here: run proofsieve setup lean"),
        ("equals_sign", synthetic_audit(8), "u002", "no statement here needs a judge; E writes one"),
        ("equals_sign", synthetic_audit(8), "u005", "no statement here needs a judge"),
        ("E", replace(synthetic_audit(3), obligations=()), "u002", "it owes nothing that could be written formally"),
        ("E", synthetic_audit(8), "nowhere", "no unit is shown"),
        ("R", synthetic_audit(8), "nowhere", "no unit is shown"),
    )

    @pytest.mark.parametrize(("key", "audit", "unit", "why"), WHY)
    async def test_a_key_that_cannot_act_is_dimmed_and_says_why(
        self, app_on: MakeApp, key: str, audit: Audit, unit: str, why: str
    ) -> None:
        app = app_on(audit, checkers=both())
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at(unit), key)
            assert isinstance(app.screen, ReviewScreen)
            assert why in toasts(pilot)
            command = next(command for command in COMMANDS if key in command.keys.split(","))
            assert why in app.screen.why_not(command)

    async def test_no_editor_opens_while_a_check_runs(self, app_on: MakeApp, editor: Editor) -> None:
        seen = editor()
        slow = ScriptedChecker(gate=asyncio.Event())
        app = app_on(drifted_audit(), checkers=both(slow))
        async with app.run_test(size=WIDE, notifications=True) as pilot:
            await press(pilot, *at("u002"))
            await pilot.press("R")
            await until(pilot, lambda: bool(slow.asked))
            await pilot.press("E")
            await pilot.pause()
            assert "the editor would stop the check of u002: wait for it, or cancel with Esc" in toasts(pilot)
            await press(pilot, "escape")
        assert not seen.exists()
