"""“Between a and b”: asked only where one of the ends is itself of the kind that is counted."""

from __future__ import annotations

import math
import re

from ..registry import Entry
from ..source import Source
from .found import MOST_WHERES, Found

_COUNTED = re.compile(
    r"(?:how many|number of|count\w*|sum of|there are|there is)\b[^.]{0,60}?"
    r"\b(?P<kind>integers?|whole numbers|numbers?|primes?(?: numbers?)?|(?:perfect )?squares?"
    r"|multiples? of ⟨?(?P<of>\d{1,9})⟩?)"
    r" (?:that are |lying |strictly )?between ⟨?(?P<low>\d{1,9})⟩? and ⟨?(?P<high>\d{1,9})(?![\d.,]?\d)",
    re.IGNORECASE,
)


def between(source: Source, entry: Entry) -> Found | None:
    """Units that count or add what stands between two numbers, where an end is of that kind."""
    names = {
        name for name, text in source.pieces if name and any(_end_counts(match) for match in _COUNTED.finditer(text))
    }
    units = [unit for unit in source.units if unit.id in names and source.owed(unit)]
    if not units:
        return None
    return Found(
        where=tuple(source.where(unit, entry.when) for unit in units[:MOST_WHERES]),
        obligations=tuple(name for unit in units for name in source.owed(unit)),
        names={},
    )


def _end_counts(match: re.Match[str]) -> bool:
    ends = (int(match["low"]), int(match["high"]))
    kind = match["kind"].lower()
    if kind.startswith("multiple"):
        modulus = int(match["of"])
        return modulus > 0 and any(end % modulus == 0 for end in ends)
    if kind.startswith("prime"):
        return any(_is_prime(end) for end in ends)
    if "square" in kind:
        return any(math.isqrt(end) ** 2 == end for end in ends)
    return True


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))
