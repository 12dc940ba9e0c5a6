"""The faithfulness report: does a formal text say what the obligation says, and may its outcome count?

``judge.report_for`` makes the reports of statements that were compared slot by slot; a numeric claim transcribed from
the text by the claim grammar is faithful by construction, where the text asserts it.
"""

from __future__ import annotations

from enum import StrEnum

from ..evidence import Branch, Evidence, Kind, Outcome, StatementId
from ..value import value
from .admission import Faithful
from .error_rates import ErrorRate
from .findings import Drift, LintFinding, Tier
from .polarity import Relation, ruling
from .slots import Comparison

TRANSCRIBED = "transcribed"


class JudgeKind(StrEnum):
    """What a judge is."""

    MODEL = "model"
    PERSON = "person"


@value
class Judge:
    """Who compared the statement with its obligation, and what they said in a sentence. ``confidence`` is a decimal
    string in [0, 1] where they gave one; it is shown and never counted."""

    name: str
    kind: JudgeKind
    said: str
    confidence: str | None = None


@value
class Report:
    """Whether the outcome of a statement counts for its obligation.

    ``basis`` says who judged and how: "transcribed" for claims copied by the grammar, "lints" where one turned the
    statement down, "judges" or "judge", "nobody". ``score`` and its parts are decimal strings in [0, 1], rounded down,
    or None without slot judgements; ``formula`` is the id of how they were computed. ``passed_counts`` and
    ``refuted_counts`` are the gate with polarity, of the statement itself: a proof of its negation is a refutation.
    ``why`` is a sentence for a person, ``reasons`` all that keeps it below the gate, ``why_passed`` and
    ``why_refuted`` the polarity. ``tier`` is what the status rests on; ``error_rates`` how often that was wrong.
    ``drift``, the assumptions and ``overgeneralisations`` (inputs that the formal text covers and the prose does not)
    say what is wrong, ``suggested_revision`` is a text that would say the same ("" if nobody gave one).
    """

    statement_id: StatementId
    status: Faithful
    basis: str
    passed_counts: bool
    refuted_counts: bool
    why: str
    score: str | None = None
    s_prem: str | None = None
    s_conc: str | None = None
    s_hol: str | None = None
    formula: str = ""
    ill_formed: bool = False
    reasons: tuple[str, ...] = ()
    why_passed: str = ""
    why_refuted: str = ""
    tier: Tier | None = None
    comparison: Comparison | None = None
    relation: Relation | None = None
    findings: tuple[LintFinding, ...] = ()
    unknown: tuple[str, ...] = ()
    judges: tuple[Judge, ...] = ()
    drift: tuple[Drift, ...] = ()
    missing_assumptions: tuple[str, ...] = ()
    added_assumptions: tuple[str, ...] = ()
    overgeneralisations: tuple[str, ...] = ()
    suggested_revision: str = ""
    error_rates: tuple[ErrorRate, ...] = ()

    @property
    def below_gate(self) -> Kind | None:
        """As what a statement that was judged and is not past the gate is inconclusive; else None."""
        if self.ill_formed:
            return Kind.ILL_FORMED
        return Kind.DRIFT if self.status in (Faithful.REPAIRABLE_DRIFT, Faithful.UNFAITHFUL) else None

    def counts(self, evidence: Evidence) -> bool:
        """Whether ``evidence`` on the statement counts for or against its obligation."""
        return not self.why_not(evidence)

    def why_not(self, evidence: Evidence) -> str:
        """Why ``evidence`` on the statement does not count, in a sentence; "" where it does.

        A proof of the negation counts as a refutation where the negation is known to be written right; without a
        ``relation`` the checker negates the statement itself.
        """
        if evidence.says is Outcome.INCONCLUSIVE:
            return "it says nothing of the statement"
        if self.status is not Faithful.FAITHFUL:
            return self.why
        if evidence.branch is Branch.NEGATION and self.relation is not None:
            negated = ruling(self.relation, evidence.branch, evidence.outcome)
            if not negated.counts:
                return negated.why
        if evidence.says is Outcome.PASSED:
            return "" if self.passed_counts else self.why_passed or self.why
        return "" if self.refuted_counts else self.why_refuted or self.why


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
        basis=TRANSCRIBED,
        passed_counts=asserted or owed,
        refuted_counts=asserted,
        why=why,
    )
