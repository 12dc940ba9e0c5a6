"""What models said of a unit and of the whole, as paragraphs and lines. Pure; all of it comes from outside."""

from __future__ import annotations

from ..core.advice import LocalReview
from ..core.audit import BUDGET, STOPPED, Audit
from ..core.evidence import Strength
from ..core.review.detail import UnitDetail
from ..core.verdict import Status
from .glyphs import MACHINE, STATUS_TONE, words
from .ink import BLANK, Ink, Para, Tone, field, outside, say
from .sheet import DOT, words_of

_INDENT = 9


def model_paras(detail: UnitDetail) -> list[Para]:
    """What a model said of the unit, what a second one said of that, and what it counts for; nothing where none was
    asked."""
    review = detail.model_review
    if review is None:
        return []
    head = say(f"{MACHINE[review.verdict]} {words(review.verdict)}", STATUS_TONE[review.verdict])
    if review.verdict is Status.FLAWED:
        head += DOT + say(words_of(review.error_type), Tone.STRONG)
    paras = [BLANK, _field("model", head + DOT + outside(f"by {review.by}", Tone.MUTED, one_line=True, limit=200))]
    if review.contested:
        paras.append(_field("contests", outside(review.contested, Tone.ACCENT)))
    if review.witness:
        paras.append(_field("witness", outside(review.witness, Tone.STRONG)))
    if review.reason:
        paras.append(_field("says", outside(review.reason)))
    second = review.second
    if second is not None:
        said = say("agrees", Tone.BAD) if second.agrees else say("does not agree", Tone.GOOD)
        said += DOT + outside(f"by {second.by}", Tone.MUTED, one_line=True, limit=200)
        paras.append(_field("second", said))
        paras += [_field("", outside(second.reason))] if second.reason else []
    return [*paras, _field("counts", say(counts_words(review, detail), Tone.MUTED))]


def counts_words(review: LocalReview, detail: UnitDetail) -> str:
    """What a review is worth for the machine's verdict, in a clause."""
    if review.verdict is Status.UNCERTAIN:
        return "for nothing: it leaves the unit open"
    rests = set(detail.machine.rests_on)
    checked = {str(strength) for strength in Strength} & rests
    if review.verdict is Status.CORRECT:
        alone = detail.machine.status is Status.CORRECT and f"model:{review.by}" in rests and not checked
        return "the machine's verdict is this model's word alone" if alone else "for nothing: others decide this unit"
    if detail.machine.status is Status.FLAWED and checked & {Strength.CORROBORATED, Strength.HEURISTIC}:
        return "the machine's verdict rests on it"
    if not review.witness.strip():
        return "for nothing: no witness is named"
    if review.second is None:
        return "for nothing: there is no second opinion"
    if not review.second.agrees:
        return "for nothing: the second opinion does not agree"
    return "for nothing: others decide this unit"


def stopped_words(audit: Audit) -> str:
    """Why a run ended early, "" if it did not."""
    return next((finding.message for finding in audit.findings if finding.kind in (STOPPED, BUDGET)), "")


def model_lines(audit: Audit) -> list[Ink]:
    """Why the run ended early and the models' last word, a line each as far as there is one."""
    lines: list[Ink] = []
    stopped = stopped_words(audit)
    if stopped:
        lines.append(say("ended early  ", Tone.MUTED) + outside(stopped, Tone.DOUBT, one_line=True, limit=2_000))
    last = audit.advice.synthesis
    if last is not None:
        step = outside(last.risky_step, Tone.STRONG, one_line=True, limit=40) if last.risky_step else say("no error")
        look = say("look at ") + step + say(" first") if last.risky_step else step
        said = say("last word    ", Tone.MUTED) + look + say(": ")
        said += outside(last.reason or "no reason given", one_line=True, limit=2_000)
        lines.append(said + outside(f" (by {last.by}, decides nothing)", Tone.MUTED, one_line=True, limit=200))
    return lines


def _field(label: str, body: Ink) -> Para:
    return field(label, body, indent=_INDENT)
