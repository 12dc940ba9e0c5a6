"""Audit files on disk: saving never destroys work, loading says in one line what is wrong."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.core.audit import Review
from proofsieve.core.errors import AuditFileError, InputError, SaveError
from proofsieve.core.proof import Source
from proofsieve.core.readers.encodings import _CODECS
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record.journal import Journal
from proofsieve.tests.core.reviewed import fresh_audit, note, with_event, with_notes
from proofsieve.tests.factories import synthetic_audit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.audit.json"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def leave_in_journal(path: Path, count: int = 1) -> None:
    """A review that ends without a fold."""
    audit = audit_file.load(path)
    with Journal.open(path, audit, reviewer="ann") as journal:
        for _ in range(count):
            event = note(audit)
            journal.append(event)
            audit = with_event(audit, event)


# Names


@pytest.mark.parametrize(
    ("source", "audit"),
    [
        ("proof.md", "proof.audit.json"),
        ("folder/proof.tex", "folder/proof.audit.json"),
        ("/tmp/a.b/proof", "/tmp/a.b/proof.audit.json"),
        ("x.tar.gz", "x.audit.json"),
        ("proof.md.bz2", "proof.audit.json"),
        ("x.gz", "x.audit.json"),
        ("lemma-1.2.md", "lemma-1.2.audit.json"),
        ("v1.2", "v1.2.audit.json"),
        ("v1.2.gz", "v1.2.audit.json"),
        ("proof.final.md", "proof.final.audit.json"),
        (".hidden", ".hidden.audit.json"),
        (".hidden.md", ".hidden.audit.json"),
        ("ends with dot.", "ends with dot..audit.json"),
        ("a proof.Ünicode", "a proof.Ünicode.audit.json"),
        ("records.jsonl", "records.audit.json"),
        ("-", "-.audit.json"),
        ("/dev/shm/proof.md", "/dev/shm/proof.audit.json"),
    ],
)
def test_an_audit_lies_beside_its_source(source: str, audit: str) -> None:
    assert audit_file.audit_path_for(Path(source)) == Path(audit)


def test_standard_input_is_the_word_and_a_file_of_that_name_is_a_file() -> None:
    assert audit_file.audit_path_for("-") == Path("stdin.audit.json")
    assert audit_file.audit_path_for("./-") == Path("-.audit.json")


@pytest.mark.parametrize("source", ["/dev/stdin", "/dev/fd/0", "/dev/fd/63", "/proc/self/fd/0", "/dev/zero"])
def test_beside_a_device_no_audit_lies(source: str) -> None:
    with pytest.raises(InputError, match=r"this is a device.*use - for standard input"):
        audit_file.audit_path_for(source)


@pytest.mark.parametrize("source", ["/", "."])
def test_beside_a_folder_without_a_name_no_audit_lies(source: str) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        audit_file.audit_path_for(source)


@pytest.mark.parametrize(
    ("audit", "journal", "lock"),
    [
        ("x.audit.json", "x.audit.journal", "x.audit.lock"),
        ("a/b.c.audit.json", "a/b.c.audit.journal", "a/b.c.audit.lock"),
        ("out.json", "out.json.journal", "out.json.lock"),
        ("out", "out.journal", "out.lock"),
    ],
)
def test_journal_and_lock_lie_beside_the_audit(audit: str, journal: str, lock: str) -> None:
    assert audit_file.journal_path(Path(audit)) == Path(journal)
    assert audit_file.lock_path(Path(audit)) == Path(lock)


def test_journal_and_lock_of_a_link_are_those_of_its_target(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(path)
    assert audit_file.journal_path(link) == path.with_name("x.audit.journal")
    assert audit_file.lock_path(link) == path.with_name("x.audit.lock")


# Saving


def test_what_is_saved_is_loaded(path: Path) -> None:
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    assert audit_file.load(path) == audit
    assert path.read_bytes() == canonical.dump_audit(audit)
    assert names(path.parent) == ["x.audit.json"]


def test_a_saved_file_has_the_mode_that_the_user_gives_to_files(path: Path) -> None:
    mask = os.umask(0o027)
    try:
        audit_file.save_new(path, fresh_audit())
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o640


def test_an_audit_without_events_is_overwritten(path: Path) -> None:
    audit_file.save_new(path, fresh_audit(5))
    audit_file.save_new(path, fresh_audit(7))
    assert audit_file.load(path) == fresh_audit(7)


PRECIOUS: dict[str, tuple[Callable[[], bytes], str]] = {
    "an audit with events": (
        lambda: canonical.dump_audit(with_notes(fresh_audit(), 2)),
        "an audit with 2 review events is there; it is not overwritten",
    ),
    "a proof": (lambda: b"# Proof\n", "a file is there that is no audit"),
    "an empty file": (lambda: b"", "a file is there that is no audit (the file is empty)"),
    "a newer audit": (lambda: b'{\n  "schema": "proofsieve/audit/999"\n}\n', "made by a newer version"),
    "a damaged audit": (lambda: canonical.dump_audit(fresh_audit())[:-1], "a file is there that is no audit"),
}


@pytest.mark.parametrize("name", PRECIOUS)
def test_what_somebody_may_need_is_not_overwritten_without_force(path: Path, name: str) -> None:
    make, says = PRECIOUS[name]
    content = make()
    path.write_bytes(content)
    with pytest.raises(AuditFileError) as caught:
        audit_file.save_new(path, fresh_audit(5))
    assert says in str(caught.value)
    assert "overwrite it with --force" in str(caught.value)
    assert path.read_bytes() == content
    assert names(path.parent) == ["x.audit.json"]
    audit_file.save_new(path, fresh_audit(5), force=True)
    assert audit_file.load(path) == fresh_audit(5)


def test_a_journal_with_events_is_not_orphaned_without_force_and_kept_with_it(path: Path) -> None:
    audit_file.save_new(path, fresh_audit())
    leave_in_journal(path, 2)
    beside = audit_file.journal_path(path)
    for attempt in ("", "2"):
        before, lines = path.read_bytes(), beside.read_bytes()
        with pytest.raises(AuditFileError, match="a journal with 2 review events lies beside"):
            audit_file.save_new(path, fresh_audit(5))
        assert (path.read_bytes(), beside.read_bytes()) == (before, lines)
        audit_file.save_new(path, fresh_audit(5), force=True)
        assert audit_file.load(path) == fresh_audit(5)
        assert (path.parent / f"x.audit.journal.old{attempt}").read_bytes() == lines
        leave_in_journal(path, 2)


def test_a_journal_whose_audit_is_gone_is_not_orphaned_either(path: Path) -> None:
    audit_file.save_new(path, fresh_audit())
    leave_in_journal(path)
    path.unlink()
    with pytest.raises(AuditFileError, match="a journal with 1 review event lies beside"):
        audit_file.save_new(path, fresh_audit(5))
    assert not path.exists()


def test_whether_a_file_may_be_overwritten_can_be_asked_before_a_long_run(path: Path) -> None:
    audit_file.check_overwrite(path)
    audit_file.save_new(path, fresh_audit())
    audit_file.check_overwrite(path)
    leave_in_journal(path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(AuditFileError, match="a journal with 1 review event lies beside"):
        audit_file.check_overwrite(path)
    audit_file.check_overwrite(path, force=True)
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


def test_an_audit_under_review_is_not_replaced_even_with_force(path: Path) -> None:
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    with Journal.open(path, audit, reviewer="Ann"), pytest.raises(SaveError, match="'Ann' is reviewing this audit"):
        audit_file.save_new(path, fresh_audit(5), force=True)
    assert audit_file.load(path) == audit


def test_a_link_is_written_through(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "mine.audit.json"
    link.symlink_to(path)
    audit_file.save_new(link, fresh_audit(5))
    audit_file.save_new(link, fresh_audit(7))
    assert link.is_symlink()
    assert audit_file.load(path) == fresh_audit(7)
    assert names(folder) == ["mine.audit.json"]
    path.write_bytes(canonical.dump_audit(with_notes(fresh_audit(), 1)))
    with pytest.raises(AuditFileError, match="with 1 review event "):
        audit_file.save_new(link, fresh_audit(5))


@pytest.mark.parametrize("force", [False, True])
def test_only_regular_files_are_written(path: Path, tmp_path: Path, force: bool) -> None:
    with pytest.raises(AuditFileError, match="no regular file"):
        audit_file.save_new(tmp_path, fresh_audit(), force=force)
    os.mkfifo(path)
    with pytest.raises(AuditFileError, match="no regular file"):
        audit_file.save_new(path, fresh_audit(), force=force)
    assert path.is_fifo()


def test_a_folder_that_does_not_exist_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="the folder does not exist"):
        audit_file.save_new(tmp_path / "none" / "x.audit.json", fresh_audit())


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    audit_file.save_new(path, fresh_audit(5))
    really = getattr(os, call)

    def failing(*args: object) -> object:
        # The lock's record is small and let through, so that the audit itself meets the full disk.
        if call == "write" and len(args[1]) < 1000:  # type: ignore[arg-type]
            return really(*args)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, failing)
    with pytest.raises(SaveError, match=r"no space left on device \(free some space"):
        audit_file.save_new(path, fresh_audit(7))
    monkeypatch.undo()
    assert audit_file.load(path) == fresh_audit(5)
    assert names(path.parent) == ["x.audit.json"]


def test_what_would_not_be_read_back_is_not_saved(path: Path) -> None:
    no_base = synthetic_audit(5)
    with pytest.raises(SaveError, match=r"review\.base is not the hash"):
        audit_file.save_new(path, no_base)
    fresh = fresh_audit(5)
    with pytest.raises(SaveError, match="there is no unit 'u99'"):
        audit_file.save_new(path, replace(fresh, window=replace(fresh.window, candidate="u99")))
    broken = Review(base=fresh.review.base, events=(), head="0" * 64)
    with pytest.raises(SaveError, match="the head says"):
        audit_file.save_new(path, replace(fresh, review=broken))
    assert names(path.parent) == []


@pytest.mark.parametrize(
    "encoding", sorted({"utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "cp1252", *_CODECS.values()})
)
def test_a_source_in_any_encoding_that_the_readers_use_is_saved_and_loaded(path: Path, encoding: str) -> None:
    text = "Problem: show it.\r\nProof: √2" if encoding.startswith("utf") else "Problem: show it.\r\nProof: 1 = 1"
    raw = text.encode(encoding)
    source = Source(name="p.tex", sha256=hashlib.sha256(raw).hexdigest(), encoding=encoding, text=text)
    audit = fresh_audit()
    audit = chain.begin_review(replace(audit, proof=replace(audit.proof, sources=(*audit.proof.sources, source))))
    audit_file.save_new(path, audit)
    found = audit_file.load(path).proof.sources[1]
    assert found.raw() == raw


# Loading


def test_a_missing_file_is_said_so_and_how_to_make_one(path: Path) -> None:
    with pytest.raises(AuditFileError, match=r"x.audit.json: there is no such file \(make one with: proofsieve audit"):
        audit_file.load(path)


def test_a_folder_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(AuditFileError, match=r"this is a folder, no audit \(name a file \*\.audit\.json in it"):
        audit_file.load(tmp_path)


def test_a_pipe_does_not_make_it_wait(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(AuditFileError, match="this is no regular file"):
        audit_file.load(path)


def test_a_file_in_a_file_is_said_so(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(AuditFileError, match="a part of this path is no folder"):
        audit_file.load(path / "y.audit.json")


def test_links_that_lead_nowhere_or_in_circles_are_said_so(path: Path, tmp_path: Path) -> None:
    path.symlink_to(tmp_path / "none")
    with pytest.raises(AuditFileError, match="there is no such file"):
        audit_file.load(path)
    path.unlink()
    path.symlink_to(path)
    with pytest.raises(AuditFileError):
        audit_file.load(path)


def test_a_name_with_a_nul_is_no_name(tmp_path: Path) -> None:
    with pytest.raises(AuditFileError, match="no name of a file"):
        audit_file.load(tmp_path / "a\0b")


def test_an_empty_and_a_binary_file_are_said_so(path: Path) -> None:
    path.write_bytes(b"")
    with pytest.raises(AuditFileError, match="the file is empty"):
        audit_file.load(path)
    path.write_bytes(bytes(range(256)))
    with pytest.raises(AuditFileError, match="binary file"):
        audit_file.load(path)


def test_a_file_without_permission_is_said_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit_file.save_new(path, fresh_audit())

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    with pytest.raises(AuditFileError, match="you may not read this file"):
        audit_file.load(path)


def test_too_large_a_file_is_not_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(canonical.MAX_BYTES + 1)
    with pytest.raises(AuditFileError, match=f"at most {canonical.MAX_BYTES:,} are read"):
        audit_file.load(path)


def test_loading_changes_nothing_and_needs_no_lock(path: Path) -> None:
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.append(note(audit))
        before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
        assert audit_file.load(path) == with_event(audit, note(audit))
        assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


def test_a_journal_that_names_what_is_not_there_is_refused(path: Path) -> None:
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    leave_in_journal(path)
    beside = audit_file.journal_path(path)
    header = beside.read_bytes().split(b"\n")[0] + b"\n"
    beside.write_bytes(header + audit_file.journal_lines.write_line(note(audit, unit="u99")))
    with pytest.raises(AuditFileError, match=r"x.audit.journal: review.events\[0\]: there is no unit 'u99'"):
        audit_file.load(path)


def test_a_fold_between_reading_journal_and_file_is_no_conflict(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    journal = Journal.open(path, audit, reviewer="ann")
    first = note(audit)
    journal.append(first)
    audit = with_event(audit, first)
    read = audit_file.read_bytes

    def fold_in_between(file: Path, *, limit: int = canonical.MAX_BYTES) -> bytes:
        if file == path:
            monkeypatch.setattr(audit_file, "read_bytes", read)
            journal.fold(audit)
            journal.append(note(audit))
        return read(file, limit=limit)

    monkeypatch.setattr(audit_file, "read_bytes", fold_in_between)
    assert audit_file.load(path) == audit
    journal.close()


# Names and folders that cannot be


NO_FILES = {
    "this folder": ".",
    "the folder above": "..",
    "the root": "/",
    "nothing": "",
    "a name of 300 letters": "n" * 300,
    "a path of 5,000 letters": "n/" * 2_500 + "n",
    "a NUL": "a\0b",
    "half a character": "a\ud800.json",
    "below a file": "/etc/passwd/x",
    "below nothing": "/nowhere/x",
}


@pytest.mark.parametrize("name", NO_FILES)
def test_what_can_be_no_audit_is_said_in_one_line(name: str) -> None:
    with pytest.raises(AuditFileError) as caught:
        audit_file.load(Path(NO_FILES[name]))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("name", NO_FILES)
def test_where_nothing_can_be_saved_is_said_before_and_after_a_run(name: str, force: bool) -> None:
    for attempt in (
        lambda: audit_file.check_overwrite(Path(NO_FILES[name]), force=force),
        lambda: audit_file.save_new(Path(NO_FILES[name]), fresh_audit(2), force=force),
    ):
        with pytest.raises((AuditFileError, SaveError)) as caught:
            attempt()
        assert "\n" not in str(caught.value)


def test_a_folder_that_may_not_be_entered_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", forbidden)
    for attempt in (audit_file.load, audit_file.check_overwrite):
        with pytest.raises(AuditFileError, match=r"you may not .*enter"):
            attempt(tmp_path / "closed" / "x.audit.json")


def test_a_folder_that_cannot_be_written_is_said_before_a_long_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    audit_file.check_overwrite(path)
    assert names(path.parent) == []
    monkeypatch.setattr(os, "open", forbidden)
    with pytest.raises(SaveError, match=r"permission denied \(write elsewhere with -o FILE\)"):
        audit_file.check_overwrite(path)


def test_a_folder_that_is_missing_is_said_before_a_long_run(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match=r"no such file or directory \(write elsewhere with -o FILE\)"):
        audit_file.check_overwrite(tmp_path / "missing" / "x.audit.json")


def test_an_audit_under_review_is_said_before_a_long_run(path: Path) -> None:
    audit_file.save_new(path, fresh_audit(2))
    with (
        Journal.open(path, fresh_audit(2), reviewer="ann"),
        pytest.raises(SaveError, match="'ann' is reviewing this audit"),
    ):
        audit_file.check_overwrite(path, force=True)
    audit_file.check_overwrite(path)
    assert names(path.parent) == ["x.audit.json"]


# The inputs


@pytest.mark.parametrize("how", ["itself", "by another path", "by a link", "by a hard link", "as the journal"])
def test_what_is_audited_is_never_overwritten(tmp_path: Path, how: str) -> None:
    source = tmp_path / "proof.audit.journal"
    source.write_bytes(b"# Proof\n")
    output = source
    if how == "by another path":
        output = tmp_path / ".." / tmp_path.name / source.name
    elif how == "by a link":
        output = tmp_path / "link"
        output.symlink_to(source)
    elif how == "by a hard link":
        output = tmp_path / "hard"
        output.hardlink_to(source)
    elif how == "as the journal":
        output = tmp_path / "proof.audit.json"
    for attempt in (
        lambda: audit_file.check_overwrite(output, force=True, never=[tmp_path / "other.md", source]),
        lambda: audit_file.save_new(output, fresh_audit(2), force=True, never=[source]),
    ):
        with pytest.raises(AuditFileError, match="is what is audited; it is not overwritten"):
            attempt()
    assert source.read_bytes() == b"# Proof\n"


def test_an_audit_beside_its_source_is_written(tmp_path: Path) -> None:
    source = tmp_path / "proof.md"
    source.write_bytes(b"# Proof\n")
    output = audit_file.audit_path_for(source)
    audit_file.check_overwrite(output, never=[source])
    audit_file.save_new(output, fresh_audit(2), never=[source])
    assert audit_file.load(output) == fresh_audit(2)
