"""The tree that the rules grow from substeps: scopes, states, entries of Γ, units, uses (METHOD 2).

One pass in source order with a stack of open scopes. What the words open, the words or the end of the text close;
every closing makes a ``closure`` unit in the step that claims completion, and the end makes the ``target`` unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
from .splits import OpenScope, Split, split_shortfall
from .telescope import Telescope
from .wording import Wording, read_wording

MAX_DEPTH = 64  # deeper suppositions are kept as siblings: no proof read so far nests beyond 6
_CLOSURE_PATTERNS = {
    ScopeKind.CASE: Pattern.CASE_SPLIT,
    ScopeKind.BASE_CASE: Pattern.INDUCTION,
    ScopeKind.INDUCTION_STEP: Pattern.INDUCTION,
}
_SHAPES: dict[UnitRole, tuple[Pattern, Transition]] = {
    UnitRole.SPLIT: (Pattern.CASE_SPLIT, Transition.CASE_SPLIT),
    UnitRole.CASE: (Pattern.CASE_SPLIT, Transition.CASE_SPLIT),
    UnitRole.INTRO: (Pattern.UNIVERSAL_INSTANTIATION, Transition.FACT_DERIVATION),
    UnitRole.OBTAIN: (Pattern.EXISTENTIAL_ELIMINATION, Transition.FACT_DERIVATION),
    UnitRole.INSTANTIATE: (Pattern.WITNESS_INSTANTIATION, Transition.FACT_DERIVATION),
    UnitRole.COMPUTE: (Pattern.SAME_GOAL, Transition.REWRITE),
    UnitRole.REDUCE: (Pattern.SAME_GOAL, Transition.GOAL_REDUCTION),
}
# "Inductive step." by itself: what it assumes follows in the next sentence and belongs to the same scope.
_BARE_HEADING = re.compile(
    r"\W*(?:the\s+)?(?:(?:inductive|induction)\s+(?:step|hypothesis|assumption)|(?:base|initial)\s+case"
    r"|(?:sub)?case\s+\S{1,8}|(?:claim|lemma|sublemma|observation)\s*\S{0,8})\W*",
    re.IGNORECASE,
)
_BASE_INLINE = re.compile(r"^\W*(?:for|when|if|with|at)\b\W*[a-zA-Z]\s*=\s*[0-3]\b", re.IGNORECASE)


def grow(proof: Proof, substeps: tuple[Substep, ...]) -> ProofTree:
    """The tree of a decomposed proof. Linear in the text; nothing recurses."""
    return _Grower(proof, substeps).run()


@dataclass
class _Grower:
    """The state of the one pass. Lists only grow; the result is frozen at the end."""

    proof: Proof
    substeps: tuple[Substep, ...]
    scopes: list[Scope] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    units: list[EdgeUnit] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        root = Scope(id=ScopeId("c0"), kind=ScopeKind.ROOT, parent=None, label="theorem")
        self.scopes.append(root)
        self.goal = self.proof.problem or "(no problem statement was found)"
        self.stack: list[OpenScope] = [OpenScope(index=0, kind=ScopeKind.ROOT, state=StateId("n0"), goal=self.goal)]
        self.telescope = Telescope({root.id})
        self.state = StateId("n0")
        self.splits = 0
        self.previous: Substep | None = None
        self.pending: Split | None = None
        given = self.telescope.state_problem(self.proof.problem) + self.telescope.state_context(self.proof.context)
        self.states.append(State(id=StateId("n0"), parent=None, scope=root.id, goal=self.goal, adds=given))
        self.step_numbers = {step.id: step.label or step.id[1:] for step in self.proof.steps}

    def run(self) -> ProofTree:
        readings = [read_wording(substep.text) for substep in self.substeps]
        contradictions = reached_before(readings, "contradiction-reached", stops=_is_assumption)
        # An end mark on the last words ends the proof, not a claim inside it.
        proved = reached_before(readings[:-1], "claim-proved", stops=lambda wording: "claim-stated" in wording.cues)
        proved.append(False)
        for index, (substep, wording) in enumerate(zip(self.substeps, readings, strict=True)):
            self._one(substep, wording, contradictions[index], proved[index])
            self.previous = substep
        if self.substeps:
            self._finish(self.substeps[-1])
        return ProofTree(
            scopes=tuple(self.scopes),
            entries=tuple(self.telescope.entries),
            states=tuple(self.states),
            units=tuple(self.units),
            uses=tuple(self.uses),
            findings=tuple(self.findings),
        )

    # One substep

    def _one(self, substep: Substep, wording: Wording, contradiction_ahead: bool, proof_ahead: bool) -> None:
        cues = frozenset(wording.cues)
        role = self._role_here(substep.text, wording, cues)
        signals = list(wording.cues)
        joined = role is UnitRole.CONCLUDE and cues & {"cases-joined", "induction-done"}
        if joined:
            self._close_splits(substep)
        if "directions-joined" in cues and self.stack[-1].kind is ScopeKind.SUPPOSITION:
            self._close(self.previous or substep)
        heading = self.stack[-1] if self.stack[-1].bare else None
        if heading is not None:
            heading.bare = False
        opened: ScopeKind | None = None
        split: Split | None = None
        if role is UnitRole.CASE:
            opened, split = self._prepare_case(substep, wording, cues)
        elif role is UnitRole.ASSUME and (heading is None or "assume-for-contradiction" in cues):
            opened = self._prepare_assumption(substep, cues, contradiction_ahead)
            if opened is ScopeKind.INDUCTION_STEP:
                split = self._induction_split(substep)
                self._close_siblings(self.previous or substep, split)
        states_claim = "claim-stated" in cues and role is UnitRole.REDUCE
        if states_claim and proof_ahead:
            opened = self._opened_at_depth(ScopeKind.SUBPROOF)
        # "Claim 1." by itself: the sentence after it is the claim.
        says_claim = heading is not None and heading.kind is ScopeKind.SUBPROOF
        if opened is ScopeKind.SUBPROOF or says_claim:
            signals.append("claim-has-proof")
        if says_claim:
            role, states_claim = UnitRole.REDUCE, True
        pattern, transition = _SHAPES.get(role, (Pattern.SAME_GOAL, Transition.FACT_DERIVATION))
        if states_claim:
            pattern, transition = Pattern.LEMMA_SUBGOAL, Transition.LEMMA_INTRODUCTION
        if role is UnitRole.SPLIT:
            self.pending = self._new_split(wording, induction="induction-announced" in cues)
        if opened in (ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP) or (
            role is UnitRole.SPLIT and "induction-announced" in cues
        ):
            pattern = Pattern.INDUCTION
        if role is UnitRole.CASE and "converse" in cues:
            pattern = Pattern.IFF_SPLIT

        unit_id = self._next_unit()
        before = split.state if opened is not None and split is not None and split.state is not None else self.state
        scope_id = self._open(opened, split, substep, unit_id, before) if opened is not None else self._scope_id()
        if (role is UnitRole.REDUCE and "suffices" in cues) or opened is ScopeKind.SUBPROOF or says_claim:
            self.goal = substep.text
        if opened is ScopeKind.CONTRADICTION:
            self.goal = "⊥ (a contradiction)"
            transition = Transition.GOAL_REDUCTION
        premises, notes = self.telescope.premises(substep.text, wording, role, self._induction_hypothesis())
        signals.extend(notes)
        added = self.telescope.add_words(substep, role, scope_id, unit_id)
        if states_claim and opened is None and not says_claim:
            # A claim without a proof of its own is a fact that stands or falls where it stands.
            added = self.telescope.add_claim(substep, scope_id, unit_id)
        after = self._push_state(before, scope_id, (added,) if added else ())
        self._emit(
            EdgeUnit(
                id=unit_id,
                step=substep.step,
                before=before,
                after=after,
                scope=scope_id,
                role=role,
                pattern=pattern,
                transition=transition,
                text=substep.text,
                span=substep.span,
                hypothetical=self._hypothetical(),
                split=split.id if split else (self.pending.id if role is UnitRole.SPLIT and self.pending else None),
                premises=premises,
                signals=tuple(signals),
            )
        )
        if added is not None and (opened is not None or (heading is not None and role is UnitRole.ASSUME)):
            self.stack[-1].hypothesis = added
        if added is not None and role in (UnitRole.DERIVE, UnitRole.COMPUTE, UnitRole.CONCLUDE, UnitRole.APPLY):
            self.telescope.establish(added, self.step_numbers[substep.step])
        if "contradiction-reached" in cues and "assume-for-contradiction" not in cues:
            self._contradiction_reached(substep)
        if "claim-proved" in cues and any(scope.kind is ScopeKind.SUBPROOF for scope in self.stack):
            while self.stack[-1].kind is not ScopeKind.SUBPROOF:
                self._close(substep)
            self._close(substep)
        if "abandoned" in cues:
            self._abandon_step(substep.step)

    def _role_here(self, text: str, wording: Wording, cues: frozenset[str]) -> UnitRole:
        """The wording's role, corrected by what is open."""
        in_induction = any(scope.kind is ScopeKind.INDUCTION_STEP for scope in self.stack)
        if "induction-done" in cues and in_induction and wording.role in (UnitRole.SPLIT, UnitRole.DERIVE):
            return UnitRole.CONCLUDE
        if wording.role is UnitRole.SPLIT and "induction-announced" in cues and in_induction:
            return UnitRole.DERIVE
        expects_case = self.pending is not None and not self.pending.induction
        in_if_case = self.stack[-1].kind is ScopeKind.CASE and self.stack[-1].by_if
        if (expects_case or in_if_case) and "case-if" in cues and wording.role in (UnitRole.DERIVE, UnitRole.ASSUME):
            return UnitRole.CASE
        expects_base = self.pending is not None and self.pending.induction
        if expects_base and _BASE_INLINE.match(re.sub(r"[$\\(){}]", "", text)):
            return UnitRole.CASE
        return wording.role

    # Scopes

    def _prepare_case(self, substep: Substep, wording: Wording, cues: frozenset[str]) -> tuple[ScopeKind, Split]:
        """Close what the heading closes; say what it opens and in which split."""
        if "converse" in cues:
            split = self._sibling_split(substep, ScopeKind.SUPPOSITION) or self._implied_split(wording)
            return ScopeKind.SUPPOSITION, split
        expects_base = self.pending is not None and self.pending.induction
        if "base-case" in cues or (expects_base and not cues & {"case-heading", "case-ordinal", "case-if"}):
            split = self._induction_split(substep)
            self._close_siblings(self.previous or substep, split)
            return ScopeKind.BASE_CASE, split
        if expects_base and "case-if" in cues and "case-heading" not in cues:
            split = self._induction_split(substep)
            self._close_siblings(self.previous or substep, split)
            return ScopeKind.BASE_CASE, split
        if self.pending is not None and not self.pending.induction:
            split, self.pending = self.pending, None
            split.state, split.goal = self.state, self.goal
            return ScopeKind.CASE, split
        nested = "subcase" in wording.bare[:8] or re.match(r"case \d+\.\d", wording.bare) is not None
        if nested and self.stack[-1].kind is ScopeKind.CASE and not self.stack[-1].nested:
            return ScopeKind.CASE, self._implied_split(wording, nested=True)
        split = self._sibling_split(substep, ScopeKind.CASE, nested=nested) or self._implied_split(
            wording, nested=nested
        )
        return ScopeKind.CASE, split

    def _prepare_assumption(self, substep: Substep, cues: frozenset[str], closes_ahead: bool) -> ScopeKind | None:
        """What an assumption opens: a contradiction, an induction step, a supposition, or nothing new."""
        if "assume-for-contradiction" in cues:
            if "converse" in cues and self.stack[-1].kind is ScopeKind.SUPPOSITION:
                self._close(self.previous or substep)
            return self._opened_at_depth(ScopeKind.CONTRADICTION)
        if "induction-step" in cues and (self.pending is not None or self._innermost_split(induction=True) is not None):
            return ScopeKind.INDUCTION_STEP
        if "induction-step" in cues and "suppose" not in cues:
            return ScopeKind.INDUCTION_STEP
        if closes_ahead:
            return self._opened_at_depth(ScopeKind.CONTRADICTION)
        if cues & {"wlog", "additive", "given"}:
            return None
        # A new plain supposition replaces the one before it at the same level.
        if self.stack[-1].kind is ScopeKind.SUPPOSITION:
            self._close(self.previous or substep)
        return self._opened_at_depth(ScopeKind.SUPPOSITION)

    def _opened_at_depth(self, kind: ScopeKind) -> ScopeKind | None:
        if len(self.stack) < MAX_DEPTH:
            return kind
        if not any(finding.kind == "nested-too-deep" for finding in self.findings):
            self.findings.append(
                Finding(kind="nested-too-deep", message=f"scopes nest deeper than {MAX_DEPTH}; the rest is read flat")
            )
        return None

    def _open(
        self, kind: ScopeKind, split: Split | None, substep: Substep, unit_id: UnitId, before: StateId
    ) -> ScopeId:
        scope_id = ScopeId(f"c{len(self.scopes)}")
        parent = self._scope_id()
        hypothetical = kind is ScopeKind.CONTRADICTION or self._hypothetical()
        self.scopes.append(
            Scope(
                id=scope_id,
                kind=kind,
                parent=parent,
                label=_label(substep.text),
                hypothetical=hypothetical,
                opened_by=unit_id,
                split=split.id if split else None,
            )
        )
        if split is not None:
            split.labels.append(substep.text[:200])
            split.kinds.append(kind)
        self.stack.append(
            OpenScope(
                index=len(self.scopes) - 1,
                kind=kind,
                state=before,
                goal=split.goal if split is not None and split.goal is not None else self.goal,
                split=split,
                by_if=re.match(r"\W*(?:if|when|otherwise|first|suppose)\b", substep.text, re.IGNORECASE) is not None,
                nested=split.nested if split else False,
                bare=_BARE_HEADING.fullmatch(substep.text) is not None,
            )
        )
        self.telescope.open_scopes.add(scope_id)
        return scope_id

    def _close(self, substep: Substep, *, sibling: bool = False, signals: tuple[str, ...] = ()) -> None:
        """Close the innermost scope with a closure unit in the step of ``substep``."""
        scope = self.stack.pop()
        record = self.scopes[scope.index]
        unit_id = self._next_unit()
        outer = self._scope_id()
        telescope = self.telescope
        conclusion = telescope.add(EntryRole.FACT, self._discharged(scope, record), outer, unit_id, substep.span)
        if scope.kind is ScopeKind.SUBPROOF:
            telescope.name_claim(record.label, conclusion)
        split = scope.split
        notes = list(signals)
        if split is not None and scope.kind is not ScopeKind.SUPPOSITION:
            split.discharged.append(conclusion)
            if not sibling:
                notes.extend(split_shortfall(split))
        premises = telescope.last_fact_of(record.id)
        adds = tuple(split.discharged) if split is not None and not sibling and split.discharged else (conclusion,)
        self.goal = scope.goal
        before = self.state
        after = self._push_state(scope.state, outer, adds)
        self.telescope.open_scopes.discard(record.id)
        self._emit(
            EdgeUnit(
                id=unit_id,
                step=substep.step,
                before=before,
                after=after,
                scope=outer,
                role=UnitRole.CLOSURE,
                pattern=_CLOSURE_PATTERNS.get(scope.kind, Pattern.SAME_GOAL),
                transition=Transition.FACT_DERIVATION,
                text=substep.text,
                span=substep.span,
                hypothetical=self._hypothetical(),
                split=split.id if split else None,
                premises=premises,
                signals=(f"closes-{record.kind}", *notes),
            )
        )
        self.scopes[scope.index] = replace(record, closed_by=unit_id)
        telescope.last_fact = conclusion

    def _discharged(self, scope: OpenScope, record: Scope) -> str:
        """What leaves a scope: the claim of a subproof, the negation of what was supposed, or the goal under it."""
        if scope.kind is ScopeKind.SUBPROOF:
            return self.goal
        if scope.kind is ScopeKind.CONTRADICTION:
            return f"not: {record.label}"
        return f"[{record.label}] {scope.goal}"[:300]

    def _close_splits(self, substep: Substep) -> None:
        """Close open branches down to and with the outermost run of cases or induction that a joining phrase ends."""
        kinds = (ScopeKind.CASE, ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP)
        while any(scope.kind in kinds for scope in self.stack) and self.stack[-1].kind is not ScopeKind.CONTRADICTION:
            done = self.stack[-1].kind in kinds
            self._close(substep)
            if done and self.stack[-1].kind not in kinds:
                break

    def _close_siblings(self, substep: Substep, split: Split) -> None:
        """Close every scope inside and including the open branch of ``split``."""
        if not any(scope.split is split for scope in self.stack):
            return
        while self.stack[-1].split is not split:
            self._close(substep, signals=("open-closure",) if self.stack[-1].kind is ScopeKind.CONTRADICTION else ())
        self._close(substep, sibling=True)

    def _sibling_split(self, substep: Substep, kind: ScopeKind, *, nested: bool = False) -> Split | None:
        """The split whose branch of ``kind`` is open, its branch closed; None if there is none."""
        found = next(
            (scope for scope in reversed(self.stack) if scope.kind is kind and scope.split and scope.nested == nested),
            None,
        )
        if kind is ScopeKind.SUPPOSITION and found is None:
            plain = next((scope for scope in reversed(self.stack) if scope.kind is kind), None)
            if plain is not None:
                split = self._implied_split(None)
                split.state, split.goal = plain.state, plain.goal
                while self.stack[-1] is not plain:
                    self._close(self.previous or substep)
                self._close(self.previous or substep)
                return split
        if found is None or found.split is None:
            return None
        self._close_siblings(self.previous or substep, found.split)
        return found.split

    def _induction_split(self, substep: Substep) -> Split:
        if self.pending is not None and self.pending.induction:
            split, self.pending = self.pending, None
            split.state, split.goal = self.state, self.goal
            return split
        found = self._innermost_split(induction=True)
        return found if found is not None else self._implied_split(None, induction=True)

    def _innermost_split(self, *, induction: bool) -> Split | None:
        return next(
            (scope.split for scope in reversed(self.stack) if scope.split and scope.split.induction is induction), None
        )

    def _new_split(self, wording: Wording | None, *, induction: bool = False, nested: bool = False) -> Split:
        self.splits += 1
        return Split(
            id=f"p{self.splits}", induction=induction, announced=wording.words if wording else "", nested=nested
        )

    def _implied_split(self, wording: Wording | None, *, induction: bool = False, nested: bool = False) -> Split:
        split = self._new_split(None, induction=induction, nested=nested)
        split.state, split.goal = self.state, self.goal
        return split

    def _contradiction_reached(self, substep: Substep) -> None:
        """⊥ was reached: close the contradiction it belongs to, unless a case inside it is merely eliminated."""
        inner = self.stack[-1]
        if inner.kind in (ScopeKind.CASE, ScopeKind.BASE_CASE):
            for scope in self.stack:
                scope.reached = True
            return
        while (
            len(self.stack) > 1
            and self.stack[-1].kind is ScopeKind.SUPPOSITION
            and any(scope.kind is ScopeKind.CONTRADICTION for scope in self.stack)
        ):
            self._close(substep)
        if self.stack[-1].kind is ScopeKind.CONTRADICTION:
            self._close(substep)

    def _finish(self, last: Substep) -> None:
        """Close what the text left open, then add the target unit of the root."""
        while len(self.stack) > 1:
            scope = self.stack[-1]
            open_end = scope.kind is ScopeKind.CONTRADICTION and not scope.reached
            self._close(last, signals=("open-closure",) if open_end else ())
        if self.pending is not None:
            self.pending.labels.clear()
        missing = split_shortfall(self.pending) if self.pending is not None else ()
        unit_id, before = self._next_unit(), self.state
        after = self._push_state(before, ScopeId("c0"), ())
        last_fact = self.telescope.last_fact
        self._emit(
            EdgeUnit(
                id=unit_id,
                step=last.step,
                before=before,
                after=after,
                scope=ScopeId("c0"),
                role=UnitRole.TARGET,
                pattern=Pattern.SAME_GOAL,
                transition=Transition.FACT_DERIVATION,
                text=last.text,
                span=last.span,
                premises=(last_fact,) if last_fact is not None else (),
                signals=missing,
            )
        )

    # Emitting

    def _induction_hypothesis(self) -> EntryId | None:
        scope = next((item for item in reversed(self.stack) if item.kind is ScopeKind.INDUCTION_STEP), None)
        return scope.hypothesis if scope is not None else None

    def _emit(self, unit: EdgeUnit) -> None:
        self.units.append(unit)
        for entry in unit.premises:
            producer = self.telescope.producer(entry)
            if producer is not None and producer != unit.id:
                self.uses.append(Use(producer=producer, consumer=unit.id, entry=entry))

    def _push_state(self, parent: StateId, scope: ScopeId, adds: tuple[EntryId, ...]) -> StateId:
        state = StateId(f"n{len(self.states)}")
        self.states.append(State(id=state, parent=parent, scope=scope, goal=self.goal, adds=adds))
        self.state = state
        return state

    def _next_unit(self) -> UnitId:
        return UnitId(f"u{len(self.units) + 1:03d}")

    def _scope_id(self) -> ScopeId:
        return self.scopes[self.stack[-1].index].id

    def _hypothetical(self) -> bool:
        return self.scopes[self.stack[-1].index].hypothetical

    def _abandon_step(self, step: StepId) -> None:
        """An abandoned attempt owes nothing: the units of its step so far are kept and struck through."""
        for index in range(len(self.units) - 1, -1, -1):
            unit = self.units[index]
            if unit.step != step:
                break
            if unit.role not in (UnitRole.CLOSURE, UnitRole.ABANDONED):
                self.units[index] = replace(unit, role=UnitRole.ABANDONED)


def reached_before(readings: list[Wording], cue: str, *, stops: Callable[[Wording], bool]) -> list[bool]:
    """For each unit: does ``cue`` come at or after it, before the next unit that ``stops``?"""
    ahead = False
    result = [False] * len(readings)
    for index in range(len(readings) - 1, -1, -1):
        cues = readings[index].cues
        if cue in cues and "assume-for-contradiction" not in cues:
            ahead = True
        result[index] = ahead
        if stops(readings[index]):
            ahead = False
    return result


def _is_assumption(wording: Wording) -> bool:
    return wording.role is UnitRole.ASSUME or "converse" in wording.cues


def _label(text: str) -> str:
    """A short name for a scope: the first words of what opened it, on one line."""
    words = " ".join(text.split())
    return words if len(words) <= 60 else words[:59] + "…"
