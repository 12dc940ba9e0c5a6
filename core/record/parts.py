"""What must hold of one statement, report or piece of evidence, wherever in an audit it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..evidence import MAX_ARTIFACT, Evidence, Outcome, Statement, evidence_id, statement_id
from ..faithfulness import Gate, Report
from ..faithfulness.judge import report_fault
from ..faithfulness.report import TRANSCRIBED
from .strictjson import shown

_FRACTION = re.compile(r"0(\.\d{1,9})?|1(\.0{1,9})?", re.ASCII)


def statement_faults(at: str, statement: Statement) -> Iterator[str]:
    """Why ``statement``, which stands ``at`` a place, is none; each as "field: what is wrong"."""
    named = statement_id(statement)
    if statement.id != named:
        yield f"{at}.id: {shown(statement.id)} is not the name of its content, {named}"


def evidence_faults(at: str, item: Evidence) -> Iterator[str]:
    """Why ``item`` is no evidence."""
    inconclusive = item.outcome is Outcome.INCONCLUSIVE
    if inconclusive != (item.kind is not None) or inconclusive == (item.strength is not None):
        yield f"{at}: inconclusive evidence has a kind and no strength, any other a strength and no kind"
    if len(item.artifact) > MAX_ARTIFACT:
        yield f"{at}.artifact: {len(item.artifact):,} characters; at most {MAX_ARTIFACT:,} are kept"
    named = evidence_id(item)
    if item.id != named:
        yield f"{at}.id: {shown(item.id)} is not the name of its content, {named}"


def report_faults(at: str, report: Report, gate: Gate | None) -> Iterator[str]:
    """Fractions that are none, and what does not follow from the judgements that the report itself holds.

    ``gate`` is None where the report was made by other rules than ours; then only its form is looked at.
    """
    for name in ("score", "s_prem", "s_conc", "s_hol"):
        decimal: str | None = getattr(report, name)
        if decimal is not None:
            yield from fraction_faults(f"{at}.{name}", decimal)
    for index, judge in enumerate(report.judges):
        if judge.confidence is not None:
            yield from fraction_faults(f"{at}.judges[{index}].confidence", judge.confidence)
    if gate is not None:
        fault = report_fault(report, gate)
        if fault is not None:
            yield f"{at}.{fault}"


def basis_fault(report: Report, provenance: str) -> str | None:
    """Why a statement of this provenance cannot have ``report``: only what was copied from the text is faithful by
    construction."""
    if report.basis == TRANSCRIBED and provenance != TRANSCRIBED:
        return f"basis: the statement was not copied from the text, its provenance is {shown(provenance)}"
    return None


def report_names(report: Report) -> tuple[tuple[str, Iterable[str]], ...]:
    """The words in a report that name things, by field."""
    return (
        ("basis", (report.basis,)),
        ("formula", (report.formula,)),
        ("judges.name", [judge.name for judge in report.judges]),
        ("findings.id", [finding.id for finding in report.findings]),
    )


def evidence_names(item: Evidence) -> tuple[tuple[str, Iterable[str]], ...]:
    """The words in a piece of evidence that name things, by field."""
    return (("checker", (item.checker,)), ("checker_version", (item.checker_version,)))


def name_faults(field: str, names: Iterable[str]) -> Iterator[str]:
    """Names that hold a character that cannot be printed."""
    for name in names:
        if not name.isprintable():
            yield f"{field}: the name {shown(name)} holds a character that cannot be printed"


def fraction_faults(field: str, decimal: str) -> Iterator[str]:
    """Why ``decimal`` is no decimal string in [0, 1]."""
    if not _FRACTION.fullmatch(decimal):
        yield f"{field}: {shown(decimal)} is no decimal between 0 and 1"
