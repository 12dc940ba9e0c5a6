"""The ablations through the command line, with answers written by hand: who judged is named, and nothing is formal."""

from __future__ import annotations

import re
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.verdict import Status

from .asking import MODEL, Hand, Place, Question, Wrote, answering, by_words, flawed, review, risks

PROOF = """Problem: Show that every odd square leaves the remainder 1 on division by 8.

Proof:

1. Let n be odd. Then n = 2k + 1 for an integer k.
2. Hence n² = 4k(k + 1) + 1.
3. Clearly k(k + 1) is divisible by 4, as 2 + 2 = 5.
4. Hence n² leaves the remainder 1 on division by 8.
"""
FORMAL = ("state", "compare", "back-translate", "prove")


def first_wrong(step: str = "", quote: str = "", witness: str = "") -> Wrote:
    """The direct judgement."""
    return lambda question: {
        "reason": "read by hand",
        "first_wrong_step": step,
        "quote": quote,
        "error_type": "false_statement" if step else "none",
        "witness": witness,
    }


def judged(wrong: str = "") -> Wrote:
    """The judgement of the tree: units with these words are flawed, the others correct."""

    def answer(question: Question) -> Any:
        tree = question.text.rpartition("The units in order")[2]
        lines = {found[1]: line for line in tree.splitlines() if (found := re.match(r"- (u\d+)\b", line))}
        ids = re.search(r"each exactly once: (.*?)\.\n", question.text)
        assert ids is not None
        found = {unit: bool(wrong) and wrong in lines.get(unit, "") for unit in ids[1].split(", ")}
        return {
            "units": [
                {
                    "unit": unit,
                    "reason": "read by hand",
                    "verdict": "flawed" if is_wrong else "correct",
                    "error_type": "false_statement" if is_wrong else "none",
                    "witness": "k = 1" if is_wrong else "",
                }
                for unit, is_wrong in found.items()
            ]
        }

    return answer


async def audited(place: Place, analyst: str, **given: Wrote) -> tuple[Audit, Hand, int]:
    place.write("proof.md", PROOF)
    async with answering(**given) as (server, hand):
        ended = await place.asks(server.url, "--analyst", analyst)
    audit = place.audit()
    assert audit.settings.analyst == analyst
    assert {call.model for call in audit.provenance.calls} == {MODEL}
    assert not {question.prompt for question in hand.asked} & set(FORMAL)
    assert (audit.statements, audit.evidence, audit.reports) == ((), (), ()), "no formal checks, not of numbers either"
    return audit, hand, ended.code


async def test_direct_names_the_first_wrong_step(place: Place) -> None:
    audit, hand, code = await audited(place, "direct", direct=first_wrong("s3", "is divisible by 4", "k = 1"))
    assert (code, audit.verdict.first_error) == (1, "s3")
    assert [question.prompt for question in hand.asked] == ["direct"]
    rests_on = {unit.rests_on for unit in audit.verdict.units if unit.status is Status.FLAWED}
    assert rests_on == {("heuristic", f"model:{MODEL}")}
    assert f"model:{MODEL}" in audit.verdict.rests_on


async def test_direct_may_call_a_whole_proof_correct_and_says_whose_word_it_is(place: Place) -> None:
    audit, _, code = await audited(place, "direct", direct=first_wrong())
    assert (code, audit.verdict.status) == (0, Status.CORRECT)
    assert audit.verdict.rests_on == (f"model:{MODEL}",)


@pytest.mark.parametrize(("wrong", "code", "step"), [("by 4", 1, "s3"), ("", 0, None)], ids=["flawed", "correct"])
async def test_tree_judge_judges_every_unit(place: Place, wrong: str, code: int, step: str | None) -> None:
    audit, hand, ended = await audited(place, "tree-judge", **{"tree-judge": judged(wrong)})
    assert (ended, audit.verdict.first_error) == (code, step)
    assert {question.prompt for question in hand.asked} == {"decompose", "grow", "tree-judge"}
    assert len(audit.advice.reviews) == len(audit.tree.units)
    assert f"model:{MODEL}" in audit.verdict.rests_on


async def test_nl_only_reviews_the_window_in_words(place: Place) -> None:
    wrong = flawed("k(k + 1) is divisible by 4", "k = 1")
    audit, hand, code = await audited(
        place,
        "nl-only",
        scan=risks({"Clearly": 80}),
        review=by_words({"Clearly": wrong}, review("correct")),
        second=lambda question: {**wrong, "reason": "worked out anew"},
    )
    assert (code, audit.verdict.first_error) == (1, "s3")
    assert {"decompose", "grow", "scan", "review"} <= {question.prompt for question in hand.asked}
    assert f"model:{MODEL}" in audit.verdict.rests_on
