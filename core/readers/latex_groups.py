"""The arguments of LaTeX commands: balanced braces and what stands in brackets."""

from __future__ import annotations

import re
from functools import cached_property

_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|[\s\S])|[{}]")
_BRACE = re.compile(r"[{}]")
# Most arguments are short and hold no more than one group in a group.
_SHORT = re.compile(r"\{(?:[^{}\\]|\\[\s\S]|\{[^{}\\]{0,60}\}){0,200}\}")
_OPTION = re.compile(r"\[((?:[^{}\]\\]|\\[\s\S]|\{(?:[^{}\\]|\\[\s\S]|\{(?:[^{}\\]|\\[\s\S])*\})*\})*)\]")
_LONGEST_OPTION = 300
_BLANKS = re.compile(r"[ \t]*(?:\r\n|\r|\n)?[ \t]*")


class Groups:
    """The balanced braces of a text. Those of long groups are found once, so that nesting costs nothing."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _close(self) -> dict[int, int]:
        close: dict[int, int] = {}
        stack: list[int] = []
        text = self.text
        for match in _BRACE.finditer(text):
            place = match.start()
            if place and text[place - 1] == "\\" and _is_escaped(text, place):
                continue
            if text[place] == "{":
                stack.append(place)
            elif stack:
                close[stack.pop()] = place
        return close

    def argument(self, position: int) -> tuple[str, int] | None:
        """The argument at ``position`` and where it ends: a group without its braces, a command or one character."""
        if not self.text.startswith("{", position):
            blanks = _BLANKS.match(self.text, position)
            position = blanks.end() if blanks else position
            if position >= len(self.text) or self.text[position] in "}\r\n":
                return None
        if self.text[position] == "{":
            close = self._closing(position)
            return (self.text[position + 1 : close], close + 1) if close is not None else None
        token = _TOKEN.match(self.text, position)
        end = token.end() if token else position + 1
        return self.text[position:end], end

    def _closing(self, position: int) -> int | None:
        """Where the group that opens at ``position`` closes."""
        short = _SHORT.match(self.text, position)
        return short.end() - 1 if short else self._close.get(position)

    def option(self, position: int) -> tuple[str, int] | None:
        """The ``[…]`` at ``position``, at most 300 characters long, and where it ends."""
        if not self.text.startswith("[", position):
            blanks = _BLANKS.match(self.text, position)
            position = blanks.end() if blanks else position
            if not self.text.startswith("[", position):
                return None
        found = _OPTION.match(self.text, position, position + _LONGEST_OPTION)
        return (found.group(1), found.end()) if found else None


def _is_escaped(text: str, position: int) -> bool:
    """Whether an odd number of backslashes stands before ``position``."""
    first = position
    while first and text[first - 1] == "\\":
        first -= 1
    return (position - first) % 2 == 1
