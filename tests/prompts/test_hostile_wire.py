"""Whatever bytes an endpoint sends are a reply, or a fault that is named; nothing else comes out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.calls import Rung
from proofsieve.prompts.answers import read_answer
from proofsieve.prompts.ladder import Abilities
from proofsieve.prompts.reactions import react
from proofsieve.prompts.recording import read_record, write_record
from proofsieve.prompts.requests import Message, Record, Reply, Request
from proofsieve.prompts.wire import WireFault, WireKind, read_completion, read_stream, status_fault

from .asking import GOOD, Pong
from .server import completion, stream

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
FIELDS = ("choices", "usage", "model", "error", "system_fingerprint", "message", "content", "finish_reason", "refusal")


def request() -> Request:
    return Request(
        prompt="ping",
        prompt_version="1",
        sample=0,
        turn=0,
        model="m",
        temperature="0",
        limit=10,
        schema="{}",
        messages=(Message(role="user", content="x"),),
    )


def pieces(raw: bytes, size: int) -> AsyncIterator[bytes]:
    async def found() -> AsyncIterator[bytes]:
        for at in range(0, len(raw), size):
            yield raw[at : at + size]

    return found()


def read_or_fault(raw: bytes, content_type: str = "application/json") -> Reply | WireFault:
    try:
        return read_completion(raw, content_type)
    except WireFault as fault:
        return fault


def streamed(raw: bytes, size: int) -> Reply | WireFault:
    async def read() -> Reply | WireFault:
        try:
            return await read_stream(pieces(raw, size))
        except WireFault as fault:
            return fault

    return asyncio.run(read())


def is_kept(reply: Reply) -> bool:
    """Whether a reply can be written down and read back as it is."""
    found = request()
    record = Record(key=found.key(), request=found, base_url="http://x/v1", rung=Rung.TEXT, reply=reply)
    return read_record(write_record(record)) == record


@settings(deadline=None)
@given(st.binary(max_size=200), st.sampled_from(["application/json", "text/html", ""]))
def test_any_bytes_are_a_fault_or_a_reply(raw: bytes, content_type: str) -> None:
    found = read_or_fault(raw, content_type)
    assert isinstance(found, WireFault) or is_kept(found)


def replaced(document: Any, name: str, other: Any) -> Any:
    """The document with every field of that name holding something else."""
    if isinstance(document, dict):
        return {key: other if key == name else replaced(value, name, other) for key, value in document.items()}
    if isinstance(document, list):
        return [replaced(item, name, other) for item in document]
    return document


@settings(deadline=None)
@given(st.sampled_from(FIELDS), ANY_JSON)
def test_a_field_of_any_other_kind_is_read_with_care(name: str, other: Any) -> None:
    found = read_or_fault(json.dumps({**replaced(completion(GOOD), name, other)}).encode())
    assert isinstance(found, WireFault) or is_kept(found)


@settings(deadline=None)
@given(st.integers(0, 400), st.integers(1, 50))
def test_a_stream_is_read_alike_in_pieces_of_any_size_and_never_whole_when_cut(cut: int, size: int) -> None:
    whole = stream([GOOD[:7], GOOD[7:]]).body
    assert streamed(whole, size) == streamed(whole, len(whole))
    found = streamed(whole[: min(cut, 250)], size)
    assert isinstance(found, WireFault) or found.text == GOOD


@settings(deadline=None)
@given(st.lists(ANY_JSON, max_size=5), st.binary(max_size=30))
def test_any_events_are_a_fault_or_a_reply(events: Sequence[Any], tail: bytes) -> None:
    raw = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events) + tail
    found = streamed(raw, 16)
    assert isinstance(found, WireFault) or is_kept(found)


@settings(deadline=None)
@given(st.integers(300, 599), st.binary(max_size=120) | ANY_JSON.map(lambda found: json.dumps(found).encode()))
def test_every_status_has_a_reaction_in_one_line(status: int, raw: bytes) -> None:
    fault = status_fault(status, raw, {"retry-after": raw[:20].decode("latin-1")})
    reaction = react(fault, request(), Abilities(), "http://x/v1")
    failure = getattr(reaction, "failure", None)
    assert failure is None or "\n" not in failure.why


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | ANY_JSON.map(json.dumps) | st.text('{}[]":,\\ab1 \n', max_size=60), st.sampled_from(Rung))
def test_any_text_is_an_answer_or_has_complaints(text: str, rung: Rung) -> None:
    reading = read_answer(text, Pong, rung)
    assert (reading.value is None) == bool(reading.complaints)


@settings(deadline=None)
@given(st.integers(0, len(GOOD) - 1))
def test_no_part_of_an_answer_is_an_answer(end: int) -> None:
    assert read_answer(GOOD[:end], Pong, Rung.TEXT).value is None
    assert end == 0 or read_answer(GOOD[end:], Pong, Rung.TEXT).value is None


def test_a_flood_of_empty_pieces_ends_before_its_bytes_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofsieve.prompts.wire.MAX_EVENTS", 1_000)
    found = streamed(b"data: {}\n" * 1_000 + stream([GOOD]).body, 4_096)
    assert isinstance(found, WireFault)
    assert found.kind is WireKind.TOO_LARGE
    assert isinstance(streamed(b": nothing\n" * 2_000 + stream([GOOD]).body, 4_096), Reply)
