"""Statements, reports and evidence in events are held to what holds in the machine part, in files and journals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.errors import AuditFileError, SaveError
from proofsieve.core.events import (
    MAX_RECHECKED,
    MAX_STATEMENT,
    EditStatementEvent,
    Event,
    RecheckEvent,
    RedoEvent,
    UndoEvent,
)
from proofsieve.core.evidence import MAX_ARTIFACT, Evidence, Kind, Outcome, Statement, evidence_id, make_statement
from proofsieve.core.faithfulness import Faithful, Judge, JudgeKind, Report, transcribed
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record.journal import Journal
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.tree import UnitId
from proofsieve.tests.core.comparisons import comparison, same
from proofsieve.tests.core.reviewed import AT, answer, fresh_audit, report_by, with_event, written

AUDIT = fresh_audit()
STATEMENT = written(AUDIT)
KEPT = comparison([same("p1", by="ann"), same("c1", by="ann")], judges=["ann"])
OTHER = written(AUDIT, "u002")


def sealed(audit: Audit, cls: type[Any], **payload: Any) -> Any:
    """An event that follows the last one of ``audit``."""
    return chain.make_event(
        cls, prev=audit.review.head, seq=len(audit.review.events) + 1, at=AT, reviewer="ann", **payload
    )


def edit(
    audit: Audit = AUDIT,
    statement: Statement = STATEMENT,
    report: Report | None = None,
    *,
    unit: str = "u001",
    proof: str = "by rfl",
) -> EditStatementEvent:
    event: EditStatementEvent = sealed(
        audit,
        EditStatementEvent,
        unit_id=UnitId(unit),
        statement=statement,
        proof=proof,
        report=report_by(statement, KEPT) if report is None else report,
    )
    return event


EDITED = with_event(AUDIT, edit())


def recheck(*evidence: Evidence, unit: str = "u001") -> RecheckEvent:
    event: RecheckEvent = sealed(EDITED, RecheckEvent, unit_id=UnitId(unit), evidence=evidence)
    return event


def renamed(item: Evidence, **changed: Any) -> Evidence:
    """A forged piece of evidence under the name of its content."""
    forged = replace(item, **changed)
    return replace(forged, id=evidence_id(forged))


def restated(**changed: Any) -> Statement:
    """A statement with other fields, under the name of its content."""
    fields = {
        "obligation_id": STATEMENT.obligation_id,
        "language": STATEMENT.language,
        "text": STATEMENT.text,
        "provenance": STATEMENT.provenance,
    }
    return make_statement(**{**fields, **changed})


REPORT = report_by(STATEMENT, KEPT)
MINE = AUDIT.statements[0]

EDITS: dict[str, tuple[Callable[[], EditStatementEvent], str]] = {
    "a unit that is not there": (lambda: edit(unit="u99"), "there is no unit 'u99'"),
    "a statement under another name": (
        lambda: edit(statement=replace(STATEMENT, text="theorem t : 1 = 2")),
        "statement.id: .* is not the name of its content",
    ),
    "an obligation that is not there": (
        lambda: edit(statement=restated(obligation_id="o999.1")),
        "statement.obligation_id: there is no obligation 'o999.1'",
    ),
    "an obligation of another unit": (lambda: edit(statement=OTHER), "is owed by u002, not u001"),
    "a statement that claims to be the machine's": (
        lambda: edit(statement=restated(provenance="model")),
        "statement.provenance: 'model'",
    ),
    "a statement that claims to be copied": (
        lambda: edit(statement=restated(start=0, end=5)),
        "was not copied from the text",
    ),
    "a statement that is too long": (
        lambda: edit(statement=restated(text="x" * (MAX_STATEMENT + 1))),
        "statement.text: 20,001 characters; at most 20,000",
    ),
    "premises that are too long": (
        lambda: edit(statement=restated(premises=("x" * MAX_STATEMENT, "y"))),
        "statement.premises: 20,001 characters",
    ),
    "a proof that is too long": (lambda: edit(proof="x" * (MAX_ARTIFACT + 1)), "proof: 100,001 characters"),
    "a report of another statement": (lambda: edit(report=report_by(OTHER, KEPT)), "is another statement"),
    "a report that is faithful by construction": (
        lambda: edit(report=transcribed(STATEMENT.id, asserted=True, owed=True, why_not="")),
        "report.basis: the statement was not copied from the text",
    ),
    "a better score": (
        lambda: edit(report=replace(REPORT, score="0.99")),
        "report.score: 0.99 does not follow",
    ),
    "what counts": (lambda: edit(report=replace(REPORT, refuted_counts=True)), "report.refuted_counts: True"),
    "faithful without a judgement": (
        lambda: edit(report=replace(report_by(STATEMENT), status=Faithful.FAITHFUL, passed_counts=True)),
        "report.status: faithful does not follow",
    ),
    "a score that is none": (lambda: edit(report=replace(REPORT, s_hol="much")), "'much' is no decimal"),
    "a judge who is not the reviewer": (
        lambda: edit(report=replace(REPORT, judges=(Judge(name="bob", kind=JudgeKind.PERSON, said=""),))),
        "only the reviewer judges, not 'bob'",
    ),
    "a judge who is a model": (
        lambda: edit(report=replace(REPORT, judges=(Judge(name="ann", kind=JudgeKind.MODEL, said=""),))),
        "only the reviewer judges",
    ),
    "judgements of somebody else": (
        lambda: edit(report=report_by(STATEMENT, comparison([same("p1"), same("c1")]))),
        "report.comparison: in an edit only the reviewer judges, not 'ada'",
    ),
    "a name that cannot be printed": (
        lambda: edit(report=replace(REPORT, judges=(Judge(name="a\nb", kind=JudgeKind.PERSON, said=""),))),
        "cannot be printed",
    ),
}

RECHECKS: dict[str, tuple[Callable[[], RecheckEvent], str]] = {
    "a unit that is not there": (lambda: recheck(answer(STATEMENT), unit="u99"), "there is no unit 'u99'"),
    "nothing": (recheck, "evidence: 0 pieces; a recheck has from 1 to"),
    "too much": (
        lambda: recheck(*(answer(STATEMENT, artifact=f"by {n}") for n in range(MAX_RECHECKED + 1))),
        "evidence: 201 pieces",
    ),
    "a statement that nobody wrote": (
        lambda: recheck(answer(restated(text="theorem u : True"))),
        "evidence.0..statement_id: there is no statement",
    ),
    "a statement of another unit": (lambda: recheck(answer(MINE)), "is a statement of u005, not u001"),
    "evidence under another name": (
        lambda: recheck(replace(answer(STATEMENT), outcome=Outcome.REFUTED)),
        "evidence.0..id: .* is not the name of its content",
    ),
    "a pass without strength": (
        lambda: recheck(renamed(answer(STATEMENT), strength=None)),
        "inconclusive evidence has a kind and no strength",
    ),
    "a pass with a kind": (
        lambda: recheck(renamed(answer(STATEMENT), kind=Kind.TIMEOUT)),
        "inconclusive evidence has a kind and no strength",
    ),
    "an artifact that is too long": (
        lambda: recheck(renamed(answer(STATEMENT), artifact="x" * (MAX_ARTIFACT + 1))),
        "evidence.0..artifact: 100,001 characters",
    ),
    "the same answer twice": (lambda: recheck(answer(STATEMENT), answer(STATEMENT)), "is already taken"),
    "a checker that cannot be printed": (
        lambda: recheck(renamed(answer(STATEMENT), checker="le\x1ban")),
        "the name .* cannot be printed",
    ),
}


def in_a_file(audit: Audit, event: Event) -> None:
    """Put the event into a file, whatever it says, and read the file."""
    changed = replace(audit, review=chain.extend(audit.review, [event]))
    canonical.load_audit_bytes(canonical.dump_audit(changed), where="x")


def in_a_journal(audit: Audit, event: Event, folder: Path) -> None:
    path = folder / "x.audit.json"
    audit_file.save_new(path, AUDIT)
    with Journal.open(path, AUDIT, reviewer="ann") as journal:
        for earlier in audit.review.events:
            journal.append(earlier)
        before = audit_file.journal_path(path).read_bytes() if audit.review.events else b""
        try:
            journal.append(event)
        finally:
            after = audit_file.journal_path(path)
            assert (after.read_bytes() if after.exists() else b"") == before, "a refused event leaves no trace"


@pytest.mark.parametrize("case", list(EDITS))
def test_an_edit_that_does_not_fit_is_refused(case: str, tmp_path: Path) -> None:
    make, message = EDITS[case]
    with pytest.raises(AuditFileError, match=r"review.events\[0\]: " + "(?s:.*)" + message):
        in_a_file(AUDIT, make())
    with pytest.raises(SaveError, match=message):
        in_a_journal(AUDIT, make(), tmp_path)


@pytest.mark.parametrize("case", list(RECHECKS))
def test_a_recheck_that_does_not_fit_is_refused(case: str, tmp_path: Path) -> None:
    make, message = RECHECKS[case]
    with pytest.raises(AuditFileError, match=r"review.events\[1\]: " + "(?s:.*)" + message):
        in_a_file(EDITED, make())
    with pytest.raises(SaveError, match=message):
        in_a_journal(EDITED, make(), tmp_path)


def test_a_statement_of_the_machine_part_is_not_written_again() -> None:
    mine = written(AUDIT)
    audit = chain.begin_review(
        with_verdict(replace(AUDIT, statements=(*AUDIT.statements, mine), review=replace(AUDIT.review, events=())))
    )
    with pytest.raises(AuditFileError, match="stands in the machine part already"):
        in_a_file(audit, edit(audit, mine))


def test_only_what_was_copied_from_the_text_is_faithful_by_construction() -> None:
    statement = restated(provenance="model")
    report = transcribed(statement.id, asserted=True, owed=True, why_not="")
    forged = replace(AUDIT, statements=(*AUDIT.statements, statement), reports=(*AUDIT.reports, report))
    raw = canonical.dump_audit(chain.begin_review(with_verdict(forged)))
    with pytest.raises(AuditFileError, match=r"basis: the statement was not copied from the text, .* 'model'"):
        canonical.load_audit_bytes(raw, where="x")


def test_a_recheck_may_not_come_before_the_statement_that_it_is_about() -> None:
    with pytest.raises(AuditFileError, match="there is no statement"):
        in_a_file(AUDIT, sealed(AUDIT, RecheckEvent, unit_id=UnitId("u001"), evidence=(answer(STATEMENT),)))


def test_a_recheck_of_a_statement_that_was_taken_back_is_kept() -> None:
    undone = with_event(EDITED, sealed(EDITED, UndoEvent, target=1))
    late = sealed(undone, RecheckEvent, unit_id=UnitId("u001"), evidence=(answer(STATEMENT),))
    audit = with_verdict(with_event(undone, late))
    assert canonical.load_audit_bytes(canonical.dump_audit(audit), where="x") == audit


@pytest.mark.parametrize("cls", [UndoEvent, RedoEvent])
def test_a_recheck_is_not_taken_back(cls: type[Any], tmp_path: Path) -> None:
    audit = with_event(EDITED, recheck(answer(STATEMENT)))
    event = sealed(audit, cls, target=2)
    with pytest.raises(AuditFileError, match="no decision, note, flag or edit 2 before it"):
        in_a_file(audit, event)
    with pytest.raises(SaveError, match="no decision, note, flag or edit 2 before it"):
        in_a_journal(audit, event, tmp_path)


def test_an_audit_with_both_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    audit = with_verdict(with_event(EDITED, recheck(answer(STATEMENT), answer(STATEMENT, artifact="by decide"))))
    raw = canonical.dump_audit(audit)
    assert canonical.load_audit_bytes(raw, where="x") == audit
    assert canonical.dump_audit(canonical.load_audit_bytes(raw, where="x")) == raw
    path = tmp_path / "x.audit.json"
    audit_file.save_new(path, AUDIT)
    with Journal.open(path, AUDIT, reviewer="ann") as journal:
        for event in audit.review.events:
            journal.append(event)
        assert audit_file.load(path) == audit
        journal.fold(audit)
    assert path.read_bytes() == raw


def test_an_event_that_is_too_long_for_a_line_is_refused_and_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    long = [answer(STATEMENT, artifact="∀" * (MAX_ARTIFACT - n)) for n in range(4)]
    with pytest.raises(SaveError, match="bytes; at most 1,048,576 are kept"):
        in_a_journal(EDITED, recheck(*long), tmp_path)
