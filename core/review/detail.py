"""Everything that a reviewer needs in view to decide one unit, as one value. The screen only lays it out."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field

from ..advice import LocalReview
from ..audit import Audit
from ..conventions.bearing import NO_READINGS, UnitReadings
from ..conventions.convention import Convention
from ..events import DecideEvent, RecheckEvent, Reversible
from ..evidence import Evidence, Language, Outcome, Statement, StatementId
from ..faithfulness import Report
from ..obligations import Obligation
from ..proof import Finding, Step
from ..suspicion import Risk
from ..tree import EdgeUnit, Entry, Scope, StateId, UnitId, UnitRole
from ..value import value
from ..verdict import UnitVerdict
from .index import AuditIndex


@value
class Marked:
    """A step's words in three parts, the unit's in the middle. ``found`` is False where the unit quotes another place:
    then ``before`` is the whole step and ``unit`` the unit's own words."""

    before: str
    unit: str
    after: str
    found: bool


@value
class PremiseView:
    """A premise resolved to its words. ``producer`` is the verdict on the unit that established it, None where the
    problem states it; a fact is no premise before it is checked."""

    entry: Entry
    producer: UnitVerdict | None


@value
class StatementView:
    """A formal statement with its faithfulness report and what checkers answered. ``replaced`` are answers that later
    ones took the place of; ``proof`` is the body that a reviewer wrote with the statement."""

    statement: Statement
    report: Report | None
    evidence: tuple[Evidence, ...]
    replaced: tuple[Evidence, ...] = ()
    proof: str = ""


@value
class ObligationView:
    """One obligation, its premises in words, and its statements. ``nothing_formal`` says why there are none ("" if
    there are), ``unchecked`` why no checker answered any ("" if one did, or there are none), and ``to_do`` what a
    reviewer can do about it."""

    obligation: Obligation
    premises: tuple[PremiseView, ...]
    statements: tuple[StatementView, ...]
    nothing_formal: str
    to_do: str
    unchecked: str = ""


@value
class HistoryLine:
    """One event on the unit. ``standing`` is False where it was taken back; ``stale`` where what was shown has
    changed since."""

    event: Reversible | RecheckEvent
    standing: bool
    stale: bool


@value
class UnitDetail:
    """One unit with everything about it.

    ``machine`` is the verdict without people, ``current`` with them. ``context`` is Γ before the unit, oldest first;
    ``added`` and ``removed`` what the unit changes in it. ``path`` leads from the theorem to the unit's scope.
    ``model_review`` is what a model said of the unit, with its second opinion, None where none was asked or answered.
    ``conventions`` are the questions that bear on the unit, however they stand, ``edges`` the number of units that each
    of them bears on by its id, ``readings`` what they mean for it,
    ``under_readings`` the statements that were worked out under the readings in force, each with the latest answer.
    """

    unit: EdgeUnit
    step: Step
    words: Marked
    obligations: tuple[ObligationView, ...]
    context: tuple[Entry, ...]
    added: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    goal_before: str
    goal_after: str
    path: tuple[Scope, ...]
    risk: Risk | None
    machine: UnitVerdict
    current: UnitVerdict
    decisions: tuple[DecideEvent, ...]
    stale: tuple[DecideEvent, ...]
    note: str
    flagged: bool
    history: tuple[HistoryLine, ...]
    findings: tuple[Finding, ...]
    model_review: LocalReview | None = None
    conventions: tuple[Convention, ...] = ()
    edges: Mapping[str, int] = field(default_factory=dict)
    readings: UnitReadings = NO_READINGS
    under_readings: tuple[tuple[Statement, Evidence | None], ...] = ()

    @property
    def by_concern(self) -> tuple[ObligationView, ...]:
        """The obligations in the order in which to read them: refuted, inconclusive, unchecked, passed."""
        return tuple(sorted(self.obligations, key=_concern))

    @property
    def refuted(self) -> tuple[Evidence, ...]:
        """The evidence that speaks against the unit."""
        return tuple(
            item
            for view in self.obligations
            for statement in view.statements
            for item in statement.evidence
            if item.says is Outcome.REFUTED
        )


def _concern(view: ObligationView) -> int:
    outcomes = {item.says for statement in view.statements for item in statement.evidence}
    if Outcome.REFUTED in outcomes:
        return 0
    if Outcome.INCONCLUSIVE in outcomes:
        return 1
    return 3 if outcomes else 2


def marked(index: AuditIndex, unit: EdgeUnit) -> Marked:
    """The unit's words inside its step's."""
    text = index.steps[unit.step].text
    start = index.offset_in_step(unit)
    if start is None:
        return Marked(before=text, unit=unit.text, after="", found=False)
    end = start + len(unit.text)
    return Marked(before=text[:start], unit=text[start:end], after=text[end:], found=True)


def obligation_views(
    index: AuditIndex, unit_id: UnitId, verdicts: Mapping[UnitId, UnitVerdict]
) -> tuple[ObligationView, ...]:
    """The obligations of a unit with premises, statements, reports and evidence resolved."""
    return tuple(_obligation_view(index, obligation, verdicts) for obligation in index.obligations(unit_id))


def state_change(
    index: AuditIndex, before: StateId, after: StateId
) -> tuple[tuple[Entry, ...], tuple[Entry, ...], str, str]:
    """What an edge adds to and removes from Γ, and the goals before and after it."""
    tree = index.audit.tree
    old, new = tree.state_by_id[before], tree.state_by_id[after]
    added = tuple(tree.entry_by_id[entry] for entry in new.adds if entry in tree.entry_by_id)
    removed = tuple(tree.entry_by_id[entry] for entry in new.removes if entry in tree.entry_by_id)
    return added, removed, old.goal, new.goal


def owes_nothing(unit: EdgeUnit) -> str:
    """Why a unit has no obligation, in a sentence."""
    match unit.role:
        case UnitRole.ABANDONED:
            return "An abandoned attempt: kept, and owes nothing."
        case UnitRole.REMARK:
            return "A remark: it claims nothing that the proof rests on."
        case UnitRole.INTRO | UnitRole.ASSUME | UnitRole.DEFINE:
            return "Introduces or assumes; what is assumed owes no truth."
        case _:
            return "No obligation was raised for this unit."


def findings_about(index: AuditIndex, unit: EdgeUnit) -> tuple[Finding, ...]:
    """What was noticed about the unit, its obligations and its statements."""
    names = [unit.id, *(obligation.id for obligation in index.obligations(unit.id))]
    names += [statement.id for owed in index.obligations(unit.id) for statement in index.statements(owed.id)]
    return tuple(finding for name in names for finding in index.findings(name))


def _obligation_view(
    index: AuditIndex, obligation: Obligation, verdicts: Mapping[UnitId, UnitVerdict]
) -> ObligationView:
    entries = index.audit.tree.entry_by_id
    laid = index.laid(obligation.unit_id)
    statements = tuple(
        StatementView(
            statement=statement,
            report=index.report(statement.id),
            evidence=index.evidence(statement.id),
            replaced=laid.replaced.get(statement.id, ()),
            proof=laid.proofs.get(statement.id, ""),
        )
        for statement in index.statements(obligation.id)
    )
    nothing, to_do = ("", "") if statements else _nothing_formal(obligation, index.audit)
    return ObligationView(
        obligation=obligation,
        premises=tuple(
            PremiseView(
                entry=entries[premise],
                producer=verdicts.get(producer) if (producer := entries[premise].producer) is not None else None,
            )
            for premise in obligation.premises
            if premise in entries
        ),
        statements=statements,
        nothing_formal=nothing,
        to_do=to_do,
        unchecked=_unchecked(statements, laid.proofs, index.audit),
    )


def _nothing_formal(obligation: Obligation, audit: Audit) -> tuple[str, str]:
    """Why an obligation has no statement, and what to do; two sentences."""
    why = (
        "none of its computations could be read as a claim."
        if obligation.use_formal
        else "it is no computation, and nobody has written a statement."
    )
    lacking = _without_lean(audit)
    asks = f"; {lacking}, R asks it once it is set up." if lacking else " and have it checked: R."
    return (
        f"Nothing formal was written for this obligation: {why}",
        "Judge the step against the obligation yourself (v correct, x flawed, u uncertain), or write a statement: E"
        + ("," if not lacking else "")
        + asks,
    )


def _unchecked(statements: Sequence[StatementView], written: Collection[StatementId], audit: Audit) -> str:
    """Why no checker answered any of an obligation's statements, in a sentence; a reviewer has ``written`` some."""
    if not statements or any(stated.evidence for stated in statements):
        return ""
    machine = [stated.statement for stated in statements if stated.statement.id not in written]
    lacking = _without_lean(audit)
    if lacking and any(statement.language is Language.LEAN for statement in machine):
        return f"No checker was asked about the statement: {lacking}. R asks now."
    return "No checker was asked about the statement yet. R asks now."


def _without_lean(audit: Audit) -> str:
    """Why an audit was made without Lean, in a clause; "" if Lean was there."""
    if any(checker.name == Language.LEAN for checker in audit.provenance.checkers):
        return ""
    return "Lean was off in this audit" if audit.settings.lean == "off" else "Lean was not set up for this audit"
