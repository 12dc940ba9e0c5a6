"""A run in a process of its own, to be killed: URL STORE QUESTIONS IN_FLIGHT. Ends with 0 if all were answered."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from proofsieve.tests.prompts.asking import asker_at, ping


async def run(url: str, store: Path, questions: int, in_flight: int) -> bool:
    async with asker_at(url, store=store, concurrency=in_flight) as asker:
        answered = await asyncio.gather(*(ping(asker, f"{number}") for number in range(questions)))
        return all(item.value is not None for item in answered)


if __name__ == "__main__":
    url, store, questions, in_flight = sys.argv[1:]
    sys.exit(not asyncio.run(run(url, Path(store), int(questions), int(in_flight))))
