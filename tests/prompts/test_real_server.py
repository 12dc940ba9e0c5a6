"""A real llama.cpp server with a very small model: the protocol, never the judgement.

Whether what such a model says is right is not asked; only that what it says is read for what it is.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.prompts.asker import Asker
from proofsieve.prompts.asking import Answered
from proofsieve.prompts.client import Client
from proofsieve.prompts.endpoint import Endpoint, read_address
from proofsieve.prompts.ladder import Abilities, body
from proofsieve.prompts.prompt_files import read_prompt
from proofsieve.prompts.requests import Message, Request
from proofsieve.prompts.store import Store

from .asking import FakeTime, asker_at
from .llama import Llama

FILE = b"""---
id: rating
version: 1
answer: Rating
parameters:
  temperature: "0"
  max_tokens: 40
---
## system
You rate how doubtful a sentence is, from 0 (certain) to 100 (surely wrong).

## user
<< sentence | data >>
"""
PROMPTS = {"rating": read_prompt(FILE, where="rating.md")}


class Rating(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    risk: int = Field(ge=0, le=100)


async def rate(asker: Asker, sentence: str = "2 + 2 = 5") -> Answered[Rating]:
    return await asker.ask("rating", Rating, sentence=sentence)


def at(llama: Llama, **given: Any) -> Any:
    return asker_at(llama.url, prompts=PROMPTS, **given)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "in pieces"])
async def test_a_schema_holds_a_small_model_to_its_shape(llama: Llama, stream: bool) -> None:
    async with at(llama, stream=stream) as asker:
        answered = await rate(asker)
    assert answered.value is not None
    assert 0 <= answered.value.risk <= 100
    assert answered.call.rung is Rung.JSON_SCHEMA
    assert answered.call.finish == "stop"
    assert answered.call.prompt_tokens
    assert answered.call.completion_tokens


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "in pieces"])
async def test_without_a_schema_it_answers_in_prose(llama: Llama, stream: bool) -> None:
    request = Request(
        prompt="prose",
        prompt_version="1",
        sample=0,
        turn=0,
        model="any",
        temperature="0",
        limit=12,
        schema="{}",
        messages=(Message(role="user", content="Count to three."),),
    )
    client = Client(Endpoint(address=read_address(llama.url)))
    try:
        reply = await client.send(body(request, Abilities(rung=Rung.TEXT), stream=stream))
    finally:
        await client.aclose()
    assert reply.text.strip()
    assert reply.finish in ("stop", "length")
    assert reply.completion_tokens is not None
    assert reply.completion_tokens <= 12


async def test_on_the_lowest_rung_prose_is_no_answer_unless_it_holds_one(llama: Llama, tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    store = Store(path)
    store.learn(llama.url, "scripted", Abilities(rung=Rung.TEXT))
    store.close()
    async with at(llama, store=path, settings={"max_output": 16}) as asker:
        answered = await rate(asker)
    assert answered.call.rung is Rung.TEXT
    assert answered.value is not None or answered.call.outcome in ("unparsed", "invalid", "length")


async def test_two_questions_at_once_get_two_answers(llama: Llama) -> None:
    async with at(llama, concurrency=2) as asker:
        both = await asyncio.gather(rate(asker, "1 + 1 = 2"), rate(asker, "1 + 1 = 3"))
        assert all(answered.value is not None for answered in both)
        assert len(asker.calls) == 2


async def test_after_a_cancelled_question_the_server_answers_the_next(llama: Llama) -> None:
    async with at(llama, settings={"max_output": 800}) as asker:
        asked = asyncio.ensure_future(rate(asker, "All primes are odd, and 2 is a prime. " * 40))
        while not asker.spent().calls:
            await asyncio.sleep(0.001)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert (await rate(asker)).value is not None


async def test_a_question_beyond_the_window_says_so(llama: Llama) -> None:
    async with at(llama) as asker:
        answered = await rate(asker, "even odd prime " * 2000)
    assert answered.failure is not None
    assert answered.failure.kind is CallOutcome.CONTEXT
    assert "context" in answered.failure.why
    assert asker.spent().calls == 1


async def test_an_answer_beyond_its_limit_says_so(llama: Llama) -> None:
    async with at(llama, settings={"max_output": 1}) as asker:
        answered = await rate(asker)
    assert answered.failure is not None
    assert answered.failure.kind is CallOutcome.LENGTH
    assert "2 of 2 tokens" in answered.failure.why
    assert answered.call.turns == 2


async def test_a_server_that_dies_and_comes_back_is_asked_on(llama_installed: None) -> None:
    running = [Llama()]
    port = running[0].port

    class Revival(FakeTime):
        """The server comes back while the question waits for its next try."""

        async def sleep(self, seconds: float) -> None:
            await super().sleep(seconds)
            if len(running) == 1:
                running.append(await asyncio.to_thread(Llama, port))

    time = Revival()
    try:
        async with at(running[0], time=time) as asker:
            assert (await rate(asker, "1 = 1")).value is not None
            running[0].kill()
            assert (await rate(asker, "1 = 2")).value is not None
        assert len(running) == 2
        assert time.slept
    finally:
        for server in running:
            server.close()
