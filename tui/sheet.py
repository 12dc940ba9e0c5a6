"""A pane's content as a value: a title, paragraphs, and the result in one cell."""

from __future__ import annotations

from dataclasses import dataclass

from .ink import EMPTY, Ink, Para, Tone, clean, say

DOT = say(" · ", Tone.FAINT)


@dataclass(frozen=True)
class Sheet:
    """A pane's title and paragraphs; ``glyph`` is the result in one cell for its tab; ``show`` what must be visible."""

    title: str
    paras: tuple[Para, ...]
    glyph: Ink = EMPTY
    show: tuple[int, int] | None = None


def words_of(name: str) -> str:
    """A name of the domain as a person reads it, from outside or not."""
    return clean(name.replace("_", " "), limit=120)
