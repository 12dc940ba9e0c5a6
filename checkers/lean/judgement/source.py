"""Lean source as tokens: comments, strings and characters out of the way, every offset kept.

This reads no grammar. It serves to find commands and words; what a text means is Lean's to say.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from enum import StrEnum

from ....core.value import value

MAX_CHARACTERS = 200_000
"""Longest source that is looked at, in code points."""

OPENING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⦃": "⦄"}
CLOSING = frozenset(OPENING.values())

_MAX_QUOTED = 200  # characters of a name in «»; a longer one is taken for something else
_NAME_PART = rf"(?:«[^»\n]{{0,{_MAX_QUOTED}}}»|[^\W\d][\w'!?]*)"
NAME = re.compile(rf"{_NAME_PART}(?:\.{_NAME_PART})*")
_TOKEN = re.compile(rf"#\w+!?|{_NAME_PART}(?:\.{_NAME_PART})*|\d[\w.]*|:=|=>|\S")
_CHARACTER = re.compile(r"'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|[^\\'\n])'")
_RAW = re.compile(r"r#*\"")
_STRING_END = re.compile(r"\"|\\")
_COMMENT_EDGE = re.compile(r"/-|-/")
# What Lean takes for letters: all of Greek but λ Π Σ, which are tokens. Of others versions of Lean differ.
_LETTERS = "A-Za-z_α-κμ-ωΑ-ΟΡΤ-Ωϊ-ϻἀ-῾℀-⅏𝒜-𝖟"
_REST = _LETTERS + "0-9'!?₀-₉ₐ-ₜᵢ-ᵪⱼ"
_WORD = re.compile(rf"[{_LETTERS}][{_REST}]*(?:\.[{_LETTERS}][{_REST}]*)*")
_NUMBER = re.compile(r"[0-9][0-9A-Za-z_]*(?:\.[0-9]+)?")
_NO_COMMENT = ("//", "<-", "|-")  # tokens whose last character begins no comment with the next one
_NEXT = re.compile(r"\S")


class Part(StrEnum):
    """What a stretch of text is that holds no code."""

    COMMENT = "comment"
    STRING = "string"
    CHARACTER = "character"


@value
class Token:
    """One token; ``depth`` counts the brackets that are open before it."""

    text: str
    start: int
    end: int
    depth: int


def blank(text: str, *, interpolated: bool = False) -> str:
    """``text`` with comments, characters and strings as blanks; same length, newlines kept.

    ``interpolated``: where a string of it holds a brace, strings stay, because code may stand in them.
    """
    parts = list(_parts(text))
    kept = interpolated and any(part is Part.STRING and "{" in text[start:end] for start, end, part in parts)
    return _without(text, [(start, end) for start, end, part in parts if not (kept and part is Part.STRING)])


def without_comments(text: str) -> str:
    """``text`` with its comments as blanks; same length, newlines kept."""
    return _without(text, [(start, end) for start, end, part in _parts(text) if part is Part.COMMENT])


def tokens(blanked: str) -> Iterator[Token]:
    """The tokens of a text from ``blank``."""
    depth = 0
    for found in _TOKEN.finditer(blanked):
        text = found.group()
        if text in CLOSING:
            depth = max(0, depth - 1)
        yield Token(text=text, start=found.start(), end=found.end(), depth=depth)
        if text in OPENING:
            depth += 1


class Lines:
    """Offsets of a text as Lean counts them: lines from 1, columns in code points from 0."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset."""
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]


def spaces(text: str) -> str:
    """As many blanks as the text has characters; lines stay."""
    return "\n".join(" " * len(line) for line in text.split("\n"))


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end in spans:
        pieces += (text[at:start], spaces(text[start:end]))
        at = end
    return "".join((*pieces, text[at:]))


def _parts(text: str) -> Iterator[tuple[int, int, Part]]:
    """(start, end, what it is) of each comment, string and character. Token by token, much as Lean reads: what begins
    inside of a token begins nothing."""
    at = 0
    while (found := _NEXT.search(text, at)) is not None:
        start = found.start()
        mark = text[start]
        if text.startswith(_NO_COMMENT, start):
            at = start + 2
        elif text.startswith(("--", "/-"), start):
            at = _line_end(text, start) if mark == "-" else _comment_end(text, start)
            yield start, at, Part.COMMENT
        elif mark == '"':
            at = _string_end(text, start + 1)
            yield start, at, Part.STRING
        elif (raw := _RAW.match(text, start)) is not None:
            end = text.find('"' + "#" * (len(raw.group()) - 2), raw.end())
            at = len(text) if end < 0 else end + len(raw.group()) - 1
            yield start, at, Part.STRING
        elif mark == "«":
            end = text.find("»", start, start + _MAX_QUOTED + 2)
            at = start + 1 if end < 0 else end + 1
        elif mark == "'":
            character = _CHARACTER.match(text, start)
            at = start + 1 if character is None else character.end()
            if character is not None:
                yield start, at, Part.CHARACTER
        else:
            word = _WORD.match(text, start) or _NUMBER.match(text, start)
            at = start + 1 if word is None else word.end()


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _comment_end(text: str, start: int) -> int:
    # "/--/" does not end what it begins: Lean reads "/--" and "/-!" as one sign.
    depth, at = 1, start + (3 if text[start + 2 : start + 3] in ("-", "!") else 2)
    while (found := _COMMENT_EDGE.search(text, at)) is not None:
        depth += 1 if found.group() == "/-" else -1
        at = found.end()
        if depth == 0:
            return at
    return len(text)


def _string_end(text: str, at: int) -> int:
    while (found := _STRING_END.search(text, at)) is not None:
        if found.group() == '"':
            return found.end()
        at = found.end() + 1
    return len(text)
