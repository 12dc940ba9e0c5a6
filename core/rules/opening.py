"""What the words of a substep open: a case, a direction, an assumption's scope, a claim's proof, another proof.

Each function closes what the new scope takes the place of and says what is opened; the unit is made in ``growth``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..decomposition import Substep
from ..tree import ScopeKind, UnitRole
from .arrows import Arrow, Arrows, direction_of, names_in
from .building import HYPOTHETICAL, Building
from .splits import Group, OpenScope, Split
from .wording import Wording

_BASE_INLINE = re.compile(r"^\W*(?:for|when|if|with|at)\b\W*[a-zA-Z]\s*=\s*[0-3]\b", re.IGNORECASE)
_CASE_NAME = re.compile(
    r"^(?P<sub>sub-?)?(?:in )?(?:the )?case \(?(?P<name>\d+(?:\.\d+)*|[a-z]+)?\)?"
    r"(?:\s?\(?(?P<inner>[a-z]|[ivx]{1,4})\)?(?![a-z]))?"
)
_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
_SUPPOSES = re.compile(
    r"\b(?:suppos\w*|assum(?:e|ing)|let(?! us)|if|given|take|fix|choose|pick|consider|say|(?:beginning|starting|start)"
    r" (?:with|from))\b"
)
_HOLDS = re.compile(
    r"\b(?:clear|trivial|obvious|immediate|evident|follows?|by definition|well[- ]known|similar|analogous|already)\b"
)
# "The converse follows by the same argument: if …" is a direction by itself, with its reason.
_CONVERSE_HOLDS = re.compile(r"the (?:converse|(?:other|reverse) \w+) (?:is|follows|holds|also)\b")
_STEP_CLAIM = re.compile(r"(?:sub)?(?:claim|lemma|proposition|observation|assertion|fact)\b", re.IGNORECASE)
PROOF_OF = "Proof of "
_BOUNDARIES = (ScopeKind.SUBPROOF, ScopeKind.ALTERNATIVE, ScopeKind.CASE)


@dataclass
class Course:
    """Where the text is: the substep before, what is announced and not begun, and what is equivalent in the problem."""

    previous: Substep | None = None
    pending: Split | None = None
    descent: bool = False
    conditions: tuple[str, ...] = ()


class Ahead(NamedTuple):
    """What comes later: a contradiction before the next assumption; a claim's own proof, and words that end it; the end
    of this branch by a contradiction."""

    contradiction: bool = False
    proof: bool = False
    proof_ends: bool = False
    branch_dies: bool = False


class Opening(NamedTuple):
    """The scope to open, if any, and what it counts as. ``supposes``: its first words are what holds inside it."""

    kind: ScopeKind | None = None
    split: Split | None = None
    group: Group | None = None
    arrows: tuple[Arrow, ...] = ()
    sign: str = ""
    hypothetical: bool = False
    supposes: bool = True


class Reading(NamedTuple):
    """A substep with its words, the implications it names and what is ahead of it."""

    substep: Substep
    wording: Wording
    cues: frozenset[str]
    arrows: Arrows
    ahead: Ahead
    heading: str = ""


# Cases and induction


def open_case(b: Building, course: Course, reading: Reading) -> Opening:
    """A case, a base case, or a branch that begins with "if" where cases are expected."""
    cues, pending = reading.cues, course.pending
    expects_base = pending is not None and pending.induction
    if "base-case" in cues or (expects_base and not cues & {"case-heading", "case-ordinal", "case-if"}):
        return _induction(b, course, reading, ScopeKind.BASE_CASE)
    if expects_base and "case-if" in cues and "case-heading" not in cues:
        return _induction(b, course, reading, ScopeKind.BASE_CASE)
    dies = reading.ahead.branch_dies
    if pending is not None and not pending.induction:
        split, course.pending = pending, None
        split.state, split.goal = b.state, b.goal
        return Opening(b.may_open(ScopeKind.CASE), split, hypothetical=dies)
    return Opening(b.may_open(ScopeKind.CASE), _case_split(b, course, reading), hypothetical=dies)


def _case_split(b: Building, course: Course, reading: Reading) -> Split:
    """The split that a case belongs to: that of the innermost open case named in the same way, or one of its own."""
    style, number = case_name(reading.wording.bare)
    open_cases = [scope for scope in b.stack if scope.kind is ScopeKind.CASE and scope.split is not None]
    same = next((scope for scope in reversed(open_cases) if not style or scope.style in (style, "")), None)
    if style == "sub" and same is None:
        return new_split(b, nested=True)
    if same is None and open_cases and style:
        return new_split(b, nested=True)
    if same is None or same.split is None:
        return new_split(b)
    at = course.previous or reading.substep
    if number == "1" and same.number not in ("", "1"):
        # Numbers that begin again begin another split, after the one before.
        b.close_through(same, at)
        return new_split(b)
    b.close_through(same, at, sibling=True)
    return same.split


def case_name(bare: str) -> tuple[str, str]:
    """How a case is named ("digit", "roman", "letter", "sub", …, "" without a name) and its number."""
    match = _CASE_NAME.match(bare)
    if match is None:
        return "", ""
    name = _NUMBERS.get(match["name"] or "", match["name"] or "")
    if match["sub"] or match["inner"]:
        return "sub", match["inner"] or name.rpartition(".")[2]
    if name[:1].isdigit():
        return f"digit{name.count('.')}", name.rpartition(".")[2]
    if re.fullmatch(r"[ivx]{1,5}", name):
        return "roman", "1" if name == "i" else name
    return ("letter", "1" if name == "a" else name) if len(name) == 1 else ("", "")


def _induction(b: Building, course: Course, reading: Reading, kind: ScopeKind) -> Opening:
    split = _induction_split(b, course)
    split.strong = split.strong or "strong-induction" in reading.cues
    branch = next((scope for scope in b.stack if scope.split is split), None)
    if branch is not None:
        b.close_through(branch, course.previous or reading.substep, sibling=True)
    return Opening(kind, split)


def _induction_split(b: Building, course: Course) -> Split:
    if course.pending is not None and course.pending.induction:
        split, course.pending = course.pending, None
        split.state, split.goal = b.state, b.goal
        return split
    return innermost_induction(b) or new_split(b, induction=True)


def innermost_induction(b: Building) -> Split | None:
    """The split of the innermost induction that is open."""
    return next((scope.split for scope in reversed(b.stack) if scope.split and scope.split.induction), None)


def new_split(b: Building, *, announced: str = "", induction: bool = False, nested: bool = False) -> Split:
    """A split that begins where the text is."""
    return Split(b.next_branching(), induction, announced, nested=nested, state=b.state, goal=b.goal)


def says_base(text: str) -> bool:
    """Whether "For n = 1 …" begins the base of an announced induction."""
    return _BASE_INLINE.match(re.sub(r"[$\\(){}]", "", text)) is not None


# Assumptions


def open_assumption(b: Building, course: Course, reading: Reading) -> Opening:
    """A contradiction, a descent, an induction's step, a supposition, or nothing new."""
    cues, at = reading.cues, course.previous or reading.substep
    if "descent" in cues and reading.ahead.contradiction and "contradiction-reached" not in cues:
        return _descent(b)
    if "assume-for-contradiction" in cues:
        if "converse" in cues:
            group = _leave_direction(b, course, reading, "⇐")
            return Opening(b.may_open(_hypothetical(course)), group=group, sign="⇐")
        return Opening(b.may_open(_hypothetical(course)))
    if "induction-step" in cues and (
        "suppose" not in cues or course.pending is not None or innermost_induction(b) is not None
    ):
        return _induction(b, course, reading, ScopeKind.INDUCTION_STEP)
    if reading.ahead.contradiction:
        return Opening(b.may_open(_hypothetical(course)))
    if cues & {"wlog", "additive", "given"}:
        return Opening()
    if course.conditions and len(set(names_in(reading.substep.text))) == 1:
        return Opening(b.may_open(ScopeKind.DIRECTION), group=leave_implication(b, course, reading))
    # A new plain supposition takes the place of the one before it at the same level.
    if b.top.kind is ScopeKind.SUPPOSITION:
        b.close(at)
    return Opening(b.may_open(ScopeKind.SUPPOSITION))


def _hypothetical(course: Course) -> ScopeKind:
    kind = ScopeKind.DESCENT if course.descent else ScopeKind.CONTRADICTION
    course.descent = False
    return kind


def _descent(b: Building) -> Opening:
    """A minimal counterexample: of what is already supposed for a contradiction, or supposed here."""
    open_one = b.innermost(*HYPOTHETICAL)
    if open_one is None:
        return Opening(b.may_open(ScopeKind.DESCENT))
    open_one.kind = ScopeKind.DESCENT
    b.scopes[open_one.index] = replace(b.scopes[open_one.index], kind=ScopeKind.DESCENT)
    return Opening()


def role_in_descent(reading: Reading, course: Course, role: UnitRole) -> UnitRole:
    """What words about a least counterexample or a descent do: suppose one, or announce the method."""
    if _SUPPOSES.search(reading.wording.bare) is not None:
        return UnitRole.ASSUME if reading.ahead.contradiction else role
    if reading.wording.has_math or role not in (UnitRole.DERIVE, UnitRole.REMARK, UnitRole.REDUCE, UnitRole.APPLY):
        return role
    course.descent = True
    return UnitRole.REMARK


# Directions of an equivalence


def open_direction(b: Building, course: Course, reading: Reading) -> Opening:
    """ "(⇒)", "(⇐)", "Conversely", "Necessity.": the direction before ends, and this one begins.

    "Conversely, every x is …" supposes nothing: it is a direction by itself and opens no scope.
    """
    cues, words = reading.cues, reading.wording.bare
    sign = direction_of(reading.substep.text) or direction_of(reading.heading) or ("⇒" if "forward" in cues else "⇐")
    marked = "forward" in cues or bool(direction_of(reading.substep.text) or direction_of(reading.heading))
    group = _leave_direction(b, course, reading, sign)
    group.marked = group.marked or marked or bool(re.match(r"(?:necessity|sufficiency)\b", words))
    supposes = _SUPPOSES.search(words) is not None
    heads = marked or re.match(r"[\w\s-]{1,30}\s?[.:]", words) is not None
    whole = (marked and not supposes and _HOLDS.search(words) is not None) or not (heads or supposes)
    whole = whole or _CONVERSE_HOLDS.match(words) is not None
    if whole:
        group.signs.append(sign)
        return Opening(group=group, sign=sign, supposes=False)
    kind = _hypothetical(course) if reading.ahead.contradiction and supposes else ScopeKind.DIRECTION
    return Opening(b.may_open(kind), group=group, sign=sign, supposes=supposes)


def _leave_direction(b: Building, course: Course, reading: Reading, sign: str) -> Group:
    """End the direction before this one; the group that both belong to."""
    before = _open_direction(b)
    at = course.previous or reading.substep
    group = b.group()
    if group is not None and sign in group.signs and (before is None or before.sign == sign):
        # The same direction again: another equivalence.
        if before is not None:
            b.close_through(before, at)
        return b.new_group(at)
    if before is None:
        made = group or b.new_group(at)
        if not made.signs and sign in "⇐⊇" and "forward" not in reading.cues:
            made.signs.append("⇒" if sign == "⇐" else "⊆")
        return made
    if group is None:
        group = Group(b.next_branching(), before.state, before.goal)
        b.stack[b.stack.index(before) - 1].group = group
    if not before.sign and not before.arrows:
        before.sign = {"⇐": "⇒", "⇒": "⇐", "⊇": "⊆", "⊆": "⊇"}[sign]
    record = b.scopes[before.index]
    if before.kind is ScopeKind.SUPPOSITION:
        before.kind = ScopeKind.DIRECTION
        b.scopes[before.index] = replace(record, kind=ScopeKind.DIRECTION, split=group.id)
    b.close_through(before, at)
    return group


def _open_direction(b: Building) -> OpenScope | None:
    """The innermost supposition or direction that is open, not beyond the case or claim that the text is in."""
    for scope in reversed(b.stack):
        if scope.kind in (ScopeKind.SUPPOSITION, ScopeKind.DIRECTION) or scope.sign or scope.arrows:
            return scope
        if scope.kind in _BOUNDARIES:
            return None
    return None


def open_implication(b: Building, course: Course, reading: Reading) -> Opening:
    """ "(i) ⇒ (ii)" with its proof, or as something that holds."""
    group = leave_implication(b, course, reading)
    arrows = reading.arrows.heading
    kind = ScopeKind.DIRECTION
    supposes = _SUPPOSES.search(reading.wording.bare) is not None
    if reading.ahead.contradiction and supposes:
        kind = _hypothetical(course)
    return Opening(b.may_open(kind), group=group, arrows=arrows, supposes=supposes)


def leave_implication(b: Building, course: Course, reading: Reading) -> Group:
    """End the implication before this one; the group of the equivalence."""
    before = _open_direction(b)
    if before is not None:
        b.close_through(before, course.previous or reading.substep)
    group = b.group()
    if group is None or (group.signs and not group.arrows):
        group = b.new_group(course.previous or reading.substep, conditions=course.conditions)
    return group


def hold_implications(b: Building, course: Course, reading: Reading) -> Opening:
    """ "(ii) ⇒ (iii) is clear.": implications that hold without a scope of their own."""
    group = leave_implication(b, course, reading)
    group.arrows.extend(reading.arrows.asserted)
    return Opening(group=group, arrows=reading.arrows.asserted, supposes=False)


def plan_implications(b: Building, course: Course, reading: Reading) -> None:
    """ "We show (i) ⇒ (ii) ⇒ (iii) ⇒ (i).": what will be there, and between which conditions."""
    group = b.group()
    if group is None:
        group = b.new_group(course.previous or reading.substep, conditions=course.conditions)
    group.planned.extend(reading.arrows.planned)


def end_directions(b: Building, course: Course, reading: Reading) -> None:
    """All implications are said to be there: their closure is charged to the step that says so."""
    before = _open_direction(b)
    if before is not None:
        b.close_through(before, course.previous or reading.substep)
    if b.top.group is not None and not b.top.group.alternatives:
        b.end_group(reading.substep)


# Claims and other proofs


def claims_by_heading(heading: str) -> bool:
    """Whether a step stands under "Claim 2" or the like."""
    return _STEP_CLAIM.match(heading) is not None


def open_alternative(b: Building, course: Course, reading: Reading) -> Opening:
    """Another proof of the same goal: all that the one before opened ends, and the goal is what it was."""
    at = course.previous or reading.substep
    group = b.group(alternatives=True)
    while len(b.stack) > 1 and b.top.kind is not ScopeKind.SUBPROOF and b.top.group is not group:
        b.close(at)
    if group is None or b.top.group is not group:
        begun = bool(b.units)
        group = b.new_group(at, alternatives=True)
        if begun and not re.match(r"(?:a )?first\b", reading.wording.bare):
            group.count = 1
            group.state, group.goal = b.stack[-1].state, b.stack[-1].goal
    course.pending = None
    return Opening(b.may_open(ScopeKind.ALTERNATIVE), group=group)
