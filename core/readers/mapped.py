"""Text that was made from other text: where each part of it came from."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class Mapped:
    """A text built from parts, each either copied from a position of the source or put in place of one there.

    ``starts`` are the parts' places in the text, ``origins`` those in the source, as ``~origin`` for what was put.
    """

    def __init__(self, text: str, starts: list[int], origins: list[int]) -> None:
        self.text = text
        self._starts = starts
        self._origins = origins

    def origins(self, positions: Iterable[int]) -> list[int]:
        """Where in the source the characters at ``positions``, in ascending order, came from, or what they replaced
        stood; one pass."""
        starts, origins = self._starts, self._origins
        if not starts:
            return list(positions)
        found: list[int] = []
        part, last = 0, len(starts) - 1
        for position in positions:
            while part < last and starts[part + 1] <= position:
                part += 1
            origin = origins[part]
            found.append(~origin if origin < 0 else origin + position - starts[part])
        return found

    def forward(self, position: int) -> int:
        """Where the source's character at ``position`` went, or the place where it was taken out."""
        if not self._starts:
            return position
        part = max(0, bisect_right(self._origins, position, key=_unsigned) - 1)
        end = self._starts[part + 1] if part + 1 < len(self._starts) else len(self.text)
        origin = self._origins[part]
        moved = self._starts[part] + (0 if origin < 0 else max(0, position - origin))
        return min(moved, end)


def _unsigned(origin: int) -> int:
    return ~origin if origin < 0 else origin


class Builder:
    """Collects the parts of a :class:`Mapped` text in order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self.length = 0

    def copy(self, text: str, start: int, end: int) -> None:
        """Append ``text[start:end]`` of the source as it is."""
        self.replace(text, start, end, "")

    def replace(self, text: str, start: int, end: int, replacement: str) -> None:
        """Append ``text[start:end]`` of the source as it is, and ``replacement`` for what stands behind it."""
        if start < end:
            self._parts.append(text[start:end])
            self._starts.append(self.length)
            self._origins.append(start)
            self.length += end - start
        if replacement:
            self._parts.append(replacement)
            self._starts.append(self.length)
            self._origins.append(~end)
            self.length += len(replacement)

    def built(self) -> Mapped:
        return Mapped("".join(self._parts), self._starts, self._origins)
