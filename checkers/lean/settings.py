"""Settings of the embedded Lean. Limits in milliseconds and MiB."""

from __future__ import annotations

from ...core.evidence import Limits
from ...core.value import value

LIMITS = Limits(wall_ms=20_000, cpu_ms=20_000, memory_mib=2_048)
"""The bounds of one check where a caller has no other wish."""

LEAST_MEMORY_MIB = 1_024
"""A process holds about 450 MiB before it does anything: smaller limits are raised to this."""


@value
class LeanSettings:
    """How the embedded Lean runs.

    ``processes``: how many texts may be elaborated at once, each about 0.5 GiB. ``recycle_mib``: a process that holds
    more after an answer is replaced. ``fresh``: a verdict that counts is given by a process that has answered nothing
    before; without it one process that never runs text of others gives all verdicts. ``attempt_ms``: the bound of one
    automatic tactic. ``nice``: by how much the processes step back behind others, 0 to 19.
    """

    processes: int = 1
    recycle_mib: int = 900
    fresh: bool = True
    attempt_ms: int = 5_000
    nice: int = 0
