"""How fast the review app is in a terminal: first frame, j and k, and confirming, each beside a bare Textual app.

    python -m benchmarks.review_app [--units 10000] [--opening 2000] [--keys 40]

Both apps run as whole processes on a pseudo-terminal of 120x40 cells. Times are milliseconds, medians; "paint" is from
writing a key to the first bytes that come back, "rest" to the last bytes before a pause. The ratio to the bare app in
the same run says more than the milliseconds, which depend on the machine.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

SIZE = (40, 120)
QUIET = 0.25
"""Seconds without output after which a screen is taken to rest."""

BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    BINDINGS = [("j,k,a", "step", "step"), ("q", "quit", "quit")]
    def compose(self):
        self.count = 0
        yield Static("ready")
    def action_step(self):
        self.count += 1
        self.query_one(Static).update(f"ready {self.count}")
Bare().run()
"""
REVIEW = """
import sys
from pathlib import Path
from proofsieve.core.record.audit_file import load
from proofsieve.tui.app import make_app
path = Path(sys.argv[1])
make_app(load(path), path=path, reviewer="benchmark").run()
"""


@dataclass(frozen=True)
class Stroke:
    """Milliseconds from a key to the first bytes of the answer and to the last before a pause, medians."""

    paint: float
    rest: float


class Terminal:
    """A process on a pseudo-terminal whose output is read as it comes."""

    def __init__(self, *arguments: str) -> None:
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            environment.pop("NO_COLOR", None)
            os.execve(sys.executable, [sys.executable, *arguments], environment)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))

    def wait_for(self, words: bytes, timeout: float = 120.0) -> float:
        """Seconds since the start until ``words`` have been written."""
        seen = b""
        while words not in seen:
            if time.perf_counter() - self.started > timeout:
                raise TimeoutError(f"no {words!r} within {timeout} s; last output {seen[-300:]!r}")
            seen += self._read(1.0)
        return time.perf_counter() - self.started

    def rest(self) -> None:
        """Read until nothing comes any more."""
        while self._read(QUIET):
            pass

    def stroke(self, key: bytes) -> Stroke:
        """Press a key and time the answer."""
        pressed = time.perf_counter()
        os.write(self._fd, key)
        if not self._read(5.0):
            raise TimeoutError(f"no answer to {key!r}")
        first = last = time.perf_counter()
        while self._read(QUIET):
            last = time.perf_counter()
        return Stroke((first - pressed) * 1e3, (last - pressed) * 1e3)

    def cpu(self) -> float | None:
        """Milliseconds of processor time so far, which other work on the machine hardly changes, where the system
        tells."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) * 1e3 / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float | None:
        """Resident MiB, where the system tells."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return None
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def close(self) -> None:
        """Leave the app and wait for it."""
        os.write(self._fd, b"q")
        deadline = time.perf_counter() + 20
        while time.perf_counter() < deadline:
            try:
                self._read(0.05)
            except OSError:
                break
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                os.close(self._fd)
                return
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._fd)

    def _read(self, timeout: float) -> bytes:
        ready, _, _ = select.select([self._fd], [], [], timeout)
        try:
            return os.read(self._fd, 1 << 20) if ready else b""
        except OSError:
            # The other end is closed; on Linux that is an error and not the end of the file.
            return b""


def bare(keys: int) -> dict[str, object]:
    """The floor: Textual with one line of text."""
    terminal = Terminal("-c", BARE)
    first = terminal.wait_for(b"ready")
    cpu = terminal.cpu()
    terminal.rest()
    strokes = [terminal.stroke(b"j") for _ in range(keys)]
    memory = terminal.memory()
    terminal.close()
    return {"first_frame_ms": first * 1e3, "first_frame_cpu_ms": cpu, "key": asdict(middle(strokes)), "rss_mib": memory}


def review(path: Path, keys: int) -> dict[str, object]:
    """The app on an audit: opening, moving, confirming."""
    terminal = Terminal("-c", REVIEW, str(path))
    first = terminal.wait_for(b"whole proof")
    cpu = terminal.cpu()
    terminal.rest()
    opened = terminal.stroke(b"\r")
    down = [terminal.stroke(b"j") for _ in range(keys)]
    up = [terminal.stroke(b"k") for _ in range(keys)]
    os.write(terminal._fd, b"/status:flawed\r")
    terminal.rest()
    confirmed = [terminal.stroke(b"a") for _ in range(keys)]
    memory = terminal.memory()
    terminal.close()
    return {
        "first_frame_ms": first * 1e3,
        "first_frame_cpu_ms": cpu,
        "open_review": asdict(opened),
        "j": asdict(middle(down)),
        "k": asdict(middle(up)),
        "confirm": asdict(middle(confirmed)),
        "rss_mib": memory,
    }


def middle(strokes: list[Stroke]) -> Stroke:
    """The medians of some strokes."""
    return Stroke(median(stroke.paint for stroke in strokes), median(stroke.rest for stroke in strokes))


def saved_audit(folder: Path, units: int) -> Path:
    """A synthetic audit on disk."""
    from proofsieve.core.record.audit_file import save_new
    from proofsieve.core.record.chain import begin_review
    from proofsieve.tests.factories import synthetic_audit

    path = folder / f"{units}.audit.json"
    save_new(path, begin_review(synthetic_audit(units)))
    return path


def main() -> None:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--units", type=int, default=10_000, help="units of the large audit")
    parser.add_argument("--opening", type=int, default=2_000, help="units of the audit whose first frame counts")
    parser.add_argument("--keys", type=int, default=40, help="strokes of each key")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        opening = saved_audit(folder, options.opening)
        large = saved_audit(folder, options.units)
        floor = bare(options.keys)
        small = review(opening, 5)
        big = review(large, options.keys)
    key = floor["key"]
    assert isinstance(key, dict)
    over = {}
    for name in ("j", "k", "confirm"):
        stroke = big[name]
        assert isinstance(stroke, dict)
        over[name] = {
            "paint_over_bare_ms": stroke["paint"] - key["paint"],
            "paint_ratio": stroke["paint"] / key["paint"],
        }
    first, floor_first = small["first_frame_ms"], floor["first_frame_ms"]
    assert isinstance(first, float)
    assert isinstance(floor_first, float)
    result = {
        "bare": floor,
        f"review_{options.opening}": small,
        f"review_{options.units}": big,
        "over_bare": {**over, "first_frame_ratio": first / floor_first},
    }
    print(json.dumps(_rounded(result), indent=2))


def _rounded(thing: object) -> object:
    if isinstance(thing, dict):
        return {key: _rounded(value) for key, value in thing.items()}
    return round(thing, 1) if isinstance(thing, float) else thing


if __name__ == "__main__":
    main()
