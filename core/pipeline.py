"""One run: proof -> substeps -> tree -> claims -> evidence -> risks -> window -> verdict, with typed progress.

Each stage is a function from frozen values to frozen values; this module alone holds the state of a run. The free
checks (numbers) run on every unit before the analyst's scan, which sees their evidence.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC

from .assertion import ClaimSite, Passage, claim_sites
from .audit import SCHEMA, Audit, Provenance, Review, Settings, Timings
from .authored import Authored, place
from .checking import check_authored, check_numbers, check_twins, record_of
from .errors import InputError
from .evidence import Evidence, Language, Statement, make_statement
from .faithfulness import Report, transcribed
from .fusion import conclude, machine_units, summary_of
from .obligations import Obligation
from .proof import Proof
from .record.chain import review_base
from .stages import Progress, RunTools, Stage
from .suspicion import audit_window
from .transcription import twins
from .tree import EdgeUnit, ProofTree, UnitId, UnitRole


async def run_audit(
    proof: Proof, settings: Settings, tools: RunTools, authored: Sequence[Authored] = (), *, authored_in: str = ""
) -> Audit:
    """Audit one proof. ``authored``: its author's own statements, from the file ``authored_in``.

    Raises InputError where there is nothing to audit; a tool that fails gives inconclusive evidence.
    """
    if not proof.steps:
        raise InputError("the proof has no step", where=proof.title, hint="write the proof after a line 'Proof:'")
    clock = _Clock(tools)
    analyst = tools.analyst

    clock.start(Stage.CUT)
    decomposition = await analyst.decompose(proof)
    clock.start(Stage.GROW)
    tree = await analyst.grow(proof, decomposition)
    clock.start(Stage.CLAIMS)
    sites = sites_of_units(proof, tree)
    obligations: list[Obligation] = []
    statements: list[Statement] = []
    reports: list[Report] = []
    owed_by: dict[UnitId, list[Obligation]] = {}
    for unit in tree.units:
        of_unit = sites.get(unit.id, ())
        computations = [site.text for site in of_unit if _is_owed(site, unit)]
        owed = await analyst.oblige(unit, computations, tree.state_by_id[unit.before].goal)
        obligations.extend(owed)
        owed_by[unit.id] = list(owed)
        for statement, report in _transcribe(unit, of_unit, owed):
            statements.append(statement)
            reports.append(report)

    clock.start(Stage.CHECK)
    numbers, record = await check_numbers(statements, settings, tools)
    evidence, records = [*numbers], [record]
    placed = place(authored, tree.units, owed_by, where=authored_in)
    lean, fault = tools.checkers.get(Language.LEAN), ""
    if lean is not None:
        clock.start(Stage.KERNEL)
        by_statement = {report.statement_id: report for report in reports}
        chosen = twins(statements, by_statement, numbers, at_most=settings.lean_checks)
        fault = await lean.canaries() if chosen or placed.statements else ""
        records.append(record_of(lean, fault))
        for statement, report, answer in await check_twins(chosen, by_statement, fault, settings, tools):
            statements.append(statement)
            reports.append(report)
            evidence.append(answer)
    for statement, report, answers in await check_authored(
        placed.statements, obligations, tree, fault, settings, tools
    ):
        statements.append(statement)
        reports.append(report)
        evidence.extend(answers)
    clock.start(Stage.SCAN)
    risks = await analyst.scan(tree, _by_unit(obligations, statements, reports, evidence))
    window = audit_window(tree, risks, threshold=settings.risk_threshold, before=settings.window_before)
    clock.start(Stage.FUSE)
    findings = (*proof.findings, *decomposition.findings, *tree.findings, *placed.findings)
    units = machine_units(tree, window, obligations, statements, reports, evidence, findings)
    machine = conclude(proof.steps, tree, risks, units, findings=findings)
    draft = Audit(
        schema=SCHEMA,
        tool=tools.tool,
        proof=proof,
        tree=tree,
        risks=risks,
        window=window,
        obligations=tuple(obligations),
        statements=tuple(statements),
        reports=tuple(reports),
        evidence=tuple(evidence),
        findings=findings,
        settings=settings,
        provenance=Provenance(analyst=analyst.name, analyst_version=analyst.version, checkers=tuple(records)),
        review=Review(base="", events=(), head=""),
        verdict=replace(machine, machine=summary_of(machine)),
        timings=clock.timings(),
    )
    base = review_base(draft)
    return replace(draft, review=Review(base=base, events=(), head=base))


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


def _by_unit(
    obligations: Sequence[Obligation],
    statements: Sequence[Statement],
    reports: Sequence[Report],
    evidence: Sequence[Evidence],
) -> dict[UnitId, list[tuple[Evidence, bool]]]:
    """The evidence of each unit, each with whether it counts."""
    unit_of = {obligation.id: obligation.unit_id for obligation in obligations}
    obligation_of = {statement.id: statement.obligation_id for statement in statements}
    report_of = {report.statement_id: report for report in reports}
    grouped: dict[UnitId, list[tuple[Evidence, bool]]] = defaultdict(list)
    for item in evidence:
        grouped[unit_of[obligation_of[item.statement_id]]].append((item, report_of[item.statement_id].counts(item)))
    return grouped


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
