"""The one exception of evaluation: why a claim stays inconclusive."""

from __future__ import annotations

from ...core.evidence import Kind


class Undecided(Exception):
    """Evaluation stopped without a verdict; ``kind`` and ``why`` go into the evidence."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why


class Unbound(Undecided):
    """A name without a value."""

    def __init__(self, name: str) -> None:
        super().__init__(Kind.UNPARSED, f"{name} has no value here")
        self.name = name


def resource(why: str) -> Undecided:
    """Too large to compute within the limits."""
    return Undecided(Kind.RESOURCE, why)


def undefined(why: str) -> Undecided:
    """A subterm without a value."""
    return Undecided(Kind.UNDEFINED, why)


def ambiguous(why: str) -> Undecided:
    """Two readings with different values."""
    return Undecided(Kind.AMBIGUOUS, why)


def unsupported(why: str) -> Undecided:
    """Beyond what the tiers of the checker decide."""
    return Undecided(Kind.UNSUPPORTED, why)
