"""What stands on the faithfulness pane and on the diff of prose and formal text. Pure; the widgets draw it."""

from __future__ import annotations

from ..core.faithfulness import Action, Faithful, LintFinding, Report
from ..core.faithfulness.slots import Side, SlotStatus
from ..core.faithfulness.table import SlotRow, aspect_rows, slot_rows
from ..core.review.detail import ObligationView, StatementView, UnitDetail
from .glyphs import DRIFT
from .ink import BLANK, EMPTY, Ink, Para, Tone, clean, field, join, outside, say
from .sheet import DOT, Sheet, words_of

SHOWN = 60
"""How many slots or findings of one report a pane shows; the rest is counted."""


def faith_sheet(detail: UnitDetail) -> Sheet:
    """Whether each statement says what its obligation says, and what its outcome may count for."""
    several = len(detail.obligations) > 1
    paras: list[Para] = []
    reports: list[Report] = []
    for view in detail.by_concern:
        paras += [BLANK] if paras else []
        name = outside(view.obligation.id if several else "", Tone.MUTED, one_line=True)
        if not view.statements:
            paras += [Para(name)] if several else []
            paras += [Para(say(view.nothing_formal, Tone.STRONG)), Para(say(view.to_do, Tone.MUTED))]
        for statement in view.statements:
            paras += _report(statement, view.obligation.statement, name)
            reports += [statement.report] if statement.report else []
    if not detail.obligations:
        paras.append(Para(say("No obligation, so there is nothing to be faithful to.", Tone.STRONG)))
    if not reports:
        return Sheet(title="nothing formal", paras=tuple(paras), glyph=say("·", Tone.MUTED))
    worst = max(reports, key=lambda report: (not _counts_at_all(report), list(Faithful).index(report.status)))
    title = words_of(worst.status) + (f" · {clean(worst.score)}" if worst.score is not None else "")
    title += "" if _counts_at_all(worst) else " · counts for nothing"
    return Sheet(title=title, paras=tuple(paras), glyph=_faith_glyph(worst))


def diff_rows(detail: UnitDetail) -> tuple[tuple[list[Para], list[Para]], ...]:
    """For each statement of a unit, what stands left (the prose) and right (the formal text), row beside row."""
    return tuple(_sides(view, statement) for view in detail.by_concern for statement in view.statements)


def _counts_at_all(report: Report) -> bool:
    return report.passed_counts or report.refuted_counts


def _report(statement: StatementView, obliges: str, name: Ink) -> list[Para]:
    report = statement.report
    if report is None:
        return [
            Para(join(DOT, [say("Nobody has compared this statement with the obligation.", Tone.STRONG), name])),
            Para(say("Its outcome counts for nothing until somebody has.", Tone.MUTED)),
        ]
    counted = [
        name for name, counts in (("passed", report.passed_counts), ("refuted", report.refuted_counts)) if counts
    ]
    status = _faith_glyph(report) + say(f" {words_of(report.status)}", Tone.STRONG)
    status += DOT + outside(report.basis, Tone.MUTED, one_line=True, limit=80)
    counts = say(" and ".join(counted) if counted else "neither outcome", Tone.TEXT if counted else Tone.DOUBT)
    paras = [
        Para(join(DOT, [status, name])),
        field("why", outside(report.why)),
        field("counts", counts),
        *_findings(report),
        *_slots(report),
        *_assumptions(report),
    ]
    if report.score is not None:
        parts = (("prem", report.s_prem), ("conc", report.s_conc), ("hol", report.s_hol))
        told = "   ".join(f"{name} {part}" for name, part in parts if part is not None)
        paras.append(field("score", outside(f"{report.score}   {told}", one_line=True, limit=120)))
    paras += [
        field("obliges", outside(obliges, Tone.MUTED)),
        field("formal", outside(statement.statement.text, Tone.MUTED)),
    ]
    if report.suggested_revision:
        paras.append(field("instead", outside(report.suggested_revision, Tone.ACCENT)))
    for judge in report.judges[:SHOWN]:
        paras.append(field("said by", outside(f"{judge.name} ({judge.kind}): {judge.said}", Tone.MUTED)))
    for rate in report.error_rates:
        source = f" ({rate.source})" if rate.source else ""
        paras.append(field("error", outside(f"rate of {rate.tier}: {rate.text}{source}", Tone.FAINT)))
    return paras


def _findings(report: Report) -> list[Para]:
    """What the lints found, most reliable first; then what nobody could read."""
    found = sorted(report.findings, key=lambda item: (item.action is Action.NOTE, -item.tier.rank))
    paras = [para for finding in found[:SHOWN] for para in finding_paras(finding)]
    if len(found) > SHOWN:
        paras.append(field("", say(f"… {len(found) - SHOWN:,} more findings", Tone.MUTED)))
    for sentence in report.unknown[:SHOWN]:
        paras.append(field("unread", outside(sentence, Tone.MUTED)))
    return paras


def finding_paras(finding: LintFinding) -> list[Para]:
    """One finding: its name and how it is known, why, and the values at which the two texts part."""
    tone = {Action.REJECT: Tone.BAD, Action.FLAG: Tone.DOUBT, Action.NOTE: Tone.MUTED}[finding.action]
    mark = {Action.REJECT: "✗", Action.FLAG: "?", Action.NOTE: "·"}[finding.action]
    head = say(f"{mark} ", tone) + outside(finding.id, Tone.STRONG, one_line=True, limit=80)
    head += DOT + say(words_of(finding.tier), Tone.MUTED)
    head += DOT + say(words_of(finding.drift), tone) if finding.drift is not None else EMPTY
    paras = [field("found", head), field("", outside(finding.why))]
    if finding.witness:
        values = ", ".join(f"{name} = {value}" for name, value in finding.witness)
        paras.append(field("at", outside(values, Tone.STRONG, limit=1_000)))
    if finding.where:
        paras.append(field("in", outside(finding.where, Tone.MUTED, limit=1_000)))
    return paras


def _slots(report: Report) -> list[Para]:
    """Source | formal | status, both directions, then the aspects that fall short."""
    rows = slot_rows(report)
    paras = [
        Para(_slot_row(row), lead=say(f"{_row_mark(row)} {row.side.value[:4]}", Tone.MUTED), indent=10)
        for row in rows[:SHOWN]
    ]
    if len(rows) > SHOWN:
        paras.append(field("", say(f"… {len(rows) - SHOWN:,} more slots", Tone.MUTED)))
    for aspect in aspect_rows(report):
        if aspect.worth and not aspect.holds:
            told = f"{words_of(aspect.aspect)} {aspect.worth}" + (f": {aspect.reason}" if aspect.reason else "")
            paras.append(field(f"{DRIFT} aspect", outside(told, Tone.DOUBT)))
    return paras


def _slot_row(row: SlotRow) -> Ink:
    bar = say(" | ", Tone.FAINT)
    said = say(_row_status(row), Tone.TEXT if row.holds or not row.worth else Tone.DOUBT)
    said += outside(f": {row.reason}", Tone.MUTED) if row.reason else EMPTY
    source = outside(row.source) if row.source else say("nothing", Tone.MUTED)
    formal = outside(row.formal) if row.formal else say("nothing", Tone.MUTED)
    return source + bar + formal + bar + said


def _row_status(row: SlotRow) -> str:
    if row.status is None:
        return "not judged"
    return f"{'role-swapped' if row.swapped else words_of(row.status)} {row.worth}"


def _row_mark(row: SlotRow) -> str:
    if row.status is None:
        return "?"
    return "✓" if row.holds else DRIFT


def _assumptions(report: Report) -> list[Para]:
    told = (
        ("drift", ", ".join(words_of(drift) for drift in report.drift)),
        ("missing", "; ".join(report.missing_assumptions)),
        ("added", "; ".join(report.added_assumptions)),
        ("too wide", "; ".join(report.overgeneralisations)),
    )
    return [field(label, outside(words, Tone.DOUBT)) for label, words in told if words]


def _sides(view: ObligationView, statement: StatementView) -> tuple[list[Para], list[Para]]:
    """The prose left and the formal text right: slot beside slot where they were cut, then the whole texts."""
    report = statement.report
    left = [Para(outside(view.obligation.statement, Tone.ACCENT)), BLANK]
    right = [Para(outside(statement.statement.text, Tone.ACCENT)), BLANK]
    rows = slot_rows(report) if report is not None else ()
    by_side = [row for side in Side for row in [row for row in rows if row.side is side][:SHOWN]]
    for number, row in enumerate(by_side, 1):
        # The two pages wrap by themselves: a number on both tells what stands beside what.
        tone = Tone.TEXT if row.holds or row.status is None else Tone.DOUBT
        lead = say(f"{number:>2} {row.side.value}", Tone.MUTED)
        left.append(Para(_one_side(row.source, row, tone), lead=lead, indent=15))
        said = _one_side(row.formal, row, tone) + say(f"  {_row_status(row)}", Tone.MUTED)
        right.append(Para(said, lead=say(f"{number:>2} {_row_mark(row)}", tone), indent=6))
    if report is None:
        right.append(Para(say("Nobody has compared the two.", Tone.MUTED)))
    else:
        found = [para for finding in report.findings[:SHOWN] for para in finding_paras(finding)]
        right += [BLANK, *found] if found else []
    return left, right


def _one_side(text: str, row: SlotRow, tone: Tone) -> Ink:
    if text:
        return outside(text, tone)
    missing = "left out" if row.status is SlotStatus.OMITTED else "nothing"
    return say(missing, Tone.BAD if row.status in (SlotStatus.OMITTED, SlotStatus.ADDED) else Tone.MUTED)


def _faith_glyph(report: Report) -> Ink:
    if report.status is Faithful.FAITHFUL and _counts_at_all(report):
        return say("✓", Tone.GOOD)
    return say("?", Tone.DOUBT) if report.status is Faithful.NOT_JUDGED else say(DRIFT, Tone.DOUBT)
