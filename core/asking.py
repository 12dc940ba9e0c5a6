"""What a run asks about the text: conventions that are left open, and what each of their readings decides at once.

The questions come from rules on words and values, from what a checker found ambiguous, from lints whose two meanings
differ at a witness, and from whoever else raised one. Statements under readings are answered ahead, so that a person
sees what an answer flips before giving it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .audit import Settings
from .conventions.bearing import Conventions
from .conventions.convention import Convention
from .evidence import Evidence, Language, Statement
from .faithfulness import Report
from .obligations import Obligation
from .proof import Proof
from .stages import RunTools
from .tree import ProofTree

if TYPE_CHECKING:
    from .conventions.detection import Raised

MOST_CHECKED = 2_000
"""Statements under readings that are checked ahead."""
_DISAGREEMENTS = {
    "div-by-zero": "division_may_vanish",
    "inv-zero": "division_may_vanish",
    "mod-by-zero": "division_may_vanish",
    "sqrt-negative": "sqrt_of_negative",
    "rpow-negative-base": "odd_root",
}
"""Lints whose two meanings, Lean's and the textbook's, differ at a witness, and the question that this raises."""


async def ask_conventions(
    proof: Proof,
    tree: ProofTree,
    obligations: Sequence[Obligation],
    statements: Sequence[Statement],
    reports: Sequence[Report],
    evidence: Sequence[Evidence],
    settings: Settings,
    tools: RunTools,
    *,
    more: Sequence[Convention] = (),
) -> Conventions:
    """The conventions of a proof, ``more`` from models included, with the answers under each reading.

    A row of the registry in ``more`` widens what rules found, is answered by the profile as any, and is dropped where
    the text itself answers it. A checker whose canaries go wrong answers nothing ahead.
    """
    from .conventions.detection import detect
    from .conventions.effects import asked
    from .conventions.profiles import Profile

    rows, own = divided(more)
    profile = Profile(name=settings.profile, choices=dict(settings.readings)) if settings.readings else None
    found = detect(
        proof,
        tree,
        obligations,
        statements=statements,
        evidence=evidence,
        raised=(*disagreements(statements, reports), *rows),
        profile=profile,
    )
    conventions = (*found.conventions, *own)
    checker = tools.checkers.get(Language.NUMERIC)
    wanted = asked(found.checks)[:MOST_CHECKED]
    heard = checker if wanted and checker is not None and not await checker.canaries() else None
    answers = await heard.check_many(wanted, settings.limits) if heard is not None else []
    return Conventions(found=conventions, checks=found.checks, evidence=tuple(answers))


def divided(more: Sequence[Convention]) -> tuple[tuple[Raised, ...], tuple[Convention, ...]]:
    """The rows of the registry among ``more``, and the questions of its own; of the latter one under each name."""
    from .conventions.detection import Raised
    from .conventions.registry import BY_ID

    rows = tuple(
        Raised(
            convention_id=one.id,
            obligations=one.dependents,
            raised_by=one.raised_by,
            raiser=one.raiser,
            where=one.where,
        )
        for one in more
        if one.id in BY_ID
    )
    own: dict[str, Convention] = {}
    for one in more:
        if one.id not in BY_ID:
            own.setdefault(one.id, one)
    return rows, tuple(own.values())


def disagreements(statements: Sequence[Statement], reports: Sequence[Report]) -> tuple[Raised, ...]:
    """The questions that lints raise: two meanings of a statement differ, and a witness shows where."""
    from .conventions.convention import Raiser, Where
    from .conventions.detection import Raised

    obligation_of = {statement.id: statement.obligation_id for statement in statements}
    found: list[Raised] = []
    for report in reports:
        for finding in report.findings:
            convention = _DISAGREEMENTS.get(finding.id)
            if convention is None or not finding.witness:
                continue
            shown = ", ".join(f"{name} = {value}" for name, value in finding.witness[:5])
            found.append(
                Raised(
                    convention_id=convention,
                    obligations=(obligation_of[report.statement_id],),
                    raised_by=Raiser.DISAGREEMENT,
                    raiser=f"lint:{finding.id}",
                    where=(Where(unit_id="", sentence="", why=f"{finding.why} ({shown})"[:400]),),
                )
            )
    return tuple(found)
