"""Python's cycle collector, paused while a source is read."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """No search for cycles inside: all that reading makes lives on and is free of them, yet each large source would be
    looked through again and again, for a sixth of the time. What it was before, running or not, it is afterwards."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
