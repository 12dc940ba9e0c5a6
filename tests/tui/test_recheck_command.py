"""``proofsieve recheck``: exit codes, one JSON object, and a file that stays as it was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.evidence import Kind, Language, Outcome, Strength, evidence_id, make_evidence
from proofsieve.core.record import audit_file, chain
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.review import ReviewSession
from proofsieve.core.tree import UnitId
from proofsieve.tests.checking import ScriptedChecker, ScriptedSource, breaks
from proofsieve.tests.core.reviewed import AT, answer, report_by, written
from proofsieve.tui import counting
from proofsieve.tui.cli import run

TEXT = "Problem: Add up.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n2. Hence $3 + 3 = 7$.\n"


@pytest.fixture
def path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    source = tmp_path / "proof.md"
    source.write_text(TEXT, encoding="utf-8")
    run(["audit", str(source), "--lean", "off"])
    capsys.readouterr()
    return tmp_path / "proof.audit.json"


def changed(path: Path, **fields: Any) -> None:
    """Put another audit in the place of the one that was made, whole in itself."""
    audit = replace(audit_file.load(path), **fields)
    audit_file.save_new(path, chain.begin_review(with_verdict(audit)), force=True)


def with_a_lean_statement(path: Path) -> None:
    audit: Audit = audit_file.load(path)
    session = ReviewSession(audit, reviewer="ann")
    statement = written(audit)
    session.apply(session.edit_statement(UnitId("u001"), statement, report_by(statement), at=AT, proof="by rfl"))
    session.apply(session.recheck(UnitId("u001"), [answer(statement)], at=AT))
    audit_file.save_new(path, session.document(), force=True)


def recheck(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    before = path.read_bytes()
    code = run(["recheck", str(path), "--json"])
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.iterdir() if "audit" in found.name] == [path.name]
    return code, json.loads(capsys.readouterr().out)


def test_what_was_checked_agrees(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = recheck(path, capsys)
    assert code == 0
    assert found == {"audit": str(path), "checked": 2, "agree": 2, "differ": [], "could_not_run": []}


def test_an_answer_that_was_another_is_named_with_both(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *others, last = audit_file.load(path).evidence
    assert last.outcome is Outcome.REFUTED
    forged = replace(last, outcome=Outcome.PASSED, links=(), why="")
    changed(path, evidence=(*others, replace(forged, id=evidence_id(forged))))
    code, found = recheck(path, capsys)
    assert code == 1
    assert (found["checked"], found["agree"]) == (2, 1)
    (differ,) = found["differ"]
    assert (differ["unit"], differ["statement"], differ["claim"]) == ("u002", last.statement_id, "3 + 3 = 7")
    assert (differ["was"]["outcome"], differ["now"]["outcome"]) == ("passed", "refuted")


def test_what_cannot_run_here_is_named_with_what_to_do(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_lean_statement(path)
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(path.parent / "nowhere"))
    code, found = recheck(path, capsys)
    assert code == 3
    assert (found["checked"], found["agree"], found["differ"]) == (2, 2, [])
    (missing,) = found["could_not_run"]
    assert missing["unit"] == "u001"
    assert "proofsieve setup lean" in missing["why"]


def test_a_difference_weighs_more_than_what_could_not_run(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_lean_statement(path)
    source = ScriptedSource(ScriptedChecker(breaks), ScriptedChecker(name="numeric", language=Language.NUMERIC))
    monkeypatch.setattr("proofsieve.compose.checkers", lambda chosen: source)
    code, found = recheck(path, capsys)
    assert code == 1
    assert len(found["differ"]) == 2
    assert len(found["could_not_run"]) == 1
    assert source.closed == 1


def test_a_stored_proof_is_run_with_the_statement(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with_a_lean_statement(path)
    lean = ScriptedChecker()
    monkeypatch.setattr("proofsieve.compose.checkers", lambda chosen: ScriptedSource(lean))
    code, found = recheck(path, capsys)
    assert code == 3, "the numeric claims have no checker here"
    assert found["agree"] == 1
    assert [artifact for _, _, artifact in lean.asked] == ["by rfl"]


def test_for_a_person_it_says_the_same_in_lines(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recheck", str(path)]) == 0
    assert "2 of 2 answers agree, 0 differ, 0 could not run" in capsys.readouterr().out
    statement, item = audit_file.load(path).statements[0], audit_file.load(path).evidence[0]
    other = make_evidence(
        statement,
        item.branch,
        checker="numeric",
        checker_version=item.checker_version,
        outcome=Outcome.INCONCLUSIVE,
        kind=Kind.AMBIGUOUS,
        why="two readings\x1b]52;c;aGk=\x07",
    )
    changed(path, evidence=(other, *audit_file.load(path).evidence[1:]))
    assert run(["recheck", str(path)]) == 1
    said = capsys.readouterr().out
    assert "✗ u001" in said
    assert "was: numeric" in said
    assert "ambiguous" in said
    assert "now: numeric" in said
    assert "\x1b" not in said


def test_what_was_written_and_checked_again_is_among_the_events_and_in_the_unit(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_a_lean_statement(path)
    assert run(["show", str(path), "--events"]) == 0
    said = capsys.readouterr().out
    assert "statement written for o001.1: theorem t : 1 + 1 = 2" in said
    assert "recheck of u001: lean passed" in said
    assert run(["show", str(path), "--edge", "u001"]) == 0
    said = capsys.readouterr().out
    assert "statement (lean): theorem t : 1 + 1 = 2" in said
    assert "lean: passed (kernel)" in said


def test_an_audit_without_checks_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "words.md"
    source.write_text("Problem: Think.\n\nProof:\n\n1. It is clear.\n", encoding="utf-8")
    run(["audit", str(source), "--lean", "off"])
    capsys.readouterr()
    assert run(["recheck", str(tmp_path / "words.audit.json")]) == 0
    assert "nothing was checked" in capsys.readouterr().out


@pytest.mark.parametrize("raw", [None, b"", b"{}", b'{"a"'])
def test_what_is_no_audit_costs_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], raw: bytes | None) -> None:
    path = tmp_path / "x.audit.json"
    if raw is not None:
        path.write_bytes(raw)
    assert run(["recheck", str(path)]) == 4
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_a_long_run_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    def work(count: counting.Count) -> str:
        for done in range(0, 5_001, 100):
            count(done, 5_000)
        return "done"

    assert counting.counted("check again", work) == "done"
    assert capsys.readouterr().err.splitlines() == [
        "proofsieve: check again: 2000 of 5000",
        "proofsieve: check again: 4000 of 5000",
    ]


def test_a_short_run_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    counting.counted("check again", lambda count: count(10, 10))
    assert capsys.readouterr().err == ""


def test_the_strength_of_an_answer_is_part_of_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = audit_file.load(path).evidence
    weaker = replace(first, strength=Strength.HEURISTIC)
    changed(path, evidence=(replace(weaker, id=evidence_id(weaker)), *others))
    code, found = recheck(path, capsys)
    assert code == 1
    assert (found["differ"][0]["was"]["strength"], found["differ"][0]["now"]["strength"]) == ("heuristic", "exact")
