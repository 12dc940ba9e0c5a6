"""Scopes and splits while a tree grows from fields: opening, closing, branches that belong together.

What is impossible is done in the nearest possible way, and said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..decomposition import Substep
from ..rules.arrows import conditions_of, direction_of, read_arrows
from ..rules.building import BRANCHES, FALSUM, HYPOTHETICAL, Building, short
from ..rules.opening import Reading
from ..rules.splits import Group, OpenScope, Split, split_shortfall
from ..tree import EntryId, ScopeKind, StateId, UnitId
from .fields import Opens, UnitFields

_LONGEST_HEADING = 5
_GROUPED = (ScopeKind.DIRECTION, ScopeKind.ALTERNATIVE)


@dataclass
class Open:
    """A scope on the stack beside the one of ``Building``: who opened it and what it is called.

    ``declared``: the analyst opened it, and counts it. ``place``: the number of the substep that did. ``claim``: the
    goal of a claim's proof.
    """

    scope: OpenScope
    place: int
    declared: bool
    by_rules: bool
    label: str = ""
    split: str = ""
    claim: str | None = None
    hypothesis: str = ""


@dataclass
class _Branching:
    """A split under its analyst's name: where it stands, and how many units there were when its last branch ended."""

    split: Split
    home: int
    units: int = 0
    begun: bool = False
    order: int = 0


@dataclass
class Scopes:
    """The stack of open scopes and what is known of the splits. ``last_opened`` says at which substep a branch of each
    name begins for the last time; None while the text is not read to its end, when every split may go on."""

    building: Building
    last_opened: Mapping[str, int] | None = None
    open: list[Open] = field(default_factory=list)
    _closed: list[tuple[UnitId, EntryId, Open]] = field(default_factory=list)
    _splits: dict[str, _Branching] = field(default_factory=dict)
    _groups: dict[str, Group] = field(default_factory=dict)

    # Closing

    def end(self, count: int, at: int, substep: Substep, *, reached: bool, by_rules: bool) -> str:
        """End ``count`` scopes in the step of ``substep``, as far as there are any; what was wrong, or "".

        Scopes that nobody declared end with those around them. ``at`` is the number of the first substep that could
        still open a branch.
        """
        for done in range(count):
            counted = [one for one in self.open if (one.by_rules if by_rules else one.declared)]
            if not counted or (by_rules and not self.open[-1].by_rules):
                return "" if by_rules else f"it ends {count} scopes where {done} are open"
            self.close_through(counted[-1], at, substep, reached=reached)
        return ""

    def close_through(self, wanted: Open, at: int, substep: Substep, *, reached: bool = False) -> None:
        """Close every scope inside ``wanted``, and ``wanted``."""
        while True:
            top = self.open.pop()
            last = top is wanted
            self._close(top, at, substep, reached=reached and last)
            if last:
                return

    def _close(self, top: Open, at: int, substep: Substep, *, reached: bool) -> None:
        b, scope = self.building, top.scope
        branching = self._splits.get(top.split) if scope.split is not None else None
        goes_on = branching is not None and (self.last_opened is None or self.last_opened.get(top.split, -1) >= at)
        unreached = scope.kind in HYPOTHETICAL and not (reached or scope.reached)
        if top.claim is not None:
            b.goal = top.claim
        record = b.scopes[scope.index]
        b.close(substep, sibling=goes_on, signals=("open-closure",) if unreached else ())
        conclusion = b.telescope.concluded[record.id]
        if record.opened_by is not None:
            self._closed.append((record.opened_by, conclusion, top))
        if scope.kind in HYPOTHETICAL and top.hypothesis:
            b.telescope.reword(conclusion, f"not: {top.hypothesis}")
        if branching is not None:
            branching.units = len(b.units)

    # Opening

    def take_closed(self) -> list[tuple[UnitId, EntryId, Open]]:
        """The scopes that closed since this was asked last: who opened each, what it left, and the scope."""
        closed, self._closed = self._closed, []
        return closed

    def open_scope(
        self, fields: UnitFields, at: int, earlier: Substep, reading: Reading, *, by_rules: bool, dies: bool
    ) -> tuple[Open | None, StateId, list[str]]:
        """Open the scope that ``fields`` ask for: the scope, the state from which its unit goes on, what was wrong.

        What has to close first closes in the step of ``earlier``. None where scopes nest too deep.
        """
        b, opens, substep = self.building, fields.opens, reading.substep
        kind = b.may_open(opens.kind) if opens is not None else None
        if kind is None or opens is None:
            return None, b.state, ["scopes nest too deep; another one was not opened"]
        split: Split | None = None
        group: Group | None = None
        before, wrong, name = b.state, "", opens.split
        if kind in BRANCHES:
            name, branching, wrong = self._branching(fields, opens, at, earlier)
            split, before = branching.split, b.state
            # What was said between two branches stays known in the second.
            if split.state is not None and branching.units in (0, len(b.units)):
                before = split.state
            b.goal = split.goal if split.goal is not None else b.goal
        elif kind in _GROUPED or (name and kind in HYPOTHETICAL):
            group, wrong = self._group(kind, opens, at, earlier, substep)
            before = b.state
            if kind is ScopeKind.ALTERNATIVE:
                before, b.goal = group.state, group.goal
        said = opens.label or reading.heading
        text = f"{said}. {substep.text}" if said and said not in substep.text else substep.text
        hypothetical = opens.dies or dies
        scope = b.open(
            kind,
            text,
            b.next_unit(),
            before,
            split=split,
            group=group.id if group else None,
            hypothetical=hypothetical,
        )
        made = Open(scope, at, declared=not opens.implied, by_rules=by_rules, label=opens.label, split=name)
        made.hypothesis = " ".join(substep.text.split())
        if group is not None and kind is not ScopeKind.ALTERNATIVE:
            _direct(scope, group, opens, substep)
        scope.bare = not reading.wording.has_math and len(substep.text.split()) <= _LONGEST_HEADING
        if kind in HYPOTHETICAL:
            b.goal = FALSUM
        elif kind is ScopeKind.SUBPROOF:
            words = next((entry.text for entry in fields.adds if entry.text), substep.text)
            made.claim = b.goal = fields.goal or words
            scope.labels = tuple(filter(None, (opens.label, *(entry.label for entry in fields.adds))))
        elif fields.goal is not None:
            b.goal = fields.goal
        self.open.append(made)
        return made, before, [wrong] if wrong and not by_rules else []

    def _branching(self, fields: UnitFields, opens: Opens, at: int, earlier: Substep) -> tuple[str, _Branching, str]:
        """The split that a branch belongs to; its open branch ends, and so does what is open inside it."""
        b = self.building
        wrong = ""
        name = opens.split
        if not name:
            wrong = f"a {opens.kind} belongs to a split, and none is named"
            name = self._unnamed()
        induction = opens.kind is not ScopeKind.CASE
        known = self._splits.get(name)
        if known is not None:
            branch = next((one for one in self.open if one.split == name and one.scope.split is known.split), None)
            if branch is not None:
                self.close_through(branch, at, earlier, reached=True)
            elif known.begun and not any(scope.index == known.home for scope in b.stack):
                wrong = f"the split “{short(name)}” ended with the scope around it; another one was begun"
                known = None
            elif known.begun and b.top.index != known.home:
                wrong = f"a branch of “{short(name)}” begins inside other scopes; they were closed"
                while b.top.index != known.home:
                    self.close_through(self.open[-1], at, earlier)
        if known is None:
            known = self._new(name, induction=induction, announced="")
        if not known.begun:
            known.begun, known.home = True, b.top.index
            known.split.state, known.split.goal = b.state, b.goal
        known.split.induction = known.split.induction or induction
        known.split.strong = known.split.strong or "analyst: strong-induction" in fields.signals
        return name, known, wrong

    def announce(self, name: str, words: str, *, induction: bool) -> str:
        """A split whose branches follow; its id. Without a name, branches without one belong to it."""
        name = name or self._unnamed()
        known = self._splits.get(name)
        if known is None or known.begun:
            known = self._new(name, induction=induction, announced=words.lower()[:400])
        return known.split.id

    def _unnamed(self) -> str:
        return f"unnamed {self.building.scope_id}"

    def _new(self, name: str, *, induction: bool, announced: str) -> _Branching:
        b = self.building
        split = Split(b.next_branching(), induction, announced, state=b.state, goal=b.goal)
        made = _Branching(split, home=b.top.index, order=len(self._splits))
        self._splits[name] = made
        return made

    def _group(self, kind: ScopeKind, opens: Opens, at: int, earlier: Substep, substep: Substep) -> tuple[Group, str]:
        """The equivalence or the OR group that a direction or an alternative belongs to."""
        b = self.building
        wrong = "" if opens.split else f"a {opens.kind} belongs to a group, and none is named"
        name = opens.split or f"unnamed {kind}"
        alternatives = kind is ScopeKind.ALTERNATIVE
        group = self._groups.get(name)
        branch = next((one for one in self.open if one.split == name), None) if opens.split else None
        if branch is not None:
            self.close_through(branch, at, earlier, reached=True)
        if group is None or b.top.group is not group:
            begun = bool(b.units) and alternatives and group is None
            group = b.new_group(earlier, alternatives=alternatives, conditions=conditions_of(b.proof.problem))
            group.marked = True
            if begun and "first" not in substep.text[:40].lower():
                group.count = 1
                group.state, group.goal = b.top.state, b.top.goal
            self._groups[name] = group
        return group, wrong

    # What is left

    def announced(self) -> tuple[str, ...]:
        """Names of the splits whose branches have not begun."""
        return tuple(name for name, known in self._splits.items() if not known.begun)

    def never_followed(self) -> tuple[str, ...]:
        """Signals of splits that were announced and never begun."""
        return tuple(
            dict.fromkeys(
                note for known in self._splits.values() if not known.begun for note in split_shortfall(known.split)
            )
        )


def _direct(scope: OpenScope, group: Group, opens: Opens, substep: Substep) -> None:
    """The implications or the direction that a scope proves, from its label or its words."""
    for text in (opens.label, substep.text):
        scope.arrows = scope.arrows or read_arrows(f"{text}:" if text is opens.label else text).heading
        scope.sign = scope.sign or direction_of(text)
    if not scope.arrows and not scope.sign:
        scope.sign = "⇐" if "⇒" in group.signs else "⇒"
