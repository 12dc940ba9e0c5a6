"""A stretch of a text that may be a numeric claim."""

from __future__ import annotations

import re

from ..claims.vocabulary import PROPERTY_WORDS
from ..value import value

MAX_PIECE = 4_000
"""Characters of a piece that is looked at; longer ones are no claims that a person could follow."""

WORD_RELATION = (
    r"is\s+equal\s+to|equals|divides|does\s+not\s+divide|is\s+(?:not\s+)?divisible\s+by|is\s+(?:not\s+)?(?:an?|no)\s+"
    r"(?:multiple|divisor|factor)\s+of|is\s+(?:strictly\s+)?(?:less|greater|smaller|larger)\s+than|is\s+at\s+(?:most|least)"
)
PROPERTY = "|".join(written for written, _ in PROPERTY_WORDS)
"""Words that relate what stands on both sides of them, and words that say something of what stands before them."""
RELATION = re.compile(
    r"[=<>≤≥≠≡≈∣≦≧⩽⩾]|\\(?:eq|neq?|lt|gt|leq?|geq?|leqslant|geqslant|equiv|approx|mid|nmid)(?![A-Za-z])"
    rf"|(?<![A-Za-z])(?:{WORD_RELATION}|{PROPERTY})(?![A-Za-z])"
)
IN_WORDS = re.compile(rf"(?<![A-Za-z])(?:divides|(?:does|is)\s+not\s+|is\s+(?:an?|no|divisible)\s|{PROPERTY})")
"""A relation that says something of an integer, in words."""


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
