"""Make the pictures of the review app: SVG as Textual draws it and PNG, from the running app.

    python screenshots/make.py [AUDIT.audit.json]

Without an argument the demo's proof is audited and shown, with Lean (``proofsieve setup lean`` first). An audit file is copied first; nothing is written beside it.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from xml.sax.saxutils import escape

import cairosvg
import proofsieve
from proofsieve.core.record import audit_file
from proofsieve.compose import audit_proof
from proofsieve.core.audit import Audit, Settings
from proofsieve.tui.app import ReviewApp, make_app
from proofsieve.tui.run_picture import picture
from proofsieve.tui.runs import authored_beside
from rich.cells import get_character_cell_size

HERE = Path(__file__).resolve().parent
WIDE, NARROW = (120, 40), (80, 24)
FONT = "DejaVu Sans Mono"
CELL = 12.2
"""Width of a cell in the SVG that Rich writes."""


@dataclass(frozen=True)
class Shot:
    """One picture: its file name, the size of the terminal, and the keys that lead to it."""

    name: str
    size: tuple[int, int]
    keys: tuple[str, ...]


SHOTS = (
    Shot("whole-proof", WIDE, ()),
    Shot("review-wide", WIDE, ("enter",)),
    Shot("decided", WIDE, ("enter", "a", "v", "space", "n")),
    Shot("reason", WIDE, ("enter", "v")),
    Shot("faithfulness", WIDE, ("enter", "slash", *"u008", "enter", "4", "f")),
    Shot("prose-and-formal", WIDE, ("enter", "slash", *"u008", "enter", "d")),
    Shot("judging", WIDE, ("enter", "slash", *"u008", "enter", "equals_sign", "p", "n")),
    Shot("filter", WIDE, ("enter", "slash", *"risk>60")),
    Shot("keys", WIDE, ("enter", "question_mark")),
    Shot("whole-proof-narrow", NARROW, ()),
    Shot("review-narrow", NARROW, ("enter", "3")),
)


def frozen_clock() -> datetime:
    """The same moment in every picture."""
    return datetime(2026, 2, 3, 12, 4, 31, tzinfo=UTC)


async def shoot(app: ReviewApp, shot: Shot) -> str:
    """The screen of ``app`` after the keys of ``shot``, as SVG without a web font."""
    async with app.run_test(size=shot.size, notifications=True) as pilot:
        for key in shot.keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
        await pilot.pause()
        return plain_font(app.export_screenshot(title="proofsieve"))


def plain_font(svg: str) -> str:
    """The SVG with an installed font in place of one from the web."""
    return re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL).replace("Fira Code", FONT)


def to_png(svg: str) -> bytes:
    """The picture as PNG.

    Cairo rounds the advance of each glyph to whole pixels, which shifts text against the boxes behind it, so every
    character gets its own place.
    """
    placed = re.sub(r'<text class="(\S+)" x="([0-9.]+)"([^>]*)>([^<]*)</text>', _place, svg)
    placed = placed.replace("font-size: 20px", "font-size: 20.27px")
    return bytes(cairosvg.svg2png(bytestring=placed.encode(), scale=1.0))


def _place(match: re.Match[str]) -> str:
    style, x, rest, content = match.groups()
    text = unescape(content).rstrip("\n")
    places, column = [], float(x)
    for character in text:
        places.append(f"{column:.1f}")
        column += CELL * get_character_cell_size(character)
    rest = re.sub(r' textLength="[^"]*"', "", rest)
    return f'<text class="{style}" x="{" ".join(places)}"{rest}>{escape(text)}</text>' if text else ""


def load(path: Path | None) -> Audit:
    """The audit to show."""
    if path is not None:
        return proofsieve.load_audit(path)
    source = HERE.parent / "examples" / "demo.md"
    authored_in, authored = authored_beside(str(source))
    return audit_proof(
        proofsieve.read_proof(source), Settings(lean="embedded"), authored=authored, authored_in=authored_in
    )


def make(audit: Audit, folder: Path, shots: Sequence[Shot] = SHOTS) -> None:
    """Write all pictures into ``folder``."""
    for shot in shots:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "shown.audit.json"
            audit_file.save_new(path, audit)
            app = make_app(audit, path=path, reviewer="reviewer", clock=frozen_clock)
            svg = asyncio.run(shoot(app, shot))
        write(svg, folder, shot)


def make_run(folder: Path) -> None:
    """Write the picture of an audit under way."""
    shot = Shot("run", WIDE, ())
    write(asyncio.run(shoot(picture(), shot)), folder, shot)


def make_question(folder: Path) -> None:
    """Write the picture of a question about the text: no Lean is asked about it."""
    proof = proofsieve.read_proof(HERE.parent / "examples" / "last-digit-six.md")
    make(audit_proof(proof, Settings()), folder, [Shot("conventions", WIDE, ("enter", "c"))])


def write(svg: str, folder: Path, shot: Shot) -> None:
    """Write one picture in both forms."""
    (folder / f"{shot.name}.svg").write_text(svg, encoding="utf-8")
    (folder / f"{shot.name}.png").write_bytes(to_png(svg))
    print(folder / f"{shot.name}.png")


if __name__ == "__main__":
    make_run(HERE)
    make_question(HERE)
    make(load(Path(sys.argv[1]) if len(sys.argv) > 1 else None), HERE)
