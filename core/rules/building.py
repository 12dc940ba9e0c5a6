"""The tree while it grows: scopes, states, entries of Γ, units, uses. Lists only grow; closing makes closure units.

What opens and what closes is decided elsewhere (``opening``, ``growth``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..decomposition import Substep
from ..proof import Finding, Proof, StepId
from ..tree import (
    EdgeUnit,
    EntryId,
    EntryRole,
    Pattern,
    ProofTree,
    Scope,
    ScopeId,
    ScopeKind,
    State,
    StateId,
    Transition,
    UnitId,
    UnitRole,
    Use,
)
from .arrows import Arrow
from .splits import Group, OpenScope, Split, split_shortfall
from .telescope import Telescope

MAX_DEPTH = 64  # deeper suppositions are kept as siblings: no proof read so far nests beyond 6
FALSUM = "⊥ (a contradiction)"
HYPOTHETICAL = (ScopeKind.CONTRADICTION, ScopeKind.DESCENT)
BRANCHES = (ScopeKind.CASE, ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP)
_CLOSURE_PATTERNS = {
    ScopeKind.CASE: Pattern.CASE_SPLIT,
    ScopeKind.BASE_CASE: Pattern.INDUCTION,
    ScopeKind.INDUCTION_STEP: Pattern.INDUCTION,
    ScopeKind.DESCENT: Pattern.INDUCTION,
    ScopeKind.DIRECTION: Pattern.IFF_SPLIT,
}
_SUPPOSES = re.compile(r"\W*(?:if|when|otherwise|first|suppose)\b", re.IGNORECASE)
_LONGEST_LABEL = 60


@dataclass
class Building:
    """The state of one pass. The root scope and its state are there from the beginning."""

    proof: Proof
    scopes: list[Scope] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    units: list[EdgeUnit] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    branchings: int = 0

    def __post_init__(self) -> None:
        root, state = ScopeId("c0"), StateId("n0")
        self.goal = self.proof.problem or "(no problem statement was found)"
        self.scopes.append(Scope(id=root, kind=ScopeKind.ROOT, parent=None, label="theorem"))
        self.stack = [OpenScope(index=0, kind=ScopeKind.ROOT, state=state, goal=self.goal)]
        self.telescope = Telescope({root})
        given = self.telescope.state_problem(self.proof.problem) + self.telescope.state_context(self.proof.context)
        self.states.append(State(id=state, parent=None, scope=root, goal=self.goal, adds=given))
        self.state = state

    def tree(self) -> ProofTree:
        """The finished tree. Theorems that the text cites without stating them stand in Γ from the beginning."""
        first = self.states[0]
        self.states[0] = replace(first, adds=(*first.adds, *self.telescope.cited))
        return ProofTree(
            scopes=tuple(self.scopes),
            entries=tuple(self.telescope.entries),
            states=tuple(self.states),
            units=tuple(self.units),
            uses=tuple(self.uses),
            findings=tuple(self.findings),
        )

    # Where the text is

    @property
    def top(self) -> OpenScope:
        return self.stack[-1]

    @property
    def scope_id(self) -> ScopeId:
        return self.scopes[self.top.index].id

    @property
    def hypothetical(self) -> bool:
        return self.scopes[self.top.index].hypothetical

    def innermost(self, *kinds: ScopeKind) -> OpenScope | None:
        """The innermost open scope of one of these kinds."""
        return next((scope for scope in reversed(self.stack) if scope.kind in kinds), None)

    def next_unit(self) -> UnitId:
        return UnitId(f"u{len(self.units) + 1:03d}")

    def next_branching(self) -> str:
        """The id of the next split or group."""
        self.branchings += 1
        return f"p{self.branchings}"

    # Opening and closing

    def may_open(self, kind: ScopeKind) -> ScopeKind | None:
        """``kind``, or None with a finding where scopes nest too deep."""
        if len(self.stack) < MAX_DEPTH:
            return kind
        if not any(finding.kind == "nested-too-deep" for finding in self.findings):
            self.findings.append(
                Finding(kind="nested-too-deep", message=f"scopes nest deeper than {MAX_DEPTH}; the rest is read flat")
            )
        return None

    def open(
        self,
        kind: ScopeKind,
        text: str,
        unit: UnitId,
        before: StateId,
        *,
        split: Split | None = None,
        group: str | None = None,
        hypothetical: bool = False,
    ) -> OpenScope:
        """Open a scope with the unit that opens it. ``hypothetical``: nothing inside it is asserted."""
        scope_id = ScopeId(f"c{len(self.scopes)}")
        self.scopes.append(
            Scope(
                id=scope_id,
                kind=kind,
                parent=self.scope_id,
                label=short(text),
                hypothetical=hypothetical or kind in HYPOTHETICAL or self.hypothetical,
                opened_by=unit,
                split=split.id if split else group,
            )
        )
        if split is not None:
            split.labels.append(text[:200])
            split.kinds.append(kind)
        self.stack.append(
            OpenScope(
                index=len(self.scopes) - 1,
                kind=kind,
                state=before,
                goal=split.goal if split is not None and split.goal is not None else self.goal,
                split=split,
                by_if=_SUPPOSES.match(text) is not None,
                nested=split.nested if split else False,
            )
        )
        self.telescope.open_scopes.add(scope_id)
        return self.top

    def close(self, substep: Substep, *, sibling: bool = False, signals: tuple[str, ...] = ()) -> None:
        """Close the innermost scope with a closure unit in the step of ``substep``; ``sibling``: its split goes on."""
        self.end_group(substep)
        scope = self.stack.pop()
        if scope.supposed and scope.told and not scope.arrows:
            scope.arrows = (Arrow(scope.supposed, scope.told),)
        record = self.scopes[scope.index]
        unit_id, outer, telescope = self.next_unit(), self.scope_id, self.telescope
        telescope.open_scopes.discard(record.id)
        # Names that a claim's statement was the first to use are known from then on where the claim is.
        said = self._discharged(scope, record)
        fresh = telescope.unknown(said) if scope.kind is ScopeKind.SUBPROOF else ()
        conclusion = telescope.add(EntryRole.FACT, said, outer, unit_id, substep.span, fresh)
        if scope.kind is ScopeKind.SUBPROOF:
            telescope.name_claim(record.label, conclusion, scope.labels)
        notes = [f"closes-{record.kind}", *signals, *map(_arrow, scope.arrows)]
        adds: tuple[EntryId, ...] = (conclusion,)
        split = scope.split
        if split is not None:
            split.discharged.append(conclusion)
            if not sibling:
                notes.extend(split_shortfall(split))
                adds = tuple(split.discharged)
        self._join(scope, conclusion)
        premises = telescope.last_fact_of(record.id)
        self.goal = scope.goal
        before, after = self.state, self.push_state(scope.state, outer, adds)
        self.closing_unit(
            substep,
            UnitRole.CLOSURE,
            before,
            after,
            pattern=_CLOSURE_PATTERNS.get(scope.kind, Pattern.SAME_GOAL),
            split=record.split,
            premises=premises,
            signals=tuple(notes),
        )
        self.scopes[scope.index] = replace(record, closed_by=unit_id)
        telescope.concluded[record.id] = conclusion
        telescope.last_fact = conclusion

    def close_through(self, scope: OpenScope, substep: Substep, *, sibling: bool = False) -> None:
        """Close every scope inside ``scope``, and ``scope``."""
        while self.top is not scope:
            self.close(substep, signals=("open-closure",) if self.top.kind in HYPOTHETICAL else ())
        self.close(substep, sibling=sibling)

    def close_branches(self, substep: Substep) -> None:
        """Close the innermost run of cases or induction that a joining phrase ends, and those around it that it may end
        too: not a split of which only one branch was read."""
        first = True
        while any(scope.kind in BRANCHES for scope in self.stack) and self.top.kind not in HYPOTHETICAL:
            branch = self.top.kind in BRANCHES
            split = self.top.split
            if branch and not first and split is not None and not split.induction and len(split.labels) < 2:
                break
            self.close(substep)
            first = first and not branch
            if branch and self.top.kind not in BRANCHES:
                break

    def finish(self, last: Substep, signals: tuple[str, ...]) -> None:
        """Close what the text left open, then add the target unit of the root with ``signals``."""
        while len(self.stack) > 1:
            open_end = self.top.kind in HYPOTHETICAL and not self.top.reached
            self.close(last, signals=("open-closure",) if open_end else ())
        self.end_group(last)
        before = self.state
        after = self.push_state(before, ScopeId("c0"), ())
        last_fact = self.telescope.last_fact
        premises = (last_fact,) if last_fact is not None else ()
        self.closing_unit(last, UnitRole.TARGET, before, after, premises=premises, signals=signals)

    # Groups

    def group(self, *, alternatives: bool = False) -> Group | None:
        """The open group of this kind that the innermost scopes belong to, not beyond a claim's own proof."""
        for scope in reversed(self.stack):
            if scope.group is not None and scope.group.alternatives is alternatives:
                return scope.group
            if scope.kind is ScopeKind.SUBPROOF or (scope.kind is ScopeKind.ALTERNATIVE and not alternatives):
                return None
        return None

    def new_group(self, substep: Substep, *, alternatives: bool = False, conditions: tuple[str, ...] = ()) -> Group:
        """A group directly inside the innermost scope; the one that stood there ends in the step of ``substep``."""
        self.end_group(substep)
        made = Group(self.next_branching(), self.state, self.goal, alternatives, conditions)
        self.top.group = made
        return made

    def end_group(self, substep: Substep) -> None:
        """The closure of the group that stands directly inside the innermost scope."""
        group, self.top.group = self.top.group, None
        if group is None:
            return
        report = group.report()
        # Two directions that are both there owe what the problem's equivalence owes; nothing else is left out.
        if not report or not (group.alternatives or group.marked or group.arrows or group.planned):
            return
        name = "alternatives" if group.alternatives else "equivalence"
        unit_id = self.next_unit()
        conclusion = self.telescope.add(EntryRole.FACT, group.goal, self.scope_id, unit_id, substep.span)
        before = self.state
        after = self.push_state(before, self.scope_id, (conclusion,))
        self.closing_unit(
            substep,
            UnitRole.CLOSURE,
            before,
            after,
            pattern=Pattern.SAME_GOAL if group.alternatives else Pattern.IFF_SPLIT,
            split=group.id,
            premises=tuple(group.discharged)[:8],
            signals=(f"closes-{name}", *report),
        )
        self.telescope.last_fact = conclusion

    def _join(self, scope: OpenScope, conclusion: EntryId) -> None:
        """A direction or an alternative that closes counts in its group."""
        group = self.group(alternatives=scope.kind is ScopeKind.ALTERNATIVE)
        if group is None:
            return
        if scope.kind is ScopeKind.ALTERNATIVE:
            group.count += 1
            group.discharged.append(conclusion)
        elif scope.arrows or scope.sign:
            group.arrows.extend(scope.arrows)
            group.signs.extend([scope.sign] if scope.sign else [])
            group.discharged.append(conclusion)

    def _discharged(self, scope: OpenScope, record: Scope) -> str:
        """What leaves a scope: the claim of a subproof, the negation of what was supposed, or the goal under it."""
        if scope.kind is ScopeKind.SUBPROOF:
            return self.goal
        if scope.kind in HYPOTHETICAL:
            return f"not: {record.label}"
        if scope.arrows:
            return ", ".join(map(str, scope.arrows))
        return f"[{record.label}] {scope.goal}"[:300]

    # Units

    def push_state(self, parent: StateId, scope: ScopeId, adds: tuple[EntryId, ...]) -> StateId:
        """A new state, with the goal as it is now; the text goes on from it."""
        state = StateId(f"n{len(self.states)}")
        self.states.append(State(id=state, parent=parent, scope=scope, goal=self.goal, adds=adds))
        self.state = state
        return state

    def emit(self, unit: EdgeUnit, instantiations: Mapping[EntryId, str] | None = None) -> None:
        """Append a unit, and a use for each of its premises that another unit made."""
        self.units.append(unit)
        for entry in unit.premises:
            producer = self.telescope.producer(entry)
            if producer is not None and producer != unit.id:
                words = (instantiations or {}).get(entry, "")
                self.uses.append(Use(producer=producer, consumer=unit.id, entry=entry, instantiation=words))

    def closing_unit(
        self,
        substep: Substep,
        role: UnitRole,
        before: StateId,
        after: StateId,
        *,
        pattern: Pattern = Pattern.SAME_GOAL,
        split: str | None = None,
        premises: tuple[EntryId, ...] = (),
        signals: tuple[str, ...] = (),
    ) -> None:
        """A closure or the target: it quotes the words of the step that claims completion."""
        self.emit(
            EdgeUnit(
                id=self.next_unit(),
                step=substep.step,
                before=before,
                after=after,
                scope=self.scope_id,
                role=role,
                pattern=pattern,
                transition=Transition.FACT_DERIVATION,
                text=substep.text,
                span=substep.span,
                hypothetical=self.hypothetical,
                split=split,
                premises=premises,
                signals=signals,
            )
        )

    def abandon(self, steps: set[StepId]) -> None:
        """An abandoned attempt owes nothing: the last units, as far as they are of these steps, are kept and struck
        through, and the closures among them say so."""
        for index in range(len(self.units) - 1, -1, -1):
            unit = self.units[index]
            if unit.step not in steps:
                break
            if unit.role is UnitRole.CLOSURE:
                self.units[index] = replace(unit, signals=(*unit.signals, "abandoned"))
            else:
                self.units[index] = replace(unit, role=UnitRole.ABANDONED)

    def restart(self) -> None:
        """Go on from the beginning: nothing that was abandoned is known."""
        first = self.states[0]
        self.state, self.goal = first.id, first.goal
        self.telescope.last_fact = None


def short(text: str) -> str:
    """A short name for a scope: the first words of what opened it, on one line."""
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST_LABEL else words[: _LONGEST_LABEL - 1] + "…"


def _arrow(arrow: Arrow) -> str:
    return f"arrow: {arrow}"
