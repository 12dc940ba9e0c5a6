"""The numbers of chapters, sections and subsections, as LaTeX prints them."""

from __future__ import annotations

import re
from bisect import bisect_right

_LEVELS = ("chapter", "section", "subsection", "subsubsection")
_COMMAND = re.compile(r"\\(?:(chapter|(?:sub){0,2}section)(?=[ \t]*[{\[])|(appendix)(?![A-Za-z]))")
_HEADINGS = re.compile(
    r"(?:\s*\\(?:chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?[ \t]*(?:\[[^\[\]]{0,200}\])?[ \t]*"
    r"\{(?:[^{}]|\{[^{}]{0,200}\}){0,300}\}(?:\s*\\label[ \t]*\{[^{}]{1,100}\})?)+\s*"
)


class Sections:
    """Where numbered sectioning commands stand in a text, and the counters after each of them."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._counters: list[tuple[str, ...]] = [("0",) * len(_LEVELS)]
        counts = [0] * len(_LEVELS)
        self._top = 0 if re.search(r"\\chapter(?=[ \t]*[{\[])", text) else 1
        letters = False
        for match in _COMMAND.finditer(text):
            if match.group(2):
                letters, counts = True, [0] * len(_LEVELS)
            else:
                level = _LEVELS.index(match.group(1))
                counts[level:] = [counts[level] + 1, *[0] * (len(_LEVELS) - level - 1)]
            printed = [str(count) for count in counts]
            if letters and 0 < counts[self._top] <= 26:
                printed[self._top] = chr(ord("A") + counts[self._top] - 1)
            self._starts.append(match.start())
            self._counters.append(tuple(printed))

    def number(self, position: int, within: str) -> str | None:
        """The printed number of the chapter, section or subsection at ``position``; None for any other counter."""
        if within not in _LEVELS:
            return None
        counters = self._counters[bisect_right(self._starts, position)]
        return ".".join(counters[self._top : _LEVELS.index(within) + 1]) or None


def past_headings(text: str, start: int, end: int) -> int:
    """Where the words of a paragraph begin, behind sectioning commands that stand right before them."""
    match = _HEADINGS.match(text, start, end)
    return match.end() if match and match.end() < end else start
