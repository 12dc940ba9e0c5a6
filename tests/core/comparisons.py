"""Comparisons of obligations and statements, made short for the tests of the faithfulness gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import settings
from hypothesis import strategies as st

from proofsieve.core.faithfulness.slots import (
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Side,
    Slot,
    SlotJudgement,
    SlotStatus,
)

P, C = Side.PREMISE, Side.CONCLUSION


def slots(premises: int, conclusions: int) -> tuple[Slot, ...]:
    """Slots p1, p2, … and c1, c2, … whose words are their names."""
    made = [Slot(id=f"p{k}", side=P, text=f"premise {k}") for k in range(1, premises + 1)]
    made += [Slot(id=f"c{k}", side=C, text=f"conclusion {k}") for k in range(1, conclusions + 1)]
    return tuple(made)


def same(slot: str, value: str = "1", *, by: str = "ada", status: SlotStatus = SlotStatus.PRESERVED) -> SlotJudgement:
    """A source slot beside the formal slot of the same name."""
    return SlotJudgement(source=slot, formal=slot, status=status, value=Rubric(value), reason="", by=by)


def pair(source: str, formal: str, status: SlotStatus, value: str, *, by: str = "ada") -> SlotJudgement:
    """A source slot beside any formal one."""
    return SlotJudgement(source=source, formal=formal, status=status, value=Rubric(value), reason="", by=by)


def omitted(slot: str, *, by: str = "ada", reason: str = "") -> SlotJudgement:
    """A source slot that the formal side lacks."""
    return SlotJudgement(
        source=slot, formal=None, status=SlotStatus.OMITTED, value=Rubric.MISSING, reason=reason, by=by
    )


def added(slot: str, value: str = "0", *, by: str = "ada") -> SlotJudgement:
    """A formal slot that the source lacks."""
    return SlotJudgement(source=None, formal=slot, status=SlotStatus.ADDED, value=Rubric(value), reason="", by=by)


def aspects(values: Mapping[Aspect, str] | None = None, *, by: str = "ada") -> tuple[AspectJudgement, ...]:
    """All five aspects, at 1 but for ``values``."""
    known = values or {}
    return tuple(
        AspectJudgement(aspect=aspect, value=Rubric(known.get(aspect, "1")), reason="", by=by) for aspect in Aspect
    )


def comparison(
    judgements: Sequence[SlotJudgement],
    *,
    source: tuple[int, int] = (1, 1),
    formal: tuple[int, int] = (1, 1),
    of_aspects: Mapping[Aspect, str] | None = None,
    judges: Sequence[str] = ("ada",),
) -> Comparison:
    """A comparison with so many premises and conclusions on each side; every judge says the same of the aspects."""
    return Comparison(
        source=slots(*source),
        formal=slots(*formal),
        slots=tuple(judgements),
        aspects=tuple(item for name in judges for item in aspects(of_aspects, by=name)),
    )


RUBRICS = st.sampled_from([rubric.value for rubric in Rubric])
PAIRED = st.sampled_from([status for status in SlotStatus if status not in (SlotStatus.OMITTED, SlotStatus.ADDED)])
PROPERTIES = settings(deadline=None)


@st.composite
def judged(draw: st.DrawFn, *, judges: int = 2, good: bool = False) -> Comparison:
    """A comparison in which every slot and aspect is judged, by one or two judges, in any way that makes sense.

    ``good``: most of it is kept, so that some are admitted.
    """
    source = (draw(st.integers(0, 3)), draw(st.integers(1, 2)))
    formal = source if good else (draw(st.integers(0, 3)), draw(st.integers(1, 2)))
    values = st.sampled_from(["0.5", "0.75", "1", "1"]) if good else RUBRICS
    names = ("ada", "bob")[: draw(st.integers(1, judges))]
    made: list[SlotJudgement] = []
    for name in names:
        paired: set[str] = set()
        for slot in slots(*source):
            others = [slot.id] if good else [None, *(other.id for other in slots(*formal))]
            partner = draw(st.sampled_from(others))
            if partner is None:
                made.append(omitted(slot.id, by=name))
                continue
            paired.add(partner)
            made.append(pair(slot.id, partner, SlotStatus.PRESERVED if good else draw(PAIRED), draw(values), by=name))
        made += [added(slot.id, draw(values), by=name) for slot in slots(*formal) if slot.id not in paired]
    of_aspects = {aspect: draw(values) for aspect in Aspect}
    return comparison(made, source=source, formal=formal, of_aspects=of_aspects, judges=names)
