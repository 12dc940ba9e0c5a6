"""Obligations in a model's words: only the words change, and none that would change what is owed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from proofsieve.core.calls import CallOutcome
from proofsieve.core.obligations import Obligation
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import ProofTree
from proofsieve.prompts.analyst.adviser import ModelAdviser
from proofsieve.prompts.analyst.wording import harm_of_wording
from proofsieve.tests.proofs import tree_of, unit_saying

from .scripted import ScriptedAsking, always, in_turn, undecided

KEPT = "If $n = 2k$ for an integer $k$, then $n^2 = 4k^2$, which is divisible by 4"


@pytest.fixture
def tree() -> ProofTree:
    return tree_of("Suppose $n$ is even. Then $n = 2k$ for some integer $k$.", "Hence $n^2 = 4k^2$, divisible by 4.")


@pytest.fixture
def owed(tree: ProofTree) -> tuple[Obligation, ...]:
    return make_obligations(unit_saying(tree, "Hence"), (), "the goal")


def worded(statement: str = KEPT, **others: Any) -> dict[str, Any]:
    found = {"id": "o003.1", "statement": statement, "reason": "asserted", "use_formal": True, "confidence": 85}
    return {"obligations": [{**found, **others}]}


async def ask(tree: ProofTree, owed: tuple[Obligation, ...], *answers: Any) -> tuple[Any, ModelAdviser]:
    adviser = ModelAdviser(ScriptedAsking({"word": in_turn(*answers)}))
    unit = unit_saying(tree, "Hence")
    return await adviser.word(unit.id, tree, owed, undecided(unit.id)), adviser


async def test_statement_reason_use_and_confidence_are_the_models_and_nothing_else(
    tree: ProofTree, owed: tuple[Obligation, ...]
) -> None:
    (found,), adviser = await ask(tree, owed, worded())
    assert found == replace(owed[0], statement=KEPT, reason="asserted", use_formal=True, confidence="0.85")
    assert adviser.notes == ()


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (KEPT.replace("4k^2", "2k^2"), "leaves out the formula"),
        (KEPT.replace("divisible by 4", "divisible by 8"), "changes a number"),
        (KEPT.replace("which is divisible", "which is not divisible"), "not"),
        (f"For all $m$, {KEPT}", "all"),
        ("$n^2 = 4k^2$ is divisible by 4 and by 3", "changes a number"),
        ("", "empty"),
        (KEPT + " and so on" * 400, "too long"),
    ],
)
async def test_a_wording_that_changes_what_is_owed_is_not_taken(
    tree: ProofTree, owed: tuple[Obligation, ...], statement: str, why: str
) -> None:
    found, adviser = await ask(tree, owed, worded(statement))
    assert found == owed
    (note,) = adviser.notes
    assert (note.kind, note.about) == ("model-refused", "u003")
    assert why in note.message


@pytest.mark.parametrize(
    "answer",
    [
        {"obligations": []},
        worded(id="o003.2"),
        {"obligations": worded()["obligations"] * 2},
        worded(kind="closure"),
        worded(confidence=101),
        CallOutcome.REFUSAL,
    ],
)
async def test_an_answer_about_other_obligations_changes_nothing(
    tree: ProofTree, owed: tuple[Obligation, ...], answer: Any
) -> None:
    found, adviser = await ask(tree, owed, answer)
    assert found == owed
    assert [note.kind for note in adviser.notes] == ["model-failed"]


async def test_nothing_is_asked_where_nothing_is_owed(tree: ProofTree) -> None:
    adviser = ModelAdviser(ScriptedAsking({"word": always(worded())}))
    assert await adviser.word(tree.units[0].id, tree, (), undecided(tree.units[0].id)) == ()
    assert adviser.calls == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("at most 3 of them", "3 of them"),
        ("x > 2", "x ≥ 2"),
        ("the only root is 3", "the root is 3"),
        ("n is not prime", "n is prime"),
        ("the least n is 7", "n is 7"),
        ("x² + 7", "x³ + 7"),
    ],
)
def test_decisive_words_relations_and_numbers_are_kept(before: str, after: str) -> None:
    assert not harm_of_wording(before, before, ())
    assert harm_of_wording(before, after, ())


PARITY = "From Γ before it follows: Therefore $n^2$ is even."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PARITY, "$n$ is odd"),
        (PARITY, "$n^2$ is even or $n$ is even"),
        (PARITY, "If $n^2$ is even, then $n^2$ is even."),
        (PARITY, "$n^2$ is even if $n^2$ is even."),
        (PARITY, "It is claimed that $n^2$ is even."),
        (PARITY, "Whether $n^2$ is even"),
        (PARITY, "Somebody believes that $n^2$ is even."),
        (PARITY, "$n^2$ is even, and $n = n$."),
        (PARITY, "$n^2$ is even.\u202e"),
        (PARITY, "$n^2$ is\u200b even."),
        ("$a = b$ and $b = c$ give $a = c$", "$a = c$ gives $a = b$ and $b = c$"),
        ("$a = b$ and $b = c$ give $a = c$", "$a = b$, $b = c$ and $a = c$ are formulas."),
        ("This branch is impossible: Then $n = 3$.", "Then $n = 3$."),
        ("The object chosen does what is wanted", "True is true"),
    ],
)
def test_a_weaker_claim_in_the_same_signs_is_another_claim(before: str, after: str) -> None:
    around = ("Suppose $n$ is even. Somebody claims $n$ is odd or even; then $n = 2k$ for some integer $k$.",)
    assert not harm_of_wording(before, before, around)
    assert harm_of_wording(before, after, around)


@pytest.mark.parametrize(
    "after",
    ["Let $n$ be even. Then $n^2$ is even.", "$n^2$ is even if $n$ is even", "If $n = 2k$, then $n^2$ is even."],
)
def test_premises_of_the_context_may_be_named(after: str) -> None:
    assert not harm_of_wording(PARITY, after, ("Suppose $n$ is even. Then $n = 2k$ for some integer $k$.",))


def test_what_the_context_says_may_be_spelt_out() -> None:
    before, after = "It follows: $a$ divides $b$", "For every integer $a > 0$: $a$ divides $b$"
    assert harm_of_wording(before, after, ())
    assert not harm_of_wording(before, after, ("Let every $a > 0$ be an integer",))
