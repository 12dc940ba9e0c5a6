"""What the sandbox costs: ``python benchmarks/sandbox.py [--json]``. Prints a table; needs no data.

``true`` bare and in each confinement of this machine, in turns within one run, so that a busy machine disturbs all of
them alike; then how long after its limit of time a stubborn program is gone, eight at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from proofsieve.benchmarks.offline import machine
from proofsieve.checkers.sandbox import Confinement, Job, JobLimits, Sandbox, probe, run
from proofsieve.checkers.sandbox.landlock import NEEDED_ABI, abi

ROUNDS = 100
TIME_OUTS = 200
AT_ONCE = 8
WALL_MS = 100
# Ignores polite signals, with a child in a session of its own.
STUBBORN = "trap '' TERM; setsid sleep 1000 & while :; do sleep 1000; done"


@dataclass(frozen=True, kw_only=True)
class Row:
    """``true``: median and slowest of ``ROUNDS`` runs in milliseconds, the median over that of the bare one; a
    time-out: median and largest milliseconds between the limit and the end of the last process (None: bare)."""

    name: str
    median_ms: float
    slowest_ms: float
    ratio: float
    late_ms: float | None
    latest_ms: float | None


async def measure() -> list[Row]:
    """All rows, the bare program first."""
    with tempfile.TemporaryDirectory() as folder:
        boxes = sandboxes()
        quick = Job(argv=("/bin/true",), cwd=Path(folder), environment={})
        times: dict[str, list[float]] = {name: [] for name in ("bare", *boxes)}
        for number in range(ROUNDS + 1):  # the first fills the caches
            for name in times:
                start = time.perf_counter()
                if name == "bare":
                    await (await asyncio.create_subprocess_exec("/bin/true")).wait()
                else:
                    await run(quick, boxes[name])
                if number:
                    times[name].append((time.perf_counter() - start) * 1000)
        late = {name: await overrun(Path(folder), box) for name, box in boxes.items()}
    bare = median(times["bare"])
    return [
        Row(
            name=name,
            median_ms=median(found),
            slowest_ms=max(found),
            ratio=median(found) / bare,
            late_ms=median(late[name]) if name in late else None,
            latest_ms=max(late[name]) if name in late else None,
        )
        for name, found in times.items()
    ]


def sandboxes() -> dict[str, Sandbox]:
    """What this machine has, by name."""
    found = [probe(), probe(unsandboxed=True)]
    if abi() >= NEEDED_ABI and found[0].confinement is not Confinement.LANDLOCK:
        found.append(Sandbox(confinement=Confinement.LANDLOCK, program=None, label=f"Landlock ABI {abi()} (weak)"))
    return {box.label: box for box in found}


async def overrun(folder: Path, box: Sandbox) -> list[float]:
    """Milliseconds beyond the limit until no process was left, for each time-out."""
    job = Job(argv=("/bin/sh", "-c", STUBBORN), cwd=folder, environment={}, limits=JobLimits(wall_ms=WALL_MS))
    late: list[float] = []
    while len(late) < TIME_OUTS:
        ended = await asyncio.gather(*(run(job, box) for _ in range(AT_ONCE)))
        late += [one.elapsed_ms - WALL_MS for one in ended]
    return late


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    lines = [
        machine(),
        "",
        f"| {ROUNDS} runs of `true` | median ms | slowest | times bare | {TIME_OUTS} time-outs: ms late | latest |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        late = ("–", "–") if row.late_ms is None else (f"{row.late_ms:.0f}", f"{row.latest_ms:.0f}")
        lines.append(
            f"| {row.name} | {row.median_ms:.1f} | {row.slowest_ms:.1f} | {row.ratio:.1f} | {late[0]} | {late[1]} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    rows = asyncio.run(measure())
    print(json.dumps([asdict(row) for row in rows], indent=2) if asked.json else table(rows))


if __name__ == "__main__":
    main()
