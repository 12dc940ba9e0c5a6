"""Running a program of the set-up: bounded in time, its whole process group ended, its output kept for messages."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from ....core.value import value
from ..errors import SetupError


@value
class Done:
    """How a program ended and what it said."""

    code: int
    output: str
    errors: str


def run(command: Sequence[str], *, cwd: Path, seconds: float, what: str, inherit: bool = False) -> Done:
    """Run ``command`` to its end. ``inherit``: with the caller's environment (npm needs proxies and certificates).

    Raises SetupError if it cannot start or takes longer than ``seconds``. Interrupted, the group ends with us.
    """
    environment = dict(os.environ) if inherit else {"LANG": "C.UTF-8"}
    try:
        process = subprocess.Popen(  # noqa: S603 - the wheel's programs and our scripts
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=cwd,
            start_new_session=True,
        )
    except OSError as error:
        raise SetupError(f"{what} cannot be started: {error}") from error
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise SetupError(f"{what} did not end within {seconds:.0f} s") from error
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return Done(
        code=process.returncode, output=output.decode("utf-8", "replace"), errors=errors.decode("utf-8", "replace")
    )
