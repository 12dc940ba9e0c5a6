"""ProofSieve: audit natural-language proofs step by step, and let a person decide.

The public API, loaded when first used:

>>> import proofsieve
>>> proof = proofsieve.read_proof("examples/sqrt2.md")
>>> audit = proofsieve.audit(proof)
>>> audit.verdict.status
<Status.UNCERTAIN: 'uncertain'>

Everything not listed in ``__all__`` is internal.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .version import __version__

if TYPE_CHECKING:
    from .core.audit import Audit, Settings
    from .core.proof import Proof
    from .core.signing.checks import Verification

__all__ = ["__version__", "audit", "load_audit", "read_proof", "save_audit", "verify_audit"]


def read_proof(source: str | Path, *, problem: str | Path | None = None, name: str | None = None) -> Proof:
    """Read a proof from a Markdown, plain text, JSON or JSONL file.

    ``problem``: a file with the statement where the source has none. ``name``: which proof, where the source holds
    several. Raises InputError (unreadable, with a hint) or ChoiceNeeded (several proofs; lists them).
    """
    from .core.readers import read_source

    return read_source(Path(source), problem=Path(problem) if problem is not None else None, proof=name)


def audit(proof: Proof, *, settings: Settings | None = None) -> Audit:
    """Audit a proof offline. What its front matter says of conventions counts where ``settings`` say nothing.

    Raises InputError where there is nothing to audit, or the front matter's conventions are not understood.
    """
    from .compose import audit_proof
    from .core.audit import Settings
    from .core.conventions.choices import from_front_matter, merged, profile_in, with_profile

    settings = settings or Settings()
    return audit_proof(proof, with_profile(settings, merged(profile_in(settings), from_front_matter(proof))))


def load_audit(path: str | Path) -> Audit:
    """Read an audit file with the events of its journal. Raises AuditFileError with one precise sentence."""
    from .core.record.audit_file import load

    return load(Path(path))


def save_audit(audit: Audit, path: str | Path, *, force: bool = False) -> None:
    """Write an audit atomically. Raises AuditFileError where ``path`` holds decisions and ``force`` is not set."""
    from .core.record.audit_file import save_new

    save_new(Path(path), audit, force=force)


def verify_audit(
    path: str | Path, *, allowed_signers: str | Path | None = None, require: int | None = None
) -> Verification:
    """Check an audit file and the signatures beside it, offline: its form, hashes, event chain, verdict, each signature
    and each signer.

    ``allowed_signers``: whose keys are whose, as for ssh-keygen; by default git's gpg.ssh.allowedSignersFile, then
    allowed_signers in the user's folder of settings. ``require``: how many of the declared signers must have signed
    (at least 1); None for all. ``holds`` of what is returned is true only if everything was checked and holds;
    ``checks`` says what did not. Raises AuditFileError where there is no file, UsageError for a list that cannot be
    read.

    >>> import proofsieve
    >>> found = proofsieve.verify_audit("proof.audit.json")  # doctest: +SKIP
    >>> found.holds, [check.text for check in found.checks if check.outcome == "failed"]  # doctest: +SKIP
    """
    from .core.errors import UsageError
    from .core.signing.reading import default_allowed, read_allowed_file, verify_path

    if require is not None and require < 1:
        raise UsageError(f"{require} signers are none", hint="require at least 1")
    allowed = default_allowed() if allowed_signers is None else read_allowed_file(Path(allowed_signers))
    return verify_path(Path(path), allowed=allowed, require=require)
