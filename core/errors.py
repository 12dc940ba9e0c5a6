"""The exception family of the project: a user's sentence, the place, and a hint what to do next."""

from __future__ import annotations


class ProofSieveError(Exception):
    """A mistake or failure that a user can understand and act on.

    ``message`` says what is wrong, ``where`` the file, line or field, ``hint`` what to do. ``exit_code`` is the
    process exit status when nobody handles it: 2 for wrong flags or a needed choice, 4 for a file, tool or
    endpoint that failed.
    """

    exit_code = 4

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        """One line: place, what is wrong, what to do."""
        place = f"{self.where}: " if self.where else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.message}{hint}"


class InputError(ProofSieveError):
    """A proof source that cannot be read as one."""


class ChoiceNeeded(ProofSieveError):
    """Several readings of what the user asked for are possible and they must choose."""

    exit_code = 2


class UsageError(ProofSieveError):
    """Flags that do not fit together."""

    exit_code = 2


class AuditFileError(ProofSieveError):
    """An audit file or journal that is not what the writer would write."""


class SaveError(ProofSieveError):
    """An audit, journal or lock that could not be written; nothing is half-written."""


class CheckerError(ProofSieveError):
    """A checker that is not there, or whose answers are refused because its canaries went wrong."""


class IllegalDecision(ProofSieveError):
    """A decision that the rules of the review do not allow (a missing reason, nothing to confirm)."""

    exit_code = 2


class Stopped(ProofSieveError):
    """No further question can be asked of a model: the endpoint is gone, there is no credit, the key is refused. A run
    ends early, keeps what it has and says what is left."""


class BudgetSpent(Stopped):
    """The user's own budget of calls or tokens is spent."""

    exit_code = 3


class EndpointFailed(Stopped):
    """The endpoint cannot be used: no credit, a wrong key, address or model, nobody there."""


class NoCredit(EndpointFailed):
    """The endpoint wants money first."""


class NotInCassette(Stopped):
    """A replay was asked what its file does not hold."""


class StoreFailed(Stopped):
    """The store of answers, or a cassette, cannot be read or written."""
