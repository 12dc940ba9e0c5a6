"""How the app answers while an audit is under way: a run that asks models, keys pressed until the review has opened.

    python -m benchmarks.run_app [--units 200] [--concurrency 4] [--before 0]

The app is the real one, headless at 120x40, and the run is a real one: rules, numbers, questions, fusion, saving,
opening the review. A scripted server in a process of its own answers every question at once, with five candidates and
much to write formally, so that nothing waits but the program. The lag of the event loop is how much later than asked a
sleep of 5 ms ends in the app.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from proofsieve.benchmarks.lean_app import spread

KEYS = ("down", "up", "pagedown", "end", "home", "escape", "j", "k", "escape")
"""Scrolling, and the question how to stop, opened and closed again."""
GAP = 0.05
TICK = 0.005
LINES = (
    "Let n be odd. Then n = 2k + 1 for an integer k.",
    "Hence n^2 = 4k(k + 1) + 1, and 7 * 8 = 56, 13^2 = 169.",
    "Clearly k(k + 1) is even, so that n^2 - 1 is divisible by 8.",
    "Suppose that n > 3. Then n^2 > 9 and n^2 + n > 12.",
)


def proof(units: int) -> str:
    """A proof of about so many units."""
    steps = [f"{number + 1}. {LINES[number % 4]} (Case {number}.)" for number in range(units // 2)]
    head = "Problem: Show that every odd square leaves the remainder 1 on division by 8."
    return f"{head}\n\nProof:\n\n" + "\n".join(steps)


async def serve() -> None:
    """The server's process: prints its address, serves until its input ends."""
    from proofsieve.tests.e2e.asking import Hand, review, risks
    from proofsieve.tests.prompts.server import scripted

    hand = Hand(
        {
            "conventions": lambda question: {"questions": []},
            "scan": risks({"Clearly": 80}),
            "review": lambda question: review(formal=True),
        }
    )
    async with scripted(hand) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def watched(url: str, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """The app from its start to the open review."""
    from proofsieve.compose import AskModels
    from proofsieve.core.readers import read_bytes
    from proofsieve.prompts.config import Wishes, choose
    from proofsieve.tui.proof_screen import ProofScreen
    from proofsieve.tui.run_app import audit_app

    chosen = choose(Wishes(model="scripted", base_url=url, concurrency=options.concurrency), {}, Wishes())
    assert chosen is not None
    app = audit_app(
        read_bytes(proof(options.units).encode(), "proof.md"),
        folder / "proof.audit.json",
        reviewer="benchmark",
        analyst="model",
        asking=AskModels(chosen=chosen, store=folder / "answers.sqlite3"),
    )
    app.until_signal()  # as the command does
    lags: list[tuple[float, float]] = []
    seen: dict[str, float] = {}

    async def watch() -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(TICK)
            now = time.monotonic()
            lags.append((now, (now - began - TICK) * 1e3))
            if app.live.over:
                seen.setdefault("over", now)

    keys = 0
    async with app.run_test(size=(120, 40)) as pilot:
        watching = asyncio.create_task(watch())
        began = time.monotonic()
        for key in itertools.cycle(KEYS):
            if isinstance(app.screen, ProofScreen):
                break
            app.simulate_key(key)
            keys += 1
            await asyncio.sleep(GAP)
        opened = time.monotonic()
        await asyncio.sleep(0.5)
        watching.cancel()
        state = app.live.state
        units = len(app.desk.session.index.unit_ids)
        await pilot.press("q")
    return {
        "units": units,
        "calls": state.calls,
        "run_s": round(seen["over"] - began, 1),
        "saving_and_opening_s": round(opened - seen["over"], 2),
        "lag_run": spread([lag for at, lag in lags if began <= at <= seen["over"]]),
        "lag_with_opening": spread([lag for at, lag in lags if began <= at]),
        "worst_lags_at_s": [[round(at - began, 2), round(lag)] for at, lag in sorted(lags, key=lambda x: -x[1])[:8]],
        "keys": keys,
    }


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=200, help="units of the proof, about")
    parser.add_argument("--concurrency", type=int, default=4, help="questions in flight at once")
    parser.add_argument("--before", type=int, default=0, help="how far to step before other work (Linux, root)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        asyncio.run(serve())
        return
    load = os.getloadavg()[0]
    if options.before:
        os.nice(-options.before)
        Path("/proc/self/autogroup").write_text(str(-options.before), "ascii")
    command = [sys.executable, "-m", "proofsieve.benchmarks.run_app", "--serve"]
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server,
    ):
        assert server.stdout is not None
        found = asyncio.run(watched(server.stdout.readline().strip(), Path(folder), options))
        server.kill()
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, load {load:.1f} before"
    date = str(datetime.datetime.now(datetime.UTC).date())
    print(json.dumps({"machine": machine, "date": date, **found}, indent=2))


if __name__ == "__main__":
    sys.exit(main())
