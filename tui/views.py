"""``show --tree``, ``--events`` and ``--edge``: linear text without boxes, one line per thing, for eyes and readers."""

from __future__ import annotations

from ..core.audit import Audit
from ..core.errors import UsageError
from ..core.events import (
    DecideEvent,
    EditStatementEvent,
    FlagEvent,
    NoteEvent,
    RaiseConventionEvent,
    RecheckEvent,
    RedoEvent,
    SettleConventionEvent,
    UndoEvent,
    WithdrawConventionEvent,
)
from ..core.hashing import plain
from ..core.review import ReviewSession
from ..core.review.detail import ObligationView, UnitDetail
from ..core.text import visible
from ..core.tree import UnitId
from ..core.verdict import Status
from .printing import one_line, print_object, say
from .sheets_conventions import open_paras, premise_paras
from .sheets_model import counts_words


def print_tree(audit: Audit, *, as_json: bool) -> None:
    """The outline: every unit in source order, indented by its scope."""
    session = ReviewSession(audit, reviewer="")
    if as_json:
        print_object(
            {
                "scopes": plain(audit.tree.scopes),
                "units": [
                    {
                        "id": unit.id,
                        "step": unit.step,
                        "scope": unit.scope,
                        "role": unit.role,
                        "hypothetical": unit.hypothetical,
                        "premises": list(unit.premises),
                        "status": session.unit_verdict(unit.id).status,
                        "text": unit.text,
                    }
                    for unit in audit.tree.units
                ],
                "uses": plain(audit.tree.uses),
            }
        )
        return
    depth: dict[str, int] = {}
    for scope in audit.tree.scopes:
        depth[scope.id] = depth[scope.parent] + 1 if scope.parent is not None else 0
    opened = {scope.opened_by: scope for scope in audit.tree.scopes if scope.opened_by is not None}
    for unit in audit.tree.units:
        scope = opened.get(unit.id)
        opens = f", opens {scope.kind.replace('_', ' ')} {scope.id}" if scope else ""
        hypothetical = ", hypothetical" if unit.hypothetical else ""
        indent = "  " * min(depth[unit.scope], 20)
        status = session.unit_verdict(unit.id).status.replace("_", " ")
        say(f"{indent}{unit.id}, {unit.step}, {unit.role}{opens}{hypothetical}, {status}: {one_line(unit.text, 80)}")


def print_events(audit: Audit, *, as_json: bool) -> None:
    """What reviewers did, oldest first; nothing is left out."""
    if as_json:
        print_object({"base": audit.review.base, "head": audit.review.head, "events": plain(audit.review.events)})
        return
    if not audit.review.events:
        say("no events: nobody has reviewed this audit yet")
    for event in audit.review.events:
        match event:
            case DecideEvent():
                kinds = [event.witness.replace("_", " "), f"fails: {event.fails}" if event.fails else ""]
                kind = "".join(f" [{word}]" for word in kinds if word)
                why = kind + (f": {event.reason}" if event.reason else "")
                what = f"{event.action} {event.unit_id} as {event.verdict} (machine: {event.machine}){why}"
            case NoteEvent():
                what = f"note on {event.unit_id}: {event.text}" if event.text else f"note on {event.unit_id} removed"
            case FlagEvent():
                what = f"{'flag' if event.on else 'unflag'} {event.unit_id}"
            case EditStatementEvent():
                what = f"statement written for {event.statement.obligation_id}: {event.statement.text}"
            case RecheckEvent():
                answers = ", ".join(f"{item.checker} {item.outcome}" for item in event.evidence)
                what = f"recheck of {event.unit_id}: {answers}"
            case RaiseConventionEvent():
                what = f"question {event.convention.id}: {event.convention.question}"
            case SettleConventionEvent():
                what = f"answer {event.convention_id} = {event.reading}" + (f": {event.why}" if event.why else "")
            case WithdrawConventionEvent():
                what = f"withdrawal of {event.convention_id}: {event.why}"
            case UndoEvent():
                what = f"undo of event {event.target}"
            case RedoEvent():
                what = f"redo of event {event.target}"
        say(f"{event.seq}, {event.at}, {one_line(event.reviewer, 40)}, {one_line(what, 400)}")


def print_unit(audit: Audit, wanted: str, *, as_json: bool) -> None:
    """Everything about one unit. Raises UsageError where there is none of that name."""
    if wanted not in audit.tree.unit_by_id:
        first, last = audit.tree.units[0].id, audit.tree.units[-1].id
        raise UsageError(
            f"there is no unit {wanted!r}", hint=f"units go from {first} to {last}; show --tree lists them"
        )
    detail = ReviewSession(audit, reviewer="").detail(UnitId(wanted))
    if as_json:
        print_object(plain(detail))
        return
    unit = detail.unit
    say(f"{unit.id}, {unit.role}, step {unit.step}, lines {unit.span.line}-{unit.span.end_line}", bold=True)
    _block("words", unit.text)
    say(f"machine: {detail.machine.status.replace('_', ' ')}: {one_line(detail.machine.reason, 200)}")
    say(f"verdict: {detail.current.status.replace('_', ' ')}: {one_line(detail.current.reason, 200)}")
    if detail.risk is not None:
        say(f"risk: {detail.risk.risk} of 100 (a heuristic): {one_line(detail.risk.reason, 200)}")
    _print_model(detail)
    say("path: " + ", ".join(f"{scope.kind.replace('_', ' ')} {scope.id}" for scope in detail.path))
    _block("goal before", detail.goal_before)
    if detail.goal_after != detail.goal_before:
        _block("goal after", detail.goal_after)
    say(f"Γ before: {len(detail.context)} entries")
    for entry in detail.context[-12:]:
        say(f"  {entry.id}, {entry.role.replace('_', ' ')}: {one_line(entry.text, 90)}")
    for para in [*open_paras(detail), *premise_paras(detail)]:
        say(f"  {one_line(para.body.plain, 200)}")
    for view in detail.obligations:
        _print_obligation(view)
    if not detail.obligations:
        say("obligations: none")
    _print_history(detail)


def _print_model(detail: UnitDetail) -> None:
    """What a model said of the unit, and a second one of that."""
    review = detail.model_review
    if review is None:
        return
    kind = f", {review.error_type.replace('_', ' ')}" if review.verdict is Status.FLAWED else ""
    say(f"model {one_line(review.by, 60)}: {review.verdict}{kind}: {one_line(review.reason, 400)}")
    if review.contested:
        say(f"  contests: {one_line(review.contested, 200)}")
    if review.witness:
        say(f"  witness: {one_line(review.witness, 200)}")
    if review.second is not None:
        agrees = "agrees" if review.second.agrees else "does not agree"
        say(f"  second opinion, {one_line(review.second.by, 60)}: {agrees}: {one_line(review.second.reason, 400)}")
    say(f"  counts: {counts_words(review, detail)}")


def _print_obligation(view: ObligationView) -> None:
    obligation = view.obligation
    say(
        f"obligation {obligation.id}, {obligation.kind} (rule {obligation.rule}): {one_line(obligation.statement, 300)}"
    )
    for premise in view.premises:
        standing = f", {premise.producer.status.replace('_', ' ')}" if premise.producer else ""
        say(f"  premise {premise.entry.id}{standing}: {one_line(premise.entry.text, 90)}")
    if view.nothing_formal:
        say(f"  {view.nothing_formal}")
    for statement in view.statements:
        given = f", given {'; '.join(statement.statement.premises)}" if statement.statement.premises else ""
        by = ", by a model" if statement.statement.provenance == "model" else ""
        say(f"  statement ({statement.statement.language}{by}): {one_line(statement.statement.text + given, 200)}")
        for item in statement.evidence:
            say(f"  {item.checker}: {item.outcome} ({item.strength or item.kind}) {one_line(item.why, 200)}")
            if item.reading:
                say(f"    read as: {one_line(item.reading, 200)}")
        if statement.report is not None:
            say(f"  faithfulness: {statement.report.status}: {one_line(statement.report.why, 200)}")


def _print_history(detail: UnitDetail) -> None:
    for finding in detail.findings:
        say(f"finding: {one_line(finding.message, 200)}")
    if detail.note:
        _block("note", detail.note)
    for line in detail.history:
        event = line.event
        what = f"{event.action} as {event.verdict}" if isinstance(event, DecideEvent) else event.kind
        state = "" if line.standing else ", taken back"
        state += ", stale" if line.stale else ""
        say(f"event {event.seq}, {one_line(event.reviewer, 40)}: {what}{state}")


def _block(title: str, text: str) -> None:
    """A title, then the text line by line, indented."""
    say(f"{title}:")
    for line in visible(text).splitlines() or [""]:
        say(f"  {line}")
