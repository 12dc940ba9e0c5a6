"""Judging in one pass, over the steps and over the tree, and the last word: they name what is there, or nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from proofsieve.core.advice import Advice
from proofsieve.core.calls import CallOutcome
from proofsieve.core.conclusion import conclude
from proofsieve.core.fusion import machine_units
from proofsieve.core.proof import Proof
from proofsieve.core.suspicion import Window, scan
from proofsieve.core.tree import ProofTree
from proofsieve.core.verdict import Status
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.prompts.analyst.judging import DirectJudging, TreeJudging
from proofsieve.tests.proofs import grown, proof_of

from .scripted import Asked, ScriptedAsking, always

STEPS = ("Let $n = 2k$ with an integer $k$.", "Hence $n^2 = 2k^2$. So $n^2$ is even.", "This proves the claim.")
NO_WINDOW = Window(candidate=None, units=())


@pytest.fixture
def proof() -> Proof:
    return proof_of("Prove that the square of an even number is even.", *STEPS)


@pytest.fixture
def tree(proof: Proof) -> ProofTree:
    return grown(proof)


def direct(step: str, **others: Any) -> dict[str, Any]:
    found = {
        "reason": "(2k)^2 is 4k^2",
        "first_wrong_step": step,
        "quote": "$n^2 = 2k^2$" if step else "",
        "error_type": "false_statement" if step else "none",
        "witness": "k = 1" if step else "",
    }
    return {**found, **others}


def verdict_by(proof: Proof, tree: ProofTree, reviews: Any) -> Any:
    units = machine_units(tree, NO_WINDOW, (), (), (), (), (), reviews.values(), alone=True)
    return conclude(proof.steps, tree, scan(tree, {}), units)


async def test_the_first_wrong_step_is_flawed_at_the_words_that_are_quoted(proof: Proof, tree: ProofTree) -> None:
    judging = DirectJudging(ScriptedAsking({"direct": always(direct("s2"))}))
    reviews = await judging.judge(proof, tree)
    flawed = [review for review in reviews.values() if review.verdict is Status.FLAWED]
    assert [tree.unit_by_id[review.unit_id].text for review in flawed] == ["Hence $n^2 = 2k^2$."]
    assert {tree.unit_by_id[unit_id].step for unit_id in reviews} == {"s1", "s2"}
    verdict = verdict_by(proof, tree, reviews)
    assert (verdict.status, verdict.first_error, verdict.uncertain_before) == (Status.FLAWED, "s2", ())


async def test_no_wrong_step_means_that_all_are_called_correct_by_name(proof: Proof, tree: ProofTree) -> None:
    reviews = await DirectJudging(ScriptedAsking({"direct": always(direct(""))})).judge(proof, tree)
    assert {review.verdict for review in reviews.values()} == {Status.CORRECT}
    assert set(reviews) == {unit.id for unit in tree.units}
    verdict = verdict_by(proof, tree, reviews)
    assert verdict.rests_on == ("model:tiny",)


@pytest.mark.parametrize(
    "answer",
    [
        direct("s9"),
        direct("2"),
        direct("s2", quote="$n^2 = 4k^2$"),
        direct("s2", error_type="none"),
        direct("", error_type="gap"),
        "Step 2 is wrong.",
        CallOutcome.TIMEOUT,
    ],
)
async def test_an_answer_that_names_nothing_that_is_there_says_nothing(
    proof: Proof, tree: ProofTree, answer: Any
) -> None:
    judging = DirectJudging(ScriptedAsking({"direct": always(answer)}))
    assert await judging.judge(proof, tree) == {}
    assert [note.kind for note in judging.notes] == ["model-failed"]


async def test_a_proof_that_does_not_fit_is_not_called_correct(proof: Proof, tree: ProofTree) -> None:
    judging = DirectJudging(ScriptedAsking({"direct": always(direct(""))}), room=60)
    assert await judging.judge(proof, tree) == {}
    assert "did not fit" in judging.notes[0].message


def judged(unit: str, verdict: str = "correct", **others: Any) -> dict[str, Any]:
    error = "false_statement" if verdict == "flawed" else "none"
    return {"unit": unit, "reason": "so", "verdict": verdict, "error_type": error, "witness": "", **others}


def units_in(asked: Asked) -> list[str]:
    return re.findall(r"u\d{3}", asked.user.splitlines()[0])


async def test_the_tree_is_judged_unit_by_unit(proof: Proof, tree: ProofTree) -> None:
    def script(asked: Asked) -> list[dict[str, Any]]:
        units = units_in(asked)
        return [{"units": [judged(unit, "flawed" if unit == "u002" else "correct", witness="k = 1") for unit in units]}]

    reviews = await TreeJudging(ScriptedAsking({"tree-judge": script})).judge(proof, tree)
    assert list(reviews) == [unit.id for unit in tree.units]
    assert reviews[tree.units[1].id].witness == "k = 1"
    assert reviews[tree.units[0].id].witness == ""
    assert verdict_by(proof, tree, reviews).first_error == "s2"


async def test_units_left_out_are_asked_once_more_and_then_nothing_is_said(proof: Proof, tree: ProofTree) -> None:
    asking = ScriptedAsking({"tree-judge": lambda asked: [{"units": [judged(units_in(asked)[0])]}]})
    judging = TreeJudging(asking)
    reviews = await judging.judge(proof, tree)
    assert list(reviews) == [tree.units[0].id, tree.units[1].id]
    assert len(asking.asked) == 2
    assert {note.about for note in judging.notes} == {unit.id for unit in tree.units[2:]}
    assert verdict_by(proof, tree, reviews).status is Status.UNCERTAIN


async def test_what_one_answer_could_not_hold_is_asked_for_in_parts() -> None:
    proof = proof_of("Prove it.", *(f"Then $a_{n} > {n}$." for n in range(1, 60)))
    tree = grown(proof)

    def script(asked: Asked) -> list[Any]:
        return [{"units": [judged(unit) for unit in units_in(asked)]} if asked.sample else CallOutcome.LENGTH]

    asking = ScriptedAsking({"tree-judge": script})
    assert list(await TreeJudging(asking).judge(proof, tree)) == [unit.id for unit in tree.units]
    assert [len(units_in(asked)) for asked in asking.asked] == [len(tree.units), 40, len(tree.units) - 40]


@pytest.mark.parametrize(
    "units",
    [
        [judged("u099")],
        [judged("u001"), judged("u001", "flawed")],
        [judged("u001", error_type="gap")],
        [judged("u001", "flawed", error_type="none")],
        [judged("u001", "not_checked")],
    ],
)
async def test_judgements_that_contradict_each_other_are_none(
    proof: Proof, tree: ProofTree, units: list[dict[str, Any]]
) -> None:
    judging = TreeJudging(ScriptedAsking({"tree-judge": always({"units": units})}))
    assert await judging.judge(proof, tree) == {}


async def test_a_unit_that_was_not_shown_whole_is_not_asked_about() -> None:
    proof = proof_of("Prove it.", "Hence $n = 2$ " + "and so on " * 1_000 + "as claimed.", "So $n > 1$.")
    asking = ScriptedAsking({"tree-judge": lambda asked: [{"units": [judged(unit) for unit in units_in(asked)]}]})
    tree = grown(proof)
    assert tree.units[0].id not in await TreeJudging(asking).judge(proof, tree)


def last_word(step: str, reason: str = "nobody checked it") -> dict[str, str]:
    return {"reason": reason, "risky_step": step}


@pytest.mark.parametrize(
    ("answer", "step"), [(last_word("s2"), "s2"), (last_word(""), None), (last_word(" s1 "), "s1")]
)
async def test_the_last_word_names_a_step_or_none(
    proof: Proof, tree: ProofTree, answer: dict[str, str], step: str | None
) -> None:
    risks = scan(tree, {})
    machine = conclude(proof.steps, tree, risks, machine_units(tree, NO_WINDOW, (), (), (), ()))
    asking = ScriptedAsking({"conclude": always(answer)})
    found = await ModelAdviser(asking).conclude(proof, tree, risks, Advice(), machine)
    assert found is not None
    assert (found.risky_step, found.reason, found.by) == (step, "nobody checked it", "tiny")
    assert "- s2: Hence $n^2 = 2k^2$." in asking.asked[0].user


@pytest.mark.parametrize("answer", [last_word("s9"), last_word("step 2"), {"risky_step": "s2"}, CallOutcome.REFUSAL])
async def test_a_last_word_about_no_step_of_the_proof_is_none(proof: Proof, tree: ProofTree, answer: Any) -> None:
    risks = scan(tree, {})
    machine = conclude(proof.steps, tree, risks, machine_units(tree, NO_WINDOW, (), (), (), ()))
    adviser = ModelAdviser(ScriptedAsking({"conclude": always(answer)}))
    assert await adviser.conclude(proof, tree, risks, Advice(), machine) is None
    assert [note.kind for note in adviser.notes] == ["model-failed"]
