"""A scripted stand-in for checkers: says what a test tells it to, waits until the test lets it, fails on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from proofsieve.core.errors import CheckerError
from proofsieve.core.evidence import (
    Branch,
    Checker,
    Evidence,
    Kind,
    Language,
    Limits,
    Outcome,
    Statement,
    Strength,
    make_evidence,
)

Script = Callable[[Statement, Branch, str], Evidence]


def passes(
    statement: Statement,
    branch: Branch,
    artifact: str,
    *,
    checker: str = "lean",
    why: str = "",
    strength: Strength = Strength.KERNEL,
) -> Evidence:
    """Whatever is asked has passed."""
    return make_evidence(
        statement,
        branch,
        checker=checker,
        checker_version="1",
        outcome=Outcome.PASSED,
        strength=strength,
        artifact=artifact,
        why=why,
    )


def fails(kind: Kind, why: str = "it did not") -> Script:
    """Whatever is asked stays open, for a reason of this kind."""

    def script(statement: Statement, branch: Branch, artifact: str) -> Evidence:
        return make_evidence(
            statement,
            branch,
            checker="lean",
            checker_version="1",
            outcome=Outcome.INCONCLUSIVE,
            kind=kind,
            why=why,
            artifact=artifact,
            diagnostics=("unsolved goals", "⊢ 1 + 1 = 3"),
        )

    return script


def breaks(statement: Statement, branch: Branch, artifact: str) -> Evidence:
    """A checker that breaks its contract."""
    raise RuntimeError("the pipe broke\x1b[31m")


@dataclass
class ScriptedChecker:
    """Answers by ``script``; while ``gate`` is closed it waits. ``asked`` holds what it was asked so far."""

    script: Script = passes
    name: str = "lean"
    version: str = "1"
    language: Language = Language.LEAN
    fault: str = ""
    gate: asyncio.Event | None = None
    asked: list[tuple[str, Branch, str]] = field(default_factory=list)
    limits: list[Limits] = field(default_factory=list)
    closed: int = 0
    cancelled: int = 0

    async def check(self, statement: Statement, branch: Branch, limits: Limits, *, artifact: str = "") -> Evidence:
        self.asked.append((statement.text, branch, artifact))
        self.limits.append(limits)
        if self.gate is not None:
            try:
                await self.gate.wait()
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
        return self.script(statement, branch, artifact)

    async def check_many(self, statements: Sequence[Statement], limits: Limits) -> list[Evidence]:
        return [await self.check(statement, Branch.CLAIM, limits) for statement in statements]

    async def canaries(self) -> str:
        return self.fault

    async def aclose(self) -> None:
        self.closed += 1


class ScriptedSource:
    """Gives the checkers that it was made with, and no other."""

    def __init__(self, *checkers: Checker) -> None:
        self._checkers = {checker.language: checker for checker in checkers}
        self.started: list[Language] = []
        self.closed = 0

    def why_not(self, language: Language) -> str:
        if language in self._checkers:
            return ""
        return f"no {language} here: run proofsieve setup {language}"

    async def get(self, language: Language) -> Checker:
        checker = self._checkers[language]
        fault = await checker.canaries()
        if fault:
            raise CheckerError(f"the {checker.name} checker failed its own canaries: {fault}")
        self.started.append(language)
        return checker

    async def aclose(self) -> None:
        self.closed += 1
        for checker in self._checkers.values():
            await checker.aclose()
