"""Direction of a claim on named properties: "if f is differentiable then it is continuous" and its converse."""

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
from .equivalence import core
from .lexicon import PROPERTIES, Property

_CLAUSES = (
    re.compile(r"^(?:if|suppose|assume|let)\b(?P<held>.*?)(?:,| \.)? then\b(?P<shown>.*)$"),
    re.compile(r"^(?:if|when|whenever)\b(?P<held>[^,]*),(?P<shown>[^,]*)$"),
    re.compile(r"^(?:every|any|each|all|an?)\b(?P<held>.*?)\b(?:is|are)\b(?P<shown>.*)$"),
)
"""What is assumed and what is shown, in one sentence."""
_OTHERWISE = re.compile(r"\b(?:not|no|iff?|only|unless|neither|nor|un\w+|non\w*|converse)\b")


def direction_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """A property that the text assumes and the statement shows, beside one that it shows and the statement assumes."""
    if formal.helped or prose.wording.count(" . ") or _has_negation(formal):
        return
    match = next((found for clause in _CLAUSES if (found := clause.match(prose.wording)) is not None), None)
    if match is None or _OTHERWISE.search(match["held"]) or _OTHERWISE.search(match["shown"]):
        return
    held, shown = _properties(match["held"]), _properties(match["shown"])
    assumed, claimed = _names(_hypotheses(formal)), _names((core(formal.content),))
    for one in held:
        if one in shown or _is_in(one, assumed) or one.marks[0] not in claimed:
            continue
        for other in shown:
            if other not in held and other.marks[0] in assumed and other.marks[0] not in claimed:
                yield hint(
                    "direction",
                    Drift.WRONG_DIRECTION,
                    f"the text goes from {one.name} to {other.name}, the statement from {other.name} to {one.name}",
                    formal,
                    witness=(("text", f"{one.name} → {other.name}"), ("statement", f"{other.name} → {one.name}")),
                    where="goal",
                )
                return


def _properties(words: str) -> tuple[Property, ...]:
    found = [(entry, match.span()) for entry in PROPERTIES if (match := re.search(entry.word, words)) is not None]
    return tuple(
        entry
        for entry, (start, end) in found
        if not any(a <= start and end <= b and (a, b) != (start, end) for _, (a, b) in found)
    )  # "locally compact" is not compact


def _is_in(entry: Property, words: str) -> bool:
    return any(mark in words for mark in entry.marks)


def _hypotheses(formal: Formal) -> tuple[Term, ...]:
    """The types of the binders and the conditions of the goal."""
    found = [binder.type for binder in formal.statement.binders if binder.type is not None]
    goal = formal.content
    for _ in range(60):
        if isinstance(goal, ast.Quantifier) and goal.kind == "∀":
            found += [binder.type for binder in goal.binders if binder.type is not None]
            goal = goal.body
        elif isinstance(goal, ast.Binary) and goal.op == "→":
            found.append(goal.left)
            goal = goal.right
        elif isinstance(goal, ast.Let):
            goal = goal.body
        else:
            break
    return tuple(found)


def _names(parts: tuple[Term, ...]) -> str:
    found: set[str] = set()
    for part in parts:
        for here in walk(part):
            if isinstance(here, ast.Name):
                found.add(here.text)
            elif isinstance(here, ast.Projection):
                found.add(here.field)
    return " ".join(sorted(found)).lower()


def _has_negation(formal: Formal) -> bool:
    """A contrapositive says the same the other way round."""
    return bool(formal.operators & {"¬", "≠", "∉", "∤", "↔"})
