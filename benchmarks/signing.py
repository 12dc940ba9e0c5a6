"""Times of signing and verifying a large audit: python -m benchmarks.signing [UNITS] [EVENTS]

Prints JSON: machine, date, load, and for each operation the best, median and worst of several runs in milliseconds, by
the clock and in CPU time of this process. Verifying checks a signature, the form, every hash, the chain and the verdict
of a file on disk; wanted are 1.5 s for 10,000 units.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from platform import machine, python_version, system
from typing import Any

from proofsieve.core.leaks import find_leaks
from proofsieve.core.record import canonical, chain
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.signing.declaring import Declared, declare
from proofsieve.core.signing.reading import verify_path
from proofsieve.tests.core.signing_keys import ALICE, AT, allowed, ed25519, signature
from proofsieve.tests.factories import synthetic_audit

from .audit_file import reviewed

RUNS = 5
TARGETS = {"verify_ms": 1_500}


def spent(work: Callable[[], Any]) -> dict[str, dict[str, float]]:
    """Milliseconds that ``work`` takes, by the clock and of CPU time."""
    wall, cpu = [], []
    for _ in range(RUNS):
        at, used = time.perf_counter(), time.process_time()
        work()
        wall.append((time.perf_counter() - at) * 1000)
        cpu.append((time.process_time() - used) * 1000)
    return {
        name: {
            "best": round(min(times), 1),
            "median": round(statistics.median(times), 1),
            "worst": round(max(times), 1),
        }
        for name, times in (("wall", wall), ("cpu", cpu))
    }


def measure(units: int, events: int) -> dict[str, Any]:
    """All figures for a synthetic audit of ``units`` units with ``events`` notes, signed by one person."""
    key, sign = ed25519()
    audit = with_verdict(reviewed(chain.begin_review(synthetic_audit(units)), events))
    signed = declare(audit, [Declared(identity=ALICE, key=key.fingerprint)], at=AT)
    raw = canonical.dump_audit(signed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.audit.json"
        path.write_bytes(raw)
        path.with_name("x.audit.json.alice.sig").write_bytes(signature(key, sign, raw))
        by = allowed(f"{ALICE} {key.line}")
        assert verify_path(path, allowed=by).holds
        verifying = spent(lambda: verify_path(path, allowed=by))
    return {
        "units": units,
        "events": events,
        "bytes": len(raw),
        "verify_ms": verifying,
        "leaks_ms": spent(lambda: find_leaks(signed)),
        "write_ms": spent(lambda: canonical.dump_audit(signed)),
    }


def main() -> None:
    units = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    figures = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{system()} {machine()}, Python {python_version()}, {os.cpu_count()} CPUs",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "targets": TARGETS,
        "figures": measure(units, events),
    }
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
