"""Lean processes kept warm. Two roles, never mixed: some elaborate text of others, one judges and has run none.

A verdict that counts comes from a process that has answered nothing before (``LeanSettings.fresh``).
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

from ...core.evidence import Kind, Limits
from .errors import ProcessFailed, SetupError
from .node import find_node
from .places import home, read_installed
from .process import LeanProcess
from .settings import LEAST_MEMORY_MIB, LeanSettings


class LeanPool:
    """Use it from one event loop; ``aclose`` when done. Every failure is a ProcessFailed and costs one process."""

    def __init__(self, settings: LeanSettings, folder: Path | None = None) -> None:
        self.starts = 0
        self._settings = settings
        self._folder = folder
        self._free: list[LeanProcess] = []
        self._judge: LeanProcess | None = None
        self._coming: asyncio.Task[LeanProcess] | None = None
        self._all: set[LeanProcess] = set()
        self._places = asyncio.Semaphore(settings.processes)
        self._judging = asyncio.Lock()
        self._number = 0

    async def check(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        """Elaborate text of others. Raises ProcessFailed."""
        return await self._common({"op": "check", **request}, limits)

    async def look(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        """As ``judge``, and no evidence: by a process that may have run text of others. Raises ProcessFailed."""
        return await self._common({"op": "judge", **request}, limits)

    async def _common(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        async with self._places:
            process = await self._taken()
            answer = await self._ask(process, request, limits)
            if process.rss_mib > self._settings.recycle_mib:
                await self._drop(process)
            else:
                self._free.append(process)
            return answer

    def expect(self) -> None:
        """A verdict will be wanted soon: start its process now, beside the work that comes before."""
        if self._coming is None and (self._judge is None or not self._judge.alive()):
            self._coming = asyncio.get_running_loop().create_task(self._started())
            # Nobody may ask for it; then its failure is nobody's.
            self._coming.add_done_callback(lambda task: None if task.cancelled() else task.exception())

    async def judge(self, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        """Put our own texts and the data of a proof to a process that runs no text of others. Raises ProcessFailed."""
        async with self._judging:
            process = await self._judging_process()
            answer = await self._ask(process, {"op": "judge", **request}, limits)
            if self._settings.fresh or process.rss_mib > self._settings.recycle_mib:
                await self._drop(process)
            else:
                self._judge = process
            return answer

    async def _judging_process(self) -> LeanProcess:
        process, self._judge = self._judge, None
        if process is not None and process.alive():
            return process
        coming, self._coming = self._coming, None
        if coming is not None:
            process = await coming
            if process.alive():
                return process
            await self._drop(process)
        return await self._started()

    async def aclose(self) -> None:
        """End every process."""
        if self._coming is not None:
            self._coming.cancel()
            with contextlib.suppress(asyncio.CancelledError, ProcessFailed):
                await self._coming
            self._coming = None
        for process in list(self._all):
            await self._drop(process)
        self._free.clear()
        self._judge = None
        await asyncio.sleep(0)  # the loop closes their pipes on its next turn

    async def _taken(self) -> LeanProcess:
        while self._free:
            process = self._free.pop()
            if process.alive():
                return process
            await self._drop(process)
        return await self._started()

    async def _started(self) -> LeanProcess:
        folder = self._folder or home()
        try:
            program = find_node().program
        except SetupError as error:
            raise ProcessFailed(Kind.UNAVAILABLE, f"Lean is not there: {error}") from error
        if self._folder is None and read_installed(folder) is None:
            raise ProcessFailed(Kind.UNAVAILABLE, "Lean is not set up: run proofsieve setup lean")
        process = await LeanProcess.start(program, folder, nice=self._settings.nice)
        self.starts += 1
        self._all.add(process)
        return process

    async def _ask(self, process: LeanProcess, request: dict[str, Any], limits: Limits) -> dict[str, Any]:
        self._number += 1
        memory = max(limits.memory_mib, LEAST_MEMORY_MIB)
        try:
            return await process.ask({"id": self._number, **request}, wall_ms=limits.wall_ms, memory_mib=memory)
        except BaseException:
            await self._drop(process)
            raise

    async def _drop(self, process: LeanProcess) -> None:
        self._all.discard(process)
        await process.end()
