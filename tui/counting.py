"""How far a command is, on stderr: a bar on a terminal, nothing for a short run, lines otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Count = Callable[[int, int], None]

EVERY = 2_000
"""How many things are done between two lines where there is no terminal."""


def counted(what: str, run: Callable[[Count], T]) -> T:
    """What ``run`` gives, which is handed the function to tell how many things of how many are done."""
    if not sys.stderr.isatty():
        return run(_Lines(what))
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from .printing import colour_wanted

    console = Console(stderr=True, no_color=True if not colour_wanted() else None)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        return run(lambda done, total: bar.update(task, completed=done, total=total or None))


class _Lines:
    def __init__(self, what: str) -> None:
        self._what = what
        self._next = EVERY

    def __call__(self, done: int, total: int) -> None:
        if done >= self._next:
            print(f"proofsieve: {self._what}: {done} of {total}", file=sys.stderr)
            self._next = done + EVERY
