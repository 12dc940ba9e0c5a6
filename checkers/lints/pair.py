"""One report on a pair: what the statement is by itself, and how it departs from the prose."""

from __future__ import annotations

from dataclasses import replace

from ...core.drift import drift_findings
from ...core.faithfulness.findings import LintReport
from ...core.formal import is_called, read_statements
from ...core.formal.ast import Problem, Statement
from .report import UNREAD, lint_read, ranked

MAX_INFORMAL = 200_000
"""Code points of prose; more is cut off and said to be unknown."""


def lint_pair(informal: str, lean_text: str, *, name: str | None = None) -> LintReport:
    """The report on a Lean statement beside the prose that it is to say.

    ``name`` chooses a theorem, else the last. ``parsed`` is False where there is no statement or a part of it could not
    be read: what is not understood is unknown and never clean. What is not read elsewhere in the text, as the equations
    of a definition, is unknown too. Never raises on text.
    """
    reading = read_statements(lean_text)
    chosen = [item for item in reading.statements if is_called(item.name, name)]
    elsewhere = tuple(_told(problem) for problem in reading.problems)
    if not chosen:
        missing = UNREAD if name is None else f"{UNREAD} with the name {name}"
        return LintReport(findings=(), unknown=(missing, *elsewhere), parsed=False)
    statement = chosen[-1]
    own = [item for item in reading.problems if item.start < statement.end and statement.start < item.end]
    report = lint_pair_read(informal, statement, tuple(_told(problem) for problem in own))
    return replace(report, unknown=tuple(dict.fromkeys((*elsewhere, *report.unknown))))


def lint_pair_read(informal: str, statement: Statement, unread: tuple[str, ...] = ()) -> LintReport:
    """``lint_pair`` of a statement that is read already; ``unread`` says what of its text was not."""
    kept = informal[:MAX_INFORMAL]
    try:
        alone, drifted = lint_read(statement), drift_findings(kept, statement)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as fault:
        # A fault of ours on a text from outside costs the answer, and is never one.
        told = f"a lint failed on it, please report it: {type(fault).__name__}: {fault}"
        return LintReport(findings=(), unknown=(*unread, told), parsed=False)
    unknown = (*unread, *alone.unknown)
    if len(kept) < len(informal):
        unknown = (*unknown, f"of the prose only the first {MAX_INFORMAL:,} characters were read")
    return replace(
        alone,
        findings=ranked([*alone.findings, *drifted]),
        unknown=tuple(dict.fromkeys(unknown)),
        parsed=alone.parsed and not unread,
    )


def _told(problem: Problem) -> str:
    return f"line {problem.line}, column {problem.column}: {problem.message}"
