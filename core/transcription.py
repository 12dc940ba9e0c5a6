"""A numeric claim of the text written a second time, as a theorem of core Lean: so the kernel may speak on it too.

Both statements are copied from the text by the claim grammar and are faithful by construction. The theorem is printed
only where core Lean has an exact form of the claim (``formal.of_claims``); what has none stays with the numbers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

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
    of_outcome: dict[Outcome, list[Statement]] = {outcome: [] for outcome in Outcome}
    answers = {item.statement_id: item for item in evidence}
    for statement in statements:
        answer, report = answers.get(statement.id), reports.get(statement.id)
        if answer is not None and report is not None and report.counts(answer):
            of_outcome[answer.says].append(statement)
    # Made one by one: of the claims of a long proof only the first few are asked for.
    made = chain(
        (_twin(statement, refuted=True) for statement in of_outcome[Outcome.REFUTED]),
        (_twin(statement, refuted=False) for statement in of_outcome[Outcome.PASSED]),
    )
    return tuple(islice((twin for twin in made if twin is not None), at_most))


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
