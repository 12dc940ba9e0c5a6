"""What stands on the screen about conventions: rows, a question with its readings, what an answer does. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..core.conventions.convention import Act, ActKind, Convention, Raiser, Reading, Standing
from ..core.conventions.effects import Flip, ReadingEffect, premise_text
from ..core.events import ConventionEvent, RaiseConventionEvent, SettleConventionEvent
from ..core.evidence import Outcome
from ..core.review.detail import UnitDetail
from .glyphs import CONVENTION, OUTCOME, OUTCOME_TONE
from .ink import BLANK, EMPTY, Ink, Para, Tone, clean, field, outside, say

UNITS_SHOWN = 8
"""How many units of a reading its paragraph names; the others are counted and stand in the list of edges."""
ACTS_SHOWN = 20
"""How many of the last acts on a convention are shown."""
QUOTED = 600
"""Characters of a sentence that raised a question, and of why it did."""
RAISERS = {
    Raiser.TEXT: "a rule on the words of the text",
    Raiser.MODEL: "a model",
    Raiser.DISAGREEMENT: "a checker, which finds it right in one reading and wrong in another",
    Raiser.REVIEWER: "a reviewer",
}
STANDING = {Standing.OPEN: CONVENTION, Standing.SETTLED: "✓", Standing.WITHDRAWN: "–"}
STANDING_TONE = {Standing.OPEN: Tone.DOUBT, Standing.SETTLED: Tone.GOOD, Standing.WITHDRAWN: Tone.MUTED}
ACTS = {ActKind.RAISE: "asked again", ActKind.SETTLE: "answered", ActKind.WITHDRAW: "withdrawn"}


@dataclass(frozen=True)
class Preview:
    """What an answer would do, as a screen shows it: the effect, the units that become stale, and on how many of them
    a decision counts that would not any more."""

    effect: ReadingEffect
    units: Sequence[str]
    decided: int


def who(by: str) -> str:
    """Who settled something, as a person reads it: "reviewer:ann" is ann."""
    kind, _, name = by.partition(":")
    if kind == "reviewer" and name:
        return name
    return {"text": "the text itself"}.get(by, by.replace(":", " ", 1))


def edges_words(count: int) -> str:
    """How many edges, with the word."""
    return "1 edge" if count == 1 else f"{count:,} edges"


def question_row(convention: Convention, edges: int, marked: str, *, cursor: bool, width: int) -> Ink:
    """One line of the list of questions: how it stands, its name, the answer or how many edges wait for one."""
    tone = STANDING_TONE[convention.standing]
    left = say(">" if cursor else " ", Tone.ACCENT) + say(f"{STANDING[convention.standing]} ", tone)
    left += outside(convention.id, Tone.STRONG if convention.standing is Standing.OPEN else Tone.TEXT, one_line=True)
    if marked:
        right = say("→ ", Tone.ACCENT) + outside(marked, Tone.ACCENT, one_line=True, limit=40)
    elif convention.settlement is not None:
        right = outside(convention.settlement.reading, Tone.GOOD, one_line=True, limit=40)
    else:
        right = say(edges_words(edges), Tone.MUTED)
    right = right.fit(min(right.cells, max(width // 2, 1)))
    return left.fit(max(width - right.cells - 1, 0)) + say(" ") + right


def convention_paras(
    convention: Convention, previews: Sequence[Preview], *, marked: str = "", why: str = ""
) -> tuple[Para, ...]:
    """The question, who raised it, how it stands, and each reading with what it would do. ``marked`` is the reading
    that is marked as an answer to give later, ``why`` the reason that goes with the next answer."""
    paras = [Para(outside(convention.question, Tone.STRONG))]
    if convention.term not in (convention.id, convention.question):
        paras.append(Para(outside(convention.term, Tone.MUTED, one_line=True)))
    paras += [BLANK, *_stands(convention)]
    if why:
        paras.append(field("because", outside(why, Tone.ACCENT) + say("  (goes with your next answer)", Tone.MUTED)))
    for number, (reading, preview) in enumerate(zip(convention.readings, previews, strict=True), 1):
        paras += [BLANK, *_reading(convention, reading, number, preview, marked=marked == reading.id)]
    paras += [BLANK, *_raised(convention)]
    default = next((reading for reading in convention.readings if reading.id == convention.default), None)
    if default is not None:
        usual = outside(default.label, one_line=True) + say("  (shown, never assumed)", Tone.MUTED)
        paras.append(field("usual", usual))
    if len(convention.history) > 1 or convention.standing is Standing.WITHDRAWN:
        paras += [BLANK, *(_act(act) for act in convention.history[-ACTS_SHOWN:])]
    return tuple(paras)


def open_paras(detail: UnitDetail) -> list[Para]:
    """A line for each question that bears on a unit and has no answer."""
    paras = []
    for one in detail.conventions:
        if one.standing is Standing.OPEN:
            said = say(f"{CONVENTION} ", Tone.DOUBT) + outside(one.question, Tone.DOUBT, one_line=True, limit=300)
            edges = edges_words(detail.edges.get(one.id, 0))
            paras.append(Para(said + say("  c", Tone.KEY) + say(f" to settle ({edges})", Tone.MUTED)))
    return paras


def premise_paras(detail: UnitDetail) -> list[Para]:
    """The settled conventions that stand in Γ of a unit's obligations, with who says so."""
    own = {view.obligation.id for view in detail.obligations}
    paras = []
    for one in detail.conventions:
        if one.settlement is None or own.isdisjoint(one.obligations(one.settlement.reading)):
            continue
        said = outside(premise_text(one, one.settlement.reading), Tone.ACCENT, one_line=True, limit=400)
        paras.append(field("Γ", said + outside(f" ({who(one.settlement.by)})", Tone.MUTED, one_line=True), indent=4))
    return paras


def event_words(event: ConventionEvent) -> str:
    """What an event on a convention is, for "took back …"."""
    if isinstance(event, RaiseConventionEvent):
        return f"the question {clean(event.convention.id, limit=80)}"
    name = clean(event.convention_id, limit=80)
    if isinstance(event, SettleConventionEvent):
        return f"the answer {name} = {clean(event.reading, limit=80)}"
    return f"the withdrawal of {name}"


def flip_words(flip: Flip) -> Ink:
    """A verdict that a reading flips, in a line: "s2 flawed: n = 0: 0 ≥ 1 is false"."""
    verdict = "flawed" if flip.outcome is Outcome.REFUTED else "decided"
    said = say(f"{OUTCOME[flip.outcome]} ", OUTCOME_TONE[flip.outcome])
    said += outside(f"{flip.step_id} {verdict}", OUTCOME_TONE[flip.outcome], one_line=True)
    if flip.witness:
        said += say(": ") + outside(flip.witness, one_line=True, limit=400)
    return said + outside(f"  ({flip.unit_id})", Tone.MUTED, one_line=True)


def _stands(convention: Convention) -> list[Para]:
    settlement = convention.settlement
    if settlement is None:
        if convention.standing is Standing.WITHDRAWN:
            return [field("stands", say("withdrawn; o asks it again", Tone.MUTED))]
        return [field("stands", say("open: what depends on it is never called correct", Tone.DOUBT))]
    said = outside(settlement.reading, Tone.GOOD, one_line=True) + outside(
        f", {who(settlement.by)}" + (f", {settlement.at[:16].replace('T', ' ')} UTC" if settlement.at else ""),
        Tone.MUTED,
        one_line=True,
        limit=300,
    )
    paras = [field("stands", said)]
    if settlement.why:
        paras.append(field("why", outside(settlement.why, limit=2_000)))
    return paras


def _reading(convention: Convention, reading: Reading, number: int, preview: Preview, *, marked: bool) -> list[Para]:
    settled = convention.settlement is not None and convention.settlement.reading == reading.id
    head = outside(reading.label, Tone.STRONG) + outside(f"  {reading.id}", Tone.MUTED, one_line=True)
    if marked:
        head += say("  → marked; a gives the answer", Tone.ACCENT)
    if settled:
        head += say("  ✓ in force", Tone.GOOD)
    paras = [Para(head, lead=say(f"{number}", Tone.KEY), indent=3)]
    effect = preview.effect
    paras.append(_inner(say("Γ  ", Tone.MUTED) + outside(effect.gains)))
    if not settled:
        paras.append(_inner(_stale(preview)))
    shown = effect.flips[:UNITS_SHOWN]
    paras += [_inner(flip_words(flip)) for flip in shown]
    if len(effect.flips) > len(shown):
        paras.append(_inner(say(f"and {len(effect.flips) - len(shown):,} more", Tone.MUTED)))
    if not effect.flips and effect.stale:
        paras.append(_inner(say("decides nothing at once; a person or a checker has to", Tone.MUTED)))
    return paras


def _stale(preview: Preview) -> Ink:
    units = preview.units
    if not units:
        return say("nothing becomes stale", Tone.MUTED)
    named = ", ".join(clean(unit, limit=12) for unit in units[:UNITS_SHOWN])
    more = f" and {len(units) - UNITS_SHOWN:,} more" if len(units) > UNITS_SHOWN else ""
    verb = "becomes" if len(units) == 1 else "become"
    said = say(f"{edges_words(len(units))} {verb} stale: ") + say(named + more, Tone.MUTED)
    if preview.decided:
        many = "1 decision" if preview.decided == 1 else f"{preview.decided:,} decisions"
        said += say(f"; {many} to look at again", Tone.DOUBT)
    return said


def _raised(convention: Convention) -> list[Para]:
    by = say(RAISERS[convention.raised_by])
    if convention.raiser:
        by += outside(f" ({convention.raiser})", Tone.MUTED, one_line=True, limit=120)
    paras = [field("asked by", by)]
    for where in convention.where[:UNITS_SHOWN]:
        place = outside(f"{where.unit_id}: ", Tone.MUTED, one_line=True) if where.unit_id else EMPTY
        if where.sentence:
            paras.append(field("quotes", place + outside(f"“{where.sentence}”", one_line=True, limit=QUOTED)))
            place = EMPTY
        if where.why:
            paras.append(field("", place + outside(where.why, Tone.MUTED, one_line=True, limit=QUOTED)))
    if len(convention.where) > UNITS_SHOWN:
        paras.append(field("", say(f"and {len(convention.where) - UNITS_SHOWN:,} more places", Tone.MUTED)))
    return paras


def _act(act: Act) -> Para:
    what = ACTS[act.kind] + (f" {act.reading}" if act.reading else "")
    when = f", {act.at[:16].replace('T', ' ')} UTC" if act.at else ""
    said = outside(what, one_line=True) + outside(f", {who(act.by)}{when}", Tone.MUTED, one_line=True, limit=300)
    if act.why:
        said += say(": ") + outside(act.why, Tone.MUTED, one_line=True, limit=400)
    return Para(said, lead=say("•", Tone.FAINT), indent=2)


def _inner(body: Ink) -> Para:
    return Para(body, indent=3)


def first_flips(effects: Sequence[ReadingEffect]) -> Mapping[str, str]:
    """For each unit with a refuted obligation the numbers of the readings that flip it, as "2✗"."""
    found: dict[str, str] = {}
    for number, effect in enumerate(effects, 1):
        for unit_id in dict.fromkeys(flip.unit_id for flip in effect.flips if flip.outcome is Outcome.REFUTED):
            found[unit_id] = f"{found.get(unit_id, '')}{number}✗"
    return found
