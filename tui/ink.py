"""Styled text for the screen: runs of plain characters with a tone each. Nothing in it is ever read as markup.

Whatever comes from outside (proofs, audits, checkers, notes) enters through :func:`outside`, which makes hostile
characters visible and bounds the length. What the program says itself enters through :func:`say`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rich.cells import cell_len, set_cell_size

from ..core.text import visible

LONGEST = 20_000
"""How many characters of one piece of outside text a screen shows; the rest is counted, not drawn."""


class Tone(StrEnum):
    """What a run of text is, for the style sheet: ``ink--<tone>`` is its component class."""

    TEXT = "text"
    STRONG = "strong"
    MUTED = "muted"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    DOUBT = "doubt"
    ACCENT = "accent"
    MARK = "mark"
    STRUCK = "struck"
    KEY = "key"


@dataclass(frozen=True)
class Ink:
    """A piece of styled text: runs of (characters, tone). Join with ``+``."""

    runs: tuple[tuple[str, Tone], ...] = ()

    def __add__(self, other: Ink) -> Ink:
        return Ink(self.runs + other.runs)

    def __bool__(self) -> bool:
        return any(text for text, _ in self.runs)

    @cached_property
    def plain(self) -> str:
        """The characters without tones."""
        return "".join(text for text, _ in self.runs)

    @property
    def cells(self) -> int:
        """The width on screen, as one line."""
        return cell_len(self.plain)

    def cut(self, start: int, end: int) -> Ink:
        """The characters from ``start`` to ``end``, with their tones."""
        kept: list[tuple[str, Tone]] = []
        at = 0
        for text, tone in self.runs:
            if at >= end:
                break
            low, high = max(start - at, 0), min(end - at, len(text))
            if low < high:
                kept.append((text[low:high], tone))
            at += len(text)
        return Ink(tuple(kept))

    def fit(self, width: int) -> Ink:
        """Exactly ``width`` cells: cut with "…" where longer, padded with blanks where shorter."""
        used = self.cells
        if used <= width:
            return self + say(" " * (width - used)) if used < width else self
        if width < 1:
            return Ink()
        kept: list[tuple[str, Tone]] = []
        room = width - 1
        for text, tone in self.runs:
            size = cell_len(text)
            if size <= room:
                kept.append((text, tone))
                room -= size
                continue
            kept.append((set_cell_size(text, room).rstrip() if room else "", tone))
            break
        shortened = Ink(tuple(kept)) + Ink((("…", kept[-1][1]),))
        return shortened + say(" " * (width - shortened.cells))


EMPTY = Ink()


@dataclass(frozen=True)
class Para:
    """A paragraph: ``lead`` stands in a margin of ``indent`` cells beside its first line, ``body`` is wrapped right of
    the margin."""

    body: Ink
    lead: Ink = EMPTY
    indent: int = 0


BLANK = Para(Ink())


def say(text: str, tone: Tone = Tone.TEXT) -> Ink:
    """The program's own words."""
    return Ink(((text, tone),))


def outside(text: str, tone: Tone = Tone.TEXT, *, one_line: bool = False, limit: int = LONGEST) -> Ink:
    """Words from outside, made visible and at most ``limit`` characters long."""
    return Ink(((clean(text, one_line=one_line, limit=limit), tone),))


def clean(text: str, *, one_line: bool = True, limit: int = LONGEST) -> str:
    """Words from outside as a plain string that may be shown anywhere markup is off."""
    beyond = len(text) - limit
    shown = visible(text[:limit] if beyond > 0 else text, one_line=one_line)
    return f"{shown} … and {beyond:,} more characters" if beyond > 0 else shown


def join(separator: Ink, pieces: list[Ink]) -> Ink:
    """The pieces that hold something, with ``separator`` between them."""
    joined = Ink()
    for piece in pieces:
        if piece:
            joined = joined + separator + piece if joined else piece
    return joined


def field(label: str, body: Ink, *, indent: int = 10) -> Para:
    """A labelled paragraph: the label in the margin, the body beside it."""
    return Para(body, lead=say(label, Tone.MUTED), indent=indent)
