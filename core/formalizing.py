"""From an obligation to a formal statement that may count, and from there to evidence (METHOD 5 and 6).

Two loops. The statement loop: draft, compile, gate; diagnostics and drift go back, the statement is revised within a
budget. Then the statement is fixed, and the proof loop tries bodies for it, or for its negation, within another. Every
draft is kept with its report, so that a reader sees what was refused and why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .advice import Adviser, Compared, Draft, LocalReview, Tried
from .audit import Settings
from .claims import ClaimError, parse
from .evidence import Branch, Checker, Evidence, Kind, Language, Outcome, Statement, inconclusive, make_statement
from .faithfulness import LintReport, Report
from .faithfulness.admission import Faithful
from .faithfulness.cutting import cut_of
from .faithfulness.judge import FALSE_AS_STATED, report_for
from .faithfulness.polarity import Negation, Part, Stands
from .faithfulness.relating import dropped_of, relation_of, silent_about
from .faithfulness.slots import Side
from .obligations import Obligation
from .stages import RunTools
from .tree import ProofTree
from .verdict import Status

_NO_STATEMENT = frozenset((Kind.COMPILE_FAILURE, Kind.ILL_FORMED, Kind.REJECTED, Kind.UNPARSED, Kind.UNSUPPORTED))
"""Kinds of evidence under which what was written is no statement yet: its author gets the diagnostics."""
_MOST_TROUBLE = 20
"""Lines of diagnostics that go back to an author."""
MODEL = "model"
"""The provenance of a statement that a model wrote."""


@dataclass
class Formalized:
    """What came of one obligation, growing while it is worked on, so that an interrupted run keeps it."""

    statements: list[Statement] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)


async def formalize(
    obligation: Obligation,
    review: LocalReview,
    tree: ProofTree,
    found: Formalized,
    *,
    adviser: Adviser,
    settings: Settings,
    tools: RunTools,
    faults: Mapping[Language, str],
) -> None:
    """Write ``obligation`` formally and check it; everything goes into ``found``.

    ``faults``: what each checker's canaries said ("" where both went right); a checker that is not in it is not there.
    Raises Stopped where no further question can be asked.
    """
    tried: list[Tried] = []
    for _ in range(settings.budgets.statements):
        draft = await adviser.state(obligation, tree, review, tuple(tried))
        if draft is None:
            return
        statement = _statement(obligation, draft)
        if any(statement.id == earlier.id for earlier in found.statements):
            return  # the same again: nothing is gained by asking once more
        checker = tools.checkers.get(draft.language)
        answer = await _compiled(statement, checker, faults.get(draft.language, ""), settings, tools)
        if answer.kind in _NO_STATEMENT:
            lints = LintReport(findings=(), unknown=(), parsed=True)
            _keep(found, statement, report_for(statement, lints, gate=settings.gate), [answer])
            tried.append(Tried(text=draft.text, trouble=(answer.why, *answer.diagnostics[:_MOST_TROUBLE])))
            continue
        report = await _gated(obligation, statement, tree, adviser, settings, tools)
        _keep(found, statement, report, [answer])
        if report.status is Faithful.FAITHFUL:
            if answer.outcome is Outcome.INCONCLUSIVE and answer.kind is Kind.SEARCH_EXHAUSTED and checker is not None:
                wrong = review.verdict is Status.FLAWED or not report.passed_counts
                await _prove(statement, Branch.NEGATION if wrong else Branch.CLAIM, found, checker, adviser, settings)
            return
        tried.append(Tried(text=draft.text, trouble=_drift(report)))


async def _prove(
    statement: Statement,
    branch: Branch,
    found: Formalized,
    checker: Checker,
    adviser: Adviser,
    settings: Settings,
) -> None:
    """The proof loop: of the claim, or of its negation where it is thought wrong."""
    tried: list[Tried] = []
    if branch is Branch.NEGATION:  # the claim was tried by the library of tactics already
        answer = await checker.check(statement, branch, settings.lean_limits)
        found.evidence.append(answer)
        if answer.outcome is not Outcome.INCONCLUSIVE:
            return
    try:
        async with asyncio.timeout(60 * settings.budgets.proof_minutes):
            for _ in range(settings.budgets.proofs):
                body = await adviser.prove(statement, branch, tuple(tried))
                if not body or any(body == earlier.text for earlier in tried):
                    return
                answer = await checker.check(statement, branch, settings.lean_limits, artifact=body)
                found.evidence.append(answer)
                if answer.outcome is not Outcome.INCONCLUSIVE:
                    return
                tried.append(Tried(text=body, trouble=(answer.why, *answer.diagnostics[:_MOST_TROUBLE])))
    except TimeoutError:
        why = f"no proof within {settings.budgets.proof_minutes} minutes"
        found.evidence.append(inconclusive(statement, branch, checker, Kind.TIMEOUT, why))


def _statement(obligation: Obligation, draft: Draft) -> Statement:
    return make_statement(
        obligation_id=obligation.id,
        language=draft.language,
        text=draft.text,
        provenance=MODEL,
        premises=draft.premises,
    )


async def _compiled(
    statement: Statement, checker: Checker | None, fault: str, settings: Settings, tools: RunTools
) -> Evidence:
    """What the checker says of the statement without a proof; of a Lean statement the library of tactics is tried."""
    if checker is None:
        return inconclusive(statement, Branch.CLAIM, _NOBODY, Kind.UNAVAILABLE, _absent(statement.language))
    if fault:
        why = f"the checker failed its own canaries: {fault}"
        return inconclusive(statement, Branch.CLAIM, checker, Kind.UNAVAILABLE, why)
    if statement.language is Language.NUMERIC:
        try:
            parse(statement.text)
        except ClaimError as error:
            return inconclusive(statement, Branch.CLAIM, checker, Kind.UNPARSED, str(error))
        return (await checker.check_many([statement], settings.limits))[0]
    return await checker.check(statement, Branch.CLAIM, settings.lean_limits)


async def _gated(
    obligation: Obligation,
    statement: Statement,
    tree: ProofTree,
    adviser: Adviser,
    settings: Settings,
    tools: RunTools,
) -> Report:
    """The report of the gate: lints first, then judges. What lints turn down is shown to no judge, unless all they
    found is that it is false: then somebody must say whether it is the statement that is wrong, or the step."""
    lints = await asyncio.to_thread(tools.lint, statement, obligation.statement)
    cut = cut_of(statement, obligation, tree.entry_by_id)
    compared = Compared(comparison=cut)
    if all(finding.id in FALSE_AS_STATED for finding in lints.rejecting):
        compared = await adviser.compare(obligation, statement, cut, tree)
    comparison = compared.comparison or cut
    unit = tree.unit_by_id[obligation.unit_id]
    relation = relation_of(
        comparison,
        dropped=dropped_of(tree.context(unit.before), obligation),
        goal_is_absurd=unit.hypothetical,
        # The checkers write the negation themselves, as ∃x(Γ ∧ ¬φ).
        negation=Negation.EXISTS_WITH_CONTEXT,
    )
    if statement.language is Language.NUMERIC:
        silent = silent_about(obligation.statement, (statement.text, *statement.premises))
        unsaid = [Part(side=Side.CONCLUSION, stands=Stands.WEAKER, text=f"what it says of {name}") for name in silent]
        relation = replace(relation, parts=(*relation.parts, *unsaid))
    return report_for(
        statement,
        lints,
        comparison=comparison,
        relation=relation,
        judges=compared.judges,
        remarks=compared.remarks,
        gate=settings.gate,
    )


def _drift(report: Report) -> tuple[str, ...]:
    """What the author of a statement below the gate is told."""
    said = [report.why, *report.reasons]
    said += [f"drift: {drift}" for drift in report.drift]
    said += [f"missing: {text}" for text in report.missing_assumptions]
    said += [f"added: {text}" for text in report.added_assumptions]
    if report.suggested_revision:
        said.append(f"a judge suggests: {report.suggested_revision}")
    return tuple(dict.fromkeys(line for line in said if line))[:_MOST_TROUBLE]


def _keep(found: Formalized, statement: Statement, report: Report, answers: Sequence[Evidence]) -> None:
    found.statements.append(statement)
    found.reports.append(report)
    found.evidence.extend(answers)


def _absent(language: Language) -> str:
    return {Language.LEAN: "no Lean is asked: run proofsieve setup lean, or name one with --lean"}.get(
        language, f"there is no checker for {language} here"
    )


class _Nobody:
    """Stands for the checker that is not there, in the evidence that says so."""

    name = "none"
    version = ""
    language = Language.LEAN


_NOBODY = _Nobody()
