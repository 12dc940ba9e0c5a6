"""Helpers of the tests that ask: the answer of the bundled prompt ``ping``, an asker that never really waits."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from proofsieve.core.calls import ModelSettings
from proofsieve.prompts.asker import Asker, open_asker
from proofsieve.prompts.asking import Answered
from proofsieve.prompts.endpoint import Endpoint, Key, read_address
from proofsieve.prompts.sender import Pace

GOOD = '{"risk": 85, "reason": "step 3"}'


class Pong(BaseModel):
    """What ``ping`` asks for."""

    model_config = ConfigDict(strict=True, extra="forbid")

    risk: int = Field(ge=0, le=100)
    reason: str


class FakeTime:
    """A clock that moves only when somebody sleeps; ``slept`` keeps how long each wanted to."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    def pace(self) -> Pace:
        return Pace(now=lambda: self.time, sleep=self.sleep, chance=lambda: 1.0)


@asynccontextmanager
async def asker_at(
    url: str, *, settings: dict[str, Any] | None = None, key: str = "", time: FakeTime | None = None, **given: Any
) -> AsyncIterator[Asker]:
    """An asker of the endpoint at ``url``; what an Endpoint takes goes to it, the rest to ``open_asker``."""
    of_endpoint = {name: given.pop(name) for name in ("timeout", "concurrency", "stream", "retries") if name in given}
    address = read_address(url)
    endpoint = Endpoint(address=address, key=Key(key) if key else None, **of_endpoint)
    found = ModelSettings(**{"model": "scripted", "base_url": address.recorded, **(settings or {})})
    async with open_asker(found, endpoint, pace=(time or FakeTime()).pace(), **given) as asker:
        yield asker


async def ping(asker: Asker, sentence: str = "2 + 2 = 4", **given: Any) -> Answered[Pong]:
    """Ask the bundled prompt."""
    return await asker.ask("ping", Pong, sentence=sentence, **given)
