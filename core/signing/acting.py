"""Signing an audit: the sign-offs are written first, then one signature file per signer beside it.

The signature is made and checked before anything is written, so that a refusal (a wrong passphrase, a token that nobody
touched) leaves everything as it was. Between the two writes a crash leaves a declared signer without a signature, who
signs again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from ..audit import Audit
from ..errors import AuditFileError, SaveError, UsageError
from ..record import audit_file, canonical
from ..record.durable import replace_file, try_folder
from ..record.journal import Journal
from ..record.lock import WRITER
from ..record.signoff_rules import identity_fault, role_fault, signature_name
from ..signoff import Signoff
from ..value import value
from . import dsse, sshsig
from .choosing import Signer
from .declaring import Declared, declare, free_name, names_of, superseding
from .private import Ask
from .reading import SUFFIX, signatures_of
from .wire import BadSignature

Choose = Callable[[str | None], Signer]
"""Gives the signer, for the fingerprint that the audit declares (None: it does not yet)."""


@value
class Plan:
    """What is about to be signed: ``raw`` are the bytes of the file at ``path`` as all signers sign them. ``write``
    says whether they must be written first: "" (they stand there), "fold" or "copy"."""

    path: Path
    audit: Audit
    raw: bytes
    signoff: Signoff
    signer: Signer
    write: str
    before: Audit | None = None


@value
class SignedFile:
    """What was done: the audit and its signature, by what it was made, how many events were folded first, whether the
    very signature was there before."""

    audit: Path
    signature: Path
    made_by: str
    folded: int
    already: bool


def plan(
    path: Path,
    *,
    identity: str,
    role: str,
    declared: Sequence[Declared] | None,
    supersede: bool,
    at: str,
    choose: Choose,
) -> Plan:
    """What signing the audit at ``path`` as ``identity`` would do; nothing is written.

    ``declared`` are all who will sign (None: ``identity`` alone, as ``role``); an audit that is signed off already has
    its list, and takes another only in a copy (``supersede``). Events of a journal are folded in. Raises UsageError
    where that does not fit together, AuditFileError for what is no audit, and what ``choose`` raises.
    """
    fault = identity_fault(identity) or role_fault(role)
    if fault is not None:
        raise UsageError(fault, hint="--identity reviewer@example.org")
    before = audit_file.load(path)
    target, audit, write = path, before, "fold"
    if supersede:
        if not before.signoffs:
            raise UsageError("nobody has signed this audit off, so there is nothing to supersede", where=str(path))
        stands = audit_file.read_bytes(path)
        target = free_name(audit_file.target_of(path))
        audit, write = superseding(before, stands), "copy"
    if audit.signoffs:
        return _plan_declared(path, audit, identity, role, declared, choose)
    if declared is None:
        signer = choose(None)
        listed: Sequence[Declared] = [Declared(identity=identity, key=signer.key.fingerprint, role=role)]
    else:
        listed = declared
        own = next((one for one in declared if one.identity == identity), None)
        if own is None:
            raise UsageError(f"{identity} is not among the {len(declared)} declared signers")
        if role and role != own.role:
            raise UsageError(f"the list gives {identity} the role {own.role!r}", hint="leave out --role")
        signer = choose(own.key)
    audit = declare(audit, listed, at=at)
    signoff = next(one for one in audit.signoffs if one.reviewer == identity)
    return Plan(
        path=target,
        audit=audit,
        raw=canonical.dump_audit(audit),
        signoff=signoff,
        signer=signer,
        write=write,
        before=before,
    )


def carry_out(plan: Plan, ask: Ask) -> SignedFile:
    """Sign what was planned: signature first, then the audit, then the signature file.

    Raises AgentError, KeyFileError, KeygenFailed where nobody signs, SaveError where the disk fails or the file has
    changed meanwhile. ``ask`` asks for a passphrase where this process itself must open the key.
    """
    beside = _signature_path(plan, plan.signoff)
    if plan.write:  # once it says who signs it does not change: each of them must find a place for the signature
        for signoff in plan.audit.signoffs:
            try_folder(_signature_path(plan, signoff))
    if os.path.lexists(beside):
        _refuse_other(beside, plan)
        return SignedFile(audit=plan.path, signature=beside, made_by="", folded=0, already=True)
    try:
        signature, made_by = plan.signer.sign(plan.raw, ask)
    except BadSignature as fault:
        raise SaveError(f"nothing is signed: {fault}", where=plan.signer.told) from None
    folded = _write(plan)
    replace_file(beside, signature)
    return SignedFile(audit=plan.path, signature=beside, made_by=made_by, folded=folded, already=False)


def _signature_path(plan: Plan, signoff: Signoff) -> Path:
    name = signature_name(signoff.reviewer, [one.reviewer for one in plan.audit.signoffs])
    target = audit_file.target_of(plan.path)
    return target.with_name(f"{target.name}.{name}{SUFFIX}")


def envelope_for(path: Path, *, identity: str, choose: Choose, ask: Ask) -> tuple[bytes, Signoff]:
    """A DSSE envelope in which ``identity``, a declared signer of the audit at ``path``, says what was signed off.

    Raises UsageError where nobody of that name is declared, and what signing raises.
    """
    raw = audit_file.read_bytes(path)
    audit = canonical.load_audit_bytes(raw, where=str(path))
    signoff = _declared_signer(
        audit, identity, path, hint=f"sign it first: proofsieve sign {path} --identity {identity}"
    )
    signer = choose(signoff.key)
    payload = dsse.statement(audit, raw, signoff, name=_printable(audit_file.target_of(path).name))
    made = signer.sign_plain(dsse.pre_authentication(payload), ask)
    sealed = dsse.envelope(payload, signer.key, made)
    try:
        dsse.check_envelope(sealed, signer.key)
    except BadSignature as fault:
        raise SaveError(f"nothing is signed: {fault}", where=signer.told) from None
    return sealed, signoff


def _printable(name: str) -> str:
    """The name of a file, which need not be text, as JSON can hold it."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _plan_declared(
    path: Path, audit: Audit, identity: str, role: str, declared: Sequence[Declared] | None, choose: Choose
) -> Plan:
    """The file stands, and its list too: sign exactly these bytes."""
    if declared is not None or role:
        raise UsageError(
            f"the audit is already signed off by {names_of(audit)}, and that list does not change",
            where=str(path),
            hint="leave out --declare and --role, or sign a copy that supersedes it, with --supersede",
        )
    signoff = _declared_signer(audit, identity, path, hint="sign a copy that supersedes it, with --supersede")
    raw = audit_file.read_bytes(path)
    if canonical.load_audit_bytes(raw, where=str(path)) != audit:
        raise AuditFileError(
            "events in the journal beside it are not in what was signed off",
            where=str(audit_file.journal_path(path)),
            hint="move the journal away, or sign a copy that supersedes it, with --supersede",
        )
    return Plan(path=path, audit=audit, raw=raw, signoff=signoff, signer=choose(signoff.key), write="")


def _declared_signer(audit: Audit, identity: str, path: Path, *, hint: str) -> Signoff:
    for signoff in audit.signoffs:
        if signoff.reviewer == identity:
            return signoff
    declares = f"it declares {names_of(audit)}" if audit.signoffs else "nobody has signed it off"
    raise UsageError(f"{identity} is not declared as a signer of this audit; {declares}", where=str(path), hint=hint)


def _refuse_other(beside: Path, plan: Plan) -> None:
    """Return where the very signature is there already; nothing is overwritten."""
    try:
        found = sshsig.read_signature(signatures_of(plan.path).get(beside.name, b""))
        if found.key.fingerprint != plan.signoff.key:
            raise BadSignature(f"it is by {found.key.fingerprint}")
        sshsig.check(found, plan.raw)
    except BadSignature as fault:
        raise SaveError(
            f"a file is there that is no signature of this audit ({fault}); it is not overwritten",
            where=str(beside),
            hint="move it away and sign again",
        ) from None


def _write(plan: Plan) -> int:
    """Put the bytes that were signed in their place; how many events of the journal they took in."""
    if plan.write == "copy":
        audit_file.save_new(plan.path, plan.audit)
        return 0
    if not plan.write:
        if audit_file.read_bytes(plan.path) != plan.raw:
            raise SaveError("the audit was changed while it was signed; nothing is written", where=str(plan.path))
        return 0
    assert plan.before is not None
    with Journal.open(plan.path, plan.before, reviewer=WRITER) as journal:
        if journal.recovered:  # events that came after the plan was made; they would stand beside a signed file
            raise SaveError(
                "the audit was changed while it was signed; nothing is written", where=str(plan.path), hint="sign again"
            )
        folded = journal.unfolded
        journal.fold(plan.audit)
    return folded
