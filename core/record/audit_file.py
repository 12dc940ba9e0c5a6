"""Audit files on disk: where they lie, saving a new one without losing an old one, loading one with its journal."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..audit import Audit
from ..errors import AuditFileError, InputError, SaveError
from . import canonical, chain, journal_lines, versions
from .consistency import first_inconsistency
from .durable import remove_leftovers, replace_file, save_error, sync_folder, try_folder
from .journal_lines import JournalText
from .lock import WRITER, Lock
from .standing import verdict_fault, verdict_of, with_verdict

SUFFIX = ".audit.json"

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
_COMPRESSION = frozenset({".gz", ".bz2", ".xz", ".zst", ".zip"})


def audit_path_for(source: str | Path) -> Path:
    """Where the audit of ``source`` goes: beside it, "proof.md" -> "proof.audit.json".

    Only what looks like an extension is dropped ("v1.2" keeps its ".2"); before a compression's extension one more
    ("x.tar.gz" -> "x.audit.json"). The text "-" is the standard input: "stdin.audit.json" in the working folder; a
    path, or "./-", is always a file. Raises InputError for devices, beside which nothing can be written.
    """
    if source == "-":
        return Path("stdin" + SUFFIX)
    stem = path = Path(source)
    if is_device(path):
        raise InputError(
            "this is a device, no file beside which an audit could lie",
            where=str(path),
            hint="use - for standard input, or say where with -o FILE",
        )
    compressed = path.suffix.lower() in _COMPRESSION
    for _ in range(2 if compressed else 1):
        if _EXTENSION.fullmatch(stem.suffix):
            stem = stem.with_suffix("")
    if not path.name:
        raise InputError("this is a folder, no proof", where=str(path), hint="name a file in it")
    return path.with_name(stem.name + SUFFIX)


def journal_path(path: Path) -> Path:
    """The journal of the audit at ``path``: X.audit.json -> X.audit.journal, beside the file that a link leads to."""
    return _beside(path, ".journal")


def lock_path(path: Path) -> Path:
    """The lock of the audit at ``path``: X.audit.json -> X.audit.lock, beside the file that a link leads to."""
    return _beside(path, ".lock")


def target_of(path: Path) -> Path:
    """The file that is read and replaced: ``path`` itself, or what a symbolic link leads to."""
    # Not Path.resolve, which raises RuntimeError on links in a circle, and not Path.is_symlink, which raises OSError
    # for names that no file can have: opening them says so in its own way.
    return Path(os.path.realpath(path)) if os.path.islink(path) else path  # noqa: PTH114


def save_new(path: Path, audit: Audit, *, force: bool = False, never: Sequence[Path] = ()) -> None:
    """Write a freshly made audit, without destroying work.

    Refuses (AuditFileError) to overwrite an audit that holds events or sign-offs, a file that is no audit, or one with
    events in its journal, unless ``force``; then a journal is moved aside to X.audit.journal.old, never deleted.
    Refuses while somebody reviews the old one (SaveError). The files in ``never`` (the source) are overwritten by no
    means. A symbolic link stays; its target is written. Raises SaveError, with the old file untouched, where the disk
    fails or the audit would not be readable again.
    """
    raw = canonical.dump_audit(audit)
    _refuse_unreadable(path, audit)
    _refuse_inputs(path, never)
    target = target_of(path)
    lock = Lock.take(lock_path(path), reviewer=WRITER)
    try:
        remove_leftovers(target)
        _guard_file(path, force=force)
        _refuse_journal(path, force=force)
        _set_journal_aside(path)
        replace_file(target, raw)
    finally:
        lock.release()


def check_overwrite(path: Path, *, force: bool = False, never: Sequence[Path] = ()) -> None:
    """Raise what ``save_new`` would raise: of the file and journal already there, of the inputs in ``never``, of a
    folder that is missing or cannot be written to, of a lock that is held. For asking before a long run."""
    _refuse_inputs(path, never)
    _guard_file(path, force=force)
    _refuse_journal(path, force=force)
    try:
        try_folder(target_of(path))
    except SaveError as error:
        raise SaveError(error.message, where=error.where, hint="write elsewhere with -o FILE") from None
    Lock.take(lock_path(path), reviewer=WRITER).release()


def load(path: Path) -> Audit:
    """The audit at ``path`` with the events of its journal, read without the lock and without changing anything.

    Its verdict is the one that evidence and events lead to, the journal's included. Raises AuditFileError in one line
    for anything that is no readable audit.
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
    return with_verdict(complete)


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
        raise AuditFileError(
            "you may not read this file, or enter its folder", where=str(path), hint="ask its owner for it"
        ) from None
    except OSError as error:
        raise AuditFileError(f"could not be read: {(error.strerror or str(error)).lower()}", where=str(path)) from None
    except ValueError:  # a NUL or half a character in the name
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


def is_device(path: Path) -> bool:
    """True for what stands in the folders of the system's devices and processes, as /dev/stdin."""
    match path.parts:
        case ("/", "dev", name, *_):
            return name != "shm"
        case ("/", "proc", *_):
            return True
    return False


def _beside(path: Path, suffix: str) -> Path:
    target = target_of(path)
    if target.name in ("", ".."):
        raise AuditFileError("this is a folder, no audit", where=str(path), hint=f"name a file *{SUFFIX} in it")
    stem = target.name.removesuffix(".json") if target.name.endswith(SUFFIX) else target.name
    return target.with_name(stem + suffix)


def _refuse_inputs(path: Path, never: Sequence[Path]) -> None:
    """An audit (or its journal, or lock) never takes the place of what it was made from, by whatever name."""
    for written in (path, journal_path(path), lock_path(path)):
        for given in never:
            if _same_file(written, given):
                raise AuditFileError(
                    f"{given} is what is audited; it is not overwritten, with --force neither",
                    where=str(written),
                    hint="write elsewhere with -o FILE",
                )


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # one of them does not exist
        return False


def _refuse_unreadable(path: Path, audit: Audit) -> None:
    """What ``load`` would refuse is not written in the first place."""
    fault = first_inconsistency(audit)
    if fault is None and not versions.has_its_base(audit):
        fault = "review.base is not the hash of the machine part"
    if fault is None:
        try:
            chain.verify(audit.review)
        except AuditFileError as error:
            fault = error.message
    if fault is None:
        fault = verdict_fault(audit, verdict_of(audit))
    if fault is not None:
        raise SaveError(f"the audit does not fit together and is not saved: {fault}", where=str(path))


def _guard_file(path: Path, *, force: bool) -> None:
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):  # nothing to guard; writing says what is wrong with the folder
        return
    except PermissionError:
        raise AuditFileError(
            "you may not enter this folder", where=str(path), hint="write elsewhere with -o FILE"
        ) from None
    except OSError as error:
        raise save_error(path, error) from None
    except ValueError:  # a NUL or half a character in the name
        raise AuditFileError("this is no name of a file", where=repr(str(path))) from None
    if not stat.S_ISREG(status.st_mode):
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
    if old.signoffs:
        signers = ", ".join(signoff.reviewer for signoff in old.signoffs[:5])
        raise AuditFileError(
            f"an audit that {signers} signed off is there; it is not overwritten", where=str(path), hint=hint
        )
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
