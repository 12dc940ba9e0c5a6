"""Sign-offs: who says which verdict on an audit, with which key, and what was not finished when they said it.

They stand in the audit before the first signature, so that all signers sign identical bytes (AUDIT_FORMAT
"Signatures").
"""

from __future__ import annotations

from .value import value
from .verdict import Status


@value
class Unfinished:
    """What a review had not finished when it was signed off: a partial audit says so.

    ``undecided`` counts units without a decision that counts, ``stale`` those of them whose decision is stale,
    ``conventions`` the questions about the text that nobody answered; ``stopped`` where the run ended early.
    """

    undecided: int
    stale: int
    conventions: int
    stopped: bool

    @property
    def partial(self) -> bool:
        """Whether anything was left open."""
        return bool(self.undecided or self.conventions or self.stopped)

    def told(self) -> str:
        """In words: "12 units undecided (1 stale), 2 conventions open"; "" where nothing was left."""
        parts = []
        if self.undecided:
            stale = f" ({self.stale} stale)" if self.stale else ""
            parts.append(f"{self.undecided} unit{'s' if self.undecided > 1 else ''} undecided{stale}")
        if self.conventions:
            parts.append(f"{self.conventions} convention{'s' if self.conventions > 1 else ''} open")
        if self.stopped:
            parts.append("the run was stopped early")
        return ", ".join(parts)


@value
class Signoff:
    """``reviewer`` is the identity as allowed_signers files name it, ``role`` free words ("" for none), ``verdict``
    the whole verdict that is signed, ``at`` RFC 3339 UTC (self-asserted), ``key`` the fingerprint "SHA256:…" of the key
    that signs, ``unfinished`` what was left open then."""

    reviewer: str
    role: str
    verdict: Status
    at: str
    key: str
    unfinished: Unfinished
