"""What a lint of places is, and how it is run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from ....core.faithfulness.findings import Action, Drift, LintFinding, Tier
from ....core.formal.ast import Term
from ....core.value import value
from .places import Places
from .shown import shown
from .sites import Site

MAX_FINDINGS = 6
"""Of one lint on one statement; more of the same tell a reader nothing new."""


@value
class Found:
    """What a lint says of a place; the lint itself adds its name, tier and action.

    ``drift``, ``action`` and ``tier``: None for those of the lint. ``at``: the term that is meant, None for the site's.
    """

    site: Site
    why: str
    at: Term | None = None
    witness: tuple[tuple[str, str], ...] = ()
    drift: Drift | None = None
    action: Action | None = None
    tier: Tier | None = None


Check: TypeAlias = Callable[[Places], Iterable[Found]]


@value
class PlaceLint:
    """A lint that looks at places: its name in kebab-case, its meaning in a line, what it does, and its rule."""

    id: str
    meaning: str
    drift: Drift
    check: Check
    tier: Tier = Tier.DETERMINISTIC
    action: Action = Action.FLAG


def run(lints: Iterable[PlaceLint], places: Places) -> Iterator[LintFinding]:
    """The findings of lints on one statement, in the order of the lints; at most MAX_FINDINGS of each."""
    for lint in lints:
        seen: set[tuple[int, int, str]] = set()
        for found in lint.check(places):
            term = found.at if found.at is not None else found.site.term
            key = (term.start, term.end, found.why)
            if key in seen:
                continue
            seen.add(key)
            yield LintFinding(
                id=lint.id,
                tier=found.tier or lint.tier,
                action=found.action or lint.action,
                drift=found.drift or lint.drift,
                where=f"{found.site.place}: {shown(term)}",
                start=term.start,
                end=term.end,
                witness=found.witness,
                why=found.why,
            )
            if len(seen) >= MAX_FINDINGS:
                break
