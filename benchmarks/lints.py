"""Lints of Lean statements against the development data: ``python benchmarks/lints.py [FOLDER] [--rows]``.

Prints tables in Markdown: the corpus of lints (one true positive and one true negative per class), statements before
and after a maintainer's fix, pairs of prose and Lean against the verdict of people, and the speed. With ``--rows`` each
row that goes wrong.

Lints read the Lean text alone; the column "with prose" adds what reading the informal text beside it finds.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeAlias

from proofsieve.benchmarks.tally import Share
from proofsieve.checkers.lints import lint_statement
from proofsieve.core.drift import drift_findings
from proofsieve.core.faithfulness.findings import Action, LintFinding, LintReport
from proofsieve.core.formal import read_statement

Record: TypeAlias = dict[str, Any]
DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data"


def records(folder: Path, name: str) -> list[Record]:
    """The records of a data file."""
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def lean_text(record: Record, key: str = "lean") -> str:
    """The Lean text of a record with what stands before it."""
    return "\n".join(part for part in (record.get("header"), record.get("helper"), record[key]) if part)


def with_prose(informal: str, text: str, report: LintReport) -> tuple[LintFinding, ...]:
    """The findings of a report with those of the informal text beside the statement."""
    statement = read_statement(text)
    return report.findings if statement is None else (*report.findings, *drift_findings(informal, statement))


def speaking(findings: Iterable[LintFinding]) -> list[LintFinding]:
    """The findings that flag or reject."""
    return [finding for finding in findings if finding.action is not Action.NOTE]


def rejects(findings: Iterable[LintFinding]) -> bool:
    """Whether a finding turns the statement down."""
    return any(finding.rejects for finding in findings)


def exact(finding: LintFinding) -> bool:
    """Whether the finding shows a value or points at the place."""
    return bool(finding.witness) or finding.start >= 0


def corpus(folder: Path, *, rows: bool) -> None:
    """The table over the corpus of lints."""
    print("| corpus of lints | from Lean alone | with prose |")
    print("| --- | --- | --- |")
    found = [(record, lint_statement(record["lean"])) for record in records(folder, "lint_corpus_dev.jsonl")]
    both = [
        (record, report.findings, with_prose(record["informal"], record["lean"], report)) for record, report in found
    ]
    for title, chosen, test in CORPUS_ROWS:
        cells = []
        for column in (1, 2):
            kept = [row for row in both if row[0]["polarity"] == chosen]
            cells.append(str(Share(count=sum(test(row[0], row[column]) for row in kept), total=len(kept))))
        print(f"| {title} | {' | '.join(cells)} |")
    if rows:
        for record, _, findings in both:
            ids = [f"{finding.id} ({finding.action.value})" for finding in findings]
            wrong = speaking(findings) if record["polarity"] == "TN" else not right_class(record, findings)
            if wrong:
                print(f"  {record['name']}: {', '.join(ids) or 'nothing'}")


def right_class(record: Record, findings: Iterable[LintFinding]) -> bool:
    """Whether a finding that speaks has the name of the record's class."""
    return any(finding.id == record["lint"] for finding in speaking(findings))


CORPUS_ROWS: tuple[tuple[str, str, Callable[[Record, Iterable[LintFinding]], bool]], ...] = (
    ("true positives flagged", "TP", lambda record, findings: bool(speaking(findings))),
    ("… with the right class", "TP", right_class),
    ("… with a witness or the exact place", "TP", lambda record, findings: any(map(exact, speaking(findings)))),
    ("… rejected", "TP", lambda record, findings: rejects(findings)),
    ("true negatives flagged", "TN", lambda record, findings: bool(speaking(findings))),
    ("true negatives rejected", "TN", lambda record, findings: rejects(findings)),
)


def fixes(folder: Path, *, rows: bool) -> None:
    """The table over statements that maintainers fixed."""
    found = []
    for record in records(folder, "misformalisation_fixes_dev.jsonl"):
        before, after = lint_statement(record["lean_before"]), lint_statement(record["lean_after"])
        found.append((record, before.findings, after.findings))
    total = len(found)
    print("\n| fixes by maintainers | |\n| --- | --- |")
    for title, count in (
        ("flagged before", sum(bool(speaking(before)) for _, before, _ in found)),
        ("rejected before", sum(rejects(before) for _, before, _ in found)),
        ("clean after", sum(not speaking(after) for _, _, after in found)),
        ("flagged before, clean after", sum(bool(speaking(b)) and not speaking(a) for _, b, a in found)),
        ("rejected after", sum(rejects(after) for _, _, after in found)),
    ):
        print(f"| {title} | {Share(count=count, total=total)} |")
    if rows:
        for record, before, after in found:
            print(f"  {record['id']}: {[f.id for f in speaking(before)]} -> {[f.id for f in speaking(after)]}")


def pairs(folder: Path, *, rows: bool) -> None:
    """The table over pairs of prose and Lean, by the verdict of people."""
    classes: dict[str, list[tuple[Record, LintReport]]] = defaultdict(list)
    for name in ("statement_pairs_dev.jsonl", "statement_pairs_human_dev.jsonl"):
        for record in records(folder, name):
            verdict = record.get("verdict") or ("faithful" if record["human_faithful"] else "unfaithful")
            source = "reviewed" if "verdict" in record else "people"
            classes[f"{source}: {verdict}"].append((record, lint_statement(lean_text(record))))
    print("\n| pairs | statements | read | wholly understood | flagged | rejected |")
    print("| --- | --- | --- | --- | --- | --- |")
    for verdict, kept in sorted(classes.items()):
        total = len(kept)
        cells = (
            sum(report.parsed for _, report in kept),
            sum(report.parsed and not report.unknown for _, report in kept),
            sum(bool(speaking(report.findings)) for _, report in kept),
            sum(rejects(report.findings) for _, report in kept),
        )
        print(f"| {verdict} | {total} | {' | '.join(map(str, cells))} |")
    faithful = [row for verdict, kept in classes.items() if verdict.endswith(" faithful") for row in kept]
    flagged = [row for row in faithful if speaking(row[1].findings)]
    print(f"\nFaithful statements flagged: {Share(count=len(flagged), total=len(faithful))}; ", end="")
    print(f"rejected: {sum(rejects(report.findings) for _, report in faithful)}.")
    if rows:
        for record, report in flagged:
            print(f"  {record['id']}: {[(f.id, f.why) for f in speaking(report.findings)]}")
        by_id = Counter(
            f.id for k, v in classes.items() if k not in FAITHFUL for _, r in v for f in speaking(r.findings)
        )
        print(f"  lints on other statements: {by_id.most_common()}")


FAITHFUL = ("reviewed: faithful", "people: faithful")


def speed(folder: Path) -> None:
    """How long a statement takes, text to report, on one core after a first pass."""
    texts = [record["lean"] for record in records(folder, "lint_corpus_dev.jsonl")]
    texts += [lean_text(record) for record in records(folder, "statement_pairs_dev.jsonl")]
    for text in texts:
        lint_statement(text)
    times = []
    for text in texts:
        begun = time.perf_counter()
        lint_statement(text)
        times.append(1000 * (time.perf_counter() - begun))
    centiles = statistics.quantiles(times, n=100)
    print(
        f"\n{len(times)} statements: mean {statistics.mean(times):.2f} ms, median {statistics.median(times):.2f} ms, "
        f"99th percentile {centiles[98]:.1f} ms, longest {max(times):.1f} ms: "
        f"{statistics.mean(times):.2f} s per thousand."
    )


def main(arguments: list[str]) -> int:
    """Print everything; the first argument that is no option is the folder of the data."""
    rows = "--rows" in arguments
    named = [argument for argument in arguments if not argument.startswith("--")]
    folder = Path(named[0]) if named else DEFAULT
    corpus(folder, rows=rows)
    fixes(folder, rows=rows)
    pairs(folder, rows=rows)
    speed(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
