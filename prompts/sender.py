"""One request to a live endpoint until there is a reply, or a reason why there is none: the only retry layer.

Concurrency, waiting, the ladder, the budget and the end of a run are decided here, for all questions together.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from ..core.calls import CallOutcome, Rung
from ..core.errors import EndpointFailed, NoCredit, Stopped
from ..core.value import value
from .asking import Failure
from .budget import Budget
from .client import Sending
from .endpoint import Endpoint, leaving
from .ladder import Abilities, below, body, lower
from .reactions import LONGEST_WAIT, Adapt, GiveUp, Reaction, Stop, Wait, react
from .requests import Reply, Request
from .wire import WireFault, WireKind

R = TypeVar("R")

_FIRST_WAIT = 0.5
_BREAKER = 5
"""Questions in a row that the endpoint left without an answer: then the run ends instead of losing all others."""

_MOST_ADAPTATIONS = 8


@value
class Pace:
    """Time and chance, from outside: tests give others. ``now`` in seconds, ``chance`` in [0, 1)."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random


class Unanswered(Exception):
    """A question that has no answer; ``rung`` is how it was asked last."""

    def __init__(self, failure: Failure, rung: Rung) -> None:
        super().__init__(failure.why)
        self.failure = failure
        self.rung = rung


class Sender:
    """Sends requests to one endpoint. ``learnt`` is told what a model can do, whenever that changes."""

    def __init__(
        self,
        endpoint: Endpoint,
        client: Sending,
        budget: Budget,
        *,
        pace: Pace | None = None,
        on_notice: Callable[[str], None] = lambda sentence: None,
        known: Callable[[str], Awaitable[Abilities]],
        learnt: Callable[[str, Abilities], Awaitable[None]],
    ) -> None:
        self._endpoint = endpoint
        self._client = client
        self._budget = budget
        self._pace = pace or Pace()
        self._on_notice = on_notice
        self._known = known
        self._learnt = learnt
        self._abilities: dict[str, Abilities] = {}
        self._free = asyncio.Semaphore(endpoint.concurrency)
        self._not_before = 0.0
        self._noticed = False
        self._answered = False
        self._unanswered_in_a_row = 0
        self._stopped: Stopped | None = None

    async def send(self, request: Request, keep: Callable[[Reply, Rung], Awaitable[R]]) -> R:
        """What ``keep`` makes of the reply to ``request`` and the rung on which it came. Raises Unanswered and Stopped,
        and what ``keep`` raises.

        The reply is kept before the next question takes its place: no more answers are unsaved at one time than
        questions may be in flight.
        """
        adaptations = tries = 0
        while True:
            await self._wait_for_turn()
            async with self._free:
                self._raise_stopped()
                abilities = await self._abilities_of(request.model)
                fault = await self._try(request, abilities)
                if isinstance(fault, Reply):
                    return await keep(fault, abilities.rung)
            reaction = self._reaction(fault, request, abilities)
            match reaction:
                case Adapt() if adaptations < _MOST_ADAPTATIONS:
                    adaptations += 1
                    await self._adapt(request.model, reaction.abilities)
                case Adapt():
                    why = "the endpoint goes on to refuse parameters"
                    self._give_up(Failure(kind=CallOutcome.ENDPOINT, why=why), abilities.rung)
                case Wait() if tries < min(self._endpoint.retries, reaction.tries):
                    await self._back_off(reaction, tries)
                    tries += 1
                case Wait() | GiveUp():
                    self._give_up(reaction.failure, abilities.rung)
                case Stop():
                    self._stop(reaction.failure)

    async def fall(self, model: str, rung: Rung) -> None:
        """Ask ``model`` one rung below ``rung`` from now on: the endpoint takes that shape and does not keep it."""
        next_rung = below(rung)
        if next_rung is not None:
            await self._adapt(model, replace(await self._abilities_of(model), rung=next_rung))

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    @property
    def stopped(self) -> Stopped | None:
        """Why the run ended early, or None."""
        return self._stopped

    async def _try(self, request: Request, abilities: Abilities) -> Reply | WireFault:
        try:
            self._budget.reserve()
        except Stopped as error:
            self._stopped = error
            raise
        self._give_notice(request.model)
        try:
            reply = await self._client.send(body(request, abilities, stream=self._endpoint.stream))
        except WireFault as fault:
            return fault
        self._budget.count(reply)
        self._answered = True
        self._unanswered_in_a_row = 0
        return reply

    def _reaction(self, fault: WireFault, request: Request, abilities: Abilities) -> Reaction:
        base_url = self._endpoint.address.recorded
        reaction = react(fault, request, abilities, base_url)
        if fault.kind is WireKind.UNREACHABLE and not self._answered and isinstance(reaction, Wait):
            return Stop(failure=reaction.failure)  # nobody was ever there: waiting would only look busy
        return reaction

    def _give_up(self, failure: Failure, rung: Rung) -> None:
        if failure.kind in (CallOutcome.ENDPOINT, CallOutcome.TIMEOUT, CallOutcome.RATE_LIMIT):
            self._unanswered_in_a_row += 1
            if self._unanswered_in_a_row >= _BREAKER:
                self._stop(
                    replace(failure, why=f"{_BREAKER} questions in a row got no answer, the last: {failure.why}")
                )
        raise Unanswered(failure, rung)

    def _stop(self, failure: Failure) -> None:
        kind = NoCredit if failure.kind is CallOutcome.QUOTA else EndpointFailed
        self._stopped = self._stopped or kind(failure.why, hint=failure.hint)
        self._raise_stopped()

    def _raise_stopped(self) -> None:
        """Each question gets an error of its own: a shared one would collect all their tracebacks."""
        if self._stopped is not None:
            known = self._stopped
            raise type(known)(known.message, where=known.where, hint=known.hint)

    async def _abilities_of(self, model: str) -> Abilities:
        if model not in self._abilities:
            found = await self._known(model)
            self._abilities.setdefault(model, found)
        return self._abilities[model]

    async def _adapt(self, model: str, found: Abilities) -> None:
        """Learn ``found``. Questions that were in flight at once learn the same; nobody climbs up again."""
        before = await self._abilities_of(model)
        after = Abilities(
            rung=lower(before.rung, found.rung),
            renamed=before.renamed or found.renamed,
            left_out=tuple(sorted({*before.left_out, *found.left_out})),
        )
        if after != before:
            self._abilities[model] = after
            await self._learnt(model, after)

    def _give_notice(self, model: str) -> None:
        if not self._noticed:
            self._noticed = True
            sentence = leaving(self._endpoint.address, model)
            if sentence:
                self._on_notice(sentence)

    async def _wait_for_turn(self) -> None:
        while (wait := self._not_before - self._pace.now()) > 0:
            await self._pace.sleep(wait)

    async def _back_off(self, reaction: Wait, tries: int) -> None:
        # Jitter of a half to the whole, so that those who failed together do not come back together.
        own = min(LONGEST_WAIT, _FIRST_WAIT * 2**tries) * (0.5 + self._pace.chance() / 2)
        seconds = max(own, reaction.seconds or 0.0)
        if reaction.everybody:
            self._not_before = max(self._not_before, self._pace.now() + seconds)
        await self._pace.sleep(seconds)
