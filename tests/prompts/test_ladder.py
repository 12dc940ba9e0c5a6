"""The ladder of answer shapes, learnt from refusals and from replies that break their promise; repairs and limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.core.errors import EndpointFailed

from .asking import GOOD, asker_at, ping
from .server import Answer, Seen, reply, scripted, status

BAD = '{"risk": "high", "reason": "step 3"}'


def refusing(
    *kinds: str, number: int = 400, words: str = "response_format is not supported"
) -> Callable[[Seen], Answer]:
    """A server that refuses these kinds of response_format: json_schema, json_object+schema, json_object."""

    def answer(seen: Seen) -> Answer:
        return status(number, words) if shape_of(seen) in kinds else reply(GOOD)

    return answer


def shape_of(seen: Seen) -> str:
    shape = seen.body.get("response_format")
    if shape is None:
        return "none"
    return str(shape["type"]) + ("+schema" if "schema" in shape else "")


@pytest.mark.parametrize("number", [400, 404, 415, 422, 500, 501])
async def test_a_refused_schema_leads_one_rung_down(number: int) -> None:
    async with scripted(refusing("json_schema", number=number)) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.call.rung is Rung.JSON_OBJECT
        assert answered.call.turns == 1
        assert [shape_of(seen) for seen in server.seen] == ["json_schema", "json_object+schema"]
        await ping(asker, "another")
        assert shape_of(server.seen[-1]) == "json_object+schema"


async def test_a_server_without_any_shape_is_asked_in_words() -> None:
    every = refusing("json_schema", "json_object+schema", "json_object")
    async with scripted(every) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.value is not None
        assert answered.call.rung is Rung.TEXT
        assert [shape_of(seen) for seen in server.seen] == ["json_schema", "json_object+schema", "json_object", "none"]


async def test_what_was_learnt_is_remembered_by_the_store_per_address_and_model(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite3"
    async with scripted(refusing("json_schema")) as server:
        async with asker_at(server.url, store=store) as asker:
            await ping(asker)
        async with asker_at(server.url, store=store) as asker:
            await ping(asker, "another")
        assert [shape_of(seen) for seen in server.seen][2:] == ["json_object+schema"]
        async with asker_at(server.url, store=store, settings={"model": "other"}) as asker:
            await ping(asker)
        assert shape_of(server.seen[3]) == "json_schema"
        async with asker_at(server.url, store=store, refresh=True) as asker:
            await ping(asker)
        assert shape_of(server.seen[5]) == "json_schema"


async def test_questions_in_flight_together_fall_one_rung_and_not_one_each() -> None:
    async with scripted(refusing("json_schema")) as server, asker_at(server.url, concurrency=8) as asker:
        asked = await asyncio.gather(*(ping(asker, f"{n}") for n in range(8)))
        assert {answered.call.rung for answered in asked} == {Rung.JSON_OBJECT}


async def test_an_error_of_the_server_that_names_no_shape_teaches_nothing() -> None:
    async with scripted([status(500, "out of memory"), reply(GOOD)]) as server, asker_at(server.url) as asker:
        assert (await ping(asker)).call.rung is Rung.JSON_SCHEMA


async def test_one_repair_turn_shows_the_reply_and_its_faults() -> None:
    async with scripted([reply(BAD), reply(GOOD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.value is not None
        assert (answered.call.turns, answered.call.prompt_tokens) == (2, 22)
        messages = server.seen[1].body["messages"]
        assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
        assert messages[2]["content"] == BAD
        assert "risk: Input should be a valid integer" in messages[3]["content"]


async def test_a_check_asks_once_again_and_then_fails_without_blaming_the_schema() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker, check=lambda pong: ["u3 has no judgement"])
        assert answered.failure is not None
        assert answered.failure.kind is CallOutcome.INVALID
        assert "u3 has no judgement" in answered.failure.why
        assert len(server.seen) == 2
        assert "u3 has no judgement" in server.seen[1].body["messages"][3]["content"]
        await ping(asker, "another")
        assert shape_of(server.seen[2]) == "json_schema"


async def test_a_schema_that_is_taken_and_not_applied_leads_one_rung_down_for_good() -> None:
    def answer(seen: Seen) -> Answer:
        return reply(BAD if shape_of(seen) == "json_schema" else GOOD)

    async with scripted(answer) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.value is not None
        assert (answered.call.rung, answered.call.turns) == (Rung.JSON_OBJECT, 3)
        assert [shape_of(seen) for seen in server.seen] == ["json_schema", "json_schema", "json_object+schema"]
        assert len(server.seen[2].body["messages"]) == 2
        await ping(asker, "another")
        assert shape_of(server.seen[3]) == "json_object+schema"


async def test_a_model_that_never_fits_costs_four_turns_and_no_value() -> None:
    async with scripted([reply(BAD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert (answered.value, answered.call.outcome, answered.call.turns) == (None, "invalid", 4)
        assert len(server.seen) == 4


async def test_a_cut_answer_is_asked_for_with_a_larger_limit_and_never_sent_back() -> None:
    cut = reply('{"risk": 85, "rea', finish="length", usage={"prompt_tokens": 9, "completion_tokens": 200})
    async with scripted([cut, reply(GOOD)]) as server, asker_at(server.url) as asker:
        assert (await ping(asker)).value is not None
        assert [seen.body["max_tokens"] for seen in server.seen] == [200, 400]
        assert len(server.seen[1].body["messages"]) == 2


async def test_an_answer_that_looks_whole_and_was_cut_is_not_taken() -> None:
    cut = reply(GOOD, finish="length", usage=None)
    async with scripted([cut]) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.failure is not None
        assert answered.failure.kind is CallOutcome.LENGTH
        assert "400 tokens" in answered.failure.why
        assert "max_output" in answered.failure.hint
        assert len(server.seen) == 2


async def test_an_answer_that_fills_the_window_is_not_asked_for_again() -> None:
    full = reply("{", finish="length", usage={"prompt_tokens": 8000, "completion_tokens": 92})
    async with scripted([full]) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.failure is not None
        assert answered.failure.kind is CallOutcome.CONTEXT
        assert "8000 + 92" in answered.failure.why
        assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("number", "words", "code"),
    [
        (400, "This model's maximum context length is 8192 tokens", "context_length_exceeded"),
        (400, "the request exceeds the available context size", "exceed_context_size_error"),
        (413, "prompt is too long", ""),
    ],
)
async def test_a_question_that_does_not_fit_is_told_apart(number: int, words: str, code: str) -> None:
    async with scripted([status(number, words, code=code)]) as server, asker_at(server.url) as asker:
        assert (await ping(asker)).call.outcome is CallOutcome.CONTEXT
        assert len(server.seen) == 1


async def test_the_limit_changes_its_name_where_a_model_wants_that() -> None:
    def answer(seen: Seen) -> Answer:
        if "max_tokens" in seen.body:
            return status(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        return reply(GOOD)

    async with scripted(answer) as server, asker_at(server.url) as asker:
        await ping(asker)
        await ping(asker, "another")
        assert [seen.body.get("max_completion_tokens") for seen in server.seen] == [None, 200, 200]


async def test_parameters_that_are_optional_are_left_out_where_they_are_refused() -> None:
    def answer(seen: Seen) -> Answer:
        for name in ("temperature", "stream_options"):
            if name in seen.body:
                return status(400, f"{name} is not supported")
        return reply(GOOD)

    async with scripted(answer) as server, asker_at(server.url, stream=True) as asker:
        assert (await ping(asker)).call.turns == 1
        assert len(server.seen) == 3


async def test_a_server_that_refuses_whatever_is_asked_ends_the_question() -> None:
    async with scripted([status(400, "bad response_format schema")]) as server, asker_at(server.url) as asker:
        assert (await ping(asker)).call.outcome is CallOutcome.ENDPOINT
        assert len(server.seen) == 4


async def test_an_unknown_model_is_not_taken_for_an_unsupported_schema() -> None:
    async with scripted([status(404, "The model `x` does not exist")]) as server, asker_at(server.url) as asker:
        with pytest.raises(EndpointFailed, match="does not exist"):
            await ping(asker)
        assert len(server.seen) == 1


async def test_stages_ask_their_own_models() -> None:
    settings = {"stages": (("scan", "small"),), "second": "other"}
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, settings=settings) as asker:
        await ping(asker)
        await ping(asker, stage="scan")
        await ping(asker, stage="second", sample=1)
        assert [seen.body["model"] for seen in server.seen] == ["scripted", "small", "other"]
