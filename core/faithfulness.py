"""The faithfulness report: does a formal text say what the obligation says, and may its outcome count?

Only transcribed numeric claims are judged so far: a claim transcribed from the text by the claim grammar is faithful
by construction, where the text asserts it. Polarity (METHOD 5) decides whether passed and refuted count.
"""

from __future__ import annotations

from enum import StrEnum

from .evidence import StatementId
from .value import value


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
