"""Before the first signature: what is signed off, by whom, what was left open; copies that supersede a signed file.

All signers are listed first, so that all sign identical bytes. The functions make values; ``write_superseding`` alone
writes a file.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..audit import BUDGET, STOPPED, Audit
from ..conventions.convention import Standing
from ..errors import SaveError, UsageError
from ..record import audit_file, canonical
from ..record.signoff_rules import MAX_SIGNERS, identity_fault, key_fault, role_fault, signoffs_fault
from ..review.state import ReviewState
from ..signoff import Signoff, Unfinished
from ..value import value
from .keys import key_of_line
from .wire import BadSignature

MAX_DECLARATION = 256 * 1024


@value
class Declared:
    """Somebody who will sign: identity, fingerprint of the key, role ("" for none)."""

    identity: str
    key: str
    role: str = ""


def unfinished_of(audit: Audit) -> Unfinished:
    """What the review of ``audit`` has left open. The audit must be consistent."""
    state = ReviewState(audit, reviewer="")
    progress = state.progress()
    undecided = progress.total - progress.decided
    return Unfinished(
        undecided=undecided,
        stale=min(progress.stale, undecided),
        conventions=sum(one.standing is Standing.OPEN for one in state.conventions()),
        stopped=any(finding.kind in (STOPPED, BUDGET) for finding in audit.findings),
    )


def declare(audit: Audit, signers: Sequence[Declared], *, at: str) -> Audit:
    """``audit`` with a sign-off of each of ``signers`` on its verdict, at ``at`` (RFC 3339 UTC).

    Raises UsageError where it is signed off already, or the list cannot stand (nobody, one twice, an odd name).
    """
    if audit.signoffs:
        raise UsageError(
            f"the audit is already signed off by {names_of(audit)}, and what they sign does not change",
            hint="sign a copy that supersedes it, with --supersede",
        )
    if not signers:
        raise UsageError("nobody is declared to sign")
    left = unfinished_of(audit)
    signoffs = tuple(
        Signoff(
            reviewer=one.identity,
            role=one.role,
            verdict=audit.verdict.status,
            at=at,
            key=one.key,
            unfinished=left,
        )
        for one in signers
    )
    fault = signoffs_fault(signoffs)
    if fault is not None:
        raise UsageError(f"the signers cannot be declared: {fault}")
    return replace(audit, signoffs=signoffs)


def names_of(audit: Audit) -> str:
    """The declared signers in words."""
    named = [signoff.reviewer for signoff in audit.signoffs]
    return ", ".join(named[:5]) + (f" and {len(named) - 5} more" if len(named) > 5 else "")


def read_declaration(raw: bytes, *, where: str) -> tuple[Declared, ...]:
    """The signers in a file of lines "IDENTITY KEY [ROLE]": KEY is SHA256:… or a public key (ssh-ed25519 AAAA…), ROLE
    the rest of the line; # begins a comment line. Raises UsageError naming the first line that is none."""
    if len(raw) > MAX_DECLARATION:
        raise UsageError(f"the list of signers has more than {MAX_DECLARATION:,} bytes", where=where)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("the list of signers is not UTF-8", where=where) from None
    found: list[Declared] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            found.append(_declared(words))
        except BadSignature as fault:
            raise UsageError(
                f"line {number}: {fault}", where=where, hint="one signer a line: IDENTITY SHA256:… [ROLE]"
            ) from None
        if len(found) > MAX_SIGNERS:
            raise UsageError(f"more than {MAX_SIGNERS} signers", where=where)
    return tuple(found)


def superseding(audit: Audit, raw: bytes) -> Audit:
    """A copy of ``audit``, read from a file of the bytes ``raw``, that nobody signed and that supersedes that file."""
    return replace(audit, signoffs=(), supersedes=(hashlib.sha256(raw).hexdigest(),))


def write_superseding(path: Path) -> Path:
    """Write the copy that supersedes the signed audit at ``path`` beside it, and return where.

    X.audit.json gives X.2.audit.json, or the next number that is free. The signed file and its signatures stay as they
    are. Raises AuditFileError for what is no audit, SaveError where the copy cannot be written.
    """
    raw = audit_file.read_bytes(path)
    audit = canonical.load_audit_bytes(raw, where=str(path))
    beside = audit_file.target_of(path)
    copy = free_name(beside)
    audit_file.save_new(copy, superseding(audit, raw), never=[beside])
    return copy


def free_name(path: Path) -> Path:
    """The first of X.2.audit.json, X.3.audit.json, … that nothing stands at."""
    stem = path.name.removesuffix(audit_file.SUFFIX)
    base, dot, last = stem.rpartition(".")
    number = 2
    if dot and last.isdecimal() and len(last) < 6 and base:
        stem, number = base, int(last) + 1
    for _ in range(10_000):
        copy = path.with_name(f"{stem}.{number}{audit_file.SUFFIX}")
        if not os.path.lexists(copy) and not os.path.lexists(audit_file.journal_path(copy)):
            return copy
        number += 1
    raise SaveError("too many copies lie beside this audit", where=str(path))


def _declared(words: list[str]) -> Declared:
    identity, *rest = words
    fault = identity_fault(identity)
    if fault is not None:
        raise BadSignature(fault)
    if not rest:
        raise BadSignature("an identity without a key")
    if rest[0].startswith("SHA256:"):
        key, role = rest[0], " ".join(rest[1:])
    else:
        key, role = key_of_line(" ".join(rest[:2])).fingerprint, " ".join(rest[2:])
    fault = key_fault(key) or role_fault(role)
    if fault is not None:
        raise BadSignature(fault)
    return Declared(identity=identity, key=key, role=role)
