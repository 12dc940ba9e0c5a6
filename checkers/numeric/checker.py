"""The numeric checker: keeps one warm child process, asks it, and turns its answers into evidence."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from ...core.evidence import (
    Branch,
    Evidence,
    Kind,
    Language,
    Limits,
    Link,
    Outcome,
    Statement,
    Strength,
    inconclusive,
    make_evidence,
    make_statement,
)
from .process import Worker, WorkerDied

VERSION = "3"
MAX_BATCH = 500
START_MS = 5_000
"""Extra wall time while a fresh child has not answered yet: importing is not the claim's fault."""

_CANARIES = (("3 + 4 = 7", Outcome.PASSED), ("1 + 2^2 = 7", Outcome.REFUTED))


class NumericChecker:
    """Implements ``core.evidence.Checker`` for numeric claims. Use it from one event loop; ``aclose`` when done."""

    name = "numeric"
    version = VERSION
    language = Language.NUMERIC

    def __init__(self, *, memory_mib: int = Limits().memory_mib) -> None:
        self._memory_mib = memory_mib
        self._worker: Worker | None = None
        self._fresh = True
        self._turn = asyncio.Lock()

    def warm(self) -> None:
        """Start the child now, so that the first check does not wait for it. Cheap; does nothing if it runs."""
        if self._worker is None:
            self._worker = Worker(self._memory_mib)
            self._fresh = True

    async def check(self, statement: Statement, branch: Branch, limits: Limits, *, artifact: str = "") -> Evidence:
        """Evidence for one statement; see the protocol. A numeric claim has no proof, so that nothing is done with
        ``artifact``."""
        if branch is Branch.COUNTEREXAMPLE:
            return inconclusive(statement, branch, self, Kind.UNSUPPORTED, "numeric claims have no counterexamples")
        (answer,) = await self._ask([statement], limits)
        return self._evidence(statement, branch, answer)

    async def check_many(self, statements: Sequence[Statement], limits: Limits) -> list[Evidence]:
        """Evidence for each statement's claim, in order; one round trip per MAX_BATCH statements."""
        found: list[Evidence] = []
        for start in range(0, len(statements), MAX_BATCH):
            batch = statements[start : start + MAX_BATCH]
            answers = await self._ask(batch, limits)
            found.extend(
                self._evidence(statement, Branch.CLAIM, answer)
                for statement, answer in zip(batch, answers, strict=True)
            )
        return found

    async def canaries(self) -> str:
        """One known-true and one known-false claim, checked by the process that will check the rest."""
        statements = [
            make_statement(obligation_id="", language=Language.NUMERIC, text=text, provenance="canary")
            for text, _ in _CANARIES
        ]
        for (text, wanted), evidence in zip(_CANARIES, await self.check_many(statements, Limits()), strict=True):
            if evidence.outcome is not wanted:
                return f"“{text}” should be {wanted}, was {evidence.outcome} ({evidence.why})"
        return ""

    async def aclose(self) -> None:
        """Stop the child."""
        self._drop()

    def _drop(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    async def _ask(self, statements: Sequence[Statement], limits: Limits) -> list[dict[str, Any]]:
        """An answer per statement. A claim that kills or hangs the child gets its kind; the rest goes to a new one."""
        async with self._turn:
            answers: list[dict[str, Any]] = []
            try:
                while len(answers) < len(statements):
                    await self._some(statements, answers, limits)
            except BaseException:
                self._drop()  # cancelled or broken in the middle: answers of this child would be out of step
                raise
            return answers

    async def _some(self, statements: Sequence[Statement], answers: list[dict[str, Any]], limits: Limits) -> None:
        worker = self._ready(limits)
        wall = limits.wall_ms / 1000
        # The child ends a claim by itself a little earlier, which costs no restart.
        cpu_ms = max(1, min(limits.cpu_ms, int(limits.wall_ms * 0.9)))
        try:
            await worker.send([(s.text, s.premises) for s in statements[len(answers) :]], cpu_ms)
            while len(answers) < len(statements):
                extra = START_MS / 1000 if self._fresh else 0.0
                async with asyncio.timeout(wall + extra):
                    answers.append(await worker.receive())
                self._fresh = False
        except TimeoutError:
            self._drop()
            answers.append(_failed(Kind.TIMEOUT, f"not decided within {limits.wall_ms} ms"))
        except WorkerDied as death:
            self._drop()
            answers.append(_failed(Kind(death.reason), death.why))

    def _ready(self, limits: Limits) -> Worker:
        worker = self._worker
        if worker is None or not worker.alive() or worker.memory_mib != limits.memory_mib:
            self._drop()
            worker = self._worker = Worker(limits.memory_mib)
            self._fresh = True
        return worker

    def _evidence(self, statement: Statement, branch: Branch, answer: dict[str, Any]) -> Evidence:
        try:
            outcome = Outcome(answer["outcome"])
            if branch is Branch.NEGATION and outcome is not Outcome.INCONCLUSIVE:
                outcome = Outcome.REFUTED if outcome is Outcome.PASSED else Outcome.PASSED
            return make_evidence(
                statement,
                branch,
                checker=self.name,
                checker_version=self.version,
                outcome=outcome,
                kind=None if answer["kind"] is None else Kind(answer["kind"]),
                strength=None if answer["strength"] is None else Strength(answer["strength"]),
                reading=answer["reading"],
                why=answer["why"],
                links=tuple(_link(link) for link in answer["links"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            return inconclusive(statement, branch, self, Kind.UNREADABLE, f"an answer out of form: {error}")


def _failed(kind: Kind, why: str) -> dict[str, Any]:
    return {
        "outcome": Outcome.INCONCLUSIVE.value,
        "kind": kind.value,
        "strength": None,
        "reading": "",
        "links": [],
        "why": why,
    }


def _link(found: dict[str, Any]) -> Link:
    return Link(
        claim=found["claim"],
        outcome=Outcome(found["outcome"]),
        kind=None if found["kind"] is None else Kind(found["kind"]),
        strength=None if found["strength"] is None else Strength(found["strength"]),
        why=found["why"],
    )
