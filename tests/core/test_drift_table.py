"""The slot table: source beside formal, and what became of each."""

from __future__ import annotations

from proofsieve.core.drift import DriftRow, slot_table
from proofsieve.core.faithfulness.slots import Side, SlotStatus
from proofsieve.core.formal import read_statement


def rows(text: str, lean: str) -> tuple[DriftRow, ...]:
    statement = read_statement(f"theorem t {lean} := sorry")
    assert statement is not None
    return slot_table(text, statement)


def found(table: tuple[DriftRow, ...], source: str) -> DriftRow:
    (row,) = [row for row in table if row.source == source]
    return row


def test_what_is_the_same_is_preserved() -> None:
    table = rows("If x > 3 then x^2 > 9.", "(x : ℝ) (h : x > 3) : x ^ 2 > 9")
    assert {row.status for row in table} == {SlotStatus.PRESERVED}
    assert found(table, "3 < x").side is Side.PREMISE
    assert found(table, "9 < x^2").side is Side.CONCLUSION


def test_a_changed_sign_is_replaced_and_a_lost_premise_omitted() -> None:
    table = rows("If x ≥ 3 and y > 0 then x + y > 3.", "(x y : ℝ) (h : x > 3) : x + y > 3")
    assert found(table, "3 ≤ x").formal == "3 < x"
    assert found(table, "3 ≤ x").status is SlotStatus.REPLACED
    assert found(table, "0 < y").status is SlotStatus.OMITTED
    assert found(table, "0 < y").formal == ""


def test_half_of_an_equivalence_is_weakened_and_a_new_premise_added() -> None:
    table = rows("x = 0 iff 2x = 0.", "(x : ℝ) (h : x = 0) : 2 * x = 0")
    assert any(row.status is SlotStatus.WEAKENED for row in table)
    table = rows("x + 0 = x.", "(x : ℝ) (h : x > 5) : x + 0 = x")
    assert any(row.status is SlotStatus.ADDED and row.formal == "5 < x" for row in table)


def test_a_bound_that_follows_from_another_is_preserved() -> None:
    table = rows("If n is a positive integer and n ≥ 5 then 2^n > n^2.", "(n : ℕ) (h : n ≥ 5) : 2 ^ n > n ^ 2")
    assert found(table, "0 < n").status is SlotStatus.PRESERVED


def test_a_number_system_has_a_row() -> None:
    table = rows("For every real number x, x^2 ≥ 0.", "(x : ℕ) : x ^ 2 ≥ 0")
    row = found(table, "x ∈ ℝ")
    assert (row.formal, row.status, row.kind) == ("x : ℕ", SlotStatus.REPLACED, "type")


def test_what_was_not_read_is_unknown_and_says_so() -> None:
    table = rows("The frobnication of x is tame.", "(x : ℝ) : x = x")
    unread = [row for row in table if row.kind == "unread"]
    assert unread
    assert all(row.status is None and row.reason for row in unread)
