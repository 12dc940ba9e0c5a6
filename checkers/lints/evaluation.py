"""What evaluation finds: counterexamples, values at which Lean and the textbook part, empty domains, contradictions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...core.faithfulness.findings import Action, Drift, LintFinding, Tier
from ...core.formal import Statement
from ...core.value import value
from .causes import has_remainder, zero_divisors
from .made import finding
from .meaning.nodes import Local, Op
from .meaning.types import EMPTY, PROP, FinType, Function, base, pruned
from .pinned import pinned
from .points import linear, periodic
from .points.choosing import choices
from .points.posing import Posed, Variable, pose
from .points.search import SECONDS, STEPS, Found, Point, search
from .values.operations import ZERO_POWER
from .values.outcomes import UNDEFINED, Mark

REJECT, FLAG, NOTE = Action.REJECT, Action.FLAG, Action.NOTE
MISSING_GUARD = "the textbook gives it no value there: a condition is missing"


JUNK = frozenset(
    """nat-sub nat-div nat-pred int-div-floor mod-by-zero div-by-zero inv-zero sqrt-negative log-nonpositive int-to-nat
    fin-wraparound zmod-wraparound cast-after-truncation exponent-nat-sub exponent-nat-frac index-out-of-range
    floor-negative""".split()
)
"""Lints on what Lean alone computes: evaluation sees whether it happens where the hypotheses hold."""
ENOUGH = 3
"""Points at which the hypotheses hold that a look at a statement needs, if there are so many."""


@value
class Evaluated:
    """``unknown``: sentences on what was not understood. ``settled``: whether at enough points at which the hypotheses
    hold every truth was known under both meanings and both agree."""

    findings: tuple[LintFinding, ...]
    unknown: tuple[str, ...]
    settled: bool = False


def evaluate(statement: Statement, *, steps: int = STEPS, seconds: float = SECONDS) -> Evaluated:
    """What evaluation within a budget of steps finds."""
    if statement.body is not None:
        return Evaluated(findings=(), unknown=("a definition is not evaluated",))
    posed = pose(statement)
    found = search(posed, steps=steps, seconds=seconds)
    findings = (*_vacuous(posed, found), *_told(posed, found), *pinned(posed))
    if posed.unknown and not any(finding.rejects for finding in findings):
        findings = (*findings, *_in_structures(statement, steps=min(steps, MODEL_STEPS), seconds=seconds))
    enough = found.looked >= ENOUGH or (found.exhausted and found.looked > 0)
    settled = enough and found.agreed == found.looked and not posed.unknown
    return Evaluated(findings=findings, unknown=posed.unknown, settled=settled)


MODEL_STEPS = 3_000
"""Steps of a search in one choice of small structures for the type variables."""


def _in_structures(statement: Statement, *, steps: int, seconds: float) -> Iterator[LintFinding]:
    """A counterexample in small structures that the type variables can stand for."""
    for chosen in choices(statement):
        posed = pose(statement, {name: kind for name, (_, kind) in chosen.items()})
        if posed.unknown:
            return
        for point in search(posed, steps=steps, seconds=seconds).points:
            if point.lean is False:
                types = tuple((name, shown) for name, (shown, _) in chosen.items())
                yield _false(posed, replace(point, values=(*types, *point.values)))
                return


def softened(finding: LintFinding, evaluated: Evaluated) -> LintFinding:
    """A rule on the text alone that fears junk is only a note where evaluation meets none of it."""
    if finding.id in JUNK and finding.action is FLAG and evaluated.settled:
        return replace(finding, action=NOTE)
    return finding


def _told(posed: Posed, found: Found) -> Iterator[LintFinding]:
    """What the points tell, each lint once, the false ones first."""
    told: set[str] = set()
    for point in sorted(found.points, key=lambda point: point.lean is not False):
        made = _false(posed, point) if point.lean is False else _only_lean(posed, point)
        if made is None:
            continue
        for one in (made, *(_by_zero(posed, point, told | {made.id}) if point.lean is False else ())):
            if one.id not in told:
                told.add(one.id)
                yield one


def _false(posed: Posed, point: Point) -> LintFinding:
    """The statement is false at a point: by a difference of meaning, or under both."""
    where = values(point)
    marks = point.marks or point.doubtful
    if marks and not (point.book is False and point.hypotheses is True):
        mark = marks[0]
        book = "true in the textbook" if point.book is True else "without meaning in the textbook"
        if point.hypotheses is not True:
            book = "excluded by the hypotheses as the textbook reads them"
        guard = point.book is UNDEFINED
        return finding(
            mark.id,
            f"the formal statement is false {where}, {book}: {mark.what}",
            action=REJECT,
            tier=Tier.COUNTEREXAMPLE,
            drift=Drift.MISSING_ASSUMPTIONS if guard else Drift.WRONG_OBJECTS,
            at=mark,
            witness=point.values,
        )
    name = "free-predicate" if _by_predicate(posed, point) else "false-as-stated"
    return finding(
        name,
        f"all hypotheses hold and the goal is false {where}".rstrip(),
        action=REJECT,
        tier=Tier.COUNTEREXAMPLE,
        drift=Drift.OVERGENERALIZED,
        at=posed.goal,
        witness=point.values,
    )


def _by_zero(posed: Posed, point: Point, told: set[str]) -> Iterator[LintFinding]:
    """The divisors that are 0 where the statement is false: the condition that is missing."""
    for cause, node in zero_divisors(posed, point):
        if cause not in told:
            yield finding(
                cause,
                f"a divisor or modulus is 0 {values(point)}, where the statement is false: {MISSING_GUARD}",
                tier=Tier.COUNTEREXAMPLE,
                drift=Drift.MISSING_ASSUMPTIONS,
                at=node,
                witness=point.values,
            )


def _is_convention(posed: Posed, mark: Mark) -> bool:
    """What textbooks agree to read as Lean does: division with remainder, also by a negative number; 0 to a power."""
    return mark.id == "int-mod-sign" or mark.what == ZERO_POWER or has_remainder(posed, mark.id)


def _only_lean(posed: Posed, point: Point) -> LintFinding | None:
    """The statement is true at a point, and the textbook does not say so."""
    if not point.marks:
        return None
    mark = point.marks[0]
    if point.book is False:
        why = f"true {values(point)} only as Lean computes, false in the textbook: {mark.what}"
    else:
        why = f"true {values(point)} only by a convention of Lean: {mark.what}; {MISSING_GUARD}"
    return finding(
        mark.id,
        why,
        action=NOTE if _is_convention(posed, mark) else FLAG,
        tier=Tier.COUNTEREXAMPLE,
        drift=Drift.WRONG_OBJECTS if point.book is False else Drift.MISSING_ASSUMPTIONS,
        at=mark,
        witness=point.values,
    )


def _by_predicate(posed: Posed, point: Point) -> bool:
    """Whether a predicate is a mere variable: nothing says what it means."""
    names = {name for name, _ in point.values}
    return any(variable.name in names and _predicate(variable) for variable in posed.variables)


def _predicate(variable: Variable) -> bool:
    kind = pruned(variable.type)
    if not isinstance(kind, Function):
        return False
    while isinstance(kind, Function):
        kind = pruned(kind.codomain)
    return kind == PROP


def values(point: Point) -> str:
    """ "at n = 0, m = 1" for people; "" without variables."""
    return "at " + ", ".join(f"{name} = {shown}" for name, shown in point.values) if point.values else ""


def _vacuous(posed: Posed, found: Found) -> Iterator[LintFinding]:
    if isinstance(posed.goal, Op) and posed.goal.op == "False":
        return  # that the hypotheses contradict one another is the claim
    if found.empty is not None:
        empty_type = isinstance(base(found.empty.type), FinType) or base(found.empty.type) == EMPTY
        yield finding(
            "empty-domain" if empty_type else _interval_or_not(posed, found.empty),
            f"there is no {found.empty.name}: nothing is claimed",
            action=REJECT,
            where=f"variable {found.empty.name}",
            at=posed.goal,
        )
    elif (found.exhausted and not found.satisfied) or linear.contradictory(posed) or periodic.contradictory(posed):
        yield finding(
            "contradictory-hyps",
            "no values satisfy all hypotheses: nothing is claimed",
            action=REJECT,
            where="hypotheses",
            at=posed.hypotheses[0] if posed.hypotheses else posed.goal,
        )


def _interval_or_not(posed: Posed, variable: Variable) -> str:
    """empty-interval where the variable is only asked to lie in a collection that is empty."""
    for node in posed.hypotheses:
        if (
            isinstance(node, Op)
            and node.op == "∈"
            and isinstance(node.args[0], Local)
            and node.args[0].slot == variable.slot
        ):
            return "empty-interval"
    return "contradictory-hyps" if posed.hypotheses else "empty-domain"
