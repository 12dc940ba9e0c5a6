"""Accuracy and speed of the offline audit: ``python benchmarks/offline.py DATA_DIR [--speed] [--json]``.

Prints Markdown tables (docs/benchmarks.md holds a copy) or one JSON object. "No error found" counts as predicting a
correct proof. Exit status 1 if a record crashed, 2 if the data is missing.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from proofsieve import __version__
from proofsieve.benchmarks import speed
from proofsieve.benchmarks.records import DATA_SETS, tally
from proofsieve.benchmarks.tally import Share, Tally

COLUMNS = ("exact", "binary", "baseline", "found", "found_exactly", "uncertain", "accusations", "exact_apart")
HEADS = {
    "exact": "exact",
    "binary": "binary",
    "baseline": "always correct",
    "found": "flawed proofs found",
    "found_exactly": "at the labelled step",
    "uncertain": "uncertain",
    "accusations": "flawed before the label",
    "exact_apart": "exact, those set aside",
}


def main() -> int:
    arguments = _arguments()
    missing = [name for name in DATA_SETS if not (arguments.data / f"{name}.jsonl").is_file()]
    if missing:
        print(f"{arguments.data} lacks {', '.join(missing)}: name the folder of the development data", file=sys.stderr)
        return 2
    tallies = [tally(arguments.data / f"{name}.jsonl") for name in DATA_SETS]
    brief = speed.short() if arguments.speed else None
    runs = (speed.long(5_000), speed.long(10_000)) if arguments.speed else ()
    if arguments.json:
        print(json.dumps(_as_json(tallies, brief, runs), ensure_ascii=False, indent=2))
    else:
        print(_as_markdown(tallies, brief, runs))
    return 1 if any(one.crashes for one in tallies) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, metavar="DATA_DIR", help="the folder with the development data")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of Markdown")
    parser.add_argument("--speed", action="store_true", help="also time 12, 5,000 and 10,000 steps")
    return parser.parse_args()


def machine() -> str:
    """Where and when: version, Python, platform, number of CPUs, date."""
    import os

    return (
        f"ProofSieve {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} CPUs, {datetime.now(UTC):%Y-%m-%d}"
    )


def _as_markdown(tallies: list[Tally], brief: speed.Short | None, runs: tuple[speed.Long, ...]) -> str:
    parts = [machine(), "", *_accuracy_table(tallies), "", *_contradictions(tallies), *_crashes(tallies)]
    if brief is not None:
        parts += ["", *_speed_tables(brief, runs)]
    return "\n".join(parts)


def _accuracy_table(tallies: list[Tally]) -> list[str]:
    """Measures as rows and data sets as columns: intervals are wide."""
    header = ["| |", *(f" {one.name} |" for one in tallies)]
    rows = ["".join(header), "| --- |" + " --- |" * len(tallies)]
    rows.append("| rows (flawed) |" + "".join(f" {len(one.outcomes)} ({one.found.total}) |" for one in tallies))
    for column in COLUMNS:
        rows.append(f"| {HEADS[column]} |" + "".join(f" {getattr(one, column)} |" for one in tallies))
    rows.append("| crashes |" + "".join(f" {len(one.crashes)} |" for one in tallies))
    return rows


def _contradictions(tallies: list[Tally]) -> list[str]:
    """Every record in which a refutation stands against the label."""
    found = [(one.name, outcome) for one in tallies for outcome in one.contradictions]
    if not found:
        return ["No refutation contradicts a label."]
    rows = ["| data set | record | labelled first error | refuted in | false link |", "| --- | --- | --- | --- | --- |"]
    for name, outcome in found:
        links = "<br>".join(f"`{link}`" for link in outcome.refuted)
        label = f"s{outcome.label}" if outcome.label is not None else "none (correct)"
        rows.append(f"| {name} | {outcome.id} | {label} | s{outcome.first_error} | {links} |")
    return rows


def _crashes(tallies: list[Tally]) -> list[str]:
    return [f"CRASH {one.name} {outcome.id}: {outcome.crash}" for one in tallies for outcome in one.crashes]


def _speed_tables(brief: speed.Short, runs: tuple[speed.Long, ...]) -> list[str]:
    rows = [
        f"| whole process, warm, {brief.repeats} runs | median seconds | fastest | median, times a bare interpreter |",
        "| --- | --- | --- | --- |",
        _timed_row("`python -c pass`", brief.bare, brief),
        _timed_row("`proofsieve --help`", brief.help, brief),
        _timed_row("`proofsieve audit` of 12 steps", brief.audit, brief),
        "",
        "| steps | units | seconds | CPU seconds | peak memory | checker's worker |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    rows += [
        f"| {run.steps:,} | {run.units:,} | {run.seconds:.1f} | {run.cpu_seconds:.1f} | {run.peak_mib} MiB "
        f"| {run.worker_mib} MiB |"
        for run in runs
    ]
    first, last = runs[0], runs[-1]
    times, longer = last.cpu_seconds / first.cpu_seconds, last.steps / first.steps
    return [*rows, "", f"{longer:.0f} times the steps take {times:.2f} times the CPU seconds."]


def _timed_row(name: str, one: speed.Timed, brief: speed.Short) -> str:
    return f"| {name} | {one.median:.3f} | {one.fastest:.3f} | {one.median / brief.bare.median:.1f} |"


def _as_json(tallies: list[Tally], brief: speed.Short | None, runs: tuple[speed.Long, ...]) -> dict[str, object]:
    result: dict[str, object] = {"machine": machine(), "data_sets": [_tally_json(one) for one in tallies]}
    if brief is not None:
        result["speed"] = speed.as_values(brief, runs)
    return result


def _tally_json(one: Tally) -> dict[str, object]:
    return {
        "name": one.name,
        "rows": len(one.outcomes),
        **{column: _share_json(getattr(one, column)) for column in COLUMNS},
        "contradictions": [asdict(outcome) for outcome in one.contradictions],
        "crashes": [asdict(outcome) for outcome in one.crashes],
        "outcomes": [asdict(outcome) for outcome in one.outcomes],
    }


def _share_json(share: Share) -> dict[str, object]:
    low, high = share.interval
    return {"count": share.count, "total": share.total, "low": round(low, 4), "high": round(high, 4)}


if __name__ == "__main__":
    sys.exit(main())
