"""After whole runs of the program no key, header, cookie or organisation stands in any file or line that they leave."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sqlite3
from pathlib import Path

import pytest

from proofsieve.tests.prompts.server import Answer, Seen, reply, scripted, status

from .asking import MODEL, Ended, Hand, Place, asking, ended

KEY = "sk-test-0123456789abcdefghijklmnop"
ORGANISATION, PROJECT, COOKIE, SIGNATURE = (
    "org-quite-secret",
    "proj-quite-secret",
    "cookie-quite-secret",
    "sig-quite-secret",
)
SECRETS = (KEY, KEY[:12], ORGANISATION, PROJECT, COOKIE, SIGNATURE, "Bearer", "authorization", "Set-Cookie")

PROOF = "Problem: Show that 2 + 2 = 4.\n\nProof:\n\n1. We count.\n2. Hence 2 + 2 = 4.\n"

HEADERS = (("Set-Cookie", f"session={COOKIE}"), ("Openai-Organization", ORGANISATION), ("X-Echo", f"Bearer {KEY}"))


@pytest.fixture
def place(place: Place) -> Place:
    place.write("proof.md", PROOF)
    place.keeps |= {
        "OPENAI_API_KEY": KEY,
        "OPENAI_ORG_ID": ORGANISATION,
        "OPENAI_PROJECT_ID": PROJECT,
        "PROOFSIEVE_DEBUG": "1",
    }
    return place


def keeps_quiet(place: Place, *runs: Ended) -> None:
    """Look through all that lies in the folder, and all that was printed."""
    texts = {str(path): path.read_bytes() for path in place.folder.rglob("*") if path.is_file()}
    for number, run in enumerate(runs):
        texts |= {f"stdout {number}": run.out.encode(), f"stderr {number}": run.err.encode()}
    for path in place.folder.rglob("answers.sqlite3"):
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            texts[f"rows of {path}"] = repr(database.execute("SELECT * FROM answers").fetchall()).encode()
    found = [
        (secret, name) for name, raw in texts.items() for secret in SECRETS if secret.lower().encode() in raw.lower()
    ]
    assert found == []


async def test_a_run_that_goes_well_leaves_no_secret(place: Place) -> None:
    hand, seen_all = Hand(), []

    def answer(seen: Seen) -> Answer:
        seen_all.append(seen)
        return Answer(body=hand(seen).body, headers=HEADERS)

    async with scripted(answer) as server:
        url = f"{server.url}?sig={SIGNATURE}"
        run = await place.asks(url, "--cassette", "run.json", "--json")
        shown = await place.run("show", "proof.audit.json", "--json")
    again = await place.run("audit", "proof.md", "--replay", "run.json", "-o", "again.audit.json")
    assert (run.code, shown.code, again.code) == (3, 0, 3), run.err + again.err
    assert {seen.headers["authorization"] for seen in seen_all} == {f"Bearer {KEY}"}
    assert all(SIGNATURE in seen.path for seen in seen_all)
    assert any(COOKIE in seen.headers.get("cookie", "") for seen in seen_all)
    names = {path.name for path in place.folder.rglob("*") if path.is_file()}
    assert names >= {"answers.sqlite3", "run.json", "proof.audit.json", "again.audit.json"}
    keeps_quiet(place, run, shown, again)


@pytest.mark.parametrize("number", [400, 401, 429, 500])
async def test_an_endpoint_that_repeats_the_key_in_its_refusal_does_not_get_it_written_down(
    place: Place, number: int
) -> None:
    place.settings("[endpoint]\nretries = 0\n")
    answer = status(number, f"Incorrect API key provided: {KEY} (Bearer {KEY}) of {ORGANISATION}.", headers=HEADERS)
    async with scripted([answer]) as server:
        run = await place.asks(server.url, "--cassette", "run.json")
    assert run.code in (3, 4)
    assert (place.folder / "proof.audit.json").exists()
    keeps_quiet(place, run)


async def test_an_answer_that_repeats_what_was_sent_is_kept_without_it(place: Place) -> None:
    hand = Hand()

    def answer(seen: Seen) -> Answer:
        said = json.loads(json.loads(hand(seen).body)["choices"][0]["message"]["content"])
        for unit in said.get("units", ()):
            if "reason" in unit:
                unit["reason"] = f"I was sent {KEY} of {ORGANISATION}, sig={SIGNATURE}"
        return reply(json.dumps(said))

    async with scripted(answer) as server:
        run = await place.asks(f"{server.url}?sig={SIGNATURE}", "--cassette", "run.json")
    assert run.code == 3
    assert any("I was sent (hidden) of (hidden)" in risk.reason for risk in place.audit().risks)
    keeps_quiet(place, run)


async def test_a_killed_run_and_its_open_store_hold_no_secret(place: Place) -> None:
    hand = Hand()
    held = asyncio.Event()

    async def answer(seen: Seen) -> Answer:
        if seen.body["response_format"]["json_schema"]["name"] == "scan":
            held.set()
            await asyncio.Event().wait()
        return Answer(body=hand(seen).body, headers=HEADERS)

    async with scripted(answer) as server:
        process = await place.start(*asking(server.url))
        waited = asyncio.create_task(ended(process))
        await held.wait()
        process.send_signal(signal.SIGKILL)
        run = await waited
    assert {path.name for path in place.folder.rglob("answers*")} >= {"answers.sqlite3", "answers.sqlite3-wal"}
    keeps_quiet(place, run)


BROKEN = """
import sys
from proofsieve.prompts.client import Client
from proofsieve.tui.cli import main

real = Client.send

async def send(self, body):
    await real(self, body)
    raise ZeroDivisionError("a fault of the program")

Client.send = send
main(sys.argv[1:])
"""


async def test_the_traceback_of_an_internal_error_holds_no_secret(place: Place) -> None:
    async with scripted([Answer(body=reply("{}").body, headers=HEADERS)]) as server:
        run = await place.run(*asking(server.url), program=("-c", BROKEN))
    assert run.code == 1
    assert "ZeroDivisionError: a fault of the program" in run.err
    assert "Traceback" in run.err
    keeps_quiet(place, run)


async def test_a_key_in_the_settings_file_is_refused_and_not_repeated(place: Place) -> None:
    place.write("config/proofsieve/config.toml", f'[endpoint]\nmodel = "{MODEL}"\napi_key = "{KEY}"\n')
    run = await place.run("audit", "proof.md")
    assert run.code == 2
    assert "a key does not belong" in run.err
    assert KEY not in run.err


def test_the_search_finds_what_it_looks_for(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.write("some/where/deep.json", json.dumps({"headers": {"Authorization": f"Bearer {KEY}"}}))
    with pytest.raises(AssertionError, match=re.escape(KEY)):
        keeps_quiet(place)
