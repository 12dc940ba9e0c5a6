"""Fusion: from evidence, local reviews, conventions and decisions to verdicts on units (METHOD 7).

Reliable negative evidence is exactly a refutation of strength solver or more by a statement past the gate (r1), as
which a proof of its negation or a verified counterexample counts (r2), or a local review that names a witness on which
a second, independent judgement agrees (r3); a formal diagnostic alone never suffices. A unit is correct only where
every obligation it owes passed past the gate, or a named model or person judged it so; a unit that owes nothing is not
thereby correct, it is not checked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from .advice import LocalReview
from .conventions.bearing import NO_READINGS, UnitReadings
from .events import Action, DecideEvent
from .evidence import Evidence, Outcome, Statement, StatementId, Strength
from .faithfulness import JudgeKind, Report
from .obligations import Obligation
from .proof import Finding
from .suspicion import Window
from .tree import EdgeUnit, ProofTree, UnitId, UnitRole
from .verdict import Severity, Status, UnitVerdict

UNDECIDED = (Status.UNCERTAIN, Status.NOT_CHECKED)
UNSEEN = frozenset({"figure", "rests-on-figure", "damaged-latex", "damaged-text", "expansion-stopped"})
"""Findings about a step whose words the machine cannot see whole; a person can."""


def machine_units(
    tree: ProofTree,
    window: Window,
    obligations: Iterable[Obligation],
    statements: Iterable[Statement],
    reports: Iterable[Report],
    evidence: Iterable[Evidence],
    findings: Iterable[Finding] = (),
    reviews: Iterable[LocalReview] = (),
    readings: Mapping[UnitId, UnitReadings] | None = None,
    *,
    alone: bool = False,
) -> dict[UnitId, UnitVerdict]:
    """The machine's verdict on every unit, in source order, from evidence and local reviews alone.

    ``findings`` of the reader keep units of a step that it could not see whole from being correct; ``readings`` is what
    conventions mean for the units that any bears on. ``alone``: one review suffices without a second judgement, as in
    the ablations that compare such judges; else never.
    """
    reports_of = {report.statement_id: report for report in reports}
    evidence_of: dict[StatementId, list[Evidence]] = defaultdict(list)
    for item in evidence:
        evidence_of[item.statement_id].append(item)
    statements_of: dict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        statements_of[statement.obligation_id].append(statement)
    obligations_of: dict[UnitId, list[Obligation]] = defaultdict(list)
    for obligation in obligations:
        obligations_of[obligation.unit_id].append(obligation)
    judge = UnitJudge(tree, window, findings, reviews, alone=alone)
    bearing = readings or {}
    return {
        unit.id: judge.verdict(
            unit,
            [
                [
                    (statement, reports_of.get(statement.id), item)
                    for statement in statements_of[obligation.id]
                    for item in evidence_of[statement.id]
                ]
                for obligation in obligations_of[unit.id]
            ],
            bearing.get(unit.id, NO_READINGS),
        )
        for unit in tree.units
    }


Checked = tuple[Statement, Report | None, Evidence]


class UnitJudge:
    """Judges one unit after the other by the rules of ``machine_units``; what they share is worked out once."""

    def __init__(
        self,
        tree: ProofTree,
        window: Window,
        findings: Iterable[Finding] = (),
        reviews: Iterable[LocalReview] = (),
        *,
        alone: bool = False,
    ) -> None:
        self._reviews = {review.unit_id: review for review in reviews}
        self._alone = alone
        self._unseen = {finding.about: finding for finding in findings if finding.kind in UNSEEN and finding.about}
        self._in_window = frozenset(window.units)
        self._used_by_end = _used_by_end(tree)

    def verdict(self, unit: EdgeUnit, owed: list[list[Checked]], readings: UnitReadings = NO_READINGS) -> UnitVerdict:
        """The verdict on a unit from what was checked of each of its obligations, and from what conventions mean."""
        verdict = _judge(unit.id, unit.role, owed, unit.id in self._in_window, self._used_by_end)
        review = self._reviews.get(unit.id)
        if review is not None and verdict.status in UNDECIDED and unit.role is not UnitRole.ABANDONED:
            if readings.beyond_text:
                verdict = _unheard(verdict, review, readings)
            else:
                verdict = _reviewed(verdict, review, owed, used_by_end=unit.id in self._used_by_end, alone=self._alone)
        hidden = self._unseen.get(unit.step)
        if hidden is not None and verdict.status is Status.CORRECT:
            verdict = UnitVerdict(unit_id=unit.id, status=Status.UNCERTAIN, reason=hidden.message)
        if readings is NO_READINGS or unit.role is UnitRole.ABANDONED:
            return verdict
        return _read(verdict, readings, used_by_end=unit.id in self._used_by_end)


def _judge(
    unit_id: UnitId,
    role: UnitRole,
    owed: list[list[Checked]],
    in_window: bool,
    used_by_end: frozenset[UnitId],
) -> UnitVerdict:
    """One unit from what was checked of each of its obligations."""
    checked = [item for of_obligation in owed for item in of_obligation]
    refutations = [(report, item) for _, report, item in checked if _refutes(report, item)]
    if refutations:
        # The numbers name the false link and its right value; a kernel says only that the negation holds.
        told = max((item for _, item in refutations), key=lambda item: (bool(item.links), _rank(item)))
        against = {ground for report, item in refutations for ground in _grounds(report, item)}
        load_bearing = True if unit_id in used_by_end else None
        return UnitVerdict(
            unit_id=unit_id,
            status=Status.FLAWED,
            reason=told.why or "refuted",
            rests_on=tuple(sorted(against)),
            load_bearing=load_bearing,
            severity=Severity.FATAL if load_bearing else Severity.SLIP,
        )
    if role in (UnitRole.ABANDONED, UnitRole.REMARK):
        return UnitVerdict(unit_id=unit_id, status=Status.NOT_CHECKED, reason="owes nothing; nobody has read it")
    if owed and all(any(_passes(report, item) for _, report, item in of_obligation) for of_obligation in owed):
        grounds = {ground for _, report, item in checked if _passes(report, item) for ground in _grounds(report, item)}
        return UnitVerdict(
            unit_id=unit_id,
            status=Status.CORRECT,
            reason="every obligation passed past the gate",
            rests_on=tuple(sorted(grounds)),
        )
    if checked:
        return UnitVerdict(unit_id=unit_id, status=Status.UNCERTAIN, reason=_undecided_reason(owed))
    if in_window:
        return UnitVerdict(
            unit_id=unit_id, status=Status.UNCERTAIN, reason="in the audit window; no checker could decide it"
        )
    return UnitVerdict(
        unit_id=unit_id,
        status=Status.NOT_CHECKED,
        reason="outside the audit window and the free checks" if owed else "owes nothing by rule; nobody has read it",
    )


def _reviewed(
    verdict: UnitVerdict, review: LocalReview, owed: list[list[Checked]], *, used_by_end: bool, alone: bool
) -> UnitVerdict:
    """What a local review makes of a unit that no checker decided.

    A model's "correct" does not outweigh a refutation that only polarity keeps from counting.
    """
    said = f"{review.by}: {review.reason}"
    if review.verdict is Status.FLAWED and (alone or review.corroborated):
        second = review.second.by if review.second is not None and not alone else ""
        load_bearing = True if used_by_end else None
        return UnitVerdict(
            unit_id=verdict.unit_id,
            status=Status.FLAWED,
            reason=review.witness or review.reason or "called flawed",
            rests_on=tuple(
                sorted(
                    {
                        str(Strength.HEURISTIC if alone else Strength.CORROBORATED),
                        *(f"model:{name}" for name in (review.by, second) if name),
                    }
                )
            ),
            load_bearing=load_bearing,
            severity=Severity.FATAL if load_bearing else Severity.GAP,
        )
    if review.verdict is Status.CORRECT:
        against = any(item.says is Outcome.REFUTED for checked in owed for _, _, item in checked)
        if not against:
            return UnitVerdict(
                unit_id=verdict.unit_id, status=Status.CORRECT, reason=said, rests_on=(f"model:{review.by}",)
            )
        return replace(verdict, status=Status.UNCERTAIN)
    if review.verdict is Status.FLAWED:
        lacking = "no witness is named" if not review.witness.strip() else "no second judgement agrees"
        said = f"{said} (called flawed, but {lacking})"
    return replace(verdict, status=Status.UNCERTAIN, reason=said)


def _unheard(verdict: UnitVerdict, review: LocalReview, readings: UnitReadings) -> UnitVerdict:
    """A unit that a model read without the answers that are in force: what it said is shown and counts for neither."""
    under = ", ".join(readings.under)
    said = f"{review.by} called it {review.verdict} without knowing that {under}: {review.reason}"
    return replace(verdict, status=Status.UNCERTAIN, reason=said)


CONVENTION = "convention:"
"""Begins the names of conventions in what a verdict rests on."""


def _read(verdict: UnitVerdict, readings: UnitReadings, *, used_by_end: bool) -> UnitVerdict:
    """A unit's verdict under the readings in force; one that waits for an answer is never correct."""
    refuted = readings.refuted
    if refuted is not None and verdict.status is not Status.FLAWED:
        check = refuted.check
        load_bearing = True if used_by_end else None
        return UnitVerdict(
            unit_id=verdict.unit_id,
            status=Status.FLAWED,
            reason=f"under {check.convention_id} = {check.reading}: {check.witness}",
            rests_on=tuple(sorted({str(refuted.strength), *_names(readings)})),
            load_bearing=load_bearing,
            severity=Severity.FATAL if load_bearing else Severity.SLIP,
        )
    held = held_back(verdict, readings)
    if held.status is Status.CORRECT:
        return replace(held, rests_on=tuple(sorted({*held.rests_on, *_names(readings)})))
    return held


def held_back(verdict: UnitVerdict, readings: UnitReadings) -> UnitVerdict:
    """The verdict on a unit while questions about its text have no answer: uncertain, unless it is flawed anyway."""
    if not readings.waits or verdict.status is Status.FLAWED:
        return verdict
    questions = " ".join(readings.waits.values())
    return replace(verdict, status=Status.UNCERTAIN, reason=f"waits for an answer: {questions}")


def _names(readings: UnitReadings) -> Iterable[str]:
    return (f"{CONVENTION}{premise}" for premise in readings.under)


def _rank(item: Evidence) -> int:
    return item.strength.rank if item.strength is not None else -1


def _grounds(report: Report | None, item: Evidence) -> tuple[str, ...]:
    """What an answer rests on: its strength, and whoever said that the statement is faithful."""
    judges = report.judges if report is not None else ()
    said = dict.fromkeys(f"{_JUDGES[judge.kind]}:{judge.name}" for judge in judges)
    return (str(item.strength), *said)


_JUDGES = {JudgeKind.PERSON: "reviewer", JudgeKind.MODEL: "model"}


def _refutes(report: Report | None, item: Evidence) -> bool:
    return (
        item.says is Outcome.REFUTED
        and item.strength is not None
        and item.strength.at_least(Strength.SOLVER)
        and report is not None
        and report.counts(item)
    )


def _passes(report: Report | None, item: Evidence) -> bool:
    return item.says is Outcome.PASSED and report is not None and report.counts(item)


def _undecided_reason(owed: list[list[Checked]]) -> str:
    """Why a unit that was looked at is undecided, in one sentence."""
    open_ones = [
        of_obligation for of_obligation in owed if not any(_passes(report, item) for _, report, item in of_obligation)
    ]
    for of_obligation in owed:
        for _, report, item in of_obligation:
            if item.says is Outcome.REFUTED:
                return f"a refutation that does not count: {_why_not(report, item)}"
            if item.says is Outcome.INCONCLUSIVE:
                return f"inconclusive ({item.kind or 'no counterexample'}): {item.why}"
    uncounted = next((checked for of_obligation in open_ones for checked in of_obligation), None)
    if uncounted is not None:
        _, report, item = uncounted
        return f"passed, but does not count: {_why_not(report, item)}"
    return f"its computations hold; {len(open_ones)} of {len(owed)} obligations unchecked"


def _why_not(report: Report | None, item: Evidence) -> str:
    if report is None:
        return "no faithfulness report"
    return report.why_not(item) or f"its strength, {item.strength}, is below {Strength.SOLVER}"


def _used_by_end(tree: ProofTree) -> frozenset[UnitId]:
    """Units that the target unit uses, directly or through others."""
    producers: dict[UnitId, list[UnitId]] = defaultdict(list)
    for use in tree.uses:
        producers[use.consumer].append(use.producer)
    used: set[UnitId] = set()
    pending = [unit.id for unit in tree.units if unit.role is UnitRole.TARGET]
    while pending:
        for producer in producers[pending.pop()]:
            if producer not in used:
                used.add(producer)
                pending.append(producer)
    return frozenset(used)


def decided_units(
    machine: Mapping[UnitId, UnitVerdict], decisions: Mapping[UnitId, DecideEvent]
) -> dict[UnitId, UnitVerdict]:
    """The verdicts with each current decision in place of its unit's machine verdict."""
    return {unit_id: decided_unit(verdict, decisions.get(unit_id)) for unit_id, verdict in machine.items()}


def decided_unit(
    machine: UnitVerdict, decision: DecideEvent | None, readings: UnitReadings = NO_READINGS
) -> UnitVerdict:
    """One unit's verdict after a decision (or none). Whoever calls it correct still waits for open questions."""
    if decision is None:
        return machine
    return held_back(_decided(machine, decision, readings), readings)


def _decided(machine: UnitVerdict, decision: DecideEvent, readings: UnitReadings) -> UnitVerdict:
    reviewer = f"reviewer:{decision.reviewer}"
    # A confirmation keeps what the machine's verdict rests on; anything else rests on the person alone.
    confirmed = decision.action is Action.CONFIRM
    return replace(
        machine,
        status=decision.verdict,
        reason=decision.reason or (machine.reason if confirmed else decision.witness) or "judged by the reviewer",
        rests_on=(*machine.rests_on, reviewer) if confirmed else (reviewer, *_names(readings)),
        severity=machine.severity if confirmed else (Severity.GAP if decision.verdict is Status.FLAWED else None),
        load_bearing=machine.load_bearing if confirmed else None,
    )
