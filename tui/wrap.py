"""Break text into screen lines by terminal cells, as offsets, so that marks in the text keep their places."""

from __future__ import annotations

import re

from rich.cells import cell_len, get_character_cell_size

_WORD = re.compile(r"[^ ]+")
_FIRST_COMBINING = "\u0300"
"""Below this every character that may be shown fills one cell."""


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    """Half-open ranges of ``text``, one per screen line of at most ``width`` cells.

    Lines break at newlines and at blanks; the blanks at a break belong to no line, those that indent a line to it.
    A word wider than a line is cut. A character that needs two cells is never halved, and combining marks stay with
    their letter. The empty text is one empty line.
    """
    width = max(width, 2)
    lines: list[tuple[int, int]] = []
    start = 0
    for row in text.split("\n"):
        end = start + len(row)
        if not row or max(row) < _FIRST_COMBINING:
            lines.extend(_break_plain(text, start, end, width))
        elif cell_len(row) <= width:
            lines.append((start, end))
        else:
            lines.extend(_break(text, start, end, width))
        start = end + 1
    return lines


def _break_plain(text: str, start: int, end: int, width: int) -> list[tuple[int, int]]:
    """One line of the text in which every character fills one cell: the way of most proofs, and much faster."""
    lines: list[tuple[int, int]] = []
    while end - start > width:
        blank = text.rfind(" ", start, start + width + 1)
        stop = blank
        while stop > start and text[stop - 1] == " ":
            stop -= 1
        if stop > start:
            lines.append((start, stop))
            start = blank + 1
        elif blank < 0:
            lines.append((start, start + width))
            start += width
        # What indents a line beyond its width, or stands at a break, belongs to no line.
        while start < end and text[start] == " ":
            start += 1
    if start < end or not lines:
        lines.append((start, end))
    return lines


def _break(text: str, start: int, end: int, width: int) -> list[tuple[int, int]]:
    """One line of the text, known to be too wide."""
    lines: list[tuple[int, int]] = []
    line_start = line_end = start
    used = 0
    for word in _WORD.finditer(text, start, end):
        blanks = word.start() - line_end
        size = cell_len(word[0])
        if used + blanks + size <= width:
            used += blanks + size
            line_end = word.end()
            continue
        if line_end > line_start:
            lines.append((line_start, line_end))
            line_start, used = word.start(), 0
        elif blanks + size > width:
            line_start = word.start()
            used = 0
        if size <= width:
            line_end, used = word.end(), size
            continue
        pieces = _cut(text, word.start(), word.end(), width)
        lines.extend(pieces[:-1])
        line_start, line_end = pieces[-1]
        used = cell_len(text[line_start:line_end])
    lines.append((line_start, line_end))
    return lines


def _cut(text: str, start: int, end: int, width: int) -> list[tuple[int, int]]:
    """A word that is wider than a line, in pieces."""
    if text[start:end].isascii():
        return [(at, min(at + width, end)) for at in range(start, end, width)]
    pieces: list[tuple[int, int]] = []
    used, piece_start = 0, start
    for at in range(start, end):
        size = get_character_cell_size(text[at])
        if used + size > width:
            pieces.append((piece_start, at))
            piece_start, used = at, 0
        used += size
    pieces.append((piece_start, end))
    return pieces
