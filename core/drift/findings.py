"""How findings of drift are made: one place for tiers, actions and categories."""

from __future__ import annotations

from ..faithfulness.findings import Action, Drift, LintFinding, Tier
from .formal import Formal


def hint(
    lint: str,
    drift: Drift,
    why: str,
    formal: Formal,
    *,
    witness: tuple[tuple[str, str], ...] = (),
    place: tuple[int, int] | None = None,
    where: str = "statement",
    action: Action = Action.FLAG,
    tier: Tier = Tier.HEURISTIC,
) -> LintFinding:
    """A finding at ``place`` of the Lean text (the goal without one), a hint to a person unless said otherwise."""
    start, end = place if place is not None else (formal.statement.goal.start, formal.statement.goal.end)
    return LintFinding(
        id=lint, tier=tier, action=action, drift=drift, where=where, start=start, end=end, witness=witness, why=why
    )
