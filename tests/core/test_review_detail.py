"""What a reviewer sees of a unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.evidence import Outcome
from proofsieve.core.proof import Finding, SourceSpan
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import EntryId, Scope, ScopeId, ScopeKind, UnitId, UnitRole
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import synthetic_audit

AT = "2026-02-03T12:04:31Z"


@pytest.fixture
def audit() -> Audit:
    return synthetic_audit(20)


def session_of(audit: Audit) -> ReviewSession:
    return ReviewSession(audit, reviewer="ada")


def with_unit(audit: Audit, unit_id: str, **changes: object) -> Audit:
    units = tuple(replace(u, **changes) if u.id == unit_id else u for u in audit.tree.units)  # type: ignore[arg-type]
    return replace(audit, tree=replace(audit.tree, units=units))


def test_the_units_words_are_marked_inside_the_step(audit: Audit) -> None:
    for unit in audit.tree.units:
        words = session_of(audit).detail(unit.id).words
        assert words.found
        assert words.unit == unit.text
        assert words.before + words.unit + words.after == session_of(audit).detail(unit.id).step.text


def test_marks_count_code_points_where_spans_count_bytes() -> None:
    audit = synthetic_audit(8, hostile="é中𝔸 ")
    words = session_of(audit).detail(UnitId("u004")).words
    assert words.found
    assert words.unit == audit.tree.units[3].text


def test_a_repeated_sentence_is_marked_where_its_span_says(audit: Audit) -> None:
    """Two units with the same words in one step: the second is marked at its own place."""
    source = audit.proof.sources[0]
    assert source.text is not None
    step = audit.proof.steps[0]
    first, second = audit.tree.units[0], audit.tree.units[1]
    same = first.text.ljust(len(second.text))[: len(second.text)]
    text = step.text.replace(second.text, same)
    audit = replace(
        audit,
        proof=replace(
            audit.proof,
            sources=(replace(source, text=source.text.replace(step.text, text)),),
            steps=(replace(step, text=text), *audit.proof.steps[1:]),
        ),
    )
    words = session_of(with_unit(audit, "u002", text=same)).detail(UnitId("u002")).words
    assert len(words.before) == len(first.text) + 1
    assert words.unit == same


def test_a_unit_that_quotes_another_place_is_shown_beside_its_step(audit: Audit) -> None:
    away = SourceSpan(source=0, start=0, end=5, line=1, end_line=1)
    words = session_of(with_unit(audit, "u002", text="the goal is reached", span=away)).detail(UnitId("u002")).words
    assert not words.found
    assert words.before == audit.proof.steps[0].text
    assert words.unit == "the goal is reached"


def test_premises_are_resolved_to_their_words_and_their_producers_verdict(audit: Audit) -> None:
    session = session_of(audit)
    (premise,) = session.detail(UnitId("u006")).obligations[0].premises
    assert premise.entry.text == "7 + 3 = 11"
    assert premise.producer is not None
    assert premise.producer.status is Status.FLAWED
    session.apply(session.decide(UnitId("u005"), Status.UNCERTAIN, at=AT, reason="two readings"))
    (premise,) = session.detail(UnitId("u006")).obligations[0].premises
    assert premise.producer is not None
    assert premise.producer.status is Status.UNCERTAIN


def test_context_and_goal_are_those_before_the_unit(audit: Audit) -> None:
    detail = session_of(audit).detail(UnitId("u004"))
    assert [entry.id for entry in detail.context] == ["g1", "g2", "g3"]
    assert [entry.id for entry in detail.added] == [EntryId("g4")]
    assert detail.goal_before == detail.goal_after == "the claim"


def test_a_refutation_comes_with_its_reading_reason_and_links(audit: Audit) -> None:
    (item,) = session_of(audit).detail(UnitId("u005")).refuted
    assert item.outcome is Outcome.REFUTED
    assert item.reading == "7 + 3 = 11"
    assert item.links[0].claim == "7 + 3 = 11"


def test_an_obligation_without_a_statement_says_why_and_what_to_do(audit: Audit) -> None:
    (view,) = session_of(audit).detail(UnitId("u002")).obligations
    assert view.statements == ()
    assert view.nothing_formal.startswith("Nothing formal was written for this obligation")
    assert "v correct" in view.to_do
    (checked,) = session_of(audit).detail(UnitId("u005")).obligations
    assert checked.nothing_formal == ""
    assert checked.statements[0].report is not None


def test_the_path_leads_from_the_theorem_through_the_scopes(audit: Audit) -> None:
    scopes = (
        *audit.tree.scopes,
        Scope(id=ScopeId("c1"), kind=ScopeKind.CASE, parent=ScopeId("c0"), label="n odd"),
        Scope(id=ScopeId("c2"), kind=ScopeKind.CONTRADICTION, parent=ScopeId("c1"), label="n = 1", hypothetical=True),
    )
    audit = with_unit(replace(audit, tree=replace(audit.tree, scopes=scopes)), "u003", scope=ScopeId("c2"))
    assert [scope.label for scope in session_of(audit).detail(UnitId("u003")).path] == ["theorem", "n odd", "n = 1"]


def test_history_shows_what_was_taken_back(audit: Audit) -> None:
    session = session_of(audit)
    unit = UnitId("u005")
    session.apply(session.confirm(unit, at=AT))
    session.apply(session.undo(at=AT))
    session.apply(session.annotate(unit, "ask the author", at=AT))
    assert [(line.event.kind, line.standing) for line in session.detail(unit).history] == [
        ("decide", False),
        ("note", True),
    ]


def test_findings_about_a_unit_its_obligations_and_statements_are_gathered(audit: Audit) -> None:
    statement = audit.statements[0]
    audit = replace(
        audit,
        findings=(
            Finding(kind="a", message="of the unit", about="u005"),
            Finding(kind="b", message="of the obligation", about="o005.1"),
            Finding(kind="c", message="of the statement", about=statement.id),
            Finding(kind="d", message="of another", about="u006"),
        ),
    )
    assert [finding.kind for finding in session_of(audit).detail(UnitId("u005")).findings] == ["a", "b", "c"]


def test_a_remark_and_an_abandoned_attempt_owe_nothing(audit: Audit) -> None:
    audit = replace(with_unit(audit, "u003", role=UnitRole.ABANDONED), obligations=())
    session = session_of(audit)
    assert session.detail(UnitId("u003")).obligations == ()
    assert session.row(UnitId("u003")).abandoned
    assert session.row(UnitId("u003")).label == "abandoned"
