"""If and only if: an equivalence of the text of which one direction is left, or one that the text does not claim."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ...formal import ast
from ...formal.ast import Term
from ...formal.walk import walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_IFF = (
    r"\bif and only (?:if|when)\b|\biff\b|\bif and only §|\bexactly (?:if|when)\b|\bprecisely (?:if|when)\b"
    r"|\bjust in case\b|\bnecessary and sufficient\b|\bis equivalent to\b|\bare equivalent\b"
    r"|\bexactly those\b|\bprecisely those\b"
)
_BOTH_WAYS = (
    _IFF
    + r"|\bonly\b|\bexactly\b|\bprecisely\b|\bequivalent|\bconversely\b|\bconverse\b|\bcharacteri[sz]e|\bdetermine\b"
    r"|\bfind\b|\bfor which\b|\bwhat (?:is|are)\b|\bdepending\b|\botherwise\b|\bnecessary\b|\bsufficient\b"
    r"|\bdescribe\b|\bexcept\b"
)
_CONDITIONAL = r"\bif\b|\bimplies\b|\bsuppose\b|\bassume\b|\bwhenever\b|\blet\b"
_SETLIKE = frozenset(("IsLUB", "TFAE", "List.TFAE"))


def equivalence_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """Equivalences lost and gained, by the words of the text and the signs of the statement."""
    if prose.has(_IFF) and not _claimed_inside(prose) and not _has_both_ways(formal):
        yield hint(
            "iff-weakened",
            Drift.UNDERGENERALIZED,
            "the text claims an equivalence; nothing in the statement goes both ways",
            formal,
            where="goal",
        )
    elif not re.search(_BOTH_WAYS, prose.everything) and "⇔" not in prose.text and prose.has(_CONDITIONAL):
        goal = core(formal.content)
        if isinstance(goal, ast.Binary) and goal.op == "↔" and "\\iff" not in prose.text:
            yield hint(
                "iff-strengthened",
                Drift.OVERGENERALIZED,
                "the statement claims an equivalence; the text claims one direction",
                formal,
                place=(goal.start, goal.end),
                where="goal",
            )


def _claimed_inside(prose: Prose) -> bool:
    """Whether the equivalence is part of a condition ("such that f(x) = x if and only if …") or of a definition."""
    claimed, inside = False, False
    for sentence in prose.wording.split(" . "):
        at = sentence.rfind("if and only if")
        if at >= 0:
            inside = inside or -1 < sentence.find("such that") < at
            claimed = claimed or any(-1 < sentence.find(cue) < at for cue in ("prove", "show", "deduce"))
    return inside and not claimed


def _has_both_ways(formal: Formal) -> bool:
    if "↔" in formal.operators or formal.identifiers & _SETLIKE or formal.helped or "Iff" in formal.identifiers:
        return True
    arrows = sum(1 for here in walk(formal.content) if isinstance(here, ast.Binary) and here.op == "→")
    conjunction = "∧" in formal.operators and arrows >= 2
    goal = core(formal.content)
    sets = isinstance(goal, ast.Binary) and any(isinstance(here, ast.SetBuilder) for here in walk(formal.content))
    return conjunction or sets or (isinstance(goal, ast.Binary) and goal.op == "=" and _has_members(goal, formal))


_SETS = frozenset("Set Finset Multiset Submodule Subgroup Ideal Subring Subfield Filter".split())
_OF_MEMBERS = frozenset(
    "roots rootSet aroots support preimage image closure interior divisors primeFactors zeroLocus span range ker "
    "spectrum filter center centralizer normalizer univ vertexSet edgeSet neighborSet eigenspace".split()
)


def _has_members(goal: ast.Binary, formal: Formal) -> bool:
    """Whether an equation is one of sets or multisets: to have the same members is an equivalence."""
    sets = {
        name
        for binder in formal.statement.binders
        if isinstance(binder.type, ast.Apply) and isinstance(binder.type.function, ast.Name)
        if binder.type.function.text in _SETS
        for name in binder.names
    }
    if any(isinstance(side, ast.Name) and side.text in ("⊥", "⊤", "∅") for side in (goal.left, goal.right)):
        return False
    for side in (goal.left, goal.right):
        head = side.function if isinstance(side, ast.Apply) else side
        if isinstance(head, ast.Binary) and head.op in ("∪", "∩", "\\", "⊔", "⊓"):
            return True
        last = head.field if isinstance(head, ast.Projection) else head.text if isinstance(head, ast.Name) else ""
        if last.rsplit(".", 1)[-1] in _OF_MEMBERS or last in sets:
            return True
    return False


def core(goal: Term) -> Term:
    """The goal below its quantifiers and conditions."""
    for _ in range(60):
        if isinstance(goal, ast.Quantifier) and goal.kind == "∀":
            goal = goal.body
        elif isinstance(goal, ast.Binary) and goal.op == "→":
            goal = goal.right
        elif isinstance(goal, ast.Let):
            goal = goal.body
        else:
            break
    return goal
