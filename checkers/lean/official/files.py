"""Looks at files and folders that others may have made: never waits, never fails, never goes deep."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def is_file(path: Path) -> bool:
    """Whether a regular file can be read there; False too where one may not look, or for a name that cannot be."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_file()
    return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder; False too where one may not look, or for a name that cannot be."""
    with contextlib.suppress(OSError, ValueError):
        return path.is_dir()
    return False


def content(path: Path, limit: int) -> bytes:
    """The first ``limit`` bytes of a regular file, b"" for anything else: a pipe would be waited for without end."""
    if not is_file(path):
        return b""
    with contextlib.suppress(OSError), path.open("rb") as file:
        return file.read(limit)
    return b""


def remove(folder: Path) -> None:
    """Remove a folder that foreign programs have written to, and whatever is in it; no link is followed.

    Folders in it are brought up first, so that no depth is too deep, and made readable. What cannot be removed stays.
    """
    name = secrets.token_hex(8)
    made = 0
    waiting = [str(folder)]
    while waiting:
        current = waiting.pop()
        with contextlib.suppress(OSError):
            os.chmod(current, 0o700)  # noqa: PTH101 - strings: a path object for each file would be slow
            with os.scandir(current) as found:
                entries = list(found)
            for entry in entries:
                with contextlib.suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        os.unlink(entry.path)  # noqa: PTH108
                        continue
                    os.chmod(entry.path, 0o700)  # noqa: PTH101
                    up = f"{folder}/{name}.{made}"
                    os.rename(entry.path, up)  # noqa: PTH104
                    made += 1
                    waiting.append(up)
            if current != str(folder):
                os.rmdir(current)  # noqa: PTH106
    with contextlib.suppress(OSError):
        folder.rmdir()
