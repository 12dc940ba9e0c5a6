"""Risk per unit, candidates, and the audit window (wang2026faithsieve 3.2, B.3)."""

from __future__ import annotations

from .tree import UnitId
from .value import value


@value
class Risk:
    """One cheap judgement of a unit. ``risk`` is an integer 0-100, a heuristic and nobody's calibrated probability;
    ``signals`` the stated reasons, strongest first; ``error_type`` a prior guess or ""."""

    unit_id: UnitId
    risk: int
    signals: tuple[str, ...]
    reason: str
    error_type: str = ""
    should_formalize: bool = False


@value
class Window:
    """The audit window: the earliest candidate over the threshold and up to six units before it, source order."""

    candidate: UnitId | None
    units: tuple[UnitId, ...]
