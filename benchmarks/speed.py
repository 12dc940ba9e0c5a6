"""Speed and memory of the offline audit as whole processes, the way a user starts it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "last-three-digits.md"
REPEATS = 9

# Runs the command line and reports CPU seconds of both and peak memory of each: this process, its largest child.
_MEASURED = """
import json, resource, sys
from proofsieve.tui.cli import run
code = run(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
cpu = sum(one.ru_utime + one.ru_stime for one in used)
print(json.dumps({"exit": code, "cpu": cpu, "peak": [one.ru_maxrss for one in used]}), file=sys.stderr)
"""
_IN_MIB = 1024 if sys.platform != "darwin" else 1024 * 1024  # getrusage counts KiB on Linux, bytes on macOS


@dataclass(frozen=True, kw_only=True)
class Timed:
    """Wall seconds of a whole process, run several times. The fastest run is the one that others disturbed least."""

    median: float
    fastest: float


@dataclass(frozen=True, kw_only=True)
class Short:
    """A bare interpreter, --help, and the audit of a 12-step proof, ``repeats`` times each."""

    repeats: int
    bare: Timed
    help: Timed
    audit: Timed


@dataclass(frozen=True, kw_only=True)
class Long:
    """An audit of ``steps`` steps: wall seconds, CPU seconds of all its processes (which a busy machine disturbs
    less), units, and peak MiB of the process and of its checker's worker."""

    steps: int
    seconds: float
    cpu_seconds: float
    units: int
    peak_mib: int
    worker_mib: int


def short() -> Short:
    """Warm: the first run of each, which fills the disk cache, is not counted."""
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "x.audit.json")
        return Short(
            repeats=REPEATS,
            bare=_timed("-c", "pass"),
            help=_timed("-m", "proofsieve", "--help"),
            audit=_timed("-m", "proofsieve", "audit", str(EXAMPLE), "-o", output, "--force", "--json", codes=(0, 3)),
        )


def long(steps: int) -> Long:
    """One audit of a made-up proof with ``steps`` steps, written to a file as usual."""
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "long.md", Path(folder) / "long.audit.json"
        source.write_text(made_up_proof(steps), "utf-8")
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", _MEASURED, "audit", str(source), "-o", str(output), "--json"],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=True,
        )
        seconds = time.perf_counter() - start
        report = json.loads(done.stderr.strip().splitlines()[-1])
        if report["exit"] not in (0, 1, 3):
            raise RuntimeError(f"the audit of {steps} steps ended with {report['exit']}: {done.stderr[-500:]}")
        units = len(json.loads(output.read_text("utf-8"))["tree"]["units"])
        own, worker = (peak // _IN_MIB for peak in report["peak"])
        return Long(
            steps=steps,
            seconds=seconds,
            cpu_seconds=report["cpu"],
            units=units,
            peak_mib=own,
            worker_mib=worker,
        )


def made_up_proof(steps: int) -> str:
    """A right and dull proof: a computation, a definition, a split or a conclusion in turn."""
    written = []
    for number in range(1, steps + 1):
        square = number * number
        written.append(
            (
                f"Let $x_{{{number}}} = {number}$. Then $x_{{{number}}}$ is a positive integer.",
                f"We have ${number}^2 = {square}$, hence the square of ${number}$ is known.",
                f"Since ${number} + {number} = {2 * number}$, the sum is even, because it is twice an integer.",
                f"Case 1: $n$ is even. Then $n + {number}$ and ${number}$ have the same parity.",
                f"Case 2: $n$ is odd. Then $n + {number}$ and ${number}$ differ in parity.",
                f"In both cases the parity is known. Therefore ${number}\\cdot 3 = {3 * number}$.",
            )[number % 6]
        )
    numbered = "\n\n".join(f"{number}. {text}" for number, text in enumerate(written, 1))
    return f"Problem: Prove a long list of dull facts.\n\nProof:\n\n{numbered}\n"


def _timed(*arguments: str, codes: tuple[int, ...] = (0,)) -> Timed:
    """A whole process; the first run only warms up. Raises RuntimeError where one ends with another code."""
    seconds = []
    for _ in range(REPEATS + 1):
        start = time.perf_counter()
        done = subprocess.run([sys.executable, *arguments], capture_output=True, stdin=subprocess.DEVNULL, check=False)
        seconds.append(time.perf_counter() - start)
        if done.returncode not in codes:
            raise RuntimeError(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr[-500:]!r}")
    return Timed(median=median(seconds[1:]), fastest=min(seconds[1:]))


def as_values(brief: Short, runs: tuple[Long, ...]) -> dict[str, object]:
    """The measurements for --json."""
    return {"short": asdict(brief), "long": [asdict(run) for run in runs]}
