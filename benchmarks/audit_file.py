"""Times of the audit file: python benchmarks/audit_file.py [UNITS] [EVENTS]

Prints JSON: machine, date, and the best, median and worst of several runs of each operation in milliseconds. The
targets are those of 10,000 units: open 1.5 s, append 5 ms, fold 1 s, 25 MB.
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from proofsieve.core.audit import Audit
from proofsieve.core.events import NoteEvent
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record.journal import Journal
from proofsieve.core.tree import UnitId
from proofsieve.tests.factories import synthetic_audit

RUNS = 5
APPENDS = 200
TARGETS = {"open_ms": 1_500, "append_ms": 5, "fold_ms": 1_000, "bytes": 25_000_000}


def reviewed(audit: Audit, count: int) -> Audit:
    """``audit`` with ``count`` notes."""
    events, head = [], audit.review.head
    for number in range(count):
        event = make_note(head, number, audit.tree.units[number % len(audit.tree.units)].id)
        events.append(event)
        head = event.hash
    return replace(audit, review=chain.extend(audit.review, events))


def make_note(head: str, seq: int, unit: UnitId) -> NoteEvent:
    """A note that follows the event ``seq``."""
    return chain.make_event(
        NoteEvent,
        prev=head,
        seq=seq + 1,
        at="2026-01-31T09:30:00Z",
        reviewer="ann",
        unit_id=unit,
        text="the constant is not the one of step 3",
    )


def milliseconds(work: Callable[[], Any], runs: int = RUNS) -> dict[str, float]:
    """Wall times of ``work``."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return {
        "best": round(min(times), 2),
        "median": round(statistics.median(times), 2),
        "worst": round(max(times), 2),
    }


def shares(raw: bytes) -> dict[str, int]:
    """Bytes of the largest parts, as they stand in the file."""
    document = json.loads(raw)
    parts = {**{f"tree.{name}": part for name, part in document.pop("tree").items()}, **document}
    sizes = {name: len(json.dumps(part, ensure_ascii=False, indent=2).encode()) for name, part in parts.items()}
    return dict(sorted(sizes.items(), key=lambda item: -item[1])[:8])


def measure(units: int, events: int) -> dict[str, Any]:
    """All figures for a synthetic audit of ``units`` units that holds ``events`` events."""
    audit = reviewed(chain.begin_review(synthetic_audit(units)), events)
    raw = canonical.dump_audit(audit)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.audit.json"
        path.write_bytes(raw)
        canonical.load_audit_bytes(raw, where="warm-up")
        opening = milliseconds(lambda: audit_file.load(path))
        with Journal.open(path, audit, reviewer="ann") as journal:
            appended: list[NoteEvent] = []

            def append() -> None:
                event = make_note(journal.head, journal.seq, audit.tree.units[0].id)
                journal.append(event)
                appended.append(event)

            appending = milliseconds(append, APPENDS)
            folded = replace(audit, review=chain.extend(audit.review, appended))
            folding = milliseconds(lambda: journal.fold(folded))
        saving = milliseconds(lambda: audit_file.save_new(path, audit, force=True), 2)
    return {
        "units": units,
        "events": events,
        "bytes": len(raw),
        "open_ms": opening,
        "append_ms": appending,
        "fold_ms": folding,
        "save_new_ms": saving,
        "bytes_of_parts": shares(raw),
    }


def main() -> None:
    units = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    figures = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"pydantic {version('pydantic')}, orjson {version('orjson')}",
        "targets": TARGETS,
        "figures": measure(units, events),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
