"""Lookups by unit over an audit: what a review needs of a unit, found in constant time.

The audit stores flat tuples that point upwards (evidence -> statement -> obligation -> unit); a reviewer reads
downwards. Building the tables costs one pass over the audit. What events lay over a unit changes that unit alone.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cached_property

from ..advice import LocalReview
from ..audit import Audit
from ..conventions.bearing import NO_READINGS, UnitReadings
from ..evidence import Evidence, Kind, Outcome, Statement, StatementId
from ..faithfulness import Faithful, Report
from ..fusion import Checked, UnitJudge, machine_units
from ..hashing import digest
from ..obligations import Obligation
from ..proof import Finding, Step, StepId
from ..record.versions import CURRENT, older_value
from ..suspicion import Risk
from ..tree import EdgeUnit, UnitId
from ..verdict import UnitVerdict
from .asked import AskedConventions
from .overlay import UNTOUCHED, Laid

DRIFTED = (Faithful.REPAIRABLE_DRIFT, Faithful.UNFAITHFUL)


class AuditIndex:
    """An audit with its tables by unit, step, obligation and statement.

    During a review only ``lay`` changes anything: what events lay over a unit shows through all lookups.
    """

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.asked = AskedConventions(audit)
        self._laid: dict[UnitId, Laid] = {}
        self._written: dict[str, tuple[Statement, ...]] = {}
        self._judged: dict[StatementId, Report] = {}
        self._answered: dict[StatementId, tuple[Evidence, ...]] = {}

    @cached_property
    def unit_ids(self) -> tuple[UnitId, ...]:
        """All units in source order."""
        return tuple(unit.id for unit in self.audit.tree.units)

    @cached_property
    def ordinal(self) -> dict[UnitId, int]:
        """The place of each unit in source order, from 0."""
        return {unit_id: place for place, unit_id in enumerate(self.unit_ids)}

    @cached_property
    def owner(self) -> dict[str, UnitId]:
        """The unit that owes each obligation."""
        return {obligation.id: obligation.unit_id for obligation in self.audit.obligations}

    @cached_property
    def steps(self) -> dict[StepId, Step]:
        """The steps of the proof by id."""
        return {step.id: step for step in self.audit.proof.steps}

    @cached_property
    def risks(self) -> dict[UnitId, Risk]:
        """The risk of each unit that was scanned."""
        return {risk.unit_id: risk for risk in self.audit.risks}

    @cached_property
    def machine(self) -> dict[UnitId, UnitVerdict]:
        """The machine's verdict on every unit, in source order.

        Computed from the evidence, which the document's hashes protect; what a file says of a verdict is not taken.
        Evidence that was laid over a unit is in it.
        """
        audit = self.audit
        return machine_units(
            audit.tree,
            audit.window,
            audit.obligations,
            audit.statements,
            audit.reports,
            audit.evidence,
            audit.findings,
            audit.advice.reviews,
            self.asked.initial,
            alone=audit.settings.judged_alone,
        )

    @cached_property
    def raw_sources(self) -> tuple[bytes, ...]:
        """The bytes of each source, encoded once."""
        return tuple(source.raw() for source in self.audit.proof.sources)

    def unit(self, unit_id: UnitId) -> EdgeUnit:
        """The unit named ``unit_id``; KeyError if there is none."""
        return self.audit.tree.unit_by_id[unit_id]

    def risk(self, unit_id: UnitId) -> int:
        """The risk of a unit, 0-100; 0 where it was not scanned."""
        risk = self.risks.get(unit_id)
        return risk.risk if risk is not None else 0

    def review(self, unit_id: UnitId) -> LocalReview | None:
        """What a model said of the unit, if one was asked."""
        return self._reviews.get(unit_id)

    def obligations(self, unit_id: UnitId) -> tuple[Obligation, ...]:
        """What the unit owes, by priority."""
        return self._obligations.get(unit_id, ())

    def statements(self, obligation_id: str) -> tuple[Statement, ...]:
        """The formal statements of an obligation, those of reviewers last."""
        return self._statements.get(obligation_id, ()) + self._written.get(obligation_id, ())

    def machine_statements(self, obligation_id: str) -> tuple[Statement, ...]:
        """The statements of an obligation in the machine part."""
        return self._statements.get(obligation_id, ())

    def report(self, statement_id: StatementId) -> Report | None:
        """The faithfulness report of a statement."""
        return self._judged.get(statement_id) or self._reports.get(statement_id)

    def evidence(self, statement_id: StatementId) -> tuple[Evidence, ...]:
        """What checkers answered on a statement, as far as it was not replaced."""
        answered = self._answered.get(statement_id)
        return answered if answered is not None else self.machine_evidence(statement_id)

    def machine_evidence(self, statement_id: StatementId) -> tuple[Evidence, ...]:
        """What the machine part says that checkers answered on a statement."""
        return self._evidence.get(statement_id, ())

    def laid(self, unit_id: UnitId) -> Laid:
        """What events have laid over a unit."""
        laid = self._laid.get(unit_id)
        if laid is not None:
            return laid
        first = self.asked.first(unit_id)
        return UNTOUCHED if first is NO_READINGS else replace(UNTOUCHED, readings=first)

    def readings(self, unit_id: UnitId) -> UnitReadings:
        """What conventions mean for a unit, as far as events have been laid over it."""
        return self.laid(unit_id).readings

    def lay(self, unit_id: UnitId, laid: Laid) -> bool:
        """Lay something else over a unit, and judge it anew; False where it is the same as before."""
        before = self.laid(unit_id)
        if laid == before:
            return False
        for obligation_id in before.statements:
            del self._written[obligation_id]
        for statement_id in before.reports:
            del self._judged[statement_id]
        for statement_id in before.evidence:
            del self._answered[statement_id]
        self._laid[unit_id] = laid
        self._written.update(laid.statements)
        self._judged.update(laid.reports)
        self._answered.update(laid.evidence)
        self.machine[unit_id] = self._judge.verdict(self.unit(unit_id), self._checked(unit_id), laid.readings)
        return True

    def findings(self, about: str) -> tuple[Finding, ...]:
        """What was noticed about a step, unit, obligation or statement."""
        return self._findings.get(about, ())

    def unit_evidence(self, unit_id: UnitId) -> tuple[Evidence, ...]:
        """All evidence on the statements of a unit's obligations."""
        return tuple(
            item
            for obligation in self.obligations(unit_id)
            for statement in self.statements(obligation.id)
            for item in self.evidence(statement.id)
        )

    def words(self, unit_id: UnitId) -> str:
        """What free text is looked for in: id, words and obligations of a unit, case-folded."""
        return self._words[unit_id]

    def timed_out(self, unit_id: UnitId) -> bool:
        """Whether a checker stopped at its limits on this unit, and none decided it."""
        evidence = self.unit_evidence(unit_id)
        return any(item.kind in (Kind.TIMEOUT, Kind.RESOURCE) for item in evidence) and all(
            item.outcome is Outcome.INCONCLUSIVE for item in evidence
        )

    def drifted(self, unit_id: UnitId) -> bool:
        """Whether some statement of the unit does not say what its obligation says."""
        return any(
            report is not None and report.status in DRIFTED
            for obligation in self.obligations(unit_id)
            for statement in self.statements(obligation.id)
            for report in (self.report(statement.id),)
        )

    def seen(self, unit_id: UnitId, version: int = CURRENT) -> str:
        """The hash over everything of a unit that its screen shows as ground for a decision (64 hex digits).

        It covers the unit's words and role, its obligations with the premises resolved to their words, the statements,
        the faithfulness reports and the evidence. A decision is bound to it: any change makes the decision stale. With
        an older ``version`` of the audit file it is the hash that this version gave.
        """

        def form(path: str, thing: object) -> object:
            # No hash of an older version was over a word where a value belongs.
            return thing if version == CURRENT else older_value(thing, path, version) or "newer"

        entries = self.audit.tree.entry_by_id
        unit = self.unit(unit_id)
        shown: list[dict[str, object]] = []
        for obligation in self.obligations(unit_id):
            statements = self.statements(obligation.id)
            reports = [self.report(statement.id) for statement in statements]
            evidence = [self.evidence(statement.id) for statement in statements]
            shown.append(
                {
                    "obligation": form("obligations", obligation),
                    "premises": [entries[premise].text for premise in obligation.premises if premise in entries],
                    "statements": [form("statements", statement) for statement in statements],
                    "reports": [report and form("reports", report) for report in reports],
                    "evidence": [[form("evidence", item) for item in items] for items in evidence],
                }
            )
        content: dict[str, object] = {"text": unit.text, "role": unit.role, "shown": shown}
        review = self.review(unit_id)
        if review is not None:
            content["review"] = review
        readings = self.readings(unit_id)
        if readings.under:
            content["conventions"] = readings.under
            content["under_them"] = [(item.check.statement.id, item.outcome) for item in readings.decided]
        return digest("proofsieve/seen/v1", content)

    def offset_in_step(self, unit: EdgeUnit) -> int | None:
        """Where the unit's words start in its step's text, in code points; None where they do not lie in it.

        Spans count bytes of the source as read. A unit that quotes another place (a closure) is looked for by its
        words.
        """
        step = self.steps[unit.step]
        span, whole = unit.span, step.span
        if span.source == whole.source and whole.start <= span.start and span.end <= whole.end:
            raw = self.raw_sources[span.source][whole.start : span.start]
            try:
                offset = len(raw.decode(self.audit.proof.sources[span.source].encoding))
            except UnicodeDecodeError:
                offset = -1
            if offset >= 0 and step.text.startswith(unit.text, offset):
                return offset
        found = step.text.find(unit.text) if unit.text else -1
        return found if found >= 0 else None

    @cached_property
    def _judge(self) -> UnitJudge:
        audit = self.audit
        return UnitJudge(
            audit.tree, audit.window, audit.findings, audit.advice.reviews, alone=audit.settings.judged_alone
        )

    def _checked(self, unit_id: UnitId) -> list[list[Checked]]:
        """What was checked of each obligation of a unit."""
        return [
            [
                (statement, self.report(statement.id), item)
                for statement in self.statements(obligation.id)
                for item in self.evidence(statement.id)
            ]
            for obligation in self.obligations(unit_id)
        ]

    @cached_property
    def _reviews(self) -> dict[UnitId, LocalReview]:
        return {review.unit_id: review for review in self.audit.advice.reviews}

    @cached_property
    def _words(self) -> dict[UnitId, str]:
        return {
            unit.id: "\n".join((unit.id, unit.text, *(owed.statement for owed in self.obligations(unit.id)))).casefold()
            for unit in self.audit.tree.units
        }

    @cached_property
    def _obligations(self) -> dict[UnitId, tuple[Obligation, ...]]:
        grouped: dict[UnitId, list[Obligation]] = defaultdict(list)
        for obligation in self.audit.obligations:
            grouped[obligation.unit_id].append(obligation)
        return {unit_id: tuple(sorted(owed, key=lambda o: o.priority)) for unit_id, owed in grouped.items()}

    @cached_property
    def _statements(self) -> dict[str, tuple[Statement, ...]]:
        grouped: dict[str, list[Statement]] = defaultdict(list)
        for statement in self.audit.statements:
            grouped[statement.obligation_id].append(statement)
        return {obligation_id: tuple(found) for obligation_id, found in grouped.items()}

    @cached_property
    def _reports(self) -> dict[StatementId, Report]:
        return {report.statement_id: report for report in self.audit.reports}

    @cached_property
    def _evidence(self) -> dict[StatementId, tuple[Evidence, ...]]:
        grouped: dict[StatementId, list[Evidence]] = defaultdict(list)
        for item in self.audit.evidence:
            grouped[item.statement_id].append(item)
        return {statement_id: tuple(found) for statement_id, found in grouped.items()}

    @cached_property
    def _findings(self) -> dict[str, tuple[Finding, ...]]:
        grouped: dict[str, list[Finding]] = defaultdict(list)
        audit = self.audit
        for finding in (*audit.proof.findings, *audit.tree.findings, *audit.findings):
            grouped[finding.about].append(finding)
        return {about: tuple(found) for about, found in grouped.items()}
