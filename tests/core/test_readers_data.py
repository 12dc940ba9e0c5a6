"""The development data: every record reads, every step is its quoted text, every input case behaves as described."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.core.text import math_spans, sentence_spans

pytestmark = pytest.mark.data

FILES = (
    "proofloc_university_dev",
    "proofloc_olympiad_dev",
    "numeric_steps_dev",
    "label_disagreements_dev",
    "proofs_with_dag_dev",
)


def records(folder: Path, name: str) -> list[tuple[bytes, dict[str, Any]]]:
    lines = (folder / f"{name}.jsonl").read_bytes().splitlines()
    return [(line, json.loads(line)) for line in lines if line.strip()]


@pytest.mark.parametrize("name", FILES)
def test_every_record_reads_with_exact_spans(data_dir: Path, name: str) -> None:
    for line, record in records(data_dir, name):
        proof = read_bytes(line, f"{name}.jsonl")
        assert all(proof.quote(step.span) == step.text for step in proof.steps)
        if "steps" in record:
            assert [step.text for step in proof.steps] == record["steps"]
        assert proof.problem == (record.get("problem") or record["nl_theorem"]).strip()


@pytest.mark.parametrize("name", FILES)
def test_sentences_cover_every_step_and_cut_no_formula(data_dir: Path, name: str) -> None:
    for line, _ in records(data_dir, name):
        for step in read_bytes(line, f"{name}.jsonl").steps:
            spans = sentence_spans(step.text)
            assert "".join("".join(step.text[a:b].split()) for a, b in spans) == "".join(step.text.split())
            cuts = {place for span in spans for place in span}
            assert not any(f.start < cut < f.end for f in math_spans(step.text) for cut in cuts)


def case(folder: Path, identity: str) -> dict[str, Any]:
    for line in (folder / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["id"] == identity:
            return found
    raise LookupError(identity)


def of_case(folder: Path, identity: str, **choices: str) -> Proof:
    path = folder / "cases" / case(folder, identity)["input"].split(" ; ")[0]
    return read_source(path, **choices)


def formulas(proof: Proof) -> list[str]:
    return [
        step.text[span.inner_start : span.inner_end].strip()
        for step in proof.steps
        for span in math_spans(step.text)
        if not span.code
    ]


@pytest.mark.parametrize("identity", ["IN-16", "IN-18"])
def test_the_formulas_are_exactly_those(data_dir: Path, identity: str) -> None:
    expected = case(data_dir, identity)["expect"]["formulas"]
    assert formulas(of_case(data_dir, identity)) == expected


@pytest.mark.parametrize(
    ("identity", "steps"), [("IN-04", 2), ("IN-06", 2), ("IN-15", 3), ("IN-23", 3), ("IN-31", 2), ("IN-34", 2)]
)
def test_the_number_of_steps_is_that(data_dir: Path, identity: str, steps: int) -> None:
    assert len(of_case(data_dir, identity).steps) == steps


@pytest.mark.parametrize("identity", ["IN-10", "IN-13", "IN-21"])
def test_the_steps_are_those_in_that_order(data_dir: Path, identity: str) -> None:
    expected = case(data_dir, identity)["expect"]["steps"]
    assert [int(step.label) for step in of_case(data_dir, identity).steps] == expected


@pytest.mark.parametrize("identity", ["IN-01", "IN-03"])
def test_a_proof_has_its_sentences(data_dir: Path, identity: str) -> None:
    expected = case(data_dir, identity)["expect"]["proof_sentences"]
    assert sum(len(sentence_spans(step.text)) for step in of_case(data_dir, identity).steps) == expected


def test_every_file_of_the_cases_reads_with_exact_spans(data_dir: Path) -> None:
    for path in sorted((data_dir / "cases" / "files").glob("**/*")):
        if path.suffix in (".md", ".tex") and "in13/parts" not in path.as_posix():
            proof = read_source(path, proof="#1")
            assert proof.steps
            assert all(proof.quote(step.span) == step.text for step in proof.steps)


def test_proofs_with_numbered_steps_keep_their_numbers(data_dir: Path) -> None:
    for path in sorted((data_dir / "cases" / "files" / "proofs").glob("*.*")):
        proof = read_source(path)
        assert [step.label for step in proof.steps] == [str(number) for number in range(1, len(proof.steps) + 1)]
        assert proof.problem
