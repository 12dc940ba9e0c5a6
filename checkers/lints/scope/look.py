"""All lints on scope."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.faithfulness.findings import LintFinding
from . import (
    binders,
    boundary,
    detached,
    domain,
    given,
    operators,
    placeholders,
    quantifiers,
    separated,
    trivial,
    undeclared,
)
from .lint import Lint, run
from .places import Places

LINTS: tuple[Lint, ...] = (
    *quantifiers.LINTS,
    *operators.LINTS,
    *undeclared.LINTS,
    *binders.LINTS,
    *detached.LINTS,
    *domain.LINTS,
    *trivial.LINTS,
    *boundary.LINTS,
    *separated.LINTS,
    *given.LINTS,
    *placeholders.LINTS,
)


def scope(places: Places) -> Iterable[LintFinding]:
    """What the lints on scope find in a statement."""
    return run(LINTS, places)
