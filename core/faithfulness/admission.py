"""Admission: whether a statement may speak for its obligation at all (METHOD 5). The score alone never admits.

Four things are needed: a score at the threshold, every slot of both sides at it, and the critical parts
(directionality, role alignment, the conclusion), which nothing else can buy back; and polarity, which is another
module's affair. Everything is compared exactly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from ..value import value
from .score import Score, Unscored, decimal_text, score
from .slots import (
    Aspect,
    Comparison,
    Match,
    Side,
    aspect_values,
    formal_matches,
    judges_of,
    said_by,
    source_matches,
)


class Faithful(StrEnum):
    """Status of a report."""

    FAITHFUL = "faithful"
    REPAIRABLE_DRIFT = "repairable_drift"
    UNFAITHFUL = "unfaithful"
    NOT_JUDGED = "not_judged"


@value
class Gate:
    """The thresholds, decimal strings in [0, 1], recorded with the settings of a run.

    ``score`` is the least S_faith; ``slot`` the least value of every slot; ``critical`` that of directionality, role
    alignment and the conclusion. Below the gate a statement is repairable where its critical parts reach
    ``repairable``: by the rubric the main objects are there, and a side condition or scope is not.
    """

    score: str = "0.7"
    slot: str = "0.75"
    critical: str = "0.75"
    repairable: str = "0.5"

    def check(self) -> None:
        """Raise ValueError where a threshold is no decimal between 0 and 1."""
        for text in (self.score, self.slot, self.critical, self.repairable):
            threshold(text)


DEFAULT_GATE = Gate()


@value
class Admission:
    """``status`` as far as the score goes; ``reasons`` why it is not admitted, in words, empty where it is."""

    status: Faithful
    reasons: tuple[str, ...]

    @property
    def admitted(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reasons


CRITICAL = (Aspect.DIRECTIONALITY, Aspect.ROLE_ALIGNMENT)

_DECIMAL = re.compile(r"0(\.\d{1,9})?|1(\.0{1,9})?", re.ASCII)
_SHOWN = 80


@lru_cache(maxsize=64)
def threshold(text: str) -> Fraction:
    """A decimal string in [0, 1] as the exact number. Raises ValueError for anything else."""
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text[:40]!a} is no decimal between 0 and 1")
    return Fraction(text)


def admit(comparison: Comparison, scored: Score, gate: Gate) -> Admission:
    """Whether a comparison that has a score is past the gate, polarity aside. Raises ValueError as ``threshold``."""
    reasons = tuple(_reasons(comparison, scored, gate))
    if not reasons:
        return Admission(status=Faithful.FAITHFUL, reasons=())
    aspects = aspect_values(comparison)
    critical = [aspects[aspect] for aspect in CRITICAL] + [
        match.value for match in _all(comparison) if match.slot.side is Side.CONCLUSION
    ]
    repairable = min(critical) >= threshold(gate.repairable)
    return Admission(status=Faithful.REPAIRABLE_DRIFT if repairable else Faithful.UNFAITHFUL, reasons=reasons)


def least_of(side: Side, gate: Gate) -> Fraction:
    """The least value of a slot on this side. The conclusion is critical: it must reach both thresholds."""
    least = threshold(gate.slot)
    return max(least, threshold(gate.critical)) if side is Side.CONCLUSION else least


def slot_holds(match: Match, gate: Gate) -> bool:
    """Whether a slot is past the gate."""
    return match.value >= least_of(match.slot.side, gate)


def agreeing(comparison: Comparison, status: Faithful, gate: Gate) -> tuple[str, ...]:
    """The judges each of whom, alone, leads to ``status``; one who left something out is not among them."""
    names: list[str] = []
    for name in judges_of(comparison):
        alone = said_by(comparison, name)
        scored = score(alone)
        if not isinstance(scored, Unscored) and admit(alone, scored, gate).status is status:
            names.append(name)
    return tuple(names)


def _reasons(comparison: Comparison, scored: Score, gate: Gate) -> Iterator[str]:
    critical = threshold(gate.critical)
    if not scored.at_least(threshold(gate.score)):
        yield f"S_faith {scored.text} is below {gate.score}"
    for match in _all(comparison):
        if not slot_holds(match, gate):
            yield _of_slot(match, least_of(match.slot.side, gate))
    for aspect in CRITICAL:
        found = aspect_values(comparison)[aspect]
        if found < critical:
            said = next(item for item in comparison.aspects if item.aspect is aspect and item.value.exact == found)
            why = f": {_short(said.reason)}" if said.reason else ""
            yield f"{aspect.replace('_', ' ')} is {decimal_text(found)}, below {gate.critical}{why}"


def _of_slot(match: Match, least: Fraction) -> str:
    lowest = match.best[0].judgement
    stands = "role-swapped" if match.best[0].swapped else lowest.status
    why = f": {_short(lowest.reason)}" if lowest.reason else ""
    what = f"the {match.slot.side} {_short(match.slot.text) or match.slot.id}"
    return f"{what} is {stands}, {decimal_text(match.value)} is below {decimal_text(least)}{why}"


def _all(comparison: Comparison) -> list[Match]:
    found = (*source_matches(comparison), *formal_matches(comparison))
    return [match for match in found if match is not None]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
