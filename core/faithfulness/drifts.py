"""Which categories of drift slot judgements and findings amount to, and which assumptions are missing or added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from .findings import Action, Drift, LintFinding
from .slots import (
    Aspect,
    Comparison,
    Side,
    SlotStatus,
    aspect_values,
    formal_matches,
    source_matches,
)


def drifts_of(comparison: Comparison | None, findings: Iterable[LintFinding], least: Fraction) -> tuple[Drift, ...]:
    """The categories, in the order of ``Drift``: of findings that reject or flag, and of slots and aspects whose value
    is below ``least``."""
    found = {item.drift for item in findings if item.drift is not None and item.action is not Action.NOTE}
    if comparison is not None:
        found.update(_of_slots(comparison, least))
        found.update(
            drift for aspect, drift in _OF_ASPECT.items() if aspect_values(comparison).get(aspect, least) < least
        )
    return tuple(drift for drift in Drift if drift in found)


def missing_assumptions(comparison: Comparison) -> tuple[str, ...]:
    """The source premises that some judge finds omitted, in their order."""
    return tuple(
        match.slot.text
        for match in source_matches(comparison)
        if match is not None
        and match.slot.side is Side.PREMISE
        and any(item.judgement.status is SlotStatus.OMITTED for item in match.best)
    )


def added_assumptions(comparison: Comparison, least: Fraction) -> tuple[str, ...]:
    """The formal premises that some judge finds added and supported by less than ``least``, in their order."""
    return tuple(
        match.slot.text
        for match in formal_matches(comparison)
        if match is not None
        and match.slot.side is Side.PREMISE
        and any(item.judgement.status is SlotStatus.ADDED and item.worth < least for item in match.best)
    )


_OF_ASPECT = {
    Aspect.OBJECT_WITNESS: Drift.WRONG_OBJECTS,
    Aspect.DIRECTIONALITY: Drift.WRONG_DIRECTION,
    Aspect.ROLE_ALIGNMENT: Drift.ROLE_SWAP,
}
# A statement with more premises, or less of a conclusion, covers less than the text; the other way round, more.
_OF_STATUS = {
    (Side.PREMISE, SlotStatus.OMITTED): Drift.MISSING_ASSUMPTIONS,
    (Side.PREMISE, SlotStatus.WEAKENED): Drift.OVERGENERALIZED,
    (Side.PREMISE, SlotStatus.STRENGTHENED): Drift.UNDERGENERALIZED,
    (Side.PREMISE, SlotStatus.ADDED): Drift.UNDERGENERALIZED,
    (Side.CONCLUSION, SlotStatus.OMITTED): Drift.UNDERGENERALIZED,
    (Side.CONCLUSION, SlotStatus.WEAKENED): Drift.UNDERGENERALIZED,
    (Side.CONCLUSION, SlotStatus.STRENGTHENED): Drift.OVERGENERALIZED,
    (Side.CONCLUSION, SlotStatus.ADDED): Drift.OVERGENERALIZED,
}


def _of_slots(comparison: Comparison, least: Fraction) -> Iterator[Drift]:
    for match in (*source_matches(comparison), *formal_matches(comparison)):
        if match is None or match.value >= least:
            continue
        for item in match.best:
            of_status = _OF_STATUS.get((match.slot.side, item.judgement.status), Drift.WRONG_OBJECTS)
            yield Drift.ROLE_SWAP if item.swapped else of_status
