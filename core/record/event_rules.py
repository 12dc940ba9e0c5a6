"""What an event may say, given the machine part and the events before it: whatever it names is there.

Statements, reports and evidence in events are held to what holds in the machine part (``parts``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import get_args

from ...version import __version__
from ..audit import Audit
from ..conventions.bearing import statements_of
from ..conventions.convention import MAX_TEXT, Standing
from ..events import (
    MAX_RECHECKED,
    MAX_STATEMENT,
    ConventionEvent,
    EditStatementEvent,
    Event,
    RaiseConventionEvent,
    RecheckEvent,
    RedoEvent,
    Reversible,
    SettleConventionEvent,
    UndoEvent,
    WithdrawConventionEvent,
)
from ..evidence import MAX_ARTIFACT, StatementId
from ..faithfulness import Gate, JudgeKind
from ..faithfulness.slots import judges_of
from ..tree import UnitId
from .convention_rules import convention_faults
from .parts import (
    basis_fault,
    evidence_faults,
    evidence_names,
    name_faults,
    report_faults,
    report_names,
    statement_faults,
)
from .strictjson import shown

REVIEWER = "reviewer"
"""The provenance of a statement that a reviewer wrote."""

_REVERSIBLE: tuple[type, ...] = get_args(Reversible)


class EventRules:
    """The rules for the next event of an audit's review. ``take`` is told of each event in turn."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._reversible: set[int] = set()
        self._written: dict[StatementId, UnitId] = {}
        self._conventions = {convention.id: convention for convention in audit.conventions.found}

    def fault(self, event: Event) -> str | None:
        """Why ``event`` may not follow the events so far, "field: what is wrong" or a sentence; None if it may."""
        return next(self._faults(event), None)

    def take(self, event: Event) -> None:
        """Remember ``event`` for those that follow it."""
        if isinstance(event, _REVERSIBLE):
            self._reversible.add(event.seq)
        if isinstance(event, EditStatementEvent):
            self._written[event.statement.id] = event.unit_id
        if isinstance(event, RaiseConventionEvent):
            self._conventions.setdefault(event.convention.id, event.convention)

    def _faults(self, event: Event) -> Iterator[str]:
        if isinstance(event, UndoEvent | RedoEvent):
            if event.target not in self._reversible:
                word = "take back" if isinstance(event, UndoEvent) else "bring back"
                yield f"there is no decision, note, flag or edit {event.target} before it to {word}"
            return
        if isinstance(event, ConventionEvent):
            yield from self._on_convention(event)
            return
        if event.unit_id not in self._audit.tree.unit_by_id:
            yield f"there is no unit {shown(event.unit_id)}"
        elif isinstance(event, EditStatementEvent):
            yield from self._edit(event)
        elif isinstance(event, RecheckEvent):
            yield from self._recheck(event)

    def _edit(self, event: EditStatementEvent) -> Iterator[str]:
        statement, report = event.statement, event.report
        for field, text, most in (
            ("statement.text", statement.text, MAX_STATEMENT),
            ("statement.premises", "".join(statement.premises), MAX_STATEMENT),
            ("proof", event.proof, MAX_ARTIFACT),
        ):
            if len(text) > most:
                yield f"{field}: {len(text):,} characters; at most {most:,} are kept"
        if statement.provenance != REVIEWER:
            yield f"statement.provenance: {shown(statement.provenance)}; what a reviewer writes is of a {REVIEWER}"
        if (statement.start, statement.end) != (-1, -1):
            yield "statement.start: what a reviewer writes was not copied from the text"
        yield from statement_faults("statement", statement)
        if statement.id in self._unit_of_statement:
            yield f"statement.id: {shown(statement.id)} stands in the machine part already"
        owner = self._unit_of_obligation.get(statement.obligation_id)
        if owner is None:
            yield f"statement.obligation_id: there is no obligation {shown(statement.obligation_id)}"
        elif owner != event.unit_id:
            yield f"statement.obligation_id: {shown(statement.obligation_id)} is owed by {owner}, not {event.unit_id}"
        if report.statement_id != statement.id:
            yield f"report.statement_id: {shown(report.statement_id)} is another statement"
        for field, names in report_names(report):
            yield from name_faults(f"report.{field}", names)
        fault = basis_fault(report, statement.provenance)
        if fault is not None:
            yield f"report.{fault}"
        yield from report_faults("report", report, self._gate)
        for index, judge in enumerate(report.judges):
            if judge.name != event.reviewer or judge.kind is not JudgeKind.PERSON:
                yield f"report.judges[{index}]: in an edit only the reviewer judges, not {shown(judge.name)}"
        for name in judges_of(report.comparison) if report.comparison is not None else ():
            if name != event.reviewer:
                yield f"report.comparison: in an edit only the reviewer judges, not {shown(name)}"

    def _on_convention(self, event: ConventionEvent) -> Iterator[str]:
        if isinstance(event, RaiseConventionEvent):
            yield from convention_faults("convention", event.convention, self._unit_of_obligation)
            if event.convention.standing is not Standing.OPEN or event.convention.history:
                yield "convention: a question that is raised is open, and nothing was done about it"
            return
        if len(event.why) > MAX_TEXT:
            yield f"why: {len(event.why):,} characters; at most {MAX_TEXT:,} are kept"
        known = self._conventions.get(event.convention_id)
        if known is None:
            yield f"there is no convention {shown(event.convention_id)} before it"
        elif isinstance(event, SettleConventionEvent) and event.reading not in {r.id for r in known.readings}:
            yield f"reading: {shown(event.reading)} is no reading of {known.id}"
        if isinstance(event, WithdrawConventionEvent) and not event.why.strip():
            yield "why: a withdrawal needs a reason"

    def _recheck(self, event: RecheckEvent) -> Iterator[str]:
        if not 1 <= len(event.evidence) <= MAX_RECHECKED:
            yield f"evidence: {len(event.evidence):,} pieces; a recheck has from 1 to {MAX_RECHECKED}"
        seen: set[str] = set()
        for index, item in enumerate(event.evidence):
            at = f"evidence[{index}]"
            owner = (
                self._unit_of_statement.get(item.statement_id)
                or self._written.get(item.statement_id)
                or self._unit_of_reading.get(item.statement_id)
            )
            if owner is None:
                yield f"{at}.statement_id: there is no statement {shown(item.statement_id)} before it"
            elif owner != event.unit_id:
                yield f"{at}.statement_id: {shown(item.statement_id)} is a statement of {owner}, not {event.unit_id}"
            for field, names in evidence_names(item):
                yield from name_faults(f"{at}.{field}", names)
            yield from evidence_faults(at, item)
            if item.id in seen:
                yield f"{at}: the id {shown(item.id)} is already taken"
            seen.add(item.id)

    @property
    def _gate(self) -> Gate | None:
        # The rules of the gate belong to a version of the program, as those of fusion do.
        return self._audit.settings.gate if self._audit.tool.version == __version__ else None

    @cached_property
    def _unit_of_obligation(self) -> dict[str, UnitId]:
        return {obligation.id: obligation.unit_id for obligation in self._audit.obligations}

    @cached_property
    def _unit_of_statement(self) -> dict[StatementId, UnitId]:
        owners = self._unit_of_obligation
        return {
            statement.id: owners[statement.obligation_id]
            for statement in self._audit.statements
            if statement.obligation_id in owners
        }

    @cached_property
    def _unit_of_reading(self) -> dict[StatementId, UnitId]:
        return {name: unit_id for name, (unit_id, _) in statements_of(self._audit.conventions.checks).items()}
