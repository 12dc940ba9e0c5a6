"""The faithfulness report: does a formal text say what the obligation says, and may its outcome count?

Only transcribed numeric claims are judged so far: a claim transcribed from the text by the claim grammar is faithful
by construction, where the text asserts it. Polarity (METHOD 5) decides whether passed and refuted count.
"""

from __future__ import annotations

from enum import StrEnum

from ..evidence import StatementId
from ..value import value


class Faithful(StrEnum):
    """Status of a report."""

    FAITHFUL = "faithful"
    REPAIRABLE_DRIFT = "repairable_drift"
    UNFAITHFUL = "unfaithful"
    NOT_JUDGED = "not_judged"


@value
class Report:
    """Whether the outcome of a statement counts for its obligation.

    ``basis`` says who judged and how ("transcribed" for claims copied by the grammar); ``score`` is a decimal string in
    [0, 1] or None without slot judgements; ``passed_counts`` and ``refuted_counts`` are the gate with polarity;
    ``why`` is a sentence for a person.
    """

    statement_id: StatementId
    status: Faithful
    basis: str
    passed_counts: bool
    refuted_counts: bool
    why: str
    score: str | None = None


def transcribed(statement_id: StatementId, *, asserted: bool, owed: bool, why_not: str) -> Report:
    """The report of a numeric claim copied from the text by the claim grammar (METHOD 5, polarity).

    Asserted: both outcomes count. Owed but hypothetical (inside a contradiction, where Γ is not shown satisfiable): a
    pass counts, since dropping premises is harmless, a refutation does not. Not asserted: neither counts.
    """
    if asserted:
        why = "copied from the text by the claim grammar; the text asserts it"
    elif owed:
        why = f"copied from the text; a refutation does not count: {why_not}"
    else:
        why = f"the text does not assert it: {why_not}"
    return Report(
        statement_id=statement_id,
        status=Faithful.FAITHFUL,
        basis="transcribed",
        passed_counts=asserted or owed,
        refuted_counts=asserted,
        why=why,
    )
