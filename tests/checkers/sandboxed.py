"""What the tests of the sandbox share: each confinement, programs in it, and looking for what is left of them."""

from __future__ import annotations

import itertools
import os
import sys
from pathlib import Path
from typing import Any

from proofsieve.checkers.sandbox import Confinement, Finished, Job, JobLimits, Sandbox, probe, run
from proofsieve.checkers.sandbox.landlock import NEEDED_ABI, abi

ALL = tuple(Confinement)
CONFINED = (Confinement.BUBBLEWRAP, Confinement.LANDLOCK)

PYTHON = str(Path(sys.executable).resolve())
READ = (Path(sys.base_prefix).resolve(),)

_numbers = itertools.count(1)


def box(confinement: Confinement) -> Sandbox:
    """The sandbox of that kind; a failure where this machine does not have it."""
    if confinement is Confinement.BUBBLEWRAP:
        found = probe()
        assert found.confinement is confinement, found.why
        return found
    if confinement is Confinement.NONE:
        return probe(unsandboxed=True)
    assert abi() >= NEEDED_ABI, "this kernel has no Landlock"
    return Sandbox(confinement=confinement, program=None, label="Landlock (weak)", why="for a test")


def job(folder: Path, *argv: str, limits: JobLimits | None = None, **more: Any) -> Job:
    """A job in ``folder`` with a long wall limit, so that a limit which is meant is the one that is met."""
    return Job(argv=argv, cwd=folder, read_only=READ, limits=limits or JobLimits(), **{"environment": {}, **more})


async def shell(kind: Confinement, folder: Path, script: str, **more: Any) -> Finished:
    """What /bin/sh made of ``script``."""
    return await run(job(folder, "/bin/sh", "-c", script, **more), box(kind))


async def python(kind: Confinement, folder: Path, script: str, *arguments: str, **more: Any) -> Finished:
    """What the interpreter made of ``script``."""
    return await run(job(folder, PYTHON, "-I", "-S", "-c", script, *arguments, **more), box(kind))


def marker() -> str:
    """Seconds to sleep that nobody else on this machine sleeps: a name by which a process is found again."""
    return f"{os.getpid()}{next(_numbers):04}.25"


def left(mark: str) -> list[str]:
    """The command lines of all living processes with ``mark`` among their arguments, ours aside."""
    found = []
    for line in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            said = line.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if mark in said and line.parent.name != str(os.getpid()):
            found.append(said)
    return found
