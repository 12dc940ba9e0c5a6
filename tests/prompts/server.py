"""A scripted OpenAI-compatible server on the loopback, for tests and benchmarks of whatever asks models.

    async with scripted([reply('{"risk": 3}'), status(429, code="insufficient_quota")]) as server:
        ...  # server.url, server.seen

Each request takes the next item of the script, or is given to a function. The last item serves all further requests.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What goes over the wire. ``cut``: close after the body although more was promised; ``reset``: no answer at all;
    ``hold``: answer when it is set, and not before; ``stall``: send the body, and say nothing more until it is set."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    reset: bool = False
    hold: asyncio.Event | None = None
    stall: asyncio.Event | None = None


@dataclass
class Seen:
    """A request as it came; its repr shows no header and no query, which a traceback might print."""

    path: str = field(repr=False)
    headers: dict[str, str] = field(repr=False)
    body: dict[str, Any]


Script = Sequence[Answer] | Callable[[Seen], Answer | Awaitable[Answer]]

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


def completion(content: Any, *, finish: str | None = "stop", usage: Any = USAGE, **message: Any) -> dict[str, Any]:
    """A chat completion as a document, to be changed by whoever needs a broken one."""
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
        ],
        "usage": usage,
    }


def reply(content: Any, **given: Any) -> Answer:
    """A chat completion that says ``content``."""
    return document(completion(content, **given))


def document(found: Any, *, status: int = 200, **given: Any) -> Answer:
    """Any JSON."""
    return Answer(body=json.dumps(found).encode(), status=status, **given)


def status(number: int, message: str = "no", *, code: str = "", headers: Sequence[tuple[str, str]] = ()) -> Answer:
    """An error in the form of OpenAI."""
    error = {"error": {"message": message, "code": code, "type": code}}
    return document(error, status=number, headers=tuple(headers))


def stream(pieces: Sequence[str], *, finish: str | None = "stop", usage: Any = USAGE, done: bool = True) -> Answer:
    """A completion in pieces."""
    events: list[Any] = [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
    if finish is not None:
        events.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    if usage is not None:
        events.append({"choices": [], "usage": usage})
    lines = [f"data: {json.dumps(event)}\n\n" for event in events] + (["data: [DONE]\n\n"] if done else [])
    return Answer(body="".join([": a comment\n\n", *lines]).encode(), content_type="text/event-stream")


@dataclass
class Scripted:
    """The running server. ``seen``: all requests so far; ``most_at_once``: how many it had to answer at one time."""

    url: str = ""
    seen: list[Seen] = field(default_factory=list)
    most_at_once: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _now: int = 0


@asynccontextmanager
async def scripted(script: Script, *, port: int = 0) -> AsyncIterator[Scripted]:
    """Serve ``script`` on 127.0.0.1."""
    running = Scripted()
    served: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        served.add(task)
        try:
            while await _one(running, script, reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass  # the client went away, which some tests do on purpose, or the test is over
        finally:
            served.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    running.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    try:
        yield running
    finally:
        server.close()
        for task in list(served):
            task.cancel()
        await asyncio.gather(*served, return_exceptions=True)


async def _one(running: Scripted, script: Script, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Answer one request; False where the connection ends."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return False
    first, *lines = head.strip().split("\r\n")
    headers = {name.strip().lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    seen = Seen(path=first.split()[1], headers=headers, body=json.loads(body or b"{}"))
    running.seen.append(seen)
    running.arrived.set()
    running._now += 1
    running.most_at_once = max(running.most_at_once, running._now)
    try:
        if callable(script):
            found = script(seen)
            answer = found if isinstance(found, Answer) else await found
        else:
            answer = script[min(len(running.seen), len(script)) - 1]
        if answer.hold is not None:
            await answer.hold.wait()
    finally:
        running._now -= 1
    if answer.reset:
        writer.transport.abort()
        return False
    promised = len(answer.body) + (100 if answer.cut or answer.stall else 0)
    fields = [("Content-Type", answer.content_type), ("Content-Length", str(promised)), *answer.headers]
    head = f"HTTP/1.1 {answer.status} Scripted\r\n" + "".join(f"{name}: {text}\r\n" for name, text in fields) + "\r\n"
    writer.write(head.encode("latin-1") + answer.body)
    await writer.drain()
    if answer.stall is not None:
        await answer.stall.wait()
    return not answer.cut
