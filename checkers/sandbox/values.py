"""What a sandboxed run is asked for and what it comes back with."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from ...core.errors import ProofSieveError
from ...core.value import value


class SandboxError(ProofSieveError):
    """No sandbox, or one in which a program cannot be started. Nothing has been run then."""


class Confinement(StrEnum):
    """What holds a foreign program, strongest first."""

    BUBBLEWRAP = "bubblewrap"
    LANDLOCK = "landlock"
    NONE = "none"


@value
class Sandbox:
    """The confinement of this machine, as ``probe`` found it.

    ``program`` is the path of bwrap, None for the others; ``label`` goes into provenance and reports (no path in it);
    ``why`` says what is lacking, "" if nothing.
    """

    confinement: Confinement
    program: Path | None
    label: str
    why: str = ""


class Stop(StrEnum):
    """Why the watchdog, or the caller, ended a run before it ended by itself."""

    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"
    FILES = "files"
    CANCELLED = "cancelled"


@value
class JobLimits:
    """What a program and everything that it starts may use together.

    ``wall_ms`` and ``cpu_ms`` in milliseconds, 0 for no limit (a pool that times its questions itself);
    ``rss_mib`` resident memory (anonymous and shared pages of all, and the largest share of mapped files); ``file_mib``
    the total size of the work folder, also the size of any one file; ``output_mib`` each of stdout and stderr;
    ``processes`` how many at once. All others at least 1.
    """

    wall_ms: int = 60_000
    cpu_ms: int = 120_000
    rss_mib: int = 4_096
    file_mib: int = 256
    output_mib: int = 16
    processes: int = 64


@value
class Job:
    """A program to run.

    ``argv[0]`` is a path, or a name that is looked up in ``environment["PATH"]``. ``cwd`` is the only place where it
    may write (under bubblewrap also a private, bounded /tmp); ``read_only`` are folders and files that it may read and
    execute besides the system's. It sees the variables of ``environment`` and PWD, no others. ``stdin``: None is an
    empty input.
    """

    argv: tuple[str, ...]
    cwd: Path
    environment: Mapping[str, str]
    read_only: tuple[Path, ...] = ()
    stdin: bytes | None = None
    limits: JobLimits = JobLimits()


@value
class Finished:
    """How a run ended, when no process of it is left.

    ``returncode``: of the program, 128 + n for signal n, None if it was stopped. ``stdout`` and ``stderr`` hold at most
    ``output_mib`` each; ``truncated``: there was more. ``peak_rss_mib``: as the watchdog saw it, every 50 ms.
    """

    returncode: int | None
    stdout: bytes
    stderr: bytes
    stopped: Stop | None
    truncated: bool
    elapsed_ms: int
    peak_rss_mib: int
