"""Older audit files are checked in their own form and read forward; their hashes, events and decisions stay good.

files/version1.json and its journal were written by release 0.1.0: two decisions folded, a note in the journal.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from proofsieve.core.advice import Advice
from proofsieve.core.audit import SCHEMA
from proofsieve.core.errors import AuditFileError
from proofsieve.core.evidence import evidence_id
from proofsieve.core.faithfulness import Gate
from proofsieve.core.record import canonical, chain, versions
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.core.record.journal import Journal
from proofsieve.core.record.jsonform import indented
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import UnitId
from proofsieve.core.verdict import Status
from proofsieve.tests.core.reviewed import fresh_audit, one_of_each

FILES = Path(__file__).parent / "files"
RAW = (FILES / "version1.json").read_bytes()
AT = "2026-02-03T12:04:31Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    for kind in ("json", "journal"):
        shutil.copy(FILES / f"version1.{kind}", tmp_path / f"x.audit.{kind}")
    return tmp_path / "x.audit.json"


def put(value: Any, *place: str | int) -> bytes:
    """The file of version 1 with one field changed, in canonical form."""
    document = json.loads(RAW)
    at = document
    for part in place[:-1]:
        at = at[part]
    at[place[-1]] = value
    return indented(document)


def test_a_file_of_version_1_is_read_forward_with_its_events_and_the_defaults() -> None:
    audit = canonical.load_audit_bytes(RAW, where="x")
    assert audit.schema == SCHEMA
    assert audit.settings.gate == Gate()
    assert all(report.comparison is None and report.findings == () for report in audit.reports)
    assert all(item.artifact == "" and item.id == evidence_id(item) for item in audit.evidence)
    assert audit.review.base == json.loads(RAW)["review"]["base"]
    assert len(audit.review.events) == 2


def test_decisions_taken_on_version_1_still_count() -> None:
    session = ReviewSession(canonical.load_audit_bytes(RAW, where="x"), reviewer="ann")
    assert [len(session.decisions(UnitId(unit))) for unit in ("u001", "u002")] == [1, 1]
    assert session.progress().stale == 0


def test_a_decision_is_stale_where_what_it_was_taken_on_now_says_more() -> None:
    audit = canonical.load_audit_bytes(RAW, where="x")
    audit = replace(audit, reports=tuple(replace(report, suggested_revision="x") for report in audit.reports))
    assert ReviewSession(audit, reviewer="ann").progress().stale == 1, "the one unit that has a report"


def test_a_review_of_version_1_goes_on_and_is_written_in_the_current_version(path: Path) -> None:
    audit = load(path)
    assert len(audit.review.events) == 3, "the journal's note too"
    with Journal.open(path, audit, reviewer="ann") as journal:
        assert "the file is of version 1" in journal.note
        session = ReviewSession(audit, reviewer="ann")
        event = session.decide(UnitId("u003"), Status.UNCERTAIN, at=AT, reason="supposed")
        journal.append(event)
        session.apply(event)
        journal.fold(session.document())
    raw = path.read_bytes()
    assert json.loads(raw)["schema"] == SCHEMA
    again = load(path)
    assert again.review.base == audit.review.base
    assert [event.hash for event in again.review.events][:3] == [event.hash for event in audit.review.events]
    with Journal.open(path, again, reviewer="ann") as journal:
        assert journal.note == ""
    assert ReviewSession(again, reviewer="ann").progress().stale == 0


def test_a_file_of_version_1_may_be_saved_anew(tmp_path: Path) -> None:
    audit = canonical.load_audit_bytes(RAW, where="x")
    save_new(tmp_path / "y.audit.json", audit)
    assert load(tmp_path / "y.audit.json") == audit


def test_reading_forward_twice_gives_the_same_bytes() -> None:
    audit = canonical.load_audit_bytes(RAW, where="x")
    raw = canonical.dump_audit(audit)
    assert canonical.dump_audit(canonical.load_audit_bytes(raw, where="x")) == raw


WRONG = {
    "a newer field": (put([], "reports", 0, "findings"), r"reports\[0\].findings: no such field belongs .* version 1"),
    "a newer setting": (put({}, "settings", "gate"), "settings.gate: no such field belongs there in version 1"),
    "an unknown field": (put(7, "new"), "new: no such field belongs there"),
    "what counts": (put(True, "reports", 1, "refuted_counts"), "the machine part .* it was changed under the review"),
    "a score": (put("0.9", "reports", 0, "score"), "faithful by construction|changed under the review"),
    "an event": (put("other", "review", "events", 0, "reason"), "event 1 was changed"),
    "a newer kind of event": (
        put("recheck", "review", "events", 0, "kind"),
        r"review.events\[0\].kind: no event recheck belongs there in version 1",
    ),
    "an artifact": (put("by rfl", "evidence", 0, "artifact"), r"evidence\[0\].artifact: no such field belongs there"),
    "no report": (put([1], "reports"), r"reports\[0\]"),
    "no reports": (put("none", "reports"), "reports"),
    "no settings": (put(None, "settings"), "settings"),
    "an indent": (RAW.replace(b'"schema"', b' "schema"'), "found"),
    "another version": (RAW.replace(b"audit/1", b"audit/999"), "made by a newer version"),
    "cut": (RAW[:-1], "the file ends where"),
    "line ends": (RAW.replace(b"\n", b"\r\n"), "carriage return"),
}


@pytest.mark.parametrize("wrong", list(WRONG))
def test_a_file_of_version_1_is_read_as_strictly_as_a_current_one(wrong: str) -> None:
    raw, message = WRONG[wrong]
    assert raw != RAW
    with pytest.raises(AuditFileError, match=message):
        canonical.load_audit_bytes(raw, where="x")


def test_every_field_of_version_1_is_still_required() -> None:
    document = json.loads(RAW)
    for thing in (document, document["reports"][0], document["settings"], document["verdict"]):
        for name in list(thing):
            value = thing.pop(name)
            with pytest.raises(AuditFileError):
                canonical.load_audit_bytes(indented(document), where="x")
            thing[name] = value
    canonical.load_audit_bytes(indented(document), where="x")


def test_a_current_file_does_not_pass_on_the_base_of_an_older_form_once_it_says_more() -> None:
    audit = canonical.load_audit_bytes(RAW, where="x")
    more = replace(audit, settings=replace(audit.settings, gate=Gate(score="0.6")))
    with pytest.raises(AuditFileError, match="changed under the review"):
        canonical.load_audit_bytes(canonical.dump_audit(more), where="x")


def test_a_version_names_only_fields_that_are_there_and_have_defaults() -> None:
    document = json.loads(canonical.dump_audit(one_of_each(fresh_audit(6))))
    for version, added in versions.ADDED.items():
        assert 1 < version <= versions.CURRENT
        for item in added:
            assert all(name in item.owner.__dataclass_fields__ for name in item.names)
    older = orjson.loads(indented(document))
    assert list(versions.older_bases(older)), "an audit that says no more can be written in every older form"
    assert versions.has_its_base(fresh_audit(6))


def test_what_has_no_version_has_no_note_and_is_not_read_forward() -> None:
    assert versions.note_of(b"{}") == ""
    assert [versions.version_of(thing) for thing in (None, [], {}, {"schema": 1}, {"schema": "x/1"})] == [None] * 5
    assert chain.base_of_document({}) not in set(versions.older_bases({}))


@pytest.fixture
def second(tmp_path: Path) -> Path:
    """A file of version 2 with a kernel's evidence and an author's statements, and two decisions in its journal."""
    for kind in ("json", "journal"):
        shutil.copy(FILES / f"version2.{kind}", tmp_path / f"y.audit.{kind}")
    return tmp_path / "y.audit.json"


def test_a_file_of_version_2_is_read_forward_its_decisions_still_count_and_it_goes_on(second: Path) -> None:
    audit = load(second)
    assert (audit.schema, audit.advice, audit.provenance.calls, audit.settings.models) == (SCHEMA, Advice(), (), None)
    session = ReviewSession(audit, reviewer="ann")
    assert session.progress().stale == 0
    with Journal.open(second, audit, reviewer="ann") as journal:
        event = session.decide(audit.tree.units[2].id, Status.UNCERTAIN, at=AT, reason="supposed")
        journal.append(event)
        session.apply(event)
        journal.fold(session.document())
    again = load(second)
    assert json.loads(second.read_bytes())["schema"] == SCHEMA
    assert again.review.base == audit.review.base
    assert len(again.review.events) == 3
    assert ReviewSession(again, reviewer="ann").progress().stale == 0


def test_a_file_of_version_2_that_holds_a_newer_field_is_refused() -> None:
    document = json.loads((FILES / "version2.json").read_bytes())
    document["advice"] = {}
    with pytest.raises(AuditFileError, match="advice: no such field belongs there in version 2"):
        canonical.load_audit_bytes(indented(document), where="x")
