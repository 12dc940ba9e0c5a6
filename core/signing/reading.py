"""Verification of an audit where it lies: its signature files beside it, its journal, the list of allowed signers."""

from __future__ import annotations

import os
import re
import stat
from datetime import UTC, datetime
from pathlib import Path

from ..errors import AuditFileError, UsageError
from ..record import audit_file, journal_lines
from ..record.strictjson import shown
from . import allowed as lists
from . import sshsig
from .allowed import AllowedSigners
from .checks import Check, Outcome, Verification, verify_bytes
from .programs import git_setting
from .wire import BadSignature

MAX_SIGNATURES = 256
MAX_COPIES = 20
SUFFIX = ".sig"
# In the canonical form no other line can begin like this: a line break inside text is written as \n.
_SUPERSEDES = re.compile(rb'\n  "supersedes": \[\n((?:    "[0-9a-f]{64}",?\n){1,64})  \]')


def verify_path(
    path: Path, *, allowed: AllowedSigners | None, require: int | None = None, now: datetime | None = None
) -> Verification:
    """Check the audit at ``path`` with the signatures that lie beside it. Reads, changes nothing, asks no network.

    ``now``: the time at which keys must be valid (UTC), this moment where it is None. Raises AuditFileError where there
    is no file to check.
    """
    raw = audit_file.read_bytes(path)
    found = verify_bytes(
        raw,
        signatures_of(path),
        path=str(path),
        allowed=allowed,
        now=now if now is not None else datetime.now(UTC),
        require=require,
    )
    extra = [*_journal_checks(path, found), *_later_checks(path, found), *_allowed_checks(allowed)]
    return Verification(
        path=found.path,
        sha256=found.sha256,
        checks=(*found.checks, *extra),
        signed=found.signed,
        audit=found.audit,
    )


def signatures_of(path: Path) -> dict[str, bytes]:
    """The signature files of the audit at ``path``: X.audit.json.NAME.sig and X.audit.json.sig, beside the file that a
    link leads to. One that cannot be read has no bytes. Raises AuditFileError for more than ``MAX_SIGNATURES``."""
    target = audit_file.target_of(path)
    found: dict[str, bytes] = {}
    try:
        with os.scandir(target.parent) as entries:
            names = [entry.name for entry in entries if _is_signature(entry.name, target.name)]
    except OSError as error:
        why = f"the folder cannot be read: {error.strerror or error}"
        raise AuditFileError(why, where=str(target.parent)) from None
    if len(names) > MAX_SIGNATURES:
        raise AuditFileError(f"{len(names)} signature files; at most {MAX_SIGNATURES} are read", where=str(path))
    for name in names:
        found[name] = _bytes_of(target.with_name(name))
    return found


def read_allowed_file(path: Path) -> AllowedSigners:
    """The allowed_signers file at ``path``. Raises UsageError where it cannot be read, or allows nobody by mistake."""
    try:
        raw = audit_file.read_bytes(path, limit=lists.MAX_BYTES)
        return lists.read_allowed(raw, where=str(path))
    except AuditFileError as error:
        why = error.message
    except BadSignature as fault:
        why = str(fault)
    raise UsageError(f"the allowed signers cannot be read: {why}", where=str(path))


def default_allowed() -> AllowedSigners | None:
    """The list of git's gpg.ssh.allowedSignersFile in the user's or the machine's settings, else allowed_signers in the
    user's folder of settings for this program; None where there is neither. Raises UsageError where git names a file
    that cannot be read."""
    from platformdirs import user_config_path

    name = "gpg.ssh.allowedSignersFile"
    # Not a repository's own setting: whoever made an archive with the audit could put it there, and a list beside it.
    named = git_setting(name, is_path=True, scope="--global") or git_setting(name, is_path=True, scope="--system")
    if named:
        return read_allowed_file(Path(named))
    try:
        own = user_config_path("proofsieve") / "allowed_signers"
    except RuntimeError:  # there is no home folder
        return None
    return read_allowed_file(own) if own.exists() else None


def _is_signature(name: str, audit: str) -> bool:
    return name.startswith(f"{audit}.") and name.endswith(SUFFIX) and len(name) >= len(audit) + len(SUFFIX)


def _bytes_of(path: Path) -> bytes:
    """A signature file, read no further than it may be long. A pipe or folder in its place is never waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return b""
            return os.read(descriptor, sshsig.MAX_BYTES + 1)
        finally:
            os.close(descriptor)
    except OSError:
        return b""


def _journal_checks(path: Path, found: Verification) -> list[Check]:
    """Events that nobody signed are shown beside what was signed: that must be told, and is no pass."""
    if found.audit is None:
        return []
    try:
        journal = audit_file.read_journal(path)
        where = str(audit_file.journal_path(path))
        added = () if journal is None else journal_lines.beyond(journal, found.audit.review, where=where)
    except AuditFileError as error:
        return [Check(about="journal", outcome=Outcome.FAILED, text=f"the journal beside it: {error.message}")]
    if not added:
        return []
    told = "1 event" if len(added) == 1 else f"{len(added)} events"
    told += f" of the journal beside it {'stands' if len(added) == 1 else 'stand'} in no signed file"
    return [Check(about="journal", outcome=Outcome.FAILED if found.audit.signoffs else Outcome.NOTE, text=told)]


def _later_checks(path: Path, found: Verification) -> list[Check]:
    """Copies beside it that say that they take its place, by the names that this program gives them. Anybody can write
    such a file, so it is no fault of this one; but who is shown this one must be told."""
    if found.audit is None:
        return []
    target = audit_file.target_of(path)
    stem = re.sub(r"\.[0-9]{1,5}$", "", target.name.removesuffix(audit_file.SUFFIX))
    copy = re.compile(re.escape(stem) + r"\.([0-9]{1,5})" + re.escape(audit_file.SUFFIX))
    try:
        with os.scandir(target.parent) as entries:
            names = [entry.name for entry in entries if copy.fullmatch(entry.name) and entry.name != target.name]
    except OSError:
        return []
    checks = []
    for name in sorted(names, key=lambda name: (len(name), name))[:MAX_COPIES]:
        try:
            said = _SUPERSEDES.search(audit_file.read_bytes(target.with_name(name)))
        except AuditFileError:
            continue
        if said is not None and found.sha256.encode() in said[1]:
            told = f"{shown(name)} beside it says that it supersedes this file: verify that one too"
            checks.append(Check(about="superseded", outcome=Outcome.NOTE, text=told))
    return checks


def _allowed_checks(allowed: AllowedSigners | None) -> list[Check]:
    if allowed is None:
        return []
    return [
        Check(about="allowed", outcome=Outcome.NOTE, text=f"{allowed.where}, {fault}: left out")
        for fault in allowed.left_out[:10]
    ]
