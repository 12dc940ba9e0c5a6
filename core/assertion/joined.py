"""The pieces that words join: $12$ is divisible by $5$; $3+4$ equals 8."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ..mathspans import MathSpan
from .neighbours import BAD_AFTER_FORMULA, BAD_BEFORE_FORMULA, in_phrase
from .piece import PROPERTY, RELATION, WORD_RELATION, Piece

_WORD_RELATION = re.compile(rf"\s*(?:(?P<property>{PROPERTY})|(?:{WORD_RELATION}|is)\s*)")
_OPERATOR = re.compile(
    r"[\w)}\]!]\s*(?:[-−+*/·×^÷!]|\\(?:cdot|times|div|frac|dfrac|tfrac|binom)(?![A-Za-z]))|\\[dt]?frac"
)
_PLAIN_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|[.,]\d)")


def joined_pieces(text: str, formulas: Sequence[MathSpan]) -> Iterator[Piece]:
    """$12$ is divisible by $5$; $3+4$ equals 8."""
    inline = [span for span in formulas if not span.code and not span.display]
    starts = [span.start for span in inline]
    for i, span in enumerate(inline):
        if RELATION.search(text, span.inner_start, span.inner_end):
            continue
        words = _WORD_RELATION.match(text, span.end)
        if words is None:
            continue
        end: int | None = None
        index = bisect_right(starts, words.end() - 1)
        if words["property"] is not None:
            end = words.end()
        elif index < len(inline) and inline[index].start == words.end():
            following = inline[index]
            if RELATION.search(text, following.inner_start, following.inner_end) is None:
                end = following.end
        else:
            number = _PLAIN_NUMBER.match(text, words.end())
            if number is not None:
                end = number.end()
        if end is None:
            continue
        before = text[max(0, span.start - 30) : span.start]
        after = text[end : end + 40]
        foreign = BAD_BEFORE_FORMULA.search(before) is not None or BAD_AFTER_FORMULA.match(after) is not None
        if words.group().strip() in ("is", "equals", "is equal to"):  # "the degree of vertex $4$ is $1$"
            foreign |= in_phrase(before) or _OPERATOR.search(text, span.inner_start, span.inner_end) is None
        if i and re.fullmatch(r"\s*(?:and|,|or)\s*", text[inline[i - 1].end : span.start]):
            foreign = True
        yield Piece(start=span.start, end=end, formula=True, foreign=foreign)
