"""The same question asked twice at once is one call; what was asked once in a run is not asked again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Flights(Generic[T]):
    """One task per key. A task is cancelled when nobody waits for it any more; a finished one keeps its result."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[T]] = {}
        self._waiting: dict[str, int] = {}

    async def join(self, key: str, start: Callable[[], Awaitable[T]]) -> T:
        """The result of the task under ``key``, started if there is none. Raises what the task raises."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.ensure_future(_run(start))
            task.add_done_callback(_looked_at)
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                if not task.done():
                    del self._tasks[key]
                    task.cancel()

    async def aclose(self) -> None:
        """Cancel what still runs and wait until it has ended."""
        running = [task for task in self._tasks.values() if not task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _run(start: Callable[[], Awaitable[T]]) -> T:
    return await start()


def _looked_at(task: asyncio.Task[T]) -> None:
    """An error that nobody waits for any more is no news for the log."""
    if not task.cancelled():
        task.exception()
