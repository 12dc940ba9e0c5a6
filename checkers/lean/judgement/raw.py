"""What a Lean backend answers, before anybody judges it. Any backend fills these values in."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.evidence import Kind, Strength
from ....core.value import value


@value
class Message:
    """One message of Lean. Lines from 1, columns from 0 in code points; ``kind`` is Lean's own, "" without one."""

    severity: str
    kind: str
    text: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def is_error(self) -> bool:
        """True for an error."""
        return self.severity == "error"


@value
class Report:
    """What Lean said of one text: messages, the modules that it imports and that are not there, the syntax kinds of its
    commands."""

    messages: tuple[Message, ...] = ()
    missing: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()

    @property
    def errors(self) -> tuple[Message, ...]:
        """The errors among the messages."""
        return tuple(message for message in self.messages if message.is_error)


@value
class Failure:
    """Why there is no answer: timeout, crash, resource, unreadable or unavailable."""

    kind: Kind
    why: str


@value
class Refusal:
    """A word before or in a statement for which it is not read; ``line`` from 1, 0 where there is no place."""

    word: str
    line: int
    why: str


@value
class Read:
    """A statement as Lean reads it. ``found``: its theorem is there, ``line`` and ``column`` of its keyword; ``before``
    reports on what stands before it, ``claim`` on its header (lines from there on); ``complaints`` are sentences on
    what a reader of the header would not see."""

    found: bool
    refusal: Refusal | None
    before: Report
    claim: Report
    complaints: tuple[str, ...]
    line: int = 1
    column: int = 0


@value
class Finding:
    """What the kernel says of a theorem that was rebuilt where no text of others has run.

    ``statement`` and ``goals`` report on our own texts; ``type`` is the claim in Lean's words. ``proves``: claim,
    negation, or the name of a witness form. ``own``: axioms of the text or of our definitions; ``library``: those of
    the library that the proof rests on; ``native``: those that stand for compiled code that ran. ``differing``:
    definitions of the text that differ from ours. ``refused``: why the kernel did not take it, or "".
    """

    statement: Read | None
    goals: Mapping[str, Report]
    type: str
    proves: tuple[str, ...]
    own: tuple[str, ...]
    library: tuple[str, ...]
    differing: tuple[str, ...]
    refused: str
    native: tuple[str, ...] = ()


@value
class RawResult:
    """The answer of a backend. ``shared`` reports on definitions that were put before the text; ``found`` is the kind
    of the constant of the theorem's name, None without one; ``refusal`` a word at which the reading of the text ended;
    ``finding`` is None where it did not come to that."""

    failure: Failure | None = None
    text: Report = Report()
    shared: Report = Report()
    refusal: Refusal | None = None
    found: str | None = None
    finding: Finding | None = None


@value
class Backend:
    """Who answers. ``library_proofs``: False where the library's proofs are stripped: its lemmas then count as axioms,
    and an allow-list of three is impossible."""

    name: str
    version: str
    label: str
    strength: Strength
    library_proofs: bool
