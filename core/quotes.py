"""Where a quotation stands in a text: exact positions for words that somebody else copied.

Blanks may differ, and what a typesetter or a word processor changes by itself: the kind of quotation marks, dashes and
ligatures, composed or decomposed accents, italic letters of mathematics, characters that nobody sees. Nothing else may:
a superscript is no digit, and a blackboard letter is no plain one.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from typing import NamedTuple

_SAME = {
    **dict.fromkeys("‘’‚‛′`´", "'"),
    **dict.fromkeys("“”„‟«»″", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    "…": "...",
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ℎ": "h",
    "⋅": "·",
    "∙": "·",
}
# Mathematical italic letters, as a PDF's text has them: 𝐴–𝑧 and 𝛢–𝜔 are letters of another fount.
_ITALIC_LATIN = range(0x1D434, 0x1D468)
_ITALIC_GREEK = range(0x1D6E2, 0x1D71C)
_UNSEEN = ("Cf", "Cc", "Zs", "Zl", "Zp")


class Quote(NamedTuple):
    """A quotation by its exact words, or by its first and last ones; then ``text`` is ""."""

    text: str = ""
    first: str = ""
    last: str = ""


class Found(NamedTuple):
    """The code points ``[start, end)`` of a text that a quotation quotes."""

    start: int
    end: int


class QuotedText:
    """A text in which quotations are looked up, one after the other. Making it is linear in its length, and so is each
    look-up."""

    def __init__(self, text: str) -> None:
        pieces: list[str] = []
        self._origins: list[int] = []
        for index, character in enumerate(text):
            piece = _plain(character)
            if piece:
                pieces.append(piece)
                self._origins.extend([index] * len(piece))
        self._plain = "".join(pieces)

    def find(self, quote: Quote, after: int = 0) -> Found | None:
        """The first place at or after code point ``after``; None where it does not stand there.

        With ``first`` and ``last`` it ends with the first ``last`` that ends no earlier than ``first`` does: a short
        quotation may give the same words twice.
        """
        begin = self._place(after)
        if quote.text or not quote.first:
            return self._exact(quote.text, begin)
        first, last = plain(quote.first), plain(quote.last)
        start = self._plain.find(first, begin) if first else -1
        if start < 0:
            return None
        if not last:
            return self._at(start, start + len(first))
        end = self._plain.find(last, max(start, start + len(first) - len(last)))
        return None if end < 0 else self._at(start, end + len(last))

    def _exact(self, words: str, begin: int) -> Found | None:
        wanted = plain(words)
        start = self._plain.find(wanted, begin) if wanted else -1
        return None if start < 0 else self._at(start, start + len(wanted))

    def _place(self, index: int) -> int:
        """The first place of the plain text that stands for a character at or after ``index``."""
        return bisect_right(self._origins, index - 1)

    def _at(self, start: int, end: int) -> Found:
        return Found(self._origins[start], self._origins[end - 1] + 1)


def plain(text: str) -> str:
    """``text`` as quotations are compared: without blanks and with one form of what typesetting changes."""
    return "".join(map(_plain, text))


def _plain(character: str) -> str:
    same = _SAME.get(character)
    if same is not None:
        return same
    if character.isascii():
        return "" if character.isspace() or not character.isprintable() else character
    point = ord(character)
    if point in _ITALIC_LATIN or point in _ITALIC_GREEK:
        return unicodedata.normalize("NFKC", character)
    if character.isspace() or unicodedata.category(character) in _UNSEEN:
        return ""
    return unicodedata.normalize("NFD", character)
