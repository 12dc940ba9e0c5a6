"""The store of answers and cassettes: nothing is paid for twice, a replay is the same run, faults are one line."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from proofsieve.core.calls import Rung
from proofsieve.core.errors import BudgetSpent, EndpointFailed, NotInCassette, ProofSieveError, StoreFailed
from proofsieve.prompts.cassette import MAX_BYTES, read_cassette
from proofsieve.prompts.recording import read_record, write_record
from proofsieve.prompts.requests import Message, Record, Reply, Request
from proofsieve.prompts.store import Store

from .asking import GOOD, asker_at, ping
from .server import Answer, reply, scripted, status

NOBODY = "http://127.0.0.1:9/v1"
CHILD = Path(__file__).with_name("killed_run.py")


def record(text: str = GOOD, *, sample: int = 0) -> Record:
    request = Request(
        prompt="ping",
        prompt_version="1",
        sample=sample,
        turn=0,
        model="m",
        temperature="0",
        limit=10,
        schema="{}",
        messages=(Message(role="user", content="Is $\\frac12$ < ½?"),),
    )
    found = Reply(text=text, finish="stop", prompt_tokens=1)
    return Record(key=request.key(), request=request, base_url=NOBODY, rung=Rung.TEXT, reply=found)


async def test_a_stored_answer_is_not_asked_for_again_and_records_the_same_call(tmp_path: Path) -> None:
    store = tmp_path / "a" / "answers.sqlite3"
    bad = '{"risk": "high", "reason": "x"}'
    async with scripted([reply(bad), reply(GOOD), reply(GOOD)]) as server:
        async with asker_at(server.url, store=store) as asker:
            await ping(asker, about="u001")
            await ping(asker, "another")
            live = asker.calls
        async with asker_at(server.url, store=store) as asker:
            await ping(asker, about="u001")
            await ping(asker, "another")
            assert asker.calls == live
            assert asker.spent().calls == 0
        assert len(server.seen) == 3


async def test_refresh_asks_anew_and_replaces(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite3"
    other = '{"risk": 3, "reason": "second thoughts"}'
    async with scripted([reply(GOOD), reply(other)]) as server:
        for refresh in (False, True, False):
            async with asker_at(server.url, store=store, refresh=refresh) as asker:
                answered = await ping(asker)
        assert len(server.seen) == 2
        assert answered.value is not None
        assert answered.value.risk == 3


async def test_the_key_is_of_the_content_and_not_of_the_address(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite3"
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, store=store) as asker:
        first = await ping(asker)
    async with asker_at(NOBODY, store=store) as asker:
        second = await ping(asker)
        assert second.call == first.call
        assert second.call.base_url == server.url
        with pytest.raises(EndpointFailed):
            await ping(asker, sample=1)
        with pytest.raises(EndpointFailed):
            await ping(asker, "another sentence")
    async with asker_at(NOBODY, store=store, settings={"temperature": "0.5"}) as asker:
        with pytest.raises(EndpointFailed):
            await ping(asker)


async def test_the_raw_reply_is_kept_before_it_is_judged(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite3"
    async with scripted([reply("no JSON at all")]) as server, asker_at(server.url, store=store) as asker:
        answered = await ping(asker)
    with closing(sqlite3.connect(store)) as db:
        assert db.execute("SELECT count(*) FROM answers").fetchone() == (4,)
    opened = Store(store)
    kept = opened.get(answered.call.key)
    opened.close()
    assert kept is not None
    assert kept.reply is not None
    assert kept.reply.text == "no JSON at all"


async def test_a_failure_of_the_network_is_not_kept(tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite3"
    async with scripted([status(500), reply(GOOD)]) as server:
        async with asker_at(server.url, store=store, retries=0) as asker:
            assert (await ping(asker)).call.outcome == "endpoint"
            assert (await ping(asker)).call.outcome == "endpoint"  # not asked again in the same run
        async with asker_at(server.url, store=store, retries=0) as asker:
            assert (await ping(asker)).call.outcome == "answered"
        assert len(server.seen) == 2


async def test_a_cassette_replays_the_run_without_a_network(tmp_path: Path) -> None:
    tape, again = tmp_path / "run.json", tmp_path / "again.json"
    bad = '{"risk": "high", "reason": "x"}'
    script = [reply(bad), reply(GOOD), status(500), reply("{", finish="length", usage=None), reply(GOOD)]

    async def run(asker: object) -> None:
        for sentence in ("repaired", "failed", "cut"):
            await ping(asker, sentence, about=f"u{len(sentence):03}")  # type: ignore[arg-type]

    async with scripted(script) as server, asker_at(server.url, cassette=tape, retries=0) as asker:
        await run(asker)
        live = asker.calls
    assert [call.outcome for call in live] == ["answered", "endpoint", "answered"]
    async with asker_at(NOBODY, replay=tape, cassette=again) as asker:
        await run(asker)
        assert asker.calls == live
        assert asker.spent().calls == 0
    assert tape.read_bytes() == again.read_bytes()


async def test_a_miss_names_prompt_and_unit(tmp_path: Path) -> None:
    tape = tmp_path / "run.json"
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, cassette=tape) as asker:
        await ping(asker)
    async with asker_at(NOBODY, replay=tape) as asker:
        with pytest.raises(NotInCassette, match="ping 1 about u014"):
            await ping(asker, "never asked", about="u014")


async def test_a_run_that_was_stopped_stops_in_its_replay_as_well(tmp_path: Path) -> None:
    tape = tmp_path / "run.json"
    once = {"max_calls": 1}
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, cassette=tape, settings=once) as asker:
        await ping(asker)
        with pytest.raises(BudgetSpent) as live:
            await ping(asker, "another")
    async with asker_at(NOBODY, replay=tape) as asker:
        await ping(asker)
        with pytest.raises(BudgetSpent) as replayed:
            await ping(asker, "another")
        assert str(replayed.value) == str(live.value)
        assert asker.calls[0].outcome == "answered"


async def test_a_cassette_does_not_depend_on_the_order_of_answers(tmp_path: Path) -> None:
    tapes = []
    for name, sentences in (("a.json", "pqrs"), ("b.json", "srqp")):
        async with scripted([reply(GOOD)], port=0) as server:
            async with asker_at(server.url, cassette=tmp_path / name) as asker:
                await asyncio.gather(*(ping(asker, sentence) for sentence in sentences))
            tapes.append((tmp_path / name).read_text("utf-8").replace(server.url, "here"))
    assert tapes[0] == tapes[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda raw: b"",
        lambda raw: raw[:-40],
        lambda raw: raw.replace(b"2 + 2 = 4", b"2 + 2 = 5"),
        lambda raw: raw.replace(b"cassette/1", b"cassette/9"),
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.replace(b'"ended": null,', b'"ended": null, "more": 1,'),
        lambda raw: raw.replace(b'"finish": "stop"', b'"finish": 3'),
        lambda raw: raw.replace(b'"sample": 0', b'"sample": 1'),
        lambda raw: raw.replace(b'"rung": "json_schema"', b'"rung": "guess"'),
        lambda raw: b"\xff\xfe" + raw,
        lambda raw: b"[]\n",
    ],
    ids=["empty", "cut", "question", "version", "line ends", "field", "type", "sample", "rung", "bytes", "list"],
)
async def test_a_changed_cassette_is_refused_in_one_line(tmp_path: Path, change: object) -> None:
    tape = tmp_path / "run.json"
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, cassette=tape) as asker:
        await ping(asker)
    assert len(read_cassette(tape).records) == 1
    raw = tape.read_bytes()
    changed = change(raw)  # type: ignore[operator]
    assert changed != raw
    tape.write_bytes(changed)
    with pytest.raises(StoreFailed, match="no cassette") as caught:
        read_cassette(tape)
    assert "\n" not in str(caught.value)


def test_a_cassette_is_read_with_a_bound(tmp_path: Path) -> None:
    tape = tmp_path / "huge.json"
    with tape.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(StoreFailed, match="more than"):
        read_cassette(tape)
    with pytest.raises(StoreFailed, match="cannot be read"):
        read_cassette(tmp_path / "missing.json")


@pytest.mark.parametrize("count", [-1, 2**53 - 1, 10**30])
async def test_a_cassette_whose_tokens_no_reply_has_is_refused(tmp_path: Path, count: int) -> None:
    tape = tmp_path / "run.json"
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, cassette=tape) as asker:
        await ping(asker)
    raw = tape.read_bytes()
    changed = re.sub(rb'"prompt_tokens": \d+', b'"prompt_tokens": %d' % count, raw)
    assert changed != raw
    tape.write_bytes(changed)
    with pytest.raises(StoreFailed, match="no cassette"):
        read_cassette(tape)


def test_a_record_is_written_and_read_back() -> None:
    assert read_record(write_record(record())) == record()
    with pytest.raises(ValueError, match="another question"):
        read_record(write_record(record()).replace(b"Is $", b"If $"))


def test_a_damaged_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    path.write_bytes(b"this is no database, whatever its name says" * 100)
    with pytest.raises(StoreFailed, match="damaged") as caught:
        Store(path)
    assert "\n" not in str(caught.value)


def test_a_damaged_record_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    store = Store(path)
    store.put(record())
    store._db.execute("UPDATE answers SET record='{}'")
    with pytest.raises(StoreFailed, match="damaged"):
        store.get(record().key)
    store.close()


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=7")
    with pytest.raises(StoreFailed, match="format 7"):
        Store(path)


def test_a_folder_that_cannot_be_is_one_line() -> None:
    with pytest.raises(StoreFailed, match="PROOFSIEVE_CACHE"):
        Store(Path(os.devnull) / "models" / "answers.sqlite3")


def test_a_locked_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    store = Store(path, wait=0.01)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="locked"):
            store.put(record())
    store.put(record())
    store.close()


@pytest.mark.parametrize(
    ("pragma", "says"),
    [("PRAGMA query_only=1", "cannot be written"), ("PRAGMA max_page_count=1", "disk is full")],
    ids=["read-only", "full"],
)
def test_a_file_that_takes_nothing_is_one_line(tmp_path: Path, pragma: str, says: str) -> None:
    store = Store(tmp_path / "answers.sqlite3")
    store._db.execute(pragma)
    with pytest.raises(StoreFailed, match=says) as caught:
        store.put(record("x" * 500_000))
    assert caught.value.exit_code == 4
    assert isinstance(caught.value, ProofSieveError)
    store.close()


async def test_an_answer_that_cannot_be_kept_stops_the_run(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, store=path) as asker:
        asker._memory._store._db.execute("PRAGMA query_only=1")  # type: ignore[union-attr]
        with pytest.raises(StoreFailed):
            await ping(asker)


def test_two_processes_write_one_store(tmp_path: Path) -> None:
    path = tmp_path / "answers.sqlite3"
    first, second = Store(path), Store(path)
    first.put(record(sample=1))
    second.put(record(sample=2))
    assert second.get(record(sample=1).key) == record(sample=1)
    assert first.get(record(sample=2).key) == record(sample=2)
    first.close()
    second.close()


async def test_a_killed_run_pays_again_for_what_was_in_flight_only(tmp_path: Path) -> None:
    store, questions, in_flight, before = tmp_path / "answers.sqlite3", 20, 4, 9
    hold = asyncio.Event()
    asked: list[str] = []

    async def answer(seen: object) -> Answer:
        asked.append(seen.body["messages"][1]["content"])  # type: ignore[attr-defined]
        if len(asked) > before and not hold.is_set():
            stuck.set()
            await hold.wait()
        return reply(GOOD)

    stuck = asyncio.Event()

    async def start(url: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, str(CHILD), url, str(store), str(questions), str(in_flight)
        )

    async with scripted(answer) as server:
        killed = await start(server.url)
        await stuck.wait()
        killed.send_signal(signal.SIGKILL)
        assert await killed.wait() == -signal.SIGKILL
        hold.set()
        first = len(asked)
        assert await (await start(server.url)).wait() == 0
        assert first < questions
        assert len(set(asked)) == questions
        assert len(asked) <= questions + in_flight
        again = len(asked)
        assert await (await start(server.url)).wait() == 0
        assert len(asked) == again
