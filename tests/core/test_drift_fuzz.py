"""Nothing that a text or a statement holds makes the comparison fail, and what is long is cut off."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.drift import drift_findings, slot_table
from proofsieve.core.drift.compare import MAX_FINDINGS
from proofsieve.core.drift.difference import difference
from proofsieve.core.drift.expr import Expr, add, commuted, div, leaf, mul, neg, node, num, power, renamed, shown, sub
from proofsieve.core.drift.normal import by_position, compared
from proofsieve.core.drift.prose.formula import read_formula
from proofsieve.core.drift.prose.lexer import Unread
from proofsieve.core.drift.rows import MAX_ROWS
from proofsieve.core.formal import Statement, read_statement

LEAN = "theorem t (n : ℕ) (f : ℝ → ℝ) (h : n > 5) (g : ∀ x, f x > 0) : 2 ^ n > n ^ 2 ∧ ∃ y, f y = 1 := sorry"
WORDS = st.sampled_from(
    "if then and or for all every some there is exists a unique positive integer real prime n x f $x > 0$ , . ; : ( ) "
    "such that with divides divisible by $n^2$ ≥ 5 = 2 | mod at least only iff not distinct even odd the largest "
    r"\frac{1}{2} \sum_{k=1}^{n} \forall { } \{ \} ^ _ $ $$ \left( infinitely many let suppose prove unless".split(" ")
)


def statement(lean: str = LEAN) -> Statement:
    read = read_statement(lean)
    assert read is not None
    return read


def looks(text: str, lean: str = LEAN) -> None:
    found = drift_findings(text, statement(lean))
    assert len(found) <= MAX_FINDINGS
    assert len(slot_table(text, statement(lean))) <= MAX_ROWS
    assert all(not item.rejects or item.tier.value == "deterministic" for item in found)


@given(st.lists(WORDS, max_size=40).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_any_words_are_compared(text: str) -> None:
    looks(text)


@given(st.text(max_size=200))
@settings(max_examples=150, deadline=None)
def test_any_characters_are_compared(text: str) -> None:
    looks(text)


@given(st.text(alphabet="xyn012+-*/^_(){}[]|<>=!,.\\ ", max_size=60))
@settings(max_examples=300, deadline=None)
def test_a_formula_is_read_or_refused(text: str) -> None:
    try:
        items = read_formula(text)
    except Unread:
        return
    assert all(isinstance(item, Expr) for item in items)


@pytest.mark.parametrize(
    "text",
    [
        "$" + "(" * 300 + "x" + ")" * 300 + "$",
        "n is " + "even and odd or " * 1500,
        "There is x such that " * 900,
        "if " * 3000,
        "x, " * 6000,
        "$" + "|x|-" * 140 + "1$",
        "$" + r"\frac{1}{" * 90 + "1" + "}" * 90 + "$",
        "$" * 9001,
        "9" * 20000,
        " and ".join(["x > 0"] * 1500),
        "\u202eevil\u202c \x00 \ud800",
    ],
)
def test_hostile_texts_are_bounded(text: str) -> None:
    looks(text)


@pytest.mark.parametrize(
    "goal",
    [
        "".join(f"let x{i + 1} := (x{i}, x{i}); " for i in range(40)) + "x40 = x40",
        "(" * 400 + "1" + ")" * 400 + " = 1",
        " ∧ ".join(f"{i} = {i}" for i in range(800)),
        "2 ^ " * 40 + "2 = 1",
        "".join(f"∀ x{i} : ℕ, " for i in range(400)) + "x1 = x2",
        "True → " * 800 + "True",
    ],
)
def test_hostile_statements_are_bounded(goal: str) -> None:
    looks("For all n, if n > 3 then x_1 > 2 and y = 1.", f"theorem t : {goal} := sorry")


LEAVES = st.sampled_from([leaf("x"), leaf("y"), leaf("n"), num(2), num(3), num(0), num(1)])
TERMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: add(*pair)),
        st.tuples(inner, inner).map(lambda pair: mul(*pair)),
        st.tuples(inner, inner).map(lambda pair: sub(*pair)),
        st.tuples(inner, inner).map(lambda pair: div(*pair)),
        st.tuples(inner, st.integers(0, 3)).map(lambda pair: power(pair[0], num(pair[1]))),
        inner.map(neg),
    ),
    max_leaves=8,
)
RELATIONS = st.tuples(st.sampled_from("= ≠ < ≤ > ≥ ∣".split()), TERMS, TERMS).map(lambda made: node(*made))


@given(TERMS, TERMS, TERMS)
def test_sums_do_not_care_for_order(one: Expr, two: Expr, three: Expr) -> None:
    assert add(one, add(two, three)) == add(add(three, one), two)
    assert sub(one, one) == num(0)


@given(TERMS, TERMS)
def test_products_of_numbers_do_not_care_for_order(one: Expr, two: Expr) -> None:
    assert commuted(mul(one, two)) == commuted(mul(two, one))


@given(RELATIONS)
def test_a_relation_is_compared_alike_under_other_names(relation: Expr) -> None:
    mapping = {"x": "a", "y": "b", "n": "c"}
    back = {new: old for old, new in mapping.items()}
    assert renamed(renamed(relation, mapping), back) == relation
    normal = compared(relation, commutes=True)
    assert compared(normal, commutes=True) == normal
    assert by_position(normal) == normal


@given(RELATIONS, RELATIONS)
def test_a_difference_is_none_exactly_for_equal_terms(one: Expr, other: Expr) -> None:
    found = difference(one, other)
    assert (found is None) == (one == other)
    if found is not None:
        assert 0 <= found.shared <= 1
        assert shown(found.source) is not None
