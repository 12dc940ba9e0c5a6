"""Drift: what an informal statement says beside what a Lean statement makes of it, without a model (METHOD 5).

Both sides are read into one small term language (``expr``, ``claim``). What can be read exactly is matched exactly
(``exact``, ``difference``); words are compared with names and signs (``kinds``). A finding rejects only where both
sides were read as a whole and one exact difference parts them; everything else ranks and explains. What is not read
is unknown, never clean.
"""

from __future__ import annotations

from ..faithfulness.findings import LintFinding
from ..formal.ast import Statement
from .compare import findings_of, read_pair
from .rows import rows_of
from .slots import DriftRow

__all__ = ["DriftRow", "drift_findings", "slot_table"]


def drift_findings(informal: str, statement: Statement) -> tuple[LintFinding, ...]:
    """How ``statement`` departs from the informal text, those findings first that reject. Never raises on text."""
    return findings_of(read_pair(informal, statement))


def slot_table(informal: str, statement: Statement) -> tuple[DriftRow, ...]:
    """Source beside formal, with what became of each: variables, premises, conclusions, and the findings on words."""
    return rows_of(read_pair(informal, statement))
