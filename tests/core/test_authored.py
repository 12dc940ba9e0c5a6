"""An author's own statements: read from a Lean file, placed on the unit whose words they quote, never believed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.authored import MAX_TEXT, read_authored
from proofsieve.core.evidence import Language, Outcome
from proofsieve.core.faithfulness import Faithful
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.verdict import Status
from proofsieve.tests.core.test_transcription import audited, scripted_lean

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PROOF = "Problem: Show that $n + n$ is even.\n\nProof:\n\n1. Clearly $n + n = 2n$. Hence $n + n$ is even.\n"
FILE = """/- mine -/

def twice (n : Int) : Int := 2 * n

/-- s1 "Hence $n + n$
is even" -/
theorem even (n : Int) : (n + n) % 2 = 0 := by omega

/-- s1 "no such words" -/
theorem lost : 1 = 1 := rfl

-- s1 "a plain comment is no entry"
theorem plain : 2 = 2 := rfl
"""


def test_entries_are_read_with_the_definitions_before_them() -> None:
    first, second = read_authored(FILE)
    assert (first.step, first.line) == ("s1", 5)
    assert first.quote.split() == ["Hence", "$n", "+", "n$", "is", "even"]
    assert first.text.startswith("/- mine -/\n\ndef twice")
    assert first.text.endswith("theorem even (n : Int) : (n + n) % 2 = 0 := by omega")
    assert "theorem even" not in second.text
    assert second.text.endswith("theorem plain : 2 = 2 := rfl")


async def test_a_statement_stands_by_the_unit_whose_words_it_quotes_and_counts_for_nothing_yet() -> None:
    lean = scripted_lean()
    audit = await audited(PROOF, lean, authored=read_authored(FILE), authored_in="p.statements.lean")
    (statement,) = [item for item in audit.statements if item.provenance == "author"]
    obligation = next(item for item in audit.obligations if item.id == statement.obligation_id)
    assert "Hence" in audit.tree.unit_by_id[obligation.unit_id].text
    assert statement.language is Language.LEAN
    (report,) = [item for item in audit.reports if item.statement_id == statement.id]
    assert report.status is Faithful.NOT_JUDGED
    assert report.comparison is not None
    assert report.comparison.formal
    (answer,) = [item for item in audit.evidence if item.statement_id == statement.id]
    assert answer.outcome is Outcome.PASSED
    assert not report.counts(answer)
    verdict = next(item for item in audit.verdict.units if item.unit_id == obligation.unit_id)
    assert verdict.status is not Status.CORRECT
    assert load_audit_bytes(dump_audit(audit), where="x") == audit


async def test_words_that_stand_nowhere_are_a_finding_with_file_and_line() -> None:
    audit = await audited(PROOF, scripted_lean(), authored=read_authored(FILE), authored_in="p.statements.lean")
    (finding,) = [item for item in audit.findings if item.kind == "statement_unplaced"]
    assert finding.message.startswith("p.statements.lean, line 9: the quote for s1 stands in no unit of it")


async def test_without_lean_the_statements_are_shown_without_evidence() -> None:
    audit = await audited(PROOF, None, authored=read_authored(FILE), authored_in="p.statements.lean")
    (statement,) = [item for item in audit.statements if item.provenance == "author"]
    assert [item for item in audit.evidence if item.statement_id == statement.id] == []


def test_a_text_that_is_too_long_has_no_entries() -> None:
    assert read_authored(FILE + " " * MAX_TEXT) == ()


@given(st.text(alphabet='/-s1" \nthe,:=é\x00', max_size=300))
def test_any_text_is_read_without_an_error(text: str) -> None:
    for entry in read_authored(text):
        assert entry.quote
        assert 1 <= entry.line <= text.count("\n") + 1


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.statements.lean")), ids=lambda path: path.name)
async def test_every_statement_of_the_examples_finds_its_unit(path: Path) -> None:
    entries = read_authored(path.read_text("utf-8"))
    proof = path.with_name(path.name.replace(".statements.lean", ".md")).read_text("utf-8")
    audit = await audited(proof, None, authored=entries, authored_in=path.name)
    assert [item for item in audit.findings if item.kind == "statement_unplaced"] == []
    assert len([item for item in audit.statements if item.provenance == "author"]) == len(entries)
