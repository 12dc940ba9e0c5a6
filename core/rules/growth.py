"""The tree that the rules grow from substeps: scopes, states, entries of Γ, units, uses (METHOD 2).

One pass in source order with a stack of open scopes. What the words open, the words or the end of the text close;
every closing makes a ``closure`` unit in the step that claims completion, and the end makes the ``target`` unit.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..decomposition import Substep
from ..proof import Proof
from ..tree import EdgeUnit, EntryId, Pattern, ProofTree, ScopeKind, StateId, Transition, UnitRole
from . import opening
from .arrows import conditions_of, is_only_arrow, names_in
from .building import FALSUM, HYPOTHETICAL, Building
from .checklist import Checklist
from .foresight import PROOF_OF, readings_of
from .maps import map_signal, stated_map
from .opening import Course, Opening, Reading
from .splits import OpenScope, split_shortfall
from .telescope import MOST_PREMISES

__all__ = ["grow"]

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
    r"|(?:sub-?)?case\s+\S{1,8}|(?:claim|lemma|sublemma|observation)\s*\S{0,8}|necessity|sufficiency"
    r"|(?:forward|backward|reverse|converse|other)\s+(?:direction|implication|inclusion)"
    r"|\W?(?:only[- ])?if\W?(?:\s+(?:part|direction))?)\W*",
    re.IGNORECASE,
)
# "To see that it is closed, suppose …", "For transitivity suppose …".
_ASIDE_ASSUMPTION = re.compile(r"(?:for|to (?:see|prove|show|verify|check|establish))\b")
_ASIDE = re.compile(r"(?:remark|note|aside|bemerkung|remarque)\b", re.IGNORECASE)
_ARROW_SIGN = re.compile(
    r"[⇒⇐⇔⟹⟸⟺]|\\(?:Long)?(?:left|right|Left|Right)+arrow|\\(?:implies|impliedby|iff)(?![A-Za-z])|=>"
)
_SAYS_SOMETHING = (
    *(UnitRole.DERIVE, UnitRole.COMPUTE, UnitRole.CONCLUDE, UnitRole.APPLY, UnitRole.OBTAIN),
    *(UnitRole.REDUCE, UnitRole.DEFINE, UnitRole.INSTANTIATE),
)
_ESTABLISHES = (UnitRole.DERIVE, UnitRole.COMPUTE, UnitRole.CONCLUDE, UnitRole.APPLY)


def grow(proof: Proof, substeps: tuple[Substep, ...]) -> ProofTree:
    """The tree of a decomposed proof. Linear in the text; nothing recurses."""
    return _Grower(proof, substeps).run()


class _Shape(NamedTuple):
    """What a unit is: its role, pattern and transition."""

    role: UnitRole
    pattern: Pattern
    transition: Transition


class _Grower:
    """The one pass: for each substep what it ends, what it opens, its unit, and what ends after it."""

    def __init__(self, proof: Proof, substeps: tuple[Substep, ...]) -> None:
        self.substeps = substeps
        self.building = Building(proof)
        self.course = Course(conditions=conditions_of(proof.problem))
        self.checklist = Checklist(proof.problem)
        self.step_numbers = {step.id: step.label or step.id[1:] for step in proof.steps}
        claims = {(p.span.source, p.span.start): p.labels for p in proof.context if p.kind == "claim"}
        self.labels = {step.id: claims.get((step.span.source, step.span.start), ()) for step in proof.steps}
        self.before_proofs = {
            step.id: following.label.partition(": ")[0]
            for step, following in pairwise(proof.steps)
            if PROOF_OF.match(following.label) and not PROOF_OF.match(step.label)
        }

    def run(self) -> ProofTree:
        for reading in readings_of(self.building.proof, self.substeps):
            self._one(reading)
            self.course.previous = reading.substep
        if self.substeps:
            missing = self._never_followed()
            self.building.finish(self.substeps[-1], (*missing, *self.checklist.report()))
        return self.building.tree()

    # One substep

    def _one(self, reading: Reading) -> None:
        role = self._role(reading)
        self._leave(reading, role)
        heading = self._bare_heading()
        opened = self._opening(reading, role, heading)
        shape = self._shape(reading, role, heading, opened)
        self._add_unit(reading, shape, opened, heading)
        self._end_after(reading)

    def _role(self, reading: Reading) -> UnitRole:
        """The wording's role, corrected by what is open."""
        b, cues, role, pending = self.building, reading.cues, reading.wording.role, self.course.pending
        in_induction = b.innermost(ScopeKind.INDUCTION_STEP) is not None
        if "induction-done" in cues and in_induction and role in (UnitRole.SPLIT, UnitRole.DERIVE):
            return UnitRole.CONCLUDE
        if role is UnitRole.SPLIT and "induction-announced" in cues and in_induction:
            return UnitRole.DERIVE
        expects_case = pending is not None and not pending.induction
        in_if_case = b.top.kind is ScopeKind.CASE and b.top.by_if
        if (expects_case or in_if_case) and "case-if" in cues and role in (UnitRole.DERIVE, UnitRole.ASSUME):
            return UnitRole.CASE
        if pending is not None and pending.induction and opening.says_base(reading.substep.text):
            return UnitRole.CASE
        if "descent" in cues and "contradiction-reached" not in cues:
            return opening.role_in_descent(reading, self.course, role)
        if _ASIDE.match(self.step_numbers[reading.substep.step]):
            return UnitRole.REMARK
        begins = self.course.previous is None or self.course.previous.step != reading.substep.step
        return UnitRole.REMARK if begins and role in _SAYS_SOMETHING and _is_title(reading) else role

    def _leave(self, reading: Reading, role: UnitRole) -> None:
        """Close what these words end before they say anything."""
        b, cues, at = self.building, reading.cues, self.course.previous or reading.substep
        self._leave_step(reading, at)
        if role is UnitRole.CONCLUDE and cues & {"cases-joined", "induction-done"}:
            b.close_branches(reading.substep)
        if "directions-joined" in cues or "all-equivalent" in cues:
            opening.end_directions(b, self.course, reading)

    def _leave_step(self, reading: Reading, at: Substep) -> None:
        """End what ended with its step, or with the last step under its heading: a claim's proof, an assumption aside.

        The assumption goes on where its step held nothing but the assumption.
        """
        b, step = self.building, reading.substep.step
        here = (step, self.step_numbers[step].partition(": ")[0])
        ended = [scope for scope in b.stack if scope.until and scope.until not in here and step != scope.stated_in]
        for scope in ended[:1]:
            if scope.kind is ScopeKind.SUBPROOF or b.units[-1].id != b.scopes[scope.index].opened_by:
                b.close_through(scope, at)
            else:
                scope.until = ""

    def _bare_heading(self) -> OpenScope | None:
        """The scope of which only the heading was read, if that is the innermost one."""
        scope = self.building.top if self.building.top.bare else None
        if scope is not None:
            scope.bare = False
        return scope

    # What it opens

    def _opening(self, reading: Reading, role: UnitRole, heading: OpenScope | None) -> Opening:
        b, course, cues = self.building, self.course, reading.cues
        if "alternative" in cues:
            opened = opening.open_alternative(b, course, reading)
            if role is UnitRole.SPLIT:
                self._announce(reading)
            return opened
        in_graph = bool(course.conditions) or b.group() is not None
        if reading.arrows.heading and (in_graph or _has_arrow_sign(reading)):
            return opening.open_implication(b, course, reading)
        if reading.arrows.asserted and in_graph:
            return opening.hold_implications(b, course, reading)
        if reading.arrows.planned:
            opening.plan_implications(b, course, reading)
        if role is UnitRole.CASE and cues & {"converse", "forward"}:
            return opening.open_direction(b, course, reading)
        if role is UnitRole.CASE:
            return opening.open_case(b, course, reading)
        if role is UnitRole.ASSUME and (heading is None or "assume-for-contradiction" in cues):
            return opening.open_assumption(b, course, reading)
        if self._states_claim(reading, role) and (reading.ahead.proof or self._proof_follows(reading)):
            return Opening(b.may_open(ScopeKind.SUBPROOF))
        if role is UnitRole.SPLIT:
            self._announce(reading)
        return Opening()

    def _announce(self, reading: Reading) -> None:
        """A split or an induction whose branches follow."""
        words = reading.wording.words
        inductive = "induction-announced" in reading.cues
        self.course.pending = opening.new_split(self.building, announced=words, induction=inductive)

    def _states_claim(self, reading: Reading, role: UnitRole) -> bool:
        under = opening.claims_by_heading(reading.heading)
        return under or ("claim-stated" in reading.cues and role is UnitRole.REDUCE)

    def _proof_follows(self, reading: Reading) -> bool:
        """Whether the next step stands under "Proof of …": a claim of LaTeX with its own proof environment."""
        return reading.substep.step in self.before_proofs

    # Its unit

    def _shape(self, reading: Reading, role: UnitRole, heading: OpenScope | None, opened: Opening) -> _Shape:
        """Role, pattern and transition. "Claim 1." by itself: the sentence after it is the claim."""
        says_claim = heading is not None and heading.kind is ScopeKind.SUBPROOF
        if says_claim or self._states_claim(reading, role):
            return _Shape(UnitRole.REDUCE, Pattern.LEMMA_SUBGOAL, Transition.LEMMA_INTRODUCTION)
        if opened.kind in HYPOTHETICAL:
            pattern = Pattern.IFF_SPLIT if opened.group else Pattern.SAME_GOAL
            pattern = Pattern.INDUCTION if opened.kind is ScopeKind.DESCENT else pattern
            return _Shape(UnitRole.ASSUME, pattern, Transition.GOAL_REDUCTION)
        if opened.group is not None and opened.kind is not ScopeKind.ALTERNATIVE:
            # A direction that supposes nothing says something by itself, or heads what is said.
            heads = opened.supposes or _is_bare(reading)
            said = UnitRole.DERIVE if role in (UnitRole.CASE, UnitRole.ASSUME) else role
            transition = Transition.CASE_SPLIT if opened.kind else Transition.FACT_DERIVATION
            return _Shape(UnitRole.CASE if heads else said, Pattern.IFF_SPLIT, transition)
        pattern, transition = _SHAPES.get(role, (Pattern.SAME_GOAL, Transition.FACT_DERIVATION))
        inductive = opened.kind in (ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP)
        if inductive or (role is UnitRole.SPLIT and "induction-announced" in reading.cues):
            pattern = Pattern.INDUCTION
        if "descent" in reading.cues and self.building.innermost(ScopeKind.DESCENT) is not None:
            pattern = Pattern.INDUCTION
        return _Shape(role, pattern, transition)

    def _add_unit(self, reading: Reading, shape: _Shape, opened: Opening, heading: OpenScope | None) -> None:
        b, substep, unit_id = self.building, reading.substep, self.building.next_unit()
        says_claim = heading is not None and heading.kind is ScopeKind.SUBPROOF
        claims = says_claim or opened.kind is ScopeKind.SUBPROOF
        before = self._enter(reading, opened)
        if claims or (shape.role is UnitRole.REDUCE and "suffices" in reading.cues):
            b.goal = substep.text
        if opened.kind in HYPOTHETICAL:
            b.goal = FALSUM
        found = b.telescope.premises(substep.text, reading.wording, shape.role, self._induction_hypothesis())
        like, earlier = self._similar(reading, opened)
        added = self._entry(reading, shape, opened, says_claim=says_claim)
        signals = [*reading.wording.cues, *self._notes(reading, opened), *found.notes, *like]
        signals.extend(["claim-has-proof"] if claims else [])
        b.emit(
            EdgeUnit(
                id=unit_id,
                step=substep.step,
                before=before,
                after=b.push_state(before, b.scope_id, (added,) if added else ()),
                scope=b.scope_id,
                role=_applying(shape.role, found.notes),
                pattern=shape.pattern,
                transition=shape.transition,
                text=substep.text,
                span=substep.span,
                hypothetical=b.hypothetical,
                split=self._split_of(shape.role, opened),
                premises=tuple(dict.fromkeys([*earlier, *found.premises]))[:MOST_PREMISES],
                signals=tuple(dict.fromkeys(signals)),
            ),
            found.instantiations,
        )
        self.checklist.tick(unit_id, reading.cues)
        if added is not None and (opened.kind is not None or (heading is not None and shape.role is UnitRole.ASSUME)):
            b.top.hypothesis = added
        if added is not None and shape.role in _ESTABLISHES:
            b.telescope.establish(added, self.step_numbers[substep.step])

    def _enter(self, reading: Reading, opened: Opening) -> StateId:
        """Open the scope; the state from which the unit goes on."""
        b, substep = self.building, reading.substep
        kind, group, split = opened.kind, opened.group, opened.split
        before = b.state
        if kind is None:
            return before
        if split is not None and split.state is not None:
            before = split.state
        if kind is ScopeKind.ALTERNATIVE and group is not None:
            before, b.goal = group.state, group.goal
        text = f"{reading.heading}. {substep.text}" if reading.heading else substep.text
        scope = b.open(
            kind,
            text,
            b.next_unit(),
            before,
            split=split,
            group=group.id if group else None,
            hypothetical=opened.hypothetical,
        )
        scope.bare = _is_bare(reading)
        scope.arrows, scope.sign = opened.arrows, opened.sign
        if kind is ScopeKind.CASE:
            scope.style, scope.number = opening.case_name(reading.wording.bare)
        if kind is ScopeKind.SUBPROOF:
            scope.labels = self.labels[substep.step]
            scope.until, scope.stated_in = self.before_proofs.get(substep.step, ""), substep.step
        if kind is ScopeKind.SUPPOSITION and _ASIDE_ASSUMPTION.match(reading.wording.bare):
            scope.until = substep.step
        if kind is ScopeKind.DIRECTION and not opened.arrows and not opened.sign:
            scope.supposed = next(iter(names_in(substep.text)), "")
        return before

    def _entry(self, reading: Reading, shape: _Shape, opened: Opening, *, says_claim: bool) -> EntryId | None:
        """What the unit adds to Γ. A claim without a proof of its own is a fact that stands or falls there."""
        b, substep, unit_id = self.building, reading.substep, self.building.next_unit()
        claim = shape.transition is Transition.LEMMA_INTRODUCTION and opened.kind is None and not says_claim
        if claim:
            words = f"{reading.heading} {substep.text}" if reading.heading else substep.text
            return b.telescope.add_claim(substep, words, b.scope_id, unit_id, self.labels[substep.step])
        if shape.role is UnitRole.CASE and not opened.supposes:
            return None
        return b.telescope.add_words(substep, shape.role, b.scope_id, unit_id)

    def _split_of(self, role: UnitRole, opened: Opening) -> str | None:
        if opened.split is not None:
            return opened.split.id
        if role is UnitRole.SPLIT and self.course.pending is not None:
            return self.course.pending.id
        return opened.group.id if opened.group is not None else None

    def _notes(self, reading: Reading, opened: Opening) -> list[str]:
        """Signals beside the cues: implications, the map of a loss of generality."""
        notes = [f"arrow: {arrow}" for arrow in opened.arrows]
        notes.extend(f"arrow-planned: {arrow}" for arrow in reading.arrows.planned)
        if "wlog" in reading.cues:
            notes.append(map_signal(reading.substep.text))
        for scope in self.building.stack:
            if scope.supposed:
                told = [name for name in names_in(reading.substep.text) if name != scope.supposed]
                scope.told = told[-1] if told else scope.told
        return notes

    def _similar(self, reading: Reading, opened: Opening) -> tuple[list[str], list[EntryId]]:
        """ "Similarly": the earlier argument that is meant, as a signal and as a premise, and the substitution."""
        if "similarly" not in reading.cues:
            return [], []
        b = self.building
        stated = stated_map(reading.substep.text)
        notes = [f"map: {stated}" if stated else "map-not-named"]
        branch = opened.split or opened.group
        names = {branch.id} if branch else {name for scope in b.stack if (name := b.scopes[scope.index].split)}
        own = b.scope_id
        earlier = next(
            (s for s in reversed(b.scopes) if s.id != own and s.closed_by is not None and s.split in names and s.split),
            None,
        )
        if earlier is None:
            earlier = next((s for s in reversed(b.scopes) if s.closed_by is not None and s.parent == own), None)
        if earlier is not None:
            return [f"like: {earlier.id}", *notes], [b.telescope.concluded[earlier.id]]
        last = b.telescope.last_fact
        producer = b.telescope.producer(last) if last is not None else None
        return ([f"like: {producer}", *notes], [last]) if last is not None and producer else (notes, [])

    def _induction_hypothesis(self) -> EntryId | None:
        scope = self.building.innermost(ScopeKind.INDUCTION_STEP)
        return scope.hypothesis if scope is not None else None

    # What it ends

    def _end_after(self, reading: Reading) -> None:
        b, cues, substep = self.building, reading.cues, reading.substep
        if "contradiction-reached" in cues and "assume-for-contradiction" not in cues:
            self._contradiction_reached(substep)
        claim = b.innermost(ScopeKind.SUBPROOF)
        if claim is not None and "claim-proved" in cues and not claim.until:
            b.close_through(claim, substep)
        elif claim is not None and "claim-proof" in cues and not reading.ahead.proof_ends and not claim.until:
            claim.until = substep.step
        if "starts-over" in cues:
            self._start_over(substep)
        elif "abandoned" in cues:
            # What fails is this step so far or, where it opens a step, the one before.
            first = self.course.previous is not None and self.course.previous.step != substep.step
            b.abandon({substep.step, self.course.previous.step} if first and self.course.previous else {substep.step})

    def _start_over(self, substep: Substep) -> None:
        """All that was tried is abandoned, and nothing of it stays open."""
        b = self.building
        while len(b.stack) > 1:
            b.close(substep)
        b.top.group = None
        self.course.pending = None
        b.abandon({unit.step for unit in b.units})
        b.restart()

    def _contradiction_reached(self, substep: Substep) -> None:
        """⊥ was reached: close the contradiction it belongs to, unless a case inside it is merely eliminated."""
        b = self.building
        if b.top.kind in (ScopeKind.CASE, ScopeKind.BASE_CASE):
            for scope in b.stack:
                scope.reached = True
            return
        while b.top.kind is ScopeKind.SUPPOSITION and b.innermost(*HYPOTHETICAL) is not None:
            b.close(substep)
        if b.top.kind in HYPOTHETICAL:
            b.close(substep)

    def _never_followed(self) -> tuple[str, ...]:
        """What was announced and never begun."""
        pending = self.course.pending
        if pending is None:
            return ()
        pending.labels.clear()
        return split_shortfall(pending)


def _applying(role: UnitRole, notes: Sequence[str]) -> UnitRole:
    """What follows from a named result is an application of it."""
    applies = role is UnitRole.DERIVE and any(note.startswith("applies: ") for note in notes)
    return UnitRole.APPLY if applies else role


def _is_bare(reading: Reading) -> bool:
    """Whether the words are nothing but a heading: "Inductive step.", "(⇐)", "(i) ⇒ (ii):"."""
    text = reading.substep.text
    return _BARE_HEADING.fullmatch(text) is not None or is_only_arrow(text)


def _is_title(reading: Reading) -> bool:
    """Whether the first words of a step are its title: a few words without a formula or a stop ("Consider cases")."""
    text = reading.substep.text
    return (
        not reading.wording.has_math and len(text.split()) <= 8 and text[-1:].isalpha() and "claim" not in text.lower()
    )


def _has_arrow_sign(reading: Reading) -> bool:
    """Whether an implication is written with a sign: "(1) implies (2)" alone may be about equations."""
    return _ARROW_SIGN.search(f"{reading.heading} {reading.substep.text}"[:200]) is not None
