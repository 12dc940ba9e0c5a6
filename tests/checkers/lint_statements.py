"""Helpers of the tests of lints: statements written without their theorem line."""

from __future__ import annotations

from proofsieve.checkers.lints.evaluation import Evaluated, evaluate
from proofsieve.checkers.lints.report import lint_statement
from proofsieve.core.faithfulness.findings import Action, LintFinding, LintReport
from proofsieve.core.formal import Statement, read_statement


def text(statement: str) -> str:
    """A theorem from its binders and goal; text that names a theorem stays as it is."""
    return statement if "theorem" in statement else f"theorem t {statement} := sorry"


def read(statement: str) -> Statement:
    """The statement, which has to be readable."""
    found = read_statement(text(statement))
    assert found is not None
    return found


def evaluated(statement: str) -> Evaluated:
    """What evaluation alone finds."""
    return evaluate(read(statement))


def report(statement: str) -> LintReport:
    """What all lints find."""
    return lint_statement(text(statement))


def by_id(findings: tuple[LintFinding, ...], id: str) -> LintFinding:
    """The finding with this name, which has to be there."""
    found = [finding for finding in findings if finding.id == id]
    assert found, f"no {id} among {[finding.id for finding in findings]}"
    return found[0]


def speaking(findings: tuple[LintFinding, ...]) -> list[str]:
    """The names of the findings that flag or reject."""
    return [finding.id for finding in findings if finding.action is not Action.NOTE]
