"""What checkers answer: outcomes, strengths, evidence; and the protocol that every checker implements."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, NewType, Protocol

from .record.jsonform import compact, without
from .value import value

StatementId = NewType("StatementId", str)
EvidenceId = NewType("EvidenceId", str)

MAX_ARTIFACT = 100_000
"""Code points of an artifact: a proof body, or what else was checked."""


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

    ``id`` is a content hash (see ``evidence_id``). ``strength`` is None when inconclusive. ``reading`` echoes what the
    checker understood, in plain form; ``diagnostics`` are lines for a person. ``artifact`` is what was checked beside
    the statement, as the body of a proof, so that it can be run again: at most ``MAX_ARTIFACT`` code points, "" where
    the statement is all there is.
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
    artifact: str = ""

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

    async def check(self, statement: Statement, branch: Branch, limits: Limits, *, artifact: str = "") -> Evidence:
        """Check one statement under ``limits``, with the proof body ``artifact`` where the language has proofs (""
        where none is at hand). The evidence holds the artifact that it is about, so that it can be checked again."""
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
    return replace(draft, id=statement_id(draft))


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
    artifact: str = "",
) -> Evidence:
    """Evidence named by its content.

    Raises ValueError where outcome, kind and strength do not fit together, and for an artifact of more than
    ``MAX_ARTIFACT`` code points.
    """
    if len(artifact) > MAX_ARTIFACT:
        raise ValueError(f"an artifact of {len(artifact):,} characters; at most {MAX_ARTIFACT:,} are kept")
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
        artifact=artifact,
    )
    return replace(draft, id=evidence_id(draft))


class Named(Protocol):
    """What signs evidence."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...


def inconclusive(statement: Statement, branch: Branch, checker: Named, kind: Kind, why: str) -> Evidence:
    """What ``checker`` has to say where it has no answer: the kind of failure, and why."""
    return make_evidence(
        statement,
        branch,
        checker=checker.name,
        checker_version=checker.version,
        outcome=Outcome.INCONCLUSIVE,
        kind=kind,
        why=why,
    )


def statement_id(statement: Statement) -> StatementId:
    """The name of a statement, from everything else in it. Raises ValueError for what JSON cannot hold."""
    return StatementId("st" + _digest(b"proofsieve/statement/v1", without(statement, "id")))


def evidence_id(item: Evidence) -> EvidenceId:
    """The name of a piece of evidence, from everything else in it; an empty artifact is left out, so that evidence
    keeps the name that it had before there were artifacts. Raises ValueError for what JSON cannot hold."""
    left_out = ("id",) if item.artifact else ("id", "artifact")
    return EvidenceId("e" + _digest(b"proofsieve/evidence/v1", without(item, *left_out)))


def _digest(domain: bytes, content: dict[str, Any]) -> str:
    """As ``hashing.digest``, which looks for floats first and takes ten times as long."""
    return hashlib.sha256(domain + b"\0" + compact({**content, "id": ""})).hexdigest()[:16]
