"""Making findings."""

from __future__ import annotations

from ...core.faithfulness.findings import Action, Drift, LintFinding, Tier


def finding(
    id: str,
    why: str,
    *,
    action: Action = Action.FLAG,
    tier: Tier = Tier.DETERMINISTIC,
    drift: Drift | None = Drift.VACUOUS_OR_TRIVIALIZED,
    where: str = "goal",
    at: object = None,
    witness: tuple[tuple[str, str], ...] = (),
) -> LintFinding:
    """A finding; ``at`` is anything with ``start`` and ``end``, None for no place."""
    return LintFinding(
        id=id,
        tier=tier,
        action=action,
        drift=drift,
        where=where,
        start=getattr(at, "start", -1),
        end=getattr(at, "end", -1),
        witness=witness,
        why=why,
    )
