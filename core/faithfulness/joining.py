"""Reports of several people on the same statement as one: the most cautious reading counts, as with several judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..evidence import Statement
from .admission import Gate
from .findings import LintReport
from .judge import Remarks, report_for
from .polarity import Relation
from .report import Report
from .slots import Comparison


def joined(statement: Statement, reports: Sequence[Report], gate: Gate) -> Report:
    """The one report that all of ``reports`` (at least one) on ``statement`` amount to.

    Judgements of different cuts of the texts cannot be put together: then the statement counts for nothing. A
    refutation counts only where all say the same of how the statement stands to the context.
    """
    if len(reports) == 1:
        return reports[0]
    return report_for(
        statement,
        LintReport(
            findings=tuple(dict.fromkeys(finding for report in reports for finding in report.findings)),
            unknown=tuple(dict.fromkeys(sentence for report in reports for sentence in report.unknown)),
            parsed=True,
        ),
        comparison=_comparison([report.comparison for report in reports if report.comparison is not None]),
        relation=_relation([report.relation for report in reports]),
        judges=tuple(dict.fromkeys(judge for report in reports for judge in report.judges)),
        remarks=_remarks(reports),
        gate=gate,
    )


def _comparison(found: Sequence[Comparison]) -> Comparison | None:
    if len({(comparison.source, comparison.formal) for comparison in found}) != 1:
        return None
    return Comparison(
        source=found[0].source,
        formal=found[0].formal,
        slots=tuple(judgement for comparison in found for judgement in comparison.slots),
        aspects=tuple(judgement for comparison in found for judgement in comparison.aspects),
    )


def _relation(found: Sequence[Relation | None]) -> Relation | None:
    relations = [relation for relation in found if relation is not None]
    if len(relations) < len(found) or len({replace(relation, parts=()) for relation in relations}) != 1:
        return None
    parts = tuple(dict.fromkeys(part for relation in relations for part in relation.parts))
    return replace(relations[0], parts=parts)


def _remarks(reports: Sequence[Report]) -> Remarks:
    return Remarks(
        drift=tuple(dict.fromkeys(drift for report in reports for drift in report.drift)),
        missing_assumptions=tuple(dict.fromkeys(text for report in reports for text in report.missing_assumptions)),
        added_assumptions=tuple(dict.fromkeys(text for report in reports for text in report.added_assumptions)),
        overgeneralisations=tuple(dict.fromkeys(text for report in reports for text in report.overgeneralisations)),
        suggested_revision=next((report.suggested_revision for report in reports if report.suggested_revision), ""),
    )
