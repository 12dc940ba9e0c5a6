"""A line for git, so that a checkout never converts the line ends of what was signed.

Exactly the files of an audit are named, and nothing else: another kind of file in the same repository may need the
opposite.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ..record.audit_file import target_of
from ..record.durable import save_error, write_all

LINES = ("*.audit.json -text", "*.audit.journal -text", "*.audit.json.*.sig -text")
_MAX_BYTES = 2**20


def keep_bytes(audit: Path) -> Path | None:
    """Add ``LINES`` to the .gitattributes beside the audit, those that it lacks, if the folder lies in a git work tree.

    Returns the file where something was added, None else. What is no regular file, or cannot be read as text, is left
    alone. Raises SaveError where the lines cannot be added.
    """
    folder = target_of(audit).absolute().parent
    if not any(os.path.lexists(above / ".git") for above in (folder, *folder.parents)):
        return None
    path = folder / ".gitattributes"
    try:
        there = _read(path)
        if there is None:
            return None
        stand = {" ".join(line.split()) for line in there.decode("utf-8", "replace").splitlines()}
        missing = [line for line in LINES if line not in stand]
        if not missing:
            return None
        gap = "\n" if there and not there.endswith(b"\n") else ""
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
        try:
            write_all(descriptor, (gap + "".join(f"{line}\n" for line in missing)).encode())
        finally:
            os.close(descriptor)
    except OSError as error:
        raise save_error(path, error, what="the lines for git could not be added") from None
    return path


def _read(path: Path) -> bytes | None:
    """What the file holds; nothing where there is none, None where it is left alone."""
    if not os.path.lexists(path):
        return b""
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
        return None
    return path.read_bytes()
