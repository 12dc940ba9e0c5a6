"""Colour is never the only carrier, and NO_COLOR is obeyed as no-color.org says."""

from __future__ import annotations

import re

import pytest
from textual.theme import BUILTIN_THEMES

from proofsieve.core.verdict import Status
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import WIDE, press, screen_text, settle
from proofsieve.tui import glyphs
from proofsieve.tui.theme import SIEVE, ink_colours


def colours(svg: str) -> set[str]:
    """The saturated colours that a screenshot uses, the window's own buttons aside."""
    found = set(re.findall(r"fill: (#[0-9a-f]{6})", svg))
    channels = {colour: [int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in found}
    return {colour for colour, values in channels.items() if max(values) - min(values) > 8}


@pytest.mark.parametrize(("value", "coloured"), [(None, True), ("", True), ("1", False)])
async def test_no_color(app_on: MakeApp, monkeypatch: pytest.MonkeyPatch, value: str | None, coloured: bool) -> None:
    if value is not None:
        monkeypatch.setenv("NO_COLOR", value)
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter")
        assert bool(colours(app.export_screenshot())) is coloured


async def test_the_words_are_the_same_without_colour(app_on: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for value in (None, "1"):
        if value is not None:
            monkeypatch.setenv("NO_COLOR", value)
        app = app_on()
        async with app.run_test(size=WIDE) as pilot:
            await press(pilot, "enter")
            shown.append(screen_text(pilot))
    assert shown[0] == shown[1]


def test_every_status_has_its_own_glyph_and_word() -> None:
    for table in (glyphs.PERSON, glyphs.MACHINE):
        assert len({table[status] for status in Status}) == len(Status)
    assert glyphs.person(Status.FLAWED).plain == "✗ flawed"
    assert glyphs.machine(Status.NOT_CHECKED).plain == "· not checked"


async def test_every_theme_of_textual_can_be_chosen(app_on: MakeApp) -> None:
    app = app_on()
    async with app.run_test(size=WIDE) as pilot:
        await press(pilot, "enter")
        for name in sorted(BUILTIN_THEMES):
            app.theme = name
            await settle(pilot)
            assert "1 step" in screen_text(pilot), name


@pytest.mark.parametrize("theme", [SIEVE, *BUILTIN_THEMES.values()], ids=lambda theme: theme.name)
def test_the_tones_are_mixed_for_every_theme(theme: object) -> None:
    mixed = ink_colours(theme)  # type: ignore[arg-type]
    assert all(colour.startswith(("#", "ansi_")) for colour in mixed.values())
