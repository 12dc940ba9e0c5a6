"""Text from outside: what may be shown, and where its formulas, sentences and clauses are.

The screens show nothing that has not passed through :func:`visible`. Spans are half-open ranges of code points.
"""

from __future__ import annotations

import re
import unicodedata

from .mathspans import MathSpan, math_spans
from .sentences import clause_spans, sentence_spans

__all__ = ["MathSpan", "clause_spans", "math_spans", "nfc", "sentence_spans", "visible"]

_TAB_WIDTH = 4
# Everything that could move a cursor, reorder, hide or silently change what stands beside it: the Unicode categories
# Cc (less newline and tab), Cf, Cs, Zl and Zp, then variation selectors, tags, noncharacters, and letters that draw
# nothing. Ranges, because a scan of the whole of Unicode at import would cost more than everything else here.
_HOSTILE_RANGES = (
    (0x00, 0x08), (0x0B, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C),
    (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164),
    (0xD800, 0xDFFF), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB),
    (0xFFFE, 0xFFFF), (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
_HOSTILE = re.compile("[" + "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in _HOSTILE_RANGES) + "]")


def _mark(codepoint: int) -> str:
    """The visible stand-in: a control picture where Unicode has one, the code point otherwise."""
    if codepoint < 0x20:
        return chr(0x2400 + codepoint)
    if codepoint == 0x7F:
        return "\u2421"
    return f"‹U+{codepoint:04X}›"


_MARKS = {point: _mark(point) for low, high in _HOSTILE_RANGES for point in range(low, high + 1)}


def nfc(s: str) -> str:
    """``s`` in Unicode normal form C; composed and decomposed accents compare equal afterwards."""
    return unicodedata.normalize("NFC", s)


def visible(s: str, one_line: bool = False) -> str:
    """``s`` as it may be shown: no character that acts on a terminal or hides from a reader is left in it.

    CRLF and CR become newlines, tabs are expanded to columns of four, the rest of C0 becomes control pictures (␛),
    other hostile characters ``‹U+202E›`` marks; the result is in NFC. ``one_line`` turns each newline into a space.
    Square brackets and other printable text stay as they are: widgets must not read them as markup.
    """
    if "\r" in s:
        s = s.replace("\r\n", "\n").replace("\r", "\n")
    # Most text is clean, and searching for a class is ten times faster than translating.
    if _HOSTILE.search(s):
        s = s.translate(_MARKS)
    if one_line:
        s = s.replace("\n", " ")
    return nfc(s.expandtabs(_TAB_WIDTH) if "\t" in s else s)
