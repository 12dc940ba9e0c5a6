"""How a row of the registry that is not found by words alone is found: a function per row, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..registry import Entry
from ..source import Source
from .counting import between
from .doubts import logarithms, rounding
from .found import Found
from .integers import domain, naturals
from .quotients import division
from .roots import roots
from .wording import by_words

__all__ = ["DETECTORS", "Found"]

Detector: TypeAlias = Callable[[Source, Entry], Found | None]

DETECTORS: dict[str, Detector] = {
    "words": by_words,
    "naturals": naturals,
    "domain": domain,
    "roots": roots,
    "logarithms": logarithms,
    "between": between,
    "division": division,
    "rounding": rounding,
}
