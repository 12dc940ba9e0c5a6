"""One confined process from start to end: the pipes, the watchdog, and an end that leaves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from typing import Any

from . import tree
from .disk import used_bytes
from .lines import command_line
from .values import Confinement, Finished, Job, Sandbox, SandboxError, Stop

LOOK_EVERY = 0.05
"""Seconds between two looks of the watchdog."""

_DISK_EVERY = 4  # looks
_CHUNK = 65_536
_PATIENCE = 0.3  # seconds for the helper process to end by itself once what it holds is dead
_PIPES = 2.0  # seconds for what was written to be read when all processes have ended
_GIVE_UP = 30.0  # seconds for a process that cannot be killed (a broken disk, rights of its own)
_SCARCE_MIB = 256  # a machine with less to give stops the job, whoever used it up


class Running:
    """A program in its sandbox. Made by ``start``; ask it from the event loop in which it was made."""

    def __init__(self, job: Job, sandbox: Sandbox, process: asyncio.subprocess.Process, status: int) -> None:
        self.job = job
        self.stopped: Stop | None = None
        self.peak_rss_mib = 0
        self.truncated = False
        self._sandbox = sandbox
        self._process = process
        self._status = open(status, "rb", buffering=0)  # noqa: SIM115 - closed in _end
        os.set_blocking(status, False)
        self._said = b""
        self._started = time.monotonic()
        self._elapsed_ms = 0
        self._seen: set[tree.Process] = set()
        self._looks = 0
        self._rest = b""
        self._stderr = bytearray()
        self._ending: asyncio.Task[None] | None = None
        self._over = asyncio.create_task(process.wait())
        self._watching = asyncio.create_task(self._watch())
        self._draining = asyncio.create_task(self._drain())

    @property
    def pid(self) -> int:
        """The helper's process (bwrap or the launcher), not the program's."""
        return self._process.pid

    def alive(self) -> bool:
        """True while it runs and nothing has been done to end it."""
        return self._process.returncode is None and self.stopped is None

    async def write(self, data: bytes) -> None:
        """Give ``data`` to its stdin, wait until it is taken. Raises BrokenPipeError if it does not read any more."""
        if self._process.stdin is None:
            raise BrokenPipeError("started without an input")
        self._process.stdin.write(data)
        try:
            await self._process.stdin.drain()
        except ConnectionError as error:
            raise BrokenPipeError("the program does not read any more") from error

    async def close_stdin(self) -> None:
        """Tell it that no more will come."""
        if self._process.stdin is not None:
            self._process.stdin.close()
            with contextlib.suppress(ConnectionError):
                await self._process.stdin.wait_closed()

    async def readline(self, limit: int) -> bytes:
        """The next line of its stdout with the line feed; without one at the end of the output, b"" after that.

        A line of more than ``limit`` bytes stops the job (OUTPUT) and gives b"". Safe to cancel: nothing is lost.
        """
        assert self._process.stdout is not None
        while b"\n" not in self._rest:
            if len(self._rest) > limit:
                break
            chunk = await self._process.stdout.read(_CHUNK)
            if not chunk:
                line, self._rest = self._rest, b""
                return line
            self._rest += chunk
        line, feed, rest = self._rest.partition(b"\n")
        if len(line) > limit:
            self.truncated, self._rest = True, b""
            await self.kill(Stop.OUTPUT)
            return b""
        self._rest = rest
        return line + feed

    async def kill(self, why: Stop = Stop.CANCELLED) -> None:
        """End the program with all that came from it; returns when nothing is left. Safe to call again."""
        if self.stopped is None and self._ending is None:
            self.stopped = why
        await self._settled()

    async def _settled(self) -> None:
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def wait(self) -> Finished:
        """How it ended, once it has; stdout is what ``readline`` has not taken. Raises SandboxError if the program
        never started."""
        await asyncio.shield(self._watching)
        assert self._process.stdout is not None
        rest = asyncio.create_task(self._process.stdout.read())
        await self._all_read(rest, self._draining)
        return self._finished(self._rest + rest.result())

    async def collect(self) -> Finished:
        """Give it the job's input, take its output, wait; when cancelled, kill. Raises SandboxError as ``wait``."""
        taking = asyncio.create_task(self._take())
        giving = asyncio.create_task(self._give())
        try:
            await self._all_read(taking, giving, self._draining)
        except BaseException:
            giving.cancel()
            taking.cancel()
            await self.kill()
            raise
        return self._finished(taking.result())

    async def _all_read(self, *tasks: asyncio.Task[Any]) -> None:
        """Wait for the end of the program and of its pipes, which nobody else can hold unless it ran unconfined."""
        await asyncio.shield(self._watching)
        _, late = await asyncio.wait(tasks, timeout=_PIPES)
        if late:
            self.truncated = True
            self._process._transport.close()  # type: ignore[attr-defined]
        await asyncio.gather(*tasks)

    async def _give(self) -> None:
        if self.job.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                await self.write(self.job.stdin)
            await self.close_stdin()

    async def _take(self) -> bytes:
        assert self._process.stdout is not None
        return bytes(await self._capped(self._process.stdout, bytearray()))

    async def _drain(self) -> bytes:
        assert self._process.stderr is not None
        return bytes(await self._capped(self._process.stderr, self._stderr))

    async def _capped(self, stream: asyncio.StreamReader, kept: bytearray) -> bytearray:
        """Read to the end; what goes beyond the limit ends the job."""
        cap = self.job.limits.output_mib * 2**20
        while chunk := await stream.read(_CHUNK):
            room = cap - len(kept)
            kept += chunk[:room]
            if len(chunk) > room:
                self.truncated = True
                await self.kill(Stop.OUTPUT)
        return kept

    def _finished(self, stdout: bytes) -> Finished:
        if self.stopped is None and (fault := self._start_fault()):
            raise SandboxError(f"the sandbox could not start the program: {fault}")
        return Finished(
            returncode=None if self.stopped else self._process.returncode,
            stdout=stdout,
            stderr=bytes(self._stderr),
            stopped=self.stopped,
            truncated=self.truncated,
            elapsed_ms=self._elapsed_ms,
            peak_rss_mib=self.peak_rss_mib,
        )

    def _start_fault(self) -> str:
        """What the helper says of a program that never ran, "" if it ran."""
        if self._sandbox.confinement is Confinement.BUBBLEWRAP:
            ran = b'"exit-code"' in self._said
            said = bytes(self._stderr[:500]).decode("utf-8", "replace").strip()
            return "" if ran else said or f"bwrap ended with {self._process.returncode}"
        return str(json.loads(self._said)["error"]) if self._said else ""

    # Watching and ending

    async def _watch(self) -> None:
        try:
            while self._process.returncode is None and self._ending is None:
                await asyncio.wait({self._over}, timeout=max(0.0, min(self._left(), LOOK_EVERY)))
                if self._process.returncode is None and (why := await self._excess()) is not None:
                    await self.kill(why)
        except BaseException:
            await self.kill()
            raise
        await self._settled()

    def _left(self) -> float:
        wall = self.job.limits.wall_ms
        return self._started + wall / 1000 - time.monotonic() if wall else LOOK_EVERY

    async def _excess(self) -> Stop | None:
        limits = self.job.limits
        if self._left() <= 0:
            return Stop.WALL
        helpers = 1 if self._sandbox.confinement is Confinement.BUBBLEWRAP else 0  # bwrap's first process inside
        pids = tree.descendants(self.pid, limits.processes + helpers + 1)
        used = tree.usage(pids)
        self._remember(pids)
        self.peak_rss_mib = max(self.peak_rss_mib, used.rss_kib // 1024)
        if used.processes - helpers > limits.processes:
            return Stop.PROCESSES
        if used.rss_kib > limits.rss_mib * 1024 or tree.available_mib() < _SCARCE_MIB:
            return Stop.MEMORY
        if limits.cpu_ms and used.cpu_ms > limits.cpu_ms:
            return Stop.CPU
        self._looks += 1
        if self._looks % _DISK_EVERY == 0:
            allowed = limits.file_mib * 2**20
            if await asyncio.to_thread(used_bytes, self.job.cwd, pids, allowed) >= allowed:
                return Stop.FILES
        return None

    async def _end(self) -> None:
        begun = time.monotonic()
        while self._process.returncode is None and time.monotonic() - begun < _GIVE_UP:
            pids = tree.descendants(self.pid)
            self._remember(pids)
            tree.kill(pids)
            tree.kill_group(self.pid)
            if time.monotonic() - begun > _PATIENCE and self._process.returncode is None:
                tree.kill_childless(self.pid)
            await asyncio.wait({self._over}, timeout=0.02)
        if self._process.returncode is None:
            raise SandboxError("a sandboxed program cannot be ended", where=f"process {self.pid}")
        self._hear()
        await self._gone(begun + _GIVE_UP)
        self._elapsed_ms = round((time.monotonic() - self._started) * 1000)
        self._status.close()

    def _remember(self, pids: list[int]) -> None:
        now = set(filter(None, map(tree.identify, pids)))
        self._seen = now | {one for one in self._seen - now if tree.alive(one)}

    def _hear(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while chunk := self._status.read(_CHUNK):
                self._said += chunk

    async def _gone(self, until: float) -> None:
        """Wait until what was seen of the tree has left the system. The kernel ends a whole pid namespace with its
        first process before that process counts as ended; the launcher reaps all before it ends itself."""
        first = _first_inside(self._said)
        while first and tree.identify(first) and time.monotonic() < until:  # dies with its parent
            await asyncio.sleep(0.002)
        while left := [one.pid for one in self._seen if tree.alive(one)]:
            tree.kill(left)
            if time.monotonic() > until:
                raise SandboxError("what a sandboxed program started cannot be ended", where=f"processes {left}")
            await asyncio.sleep(0.002)


def _first_inside(said: bytes) -> int:
    """The process that bwrap named as the first of its namespace; 0 if it named none."""
    first = said.partition(b"\n")[0]
    return int(json.loads(first)["child-pid"]) if b'"child-pid"' in first else 0


async def start(job: Job, sandbox: Sandbox) -> Running:
    """Start ``job`` and its watchdog; the caller talks to it and ends it with ``kill``.

    ``job.stdin`` None: an empty input; else ``write`` gives it its input (the bytes of ``job.stdin`` are not given).
    ``output_mib`` bounds stderr; ``readline`` bounds what it is asked for. Raises SandboxError.
    """
    with contextlib.ExitStack() as held:
        heard, status = os.pipe()
        held.callback(os.close, status)
        kept = contextlib.ExitStack()
        kept.callback(os.close, heard)
        try:
            line, inherited = command_line(job, sandbox, status, held)
            starting = asyncio.ensure_future(_process(line, job, (status, *inherited)))
            try:
                process = await asyncio.shield(starting)
            except asyncio.CancelledError:
                process = await starting
                kept.pop_all()
                await Running(job, sandbox, process, heard).kill()
                raise
        except BaseException:
            kept.close()
            raise
    return Running(job, sandbox, process, heard)


async def run(job: Job, sandbox: Sandbox) -> Finished:
    """Run ``job`` to its end. When cancelled, kills all of it first. Raises SandboxError if it cannot be started."""
    return await (await start(job, sandbox)).collect()


async def _process(line: list[str], job: Job, inherited: tuple[int, ...]) -> asyncio.subprocess.Process:
    try:
        return await asyncio.create_subprocess_exec(
            *line,
            stdin=asyncio.subprocess.DEVNULL if job.stdin is None else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={},
            cwd="/",
            pass_fds=inherited,
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(f"the sandbox cannot be started: {error}") from error
