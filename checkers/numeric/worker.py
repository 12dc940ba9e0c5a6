"""The child process: reads claims as JSON lines, answers each with one JSON line. Imports nothing heavy at the start.

Its limits: address space by RLIMIT_AS, CPU per claim by a profiling timer that ends the evaluation, and RLIMIT_CPU
as a backstop that kills. The parent kills on wall time.
"""

from __future__ import annotations

import contextlib
import json
import re
import resource
import signal
import sys
from types import FrameType
from typing import Any

from ...core.evidence import Kind, Outcome
from ...core.hashing import plain
from .evaluate import NumericResult, evaluate

BACKSTOP_SECONDS = 5
"""CPU seconds beyond a claim's own limit after which the kernel kills the process."""
MAX_HELD = 32
_QUICK = re.compile(r"[\d\s()=<>+*/-]{1,80}")


class OutOfTime(BaseException):
    """The claim used its CPU time. No Exception, so that no library swallows it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise OutOfTime


def limit_memory(mib: int) -> None:
    """Bound the address space; allocation beyond it is a MemoryError. Systems without that limit (macOS) are left with
    the estimates of size that precede every computation."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mib * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _limit_cpu(milliseconds: int) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    soft = int(used.ru_utime + used.ru_stime + milliseconds / 1000) + BACKSTOP_SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def answer(text: str, premises: tuple[str, ...], cpu_ms: int) -> NumericResult:
    """``evaluate`` within ``cpu_ms`` of CPU time; out of time or memory is inconclusive."""
    try:
        signal.setitimer(signal.ITIMER_PROF, cpu_ms / 1000)
        try:
            return evaluate(text, premises)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTime:
        return _stopped(Kind.TIMEOUT, f"not decided within {cpu_ms} ms")
    except MemoryError:
        return _stopped(Kind.RESOURCE, "out of memory")


def _stopped(kind: Kind, why: str) -> NumericResult:
    return NumericResult(outcome=Outcome.INCONCLUSIVE, kind=kind, strength=None, reading="", links=(), why=why)


def serve(memory_mib: int) -> None:
    """Answer until stdin ends."""
    limit_memory(memory_mib)
    signal.signal(signal.SIGPROF, _stop)
    write = sys.stdout.write
    for line in sys.stdin:
        request: dict[str, Any] = json.loads(line)
        _limit_cpu(request["cpu_ms"] * len(request["claims"]))
        held = 0
        for text, premises in request["claims"]:
            # Answers may wait for the next ones as long as those cannot take long: a wake-up costs more than a claim.
            if held >= MAX_HELD or (held and _QUICK.fullmatch(text) is None):
                sys.stdout.flush()
                held = 0
            write(json.dumps(plain(answer(text, tuple(premises), request["cpu_ms"]))) + "\n")
            held += 1
        sys.stdout.flush()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
