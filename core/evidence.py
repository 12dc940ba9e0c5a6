"""What checkers answer: outcomes, strengths, evidence; and the protocol that every checker implements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NewType, Protocol

from .hashing import digest
from .value import value

StatementId = NewType("StatementId", str)
EvidenceId = NewType("EvidenceId", str)


class Outcome(StrEnum):
    """A failure of any kind is inconclusive; it is never counted as passed or refuted."""

    PASSED = "passed"
    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"


class Kind(StrEnum):
    """Why evidence is inconclusive (METHOD 6)."""

    COMPILE_FAILURE = "compile_failure"
    ILL_FORMED = "ill_formed"
    DRIFT = "drift"
    REJECTED = "rejected"
    TIMEOUT = "timeout"
    RESOURCE = "resource"
    CRASH = "crash"
    UNREADABLE = "unreadable"
    SEARCH_EXHAUSTED = "search_exhausted"
    UNSUPPORTED = "unsupported"
    UNPARSED = "unparsed"
    AMBIGUOUS = "ambiguous"
    UNDEFINED = "undefined"
    UNAVAILABLE = "unavailable"


class Strength(StrEnum):
    """How far an outcome can be trusted, strongest first (CHECKERS.md). Compare with ``rank``."""

    KERNEL = "kernel"
    KERNEL_EMBEDDED = "kernel_embedded"
    NATIVE = "native"
    EXACT = "exact"
    CERTIFIED = "certified"
    SOLVER = "solver"
    CORROBORATED = "corroborated"
    HEURISTIC = "heuristic"

    @property
    def rank(self) -> int:
        """0 for the weakest; larger is stronger."""
        order = list(Strength)
        return len(order) - 1 - order.index(self)

    def at_least(self, other: Strength) -> bool:
        """True if this is as strong as ``other`` or stronger."""
        return self.rank >= other.rank


class Language(StrEnum):
    """What a statement is written in."""

    NUMERIC = "numeric"
    LEAN = "lean"
    VERUS = "verus"


class Branch(StrEnum):
    """What the checker is asked to establish about a statement."""

    CLAIM = "claim"
    NEGATION = "negation"
    COUNTEREXAMPLE = "counterexample"


@value
class Statement:
    """An obligation written formally.

    ``id`` is a content hash (see ``statement_id``). ``start``/``end`` are codepoint offsets of the claim in the text
    of its unit (-1 where it was not transcribed from there). ``provenance``: transcribed, model, reviewer.
    ``premises`` are definitions the claim is read under, as "A = -14".
    """

    id: StatementId
    obligation_id: str
    language: Language
    text: str
    provenance: str
    premises: tuple[str, ...] = ()
    start: int = -1
    end: int = -1


@value
class Link:
    """One link of a chain: ``claim`` in plain form with its own outcome and, if inconclusive, why."""

    claim: str
    outcome: Outcome
    kind: Kind | None = None
    strength: Strength | None = None
    why: str = ""


@value
class Evidence:
    """The answer of one checker on one statement.

    ``strength`` is None when inconclusive. ``reading`` echoes what the checker understood, in plain form.
    ``diagnostics`` are lines for a person; ``artifact_sha256`` names the full input and raw output.
    """

    id: EvidenceId
    statement_id: StatementId
    branch: Branch
    checker: str
    checker_version: str
    outcome: Outcome
    kind: Kind | None = None
    strength: Strength | None = None
    reading: str = ""
    why: str = ""
    links: tuple[Link, ...] = ()
    diagnostics: tuple[str, ...] = ()

    @property
    def says(self) -> Outcome:
        """What the answer says of the statement itself, whatever was asked: that its negation, or a counterexample,
        passed refutes it. A candidate that is no counterexample says nothing."""
        if self.branch is Branch.CLAIM or self.outcome is Outcome.INCONCLUSIVE:
            return self.outcome
        if self.outcome is Outcome.PASSED:
            return Outcome.REFUTED
        return Outcome.PASSED if self.branch is Branch.NEGATION else Outcome.INCONCLUSIVE


@value
class Limits:
    """Bounds of one check: wall and CPU milliseconds, memory in MiB."""

    wall_ms: int = 1_000
    cpu_ms: int = 1_000
    memory_mib: int = 512


class Checker(Protocol):
    """A tool that turns a statement into evidence. Implementations are asynchronous and cancellable; a timeout, crash,
    missing tool or unreadable output is inconclusive with its kind."""

    name: str
    version: str
    language: Language

    async def check(self, statement: Statement, branch: Branch, limits: Limits) -> Evidence:
        """Check one statement under ``limits``."""
        ...

    async def check_many(self, statements: Sequence[Statement], limits: Limits) -> list[Evidence]:
        """The claim branch of many statements, each under ``limits``, in their order; may batch."""
        ...

    async def canaries(self) -> str:
        """Prove one known-true and fail one known-false statement; "" if both go right, else what went wrong."""
        ...

    async def aclose(self) -> None:
        """Stop every process this checker started."""
        ...


def make_statement(
    *,
    obligation_id: str,
    language: Language,
    text: str,
    provenance: str,
    premises: tuple[str, ...] = (),
    start: int = -1,
    end: int = -1,
) -> Statement:
    """A statement named by its content."""
    draft = Statement(
        id=StatementId(""),
        obligation_id=obligation_id,
        language=language,
        text=text,
        provenance=provenance,
        premises=premises,
        start=start,
        end=end,
    )
    return replace(draft, id=StatementId("st" + digest("proofsieve/statement/v1", draft)[:16]))


def make_evidence(
    statement: Statement,
    branch: Branch,
    *,
    checker: str,
    checker_version: str,
    outcome: Outcome,
    kind: Kind | None = None,
    strength: Strength | None = None,
    reading: str = "",
    why: str = "",
    links: tuple[Link, ...] = (),
    diagnostics: tuple[str, ...] = (),
) -> Evidence:
    """Evidence named by its content. Raises ValueError where outcome, kind and strength do not fit together."""
    if (outcome is Outcome.INCONCLUSIVE) != (kind is not None) or (outcome is Outcome.INCONCLUSIVE) == (
        strength is not None
    ):
        raise ValueError("inconclusive evidence has a kind and no strength; any other has a strength and no kind")
    draft = Evidence(
        id=EvidenceId(""),
        statement_id=statement.id,
        branch=branch,
        checker=checker,
        checker_version=checker_version,
        outcome=outcome,
        kind=kind,
        strength=strength,
        reading=reading,
        why=why,
        links=links,
        diagnostics=diagnostics,
    )
    return replace(draft, id=EvidenceId("e" + digest("proofsieve/evidence/v1", draft)[:16]))
