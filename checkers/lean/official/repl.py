"""Trying bodies in one warm process: leanprover-community/repl, where a project that the user named has built it.

For search only. What it says decides nothing: a body that it takes is judged as any other, and where it does not speak
as documented, the search goes on without it. One confined process for one search; nothing of it is kept.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....core.evidence import Kind, Limits
from ...sandbox import Running
from ..errors import ProcessFailed
from .files import is_file
from .session import Session

MAX_ANSWER = 4_000_000
"""Bytes of one answer that are read."""

_SEVERITIES = ("error", "warning", "info", "trace")


def repl_of(project: Path) -> Path | None:
    """The program that a package of the project has built; None without one. Nothing is run."""
    with contextlib.suppress(OSError, RuntimeError):
        for package in sorted((project / ".lake" / "packages").iterdir()):
            program = package / ".lake" / "build" / "bin" / "repl"
            if is_file(program) and os.access(program, os.X_OK):
                return program if program.resolve().is_relative_to(project.resolve()) else None
    return None


async def first_taken(session: Session, program: Path, before: str, texts: Sequence[str], limits: Limits) -> int | None:
    """Which of ``texts`` the program takes first after ``before`` (imports, definitions), each without the others; None
    for none. ``limits`` bound all of it. Raises ProcessFailed where it does not answer as documented."""
    async with _started(session, program, limits) as running:
        env: int | None = None
        if before.strip():
            answer = await _asked(running, {"cmd": before})
            if not _taken(answer):
                raise ProcessFailed(Kind.COMPILE_FAILURE, "the REPL does not take what stands before the theorem")
            env = answer["env"]
        for i, text in enumerate(texts):
            if _taken(await _asked(running, {"cmd": text} if env is None else {"cmd": text, "env": env})):
                return i
    return None


@contextlib.asynccontextmanager
async def _started(session: Session, program: Path, limits: Limits) -> AsyncIterator[Running]:
    folder = session.folder()
    try:
        async with session.kept((str(program),), folder, limits, reads=(program.parent,)) as running:
            yield running
    finally:
        session.drop(folder)


async def _asked(running: Running, question: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to one command: JSON on one line or several, and an empty line after it."""
    try:
        await running.write(json.dumps(question).encode() + b"\n\n")
    except BrokenPipeError as error:
        raise ProcessFailed(Kind.CRASH, "the REPL does not read any more") from error
    said = b""
    while line := await running.readline(MAX_ANSWER):
        if not line.strip() and said.strip():
            break
        said += line
        if len(said) > MAX_ANSWER:
            raise ProcessFailed(Kind.RESOURCE, "the REPL printed too much")
    try:
        answer = json.loads(said)
        if "message" in answer:  # an error of its own, instead of an environment
            return {"env": 0, "messages": [{"severity": "error"}], "sorries": []}
        messages, sorries = answer.get("messages", []), answer.get("sorries", [])
        known = all(one["severity"] in _SEVERITIES for one in messages)
        if type(answer["env"]) is not int or not known or not isinstance(sorries, list):
            raise ValueError("no answer of a REPL")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProcessFailed(Kind.UNREADABLE, "the REPL does not answer as documented") from error
    return {"env": answer["env"], "messages": messages, "sorries": sorries}


def _taken(answer: Mapping[str, Any]) -> bool:
    messages = answer["messages"]
    unfinished = any("sorry" in str(one.get("data", "")) for one in messages)
    return not answer["sorries"] and not unfinished and all(one["severity"] != "error" for one in messages)
