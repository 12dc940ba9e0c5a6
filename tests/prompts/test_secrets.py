"""Keys, headers and cookies of a session are in no file, log or error that it leaves."""

from __future__ import annotations

import asyncio
import logging
import pickle
import traceback
from dataclasses import asdict
from pathlib import Path

import pytest

from proofsieve.core.errors import ProofSieveError
from proofsieve.core.record.jsonform import indented
from proofsieve.prompts.endpoint import Key

from .asking import GOOD, asker_at, ping
from .server import Answer, Seen, reply, scripted, status

KEY = "sk-the-very-secret-key-0123456789"
ORGANISATION = "org-very-secret"
COOKIE = "session=very-secret-cookie"
QUERY = "very-secret-signature"


async def test_a_whole_session_leaves_no_secret_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_ORG_ID", ORGANISATION)
    log = logging.FileHandler(tmp_path / "debug.log")
    logging.getLogger().addHandler(log)
    told: list[str] = []

    def answer(seen: Seen) -> Answer:
        sentence = seen.body["messages"][1]["content"]
        headers = (("Set-Cookie", COOKIE), ("X-Echo", seen.headers["authorization"]))
        if "fails" in sentence:
            return status(500, "no", headers=headers)
        if "reset" in sentence:
            return Answer(reset=True)
        if "page" in sentence:
            return Answer(body=b"<html>", content_type="text/html", headers=headers)
        return Answer(body=reply(GOOD).body, headers=headers)

    async with scripted(answer) as server:
        try:
            async with asker_at(
                f"{server.url}?sig={QUERY}",
                key=KEY,
                retries=0,
                store=tmp_path / "cache" / "answers.sqlite3",
                cassette=tmp_path / "run.json",
                on_notice=told.append,
            ) as asker:
                told.append(f"{asker!r} {vars(asker)!r} {vars(asker._sender)!r} {asker._sender._client!r}")
                await asyncio.gather(*(ping(asker, text) for text in ("one", "two", "it fails", "a reset")))
                (tmp_path / "calls.json").write_bytes(indented(asker.calls))
                try:
                    await ping(asker, "a page")
                except ProofSieveError as error:
                    shown = traceback.TracebackException.from_exception(error, capture_locals=True)
                    (tmp_path / "traceback.txt").write_text("".join(shown.format()), "utf-8")
        finally:
            logging.getLogger().removeHandler(log)
            log.close()
    assert {seen.headers["authorization"] for seen in server.seen} == {f"Bearer {KEY}"}
    assert {seen.headers["openai-organization"] for seen in server.seen} == {ORGANISATION}
    assert all(QUERY in seen.path for seen in server.seen)
    assert any("cookie" in seen.headers for seen in server.seen)

    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in written} >= {
        "answers.sqlite3",
        "run.json",
        "calls.json",
        "debug.log",
        "traceback.txt",
    }
    (tmp_path / "told.txt").write_text("\n".join([*told, caplog.text, *capfd.readouterr()]), "utf-8")
    for path in [*written, tmp_path / "told.txt"]:
        raw = path.read_bytes()
        for secret in (KEY, ORGANISATION, COOKIE.partition("=")[2], QUERY, "Bearer"):
            assert secret.encode() not in raw, f"{secret} stands in {path.name}"
    assert b"step 3" in (tmp_path / "run.json").read_bytes()  # the answers are there


def test_a_key_shows_itself_to_nobody() -> None:
    key = Key(KEY)
    assert KEY not in f"{key} {key!r} {[key]}"
    with pytest.raises(TypeError):
        pickle.dumps(key)


async def test_the_notice_comes_once_before_the_first_question_that_leaves_this_machine() -> None:
    told: list[str] = []

    class Silent:
        async def send(self, body: object) -> object:
            from proofsieve.prompts.requests import Reply

            assert told, "asked before it was said"
            return Reply(text=GOOD, finish="stop")

        async def aclose(self) -> None:
            pass

    async with asker_at("http://models.example/v1", client=Silent(), on_notice=told.append) as asker:
        await ping(asker)
        await ping(asker, "another")
    (sentence,) = told
    assert "http://models.example/v1" in sentence
    assert "unencrypted" in sentence
    told.clear()
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, on_notice=told.append) as asker:
        call = (await ping(asker)).call
    assert told == []
    assert set(asdict(call)) & {"key_text", "headers", "authorization"} == set()
