"""The rows of a faithfulness report as a screen or a page shows them: source | formal | status, in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..value import value
from .admission import CRITICAL, DEFAULT_GATE, Gate, slot_holds, threshold
from .report import Report
from .score import decimal_text
from .slots import (
    Aspect,
    Comparison,
    Match,
    Side,
    SlotStatus,
    aspect_values,
    faults,
    formal_matches,
    source_matches,
)


@value
class SlotRow:
    """One line of the table. ``source`` and ``formal`` are the slots' words, "" where there is none.

    ``status`` is None where nobody judged; with several judges it is that of the lowest, and ``by`` names all who
    judged the slot, lowest first. ``worth`` is the value that counts, a decimal string ("" where nobody judged);
    ``swapped``: a premise stands against a conclusion; ``holds``: the value is past the gate.
    """

    side: Side
    source: str
    formal: str
    status: SlotStatus | None = None
    worth: str = ""
    swapped: bool = False
    holds: bool = False
    reason: str = ""
    by: tuple[str, ...] = ()


@value
class AspectRow:
    """One aspect of the whole, with the lowest value that a judge gave it ("" where nobody did), and whether it is
    past the gate; only critical aspects can fall below it."""

    aspect: Aspect
    worth: str
    holds: bool
    reason: str
    by: tuple[str, ...]


def slot_rows(report: Report, gate: Gate = DEFAULT_GATE) -> tuple[SlotRow, ...]:
    """Every source slot with its match, then what only the formal side has. Nothing without a comparison."""
    comparison = report.comparison
    if comparison is None:
        return ()
    if next(faults(comparison), None) is not None:
        return tuple(_bare(comparison))
    sources = {slot.id: slot for slot in comparison.source}
    formals = {slot.id: slot for slot in comparison.formal}
    rows: list[SlotRow] = []
    shown: set[str] = set()
    for slot, match in zip(comparison.source, source_matches(comparison), strict=True):
        partner = formals.get(match.best[0].judgement.formal or "") if match else None
        shown.update({partner.id} if partner else ())
        row = SlotRow(side=slot.side, source=slot.text, formal=partner.text if partner else "")
        rows.append(_judged(row, match, gate))
    for slot, match in zip(comparison.formal, formal_matches(comparison), strict=True):
        if slot.id in shown and match is not None and slot_holds(match, gate):
            continue  # it stands beside its source slot already
        partner = sources.get(match.best[0].judgement.source or "") if match else None
        row = SlotRow(side=slot.side, source=partner.text if partner else "", formal=slot.text)
        row = _judged(row, match, gate)
        if row not in rows:
            rows.append(row)
    return tuple(rows)


def aspect_rows(report: Report, gate: Gate = DEFAULT_GATE) -> tuple[AspectRow, ...]:
    """The five aspects in their order. Nothing without a comparison."""
    if report.comparison is None:
        return ()
    found = aspect_values(report.comparison)
    rows: list[AspectRow] = []
    for aspect in Aspect:
        said = sorted(
            (item for item in report.comparison.aspects if item.aspect is aspect), key=lambda item: item.value.exact
        )
        critical = aspect in CRITICAL
        rows.append(
            AspectRow(
                aspect=aspect,
                worth=decimal_text(found[aspect]) if aspect in found else "",
                holds=aspect in found and (not critical or found[aspect] >= threshold(gate.critical)),
                reason=said[0].reason if said else "",
                by=tuple(item.by for item in said),
            )
        )
    return tuple(rows)


def _bare(comparison: Comparison) -> Iterator[SlotRow]:
    """The slots side by side where the judgements cannot be taken."""
    for slot in comparison.source:
        yield SlotRow(side=slot.side, source=slot.text, formal="")
    for slot in comparison.formal:
        yield SlotRow(side=slot.side, source="", formal=slot.text)


def _judged(row: SlotRow, match: Match | None, gate: Gate) -> SlotRow:
    """The row with what its judges say, the lowest first."""
    if match is None:
        return row
    lowest = match.best[0]
    return replace(
        row,
        status=lowest.judgement.status,
        worth=decimal_text(match.value),
        swapped=lowest.swapped,
        holds=slot_holds(match, gate),
        reason=lowest.judgement.reason,
        by=tuple(item.judgement.by for item in match.best),
    )
