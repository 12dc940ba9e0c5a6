"""The conventions of an audit as the events of its review leave them, and what they mean for each unit.

Only events change anything here. What stands is worked out from the standing events in order, so that an answer that
is taken back leaves no trace but the events themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ..audit import Audit
from ..conventions.bearing import NO_READINGS, Bearing, UnitReadings, statements_of
from ..conventions.convention import Act, ActKind, Convention, acted, widened
from ..errors import InputError
from ..events import ConventionEvent, RaiseConventionEvent, RecheckEvent, SettleConventionEvent
from ..evidence import Evidence, Statement, StatementId
from ..tree import UnitId
from ..value import value


class AskedConventions:
    """How the conventions stand now. ``bound(seq)`` tells under which readings a recheck was made."""

    def __init__(self, audit: Audit) -> None:
        found = audit.conventions
        self._first = {convention.id: convention for convention in found.found}
        self._now = dict(self._first)
        self._bearing = Bearing(audit.obligations if found.found else (), found.checks)
        self._audit = audit
        self._statements = statements_of(found.checks)
        self._evidence: dict[StatementId, Evidence] = {item.statement_id: item for item in found.evidence}
        self._initial = self._worked_out(self._units(self._first.values()))
        self._units_now = dict(self._initial)
        self._bound: dict[int, UnitReadings] = {}
        self._made: dict[int, _Made] = {}
        self._settled = {
            name: sum(act.kind is ActKind.SETTLE for act in one.history) for name, one in self._now.items()
        }

    @property
    def conventions(self) -> tuple[Convention, ...]:
        """All conventions as they stand, those of the machine part first."""
        return tuple(self._now.values())

    @property
    def initial(self) -> dict[UnitId, UnitReadings]:
        """What conventions mean for the units that any bears on, before any event."""
        return dict(self._initial)

    def of(self, unit_id: UnitId) -> UnitReadings:
        """What conventions mean for a unit now."""
        return self._units_now.get(unit_id, NO_READINGS)

    def first(self, unit_id: UnitId) -> UnitReadings:
        """What they meant before any event."""
        return self._initial.get(unit_id, NO_READINGS)

    def bound(self, seq: int) -> UnitReadings:
        """What they meant for its unit when the recheck ``seq`` was made."""
        return self._bound.get(seq, NO_READINGS)

    def on(self, unit_id: UnitId) -> tuple[Convention, ...]:
        """The conventions that bear on a unit, however they stand."""
        return tuple(one for one in self._now.values() if unit_id in self._bearing.units(one))

    def count(self, convention: Convention) -> int:
        """How many units a convention bears on."""
        return len(self._bearing.units(convention))

    def units(self, convention: Convention) -> tuple[UnitId, ...]:
        """The units that a convention bears on, in source order."""
        own = self._bearing.units(convention)
        return tuple(unit.id for unit in self._audit.tree.units if unit.id in own) if own else ()

    def stand(self, events: Iterable[ConventionEvent]) -> frozenset[UnitId]:
        """Take the standing events as all that was done; the units for which anything changed. Must be told after every
        event on a convention, as it comes."""
        events = tuple(events)
        for event in events:
            self._note(event)
        before, self._now = self._now, dict(self._first)
        if any(isinstance(event, RaiseConventionEvent) for event in events) and not self._first:
            self._bearing = Bearing(self._audit.obligations, self._audit.conventions.checks)
        for event in events:
            with suppress(InputError):  # what no longer fits, after something before it was taken back, does nothing
                self._act(event)
        touched = (*before.values(), *self._now.values())
        changed = [one for one in touched if before.get(one.id) != self._now.get(one.id)]
        return self._refresh(self._units(changed))

    def rechecked(self, event: RecheckEvent) -> None:
        """Bind a recheck to the readings in force, and take its answers on what was worked out under readings."""
        self._bound[event.seq] = self.of(event.unit_id)
        answers = {item.statement_id: item for item in event.evidence if item.statement_id in self._statements}
        if answers:
            self._evidence.update(answers)
            self._refresh({event.unit_id})

    def is_reading(self, statement_id: StatementId) -> bool:
        """Whether a statement is one that was worked out under a reading."""
        return statement_id in self._statements

    def answer(self, statement_id: StatementId) -> Evidence | None:
        """The latest answer on a statement that was worked out under a reading."""
        return self._evidence.get(statement_id)

    def under_readings(self, unit_id: UnitId) -> tuple[tuple[Statement, Evidence | None], ...]:
        """The statements that were worked out for a unit under the readings in force, each with the latest answer."""
        return tuple(
            (statement, self.answer(statement.id))
            for decided in self.of(unit_id).decided
            for statement in decided.check.statements
        )

    def answers(self) -> tuple[Evidence, ...]:
        """The latest answers on what was worked out under any reading, in the order of the checks."""
        return tuple(self._evidence[name] for name in self._statements if name in self._evidence)

    def _note(self, event: ConventionEvent) -> None:
        """Keep what an answer or a withdrawal was about when it was made, and which answer it is, those that were taken
        back counted: a name in Γ never stands for two answers."""
        if event.seq in self._made or isinstance(event, RaiseConventionEvent) or event.convention_id not in self._now:
            return
        number = self._settled.get(event.convention_id, 0)
        if isinstance(event, SettleConventionEvent):
            number += 1
            self._settled[event.convention_id] = number
        self._made[event.seq] = _Made(asked=_asked(self._now[event.convention_id]), number=number)

    def _act(self, event: ConventionEvent) -> None:
        by, known = f"reviewer:{event.reviewer}", self._now
        if isinstance(event, RaiseConventionEvent):
            asked = event.convention
            if asked.id not in known:
                known[asked.id] = asked
                return
            act = Act(kind=ActKind.RAISE, convention_id=asked.id, by=by, at=event.at)
            known[asked.id] = widened(acted(known[asked.id], act), asked.dependents, asked.where)
            return
        made = self._made.get(event.seq)
        if event.convention_id not in known or made is None or made.asked != _asked(known[event.convention_id]):
            return  # another question has that name now: nobody answered this one
        settles = isinstance(event, SettleConventionEvent)
        act = Act(
            kind=ActKind.SETTLE if settles else ActKind.WITHDRAW,
            convention_id=event.convention_id,
            by=by,
            at=event.at,
            why=event.why,
            reading=event.reading if isinstance(event, SettleConventionEvent) else "",
        )
        changed = acted(known[event.convention_id], act)
        if settles and changed.settlement is not None:
            changed = replace(changed, settlement=replace(changed.settlement, number=made.number))
        known[event.convention_id] = changed

    def _units(self, conventions: Iterable[Convention]) -> set[UnitId]:
        found: set[UnitId] = set()
        for convention in conventions:
            found.update(self._bearing.units(convention))
        return found

    def _refresh(self, units: set[UnitId]) -> frozenset[UnitId]:
        again = self._worked_out(units)
        changed = {unit_id for unit_id in units if again.get(unit_id, NO_READINGS) != self.of(unit_id)}
        for unit_id in units:
            self._units_now[unit_id] = again.get(unit_id, NO_READINGS)
        return frozenset(changed)

    def _worked_out(self, units: set[UnitId]) -> dict[UnitId, UnitReadings]:
        """Each convention is looked at only for the units that it bears on."""
        of_unit: dict[UnitId, list[Convention]] = {unit_id: [] for unit_id in units}
        for convention in self._now.values():
            for unit_id in units.intersection(self._bearing.units(convention)):
                of_unit[unit_id].append(convention)
        return {
            unit_id: self._bearing.readings(unit_id, own, self._evidence) for unit_id, own in of_unit.items() if own
        }


@value
class _Made:
    """What an answer or a withdrawal was about when it was made, and the number of the answer."""

    asked: tuple[object, ...]
    number: int


def _asked(convention: Convention) -> tuple[object, ...]:
    """What makes a question this one; who raises it again may add to what depends on it."""
    return convention.question, convention.readings


def without_stale(
    rechecks: Sequence[RecheckEvent], asked: AskedConventions, unit_id: UnitId, obligation_of: Mapping[StatementId, str]
) -> tuple[RecheckEvent, ...]:
    """The rechecks of a unit with only those answers that were found under the readings now in force."""
    now = asked.of(unit_id).premises
    kept: list[RecheckEvent] = []
    for event in rechecks:
        then = asked.bound(event.seq).premises
        evidence = tuple(
            item
            for item in event.evidence
            if not asked.is_reading(item.statement_id)
            and _of(then, obligation_of, item.statement_id) == _of(now, obligation_of, item.statement_id)
        )
        kept.append(event if len(evidence) == len(event.evidence) else replace(event, evidence=evidence))
    return tuple(kept)


def _of(
    premises: Mapping[str, tuple[str, ...]], obligation_of: Mapping[StatementId, str], statement_id: StatementId
) -> tuple[str, ...]:
    return premises.get(obligation_of.get(statement_id, ""), ())
