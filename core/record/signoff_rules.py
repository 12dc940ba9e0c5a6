"""What must hold of the sign-offs of an audit, and how the files of their signatures are called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from ..audit import Audit
from ..signoff import Signoff
from .chain import UTC_TIME
from .strictjson import shown

MAX_SIGNERS = 64
MAX_ROLE = 200
_MAX_SUPERSEDED = 16

# ASCII: two names that look alike would be two identities. No comma, blank, quote or wildcard, which mean something in
# an allowed_signers file; no slash, because it becomes part of the name of a file.
_IDENTITY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}(@[A-Za-z0-9][A-Za-z0-9.-]{0,127})?", re.ASCII)
_LOCAL = re.compile(r"[A-Za-z0-9._-]+", re.ASCII)
_KEY = re.compile(r"SHA256:[A-Za-z0-9+/]{43}", re.ASCII)
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


def identity_fault(identity: str) -> str | None:
    """Why ``identity`` cannot sign; None where it can."""
    if _IDENTITY.fullmatch(identity):
        return None
    return f"{shown(identity)} is no identity: a name or an e-mail address in ASCII, as reviewer@example.org"


def role_fault(role: str) -> str | None:
    """Why ``role`` cannot stand in a sign-off."""
    if len(role) > MAX_ROLE or not role.isprintable() or role != role.strip():
        return f"the role {shown(role)} is not a line of at most {MAX_ROLE} printable characters"
    return None


def key_fault(key: str) -> str | None:
    """Why ``key`` is no fingerprint."""
    return None if _KEY.fullmatch(key) else f"{shown(key)} is no fingerprint SHA256:…"


def time_of(at: str) -> datetime | None:
    """The time in UTC that ``at`` says; None where it is none in RFC 3339 UTC."""
    if not UTC_TIME.fullmatch(at):
        return None
    try:
        return datetime.fromisoformat(at)
    except ValueError:  # the 30th of February
        return None


def signature_name(signer: str, all_signers: Sequence[str]) -> str:
    """NAME in X.audit.json.NAME.sig: the local part of the identity; the whole identity where two share it, or where
    it has other characters than [A-Za-z0-9._-]. Case does not tell two names apart: some file systems do not either.
    """
    local = signer.partition("@")[0]
    same = sum(other.partition("@")[0].lower() == local.lower() for other in all_signers)
    return local if same < 2 and _LOCAL.fullmatch(local) else signer


def signoffs_fault(signoffs: Sequence[Signoff]) -> str | None:
    """The first thing wrong with a list of sign-offs, as "signoffs[1].key: …", or None."""
    return next(_faults(signoffs), None)


def signoff_faults(audit: Audit) -> Iterator[str]:
    """What is wrong with the sign-offs, and with what the audit says that it supersedes."""
    yield from _faults(audit.signoffs)
    if len(audit.supersedes) > _MAX_SUPERSEDED or len(set(audit.supersedes)) != len(audit.supersedes):
        yield f"supersedes: more than {_MAX_SUPERSEDED} files, or one twice"
    for index, digest in enumerate(audit.supersedes):
        if not _SHA256.fullmatch(digest):
            yield f"supersedes[{index}]: {shown(digest)} is no sha256"


def _faults(signoffs: Sequence[Signoff]) -> Iterator[str]:
    if len(signoffs) > MAX_SIGNERS:
        yield f"signoffs: {len(signoffs)} signers; at most {MAX_SIGNERS} are taken"
        return
    identities: set[str] = set()
    keys: set[str] = set()
    for index, signoff in enumerate(signoffs):
        at = f"signoffs[{index}]"
        for name, fault in (
            ("reviewer", identity_fault(signoff.reviewer)),
            ("role", role_fault(signoff.role)),
            ("key", key_fault(signoff.key)),
        ):
            if fault is not None:
                yield f"{at}.{name}: {fault}"
        if time_of(signoff.at) is None:
            yield f"{at}.at: the time {shown(signoff.at)} is not RFC 3339 UTC (as 2026-01-31T09:30:00Z)"
        if signoff.reviewer.lower() in identities:
            yield f"{at}.reviewer: {shown(signoff.reviewer)} signs twice"
        if signoff.key in keys:
            yield f"{at}.key: {shown(signoff.key)} signs twice; each signer has a key of their own"
        identities.add(signoff.reviewer.lower())
        keys.add(signoff.key)
        left = signoff.unfinished
        if left.undecided < 0 or left.conventions < 0 or not 0 <= left.stale <= left.undecided:
            yield f"{at}.unfinished: these are no counts"
