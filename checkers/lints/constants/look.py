"""All lints on constants."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.faithfulness.findings import LintFinding
from ..scope.lint import Lint, run
from ..scope.places import Places
from . import (
    algebra,
    analysis,
    counting,
    division,
    divisors,
    elements,
    intervals,
    numbers,
    powers,
    subtraction,
    sums,
    suprema,
    traps,
)

LINTS: tuple[Lint, ...] = (
    *subtraction.LINTS,
    *division.LINTS,
    *powers.LINTS,
    *numbers.LINTS,
    *counting.LINTS,
    *analysis.LINTS,
    *sums.LINTS,
    *suprema.LINTS,
    *divisors.LINTS,
    *algebra.LINTS,
    *elements.LINTS,
    *intervals.LINTS,
    *traps.LINTS,
)


def constants(places: Places) -> Iterable[LintFinding]:
    """What the lints on constants find in a statement."""
    return run(LINTS, places)
