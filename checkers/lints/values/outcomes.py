"""What evaluation can come to besides a value: unknown, undefined, out of budget.

A truth is True, False, None (unknown) or UNDEFINED (the textbook gives no meaning). Terms have values and raise
Unknown or Undefined; propositions catch both, so that a known part can still decide the whole.
"""

from __future__ import annotations

import time
from typing import Final, TypeAlias

from ....core.value import value


class Missing:
    """The truth of a proposition that the textbook gives no meaning."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED: Final = Missing()
Truth: TypeAlias = bool | Missing | None


class Unknown(Exception):
    """The value cannot be computed exactly here."""


class Undefined(Exception):
    """The textbook gives the term no value."""


class NotUnderstood(Exception):
    """The term lies outside what is modelled; the message says which part."""


class OutOfBudget(Exception):
    """The steps or the time of this evaluation are used up."""


@value
class Mark:
    """A place where Lean computes what the textbook does not mean: ``id`` names the lint, ``start``/``end`` where."""

    id: str
    what: str
    start: int
    end: int


MARKS = 12
"""Marks kept per point: enough to name the cause."""

CLOCK_EVERY = 2048
"""Steps between two looks at the clock."""


class Meter:
    """Counts the steps of one evaluation and collects the marks of the point at hand.

    ``steps``: how many are left. ``seconds``: the hard wall limit, a guard against single steps that are slow; within
    it the same text always gets the same answer. ``symbols``: the symbolic values of variables in scope, newest last.
    """

    def __init__(self, *, steps: int, seconds: float) -> None:
        self.steps = steps
        self.deadline = time.monotonic() + seconds
        self._next_look = steps - CLOCK_EVERY
        self.marks: list[Mark] = []
        self.symbols: list[object] = []

    def spend(self, steps: int) -> None:
        """Take ``steps``; raises OutOfBudget when they or the time are used up."""
        self.steps -= steps
        if self.steps < self._next_look:
            self._next_look = self.steps - CLOCK_EVERY
            if time.monotonic() > self.deadline:
                self.steps = 0
        if self.steps <= 0:
            raise OutOfBudget

    def mark(self, mark: Mark) -> None:
        """Note that the two meanings part here."""
        if len(self.marks) < MARKS:
            self.marks.append(mark)
