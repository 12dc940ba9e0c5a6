"""The gate itself: from what lints, judges and polarity say of a statement to its report (METHOD 5).

The order of the evidence is counterexample > deterministic > two judges agree > one judge. A finding that rejects turns
a statement down whatever judges say of it; nothing that lints do not find makes it faithful. Without judgements of its
slots a statement counts for nothing.

A counterexample is a finding of another kind: the statement is false, so either it drifted or the obligation is false.
It turns the statement down unless two judges, or a person, find every slot kept and a refutation would count; then only
a refutation counts (METHOD 7, r1 and r2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..evidence import Branch, Outcome, Statement, StatementId
from ..value import value
from .admission import DEFAULT_GATE, Admission, Faithful, Gate, admit, agreeing, threshold
from .drifts import added_assumptions, drifts_of, missing_assumptions
from .error_rates import known_error_rates
from .findings import Action, Drift, LintFinding, LintReport, Tier
from .polarity import Relation, Ruling, ruling
from .relating import parts_of
from .report import TRANSCRIBED, Judge, JudgeKind, Report
from .score import FORMULA, Score, Unscored, decimal_text, score
from .slots import Comparison


@value
class Remarks:
    """What judges say beyond slots: categories of drift, assumptions that are missing or added, inputs that the formal
    text covers and the prose does not, a text that would say the same."""

    drift: tuple[Drift, ...] = ()
    missing_assumptions: tuple[str, ...] = ()
    added_assumptions: tuple[str, ...] = ()
    overgeneralisations: tuple[str, ...] = ()
    suggested_revision: str = ""


NO_REMARKS = Remarks()
FALSE_AS_STATED = frozenset(("false-as-stated", "false-at-boundary"))
"""The lints that found a point at which the hypotheses hold and the goal is false."""


def report_for(
    statement: Statement,
    lints: LintReport,
    *,
    comparison: Comparison | None = None,
    relation: Relation | None = None,
    judges: Sequence[Judge] = (),
    remarks: Remarks = NO_REMARKS,
    gate: Gate = DEFAULT_GATE,
) -> Report:
    """The report of a statement that was not transcribed.

    ``lints`` found something or nothing; ``comparison`` holds slot judgements, if anybody gave any; ``relation`` says
    how the statement stands to the whole obligation with all of Γ in scope, without which no refutation counts;
    ``remarks`` add to what follows from the slots. Raises ValueError for a gate whose thresholds are none.
    """
    unknown = lints.unknown
    if not lints.parsed and not unknown:
        unknown = ("the statement could not be read",)
    return _report(statement.id, lints.findings, unknown, comparison, relation, tuple(judges), remarks, gate)


def report_fault(report: Report, gate: Gate) -> str | None:
    """Why a recorded report does not follow from what it records, as "field: what is wrong"; None where it does.

    Scores and what counts are worked out again from the judgements, never believed.
    """
    if report.basis == TRANSCRIBED:
        if report.status is not Faithful.FAITHFUL or report.comparison is not None or report.score is not None:
            return "basis: a transcribed claim is faithful by construction and has no score"
        return None
    again = _report(
        report.statement_id,
        report.findings,
        report.unknown,
        report.comparison,
        report.relation,
        report.judges,
        _remarks_in(report),
        gate,
    )
    for field in _FOLLOWING:
        found, expected = getattr(report, field), getattr(again, field)
        if found != expected:
            return f"{field}: {str(found)[:60]} does not follow from the judgements, which give {expected}"
    return None


_FOLLOWING = (
    "status",
    "score",
    "s_prem",
    "s_conc",
    "s_hol",
    "formula",
    "ill_formed",
    "passed_counts",
    "refuted_counts",
    "tier",
    "basis",
)


@value
class _Judged:
    """What the slot judgements amount to, lints aside."""

    status: Faithful
    why: str
    reasons: tuple[str, ...] = ()
    scored: Score | None = None
    ill_formed: bool = False


def _report(
    statement_id: StatementId,
    findings: tuple[LintFinding, ...],
    unknown: tuple[str, ...],
    comparison: Comparison | None,
    relation: Relation | None,
    judges: tuple[Judge, ...],
    remarks: Remarks,
    gate: Gate,
) -> Report:
    gate.check()
    judged = _judged(comparison, findings, unknown, gate)
    scored = judged.scored
    compared = comparison if scored else None  # judgements that give no score give nothing else either
    slot = threshold(gate.slot)
    passed, refuted = _polarity(compared, relation)
    rejecting = LintReport(findings=findings, unknown=(), parsed=True).rejecting
    status, why, reasons = judged.status, judged.why, judged.reasons
    is_false = _is_false(rejecting, compared, judged.status, judges, gate) and refuted.counts
    if is_false:
        passed = Ruling(counts=False, why=f"the statement is false: {rejecting[0].why}")
        why = f"{why}; it is false, and says what the obligation says: {rejecting[0].why}"
    elif rejecting:
        reasons = (*(f"{item.id}: {item.why}" for item in rejecting), *reasons)
        status, why = Faithful.UNFAITHFUL, reasons[0]
    elif status is Faithful.FAITHFUL and not (passed.counts or refuted.counts):
        reasons = (f"neither outcome would say anything of the obligation: {passed.why}; {refuted.why}",)
        status, why = Faithful.REPAIRABLE_DRIFT, reasons[0]
    drifts = {*remarks.drift, *drifts_of(compared, findings, slot)}
    tier = _tier(() if is_false else rejecting, compared, judged.status, gate)
    admitted = status is Faithful.FAITHFUL
    tiers = {item.tier for item in findings if item.action is not Action.NOTE} | ({tier} if tier is not None else set())
    return Report(
        statement_id=statement_id,
        status=status,
        basis=_BASIS[tier],
        passed_counts=admitted and passed.counts,
        refuted_counts=admitted and refuted.counts,
        why=why + (_in_part(passed, refuted) if admitted else ""),
        score=scored.text if scored else None,
        s_prem=decimal_text(scored.prem) if scored else None,
        s_conc=decimal_text(scored.conc) if scored else None,
        s_hol=decimal_text(scored.hol) if scored else None,
        formula=FORMULA if scored else "",
        ill_formed=judged.ill_formed,
        reasons=reasons,
        why_passed=passed.why,
        why_refuted=refuted.why,
        tier=tier,
        comparison=comparison,
        relation=relation,
        findings=findings,
        unknown=unknown,
        judges=judges,
        drift=tuple(drift for drift in Drift if drift in drifts),
        missing_assumptions=_together(missing_assumptions(compared) if compared else (), remarks.missing_assumptions),
        added_assumptions=_together(added_assumptions(compared, slot) if compared else (), remarks.added_assumptions),
        overgeneralisations=remarks.overgeneralisations,
        suggested_revision=remarks.suggested_revision,
        error_rates=known_error_rates(tiers),
    )


def _is_false(
    rejecting: Sequence[LintFinding],
    comparison: Comparison | None,
    status: Faithful,
    judges: Sequence[Judge],
    gate: Gate,
) -> bool:
    """Whether all that speaks against the statement is that it is false, and two judges or a person say it is kept."""
    if comparison is None or status is not Faithful.FAITHFUL or not rejecting:
        return False
    if any(item.id not in FALSE_AS_STATED for item in rejecting):
        return False
    names = agreeing(comparison, Faithful.FAITHFUL, gate)
    people = {judge.name for judge in judges if judge.kind is JudgeKind.PERSON}
    return len(names) >= 2 or any(name in people for name in names)


def _judged(
    comparison: Comparison | None, findings: Sequence[LintFinding], unknown: Sequence[str], gate: Gate
) -> _Judged:
    if comparison is None or not (comparison.slots or comparison.aspects):
        return _Judged(status=Faithful.NOT_JUDGED, why="nobody has compared it slot by slot" + _seen(findings, unknown))
    scored = score(comparison)
    if isinstance(scored, Unscored):
        why = f"ill-formed: {scored.why}" if scored.ill_formed else scored.why
        return _Judged(status=Faithful.NOT_JUDGED, why=why, reasons=(why,), ill_formed=scored.ill_formed)
    admission = admit(comparison, scored, gate)
    return _Judged(
        status=admission.status, why=_told(admission, scored, gate), reasons=admission.reasons, scored=scored
    )


def _told(admission: Admission, scored: Score, gate: Gate) -> str:
    if admission.admitted:
        return f"every slot is kept, S_faith {scored.text} ≥ {gate.score}"
    more = len(admission.reasons) - 1
    return admission.reasons[0] + (f"; and {more} more" if more else "")


def _seen(findings: Sequence[LintFinding], unknown: Sequence[str]) -> str:
    """What a look at the texts alone gave, where nobody judged."""
    flagged = sum(1 for item in findings if item.action is not Action.NOTE)
    told = [f"{flagged} thing{'s' * (flagged != 1)} to look at"] if flagged else []
    told += [f"{len(unknown)} thing{'s' * (len(unknown) != 1)} not understood"] if unknown else []
    return f"; {' and '.join(told)}" if told else ""


def _polarity(comparison: Comparison | None, relation: Relation | None) -> tuple[Ruling, Ruling]:
    """Whether a proof and a refutation of the statement would count, were it admitted."""
    parts = parts_of(comparison) if comparison is not None else ()
    known = () if relation is None else relation.parts
    joined = tuple(dict.fromkeys((*known, *parts)))
    whole = Relation(parts=joined) if relation is None else replace(relation, parts=joined)
    passed = ruling(whole, Branch.CLAIM, Outcome.PASSED)
    if relation is None:
        why = "nobody has said how the statement stands to all of the context in scope"
        return passed, Ruling(counts=False, why=why)
    return passed, ruling(whole, Branch.CLAIM, Outcome.REFUTED)


def _in_part(passed: Ruling, refuted: Ruling) -> str:
    told = "" if passed.counts else f"; that it passes does not count: {passed.why}"
    return told + ("" if refuted.counts else f"; a refutation does not count: {refuted.why}")


_BASIS = {
    Tier.COUNTEREXAMPLE: "lints",
    Tier.DETERMINISTIC: "lints",
    Tier.JUDGES: "judges",
    Tier.JUDGE: "judge",
    None: "nobody",
}


def _tier(rejecting: Sequence[LintFinding], compared: Comparison | None, status: Faithful, gate: Gate) -> Tier | None:
    """What a status rests on: the best finding that rejects, else how many judges agree on it."""
    if rejecting:
        return rejecting[0].tier
    if compared is None:
        return None
    return Tier.JUDGES if len(agreeing(compared, status, gate)) > 1 else Tier.JUDGE


def _remarks_in(report: Report) -> Remarks:
    """A report holds its remarks together with what follows from the slots; both together give the same again."""
    return Remarks(
        drift=report.drift,
        missing_assumptions=report.missing_assumptions,
        added_assumptions=report.added_assumptions,
        overgeneralisations=report.overgeneralisations,
        suggested_revision=report.suggested_revision,
    )


def _together(*several: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item for texts in several for item in texts))
