"""What stands in an audit about conventions, and what it means for single units.

A settled convention is a named premise of the obligations that depend on it: evidence that was found without it, or
under another answer, is stale for them. An open one keeps them from being correct. What was worked out under a reading
(``ReadingCheck``) counts exactly while that reading is in force.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from ..evidence import Evidence, Outcome, Statement, StatementId, Strength
from ..obligations import Obligation
from ..tree import UnitId
from ..value import value
from .checks import ReadingCheck, decided
from .convention import BY_TEXT, Convention, Dependence, Standing


@value
class Conventions:
    """The questions that a text leaves open or answers itself, what can be checked under their readings, and what the
    numeric checker says of that."""

    found: tuple[Convention, ...] = ()
    checks: tuple[ReadingCheck, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@value
class Decided:
    """What a reading makes of an obligation, by the evidence on the check's statements; ``strength`` is the weakest of
    what it rests on (None where it decides nothing)."""

    check: ReadingCheck
    outcome: Outcome
    strength: Strength | None


@value
class UnitReadings:
    """What conventions mean for one unit.

    ``premises`` are the names under which settled ones enter Γ, by obligation; ``waits`` the questions without an
    answer that bear on the unit, by convention; ``decided`` what the readings in force decide; ``beyond_text`` whether
    an answer among the premises is one that the text itself does not give: who read only the text has not heard it.
    """

    premises: Mapping[str, tuple[str, ...]]
    waits: Mapping[str, str]
    decided: tuple[Decided, ...] = ()
    beyond_text: bool = False

    @property
    def under(self) -> tuple[str, ...]:
        """The named premises of the whole unit, each once."""
        return tuple(sorted({name for names in self.premises.values() for name in names}))

    @property
    def refuted(self) -> Decided | None:
        """The first refutation under a reading in force."""
        return next((item for item in self.decided if item.outcome is Outcome.REFUTED), None)


NO_READINGS = UnitReadings(premises={}, waits={})
"""No convention bears on the unit."""


class Bearing:
    """Which units each convention bears on; worked out once for the obligations of an audit."""

    def __init__(self, obligations: Iterable[Obligation], checks: Iterable[ReadingCheck]) -> None:
        self._unit_of: dict[str, UnitId] = {obligation.id: obligation.unit_id for obligation in obligations}
        self._checks: dict[tuple[str, str, str], list[ReadingCheck]] = defaultdict(list)
        for check in checks:
            self._checks[check.convention_id, check.reading, check.unit_id].append(check)
        self._dependents: dict[str, tuple[tuple[Dependence, ...], dict[UnitId, tuple[str, ...]]]] = {}
        self._bearing: dict[tuple[str, str], tuple[tuple[Dependence, ...], frozenset[str]]] = {}

    def units(self, convention: Convention) -> Collection[UnitId]:
        """The units with an obligation that depends on it."""
        return self._by_unit(convention).keys()

    def readings(
        self, unit_id: UnitId, conventions: Iterable[Convention], evidence: Mapping[StatementId, Evidence]
    ) -> UnitReadings:
        """What ``conventions`` mean for a unit. ``evidence`` is the answer on each statement of the checks."""
        premises: dict[str, list[str]] = defaultdict(list)
        waits: dict[str, str] = {}
        found: list[Decided] = []
        beyond = False
        for convention in conventions:
            own = self._by_unit(convention).get(unit_id, ())
            if own and convention.standing is Standing.OPEN:
                waits[convention.id] = convention.question
            if not own or convention.settlement is None:
                continue
            reading = convention.settlement.reading
            for name in own:
                if name in self._of_reading(convention, reading):
                    premises[name].append(convention.premise)
                    beyond = beyond or convention.settlement.by != BY_TEXT
            found.extend(_decided(check, evidence) for check in self._checks.get((convention.id, reading, unit_id), ()))
        if not (premises or waits or found):
            return NO_READINGS
        return UnitReadings(
            premises={name: tuple(sorted(names)) for name, names in premises.items()},
            waits=waits,
            decided=tuple(found),
            beyond_text=beyond,
        )

    def _of_reading(self, convention: Convention, reading: str) -> frozenset[str]:
        key = (convention.id, reading)
        known = self._bearing.get(key)
        if known is None or known[0] is not convention.affected:
            known = (convention.affected, frozenset(convention.obligations(reading)))
            self._bearing[key] = known
        return known[1]

    def _by_unit(self, convention: Convention) -> dict[UnitId, tuple[str, ...]]:
        """The dependent obligations of each unit; worked out once for each set of dependents."""
        known = self._dependents.get(convention.id)
        if known is not None and known[0] is convention.affected:
            return known[1]
        grouped: dict[UnitId, list[str]] = defaultdict(list)
        for name in convention.dependents:
            if name in self._unit_of:
                grouped[self._unit_of[name]].append(name)
        found = {unit_id: tuple(names) for unit_id, names in grouped.items()}
        self._dependents[convention.id] = (convention.affected, found)
        return found


def readings_of(obligations: Iterable[Obligation], conventions: Conventions) -> dict[UnitId, UnitReadings]:
    """What conventions mean for the units that any bears on, as the machine part leaves them."""
    if not conventions.found:
        return {}
    bearing = Bearing(obligations, conventions.checks)
    evidence = {item.statement_id: item for item in conventions.evidence}
    units = dict.fromkeys(unit_id for convention in conventions.found for unit_id in bearing.units(convention))
    return {unit_id: bearing.readings(unit_id, conventions.found, evidence) for unit_id in units}


def statements_of(checks: Iterable[ReadingCheck]) -> dict[StatementId, tuple[UnitId, Statement]]:
    """Every statement of the checks, with the unit that it is about."""
    return {statement.id: (UnitId(check.unit_id), statement) for check in checks for statement in check.statements}


def _decided(check: ReadingCheck, evidence: Mapping[StatementId, Evidence]) -> Decided:
    answers = [evidence.get(statement.id) for statement in check.statements]
    if any(answer is None for answer in answers):
        return Decided(check=check, outcome=Outcome.INCONCLUSIVE, strength=None)
    known = [answer for answer in answers if answer is not None]
    outcome = decided(check, known)
    strengths = [answer.strength for answer in known if answer.strength is not None]
    weakest = min(strengths, key=lambda strength: strength.rank) if outcome is not Outcome.INCONCLUSIVE else None
    return Decided(check=check, outcome=outcome, strength=weakest)
