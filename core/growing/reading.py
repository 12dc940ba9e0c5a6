"""The rules' own reading, as fields: for a substep of which the analyst says nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..decomposition import Substep
from ..tree import EdgeUnit, EntryId, EntryRole, ProofTree, Scope, ScopeId, Transition, UnitId, UnitRole
from .fields import NamedPremise, NewEntry, Opens, UnitFields

RULES = "rules "
"""How the names of splits begin that the rules made; an analyst's own never do."""
_HYPOTHETICAL = ("contradiction", "descent")


def fields_of_tree(tree: ProofTree, substeps: Sequence[Substep]) -> tuple[UnitFields, ...]:
    """What ``tree`` says of each substep. Its units beside closures and the target are the substeps' own, in order.

    Raises ValueError where they are not.
    """
    own = [unit for unit in tree.units if unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET)]
    if [unit.span for unit in own] != [substep.span for substep in substeps]:
        raise ValueError("the tree was not grown from these substeps")
    return _Reading(tree, own).fields()


class _Reading:
    """Look-ups for one pass over the units of a tree."""

    def __init__(self, tree: ProofTree, own: list[EdgeUnit]) -> None:
        self.tree = tree
        self.own = own
        self.number = {unit.id: place for place, unit in enumerate(own, 1)}
        self.opened = {scope.opened_by: scope for scope in tree.scopes if scope.opened_by is not None}
        self.closed_by = {scope.closed_by: scope for scope in tree.scopes if scope.closed_by is not None}
        self.made: dict[UnitId, list[EntryId]] = {}
        for entry in tree.entries:
            if entry.producer is not None:
                self.made.setdefault(entry.producer, []).append(entry.id)

    def fields(self) -> tuple[UnitFields, ...]:
        before, after = self._ends()
        return tuple(
            self._one(unit, before.get(place, 0), after.get(place, 0)) for place, unit in enumerate(self.own, 1)
        )

    def _ends(self) -> tuple[dict[int, int], dict[int, int]]:
        """How many scopes end before and with each substep; those that the end of the text closes end with none."""
        before: dict[int, int] = {}
        after: dict[int, int] = {}
        place, waiting = 0, list[EdgeUnit]()
        for unit in self.tree.units:
            if unit.role is UnitRole.CLOSURE:
                if unit.id in self.closed_by:
                    waiting.append(unit)
            elif unit.role is not UnitRole.TARGET:
                for closure in waiting:
                    # A closure quotes the step that claims completion.
                    ends = before if closure.span == unit.span else after
                    at = place + 1 if ends is before else place
                    ends[at] = ends.get(at, 0) + 1
                waiting.clear()
                place += 1
        return before, after

    def _one(self, unit: EdgeUnit, before: int, after: int) -> UnitFields:
        goal_before = self.tree.state_by_id[unit.before].goal
        goal = self.tree.state_by_id[unit.after].goal
        scope = self.opened.get(unit.id)
        announces = RULES + unit.split if unit.role is UnitRole.SPLIT and unit.split and scope is None else ""
        return UnitFields(
            role=unit.role,
            pattern=unit.pattern,
            transition=unit.transition,
            adds=tuple(self._entry(unit, entry) for entry in self.made.get(unit.id, ())),
            premises=tuple(self._premise(entry) for entry in unit.premises),
            goal=goal if goal != goal_before else None,
            opens=self._opens(scope) if scope is not None else None,
            announces=announces,
            ends_before=before,
            ends_after=after,
        )

    def _entry(self, unit: EdgeUnit, entry_id: EntryId) -> NewEntry:
        entry = self.tree.entry_by_id[entry_id]
        claim = unit.transition is Transition.LEMMA_INTRODUCTION and entry.role is EntryRole.FACT
        return NewEntry(
            role=entry.role,
            text="" if entry.text == unit.text or claim else entry.text,
            symbols=entry.symbols,
            depends_on=entry.depends_on,
        )

    def _premise(self, entry_id: EntryId) -> NamedPremise:
        """By the substep that made it or opened the scope whose closing made it; what no unit made keeps its id."""
        producer = self.tree.entry_by_id[entry_id].producer
        if producer is None:
            return NamedPremise(name=entry_id)
        closed = self.closed_by.get(producer)
        opener = closed.opened_by if closed is not None else producer
        number = self.number.get(opener) if opener is not None else None
        if not number:
            return NamedPremise(name=entry_id)
        return NamedPremise(name=f"closed #{number}" if closed is not None else f"#{number}")

    def _opens(self, scope: Scope) -> Opens:
        parent: ScopeId | None = scope.parent
        outside = parent is None or not self.tree.scope_by_id[parent].hypothetical
        return Opens(
            kind=scope.kind,
            label=scope.label,
            split=RULES + scope.split if scope.split else "",
            dies=scope.hypothetical and scope.kind.value not in _HYPOTHETICAL and outside,
        )
