"""How fast the numeric checker is: ``python benchmarks/numeric_speed.py``. Prints a table; needs no data."""

from __future__ import annotations

import asyncio
import time

from proofsieve.checkers.numeric import NumericChecker
from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.assertion import Passage, claim_sites
from proofsieve.core.evidence import Branch, Language, Limits, Outcome, Statement, make_statement

CLAIMS = 4_000
PASSAGES = 10_000


def _statement(text: str) -> Statement:
    return make_statement(obligation_id="", language=Language.NUMERIC, text=text, provenance="benchmark")


async def _worker() -> list[tuple[str, str]]:
    rows = []
    checker = NumericChecker()
    start = time.perf_counter()
    checker.warm()
    rows.append(("starting the child, seen by the caller", f"{(time.perf_counter() - start) * 1e3:.1f} ms"))
    await checker.canaries()
    rows.append(("start to first answer", f"{(time.perf_counter() - start) * 1e3:.0f} ms"))
    simple = [_statement(f"({i} - 3) * 7 = {(i - 3) * 7}") for i in range(CLAIMS)]
    start = time.perf_counter()
    found = await checker.check_many(simple, Limits())
    seconds = time.perf_counter() - start
    assert all(e.outcome is Outcome.PASSED for e in found)
    rows.append(("simple claims per second, one child, with evidence", f"{CLAIMS / seconds:,.0f}"))
    for name, text in (
        ("first claim that needs balls", "√2 + √3 > 3.1462643"),
        ("next claim with balls", "√2 + √5 > 3.65"),
        ("first claim that needs SymPy", r"\sqrt[3]{7 + 5\sqrt2} = 1 + \sqrt2"),
        ("next claim with SymPy", r"\sqrt[3]{26 + 15\sqrt3} = 2 + \sqrt3"),
    ):
        start = time.perf_counter()
        evidence = await checker.check(_statement(text), Branch.CLAIM, Limits(wall_ms=10_000, cpu_ms=10_000))
        assert evidence.outcome is Outcome.PASSED, evidence
        rows.append((name, f"{(time.perf_counter() - start) * 1e3:.1f} ms"))
    await checker.aclose()
    return rows


def _in_process() -> list[tuple[str, str]]:
    texts = [f"({i} - 3) * 7 = {(i - 3) * 7}" for i in range(CLAIMS)]
    start = time.perf_counter()
    assert all(evaluate(text).outcome is Outcome.PASSED for text in texts)
    return [("simple claims per second, evaluation alone", f"{CLAIMS / (time.perf_counter() - start):,.0f}")]


def _sites() -> list[tuple[str, str]]:
    passages = [
        Passage(
            text=f"Step {i}: we compute ${i} + {i} = {2 * i}$, so {i} * 2 = {2 * i}. Hence the claim.",
            scope=("c0",),
            hypothetical=False,
        )
        for i in range(PASSAGES)
    ]
    start = time.perf_counter()
    count = sum(map(len, claim_sites(passages)))
    return [(f"claim sites of {PASSAGES:,} passages ({count:,} claims)", f"{time.perf_counter() - start:.1f} s")]


def main() -> None:
    """Measure and print."""
    rows = [*asyncio.run(_worker()), *_in_process(), *_sites()]
    width = max(len(name) for name, _ in rows)
    for name, measured in rows:
        print(f"{name:<{width}}  {measured:>10}")


if __name__ == "__main__":
    main()
