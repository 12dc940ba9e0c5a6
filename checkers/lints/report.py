"""One report per statement: all lints, most reliable findings first."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.faithfulness.findings import LintFinding, LintReport
from ...core.formal import Statement, read_statement
from .evaluation import evaluate, softened
from .points.search import SECONDS, STEPS
from .registry import LINTS
from .scope.places import Places

UNREAD = "no statement could be read"


def lint_statement(
    lean_text: str, *, name: str | None = None, steps: int = STEPS, seconds: float = SECONDS
) -> LintReport:
    """The report on the statement ``name`` of a text, else on its last theorem.

    ``steps``: the budget of evaluation, counted, so that the same text always gets the same report; ``seconds``: a hard
    limit as a backstop. Text that cannot be read gives ``parsed`` False and says why; nothing is raised on text.
    """
    statement = read_statement(lean_text, name)
    if statement is None:
        return LintReport(findings=(), unknown=(UNREAD,), parsed=False)
    return lint_read(statement, steps=steps, seconds=seconds)


def lint_read(statement: Statement, *, steps: int = STEPS, seconds: float = SECONDS) -> LintReport:
    """The report on a statement that is read already."""
    evaluated = evaluate(statement, steps=steps, seconds=seconds)
    places = Places(statement)
    found = [softened(finding, evaluated) for lint in LINTS for finding in lint(places)]
    return LintReport(
        findings=ranked([*found, *evaluated.findings]),
        unknown=(*statement.notes, *places.sites.overlooked, *evaluated.unknown),
        parsed=True,
    )


def ranked(findings: Iterable[LintFinding]) -> tuple[LintFinding, ...]:
    """One finding per lint and place, rejecting ones first, then by tier, else in the order found."""
    order = sorted(findings, key=lambda found: (not found.rejects, -found.tier.rank))
    once: dict[tuple[str, int], LintFinding] = {}
    for found in order:
        once.setdefault((found.id, found.start), found)
    return tuple(once.values())
