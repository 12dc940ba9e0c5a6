"""A claim for every value of a variable that divides by what is 0 at one of them."""

from __future__ import annotations

import re
from fractions import Fraction

from ...claims.reading import plain
from ..checks import ReadingCheck
from ..points import Truth, at_point, vanishing, written
from ..registry import Entry
from ..source import Source
from ..telling import Told
from .found import MOST_WHERES, Found

_EVERY = re.compile(
    r"\b(?:all|every|each|any) (?:(?P<least>positive|natural|non-?negative) )?(?:(?:real|rational|complex) )?"
    r"(?:numbers?|integers?|values?|reals?)? ?(?:of )?(?:⟨|(?=[b-z]\b))(?P<name>[A-Za-z])(?=⟩|[\s,]| ?∈ ?[ℝℚℤℂ])",
    re.IGNORECASE,
)
_POINTS = tuple(map(Fraction, (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6)))
_MOST = 32


def division(source: Source, entry: Entry) -> Found | None:
    """Units whose formulas mean nothing at a value that "for every x" of the problem takes in."""
    every = _EVERY.search(source.pieces[0][1])
    if every is None:
        return None
    name = every["name"]
    if re.search(rf"(?<![A-Za-z]){name} ?≠|≠ ?{name}(?![A-Za-z])|\bexcept\b|≠ ?0", source.whole):
        return None
    least = {"positive": 1, "natural": 1}.get((every["least"] or "").lower(), 0 if every["least"] else -6)
    demand, claimed = source.problem
    about = [told for told in claimed if told.names == {name}]
    point = next((at for at in _POINTS if at >= least and any(_undefined(told, name, at) for told in about)), None)
    if point is None:
        return None
    units = [
        (unit, told)
        for unit in source.units
        if source.owed(unit) and not unit.hypothetical
        for told in source.claims(unit)
        if told.names == {name} and _undefined(told, name, point)
    ][:_MOST]
    if not units:
        return None
    divisor = vanishing(units[0][1].claim, {name: point})
    if divisor is None:
        return None
    checks = tuple(
        ReadingCheck(
            convention_id=entry.id,
            reading="everywhere",
            obligation_id=obligation,
            unit_id=unit.id,
            step_id=unit.step,
            claim=f"{plain(own)} ≠ 0",
            at=(f"{name} = {written(point)}",),
            given=tuple(claim.text for claim in demand.claims),
            unread=() if demand.complete else ("the problem",),
            witness=f"{name} = {written(point)}: {plain(own)} is 0, and {told.text} divides by it",
        )
        for unit, told in units
        if (own := vanishing(told.claim, {name: point})) is not None
        for obligation in source.owed(unit)
    )
    return Found(
        where=(source.where(None, entry.when), *(source.where(unit, entry.when) for unit, _ in units))[:MOST_WHERES],
        obligations=tuple(dict.fromkeys(item for unit, _ in units for item in source.owed(unit))),
        checks=checks,
        names={"names": "the claim", "expression": plain(divisor)},
    )


def _undefined(told: Told, name: str, at: Fraction) -> bool:
    return at_point(told.claim, {name: at}).truth is Truth.UNDEFINED
