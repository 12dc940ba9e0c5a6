"""Keys to state: what the app saves, shows and refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from proofsieve.core.errors import SaveError
from proofsieve.core.events import Action, DecideEvent, Depth, Event, Fails
from proofsieve.core.record import audit_file
from proofsieve.core.suspicion import Window
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, press, screen_text, settle, toasts
from proofsieve.tui.app import ReviewApp
from proofsieve.tui.bars import DecisionBar
from proofsieve.tui.dialogs import HelpScreen, ReasonScreen
from proofsieve.tui.paper import Paper
from proofsieve.tui.proof_screen import ProofScreen
from proofsieve.tui.queue import Queue
from proofsieve.tui.review_screen import ReviewScreen


def saved(path: Path) -> tuple[Event, ...]:
    """What anyone finds on the disk right now."""
    return audit_file.load(path).review.events


def current(app: ReviewApp) -> UnitId:
    unit = app.desk.session.current
    assert unit is not None
    return unit


async def test_the_opening_screen_is_the_whole_proof_and_enter_leads_to_the_unit(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await settle(pilot)
        assert isinstance(app.screen, ProofScreen)
        assert app.screen.at == "u005"
        assert "flawed, first error in s2" in screen_text(pilot)
        await press(pilot, "j", "enter")
        assert isinstance(app.screen, ReviewScreen)
        assert current(app) == "u006"
        await press(pilot, "S")
        assert isinstance(app.screen, ProofScreen)
        await press(pilot, "k", "S")
        assert current(app) == "u005"


async def test_confirming_is_one_key_saves_and_moves_to_the_next_open_unit(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        order = list(app.desk.session.order)
        here = current(app)
        assert "nothing new to save" in screen_text(pilot)
        await press(pilot, "a")
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert (event.unit_id, event.action, event.at) == (here, Action.CONFIRM, "2026-02-03T12:04:31Z")
        assert current(app) == order[order.index(here) + 1]
        shown = screen_text(pilot)
        assert "saved 12:04:31" in shown
        assert "1/47" in shown


async def test_an_override_asks_why_and_one_digit_answers(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "v")
        assert isinstance(app.screen, ReasonScreen)
        assert saved(path) == ()
        await press(pilot, "2")
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert (event.verdict, event.action, event.fails) == (Status.CORRECT, Action.OVERRIDE, Fails.READING)
        assert event.reason == "the checker read the text wrongly"


async def test_own_words_go_with_the_chosen_kind(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        app.desk.session.go_to(UnitId("u002"))
        await press(pilot, "x", "j", "tab", *"p=2", "enter")
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert (event.verdict, event.action) == (Status.FLAWED, Action.JUDGE)
        assert (event.reason, event.witness) == ("p=2", "invalid_inference")


async def test_the_last_choice_leads_to_own_words_and_an_empty_line_is_no_reason(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        app.desk.session.go_to(UnitId("u002"))
        await press(pilot, "u", "5", "enter")
        assert isinstance(app.screen, ReasonScreen)
        assert saved(path) == ()
        await press(pilot, *"hm", "enter")
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert (event.verdict, event.reason, event.witness) == (Status.UNCERTAIN, "hm", "")


@pytest.mark.parametrize("leave", ["escape", "ctrl+g"])
@pytest.mark.parametrize("dialog", ["x", "v", "e"])
async def test_leaving_a_dialog_changes_nothing(app_on: MakeApp, path: Path, dialog: str, leave: str) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "n")
        app.desk.session.go_to(UnitId("u010"))
        here = current(app)
        await press(pilot, dialog)
        if dialog == "v":
            await press(pilot, "z", "v")  # confirmed at once; go on with an override
            app.desk.session.go_to(here)
            await press(pilot, "u")
        before = saved(path)
        await press(pilot, "tab", *"abc", leave)
        assert isinstance(app.screen, ReviewScreen)
        assert saved(path) == before
        assert current(app) == here


async def test_alt_and_a_letter_decides_nothing(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "alt+a", "alt+v", "alt+x")
        assert isinstance(app.screen, ReviewScreen)
        assert saved(path) == ()


async def test_a_key_that_cannot_act_says_why(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        app.desk.session.go_to(UnitId("u002"))
        await press(pilot, "a", "z")
        assert "nothing to confirm" in toasts(pilot)
        assert "nothing to undo" in toasts(pilot)
        assert saved(path) == ()


async def test_undo_moves_to_what_it_took_back_and_redo_brings_it_back(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        here = current(app)
        await press(pilot, "a", "n", "n", "z")
        assert current(app) == here
        assert app.desk.session.row(here).decided is None
        await press(pilot, "Z")
        assert app.desk.session.row(here).decided is Status.FLAWED
        assert [event.kind for event in saved(path)] == ["decide", "undo", "redo"]


async def test_flags_notes_and_depth(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        here = current(app)
        await press(pilot, "space", "e", *"base", "enter")
        assert app.desk.session.row(here).flagged
        assert app.desk.session.note(here) == "base"
        assert "note     base" in app.screen.query_one(DecisionBar).plain
        await press(pilot, "D", "a")
        event = saved(path)[-1]
        assert isinstance(event, DecideEvent)
        assert event.depth is Depth.RECOMPUTED


async def test_a_filter_narrows_while_it_is_typed_and_escape_gives_it_up(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "slash", *"risk>80")
        assert len(app.desk.session.order) == 9
        assert "9 units" in screen_text(pilot)
        await press(pilot, "escape")
        assert len(app.desk.session.order) == 47
        await press(pilot, "slash", *"step:s2", "enter")
        assert isinstance(app.focused, Queue)
        assert "4 of 47" in screen_text(pilot)
        await press(pilot, "slash")
        assert app.screen.query_one("#filter", Input).value == "step:s2"


async def test_a_filter_that_makes_no_sense_is_said_and_keeps_the_last_one(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "slash", *"risk>x")
        assert "needs a whole number" in screen_text(pilot)
        await press(pilot, "enter")
        assert app.screen.query_one("#filter", Input).display
        await press(pilot, "ctrl+g")
        assert not app.screen.query_one("#filter", Input).display


async def test_an_empty_queue_says_so_and_what_to_do(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "slash", *"nowhere", "enter", "a", "v")
        shown = screen_text(pilot)
        assert "No unit matches." in shown
        assert "/ changes the filter" in shown
        assert "no unit is shown" in toasts(pilot)


async def test_a_decision_that_leaves_the_filter_says_where_it_went(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "slash", *"open", "enter")
        here = current(app)
        await press(pilot, "a")
        assert here not in app.desk.session.order
        assert f"{here} is flawed now and has left the filter “open”" in toasts(pilot)
        await press(pilot, "z")
        assert current(app) == here


async def test_open_only_and_rank(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "a", "o")
        assert len(app.desk.session.order) == 46
        await press(pilot, "o", "r")
        assert app.desk.session.order[0] == "u001"
        assert "units · proof order · 47 of 47" in screen_text(pilot)


async def test_moving_by_queue_and_by_proof(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "J")
        assert current(app) == "u006"
        await press(pilot, "K", "K")
        assert current(app) == "u004"
        await press(pilot, "g")
        assert app.desk.session.cursor == 0
        await press(pilot, "G", "j")
        assert app.desk.session.cursor == 46
        await press(pilot, "pageup", "up", "down", "home", "N")
        assert app.desk.session.cursor == 46


async def test_the_panes_follow_the_cursor(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "J", "J")
        assert "index 7" in app.screen.query_one("#pane-1", Paper).plain
        assert "o007.1" in app.screen.query_one("#pane-2", Paper).plain
        assert "u007" in app.screen.query_one("#path", Paper).plain


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_pane_can_be_reached_at_every_size(app_on: MakeApp, size: tuple[int, int]) -> None:
    app = app_on()
    async with app.run_test(size=size, notifications=True) as pilot:
        await press(pilot, "enter")
        words = ("index 5", "typed by", "reading", "copied from the text", "a bare 'hence'")
        for number, word in enumerate(words, 1):
            await press(pilot, str(number), "f")
            assert word in screen_text(pilot), number
            await press(pilot, "f")
            assert word in screen_text(pilot), number


async def test_tab_goes_round_the_panes(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        await press(pilot, "enter", "tab")
        assert app.focused is app.screen.query_one("#pane-2")
        await press(pilot, "shift+tab", "shift+tab")
        assert app.focused is app.screen.query_one("#pane-5")
        await press(pilot, "j")
        assert app.desk.session.cursor != 0 or current(app) != "u005"
        await press(pilot, "escape")
        assert isinstance(app.focused, Queue)


async def test_what_cannot_be_saved_is_refused_and_changes_nothing(
    app_on: MakeApp, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on()

    def full(_: object) -> None:
        raise SaveError("no space left on device", where="proof.audit.journal", hint="free some and try again")

    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        here = current(app)
        with monkeypatch.context() as disk:
            disk.setattr(app.desk.log, "append", full)
            await press(pilot, "a")
            assert "NOT SAVED" in screen_text(pilot)
            assert "no space left on device" in toasts(pilot)
            assert app.desk.session.row(here).decided is None
            assert current(app) == here
        await press(pilot, "a")
        assert app.desk.session.row(here).decided is Status.FLAWED
        assert "saved 12:04:31" in screen_text(pilot)
        assert len(saved(path)) == 1


async def test_leaving_folds_the_journal_into_the_file(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "a", "q")
    assert app.return_value == ""
    assert not audit_file.journal_path(path).exists()
    audit = audit_file.load(path)
    assert len(audit.review.events) == 1
    assert "reviewer:ada" in audit.verdict.rests_on


async def test_reopening_resumes_at_the_next_open_unit_with_everything_there(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "a", "space", "q")
        expected = current(app)
    again = app_on()
    async with again.run_test(size=WIDE, notifications=True) as pilot:
        await settle(pilot)
        assert isinstance(again.screen, ProofScreen)
        assert again.screen.at == expected
        assert again.desk.session.progress().decided == 1
        assert again.desk.session.row(expected).flagged
    assert audit_file.load(path).review.events == again.desk.session.document().review.events


async def test_leaving_without_a_decision_leaves_the_file_as_it_was(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    before = path.stat().st_mtime_ns, path.read_bytes()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "q")
    assert (path.stat().st_mtime_ns, path.read_bytes()) == before


async def test_when_everything_is_decided_a_sentence_says_the_verdict(app_on: MakeApp) -> None:
    app = app_on(synthetic_audit(5))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", *["v", "1"] * 12)
        assert app.desk.session.progress().done
        shown = screen_text(pilot)
        assert "All 5 units are decided. The proof is correct as written." in shown
        assert "q leaves" in shown
        await press(pilot, "S")
        assert "whole proof · correct" in screen_text(pilot)


async def test_copying_sends_the_obligation_and_nothing_that_acts(app_on: MakeApp) -> None:
    app = app_on(synthetic_audit(6, hostile="\x1b]0;x\x07"))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "y")
        assert app.clipboard.startswith("From Γ it follows that 7 + 3 = 11. ␛]0;x␇")
        assert "7 + 3 = 11" in app.clipboard.splitlines()


async def test_help_and_palette_open_and_close(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "question_mark")
        assert isinstance(app.screen, HelpScreen)
        assert "confirm the machine's verdict" in screen_text(pilot)
        await press(pilot, "escape", "ctrl+p", *"flag", "enter", "enter")
        await settle(pilot)
        assert app.desk.session.progress().flagged == 1


async def test_a_click_selects_a_row_a_key_and_a_tab(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        await press(pilot, "enter")
        await pilot.click("#queue", offset=(5, 4))
        await settle(pilot)
        assert app.desk.session.cursor == 3
        await pilot.click("#tabs", offset=(20, 0))
        await settle(pilot)
        assert app.focused is app.screen.query_one("#pane-3")
        app.desk.session.move_to(0)
        await pilot.click("#keys", offset=(1, 0))
        await settle(pilot)
        assert app.desk.session.progress().decided == 1


async def test_a_proof_without_units_opens_and_can_be_left(app_on: MakeApp) -> None:
    empty = synthetic_audit(0)
    empty = replace(empty, window=Window(candidate=None, units=()), tree=replace(empty.tree, findings=()))
    app = app_on(empty)
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        await press(pilot, "j", "n", "enter")
        assert isinstance(app.screen, ProofScreen)
        assert "no steps" in screen_text(pilot)
        await press(pilot, "q")
    assert app.return_value == ""


async def test_resizing_keeps_everything(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "j")
        here = current(app)
        await pilot.resize_terminal(*NARROW)
        await settle(pilot)
        assert app.screen.has_class("-narrow")
        await pilot.resize_terminal(*WIDE)
        await settle(pilot)
        assert current(app) == here
        assert not app.screen.has_class("-narrow")


async def test_what_is_typed_ahead_goes_into_the_line_and_is_never_taken_for_commands(
    app_on: MakeApp, path: Path
) -> None:
    """A paste or a script writes faster than the screen draws; "status:flawed" holds a, u and x-like commands."""
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter")
        for character in "/status:flawed":
            key = {"/": "slash", ":": "colon"}.get(character, character)
            app.post_message(events.Key(key, character))
        await settle(pilot)
        assert app.screen.query_one("#filter", Input).value == "status:flawed"
        assert app.desk.session.progress().decided == 0
        await press(pilot, "enter")
        for key, character in (("v", "v"), ("2", "2")):
            app.post_message(events.Key(key, character))
        await settle(pilot)
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert event.fails is Fails.READING


async def test_saying_the_same_again_adds_no_event(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "a", "k", "a", "x")
        assert len(saved(path)) == 1
        assert "is called flawed by you already" in toasts(pilot)
        await press(pilot, "D", "a")
        assert len(saved(path)) == 2


async def test_the_file_is_folded_from_time_to_time(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter", "a")
        assert audit_file.journal_path(path).exists()
        app.fold()
        await settle(pilot)
        assert not audit_file.journal_path(path).exists()
        assert len(saved(path)) == 1
        await press(pilot, "a", "q")
    assert len(saved(path)) == 2


async def test_a_file_that_cannot_be_folded_is_said_and_loses_nothing(
    app_on: MakeApp, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = app_on()

    def full(_: object) -> None:
        raise SaveError("no space left on device", where="proof.audit.json")

    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter", "a")
        monkeypatch.setattr(app.desk.log, "fold", full)
        app.fold()
        await settle(pilot)
        assert "safe in the journal" in toasts(pilot)
        await press(pilot, "q")
    assert "safe in the journal" in (app.return_value or "")
    assert len(saved(path)) == 1
