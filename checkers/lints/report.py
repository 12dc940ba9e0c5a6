"""One report per statement: all lints, most reliable findings first."""

from __future__ import annotations

from ...core.faithfulness.findings import LintFinding, LintReport
from ...core.formal import Statement
from .registry import LINTS


def lint_read(statement: Statement) -> LintReport:
    """The report on a statement that is read already."""
    findings = [finding for lint in LINTS for finding in lint(statement)]
    return LintReport(findings=ranked(findings), unknown=(), parsed=True)


def ranked(findings: list[LintFinding]) -> tuple[LintFinding, ...]:
    """Each finding once, rejecting ones first, then by tier, else in the order found."""
    once = dict.fromkeys(findings)
    return tuple(sorted(once, key=lambda found: (not found.rejects, -found.tier.rank)))
