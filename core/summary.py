"""The audit in one object for programs (``audit --json``, ``show --json``): verdict, steps, flaws, counts.

Others script against these names (ARCHITECTURE "Command line"); names are only ever added.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from .audit import BUDGET, STOPPED, Audit
from .calls import CallOutcome
from .conventions.convention import Convention, Standing
from .evidence import Language, Outcome
from .fusion import CONVENTION
from .review.effective import effective
from .verdict import Status, Verdict

BUDGET_EXIT, ENDPOINT_EXIT = 3, 4
EXIT_CODES = {Status.CORRECT: 0, Status.FLAWED: 1, Status.UNCERTAIN: 3, Status.NOT_CHECKED: 3}


def exit_code(audit: Audit) -> int:
    """The process's exit status for an audit: its verdict's; of a run that ended early, without an error found, that of
    what stopped it."""
    kinds = {finding.kind for finding in audit.findings}
    if audit.verdict.status is not Status.FLAWED:
        if STOPPED in kinds:
            return ENDPOINT_EXIT
        if BUDGET in kinds:
            return BUDGET_EXIT
    return EXIT_CODES[audit.verdict.status]


def summary(audit: Audit) -> dict[str, Any]:
    """``audit`` as plain objects: the verdict with people's decisions in it, and the machine's beside it.

    Statements and answers are counted as the events of the review leave them.
    """
    audit = effective(audit)
    statuses = Counter(unit.status for unit in audit.verdict.units)
    outcomes = Counter(item.says for item in audit.evidence)
    labels = {step.id: step.label for step in audit.proof.steps}
    return {
        "schema": audit.schema,
        "proof": audit.proof.title,
        "verdict": {**verdict_summary(audit.verdict), "machine": _machine(audit.verdict)},
        "steps": [
            {"id": step.id, "label": labels[step.id], "status": step.status, "reason": step.reason}
            for step in audit.verdict.steps
        ],
        "flaws": _flaws(audit),
        "counts": {
            "steps": len(audit.verdict.steps),
            "units": len(audit.tree.units),
            "obligations": len(audit.obligations),
            "statements": len(audit.statements),
            **{str(outcome): outcomes[outcome] for outcome in Outcome},
            **{f"units_{status}": statuses[status] for status in Status},
            "events": len(audit.review.events),
            "findings": len(audit.findings),
        },
        "conventions": _conventions(audit),
        "models": _models(audit),
        "findings": [
            {"kind": finding.kind, "about": finding.about, "message": finding.message} for finding in audit.findings
        ],
    }


def verdict_summary(verdict: Verdict) -> dict[str, Any]:
    """The whole verdict without its per-unit parts."""
    return {
        "status": verdict.status,
        "first_error": verdict.first_error,
        "first_error_unit": verdict.first_error_unit,
        "risky_step": verdict.risky_step,
        "uncertain_before": list(verdict.uncertain_before),
        "claim": verdict.claim,
        "rests_on": list(verdict.rests_on),
        "reason": verdict.reason,
    }


def outcomes_of(audit: Audit, language: Language) -> Counter[Outcome]:
    """How many answers on statements of one language say what of them."""
    shown = effective(audit)
    of_language = {statement.id for statement in shown.statements if statement.language is language}
    return Counter(item.says for item in shown.evidence if item.statement_id in of_language)


def flaws(audit: Audit) -> list[dict[str, Any]]:
    """Every flawed unit in source order with why, its words, and the refuted claims that count."""
    return _flaws(effective(audit))


def _flaws(audit: Audit) -> list[dict[str, Any]]:
    report_of = {report.statement_id: report for report in audit.reports}
    text_of = {statement.id: statement for statement in audit.statements}
    unit_of = {obligation.id: obligation.unit_id for obligation in audit.obligations}
    refuted: dict[str, list[dict[str, Any]]] = {}
    for item in audit.evidence:
        report = report_of.get(item.statement_id)
        if item.says is Outcome.REFUTED and report is not None and report.counts(item):
            statement = text_of[item.statement_id]
            refuted.setdefault(unit_of[statement.obligation_id], []).append(
                {
                    "claim": statement.text,
                    "language": statement.language,
                    "reading": item.reading,
                    "false_links": [link.claim for link in item.links if link.outcome is Outcome.REFUTED],
                    "premises": list(statement.premises),
                    "strength": item.strength,
                }
            )
    found: list[dict[str, Any]] = []
    for verdict in audit.verdict.units:
        if verdict.status is Status.FLAWED:
            unit = audit.tree.unit_by_id[verdict.unit_id]
            found.append(
                {
                    "unit": unit.id,
                    "step": unit.step,
                    "line": unit.span.line,
                    "reason": verdict.reason,
                    "text": unit.text,
                    "rests_on": list(verdict.rests_on),
                    "severity": verdict.severity,
                    "load_bearing": verdict.load_bearing,
                    "refuted": refuted.get(unit.id, []),
                }
            )
    return found


def _models(audit: Audit) -> dict[str, Any] | None:
    """What models were asked and said; None where none was."""
    calls = audit.provenance.calls
    if not calls and audit.settings.models is None:
        return None
    last = audit.advice.synthesis
    reviews = audit.advice.reviews
    return {
        "asked": sorted({call.model for call in calls}),
        "base_url": audit.settings.models.base_url if audit.settings.models is not None else None,
        "calls": len(calls),
        "unanswered": sum(1 for call in calls if call.outcome is not CallOutcome.ANSWERED),
        "prompt_tokens": sum(call.prompt_tokens or 0 for call in calls),
        "completion_tokens": sum(call.completion_tokens or 0 for call in calls),
        "uncounted": sum(1 for call in calls if call.completion_tokens is None),
        "reviewed": [review.unit_id for review in reviews],
        "candidates": list(audit.advice.candidates),
        "sampled": list(audit.advice.sampled),
        "last_word": {"risky_step": last.risky_step, "reason": last.reason, "by": last.by} if last else None,
        "stopped": next((finding.message for finding in audit.findings if finding.kind in (STOPPED, BUDGET)), None),
    }


def _conventions(audit: Audit) -> list[dict[str, Any]]:
    """Every question about the text, the open ones first."""
    owner = {obligation.id: obligation.unit_id for obligation in audit.obligations}
    found = sorted(audit.conventions.found, key=lambda one: one.standing is not Standing.OPEN)
    return [
        {
            "id": one.id,
            "question": one.question,
            "standing": one.standing,
            "reading": one.settlement.reading if one.settlement is not None else None,
            "by": one.settlement.by if one.settlement is not None else None,
            "affected": list(dict.fromkeys(owner[name] for name in one.dependents)),
            "can_change_verdict": can_change_verdict(audit, one),
        }
        for one in found
    ]


def can_change_verdict(audit: Audit, convention: Convention) -> bool:
    """Whether the verdict hangs on a convention: an open one, unless a flaw stands without it; a settled one where the
    verdict rests on the answer."""
    if convention.standing is Standing.OPEN:
        return bool(convention.dependents) and audit.verdict.status is not Status.FLAWED
    return any(basis.startswith(f"{CONVENTION}{convention.id} = ") for basis in audit.verdict.rests_on)


def _machine(verdict: Verdict) -> dict[str, Any] | None:
    return verdict_summary(verdict.machine) if verdict.machine is not None else None
