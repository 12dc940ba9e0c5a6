"""The child process as the parent sees it: start, ask, kill. Started early, so that its start-up is hidden."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

MAX_LINE = 16 * 1024 * 1024
"""Bytes of one answer."""

_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "SYSTEMROOT")


class WorkerDied(Exception):
    """The child ended or answered nonsense; ``reason`` is crash, resource or unreadable."""

    def __init__(self, reason: str, why: str) -> None:
        super().__init__(why)
        self.reason = reason
        self.why = why


class Worker:
    """One child process with its pipes. Ask from one event loop only."""

    def __init__(self, memory_mib: int) -> None:
        self.memory_mib = memory_mib
        command = [sys.executable, "-P", "-m", "proofsieve.checkers.numeric.worker", str(memory_mib)]
        self._process = subprocess.Popen(  # noqa: S603 - our own module, no text from outside in the command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in _KEPT if name in os.environ},
            start_new_session=True,
            bufsize=0,
        )
        self._reader: asyncio.StreamReader | None = None
        self._transport: asyncio.ReadTransport | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def alive(self) -> bool:
        """True while the child runs and belongs to the running event loop (or to none yet)."""
        return self._process.poll() is None and self._loop in (None, asyncio.get_running_loop())

    async def send(self, claims: Sequence[tuple[str, tuple[str, ...]]], cpu_ms: int) -> None:
        """Write one request. Raises WorkerDied."""
        await self._connect()
        line = json.dumps({"claims": claims, "cpu_ms": cpu_ms}).encode() + b"\n"
        assert self._process.stdin is not None
        try:
            await asyncio.to_thread(self._write_all, line)
        except (BrokenPipeError, OSError, ValueError) as error:
            raise self._death() from error

    def _write_all(self, line: bytes) -> None:
        assert self._process.stdin is not None
        view = memoryview(line)
        while view:
            view = view[self._process.stdin.write(view) or 0 :]

    async def receive(self) -> dict[str, Any]:
        """The next answer. Raises WorkerDied."""
        assert self._reader is not None, "send connects"
        try:
            line = await self._reader.readline()
        except (ValueError, ConnectionError) as error:
            raise WorkerDied("unreadable", "an answer without an end") from error
        if not line.endswith(b"\n"):
            raise self._death()
        try:
            found = json.loads(line)
        except ValueError as error:
            raise WorkerDied("unreadable", "an answer that is no JSON") from error
        if not isinstance(found, dict):
            raise WorkerDied("unreadable", "an answer that is no object")
        return found

    async def _connect(self) -> None:
        if self._reader is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._reader = asyncio.StreamReader(limit=MAX_LINE)
        reader = self._reader
        transport, _ = await self._loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), self._process.stdout
        )
        self._transport = transport

    def _death(self) -> WorkerDied:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return WorkerDied("crash", "the worker closed its output")
        if code == -signal.SIGXCPU:
            return WorkerDied("resource", "the CPU limit was reached")
        name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return WorkerDied("crash", f"the worker ended with {name}")

    def kill(self) -> None:
        """End the whole process group and reap it; safe to call again."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._transport is not None and not (self._loop is not None and self._loop.is_closed()):
            self._transport.close()
            self._transport = None
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
