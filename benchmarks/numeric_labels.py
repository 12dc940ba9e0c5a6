"""Refuted asserted claims against the labels of the development data: ``python benchmarks/numeric_labels.py [FOLDER]``.

Every record is the problem and its steps, cut into sentences. Prints a table in Markdown, then each refutation that
stands before a labelled first error or in a proof labelled correct, and each arithmetic row that is not found.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.assertion import ClaimSite, Passage, claim_sites
from proofsieve.core.evidence import Outcome
from proofsieve.core.text import sentence_spans

DEFAULT = Path(__file__).resolve().parents[2] / "shared" / "data"


class Refuted(NamedTuple):
    """An asserted claim that is false: in which step, which claim, why."""

    step: int
    site: ClaimSite
    why: str


def judged(record: dict[str, Any]) -> tuple[list[Refuted], int, int]:
    """The refuted asserted claims, how many asserted claims passed, how many are inconclusive."""
    passages = [Passage(text=record["problem"], scope=("c0",), hypothetical=False, problem=True)]
    owners = [0]
    for number, step in enumerate(record["steps"], 1):
        for start, end in sentence_spans(step):
            passages.append(Passage(text=step[start:end], scope=("c0",), hypothetical=False))
            owners.append(number)
    refuted: list[Refuted] = []
    passed = open_ = 0
    for number, sites in zip(owners, claim_sites(passages), strict=True):
        for site in sites:
            if not site.asserted:
                continue
            found = evaluate(site.text, site.premises)
            passed += found.outcome is Outcome.PASSED
            open_ += found.outcome is Outcome.INCONCLUSIVE
            if found.outcome is Outcome.REFUTED:
                refuted.append(Refuted(number, site, found.why))
    return refuted, passed, open_


def wilson(hits: int, total: int) -> str:
    """hits/total with the Wilson 95 % interval, in percent."""
    if not total:
        return "–"
    z, p = 1.96, hits / total
    middle = (p + z * z / (2 * total)) / (1 + z * z / total)
    half = z * math.sqrt(p * (1 - p) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return f"{hits}/{total} = {100 * p:.1f} % [{100 * (middle - half):.1f}, {100 * (middle + half):.1f}]"


def rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The records of one file."""
    for line in (folder / f"{name}.jsonl").read_text("utf-8").splitlines():
        yield json.loads(line)


def report(folder: Path) -> None:
    """Measure and print."""
    notes: list[str] = []
    print("| data | claims passed / open | refuted: at / after the first error | early or in a correct proof |")
    print("| --- | --- | --- | --- |")
    for name in ("numeric_steps_dev", "proofloc_olympiad_dev", "proofloc_university_dev"):
        at = late = early = passed = open_ = exact = flawed = 0
        for record in rows(folder, name):
            refuted, yes, maybe = judged(record)
            passed, open_ = passed + yes, open_ + maybe
            first = record["first_error_step"]
            flawed += first is not None
            found = refuted[0].step if refuted else None
            exact += first is not None and found == first
            if name == "numeric_steps_dev" and found != first:
                notes.append(f"{record['id']}: labelled {first}, found {found}")
            for step, site, why in refuted:
                at += step == first
                late += first is not None and step > first
                if first is None or step < first:
                    early += 1
                    notes.append(f"{record['id']} step {step}, labelled {first}: {site.text} ({why})")
        print(f"| {name} | {passed} / {open_} | {at} / {late} | {early} |")
        print(f"|  | exact first wrong step, of flawed | {wilson(exact, flawed)} |  |")
    print("\n".join(notes))


if __name__ == "__main__":
    report(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
