"""Thousands of random claims, each family against its own oracle: no outcome that is wrong."""

from __future__ import annotations

import pytest

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.tests.checkers.numeric_generator import FAMILIES, OPEN, PASSED, REFUTED, Made, claims

EACH = 70
SEED = 20261201
DECIDED = sorted(
    FAMILIES.keys()
    - {"added_percent", "odd_roots_of_negatives", "undefined", "approximations", "open_equations", "reversed_sums"}
)
"""The families in which some claims are decided."""
MADE: dict[str, list[Made]] = {name: [] for name in FAMILIES}
for _family, _made in claims(SEED, EACH):
    MADE[_family].append(_made)


def test_there_are_thousands_of_claims() -> None:
    assert sum(map(len, MADE.values())) >= 3_500


@pytest.mark.parametrize("name", FAMILIES)
def test_no_outcome_of_a_family_is_wrong(name: str) -> None:
    wrong = [
        (made.text, found.outcome, found.why)
        for made in MADE[name]
        if (found := evaluate(made.text)).outcome not in made.accepted
    ]
    assert wrong == []


@pytest.mark.parametrize("name", DECIDED)
def test_a_family_holds_claims_of_more_than_one_outcome(name: str) -> None:
    """An oracle that accepts one outcome only would pass a checker that always gives it."""
    seen = {outcome for made in MADE[name] for outcome in (PASSED, REFUTED, OPEN) if made.accepted == {outcome}}
    partly = {outcome for made in MADE[name] for outcome in made.accepted}
    assert len(seen | partly) >= 2
    assert seen
