"""Writing that survives a crash: a file is either the old one or the new one, never something between."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from ..errors import SaveError

_NO_DIRECTORY_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}


def replace_file(path: Path, raw: bytes) -> None:
    """Put ``raw`` at ``path``: temporary file beside it, fsync, rename, fsync of the folder.

    The mode of a file that is replaced is kept. Raises SaveError with nothing half-written: until the rename the old
    file stands, and the temporary one is removed.
    """
    temporary = _temporary(path)
    try:
        mode = _mode_of(path)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            try:
                if mode is not None and hasattr(os, "fchmod"):
                    os.fchmod(descriptor, mode)
                write_all(descriptor, raw)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            temporary.replace(path)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise save_error(path, error) from error


def try_folder(path: Path) -> None:
    """Raise the SaveError that ``replace_file`` of ``path`` would raise for its name or folder, by trying it."""
    temporary = _temporary(path)
    try:
        os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        temporary.unlink()
    except OSError as error:
        raise save_error(path, error, what="nothing can be saved there") from error


def write_all(descriptor: int, raw: bytes) -> None:
    """All of ``raw``, however many calls it takes. Raises OSError; then any part may have been written."""
    view = memoryview(raw)
    while view:
        view = view[os.write(descriptor, view) :]


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` durable, where the system can. Raises OSError if the disk reports a failure."""
    if os.name == "nt":  # a folder cannot be opened there
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some network shares cannot sync a folder at all; that is no failure of the disk.
        if error.errno not in _NO_DIRECTORY_SYNC:
            raise
    finally:
        os.close(descriptor)


def remove_leftovers(path: Path) -> None:
    """Remove temporary files that a killed writer of ``path`` left. Call it under the lock only."""
    for leftover in path.parent.glob(f".{_escaped(path.name)}.*.tmp"):
        with suppress(OSError):
            leftover.unlink()


def save_error(path: Path, error: OSError, *, what: str = "could not be saved") -> SaveError:
    """What went wrong with writing ``path``, and what to do, in the user's words."""
    hints = {
        errno.ENOSPC: "free some space and try again; what was saved before is safe",
        errno.EDQUOT: "the quota is used up; free some space and try again",
        errno.EROFS: "the file system is read-only; copy the audit to a folder that you can write to",
        errno.EACCES: "the folder or file is not yours to write; copy the audit to a folder that you can write to",
        errno.EPERM: "the folder or file is not yours to write; copy the audit to a folder that you can write to",
        errno.EIO: "the disk reports an error; copy the audit to another one",
        errno.ENOENT: "the folder does not exist",
        errno.ENOTDIR: "the folder does not exist",
        errno.ENAMETOOLONG: "choose a shorter name",
    }
    reason = (error.strerror or str(error)).lower()
    return SaveError(f"{what}: {reason}", where=str(path), hint=hints.get(error.errno or 0, ""))


def _temporary(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")


def _mode_of(path: Path) -> int | None:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None


def _escaped(name: str) -> str:
    """``name`` with the characters that mean something in a glob pattern in brackets."""
    return "".join(f"[{char}]" if char in "*?[" else char for char in name)
