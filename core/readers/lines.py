"""The lines of a plain text or Markdown document, with what stands at their margins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_MARGIN = re.compile(r"[ \t\ufeff]*")
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


def split_lines(text: str, kept: Sequence[tuple[int, int]]) -> list[Line]:
    """All lines of ``text``, linear in its length; ``kept`` are disjoint ranges in order."""
    lines: list[Line] = []
    upcoming = iter(kept)
    current = next(upcoming, None)
    for match in _LINE.finditer(text):
        start, end = match.span(1)
        if start == len(text) and match.group(2) == "":
            break
        while current is not None and current[1] <= start:
            current = next(upcoming, None)
        inside = current is not None and current[0] < start
        if start == end:  # a text may be made of these
            lines.append(Line(start, end, start, 0, inside))
            continue
        margin = _MARGIN.match(text, start, end)
        body = margin.end() if margin else start
        indent = len(text[start:body].replace("\ufeff", "").expandtabs(_TAB_WIDTH)) if body > start else 0
        lines.append(Line(start, end, body, indent, inside))
    return lines
