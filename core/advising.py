"""The window loop of a run that asks models (METHOD 3, 6, 7; wang2026faithsieve 3.2).

The earliest candidate and the units before it are reviewed one by one; what is worth it is written formally and
checked. If the candidate turns out fine, the next one is looked at, until negative evidence is found or the budget
ends. A few units of low risk are reviewed all the same: nobody knows how often a scan misses. The last word, where
nothing was found, is a sentence and no verdict.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from .advice import Advice, Adviser, LocalReview, Synthesis
from .audit import Settings
from .conclusion import conclude
from .conventions.bearing import Conventions, readings_of
from .errors import Stopped
from .evidence import Evidence, Language, Statement
from .faithfulness import Report
from .formalizing import Formalized, formalize
from .fusion import machine_units
from .obligations import ABOUT_THE_TEXT, Obligation
from .proof import Finding, Proof
from .stages import Progress, RunTools, Stage
from .suspicion import Risk, Window, window_before
from .tree import ProofTree, UnitId, UnitRole
from .verdict import Status, UnitVerdict

_MOST_FORMAL = 3
"""Obligations of one unit that are written formally, the most urgent first."""


@dataclass
class Course:
    """How far a run has come: what was there before any review, and what has been added since. The pipeline reads it
    also where the run was stopped in between."""

    proof: Proof
    tree: ProofTree
    risks: tuple[Risk, ...]
    obligations: list[Obligation]
    statements: list[Statement]
    reports: list[Report]
    evidence: list[Evidence]
    findings: tuple[Finding, ...]
    window: Window
    reviews: dict[UnitId, LocalReview] = field(default_factory=dict)
    formal: dict[str, Formalized] = field(default_factory=dict)
    candidates: list[UnitId] = field(default_factory=list)
    sampled: list[UnitId] = field(default_factory=list)
    synthesis: Synthesis | None = None
    conventions: Conventions = field(default_factory=Conventions)

    def advice(self) -> Advice:
        """What was said so far, in source order."""
        order = [unit.id for unit in self.tree.units]
        return Advice(
            reviews=tuple(self.reviews[unit_id] for unit_id in order if unit_id in self.reviews),
            synthesis=self.synthesis,
            candidates=tuple(self.candidates),
            sampled=tuple(self.sampled),
        )

    def all_statements(self) -> tuple[Statement, ...]:
        """Those that were there, and those of models, by obligation."""
        return (*self.statements, *(statement for found in self._formal() for statement in found.statements))

    def all_reports(self) -> tuple[Report, ...]:
        """As ``all_statements``."""
        return (*self.reports, *(report for found in self._formal() for report in found.reports))

    def all_evidence(self) -> tuple[Evidence, ...]:
        """As ``all_statements``; what was found twice stands once."""
        found = (*self.evidence, *(item for formal in self._formal() for item in formal.evidence))
        return tuple({item.id: item for item in found}.values())

    def units(self, *, alone: bool = False) -> dict[UnitId, UnitVerdict]:
        """The machine's verdicts on all units as things stand."""
        return machine_units(
            self.tree,
            self.window,
            self.obligations,
            self.all_statements(),
            self.all_reports(),
            self.all_evidence(),
            self.findings,
            self.advice().reviews,
            readings_of(self.obligations, self.conventions),
            alone=alone,
        )

    def _formal(self) -> Iterable[Formalized]:
        return [self.formal[obligation.id] for obligation in self.obligations if obligation.id in self.formal]


async def advise(
    course: Course, adviser: Adviser, settings: Settings, tools: RunTools, faults: Mapping[Language, str]
) -> None:
    """Review and check units in ``course`` until negative evidence is found or a budget ends.

    ``faults`` as in ``formalize``. Raises Stopped where no further question can be asked; what was found until then is
    in ``course``.
    """
    over = {risk.unit_id for risk in course.risks if risk.risk > settings.risk_threshold}
    candidates = [unit.id for unit in course.tree.units if unit.id in over]
    for candidate in candidates[: settings.budgets.candidates]:
        window = window_before(course.tree, candidate, before=settings.window_before)
        course.candidates.append(candidate)
        in_window = {*course.window.units, *window}
        course.window = Window(
            candidate=course.window.candidate or candidate,
            units=tuple(unit.id for unit in course.tree.units if unit.id in in_window),
        )
        await _look_at(
            [unit for unit in window if unit not in course.reviews], course, adviser, settings, tools, faults
        )
        if any(verdict.status is Status.FLAWED for verdict in course.units().values()):
            return
    sampled = _low_risk(course, settings)
    course.sampled.extend(sampled)
    await _look_at(sampled, course, adviser, settings, tools, faults)
    verdicts = course.units()
    if any(verdict.status is Status.FLAWED for verdict in verdicts.values()):
        return
    tools.on_progress(Progress(stage=Stage.CONCLUDE, done=0, total=1))
    machine = conclude(course.proof.steps, course.tree, course.risks, verdicts, findings=course.findings)
    course.synthesis = await adviser.conclude(course.proof, course.tree, course.risks, course.advice(), machine)


async def _look_at(
    units: Sequence[UnitId],
    course: Course,
    adviser: Adviser,
    settings: Settings,
    tools: RunTools,
    faults: Mapping[Language, str],
) -> None:
    """Review units side by side, then write formally what is worth it. A budget that ends in between stops the rest."""
    checked = _checked(course)
    done = 0

    async def read(unit_id: UnitId) -> None:
        nonlocal done
        review = await adviser.review(unit_id, course.tree, checked.get(unit_id, ()))
        if review is not None:
            course.reviews[unit_id] = review
            if review.verdict is Status.FLAWED:
                second = await adviser.second(review, course.tree)
                course.reviews[unit_id] = replace(review, second=second)
        done += 1
        tools.on_progress(Progress(stage=Stage.REVIEW, done=done, total=len(units)))

    tools.on_progress(Progress(stage=Stage.REVIEW, done=0, total=len(units)))
    await _all(read(unit_id) for unit_id in units)
    if settings.judged_alone:
        return
    for unit_id in units:
        await _word(unit_id, course, adviser)
    work = [obligation for unit_id in units for obligation in _worth_it(unit_id, course)]
    formalized = 0

    async def write(obligation: Obligation) -> None:
        nonlocal formalized
        found = course.formal.setdefault(obligation.id, Formalized())
        review = course.reviews[obligation.unit_id]
        await formalize(
            obligation,
            review,
            course.tree,
            found,
            adviser=adviser,
            settings=settings,
            tools=tools,
            faults=faults,
        )
        formalized += 1
        tools.on_progress(Progress(stage=Stage.FORMALIZE, done=formalized, total=len(work)))

    if work:
        tools.on_progress(Progress(stage=Stage.FORMALIZE, done=0, total=len(work)))
        await _all(write(obligation) for obligation in work)


async def _word(unit_id: UnitId, course: Course, adviser: Adviser) -> None:
    """The obligations of a unit in the model's words; computations stay as they were copied from the text."""
    review = course.reviews.get(unit_id)
    places = [place for place, owed in enumerate(course.obligations) if owed.unit_id == unit_id and not owed.use_formal]
    if review is None or not places:
        return
    owed = [course.obligations[place] for place in places]
    worded = await adviser.word(unit_id, course.tree, owed, review)
    for place, before, after in zip(places, owed, worded, strict=False):
        if (before.id, before.kind, before.premises, before.rule) == (after.id, after.kind, after.premises, after.rule):
            course.obligations[place] = after


def _worth_it(unit_id: UnitId, course: Course) -> list[Obligation]:
    """What of a unit is written formally: what the review wants checked, as far as nothing decided it yet."""
    review = course.reviews.get(unit_id)
    if review is None or not (review.should_formalize or review.verdict is Status.FLAWED):
        return []
    done = {statement.obligation_id for statement in course.statements}
    owed = [
        owed
        for owed in course.obligations
        if owed.unit_id == unit_id and owed.kind not in ABOUT_THE_TEXT and owed.id not in done
    ]
    return sorted(owed, key=lambda obligation: obligation.priority)[:_MOST_FORMAL]


def _low_risk(course: Course, settings: Settings) -> list[UnitId]:
    """Units below the threshold to review all the same, chosen by the hash of their words: the same in every run."""
    risk_of = {risk.unit_id: risk.risk for risk in course.risks}
    low = [
        unit
        for unit in course.tree.units
        if unit.id not in course.reviews
        and unit.role not in (UnitRole.ABANDONED, UnitRole.REMARK, UnitRole.CLOSURE, UnitRole.TARGET)
        and risk_of.get(unit.id, 0) <= settings.risk_threshold
    ]
    low.sort(key=lambda unit: hashlib.sha256(f"{unit.id}\0{unit.text}".encode("utf-8", "replace")).digest())
    chosen = {unit.id for unit in low[: settings.budgets.low_risk_samples]}
    return [unit.id for unit in course.tree.units if unit.id in chosen]


def _checked(course: Course) -> dict[UnitId, list[tuple[Evidence, bool]]]:
    """The evidence of each unit, each with whether it counts."""
    return by_unit(course.obligations, course.all_statements(), course.all_reports(), course.all_evidence())


def by_unit(
    obligations: Iterable[Obligation],
    statements: Iterable[Statement],
    reports: Iterable[Report],
    evidence: Iterable[Evidence],
) -> dict[UnitId, list[tuple[Evidence, bool]]]:
    """The evidence of each unit, each with whether it counts."""
    unit_of = {obligation.id: obligation.unit_id for obligation in obligations}
    obligation_of = {statement.id: statement.obligation_id for statement in statements}
    report_of = {report.statement_id: report for report in reports}
    grouped: dict[UnitId, list[tuple[Evidence, bool]]] = defaultdict(list)
    for item in evidence:
        grouped[unit_of[obligation_of[item.statement_id]]].append((item, report_of[item.statement_id].counts(item)))
    return grouped


async def _all(work: Iterable[Awaitable[None]]) -> None:
    """Do everything side by side. Where asking stops, what was already sent is waited for and kept, then the stop is
    raised; a cancellation cancels all."""
    ended = await asyncio.gather(*work, return_exceptions=True)
    failed = [error for error in ended if isinstance(error, BaseException)]
    for error in sorted(failed, key=lambda error: isinstance(error, Stopped)):
        raise error
