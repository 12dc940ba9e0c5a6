"""What a lint of places or of the whole statement is, and how it is run."""

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


@value
class PlaceLint:
    """A lint that looks at the places whose terms have one of some heads, one at a time.

    ``id``: its name in kebab-case; ``meaning``: in a line; ``drift``, ``tier`` and ``action``: of what it finds.
    """

    id: str
    meaning: str
    drift: Drift
    heads: frozenset[str]
    check: Callable[[Site, Places], Iterable[Found]]
    tier: Tier = Tier.DETERMINISTIC
    action: Action = Action.FLAG

    def look(self, places: Places) -> Iterator[Found]:
        """What it finds in a statement, in the order of the text."""
        return (found for site in places.at(self.heads) for found in self.check(site, places))


@value
class StatementLint:
    """A lint that looks at a statement as a whole; fields as in PlaceLint."""

    id: str
    meaning: str
    drift: Drift
    check: Callable[[Places], Iterable[Found]]
    tier: Tier = Tier.DETERMINISTIC
    action: Action = Action.FLAG

    def look(self, places: Places) -> Iterable[Found]:
        """What it finds in a statement."""
        return self.check(places)


Lint: TypeAlias = PlaceLint | StatementLint


def run(lints: Iterable[Lint], places: Places) -> Iterator[LintFinding]:
    """The findings of lints on one statement, in the order of the lints; at most MAX_FINDINGS of each."""
    heads = places.heads
    for lint in lints:
        if isinstance(lint, PlaceLint) and lint.heads.isdisjoint(heads):
            continue
        seen: set[tuple[int, int, str]] = set()
        for found in lint.look(places):
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
