"""The lock that keeps a second writer away: X.audit.lock, which names its holder in one line of JSON.

Two guards. Where the system has it, ``flock`` on the file: it ends with its process, however that dies. And the
record in the file: who, which pid, on which host, since when. The record alone must serve on shares without locks, and
only it can say whom to ask. The lock libraries (filelock, portalocker) know no such record, or write their own over
it, and ``flock`` itself is one call; so the module is our own.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import socket
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import SaveError
from ..value import value
from .durable import save_error, write_all
from .jsonform import compact

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: the record alone
    fcntl = None

WRITER = "proofsieve audit"
"""Who holds the lock while a new audit is written, in place of a reviewer."""

_MAX_RECORD = 4096
_NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
_ATTEMPTS = 20
_WORDS = {"reviewer", "host", "since", "started"}
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


@value
class Holder:
    """Who holds a lock. ``started``: the start of the process in clock ticks since boot ("" where unknown), which
    tells a process from a later one that was given the same pid."""

    reviewer: str
    pid: int
    host: str
    since: str
    started: str


class Lock:
    """A lock that is held. Made by ``Lock.take``; ``note`` says if it was taken over from a process that is gone."""

    def __init__(self, path: Path, descriptor: int, note: str) -> None:
        self.path = path
        self.note = note
        self._descriptor: int | None = descriptor
        self._inode = os.fstat(descriptor).st_ino

    @classmethod
    def take(cls, path: Path, *, reviewer: str) -> Lock:
        """Take the lock at ``path``. Raises SaveError naming the holder where it is held, or why it cannot be made."""
        try:
            for _ in range(_ATTEMPTS):
                lock = _attempt(cls, path, reviewer)
                if lock is not None:
                    return lock
        except OSError as error:
            raise save_error(path, error, what="the lock against a second writer could not be made") from error
        except ValueError:  # a NUL or half a character in the name
            raise SaveError("this is no name of a file", where=repr(str(path))) from None
        raise SaveError("another process keeps taking and leaving the lock", where=str(path), hint="try again")

    def held(self) -> bool:
        """False if the lock file was removed or replaced while we hold it: then another writer may be at work."""
        try:
            return self._descriptor is not None and self.path.stat().st_ino == self._inode
        except OSError:
            return False

    def release(self) -> None:
        """Give the lock up. Does nothing the second time."""
        if self._descriptor is None:
            return
        if self.held():
            # Removed before it is closed: whoever waits then holds a file without a name, sees it, and starts over.
            with suppress(OSError):
                self.path.unlink()
        os.close(self._descriptor)
        self._descriptor = None


def _attempt(cls: type[Lock], path: Path, reviewer: str) -> Lock | None:
    """One try: the lock; None if the file changed under us (start over). Raises SaveError if it is held."""
    created = True
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        created = False
        _refuse_no_file(path)
        try:
            descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        except FileNotFoundError:
            return None
        except PermissionError:  # another user's lock: we can see who it is, no more
            raise _held(path, _parse(path.read_bytes()[: _MAX_RECORD + 1])) from None
    try:
        flocked = _flock(descriptor)
        if flocked is None:
            raise _held(path, _parse(_read(descriptor)))
        if not _names(path, descriptor):
            os.close(descriptor)
            return None
        note = ""
        if not created:
            raw = _read(descriptor)
            # No whole line: its maker died while writing it. Without flock it may be about to go on.
            if raw.endswith(b"\n") or len(raw) > _MAX_RECORD or not flocked:
                holder = _parse(raw)
                if holder is None or not _gone(holder):
                    raise _held(path, holder)
                note = f"took over the lock of {holder.reviewer!r}, whose process {holder.pid} has ended"
            if not flocked:
                os.close(descriptor)
                descriptor = _exchange(path, raw)
                if descriptor < 0:
                    return None
                created = True
        _write(descriptor, reviewer)
    except BaseException:
        if descriptor >= 0:
            with suppress(OSError):
                if created:
                    path.unlink()
            with suppress(OSError):
                os.close(descriptor)
        raise
    return cls(path, descriptor, note)


def _refuse_no_file(path: Path) -> None:
    """A pipe, link or folder in the lock's place is none that we made, and no lock at all."""
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if not stat.S_ISREG(mode):
            what = "a folder" if stat.S_ISDIR(mode) else "a link" if stat.S_ISLNK(mode) else "no regular file"
            raise SaveError(
                f"the lock of the audit is {what}, which this program did not make",
                where=str(path),
                hint="remove it, then try again",
            )


def _flock(descriptor: int) -> bool | None:
    """True if the system's lock is ours, None if another has it, False where the file system has no locks."""
    if fcntl is None:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return None
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return False
        raise
    return True


def _names(path: Path, descriptor: int) -> bool:
    """True if ``path`` still is the file that is open."""
    try:
        return path.stat().st_ino == os.fstat(descriptor).st_ino
    except FileNotFoundError:
        return False


def _exchange(path: Path, expected: bytes) -> int:
    """Replace a stale lock where nothing but the record guards it; -1 if somebody else was quicker."""
    aside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}.tmp")
    try:
        path.rename(aside)
    except FileNotFoundError:
        return -1
    try:
        if aside.read_bytes() != expected:  # it was taken over between our look and our rename: give it back
            with suppress(OSError):
                os.link(aside, path)
            return -1
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError:
        return -1
    finally:
        aside.unlink(missing_ok=True)


def _write(descriptor: int, reviewer: str) -> None:
    holder = Holder(
        reviewer=reviewer,
        pid=os.getpid(),
        host=socket.gethostname(),
        since=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        started=_start_of(os.getpid()) or "",
    )
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    write_all(descriptor, compact(holder) + b"\n")


def _read(descriptor: int) -> bytes:
    os.lseek(descriptor, 0, os.SEEK_SET)
    return os.read(descriptor, _MAX_RECORD + 1)


def _parse(raw: bytes) -> Holder | None:
    """The record in a lock file; None if it is none."""
    try:
        record: Any = json.loads(raw) if len(raw) <= _MAX_RECORD else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    words = {name: word for name, word in record.items() if name in _WORDS and isinstance(word, str)}
    pid = record.get("pid")
    if set(words) != _WORDS or type(pid) is not int or not 0 < pid < 2**31 or not _TIME.fullmatch(words["since"]):
        return None
    return Holder(pid=pid, **words)


def _gone(holder: Holder) -> bool:
    """True if the holder's process is known to have ended: it ran on this host and runs no more."""
    # On Windows os.kill would end the process instead of asking after it.
    if holder.host != socket.gethostname() or os.name == "nt":
        return False
    try:
        os.kill(holder.pid, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it lives and belongs to somebody else
        return False
    start = _start_of(holder.pid)
    return start is not None and bool(holder.started) and start != holder.started


def _start_of(pid: int) -> str | None:
    """When a process started, in ticks since boot; "ended" for one that only waits to be reaped; None if unknown."""
    try:
        raw = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    # The second field is the program's name in brackets and may hold anything, brackets too.
    fields = raw.rpartition(")")[2].split()
    if len(fields) < 20:
        return None
    return "ended" if fields[0] in "ZX" else fields[19]


def _held(path: Path, holder: Holder | None) -> SaveError:
    if holder is None:
        return SaveError(
            "the audit is locked, and the lock does not say by whom",
            where=str(path),
            hint="if nobody reviews this audit, delete the lock file and try again",
        )
    here = holder.host == socket.gethostname()
    place = f"process {holder.pid} on this computer" if here else f"process {holder.pid} on {holder.host[:80]!r}"
    if holder.reviewer == WRITER:
        return SaveError(
            f"this audit is being written by {holder.reviewer!r} since {holder.since} ({place})",
            where=str(path),
            hint=(
                f"wait for it, or end process {holder.pid}" if here else "wait for it; if it crashed, delete the lock"
            )
            + ", then try again",
        )
    way_out = (
        f"close that review or end process {holder.pid}"
        if here
        else "close that review; if it crashed, delete the lock file"
    )
    return SaveError(
        f"{holder.reviewer[:80]!r} is reviewing this audit since {holder.since} ({place})",
        where=str(path),
        hint=way_out + ", then try again",
    )
