"""What asking costs besides the model: ``python benchmarks/models.py [--calls N]``.

A scripted server in a process of its own answers at once, or after a quarter of a second. A bare client over sockets
gives the server's own time; what the asker needs beyond it is ours. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict

from proofsieve.core.calls import ModelSettings
from proofsieve.prompts.asker import open_asker
from proofsieve.prompts.endpoint import Endpoint, read_address
from proofsieve.tests.prompts.server import Answer, Seen, reply, scripted

AT_ONCE = 16
PAUSE = 0.25
SENTENCE = "Then $n^2 = 4k^2 + 1$, so that $n$ is even. "


class Pong(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    risk: int
    reason: str


async def serve(pause: float) -> None:
    """The server's process: prints its address, serves until its input ends."""
    answer = reply('{"risk": 85, "reason": "the square of an even number has no remainder 1"}')

    async def answered(seen: Seen) -> Answer:
        await asyncio.sleep(pause)
        return answer

    async with scripted(answered) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


async def bare(url: str, calls: int) -> float:
    """Wall seconds of ``calls`` requests by ``AT_ONCE`` clients that only write and read bytes."""
    parts = urlsplit(url)
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": SENTENCE * 20}]}).encode()
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()

    async def client(count: int) -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        for _ in range(count):
            writer.write(head + body)
            found = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            await reader.readexactly(int(found.partition("content-length:")[2].split()[0]))
        writer.close()

    started = time.perf_counter()
    await asyncio.gather(*(client(calls // AT_ONCE) for _ in range(AT_ONCE)))
    return time.perf_counter() - started


async def asked(url: str, calls: int, store: Path | None) -> tuple[float, float, list[float]]:
    """Wall and CPU seconds of ``calls`` questions, and the seconds of each request that was in flight."""
    address = read_address(url)
    settings = ModelSettings(model="m", base_url=address.recorded)
    taken: list[float] = []
    async with open_asker(settings, Endpoint(address=address, concurrency=AT_ONCE), store=store) as asker:

        async def one(number: int) -> None:
            started = time.perf_counter()
            ended = await asker.ask("ping", Pong, sentence=f"{number}. {SENTENCE * 20}")
            taken.append(time.perf_counter() - started)
            assert ended.value is not None, ended.failure

        await one(-1)  # imports and the first connection are not what a call costs
        taken.clear()
        numbers = iter(range(calls))

        async def analyst() -> None:
            for number in numbers:
                await one(number)

        cpu, wall = time.process_time(), time.perf_counter()
        await asyncio.gather(*(analyst() for _ in range(AT_ONCE)))
        return time.perf_counter() - wall, time.process_time() - cpu, taken


def measure(calls: int) -> None:
    print(
        f"ProofSieve, Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
        f"{os.cpu_count()} CPUs, {datetime.datetime.now(datetime.UTC):%Y-%m-%d}, {calls} calls, {AT_ONCE} at once\n"
    )
    print(
        "| server | store | its own, ms per call | asked, ms per call | over it, ms | CPU, ms | an answer late by, ms |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for pause, name in ((0.0, "at once"), (PAUSE, f"after {PAUSE * 1000:.0f} ms")):
        command = [sys.executable, __file__, "--serve", str(pause)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            asyncio.run(bare(url, AT_ONCE))
            own = asyncio.run(bare(url, calls)) / calls * 1000
            for kept in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    store = Path(folder) / "answers.sqlite3" if kept else None
                    wall, cpu, taken = asyncio.run(asked(url, calls, store))
                spent = wall / calls * 1000
                late = (statistics.median(taken) - pause) * 1000
                print(
                    f"| {name} | {'yes' if kept else 'no'} | {own:.2f} | {spent:.2f} | {spent - own:.2f} | "
                    f"{cpu / calls * 1000:.2f} | {late:.0f} |"
                )
            server.kill()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=1600)
    parser.add_argument("--serve", type=float, default=None, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve is not None:
        asyncio.run(serve(given.serve))
    else:
        measure(given.calls)
