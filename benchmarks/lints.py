"""Lints of Lean statements against the development data.

    python benchmarks/lints.py [FOLDER] [--rows] [--write-error-rates]

Prints tables in Markdown (docs/benchmarks.md holds a copy): the corpus of lints (one true positive and one true
negative per class), statements before and after a maintainer's fix, pairs of prose and Lean against the verdict of
people, and the speed. With ``--rows`` each row that goes wrong. ``--write-error-rates`` writes how often each tier
accuses faithful statements into the package (core/faithfulness/error_rates.json).

Lints read the Lean text alone; the column "with prose" adds what reading the informal text beside it finds.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from proofsieve.benchmarks.offline import machine
from proofsieve.benchmarks.tally import Share
from proofsieve.checkers.lints import lint_statement
from proofsieve.checkers.lints.pair import lint_pair
from proofsieve.core.drift import drift_findings
from proofsieve.core.faithfulness import error_rates
from proofsieve.core.faithfulness.error_rates import ErrorRate
from proofsieve.core.faithfulness.findings import Action, LintFinding, LintReport, Tier
from proofsieve.core.formal import read_statement

Record: TypeAlias = dict[str, Any]
DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data"
CORPUS, FIXES = "lint_corpus_dev.jsonl", "misformalisation_fixes_dev.jsonl"
PAIRS = ("statement_pairs_dev.jsonl", "statement_pairs_human_dev.jsonl")
RATES = Path(error_rates.__file__).with_name(error_rates.TABLE)


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
    found = [(record, lint_statement(record["lean"])) for record in records(folder, CORPUS)]
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
    for record in records(folder, FIXES):
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


def verdict_of(record: Record) -> str:
    """What people say of a pair of prose and Lean."""
    return record.get("verdict") or ("faithful" if record["human_faithful"] else "unfaithful")


def pairs(folder: Path, *, rows: bool) -> None:
    """The table over pairs of prose and Lean, by the verdict of people."""
    classes: dict[str, list[tuple[Record, LintReport]]] = defaultdict(list)
    for name in PAIRS:
        for record in records(folder, name):
            source = "reviewed" if "verdict" in record else "people"
            classes[f"{source}: {verdict_of(record)}"].append((record, lint_statement(lean_text(record))))
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
    """The CPU time of a statement, text to report, on one core after a first pass: the fastest of SPEED_RUNS."""
    texts = [record["lean"] for name in (CORPUS, *PAIRS) for record in records(folder, name)]
    for text in texts:
        lint_statement(text)
    times = [min(cpu_milliseconds(text) for _ in range(SPEED_RUNS)) for text in texts]
    centiles = statistics.quantiles(times, n=100)
    print(
        f"\n{len(times)} statements, CPU time, the fastest of {SPEED_RUNS} runs each: "
        f"mean {statistics.mean(times):.2f} ms, median {statistics.median(times):.2f} ms, "
        f"99th percentile {centiles[98]:.1f} ms, longest {max(times):.1f} ms; "
        f"{statistics.mean(times):.2f} s per thousand on one core."
    )


SPEED_RUNS = 5


def cpu_milliseconds(text: str) -> float:
    """The CPU time of one report."""
    begun = time.process_time()
    lint_statement(text)
    return 1000 * (time.process_time() - begun)


def measured_rates(folder: Path) -> list[ErrorRate]:
    """How often lints accuse what people call faithful, by tier; the report is that on prose and Lean together.

    Counterexamples are counted where they reject, which alone they do; rules and hints where they flag or reject.
    """
    faithful = [record for name in PAIRS for record in records(folder, name) if verdict_of(record) == "faithful"]
    faithful += [record for record in records(folder, CORPUS) if record["polarity"] == "TN"]
    reports = [lint_pair(record["informal"], lean_text(record)) for record in faithful]
    pairs_named = " + ".join(name.removesuffix(".jsonl") for name in PAIRS)
    source = f"{pairs_named} + TN of {CORPUS.removesuffix('.jsonl')}, {datetime.now(UTC).date()}"
    rates = []
    for tier, word in ((Tier.COUNTEREXAMPLE, "rejected"), (Tier.DETERMINISTIC, "flagged"), (Tier.HEURISTIC, "flagged")):
        told = [[found for found in speaking(report.findings) if found.tier is tier] for report in reports]
        wrong = sum(rejects(found) if word == "rejected" else bool(found) for found in told)
        text = f"{word} {wrong} of {len(reports)} faithful statements"
        rates.append(ErrorRate(tier=tier, text=text, source=source))
    return rates


def accusations(folder: Path, *, write: bool) -> None:
    """The table over accusations of faithful statements by tier; with ``write`` also into the package."""
    rates = measured_rates(folder)
    print("\n| tier, with prose | faithful statements |\n| --- | --- |")
    for rate in rates:
        print(f"| {rate.tier.value} | {rate.text} |")
    if write:
        RATES.write_bytes(error_rates.table_bytes(rates))
        print(f"\nWritten to {RATES}.")


def main(arguments: list[str]) -> int:
    """Print everything; the first argument that is no option is the folder of the data."""
    rows = "--rows" in arguments
    print(f"{machine()}\n")
    named = [argument for argument in arguments if not argument.startswith("--")]
    folder = Path(named[0]) if named else DEFAULT
    corpus(folder, rows=rows)
    fixes(folder, rows=rows)
    pairs(folder, rows=rows)
    accusations(folder, write="--write-error-rates" in arguments)
    speed(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
