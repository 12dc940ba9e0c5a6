"""What the screens say in words about a unit and a review. Pure; shared by both screens."""

from __future__ import annotations

from ..core.events import Depth
from ..core.review import ReviewSession
from ..core.review.detail import UnitDetail
from ..core.verdict import Status, Verdict
from .desk import Desk
from .glyphs import STATUS_TONE, words
from .ink import Ink, Para, Tone, clean, join, outside, say
from .keys import Command
from .sheets import people_ink, verdict_ink


def verdict_words(verdict: Verdict) -> str:
    """The whole verdict in a few words."""
    said = words(verdict.status)
    if verdict.first_error is not None:
        said += f", first error in {clean(verdict.first_error)}"
        if verdict.uncertain_before:
            said += f" ({len(verdict.uncertain_before)} undecided before it)"
    elif verdict.status is Status.UNCERTAIN:
        said += ", no error found"
        if verdict.risky_step is not None:
            said += f"; riskiest {clean(verdict.risky_step)}"
    return said


def outcome_lines(session: ReviewSession) -> list[Ink]:
    """Where every unit is decided: the resulting verdict and what to do next."""
    if not session.progress().done or not session.progress().total:
        return []
    tone = STATUS_TONE[session.verdict().status]
    said = outside(session.outcome(), tone, one_line=True, limit=2_000)
    return [said + say("  S shows it on the proof, q leaves; all is saved.", Tone.MUTED)]


def decision_lines(desk: Desk, detail: UnitDetail) -> list[Ink]:
    """What the machine and people say of a unit, why, and what to do about it."""
    session = desk.session
    machine = say("machine  ", Tone.MUTED) + verdict_ink(detail)
    people = say("you  ", Tone.MUTED) + people_ink(detail, session.reviewer)
    why = say("why      ", Tone.MUTED) + outside(detail.machine.reason, one_line=True, limit=2_000)
    head = join(say("     "), [machine, people])
    if desk.depth is not Depth.READ:
        head += say(f"     depth {desk.depth}", Tone.MUTED)
    last = outcome_lines(session)
    if not last and detail.note:
        last = [say("note     ", Tone.MUTED) + outside(detail.note, Tone.ACCENT, one_line=True)]
    return [head, why, *(last or [answer_line(detail)])]


def answer_line(detail: UnitDetail) -> Ink:
    """What each answer would mean here, in one line."""
    machine = detail.machine.status
    label = say("answer   ", Tone.MUTED)
    if detail.decisions:
        return label + say("given; another replaces it, z takes back the last thing you did", Tone.MUTED)
    if machine is Status.NOT_CHECKED:
        return label + say("v", Tone.KEY) + say(" correct at once · x flawed and u uncertain ask why", Tone.MUTED)
    others = [status for status in (Status.CORRECT, Status.FLAWED, Status.UNCERTAIN) if status is not machine]
    keys = {Status.CORRECT: "v", Status.FLAWED: "x", Status.UNCERTAIN: "u"}
    asks = " and ".join(f"{keys[status]} {status}" for status in others)
    agree = label + say("a", Tone.KEY) + say(f" confirms {words(machine)}", Tone.MUTED)
    return agree + say(f" · {asks} overrule it, ask why", Tone.MUTED)


def emptiness(session: ReviewSession) -> tuple[Para, ...]:
    """Why the queue shows nothing, and what to do."""
    if not session.index.unit_ids:
        return (
            Para(say("This proof has no units.", Tone.STRONG)),
            Para(say("S shows its text, q leaves.", Tone.MUTED)),
        )
    if session.open_only and session.progress().done:
        return (
            Para(say("Every unit is decided.", Tone.STRONG)),
            Para(say("o shows all of them, S the whole proof with its verdicts.", Tone.MUTED)),
        )
    return (
        Para(say("No unit matches.", Tone.STRONG)),
        Para(say("/ changes the filter; an empty one shows all. o switches open only on and off.", Tone.MUTED)),
    )


def why_not(session: ReviewSession, command: Command) -> str:
    """Why a command of the review screen cannot act now, "" if it can."""
    unit_id = session.current
    on_a_unit = command.id.startswith(("decide.", "flag", "note", "copy", "diff")) and command.id != "decide.depth"
    if on_a_unit and unit_id is None:
        return "no unit is shown"
    match command.id:
        case "decide.confirm":
            return session.why_not_confirm(unit_id) if unit_id is not None else ""
        case "undo":
            return session.why_not_undo()
        case "redo":
            return session.why_not_redo()
        case "copy":
            return "" if unit_id is not None and session.index.obligations(unit_id) else "it owes nothing to copy"
        case "diff":
            owed = session.index.obligations(unit_id) if unit_id is not None else ()
            formal = any(session.index.statements(obligation.id) for obligation in owed)
            return "" if formal else "nothing formal was written for this unit"
        case "move.next-open" | "move.previous-open":
            return "" if session.progress().decided < session.progress().total else "every unit is decided"
        case _:
            return ""
