"""Rows that are found by their patterns: the obligations of units whose words bear on the answer."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ...tree import EdgeUnit
from ..registry import Entry
from ..source import Source
from .found import MOST_WHERES, Found


def by_words(source: Source, entry: Entry) -> Found | None:
    """The units that ``entry.bears`` on; the caller has looked at the rest of the row."""
    if entry.bears is None:
        return None
    units = [unit for unit in _borne_on(source, entry.bears) if source.owed(unit)]
    if not units:
        return None
    return Found(
        where=tuple(source.where(unit, entry.when) for unit in units[:MOST_WHERES]),
        obligations=tuple(name for unit in units for name in source.owed(unit)),
        names={},
    )


def _borne_on(source: Source, pattern: re.Pattern[str]) -> Iterator[EdgeUnit]:
    """Every unit that holds a part of a match within its step: clauses of one sentence are units of their own."""
    for units, text, starts in source.steps:
        ends = [*starts[1:], len(text)]
        touched: set[int] = set()
        for match in pattern.finditer(text):
            first = bisect_right(starts, match.start()) - 1
            touched.update(range(first, bisect_left(ends, match.end()) + 1))
        yield from (unit for index, unit in enumerate(units) if index in touched)
