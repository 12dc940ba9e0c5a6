"""Audit files on disk: where they lie, saving a new one without losing an old one, loading one with its journal."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import replace
from pathlib import Path

from ..audit import Audit
from ..errors import AuditFileError, SaveError
from . import canonical, chain, journal_lines
from .consistency import first_inconsistency
from .durable import remove_leftovers, replace_file, save_error, sync_folder
from .journal_lines import JournalText
from .lock import Lock

SUFFIX = ".audit.json"

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
_COMPRESSION = frozenset({".gz", ".bz2", ".xz", ".zst", ".zip"})


def audit_path_for(source: Path) -> Path:
    """Where the audit of ``source`` goes: beside it, "proof.md" -> "proof.audit.json".

    Only what looks like an extension is dropped ("v1.2" keeps its ".2"); before a compression's extension one more
    ("x.tar.gz" -> "x.audit.json"). "-" is the standard input: "stdin.audit.json" in the working folder.
    """
    if str(source) == "-":
        return Path("stdin" + SUFFIX)
    stem = source
    compressed = source.suffix.lower() in _COMPRESSION
    for _ in range(2 if compressed else 1):
        if _EXTENSION.fullmatch(stem.suffix):
            stem = stem.with_suffix("")
    return source.with_name(stem.name + SUFFIX)


def journal_path(path: Path) -> Path:
    """The journal of the audit at ``path``: X.audit.json -> X.audit.journal, beside the file that a link leads to."""
    return _beside(path, ".journal")


def lock_path(path: Path) -> Path:
    """The lock of the audit at ``path``: X.audit.json -> X.audit.lock, beside the file that a link leads to."""
    return _beside(path, ".lock")


def target_of(path: Path) -> Path:
    """The file that is read and replaced: ``path`` itself, or what a symbolic link leads to."""
    # Not Path.resolve, which raises RuntimeError on links in a circle; opening them says so in its own way.
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def save_new(path: Path, audit: Audit, *, force: bool = False) -> None:
    """Write a freshly made audit, without destroying work.

    Refuses (AuditFileError) to overwrite an audit that holds events, a file that is no audit, or one with events in
    its journal, unless ``force``; then a journal is moved aside to X.audit.journal.old, never deleted. Refuses while
    somebody reviews the old one (SaveError). A symbolic link stays; its target is written. Raises SaveError, with
    the old file untouched, where the disk fails or the audit would not be readable again.
    """
    raw = canonical.dump_audit(audit)
    _refuse_unreadable(path, audit)
    target = target_of(path)
    lock = Lock.take(lock_path(path), reviewer="proofsieve audit")
    try:
        remove_leftovers(target)
        check_overwrite(path, force=force)
        _set_journal_aside(path)
        replace_file(target, raw)
    finally:
        lock.release()


def check_overwrite(path: Path, *, force: bool = False) -> None:
    """Raise what ``save_new`` would raise of the file and journal already there; for asking before a long run."""
    _guard_file(path, force=force)
    _refuse_journal(path, force=force)


def load(path: Path) -> Audit:
    """The audit at ``path`` with the events of its journal, read without the lock and without changing anything.

    The verdict is the one that was stored; decisions in the journal are not yet in it. Raises AuditFileError in one
    line for anything that is no readable audit.
    """
    # The journal first: an audit that is folded in between holds all that the journal did.
    journal = read_journal(path)
    audit = canonical.load_audit_bytes(read_bytes(path), where=str(path))
    if journal is None:
        return audit
    where = str(journal_path(path))
    added = journal_lines.beyond(journal, audit.review, where=where)
    if not added:
        return audit
    complete = replace(audit, review=chain.extend(audit.review, added))
    fault = first_inconsistency(complete)
    if fault is not None:
        raise AuditFileError(fault, where=where)
    return complete


def read_bytes(path: Path, *, limit: int = canonical.MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most ``limit`` bytes. Raises AuditFileError that says what stands there."""
    make = "make one with: proofsieve audit SOURCE"
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise AuditFileError("this is a folder, no audit", where=str(path), hint=f"name a file *{SUFFIX} in it")
        if not stat.S_ISREG(status.st_mode):
            raise AuditFileError("this is no regular file", where=str(path))
        if status.st_size > limit:
            raise AuditFileError(f"the file has {status.st_size:,} bytes; at most {limit:,} are read", where=str(path))
        with path.open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise AuditFileError("there is no such file", where=str(path), hint=make) from None
    except NotADirectoryError:
        raise AuditFileError("a part of this path is no folder", where=str(path)) from None
    except PermissionError:
        raise AuditFileError("you may not read this file", where=str(path), hint="ask its owner for it") from None
    except OSError as error:
        raise AuditFileError(f"could not be read: {(error.strerror or str(error)).lower()}", where=str(path)) from None
    except ValueError:  # a NUL in the name
        raise AuditFileError("this is no name of a file", where=repr(str(path))) from None


def read_journal(path: Path) -> JournalText | None:
    """The journal of the audit at ``path``, or None if there is none."""
    beside = journal_path(path)
    if not os.path.lexists(beside):
        return None
    try:
        raw = read_bytes(beside, limit=journal_lines.MAX_BYTES)
    except AuditFileError:
        if not os.path.lexists(beside):  # folded since we looked
            return None
        raise
    return journal_lines.read_lines(raw, where=str(beside))


def _beside(path: Path, suffix: str) -> Path:
    target = target_of(path)
    stem = target.name.removesuffix(".json") if target.name.endswith(SUFFIX) else target.name
    return target.with_name(stem + suffix)


def _refuse_unreadable(path: Path, audit: Audit) -> None:
    """What ``load`` would refuse is not written in the first place."""
    fault = first_inconsistency(audit)
    if fault is None and chain.review_base(audit) != audit.review.base:
        fault = "review.base is not the hash of the machine part"
    if fault is None:
        try:
            chain.verify(audit.review)
        except AuditFileError as error:
            fault = error.message
    if fault is not None:
        raise SaveError(f"the audit does not fit together and is not saved: {fault}", where=str(path))


def _guard_file(path: Path, *, force: bool) -> None:
    if not path.exists():
        return
    if not path.is_file():
        raise AuditFileError("this is no regular file; an audit is not written there", where=str(path))
    if force:
        return
    hint = "write elsewhere with -o FILE, or overwrite it with --force"
    try:
        old = canonical.load_audit_bytes(read_bytes(path), where=str(path))
    except AuditFileError as error:
        raise AuditFileError(
            f"a file is there that is no audit ({error.message}); it is not overwritten", where=str(path), hint=hint
        ) from None
    if old.review.events:
        raise AuditFileError(
            f"an audit with {_events(len(old.review.events))} is there; it is not overwritten",
            where=str(path),
            hint=hint,
        )


def _refuse_journal(path: Path, *, force: bool) -> None:
    journal = None if force else read_journal(path)
    if journal is not None and journal.events:
        raise AuditFileError(
            f"a journal with {_events(len(journal.events))} lies beside the audit; it is not overwritten",
            where=str(journal_path(path)),
            hint="write elsewhere with -o FILE, or overwrite with --force (the journal is then kept as *.old)",
        )


def _set_journal_aside(path: Path) -> None:
    beside = journal_path(path)
    if not os.path.lexists(beside):
        return
    try:
        aside = beside.with_name(beside.name + ".old")
        number = 1
        while os.path.lexists(aside):
            number += 1
            aside = beside.with_name(f"{beside.name}.old{number}")
        beside.rename(aside)
        sync_folder(beside.parent)
    except OSError as error:
        raise save_error(beside, error) from error


def _events(count: int) -> str:
    return "1 review event" if count == 1 else f"{count} review events"
