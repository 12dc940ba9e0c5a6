"""The lines of a plain text or Markdown document, with what stands at their margins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from operator import add
from typing import NamedTuple

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_MARGIN = re.compile(r"[ \t\ufeff]*")
_BLANKS = " \t\ufeff"
_TAB_WIDTH = 4


class Line(NamedTuple):
    """``text[start:end]`` without the line end. ``body`` is where its words begin, ``indent`` the columns before them.

    ``inside`` lines begin within a formula or code and are no structure.
    """

    start: int
    end: int
    body: int
    indent: int
    inside: bool

    @property
    def blank(self) -> bool:
        return self.body == self.end


def split_lines(text: str, kept: Sequence[tuple[int, int]], begin: int = 0, stop: int | None = None) -> list[Line]:
    """All lines of ``text[begin:stop]``, linear in its length; ``kept`` are disjoint ranges of ``text`` in order."""
    lines: list[Line] = []
    upcoming = iter(kept)
    current = next(upcoming, None)
    starts, ends = _ranges(text, begin, len(text) if stop is None else stop)
    for start, end in zip(starts, ends, strict=True):
        while current is not None and current[1] <= start:
            current = next(upcoming, None)
        inside = current is not None and current[0] < start
        if start == end or text[start] not in _BLANKS:
            lines.append(Line(start, end, start, 0, inside))
            continue
        margin = _MARGIN.match(text, start, end)
        body = margin.end() if margin else start
        indent = len(text[start:body].replace("\ufeff", "").expandtabs(_TAB_WIDTH))
        lines.append(Line(start, end, body, indent, inside))
    return lines


def _ranges(text: str, begin: int, stop: int) -> tuple[list[int], list[int]]:
    """Where the lines begin and where they end; an empty one behind the last line end is none."""
    if text.find("\r", begin, stop) >= 0:
        spans = [match.span(1) for match in _LINE.finditer(text, begin, stop) if match.start() < stop]
        return [start for start, _ in spans], [end for _, end in spans]
    # The same without a match object for each line.
    lengths = list(map(len, text[begin:stop].split("\n")))
    starts = list(accumulate(map((1).__add__, lengths), initial=begin))[:-1]
    if starts[-1] == stop:
        del starts[-1], lengths[-1]
    return starts, list(map(add, starts, lengths))
