"""Whatever moment a review dies at, every event that it showed as saved is there, once, and the file opens."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from proofsieve.core.errors import SaveError
from proofsieve.core.record import audit_file
from proofsieve.core.record.journal import Journal
from proofsieve.tests.core import journal_victim
from proofsieve.tests.core.reviewed import fresh_audit

KILLS = 50


class Victim:
    """The process of ``journal_victim``, and what its children said."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", journal_victim.__name__, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        self._rest = b""
        assert self.line() == "ready"

    def start(self, command: str) -> int:
        """Begin a child and return its pid."""
        self._in.write(command.encode() + b"\n")
        word, pid = self.line().split()
        assert word == "child"
        return int(pid)

    def line(self) -> str:
        """The next line, waiting for it."""
        while b"\n" not in self._rest:
            more = os.read(self._out.fileno(), 65536)
            assert more, "the victim's parent died"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()

    def lines_until(self, moment: float) -> list[str]:
        """All lines that come before ``moment`` on the monotonic clock."""
        while (left := moment - time.monotonic()) > 0:
            if select.select([self._out], [], [], left)[0]:
                self._rest += os.read(self._out.fileno(), 65536)
        whole, _, self._rest = self._rest.rpartition(b"\n")
        return whole.decode().split("\n") if whole else []

    def lines_to_the_end(self) -> tuple[list[str], int]:
        """All lines up to the child's end, and its status."""
        lines = [self.line()]
        while not lines[-1].startswith("ended "):
            lines.append(self.line())
        return lines[:-1], int(lines[-1].split()[1])

    def close(self) -> None:
        self._in.close()
        self.process.wait()
        self._out.close()


def saved(lines: list[str]) -> dict[int, str]:
    """The events that the lines call saved: seq to hash."""
    return {int(line.split()[1]): line.split()[2] for line in lines if line.startswith("saved ")}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.audit.json"
    audit_file.save_new(path, fresh_audit(2))
    return path


@pytest.fixture
def victim(path: Path) -> Iterator[Victim]:
    victim = Victim(path)
    yield victim
    victim.close()


def test_kill_9_at_random_moments_loses_and_doubles_nothing(path: Path, victim: Victim) -> None:
    moments = random.Random(20260131)
    shown: dict[int, str] = {}
    for kill in range(1, KILLS + 1):
        pid = victim.start("review")
        lines = victim.lines_until(time.monotonic() + moments.uniform(0.0, 0.06))
        os.kill(pid, signal.SIGKILL)
        more, status = victim.lines_to_the_end()
        assert status == -signal.SIGKILL
        shown |= saved(lines + more)
        events = audit_file.load(path).review.events
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        found = {event.seq: event.hash for event in events}
        assert shown.items() <= found.items()
        # An event may reach the disk in the moment between its last byte and the word "saved", one per kill.
        assert len(found) <= len(shown) + kill
        assert len({event.hash for event in events}) == len(events)
    assert shown, "every kill came before the first event: nothing was tried"
    assert leftovers_after_a_review(path) == ["x.audit.json"]


def test_a_crash_at_any_call_of_the_system_loses_and_doubles_nothing(path: Path, victim: Victim) -> None:
    shown: dict[int, str] = {}
    call = 0
    status = journal_victim.CRASHED
    while status == journal_victim.CRASHED:
        call += 1
        victim.start(f"crash {call}")
        lines, status = victim.lines_to_the_end()
        shown |= saved(lines)
        found = {event.seq: event.hash for event in audit_file.load(path).review.events}
        assert shown.items() <= found.items(), call
        assert list(found) == list(range(1, len(found) + 1)), call
    assert status == 0
    # Seven events with two folds make some eighty calls; each was the last one once.
    assert call > 40
    assert leftovers_after_a_review(path) == ["x.audit.json"]


def test_a_second_process_is_refused_while_the_first_lives_and_let_in_after(path: Path, victim: Victim) -> None:
    pid = victim.start("hold")
    assert victim.line() == "open 0"
    audit = audit_file.load(path)
    with pytest.raises(SaveError, match=f"'holder' is reviewing this audit since .* \\(process {pid} on this computer"):
        Journal.open(path, audit, reviewer="ann")
    os.kill(pid, signal.SIGKILL)
    victim.lines_to_the_end()
    with Journal.open(path, audit, reviewer="ann") as journal:
        assert journal.note == f"took over the lock of 'holder', whose process {pid} has ended"


def leftovers_after_a_review(path: Path) -> list[str]:
    """The files that remain when all events are folded and the review is closed."""
    audit = audit_file.load(path)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.fold(audit)
    return sorted(file.name for file in path.parent.iterdir())
