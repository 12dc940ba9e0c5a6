"""Synthetic audits of any size, for tests and benchmarks of saving and of the review screen.

The mathematics is decorative; the shapes (steps, units, obligations, evidence of every outcome) are those of a run.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from proofsieve.core.audit import SCHEMA, Audit, CheckerRecord, Provenance, Review, Settings, Timings, Tool
from proofsieve.core.conclusion import conclude, summary_of
from proofsieve.core.conventions import ReadingCheck, from_registry
from proofsieve.core.conventions.bearing import Conventions
from proofsieve.core.conventions.convention import Raiser, Where
from proofsieve.core.evidence import (
    Branch,
    Evidence,
    Kind,
    Language,
    Link,
    Outcome,
    Statement,
    Strength,
    make_evidence,
    make_statement,
)
from proofsieve.core.faithfulness import Action, Drift, Faithful, LintFinding, LintReport, Report, Tier
from proofsieve.core.faithfulness.judge import Remarks, report_for
from proofsieve.core.faithfulness.report import Judge, JudgeKind
from proofsieve.core.faithfulness.slots import (
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Side,
    Slot,
    SlotJudgement,
    SlotStatus,
)
from proofsieve.core.fusion import machine_units
from proofsieve.core.obligations import Obligation, ObligationKind
from proofsieve.core.proof import Finding, Proof, Source, SourceSpan, Step, StepId
from proofsieve.core.suspicion import Risk, Window
from proofsieve.core.tree import (
    EdgeUnit,
    Entry,
    EntryId,
    EntryRole,
    Pattern,
    ProofTree,
    Scope,
    ScopeId,
    ScopeKind,
    State,
    StateId,
    Transition,
    UnitId,
    UnitRole,
    Use,
)

ROLES = (UnitRole.ASSUME, UnitRole.COMPUTE, UnitRole.DERIVE, UnitRole.SPLIT, UnitRole.CASE, UnitRole.CONCLUDE)
KINDS = (
    ObligationKind.DERIVED_FACT,
    ObligationKind.REWRITE,
    ObligationKind.ENTAILMENT,
    ObligationKind.CASE_SPLIT,
    ObligationKind.BRANCH_ELIMINATION,
    ObligationKind.CLOSURE,
)


def synthetic_audit(units: int = 47, *, units_per_step: int = 4, hostile: str = "", base: str = "0" * 64) -> Audit:
    """An audit with ``units`` units. Every fifth unit carries a computation: passed, refuted and inconclusive in turn.

    ``hostile`` is put into every piece of outside text (problem, steps, units, obligations, readings, whys).
    """
    pieces: list[str] = [f"Problem: show that the sum of the first n odd numbers is n². {hostile}\n\nProof.\n"]
    offset = len(pieces[0].encode())
    line = pieces[0].count("\n") + 1
    steps: list[Step] = []
    edge_units: list[EdgeUnit] = []
    entries: list[Entry] = []
    states = [State(id=StateId("n0"), parent=None, scope=ScopeId("c0"), goal="the claim")]
    obligations: list[Obligation] = []
    statements: list[Statement] = []
    reports: list[Report] = []
    evidence: list[Evidence] = []
    risks: list[Risk] = []
    count = 0
    while count < units:
        step_id = StepId(f"s{len(steps) + 1}")
        start, first_line, text_of_step = offset, line, ""
        for _ in range(min(units_per_step, units - count)):
            count += 1
            unit_id = UnitId(f"u{count:03d}")
            left, right = count % 7 + 2, count % 5 + 3
            total = left + right + (1 if count % 15 == 5 else 0)
            claim = f"{left} + {right} = {total}"
            text = f"Hence ${claim}$ holds for the index {count}, so the sum goes on. {hostile}".rstrip()
            size = len(text.encode())
            lines = text.count("\n")
            span = SourceSpan(source=0, start=offset, end=offset + size, line=line, end_line=line + lines)
            role = ROLES[count % len(ROLES)]
            entries.append(
                Entry(
                    id=EntryId(f"g{count}"),
                    role=EntryRole.FACT,
                    text=f"{claim} {hostile}".rstrip(),
                    scope=ScopeId("c0"),
                    producer=unit_id,
                    symbols=(f"a_{count}",),
                    span=span,
                )
            )
            states.append(
                State(
                    id=StateId(f"n{count}"),
                    parent=StateId(f"n{count - 1}"),
                    scope=ScopeId("c0"),
                    goal="the claim",
                    adds=(EntryId(f"g{count}"),),
                )
            )
            edge_units.append(
                EdgeUnit(
                    id=unit_id,
                    step=step_id,
                    before=StateId(f"n{count - 1}"),
                    after=StateId(f"n{count}"),
                    scope=ScopeId("c0"),
                    role=role,
                    pattern=Pattern.SAME_GOAL,
                    transition=Transition.FACT_DERIVATION,
                    text=text,
                    span=span,
                    premises=(EntryId(f"g{count - 1}"),) if count > 1 else (),
                )
            )
            risk = (count * 37) % 101
            risks.append(Risk(unit_id=unit_id, risk=risk, signals=("hence",), reason="a bare 'hence'"))
            obligation = Obligation(
                id=f"o{count:03d}.1",
                unit_id=unit_id,
                kind=KINDS[count % len(KINDS)],
                statement=f"From Γ it follows that {claim}. {hostile}".rstrip(),
                premises=edge_units[-1].premises,
                reason="the text asserts it",
                rule="computation",
                use_formal=count % 5 == 0,
                confidence="0.9",
                source="rules",
            )
            obligations.append(obligation)
            if count % 5 == 0:
                statement = make_statement(
                    obligation_id=obligation.id,
                    language=Language.NUMERIC,
                    text=claim,
                    provenance="transcribed",
                    start=7,
                    end=7 + len(claim),
                )
                statements.append(statement)
                reports.append(
                    Report(
                        statement_id=statement.id,
                        status=Faithful.FAITHFUL,
                        basis="transcribed",
                        passed_counts=True,
                        refuted_counts=True,
                        why="copied from the text by the claim grammar",
                    )
                )
                evidence.append(_evidence(statement, claim, left + right == total, count, hostile))
            text_of_step += text + " "
            offset += size + 1
            line += lines
        text_of_step = text_of_step[:-1]
        end = start + len(text_of_step.encode())
        steps.append(
            Step(
                id=step_id,
                label=str(len(steps) + 1),
                text=text_of_step,
                span=SourceSpan(source=0, start=start, end=end, line=first_line, end_line=line),
            )
        )
        pieces.append(text_of_step + "\n")
        line += 1
    text = "".join(pieces)
    proof = Proof(
        title="synthetic",
        sources=(
            Source(name="synthetic.md", sha256=hashlib.sha256(text.encode()).hexdigest(), encoding="utf-8", text=text),
        ),
        problem=f"show that the sum of the first n odd numbers is n². {hostile}",
        problem_span=None,
        steps=tuple(steps),
    )
    tree = ProofTree(
        scopes=(Scope(id=ScopeId("c0"), kind=ScopeKind.ROOT, parent=None, label="theorem"),),
        entries=tuple(entries),
        states=tuple(states),
        units=tuple(edge_units),
        uses=tuple(
            Use(producer=UnitId(f"u{k:03d}"), consumer=UnitId(f"u{k + 1:03d}"), entry=EntryId(f"g{k}"))
            for k in range(1, units)
        ),
        findings=(Finding(kind="synthetic", message=f"made for a test {hostile}", about="u001"),),
    )
    window = Window(candidate=UnitId("u001"), units=(UnitId("u001"),))
    verdicts = machine_units(tree, window, obligations, statements, reports, evidence)
    machine = conclude(steps, tree, risks, verdicts)
    return Audit(
        schema=SCHEMA,
        tool=Tool(name="proofsieve", version="0.1.0"),
        proof=proof,
        tree=tree,
        risks=tuple(risks),
        window=window,
        obligations=tuple(obligations),
        statements=tuple(statements),
        reports=tuple(reports),
        evidence=tuple(evidence),
        findings=(),
        settings=Settings(),
        provenance=Provenance(
            analyst="rules",
            analyst_version="1",
            checkers=(CheckerRecord(name="numeric", version="1", platform="test", canaries=""),),
        ),
        review=Review(base=base, events=(), head=base),
        verdict=replace(machine, machine=summary_of(machine)),
        timings=Timings(started="2026-01-01T00:00:00Z", elapsed_ms={}),
    )


def drifted_audit() -> Audit:
    """The synthetic audit with a Lean statement on u002 that passed and says something else: the goal was dropped to a
    weaker one, and a hypothesis that the prose does not have was added. Two judges compared it slot by slot."""
    audit = synthetic_audit(20)
    owed = next(obligation for obligation in audit.obligations if obligation.unit_id == "u002")
    statement = make_statement(
        obligation_id=owed.id,
        language=Language.LEAN,
        text="theorem o002_1 (n : Nat) (h : 0 < n) (small : n < 5) : 0 ≤ n * n",
        provenance="model",
    )
    passed = make_evidence(
        statement,
        Branch.CLAIM,
        checker="lean",
        checker_version="4.28.0-pre",
        outcome=Outcome.PASSED,
        strength=Strength.KERNEL_EMBEDDED,
        reading=statement.text,
    )
    flagged = LintFinding(
        id="junk-subtraction",
        tier=Tier.COUNTEREXAMPLE,
        action=Action.FLAG,
        drift=Drift.WRONG_OBJECTS,
        where="n * n",
        start=58,
        end=63,
        witness=(("n", "0"), ("lean", "true"), ("textbook", "undefined")),
        why="the two meanings part at n = 0",
    )
    report = report_for(
        statement,
        LintReport(findings=(flagged,), unknown=(), parsed=True),
        comparison=DRIFTED,
        judges=(
            Judge(name="one", kind=JudgeKind.MODEL, said="the conclusion became weaker"),
            Judge(name="two", kind=JudgeKind.PERSON, said="n < 5 stands nowhere in the text"),
        ),
        remarks=Remarks(suggested_revision="theorem o002_1 (n : Nat) (h : 0 < n) : 0 < n * n"),
    )
    return replace(
        audit,
        statements=(*audit.statements, statement),
        reports=(*audit.reports, report),
        evidence=(*audit.evidence, passed),
    )


def _judged(
    source: str | None, formal: str | None, status: SlotStatus, rubric: Rubric, reason: str, by: str
) -> SlotJudgement:
    return SlotJudgement(source=source, formal=formal, status=status, value=rubric, reason=reason, by=by)


DRIFTED = Comparison(
    source=(
        Slot(id="p1", side=Side.PREMISE, text="n is a positive integer"),
        Slot(id="c1", side=Side.CONCLUSION, text="n² > 0"),
    ),
    formal=(
        Slot(id="h", side=Side.PREMISE, text="h : 0 < n"),
        Slot(id="small", side=Side.PREMISE, text="small : n < 5"),
        Slot(id="goal", side=Side.CONCLUSION, text="0 ≤ n * n"),
    ),
    slots=tuple(
        judgement
        for name in ("one", "two")
        for judgement in (
            _judged("p1", "h", SlotStatus.PRESERVED, Rubric.EXACT, "", name),
            _judged("c1", "goal", SlotStatus.WEAKENED, Rubric.PARTIAL, "> became ≥", name),
            _judged(None, "small", SlotStatus.ADDED, Rubric.MISSING, "nothing says so", name),
        )
    ),
    aspects=tuple(
        AspectJudgement(
            aspect=aspect,
            value=Rubric.PARTIAL if aspect is Aspect.STEP_RELATION else Rubric.EXACT,
            reason="",
            by=name,
        )
        for name in ("one", "two")
        for aspect in Aspect
    ),
)


def _evidence(statement: Statement, claim: str, holds: bool, count: int, hostile: str) -> Evidence:
    if count % 20 == 0:
        return make_evidence(
            statement,
            Branch.CLAIM,
            checker="numeric",
            checker_version="1",
            outcome=Outcome.INCONCLUSIVE,
            kind=Kind.AMBIGUOUS,
            reading=claim,
            why=f"two readings {hostile}".rstrip(),
        )
    outcome = Outcome.PASSED if holds else Outcome.REFUTED
    return make_evidence(
        statement,
        Branch.CLAIM,
        checker="numeric",
        checker_version="1",
        outcome=outcome,
        strength=Strength.EXACT,
        reading=f"{claim} {hostile}".rstrip(),
        why="" if holds else f"{claim} is false {hostile}".rstrip(),
        links=(Link(claim=claim, outcome=outcome, strength=Strength.EXACT),),
    )


def asking_audit(units: int = 47, *, dependents: int = 3, hostile: str = "") -> Audit:
    """A synthetic audit that asks whether 0 is a natural number, of ``dependents`` units with a computation.

    Under from_0 the first of them is refuted at n = 0; the numeric checker has answered that already."""
    audit = synthetic_audit(units, hostile=hostile)
    owed = {obligation.id: obligation for obligation in audit.obligations}
    names = [statement.obligation_id for statement in audit.statements][:dependents]
    first = owed[names[0]]
    where = Where(
        unit_id=first.unit_id,
        sentence=f"the index is natural {hostile}".rstrip(),
        why=f"false at n = 0 {hostile}".rstrip(),
    )
    asked = from_registry("nat_starts_at", names, raised_by=Raiser.TEXT, raiser="rule integers", where=[where])
    if hostile:
        asked = replace(asked, question=f"{asked.question} {hostile}"[:2_000], term=hostile[:200])
    check = ReadingCheck(
        convention_id="nat_starts_at",
        reading="from_0",
        obligation_id=first.id,
        unit_id=first.unit_id,
        step_id=audit.tree.unit_by_id[first.unit_id].step,
        claim="n ≥ 1",
        witness=f"n = 0: 0 ≥ 1 is false {hostile}".rstrip(),
        at=("n = 0",),
    )
    refuted = make_evidence(
        check.statement,
        Branch.CLAIM,
        checker="numeric",
        checker_version="1",
        outcome=Outcome.REFUTED,
        strength=Strength.EXACT,
        reading="0 ≥ 1",
    )
    return replace(audit, conventions=Conventions(found=(asked,), checks=(check,), evidence=(refuted,)))
