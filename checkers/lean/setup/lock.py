"""One set-up at a time. The kernel drops the lock when its holder dies, however that dies.

Not the lock of audits (core.record.lock): there a second writer is refused and told whom to ask, here it waits and then
finds the work done.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import SetupError


@contextlib.contextmanager
def locked(folder: Path, on_wait: Callable[[], None]) -> Iterator[None]:
    """Hold the lock of ``folder``; ``on_wait`` is called once if another process has it."""
    try:
        import fcntl
    except ImportError:
        raise SetupError("there is no embedded Lean for this system", hint="Linux and macOS have it") from None
    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            on_wait()
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
