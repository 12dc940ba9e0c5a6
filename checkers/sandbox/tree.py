"""A process and all that come from it, read from /proc. Standard library only: the launcher imports this file alone."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
_TICK_MS = 1000 // (os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100)


class Process(NamedTuple):
    """A process by what no other one has: its id and the tick at which it started."""

    pid: int
    started: str


class Usage(NamedTuple):
    """What a tree uses: how many processes, memory in KiB, processor time in ms with that of reaped children."""

    processes: int
    rss_kib: int
    cpu_ms: int


def descendants(root: int, at_most: int = 100_000) -> list[int]:
    """The ids of all that come from ``root``, parents first, ``at_most`` of them; without ``root`` itself."""
    parents = None if _children_files() else _parents()
    found: list[int] = []
    seen = {root}
    queue = [root]
    while queue and len(found) < at_most:
        pid = queue.pop(0)
        for child in _children(pid) if parents is None else parents.get(pid, []):
            if child not in seen:
                seen.add(child)
                found.append(child)
                queue.append(child)
    return found[:at_most]


def _children_files() -> bool:
    return (PROC / "self" / "task" / str(os.getpid()) / "children").exists()


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - called twenty times a second
            with contextlib.suppress(OSError):
                found += map(int, (PROC / str(pid) / "task" / thread / "children").read_text("ascii").split())
    return found


def _parents() -> dict[int, list[int]]:
    """Every parent's children, for kernels without the children files."""
    found: dict[int, list[int]] = {}
    with contextlib.suppress(FileNotFoundError):  # no Linux
        for path in PROC.iterdir():
            if path.name.isdigit() and (fields := _stat(int(path.name))):
                found.setdefault(int(fields[1]), []).append(int(path.name))
    return found


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; nothing if there is no such process."""
    try:
        return (PROC / str(pid) / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return []


def parent(pid: int) -> int:
    """The id of its parent; 0 if there is no such process."""
    fields = _stat(pid)
    return int(fields[1]) if fields else 0


def available_mib() -> int:
    """Memory that the machine can still give, as the kernel estimates it; plenty where it does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        shown = (PROC / "meminfo").read_text("ascii").partition("MemAvailable:")[2]
        return int(shown.split()[0]) // 1024
    return 1 << 30


def identify(pid: int) -> Process | None:
    """The process that has this id now, unless it is dead (a zombie is dead)."""
    fields = _stat(pid)
    return Process(pid, fields[19]) if fields and fields[0] not in "ZX" else None


def alive(process: Process) -> bool:
    """Whether it is still there, and is not another one with its id."""
    return identify(process.pid) == process


def usage(pids: list[int]) -> Usage:
    """What these processes use together. Pages of mapped files are shared (a prover's library), so that only the
    process with most of them counts with them."""
    living = own = files = ticks = 0
    for pid in pids:
        fields = _stat(pid)
        if not fields:
            continue
        ticks += sum(map(int, fields[11:15]))
        if fields[0] in "ZX":
            continue
        living += 1
        with contextlib.suppress(OSError, ValueError):
            for line in (PROC / str(pid) / "status").read_text("utf-8", "replace").splitlines():
                name, _, size = line.partition(":")
                if name in ("RssAnon", "RssShmem"):
                    own += int(size.split()[0])
                elif name == "RssFile":
                    files = max(files, int(size.split()[0]))
    return Usage(living, own + files, ticks * _TICK_MS)


def kill(pids: list[int]) -> None:
    """Freeze all, so that none of them starts another, then end all."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)


def kill_group(pid: int) -> None:
    """End the process group that ``pid`` leads: all that can be found where there is no /proc."""
    if not PROC.is_dir():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def kill_childless(pid: int) -> None:
    """End ``pid`` if nothing living comes from it. It is frozen while we look: who adopts orphans must not end before
    them, or they come out of the tree."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGSTOP)
        children = [child for child in descendants(pid) if identify(child)]
        kill(children)
        os.kill(pid, signal.SIGCONT if children else signal.SIGKILL)


def end_descendants(root: int, seconds: float) -> bool:
    """End all that come from ``root`` (the caller), sweep by sweep, and reap what falls to it. True if none is left."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        left = descendants(root)
        if not left:
            return True
        if time.monotonic() > end:
            return False
        kill(left)
        time.sleep(0.002)
