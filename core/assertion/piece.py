"""A stretch of a text that may be a numeric claim."""

from __future__ import annotations

import re

from ..value import value

MAX_PIECE = 4_000
"""Characters of a piece that is looked at; longer ones are no claims that a person could follow."""

RELATION = re.compile(
    r"[=<>≤≥≠≡∣≦≧⩽⩾]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv|mid|nmid)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?:equals|divides|is\s+(?:equal\s+to|divisible\s+by|(?:strictly\s+)?(?:less|greater|smaller|larger)"
    r"\s+than|at\s+(?:most|least)))(?![A-Za-z])"
)


@value
class Piece:
    """text[start:end] may be a claim. ``before``/``after``: what ends it on either side.

    ``formula`` tells delimited mathematics from prose. ``foreign``: words or operators touch it, so that it may be
    only a part of something; ``alternative``: one of several joined by "or"; ``listed``: in a list with commas whose
    other items are no claims. ``unit``: a word follows that may be a unit or may count something.
    """

    start: int
    end: int
    formula: bool
    foreign: bool = False
    alternative: bool = False
    listed: bool = False
    unit: bool = False


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) without blanks, alignment signs and punctuation at its ends."""
    while start < end and (text[start].isspace() or text[start] in "&~"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in "&~.,;:"):
        if text[end - 1].isspace() and end - 2 >= start and text[end - 2] == "\\":
            break
        end -= 1
    return start, end
