"""What people's events amount to on an audit: which decisions count, progress, verdicts, and what is seen of a unit."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..audit import Audit
from ..conclusion import conclude, under
from ..conventions.bearing import NO_READINGS
from ..conventions.convention import Convention, Standing
from ..events import DecideEvent, EditStatementEvent, Event, RecheckEvent, Reversible
from ..evidence import Evidence, StatementId
from ..fusion import decided_unit
from ..record.versions import OLDER
from ..tree import UnitId, UnitRole
from ..value import value
from ..verdict import Status, UnitVerdict, Verdict
from .asked import without_stale
from .detail import (
    HistoryLine,
    UnitDetail,
    findings_about,
    marked,
    obligation_views,
    state_change,
)
from .index import AuditIndex
from .log import ReviewLog
from .overlay import laid_on, set_aside
from .queue import Facts


@value
class Row:
    """One unit as a line of the queue. ``decided`` is what people say (None while open), ``machine`` what the machine
    says; ``label`` the kind of its first obligation, else its role; ``risk`` 0-100; ``waiting`` where a question about
    the text bears on it and has no answer."""

    unit_id: UnitId
    step: str
    label: str
    risk: int
    machine: Status
    timed_out: bool
    decided: Status | None
    stale: bool
    flagged: bool
    noted: bool
    drifted: bool
    hypothetical: bool
    abandoned: bool
    waiting: bool = False


@value
class Progress:
    """How far the review is, over all units whatever the filter shows."""

    total: int
    decided: int
    correct: int
    flawed: int
    uncertain: int
    stale: int
    flagged: int

    @property
    def done(self) -> bool:
        """Whether every unit is decided."""
        return self.decided == self.total


@value
class _Standing:
    """What people's events amount to on one unit."""

    facts: Facts
    verdict: UnitVerdict
    counted: tuple[DecideEvent, ...]
    stale: tuple[DecideEvent, ...]


class ReviewState:
    """An audit with the events of its review, seen by one reviewer. Events change it, nothing else does."""

    def __init__(self, audit: Audit, *, reviewer: str) -> None:
        self.reviewer = reviewer
        self.index = AuditIndex(audit)
        self._log = ReviewLog(reviewer)
        self._head = audit.review.head
        self._verdict: Verdict | None = None
        self._machine_verdict: Verdict | None = None
        self._seen: dict[UnitId, str] = {}
        self._standing: dict[UnitId, _Standing] = {}
        self.changed: tuple[UnitId, ...] = ()
        self._counts: Counter[str] = Counter()
        changed: dict[UnitId, None] = {}
        for event in audit.review.events:
            unit_id = self._log.apply(event)
            changed.update(dict.fromkeys(self._on_conventions(event)))
            if unit_id is not None:
                changed[unit_id] = None
        for unit_id in changed:
            if unit_id in self.index.ordinal:
                self._relay(unit_id)
                self._restand(unit_id)

    def row(self, unit_id: UnitId) -> Row:
        """A unit as the queue shows it."""
        index = self.index
        unit, owed, facts = index.unit(unit_id), index.obligations(unit_id), self.facts(unit_id)
        machine = index.machine[unit_id].status
        return Row(
            unit_id=unit_id,
            step=unit.step,
            label=(owed[0].kind if owed else unit.role).replace("_", " "),
            risk=index.risk(unit_id),
            machine=machine,
            timed_out=machine is Status.UNCERTAIN and index.timed_out(unit_id),
            decided=facts.status if facts.decided else None,
            stale=facts.stale,
            flagged=facts.flagged,
            noted=facts.noted,
            drifted=index.drifted(unit_id),
            hypothetical=unit.hypothetical,
            abandoned=unit.role is UnitRole.ABANDONED,
            waiting=self.waiting(unit_id),
        )

    def facts(self, unit_id: UnitId) -> Facts:
        """What a filter may ask of a unit."""
        standing = self._standing.get(unit_id)
        if standing is not None:
            return standing.facts
        return _UNTOUCHED[self.index.machine[unit_id].status]

    def progress(self) -> Progress:
        """Counts over all units."""
        counts = self._counts
        correct, flawed, uncertain = counts[Status.CORRECT], counts[Status.FLAWED], counts[Status.UNCERTAIN]
        return Progress(
            total=len(self.index.unit_ids),
            decided=correct + flawed + uncertain,
            correct=correct,
            flawed=flawed,
            uncertain=uncertain,
            stale=counts["stale"],
            flagged=counts["flagged"],
        )

    def decisions(self, unit_id: UnitId) -> tuple[DecideEvent, ...]:
        """The decisions on a unit that stand and count, one of each reviewer."""
        standing = self._standing.get(unit_id)
        return standing.counted if standing is not None else ()

    def unit_verdict(self, unit_id: UnitId) -> UnitVerdict:
        """The verdict on a unit with people's decisions."""
        standing = self._standing.get(unit_id)
        return standing.verdict if standing is not None else self.index.machine[unit_id]

    def verdict(self) -> Verdict:
        """The whole verdict with people's decisions, ``machine`` beside it. Computed when asked, then kept."""
        if self._verdict is None:
            audit = self.index.audit
            units = {unit_id: self.unit_verdict(unit_id) for unit_id in self.index.unit_ids}
            self._verdict = conclude(
                audit.proof.steps, audit.tree, audit.risks, units, findings=audit.findings, machine=self._machine()
            )
        return self._verdict

    def detail(self, unit_id: UnitId) -> UnitDetail:
        """Everything about one unit."""
        index, unit = self.index, self.index.unit(unit_id)
        tree = index.audit.tree
        standing, facts = self._standing.get(unit_id), self.facts(unit_id)
        added, removed, goal_before, goal_after = state_change(index, unit.before, unit.after)
        stale = standing.stale if standing else ()
        verdicts = {
            producer: self.unit_verdict(producer)
            for obligation in index.obligations(unit_id)
            for premise in obligation.premises
            if premise in tree.entry_by_id and (producer := tree.entry_by_id[premise].producer) is not None
        }
        return UnitDetail(
            unit=unit,
            step=index.steps[unit.step],
            words=marked(index, unit),
            obligations=obligation_views(index, unit_id, verdicts),
            context=tree.context(unit.before),
            added=added,
            removed=removed,
            goal_before=goal_before,
            goal_after=goal_after,
            path=tree.scope_path(unit.scope),
            risk=index.risks.get(unit_id),
            machine=index.machine[unit_id],
            current=self.unit_verdict(unit_id),
            decisions=standing.counted if standing else (),
            stale=stale,
            note=self._log.note(unit_id),
            flagged=facts.flagged,
            history=tuple(
                HistoryLine(event=event, standing=not self._log.is_undone(event), stale=event in stale)
                for event in self._log.history(unit_id)
            ),
            findings=findings_about(index, unit),
            model_review=index.review(unit_id),
            conventions=(on := index.asked.on(unit_id)),
            edges={one.id: index.asked.count(one) for one in on},
            readings=index.readings(unit_id),
            under_readings=index.asked.under_readings(unit_id),
        )

    def note(self, unit_id: UnitId) -> str:
        """The note on a unit, "" if there is none."""
        return self._log.note(unit_id)

    def event(self, seq: int) -> Reversible | None:
        """The decision, note, flag or edit with this number; None where there is none."""
        return self._log.event(seq)

    def own_edit(self, unit_id: UnitId, statement_id: StatementId) -> EditStatementEvent | None:
        """The reviewer's own standing edit that wrote this very statement; None where there is none."""
        return next(
            (
                edit
                for edit in self._log.edits(unit_id)
                if edit.reviewer == self.reviewer and edit.statement.id == statement_id
            ),
            None,
        )

    def outcome(self) -> str:
        """The resulting verdict in a sentence, and what to do next, for when every unit is decided."""
        verdict, total = self.verdict(), len(self.index.unit_ids)
        match verdict.status:
            case Status.FLAWED:
                result = f"flawed: the first error is in {verdict.first_error} ({verdict.first_error_unit})"
                if verdict.uncertain_before:
                    result += f", after {', '.join(verdict.uncertain_before)} left uncertain"
            case Status.CORRECT:
                result = f"correct as written{under(verdict.units)}"
            case _:
                result = f"uncertain: {verdict.reason}"
        questions = [f"{one.id} ({one.question})" for one in self.conventions() if one.standing is Standing.OPEN]
        asked = f" Without an answer: {'; '.join(questions)}." if questions else ""
        return f"All {total} units are decided. The proof is {result}.{asked}"

    def document(self) -> Audit:
        """The audit with every event of this session and the verdict that they lead to."""
        audit = self.index.audit
        review = replace(audit.review, events=tuple(self._log.events), head=self._head)
        return replace(audit, review=review, verdict=self.verdict())

    def apply(self, event: Event) -> UnitId | None:
        """Take an event that is saved into the state; returns the unit that it is about (None where it is about a
        convention: ``changed`` then names the units for which anything is different).

        Raises ValueError for an event that does not follow on the last one.
        """
        if event.prev != self._head or event.seq != len(self._log.events) + 1:
            raise ValueError(f"event {event.seq} does not follow on event {len(self._log.events)}")
        unit_id = self._log.apply(event)
        self._head = event.hash
        touched = self._on_conventions(event)
        if self._log.touches_conventions(event):
            # Also where no unit changed its verdict: what is asked and answered is part of what the screen shows.
            self._verdict = self._machine_verdict = None
        own = (unit_id,) if unit_id is not None and unit_id in self.index.ordinal else ()
        self.changed = tuple(dict.fromkeys((*own, *sorted(touched, key=self.index.ordinal.__getitem__))))
        for changed in self.changed:
            self._relay(changed)
            self._restand(changed)
            self._verdict = None
        return own[0] if own else None

    def conventions(self) -> tuple[Convention, ...]:
        """All conventions as they stand."""
        return self.index.asked.conventions

    def waiting(self, unit_id: UnitId) -> bool:
        """Whether a question that bears on a unit has no answer."""
        return bool(self.index.asked.of(unit_id).waits)

    def convention(self, convention_id: str) -> Convention | None:
        """The convention of that id, None where nobody asks it."""
        return next((one for one in self.conventions() if one.id == convention_id), None)

    def _on_conventions(self, event: Event) -> frozenset[UnitId]:
        """Tell the conventions of an event that the log has taken; the units for which anything changed."""
        if self._log.touches_conventions(event):
            return self.index.asked.stand(self._log.conventions())
        if isinstance(event, RecheckEvent):
            self.index.asked.rechecked(event)
        return frozenset()

    def _machine(self) -> Verdict:
        """The verdict without people."""
        if self._machine_verdict is None:
            audit = self.index.audit
            self._machine_verdict = conclude(
                audit.proof.steps, audit.tree, audit.risks, self.index.machine, findings=audit.findings
            )
        return self._machine_verdict

    def _seen_now(self, unit_id: UnitId) -> str:
        if unit_id not in self._seen:
            self._seen[unit_id] = self.index.seen(unit_id)
        return self._seen[unit_id]

    def _is_seen(self, unit_id: UnitId, seen: str) -> bool:
        """Whether what is shown of a unit is what the hash was taken over, by this or an older version of the file."""
        return seen == self._seen_now(unit_id) or any(seen == self.index.seen(unit_id, version) for version in OLDER)

    def _relay(self, unit_id: UnitId) -> None:
        """Work out anew what edits and rechecks lay over a unit."""
        index, asked = self.index, self.index.asked
        edits, rechecks = self._log.edits(unit_id), self._log.rechecks(unit_id)
        now, first = asked.of(unit_id), asked.first(unit_id)
        if now is NO_READINGS and first is NO_READINGS:
            laid = laid_on(edits, rechecks, index.machine_evidence, index.audit.settings.gate)
        else:
            machine = {
                statement.id: obligation.id
                for obligation in index.obligations(unit_id)
                for statement in index.machine_statements(obligation.id)
            }
            stale = {
                name: index.machine_evidence(name)
                for name, owed in machine.items()
                if now.premises.get(owed, ()) != first.premises.get(owed, ()) and index.machine_evidence(name)
            }
            written = {edit.statement.id: edit.statement.obligation_id for edit in edits}
            fresh = without_stale(rechecks, asked, unit_id, {**machine, **written})

            def counted(name: StatementId) -> tuple[Evidence, ...]:
                return () if name in stale else index.machine_evidence(name)

            laid = set_aside(laid_on(edits, fresh, counted, index.audit.settings.gate), stale, now)
        if self.index.lay(unit_id, laid):
            self._seen.pop(unit_id, None)
            self._machine_verdict = None

    def _restand(self, unit_id: UnitId) -> None:
        """Work out anew what the events on a unit amount to, and keep the counts in step."""
        if unit_id in self._standing:
            self._counts.subtract(_counted(self._standing[unit_id].facts))
        standing = self._stand(unit_id)
        self._standing[unit_id] = standing
        self._counts.update(_counted(standing.facts))

    def _stand(self, unit_id: UnitId) -> _Standing:
        decisions = self._log.decisions(unit_id)
        counted = tuple(decision for decision in decisions if self._is_seen(unit_id, decision.seen))
        stale = tuple(decision for decision in decisions if decision not in counted)
        machine = self.index.machine[unit_id]
        verdict = decided_unit(machine, counted[-1] if counted else None, self.index.readings(unit_id))
        disagree = len({decision.verdict for decision in counted}) > 1
        if disagree:
            # Reviewers who disagree without adjudication: uncertain (METHOD 7).
            said = ", ".join(f"{decision.reviewer} says {decision.verdict}" for decision in counted)
            verdict = UnitVerdict(
                unit_id=unit_id,
                status=Status.UNCERTAIN,
                reason=f"the reviewers disagree: {said}",
                rests_on=tuple(f"reviewer:{decision.reviewer}" for decision in counted),
            )
        departs = machine.status is not Status.NOT_CHECKED and verdict.status is not machine.status
        facts = Facts(
            status=verdict.status,
            decided=bool(counted),
            stale=bool(stale),
            flagged=self._log.flagged(unit_id),
            noted=bool(self._log.note(unit_id)),
            disputed=disagree or departs,
        )
        return _Standing(facts=facts, verdict=verdict, counted=counted, stale=stale)


_UNTOUCHED = {
    status: Facts(status=status, decided=False, stale=False, flagged=False, noted=False, disputed=False)
    for status in Status
}


def _counted(facts: Facts) -> Counter[str]:
    """What one unit adds to the counts of the review."""
    counts: Counter[str] = Counter()
    if facts.decided:
        counts[facts.status] = 1
    if facts.stale:
        counts["stale"] = 1
    if facts.flagged:
        counts["flagged"] = 1
    return counts
