"""The composition root: builds an audit from a proof and settings, and knows which checkers there are. Imports neither
textual nor rich.

Checkers are imported where they are used, so that a command that needs none does not pay for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .core.analyst import RuleAnalyst
from .core.audit import Audit, Settings, Tool
from .core.authored import Authored
from .core.errors import UsageError
from .core.evidence import Checker, Language, Statement
from .core.faithfulness import LintReport
from .core.pipeline import run_audit
from .core.proof import Proof
from .core.rechecking import CheckerSource
from .core.stages import Progress, RunTools
from .core.value import value
from .version import __version__

if TYPE_CHECKING:
    from .checkers.lean.choice import LeanChoice
    from .prompts.analyst.stating import LeanLibrary
    from .prompts.asker import Asker
    from .prompts.client import Sending
    from .prompts.config import Chosen

LISTENS = Callable[[Progress], None]


@value
class AskModels:
    """Which models a run asks, and where their answers are kept.

    ``chosen``: endpoint and models (prompts.config). ``store``: the file of earlier answers, used and filled (None
    keeps nothing); ``refresh`` asks everything anew. ``replay``: a cassette that answers everything, without a network.
    ``cassette``: where this run's questions and answers are written. ``on_notice`` is told, before the first question,
    what will leave this machine. ``client`` sends in place of the endpoint's (for tests).
    """

    chosen: Chosen
    store: Path | None = None
    refresh: bool = False
    replay: Path | None = None
    cassette: Path | None = None
    on_notice: Callable[[str], None] = lambda sentence: None
    client: Sending | None = None


def audit_proof(
    proof: Proof,
    settings: Settings | None = None,
    *,
    authored: Sequence[Authored] = (),
    authored_in: str = "",
    asking: AskModels | None = None,
    lean: LeanChoice | None = None,
    on_progress: LISTENS = lambda progress: None,
    on_partial: Callable[[Audit], None] = lambda audit: None,
) -> Audit:
    """Audit ``proof`` with the rules, the numeric checker, Lean where the settings ask for it, and models where
    ``asking`` says which. Blocks; starts and stops its own processes. ``authored``: the author's own statements, from
    the file ``authored_in``. ``lean``: which Lean, where the settings alone do not say it. ``on_partial`` gets what was
    found where the run is interrupted after its free checks.

    Raises InputError where there is nothing to audit, ProofSieveError where Lean is demanded and not set up, UsageError
    for an analyst that needs a model where none is asked, StoreFailed for a store or cassette that cannot be used.
    """
    made: list[Audit] = []

    # The audit leaves through the list: asyncio.run formats the repr of its task's result on the way out, which takes
    # seconds for a large one.
    async def run() -> None:
        made.append(
            await audit_proof_async(
                proof,
                settings,
                authored=authored,
                authored_in=authored_in,
                asking=asking,
                lean=lean,
                on_progress=on_progress,
                on_partial=on_partial,
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
    asking: AskModels | None = None,
    lean: LeanChoice | None = None,
    on_progress: LISTENS = lambda progress: None,
    on_partial: Callable[[Audit], None] = lambda audit: None,
) -> Audit:
    """``audit_proof`` for callers that have an event loop."""
    settings = settings or Settings()
    if asking is not None:
        settings = replace(settings, models=asking.chosen.settings)
    if lean is not None:
        settings = replace(settings, lean=lean.backend)
    async with AsyncExitStack() as stack:
        spending = _Spending(on_progress)
        asker = await stack.enter_async_context(_asker(asking, spending)) if asking is not None else None
        spending.asker = asker
        checkers = checkers_for(settings, lean)
        for checker in checkers.values():
            stack.push_async_callback(checker.aclose)
        tools = RunTools(
            analyst=RuleAnalyst(),
            checkers=checkers,
            tool=Tool(name="proofsieve", version=__version__),
            lint=lint_statement,
            on_progress=spending.of_stage,
            on_partial=on_partial,
        )
        tools = _reading(tools, settings, asker, mathlib=lean is not None and lean.has_mathlib)
        return await run_audit(proof, settings, tools, authored, authored_in=authored_in)


@asynccontextmanager
async def _asker(asking: AskModels, spending: _Spending) -> AsyncIterator[Asker]:
    from .prompts.asker import open_asker

    async with open_asker(
        asking.chosen.settings,
        asking.chosen.endpoint,
        store=asking.store,
        refresh=asking.refresh,
        replay=asking.replay,
        cassette=asking.cassette,
        client=asking.client,
        on_notice=asking.on_notice,
        on_asked=spending.of_question,
    ) as asker:
        yield asker


def _reading(tools: RunTools, settings: Settings, asker: Asker | None, *, mathlib: bool) -> RunTools:
    """The tools with who reads, advises or judges, as ``settings.analyst`` says. ``mathlib``: Lean has it."""
    name = settings.analyst
    if name == "rules":
        return tools
    if asker is None:
        raise UsageError(f"the analyst {name} asks a model", hint="name one with --model, or leave --analyst out")
    from .prompts.analyst.adviser import ModelAdviser
    from .prompts.analyst.analyst import ModelAnalyst
    from .prompts.analyst.judging import DirectJudging, TreeJudging

    if name == "direct":
        direct = DirectJudging(asker)
        return replace(tools, judging=direct, notes=lambda: direct.notes)
    analyst = ModelAnalyst(asker)
    if name == "tree-judge":
        tree_judge = TreeJudging(asker)
        return replace(tools, analyst=analyst, judging=tree_judge, notes=lambda: (*analyst.notes, *tree_judge.notes))
    if name not in ("model", "nl-only"):
        raise UsageError(f"there is no analyst {name}", hint="rules, model, direct, tree-judge or nl-only")
    library: LeanLibrary = "" if settings.lean == "off" else "mathlib" if mathlib else "core"
    adviser = ModelAdviser(asker, lean_library=library, formal=name == "model")
    return replace(tools, analyst=analyst, adviser=adviser, notes=lambda: (*analyst.notes, *adviser.notes))


class _Spending:
    """Tells a listener how far a run is, with what was sent to models so far, and each question to one."""

    def __init__(self, listens: LISTENS) -> None:
        self._listens = listens
        self._last: Progress | None = None
        self.asker: Asker | None = None

    def of_stage(self, progress: Progress) -> None:
        """A report of the pipeline."""
        self._last = progress
        self._tell(progress)

    def of_question(self, prompt: str, about: str, ended: bool) -> None:
        """A question goes out, or has ended."""
        if self._last is not None:
            self._tell(replace(self._last, asked=prompt, about=about, ended=ended))

    def _tell(self, progress: Progress) -> None:
        if self.asker is not None:
            spent = self.asker.spent()
            progress = replace(progress, calls=spent.calls, tokens=spent.tokens, uncounted=spent.uncounted)
        self._listens(progress)


def lint_statement(statement: Statement, prose: str) -> LintReport:
    """What the lints say of a statement beside the prose that it is to say; they read Lean alone. May take seconds."""
    if statement.language is Language.LEAN:
        from .checkers.lints.pair import lint_pair

        return lint_pair(prose, statement.text)
    return LintReport(findings=(), unknown=(), parsed=True)


def checkers_for(settings: Settings, lean: LeanChoice | None = None) -> dict[Language, Checker]:
    """The checkers that the settings ask for, by the language of the statements that they take. Close them when done.

    Raises ProofSieveError where the Lean that is demanded cannot be used; "auto" does without it.
    """
    from .checkers.numeric import NumericChecker

    numeric = NumericChecker()
    numeric.warm()
    found: dict[Language, Checker] = {Language.NUMERIC: numeric}
    if settings.lean != "off":
        from .checkers.lean import LeanSettings
        from .checkers.lean.choice import checker_for, recorded

        # The theorems and proofs of a run are our own text: one process that runs no other may judge them all.
        checker = checker_for(lean or recorded(settings.lean), LeanSettings(fresh=False))
        if checker is not None:
            found[Language.LEAN] = checker
    return found


def lean_missing(settings: Settings, lean: LeanChoice | None = None) -> str:
    """What a run with these settings lacks of Lean, in a sentence with what to do; "" where nothing is missing."""
    if settings.lean == "off":
        return ""
    from .checkers.lean.choice import lacking, recorded

    return lacking(lean or recorded(settings.lean))


def checkers(lean: LeanChoice | None = None) -> CheckerSource:
    """The checkers of this installation, each started when it is first asked for; close it when done. ``lean``: which
    Lean, where it is not the embedded one."""
    from .checkers.source import Checkers

    return Checkers(lean=lean)
