"""What stands on the panes, without an app."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.advice import Advice, Difficulty, ErrorType, LocalReview, Opinion, Synthesis
from proofsieve.core.audit import BUDGET, Audit
from proofsieve.core.evidence import Branch, Kind, Outcome, make_evidence
from proofsieve.core.faithfulness import Faithful
from proofsieve.core.proof import Finding, StepId
from proofsieve.core.review import ReviewSession
from proofsieve.core.review.detail import UnitDetail
from proofsieve.core.tree import EdgeUnit, Scope, ScopeId, ScopeKind, UnitId, UnitRole
from proofsieve.core.verdict import Status
from proofsieve.tests.advisers import call_of
from proofsieve.tests.factories import drifted_audit, synthetic_audit
from proofsieve.tui.ink import Tone
from proofsieve.tui.sheet import Sheet
from proofsieve.tui.sheets import (
    obligation_sheet,
    path_sheet,
    people_ink,
    source_sheet,
    verdict_ink,
)
from proofsieve.tui.sheets_checked import checker_sheet
from proofsieve.tui.sheets_faith import diff_rows, faith_sheet
from proofsieve.tui.sheets_model import model_lines

CALLS = tuple(map(call_of, ("review u001", "second u001", "conclude")))
AT = "2026-02-03T12:04:31Z"


@pytest.fixture
def audit() -> Audit:
    return synthetic_audit(20)


def detail_of(audit: Audit, unit_id: str) -> UnitDetail:
    return ReviewSession(audit, reviewer="ada").detail(UnitId(unit_id))


def with_unit(audit: Audit, unit_id: str, **changes: object) -> Audit:
    units: tuple[EdgeUnit, ...] = tuple(
        replace(unit, **changes) if unit.id == unit_id else unit  # type: ignore[arg-type]
        for unit in audit.tree.units
    )
    return replace(audit, tree=replace(audit.tree, units=units))


def text(sheet: Sheet) -> str:
    return "\n".join(f"{para.lead.plain} {para.body.plain}" for para in sheet.paras)


def test_the_step_is_shown_with_the_unit_marked_in_it(audit: Audit) -> None:
    sheet = source_sheet(detail_of(audit, "u002"))
    assert sheet.paras[0].body.plain == audit.proof.steps[0].text
    marked = [run for run, tone in sheet.paras[0].body.runs if tone is Tone.MARK]
    assert marked == [audit.tree.units[1].text]
    assert "u002 · derive · step s1 · line" in sheet.title


def test_a_finding_and_a_contradiction_are_said_below_the_step(audit: Audit) -> None:
    found = replace(audit, findings=(Finding(kind="x", message="n is used before it is introduced", about="u002"),))
    said = text(source_sheet(detail_of(with_unit(found, "u002", hypothetical=True), "u002")))
    assert "n is used before it is introduced" in said
    assert "inside a contradiction" in said


def test_the_obligation_comes_with_premises_producers_context_and_goal(audit: Audit) -> None:
    said = text(obligation_sheet(detail_of(audit, "u006")))
    assert "From Γ it follows that 8 + 4 = 12." in said
    assert "7 + 3 = 11  ✗ u005 flawed" in said
    assert "⊢ the claim" in said
    assert "+ fact  8 + 4 = 12" in said


def test_a_long_context_is_cut_and_the_rest_counted() -> None:
    said = text(obligation_sheet(detail_of(synthetic_audit(60), "u060")))
    assert "19 earlier entries, then" in said
    assert said.count("fact  ") == 41


def test_a_unit_that_owes_nothing_says_why(audit: Audit) -> None:
    bare = replace(with_unit(audit, "u003", role=UnitRole.ABANDONED), obligations=())
    assert "An abandoned attempt" in text(obligation_sheet(detail_of(bare, "u003")))
    assert "nothing to be faithful to" in text(faith_sheet(detail_of(bare, "u003")))


def test_the_checker_shows_outcome_strength_reading_why_and_links(audit: Audit) -> None:
    sheet = checker_sheet(detail_of(audit, "u005"))
    assert sheet.title == "✗ refuted · exact"
    assert sheet.glyph.plain == "✗"
    said = text(sheet)
    assert "reading 7 + 3 = 11" in said
    assert "why 7 + 3 = 11 is false" in said
    assert "link    ✗ 7 + 3 = 11" in said


def test_a_timeout_has_a_glyph_of_its_own_and_is_no_refutation(audit: Audit) -> None:
    slow = tuple(
        make_evidence(
            statement,
            Branch.CLAIM,
            checker="numeric",
            checker_version="1",
            outcome=Outcome.INCONCLUSIVE,
            kind=Kind.TIMEOUT,
            why="1,000 ms were not enough",
        )
        for statement in audit.statements
    )
    sheet = checker_sheet(detail_of(replace(audit, evidence=slow), "u005"))
    assert sheet.title == "◷ inconclusive · timeout"
    assert sheet.glyph.plain == "◷"
    row = ReviewSession(
        replace(audit, evidence=slow, verdict=replace(audit.verdict, machine=None)), reviewer="ada"
    ).row(UnitId("u005"))
    assert row.timed_out
    assert row.machine is Status.UNCERTAIN


def test_where_nothing_was_checked_or_written_the_pane_says_why_and_what_to_do(audit: Audit) -> None:
    detail = detail_of(audit, "u002")
    assert "No checker looked at this unit." in text(checker_sheet(detail))
    faith = faith_sheet(detail)
    assert faith.title == "nothing formal"
    assert "Nothing formal was written for this obligation" in text(faith)
    assert "v correct, x flawed, u uncertain" in text(faith)


def test_an_outcome_that_does_not_count_says_so_in_both_panes(audit: Audit) -> None:
    drifted = tuple(
        replace(report, status=Faithful.REPAIRABLE_DRIFT, refuted_counts=False, why="a hypothesis is missing")
        for report in audit.reports
    )
    detail = detail_of(replace(audit, reports=drifted), "u005")
    assert checker_sheet(detail).title == "✗ refuted · exact · does not count"
    assert checker_sheet(detail).glyph.plain == "≈"
    assert "counts ≈ for nothing: a hypothesis is missing" in text(checker_sheet(detail))
    faith = faith_sheet(detail)
    assert faith.glyph.plain == "≈"
    assert "a hypothesis is missing" in text(faith)
    assert "counts passed" in text(faith)


def test_a_pass_on_a_statement_that_drifted_does_not_count_and_the_pane_says_slot_by_slot_why() -> None:
    detail = detail_of(drifted_audit(), "u002")
    assert detail.machine.status is Status.UNCERTAIN
    assert detail.machine.reason.startswith("passed, but does not count: S_faith 0.6363 is below 0.7")
    assert checker_sheet(detail).title == "● passed · kernel embedded · does not count"
    sheet = faith_sheet(detail)
    said = text(sheet)
    assert sheet.title.startswith("unfaithful · 0.") or sheet.title.startswith("repairable drift · 0.")
    assert sheet.title.endswith("counts for nothing")
    assert "✓ prem n is a positive integer | h : 0 < n | preserved 1" in said
    assert "≈ conc n² > 0 | 0 ≤ n * n | weakened 0.5: > became ≥" in said
    assert "≈ prem nothing | small : n < 5 | added 0: nothing says so" in said
    assert "n = 0, lean = true, textbook = undefined" in said
    assert "added small : n < 5" in said
    assert "said by two (person): n < 5 stands nowhere in the text" in said
    assert "instead theorem o002_1 (n : Nat) (h : 0 < n) : 0 < n * n" in said


def test_the_diff_puts_each_slot_of_the_prose_beside_its_formal_one() -> None:
    ((left, right),) = diff_rows(detail_of(drifted_audit(), "u002"))
    prose = [para.body.plain for para in left]
    formal = [para.body.plain for para in right]
    assert prose[2:5] == ["n is a positive integer", "nothing", "n² > 0"]
    assert formal[2:5] == ["h : 0 < n  preserved 1", "small : n < 5  added 0", "0 ≤ n * n  weakened 0.5"]


def test_a_statement_without_a_report_counts_for_nothing(audit: Audit) -> None:
    said = text(faith_sheet(detail_of(replace(audit, reports=()), "u005")))
    assert "Nobody has compared this statement" in said


def test_the_path_names_scopes_risk_signals_and_history(audit: Audit) -> None:
    scopes = (
        *audit.tree.scopes,
        Scope(
            id=ScopeId("c1"), kind=ScopeKind.CONTRADICTION, parent=ScopeId("c0"), label="√2 = p/q", hypothetical=True
        ),
    )
    audit = with_unit(replace(audit, tree=replace(audit.tree, scopes=scopes)), "u005", scope=ScopeId("c1"))
    session = ReviewSession(audit, reviewer="ada")
    session.apply(session.decide(UnitId("u005"), Status.UNCERTAIN, at=AT, reason="two readings"))
    session.apply(session.undo(at=AT))
    session.apply(session.annotate(UnitId("u005"), "ask the author", at=AT))
    said = text(path_sheet(session.detail(UnitId("u005"))))
    assert "theorem" in said
    assert "contradiction √2 = p/q ┆" in said
    assert "step s2 › u005" in said
    assert "a bare 'hence'" in said
    assert "taken back: ? uncertain, overruled: two readings, ada, 2026-02-03 12:04 UTC" in said
    assert "note: ask the author" in said


def test_the_decision_bar_says_what_machine_and_people_say(audit: Audit) -> None:
    session = ReviewSession(audit, reviewer="ada")
    unit = UnitId("u005")
    assert verdict_ink(session.detail(unit)).plain == "✗ flawed · exact"
    assert people_ink(session.detail(unit), "ada").plain == "· open"
    session.apply(session.confirm(unit, at=AT))
    assert people_ink(session.detail(unit), "ada").plain == "✗ flawed · confirmed, read"
    assert people_ink(session.detail(unit), "bob").plain == "ada ✗ flawed · confirmed, read"


def reviewed(audit: Audit, verdict: Status = Status.FLAWED, second: Opinion | None = None, **said: str) -> Audit:
    """The audit with a model's review of its first unit and a last word."""
    review = LocalReview(
        unit_id=UnitId("u001"),
        verdict=verdict,
        error_type=ErrorType.INVALID_INFERENCE if verdict is Status.FLAWED else ErrorType.NONE,
        reason="it does not follow",
        should_formalize=False,
        difficulty=Difficulty.HARD,
        by="tiny",
        call=CALLS[0].id,
        second=second,
        **said,
    )
    last = Synthesis(risky_step=StepId("s2"), reason="nobody proved it", by="tiny", call=CALLS[2].id)
    asked = replace(audit.provenance, calls=tuple(sorted(CALLS, key=lambda call: call.id)))
    return replace(audit, advice=Advice(reviews=(review,), synthesis=last), provenance=asked)


def opinion(agrees: bool) -> Opinion:
    return Opinion(by="other", call=CALLS[1].id, agrees=agrees, reason="I looked at n = 3")


def test_what_a_model_says_stands_after_the_risk_with_the_second_opinion(audit: Audit) -> None:
    said = reviewed(audit, second=opinion(False), contested="holds for the index", witness="n = 3")
    shown = text(path_sheet(detail_of(said, "u001")))
    assert shown.index("risk ") < shown.index("model")
    for words in (
        "model ✗ flawed · invalid inference · by tiny",
        "contests holds for the index",
        "witness n = 3",
        "says it does not follow",
        "second does not agree · by other",
        "I looked at n = 3",
        "counts for nothing: the second opinion does not agree",
    ):
        assert words in shown
    assert "tiny" not in text(path_sheet(detail_of(said, "u002")))


@pytest.mark.parametrize(
    ("second", "witness", "counts"),
    [
        (opinion(True), "n = 3", "the machine's verdict rests on it"),
        (opinion(True), "", "for nothing: no witness is named"),
        (None, "n = 3", "for nothing: there is no second opinion"),
    ],
    ids=["agreed", "no witness", "alone"],
)
def test_a_review_says_what_it_counts_for(audit: Audit, second: Opinion | None, witness: str, counts: str) -> None:
    said = reviewed(audit, second=second, witness=witness)
    assert f"counts {counts}" in text(path_sheet(detail_of(said, "u001")))


def test_a_model_that_finds_no_error_is_named_as_all_that_the_verdict_has(audit: Audit) -> None:
    shown = text(path_sheet(detail_of(reviewed(audit, Status.CORRECT), "u001")))
    assert "model ● correct · by tiny" in shown
    assert "counts the machine's verdict is this model's word alone" in shown


def test_the_last_word_and_an_early_end_are_lines_of_the_whole(audit: Audit) -> None:
    spent = replace(reviewed(audit), findings=(Finding(kind=BUDGET, message="3 of 3 calls are spent"),))
    early, last = (line.plain for line in model_lines(spent))
    assert early == "ended early  3 of 3 calls are spent"
    assert last == "last word    look at s2 first: nobody proved it (by tiny, decides nothing)"
    assert model_lines(audit) == []
