"""What endpoints really send, and what becomes of the question."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.core.errors import BudgetSpent, EndpointFailed, NoCredit, Stopped

from .asking import GOOD, FakeTime, asker_at, ping
from .server import Answer, completion, document, reply, scripted, status, stream


async def outcome_of(*script: Answer, **given: object) -> tuple[str, int]:
    """How one question ends at a server with this script, and how many requests that took."""
    async with scripted(script) as server, asker_at(server.url, **given) as asker:
        answered = await ping(asker)
        kind = answered.failure.kind if answered.failure is not None else answered.call.outcome
        assert kind is answered.call.outcome
        assert (answered.value is None) == (answered.failure is not None)
        return kind, len(server.seen)


async def stopped_by(*script: Answer, **given: object) -> tuple[Stopped, int]:
    """What stops a run at a server with this script, and how many requests that took."""
    async with scripted(script) as server, asker_at(server.url, **given) as asker:
        with pytest.raises(Stopped) as caught:
            await ping(asker)
        return caught.value, len(server.seen)


async def test_a_valid_answer_is_validated_and_recorded() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker, about="u003")
        assert answered.value is not None
        assert (answered.value.risk, answered.value.reason) == (85, "step 3")
        (call,) = asker.calls
        assert call == answered.call
        assert (call.about, call.prompt, call.prompt_version, call.model) == ("u003", "ping", "1", "scripted")
        assert (call.rung, call.turns, call.finish) == (Rung.JSON_SCHEMA, 1, "stop")
        assert (call.prompt_tokens, call.completion_tokens) == (11, 7)
        assert call.id == f"c{call.key[:12]}"
        assert call.base_url == server.url
        assert asker.spent().calls == 1
        assert asker.spent().tokens == 18


async def test_the_request_says_what_is_asked_and_little_of_this_machine() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url) as asker:
        await ping(asker)
        (seen,) = server.seen
        assert seen.path == "/v1/chat/completions"
        assert [message["role"] for message in seen.body["messages"]] == ["system", "user"]
        assert "JSON Schema" in seen.body["messages"][0]["content"]
        assert seen.body["response_format"]["json_schema"]["strict"] is True
        assert seen.body["response_format"]["json_schema"]["schema"]["required"] == ["risk", "reason"]
        assert seen.body["max_tokens"] == 200
        of_the_library = {name for name in seen.headers if name.startswith("x-stainless")}
        assert of_the_library == {"x-stainless-raw-response"}  # says nothing of the machine
        assert seen.headers["user-agent"] == "proofsieve"
        assert "authorization" not in seen.headers


async def test_a_web_page_with_status_200_stops_the_run_and_names_the_address() -> None:
    error, requests = await stopped_by(Answer(body=b"<html>hello</html>", content_type="text/html"))
    assert isinstance(error, EndpointFailed)
    assert "web page" in str(error)
    assert "/v1" in error.hint
    assert requests == 1


async def test_another_content_type_around_a_completion_does_not_matter() -> None:
    found = reply(GOOD)
    assert await outcome_of(Answer(body=found.body, content_type="text/plain")) == ("answered", 1)


async def test_a_cut_body_is_asked_for_again() -> None:
    whole = reply(GOOD)
    assert await outcome_of(Answer(body=whole.body[:60]), whole) == ("answered", 2)
    assert await outcome_of(Answer(body=whole.body[:60], cut=True), whole) == ("answered", 2)


async def test_a_connection_that_breaks_is_tried_again_and_then_given_up() -> None:
    assert await outcome_of(Answer(reset=True), reply(GOOD)) == ("answered", 2)
    assert await outcome_of(Answer(reset=True), retries=2) == ("endpoint", 3)


@pytest.mark.parametrize("broken", [{"choices": []}, {"object": "chat.completion"}, {"choices": [{}]}])
async def test_a_reply_without_a_choice_is_no_answer(broken: dict[str, object]) -> None:
    assert await outcome_of(document(broken), retries=1) == ("endpoint", 2)


async def test_no_content_is_repaired_once_and_never_an_answer() -> None:
    assert await outcome_of(reply(None), reply(GOOD)) == ("answered", 2)
    kind, requests = await outcome_of(reply(None))
    assert (kind, requests) == ("unparsed", 4)  # a repair, and both again one rung down


async def test_content_in_parts_is_read() -> None:
    parts = [{"type": "text", "text": GOOD[:9]}, {"type": "text", "text": GOOD[9:]}]
    assert await outcome_of(reply(parts)) == ("answered", 1)


async def test_usage_may_be_missing() -> None:
    async with scripted([reply(GOOD, usage=None)]) as server, asker_at(server.url) as asker:
        call = (await ping(asker)).call
        assert (call.prompt_tokens, call.completion_tokens, call.outcome) == (None, None, "answered")
        assert asker.spent().uncounted == 1


async def test_a_refusal_is_a_failure_of_its_own_and_not_asked_again() -> None:
    assert await outcome_of(reply(None, refusal="I will not.")) == ("refusal", 1)
    assert await outcome_of(reply("", finish="content_filter")) == ("refusal", 1)
    assert await outcome_of(status(400, "filtered", code="content_filter")) == ("refusal", 1)


async def test_a_huge_reply_is_refused() -> None:
    huge = reply("x" * (3 * 2**20))
    assert await outcome_of(huge) == ("endpoint", 1)


async def test_a_huge_error_is_read_in_part() -> None:
    huge = Answer(body=b"x" * (8 * 2**20), status=500, content_type="text/plain")
    assert await outcome_of(huge, retries=0) == ("endpoint", 1)


async def test_a_slow_answer_is_a_timeout_after_one_more_try() -> None:
    hold = asyncio.Event()
    slow = Answer(body=reply(GOOD).body, hold=hold)
    async with scripted([slow]) as server, asker_at(server.url, timeout=0.2) as asker:
        answered = await ping(asker)
        assert answered.failure is not None
        assert answered.failure.kind is CallOutcome.TIMEOUT
        assert "--timeout" in answered.failure.hint
        assert (answered.call.turns, answered.call.answer_sha256) == (0, "")
        assert len(server.seen) == 2


async def test_no_credit_stops_the_run_after_one_request() -> None:
    error, requests = await stopped_by(status(429, "no credit left", code="insufficient_quota"))
    assert isinstance(error, EndpointFailed)
    assert error.exit_code == 4
    assert "credit" in str(error)
    assert requests == 1


@pytest.mark.parametrize(
    "words",
    [
        "Rate limit reached for m. You can increase it by adding a payment method at https://x.example/account/billing.",
        "You exceeded your current quota of requests per minute. Please retry in 21 s.",
    ],
    ids=["billing", "quota"],
)
async def test_a_rate_limit_that_speaks_of_money_is_a_rate_limit(words: str) -> None:
    assert await outcome_of(status(429, words, code="rate_limit_exceeded"), reply(GOOD)) == ("answered", 2)


@pytest.mark.parametrize("number", [401, 403, 404, 402])
async def test_a_wrong_key_address_or_model_is_not_tried_again(number: int) -> None:
    error, requests = await stopped_by(status(number, "no"))
    assert (error.exit_code, requests) == (4, 1)
    assert error.hint


async def test_a_redirect_is_not_followed() -> None:
    error, requests = await stopped_by(Answer(status=307, headers=(("Location", "http://127.0.0.1:9/v1"),)))
    assert requests == 1
    assert "another" in str(error)


async def test_a_busy_endpoint_is_asked_again_when_it_says() -> None:
    time = FakeTime()
    script = [status(429, "slow down", headers=[("Retry-After", "7")]), reply(GOOD)]
    assert await outcome_of(*script, time=time) == ("answered", 2)
    assert time.slept == [7.0]


async def test_an_endpoint_that_asks_to_wait_for_hours_is_given_up() -> None:
    time = FakeTime()
    assert await outcome_of(status(429, headers=[("Retry-After", "7200")]), time=time) == ("rate_limit", 1)
    assert time.slept == []


async def test_waiting_grows_and_ends() -> None:
    time = FakeTime()
    assert await outcome_of(status(503, "loading"), time=time, retries=4) == ("endpoint", 5)
    assert time.slept == [0.5, 1.0, 2.0, 4.0]


async def test_questions_without_an_answer_in_a_row_end_the_run() -> None:
    async with scripted([status(500)]) as server, asker_at(server.url, retries=0) as asker:
        for number in range(4):
            assert (await ping(asker, f"{number}")).failure is not None
        with pytest.raises(EndpointFailed, match="in a row"):
            await ping(asker, "4")
        with pytest.raises(EndpointFailed, match="in a row"):
            await ping(asker, "5")
        assert len(server.seen) == 5


async def test_nobody_there_stops_the_run_at_once() -> None:
    async with scripted([reply(GOOD)]) as server:
        url = server.url
    time = FakeTime()
    async with asker_at(url, time=time) as asker:
        with pytest.raises(EndpointFailed, match="nobody answers"):
            await ping(asker)
    assert time.slept == []


async def test_an_error_inside_a_success_is_an_error() -> None:
    inside = {"error": {"message": "the upstream is busy", "code": 429}}
    assert await outcome_of(document(inside), reply(GOOD)) == ("answered", 2)


async def test_calls_never_exceed_their_budget() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, settings={"max_calls": 3}) as asker:
        ended = await asyncio.gather(*(ping(asker, f"{n}") for n in range(9)), return_exceptions=True)
        spent = [error for error in ended if isinstance(error, BudgetSpent)]
        assert (len(spent), len(server.seen), spent[0].exit_code) == (6, 3, 3)
        assert len(asker.calls) == 3


async def test_no_call_is_made_once_the_tokens_are_spent() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url, settings={"max_tokens": 30}) as asker:
        await ping(asker, "1")
        await ping(asker, "2")
        with pytest.raises(BudgetSpent, match="30 tokens"):
            await ping(asker, "3")
        assert len(server.seen) == 2


async def test_no_more_questions_than_allowed_are_in_flight() -> None:
    hold = asyncio.Event()
    script = [Answer(body=reply(GOOD).body, hold=hold)]
    async with scripted(script) as server, asker_at(server.url, concurrency=3) as asker:
        asked = [asyncio.ensure_future(ping(asker, f"{n}")) for n in range(8)]
        while len(server.seen) < 3:
            await asyncio.sleep(0.001)
        hold.set()
        await asyncio.gather(*asked)
        assert (server.most_at_once, len(server.seen)) == (3, 8)


async def test_the_same_question_at_once_is_one_call() -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url) as asker:
        await asyncio.gather(ping(asker, about="u007"), ping(asker, about="u003"), ping(asker, sample=1))
        assert len(server.seen) == 2
        assert [(call.about, call.sample) for call in asker.calls] == [("", 1), ("u003 u007", 0)]


async def test_who_cancels_does_not_cancel_the_others() -> None:
    hold = asyncio.Event()
    async with scripted([Answer(body=reply(GOOD).body, hold=hold)]) as server, asker_at(server.url) as asker:
        first, second = asyncio.ensure_future(ping(asker)), asyncio.ensure_future(ping(asker))
        await server.arrived.wait()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        hold.set()
        assert (await second).value is not None
        assert len(server.seen) == 1


async def test_after_a_cancelled_question_others_are_answered() -> None:
    hold = asyncio.Event()
    script = [Answer(body=reply(GOOD).body, hold=hold), reply(GOOD)]
    async with scripted(script) as server, asker_at(server.url, concurrency=1) as asker:
        asked = asyncio.ensure_future(ping(asker, "slow"))
        await server.arrived.wait()
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert (await ping(asker, "quick")).value is not None
        assert (await ping(asker, "slow")).value is not None


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": 11, "completion_tokens": 7}], ids=["uncounted", "counted"])
async def test_an_answer_in_pieces_is_put_together(usage: object) -> None:
    pieces = [GOOD[:5], GOOD[5:6], GOOD[6:]]
    async with scripted([stream(pieces, usage=usage)]) as server, asker_at(server.url, stream=True) as asker:
        answered = await ping(asker)
        assert answered.value is not None
        assert server.seen[0].body["stream"] is True
        assert answered.call.completion_tokens == (7 if usage else None)
        assert answered.call.finish == "stop"


async def test_a_stream_that_ends_early_is_no_answer() -> None:
    early = stream([GOOD[:9]], finish=None, usage=None, done=False)
    assert await outcome_of(early, stream([GOOD]), stream=True) == ("answered", 2)
    assert await outcome_of(early, stream=True, retries=0) == ("endpoint", 1)


async def test_a_stream_without_end_is_cut_off() -> None:
    assert await outcome_of(stream(["x" * 2**20] * 3), stream=True) == ("endpoint", 1)


async def test_a_server_that_cannot_stream_is_read_as_it_answers() -> None:
    assert await outcome_of(reply(GOOD), stream=True) == ("answered", 1)


async def test_an_error_in_the_middle_of_a_stream_is_an_error() -> None:
    body = stream([GOOD[:4]], finish=None, done=False).body + b'data: {"error": {"message": "gone"}}\n\n'
    broken = Answer(body=body, content_type="text/event-stream")
    assert await outcome_of(broken, stream([GOOD]), stream=True) == ("answered", 2)


async def test_what_the_server_repeats_in_its_own_fields_is_no_answer() -> None:
    found = completion("", reasoning_content=GOOD)
    assert (await outcome_of(document(found), retries=0))[0] == "unparsed"


async def test_what_is_asked_of_this_machine_goes_past_any_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert await outcome_of(reply(GOOD)) == ("answered", 1)


async def test_a_packed_flood_is_refused_like_any_other() -> None:
    flood = Answer(body=gzip.compress(b" " * 50_000_000), headers=(("Content-Encoding", "gzip"),))
    assert await outcome_of(flood) == ("endpoint", 1)


async def test_a_drip_without_end_is_a_timeout() -> None:
    hold = asyncio.Event()
    never = Answer(body=stream([GOOD[:4]]).body[:60], content_type="text/event-stream", stall=hold)
    assert await outcome_of(never, stream=True, timeout=0.2) == ("timeout", 2)


async def test_a_question_that_was_cut_short_by_the_end_of_the_run_is_recorded() -> None:
    script = [reply("no JSON"), status(429, "no credit left", code="insufficient_quota")]
    async with scripted(script) as server, asker_at(server.url) as asker:
        with pytest.raises(NoCredit):
            await ping(asker)
        (call,) = asker.calls
        assert (call.outcome, call.turns) == (CallOutcome.QUOTA, 1)


async def test_the_end_of_an_asker_ends_what_is_in_flight() -> None:
    hold = asyncio.Event()
    async with scripted([Answer(body=reply(GOOD).body, hold=hold)]) as server:
        async with asker_at(server.url) as asker:
            asked = asyncio.ensure_future(ping(asker))
            await server.arrived.wait()
        with pytest.raises(asyncio.CancelledError):
            await asked


def test_what_asks_is_imported_without_what_it_asks_with() -> None:
    """The client takes half a second to import, and is imported on a thread when the first question is asked."""
    code = (
        "import sys, proofsieve.prompts.asker; print(*sorted({'openai', 'httpx2', 'jinja2', 'yaml'} & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


async def test_the_folders_of_a_local_model_are_not_kept(tmp_path: Path) -> None:
    found = {**completion(GOOD), "model": "/home/ada/models/small.gguf"}
    tape = tmp_path / "run.json"
    async with scripted([document(found)]) as server, asker_at(server.url, cassette=tape) as asker:
        await ping(asker)
    assert '"model": "small.gguf"' in tape.read_text("utf-8")
    assert "ada" not in tape.read_text("utf-8")


@pytest.mark.parametrize("where", ["finish", "model", "system_fingerprint"])
async def test_half_a_character_in_any_name_is_replaced_and_kept(tmp_path: Path, where: str) -> None:
    half = "\ud800\x1b[2J"
    said = {**completion(GOOD), **({} if where == "finish" else {where: half})}
    if where == "finish":
        said["choices"][0]["finish_reason"] = half
    async with scripted([document(said)]) as server, asker_at(server.url, store=tmp_path / "store") as asker:
        assert (await ping(asker)).value is not None
        assert (await ping(asker)).call.finish in ("?\x1b[2J", "stop")


async def test_tokens_that_no_reply_has_are_not_counted() -> None:
    said = {**completion("no object"), "usage": {"prompt_tokens": 2**53 - 1, "completion_tokens": 2**53 - 1}}
    async with scripted([document(said)]) as server, asker_at(server.url) as asker:
        call = (await ping(asker)).call
        assert call.turns > 1
        assert (call.prompt_tokens, call.completion_tokens) == (None, None)
        assert asker.spent().uncounted == len(server.seen)


@pytest.mark.parametrize("packed", ["gzip, gzip, gzip", "br", "zstd", "deflate, gzip"])
async def test_what_is_packed_twice_or_unknown_is_refused_before_it_is_unpacked(packed: str) -> None:
    raw = gzip.compress(gzip.compress(b" " * 1_000_000))
    assert await outcome_of(Answer(body=raw, headers=(("Content-Encoding", packed),))) == ("endpoint", 5)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("HTTP_PROXY", "nonsense://me:hunter22@127.0.0.1"),
        ("SSL_CERT_FILE", "/hunter22/missing"),
        ("OPENAI_ORG_ID", "hunter22ü"),
    ],
)
async def test_an_environment_that_cannot_be_used_stops_the_run_in_one_line_that_hides_it(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setenv(name, text)
    async with asker_at("http://nobody.invalid/v1") as asker:
        with pytest.raises(EndpointFailed, match="cannot be set up") as caught:
            await ping(asker)
    assert "hunter22" not in str(caught.value)
    assert name in str(caught.value) or "prox" in str(caught.value)
