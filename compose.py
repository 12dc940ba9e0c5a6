"""The composition root: builds an audit from a proof and settings. Imports neither textual nor rich.

Checkers are imported where they are used, so that a command that needs none does not pay for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .core.analyst import RuleAnalyst
from .core.audit import Audit, Settings, Tool
from .core.evidence import Language
from .core.pipeline import Progress, RunTools, run_audit
from .core.proof import Proof
from .version import __version__


def audit_proof(
    proof: Proof,
    settings: Settings | None = None,
    *,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Audit:
    """Audit ``proof`` offline with the rules and the numeric checker. Blocks; starts and stops its own worker.

    Raises InputError where there is nothing to audit.
    """
    made: list[Audit] = []

    # The audit leaves through the list: asyncio.run formats the repr of its task's result on the way out, which takes
    # seconds for a large one.
    async def run() -> None:
        made.append(await audit_proof_async(proof, settings, on_progress=on_progress))

    asyncio.run(run())
    return made[0]


async def audit_proof_async(
    proof: Proof,
    settings: Settings | None = None,
    *,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Audit:
    """``audit_proof`` for callers that have an event loop."""
    from .checkers.numeric import NumericChecker

    checker = NumericChecker()
    checker.warm()
    try:
        tools = RunTools(
            analyst=RuleAnalyst(),
            checkers={Language.NUMERIC: checker},
            tool=Tool(name="proofsieve", version=__version__),
            on_progress=on_progress,
        )
        return await run_audit(proof, settings or Settings(), tools)
    finally:
        await checker.aclose()
