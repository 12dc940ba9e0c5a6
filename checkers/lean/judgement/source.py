"""Lean source as tokens: comments, strings and characters out of the way, every offset kept.

This reads no grammar. It serves to find commands and words; what a text means is Lean's to say.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator

from ....core.value import value

MAX_CHARACTERS = 200_000
"""Longest source that is looked at, in code points."""

OPENING = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⦃": "⦄"}
CLOSING = frozenset(OPENING.values())

_MAX_QUOTED = 200  # characters of a name in «»; a longer one is taken for something else
_NAME_PART = rf"(?:«[^»\n]{{0,{_MAX_QUOTED}}}»|[^\W\d][\w'!?]*)"
NAME = re.compile(rf"{_NAME_PART}(?:\.{_NAME_PART})*")
_TOKEN = re.compile(rf"#\w+!?|{_NAME_PART}(?:\.{_NAME_PART})*|\d[\w.]*|:=|=>|\S")
_SPECIAL = re.compile(r"/-|--|r#*\"|\"|'|«")
_CHARACTER = re.compile(r"'(?:\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)|[^\\'\n])'")
_STRING_END = re.compile(r"\"|\\")
_COMMENT_EDGE = re.compile(r"/-|-/")


@value
class Token:
    """One token; ``depth`` counts the brackets that are open before it."""

    text: str
    start: int
    end: int
    depth: int


def blank(text: str) -> str:
    """``text`` with comments and characters as blanks, and strings too; same length, newlines kept.

    Where a string may be interpolated (it holds a brace), strings stay: code may stand in them.
    """
    pieces: list[str] = []
    at = 0
    strings = not _may_interpolate(text)
    for start, end, is_string in _skipped(text):
        pieces.append(text[at:start])
        pieces.append(_spaces(text[start:end]) if strings or not is_string else text[start:end])
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


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


def _spaces(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))


def _may_interpolate(text: str) -> bool:
    return any("{" in text[start:end] for start, end, is_string in _skipped(text) if is_string)


def _skipped(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, is a string) of each comment, string and character."""
    at = 0
    while (found := _SPECIAL.search(text, at)) is not None:
        start, mark = found.start(), found.group()
        if mark == "--":
            end = text.find("\n", start)
            at = len(text) if end < 0 else end
            yield start, at, False
        elif mark == "/-":
            at = _comment_end(text, start)
            yield start, at, False
        elif mark == '"':
            at = _string_end(text, start + 1)
            yield start, at, True
        elif mark == "«":
            end = text.find("»", start, start + _MAX_QUOTED + 2)
            at = start + 1 if end < 0 else end + 1
        elif mark == "'":
            character = None if start and _in_name(text[start - 1]) else _CHARACTER.match(text, start)
            at = start + 1 if character is None else character.end()
            if character is not None:
                yield start, at, False
        elif start and _in_name(text[start - 1]):  # a name that ends in r, before a string
            at = found.end() - 1
        else:
            end = text.find('"' + "#" * (len(mark) - 2), found.end())
            at = len(text) if end < 0 else end + len(mark) - 1
            yield start, at, True


def _in_name(character: str) -> bool:
    return character.isalnum() or character in "_'!?»"


def _comment_end(text: str, start: int) -> int:
    depth, at = 0, start
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
