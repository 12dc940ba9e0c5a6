"""Whether the embedded Lean can be used, and if not, what is missing."""

from __future__ import annotations

from ...core.value import value
from .errors import SetupError
from .node import find_node
from .places import home, read_installed


@value
class Availability:
    """``ready``: checks can run. ``why``: what is missing and what to do, "" if nothing is. ``version``: what Lean says
    of itself, "" where it is not set up. ``megabytes``: on disk."""

    ready: bool
    why: str
    version: str
    megabytes: int = 0


def available() -> Availability:
    """Look, without starting anything (about a millisecond)."""
    try:
        node = find_node()
        installed = read_installed(home())
    except SetupError as error:
        return Availability(ready=False, why=f"Lean is not there: {error}, then proofsieve setup lean", version="")
    except (OSError, RuntimeError) as error:
        return Availability(ready=False, why=f"Lean cannot be looked for: {error} (set PROOFSIEVE_CACHE)", version="")
    if installed is None:
        return Availability(ready=False, why="Lean is not set up: run proofsieve setup lean", version="")
    return Availability(
        ready=True, why="", version=f"{installed.lean}, Node {node.version}", megabytes=installed.megabytes
    )
