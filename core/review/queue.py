"""The order in which units are reviewed and the filter over them, as values and functions.

A filter is a line of terms that must all hold: ``kind:case``, ``risk>80``, ``step:s7``, ``status:flawed``, the words
``open``, ``decided``, ``stale``, ``flagged``, ``note``, ``hypothetical``, ``drift``, or free text over id, words and
obligations. A word in double quotes is always free text. A term that makes no sense is a message, never an exception.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Protocol

from ..proof import StepId
from ..tree import UnitId
from ..value import value
from ..verdict import Status
from .index import AuditIndex


class Rank(StrEnum):
    """What the queue is ordered by. Each falls back to suspicion, then to source order."""

    SUSPICION = "suspicion"
    PROOF = "proof order"
    WINDOW = "window first"
    DISAGREEMENT = "disagreement"

    @property
    def next(self) -> Rank:
        """The rank after this one, the first after the last."""
        ranks = list(Rank)
        return ranks[(ranks.index(self) + 1) % len(ranks)]


@value
class Facts:
    """What a filter or a rank may ask of a unit that changes during a review."""

    status: Status
    decided: bool
    stale: bool
    flagged: bool
    noted: bool
    disputed: bool


class FactsOf(Protocol):
    """Where the facts of a unit come from; a session."""

    def __call__(self, unit_id: UnitId, /) -> Facts: ...


Test = Callable[[UnitId, Facts], bool]
SortKey = tuple[int, ...]


@value
class Query:
    """A parsed filter line. ``error`` is a sentence for a person and "" where every term makes sense."""

    text: str
    tests: tuple[Test, ...] = ()
    error: str = ""

    def matches(self, unit_id: UnitId, facts: Facts) -> bool:
        """Whether a unit passes every term."""
        return all(test(unit_id, facts) for test in self.tests)


def sort_key(index: AuditIndex, rank: Rank, unit_id: UnitId, facts: Facts) -> SortKey:
    """The place of a unit under ``rank``; smaller comes first.

    Suspicion is risk, highest first. Disagreement puts units on which reviewers disagree or on which a reviewer
    departs from the machine first, then stale decisions, then the rest by suspicion.
    """
    place = index.ordinal[unit_id]
    suspicion = (-index.risk(unit_id), place)
    match rank:
        case Rank.PROOF:
            return (place,)
        case Rank.WINDOW:
            return (0 if unit_id in index.audit.window.units else 1, *suspicion)
        case Rank.DISAGREEMENT:
            return (0 if facts.disputed else 1 if facts.stale else 2, *suspicion)
        case Rank.SUSPICION:
            return suspicion


def parse(text: str, index: AuditIndex) -> Query:
    """Read a filter line. Never raises: what cannot be read is named in ``error``."""
    tests: list[Test] = []
    for quoted, plain in re.findall(r'"([^"]*)"?|(\S+)', text):
        if plain:
            try:
                tests.append(_term(plain, index))
            except ValueError as problem:
                return Query(text=text, error=str(problem))
        elif quoted:
            tests.append(_words(quoted, index))
    return Query(text=text, tests=tuple(tests))


_WORDS: dict[str, Callable[[Facts], bool]] = {
    "open": lambda facts: not facts.decided,
    "decided": lambda facts: facts.decided,
    "stale": lambda facts: facts.stale,
    "flagged": lambda facts: facts.flagged,
    "note": lambda facts: facts.noted,
    "disputed": lambda facts: facts.disputed,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ":": operator.eq,
}


def _term(term: str, index: AuditIndex) -> Test:
    """One term as a test; ValueError with a sentence where it makes no sense."""
    lowered = term.lower()
    if lowered in _WORDS:
        holds = _WORDS[lowered]
        return lambda _, facts: holds(facts)
    if lowered == "hypothetical":
        return lambda unit_id, _: index.unit(unit_id).hypothetical
    if lowered == "drift":
        return lambda unit_id, _: index.drifted(unit_id)
    if comparison := re.fullmatch(r"risk(>=|<=|>|<|=|:)(.*)", lowered):
        return _risk(comparison[1], comparison[2], index)
    name, colon, wanted = lowered.partition(":")
    if not colon or name not in ("kind", "step", "status"):
        return _words(term, index)
    if name == "kind":
        return _kind(wanted, index)
    return _step(term.partition(":")[2], index) if name == "step" else _status(wanted)


def _risk(sign: str, number: str, index: AuditIndex) -> Test:
    if not re.fullmatch(r"[0-9]{1,3}", number):
        raise ValueError(f"risk{sign} needs a whole number from 0 to 100, as risk>80")
    compare, bound = _COMPARISONS[sign], int(number)
    return lambda unit_id, _: compare(index.risk(unit_id), bound)


def _step(wanted: str, index: AuditIndex) -> Test:
    steps = {step.id for step in index.audit.proof.steps if wanted in (step.id, step.label)}
    if wanted.lower() in index.steps:
        steps.add(StepId(wanted.lower()))
    if not steps:
        known = index.audit.proof.steps
        range_ = f"; the steps are {known[0].id} to {known[-1].id}" if known else ""
        raise ValueError(f"there is no step {wanted or '…'}{range_}")
    return lambda unit_id, _: index.unit(unit_id).step in steps


def _status(wanted: str) -> Test:
    statuses = {status for status in Status if wanted and status.startswith(wanted)}
    if not statuses:
        raise ValueError(f"status: is one of {', '.join(Status)}")
    return lambda _, facts: facts.status in statuses


def _kind(wanted: str, index: AuditIndex) -> Test:
    """By obligation kind, role, pattern, transition or wording signal, whichever contains the word."""
    wanted = wanted.replace("-", "_")

    def test(unit_id: UnitId, _: Facts) -> bool:
        unit = index.unit(unit_id)
        risk = index.risks.get(unit_id)
        names: Iterable[str] = (
            unit.role,
            unit.pattern,
            unit.transition,
            *unit.signals,
            *(risk.signals if risk else ()),
            *(obligation.kind for obligation in index.obligations(unit_id)),
        )
        return any(wanted in name.lower().replace(" ", "_").replace("-", "_") for name in names)

    return test


def _words(words: str, index: AuditIndex) -> Test:
    wanted = words.casefold()
    return lambda unit_id, _: wanted in index.words(unit_id)
