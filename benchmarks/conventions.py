"""How fast an answer to a convention is on the screen: 10,000 obligations, 40 of them dependent.

    python -m benchmarks.conventions [--units 10000] [--dependents 40] [--runs 5]

The app runs as a whole process on a pseudo-terminal of 120x40 cells. Times are milliseconds, medians: "paint" from
writing the key to the first bytes that come back, "screen" to the frame that shows the answer, "checked" until every
dependent has been checked again and nothing is drawn any more. "queued" and "handler" come from the same app driven
without a terminal: how many checks are queued when the answer has been taken, and how long that took.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from .review_app import REVIEW, Terminal


def saved(folder: Path, name: str, units: int, dependents: int) -> Path:
    """An audit on disk that asks a question on which ``dependents`` obligations depend."""
    from proofsieve.core.record.audit_file import save_new
    from proofsieve.core.record.chain import begin_review
    from proofsieve.core.record.standing import with_verdict
    from proofsieve.tests.factories import asking_audit

    path = folder / f"{name}.audit.json"
    save_new(path, begin_review(with_verdict(asking_audit(units, dependents=dependents))))
    return path


def answered(path: Path) -> dict[str, float]:
    """Open the screen of conventions and take the first reading; then take that back."""
    terminal = Terminal("-c", REVIEW, str(path))
    terminal.wait_for(b"whole proof")
    terminal.rest()
    opened = terminal.stroke(b"c")
    pressed = time.perf_counter()
    os.write(terminal._fd, b"1")
    seen, first, shown = b"", 0.0, 0.0
    while not shown:
        seen += terminal._read(5.0)
        now = time.perf_counter()
        first = first or now
        if b"in force" in seen:
            shown = now
        elif now - pressed > 30:
            raise TimeoutError(f"the answer does not show; last output {seen[-300:]!r}")
    last = shown
    while terminal._read(1.0):
        last = time.perf_counter()
    undone = terminal.stroke(b"z")
    terminal.close()
    return {
        "open_paint": opened.paint,
        "paint": (first - pressed) * 1e3,
        "screen": (shown - pressed) * 1e3,
        "checked": (last - pressed) * 1e3,
        "undo_paint": undone.paint,
    }


async def queued(path: Path) -> tuple[int, float]:
    """How many checks are queued once an answer has been taken, and the milliseconds that the answer took."""
    from proofsieve.core.record.audit_file import load
    from proofsieve.tui.app import make_app
    from proofsieve.tui.convention_screen import ConventionScreen

    app = make_app(load(path), path=path, reviewer="benchmark")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("c")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ConventionScreen)
        started = time.perf_counter()
        screen.action_answer(1)
        elapsed = (time.perf_counter() - started) * 1e3
        return len(app.desk.running), elapsed


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=10_000, help="units, each with one obligation")
    parser.add_argument("--dependents", type=int, default=40, help="obligations that depend on the answer")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        paths = [saved(folder, str(n), options.units, options.dependents) for n in range(options.runs + 1)]
        runs = [answered(path) for path in paths[:-1]]
        count, elapsed = asyncio.run(queued(paths[-1]))
    result = {name: round(median(run[name] for run in runs), 1) for name in runs[0]}
    print(json.dumps({**result, "handler": round(elapsed, 1), "queued": count}, indent=2))


if __name__ == "__main__":
    main()
