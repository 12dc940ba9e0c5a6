"""The lock: one writer at a time, a clear word on who it is, and a way out of a stale one."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from proofsieve.core.errors import SaveError
from proofsieve.core.record import lock as lock_module
from proofsieve.core.record.lock import Lock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.audit.lock"


def no_locks(*_: Any) -> None:
    raise OSError(errno.ENOLCK, "No locks available")


@pytest.fixture(params=["flock", "a share without locks", "no flock at all"])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the file system offers; the same must hold on all of them."""
    if request.param == "a share without locks":
        monkeypatch.setattr(lock_module, "fcntl", SimpleNamespace(flock=no_locks, LOCK_EX=0, LOCK_NB=0))
    elif request.param == "no flock at all":
        monkeypatch.setattr(lock_module, "fcntl", None)
    return str(request.param)


@pytest.fixture
def dead_pid() -> int:
    """The pid of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    process.wait()
    return process.pid


def record(**changes: Any) -> bytes:
    """The record of a holder, by default this very process."""
    holder = {
        "reviewer": "bob",
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "since": "2026-01-31T09:30:00Z",
        "started": "",
    }
    return json.dumps(holder | changes).encode() + b"\n"


def test_a_lock_says_who_holds_it(path: Path, kind: str) -> None:
    lock = Lock.take(path, reviewer="Ann Müller")
    holder = json.loads(path.read_bytes())
    assert (holder["reviewer"], holder["pid"], holder["host"]) == ("Ann Müller", os.getpid(), socket.gethostname())
    assert lock.note == ""
    assert lock.held()
    lock.release()
    assert list(path.parent.iterdir()) == []


def test_a_second_taker_is_told_by_whom_and_how_to_get_out(path: Path, kind: str) -> None:
    first = Lock.take(path, reviewer="Ann Müller")
    with pytest.raises(SaveError) as caught:
        Lock.take(path, reviewer="bob")
    words = str(caught.value)
    assert "'Ann Müller' is reviewing this audit since 20" in words
    assert f"(process {os.getpid()} on this computer)" in words
    assert f"close that review or end process {os.getpid()}, then try again" in words
    first.release()
    Lock.take(path, reviewer="bob").release()


def test_releasing_twice_does_not_release_another_ones(path: Path, kind: str) -> None:
    first = Lock.take(path, reviewer="ann")
    first.release()
    second = Lock.take(path, reviewer="bob")
    first.release()
    assert second.held()
    second.release()


def test_the_lock_of_a_process_that_has_ended_is_taken_over_with_a_note(path: Path, kind: str, dead_pid: int) -> None:
    path.write_bytes(record(pid=dead_pid))
    lock = Lock.take(path, reviewer="ann")
    assert lock.note == f"took over the lock of 'bob', whose process {dead_pid} has ended"
    assert json.loads(path.read_bytes())["reviewer"] == "ann"
    with pytest.raises(SaveError, match="'ann' is reviewing"):
        Lock.take(path, reviewer="bob")
    lock.release()
    assert list(path.parent.iterdir()) == []


def test_the_lock_of_a_live_process_is_respected(path: Path, kind: str) -> None:
    content = record(pid=os.getppid())
    path.write_bytes(content)
    with pytest.raises(SaveError, match=f"process {os.getppid()} on this computer"):
        Lock.take(path, reviewer="ann")
    assert path.read_bytes() == content


def test_a_live_process_that_was_given_the_pid_later_is_not_the_holder(path: Path, kind: str) -> None:
    path.write_bytes(record(started="1"))
    if lock_module._start_of(os.getpid()) is None:  # a system without /proc cannot tell, and stays on the safe side
        with pytest.raises(SaveError):
            Lock.take(path, reviewer="ann")
    else:
        Lock.take(path, reviewer="ann").release()


def test_a_process_that_only_waits_to_be_reaped_holds_nothing(path: Path, kind: str) -> None:
    process = subprocess.Popen([sys.executable, "-S", "-c", ""])
    try:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        path.write_bytes(record(pid=process.pid, started="1"))
        Lock.take(path, reviewer="ann").release()
    finally:
        process.wait()


def test_the_lock_of_another_computer_is_respected_whatever_its_pid(path: Path, kind: str, dead_pid: int) -> None:
    path.write_bytes(record(host="elsewhere.example.org", pid=dead_pid))
    with pytest.raises(SaveError) as caught:
        Lock.take(path, reviewer="ann")
    assert f"'bob' is reviewing this audit since 2026-01-31T09:30:00Z (process {dead_pid} on 'elsewhere" in str(
        caught.value
    )
    assert "if it crashed, delete the lock file" in str(caught.value)
    assert path.exists()


NOT_RECORDS = {
    "words": b"in use\n",
    "a list": b"[]\n",
    "no pid": b'{"reviewer": "bob"}\n',
    "pid 0": record(pid=0),
    "a negative pid": record(pid=-1),
    "a huge pid": record(pid=2**40),
    "a pid that is true": record(pid=True),
    "a time that is none": record(since="\x1b[2J"),
    "a number for a name": record(reviewer=7),
    "too long": record(reviewer="x" * 5000),
    "not UTF-8": b"\xff\xfe\xfd\n",
    "deep": b"[" * 4000 + b"\n",
}


@pytest.mark.parametrize("name", NOT_RECORDS)
def test_a_lock_file_that_says_nothing_is_respected_and_the_way_out_named(path: Path, kind: str, name: str) -> None:
    path.write_bytes(NOT_RECORDS[name])
    with pytest.raises(SaveError, match="delete the lock file and try again") as caught:
        Lock.take(path, reviewer="ann")
    assert str(caught.value).isprintable()
    assert path.read_bytes() == NOT_RECORDS[name]


def test_hostile_names_in_a_lock_come_out_escaped(path: Path, kind: str) -> None:
    path.write_bytes(record(reviewer="\x1b]52;c;aGk=\x07\n", host="\u202e[bold]\n"))
    with pytest.raises(SaveError) as caught:
        Lock.take(path, reviewer="ann")
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("torn", [b"", record()[:-1], record()[:20]], ids=["empty", "no line end", "cut"])
def test_a_record_that_its_writer_did_not_finish_is_taken_over_under_flock_alone(
    path: Path, kind: str, torn: bytes
) -> None:
    path.write_bytes(torn)
    if kind == "flock":
        Lock.take(path, reviewer="ann").release()
    else:
        # Without flock its writer may just be about to go on.
        with pytest.raises(SaveError):
            Lock.take(path, reviewer="ann")


def test_flock_counts_even_while_the_record_is_not_yet_written(path: Path) -> None:
    import fcntl

    with path.open("wb") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(SaveError, match="the lock does not say by whom"):
            Lock.take(path, reviewer="ann")


def test_a_lock_that_was_removed_is_no_longer_held(path: Path, kind: str) -> None:
    lock = Lock.take(path, reviewer="ann")
    path.unlink()
    assert not lock.held()
    other = Lock.take(path, reviewer="bob")
    assert not lock.held()
    lock.release()
    assert other.held()
    other.release()


def test_a_lock_file_that_vanishes_between_look_and_open_is_made_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(record())
    really_open = os.open

    def vanishing(name: Any, flags: int, *mode: int) -> int:
        if not flags & os.O_CREAT:
            path.unlink(missing_ok=True)
        return really_open(name, flags, *mode)

    monkeypatch.setattr(os, "open", vanishing)
    lock = Lock.take(path, reviewer="ann")
    assert json.loads(path.read_bytes())["reviewer"] == "ann"
    lock.release()


def test_a_lock_that_is_given_up_between_open_and_flock_is_not_taken_without_its_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Lock.take(path, reviewer="quick")
    really = lock_module.fcntl

    def flock(descriptor: int, how: int) -> None:
        first.release()
        really.flock(descriptor, how)  # type: ignore[union-attr]

    monkeypatch.setattr(
        lock_module, "fcntl", SimpleNamespace(flock=flock, LOCK_EX=really.LOCK_EX, LOCK_NB=really.LOCK_NB)
    )  # type: ignore[union-attr]
    second = Lock.take(path, reviewer="ann")
    assert second.held()
    assert json.loads(path.read_bytes())["reviewer"] == "ann"
    second.release()


def test_two_that_take_over_at_once_on_a_share_without_locks_do_not_both_get_it(
    path: Path, monkeypatch: pytest.MonkeyPatch, dead_pid: int
) -> None:
    monkeypatch.setattr(lock_module, "fcntl", None)
    path.write_bytes(record(pid=dead_pid))
    gone = lock_module._gone
    quicker: list[Lock] = []

    def look_and_be_overtaken(holder: lock_module.Holder) -> bool:
        answer = gone(holder)
        if not quicker and answer:
            quicker.append(None)  # type: ignore[arg-type]
            quicker[0] = Lock.take(path, reviewer="quick")
        return answer

    monkeypatch.setattr(lock_module, "_gone", look_and_be_overtaken)
    with pytest.raises(SaveError, match="'quick' is reviewing"):
        Lock.take(path, reviewer="slow")
    assert json.loads(path.read_bytes())["reviewer"] == "quick"


READ_ONLY: dict[str, tuple[OSError, str]] = {
    "read-only file system": (OSError(errno.EROFS, "Read-only file system"), "copy the audit to a folder"),
    "no permission": (PermissionError(errno.EACCES, "Permission denied"), "copy the audit to a folder"),
    "disk full": (OSError(errno.ENOSPC, "No space left on device"), "free some space"),
}


@pytest.mark.parametrize("name", READ_ONLY)
def test_a_folder_that_cannot_be_written_is_named_with_a_way_out(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    error, hint = READ_ONLY[name]
    monkeypatch.setattr(os, "open", raising(error))
    with pytest.raises(SaveError, match="the lock against a second writer could not be made") as caught:
        Lock.take(path, reviewer="ann")
    assert hint in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_full_disk_leaves_no_lock_behind(path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", raising(OSError(errno.ENOSPC, "No space left on device")))
    with pytest.raises(SaveError, match="no space left"):
        Lock.take(path, reviewer="ann")
    assert not path.exists()


def test_another_users_lock_is_named_though_it_cannot_be_opened_for_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(record(host="elsewhere"))
    really_open = os.open

    def no_writing(name: Any, flags: int, *mode: int) -> int:
        if flags & os.O_RDWR and not flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied")
        return really_open(name, flags, *mode)

    monkeypatch.setattr(os, "open", no_writing)
    with pytest.raises(SaveError, match="'bob' is reviewing"):
        Lock.take(path, reviewer="ann")


def test_a_link_in_place_of_the_lock_is_not_followed(path: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_bytes(b"")
    path.symlink_to(precious)
    with pytest.raises(SaveError):
        Lock.take(path, reviewer="ann")
    assert precious.read_bytes() == b""


def raising(error: OSError) -> Callable[..., Any]:
    def call(*_: Any, **__: Any) -> Any:
        raise error

    return call


def test_a_lock_of_a_run_says_that_the_audit_is_being_written(path: Path) -> None:
    path.write_bytes(record(reviewer="proofsieve audit"))
    with pytest.raises(SaveError, match=r"this audit is being written by 'proofsieve audit' since .*wait for it"):
        Lock.take(path, reviewer="proofsieve audit")


@pytest.mark.parametrize("what", ["a folder", "a link", "no regular file"])
def test_what_is_no_file_in_the_place_of_a_lock_is_named(path: Path, kind: str, what: str) -> None:
    if what == "a folder":
        path.mkdir()
    elif what == "a link":
        path.symlink_to("elsewhere")
    else:
        os.mkfifo(path)
    with pytest.raises(SaveError, match=f"the lock of the audit is {what}.*remove it, then try again"):
        Lock.take(path, reviewer="ann")
    assert path.lstat()
