"""Text that was made from other text: where each part of it came from."""

from __future__ import annotations

from bisect import bisect_right


class Mapped:
    """A text built from parts, each either copied from a position of the source or put in place of one there."""

    def __init__(self, text: str, starts: list[int], origins: list[int], copied: list[bool]) -> None:
        self.text = text
        self._starts = starts
        self._origins = origins
        self._copied = copied

    def origin(self, position: int) -> int:
        """Where in the source the character at ``position`` came from, or what it replaced stood."""
        if not self._starts:
            return position
        part = bisect_right(self._starts, position) - 1
        return self._origins[part] + (position - self._starts[part] if self._copied[part] else 0)

    def forward(self, position: int) -> int:
        """Where the source's character at ``position`` went, or the place where it was taken out."""
        if not self._starts:
            return position
        part = max(0, bisect_right(self._origins, position) - 1)
        end = self._starts[part + 1] if part + 1 < len(self._starts) else len(self.text)
        moved = self._starts[part] + (max(0, position - self._origins[part]) if self._copied[part] else 0)
        return min(moved, end)


class Builder:
    """Collects the parts of a :class:`Mapped` text in order."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._copied: list[bool] = []
        self.length = 0

    def copy(self, text: str, start: int, end: int) -> None:
        """Append ``text[start:end]`` of the source as it is."""
        if start < end:
            self._add(text[start:end], start, copied=True)

    def put(self, text: str, origin: int) -> None:
        """Append ``text`` in place of what stood at ``origin``."""
        if text:
            self._add(text, origin, copied=False)

    def built(self) -> Mapped:
        return Mapped("".join(self._parts), self._starts, self._origins, self._copied)

    def _add(self, text: str, origin: int, *, copied: bool) -> None:
        self._parts.append(text)
        self._starts.append(self.length)
        self._origins.append(origin)
        self._copied.append(copied)
        self.length += len(text)
