"""The command line that starts a job in its sandbox."""

from __future__ import annotations

import contextlib
import sys
import tempfile

from . import bubblewrap, seccomp
from .launching import LAUNCHER, order
from .values import Confinement, Job, Sandbox

_MOST_SECONDS = 10**9


def command_line(
    job: Job, sandbox: Sandbox, status: int, held: contextlib.ExitStack
) -> tuple[list[str], tuple[int, ...]]:
    """The command line, to be started with an empty environment, and the descriptors that it reads besides ``status``,
    to which it writes; ``held`` closes them. Raises SandboxError."""
    filtered = seccomp.program(namespaces=sandbox.confinement is Confinement.BUBBLEWRAP)
    seconds = -(-job.limits.cpu_ms // 1000) + 1 if job.limits.cpu_ms else _MOST_SECONDS
    if sandbox.confinement is Confinement.BUBBLEWRAP:
        assert sandbox.program is not None
        code = _readable(filtered, held) if filtered else None
        line = bubblewrap.command(sandbox.program, job, seconds=seconds, status=status, filter_from=code)
        return line, (() if code is None else (code,))
    given = _readable(order(job, sandbox, seconds=seconds, status=status, code=filtered), held)
    return [sys.executable, "-I", "-S", str(LAUNCHER), str(given)], (given,)


def _readable(content: bytes, held: contextlib.ExitStack) -> int:
    """A descriptor from which a child can read ``content`` once; ``held`` closes it."""
    spool = held.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - that is a context
    spool.write(content)
    spool.seek(0)
    return spool.fileno()
