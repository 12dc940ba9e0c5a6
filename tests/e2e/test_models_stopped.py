"""Runs that end early: killed, interrupted, out of credit or budget, nobody there. What was answered is not lost."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from proofsieve.core.audit import BUDGET, STOPPED, Audit
from proofsieve.core.verdict import Status
from proofsieve.tests.prompts.server import Answer, Scripted, Seen, document, scripted, status

from .asking import Hand, Place, Question, answering, asking, ended, question_of, risks

PROOF = """Problem: Show that n² + n is even for every natural number n.

Proof:

1. Let n be a natural number.
2. Hence n² + n = n(n + 1).
3. Clearly one of n and n + 1 is even.
4. Hence n² + n is even.
"""
STEPS = 900


def long_proof() -> str:
    """A proof of many steps, about which some two hundred questions are asked."""
    steps = [f"{number}. Moreover the number {number} is not greater than n." for number in range(1, STEPS + 1)]
    return "Problem: Show that n is large.\n\nProof:\n\n" + "\n".join(steps) + "\n"


@dataclass
class Halting:
    """Answers by hand as long as ``answers`` allows it; then it holds every question; ``held`` is set when ``flying``
    of them are there."""

    answers: Callable[[Question, int], bool]
    hand: Hand = field(default_factory=Hand)
    answered: int = 0
    waiting: int = 0
    flying: int = 1
    held: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, seen: Seen) -> Answer:
        if self.answers(question_of(seen), self.answered):
            self.answered += 1
            return self.hand(seen)
        self.waiting += 1
        if self.waiting == self.flying:
            self.held.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody lets it go")


@asynccontextmanager
async def halting(
    answers: Callable[[Question, int], bool], *, flying: int = 1
) -> AsyncIterator[tuple[Scripted, Halting]]:
    """A server that stops answering."""
    halt = Halting(answers, Hand({"scan": risks({"Clearly": 80})}), flying=flying)
    async with scripted(halt) as server:
        yield server, halt


def kinds(audit: Audit) -> set[str]:
    return {finding.kind for finding in audit.findings}


@pytest.mark.timeout(300)
async def test_a_run_of_200_calls_killed_twice_pays_again_for_what_was_in_flight_and_nothing_else(
    place: Place,
) -> None:
    place.write("proof.md", long_proof())
    place.settings("[endpoint]\nconcurrency = 4\n")
    paid = 0
    for most in (40, 100):
        async with halting(lambda question, answered, most=most: answered < most, flying=4) as (server, halt):
            process = await place.start(*asking(server.url))
            waited = asyncio.create_task(ended(process))
            await halt.held.wait()  # all four places are taken again: whatever was answered is on disk
            process.send_signal(signal.SIGKILL)
            assert (await waited).code == -signal.SIGKILL
            assert (halt.answered, len(server.seen)) == (most, most + 4)
            paid += most
    assert not (place.folder / "proof.audit.json").exists()
    async with answering() as (server, _):
        assert (await place.asks(server.url)).code == 3
        last = len(server.seen)
    questions = sum(call.turns for call in place.audit().provenance.calls)
    assert questions > 160
    assert last == questions - paid, "only what was in flight was asked twice"
    async with answering() as (server, _):
        assert (await place.asks(server.url)).code == 3
        assert server.seen == []


@pytest.mark.parametrize("stage", ["conventions", "scan", "review", "conclude"])
async def test_an_interrupted_run_saves_what_it_has_and_the_same_command_goes_on(place: Place, stage: str) -> None:
    place.write("proof.md", PROOF)
    async with halting(lambda question, answered: question.prompt != stage) as (server, halt):
        process = await place.start(*asking(server.url, "--cassette", "run.json"))
        waited = asyncio.create_task(ended(process))
        await halt.held.wait()
        process.send_signal(signal.SIGINT)
        run = await waited
        first = [question_of(seen) for seen in server.seen]
    assert run.code == 130, run.err
    assert run.err.splitlines()[-1].startswith("proofsieve: interrupted: what was found is in proof.audit.json")
    assert "Traceback" not in run.err
    partial = place.audit()
    assert STOPPED in kinds(partial)
    assert partial.verdict.status is Status.UNCERTAIN
    replayed = await place.run("audit", "proof.md", "--replay", "run.json", "-o", "replayed.audit.json")
    assert replayed.code == 4, replayed.err
    if stage != "conventions":  # a replay goes on to what the rules find there
        assert place.audit("replayed").review.base == partial.review.base
    async with answering(scan=risks({"Clearly": 80})) as (server, hand):
        again = await place.asks(server.url)
    assert again.code == 3
    assert STOPPED not in kinds(place.audit())
    assert {question.prompt for question in hand.asked} >= {stage}
    answered = {question.text for question in first if question.prompt != stage}
    assert not answered & {question.text for question in hand.asked}


async def test_interrupted_before_there_is_a_tree_nothing_is_saved_and_it_says_so(place: Place) -> None:
    place.write("proof.md", PROOF)
    async with halting(lambda question, answered: question.prompt != "grow") as (server, halt):
        process = await place.start(*asking(server.url))
        waited = asyncio.create_task(ended(process))
        await halt.held.wait()
        process.send_signal(signal.SIGINT)
        run = await waited
    assert run.code == 130
    assert "no audit yet" in run.err
    assert "the same command goes on" in run.err
    assert not (place.folder / "proof.audit.json").exists()


NO_CREDIT = status(429, "You exceeded your current quota", code="insufficient_quota")


@pytest.mark.parametrize("stage", ["decompose", "review"])
async def test_without_credit_the_run_ends_at_once_and_keeps_what_it_has(place: Place, stage: str) -> None:
    place.write("proof.md", PROOF)
    async with answering(**{"scan": risks({"Clearly": 80}), stage: lambda question: NO_CREDIT}) as (server, hand):
        run = await place.asks(server.url)
    assert run.code == 4
    (line,) = [line for line in run.err.splitlines() if "credit" in line]
    assert line.startswith("proofsieve: ")
    assert STOPPED in kinds(place.audit())
    assert 1 <= len(hand.of(stage)) <= 4
    assert hand.asked[-1].prompt == stage
    async with answering(scan=risks({"Clearly": 80})) as (server, hand):
        assert (await place.run("audit", "proof.md", "--resume", "--base-url", server.url)).code == 3
    assert STOPPED not in kinds(place.audit())
    assert {question.prompt for question in hand.asked} >= {stage}


async def test_a_spent_budget_is_exit_3_and_a_larger_one_goes_on(place: Place) -> None:
    place.write("proof.md", PROOF)
    async with answering(scan=risks({"Clearly": 80})) as (server, hand):
        run = await place.asks(server.url, "--max-calls", "4", "--cassette", "run.json")
        assert run.code == 3
        assert len(server.seen) == 4
        audit = place.audit()
        assert BUDGET in kinds(audit)
        assert [line for line in run.err.splitlines() if "the budget of 4 calls is spent" in line]
        again = await place.run("audit", "proof.md", "--replay", "run.json", "--max-calls", "4", "-o", "b.audit.json")
        assert again.code == 3
        assert place.audit("b").review.base == audit.review.base
        assert (await place.asks(server.url, "--max-calls", "100")).code == 3
        assert BUDGET not in kinds(place.audit())
        texts = [(question.prompt, question.text) for question in hand.asked]
    assert len(texts) == len(set(texts)), "nothing was asked twice"


async def nobody() -> str:
    """An address where nobody is."""
    async with scripted([]) as server:
        return server.url


async def test_nobody_there_is_one_line_exit_4_and_the_audit_of_the_rules(place: Place) -> None:
    place.write("proof.md", PROOF)
    url = await nobody()
    run = await place.asks(url)
    assert run.code == 4
    (line,) = [line for line in run.err.splitlines() if "nobody answers" in line]
    assert url in line
    audit = place.audit()
    assert STOPPED in kinds(audit)
    assert audit.provenance.calls == ()
    assert audit.tree.units
    assert audit.verdict.status is Status.UNCERTAIN


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (status(401, "Incorrect API key provided: sk-abc"), "key"),
        (status(404, "The model `x` does not exist", code="model_not_found"), "model"),
        (Answer(body=b"<html>hello</html>", content_type="text/html"), "web page"),
        (document({"error": "no such path"}, status=404), "v1"),
    ],
    ids=["refused key", "unknown model", "web page", "wrong path"],
)
async def test_what_no_question_would_get_past_is_one_request_one_line_and_exit_4(
    place: Place, answer: Answer, says: str
) -> None:
    place.write("proof.md", PROOF)
    async with scripted([answer]) as server:
        run = await place.asks(server.url)
        assert len(server.seen) <= 4
    assert run.code == 4
    assert "Traceback" not in run.err
    lines = [line for line in run.err.splitlines() if not line.startswith("proofsieve: cut into substeps")]
    assert [line for line in lines if says in line], run.err
    assert STOPPED in kinds(place.audit())


@pytest.mark.parametrize("url", ["127.0.0.1:1", "ftp://127.0.0.1/v1", "http://me:secret@127.0.0.1/v1"])
async def test_an_address_that_is_none_is_refused_before_anything_is_done(place: Place, url: str) -> None:
    place.write("proof.md", PROOF)
    run = await place.asks(url)
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
    assert "secret" not in run.err
    assert not (place.folder / "proof.audit.json").exists()


async def test_a_cassette_that_cannot_be_written_is_refused_before_anything_is_asked(place: Place) -> None:
    place.write("proof.md", PROOF)
    place.write("notes.txt", "mine")
    async with answering() as (server, _):
        await place.asks(server.url, "--cassette", "run.json")
        asked = len(server.seen)
        before = {path: path.read_bytes() for path in place.folder.iterdir() if path.is_file()}
        for file in ("proof.md", "proof.audit.json", "missing/run.json", "notes.txt", "run.json"):
            run = await place.asks(server.url, "--replay", "run.json", "--cassette", file)
            assert run.code == 4, file
            assert len(run.err.splitlines()) == 1
            assert file in run.err
        assert len(server.seen) == asked
    assert {path: path.read_bytes() for path in place.folder.iterdir() if path.is_file()} == before


async def test_a_bound_of_nothing_is_a_mistake_and_no_missing_bound(place: Place) -> None:
    place.write("proof.md", PROOF)
    async with answering() as (server, _):
        for flag in ("--max-calls", "--max-tokens"):
            run = await place.asks(server.url, flag, "0")
            assert run.code == 2
            assert flag in run.err
        assert server.seen == []


async def test_going_on_keeps_the_settings_that_questions_were_asked_with(place: Place) -> None:
    place.write("proof.md", PROOF)
    place.settings('[endpoint]\nmax_output = 777\ntemperature = "0.5"\n')
    async with answering() as (server, hand):
        await place.asks(server.url, "--max-calls", "2")
        place.settings("[endpoint]\nmax_output = 999\n")
        assert (await place.run("audit", "proof.md", "--resume", "--max-calls", "50")).code == 3
        assert {question.body["max_tokens"] for question in hand.asked} == {777}
        texts = [(question.prompt, question.text) for question in hand.asked]
    assert len(texts) == len(set(texts))
    models = place.audit().settings.models
    assert models is not None
    assert (models.temperature, models.max_output, models.max_calls) == ("0.5", 777, 50)


@pytest.mark.parametrize("flags", [("--model", ""), ("--base-url", " "), ("--model", "m", "--base-url", "")])
async def test_an_empty_flag_is_a_mistake_and_no_other_endpoint(place: Place, flags: tuple[str, ...]) -> None:
    place.write("proof.md", PROOF)
    async with answering() as (server, _):
        place.keeps["OPENAI_BASE_URL"] = server.url
        run = await place.run("audit", "proof.md", *flags)
        assert run.code == 2
        assert run.err == f"proofsieve: {flags[-2]} is empty (give it a value, or leave it out)\n"
        assert server.seen == []
    assert not (place.folder / "proof.audit.json").exists()


async def test_going_on_sends_no_key_to_an_address_that_only_the_audit_names(place: Place) -> None:
    place.write("proof.md", PROOF)
    place.keeps["OPENAI_API_KEY"] = "sk-very-secret-indeed"
    theirs = "http://nobody.invalid/v1"
    assert (await place.asks(theirs)).code == 4  # as if somebody else had written the audit
    run = await place.run("audit", "proof.md", "--resume")
    assert run.code == 2
    assert len(run.err.splitlines()) == 1
    assert f"--base-url {theirs}" in run.err
    for own in (("--base-url", theirs), ()):
        place.keeps["OPENAI_BASE_URL"] = "" if own else f"{theirs}?sig=1"
        run = await place.run("audit", "proof.md", "--resume", *own)
        assert run.code == 4
        assert "nobody answers" in run.err
    del place.keeps["OPENAI_API_KEY"], place.keeps["OPENAI_BASE_URL"]
    assert "nobody answers" in (await place.run("audit", "proof.md", "--resume")).err


@pytest.mark.parametrize("numbers", [("SIGTERM",), ("SIGHUP",), ("SIGINT", "SIGINT")], ids="-".join)
async def test_a_run_that_is_told_to_end_saves_what_it_has_however_it_is_told(
    place: Place, numbers: tuple[str, ...]
) -> None:
    place.write("proof.md", PROOF)
    async with halting(lambda question, answered: question.prompt != "review") as (server, halt):
        process = await place.start(*asking(server.url, "--cassette", "run.json"))
        waited = asyncio.create_task(ended(process))
        await halt.held.wait()
        for name in numbers:
            process.send_signal(signal.Signals[name])
        run = await waited
    assert run.code == 130, run.err
    assert run.err.splitlines()[-1].startswith("proofsieve: interrupted: what was found is in proof.audit.json")
    assert STOPPED in kinds(place.audit())
    replayed = await place.run("audit", "proof.md", "--replay", "run.json", "-o", "replayed.audit.json")
    assert place.audit("replayed").review.base == place.audit().review.base, replayed.err


def test_a_run_whose_terminal_is_closed_saves_what_it_has(place: Place) -> None:
    place.write("proof.md", PROOF)

    async def run() -> int:
        async with halting(lambda question, answered: question.prompt != "review") as (server, halt):
            child, terminal = pty.fork()
            if child == 0:
                os.chdir(place.folder)
                program = [sys.executable, "-P", "-m", "proofsieve", *asking(server.url)]
                os.execve(program[0], program, {**place.environment(), "TERM": "xterm"})
            asyncio.get_running_loop().add_reader(terminal, os.read, terminal, 65_536)
            await halt.held.wait()
            asyncio.get_running_loop().remove_reader(terminal)
            os.close(terminal)
            return os.waitstatus_to_exitcode((await asyncio.to_thread(os.waitpid, child, 0))[1])

    assert asyncio.run(run()) == 130
    assert STOPPED in kinds(place.audit())
