"""Which statements of a unit can be written, judged and checked, and why not. Pure; the screen asks before it acts."""

from __future__ import annotations

from collections.abc import Callable

from ..core.faithfulness.report import TRANSCRIBED
from ..core.review.detail import ObligationView, StatementView, UnitDetail
from ..core.review.editing import PROVENANCE, WRITABLE
from .desk import Desk
from .ink import clean
from .keys import Command

Own = Callable[[StatementView, UnitDetail], bool]


def to_write(detail: UnitDetail, own: Own) -> list[tuple[ObligationView, StatementView | None]]:
    """What the editor can open: for each obligation the reviewer's own statement, else each that stands there, else a
    new one."""
    choices: list[tuple[ObligationView, StatementView | None]] = []
    for view in detail.by_concern:
        written = [stated for stated in view.statements if stated.statement.language in WRITABLE]
        mine = [stated for stated in written if own(stated, detail)]
        choices += [(view, stated) for stated in mine or written] or [(view, None)]
    return choices


def to_judge(detail: UnitDetail, own: Own) -> list[tuple[ObligationView, StatementView]]:
    """What a reviewer can compare with its obligation: for each the own statement, else those that others wrote. What
    was copied from the text needs no judge."""
    choices: list[tuple[ObligationView, StatementView]] = []
    for view in detail.by_concern:
        others = [
            stated
            for stated in view.statements
            if stated.statement.language in WRITABLE and not _by_construction(stated)
        ]
        mine = [stated for stated in others if own(stated, detail)]
        reviewers = [stated for stated in others if stated.statement.provenance == PROVENANCE]
        choices += [(view, stated) for stated in mine or reviewers or others]
    return choices


def why_not_statement(desk: Desk, command: Command) -> str:
    """Why a key that acts on statements cannot act on the current unit, "" if it can, or is no such key."""
    if not command.id.startswith("statement."):
        return ""
    session, unit_id = desk.session, desk.session.current
    if command.id == "statement.check" and unit_id in desk.running:
        return ""  # cancels
    if unit_id is None:
        return "no unit is shown"
    owed = session.index.obligations(unit_id)
    stated = [statement for obligation in owed for statement in session.index.statements(obligation.id)]
    match command.id:
        case "statement.edit":
            if desk.running:
                which = clean(list(desk.running)[-1]) if len(desk.running) == 1 else f"{len(desk.running)} units"
                return f"the editor would stop the check of {which}: wait for it, or cancel with Esc"
            return "" if owed else "it owes nothing that could be written formally"
        case "statement.check":
            if not stated:
                return "nothing formal was written for this unit; E writes a statement"
            missing = [desk.missing(language) for language in dict.fromkeys(item.language for item in stated)]
            return missing[0] if all(missing) else ""
        case _:
            if not any(statement.provenance != TRANSCRIBED for statement in stated):
                return "no statement here needs a judge; E writes one"
            return "" if judged_by(session.reviewer) else "a judge needs a name that can be printed"


def judged_by(reviewer: str) -> bool:
    """Whether judgements can be recorded under this name."""
    return bool(reviewer.strip()) and reviewer.isprintable()


def _by_construction(stated: StatementView) -> bool:
    return stated.report is not None and stated.report.basis == TRANSCRIBED
