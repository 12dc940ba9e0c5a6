"""How much of a disk a program uses: its work folder, and files that it has deleted and still holds open."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path

from .values import SandboxError

MOST_ENTRIES = 50_000
"""Files and folders in a work folder; more count as full (a disk can also run out of those)."""

_MOST_OPEN = 4_096
_SCARCE = 128 * 2**20  # bytes left on the file system of the work folder, whoever used them up


def read_back(folder: Path, name: str, limit: int) -> bytes:
    """A file that a program left in its work folder, at most ``limit`` bytes.

    Nothing else is read in its place: what it may have put there (a link to a secret, a pipe without end, a device)
    is refused. ``name``: without folders. Raises SandboxError; also if the file is not there or longer.
    """
    if name in ("", ".", "..") or "/" in name:
        raise SandboxError("not the name of a file in the work folder", where=name)
    try:
        opened = os.open(folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(opened, "rb") as found:  # noqa: PTH123 - a descriptor
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise SandboxError("what the program left is no file", where=name)
            content = found.read(limit + 1)
    except OSError as error:
        raise SandboxError(f"what the program left cannot be read: {error.strerror}", where=name) from error
    if len(content) > limit:
        raise SandboxError(f"what the program left is longer than {limit} bytes", where=name)
    return content


def used_bytes(folder: Path, pids: list[int], allowed: int) -> int:
    """Bytes on disk below ``folder`` and in deleted files that ``pids`` hold open; looks no further than ``allowed``.

    Links are not followed. At least ``allowed`` where there are too many entries or the disk is nearly full.
    """
    with contextlib.suppress(OSError):
        if shutil.disk_usage(folder).free < _SCARCE:
            return allowed
    total = entries = 0
    seen: set[tuple[int, int]] = set()
    folders = [str(folder)]
    while folders and total < allowed:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as found:
            for entry in found:
                entries += 1
                if entries > MOST_ENTRIES:
                    return allowed
                with contextlib.suppress(OSError):
                    about = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(about.st_mode):
                        folders.append(entry.path)
                    total += _new(about, seen)
    return total + _deleted(pids, seen)


def _new(about: os.stat_result, seen: set[tuple[int, int]]) -> int:
    """What a file takes on the disk, 0 if it was counted under another name."""
    if about.st_nlink != 1 and not stat.S_ISDIR(about.st_mode):
        key = (about.st_dev, about.st_ino)
        if key in seen:
            return 0
        seen.add(key)
    return about.st_blocks * 512


def _deleted(pids: list[int], seen: set[tuple[int, int]]) -> int:
    total = looked = 0
    for pid in pids:
        with contextlib.suppress(OSError), os.scandir(f"/proc/{pid}/fd") as found:
            for entry in found:
                looked += 1
                if looked > _MOST_OPEN:
                    return total
                with contextlib.suppress(OSError):
                    about = entry.stat()
                    if stat.S_ISREG(about.st_mode) and about.st_nlink == 0:
                        total += _new(about, seen)
    return total
