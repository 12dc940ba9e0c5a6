"""A numeric claim of the text written a second time, as a theorem of core Lean: so the kernel may speak on it too.

Both statements are copied from the text by the claim grammar and are faithful by construction. The theorem is printed
only where core Lean has an exact form of the claim (``formal.of_claims``); what has none stays with the numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .claims import ROUNDED, ClaimError, parse
from .evidence import Branch, Evidence, Language, Outcome, Statement, StatementId, make_statement
from .faithfulness import Report
from .formal.of_claims import InLean, to_lean
from .value import value


@value
class Twin:
    """A claim in core Lean: the theorem without a proof, the branch that the numbers suggest, and a proof to try."""

    of: StatementId
    statement: Statement
    branch: Branch
    proof: str


def twins(
    statements: Sequence[Statement],
    reports: Mapping[StatementId, Report],
    evidence: Iterable[Evidence],
    *,
    at_most: int,
) -> tuple[Twin, ...]:
    """The twins worth a kernel's time: of decided claims whose outcome counts, refuted ones first, then in order.

    A claim under definitions (A = -14) has none yet, and the refutation of one that may be rounded has none at all:
    the theorem is about the exact quotient.
    """
    outcome_of = {item.statement_id: item.says for item in evidence}
    found: list[tuple[bool, Twin]] = []
    for statement in statements:
        says = outcome_of.get(statement.id, Outcome.INCONCLUSIVE)
        report = reports.get(statement.id)
        if says is Outcome.INCONCLUSIVE or report is None:
            continue
        if not (report.refuted_counts if says is Outcome.REFUTED else report.passed_counts):
            continue
        twin = _twin(statement, refuted=says is Outcome.REFUTED)
        if twin is not None:
            found.append((says is not Outcome.REFUTED, twin))
    return tuple(twin for _, twin in sorted(found, key=lambda pair: pair[0]))[:at_most]


def _twin(statement: Statement, *, refuted: bool) -> Twin | None:
    if statement.language is not Language.NUMERIC or any(premise != ROUNDED for premise in statement.premises):
        return None
    try:
        lean = to_lean(parse(statement.text))
    except ClaimError:
        return None
    if not isinstance(lean, InLean) or (refuted and (lean.premises or statement.premises)):
        return None
    name = statement.obligation_id.replace(".", "_")
    theorem = make_statement(
        obligation_id=statement.obligation_id,
        language=Language.LEAN,
        text=f"theorem {name} : {lean.proposition}",
        provenance=statement.provenance,
        start=statement.start,
        end=statement.end,
    )
    return Twin(
        of=statement.id,
        statement=theorem,
        branch=Branch.NEGATION if refuted else Branch.CLAIM,
        proof=f"by first | {'decide' if lean.numbers == 'Int' else 'grind'} | decide +kernel",
    )
