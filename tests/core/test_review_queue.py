"""The queue: its orders, its filter, and moving about in it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.audit import Audit
from proofsieve.core.proof import StepId
from proofsieve.core.review import ReviewSession
from proofsieve.core.review.queue import Rank
from proofsieve.core.suspicion import Window
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import synthetic_audit

AT = "2026-02-03T12:04:31Z"


@pytest.fixture
def audit() -> Audit:
    return synthetic_audit(20)


@pytest.fixture
def session(audit: Audit) -> ReviewSession:
    return ReviewSession(audit, reviewer="ada")


def test_suspicion_is_risk_descending_and_source_order_among_equals(audit: Audit) -> None:
    flat = replace(audit, risks=tuple(replace(risk, risk=50) for risk in audit.risks))
    assert ReviewSession(flat, reviewer="ada").order == [f"u{k:03d}" for k in range(1, 21)]
    session = ReviewSession(audit, reviewer="ada")
    risks = [session.row(unit_id).risk for unit_id in session.order]
    assert risks == sorted(risks, reverse=True)


def test_the_other_ranks_put_their_own_first(audit: Audit) -> None:
    window = Window(candidate=UnitId("u009"), units=(UnitId("u008"), UnitId("u009")))
    session = ReviewSession(replace(audit, window=window), reviewer="ada")
    session.set_rank(Rank.PROOF)
    assert session.order[:3] == ["u001", "u002", "u003"]
    session.set_rank(Rank.WINDOW)
    assert set(session.order[:2]) == {"u008", "u009"}
    session.apply(session.decide(UnitId("u005"), Status.CORRECT, at=AT, reason="a typo", fails="reading"))  # type: ignore[arg-type]
    session.set_rank(Rank.DISAGREEMENT)
    assert session.order[0] == "u005"


def test_ranks_go_round() -> None:
    rank = Rank.SUSPICION
    seen = [rank := rank.next for _ in Rank]
    assert seen[-1] is Rank.SUSPICION
    assert set(seen) == set(Rank)


def test_a_change_of_rank_stays_on_the_same_unit(session: ReviewSession) -> None:
    session.move(3)
    here = session.current
    session.set_rank(Rank.PROOF)
    assert session.current == here


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("step:s2", {"u005", "u006", "u007", "u008"}),
        ("step:2", {"u005", "u006", "u007", "u008"}),
        ("status:flawed", {"u005"}),
        ("status:not step:s1", {"u002", "u003", "u004"}),
        ("u007", {"u007"}),
        ("index 13,", {"u013"}),
        ('"index 13,"', {"u013"}),
        ("risk>=97", {"u019"}),
        ("RISK<5 ", {"u011"}),
        ("kind:case step:s1", {"u003", "u004"}),
        ("flagged", set()),
        ("hypothetical", set()),
        ("", {f"u{k:03d}" for k in range(1, 21)}),
    ],
)
def test_filters_show_exactly_what_they_say(session: ReviewSession, line: str, expected: set[str]) -> None:
    assert session.set_filter(line) == ""
    assert set(session.order) == expected


def test_a_quoted_keyword_is_free_text(session: ReviewSession) -> None:
    session.set_filter('"open"')
    assert session.order == []
    assert session.current is None
    session.set_filter("open")
    assert len(session.order) == 20


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("risk>lots", "whole number from 0 to 100"),
        ("risk>9999", "whole number from 0 to 100"),
        ("step:s99", "the steps are s1 to s5"),
        ("step:", "there is no step"),
        ("status:wrong", "correct, flawed, uncertain, not_checked"),
    ],
)
def test_a_bad_filter_is_a_sentence_and_changes_nothing(session: ReviewSession, line: str, says: str) -> None:
    before = list(session.order)
    assert says in session.set_filter(line)
    assert session.order == before
    assert session.query.text == ""


@given(st.text(max_size=60))
def test_no_filter_line_raises(line: str) -> None:
    ReviewSession(synthetic_audit(6), reviewer="ada").set_filter(line)


@given(line=st.from_regex(r"(risk[<>=:]{0,2}|step:|kind:|status:|\"){1,3}[a-z0-9\"-]{0,6}", fullmatch=True))
def test_no_half_typed_filter_raises(line: str) -> None:
    ReviewSession(synthetic_audit(6), reviewer="ada").set_filter(line)


def test_moving_stops_at_the_ends(session: ReviewSession) -> None:
    session.move(-5)
    assert session.cursor == 0
    session.move(1000)
    assert session.current == session.order[-1]


def test_next_open_wraps_and_skips_what_is_decided(session: ReviewSession) -> None:
    first, last = session.order[0], session.order[-1]
    session.move_to(len(session.order) - 1)
    assert session.next_open()
    assert session.current == first
    session.apply(session.decide(last, Status.FLAWED, at=AT, reason="no"))
    assert session.next_open(-1)
    assert session.current == session.order[-2]


def test_proof_order_moves_ignore_the_rank_but_not_the_filter(session: ReviewSession) -> None:
    session.go_to(UnitId("u005"))
    assert session.next_in_proof()
    assert session.current == "u006"
    session.set_filter("risk>50")
    session.move_to(0)
    places = [session.index.ordinal[UnitId(session.current or "")]]
    while session.next_in_proof():
        places.append(session.index.ordinal[UnitId(session.current or "")])
    assert places == sorted(places)
    assert not session.next_in_proof()


def test_a_filter_that_hides_the_unit_for_a_while_does_not_lose_it(session: ReviewSession) -> None:
    session.move(7)
    here = session.current
    session.set_filter("nothing is called so")
    assert session.current is None
    session.set_filter("step:s1")
    session.set_filter("")
    assert session.current == here


def test_going_to_a_hidden_unit_clears_the_filter(session: ReviewSession) -> None:
    session.set_filter("step:s1")
    assert session.go_to(UnitId("u003")) is False
    assert session.go_to(UnitId("u020")) is True
    assert session.current == "u020"
    assert session.query.text == ""


def test_a_proof_without_units_has_an_empty_queue() -> None:
    session = ReviewSession(synthetic_audit(0), reviewer="ada")
    assert session.current is None
    assert not session.next_open()
    assert not session.next_in_proof()
    session.move(1)
    assert session.progress().total == 0
    assert StepId("s1") not in session.index.steps
