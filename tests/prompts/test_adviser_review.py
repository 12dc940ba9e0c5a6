"""A local review and a second judgement: a verdict from its own field, consistent, with words of the unit itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from proofsieve.core.advice import ErrorType
from proofsieve.core.calls import CallOutcome, ModelSettings
from proofsieve.core.errors import BudgetSpent
from proofsieve.core.tree import ProofTree, UnitId
from proofsieve.core.verdict import Status
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.tests.proofs import tree_of

from .scripted import Script, ScriptedAsking, always, in_turn

U3 = UnitId("u003")
FLAWED = {
    "reason": "4k^2 - 2k^2 is 2k^2",
    "verdict": "flawed",
    "error_type": "false_statement",
    "contested": "$n^2 = 2k^2$",
    "witness": "k = 1 gives n = 2 and n^2 = 4, not 2",
    "should_formalize": True,
    "difficulty": "easy",
}
CORRECT = {**FLAWED, "verdict": "correct", "error_type": "none", "contested": "", "witness": "", "reason": "it follows"}


@pytest.fixture
def tree() -> ProofTree:
    return tree_of("Suppose $n$ is even. Then $n = 2k$ for some integer $k$.", "Hence $n^2 = 2k^2$.")


def adviser_with(review: Script, again: Script | None = None, **settings: Any) -> tuple[ModelAdviser, ScriptedAsking]:
    asking = ScriptedAsking(
        {"review": review, "second": again or always(CORRECT)},
        settings=ModelSettings(model="tiny", base_url="http://127.0.0.1/v1", **settings),
    )
    return ModelAdviser(asking), asking


async def test_a_review_says_what_the_model_says_and_who_it_was(tree: ProofTree) -> None:
    adviser, asking = adviser_with(always(FLAWED))
    review = await adviser.review(U3, tree, ())
    assert review is not None
    assert (review.verdict, review.error_type) == (Status.FLAWED, ErrorType.FALSE_STATEMENT)
    assert (review.contested, review.witness) == ("$n^2 = 2k^2$", "k = 1 gives n = 2 and n^2 = 4, not 2")
    assert (review.by, review.call) == ("tiny", asking.calls[0].id)
    assert review.second is None
    assert not review.corroborated
    assert adviser.notes == ()


async def test_a_sample_of_low_risk_is_asked_the_very_same(tree: ProofTree) -> None:
    adviser, asking = adviser_with(always(CORRECT))
    first = await adviser.review(U3, tree, ())
    assert first == await adviser.review(U3, tree, (), sample=True)
    assert asking.asked[0] == asking.asked[1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"error_type": "none"},
        {"contested": "$n^2 = 4k^2$"},
        {"contested": ""},
        {"verdict": "correct"},
        {"verdict": "probably flawed"},
        {"verdict": "Flawed"},
        {"error_type": "typo"},
        {"reason": " "},
        {"should_formalize": "yes"},
        {"confidence": 0.9},
        {"witness": None},
        {"reason": "x" * 30_000},
    ],
)
async def test_an_answer_that_contradicts_itself_or_its_form_is_asked_for_again_and_then_none(
    tree: ProofTree, wrong: dict[str, Any]
) -> None:
    adviser, _ = adviser_with(in_turn([{**FLAWED, **wrong}, FLAWED], [{**FLAWED, **wrong}, {**FLAWED, **wrong}]))
    mended = await adviser.review(U3, tree, ())
    assert mended is not None
    assert mended.verdict is Status.FLAWED
    assert await adviser.review(U3, tree, ()) is None
    assert [(note.kind, note.about) for note in adviser.notes] == [("model-failed", "u003")]


@pytest.mark.parametrize(
    "reply",
    [
        "The answer is correct.",
        "correct",
        '{"verdict": "correct"}',
        '{"verdict": "correct", "verdict": "flawed"}',
        '{"verdict": "corr',
        "```json\n[]\n```",
        "",
    ],
)
async def test_words_around_a_verdict_are_no_verdict(tree: ProofTree, reply: str) -> None:
    adviser, _ = adviser_with(always(reply))
    assert await adviser.review(U3, tree, ()) is None


@pytest.mark.parametrize("kind", [CallOutcome.REFUSAL, CallOutcome.LENGTH, CallOutcome.CONTEXT, CallOutcome.TIMEOUT])
async def test_a_failed_review_is_none_and_a_note(tree: ProofTree, kind: CallOutcome) -> None:
    adviser, _ = adviser_with(always(kind))
    assert await adviser.review(U3, tree, ()) is None
    (note,) = adviser.notes
    assert (note.kind, note.about) == ("model-failed", "u003")
    assert str(kind) in note.message


async def test_a_spent_budget_is_raised(tree: ProofTree) -> None:
    adviser, _ = adviser_with(always(BudgetSpent))
    with pytest.raises(BudgetSpent):
        await adviser.review(U3, tree, ())


async def test_a_model_that_saw_a_part_of_a_unit_does_not_call_it_correct() -> None:
    tree = tree_of("Hence $n = 2$ " + "and so on " * 3_000 + "as claimed.")
    adviser, _ = adviser_with(always(CORRECT))
    review = await adviser.review(tree.units[0].id, tree, ())
    assert review is not None
    assert review.verdict is Status.UNCERTAIN
    assert "saw only part" in adviser.notes[0].message


async def test_a_review_keeps_contested_words_only_where_it_calls_a_unit_flawed(tree: ProofTree) -> None:
    adviser, _ = adviser_with(always({**CORRECT, "contested": "Hence", "witness": "none needed"}))
    review = await adviser.review(U3, tree, ())
    assert review is not None
    assert (review.contested, review.witness) == ("", "")


async def test_a_second_judgement_that_names_a_witness_corroborates(tree: ProofTree) -> None:
    adviser, asking = adviser_with(always(FLAWED), always({**FLAWED, "witness": "k = 3"}), second="other")
    review = await adviser.review(U3, tree, ())
    assert review is not None
    second = await adviser.second(review, tree)
    assert second is not None
    assert (second.agrees, second.by, second.reason) == (True, "other", "flawed: k = 3")
    assert second.call != review.call
    assert asking.asked[1].sample == 1


async def test_the_first_answer_over_again_is_no_second_judgement(tree: ProofTree) -> None:
    adviser, _ = adviser_with(always(FLAWED), in_turn(FLAWED, {**FLAWED, "reason": "worked out anew"}), second="other")
    review = await adviser.review(U3, tree, ())
    assert review is not None
    copied, anew = await adviser.second(review, tree), await adviser.second(review, tree)
    assert copied is not None
    assert anew is not None
    assert (copied.agrees, anew.agrees) == (False, True)
    assert not replace(review, second=copied).corroborated
    assert replace(review, second=anew).corroborated
    assert [note.about for note in adviser.notes] == ["u003"]


async def test_the_second_is_shown_the_same_context_and_nothing_of_the_first(tree: ProofTree) -> None:
    secret = {**FLAWED, "reason": "zebra reason", "witness": "zebra witness", "contested": "Hence $n^2"}
    adviser, asking = adviser_with(always(secret))
    review = await adviser.review(U3, tree, ())
    assert review is not None
    await adviser.second(review, tree)
    first, second = asking.asked
    assert "zebra" not in second.user + second.system
    assert _data(first.user) == _data(second.user)


@pytest.mark.parametrize(
    "reply",
    [
        CORRECT,
        {**CORRECT, "verdict": "uncertain"},
        {**FLAWED, "error_type": "gap"},
        {**FLAWED, "error_type": "missing_case"},
        {**FLAWED, "witness": "  "},
    ],
)
async def test_a_second_judgement_without_a_witness_does_not_agree(tree: ProofTree, reply: dict[str, Any]) -> None:
    adviser, _ = adviser_with(always(FLAWED), always(reply))
    review = await adviser.review(U3, tree, ())
    assert review is not None
    second = await adviser.second(review, tree)
    assert second is not None
    assert not second.agrees


async def test_a_second_judgement_that_fails_is_none(tree: ProofTree) -> None:
    adviser, _ = adviser_with(always(FLAWED), always(CallOutcome.TIMEOUT))
    review = await adviser.review(U3, tree, ())
    assert review is not None
    assert await adviser.second(review, tree) is None
    assert "the second review" in adviser.notes[0].message


def _data(text: str) -> str:
    """The one block of data of a question."""
    return text[text.index("<data ") :]
