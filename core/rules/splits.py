"""Case splits, inductions, equivalences and alternative proofs while they are read, and what a finished one lacks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..tree import EntryId, ScopeKind, StateId
from .arrows import Arrow, missing_arrows, named_like

_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "2": 2, "3": 3, "4": 4, "5": 5}
# A case by one of these words needs a case by (one of) the others.
_COMPLEMENTS: tuple[tuple[str, ...], ...] = (
    (r"\beven\b", r"\bodd\b"),
    (r"\brational\b", r"\birrational\b"),
    (r"\bprime\b", r"\bcomposite\b|\bnot (?:a )?prime\b"),
    (r"\bpositive\b|>\s*0", r"\bnegative\b|\bnon-?positive\b|(?:<|≤|\\le(?:q)?)\s*0"),
    (r"\bempty\b|=\s*\\emptyset", r"\bnon-?empty\b|\bnot empty\b|\\n(?:e|eq)\s*\\emptyset|≠\s*∅"),
)
_OPPOSITE = {"⇒": "⇐", "⇐": "⇒", "⊆": "⊇", "⊇": "⊆"}


@dataclass
class Split:
    """A split while its branches are read. ``announced`` are the words that announced it ("" if implied); ``strong``:
    an induction whose hypothesis is about all smaller values, so that its step may hold the base as well."""

    id: str
    induction: bool
    announced: str
    nested: bool = False
    strong: bool = False
    state: StateId | None = None
    goal: str | None = None
    labels: list[str] = field(default_factory=list)
    kinds: list[ScopeKind] = field(default_factory=list)
    discharged: list[EntryId] = field(default_factory=list)


@dataclass
class Group:
    """What belongs together without being a split of cases: the implications of one equivalence, or several proofs of
    one goal (``alternatives``, an OR group). ``conditions`` are the names that the problem lists as equivalent,
    ``signs`` the directions found ("⇒", "⇐", "⊆", "⊇"), ``marked`` says that the text itself calls them directions."""

    id: str
    state: StateId
    goal: str
    alternatives: bool = False
    conditions: tuple[str, ...] = ()
    arrows: list[Arrow] = field(default_factory=list)
    planned: list[Arrow] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    marked: bool = False
    count: int = 0
    discharged: list[EntryId] = field(default_factory=list)

    def nodes(self) -> tuple[str, ...]:
        """The conditions between which arrows go."""
        used = [name for arrow in (*self.planned, *self.arrows) for name in arrow]
        return named_like(self.conditions, used)

    def report(self) -> tuple[str, ...]:
        """What was found and what is missing, as signals."""
        if self.alternatives:
            return (f"alternatives: {self.count}",)
        found: list[str] = []
        if self.arrows or self.planned:
            found.append("arrows: " + (", ".join(str(arrow) for arrow in dict.fromkeys(self.arrows)) or "none"))
            back = [Arrow(a.target, a.source) for a in self.arrows[:1] if set("⇐⊇") & set(self.signs)]
            missing = missing_arrows(self.nodes(), [*self.arrows, *back])
            if missing:
                found.append("arrows-missing: " + ", ".join(str(arrow) for arrow in missing))
        elif self.signs:
            found.append("directions: " + " ".join(dict.fromkeys(self.signs)))
            opposite = _OPPOSITE[self.signs[0]]
            if self.marked and opposite not in self.signs:
                found.append(f"direction-missing: {opposite}")
        return tuple(found)


@dataclass
class OpenScope:
    """An open scope on the stack: ``state`` and ``goal`` from before it was opened, to go back to.

    ``bare``: only its heading was read so far. ``reached``: a contradiction was reached in a branch inside it.
    ``style`` and ``number``: how a case is named. ``arrows`` and ``sign``: the implications or the direction that it
    proves; ``supposed`` and ``told``: the named condition that a supposition began with, and the last one since.
    ``until``: it ends with this step, or with the last step under this heading; ``stated_in`` is the step of a claim
    and ``labels`` are its own. ``group``: what stands directly inside it and belongs together.
    """

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
    style: str = ""
    number: str = ""
    arrows: tuple[Arrow, ...] = ()
    sign: str = ""
    until: str = ""
    stated_in: str = ""
    labels: tuple[str, ...] = ()
    supposed: str = ""
    told: str = ""
    group: Group | None = None


def split_shortfall(split: Split) -> tuple[str, ...]:
    """What a finished split lacks, as signals: a partner, a counted case, a base."""
    if split.induction:
        if ScopeKind.BASE_CASE not in split.kinds:
            return ("base-in-step",) if split.strong else ("induction-without-base",)
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
