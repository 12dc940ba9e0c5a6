"""Asks questions: prompt file in, validated answer or failure out; every question recorded."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ..core.calls import Call, CallOutcome, ModelSettings, Rung
from ..core.errors import BudgetSpent, EndpointFailed, NoCredit, NotInCassette, Stopped
from .asking import Answered, Spent
from .budget import Budget
from .cassette import Cassette, read_cassette, write_cassette
from .client import Client, Sending
from .conversation import Conversation, Turn
from .endpoint import Endpoint
from .flights import Flights
from .prompt_files import PromptError, PromptFile, load_prompts, render
from .requests import Fault, Record, Reply, Request
from .sender import Pace, Sender, Unanswered

if TYPE_CHECKING:
    from pydantic import BaseModel

    from .ladder import Abilities
    from .store import Store

T = TypeVar("T", bound="BaseModel")


class Memory:
    """What was asked before: a store on its own thread (SQLite blocks), a cassette, or nothing.

    ``refresh``: what the store holds is not used, and replaced. With a cassette nothing is asked live.
    """

    def __init__(self, store: Store | None = None, *, refresh: bool = False, cassette: Cassette | None = None) -> None:
        self._store = store
        self._refresh = refresh
        self.cassette = cassette
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="answers") if store is not None else None

    async def get(self, key: str) -> Record | None:
        """The record under ``key``, where there is one that may be used."""
        if self.cassette is not None:
            return self.cassette.records.get(key)
        if self._store is None or self._refresh:
            return None
        return await self._there(self._store.get, key)

    async def put(self, record: Record) -> None:
        """Keep ``record``; on disk on return, even if the caller is cancelled meanwhile."""
        if self._store is not None and self.cassette is None:
            await self._there(self._store.put, record)

    async def abilities(self, base_url: str, model: str) -> Abilities:
        """What was learnt of a model."""
        from .ladder import Abilities

        if self._store is None or self._refresh:
            return Abilities()
        return await self._there(self._store.abilities, base_url, model)

    async def learn(self, base_url: str, model: str, abilities: Abilities) -> None:
        """Remember what a model can do."""
        if self._store is not None:
            await self._there(self._store.learn, base_url, model, abilities)

    async def _there(self, work: Callable[..., R], *given: object) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    async def aclose(self) -> None:
        """Finish what is being written and close the store."""
        if self._thread is not None and self._store is not None:
            await asyncio.to_thread(self._thread.shutdown)
            self._store.close()


R = TypeVar("R")


class Asker:
    """Asks the models of ``settings`` at ``endpoint`` (prompts.asking.Asking). Close it when done.

    ``memory`` is looked at first. ``on_asked`` is told the prompt of a question to the endpoint, what it is about, and
    whether it has ended: once before, once after. ``client`` and ``pace`` are for tests.
    """

    def __init__(
        self,
        settings: ModelSettings,
        endpoint: Endpoint,
        *,
        prompts: Mapping[str, PromptFile] | None = None,
        memory: Memory | None = None,
        client: Sending | None = None,
        pace: Pace | None = None,
        on_notice: Callable[[str], None] = lambda sentence: None,
        on_asked: Callable[[str, str, bool], None] = lambda prompt, about, ended: None,
    ) -> None:
        self._settings = settings
        self._on_asked = on_asked
        self._base_url = endpoint.address.recorded
        self._prompts = dict(prompts) if prompts is not None else load_prompts()
        self._memory = memory or Memory()
        self._budget = Budget(settings.max_calls, settings.max_tokens)
        self._sender = Sender(
            endpoint,
            client or Client(endpoint),
            self._budget,
            pace=pace,
            on_notice=on_notice,
            known=lambda model: self._memory.abilities(self._base_url, model),
            learnt=lambda model, found: self._memory.learn(self._base_url, model, found),
        )
        self._flights: Flights[Record] = Flights()
        self._records: dict[str, Record] = {}
        self._calls: dict[str, Call] = {}
        self._stopped: Stopped | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        """All questions that ended so far, in an order that does not depend on timing."""
        return tuple(sorted(self._calls.values(), key=lambda call: (call.prompt, call.about, call.sample, call.key)))

    def spent(self) -> Spent:
        """What was sent so far."""
        return self._budget.spent()

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
        """See prompts.asking.Asking. Raises PromptError for a fault of the program: an unknown prompt, another answer
        than the file names, slots that do not fit."""
        from .answers import schema_of

        file = self._prompts.get(prompt)
        if file is None:
            raise PromptError(f"there is no prompt {prompt!r}")
        if file.answer != answer.__name__:
            raise PromptError(f"it is answered by {file.answer}, not {answer.__name__}", where=prompt)
        conversation = Conversation(
            render(file, slots),
            answer,
            schema_of(answer),
            prompt=file,
            model=self._settings.model_of(stage or prompt),
            sample=sample,
            temperature=self._settings.temperature or file.temperature,
            limit=self._settings.max_output or file.max_tokens,
            context=self._settings.context,
            check=check,
        )

        async def turn(request: Request) -> Turn:
            return await self._turn(request, about)

        try:
            ended = await conversation.run(turn, self._sender.fall)
        except Stopped as error:
            if conversation.turns:  # it was asked and answered, only not to its end
                self._keep(self._call(conversation, about, _kind_of(error)))
            raise
        call = self._call(conversation, about, ended.failure.kind if ended.failure else CallOutcome.ANSWERED)
        self._keep(call)
        return Answered(value=ended.value, failure=ended.failure, call=call)

    def interrupted(self) -> None:
        """The run ends here because somebody wants it to; a cassette says so."""
        self._stopped = self._stopped or Stopped("the run was interrupted")

    def cassette(self, path: Path) -> None:
        """Write every question of this run so far, with what stopped it. Raises StoreFailed and SaveError."""
        stopped = self._stopped
        ended = None
        if stopped is not None:
            ended = Fault(kind=_kind_of(stopped), why=stopped.message, hint=stopped.hint)
        write_cassette(path, self._records.values(), ended)

    async def aclose(self) -> None:
        """Cancel what is in flight, keep what has arrived, close connections and store."""
        await self._flights.aclose()
        await self._sender.aclose()
        await self._memory.aclose()

    async def _turn(self, request: Request, about: str) -> Turn:
        key = request.key()
        try:
            record = await self._flights.join(key, lambda: self._obtain(request, key, about))
        except Stopped as error:
            self._stopped = self._stopped or error
            raise
        return Turn(key=key, record=record)

    async def _obtain(self, request: Request, key: str, about: str) -> Record:
        known = await self._memory.get(key)
        if known is None and self._memory.cassette is not None:
            raise _missing(self._memory.cassette, request, about)
        if known is None:
            self._on_asked(request.prompt, about, False)
            try:
                known = await self._live(request, key)
            finally:
                self._on_asked(request.prompt, about, True)
        self._records[key] = known
        return known

    async def _live(self, request: Request, key: str) -> Record:
        async def keep(reply: Reply, rung: Rung) -> Record:
            record = Record(key=key, request=request, base_url=self._base_url, rung=rung, reply=reply)
            await self._memory.put(record)
            return record

        try:
            return await self._sender.send(request, keep)
        except Unanswered as error:
            fault = Fault(kind=error.failure.kind, why=error.failure.why, hint=error.failure.hint)
            return Record(key=key, request=request, base_url=self._base_url, rung=error.rung, reply=None, fault=fault)

    def _call(self, conversation: Conversation[T], about: str, outcome: CallOutcome) -> Call:
        first, last = conversation.turns[0], conversation.turns[-1]
        replies = [turn.record.reply for turn in conversation.turns if turn.record.reply is not None]
        request = first.record.request
        return Call(
            id=f"c{first.key[:12]}",
            key=first.key,
            prompt=request.prompt,
            prompt_version=request.prompt_version,
            about=about,
            sample=request.sample,
            model=request.model,
            base_url=last.record.base_url,
            rung=last.record.rung,
            turns=len(replies),
            finish=replies[-1].finish if replies else "",
            prompt_tokens=_sum([reply.prompt_tokens for reply in replies]),
            completion_tokens=_sum([reply.completion_tokens for reply in replies]),
            outcome=outcome,
            answer_sha256=hashlib.sha256(replies[-1].text.encode()).hexdigest() if replies else "",
        )

    def _keep(self, call: Call) -> None:
        known = self._calls.get(call.key)
        if known is not None:
            about = " ".join(sorted({*known.about.split(), *call.about.split()}))
            call = replace(call, about=about)
        self._calls[call.key] = call


@asynccontextmanager
async def open_asker(
    settings: ModelSettings,
    endpoint: Endpoint,
    *,
    store: Path | None = None,
    refresh: bool = False,
    replay: Path | None = None,
    cassette: Path | None = None,
    prompts: Mapping[str, PromptFile] | None = None,
    client: Sending | None = None,
    pace: Pace | None = None,
    on_notice: Callable[[str], None] = lambda sentence: None,
    on_asked: Callable[[str, str, bool], None] = lambda prompt, about, ended: None,
) -> AsyncIterator[Asker]:
    """An Asker for one run, closed at the end.

    ``store``: the file of answers, used and filled; None keeps nothing. ``refresh``: ask everything anew. ``replay``: a
    cassette that answers everything, without a network and without the store. ``cassette``: where this run's questions
    are written at its end, also if it ends early. Raises StoreFailed for a store or cassette that cannot be used.
    """
    from .store import Store

    given = await asyncio.to_thread(read_cassette, replay) if replay is not None else None
    opened = await asyncio.to_thread(Store, store) if store is not None and given is None else None
    asker = Asker(
        settings,
        endpoint,
        prompts=prompts,
        memory=Memory(opened, refresh=refresh, cassette=given),
        client=client,
        pace=pace,
        on_notice=on_notice,
        on_asked=on_asked,
    )
    try:
        yield asker
    except asyncio.CancelledError:
        asker.interrupted()
        raise
    finally:
        try:
            await asker.aclose()
        finally:  # who presses Ctrl-C twice does not lose it
            if cassette is not None:
                asker.cassette(cassette)


_KINDS: Mapping[type[Stopped], CallOutcome] = {
    BudgetSpent: CallOutcome.BUDGET,
    NoCredit: CallOutcome.QUOTA,
    NotInCassette: CallOutcome.NOT_IN_CASSETTE,
}


def _kind_of(stopped: Stopped) -> CallOutcome:
    return _KINDS.get(type(stopped), CallOutcome.ENDPOINT)


def _missing(cassette: Cassette, request: Request, about: str) -> Stopped:
    """A cassette of a run that was stopped ends where that run ended; elsewhere a missing question is an error."""
    ended = cassette.ended
    if ended is not None and ended.kind is not CallOutcome.NOT_IN_CASSETTE:
        stop = next((error for error, kind in _KINDS.items() if kind is ended.kind), EndpointFailed)
        return stop(ended.why, hint=ended.hint)
    unit = f" about {about}" if about else ""
    return NotInCassette(
        f"the cassette holds no answer to {request.prompt} {request.prompt_version}{unit} "
        f"(turn {request.turn}, sample {request.sample}, model {request.model})",
        hint="proof, settings or prompts differ from those of the recorded run; record it again",
    )


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if counts and len(known) == len(counts) else None
