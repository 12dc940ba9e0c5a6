"""Sentences and what exact arithmetic says of them: slips are refuted, true twins pass, look-alikes stay quiet."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.assertion import Passage, claim_sites
from proofsieve.core.evidence import Outcome
from proofsieve.core.text import sentence_spans

TABLE = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "numeric_prose.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def outcomes(text: str) -> list[Outcome]:
    """Of the claims that ``text`` asserts; what stands before a ¶ is the problem."""
    problem, _, solution = text.rpartition("¶")
    passages = [Passage(text=problem, scope=("c0",), hypothetical=False, problem=True)]
    passages += [
        Passage(text=solution[start:end], scope=("c0",), hypothetical=False) for start, end in sentence_spans(solution)
    ]
    return [
        evaluate(site.text, site.premises).outcome for own in claim_sites(passages) for site in own if site.asserted
    ]


def test_no_sentence_stands_twice_in_the_table() -> None:
    assert len({text for _, text in TABLE}) == len(TABLE)


@pytest.mark.parametrize("text", [text for wanted, text in TABLE if wanted == "passed"])
def test_a_true_statement_passes(text: str) -> None:
    found = outcomes(text)
    assert Outcome.PASSED in found
    assert Outcome.REFUTED not in found


@pytest.mark.parametrize("text", [text for wanted, text in TABLE if wanted == "refuted"])
def test_a_false_statement_is_refuted(text: str) -> None:
    assert Outcome.REFUTED in outcomes(text)


@pytest.mark.parametrize("text", [text for wanted, text in TABLE if wanted == "quiet"])
def test_what_only_looks_false_is_not_refuted(text: str) -> None:
    assert Outcome.REFUTED not in outcomes(text)
