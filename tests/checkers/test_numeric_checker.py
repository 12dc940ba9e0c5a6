"""The checker with its child process: evidence, batches, limits, crashes, cancellation."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.checkers.numeric.process import Worker, WorkerDied
from proofsieve.core.evidence import Branch, Kind, Language, Limits, Outcome, Statement, Strength, make_statement

LIMITS = Limits(wall_ms=5_000, cpu_ms=5_000)


def statement(text: str, *premises: str) -> Statement:
    return make_statement(
        obligation_id="o001.1", language=Language.NUMERIC, text=text, provenance="transcribed", premises=premises
    )


@pytest_asyncio.fixture
async def checker() -> AsyncIterator[NumericChecker]:
    made = NumericChecker()
    made.warm()
    yield made
    await made.aclose()


def _pid(checker: NumericChecker) -> int:
    worker = checker._worker
    assert worker is not None
    return worker._process.pid


async def test_evidence_carries_reading_links_and_strength(checker: NumericChecker) -> None:
    found = await checker.check(statement("1 + 2 = 3 = √10"), Branch.CLAIM, LIMITS)
    assert found.outcome is Outcome.REFUTED
    assert found.strength is Strength.CERTIFIED
    assert found.reading == "1 + 2 = 3 and 3 = √10"
    assert [link.outcome for link in found.links] == [Outcome.PASSED, Outcome.REFUTED]
    assert found.checker == "numeric"


async def test_canaries_go_right(checker: NumericChecker) -> None:
    assert await checker.canaries() == ""


async def test_premises_reach_the_child(checker: NumericChecker) -> None:
    assert (await checker.check(statement("A + 1 = 8", "A = 7"), Branch.CLAIM, LIMITS)).outcome is Outcome.PASSED


async def test_a_batch_answers_in_order(checker: NumericChecker) -> None:
    claims = [statement(f"{i} + 1 = {i + 1 + i % 2}") for i in range(1_200)]
    found = await checker.check_many(claims, LIMITS)
    assert [e.statement_id for e in found] == [s.id for s in claims]
    assert [e.outcome for e in found] == [Outcome.REFUTED if i % 2 else Outcome.PASSED for i in range(1_200)]
    assert await checker.check_many([], LIMITS) == []


async def test_checks_may_overlap(checker: NumericChecker) -> None:
    claims = [statement(f"{i} * 2 = {2 * i}") for i in range(20)]
    found = await asyncio.gather(*(checker.check(s, Branch.CLAIM, LIMITS) for s in claims))
    assert all(e.outcome is Outcome.PASSED for e in found)


async def test_the_negation_of_a_claim_has_the_other_outcome(checker: NumericChecker) -> None:
    assert (await checker.check(statement("2 = 3"), Branch.NEGATION, LIMITS)).outcome is Outcome.PASSED
    assert (await checker.check(statement("2 = 2"), Branch.NEGATION, LIMITS)).outcome is Outcome.REFUTED
    assert (await checker.check(statement("x = 2"), Branch.NEGATION, LIMITS)).kind is Kind.UNPARSED
    assert (await checker.check(statement("2 = 2"), Branch.COUNTEREXAMPLE, LIMITS)).kind is Kind.UNSUPPORTED


SLOW = r"\sum_{i=1}^{400}\sum_{j=1}^{400} 1/(i + j) = 3"


async def test_a_slow_claim_ends_by_itself_and_the_child_lives(checker: NumericChecker) -> None:
    await checker.canaries()
    before = _pid(checker)
    found = await checker.check(statement(SLOW), Branch.CLAIM, Limits(wall_ms=5_000, cpu_ms=30))
    assert found.kind is Kind.TIMEOUT
    assert _pid(checker) == before
    assert (await checker.check(statement("2 + 2 = 4"), Branch.CLAIM, LIMITS)).outcome is Outcome.PASSED


async def test_a_hanging_child_is_killed_and_the_rest_is_answered(checker: NumericChecker) -> None:
    await checker.canaries()
    before = _pid(checker)
    os.kill(before, signal.SIGSTOP)
    found = await checker.check_many([statement("1 = 1"), statement("2 = 2")], Limits(wall_ms=200))
    assert [e.kind for e in found] == [Kind.TIMEOUT, None]
    assert _pid(checker) != before


async def test_a_crash_is_inconclusive_and_the_rest_is_answered(checker: NumericChecker) -> None:
    await checker.canaries()
    os.kill(_pid(checker), signal.SIGSTOP)
    asking = asyncio.create_task(checker.check_many([statement("1 = 1"), statement("2 = 2")], LIMITS))
    await asyncio.sleep(0)
    os.kill(_pid(checker), signal.SIGKILL)
    first, second = await asking
    assert first.kind is Kind.CRASH
    assert second.outcome is Outcome.PASSED


async def test_cancelling_ends_the_child_and_the_next_check_works(checker: NumericChecker) -> None:
    await checker.canaries()
    before = _pid(checker)
    asking = asyncio.create_task(checker.check(statement(SLOW), Branch.CLAIM, LIMITS))
    while not checker._turn.locked():
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert (await checker.check(statement("2 + 2 = 4"), Branch.CLAIM, LIMITS)).outcome is Outcome.PASSED
    assert _pid(checker) != before


async def test_closing_ends_the_child() -> None:
    checker = NumericChecker()
    await checker.canaries()
    worker = checker._worker
    assert worker is not None
    await checker.aclose()
    assert worker._process.returncode is not None
    await checker.aclose()


async def test_little_memory_is_inconclusive_and_not_fatal() -> None:
    checker = NumericChecker(memory_mib=64)
    try:
        limits = Limits(wall_ms=5_000, cpu_ms=5_000, memory_mib=64)
        found = await checker.check(statement("√2 + √3 < 3.2"), Branch.CLAIM, limits)
        assert found.outcome is Outcome.PASSED or found.kind in (Kind.RESOURCE, Kind.CRASH)
        assert (await checker.check(statement("2 + 2 = 4"), Branch.CLAIM, limits)).outcome is Outcome.PASSED
    finally:
        await checker.aclose()


async def test_nonsense_from_the_child_is_unreadable(checker: NumericChecker) -> None:
    found = checker._evidence(statement("1 = 1"), Branch.CLAIM, {"outcome": "maybe"})
    assert found.kind is Kind.UNREADABLE


async def test_a_dead_child_says_how_it_died() -> None:
    worker = Worker(256)
    worker._process.kill()
    worker._process.wait()

    async def ask() -> None:
        await worker.send([("1 = 1", ())], 1_000)
        await worker.receive()

    with pytest.raises(WorkerDied) as died:
        await ask()
    assert died.value.reason == "crash"
    worker.kill()


def test_the_child_starts_without_heavy_libraries() -> None:
    code = (
        "import sys\n"
        "import proofsieve.checkers.numeric.worker\n"
        "from proofsieve.checkers.numeric.evaluate import evaluate\n"
        "assert evaluate('3 + 4 = 7 = √49').outcome == 'passed'\n"
        "print([m for m in ('sympy', 'flint', 'asyncio', 'networkx', 'textual') if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


HOSTILE = [
    "9^(9^(9^9)) = 1",
    "9" + "^9" * 2_000 + " = 1",
    "1000000000000! = 1",
    "(10^9)!! = 3",
    "((((10!)!)!)!)! = 1",
    r"\binom{10^9}{5 \cdot 10^8} = 7",
    "1" * 10**6 + " = 1",
    "0." + "1" * 10**6 + " = 1",
    "(" * 5_000 + "1" + ")" * 5_000 + " = 1",
    "√" * 5_000 + "1 = 1",
    "|" * 5_000 + "1" + "|" * 5_000 + " = 1",
    r"\frac" * 3_000 + " = 1",
    "__import__('os').system('true') = 0",
    "1" + " = 1" * 12_000,
    "1" + "+1" * 24_000 + " = 1",
    "1 \x00 = 1",
    "\x00\ud800 = 1",
    r"\sum_{k=1}^{10^{12}} 1/k < 1",
    r"\prod_{k=1}^{10^{12}} k = 1",
    r"\sum_{a=1}^{99}\sum_{b=1}^{99}\sum_{c=1}^{99}\sum_{d=1}^{99} a^{b^{c^{d}}} = 1",
    "2^(10^18) < 3^(10^18)",
    "10^(10^10) = 10^(10^10) + 1",
    r"\lfloor 10^{10^{9}} \sqrt 2 \rfloor = 3",
    "gcd(" + ",".join("9" * 300 for _ in range(150)) + ") = 1",
    "(x+y+z+1)^200 = 1",
    "(x+1)^200 (y+1)^200 = (z+1)^99",
    "1/" * 5_000 + "1 = 1",
    "e^(e^(e^(e^(e^9)))) > 1",
    "sin(10^(10^9)) < 2",
    "7^(7^(7^7)) ≡ 1 (mod 1000000000000000000000007)",
    "√(1+√(2+√(3+√(5+√(7+√(11+√(13+√17))))))) = √(1+√(2+√(3+√(5+√(7+√(11+√(13+√17)))))))·1",
    " - ".join(f"√{p}" for p in (2, 3, 5, 7, 11, 13, 17, 19))
    + " = √2 - ("
    + " + ".join(f"√{p}" for p in (19, 17, 13, 11, 7, 5, 3))
    + ")",
    "a" * 40_000 + " = 1",
    "1.5e" + "9" * 3_000 + " = 1",
    "9" * 3_900 + "^" + "9" * 3_900 + " = 1",
    "[" * 50 + "1" + "]" * 50 + " = 1",
    " ".join("6/3(2) +" for _ in range(40)) + " 1 = 1",
]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:24].encode("ascii", "replace").decode() for text in HOSTILE])
async def test_a_hostile_claim_gets_an_answer_and_the_checker_lives(checker: NumericChecker, text: str) -> None:
    await checker.canaries()
    found = await checker.check(statement(text.encode("utf-8", "replace").decode()), Branch.CLAIM, Limits())
    assert found.outcome in tuple(Outcome)
    if found.outcome is Outcome.INCONCLUSIVE:
        assert found.kind in (
            Kind.RESOURCE, Kind.UNPARSED, Kind.AMBIGUOUS, Kind.UNSUPPORTED, Kind.TIMEOUT, Kind.UNDEFINED
        )  # fmt: skip
    assert await checker.canaries() == ""
