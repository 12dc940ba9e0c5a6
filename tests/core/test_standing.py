"""The verdict of a file is never taken on trust: it is worked out from evidence, findings and events."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import proofsieve
from proofsieve.core.audit import Audit, Tool
from proofsieve.core.errors import AuditFileError, SaveError
from proofsieve.core.record import audit_file, canonical, chain
from proofsieve.core.record.journal import Journal
from proofsieve.core.record.standing import verdict_of, with_verdict
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.core.reviewed import AT, fresh_audit, with_event


def decided(audit: Audit, unit: str = "u003") -> Audit:
    """``audit`` with a decision that calls a unit flawed, and still the verdict from before."""
    session = ReviewSession(audit, reviewer="ann")
    event = session.decide(UnitId(unit), Status.FLAWED, at=AT, reason="n is odd")
    return with_event(audit, event)


def by_another_version(audit: Audit) -> Audit:
    """``audit`` as a program with other rules might have written it."""
    changed = replace(audit, tool=Tool(name="proofsieve", version="0.0.9"))
    verdict = replace(changed.verdict, status=Status.CORRECT, reason="by other rules")
    return chain.begin_review(replace(changed, verdict=verdict))


def test_the_verdict_follows_decisions_as_the_review_shows_them() -> None:
    audit = decided(fresh_audit())
    session = ReviewSession(audit, reviewer="ann")
    assert verdict_of(audit) == session.document().verdict
    assert verdict_of(audit).units[2].rests_on == ("reviewer:ann",)


def test_a_forged_verdict_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.audit.json"
    forged = canonical.dump_audit(fresh_audit()).replace(b'"status": "flawed"', b'"status": "correct"')
    path.write_bytes(forged)
    with pytest.raises(AuditFileError, match="the verdict does not follow from the evidence and events") as caught:
        proofsieve.load_audit(path)
    assert "\n" not in str(caught.value)


def test_a_verdict_without_the_decisions_in_the_file_is_refused() -> None:
    stale = decided(fresh_audit())
    with pytest.raises(AuditFileError, match="u003 is called not_checked, but is flawed"):
        canonical.load_audit_bytes(canonical.dump_audit(stale), where="x")
    right = with_verdict(stale)
    assert canonical.load_audit_bytes(canonical.dump_audit(right), where="x") == right


def test_the_verdict_of_another_version_is_replaced_by_ours() -> None:
    audit = by_another_version(fresh_audit())
    found = canonical.load_audit_bytes(canonical.dump_audit(audit), where="x")
    assert found == with_verdict(audit)
    assert found.verdict == fresh_audit().verdict


def test_a_verdict_that_does_not_follow_is_not_saved(tmp_path: Path) -> None:
    audit = fresh_audit()
    forged = replace(audit, verdict=replace(audit.verdict, status=Status.CORRECT))
    with pytest.raises(SaveError, match="is not saved: the verdict does not follow"):
        audit_file.save_new(tmp_path / "x.audit.json", forged)
    assert list(tmp_path.iterdir()) == []


def test_loading_counts_the_decisions_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "x.audit.json"
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    after = decided(audit)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.append(after.review.events[0])
    assert audit_file.load(path) == with_verdict(after) != after


def test_a_verdict_that_does_not_follow_is_not_folded(tmp_path: Path) -> None:
    path = tmp_path / "x.audit.json"
    audit = fresh_audit()
    audit_file.save_new(path, audit)
    after = decided(audit)
    with Journal.open(path, audit, reviewer="ann") as journal:
        journal.append(after.review.events[0])
        with pytest.raises(SaveError, match="the audit is not folded: the verdict does not follow"):
            journal.fold(after)
        assert audit_file.load(path) == with_verdict(after)
        journal.fold(with_verdict(after))
    assert canonical.load_audit_bytes(path.read_bytes(), where="x") == with_verdict(after)
