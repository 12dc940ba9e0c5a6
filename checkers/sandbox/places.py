"""What a confined program sees of the file system, and what it may never be given."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .values import Job, SandboxError

SYSTEM = tuple(map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")))
"""Programs and libraries."""

SETTINGS = tuple(map(Path, ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")))
"""Of /etc only what finds libraries and programs: no users, hosts, name servers or keys."""

DEVICES = tuple(map(Path, ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")))

_SEARCHED = "/usr/local/bin:/usr/bin:/bin"


def program(job: Job) -> Path:
    """The absolute path of ``argv[0]``. Raises SandboxError if it is no program."""
    name = job.argv[0]
    found = shutil.which(name, path=job.environment.get("PATH", _SEARCHED))
    if found is None:
        raise SandboxError(f"the program {name} is not there or cannot be executed")
    return Path(found).absolute()


def checked(job: Job) -> tuple[Path, tuple[Path, ...]]:
    """The work folder without links, and all paths to be read: as given and, where that is a link, what it leads to.

    Raises SandboxError for a path that does not exist, or that would show the home folder as a whole.
    """
    names = [*job.argv, *job.environment, *job.environment.values()]
    if any("\0" in one for one in names) or any(not name or "=" in name for name in job.environment):
        raise SandboxError("an argument or variable that no program can be given")
    cwd = job.cwd.resolve()
    if not cwd.is_dir():
        raise SandboxError("the work folder of a sandboxed program is not there", where=str(cwd))
    read: list[Path] = []
    for path in job.read_only:
        if not path.exists():
            raise SandboxError("what a sandboxed program shall read is not there", where=str(path))
        read += [one for one in dict.fromkeys((path.absolute(), path.resolve())) if one not in read]
    for path in (cwd, *read):
        if path == Path("/") or (_home() is not None and _home().is_relative_to(path)):  # type: ignore[union-attr]
            raise SandboxError(
                "a sandboxed program would see the whole home folder",
                where=str(path),
                hint="put the project into a folder of its own",
            )
    if cwd in read:
        raise SandboxError("the work folder cannot be read-only too", where=str(cwd))
    return cwd, tuple(read)


def _home() -> Path | None:
    home = Path(os.environ.get("HOME") or "/").resolve()
    return None if home == Path("/") else home
