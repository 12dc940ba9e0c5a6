"""Case splits and inductions while they are read, and what a finished one lacks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..tree import EntryId, ScopeKind, StateId

_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
# A case by one of these words needs a case by (one of) the others.
_COMPLEMENTS: tuple[tuple[str, ...], ...] = (
    (r"\beven\b", r"\bodd\b"),
    (r"\brational\b", r"\birrational\b"),
    (r"\bprime\b", r"\bcomposite\b|\bnot (?:a )?prime\b"),
    (r"\bpositive\b|>\s*0", r"\bnegative\b|\bnon-?positive\b|(?:<|≤|\\le(?:q)?)\s*0"),
    (r"\bempty\b|=\s*\\emptyset", r"\bnon-?empty\b|\bnot empty\b|\\n(?:e|eq)\s*\\emptyset|≠\s*∅"),
)


@dataclass
class Split:
    """A split while its branches are read. ``announced`` are the words that announced it ("" if implied)."""

    id: str
    induction: bool
    announced: str
    nested: bool = False
    state: StateId | None = None
    goal: str | None = None
    labels: list[str] = field(default_factory=list)
    kinds: list[ScopeKind] = field(default_factory=list)
    discharged: list[EntryId] = field(default_factory=list)


@dataclass
class OpenScope:
    """An open scope on the stack: ``state`` and ``goal`` from before it was opened, to go back to. ``bare``: only its
    heading was read so far."""

    index: int
    kind: ScopeKind
    state: StateId
    goal: str
    split: Split | None = None
    hypothesis: EntryId | None = None
    by_if: bool = False
    nested: bool = False
    reached: bool = False
    bare: bool = False


def split_shortfall(split: Split) -> tuple[str, ...]:
    """What a finished split lacks, as signals: a partner, a counted case, a base."""
    if split.induction:
        if ScopeKind.BASE_CASE not in split.kinds:
            return ("induction-without-base",)
        return () if ScopeKind.INDUCTION_STEP in split.kinds else ("induction-without-step",)
    announced = re.search(r"\b(two|both|three|four|five|[2-5])\b.{0,20}\bcases\b", split.announced)
    wanted = _COUNTS[announced.group(1)] if announced else 2
    if not split.labels:
        return ("split-not-followed",)
    if len(split.labels) < wanted:
        return (f"split-without-partner: {len(split.labels)} of {wanted} cases",)
    missing = complement_missing(split.labels)
    return (f"split-without-partner: {missing}",) if missing else ()


def complement_missing(labels: list[str]) -> str:
    """Words for a complement that no label mentions ("" if none is missing)."""
    joined = " | ".join(labels).lower()
    for group in _COMPLEMENTS:
        present = [re.search(pattern, joined) is not None for pattern in group]
        if any(present) and not all(present):
            named = group[present.index(True)].split("|")[0].replace(r"\b", "")
            return f"a case '{named}' without its complement"
    return ""
