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

__all__ = ["__version__", "audit", "load_audit", "read_proof", "save_audit"]


def read_proof(source: str | Path, *, problem: str | Path | None = None, name: str | None = None) -> Proof:
    """Read a proof from a Markdown, plain text, JSON or JSONL file.

    ``problem``: a file with the statement where the source has none. ``name``: which proof, where the source holds
    several. Raises InputError (unreadable, with a hint) or ChoiceNeeded (several proofs; lists them).
    """
    from .core.readers import read_source

    return read_source(Path(source), problem=Path(problem) if problem is not None else None, proof=name)


def audit(proof: Proof, *, settings: Settings | None = None) -> Audit:
    """Audit a proof offline. Raises InputError where there is nothing to audit."""
    from .compose import audit_proof

    return audit_proof(proof, settings)


def load_audit(path: str | Path) -> Audit:
    """Read an audit file with the events of its journal. Raises AuditFileError with one precise sentence."""
    from .core.record.audit_file import load

    return load(Path(path))


def save_audit(audit: Audit, path: str | Path, *, force: bool = False) -> None:
    """Write an audit atomically. Raises AuditFileError where ``path`` holds decisions and ``force`` is not set."""
    from .core.record.audit_file import save_new

    save_new(Path(path), audit, force=force)
