"""Pictures of the key screens at both sizes. After a wanted change: pytest … --snapshot-update, and look at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from proofsieve.core.audit import Audit
from proofsieve.core.evidence import Kind
from proofsieve.core.faithfulness import LintReport
from proofsieve.core.faithfulness.judge import report_for
from proofsieve.core.tree import Scope, ScopeId, ScopeKind, UnitId, UnitRole
from proofsieve.tests.checking import ScriptedChecker, ScriptedSource, fails
from proofsieve.tests.factories import DRIFTED, asking_audit, drifted_audit, synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, press, settle
from proofsieve.tests.tui.test_sheets import opinion, reviewed
from proofsieve.tui.run_picture import picture

Compare = Callable[..., bool]

SCREENS: dict[str, tuple[str, ...]] = {
    "proof": (),
    "review": ("enter",),
    "obligation": ("enter", "2"),
    "checker": ("enter", "3"),
    "nothing-formal": ("enter", "slash", *"u006", "enter", "4"),
    "path": ("enter", "a", "K", "5"),
    "full": ("enter", "3", "f"),
    "decided": ("enter", "a", "space", "v", "1", "e", *"look", "enter"),
    "why": ("enter", "v"),
    "filter": ("enter", "slash", *"risk>60"),
    "empty": ("enter", "slash", *"nowhere", "enter"),
    "keys": ("enter", "question_mark"),
}


@pytest.fixture
def audit() -> Audit:
    """Every mark of the screen at least once: drift, a contradiction, an abandoned attempt."""
    audit = synthetic_audit(24)
    scopes = (
        *audit.tree.scopes,
        Scope(id=ScopeId("c1"), kind=ScopeKind.CONTRADICTION, parent=ScopeId("c0"), label="n even", hypothetical=True),
    )
    units = tuple(
        replace(unit, scope=ScopeId("c1"), hypothetical=True)
        if unit.id in ("u004", "u005")
        else replace(unit, role=UnitRole.ABANDONED)
        if unit.id == UnitId("u008")
        else unit
        for unit in audit.tree.units
    )
    unread = LintReport(findings=(), unknown=(), parsed=True)
    drifted = report_for(audit.statements[-1], unread, comparison=DRIFTED)
    return replace(
        audit,
        tree=replace(audit.tree, scopes=scopes, units=units),
        reports=(*audit.reports[:-1], drifted),
    )


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
@pytest.mark.parametrize("screen", SCREENS)
def test_screen(snap_compare: Compare, app_on: MakeApp, audit: Audit, screen: str, size: tuple[int, int]) -> None:
    async def drive(pilot: Pilot[str]) -> None:
        await settle(pilot)
        await press(pilot, *SCREENS[screen])

    assert snap_compare(app_on(audit), terminal_size=size, run_before=drive)


def test_without_colour(snap_compare: Compare, app_on: MakeApp, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def drive(pilot: Pilot[str]) -> None:
        await settle(pilot)
        await press(pilot, *SCREENS["decided"])

    assert snap_compare(app_on(audit), terminal_size=WIDE, run_before=drive)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
def test_screen_of_what_a_model_said(snap_compare: Compare, app_on: MakeApp, size: tuple[int, int]) -> None:
    async def drive(pilot: Pilot[str]) -> None:
        await settle(pilot)
        await press(pilot, "enter", "slash", *"u001", "enter", "5", "f")

    said = reviewed(synthetic_audit(12), second=opinion(False), contested="holds for the index", witness="n = 3")
    assert snap_compare(app_on(said), terminal_size=size, run_before=drive)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
@pytest.mark.parametrize("asks", [False, True], ids=["run", "stop"])
def test_screen_of_a_run(snap_compare: Compare, asks: bool, size: tuple[int, int]) -> None:
    app = picture()

    async def drive(pilot: Pilot[str]) -> None:
        while not app.live.began:
            await pilot.pause(0.01)
        while not app.screen.query("#stages") or not app.screen.query_one("#stages").size.height:
            await pilot.pause(0.01)
        if asks:
            await pilot.press("escape")
            while not app.screen.query_one("#stop").size.height:
                await pilot.pause(0.01)
        await pilot.pause()
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=drive)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
@pytest.mark.parametrize(
    "keys",
    [("4", "f"), ("d",), ("equals_sign", *"pwj"), ("R", "3", "f")],
    ids=["drift", "diff", "judge", "checked-again"],
)
def test_screen_of_a_pass_that_does_not_count(
    snap_compare: Compare, app_on: MakeApp, keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    async def drive(pilot: Pilot[str]) -> None:
        await settle(pilot)
        await press(pilot, "enter", "slash", *"u002", "enter", *keys)

    open_now = ScriptedChecker(fails(Kind.SEARCH_EXHAUSTED, "not proved: unsolved goals"))
    app = app_on(drifted_audit(), checkers=ScriptedSource(open_now))
    assert snap_compare(app, terminal_size=size, run_before=drive)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x40", "80x24"])
@pytest.mark.parametrize("keys", [("c", "space"), ("c", "J", "enter")], ids=["conventions", "waiting"])
def test_screen_of_a_question_about_the_text(
    snap_compare: Compare, app_on: MakeApp, keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    async def drive(pilot: Pilot[str]) -> None:
        await settle(pilot)
        await press(pilot, "enter", *keys)

    assert snap_compare(app_on(asking_audit(24)), terminal_size=size, run_before=drive)
