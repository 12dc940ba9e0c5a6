"""Reading what a user names, and never more than is wanted of it."""

from __future__ import annotations

import sys
from pathlib import Path


def read_bounded(source: str, most: int) -> bytes:
    """At most ``most + 1`` bytes of a file, or of standard input for "-": one more than wanted says that there is more.

    Raises OSError, and ValueError for what can be no file's name.
    """
    if source == "-":
        return sys.stdin.buffer.read(most + 1)
    with Path(source).open("rb") as file:
        return file.read(most + 1)
