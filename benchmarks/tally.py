"""Counting predictions against first-error labels, with Wilson intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

Z_95 = 1.959963984540054  # the 97.5 % quantile of the standard normal distribution


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One audited record.

    ``label`` and ``first_error`` are 1-based step numbers, None for a correct proof and for "no error found".
    ``status`` is the whole verdict; ``refuted`` the false links in the first flawed step, in plain form; ``crash`` the
    exception in one line ("" if the audit ran).
    """

    id: str
    label: int | None
    status: str = ""
    first_error: int | None = None
    refuted: tuple[str, ...] = ()
    crash: str = ""

    @property
    def exact(self) -> bool:
        """The first error step named exactly, or no error found on a correct proof (METHOD 7)."""
        return not self.crash and self.first_error == self.label

    @property
    def binary(self) -> bool:
        """Flawed or not, told rightly."""
        return not self.crash and (self.first_error is None) == (self.label is None)

    @property
    def accuses_before_label(self) -> bool:
        """A step is called flawed on a correct proof or before its labelled first error."""
        return self.first_error is not None and (self.label is None or self.first_error < self.label)


@dataclass(frozen=True, kw_only=True)
class Share:
    """``count`` of ``total``; prints with percentage and the Wilson 95 % interval."""

    count: int
    total: int

    @property
    def interval(self) -> tuple[float, float]:
        """The Wilson score interval in [0, 1]; (0, 1) of nothing."""
        if self.total == 0:
            return 0.0, 1.0
        share = self.count / self.total
        denominator = 1 + Z_95**2 / self.total
        centre = (share + Z_95**2 / (2 * self.total)) / denominator
        half = Z_95 * sqrt(share * (1 - share) / self.total + Z_95**2 / (4 * self.total**2)) / denominator
        return max(0.0, centre - half), min(1.0, centre + half)

    def __str__(self) -> str:
        if self.total == 0:
            return "0/0"
        low, high = self.interval
        return f"{self.count}/{self.total} = {self.count / self.total:.1%} [{low:.1%}, {high:.1%}]"


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What a data set's table row says. ``contradictions`` are the accusations before the label, counted apart."""

    name: str
    outcomes: tuple[Outcome, ...] = field(repr=False)

    def share(self, chosen: Iterable[bool]) -> Share:
        marks = list(chosen)
        return Share(count=sum(marks), total=len(marks))

    @property
    def exact(self) -> Share:
        return self.share(outcome.exact for outcome in self.outcomes)

    @property
    def binary(self) -> Share:
        return self.share(outcome.binary for outcome in self.outcomes)

    @property
    def baseline(self) -> Share:
        """Always saying "correct": its exact and its binary accuracy are the share of correct proofs."""
        return self.share(outcome.label is None for outcome in self.outcomes)

    @property
    def found(self) -> Share:
        """Of the flawed proofs, those called flawed, at whatever step."""
        return self.share(outcome.first_error is not None for outcome in self.outcomes if outcome.label is not None)

    @property
    def found_exactly(self) -> Share:
        """Of the flawed proofs, those whose labelled first error is named."""
        return self.share(outcome.exact for outcome in self.outcomes if outcome.label is not None)

    @property
    def uncertain(self) -> Share:
        return self.share(outcome.status == "uncertain" for outcome in self.outcomes)

    @property
    def accusations(self) -> Share:
        return self.share(outcome.accuses_before_label for outcome in self.outcomes)

    @property
    def contradictions(self) -> tuple[Outcome, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.accuses_before_label)

    @property
    def exact_apart(self) -> Share:
        """Exact accuracy with the rows set aside whose label a refutation contradicts."""
        return self.share(outcome.exact for outcome in self.outcomes if not outcome.accuses_before_label)

    @property
    def crashes(self) -> tuple[Outcome, ...]:
        return tuple(outcome for outcome in self.outcomes if outcome.crash)
