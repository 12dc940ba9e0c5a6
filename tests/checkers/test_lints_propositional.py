"""Skeletons of propositions: what follows by truth tables, whatever is left out of them."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from proofsieve.checkers.lints.propositional import Formula, atoms, follows, holds

ATOMS = st.sampled_from("abc").map(lambda key: ("atom", key))
FORMULAS: st.SearchStrategy[Formula] = st.recursive(
    st.one_of(st.booleans(), ATOMS, ATOMS),
    lambda inner: st.one_of(inner.map(lambda one: ("¬", one)), st.tuples(st.sampled_from("∧∨→↔"), inner, inner)),
    max_leaves=5,
)


def by_table(assumed: list[Formula], claim: Formula) -> bool:
    """Whether the claim holds in every row of the truth table in which all that is assumed holds."""
    keys = list(dict.fromkeys(atoms([*assumed, claim])))
    rows = [dict(zip(keys, row, strict=True)) for row in product((False, True), repeat=len(keys))]
    return all(holds(claim, row) for row in rows if all(holds(one, row) for one in assumed))


@given(st.lists(FORMULAS, max_size=3), FORMULAS)
def test_what_follows_is_what_the_truth_table_says(assumed: list[Formula], claim: Formula) -> None:
    assert follows(assumed, claim) == by_table(assumed, claim)


@given(st.lists(FORMULAS, max_size=3))
def test_assumptions_contradict_one_another_where_no_row_has_them_all(assumed: list[Formula]) -> None:
    assert follows(assumed, False) == by_table(assumed, False)
