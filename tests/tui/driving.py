"""Driving the app in tests: sizes, the frozen moment, keys, and what stands on the screen."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape

from textual.pilot import Pilot

from proofsieve.tui.inked import Inked

WIDE, NARROW = (120, 40), (80, 24)
NOW = datetime(2026, 2, 3, 12, 4, 31, tzinfo=UTC)


async def settle(pilot: Pilot[str]) -> None:
    """Wait until nothing is drawn or worked on any more."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.pause()
    await pilot.pause()


async def press(pilot: Pilot[str], *keys: str) -> None:
    """Press keys one after the other and wait until the screen rests."""
    for key in keys:
        await pilot.press(key)
    await settle(pilot)


def screen_text(pilot: Pilot[str]) -> str:
    """Everything on the screen, borders and toasts included, in reading order; blanks as blanks."""
    pieces = re.findall(r"<text [^>]*>([^<]*)</text>", pilot.app.export_screenshot())
    return unescape("".join(pieces)).replace("\xa0", " ")


def toasts(pilot: Pilot[str]) -> str:
    """What the toasts say, joined."""
    return "\n".join(str(toast.render()) for toast in pilot.app.screen.query("Toast"))


def drawn_lines(widget: Inked) -> list[tuple[str, int]]:
    """The lines that a widget draws, each with its width in cells."""
    height = widget.size.height
    strips = [widget.render_line(y) for y in range(height)]
    return [(strip.text, strip.cell_length) for strip in strips]
