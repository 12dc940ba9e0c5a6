"""The registry: one row per convention that texts leave open, by field. A new one is a row in the table of its field.

A row whose ``detector`` is "words" is found by its patterns alone; the others name a function of ``detectors`` that
looks at formulas and values too.
"""

from __future__ import annotations

from .algebra import ALGEBRA
from .analysis import ANALYSIS
from .combinatorics import COMBINATORICS
from .entry import Entry, Settles
from .geometry import GEOMETRY
from .numbers import NUMBERS

__all__ = ["BY_ID", "REGISTRY", "Entry", "Settles"]

REGISTRY: tuple[Entry, ...] = (*NUMBERS, *ALGEBRA, *ANALYSIS, *COMBINATORICS, *GEOMETRY)
BY_ID: dict[str, Entry] = {entry.id: entry for entry in REGISTRY}
