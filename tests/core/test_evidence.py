"""Statements and evidence are named by what they say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.evidence import MAX_ARTIFACT, evidence_id, make_evidence, statement_id
from proofsieve.core.hashing import digest, plain
from proofsieve.tests.core.reviewed import answer, fresh_audit, written

STATEMENT = written(fresh_audit())


def test_the_name_is_over_the_domain_and_the_rfc_8785_form_with_an_empty_id() -> None:
    item = answer(STATEMENT, why="∀\x7f𝔸")
    assert item.id == "e" + digest("proofsieve/evidence/v1", replace(item, id=""))[:16]
    assert STATEMENT.id == "st" + digest("proofsieve/statement/v1", replace(STATEMENT, id=""))[:16]
    assert (evidence_id(item), statement_id(STATEMENT)) == (item.id, STATEMENT.id)


def test_evidence_without_an_artifact_has_the_name_from_before_there_were_artifacts() -> None:
    item = answer(STATEMENT, artifact="")
    older = {name: part for name, part in plain(replace(item, id="")).items() if name != "artifact"}
    assert item.id == "e" + digest("proofsieve/evidence/v1", older)[:16]


def test_another_artifact_is_another_piece_of_evidence() -> None:
    assert len({answer(STATEMENT, artifact=text).id for text in ("", "by rfl", "by decide")}) == 3


def test_an_artifact_is_bounded() -> None:
    answer(STATEMENT, artifact="x" * MAX_ARTIFACT)
    with pytest.raises(ValueError, match="at most 100,000 are kept"):
        answer(STATEMENT, artifact="x" * (MAX_ARTIFACT + 1))


def test_half_a_character_is_no_evidence() -> None:
    with pytest.raises(ValueError, match=r"surrogate|valid UTF-8"):
        make_evidence(
            STATEMENT,
            answer(STATEMENT).branch,
            checker="lean",
            checker_version="1",
            outcome=answer(STATEMENT).outcome,
            strength=answer(STATEMENT).strength,
            artifact="\ud800",
        )
