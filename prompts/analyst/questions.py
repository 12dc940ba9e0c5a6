"""Questions of an analyst with what went wrong: a failure becomes a note and no answer, never a default."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ...core.calls import Call
from ...core.proof import Finding
from ...core.text import visible
from ..asking import Answered, Asking
from .answers import kept

if TYPE_CHECKING:
    from pydantic import BaseModel

A = TypeVar("A", bound="BaseModel")
R = TypeVar("R")

FAILED = "model-failed"
"""The kind of a note on a question without an answer."""
REFUSED = "model-refused"
"""The kind of a note on an answer, or a part of one, that was not taken."""


class Questions:
    """Asks, and remembers what a person should know of it."""

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self._notes: set[Finding] = set()

    @property
    def calls(self) -> tuple[Call, ...]:
        return self._asking.calls

    @property
    def notes(self) -> tuple[Finding, ...]:
        return tuple(sorted(self._notes, key=lambda note: (note.about, note.kind, note.message)))

    def note(self, kind: str, about: str, message: str) -> None:
        """Keep a note; the same one twice is kept once."""
        self._notes.add(Finding(kind=kind, message=kept(visible(message, one_line=True), 1_000), about=about))

    async def ask(
        self,
        prompt: str,
        answer: type[A],
        *,
        about: str,
        stage: str,
        what: str,
        sample: int = 0,
        check: Callable[[A], Sequence[str]] | None = None,
        **slots: object,
    ) -> Answered[A]:
        """As ``Asking.ask``; a failure is noted. ``what`` names the question for a person ("the review")."""
        ended = await self._asking.ask(prompt, answer, about=about, stage=stage, sample=sample, check=check, **slots)
        if ended.failure is not None:
            asked = about.split()
            several = f" ({asked[0]} to {asked[-1]})" if len(asked) > 1 else ""  # a note is about one thing or none
            why = f"{ended.failure.kind}: {ended.failure.why}"
            self.note(FAILED, "" if several else about, f"no answer to {what}{several}: {why}")
        return ended


class AsksModels:
    """What everything here that asks models has: its questions, and what went wrong with them."""

    def __init__(self, asking: Asking) -> None:
        self._questions = Questions(asking)

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every question that ended so far, in an order that does not depend on time."""
        return self._questions.calls

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What went wrong with models so far, for the audit; the order does not depend on time."""
        return self._questions.notes


async def together(*work: Coroutine[Any, Any, R]) -> tuple[R, ...]:
    """The results of questions that are asked side by side. Where asking stops, what was already sent is waited for, so
    that its answers are kept, and the stop is raised; a cancellation cancels all."""
    ended = await asyncio.gather(*work, return_exceptions=True)
    results: list[R] = []
    for item in ended:
        if isinstance(item, BaseException):
            raise item
        results.append(item)
    return tuple(results)
