"""What an analyst sees of models: one question, one validated answer or a failure with its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ..core.calls import Call, CallOutcome
from ..core.value import value

if TYPE_CHECKING:
    from pydantic import BaseModel

T = TypeVar("T", bound="BaseModel")


@value
class Failure:
    """Why a question has no answer; it is never an answer and never a default. ``hint``: what a person can do."""

    kind: CallOutcome
    why: str
    hint: str = ""


@value
class Spent:
    """What a run sent over the network so far: requests (with retries), and the tokens that servers counted.

    Answers from the store or a cassette cost nothing. ``uncounted``: replies whose server gave no usage.
    """

    calls: int = 0
    tokens: int = 0
    uncounted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered(Generic[T]):
    """The end of one question: exactly one of ``value`` and ``failure`` is there."""

    value: T | None
    failure: Failure | None
    call: Call


class Asking(Protocol):
    """Asks models. Use from one event loop."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """All questions that ended so far, in an order that does not depend on timing."""
        ...

    def spent(self) -> Spent:
        """What was sent so far."""
        ...

    async def ask(
        self,
        prompt: str,
        answer: type[T],
        *,
        about: str = "",
        stage: str = "",
        sample: int = 0,
        check: Callable[[T], Sequence[str]] | None = None,
        **slots: object,
    ) -> Answered[T]:
        """Ask the prompt file ``prompt`` (its id) with ``slots``, and read the reply as ``answer``.

        ``answer``: a pydantic model that is strict and forbids extra fields; its name is the one in the prompt file.
        ``about``: the unit. ``stage`` chooses the model. ``sample``: another number is another, independent answer.
        ``check`` gives complaints about a valid answer ("u003 has no judgement"); they go into the one repair turn as
        validation errors do, and what still has any is a failure ``invalid``.

        Raises Stopped (BudgetSpent, EndpointFailed, NotInCassette, StoreFailed) where asking cannot go on at all.
        """
        ...
