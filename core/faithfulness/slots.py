"""Source slots beside formal slots, and what judges say of them in both directions (METHOD 5; wang2026faithsieve C.2).

Both sides are cut into premise and conclusion slots by the program. Judges, whoever they are, say of pairs of slots
how the formal one stands to the source's, on the rubric of five values; they give no totals. The most cautious reading
counts: of each judge the best match of a slot, of several judges the lowest of these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from ..value import value


class Side(StrEnum):
    """On which side of the turnstile a slot stands."""

    PREMISE = "premise"
    CONCLUSION = "conclusion"


class Rubric(StrEnum):
    """How well two slots match, or an aspect is kept: the only five values, written as decimal strings.

    1 exact; 0.75 notation only; 0.5 the main object is there, a side condition or scope is missing; 0.25 weak overlap;
    0 missing, contradicted, role-swapped, wrong object or direction.
    """

    MISSING = "0"
    WEAK = "0.25"
    PARTIAL = "0.5"
    NOTATION = "0.75"
    EXACT = "1"

    @property
    def exact(self) -> Fraction:
        """The value in [0, 1]."""
        return _EXACT[self]


_EXACT = {rubric: Fraction(rubric.value) for rubric in Rubric}


class SlotStatus(StrEnum):
    """What became of a slot on the formal side; ``added`` has no source slot, ``omitted`` no formal one."""

    PRESERVED = "preserved"
    OMITTED = "omitted"
    WEAKENED = "weakened"
    STRENGTHENED = "strengthened"
    REPLACED = "replaced"
    ADDED = "added"


class Aspect(StrEnum):
    """The five aspects of the whole; each weighs 0.2 in S_hol."""

    STEP_RELATION = "step_relation"
    OBJECT_WITNESS = "object_witness"
    DIRECTIONALITY = "directionality"
    ROLE_ALIGNMENT = "role_alignment"
    SYNTAX_SURFACE = "syntax_surface"


@value
class Slot:
    """One premise, or one conjunct of the conclusion. ``id`` is unique on its side of the comparison (source or
    formal); binders with a type are premises ("x : ℝ")."""

    id: str
    side: Side
    text: str


@value
class SlotJudgement:
    """What the judge ``by`` says of a pair of slots, or of one that has no partner.

    ``source`` and ``formal`` name slots; ``formal`` is None where the slot is omitted, ``source`` where it is added.
    The ``value`` of an added slot says how far the context supports it: 0.75 or more traces to Γ or is routine typing.
    """

    source: str | None
    formal: str | None
    status: SlotStatus
    value: Rubric
    reason: str
    by: str


@value
class AspectJudgement:
    """What the judge ``by`` says of one aspect of the whole."""

    aspect: Aspect
    value: Rubric
    reason: str
    by: str


@value
class Comparison:
    """An obligation cut into ``source`` slots, a statement cut into ``formal`` slots, and all judgements of them."""

    source: tuple[Slot, ...]
    formal: tuple[Slot, ...]
    slots: tuple[SlotJudgement, ...] = ()
    aspects: tuple[AspectJudgement, ...] = ()


@value
class Judged:
    """A judgement with what it is worth, in [0, 1]: at most what its status allows. ``swapped``: it joins a premise to
    a conclusion, so that roles are swapped and nothing matches; then it is worth 0."""

    judgement: SlotJudgement
    worth: Fraction
    swapped: bool


@value
class Match:
    """A slot with the best match that each of its judges sees, at least one, lowest first."""

    slot: Slot
    best: tuple[Judged, ...]

    @property
    def value(self) -> Fraction:
        """What the slot is worth: the lowest of its judges' best matches."""
        return self.best[0].worth


MAX_SLOTS = 200
MAX_JUDGEMENTS = 10_000
MAX_JUDGES = 32
MAX_TEXT = 20_000
"""Code points of a slot's text or a reason."""

_HALF = re.compile("[\ud800-\udfff]")
_MOST = {
    SlotStatus.PRESERVED: Fraction(1),
    SlotStatus.ADDED: Fraction(1),
    SlotStatus.WEAKENED: Fraction(1, 2),
    SlotStatus.STRENGTHENED: Fraction(1, 2),
    SlotStatus.REPLACED: Fraction(1, 4),
    SlotStatus.OMITTED: Fraction(0),
}
"""The most that a status allows by the rubric: what changed a side condition is no match up to notation."""
_WORTH = {(status, rubric): min(rubric.exact, most) for status, most in _MOST.items() for rubric in Rubric}


def faults(comparison: Comparison) -> Iterator[str]:
    """Why the judgements cannot be taken, in sentences; nothing where they can.

    Judgements come from outside: a slot that is not there, a pair judged twice by one judge, a judge without a name.
    """
    if max(len(comparison.source), len(comparison.formal)) > MAX_SLOTS:
        yield f"more than {MAX_SLOTS} slots on one side"
        return
    if len(comparison.slots) + len(comparison.aspects) > MAX_JUDGEMENTS:
        yield f"more than {MAX_JUDGEMENTS:,} judgements"
        return
    texts = [slot.text for slot in (*comparison.source, *comparison.formal)]
    texts += [item.reason for item in comparison.slots]
    texts += [item.reason for item in comparison.aspects]
    if any(len(text) > MAX_TEXT or _HALF.search(text) for text in texts):
        yield f"a text is longer than {MAX_TEXT:,} characters, or holds half of one"
    for name, slots in (("source", comparison.source), ("formal", comparison.formal)):
        for slot_id, count in Counter(slot.id for slot in slots).items():
            if count > 1 or not slot_id:
                yield f"the {name} slot {slot_id!a} is there {count} times" if slot_id else f"a {name} slot has no name"
    sources = {slot.id for slot in comparison.source}
    formals = {slot.id for slot in comparison.formal}
    for judgement in comparison.slots:
        if judgement.source is not None and judgement.source not in sources:
            yield f"there is no source slot {judgement.source!a}"
        if judgement.formal is not None and judgement.formal not in formals:
            yield f"there is no formal slot {judgement.formal!a}"
        if (judgement.formal is None) != (judgement.status is SlotStatus.OMITTED):
            yield "a slot is omitted exactly where it has no formal slot"
        if (judgement.source is None) != (judgement.status is SlotStatus.ADDED):
            yield "a slot is added exactly where it has no source slot"
    pairs = Counter((judgement.by, judgement.source, judgement.formal) for judgement in comparison.slots)
    if any(count > 1 for count in pairs.values()):
        yield "one judge says two things of the same pair of slots"
    aspects = Counter((judgement.by, judgement.aspect) for judgement in comparison.aspects)
    if any(count > 1 for count in aspects.values()):
        yield "one judge says two things of the same aspect"
    names = judges_of(comparison)
    if len(names) > MAX_JUDGES:
        yield f"more than {MAX_JUDGES} judges"
    for name in names:
        if not name.strip() or not name.isprintable():
            yield "a judge has no name that can be printed"


def judges_of(comparison: Comparison) -> tuple[str, ...]:
    """The names of all judges, in the order in which they speak."""
    names = [item.by for item in comparison.slots]
    names += [item.by for item in comparison.aspects]
    return tuple(dict.fromkeys(names))


def said_by(comparison: Comparison, name: str) -> Comparison:
    """The comparison with the judgements of one judge alone."""
    return Comparison(
        source=comparison.source,
        formal=comparison.formal,
        slots=tuple(item for item in comparison.slots if item.by == name),
        aspects=tuple(item for item in comparison.aspects if item.by == name),
    )


def source_matches(comparison: Comparison) -> tuple[Match | None, ...]:
    """The match of each source slot, in order; None where nobody judged it. The comparison has no ``faults``."""
    return _matches(comparison.source, comparison, lambda judgement: judgement.source)


def formal_matches(comparison: Comparison) -> tuple[Match | None, ...]:
    """The match of each formal slot: what it has that the source lacks. Otherwise as ``source_matches``."""
    return _matches(comparison.formal, comparison, lambda judgement: judgement.formal)


def aspect_values(comparison: Comparison) -> dict[Aspect, Fraction]:
    """The lowest value that a judge gives each aspect; aspects that nobody judged are left out."""
    values: dict[Aspect, Fraction] = {}
    for judgement in comparison.aspects:
        own = judgement.value.exact
        values[judgement.aspect] = min(own, values.get(judgement.aspect, own))
    return values


def _matches(
    slots: Sequence[Slot], comparison: Comparison, own: Callable[[SlotJudgement], str | None]
) -> tuple[Match | None, ...]:
    sources, formals = _sides(comparison.source), _sides(comparison.formal)
    best: dict[str, dict[str, Judged]] = {slot.id: {} for slot in slots}
    for judgement in comparison.slots:
        slot_id = own(judgement)
        if slot_id is None:
            continue
        judged = _judged(judgement, sources, formals)
        known = best[slot_id].get(judgement.by)
        if known is None or judged.worth > known.worth:
            best[slot_id][judgement.by] = judged
    return tuple(
        Match(slot=slot, best=tuple(sorted(found, key=lambda judged: judged.worth)))
        if (found := best[slot.id].values())
        else None
        for slot in slots
    )


def _judged(judgement: SlotJudgement, sources: dict[str, Side], formals: dict[str, Side]) -> Judged:
    swapped = (
        judgement.source is not None
        and judgement.formal is not None
        and sources[judgement.source] is not formals[judgement.formal]
    )
    worth = Fraction(0) if swapped else _WORTH[judgement.status, judgement.value]
    return Judged(judgement=judgement, worth=worth, swapped=swapped)


def _sides(slots: Sequence[Slot]) -> dict[str, Side]:
    return {slot.id: slot.side for slot in slots}
