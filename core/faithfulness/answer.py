"""What ``faith`` answers about a pair of prose and statement: one status, and the findings as JSON values."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from .findings import Action, LintFinding, LintReport


class FaithStatus(StrEnum):
    """The answer in one word. Lints reject or rank and never certify: FAITHFUL takes slot judgements."""

    REJECTED = "rejected"
    NEEDS_REVIEW = "needs_review"
    NO_DEFECT_FOUND = "no_defect_found"
    FAITHFUL = "faithful"


def lint_status(report: LintReport) -> FaithStatus:
    """The status that lints alone allow: rejected by a witness or an exact contradiction; review where something was
    flagged or part of the statement could not be read; else no defect found."""
    if report.rejecting:
        return FaithStatus.REJECTED
    if not report.parsed or any(finding.action is not Action.NOTE for finding in report.findings):
        return FaithStatus.NEEDS_REVIEW
    return FaithStatus.NO_DEFECT_FOUND


def answer(report: LintReport, *, score: str | None = None) -> dict[str, Any]:
    """The JSON object of the command: status, score (None without slot judgements), findings, unknown."""
    return {
        "status": lint_status(report),
        "score": score,
        "findings": [_finding(finding) for finding in report.findings],
        "unknown": list(report.unknown),
    }


def _finding(finding: LintFinding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "tier": finding.tier,
        "kind": finding.drift,
        "action": finding.action,
        "witness": dict(finding.witness),
        "where": finding.where,
        "start": finding.start,
        "end": finding.end,
        "why": finding.why,
    }
