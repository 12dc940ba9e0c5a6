"""Substeps are verbatim pieces of their steps, byte for byte, and together hold every word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.decomposition import decompose
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes, read_source
from proofsieve.tests.proofs import line_ends, proof_of

WORDS = st.sampled_from(
    [
        "Suppose $x^2 = 4$.",
        "Hence 𝔸 ⊆ 𝔹; so the claim é́ follows.",
        "שלום: $a_{1}$ is even.",
        "Line one\r\nline two\rline three.",
        "We get\n$$\\sum_{k=1}^n k = 10.$$\nThus, i.e. by Thm. 3, done.",
        "于是 $n = 2k$。所以成立。",
        "(1)",
        "👩‍👩‍👧 waves, so 1 < 2.",
        "a\u0301\u0323 combining; hence b̂.",
    ]
)


def check(proof: Proof) -> None:
    decomposition = decompose(proof)
    texts: dict[str, str] = {}
    last = (-1, -1)
    assert [substep.index for substep in decomposition.substeps] == list(range(len(decomposition.substeps)))
    for substep in decomposition.substeps:
        assert proof.quote(substep.span) == substep.text
        source = proof.sources[substep.span.source]
        before = source.raw()[: substep.span.start].decode(source.encoding)
        assert substep.span.line == line_ends(before) + 1 or source.derived_from is not None
        assert (substep.span.source, substep.span.start) > last
        last = (substep.span.source, substep.span.start)
        texts[substep.step] = texts.get(substep.step, "") + substep.text
    for step in proof.steps:
        assert "".join(texts[step.id].split()) == "".join(step.text.split())
    assert not [finding for finding in decomposition.findings if finding.kind == "uncovered-text"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=5))
def test_substeps_quote_their_source_and_cover_it(steps: list[str]) -> None:
    check(proof_of("Prove it.", *steps))


def test_every_substep_of_every_example_quotes_its_source(root: Path) -> None:
    for path in sorted((root / "examples").glob("*.md")):
        check(read_source(path))


@pytest.mark.data
@pytest.mark.parametrize("name", ["proofloc_university_dev", "proofloc_olympiad_dev", "numeric_steps_dev"])
def test_every_substep_of_every_record_quotes_its_source(data_dir: Path, name: str) -> None:
    lines = (data_dir / f"{name}.jsonl").read_bytes().splitlines()
    for line in lines:
        proof = read_bytes(line, f"{json.loads(line)['id']}.json")
        check(proof)


def test_a_label_by_itself_belongs_to_what_it_labels() -> None:
    assert [item.text for item in decompose(proof_of("P.", "We have $a = 2$. (1)")).substeps] == [
        "We have $a = 2$. (1)"
    ]


def test_a_step_without_a_sentence_is_kept_and_said_so() -> None:
    decomposition = decompose(proof_of("P.", "***"))
    assert [item.text for item in decomposition.substeps] == ["***"]
