"""Keys that come faster than the screen can change: over a slow line, from a script, from a held key."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from proofsieve.core.events import DecideEvent, Event
from proofsieve.core.record import audit_file
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, press, settle
from proofsieve.tui.app import ReviewApp
from proofsieve.tui.paper import Paper
from proofsieve.tui.proof_screen import ProofScreen
from proofsieve.tui.review_screen import ReviewScreen


def saved(path: Path) -> tuple[Event, ...]:
    """What is on disk, journal included."""
    return audit_file.load(path).review.events


def burst(app: ReviewApp, *keys: str) -> None:
    """All keys at once, without waiting for what each of them does."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_a_reason_typed_ahead_is_the_reason_and_nobody_chose_its_kind(app_on: MakeApp, path: Path) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter", "n")
        burst(app, "u", "tab", *"because", "enter")
        await settle(pilot)
        (event,) = saved(path)
        assert isinstance(event, DecideEvent)
        assert (event.reason, event.witness) == ("because", "")


@pytest.mark.parametrize("keys", [("u", "1", "1", "1"), ("e", "h", "enter", "enter", "enter")])
async def test_a_dialog_answers_once(app_on: MakeApp, path: Path, keys: tuple[str, ...]) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter", "n")
        burst(app, *keys)
        await settle(pilot)
        assert len(saved(path)) == 1
        assert isinstance(app.screen, ReviewScreen)


async def test_going_back_and_forth_too_often_goes_once(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        burst(app, "enter", "enter")
        await settle(pilot)
        assert isinstance(app.screen, ReviewScreen)
        burst(app, "S", "S", "S")
        await settle(pilot)
        assert isinstance(app.screen, ProofScreen)


async def test_a_long_pane_scrolls_and_the_queue_stays_where_it_is(app_on: MakeApp) -> None:
    app = app_on(synthetic_audit(8, hostile="and many more words " * 60))
    async with app.run_test(size=NARROW) as pilot:
        await press(pilot, "enter", "2")
        pane = app.screen.query_one("#pane-2", Paper)
        here = app.desk.session.current
        assert pane.allow_vertical_scroll
        await press(pilot, "pagedown", "down")
        assert pane.scroll_offset.y > 0
        assert app.desk.session.current == here


async def test_hidden_panes_hold_no_lines_of_another_unit(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter", *"fGffgfGkf12345jkf")
        for pane in app.screen.query(Paper):
            for number in range(len(pane._lines)):
                pane.line(number)
