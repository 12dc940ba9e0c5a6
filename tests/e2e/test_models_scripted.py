"""The whole way of an answer through ``proofsieve audit``: answers written by hand, three small proofs.

Nothing here says how good any model is (docs/models.md): the answers are a person's, one for each sentence of a test.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from proofsieve.core.audit import Audit
from proofsieve.core.calls import CallOutcome
from proofsieve.core.evidence import Outcome
from proofsieve.core.faithfulness import Report
from proofsieve.core.faithfulness.admission import Faithful
from proofsieve.core.verdict import Status
from proofsieve.tests.advisers import status_of, unit_with

from .asking import (
    MODEL,
    Place,
    Question,
    answering,
    by_words,
    compared,
    flawed,
    review,
    risks,
    stated,
    without_timings,
    worded,
)

ODD = """Problem: Show that every odd square leaves the remainder 1 on division by 8.

Proof:

1. Let n be odd. Then n = 2k + 1 for an integer k.
2. Hence n² = 4k(k + 1) + 1.
3. Clearly k(k + 1) is even.
4. Hence n² leaves the remainder 1 on division by 8.
"""
ODD_WRONG = ODD.replace("is even", "is divisible by 4")
SQUARES = """Problem: Show that the first three odd squares have the sum 35.

Proof:

1. The first three odd numbers are 1, 3 and 5.
2. Hence the sum is that of 1, 9 and 25.
3. Now 1 + 9 + 25 = 36.
4. So the sum is as claimed.
"""
EVEN = "theorem t (k : Nat) : ∃ m, k * (k + 1) = 2 * m"
NARROW = "theorem t (k : Nat) (h : k % 2 = 0) : ∃ m, k * (k + 1) = 2 * m"
BODY = """by
  induction k with
  | zero => exact ⟨0, rfl⟩
  | succ n ih =>
    obtain ⟨m, h⟩ := ih
    exact ⟨m + n + 1, by grind⟩"""


def models_reports(audit: Audit) -> list[tuple[str, Report]]:
    """The statements that a model wrote, each with its report, in the order in which they were written."""
    reports = {report.statement_id: report for report in audit.reports}
    return [(item.text, reports[item.id]) for item in audit.statements if item.provenance == "model"]


def all_by_hand(audit: Audit) -> None:
    """Whoever answered is called what it is."""
    assert audit.provenance.calls
    assert {call.model for call in audit.provenance.calls} == {MODEL}
    assert {call.outcome for call in audit.provenance.calls} == {CallOutcome.ANSWERED}
    assert audit.settings.models is not None
    assert audit.settings.models.model == MODEL


@pytest.mark.timeout(300)
async def test_a_drifted_statement_is_revised_once_admitted_and_proved_by_lean(place_with_lean: Place) -> None:
    place = place_with_lean
    place.write("proof.md", ODD)

    def state(question: Question) -> Any:
        return stated("lean", EVEN if "TRY 1" in question.text else NARROW)

    def compare(question: Question) -> Any:
        found = compared(question)
        for pair in found["pairs"]:
            if pair["formal"] == "h2":
                pair |= {"value": "0", "reason": "k is even nowhere"}
        return found

    async with answering(
        scan=risks({"Clearly": 80}),
        review=by_words({"Clearly": review(formal=True)}, review()),
        word=lambda question: worded(question, "For every integer k: {}"),
        state=state,
        compare=compare,
        prove=lambda question: {"plan": "induction", "body": BODY},
        conclude=lambda question: {"reason": "nobody checked step 2", "risky_step": "s2"},
    ) as (server, hand):
        ended = await place.asks(server.url)
    audit = place.audit()
    assert ended.code == 3, ended.err
    all_by_hand(audit)
    clearly = unit_with(audit, "Clearly")
    assert audit.window.candidate == clearly
    assert [audit.tree.unit_by_id[unit].step for unit in audit.window.units] == ["s1", "s1", "s2", "s3"]
    (owed,) = [owed for owed in audit.obligations if owed.unit_id == clearly]
    assert owed.statement.startswith("For every integer k: ")
    assert owed.confidence == "0.9"
    drafts = models_reports(audit)
    assert [(text.replace("o004_1", "t"), report.status) for text, report in drafts] == [
        (NARROW, Faithful.REPAIRABLE_DRIFT),
        (EVEN, Faithful.FAITHFUL),
    ]
    assert [judge.name for judge in drafts[1][1].judges] == [
        f"{MODEL} ({role})" for role in ("slots", "back-translation", "second")
    ]
    assert "k is even nowhere" in hand.of("state")[1].text
    assert not drafts[0][1].passed_counts
    proved = [item for item in audit.evidence if item.outcome is Outcome.PASSED and item.artifact]
    assert [(item.strength, item.artifact) for item in proved] == [("kernel_embedded", BODY)]
    verdict = next(unit for unit in audit.verdict.units if unit.unit_id == clearly)
    assert verdict.status is Status.CORRECT
    assert {"kernel_embedded", f"model:{MODEL} (slots)"} <= set(verdict.rests_on)
    assert audit.verdict.status is Status.UNCERTAIN
    assert audit.advice.synthesis is not None
    assert audit.advice.synthesis.risky_step == "s2"
    assert audit.advice.sampled


async def test_a_statement_that_stays_drifted_is_refused_after_all_drafts_and_counts_for_nothing(place: Place) -> None:
    place.write("proof.md", ODD)
    tries = ["1 * 2 = 2", "2 * 3 = 6", "3 * 4 = 12", "4 * 5 = 20"]

    def state(question: Question) -> Any:
        return stated("numeric", tries[len(re.findall(r"^TRY \d$", question.text, re.M))])

    async with answering(
        scan=risks({"Clearly": 80}),
        review=by_words({"Clearly": review(formal=True)}, review()),
        state=state,
        compare=lambda question: compared(question, "0.25", "weakened", "one case of many"),
    ) as (server, hand):
        ended = await place.asks(server.url)
    audit = place.audit()
    assert ended.code == 3, ended.err
    all_by_hand(audit)
    drafts = models_reports(audit)
    assert [text for text, _ in drafts] == tries[: audit.settings.budgets.statements]
    assert {report.status for _, report in drafts} == {Faithful.UNFAITHFUL}
    assert len(hand.of("state")) == audit.settings.budgets.statements
    assert hand.of("prove") == []
    reports = {report.statement_id: report for report in audit.reports}
    passed = [item for item in audit.evidence if item.outcome is Outcome.PASSED]
    assert len(passed) == 3
    assert not any(reports[item.statement_id].counts(item) for item in passed)
    assert status_of(audit, "Clearly") is Status.UNCERTAIN


async def test_a_refuted_computation_of_the_text_is_the_first_error_and_what_is_before_it_is_told(
    place: Place,
) -> None:
    place.write("proof.md", SQUARES)
    async with answering(scan=risks({"36": 90})) as (server, hand):
        ended = await place.asks(server.url, "--json")
    audit = place.audit()
    assert ended.code == 1, ended.err
    all_by_hand(audit)
    told = json.loads(ended.out)
    assert told["verdict"]["first_error"] == audit.verdict.first_error == "s3"
    assert told["verdict"]["uncertain_before"] == ["s1", "s2"]
    (flaw,) = told["flaws"]
    assert [link.replace(" ", "") for item in flaw["refuted"] for link in item["false_links"]] == ["1+9+25=36"]
    assert flaw["rests_on"] == ["exact"]
    assert {review.unit_id for review in audit.advice.reviews} == set(audit.window.units)
    assert audit.advice.synthesis is None
    assert hand.of("conclude") == []
    (reviewed,) = [question for question in hand.of("review") if "36" in question.about]
    assert "is false, exact" in reviewed.text


@pytest.mark.parametrize("agrees", [True, False], ids=["agrees", "disagrees"])
async def test_a_named_witness_is_an_error_where_a_second_judgement_agrees(place: Place, agrees: bool) -> None:
    place.write("proof.md", ODD_WRONG)
    error = flawed("k(k + 1) is divisible by 4", "k = 1: 1 · 2 = 2")
    async with answering(
        scan=risks({"Clearly": 80}),
        review=by_words({"Clearly": error}, review()),
        second=lambda question: {**error, "reason": "worked out anew"} if agrees else review("correct"),
    ) as (server, hand):
        ended = await place.asks(server.url)
    audit = place.audit()
    all_by_hand(audit)
    (said,) = [review for review in audit.advice.reviews if review.verdict is Status.FLAWED]
    assert said.second is not None
    assert said.second.agrees is agrees
    assert said.second.call != said.call
    assert len(hand.of("second")) == 1
    assert "1 · 2 = 2" not in hand.of("second")[0].text, "the second judge is not shown the first"
    if agrees:
        assert (ended.code, audit.verdict.first_error) == (1, "s3")
        unit = next(unit for unit in audit.verdict.units if unit.status is Status.FLAWED)
        assert unit.rests_on == ("corroborated", f"model:{MODEL}")
        assert audit.verdict.uncertain_before == ("s1", "s2")
        assert "k = 1" in ended.out
    else:
        assert (ended.code, audit.verdict.first_error) == (3, None)
        assert status_of(audit, "Clearly") is Status.UNCERTAIN
        assert audit.advice.synthesis is not None


async def test_the_cassette_of_a_run_is_replayed_to_the_same_audit(place: Place) -> None:
    place.write("proof.md", ODD)
    async with answering(scan=risks({"Clearly": 80})) as (server, hand):
        first = await place.asks(server.url, "--cassette", "run.json")
        asked = len(hand.asked)
    assert asked
    second = await place.run("audit", "proof.md", "--replay", "run.json", "-o", "again.audit.json")
    assert (first.code, second.code) == (3, 3), second.err
    assert place.audit("again").review.base == place.audit().review.base
    assert without_timings(place.folder / "again.audit.json") == without_timings(place.folder / "proof.audit.json")


async def test_a_proof_without_a_suspect_has_a_sample_and_a_last_word(place: Place) -> None:
    place.write("proof.md", ODD)
    async with answering(
        review=lambda question: review("correct"),
        conclude=lambda question: {"reason": "everything rests on it", "risky_step": "s3"},
    ) as (server, _):
        ended = await place.asks(server.url)
    audit = place.audit()
    assert ended.code == 3
    assert audit.window.units == ()
    assert len(audit.advice.reviews) == len(audit.advice.sampled) == audit.settings.budgets.low_risk_samples
    assert audit.advice.synthesis is not None
    assert audit.verdict.status is Status.UNCERTAIN, "one reading of one unit is not a correct proof"


async def test_every_stage_may_have_a_model_of_its_own(place: Place) -> None:
    place.write("proof.md", ODD)
    own = "decompose grow conventions scan review second word state compare back-translate conclude".split()
    place.settings("[models]\n" + "".join(f'{stage} = "{MODEL} {stage}"\n' for stage in own))
    async with answering(
        scan=risks({"Clearly": 80}),
        review=by_words({"Clearly": flawed("k(k + 1) is even", "none")}, review()),
        state=lambda question: stated("numeric", "1 * 2 = 2"),
    ) as (server, hand):
        ended = await place.asks(server.url)
    assert ended.code == 3, ended.err
    asked = {question.prompt: {found.body["model"] for found in hand.of(question.prompt)} for question in hand.asked}
    assert asked.pop("compare") == {f"{MODEL} compare", f"{MODEL} second"}, "the second judge is the second model"
    assert asked == {stage: {f"{MODEL} {stage}"} for stage in own if stage != "compare"}
