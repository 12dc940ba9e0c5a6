"""The tree that grows from fields: one pass in source order over the same ``Building`` as the rules.

Whatever the fields say, the tree is whole: what cannot stand is replaced by the nearest thing that can, the unit is
kept, and a finding "malformed-unit" says what was wrong. Linear; nothing recurses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..decomposition import Substep
from ..proof import Finding, Proof
from ..rules.building import BRANCHES, Building, short
from ..rules.checklist import Checklist
from ..rules.foresight import readings_of
from ..rules.growth import grow
from ..rules.maps import map_signal, stated_map
from ..rules.opening import Reading
from ..rules.symbols import symbols
from ..rules.telescope import MOST_PREMISES
from ..tree import (
    EdgeUnit,
    EntryId,
    EntryRole,
    Pattern,
    ProofTree,
    ScopeKind,
    StateId,
    Transition,
    UnitId,
    UnitRole,
    Use,
)
from .circles import circular_uses
from .context import running_context
from .fields import NamedPremise, RunningContext, UnitFields
from .legal import LONGEST_NAME, nearest_legal
from .premises import Names
from .reading import fields_of_tree
from .scopes import Open, Scopes

_LOOK_AHEAD = 8
_INTRODUCING = (
    *(UnitRole.INTRO, UnitRole.ASSUME, UnitRole.DEFINE),
    *(UnitRole.CASE, UnitRole.OBTAIN, UnitRole.INSTANTIATE),
)
_ESTABLISHES = (UnitRole.DERIVE, UnitRole.COMPUTE, UnitRole.CONCLUDE, UnitRole.APPLY)
_MAY_CHANGE_GOAL = (UnitRole.REDUCE, UnitRole.SPLIT, UnitRole.REMARK, UnitRole.ABANDONED)
_TRUSTED_NOTES = ("applies", "name-not-fresh", "fact-out-of-scope")


def grow_from_fields(proof: Proof, substeps: Sequence[Substep], fields: Sequence[UnitFields | None]) -> ProofTree:
    """The tree of a decomposed proof from what an analyst says of each substep; None: nothing, the rules read it.

    Raises ValueError where there are not as many fields as substeps; bad fields make findings.
    """
    if len(fields) != len(substeps):
        raise ValueError(f"{len(fields)} fields for {len(substeps)} substeps")
    growth = Growth(proof, substeps)
    last_opened: dict[str, int] = {}
    for place, one in enumerate(fields, 1):
        known = one if one is not None else growth.by_rules(place)
        if known.opens is not None and known.opens.split:
            last_opened[known.opens.split] = place
    growth.last_opened = last_opened
    for one in fields:
        growth.take(one)
    return growth.finish()


class Growth:
    """A tree while its fields arrive in source order.

    ``last_opened`` is the number of the last substep that opens a branch of each split. While it is None the text is
    not read to its end: then it can say where the text is, and not yet which splits lack a branch.
    """

    def __init__(self, proof: Proof, substeps: Sequence[Substep]) -> None:
        self.substeps = tuple(substeps)
        self.building = Building(proof)
        self._readings = readings_of(proof, self.substeps)
        self._scopes = Scopes(self.building)
        telescope = self.building.telescope
        givens = tuple(entry.id for entry in telescope.entries if entry.role is not EntryRole.CITED_THEOREM)
        self._names = Names(telescope, givens)
        self._checklist = Checklist(proof.problem)
        self._numbers = {step.id: step.label or step.id[1:] for step in proof.steps}
        self._later: list[tuple[int, NamedPremise]] = []
        self._rules: tuple[UnitFields, ...] | None = None
        self._openers: dict[UnitId, int] = {}
        self._place = 0

    @property
    def last_opened(self) -> Mapping[str, int] | None:
        return self._scopes.last_opened

    @last_opened.setter
    def last_opened(self, known: Mapping[str, int]) -> None:
        self._scopes.last_opened = known

    def by_rules(self, place: int) -> UnitFields:
        """What the rules read in substep ``place`` (from 1)."""
        if self._rules is None:
            self._rules = fields_of_tree(grow(self.building.proof, self.substeps), self.substeps)
        return self._rules[place - 1]

    # One substep

    def take(self, fields: UnitFields | None) -> None:
        """The next substep. ``fields``: what the analyst says of it, None to let the rules read it."""
        self._place += 1
        reading = self._readings[self._place - 1]
        if fields is None:
            unit = self._one(reading, self.by_rules(self._place), [], by_rules=True)
            self._tell(unit, "read-by-rules", "the analyst said nothing of it; it was read by rules")
            return
        later = self._later_words(reading.substep)
        text, bare = reading.substep.text, self._bare() is not None
        legal, found = nearest_legal(fields, reading.wording, text, later_words=later, bare=bare)
        wrong = list(found)
        unit = self._one(reading, legal, wrong, by_rules=False)
        for fault in dict.fromkeys(filter(None, wrong)):
            self._tell(unit, "malformed-unit", fault)

    def _one(self, reading: Reading, fields: UnitFields, wrong: list[str], *, by_rules: bool) -> EdgeUnit:
        b, scopes, substep, place = self.building, self._scopes, reading.substep, self._place
        bare = self._bare()
        earlier = self.substeps[place - 2] if place > 1 else substep
        # What opens a scope ends the one before it in the step before; words that join cases end them themselves.
        ended_by = earlier if fields.opens is not None else substep
        wrong.append(scopes.end(fields.ends_before, place, ended_by, reached=False, by_rules=by_rules))
        before, opened = b.state, None
        if fields.opens is not None:
            dies = reading.ahead.branch_dies and fields.opens.kind in BRANCHES
            opened, before, faults = scopes.open_scope(fields, place, earlier, reading, by_rules=by_rules, dies=dies)
            wrong.extend(faults)
        elif fields.goal is not None and _squeezed(fields.goal) != _squeezed(b.goal):
            fields = _goal_changed(fields, reading, wrong)
            b.goal = fields.goal or b.goal
        self._note_closed()
        unit, added = self._add_unit(reading, fields, wrong, before, opened=opened, by_rules=by_rules)
        if opened is not None:
            self._openers[unit.id] = place
            opened.scope.hypothesis = added[0] if added else None
        elif bare is not None and unit.role is UnitRole.ASSUME and added:
            bare.scope.hypothesis = added[0]
        self._end_after(reading, fields, wrong, by_rules=by_rules)
        return unit

    def _add_unit(
        self,
        reading: Reading,
        fields: UnitFields,
        wrong: list[str],
        before: StateId,
        *,
        opened: Open | None,
        by_rules: bool,
    ) -> tuple[EdgeUnit, tuple[EntryId, ...]]:
        b, substep, unit_id = self.building, reading.substep, self.building.next_unit()
        claims = opened is not None and opened.scope.kind is ScopeKind.SUBPROOF
        found = b.telescope.premises(substep.text, reading.wording, fields.role, self._induction_hypothesis())
        named = self._names.resolve(() if by_rules else fields.premises, self._place)
        wrong.extend(named.wrong)
        cited = self._cited(fields)
        # The words show which symbols are used; an analyst that names its premises knows which of them are new, and
        # what it did not name is none. Results that the words name are used, whatever it says.
        notes = [note for note in found.notes if by_rules or note.partition(":")[0] in _TRUSTED_NOTES]
        applied = [EntryId(note.partition(": ")[2]) for note in notes if note.startswith("applies: ")]
        named_by_text = found.premises if by_rules else tuple(applied)
        premises = dict.fromkeys((*cited, *named.entries, *named_by_text))
        notes = [*named.notes, *(f"applies: {entry}" for entry in cited), *notes]
        added = () if claims else self._entries(reading, fields, unit_id)
        role = fields.role
        if role is UnitRole.DERIVE and any(note.startswith("applies: ") for note in notes):
            role = UnitRole.APPLY
        split = b.scopes[opened.scope.index].split if opened is not None else None
        if fields.announces or (role is UnitRole.SPLIT and opened is None):
            inductive = fields.pattern is Pattern.INDUCTION
            split = split or self._scopes.announce(fields.announces, substep.text, induction=inductive)
        signals = [
            *reading.wording.cues,
            *fields.signals,
            *_maps(reading),
            *notes,
            *(["claim-has-proof"] if claims else []),
        ]
        kept = tuple(premises)[:MOST_PREMISES]
        unit = EdgeUnit(
            id=unit_id,
            step=substep.step,
            before=before,
            after=b.push_state(before, b.scope_id, added),
            scope=b.scope_id,
            role=role,
            pattern=fields.pattern,
            transition=fields.transition,
            text=substep.text,
            span=substep.span,
            hypothetical=b.hypothetical,
            split=split,
            premises=kept,
            signals=tuple(dict.fromkeys(signals)),
        )
        b.emit(
            unit,
            {**found.instantiations, **named.instantiations, **{entry: how for entry, how in cited.items() if how}},
        )
        self._later.extend((len(b.units) - 1, premise) for premise in named.later)
        self._checklist.tick(unit_id, reading.cues)
        self._names.index()
        self._names.made.append(added)
        self._names.concluded.append(None)
        if added and role in _ESTABLISHES:
            b.telescope.establish(added[0], self._numbers[substep.step])
        return unit, added

    def _cited(self, fields: UnitFields) -> dict[EntryId, str]:
        """The entries of the theorems that are cited, with what is put into each."""
        telescope = self.building.telescope
        found: dict[EntryId, str] = {}
        for cited in fields.cites[:MOST_PREMISES]:
            name = " ".join(cited.name.split())[:LONGEST_NAME]
            if name:
                found[telescope.named(name) or telescope.cite(name)] = cited.instantiation[:200]
        return found

    def _entries(self, reading: Reading, fields: UnitFields, unit: UnitId) -> tuple[EntryId, ...]:
        """What the unit adds to Γ: what the analyst says, else its own words as its role has it."""
        b, substep, role = self.building, reading.substep, fields.role
        if fields.transition is Transition.LEMMA_INTRODUCTION:
            words = f"{reading.heading} {substep.text}" if reading.heading else substep.text
            labels = tuple(entry.label for entry in fields.adds if entry.label)
            claim = b.telescope.add_claim(substep, words, b.scope_id, unit, labels)
            for label in labels:
                self._names.label(label, claim, result=True)
            return (claim,)
        if not fields.adds:
            own = b.telescope.add_words(substep, role, b.scope_id, unit) if role is not UnitRole.REDUCE else None
            return (own,) if own is not None else ()
        added: list[EntryId] = []
        fresh = b.telescope.unknown(substep.text) if role in _INTRODUCING else ()
        for entry in fields.adds:
            introduced = _as_symbols(entry.symbols) if entry.symbols is not None else (fresh if not added else ())
            text, span = entry.text or substep.text, substep.span
            made = b.telescope.add(entry.role, text, b.scope_id, unit, span, introduced, entry.depends_on)
            b.telescope.label_equation(text, made)
            if entry.label:
                self._names.label(entry.label, made)
            added.append(made)
        return tuple(added)

    def _end_after(self, reading: Reading, fields: UnitFields, wrong: list[str], *, by_rules: bool) -> None:
        if "contradiction-reached" in reading.cues and "assume-for-contradiction" not in reading.cues:
            for scope in self.building.stack:
                scope.reached = True
        ends = fields.ends_after
        wrong.append(self._scopes.end(ends, self._place + 1, reading.substep, reached=True, by_rules=by_rules))
        self._note_closed()

    def _note_closed(self) -> None:
        """Let what has closed be found by the substep that opened it and by its label."""
        for opener, conclusion, scope in self._scopes.take_closed():
            place = self._openers.get(opener)
            claim = scope.scope.kind is ScopeKind.SUBPROOF
            if place is not None:
                self._names.concluded[place - 1] = conclusion
            for label in (scope.label, *scope.scope.labels):
                self._names.label(label, conclusion, result=claim)
            if claim:
                self._names.results.add(conclusion)
        self._names.index()

    def _bare(self) -> Open | None:
        """The innermost scope, if only a heading that opened it was said in it: the assumption follows."""
        top = self._scopes.open[-1] if self._scopes.open else None
        return top if top is not None and top.place == self._place - 1 and top.scope.bare else None

    def _induction_hypothesis(self) -> EntryId | None:
        scope = self.building.innermost(ScopeKind.INDUCTION_STEP)
        return scope.hypothesis if scope is not None else None

    def _later_words(self, substep: Substep) -> str:
        """What the next few substeps say, as far as they are of this step or the one after it."""
        following = self.substeps[self._place : self._place + _LOOK_AHEAD]
        steps = list(dict.fromkeys([substep.step, *(later.step for later in following)]))[:2]
        return " ".join(later.text[:400] for later in following if later.step in steps)

    def _tell(self, unit: EdgeUnit, kind: str, what: str) -> None:
        self.building.findings.append(Finding(kind=kind, message=what, about=unit.id, span=unit.span))

    # Where the text is

    def context(self, at_most: int) -> RunningContext:
        """The goal, the open scopes and at most ``at_most`` entries of Γ: a third for results, then the nearest."""
        return running_context(self.building, self._names, self._scopes, at_most)

    # The end

    def finish(self) -> ProofTree:
        """Close what is open, add the target, let names that were made later find what they mean, look for circles."""
        b, scopes = self.building, self._scopes
        if self.substeps:
            last = self.substeps[-1]
            while scopes.open:
                scopes.close_through(scopes.open[-1], self._place + 1, last)
            self._note_closed()
            b.finish(last, (*scopes.never_followed(), *self._checklist.report()))
        for index, premise in self._later:
            self._use_before_proof(index, premise)
        b.findings.extend(circular_uses(b.units, b.scopes, b.uses))
        return b.tree()

    def _use_before_proof(self, index: int, premise: NamedPremise) -> None:
        """A name that nothing had where it was used: legal for a result that is proved later."""
        b = self.building
        unit = b.units[index]
        found = self._names.made_later(premise.name)
        shown = short(premise.name)
        if found is None:
            self._tell(unit, "malformed-unit", f"it names the premise “{shown}”, which nothing is called")
            return
        entry, result = found
        if not result:
            self._tell(unit, "malformed-unit", f"it uses “{shown}” before the text states it")
            return
        path = self._scopes_of(unit)
        if b.telescope.entries[int(entry[1:]) - 1].scope not in path:
            self._tell(
                unit, "malformed-unit", f"it uses “{shown}”, which is proved inside a scope that it is outside of"
            )
            return
        if entry not in unit.premises and len(unit.premises) < MOST_PREMISES:
            b.units[index] = replace(
                unit, premises=(*unit.premises, entry), signals=(*unit.signals, "used-before-proof")
            )
            producer = b.telescope.producer(entry)
            if producer is not None:
                b.uses.append(
                    Use(producer=producer, consumer=unit.id, entry=entry, instantiation=premise.instantiation)
                )

    def _scopes_of(self, unit: EdgeUnit) -> set[str]:
        """The ids of the scopes around a unit; they nest at most 64 deep."""
        by_index = self.building.scopes
        path: set[str] = set()
        current: str | None = unit.scope
        while current is not None:
            path.add(current)
            current = by_index[int(current[1:])].parent
        return path


def _goal_changed(fields: UnitFields, reading: Reading, wrong: list[str]) -> UnitFields:
    """Fields of a unit after which the goal is another one. What changes a goal owes that the new one suffices."""
    transition, adds = fields.transition, fields.adds
    if transition is Transition.FACT_DERIVATION:
        wrong.append("it changes the goal and is called fact_derivation; it was taken as goal_reduction")
        transition = Transition.GOAL_REDUCTION
    role = fields.role if fields.role in _MAY_CHANGE_GOAL else UnitRole.REDUCE
    if role is UnitRole.REDUCE and adds and not reading.cues & {"because", "hence"}:
        wrong.append("it changes the goal and gives no reason for the fact that it adds; the fact was left out")
        adds = ()
    return replace(fields, role=role, transition=transition, adds=adds)


def _maps(reading: Reading) -> list[str]:
    """Signals about the map of a loss of generality or of "similarly"."""
    notes: list[str] = []
    if "wlog" in reading.cues:
        notes.append(map_signal(reading.substep.text))
    if "similarly" in reading.cues:
        stated = stated_map(reading.substep.text)
        notes.append(f"map: {stated}" if stated else "map-not-named")
    return notes


def _as_symbols(names: Sequence[str]) -> tuple[str, ...]:
    """Names as the telescope writes them: "ε" and "\\varepsilon" stay, "x_1" is x."""
    return tuple(dict.fromkeys(symbol for name in names for symbol in symbols(f"${name.strip('$')}$") or (name,)))


def _squeezed(text: str) -> str:
    return " ".join(text.split())
