"""How the review app answers keys while Lean checks run: checks started by R, keys pressed until all have ended.

    python -m benchmarks.lean_app [--checks 8] [--units 400] [--at-once 2] [--quiet-keys 200]

The app is a whole process on a pseudo-terminal of 120x40 cells with the embedded Lean of this machine. Its statements
are a reviewer's without a proof: true, false and open ones, for which the checker looks for proofs and then for proofs
of the negation, and one whose own proof loops until its limit. A frame is from writing a key to the first bytes that
come back; the lag of the event loop is how much later than asked a sleep of 5 ms ends in the app. Both are measured
before the checks too, with the same keys: the difference is what the checks cost.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

from proofsieve.benchmarks.review_app import Terminal
from proofsieve.core.evidence import Language, Limits, make_statement

GAP = 0.05
"""Seconds between an answer and the next key."""
PATIENCE = 2.0
"""Seconds after which a key has no answer."""
KEYS = (*"jjjkk", "\t", *"J3jK24j", "f", "j", "f", "\x1b[6~", "\x1b[5~", *"J5G", *"g1jjj2kJ3jjj", "\t", *"kkk3J5jj")
"""Moving, paging, tabs and panes; each changes the screen."""
BOUND = 50.0
FIRST = 2
"""The statements stand on the units from this one on."""

STATEMENTS = (
    ("theorem t (a b : Nat) (h : a < b) : a + 1 ≤ b", ""),
    ("theorem t (n : Nat) : n * n + n < 5", ""),
    ("theorem t (n : Nat) (h : 4 ≤ n) : n ^ 2 ≤ 2 ^ n", ""),
    ("theorem t (a b c : Int) : (a + b + c) ^ 2 = a ^ 2 + b ^ 2 + c ^ 2 + 2 * (a * b + b * c + c * a)", ""),
    ("theorem t (a b : Int) (h : a * a = b * b) : a = b", ""),
    ("theorem t : 1 = 1", "by\n  repeat (first | skip | rfl)\n  rfl"),
    ("theorem t (n : Nat) : (n ^ 3 + 2 * n) % 3 = 0", ""),
    ("theorem t (a b c n : Nat) (h : 2 < n) (ha : 0 < a) (hb : 0 < b) : a ^ n + b ^ n ≠ c ^ n", ""),
)


def saved_audit(folder: Path, units: int, checks: int) -> Path:
    """An audit with statements of a reviewer on consecutive units, on disk."""
    from dataclasses import replace

    from proofsieve.core.record.audit_file import save_new
    from proofsieve.core.record.chain import begin_review
    from proofsieve.core.record.standing import with_verdict
    from proofsieve.tests.factories import synthetic_audit

    audit = synthetic_audit(units)
    path = folder / "lean.audit.json"
    bounded = replace(audit.settings, lean_limits=Limits(wall_ms=10_000, cpu_ms=10_000, memory_mib=2_048))
    save_new(path, begin_review(with_verdict(replace(audit, settings=bounded))))
    return path


def app(path: Path, said: Path, *, checks: int, at_once: int, before: int) -> None:
    """The app with a watch on its event loop; what it saw is written to ``said`` on leaving. Runs in a process."""
    import asyncio

    from proofsieve.core.faithfulness import LintReport
    from proofsieve.core.record.audit_file import load
    from proofsieve.tui import app as made

    made.AT_ONCE = at_once
    if before:  # the app and its Lean both, so that their relation stays what it is
        made.NICE -= before
        Path("/proc/self/autogroup").write_text(str(-before), "ascii")
    review = made.make_app(load(path), path=path, reviewer="benchmark")
    review.until_signal()  # as the command does
    session = review.desk.session
    lints = LintReport(findings=(), unknown=(), parsed=True)
    unit_ids = list(session.index.unit_ids)[FIRST - 1 : FIRST - 1 + checks]
    for unit_id, (text, proof) in zip(unit_ids, itertools.cycle(STATEMENTS), strict=False):
        owed = session.index.obligations(unit_id)[0]
        statement = make_statement(obligation_id=owed.id, language=Language.LEAN, text=text, provenance="reviewer")
        report = session.report_on(unit_id, statement, session.comparison(unit_id, statement), lints)
        review.desk.take(session.edit_statement(unit_id, statement, report, at=review.desk.now(), proof=proof))
    lags: list[tuple[float, float]] = []
    seen: dict[str, Any] = {"most": 0, "began": 0.0, "ended": 0.0}

    async def watch() -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.005)
            now = time.monotonic()
            lags.append((now, (now - began - 0.005) * 1e3))
            running = len(review.desk.running)
            seen["most"] = max(seen["most"], running)
            if running and not seen["began"]:
                seen["began"] = now
            if seen["began"] and not running and len(review.desk.session.document().review.events) >= 2 * checks:
                seen["ended"] = seen["ended"] or now
                said.with_suffix(".done").touch()
                return

    async def run() -> None:
        watching = asyncio.create_task(watch())
        await review.run_async()
        watching.cancel()

    asyncio.run(run())
    document = load(path)
    answers = [
        f"{item.branch} {item.kind or item.outcome}"
        for event in document.review.events
        if event.kind == "recheck"
        for item in event.evidence
    ]
    said.write_text(json.dumps({**seen, "lags": lags, "answers": answers}))


def pressed(terminal: Terminal, keys: Callable[[int], bool]) -> tuple[list[float], int]:
    """Milliseconds from each key to its answer, and how many had none. ``keys`` says whether to press another."""
    times: list[float] = []
    silent = 0
    for number, key in enumerate(itertools.cycle(KEYS)):
        if not keys(number):
            return times, silent
        began = time.perf_counter()
        os.write(terminal._fd, key.encode())
        if terminal._read(PATIENCE):
            times.append((time.perf_counter() - began) * 1e3)
        else:
            silent += 1
        until = time.perf_counter() + GAP
        while (left := until - time.perf_counter()) > 0:
            terminal._read(left)
    raise AssertionError("keys never end")


def measured(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """The app without and with checks."""
    path = saved_audit(folder, options.units, options.checks)
    said = folder / "said.json"
    terminal = Terminal(
        "-m", "proofsieve.benchmarks.lean_app", "--app", str(path), "--said", str(said),
        "--checks", str(options.checks), "--at-once", str(options.at_once), "--before", str(options.before),
    )  # fmt: skip
    terminal.wait_for(b"whole proof")
    terminal.rest()
    os.write(terminal._fd, b"\r")
    terminal.rest()
    before = time.monotonic()
    quiet, _ = pressed(terminal, lambda number: number < options.quiet_keys)
    calm = time.monotonic()
    terminal.rest()
    os.write(terminal._fd, b"rgj")  # the second unit in the order of the proof
    terminal.rest()
    for _ in range(options.checks):
        os.write(terminal._fd, b"Rj")
        terminal._read(1.0)
    done, deadline = said.with_suffix(".done"), time.monotonic() + options.patience
    busy, silent = pressed(terminal, lambda _: not done.exists() and time.monotonic() < deadline)
    finished = done.exists()
    terminal.close()
    found = json.loads(said.read_text())
    lags = found.pop("lags")
    began, ended = found.pop("began"), found.pop("ended")
    return {
        "frames_quiet": spread(quiet),
        "frames_checking": spread(busy),
        "lag_quiet": spread([lag for at, lag in lags if before <= at <= calm]),
        "lag_checking": spread([lag for at, lag in lags if began <= at <= (ended or at)]),
        "worst_lags_at_s": [[round(at - began, 2), round(lag)] for at, lag in sorted(lags, key=lambda x: -x[1])[:10]],
        "unanswered": silent,
        "all_ended": finished,
        "checks_s": round(ended - began, 1),
        **found,
    }


def spread(milliseconds: list[float]) -> dict[str, float]:
    """How many, median, 99 %, the most, and which share lies within the bound."""
    cuts = quantiles(milliseconds, n=100)
    return {
        "n": len(milliseconds),
        "p50": round(cuts[49], 1),
        "p99": round(cuts[98], 1),
        "max": round(max(milliseconds), 1),
        "within_50_ms": round(sum(one <= BOUND for one in milliseconds) / len(milliseconds), 4),
    }


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checks", type=int, default=8, help="checks started at once")
    parser.add_argument("--units", type=int, default=400, help="units of the audit")
    parser.add_argument("--at-once", type=int, default=2, help="how many of them may ask Lean at once")
    parser.add_argument("--quiet-keys", type=int, default=200, help="keys before the checks")
    parser.add_argument("--patience", type=float, default=150, help="seconds until keys are pressed no longer")
    parser.add_argument(
        "--before", type=int, default=0, help="how far to step before other work (Linux, root), 0 to 15"
    )
    parser.add_argument("--app", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--said", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.app is not None:
        app(options.app, options.said, checks=options.checks, at_once=options.at_once, before=options.before)
        return
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as scratch:
        found = measured(Path(scratch), options)
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, load {load:.1f} before"
    date = str(datetime.datetime.now(datetime.UTC).date())
    print(json.dumps({"machine": machine, "date": date, **found}, indent=2))


if __name__ == "__main__":
    sys.exit(main())
