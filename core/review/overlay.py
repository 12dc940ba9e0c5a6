"""What the standing events of a review add to the machine part: statements of reviewers, and answers of checkers that
were asked again. Pure: the machine part itself is never changed, and what was replaced can still be shown.

A statement that a reviewer wrote stands beside the machine's for the same obligation, and in place of the one that the
same reviewer wrote there before. The answers of a recheck replace all earlier ones of the same checker on the same
statement and branch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..conventions.bearing import NO_READINGS, UnitReadings
from ..events import EditStatementEvent, RecheckEvent
from ..evidence import Branch, Evidence, Statement, StatementId
from ..faithfulness import Gate, Report
from ..faithfulness.joining import joined
from ..value import value


@value
class Laid:
    """What is laid over one unit.

    ``statements`` are reviewers' statements by obligation, in the order in which they were written, with their
    ``reports`` and ``proofs``. ``evidence`` is all that counts of a statement, where that is another than in the
    machine part; ``replaced`` what counted before, oldest first. ``readings`` is what conventions mean for the unit.
    """

    statements: Mapping[str, tuple[Statement, ...]]
    reports: Mapping[StatementId, Report]
    proofs: Mapping[StatementId, str]
    evidence: Mapping[StatementId, tuple[Evidence, ...]]
    replaced: Mapping[StatementId, tuple[Evidence, ...]]
    readings: UnitReadings = NO_READINGS


UNTOUCHED = Laid(statements={}, reports={}, proofs={}, evidence={}, replaced={})
"""A unit on which nothing is laid."""


def laid_on(
    edits: Sequence[EditStatementEvent],
    rechecks: Sequence[RecheckEvent],
    machine: Callable[[StatementId], tuple[Evidence, ...]],
    gate: Gate,
) -> Laid:
    """What the standing ``edits`` and the ``rechecks`` of one unit, each in their order, lay over it.

    ``machine`` gives the evidence of the machine part on a statement. Answers on a statement that was taken back are
    kept, and count for nothing until it is brought back.
    """
    if not edits and not rechecks:
        return UNTOUCHED
    written: dict[StatementId, Statement] = {}
    reports: dict[StatementId, list[Report]] = defaultdict(list)
    for edit in edits:
        written[edit.statement.id] = edit.statement
        reports[edit.statement.id].append(edit.report)
    of_obligation: dict[str, list[Statement]] = defaultdict(list)
    for statement in written.values():
        of_obligation[statement.obligation_id].append(statement)
    evidence: dict[StatementId, tuple[Evidence, ...]] = {}
    replaced: dict[StatementId, tuple[Evidence, ...]] = {}
    for recheck in rechecks:
        for (name, checker, branch), answers in _by_question(recheck).items():
            before = evidence[name] if name in evidence else machine(name)
            evidence[name], gone = _replaced(before, checker, branch, answers)
            replaced[name] = (*replaced.get(name, ()), *gone)
    return Laid(
        statements={obligation_id: tuple(found) for obligation_id, found in of_obligation.items()},
        reports={name: joined(statement, reports[name], gate) for name, statement in written.items()},
        proofs={edit.statement.id: edit.proof for edit in edits},
        evidence=evidence,
        replaced=replaced,
    )


def set_aside(laid: Laid, stale: Mapping[StatementId, tuple[Evidence, ...]], readings: UnitReadings) -> Laid:
    """``laid`` under ``readings``: the machine's answers in ``stale`` were found under others and count no longer."""
    if not stale and readings is NO_READINGS:
        return laid
    gone = {name: items for name, items in stale.items() if name not in laid.evidence}
    return replace(
        laid,
        evidence={**laid.evidence, **dict.fromkeys(gone, ())},
        replaced={**laid.replaced, **{name: (*laid.replaced.get(name, ()), *items) for name, items in stale.items()}},
        readings=readings,
    )


_Question = tuple[StatementId, str, Branch]


def _by_question(recheck: RecheckEvent) -> dict[_Question, list[Evidence]]:
    """The answers of a recheck by what was asked of whom."""
    answers: dict[_Question, list[Evidence]] = defaultdict(list)
    for item in recheck.evidence:
        answers[item.statement_id, item.checker, item.branch].append(item)
    return answers


def _replaced(
    before: tuple[Evidence, ...], checker: str, branch: Branch, answers: Sequence[Evidence]
) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    """What counts after ``answers``, in the place of the first that they replace; and what no longer counts."""
    old = [item for item in before if (item.checker, item.branch) == (checker, branch)]
    place = before.index(old[0]) if old else len(before)
    rest = tuple(item for item in before[place:] if item not in old)
    return (*before[:place], *answers, *rest), tuple(item for item in old if item not in answers)
