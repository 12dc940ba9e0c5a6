"""Text from outside is shown letter by letter in every place, and nothing in it acts, vanishes, shifts or crashes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Input

from proofsieve.core.advice import Advice, Difficulty, ErrorType, LocalReview, Opinion, Synthesis
from proofsieve.core.audit import STOPPED, Audit, CheckerRecord
from proofsieve.core.evidence import Language, Statement, make_statement
from proofsieve.core.faithfulness import Action, Drift, LintFinding, LintReport, Report, Tier
from proofsieve.core.faithfulness.judge import Remarks, report_for
from proofsieve.core.faithfulness.report import Judge, JudgeKind
from proofsieve.core.faithfulness.slots import (
    Aspect,
    AspectJudgement,
    Comparison,
    Rubric,
    Side,
    Slot,
    SlotJudgement,
    SlotStatus,
)
from proofsieve.core.proof import Finding, StepId
from proofsieve.core.review import ReviewSession, Row
from proofsieve.core.tree import Scope, ScopeId, ScopeKind, UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.advisers import call_of
from proofsieve.tests.factories import synthetic_audit
from proofsieve.tests.tui.conftest import MakeApp
from proofsieve.tests.tui.driving import NARROW, WIDE, drawn_lines, press, screen_text, settle, toasts
from proofsieve.tui.bars import DecisionBar, Header, KeyBar, ModelLines, TabBar
from proofsieve.tui.inked import Inked
from proofsieve.tui.paper import Paper
from proofsieve.tui.proof_view import ProofView
from proofsieve.tui.queue import Queue, row_ink

PAYLOADS = {
    "osc 52": ("\x1b]52;c;aGFoYQ==\x07", "␛]52;c;aGFoYQ==␇"),
    "csi": ("\x1b[2J\x1b[31m", "␛[2J␛[31m"),
    "c1 csi": ("\x9b2J", "‹U+009B›2J"),
    "bidi": ("\u202egnp\u202c", "‹U+202E›gnp‹U+202C›"),
    "zero width": ("a\u200bb\u2060c", "a‹U+200B›b‹U+2060›c"),
    "markup": ("[h : n > 0] [/] [bold red]x[/bold red]", "[h : n > 0] [/] [bold red]x[/bold red]"),
    "markup action": ("[@click=app.quit]go[/]", "[@click=app.quit]go[/]"),
    "wide": ("中文字", "中文字"),
    "combining": ("x\u0301\u0302\u0303y", "x\u0301\u0302\u0303y"),
    "emoji": ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468‹U+200D›"),
    "backspace and null": ("a\x08\x00b", "a␈␀b"),
}
NAME = "[h : n > 0] [/] 中文"
"""The file's reader lets no control character into a name; brackets and wide characters it does."""
HOSTILE = " ".join(text for text, _ in PAYLOADS.values())
CALLS = tuple(sorted(map(call_of, ("review u001", "second u001", "conclude")), key=lambda call: call.id))
FORBIDDEN = [chr(point) for point in (*range(9), *range(11, 32), *range(0x7F, 0xA0), 0x202E, 0x200B, 0x2060, 0x200D)]


def hostile_report(statement: Statement, text: str) -> Report:
    """A report with outside text in every field that a judge or a lint fills."""
    comparison = Comparison(
        source=(Slot(id="a", side=Side.CONCLUSION, text=text),),
        formal=(Slot(id="b", side=Side.CONCLUSION, text=text),),
        slots=(
            SlotJudgement(
                source="a", formal="b", status=SlotStatus.WEAKENED, value=Rubric.WEAK, reason=text, by="[x]\u4e2d"
            ),
        ),
        aspects=tuple(AspectJudgement(aspect=aspect, value=Rubric.WEAK, reason=text, by=NAME) for aspect in Aspect),
    )
    finding = LintFinding(
        id=NAME,
        tier=Tier.COUNTEREXAMPLE,
        action=Action.REJECT,
        drift=Drift.ROLE_SWAP,
        where=text,
        start=0,
        end=1,
        witness=((text, text),),
        why=text,
    )
    remarks = Remarks(
        missing_assumptions=(text,),
        added_assumptions=(text,),
        overgeneralisations=(text,),
        suggested_revision=text,
    )
    lints = LintReport(findings=(finding,), unknown=(text,), parsed=True)
    judges = (Judge(name=NAME, kind=JudgeKind.MODEL, said=text),)
    return report_for(statement, lints, comparison=comparison, judges=judges, remarks=remarks)


def poisoned(audit: Audit, text: str) -> Audit:
    """An audit whose every piece of outside text is hostile, the places that the factory leaves out included."""
    scopes = (
        *audit.tree.scopes,
        Scope(id=ScopeId("c1"), kind=ScopeKind.CASE, parent=ScopeId("c0"), label=text, hypothetical=True),
    )
    units = tuple(
        replace(unit, scope=ScopeId("c1"), hypothetical=True, signals=(NAME,)) if unit.id == "u005" else unit
        for unit in audit.tree.units
    )
    drifted = make_statement(obligation_id=audit.obligations[-1].id, language=Language.LEAN, text=text, provenance=NAME)
    return replace(
        audit,
        proof=replace(
            audit.proof, title=text, steps=tuple(replace(step, label=text[:40]) for step in audit.proof.steps)
        ),
        tree=replace(audit.tree, scopes=scopes, units=units),
        risks=tuple(replace(risk, reason=text, signals=(NAME, "other")) for risk in audit.risks),
        obligations=tuple(replace(owed, reason=text, rule=NAME, source=NAME) for owed in audit.obligations),
        statements=(*audit.statements, drifted),
        reports=(*(replace(report, why=text) for report in audit.reports), hostile_report(drifted, text)),
        findings=(Finding(kind="x", message=text, about="u001"), Finding(kind=STOPPED, message=text)),
        advice=hostile_advice(text),
        provenance=replace(
            audit.provenance,
            analyst=NAME,
            checkers=(CheckerRecord(name=NAME, version=NAME, platform=NAME, canaries=text),),
            calls=CALLS,
        ),
    )


def hostile_advice(text: str) -> Advice:
    """What models said, with outside text in every field that is text."""
    review = LocalReview(
        unit_id=UnitId("u001"),
        verdict=Status.FLAWED,
        error_type=ErrorType.FALSE_STATEMENT,
        reason=text,
        should_formalize=True,
        difficulty=Difficulty.EASY,
        by=NAME,
        call=CALLS[0].id,
        contested=text,
        witness=text,
        second=Opinion(by=NAME, call=CALLS[1].id, agrees=False, reason=text),
    )
    last = Synthesis(risky_step=StepId("s1"), reason=text, by=NAME, call=CALLS[2].id)
    return Advice(reviews=(review,), synthesis=last)


def assert_harmless(shown: str) -> None:
    found = [f"U+{ord(character):04X}" for character in FORBIDDEN if character in shown]
    assert not found


@pytest.mark.parametrize("size", [WIDE, NARROW])
async def test_every_widget_shows_hostile_text_and_keeps_its_edges(app_on: MakeApp, size: tuple[int, int]) -> None:
    app = app_on(poisoned(synthetic_audit(8, hostile=HOSTILE), HOSTILE), reviewer="a\x1b[31m[/]b")
    seen = ""
    async with app.run_test(size=size, notifications=True) as pilot:
        await settle(pilot)

        def look() -> str:
            for widget in app.screen.query(Inked).results():
                if widget.display and widget.size.width:
                    for text, cells in drawn_lines(widget):
                        assert cells == widget.size.width, (widget, text)
            shown = screen_text(pilot)
            assert_harmless(shown)
            return shown

        seen += look()
        await press(pilot, "enter")
        for pane in "12345":
            await press(pilot, pane, "f")
            seen += look()
            seen += app.screen.query_one(f"#pane-{pane}", Paper).plain
            await press(pilot, "f")
            seen += look()
        await press(pilot, "v")
        seen += look()
        await press(pilot, "escape", "e")
        seen += look()
        await press(pilot, "escape", "question_mark")
        seen += look()
        await press(pilot, "escape", "slash", *"u008", "enter", "d")
        seen += look()
    assert_harmless(seen)
    for name, (_, visible) in PAYLOADS.items():
        assert visible in seen, name


@pytest.mark.parametrize(("text", "visible"), PAYLOADS.values(), ids=PAYLOADS.keys())
async def test_a_filter_a_note_and_a_reason_may_hold_anything(app_on: MakeApp, text: str, visible: str) -> None:
    app = app_on(synthetic_audit(8))
    async with app.run_test(size=WIDE, notifications=True) as pilot:
        await press(pilot, "enter")
        session = app.desk.session
        app.desk.take(session.annotate(UnitId("u005"), text, at="2026-02-03T12:00:00Z"))
        app.desk.take(
            session.decide(UnitId("u002"), Status.FLAWED, at="2026-02-03T12:00:00Z", reason=text, witness="x")
        )
        await press(pilot, "5", "slash")
        app.screen.query_one("#filter", Input).value = f"{text} open"
        await settle(pilot)
        assert_harmless(screen_text(pilot))
        await press(pilot, "enter")
        assert_harmless(screen_text(pilot) + toasts(pilot))
        await press(pilot, "slash", "escape")
        app.desk.session.go_to(UnitId("u002"))
        await press(pilot, "z", "Z", "e", "escape")
        shown = app.screen.query_one(DecisionBar).plain + app.screen.query_one("#path", Paper).plain
        assert visible in shown
        assert_harmless(shown + screen_text(pilot) + toasts(pilot))


LONG = {"one word": "x" * 100_000, "wide": "中" * 50_000, "words": "a " * 50_000, "escapes": "\x1b[31m" * 20_000}


@pytest.mark.parametrize("name", LONG)
async def test_a_line_of_100_kilobytes_is_bounded_and_says_so(app_on: MakeApp, name: str) -> None:
    app = app_on(synthetic_audit(3, hostile=LONG[name]))
    async with app.run_test(size=NARROW, notifications=True) as pilot:
        await press(pilot, "j", "enter", "2", "3", "4", "5")
        assert "more characters" in app.screen.query_one("#pane-1", Paper).plain
        assert_harmless(screen_text(pilot))
        assert app.desk.session.current == "u003"


@pytest.mark.parametrize(("text", "_"), PAYLOADS.values(), ids=PAYLOADS.keys())
@pytest.mark.parametrize("width", [20, 28, 38, 60])
def test_a_row_of_the_queue_has_its_width_whatever_stands_in_it(text: str, _: str, width: int) -> None:
    row = Row(
        unit_id=UnitId(text),
        step=text,
        label=text * 3,
        risk=94,
        machine=Status.FLAWED,
        timed_out=False,
        decided=Status.CORRECT,
        stale=False,
        flagged=True,
        noted=True,
        drifted=True,
        hypothetical=True,
        abandoned=False,
    )
    ink = row_ink(row, cursor=True, width=width)
    assert ink.cells == width
    assert ink.plain.endswith("≈ ⚐")
    assert_harmless(ink.plain)


async def test_a_title_and_a_makers_name_in_the_header_stay_plain(app_on: MakeApp) -> None:
    app = app_on(poisoned(synthetic_audit(3), "[/]\x1b]0;owned\x07"))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        ((text, cells),) = drawn_lines(app.screen.query_one(Header))
        assert "[/]␛]0;owned␇" in text
        assert cells == WIDE[0]


async def test_all_widgets_with_outside_text_are_among_those_tested(app_on: MakeApp) -> None:
    app = app_on(synthetic_audit(8))
    async with app.run_test(size=WIDE) as pilot:
        await settle(pilot)
        proof = {type(widget) for widget in app.screen.query(Inked).results()}
        await press(pilot, "enter")
        review = {type(widget) for widget in app.screen.query(Inked).results()}
    assert proof | review == {Header, ProofView, ModelLines, DecisionBar, KeyBar, Queue, Paper, TabBar}


def test_marks_in_a_step_stay_right_where_hostile_text_grows() -> None:
    session = ReviewSession(synthetic_audit(8, hostile=HOSTILE), reviewer="ada")
    view = ProofView(session)
    unit = session.index.unit(UnitId("u004"))
    place = view.place_of(UnitId("u004"))
    assert place is not None
    body = view.paragraph(place.para).body.plain
    marked = body[place.start : place.end]
    assert marked.startswith(unit.text[:20])
    assert marked.endswith("a␈␀b")
