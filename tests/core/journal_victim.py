"""A process for the crash tests: it imports once, then forks a child per command, which reviews until it dies.

Commands on the standard input, one line each: "review" appends and folds for ever (to be killed); "crash N" does the
same and dies at its N-th call of the operating system; "hold" opens the journal and waits for the end of its input.
The child prints "child PID", "open SEQ" and "saved SEQ HASH"; the parent prints "ended STATUS" when it is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from proofsieve.core.record import audit_file, canonical, chain, journal_lines
from proofsieve.core.record.journal import Journal
from proofsieve.tests.core.reviewed import note_after

FOLD_EVERY = 3
CALLS = ("open", "write", "fsync", "ftruncate", "replace", "rename", "unlink")
CRASHED = 70


def say(line: str) -> None:
    os.write(1, (line + "\n").encode())


def review(path: Path, events: int) -> None:
    audit = audit_file.load(path)
    journal = Journal.open(path, audit, reviewer=f"victim {os.getpid()}")
    audit = replace(audit, review=chain.extend(audit.review, journal.recovered))
    say(f"open {journal.seq}")
    for _ in range(events):
        event = note_after(journal.head, journal.seq, f"by {os.getpid()}")
        journal.append(event)
        say(f"saved {event.seq} {event.hash}")
        audit = replace(audit, review=chain.extend(audit.review, [event]))
        if event.seq % FOLD_EVERY == 0:
            journal.fold(audit)
    journal.close()


def crash_at(count: int) -> None:
    """Make the ``count``-th call of the operating system the last one; a write gets half of its bytes out."""
    left = [count]

    def dying(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            if name == "write" and args[0] == 1:
                return call(*args, **named)
            left[0] -= 1
            if left[0] == 0:
                if name == "write":
                    call(args[0], args[1][: len(args[1]) // 2])
                os._exit(CRASHED)
            return call(*args, **named)

        return wrapped

    for name in CALLS:
        setattr(os, name, dying(name, getattr(os, name)))


def child(path: Path, command: str, number: int) -> None:
    say(f"child {os.getpid()}")
    if command == "hold":
        with Journal.open(path, audit_file.load(path), reviewer="holder"):
            say("open 0")
            signal.pause()
    if command == "crash":
        crash_at(number)
    review(path, 7 if command == "crash" else 10**6)


def main() -> None:
    path = Path(sys.argv[1])
    # What is imported on first use is imported now, or every child would pay for it.
    canonical.load_audit_bytes(path.read_bytes(), where="warm-up")
    journal_lines._event_adapter()
    journal_lines._header_adapter()
    say("ready")
    for line in sys.stdin:
        command, _, number = line.strip().partition(" ")
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                child(path, command, int(number or 0))
                status = 0
            finally:
                sys.stderr.flush()
                if status:
                    sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
                os._exit(status)
        say(f"ended {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}")


if __name__ == "__main__":
    main()
