"""What a problem asks for: all solutions, an extremum, both directions; and what the text ticks off of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LOOKED_AT = 4_000
_FIND_ALL = re.compile(
    r"\b(?:find|determine|characteri[sz]e|describe|list|classify)\b.{0,40}\ball\b|\bhow many\b|\bsolve\b.{0,40}\bin\b"
    r"|\bfor (?:which|what)\b.{0,80}\b(?:is|are|does|do|exists?|holds?)\b",
    re.IGNORECASE | re.DOTALL,
)
_EXTREMUM = re.compile(
    r"\b(?:(?:maxim|minim)(?:um|al|ise|ize)|largest|smallest|greatest|least)\b(?! (?:upper|lower|common))",
    re.IGNORECASE,
)
_EQUIVALENCE = re.compile(
    r"\bif and only if\b|\biff\b|\bequivalent\b|\bTFAE\b|\\iff\b|\\Leftrightarrow|⇔|↔", re.IGNORECASE
)
_ASKED = (("find-all", _FIND_ALL), ("extremum", _EXTREMUM), ("equivalence", _EQUIVALENCE))
_TICKS = {"find-all": "answers-checked", "extremum": "attained"}


def asked(problem: str) -> tuple[str, ...]:
    """ "find-all", "extremum", "equivalence": what the end of the proof owes beside fidelity."""
    return tuple(name for name, pattern in _ASKED if pattern.search(problem[:_LOOKED_AT]))


class Checklist:
    """The points of a problem's list, and the units whose words tick one off."""

    def __init__(self, problem: str) -> None:
        self.asked = asked(problem)
        self._ticked: dict[str, list[str]] = {}

    def tick(self, unit: str, cues: Iterable[str]) -> None:
        """Note what the words of a unit tick off."""
        for cue in set(cues) & set(_TICKS.values()):
            self._ticked.setdefault(cue, []).append(unit)

    def report(self) -> tuple[str, ...]:
        """A signal for each point: "answers-checked: u012", or "not-seen: answers-checked"."""
        wanted = [_TICKS[name] for name in self.asked if name in _TICKS]
        return tuple(
            f"{cue}: {', '.join(self._ticked[cue][-3:])}" if cue in self._ticked else f"not-seen: {cue}"
            for cue in wanted
        )
