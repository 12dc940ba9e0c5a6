"""What checkers are asked in a run: the numbers of the text, the same as theorems, and the author's own statements.

A checker whose canaries go wrong is refused: what it would say is unavailable.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import replace

from .audit import CheckerRecord, Settings
from .evidence import Branch, Checker, Evidence, Kind, Language, Outcome, Statement, StatementId, inconclusive
from .faithfulness import Report
from .faithfulness.cutting import formal_slots, source_slots
from .faithfulness.judge import report_for
from .faithfulness.slots import Comparison
from .formal import read_statement
from .obligations import Obligation
from .stages import Progress, RunTools, Stage
from .transcription import Twin
from .tree import ProofTree

_BATCH = 500  # claims per report of progress


async def check_numbers(
    statements: Sequence[Statement], settings: Settings, tools: RunTools
) -> tuple[list[Evidence], CheckerRecord]:
    """Evidence for every statement. A checker whose canaries go wrong is refused: its answers are unavailable."""
    checker = tools.checkers[Language.NUMERIC]
    fault = await checker.canaries() if statements else ""
    record = record_of(checker, fault)
    evidence: list[Evidence] = []
    for start in range(0, len(statements), _BATCH):
        tools.on_progress(Progress(stage=Stage.CHECK, done=start, total=len(statements)))
        batch = statements[start : start + _BATCH]
        evidence.extend(
            [_refused(statement, checker, fault) for statement in batch]
            if fault
            else await checker.check_many(batch, settings.limits)
        )
    return evidence, record


async def check_twins(
    chosen: Sequence[Twin], reports: Mapping[StatementId, Report], fault: str, settings: Settings, tools: RunTools
) -> list[tuple[Statement, Report, Evidence]]:
    """Claims once more, as theorems. One that Lean does not prove adds nothing to what the numbers say and is left out,
    as all are where it failed its canaries (``fault``)."""
    checker = tools.checkers[Language.LEAN]
    found: list[tuple[Statement, Report, Evidence]] = []
    for done, twin in enumerate(chosen if not fault else ()):
        tools.on_progress(Progress(stage=Stage.KERNEL, done=done, total=len(chosen)))
        answer = await checker.check(twin.statement, twin.branch, settings.lean_limits, artifact=twin.proof)
        if answer.outcome is Outcome.PASSED:
            report = replace(reports[twin.of], statement_id=twin.statement.id)
            found.append((twin.statement, report, answer))
    return found


async def check_authored(
    statements: Sequence[Statement],
    obligations: Sequence[Obligation],
    tree: ProofTree,
    fault: str,
    settings: Settings,
    tools: RunTools,
) -> list[tuple[Statement, Report, list[Evidence]]]:
    """The author's statements past lints and gate, with what Lean says of each with its own proof. Nobody has compared
    them yet, so nothing of it counts; without Lean there is no evidence. ``fault``: what its canaries said."""
    by_id = {obligation.id: obligation for obligation in obligations}
    checker = tools.checkers.get(Language.LEAN)
    found: list[tuple[Statement, Report, list[Evidence]]] = []
    for done, statement in enumerate(statements):
        tools.on_progress(Progress(stage=Stage.KERNEL, done=done, total=len(statements)))
        owed = by_id[statement.obligation_id]
        formal = read_statement(statement.text)
        comparison = Comparison(
            source=source_slots(owed, tree.entry_by_id), formal=formal_slots(formal) if formal is not None else ()
        )
        report = report_for(statement, tools.lint(statement, owed.statement), comparison=comparison, gate=settings.gate)
        answers: list[Evidence] = []
        if checker is not None:
            answers.append(
                _refused(statement, checker, fault)
                if fault
                else await checker.check(statement, Branch.CLAIM, settings.lean_limits)
            )
        found.append((statement, report, answers))
    return found


def record_of(checker: Checker, fault: str) -> CheckerRecord:
    """A checker as it was used in this run."""
    return CheckerRecord(
        name=checker.name,
        version=checker.version,
        platform=f"{platform.system()} {platform.machine()}",
        canaries=fault,
    )


def _refused(statement: Statement, checker: Checker, fault: str) -> Evidence:
    why = f"the checker failed its own canaries: {fault}"
    return inconclusive(statement, Branch.CLAIM, checker, Kind.UNAVAILABLE, why)
