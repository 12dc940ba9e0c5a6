"""A reviewer compares a statement with its obligation: slot beside slot, then the whole, one word for each.

The program cuts both texts and proposes which slots stand beside one another; the reviewer says how. Nothing is said
for them: what is left open is not judged, and a statement counts for nothing until all of it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from ..evidence import Statement
from ..faithfulness import Gate, Judge, JudgeKind, LintReport, Report, report_for
from ..faithfulness.relating import dropped_of, relation_of
from ..faithfulness.slots import (
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Side,
    Slot,
    SlotJudgement,
    SlotStatus,
)
from ..obligations import Obligation
from ..tree import Entry, EntryId
from ..value import value


class Word(StrEnum):
    """What a reviewer can say of a pair of slots, of a slot that stands alone, or of an aspect of the whole."""

    PRESERVED = "preserved"
    NOTATION = "notation differs"
    WEAKENED = "weakened"
    STRENGTHENED = "strengthened"
    REPLACED = "replaced"
    OMITTED = "omitted"
    FROM_CONTEXT = "added, it is in Γ"
    ADDED = "added"


_OF_PAIRS = {
    Word.PRESERVED: (SlotStatus.PRESERVED, Rubric.EXACT),
    Word.NOTATION: (SlotStatus.PRESERVED, Rubric.NOTATION),
    Word.WEAKENED: (SlotStatus.WEAKENED, Rubric.PARTIAL),
    Word.STRENGTHENED: (SlotStatus.STRENGTHENED, Rubric.PARTIAL),
    Word.REPLACED: (SlotStatus.REPLACED, Rubric.MISSING),
}
_ALONE = {
    Word.OMITTED: (SlotStatus.OMITTED, Rubric.MISSING),
    Word.FROM_CONTEXT: (SlotStatus.ADDED, Rubric.NOTATION),
    Word.ADDED: (SlotStatus.ADDED, Rubric.MISSING),
}
_OF_ASPECTS = {
    Word.PRESERVED: Rubric.EXACT,
    Word.NOTATION: Rubric.NOTATION,
    Word.WEAKENED: Rubric.PARTIAL,
    Word.REPLACED: Rubric.MISSING,
}


class Kind(StrEnum):
    """What a row is about: a slot of the source, one that only the formal side has, or the whole."""

    SOURCE = "source"
    FORMAL = "formal"
    ASPECT = "aspect"


@value
class Row:
    """One thing to be judged, with the slots on both sides as they stand beside one another (None: alone), and the
    ``word`` that was said of it, None while nothing was."""

    kind: Kind
    key: str
    side: Side | None
    source: Slot | None = None
    formal: Slot | None = None
    aspect: Aspect | None = None
    word: Word | None = None

    @property
    def words(self) -> tuple[Word, ...]:
        """What can be said of it."""
        match self.kind:
            case Kind.SOURCE:
                return (*_OF_PAIRS, Word.OMITTED)
            case Kind.FORMAL:
                return (*_OF_PAIRS, *((Word.FROM_CONTEXT,) if self.side is Side.PREMISE else ()), Word.ADDED)
            case Kind.ASPECT:
                return tuple(_OF_ASPECTS)


class Judging:
    """The state of a comparison while a reviewer makes it. Starts from what ``name`` said before, if anything."""

    def __init__(self, comparison: Comparison, *, name: str) -> None:
        self.name = name
        self._source = {slot.id: slot for slot in comparison.source}
        self._formal = {slot.id: slot for slot in comparison.formal}
        self._beside: dict[str, str | None] = dict(_proposed(comparison))
        """The formal slot beside each source slot."""
        self._part_of: dict[str, str | None] = {}
        """The source slot that a formal slot, which stands beside none, is said to be a part of."""
        self._said: dict[tuple[Kind, str], Word] = {}
        self._resume(comparison)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Source slots in order, then what only the formal side has, then the aspects."""
        rows = [
            Row(
                kind=Kind.SOURCE,
                key=slot.id,
                side=slot.side,
                source=slot,
                formal=self._formal.get(self._beside.get(slot.id) or ""),
                word=self._said.get((Kind.SOURCE, slot.id)),
            )
            for slot in self._source.values()
        ]
        taken = set(self._beside.values())
        rows += [
            Row(
                kind=Kind.FORMAL,
                key=slot.id,
                side=slot.side,
                source=self._source.get(self._part_of.get(slot.id) or ""),
                formal=slot,
                word=self._said.get((Kind.FORMAL, slot.id)),
            )
            for slot in self._formal.values()
            if slot.id not in taken
        ]
        rows += [
            Row(kind=Kind.ASPECT, key=aspect, side=None, aspect=aspect, word=self._said.get((Kind.ASPECT, aspect)))
            for aspect in Aspect
        ]
        return tuple(rows)

    @property
    def open(self) -> int:
        """How many rows nothing was said of."""
        return sum(1 for row in self.rows if row.word is None)

    def say(self, row: Row, word: Word) -> str:
        """Say ``word`` of a row; returns why it cannot be said, "" otherwise.

        To say how a slot that stands alone compares sets it beside one; to say that it is omitted or added sets it
        apart.
        """
        if word not in row.words:
            return f"{word} is nothing to say of {'the whole' if row.aspect else f'a {row.kind} slot'}"
        alone = word in _ALONE
        if row.kind is not Kind.ASPECT:
            beside = self._beside if row.kind is Kind.SOURCE else self._part_of
            partner = None if alone else beside.get(row.key) or next(iter(self._others(row)), None)
            if partner is None and not alone:
                other = "statement" if row.kind is Kind.SOURCE else "obligation"
                return f"the {other} has no {row.side} that it could be {word} in"
            beside[row.key] = partner
        self._said[row.kind, row.key] = word
        return ""

    def unsay(self, row: Row) -> None:
        """Leave a row open again."""
        self._said.pop((row.kind, row.key), None)

    def turn(self, row: Row, direction: int) -> bool:
        """Set the next slot of the other side (-1: the one before) beside a row, which is open again then; False where
        there is no other."""
        others = self._others(row) if row.kind is not Kind.ASPECT else ()
        beside = self._beside if row.kind is Kind.SOURCE else self._part_of
        now = beside.get(row.key)
        choices: list[str | None] = [None, *others]
        place = choices.index(now) if now in choices else 0
        then = choices[(place + direction) % len(choices)]
        if then == now:
            return False
        beside[row.key] = then
        self.unsay(row)
        return True

    def comparison(self) -> Comparison:
        """The comparison with what was said so far."""
        slots: list[SlotJudgement] = []
        aspects: list[AspectJudgement] = []
        for row in self.rows:
            if row.word is None:
                continue
            if row.aspect is not None:
                found = AspectJudgement(aspect=row.aspect, value=_OF_ASPECTS[row.word], reason="", by=self.name)
                aspects.append(found)
                continue
            status, rubric = (_OF_PAIRS | _ALONE)[row.word]
            slots.append(
                SlotJudgement(
                    source=row.source.id if row.source is not None else None,
                    formal=row.formal.id if row.formal is not None else None,
                    status=status,
                    value=rubric,
                    reason="",
                    by=self.name,
                )
            )
        return Comparison(
            source=tuple(self._source.values()),
            formal=tuple(self._formal.values()),
            slots=tuple(slots),
            aspects=tuple(aspects),
        )

    def _others(self, row: Row) -> tuple[str, ...]:
        """The slots of the other side that may stand beside a row: premises beside premises."""
        others = self._formal if row.kind is Kind.SOURCE else self._source
        return tuple(slot.id for slot in others.values() if slot.side is row.side)

    def _resume(self, comparison: Comparison) -> None:
        words = {judged: word for word, judged in (_OF_PAIRS | _ALONE).items()}
        for judgement in comparison.slots:
            word = words.get((judgement.status, judgement.value))
            if judgement.by != self.name or word is None:
                continue
            if judgement.source is not None and (Kind.SOURCE, judgement.source) not in self._said:
                self._beside[judgement.source] = judgement.formal
                self._said[Kind.SOURCE, judgement.source] = word
            elif judgement.formal is not None:
                self._part_of[judgement.formal] = judgement.source
                self._said[Kind.FORMAL, judgement.formal] = word
        for source, formal in self._beside.items():
            if (Kind.FORMAL, formal) in self._said and (Kind.SOURCE, source) not in self._said:
                self._beside[source] = None  # it was set apart
        of_aspects = {rubric: word for word, rubric in _OF_ASPECTS.items()}
        for aspect in comparison.aspects:
            if aspect.by == self.name and aspect.value in of_aspects:
                self._said[Kind.ASPECT, aspect.aspect] = of_aspects[aspect.value]


def cut(statement: Statement, obligation: Obligation, entries: Mapping[EntryId, Entry]) -> Comparison:
    """Both texts cut into slots, with nothing said of them yet."""
    from ..faithfulness.cutting import cut_of  # on use: a review opens without the reader of Lean

    return cut_of(statement, obligation, entries)


def report_by(
    reviewer: str,
    statement: Statement,
    comparison: Comparison,
    lints: LintReport,
    gate: Gate,
    *,
    context: Sequence[Entry],
    obligation: Obligation,
) -> Report:
    """The gate's report of a statement on which ``reviewer`` is the only judge.

    What the statement leaves out is all of ``context`` (Γ before the unit) that the obligation does not name.
    """
    said = bool(comparison.slots or comparison.aspects)
    return report_for(
        statement,
        lints,
        comparison=comparison,
        relation=relation_of(comparison, dropped=dropped_of(context, obligation)),
        judges=(Judge(name=reviewer, kind=JudgeKind.PERSON, said="compared it slot by slot"),) if said else (),
        gate=gate,
    )


def _proposed(comparison: Comparison) -> dict[str, str | None]:
    """Which formal slot stands beside each source slot: those that share most words; conclusions in their order."""
    beside: dict[str, str | None] = {slot.id: None for slot in comparison.source}
    for side in Side:
        sources = [slot for slot in comparison.source if slot.side is side]
        formals = [slot for slot in comparison.formal if slot.side is side]
        if side is Side.CONCLUSION:
            beside.update({source.id: formal.id for source, formal in zip(sources, formals, strict=False)})
            continue
        words = {slot.id: frozenset(_WORDS.findall(slot.text.casefold())) for slot in (*sources, *formals)}
        shared = sorted(
            (-_likeness(words[source.id], words[formal.id]), place, other)
            for place, source in enumerate(sources)
            for other, formal in enumerate(formals)
        )
        taken: set[int] = set()
        for likeness, place, other in shared:
            if likeness and beside[sources[place].id] is None and other not in taken:
                beside[sources[place].id] = formals[other].id
                taken.add(other)
    return beside


_WORDS = re.compile(r"\w+|[^\w\s]")


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How many words and signs two texts share, in [0, 1]."""
    return len(one & other) / len(one | other) if one and other else 0.0
