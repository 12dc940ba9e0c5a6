"""Settings of the user's Lean. Limits in milliseconds and MiB."""

from __future__ import annotations

from ....core.value import value

LEAST_MEMORY_MIB = 4_096
"""A Lean that has imported Mathlib holds more than 1 GiB before it does anything: smaller limits are raised to this."""


@value
class OfficialSettings:
    """How the user's Lean runs.

    ``processes``: how many at once. ``start_ms``: added to the wall time of each process, because a check is not to
    blame for how long its imports take to load. ``threads``: of one Lean.
    """

    processes: int = 1
    start_ms: int = 60_000
    threads: int = 2
