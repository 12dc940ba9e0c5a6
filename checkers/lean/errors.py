"""What can go wrong with the embedded Lean, in a user's words."""

from __future__ import annotations

from ...core.errors import ProofSieveError
from ...core.evidence import Kind


class SetupError(ProofSieveError):
    """The embedded Lean could not be set up; nothing is half installed."""


class ProcessFailed(Exception):
    """A Lean process gave no answer; ``kind`` is timeout, crash, resource, unreadable or unavailable."""

    def __init__(self, kind: Kind, why: str) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why
