"""The composition root: builds an audit from a proof and settings, and knows which checkers there are. Imports neither
textual nor rich.

Checkers are imported where they are used, so that a command that needs none does not pay for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from .core.analyst import RuleAnalyst
from .core.audit import Audit, Settings, Tool
from .core.authored import Authored
from .core.errors import ProofSieveError
from .core.evidence import Checker, Language, Statement
from .core.faithfulness import LintReport
from .core.pipeline import run_audit
from .core.proof import Proof
from .core.rechecking import CheckerSource
from .core.stages import Progress, RunTools
from .version import __version__


def audit_proof(
    proof: Proof,
    settings: Settings | None = None,
    *,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Audit:
    """Audit ``proof`` offline with the rules, the numeric checker and, where the settings ask for it, Lean. Blocks;
    starts and stops its own processes. ``authored``: the author's own statements, from the file ``authored_in``.

    Raises InputError where there is nothing to audit, and ProofSieveError where Lean is demanded and not set up.
    """
    made: list[Audit] = []

    # The audit leaves through the list: asyncio.run formats the repr of its task's result on the way out, which takes
    # seconds for a large one.
    async def run() -> None:
        made.append(
            await audit_proof_async(
                proof, settings, authored=authored, authored_in=authored_in, on_progress=on_progress
            )
        )

    asyncio.run(run())
    return made[0]


async def audit_proof_async(
    proof: Proof,
    settings: Settings | None = None,
    *,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Audit:
    """``audit_proof`` for callers that have an event loop."""
    settings = settings or Settings()
    checkers = checkers_for(settings)
    try:
        tools = RunTools(
            analyst=RuleAnalyst(),
            checkers=checkers,
            tool=Tool(name="proofsieve", version=__version__),
            lint=lint_statement,
            on_progress=on_progress,
        )
        return await run_audit(proof, settings, tools, authored, authored_in=authored_in)
    finally:
        for checker in checkers.values():
            await checker.aclose()


def lint_statement(statement: Statement, prose: str) -> LintReport:
    """What the lints say of a statement beside the prose that it is to say; they read Lean alone. May take seconds."""
    if statement.language is Language.LEAN:
        from .checkers.lints.pair import lint_pair

        return lint_pair(prose, statement.text)
    return LintReport(findings=(), unknown=(), parsed=True)


def checkers_for(settings: Settings) -> dict[Language, Checker]:
    """The checkers that the settings ask for, by the language of the statements that they take. Close them when done.

    Raises ProofSieveError where Lean is demanded ("embedded") and not set up; "auto" does without it.
    """
    from .checkers.numeric import NumericChecker

    numeric = NumericChecker()
    numeric.warm()
    found: dict[Language, Checker] = {Language.NUMERIC: numeric}
    if settings.lean != "off":
        from .checkers.lean import LeanChecker, LeanSettings, available

        there = available()
        if there.ready:
            # The theorems and proofs of a run are our own text: one process that runs no other may judge them all.
            found[Language.LEAN] = LeanChecker(LeanSettings(fresh=False))
        elif settings.lean == "embedded":
            raise ProofSieveError(there.why, where="--lean embedded")
    return found


def lean_missing(settings: Settings) -> str:
    """What a run with these settings lacks of Lean, in a sentence with what to do; "" where nothing is missing."""
    if settings.lean == "off":
        return ""
    from .checkers.lean import available

    return available().why


def checkers() -> CheckerSource:
    """The checkers of this installation, each started when it is first asked for; close it when done."""
    from .checkers.source import Checkers

    return Checkers()
