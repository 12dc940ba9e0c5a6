"""The program cuts both sides into slots; what nobody judged of them keeps a statement out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofsieve.core.faithfulness.cutting import formal_slots, source_slots
from proofsieve.core.faithfulness.score import Unscored, score
from proofsieve.core.faithfulness.slots import Comparison, Side, SlotJudgement, SlotStatus
from proofsieve.core.formal import read_statement
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import EntryId
from proofsieve.tests.core.comparisons import aspects, pair
from proofsieve.tests.proofs import tree_of, unit_saying


def cut(text: str) -> tuple[list[str], list[str]]:
    statement = read_statement(text)
    assert statement is not None
    found = formal_slots(statement)
    return [s.text for s in found if s.side is Side.PREMISE], [s.text for s in found if s.side is Side.CONCLUSION]


@pytest.mark.parametrize(
    ("text", "premises", "conclusions"),
    [
        ("theorem t (n : ℕ) (h : 0 < n) : n ≠ 0", ["(n : ℕ)", "(h : 0 < n)"], ["n ≠ 0"]),
        ("theorem t : ∀ n : ℕ, 0 < n → n ≠ 0", ["(n : ℕ)", "0 < n"], ["n ≠ 0"]),
        ("theorem t : 1 = 1 ∧ (2 = 2 ∧ 3 = 3) ∧ 4 = 4", [], ["1 = 1", "2 = 2", "3 = 3", "4 = 4"]),
        ("theorem t : ∃ n : ℕ, n > 0 ∧ n = 1", [], ["∃ n : ℕ, n > 0 ∧ n = 1"]),
        ("theorem t (a b : ℤ) : a = b ↔ b = a", ["(a b : ℤ)"], ["a = b ↔ b = a"]),
        (
            "variable {G : Type*} [Group G] (k : ℕ)\ntheorem t (x : G) : x = x",
            ["{G : Type*}", "[Group G]", "(x : G)"],
            ["x = x"],
        ),
    ],
)
def test_a_statement_is_cut_into_premises_and_conjuncts(text: str, premises: list[str], conclusions: list[str]) -> None:
    assert cut(f"{text} := by sorry") == (premises, conclusions)


def test_long_chains_of_premises_and_conjuncts_are_cut_without_depth() -> None:
    premises, conclusions = cut("theorem t : " + "0 = 0 → " * 40 + " ∧ ".join(["1 = 1"] * 40) + " := sorry")
    assert (len(premises), len(conclusions)) == (40, 40)


def test_an_obligation_is_cut_into_the_premises_it_names_and_its_statement() -> None:
    tree = tree_of("We have $a = 2$.", "Hence $a^2 = 4$.")
    obligation = make_obligations(unit_saying(tree, "Hence"), [])[0]
    named = replace(obligation, premises=(EntryId("g1"), EntryId("g9999")))
    found = source_slots(named, tree.entry_by_id)
    assert [(slot.id, slot.side) for slot in found] == [("p1", Side.PREMISE), ("c1", Side.CONCLUSION)]
    assert found[0].text == tree.entry_by_id[EntryId("g1")].text
    assert found[1].text == obligation.statement


def test_a_judge_who_passes_over_a_hypothesis_leaves_the_statement_unjudged() -> None:
    statement = read_statement("theorem t (n : ℕ) (h : n < 5) : n = n := sorry")
    assert statement is not None
    formal = formal_slots(statement)
    source = tuple(slot for slot in formal if slot.text != "(h : n < 5)")
    judgements: tuple[SlotJudgement, ...] = tuple(pair(slot.id, slot.id, SlotStatus.PRESERVED, "1") for slot in source)
    found = score(Comparison(source=source, formal=formal, slots=judgements, aspects=aspects()))
    assert isinstance(found, Unscored)
    assert found.why == "nobody judged the formal slot 'h2'"
