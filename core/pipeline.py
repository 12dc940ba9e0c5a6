"""One run: proof -> substeps -> tree -> claims -> evidence -> risks -> window -> verdict, with typed progress.

Each stage is a function from frozen values to frozen values; this module alone holds the state of a run. The free
checks (numbers) run on every unit before the analyst's scan, which sees their evidence; what models are asked comes
after it and is bounded by the window. A run that is stopped early keeps what it has, and says so in a finding.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC
from typing import TypeVar

from .advising import Course, advise, by_unit
from .analyst import RuleAnalyst
from .asking import ask_conventions
from .assertion import ClaimSite, Passage, claim_sites
from .audit import BUDGET, SCHEMA, STOPPED, Audit, CheckerRecord, Provenance, Review, Settings, Timings
from .authored import Authored, place
from .checking import check_authored, check_numbers, check_twins, record_of
from .conclusion import conclude, summary_of
from .conventions.convention import Convention
from .errors import BudgetSpent, InputError, Stopped
from .evidence import Language, Statement, make_statement
from .faithfulness import Report, transcribed
from .injection import injection_findings
from .obligations import Obligation
from .proof import Finding, Proof
from .record.chain import review_base
from .stages import Progress, RunTools, Stage
from .suspicion import Window, audit_window, scan
from .transcription import twins
from .tree import EdgeUnit, ProofTree, UnitId, UnitRole

T = TypeVar("T")


async def run_audit(
    proof: Proof, settings: Settings, tools: RunTools, authored: Sequence[Authored] = (), *, authored_in: str = ""
) -> Audit:
    """Audit one proof. ``authored``: its author's own statements, from the file ``authored_in``.

    Raises InputError where there is nothing to audit; a tool that fails gives inconclusive evidence. Where no further
    question can be asked of a model the audit ends early, with the finding ``run-stopped`` or ``budget-spent``; where
    the run is cancelled after its free checks, ``tools.on_partial`` gets such an audit.
    """
    if not proof.steps:
        raise InputError("the proof has no step", where=proof.title, hint="write the proof after a line 'Proof:'")
    return await _Run(proof, settings, tools).audit(authored, authored_in)


class _Run:
    """The state of one run."""

    def __init__(self, proof: Proof, settings: Settings, tools: RunTools) -> None:
        self.proof = proof
        self.settings = settings
        self.tools = tools
        self.clock = _Clock(tools)
        self.records: list[CheckerRecord] = []
        self.faults: dict[Language, str] = {}
        self.stopped: Stopped | None = None

    async def audit(self, authored: Sequence[Authored], authored_in: str) -> Audit:
        """The stages, in order."""
        analyst, rules = self.tools.analyst, RuleAnalyst()
        self.clock.start(Stage.CUT)
        decomposition = await self._or(analyst.decompose(self.proof), lambda: rules.decompose(self.proof))
        self.clock.start(Stage.GROW)
        tree = await self._or(analyst.grow(self.proof, decomposition), lambda: rules.grow(self.proof, decomposition))
        self.clock.start(Stage.CLAIMS)
        course = await self._course(tree, (*self.proof.findings, *decomposition.findings))
        if not self.settings.judged_alone:
            await self._check(course, authored, authored_in)
        checked = by_unit(course.obligations, course.statements, course.reports, course.evidence)
        try:
            if not self.settings.judged_alone:
                await self._conventions(course)
            self.clock.start(Stage.SCAN)
            if self.tools.judging is None:
                course.risks = await self._or(analyst.scan(tree, checked), lambda: rules.scan(tree, checked))
            else:
                course.risks = scan(tree, checked)
            await self._ask(course)
        except asyncio.CancelledError:
            course.risks = course.risks or scan(tree, checked)
            self.stopped = self.stopped or Stopped("the run was interrupted")
            self.tools.on_partial(self._fused(course))
            raise
        return self._fused(course)

    async def _or(self, wanted: Awaitable[T], otherwise: Callable[[], Awaitable[T]]) -> T:
        """What the analyst says; once no further question can be asked, what the rules say."""
        try:
            return await wanted
        except Stopped as stopped:
            self.stopped = self.stopped or stopped
            return await otherwise()

    async def _course(self, tree: ProofTree, findings: tuple[Finding, ...]) -> Course:
        """What the text claims, and what each unit owes."""
        course = Course(
            proof=self.proof,
            tree=tree,
            risks=(),
            obligations=[],
            statements=[],
            reports=[],
            evidence=[],
            findings=(*findings, *injection_findings(self.proof), *tree.findings),
            window=Window(candidate=None, units=()),
        )
        sites = sites_of_units(self.proof, tree)
        for unit in tree.units:
            of_unit = sites.get(unit.id, ())
            computations = [site.text for site in of_unit if _is_owed(site, unit)]
            owed = await self.tools.analyst.oblige(unit, computations, tree.state_by_id[unit.before].goal)
            course.obligations.extend(owed)
            if not self.settings.judged_alone:
                for statement, report in _transcribe(unit, of_unit, owed):
                    course.statements.append(statement)
                    course.reports.append(report)
        return course

    async def _check(self, course: Course, authored: Sequence[Authored], authored_in: str) -> None:
        """The free checks: numbers, the same as theorems, the author's own statements."""
        settings, tools = self.settings, self.tools
        self.clock.start(Stage.CHECK)
        numbers, record = await check_numbers(course.statements, settings, tools)
        course.evidence.extend(numbers)
        self.records.append(record)
        self.faults[Language.NUMERIC] = record.canaries
        owed_by: dict[UnitId, list[Obligation]] = {unit.id: [] for unit in course.tree.units}
        for obligation in course.obligations:
            owed_by[obligation.unit_id].append(obligation)
        placed = place(authored, course.tree.units, owed_by, where=authored_in)
        course.findings = (*course.findings, *placed.findings)
        lean, fault = tools.checkers.get(Language.LEAN), ""
        if lean is not None:
            self.clock.start(Stage.KERNEL)
            by_statement = {report.statement_id: report for report in course.reports}
            chosen = twins(course.statements, by_statement, numbers, at_most=settings.lean_checks)
            asked = bool(chosen or placed.statements or tools.adviser is not None)
            fault = await lean.canaries() if asked else ""
            self.records.append(record_of(lean, fault))
            self.faults[Language.LEAN] = fault
            for statement, report, answer in await check_twins(chosen, by_statement, fault, settings, tools):
                course.statements.append(statement)
                course.reports.append(report)
                course.evidence.append(answer)
        for statement, report, answers in await check_authored(
            placed.statements, course.obligations, course.tree, fault, settings, tools
        ):
            course.statements.append(statement)
            course.reports.append(report)
            course.evidence.extend(answers)

    async def _conventions(self, course: Course) -> None:
        """What the text leaves open, with what each reading decides at once."""
        self.clock.start(Stage.ASK)
        tools = self.tools
        more: Sequence[Convention] = ()
        if tools.adviser is not None and self.stopped is None:
            try:
                more = await tools.adviser.conventions(self.proof, course.tree, course.obligations)
            except Stopped as stopped:
                self.stopped = stopped
        course.conventions = await ask_conventions(
            self.proof,
            course.tree,
            course.obligations,
            course.statements,
            course.reports,
            course.evidence,
            self.settings,
            tools,
            more=more,
        )

    async def _ask(self, course: Course) -> None:
        """What models are asked of single units, or of the whole. Without them the window is all that is chosen."""
        settings, tools = self.settings, self.tools
        try:
            if self.stopped is None and tools.judging is not None:
                self.clock.start(Stage.REVIEW)
                course.reviews.update(await tools.judging.judge(self.proof, course.tree))
            elif self.stopped is None and tools.adviser is not None:
                self.clock.start(Stage.REVIEW)
                await advise(course, tools.adviser, settings, tools, self.faults)
        except Stopped as stopped:
            self.stopped = stopped

    def _fused(self, course: Course) -> Audit:
        """The audit of what was found."""
        self.clock.start(Stage.FUSE)
        course.findings = (*course.findings, *self._notes())
        tools, analyst, settings = self.tools, self.tools.analyst, self.settings
        if not course.candidates and tools.judging is None:
            course.window = audit_window(
                course.tree, course.risks, threshold=settings.risk_threshold, before=settings.window_before
            )
        units = course.units(alone=self.settings.judged_alone)
        machine = conclude(self.proof.steps, course.tree, course.risks, units, findings=course.findings)
        asking = tools.judging or tools.adviser
        draft = Audit(
            schema=SCHEMA,
            tool=tools.tool,
            proof=self.proof,
            tree=course.tree,
            risks=course.risks,
            window=course.window,
            obligations=tuple(course.obligations),
            statements=course.all_statements(),
            reports=course.all_reports(),
            evidence=course.all_evidence(),
            findings=course.findings,
            settings=self.settings,
            provenance=Provenance(
                analyst=analyst.name,
                analyst_version=analyst.version,
                checkers=tuple(self.records),
                calls=asking.calls if asking is not None else (),
            ),
            review=Review(base="", events=(), head=""),
            verdict=replace(machine, machine=summary_of(machine)),
            timings=self.clock.timings(),
            advice=course.advice(),
            conventions=course.conventions,
        )
        base = review_base(draft)
        return replace(draft, review=Review(base=base, events=(), head=base))

    def _notes(self) -> tuple[Finding, ...]:
        """What went wrong with models, and why the run was stopped."""
        notes = [*self.tools.notes()]
        if self.stopped is not None:
            kind = BUDGET if isinstance(self.stopped, BudgetSpent) else STOPPED
            notes.append(Finding(kind=kind, message=str(self.stopped)))
        return tuple(notes)


def sites_of_units(proof: Proof, tree: ProofTree) -> dict[UnitId, tuple[ClaimSite, ...]]:
    """The numeric claims in the words of each unit; closures and the target quote words that other units own."""
    own_words = [unit for unit in tree.units if unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET)]
    paths: dict[str, tuple[str, ...]] = {}
    for unit in own_words:
        if unit.scope not in paths:
            paths[unit.scope] = tuple(scope.id for scope in tree.scope_path(unit.scope))
    passages = [Passage(text=proof.problem, scope=("c0",), hypothetical=False, problem=True)]
    passages.extend(
        Passage(
            text=unit.text,
            scope=paths[unit.scope],
            hypothetical=unit.hypothetical,
            abandoned=unit.role is UnitRole.ABANDONED,
        )
        for unit in own_words
    )
    found = claim_sites(passages)
    return dict(zip((unit.id for unit in own_words), found[1:], strict=True))


def _is_owed(site: ClaimSite, unit: EdgeUnit) -> bool:
    """A computation inside a contradiction is owed like any other; only its refutation does not count."""
    return site.asserted or (unit.hypothetical and site.why_not == "inside a contradiction")


def _transcribe(
    unit: EdgeUnit, sites: Sequence[ClaimSite], owed: Sequence[Obligation]
) -> list[tuple[Statement, Report]]:
    """A statement per claim. Computations owed come first among the obligations, in the order of the text; a claim that
    the text does not assert is shown with the main obligation, and its outcome counts for nothing."""
    made: list[tuple[Statement, Report]] = []
    computation = 0
    main = next((item.id for item in owed if not item.use_formal), None)
    for site in sites:
        is_owed = _is_owed(site, unit)
        if is_owed:
            obligation_id: str | None = owed[computation].id
            computation += 1
        else:
            obligation_id = main
        if obligation_id is None:
            continue
        statement = make_statement(
            obligation_id=obligation_id,
            language=Language.NUMERIC,
            text=site.text,
            provenance="transcribed",
            premises=site.premises,
            start=site.start,
            end=site.end,
        )
        made.append((statement, transcribed(statement.id, asserted=site.asserted, owed=is_owed, why_not=site.why_not)))
    return made


class _Clock:
    """Milliseconds per stage, and the announcement of each stage."""

    def __init__(self, tools: RunTools) -> None:
        self._tools = tools
        self._started = tools.now()
        self._elapsed: dict[str, int] = {}
        self._stage: Stage | None = None
        self._since = time.monotonic()

    def start(self, stage: Stage) -> None:
        self._finish()
        self._stage = stage
        self._tools.on_progress(Progress(stage=stage, done=0, total=0))

    def _finish(self) -> None:
        now = time.monotonic()
        if self._stage is not None:
            self._elapsed[self._stage.value] = round((now - self._since) * 1000)
        self._since = now

    def timings(self) -> Timings:
        self._finish()
        started = self._started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        return Timings(started=started, elapsed_ms=dict(self._elapsed))
