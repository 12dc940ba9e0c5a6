"""Questions are rare, the same text always asks the same, and no text can make detection fail or hang."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from pydantic import TypeAdapter

import proofsieve
from proofsieve.core.conventions import REGISTRY, Convention, Raised, Raiser, ReadingCheck, detect
from proofsieve.core.errors import InputError
from proofsieve.core.readers import read_bytes
from proofsieve.tests.core.convention_texts import OPEN
from proofsieve.tests.core.conventions_of import detected, named, read
from proofsieve.tests.proofs import proof_of

MOST_PER_PROOF = 0.5
RIGHT = [
    ("proofloc_university_dev.jsonl", "first_error_step"),
    ("proofloc_olympiad_dev.jsonl", "first_error_step"),
    ("numeric_steps_dev.jsonl", "first_error_step"),
]


@pytest.mark.data
@pytest.mark.parametrize(("file", "label"), RIGHT, ids=[file for file, _ in RIGHT])
def test_right_proofs_of_the_corpus_are_asked_few_questions(data_dir: Path, file: str, label: str) -> None:
    rows = [json.loads(line) for line in (data_dir / file).read_text("utf-8").splitlines()]
    right = [row for row in rows if row[label] is None]
    asked = [len(read(row["problem"], *(step for step in row["steps"] if step.strip())).questions) for row in right]
    assert len(right) >= 20
    assert sum(asked) / len(asked) < MOST_PER_PROOF


def test_detection_is_deterministic() -> None:
    for text in OPEN.values():
        assert read(*text) == read(*text)


def test_an_undeclared_name_is_asked_about_by_its_name() -> None:
    detection = read("If $y>2$ and $z>0$ then a bound holds.", "Let $y>2$.", "Then $y\\ge 3$.")
    found = named(detection, "number_domain")
    assert found is None or "y" in found.question


def test_the_obligations_are_those_of_the_unit_that_fails_and_no_others() -> None:
    audit = proofsieve.audit(proof_of(*OPEN["nat_starts_at"]))
    (asked,) = detected(audit).questions
    units = {item.unit_id for item in audit.obligations if item.id in asked.dependents}
    assert [audit.tree.unit_by_id[unit].text for unit in units] == ["Then $m>0$."]


def test_what_stands_inside_a_contradiction_is_not_asked() -> None:
    detection = read(
        "For every natural number $m$ the number $5m+1$ is not 0.",
        "Suppose for contradiction that $5m+1=0$ for a natural number $m$.",
        "Then $m>0$.",
        "This is a contradiction.",
    )
    assert detection.questions == ()


def test_a_proof_without_obligations_asks_nothing() -> None:
    audit = proofsieve.audit(proof_of(*OPEN["nat_starts_at"]))
    assert detect(audit.proof, audit.tree, ()).questions == ()


def test_what_others_raise_joins_what_the_rules_found() -> None:
    text = OPEN["nat_starts_at"]
    audit = proofsieve.audit(proof_of(*text))
    lint = Raised(convention_id="nat_starts_at", obligations=("o003.1",), raised_by=Raiser.DISAGREEMENT, raiser="lints")
    model = Raised(convention_id="o_uniform", obligations=("o002.1",), raised_by=Raiser.MODEL, raiser="a-model")
    detection = detect(audit.proof, audit.tree, audit.obligations, raised=(lint, model))
    assert [(one.id, one.raised_by, one.dependents) for one in detection.questions] == [
        ("nat_starts_at", Raiser.TEXT, ("o002.1", "o003.1")),
        ("o_uniform", Raiser.MODEL, ("o002.1",)),
    ]


def test_a_row_that_does_not_exist_cannot_be_raised() -> None:
    audit = proofsieve.audit(proof_of(*OPEN["nat_starts_at"]))
    unknown = Raised(convention_id="nat", obligations=(), raised_by=Raiser.MODEL, raiser="m")
    with pytest.raises(InputError, match="no such convention: nat"):
        detect(audit.proof, audit.tree, audit.obligations, raised=(unknown,))


@pytest.mark.parametrize("name", ["nat_starts_at", "odd_root", "division_may_vanish"])
def test_conventions_and_checks_are_written_and_read_again(name: str) -> None:
    detection = read(*OPEN[name])
    assert detection.checks
    for one, kind in ((detection.questions[0], Convention), (detection.checks[0], ReadingCheck)):
        adapter = TypeAdapter(kind)
        assert adapter.validate_json(adapter.dump_json(one)) == one


def test_a_definition_in_the_document_counts_as_the_text() -> None:
    source = (
        b"\\documentclass{article}\\begin{document}\n\\section*{Notation}\nWe write $\\mathbb{N}=\\{1,2\\}$.\n\n"
        b"\\begin{theorem}For every $m\\in\\mathbb{N}$ the number $5m$ is positive.\\end{theorem}\n"
        b"\\begin{proof}Let $m\\in\\mathbb{N}$. Then $m>0$. So $5m>0$.\\end{proof}\n\\end{document}\n"
    )
    audit = proofsieve.audit(read_bytes(source, "a.tex"))
    assert detected(audit).questions == ()


HOSTILE = [
    "natural " * 3_000,
    "⟨" * 5_000 + "ℕ" * 5_000,
    "$n\\in\\mathbb{N}$ " * 1_500,
    "positive strictly positive " * 2_000,
    "(" * 10_000,
    "$" + "(" * 5_000 + "-8" + ")" * 5_000 + "^{1/3}=2$ natural",
    "number of all " * 2_000 + "between 1 and",
    "L^2 $f\\in L^2$ " * 1_500,
    "sufficiently large for all x " * 1_500,
    "\u202e\x00\x1b[31m natural number $n$, $n>0$",
    "Let $n$ be a natural number. Then $n^{9^{9^{9}}}>0$ and $1/n>0$ and $n!>0$.",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_looked_at_and_left(text: str) -> None:
    detection = read("For every natural number $n$ all is well.", text[:30_000], "Hence $n>0$.")
    assert len(detection.conventions) <= len(REGISTRY)


def test_pieces_in_any_order_never_fail() -> None:
    rng = random.Random(7)
    pieces = [piece for text in OPEN.values() for piece in text]
    for _ in range(150):
        chosen = rng.choices(pieces, k=rng.randint(1, 12))
        mangled = [piece[: rng.randint(1, len(piece))] if rng.random() < 0.3 else piece for piece in chosen]
        assert read("A problem.", *mangled) == read("A problem.", *mangled)


def test_a_proof_of_many_steps_reads_few_contexts() -> None:
    steps = ["Let $m$ be a natural number."] + ["Then $m>0$."] * 2_000
    detection = read("For every natural number $m$ the number $5m$ is positive.", *steps)
    assert len(detection.checks) <= 32
