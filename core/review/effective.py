"""An audit as the events of its review leave it, for those who read it as a whole."""

from __future__ import annotations

from dataclasses import replace

from ..audit import Audit
from ..evidence import StatementId
from .overlay import UNTOUCHED
from .state import ReviewState


def effective(audit: Audit) -> Audit:
    """``audit`` with its machine part as the events leave it.

    The result is no audit file: its review was of another machine part.
    """
    if not audit.review.events:
        return audit
    state = ReviewState(audit, reviewer="")
    index = state.index
    laid = [over for unit in audit.tree.units if (over := index.laid(unit.id)) != UNTOUCHED]
    conventions = replace(audit.conventions, found=index.asked.conventions, evidence=index.asked.answers())
    if not laid:
        return replace(audit, conventions=conventions)
    written = [statement for over in laid for found in over.statements.values() for statement in found]
    statements = (*audit.statements, *written)
    named: dict[StatementId, None] = dict.fromkeys(statement.id for statement in statements)
    return replace(
        audit,
        statements=statements,
        reports=(*audit.reports, *(report for over in laid for report in over.reports.values())),
        evidence=tuple(item for name in named for item in index.evidence(name)),
        conventions=conventions,
    )
