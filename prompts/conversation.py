"""One question as a conversation: at most one larger limit, one repair turn per rung, one rung down.

Every decision follows from the replies alone, so that the same replies, from wherever they come, lead to the same end.
A cut reply is neither read nor sent back.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ..core.calls import CallOutcome, Rung
from ..core.value import value
from .answers import Reading, read_answer
from .asking import Failure
from .framing import answer_rule, repair_rule
from .ladder import below
from .prompt_files import PromptFile, Rendered
from .reactions import context_failure
from .requests import Message, Record, Reply, Request

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")

_MAX_ECHO = 20_000
"""Code points of an unusable reply that are sent back with the complaints."""

_CUT = ("length", "max_tokens", "model_length")


@value
class Turn:
    """A request that has ended, with its key."""

    key: str
    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Generic[T]):
    """Exactly one of the two is there."""

    value: T | None
    failure: Failure | None


class Conversation(Generic[T]):
    """The turns of one question. ``limit``: tokens of a reply. ``context``: the model's window, 0 where not known."""

    def __init__(
        self,
        rendered: Rendered,
        answer: type[T],
        schema: str,
        *,
        prompt: PromptFile,
        model: str,
        sample: int,
        temperature: str,
        limit: int,
        context: int,
        check: Callable[[T], Sequence[str]] | None,
    ) -> None:
        self._question: tuple[Message, ...] = (
            Message(role="system", content=f"{rendered.system}\n\n{answer_rule(schema)}"),
            Message(role="user", content=rendered.user),
        )
        self._answer = answer
        self._schema = schema
        self._prompt = prompt
        self._model = model
        self._sample = sample
        self._temperature = temperature
        self._limit = limit
        self._context = context
        self._check = check
        self.turns: list[Turn] = []

    async def run(
        self, turn: Callable[[Request], Awaitable[Turn]], fall: Callable[[str, Rung], Awaitable[None]]
    ) -> Ended[T]:
        """Ask until there is an answer or a failure. ``turn`` sends one request; ``fall`` takes the model one rung down
        from the one given. Raises what ``turn`` raises."""
        messages, limit = self._question, self._limit
        grown = repaired = fallen = False
        while True:
            ended = await turn(self._request(messages, limit))
            self.turns.append(ended)
            record = ended.record
            if record.fault is not None:
                return _failed(Failure(kind=record.fault.kind, why=record.fault.why, hint=record.fault.hint))
            assert record.reply is not None
            failure = _declined(record.reply)
            if failure is not None:
                return _failed(failure)
            if record.reply.finish in _CUT:
                failure = cut_failure(record.reply, limit, self._context)
                if failure.kind is CallOutcome.CONTEXT or grown:
                    return _failed(failure)
                grown, limit = True, 2 * limit
                continue
            reading = read_answer(record.reply.text, self._answer, record.rung, self._check)
            if reading.value is not None:
                return Ended(value=reading.value, failure=None)
            if not repaired:
                repaired, messages = True, self._repair(record.reply, reading)
            elif reading.shapeless and not fallen and below(record.rung) is not None:
                # What was promised to fit a schema does not, twice: the endpoint does not apply it.
                await fall(self._model, record.rung)
                repaired, fallen, messages = False, True, self._question
            else:
                return _failed(_unusable(reading))

    def _request(self, messages: tuple[Message, ...], limit: int) -> Request:
        return Request(
            prompt=self._prompt.id,
            prompt_version=self._prompt.version,
            sample=self._sample,
            turn=len(self.turns),
            model=self._model,
            temperature=self._temperature,
            limit=limit,
            schema=self._schema,
            messages=messages,
        )

    def _repair(self, reply: Reply, reading: Reading[T]) -> tuple[Message, ...]:
        said = reply.text if len(reply.text) <= _MAX_ECHO else "(a very long answer)"
        return (
            *self._question,
            Message(role="assistant", content=said or "(no text)"),
            Message(role="user", content=repair_rule(reading.complaints)),
        )


def cut_failure(reply: Reply, limit: int, context: int) -> Failure:
    """Which limit ended a reply that was cut: the one on the reply, or the model's window. They need opposite remedies.

    ``limit``: tokens that the reply might have. ``context``: the window, 0 if it is not known. Where the server counted
    nothing, the limit on the reply is taken, because more of it can be tried.
    """
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    if completion is not None:
        total = (prompt or 0) + completion
        full = context > 0 and total >= context
        if full or completion < limit:
            of = f" of {context}" if context > 0 else ""
            return context_failure(f"{prompt if prompt is not None else '?'} + {completion}{of} tokens")
    said = f"{completion} of {limit} tokens" if completion is not None else f"{limit} tokens"
    return Failure(
        kind=CallOutcome.LENGTH,
        why=f"the answer was cut at its output limit ({said})",
        hint="raise max_output, or ask about less at once",
    )


def _declined(reply: Reply) -> Failure | None:
    if reply.refusal:
        return Failure(kind=CallOutcome.REFUSAL, why=f"the model refuses: {' '.join(reply.refusal.split())[:200]}")
    if reply.finish == "content_filter":
        return Failure(kind=CallOutcome.REFUSAL, why="the endpoint's filter stopped the answer")
    return None


def _unusable(reading: Reading[T]) -> Failure:
    return Failure(kind=reading.kind, why=f"the answer could not be used: {reading.complaints[0]}")


def _failed(failure: Failure) -> Ended[T]:
    return Ended(value=None, failure=failure)
