"""Verification of an audit file: every check is one line, and only if all hold does the whole hold.

Signatures are checked over the raw bytes before anything is parsed. What could not be checked is said and is no pass.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import orjson

from ...version import __version__
from ..audit import Audit
from ..errors import AuditFileError
from ..record import canonical, versions
from ..record.chain import short
from ..record.consistency import first_inconsistency
from ..record.jsonform import compact
from ..record.signoff_rules import time_of
from ..record.strictjson import shown
from ..signoff import Signoff
from ..value import value
from . import sshsig
from .allowed import AllowedSigners, Bearer, Grant, Refusal, may_sign, persons
from .declaring import names_of, unfinished_of
from .keys import PublicKey
from .wire import BadSignature

TOLERANCE = timedelta(seconds=300)
"""How far a sign-off may lie in the future of the checker's clock: clocks differ."""


class Outcome(StrEnum):
    """What became of one check. A ``note`` is none."""

    HOLDS = "holds"
    FAILED = "failed"
    NOT_CHECKED = "not checked"
    NOTE = "note"


@value
class Check:
    """One line: what was checked (file, chain, verdict, signature, signer, time, …) and what came out."""

    about: str
    outcome: Outcome
    text: str


@value
class Signed:
    """A signature that holds in every respect: whose, in which role, with which key, in which file."""

    reviewer: str
    role: str
    key: str
    file: str


@value
class Verification:
    """All checks of one audit file, in the order in which they were made. ``audit`` is None where it is unreadable."""

    path: str
    sha256: str
    checks: tuple[Check, ...]
    signed: tuple[Signed, ...]
    audit: Audit | None

    @property
    def exit_code(self) -> int:
        """0 all hold, 1 a check failed, 3 something that must be checked could not be."""
        outcomes = {check.outcome for check in self.checks}
        if Outcome.FAILED in outcomes:
            return 1
        return 3 if Outcome.NOT_CHECKED in outcomes or not self.signed else 0

    @property
    def holds(self) -> bool:
        """Whether everything was checked and holds."""
        return self.exit_code == 0


@value
class _Examined:
    """A signature file whose mathematics was checked over the raw bytes; ``fault`` is "" where it is good."""

    name: str
    key: PublicKey | None
    fault: str


def verify_bytes(
    raw: bytes,
    signatures: Mapping[str, bytes],
    *,
    path: str,
    allowed: AllowedSigners | None,
    now: datetime,
    require: int | None = None,
) -> Verification:
    """Check the audit file ``raw`` with its signature files (by name).

    ``allowed``: whose keys are whose; None where that is not known, and then nothing holds. ``now`` (UTC): when keys
    must be valid, besides the time that the sign-off says. ``require``: how many of the declared signers, with keys of
    their own, must have signed; None for all.
    """
    # A forger may lay many signatures beside a giant file: it is hashed once for all of them.
    signed_bytes = sshsig.Hashed(raw)
    with_lf = sshsig.Hashed(raw.replace(b"\r\n", b"\n")) if signatures and b"\r\n" in raw else None
    examined = [_examine(name, signatures[name], signed_bytes, with_lf) for name in sorted(signatures)]
    checks: list[Check] = []
    audit: Audit | None = None
    try:
        audit = canonical.load_audit_bytes(raw, where=path)
    except AuditFileError as error:
        hint = f" ({error.hint})" if error.hint else ""
        checks.append(Check(about="file", outcome=Outcome.FAILED, text=error.message + hint))
    else:
        checks += _file_checks(raw, audit)
    checks += [_signature_check(one) for one in examined]
    signed: list[Signed] = []
    if audit is not None:
        signed = _signer_checks(audit, examined, allowed, now, require, checks)
    return Verification(
        path=path,
        sha256=hashlib.sha256(raw).hexdigest(),
        checks=tuple(checks),
        signed=tuple(signed),
        audit=audit,
    )


def _examine(name: str, signature: bytes, raw: sshsig.Hashed, with_lf: sshsig.Hashed | None) -> _Examined:
    key = None
    try:
        read = sshsig.read_signature(signature)
        key = read.key
        try:
            sshsig.check(read, raw)
        except BadSignature as fault:
            raise BadSignature(f"{fault}{_line_ends(read, with_lf)}") from None
    except BadSignature as fault:
        return _Examined(name=name, key=key, fault=str(fault))
    return _Examined(name=name, key=key, fault="")


def _line_ends(read: sshsig.SshSignature, with_lf: sshsig.Hashed | None) -> str:
    """A hint where the file is the signed one but for its line ends (``with_lf``: with LF, where it has CRLF). It stays
    refused: other bytes were not signed."""
    if with_lf is None:
        return ""
    try:
        sshsig.check(read, with_lf)
    except BadSignature:
        return ""
    return (
        "; its line ends were converted to CRLF, and with LF the signature would match: take the file as it was signed "
        "(in git: *.audit.json -text)"
    )


def _signature_check(one: _Examined) -> Check:
    if one.key is None or one.fault:
        by = f", by {one.key.fingerprint}" if one.key is not None else ""
        return Check(about="signature", outcome=Outcome.FAILED, text=f"{shown(one.name)}{by}: bad: {one.fault}")
    told = f"{shown(one.name)}: good (in process), by {one.key.fingerprint} ({one.key.kind})"
    return Check(about="signature", outcome=Outcome.HOLDS, text=told)


def _file_checks(raw: bytes, audit: Audit) -> list[Check]:
    """What the reader has checked, and whether the verdict that stands in the file is the one that follows."""
    named = (
        f"sources ({len(audit.proof.sources)}), statements ({len(audit.statements)}), evidence ({len(audit.evidence)})"
    )
    chain = f"{len(audit.review.events)} events on the machine part {short(audit.review.base)}"
    checks = [
        Check(about="file", outcome=Outcome.HOLDS, text=f"canonical form, {len(raw):,} bytes"),
        Check(about="hashes", outcome=Outcome.HOLDS, text=f"{named} are what their hashes say"),
        Check(about="chain", outcome=Outcome.HOLDS, text=f"{chain}, head {short(audit.review.head)}"),
        _verdict_check(raw, audit),
    ]
    if audit.supersedes:
        told = f"supersedes the file with sha256 {', '.join(audit.supersedes)}"
        checks.append(Check(about="supersedes", outcome=Outcome.NOTE, text=told))
    return checks


def _verdict_check(raw: bytes, audit: Audit) -> Check:
    """The reader lets files of other versions of the program differ, whose rules were others: here they must not.

    Otherwise whoever writes another version into a file would have its verdict, or the reports on which it rests,
    believed without being worked out.
    """
    ours = audit.verdict
    by = ""
    if audit.tool.version != __version__ or versions.note_of(raw):
        by = f" by the rules of this version (the file was written by version {shown(audit.tool.version)})"
        stored = orjson.loads(raw)["verdict"]
        if _gist(stored) != _gist(orjson.loads(compact(ours))):
            told = (
                f"the file says {stored['status']} (first error {stored['first_error']}), written by version "
                f"{shown(audit.tool.version)}; by the rules of this version it is {ours.status} ({ours.first_error}), "
                "or its units or steps differ"
            )
            return Check(about="verdict", outcome=Outcome.FAILED, text=told)
        ours_in_name = replace(audit, tool=replace(audit.tool, version=__version__))
        # What an older form could not say cannot be asked of it; nor can it be signed.
        fault = None if versions.note_of(raw) else first_inconsistency(ours_in_name)
        if fault is not None:
            told = f"what the verdict rests on does not hold{by}: {fault}"
            return Check(about="verdict", outcome=Outcome.FAILED, text=told)
    first = f", the first error is in {ours.first_error}" if ours.first_error is not None else ""
    return Check(
        about="verdict", outcome=Outcome.HOLDS, text=f"{ours.status}{first}: follows from the evidence and events{by}"
    )


def _gist(verdict: Any) -> Any:
    """What a verdict says, of the machine alone too, without the words of its reasons."""
    said = {name: said for name, said in verdict.items() if name not in ("reason", "machine", "units", "steps")}
    for group in ("units", "steps"):
        said[group] = [{name: one[name] for name in one if name != "reason"} for one in verdict[group]]
    return said, None if verdict["machine"] is None else _gist(verdict["machine"])


def _signer_checks(
    audit: Audit,
    examined: list[_Examined],
    allowed: AllowedSigners | None,
    now: datetime,
    require: int | None,
    checks: list[Check],
) -> list[Signed]:
    if not audit.signoffs:
        return _unsigned(examined, require, checks)
    declared = {signoff.key: signoff for signoff in audit.signoffs}
    by_key: dict[str, list[_Examined]] = {}
    for one in examined:
        if one.key is None:
            continue
        if one.key.fingerprint not in declared:
            told = f"{shown(one.name)}: undeclared signer {one.key.fingerprint}; the file declares {names_of(audit)}"
            checks.append(Check(about="signer", outcome=Outcome.FAILED, text=told))
        elif not one.fault:
            by_key.setdefault(one.key.fingerprint, []).append(one)
    left_open = unfinished_of(audit)
    signed: list[Signed] = []
    bearers: list[Bearer] = []
    missing: list[str] = []
    for signoff in audit.signoffs:
        checks += _signoff_checks(audit, signoff, now)
        if signoff.unfinished != left_open:
            told = f"{signoff.reviewer} says that {signoff.unfinished.told() or 'nothing'} was left open, but it is "
            told += left_open.told() or "nothing"
            checks.append(Check(about="partial", outcome=Outcome.FAILED, text=told))
        # One key may have signed twice, alone and with a certificate: which counts is no matter of the files' names.
        tried = [(one, _identity_check(signoff, one, allowed, now)) for one in by_key.get(signoff.key, [])]
        if not tried:
            missing.append(signoff.reviewer)
            continue
        found, check = next((pair for pair in tried if pair[1].outcome is Outcome.HOLDS), tried[0])
        assert found.key is not None
        checks.append(check)
        if check.outcome is Outcome.HOLDS:
            signed.append(Signed(reviewer=signoff.reviewer, role=signoff.role, key=signoff.key, file=found.name))
            bearers.append(Bearer(identity=signoff.reviewer, key=found.key))
    if left_open.partial:
        told = f"a partial audit was signed: {left_open.told()}"
        checks.append(Check(about="partial", outcome=Outcome.NOTE, text=told))
    checks += _events_of_others(audit, signed)
    for reviewer in missing:
        told = f"{reviewer} is declared, and no good signature of theirs is here"
        outcome = Outcome.FAILED if require is None else Outcome.NOTE
        checks.append(Check(about="signer", outcome=outcome, text=told))
    checks += _required(bearers, allowed, now, require)
    return signed


def _events_of_others(audit: Audit, signed: list[Signed]) -> Iterator[Check]:
    """Whose events stand in the file without their signature: whoever signs can have written them."""
    names = {one.reviewer for one in signed}
    others: dict[str, int] = {}
    for event in audit.review.events:
        if event.reviewer not in names:
            others[event.reviewer] = others.get(event.reviewer, 0) + 1
    if signed and others:
        told = ", ".join(f"{shown(name)} ({count})" for name, count in list(others.items())[:5])
        told += f" and {len(others) - 5} more" if len(others) > 5 else ""
        text = f"events by {told}, no name of who signed: for these the signers answer, not those named"
        yield Check(about="events", outcome=Outcome.NOTE, text=text)


def _required(
    bearers: list[Bearer], allowed: AllowedSigners | None, now: datetime, require: int | None
) -> Iterator[Check]:
    """Whether enough have signed. Names that the list gives to the same keys may all be one person's: they count once,
    or whoever has two keys would be two signers."""
    told_apart = [] if allowed is None else persons(allowed, bearers, sshsig.NAMESPACE, now)
    for group in told_apart:
        if len(group) > 1:
            named = ", ".join(group[:5]) + (f" and {len(group) - 5} more" if len(group) > 5 else "")
            told = f"each of these may sign as the others by the list of allowed signers, and they count once: {named}"
            yield Check(about="signer", outcome=Outcome.NOTE, text=told)
    if require is None:
        return
    told = f"{len(told_apart)} of {require} required signers, each with a key of their own"
    if len(told_apart) >= require:
        yield Check(about="required", outcome=Outcome.HOLDS, text=told)
        return
    # Without allowed signers nobody counts: that is no failure of the file.
    yield Check(about="required", outcome=Outcome.FAILED if allowed is not None else Outcome.NOT_CHECKED, text=told)


def _unsigned(examined: list[_Examined], require: int | None, checks: list[Check]) -> list[Signed]:
    for one in examined:
        told = f"{shown(one.name)}: undeclared signer; the file declares nobody"
        checks.append(Check(about="signer", outcome=Outcome.FAILED, text=told))
    if require is not None:
        checks.append(Check(about="required", outcome=Outcome.FAILED, text=f"0 of {require} required signers"))
    elif not examined:
        told = "nobody has signed this audit: who made it, and whether it was made anew, was not checked"
        checks.append(Check(about="signer", outcome=Outcome.NOT_CHECKED, text=told))
    return []


def _signoff_checks(audit: Audit, signoff: Signoff, now: datetime) -> list[Check]:
    """What a sign-off says against what the file says, and its time against the checker's clock."""
    checks: list[Check] = []
    if signoff.verdict != audit.verdict.status:
        told = f"{signoff.reviewer} signs off {signoff.verdict}, but the verdict is {audit.verdict.status}"
        checks.append(Check(about="verdict", outcome=Outcome.FAILED, text=told))
    at = time_of(signoff.at)
    if at is not None and at > now:
        told = f"{signoff.reviewer} signed off at {signoff.at}, which is after this computer's clock, {_told(now)}"
        outcome = Outcome.NOTE if at - now <= TOLERANCE else Outcome.FAILED
        checks.append(Check(about="time", outcome=outcome, text=told))
    return checks


def _identity_check(signoff: Signoff, found: _Examined, allowed: AllowedSigners | None, now: datetime) -> Check:
    """Whether the key is allowed to sign as the declared identity, now and at the time that it says."""
    role = f" ({signoff.role})" if signoff.role else ""
    whom = f"{signoff.reviewer}{role}"
    assert found.key is not None
    if allowed is None:
        told = f"{whom}: no list of allowed signers says whose key {signoff.key} is"
        return Check(about="signer", outcome=Outcome.NOT_CHECKED, text=f"{told} (name one with --allowed-signers FILE)")
    at = time_of(signoff.at)
    assert at is not None, "the reader has checked it"
    # A signer's clock that is ahead within the tolerance must not decide whether the key is valid.
    times = (now,) if at > now else (at, now)
    match may_sign(allowed, signoff.reviewer, found.key, sshsig.NAMESPACE, times):
        case Grant(number=number, pattern=pattern):
            told = f"{whom}: allowed by line {number} of {allowed.where} (pattern {shown(pattern)}), says "
            return Check(about="signer", outcome=Outcome.HOLDS, text=told + signoff.verdict)
        case Refusal(why=why, as_another=as_another):
            kind = "undeclared signer: " if as_another else ""
            return Check(about="signer", outcome=Outcome.FAILED, text=f"{whom}: {kind}{why}")


def _told(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
