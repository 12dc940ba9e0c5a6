"""The verdict on one link."""

from __future__ import annotations

from ...core.evidence import Outcome, Strength
from ...core.value import value


@value
class Decided:
    """The verdict on a link: passed or refuted, how strong, and what stands on the two sides."""

    outcome: Outcome
    strength: Strength
    why: str = ""


def verdict(holds: bool, strength: Strength, why: str = "") -> Decided:
    """Passed if ``holds``, else refuted."""
    return Decided(outcome=Outcome.PASSED if holds else Outcome.REFUTED, strength=strength, why=why)


def opposite(found: Decided) -> Decided:
    """The verdict on the negated link."""
    other = Outcome.REFUTED if found.outcome is Outcome.PASSED else Outcome.PASSED
    return Decided(outcome=other, strength=found.strength, why=found.why)
