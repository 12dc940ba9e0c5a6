"""A reviewer says slot by slot how a statement stands to its obligation; nothing is said for them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.evidence import Language, Outcome, Statement, make_statement
from proofsieve.core.faithfulness import Action, Drift, Faithful, JudgeKind, LintFinding, LintReport, Tier
from proofsieve.core.faithfulness.judge import report_fault
from proofsieve.core.faithfulness.relating import DROPPED_SHOWN
from proofsieve.core.faithfulness.slots import Aspect, Comparison, Rubric, Side, Slot, SlotStatus, faults
from proofsieve.core.review import ReviewSession
from proofsieve.core.review.judging import Judging, Kind, Word, cut
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.core.reviewed import AT, answer, fresh_audit

UNIT = UnitId("u002")
CLEAN = LintReport(findings=(), unknown=(), parsed=True)
TEXT = "theorem o002_1 (h : 3 + 4 = 7) (extra : 0 < 1) : 4 + 5 = 9 ∧ 1 = 1"


def lean(text: str = TEXT) -> Statement:
    return make_statement(obligation_id="o002.1", language=Language.LEAN, text=text, provenance="reviewer")


def session_on() -> ReviewSession:
    return ReviewSession(fresh_audit(), reviewer="ann")


def judging(text: str = TEXT) -> Judging:
    return Judging(session_on().comparison(UNIT, lean(text)), name="ann")


def shown(state: Judging) -> list[tuple[str, str, str]]:
    return [
        (row.source.text if row.source else "", row.formal.text if row.formal else "", row.word or "")
        for row in state.rows
        if row.kind is not Kind.ASPECT
    ]


def all_said(state: Judging, word: Word = Word.PRESERVED) -> Judging:
    """Say ``word`` of everything, as one key pressed again and again would."""
    for _ in range(50):
        row = next((row for row in state.rows if row.word is None), None)
        if row is None:
            return state
        assert state.say(row, word if word in row.words else Word.PRESERVED) == ""
    raise AssertionError("the rows never end")


# Rows


def test_both_texts_are_cut_and_likely_pairs_stand_beside_one_another() -> None:
    state = judging()
    assert shown(state) == [
        ("3 + 4 = 7", "(h : 3 + 4 = 7)", ""),
        ("From Γ it follows that 4 + 5 = 9.", "4 + 5 = 9", ""),
        ("", "(extra : 0 < 1)", ""),
        ("", "1 = 1", ""),
    ]
    assert [row.aspect for row in state.rows[4:]] == list(Aspect)
    assert state.open == 9


def test_a_numeric_claim_is_its_own_conclusion_and_what_it_is_given_are_premises() -> None:
    statement = make_statement(
        obligation_id="o002.1", language=Language.NUMERIC, text="A = 9", provenance="reviewer", premises=("A = 4 + 5",)
    )
    found = session_on().comparison(UNIT, statement)
    assert [(slot.id, slot.side, slot.text) for slot in found.formal] == [
        ("h1", Side.PREMISE, "A = 4 + 5"),
        ("g1", Side.CONCLUSION, "A = 9"),
    ]


def test_a_statement_that_cannot_be_read_has_no_slots_and_never_a_conclusion() -> None:
    session = session_on()
    found = session.comparison(UNIT, lean("1 = 1"))
    assert found.formal == ()
    state = Judging(found, name="ann")
    assert "no conclusion" in state.say(state.rows[-6], Word.PRESERVED)
    assert session.report_on(UNIT, lean("1 = 1"), state.comparison(), CLEAN).status is Faithful.NOT_JUDGED


# Saying


def test_nothing_is_said_for_the_reviewer() -> None:
    state = judging()
    assert state.comparison().slots == ()
    assert state.comparison().aspects == ()


@pytest.mark.parametrize(
    ("word", "status", "value"),
    [
        (Word.PRESERVED, SlotStatus.PRESERVED, Rubric.EXACT),
        (Word.NOTATION, SlotStatus.PRESERVED, Rubric.NOTATION),
        (Word.WEAKENED, SlotStatus.WEAKENED, Rubric.PARTIAL),
        (Word.STRENGTHENED, SlotStatus.STRENGTHENED, Rubric.PARTIAL),
        (Word.REPLACED, SlotStatus.REPLACED, Rubric.MISSING),
        (Word.OMITTED, SlotStatus.OMITTED, Rubric.MISSING),
    ],
)
def test_each_word_is_a_judgement_by_the_reviewer(word: Word, status: SlotStatus, value: Rubric) -> None:
    state = judging()
    assert state.say(state.rows[0], word) == ""
    (said,) = state.comparison().slots
    assert (said.source, said.status, said.value, said.by) == ("p1", status, value, "ann")
    assert said.formal == (None if word is Word.OMITTED else "h1")


def test_a_slot_that_is_left_out_sets_its_partner_free() -> None:
    state = judging()
    state.say(state.rows[0], Word.OMITTED)
    assert shown(state)[2] == ("", "(h : 3 + 4 = 7)", "")
    state.say(state.rows[0], Word.PRESERVED)
    assert shown(state)[0][1] == "(h : 3 + 4 = 7)"


def test_what_only_the_formal_side_has_is_added_supported_or_part_of_a_slot() -> None:
    state = judging()
    extra, conjunct = state.rows[2], state.rows[3]
    assert state.say(extra, Word.FROM_CONTEXT) == ""
    assert state.say(conjunct, Word.PRESERVED) == ""
    assert [(item.source, item.formal, item.status, item.value) for item in state.comparison().slots] == [
        (None, "h2", SlotStatus.ADDED, Rubric.NOTATION),
        ("c1", "g2", SlotStatus.PRESERVED, Rubric.EXACT),
    ]
    state.say(state.rows[3], Word.ADDED)
    assert state.comparison().slots[1].source is None


def test_a_conclusion_that_is_added_is_in_no_context() -> None:
    state = judging()
    assert "is nothing to say of a formal slot" in state.say(state.rows[3], Word.FROM_CONTEXT)
    assert "is nothing to say of the whole" in state.say(state.rows[-1], Word.OMITTED)


def test_another_slot_can_be_set_beside_a_row_which_is_open_again_then() -> None:
    state = judging()
    state.say(state.rows[0], Word.PRESERVED)
    assert state.turn(state.rows[0], 1)
    assert shown(state)[0][1:] == ("(extra : 0 < 1)", "")
    assert state.turn(state.rows[0], 1)
    assert shown(state)[0][1:] == ("", "")
    assert state.turn(state.rows[0], -1)
    assert shown(state)[0][1] == "(extra : 0 < 1)"
    assert not state.turn(state.rows[-1], 1), "an aspect stands beside nothing"


def test_a_row_can_be_left_open_again() -> None:
    state = judging()
    state.say(state.rows[0], Word.PRESERVED)
    state.unsay(state.rows[0])
    assert state.comparison().slots == ()


def test_what_was_said_before_stands_there_again() -> None:
    state = all_said(judging())
    state.say(state.rows[2], Word.FROM_CONTEXT)
    again = Judging(state.comparison(), name="ann")
    assert again.rows == state.rows
    assert again.comparison() == state.comparison()
    assert Judging(state.comparison(), name="bob").open == 9, "nobody starts from what another said"


WORDS = st.lists(st.tuples(st.integers(0, 12), st.sampled_from(Word), st.sampled_from([-1, 0, 1])), max_size=30)


@settings(deadline=None)
@given(WORDS)
def test_whatever_is_said_the_judgements_can_be_taken_and_their_report_follows(
    said: list[tuple[int, Word, int]],
) -> None:
    session, state = session_on(), judging()
    for place, word, turn in said:
        row = state.rows[place % len(state.rows)]
        if turn:
            state.turn(row, turn)
        else:
            state.say(row, word)
        again = Judging(state.comparison(), name="ann")
        assert set(again.comparison().slots) == set(state.comparison().slots)
        assert set(again.comparison().aspects) == set(state.comparison().aspects)
    found = state.comparison()
    assert list(faults(found)) == []
    report = session.report_on(UNIT, lean(), found, CLEAN)
    assert report_fault(report, session.index.audit.settings.gate) is None


# The report


def test_a_statement_that_is_kept_in_every_slot_is_faithful_and_rests_on_the_person() -> None:
    session = session_on()
    statement = lean("theorem o002_1 (h : 3 + 4 = 7) : 4 + 5 = 9")
    state = all_said(Judging(session.comparison(UNIT, statement), name="ann"))
    report = session.report_on(UNIT, statement, state.comparison(), CLEAN)
    assert report.status is Faithful.FAITHFUL
    assert [(judge.name, judge.kind) for judge in report.judges] == [("ann", JudgeKind.PERSON)]
    assert report.passed_counts
    session.apply(session.edit_statement(UNIT, statement, report, at=AT))
    session.apply(session.recheck(UNIT, [answer(statement)], at=AT))
    assert session.index.machine[UNIT].status is Status.CORRECT


def test_one_row_left_open_leaves_it_unjudged() -> None:
    session = session_on()
    state = all_said(Judging(session.comparison(UNIT, lean()), name="ann"))
    state.unsay(state.rows[-1])
    report = session.report_on(UNIT, lean(), state.comparison(), CLEAN)
    assert report.status is Faithful.NOT_JUDGED
    assert not report.passed_counts
    assert not report.refuted_counts


def test_what_a_lint_turned_down_no_judge_makes_faithful() -> None:
    session = session_on()
    found = LintFinding(
        id="vacuous",
        tier=Tier.DETERMINISTIC,
        action=Action.REJECT,
        drift=Drift.VACUOUS_OR_TRIVIALIZED,
        where="",
        start=-1,
        end=-1,
        witness=(),
        why="the goal is a hypothesis",
    )
    state = all_said(Judging(session.comparison(UNIT, lean()), name="ann"))
    lints = LintReport(findings=(found,), unknown=(), parsed=True)
    assert session.report_on(UNIT, lean(), state.comparison(), lints).status is Faithful.UNFAITHFUL


def test_entries_of_the_context_that_the_obligation_does_not_name_are_dropped_and_keep_a_refutation_from_counting() -> (
    None
):
    session = session_on()
    unit = UnitId("u012")
    statement = make_statement(
        obligation_id="o012.1", language=Language.LEAN, text="theorem t (h : 1 = 1) : 2 = 2", provenance="reviewer"
    )
    state = all_said(Judging(session.comparison(unit, statement), name="ann"))
    report = session.report_on(unit, statement, state.comparison(), CLEAN)
    assert report.passed_counts
    assert not report.refuted_counts
    assert report.relation is not None
    assert sum(1 for part in report.relation.parts if part.stands == "dropped") == 10
    assert "is left out" in report.why_refuted
    refuted = answer(statement, Outcome.REFUTED)
    session.apply(session.edit_statement(unit, statement, report, at=AT))
    session.apply(session.recheck(unit, [refuted], at=AT))
    assert session.index.machine[unit].status is Status.UNCERTAIN


def test_a_long_context_is_named_in_part() -> None:
    session = ReviewSession(fresh_audit(300), reviewer="ann")
    unit = UnitId("u300")
    statement = make_statement(
        obligation_id="o300.1", language=Language.LEAN, text="theorem t : 2 = 2", provenance="reviewer"
    )
    report = session.report_on(unit, statement, session.comparison(unit, statement), CLEAN)
    assert report.relation is not None
    dropped = [part.text for part in report.relation.parts if part.stands == "dropped"]
    assert len(dropped) == DROPPED_SHOWN + 1
    assert dropped[-1] == "278 more entries of Γ"


def test_the_most_slots_are_laid_side_by_side_quickly() -> None:
    many = tuple(Slot(id=f"p{n}", side=Side.PREMISE, text=f"x{n} " * 2_000) for n in range(200))
    state = Judging(Comparison(source=many, formal=many), name="ann")
    assert [row.formal.id for row in state.rows[:3] if row.formal] == ["p0", "p1", "p2"]


def test_what_was_said_of_a_statement_stays_with_it_when_only_its_proof_changes() -> None:
    session = session_on()
    statement = lean()
    state = all_said(Judging(session.comparison(UNIT, statement), name="ann"))
    report = session.report_on(UNIT, statement, state.comparison(), CLEAN)
    session.apply(session.edit_statement(UNIT, statement, report, at=AT, proof="by rfl"))
    assert session.comparison(UNIT, statement) == state.comparison()
    other = lean(TEXT.replace("1 = 1", "2 = 2"))
    assert session.comparison(UNIT, other).slots == ()
    tree = session.index.audit.tree
    assert session.comparison(UNIT, other) == cut(other, session.index.obligations(UNIT)[0], tree.entry_by_id)
