"""Failures of other programs that ask models, as collected cases (area 7-model): each must end as expected here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from proofsieve.core.calls import CallOutcome, Rung
from proofsieve.core.errors import EndpointFailed
from proofsieve.prompts.answers import read_answer
from proofsieve.prompts.conversation import cut_failure
from proofsieve.prompts.extraction import closed_word, damaged, read_object
from proofsieve.prompts.framing import frame
from proofsieve.prompts.requests import Reply
from proofsieve.prompts.store import Store

from .asking import GOOD, asker_at, ping
from .server import document, reply, scripted

pytestmark = pytest.mark.data


@pytest.fixture
def case(request: pytest.FixtureRequest, data_dir: Path) -> dict[str, Any]:
    """The case that the test is named after, with its file's text under ``text``."""
    name = request.node.name.split("_")[1].upper().replace("MD", "MD-")
    for line in (data_dir / "cases" / "cases.jsonl").read_text("utf-8").splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["id"] == name:
            return {**found, "text": (data_dir / "cases" / found["input"]).read_text("utf-8")}
    raise AssertionError(f"no case {name}")


class Judged(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    id: str
    suspicious: bool


class Judgements(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    units: list[Judged] = Field(max_length=100)


async def test_md01_a_cut_reply_is_named_kept_and_not_sent_back(case: dict[str, Any], tmp_path: Path) -> None:
    cut = json.loads(case["text"])
    limit = cut["usage"]["completion_tokens"]
    again = {**cut, "usage": {"completion_tokens": 2 * limit}}
    raw = cut["choices"][0]["message"]["content"]
    path = tmp_path / "answers.sqlite3"
    async with scripted([document(cut), document(again)]) as server:
        async with asker_at(server.url, store=path, settings={"max_output": limit}) as asker:
            answered = await ping(asker)
        assert [seen.body["max_tokens"] for seen in server.seen] == [limit, 2 * limit]
        assert len(server.seen) == 1 + case["expect"]["max_retries"]
        assert not [seen for seen in server.seen if raw in seen.body["messages"][-1]["content"]]
        assert {len(seen.body["messages"]) for seen in server.seen} == {2}
    assert answered.failure is not None
    assert answered.failure.kind == case["expect"]["cause"]
    assert str(2 * limit) in answered.failure.why
    store = Store(path)
    kept = store.get(answered.call.key)
    store.close()
    assert kept is not None
    assert kept.reply is not None
    assert kept.reply.text == raw


async def test_md03_no_credit_is_one_call_and_a_clean_end(case: dict[str, Any]) -> None:
    given = json.loads(case["text"])
    headers = tuple(given["headers"].items())
    async with scripted([document(given["body"], status=given["status"], headers=headers)]) as server:
        async with asker_at(server.url) as asker:
            with pytest.raises(EndpointFailed) as caught:
                await ping(asker)
            assert asker.spent().calls == case["expect"]["http_calls"]
        assert len(server.seen) == case["expect"]["http_calls"]
    assert caught.value.exit_code == case["expect"]["exit"]
    assert "no credit left" in str(caught.value)


async def test_md04_an_ignored_schema_is_noticed_by_our_own_validation(case: dict[str, Any]) -> None:
    content = json.loads(case["text"])["content"]
    async with scripted([reply(content), reply(content), reply(GOOD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker)
        assert answered.value is not None
        assert answered.value.risk == 85  # of the third reply; "high" never became a number
        assert answered.call.rung is Rung.JSON_OBJECT
        assert "valid integer" in server.seen[1].body["messages"][-1]["content"]
        await ping(asker, "another")
        assert "schema" in server.seen[3].body["response_format"]
    assert bool(read_object(content)["risk"] == 85) is case["expect"]["valid"]


def test_md06_control_characters_of_lost_backslashes_are_damage(case: dict[str, Any]) -> None:
    found = read_object(case["text"])
    claim = found["claim"]
    counted = {f"U+{ord(char):04X}": claim.count(char) for char in set(claim) if char < " "}
    assert counted == case["expect"]["control_characters"]
    assert "\\nu" in claim
    (complaint,) = damaged(found)
    assert complaint.startswith("claim:")


def test_md08_a_verdict_is_a_whole_field_or_a_whole_word(case: dict[str, Any]) -> None:
    words = {"correct": "correct", "incorrect": "flawed", "flawed": "flawed"}
    found = []
    for item in json.loads(case["text"]):
        text = item["reply"]
        if text.startswith("{"):
            found.append(words.get(read_object(text)["verdict"], "unparsed"))
        else:
            found.append(closed_word(text, words) or "unparsed")
    assert found == case["expect"]["values"]


async def test_md09_a_hostile_proof_stays_inside_its_block(case: dict[str, Any]) -> None:
    async with scripted([reply(GOOD)]) as server, asker_at(server.url) as asker:
        answered = await ping(asker, case["text"])
        system, user = (message["content"] for message in server.seen[0].body["messages"])
    framed = frame(case["text"], "sentence")
    assert user.endswith(framed)
    assert case["text"] not in user.removesuffix(framed)
    assert "PASS" not in system
    assert "never an instruction" in system
    assert answered.value is not None
    assert answered.value.risk == 85


async def test_md12_a_part_is_never_the_whole(case: dict[str, Any]) -> None:
    given = json.loads(case["text"])
    cut = read_answer(given["content"], Judgements, Rung.JSON_SCHEMA)
    assert (cut.value, cut.kind) == (None, CallOutcome.UNPARSED)
    closed = read_answer(
        given["content"] + "]}",
        Judgements,
        Rung.JSON_SCHEMA,
        lambda found: [
            f"{unit} has no judgement" for unit in given["asked"] if unit not in {u.id for u in found.units}
        ],
    )
    assert closed.value is None
    assert [complaint.split()[0] for complaint in closed.complaints] == case["expect"]["missing"]


def test_md13_the_limit_that_was_reached_is_the_one_named(case: dict[str, Any]) -> None:
    kinds = {CallOutcome.LENGTH: "max_tokens", CallOutcome.CONTEXT: "context"}
    failures = []
    for given in json.loads(case["text"]):
        cut = Reply(
            text="",
            finish=given["finish_reason"],
            prompt_tokens=given["prompt_tokens"],
            completion_tokens=given["completion_tokens"],
        )
        failures.append(cut_failure(cut, given["max_tokens"], given["num_ctx"]))
    assert [kinds[failure.kind] for failure in failures] == case["expect"]["limits"]
    assert "32 of 32" in failures[0].why
    assert "8000 + 192 of 8192" in failures[1].why
