"""One Lean process: start, ask, watch, kill. Ask from one event loop, one question at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import orjson

from ...core.evidence import Kind
from .errors import ProcessFailed
from .places import SCRIPTS

MAX_LINE = 32 * 1024 * 1024
"""Bytes of one answer; a longer one is unreadable."""

START_MS = 30_000
"""Wall time until a process is ready, on a busy machine."""

_LOOK_EVERY = 0.05
_FULL_STACK_KIB = 65_536  # V8 recurses on the native stack
_SPARE_STACK_KIB = 4_096
# dash and bash: soft stack limit, no core file, no file may be written; then the program itself.
_LIMITED = 'ulimit -S -s "$1" && ulimit -c 0 && ulimit -f 0 && shift && exec "$@"'


def command(program: Path, folder: Path, script: str, *arguments: str, may_write: bool = False) -> list[str]:
    """How Node runs one of our scripts on a set-up folder: what it may read, no network, no other programs.

    ``may_write``: for the set-up, which makes files in ``folder``.
    """
    folder, scripts = folder.resolve(), SCRIPTS.resolve()  # Node's permissions do not follow links
    stack = _stack_kib()
    limits = _LIMITED.replace(" && ulimit -f 0", "") if may_write else _LIMITED
    allowed = [f"--allow-fs-read={folder}", f"--allow-fs-read={scripts}", "--allow-worker"]
    if may_write:
        allowed.append(f"--allow-fs-write={folder}")
    return [
        "/bin/sh", "-c", limits, "sh", str(stack), str(program), "--permission", *allowed, "--no-warnings",
        "--wasm-lazy-validation", f"--stack-size={stack - _SPARE_STACK_KIB}",
        str(scripts / script), str(folder), *arguments,
    ]  # fmt: skip


class LeanProcess:
    """A process that answers questions. Made by ``start``; after a failure it is dead."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self.rss_mib = 0
        self.answered = 0
        self._popen = popen
        self._loop = asyncio.get_running_loop()
        self._reader = asyncio.StreamReader(limit=MAX_LINE)
        self._transport: asyncio.ReadTransport | None = None

    @classmethod
    async def start(cls, program: Path, folder: Path, *, nice: int = 0) -> LeanProcess:
        """A process that is ready. Raises ProcessFailed."""
        try:
            popen = subprocess.Popen(  # noqa: S603 - our own script; no text from outside in the command
                command(program, folder, "serve.js"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"LANG": "C.UTF-8"},
                cwd=folder,
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            raise ProcessFailed(Kind.UNAVAILABLE, f"Lean cannot be started: {error}") from error
        made = cls(popen)
        if nice:
            step_back(popen.pid, nice)
        try:
            protocol = asyncio.StreamReaderProtocol(made._reader)
            made._transport, _ = await made._loop.connect_read_pipe(lambda: protocol, popen.stdout)
            first = await made._receive(START_MS, memory_mib=0)
            if first.get("ready") is not True:
                raise ProcessFailed(Kind.UNREADABLE, "Lean did not say that it is ready")
        except BaseException:
            await made.end()
            raise
        return made

    def alive(self) -> bool:
        """True while it runs and belongs to the running event loop."""
        return self._popen.poll() is None and self._loop is asyncio.get_running_loop()

    async def ask(self, request: dict[str, Any], *, wall_ms: int, memory_mib: int) -> dict[str, Any]:
        """The answer to one request. Raises ProcessFailed; the process is killed then, and also when cancelled."""
        try:
            await self._send(orjson.dumps(request) + b"\n", wall_ms)
            answer = await self._receive(wall_ms, memory_mib)
            if answer.get("id") != request.get("id"):
                raise ProcessFailed(Kind.UNREADABLE, "an answer to another question")
            if "fatal" in answer:
                overflow = answer.get("overflow") is True
                kind = Kind.RESOURCE if overflow else Kind.CRASH
                said = str(answer["fatal"]).partition("\n")[0][:200]
                raise ProcessFailed(kind, "the stack overflowed" if overflow else f"Lean broke off: {said}")
        except BaseException:
            await self.end()
            raise
        self.answered += 1
        rss = answer.get("rss")
        self.rss_mib = rss // 2**20 if isinstance(rss, int) else 0
        return answer

    async def _send(self, line: bytes, wall_ms: int) -> None:
        try:
            async with asyncio.timeout(wall_ms / 1000):
                await asyncio.to_thread(self._write, line)
        except TimeoutError:
            raise ProcessFailed(Kind.TIMEOUT, f"the question was not taken within {wall_ms} ms") from None
        except (OSError, ValueError) as error:
            raise self._death() from error

    def _write(self, line: bytes) -> None:
        assert self._popen.stdin is not None
        view = memoryview(line)
        while view:
            view = view[self._popen.stdin.write(view) or 0 :]

    async def _receive(self, wall_ms: int, memory_mib: int) -> dict[str, Any]:
        reading = asyncio.ensure_future(self._reader.readline())
        try:
            line = await self._watched(reading, wall_ms, memory_mib)
        except (ValueError, ConnectionError) as error:
            raise ProcessFailed(Kind.UNREADABLE, "an answer without an end") from error
        finally:
            reading.cancel()
        if not line.endswith(b"\n"):
            raise self._death()
        try:
            found = orjson.loads(line)
        except ValueError as error:
            raise ProcessFailed(Kind.UNREADABLE, "an answer that is no JSON") from error
        if not isinstance(found, dict):
            raise ProcessFailed(Kind.UNREADABLE, "an answer that is no object")
        return found

    async def _watched(self, reading: asyncio.Future[bytes], wall_ms: int, memory_mib: int) -> bytes:
        end = time.monotonic() + wall_ms / 1000
        while True:
            left = end - time.monotonic()
            done, _ = await asyncio.wait({reading}, timeout=max(0.0, min(left, _LOOK_EVERY)))
            if done:
                return reading.result()
            if left <= 0:
                raise ProcessFailed(Kind.TIMEOUT, f"no answer within {wall_ms} ms")
            if memory_mib and (used := resident_mib(self._popen.pid)) > memory_mib:
                raise ProcessFailed(Kind.RESOURCE, f"more than {memory_mib} MiB of memory ({used} MiB)")

    def _death(self) -> ProcessFailed:
        try:
            code = self._popen.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return ProcessFailed(Kind.CRASH, "Lean closed its output")
        name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        return ProcessFailed(Kind.CRASH, f"Lean ended with {name}")

    def kill(self) -> None:
        """End the whole process group and reap it; safe to call again. Blocks while its memory is given back."""
        self._signal()
        self._popen.wait()
        self._close()

    async def end(self) -> None:
        """``kill`` that does not block the loop: giving back half a GiB takes up to a tenth of a second."""
        self._signal()
        try:
            await asyncio.to_thread(self._popen.wait)
        finally:
            self._close()

    def _signal(self) -> None:
        if self._popen.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._popen.pid, signal.SIGKILL)

    def _close(self) -> None:
        if self._transport is not None and not self._loop.is_closed():
            self._transport.close()
            self._transport = None
        for pipe in (self._popen.stdin, self._popen.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def step_back(pid: int, nice: int) -> None:
    """Let a process that was just started, the first of its session, step back behind others, where the system can."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, nice)
    with contextlib.suppress(OSError):  # Linux shares the processor out between sessions; only this weighs them
        Path(f"/proc/{pid}/autogroup").write_text(str(nice), "ascii")


def resident_mib(pid: int) -> int:
    """The resident memory of a process in MiB; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() // 2**20
    except (OSError, ValueError, IndexError):
        pass
    try:
        shown = subprocess.run(  # noqa: S603 - macOS has no /proc
            ["/bin/ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, timeout=5, check=False
        )
        return int(shown.stdout) // 1024
    except (OSError, ValueError, subprocess.SubprocessError):
        return 0


def _stack_kib() -> int:
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    return _FULL_STACK_KIB if hard == resource.RLIM_INFINITY else max(8_192, min(_FULL_STACK_KIB, hard // 1024))
