"""What stands on each pane for one unit: a title and paragraphs from a UnitDetail. Pure; the widgets only draw it."""

from __future__ import annotations

from ..core.events import Action, DecideEvent, EditStatementEvent, NoteEvent, RecheckEvent
from ..core.faithfulness.report import TRANSCRIBED
from ..core.proof import SourceSpan
from ..core.review.detail import ObligationView, PremiseView, UnitDetail, owes_nothing
from ..core.tree import Entry, Scope, ScopeKind
from .glyphs import (
    HYPOTHETICAL,
    MACHINE,
    PERSON,
    STATUS_TONE,
    words,
)
from .ink import BLANK, EMPTY, Ink, Para, Tone, field, join, outside, say
from .sheet import DOT, Sheet, words_of
from .sheets_conventions import open_paras, premise_paras
from .sheets_model import model_paras

DEEPEST = 16
"""How far the path is indented at most; deeper scopes stand below one another."""
CONTEXT_SHOWN = 40
"""How many entries of Γ a pane shows; older ones are counted."""


def source_sheet(detail: UnitDetail) -> Sheet:
    """The step's words with the unit's marked, and what was noticed about them."""
    marked = detail.words
    before = outside(marked.before, Tone.MUTED)
    unit = outside(marked.unit, Tone.MARK)
    paras = open_paras(detail)
    at = len(paras)
    if marked.found:
        paras.append(Para(before + unit + outside(marked.after, Tone.MUTED)))
    else:
        paras += [Para(unit), BLANK, Para(before)]
    if detail.unit.hypothetical:
        paras += [BLANK, Para(say(f"{HYPOTHETICAL} inside a contradiction: holds there only", Tone.DOUBT))]
    for finding in detail.findings:
        paras += [BLANK] if finding is detail.findings[0] else []
        paras.append(field("noticed", outside(finding.message, Tone.DOUBT)))
    title = join(
        DOT,
        [
            outside(detail.unit.id, one_line=True),
            say(words_of(detail.unit.role)),
            say("step ") + outside(_step_name(detail), one_line=True, limit=30),
            say(_lines(detail.unit.span)),
        ],
    )
    return Sheet(title=title.plain, paras=tuple(paras), show=(at, len(before.plain)) if marked.found else None)


def obligation_sheet(detail: UnitDetail) -> Sheet:
    """What the unit owes, from which premises, under which Γ and goal, and how it is written formally."""
    paras = open_paras(detail)
    many = len(detail.obligations)
    above: tuple[PremiseView, ...] | None = None
    for number, view in enumerate(detail.by_concern, 1):
        paras += [BLANK] if paras else []
        paras += _obligation(view, number, many, same_premises=view.premises == above)
        above = view.premises
    if not detail.obligations:
        paras.append(Para(say(owes_nothing(detail.unit), Tone.STRONG)))
        paras.append(Para(say("Judge it yourself: v correct, x flawed, u uncertain.", Tone.MUTED)))
    paras += [BLANK, *_state(detail)]
    kinds = ", ".join(dict.fromkeys(words_of(view.obligation.kind) for view in detail.obligations)) or "none"
    return Sheet(title=f"{many} owed · {kinds}" if many > 1 else kinds, paras=tuple(paras))


def path_sheet(detail: UnitDetail) -> Sheet:
    """Where the unit stands: scopes from the theorem, why it is suspected, and what was done with it."""
    paras = [_scope(scope, depth) for depth, scope in enumerate(detail.path)]
    depth = len(detail.path)
    here = say("step ", Tone.MUTED) + outside(_step_name(detail), one_line=True, limit=40)
    here += say(" › ", Tone.FAINT) + outside(detail.unit.id, Tone.STRONG, one_line=True)
    paras.append(Para(here, indent=min(2 * depth, DEEPEST)))
    risk = detail.risk
    if risk is not None:
        paras += [BLANK, field(f"risk {risk.risk}", outside(risk.reason or "no signal"), indent=9)]
        paras += [
            field("", say("• ", Tone.FAINT) + outside(signal, Tone.MUTED, one_line=True, limit=300), indent=9)
            for signal in risk.signals
            if signal != risk.reason
        ]
    paras += model_paras(detail)
    if detail.history:
        paras.append(BLANK)
    for line in detail.history:
        event = line.event
        tone = Tone.TEXT if line.standing and not line.stale else Tone.MUTED
        state = "" if line.standing else "taken back: "
        state += "stale: " if line.stale else ""
        what = _event_words(event, Tone.STRUCK if not line.standing else tone)
        who = outside(
            f", {event.reviewer}, {event.at[:16].replace('T', ' ')} UTC", Tone.MUTED, one_line=True, limit=120
        )
        paras.append(Para(say(state, Tone.MUTED) + what + who, lead=say("•", Tone.FAINT), indent=2))
    return Sheet(title=f"suspicion {risk.risk}" if risk is not None else "", paras=tuple(paras))


def verdict_ink(detail: UnitDetail) -> Ink:
    """The machine's verdict on the unit with what it rests on."""
    verdict = detail.machine
    tone = STATUS_TONE[verdict.status]
    basis = ", ".join(words_of(basis) for basis in verdict.rests_on)
    return say(f"{MACHINE[verdict.status]} {words(verdict.status)}", tone) + (
        say(" · ", Tone.FAINT) + outside(basis, Tone.MUTED, one_line=True, limit=80) if basis else EMPTY
    )


def people_ink(detail: UnitDetail, reviewer: str) -> Ink:
    """What people say of the unit; stale decisions in words."""
    said = [_decision(decision, reviewer) for decision in detail.decisions]
    said += [
        say("stale ", Tone.DOUBT) + _decision(decision, reviewer) + say(", taken on other evidence", Tone.MUTED)
        for decision in detail.stale
    ]
    return join(say("; ", Tone.MUTED), said) if said else say("· open", Tone.MUTED)


ACTION_WORDS = {Action.CONFIRM: "confirmed", Action.OVERRIDE: "overruled", Action.JUDGE: "judged"}
_SCOPE_WORDS = {
    ScopeKind.ROOT: "theorem",
    ScopeKind.CASE: "case",
    ScopeKind.BASE_CASE: "base case",
    ScopeKind.INDUCTION_STEP: "induction step",
    ScopeKind.CONTRADICTION: "contradiction",
    ScopeKind.SUPPOSITION: "suppose",
    ScopeKind.SUBPROOF: "subproof",
    ScopeKind.REDUCTION: "reduction",
    ScopeKind.DIRECTION: "direction",
    ScopeKind.DESCENT: "descent",
    ScopeKind.ALTERNATIVE: "another proof",
}


def _step_name(detail: UnitDetail) -> str:
    step = detail.step
    return f"{step.id} ({step.label})" if step.label and step.label != step.id[1:] else step.id


def _lines(span: SourceSpan) -> str:
    return f"line {span.line}" if span.line == span.end_line else f"lines {span.line}-{span.end_line}"


def _obligation(view: ObligationView, number: int, many: int, *, same_premises: bool) -> list[Para]:
    owed = view.obligation
    head = say(f"{number}/{many} " if many > 1 else "") + outside(owed.id, Tone.MUTED, one_line=True)
    head += DOT + say(words_of(owed.kind), Tone.STRONG)
    paras = [Para(head), Para(outside(owed.statement, Tone.ACCENT))]
    if owed.reason:
        paras.append(field("owed", outside(owed.reason)))
    for statement in view.statements:
        formal = statement.statement
        paras.append(field(formal.language, outside(formal.text, Tone.STRONG)))
        if formal.premises:
            paras.append(field("with", outside(", ".join(formal.premises))))
        if statement.proof:
            paras.append(field("proof", outside(statement.proof)))
        if formal.provenance != TRANSCRIBED:
            paras.append(field("by", outside(f"a {formal.provenance}", Tone.MUTED, one_line=True, limit=80)))
    if same_premises:
        paras.append(field("from", say("the same as above", Tone.MUTED)))
    elif not view.premises:
        paras.append(field("from", say("no premise is named; all of Γ", Tone.MUTED)))
    else:
        paras += [_premise(premise, first=premise is view.premises[0]) for premise in view.premises]
    paras.append(
        field("typed by", outside(f"{owed.rule}, confidence {owed.confidence}", Tone.MUTED, one_line=True, limit=200))
    )
    return paras


def _premise(premise: PremiseView, *, first: bool) -> Para:
    body = outside(premise.entry.text, one_line=True, limit=400)
    if premise.producer is not None:
        status = premise.producer.status
        body += say("  ") + say(MACHINE[status], STATUS_TONE[status])
        body += outside(f" {premise.producer.unit_id}", Tone.MUTED, one_line=True)
        body += say(f" {words(status)}", Tone.MUTED)
    return field("from" if first else "", body)


def _state(detail: UnitDetail) -> list[Para]:
    shown = detail.context[-CONTEXT_SHOWN:]
    hidden = len(detail.context) - len(shown)
    # The goal and the change come first: Γ may be longer than the pane.
    paras = [field("⊢", outside(detail.goal_before) if detail.goal_before else say("no goal", Tone.MUTED), indent=4)]
    if detail.goal_after != detail.goal_before:
        paras.append(field("⊢ →", outside(detail.goal_after), indent=4))
    paras += premise_paras(detail)
    paras += [_entry(entry, "+", Tone.TEXT) for entry in detail.added]
    paras += [_entry(entry, "-", Tone.STRUCK) for entry in detail.removed]
    if hidden:
        paras.append(field("Γ", say(f"{hidden:,} earlier entries, then", Tone.MUTED), indent=4))
    paras += [_entry(entry, "Γ" if not hidden and entry is shown[0] else "") for entry in shown]
    if not detail.context:
        paras.append(field("Γ", say("empty", Tone.MUTED), indent=4))
    return paras


def _entry(entry: Entry, lead: str, tone: Tone = Tone.MUTED) -> Para:
    role = say(f"{words_of(entry.role)}  ", Tone.FAINT)
    return field(lead, role + outside(entry.text, tone), indent=4)


def _scope(scope: Scope, depth: int) -> Para:
    word = _SCOPE_WORDS[scope.kind]
    label = outside(scope.label, one_line=True, limit=400)
    body = say(word, Tone.MUTED if depth else Tone.STRONG)
    if scope.label and scope.label != word:
        body += say(" ") + label
    if scope.hypothetical:
        body += say(f" {HYPOTHETICAL}", Tone.DOUBT)
    return Para(body, indent=min(2 * depth, DEEPEST))


def _event_words(event: object, tone: Tone) -> Ink:
    if isinstance(event, DecideEvent):
        return _verdict_words(event, tone)
    if isinstance(event, NoteEvent):
        return outside(f"note: {event.text}" if event.text else "note taken off", tone, one_line=True, limit=2_000)
    if isinstance(event, EditStatementEvent):
        written = f"statement for {event.statement.obligation_id}: {event.statement.text}"
        return outside(written, tone, one_line=True, limit=2_000)
    if isinstance(event, RecheckEvent):
        answers = ", ".join(f"{item.checker} {item.outcome}" for item in event.evidence)
        return outside(f"checked again: {answers}", tone, one_line=True, limit=2_000)
    return say("flagged" if getattr(event, "on", False) else "flag taken off", tone)


def _verdict_words(event: DecideEvent, tone: Tone) -> Ink:
    said = say(f"{PERSON[event.verdict]} {words(event.verdict)}, {ACTION_WORDS[event.action]}", tone)
    return said + (outside(f": {event.reason}", tone, one_line=True, limit=2_000) if event.reason else EMPTY)


def _decision(event: DecideEvent, reviewer: str) -> Ink:
    tone = STATUS_TONE[event.verdict]
    said = say(f"{PERSON[event.verdict]} {words(event.verdict)}", tone) + say(
        f" · {ACTION_WORDS[event.action]}, {event.depth}", Tone.MUTED
    )
    if event.fails is not None:
        said += say(f" · fails: {event.fails}", Tone.MUTED)
    if event.reviewer != reviewer:
        said = outside(event.reviewer, Tone.STRONG, one_line=True, limit=80) + say(" ") + said
    if event.reason:
        said += say(" · ", Tone.FAINT) + outside(event.reason, one_line=True, limit=2_000)
    return said
