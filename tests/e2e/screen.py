"""A program in a pseudo-terminal, and what a person would see there."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte


class Terminal:
    """A running program with its screen of ``columns`` x ``rows``."""

    def __init__(self, *command: str, folder: Path, columns: int = 120, rows: int = 40) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._text: str | None = None
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES", "PYTHONPATH")
        }
        self._child = pexpect.spawn(
            command[0],
            list(command[1:]),
            cwd=str(folder),
            env={**environment, "TERM": "xterm-256color", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")},
            dimensions=(rows, columns),
            timeout=None,
        )

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        if self._text is None:
            self._text = "\n".join(self._screen.display)
        return self._text

    def keys(self, keys: str) -> None:
        """Type."""
        self._child.send(keys)

    def read(self, seconds: float) -> bool:
        """Take in what was written within ``seconds``; False once nothing more can come."""
        try:
            self._feed(self._child.read_nonblocking(65_536, timeout=seconds))
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        return True

    def _feed(self, data: bytes) -> None:
        self._text = None
        # pyte takes the arguments of some private sequences for text; no cell of them is meant to be seen.
        self._stream.feed(re.sub(rb"\x1b\[[<=>?][\d;]*[a-zA-Z$]+|\x1bP.*?\x1b\\", _keep_modes, data))

    def wait(self, seen: Callable[[str], bool], what: str, seconds: float = 20) -> str:
        """Read until the screen shows ``what``; fails with the screen otherwise."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if seen(self.text):
                return self.text
            if not self.read(0.05) and not seen(self.text):
                break
        assert seen(self.text), f"never saw {what}:\n{self.text}"
        return self.text

    def send_signal(self, number: signal.Signals) -> None:
        """One signal to the program itself."""
        os.kill(self._child.pid, number)

    def kill(self) -> None:
        """SIGKILL to the whole process group, then take in what was written before."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        while self.read(1.0):
            if not self._child.isalive() and not self.read(0.05):
                break
        self._child.close(force=True)

    def wait_for_end(self, seconds: float = 20) -> int:
        """The exit code; minus the signal's number if one ended it."""
        deadline = time.monotonic() + seconds
        while self._child.isalive() and time.monotonic() < deadline:
            self.read(0.05)
        while self.read(0.05):
            if not self._child.isalive():
                break
        self._child.close()
        return int(
            self._child.exitstatus if self._child.exitstatus is not None else -int(self._child.signalstatus or 0)
        )


def _keep_modes(match: re.Match[bytes]) -> bytes:
    """Keep what switches the alternate screen or the cursor; drop the rest."""
    return match.group() if re.fullmatch(rb"\x1b\[\?(?:25|1049|47)[hl]", match.group()) else b""


def proofsieve(*words: str) -> tuple[str, ...]:
    """The command of this installation."""
    return (sys.executable, "-m", "proofsieve", *words)
