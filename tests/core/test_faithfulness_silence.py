"""What a claim between numbers cannot say: a model's claim about other things is no statement of the obligation."""

from __future__ import annotations

import pytest

from proofsieve.core.faithfulness.relating import silent_about

PARITY = "From Γ before it follows: Therefore n is even, as wanted."


@pytest.mark.parametrize(
    ("obligation", "claim", "silent"),
    [
        (PARITY, ("1 + 1 = 2",), ("n",)),
        ("Hence k(k + 1) is even.", ("1 * 2 = 2",), ("k",)),
        ("so $x_1 = 2$ and n² > 3", ("2 = 2",), ("x", "n")),
        (r"$\alpha > 0$", ("1 > 0",), (r"\alpha",)),
        ("Hence the sum is 36.", ("1 + 1 = 2",), ("36",)),
        ("So the sum is as claimed.", ("1 + 1 = 2",), ("all that it says",)),
        ("Hence $2A + 1 = 15$.", ("2B + 1 = 15", "B = 7"), ("A",)),
    ],
)
def test_a_claim_about_something_else_is_silent_about_what_is_owed(
    obligation: str, claim: tuple[str, ...], silent: tuple[str, ...]
) -> None:
    assert set(silent_about(obligation, claim)) == set(silent)


@pytest.mark.parametrize(
    ("obligation", "claim"),
    [
        ("The context entails: $3^2 + 4^2 = 5^2$, a square", ("3^2 + 4^2 = 5^2",)),
        ("Hence $2A + 1 = 15$.", ("2A + 1 = 15", "A = 7")),
        ("Hence the sum's value is 36", ("1 + 9 + 25 = 36",)),
        (r"so $\frac{1}{2} \le 1$", ("1/2 ≤ 1",)),
        ("I show that e < 3", ("e < 3",)),
    ],
)
def test_a_claim_that_speaks_of_all_of_it_is_not(obligation: str, claim: tuple[str, ...]) -> None:
    assert silent_about(obligation, claim) == ()
