"""What stands on the checker pane: what counts against the unit first. Pure; the widgets draw it."""

from __future__ import annotations

from ..core.evidence import Branch, Evidence, Kind, Outcome
from ..core.faithfulness import Report
from ..core.review.detail import StatementView, UnitDetail
from .glyphs import DRIFT, OUTCOME, OUTCOME_TONE, TIMEOUT
from .ink import BLANK, EMPTY, Ink, Para, Tone, field, join, outside, say
from .sheet import DOT, Sheet, words_of

LINES_SHOWN = 200
"""How many links or diagnostics of one piece of evidence a pane shows."""


def checker_sheet(detail: UnitDetail) -> Sheet:
    """What each checker understood and answered, link by link."""
    checked = [
        (view.obligation.id, statement, item)
        for view in detail.by_concern
        for statement in view.statements
        for item in sorted(statement.evidence, key=lambda item: _SEVERITY[item.says])
    ]
    replaced = [
        (view.obligation.id, item)
        for view in detail.by_concern
        for statement in view.statements
        for item in statement.replaced
    ]
    several = len(detail.obligations) > 1
    paras: list[Para] = []
    for obligation_id, statement, item in checked:
        paras += [BLANK] if paras else []
        both = any(other.branch is not Branch.CLAIM for other in statement.evidence)
        paras += _evidence(statement, item, of=obligation_id if several else "", both=both)
    paras += [BLANK] if checked and replaced else []
    for obligation_id, item in replaced[-LINES_SHOWN:]:
        checker = outside(f"{item.checker} {item.checker_version}", Tone.MUTED, one_line=True, limit=80)
        of = outside(obligation_id if several else "", Tone.MUTED, one_line=True)
        paras.append(field("before", join(DOT, [_outcome(item), checker, of])))
    if not checked:
        stated = [view.unchecked for view in detail.by_concern if view.unchecked]
        paras.append(Para(say("No checker looked at this unit.", Tone.STRONG)))
        paras += [Para(say(why, Tone.MUTED)) for why in dict.fromkeys(stated)]
        if not stated:
            paras.append(
                Para(say("Computations that can be read from the text are checked by themselves.", Tone.MUTED))
            )
        paras += [BLANK, Para(say("Judge it yourself: v correct, x flawed, u uncertain.", Tone.MUTED))]
        if detail.obligations and not stated:
            paras.append(Para(say("Or write a statement with E, and have it checked with R.", Tone.MUTED)))
        return Sheet(title="nothing checked", paras=tuple(paras), glyph=say("·", Tone.MUTED))
    _, statement, worst = checked[0]
    if _counts(statement.report, worst):
        return Sheet(title=_outcome(worst).plain, paras=tuple(paras), glyph=_glyph(worst))
    title = join(DOT, [_outcome(worst), say("does not count")])
    return Sheet(title=title.plain, paras=tuple(paras), glyph=say(DRIFT, Tone.DOUBT))


_SEVERITY = {Outcome.REFUTED: 0, Outcome.INCONCLUSIVE: 1, Outcome.PASSED: 2}


def _glyph(item: Evidence) -> Ink:
    timed_out = item.kind is not None and item.kind in ("timeout", "resource")
    return say(TIMEOUT if timed_out else OUTCOME[item.says], OUTCOME_TONE[item.says])


def _outcome(item: Evidence, *, both: bool = False) -> Ink:
    """``both``: another branch was asked too, so that this one is named even where it is the claim."""
    tone = OUTCOME_TONE[item.says]
    asked = f"{words_of(item.branch)} " if both or item.branch is not Branch.CLAIM else ""
    qualifier = item.strength or item.kind
    return join(
        DOT,
        [_glyph(item) + say(f" {asked}{item.outcome}", tone), say(words_of(str(qualifier))) if qualifier else EMPTY],
    )


def _meaning(item: Evidence) -> str:
    """What an answer of Lean means, where that is easily taken for more or less."""
    if item.kind is Kind.SEARCH_EXHAUSTED:
        what = "negation" if item.branch is Branch.NEGATION else "statement"
        return f"a failed proof says nothing: the {what} may be true or false"
    if item.branch is Branch.NEGATION and item.outcome is Outcome.PASSED:
        return "its negation is proved, so the statement is false as it stands"
    return ""


def _evidence(statement: StatementView, item: Evidence, *, of: str, both: bool) -> list[Para]:
    checker = outside(f"{item.checker} {item.checker_version}", Tone.MUTED, one_line=True, limit=80)
    paras = [Para(join(DOT, [_outcome(item, both=both), checker, outside(of, Tone.MUTED, one_line=True)]))]
    paras.append(field("reading", outside(item.reading or statement.statement.text, Tone.STRONG)))
    if item.why:
        paras.append(field("why", outside(item.why)))
    if meaning := _meaning(item):
        paras.append(field("means", say(meaning)))
    if item.artifact:
        paras.append(field("proof", outside(item.artifact, Tone.MUTED, limit=4_000)))
    for link in item.links[:LINES_SHOWN]:
        mark = say(OUTCOME[link.outcome], OUTCOME_TONE[link.outcome])
        words = outside(link.claim)
        words += DOT + outside(link.why or str(link.kind), Tone.MUTED) if link.why or link.kind else EMPTY
        paras.append(Para(words, lead=say("link", Tone.MUTED) + say("    ") + mark, indent=10))
    for line in item.diagnostics[:LINES_SHOWN]:
        paras.append(field("says", outside(line)))
    beyond = max(len(item.links) - LINES_SHOWN, 0) + max(len(item.diagnostics) - LINES_SHOWN, 0)
    if beyond:
        paras.append(field("", say(f"… {beyond:,} more lines", Tone.MUTED)))
    if not _counts(statement.report, item):
        nobody = "nobody has compared the statement with the obligation"
        why = statement.report.why_not(item) if statement.report else nobody
        paras.append(field("counts", say(f"{DRIFT} for nothing: ", Tone.DOUBT) + outside(why)))
    return paras


def _counts(report: Report | None, item: Evidence) -> bool:
    """Whether an outcome says anything of the obligation; an inconclusive one has nothing to say."""
    if item.outcome is Outcome.INCONCLUSIVE:
        return True
    return report is not None and report.counts(item)
