"""What a ``lean --json`` process has said, read without trust: it can be cut, mixed with plain lines, or forged.

Lines from 1, columns from 0 in code points, as Lean counts them. Before Lean 4.15 messages have no ``kind``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ....core.evidence import Kind
from ....core.value import value
from ...sandbox import Finished, Stop
from ..judgement.raw import Failure, Message

MAX_MESSAGES = 200
MAX_MESSAGE = 8_000

_SEVERITIES = frozenset(("error", "warning", "information"))
_STOPPED = {
    Stop.WALL: (Kind.TIMEOUT, "Lean took too long"),
    Stop.CPU: (Kind.TIMEOUT, "Lean used too much time of the processor"),
    Stop.MEMORY: (Kind.RESOURCE, "Lean used too much memory"),
    Stop.OUTPUT: (Kind.RESOURCE, "Lean printed too much"),
    Stop.PROCESSES: (Kind.RESOURCE, "Lean started too many processes"),
    Stop.FILES: (Kind.RESOURCE, "Lean wrote too much"),
    Stop.CANCELLED: (Kind.CRASH, "Lean was stopped"),
}
# What Lean's own runtime prints when it cannot go on, and what a memory limit looks like.
_RESOURCE = (
    ("Stack overflow detected", "the stack overflowed"),
    ("failed to create thread", "no further thread could be made"),
    ("out of memory", "memory ran out"),
    ("std::bad_alloc", "memory ran out"),
)
_NO_MODULE = (
    re.compile(r"unknown module prefix '([^'\n]{1,200})'"),
    re.compile(r"object file '[^'\n]*' of module (\S{1,200}) does not exist"),
    re.compile(r"unknown package '([^'\n]{1,200})'"),
)


@value
class Said:
    """What a process has said: its messages, the first plain lines, and why it gave no answer (None if it did)."""

    messages: tuple[Message, ...]
    plain: tuple[str, ...]
    failure: Failure | None

    @property
    def errors(self) -> tuple[Message, ...]:
        """The errors among the messages."""
        return tuple(message for message in self.messages if message.is_error)


def read(finished: Finished) -> Said:
    """The messages of a process and whether it ended as Lean ends: 0, or 1 with an error that it tells."""
    messages: list[Message] = []
    plain: list[str] = []
    broken = ""
    for line in finished.stdout.decode("utf-8", "replace").split("\n"):
        text = line.strip()
        if not text:
            continue
        if not text.startswith("{"):
            plain.append(text[:500])
            continue
        try:
            messages.append(_message(json.loads(text)))
        except (ValueError, KeyError, TypeError, RecursionError):
            broken = broken or text[:80]
    failure = _failure(finished, broken, plain, messages)
    kept = [m for m in messages if m.is_error][:MAX_MESSAGES] + [m for m in messages if not m.is_error]
    return Said(messages=tuple(kept[:MAX_MESSAGES]), plain=tuple(plain[:20]), failure=failure)


def missing_in(message: Message) -> str:
    """The module that an error says is not there, "" if it says something else."""
    for pattern in _NO_MODULE:
        found = pattern.search(message.text)
        if message.is_error and found is not None:
            return found.group(1)
    return ""


def _failure(finished: Finished, broken: str, plain: list[str], messages: list[Message]) -> Failure | None:
    if finished.stopped is not None:
        kind, why = _STOPPED[finished.stopped]
        return Failure(kind=kind, why=why)
    said = finished.stderr.decode("utf-8", "replace")
    last = next((line.strip() for line in reversed(said.split("\n")) if line.strip()), plain[-1] if plain else "")
    if finished.returncode not in (0, 1):
        for mark, why in _RESOURCE:
            if mark in said or any(mark in line for line in plain):
                return Failure(kind=Kind.RESOURCE, why=f"Lean broke off: {why}")
        if finished.returncode == 137:
            return Failure(kind=Kind.RESOURCE, why="Lean was killed, probably for its memory")
        return Failure(kind=Kind.CRASH, why=f"Lean ended with {finished.returncode}: {last[:200] or 'it said nothing'}")
    if finished.truncated or broken:
        return Failure(kind=Kind.UNREADABLE, why=f"output of Lean that cannot be read: {broken or 'it is cut'}")
    if finished.returncode == 1 and not any(message.is_error for message in messages):
        return Failure(kind=Kind.CRASH, why=f"Lean failed without an error: {last[:200] or 'it said nothing'}")
    return None


def _message(item: Any) -> Message:
    """Raises KeyError, TypeError or ValueError for what is no message of Lean."""
    if not isinstance(item, Mapping) or item["severity"] not in _SEVERITIES or not isinstance(item["data"], str):
        raise ValueError("no message of Lean")
    line, column = (1, 0) if item.get("pos") is None else _position(item["pos"])
    end_line, end_column = (line, column) if item.get("endPos") is None else _position(item["endPos"])
    kind = item.get("kind")
    return Message(
        severity=item["severity"],
        kind=kind if isinstance(kind, str) else "",
        text=item["data"][:MAX_MESSAGE],
        line=line,
        column=column,
        end_line=end_line,
        end_column=end_column,
    )


def _position(item: Any) -> tuple[int, int]:
    line, column = item["line"], item["column"]
    if type(line) is not int or type(column) is not int or not (0 <= line < 10**9 and 0 <= column < 10**9):
        raise ValueError("no position")
    return line, column
