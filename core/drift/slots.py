"""Rows of the comparison for people and for the audit: what the text says, what the statement says, how they stand."""

from __future__ import annotations

from ..faithfulness.slots import Side, SlotStatus
from ..value import value


@value
class DriftRow:
    """One line. ``source`` and ``formal``: the words of each side, "" where it has none; ``status`` None is unknown.

    ``kind``: the lint or the kind of slot, as "type", "premise", "strictness-drift".
    """

    side: Side
    kind: str
    source: str
    formal: str
    status: SlotStatus | None
    reason: str
