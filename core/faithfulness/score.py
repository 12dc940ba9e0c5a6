"""S_faith from slot and aspect judgements, in exact arithmetic (METHOD 5; Eq. 1 of wang2026faithsieve).

The program computes every total; none is taken from anybody. Nothing is rounded before it is compared.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from ..value import value
from .slots import (
    Aspect,
    Comparison,
    Match,
    Side,
    aspect_values,
    faults,
    formal_matches,
    source_matches,
)

FORMULA = "sqrt(s_prem*s_conc)*s_hol"
"""The formula's id as it is recorded; some summaries of the paper print a plain product."""
DIGITS = 4
"""Decimals of a printed score. It is rounded down, so that what is printed reaches a threshold of at most this many
decimals exactly where the score does."""
SUPPORTED = Fraction(3, 4)
"""An added premise is supported from here on: by the rubric it differs from the context in notation only."""


@value
class Score:
    """The three parts, each exact and in [0, 1]. S_faith is irrational in general: compare with ``at_least``."""

    prem: Fraction
    conc: Fraction
    hol: Fraction

    def at_least(self, threshold: Fraction) -> bool:
        """Whether S_faith ≥ ``threshold`` in [0, 1], decided on the squares."""
        return self.squared >= threshold * threshold

    @property
    def squared(self) -> Fraction:
        """S_faith², in [0, 1]."""
        return self.prem * self.conc * self.hol * self.hol

    @property
    def text(self) -> str:
        """S_faith as a decimal string, rounded down to ``DIGITS`` places, as "0.7071"."""
        unit = 10**DIGITS
        # The floor of a root is the root of the floor, so that this is exact.
        return decimal_text(Fraction(isqrt(int(self.squared * unit * unit)), unit))


@value
class Unscored:
    """Why there is no score, in a sentence. ``ill_formed``: a side has no conclusion; else something is not judged."""

    why: str
    ill_formed: bool = False


def score(comparison: Comparison) -> Score | Unscored:
    """The score of a comparison, or why it has none.

    S_prem and S_conc are means over source slots of their best match on the same side. Without a source premise S_prem
    is 1, or 0 where the formal side added a premise that the context does not support. S_hol is the mean of the five
    aspects. Every slot of both sides and every aspect must have been judged.
    """
    for fault in faults(comparison):
        return Unscored(why=f"the judgements cannot be taken: {fault}")
    for name, slots in (("obligation", comparison.source), ("statement", comparison.formal)):
        if not any(slot.side is Side.CONCLUSION for slot in slots):
            return Unscored(why=f"the {name} has no conclusion", ill_formed=True)
    source, formal = source_matches(comparison), formal_matches(comparison)
    for name, slots, found in (("source", comparison.source, source), ("formal", comparison.formal, formal)):
        for slot, match in zip(slots, found, strict=True):
            if match is None:
                return Unscored(why=f"nobody judged the {name} slot {slot.id!a}")
    aspects = aspect_values(comparison)
    for aspect in Aspect:
        if aspect not in aspects:
            return Unscored(why=f"nobody judged the aspect {aspect}")
    premises = _values(source, Side.PREMISE)
    supported = Fraction(all(value >= SUPPORTED for value in _values(formal, Side.PREMISE)))
    prem = _mean(premises) if premises else supported
    return Score(prem=prem, conc=_mean(_values(source, Side.CONCLUSION)), hol=_mean(list(aspects.values())))


def decimal_text(number: Fraction) -> str:
    """A number of [0, 1] as a decimal string, rounded down to ``DIGITS`` places, without zeros at its end."""
    whole, rest = divmod(int(number * 10**DIGITS), 10**DIGITS)
    return f"{whole}.{rest:0{DIGITS}d}".rstrip("0").rstrip(".")


def _values(matches: tuple[Match | None, ...], side: Side) -> list[Fraction]:
    return [match.value for match in matches if match is not None and match.slot.side is side]


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)
