"""The event chain: nothing in it can be changed, moved, left out or put in without being noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.audit import Review, Timings
from proofsieve.core.errors import AuditFileError
from proofsieve.core.events import NoteEvent, UndoEvent
from proofsieve.core.hashing import digest, plain
from proofsieve.core.record import chain
from proofsieve.core.tree import UnitId
from proofsieve.tests.core.reviewed import AT, fresh_audit, note, one_of_each, with_event, with_notes

REVIEW = with_notes(one_of_each(fresh_audit()), 4).review


def test_an_untouched_chain_holds() -> None:
    chain.verify(REVIEW)
    chain.verify(fresh_audit().review)


def test_the_hash_is_over_the_domain_and_the_rfc_8785_form_of_all_but_the_hash() -> None:
    event = note(fresh_audit(), "∀ε\n\x7f𝔸")
    without_hash = {key: item for key, item in plain(event).items() if key != "hash"}
    assert event.hash == digest("proofsieve/event/v1", without_hash)


def test_events_know_their_place() -> None:
    assert [event.seq for event in REVIEW.events] == list(range(1, 12))
    assert REVIEW.events[0].prev == REVIEW.base
    for before, after in zip(REVIEW.events, REVIEW.events[1:], strict=False):
        assert after.prev == before.hash
    assert REVIEW.head == REVIEW.events[-1].hash


@pytest.mark.parametrize("seq", range(1, 12))
def test_an_edited_event_is_named(seq: int) -> None:
    events = list(REVIEW.events)
    events[seq - 1] = replace(events[seq - 1], reviewer="mallory")
    with pytest.raises(AuditFileError, match=f"event {seq} was changed"):
        chain.verify(replace(REVIEW, events=tuple(events)))


@pytest.mark.parametrize("seq", range(1, 11))
def test_an_event_edited_with_its_hash_made_anew_breaks_the_next(seq: int) -> None:
    events = list(REVIEW.events)
    forged = replace(events[seq - 1], reviewer="mallory")
    events[seq - 1] = replace(forged, hash=chain.event_hash(forged))
    with pytest.raises(AuditFileError, match=f"event {seq + 1} follows"):
        chain.verify(replace(REVIEW, events=tuple(events)))


def test_the_last_event_edited_with_its_hash_made_anew_does_not_match_the_head() -> None:
    forged = replace(REVIEW.events[-1], reviewer="mallory")
    events = (*REVIEW.events[:-1], replace(forged, hash=chain.event_hash(forged)))
    with pytest.raises(AuditFileError, match="head"):
        chain.verify(replace(REVIEW, events=events))


@settings(deadline=None)
@given(st.permutations(range(11)))
def test_only_the_original_order_holds(order: list[int]) -> None:
    review = replace(REVIEW, events=tuple(REVIEW.events[index] for index in order))
    if order == sorted(order):
        chain.verify(review)
    else:
        with pytest.raises(AuditFileError, match="event chain is broken: event"):
            chain.verify(review)


@given(st.sets(st.integers(0, 10), min_size=1))
def test_no_event_can_be_left_out(gone: set[int]) -> None:
    kept = tuple(event for index, event in enumerate(REVIEW.events) if index not in gone)
    with pytest.raises(AuditFileError):
        chain.verify(replace(REVIEW, events=kept))


def test_an_event_put_in_is_noticed() -> None:
    extra = chain.make_event(UndoEvent, prev=REVIEW.events[2].hash, seq=4, at=AT, reviewer="ann", target=1)
    events = (*REVIEW.events[:3], extra, *REVIEW.events[3:])
    with pytest.raises(AuditFileError, match="event 4 stands where event 5 belongs"):
        chain.verify(replace(REVIEW, events=events))


def test_events_of_another_machine_part_do_not_fit() -> None:
    with pytest.raises(AuditFileError, match="event 1 follows"):
        chain.verify(replace(REVIEW, base="1" * 64))


def test_an_empty_chain_ends_at_its_base() -> None:
    with pytest.raises(AuditFileError, match="head"):
        chain.verify(Review(base="0" * 64, events=(), head="1" * 64))


def test_extend_appends_what_follows_and_refuses_what_does_not() -> None:
    audit = fresh_audit()
    first = note(audit)
    second = note(with_event(audit, first), "again")
    extended = chain.extend(audit.review, [first, second])
    assert extended.events == (first, second)
    assert extended.head == second.hash
    with pytest.raises(AuditFileError, match="event 2 stands where event 1 belongs"):
        chain.extend(audit.review, [second])
    with pytest.raises(AuditFileError, match="event 1 stands where event 3 belongs"):
        chain.extend(extended, [first])


def test_a_clock_that_goes_backwards_does_not_matter() -> None:
    audit = with_event(fresh_audit(), note(fresh_audit(), at="2026-06-01T00:00:00Z"))
    audit = with_event(audit, note(audit, at="1999-01-01T00:00:00.25Z"))
    chain.verify(audit.review)


@pytest.mark.parametrize(
    "at",
    [
        "",
        "now",
        "2026-01-31",
        "2026-01-31 09:30:00Z",
        "2026-01-31T09:30:00",
        "2026-01-31T09:30:00+01:00",
        "٢٠26-01-31T09:30:00Z",
    ],
)
def test_an_event_needs_a_time_in_utc(at: str) -> None:
    with pytest.raises(ValueError, match="not RFC 3339 UTC"):
        note(fresh_audit(), at=at)


def test_seq_counts_from_one() -> None:
    with pytest.raises(ValueError, match="counts from 1"):
        chain.make_event(NoteEvent, prev="0" * 64, seq=0, at=AT, reviewer="ann", unit_id=UnitId("u001"), text="")


def test_the_base_is_over_the_machine_part_alone() -> None:
    audit = one_of_each(fresh_audit())
    base = chain.review_base(audit)
    assert base == audit.review.base
    assert chain.review_base(replace(audit, timings=Timings(started="x", elapsed_ms={"grow": 7}))) == base
    assert chain.review_base(replace(audit, verdict=replace(audit.verdict, reason="x"))) == base
    for changed in (
        replace(audit, risks=audit.risks[:-1]),
        replace(audit, tool=replace(audit.tool, version="9")),
        replace(audit, proof=replace(audit.proof, title="x")),
        replace(audit, settings=replace(audit.settings, risk_threshold=61)),
        replace(audit, evidence=()),
        replace(audit, findings=audit.tree.findings),
        replace(audit, provenance=replace(audit.provenance, analyst="x")),
        replace(audit, tree=replace(audit.tree, uses=())),
    ):
        assert chain.review_base(changed) != base


def test_a_review_with_events_is_not_begun_again() -> None:
    with pytest.raises(ValueError, match="holds events"):
        chain.begin_review(one_of_each(fresh_audit()))
