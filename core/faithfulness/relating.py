"""From slot judgements to the relation that polarity reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .polarity import Counterexample, Negation, Part, Relation, Satisfiable, Stands
from .score import SUPPORTED
from .slots import Comparison, Match, Side, SlotJudgement, SlotStatus, formal_matches, source_matches, swaps_sides


def parts_of(comparison: Comparison) -> tuple[Part, ...]:
    """How every slot stands by its judges, who may differ: then each of their answers is a part, and the most cautious
    decides. The comparison has no ``faults``; slots that nobody judged are left out."""
    return tuple(dict.fromkeys(_parts(comparison)))


def relation_of(
    comparison: Comparison,
    *,
    dropped: Sequence[str] = (),
    unformalised: Sequence[str] = (),
    closed: bool = False,
    goal_is_absurd: bool = False,
    satisfiable: Satisfiable = Satisfiable.NOT_SHOWN,
    negation: Negation = Negation.UNKNOWN,
    counterexample: Counterexample = Counterexample.NONE,
) -> Relation:
    """The relation of a statement that was compared slot by slot.

    The source slots are what the obligation names; ``dropped`` and ``unformalised`` are the other entries of Γ in
    scope, which the statement leaves out. The rest as in ``Relation``.
    """
    others = [Part(side=Side.PREMISE, stands=Stands.DROPPED, text=text) for text in dropped]
    others += [Part(side=Side.PREMISE, stands=Stands.UNFORMALISED, text=text) for text in unformalised]
    return Relation(
        parts=(*parts_of(comparison), *others),
        closed=closed,
        goal_is_absurd=goal_is_absurd,
        satisfiable=satisfiable,
        negation=negation,
        counterexample=counterexample,
    )


def _parts(comparison: Comparison) -> Iterator[Part]:
    for match in (*source_matches(comparison), *formal_matches(comparison)):
        if match is not None:
            for judgement in match.best:
                yield _part(comparison, match, judgement)


def _part(comparison: Comparison, match: Match, judgement: SlotJudgement) -> Part:
    side = match.slot.side
    if swaps_sides(comparison, judgement):
        return Part(side=side, stands=Stands.DIFFERENT, text=match.slot.text)
    stands = _STANDS[judgement.status]
    holds = judgement.value.exact >= SUPPORTED
    if judgement.status is SlotStatus.PRESERVED and not holds:
        stands = Stands.DIFFERENT
    if judgement.status is SlotStatus.ADDED and holds and side is Side.PREMISE:
        stands = Stands.SAME  # it traces to Γ
    return Part(side=side, stands=stands, text=match.slot.text)


_STANDS = {
    SlotStatus.PRESERVED: Stands.SAME,
    SlotStatus.OMITTED: Stands.DROPPED,
    SlotStatus.WEAKENED: Stands.WEAKER,
    SlotStatus.STRENGTHENED: Stands.STRONGER,
    SlotStatus.REPLACED: Stands.DIFFERENT,
    SlotStatus.ADDED: Stands.ADDED,
}
