"""Asking checkers again: what stands in an audit as checked, run once more under the same limits, and what differs.

Nothing here changes an audit. ``proofsieve recheck`` compares; a review makes an event of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any, Protocol

from .audit import Audit, Settings
from .conventions.bearing import statements_of
from .errors import CheckerError
from .evidence import Branch, Checker, Evidence, Kind, Language, Limits, Outcome, Statement
from .review.detail import StatementView, UnitDetail
from .review.editing import PROVENANCE
from .review.effective import effective
from .review.state import ReviewState
from .tree import UnitId
from .value import value

NO_ANSWER = frozenset({Kind.UNAVAILABLE, Kind.CRASH, Kind.UNREADABLE})
"""Kinds of evidence that say nothing but that the checker gave no answer."""
BATCH = 100
"""Numeric claims between two reports of progress; other statements are asked one by one."""


class CheckerSource(Protocol):
    """Where checkers come from: each started when it is first asked for, and closed with the source."""

    def why_not(self, language: Language) -> str:
        """Why there is no checker for ``language``, with what to do; "" if there is one. Cheap."""
        ...

    async def get(self, language: Language) -> Checker:
        """The checker for ``language``, whose canaries went right. Raises CheckerError."""
        ...

    async def aclose(self) -> None:
        """Stop every checker that was started, with all its processes."""
        ...


@value
class Question:
    """What a checker is asked again, or for the first time where ``was`` is None. ``negate``: where no proof of the
    claim is found, the checker is asked for one of its negation."""

    unit_id: UnitId
    statement: Statement
    branch: Branch
    artifact: str
    was: Evidence | None
    negate: bool = False


@value
class Answered:
    """A question with the answer ``now``. ``why`` says why there is none ("" if there is)."""

    question: Question
    now: Evidence | None
    why: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the answer is the one from before; False where there is none."""
        was = self.question.was
        return self.now is not None and was is not None and same_answer(was, self.now)


def stored_questions(audit: Audit) -> tuple[Question, ...]:
    """Everything that was checked, as the events of the review leave it, in the order of the units; what was worked out
    under the readings of conventions as well, however they stand."""
    seen = effective(audit)
    owner = {obligation.id: obligation.unit_id for obligation in seen.obligations}
    statements = {statement.id: statement for statement in seen.statements}
    place = {unit.id: number for number, unit in enumerate(seen.tree.units)}
    asked = [
        Question(
            unit_id=owner[statements[item.statement_id].obligation_id],
            statement=statements[item.statement_id],
            branch=item.branch,
            artifact=item.artifact,
            was=item,
        )
        for item in seen.evidence
    ]
    under = statements_of(seen.conventions.checks)
    for item in seen.conventions.evidence:
        unit_id, statement = under[item.statement_id]
        asked.append(
            Question(unit_id=unit_id, statement=statement, branch=item.branch, artifact=item.artifact, was=item)
        )
    return tuple(sorted(asked, key=lambda question: place[question.unit_id]))


def questions_on(detail: UnitDetail) -> tuple[Question, ...]:
    """What to ask again of a unit: every answer that counts, and the claim of statements that nobody checked. The claim
    of a reviewer's statement is asked with the proof that stands beside it now; without one the checker looks for a
    proof of it, and where it finds none for one of its negation."""
    asked: list[Question] = []
    for view in detail.obligations:
        for stated in view.statements:
            mine = stated.statement.provenance == PROVENANCE
            # What an answer to a convention set aside is asked again as it was.
            before = stated.evidence or stated.replaced
            kept = [item for item in before if not (mine and item.branch is Branch.CLAIM)]
            if mine or not kept:
                asked.append(_claim(detail, stated))
            asked += [_question(detail, stated.statement, item.branch, item.artifact, item) for item in kept]
    asked += [_question(detail, statement, Branch.CLAIM, "", answer) for statement, answer in detail.under_readings]
    return tuple(asked)


def stale_questions(state: ReviewState, unit_id: UnitId, *, answered: bool = True) -> tuple[Question, ...]:
    """What an answer to a convention makes of a unit to be asked again: statements of the obligations that depend on it
    whose answers were set aside, as they were asked before, and, unless ``answered`` is False, once more what was
    worked out under the readings in force."""
    index = state.index
    replaced = index.laid(unit_id).replaced
    asked = [
        Question(unit_id=unit_id, statement=statement, branch=item.branch, artifact=item.artifact, was=item)
        for owed in index.obligations(unit_id)
        for statement in index.statements(owed.id)
        if not index.evidence(statement.id)
        for item in replaced.get(statement.id, ())
    ]
    if answered:
        asked += [
            Question(unit_id=unit_id, statement=statement, branch=Branch.CLAIM, artifact="", was=answer)
            for statement, answer in index.asked.under_readings(unit_id)
        ]
    return tuple(dict.fromkeys(asked))


def _claim(detail: UnitDetail, stated: StatementView) -> Question:
    """The claim of a statement as it stands now. A proof that a checker found is asked for again, not looked for."""
    before = [item for item in stated.evidence if item.branch is Branch.CLAIM]
    found = next((item.artifact for item in before if item.outcome is Outcome.PASSED), "")
    proof = stated.proof or found
    was = next((item for item in before if item.artifact == proof), before[0] if before else None)
    looks = stated.statement.language is Language.LEAN and stated.statement.provenance == PROVENANCE and not proof
    negated = any(item.branch is Branch.NEGATION for item in stated.evidence)
    question = _question(detail, stated.statement, Branch.CLAIM, proof, was)
    return replace(question, negate=looks and not negated)


async def ask(
    questions: Sequence[Question],
    source: CheckerSource,
    settings: Settings,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    *,
    turn: AbstractAsyncContextManager[Any] | None = None,
) -> list[Answered]:
    """Ask each question under the limits of ``settings``; answers in their order, that on a negation after its claim.
    A checker that is missing or fails leaves its questions without an answer. Lean is asked within ``turn``, so that
    what many ask at once is bounded, and the limits of one search are not spent on waiting for another.
    """
    answers: dict[int, list[Answered]] = {}
    total = len(questions)
    by_language: dict[Language, list[int]] = {}
    for number, question in enumerate(questions):
        by_language.setdefault(question.statement.language, []).append(number)
    for language, numbers in by_language.items():
        size = BATCH if language is Language.NUMERIC else 1
        async with turn if turn is not None and language is Language.LEAN else nullcontext():
            for start in range(0, len(numbers), size):
                on_progress(sum(map(len, answers.values())), total)
                batch = numbers[start : start + size]
                found = await _ask_batch([questions[number] for number in batch], language, source, settings)
                answers.update((number, [answered]) for number, answered in zip(batch, found, strict=True))
                for against in [negated for answered in found if (negated := _negated(answered)) is not None]:
                    total += 1
                    on_progress(sum(map(len, answers.values())), total)
                    answers[batch[-1]] += await _ask_batch([against], language, source, settings)
    on_progress(total, total)
    return [answered for number in range(len(questions)) for answered in answers[number]]


def _negated(answered: Answered) -> Question | None:
    """What to ask after a claim for which no proof was found."""
    question, now = answered.question, answered.now
    if not question.negate or now is None or now.kind is not Kind.SEARCH_EXHAUSTED:
        return None
    return replace(question, branch=Branch.NEGATION, was=None, negate=False)


def evidence_of(answers: Sequence[Answered]) -> tuple[Evidence, ...]:
    """What a recheck records. Where a decisive answer says the same as before up to its diagnostics, which may tell how
    long something took, it is the earlier piece of evidence, and no decision on it gets stale."""
    found: list[Evidence] = []
    for answered in answers:
        was, now = answered.question.was, answered.now
        if now is None:
            continue
        decisive = now.outcome is not Outcome.INCONCLUSIVE
        same = was is not None and decisive and _without_diagnostics(was) == _without_diagnostics(now)
        found.append(was if same and was is not None else now)
    return tuple(dict.fromkeys(found))


def same_answer(was: Evidence, now: Evidence) -> bool:
    """Whether two answers to one question agree. Diagnostics are words for a person; another version of a checker may
    also give other reasons, and must come to the same outcome in the same reading with the same strength."""
    if was.checker_version == now.checker_version:
        return _without_diagnostics(was) == _without_diagnostics(now)
    return _said(was) == _said(now)


def _question(
    detail: UnitDetail, statement: Statement, branch: Branch, artifact: str, was: Evidence | None
) -> Question:
    return Question(unit_id=detail.unit.id, statement=statement, branch=branch, artifact=artifact, was=was)


async def _ask_batch(
    batch: Sequence[Question], language: Language, source: CheckerSource, settings: Settings
) -> list[Answered]:
    why = source.why_not(language)
    if why:
        return [Answered(question=question, now=None, why=why) for question in batch]
    try:
        checker = await source.get(language)
    except CheckerError as error:
        return [Answered(question=question, now=None, why=str(error)) for question in batch]
    except Exception as error:  # noqa: BLE001 - as below
        why = f"the {language} checker could not be started: {type(error).__name__}: {error}"
        return [Answered(question=question, now=None, why=why) for question in batch]
    limits = settings.lean_limits if language is Language.LEAN else settings.limits
    plain = [question for question in batch if question.branch is Branch.CLAIM and not question.artifact]
    try:
        many = await checker.check_many([question.statement for question in plain], limits) if len(plain) > 1 else []
    except Exception:  # noqa: BLE001 - a checker that breaks its contract: one by one, below, shows at which statement
        many = []
    known = dict(zip(map(id, plain), many, strict=len(plain) == len(many)))
    return [await _ask_one(question, checker, limits, known.get(id(question))) for question in batch]


async def _ask_one(question: Question, checker: Checker, limits: Limits, now: Evidence | None) -> Answered:
    was = question.was
    if was is not None and was.checker != checker.name:
        return Answered(question=question, now=None, why=f"answered by {was.checker}; what is here is {checker.name}")
    if now is None:
        try:
            now = await checker.check(question.statement, question.branch, limits, artifact=question.artifact)
        except Exception as error:  # noqa: BLE001 - as above: a failure is no answer, and ends nothing else
            why = f"the {checker.name} checker failed: {type(error).__name__}: {error}"
            return Answered(question=question, now=None, why=why)
    if now.statement_id != question.statement.id or now.branch is not question.branch:
        return Answered(question=question, now=None, why=f"the {checker.name} checker answered something else")
    if now.kind in NO_ANSWER and not (was is not None and same_answer(was, now)):
        return Answered(question=question, now=None, why=now.why or f"no answer: {now.kind}")
    return Answered(question=question, now=now)


def _without_diagnostics(item: Evidence) -> tuple[object, ...]:
    return (*_said(item), item.why, item.links, item.statement_id, item.branch, item.checker, item.checker_version)


def _said(item: Evidence) -> tuple[object, ...]:
    links = tuple((link.claim, link.outcome, link.kind, link.strength) for link in item.links)
    return (item.outcome, item.kind, item.strength, item.reading, item.artifact, links)
