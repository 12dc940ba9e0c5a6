"""A false link between bare numerals is no slip of a computation; one that computes is."""

from __future__ import annotations

import pytest

from proofsieve.core.assertion import Passage, claim_sites


def reasons(text: str) -> list[str]:
    passage = Passage(text=text, scope=("c0",), hypothetical=False)
    return [site.why_not for site in claim_sites([passage])[0]]


@pytest.mark.parametrize(
    "claim",
    [
        "0 = 1",
        "2 = -2",
        "10 \\le 9",
        "2 \\ge 6",
        "0 = 1 = 2",
        "5 \\ne 5",
        "\\frac12 = \\frac13",
        "4 \\mid 7",
        "6 \\nmid 12",
        "3 \\equiv 1 \\pmod 5",
        "\\sqrt 4 = -2",
    ],
)
def test_a_false_link_between_numerals_is_not_asserted(claim: str) -> None:
    assert reasons(f"This gives ${claim}$ at once.") == ["links two numerals, which is no computation"]


@pytest.mark.parametrize(
    "claim",
    [
        "1 = 1",
        "9 \\le 10",
        "4 \\mid 8",
        "6 \\nmid 13",
        "23 \\equiv 3 \\pmod 5",
        "23 \\equiv 4 \\pmod 5",
        "\\frac{8}{36} = \\frac13",
        "1103/7 = 157.75",
        "2^3 = 9",
        "\\sqrt 4 = 3",
        "1 + 1 = 3",
        "2^{10} = 1024 < 1000",
    ],
)
def test_a_true_link_and_a_computation_are_asserted(claim: str) -> None:
    assert reasons(f"This gives ${claim}$ at once.") == [""]


@pytest.mark.parametrize("claim", ["100/7 = 14", "23 \\div 4 = 5", "4/5 = 0", "\\frac{1000}{3} = 333", "20/6 = 4"])
def test_a_whole_number_beside_a_quotient_may_leave_a_remainder(claim: str) -> None:
    assert reasons(f"This gives ${claim}$ at once.") == ["may be a division with remainder"]


@pytest.mark.parametrize("claim", ["48/3 = 18", "45/3 = 14", "20/5 = 4"])
def test_a_quotient_that_is_farther_off_is_asserted(claim: str) -> None:
    assert reasons(f"This gives ${claim}$ at once.") == [""]


def test_numerals_joined_by_words_are_bare_too() -> None:
    why = "links two numerals, which is no computation"
    assert reasons("Suppose we count twice. So the number $15$ is divisible by $2$.") == [why]
    assert reasons("Suppose we count twice. So the number $15$ is divisible by $3$.") == [""]
    assert reasons("We count twice. So the number $15$ is divisible by $2$.") == [""]
    assert reasons("Suppose we count twice. Since $15$ is divisible by $2$, we stop.") == [""]


def test_an_approximate_value_of_a_constant_is_a_convention_that_its_claims_rest_on() -> None:
    passages = [
        Passage(text=text, scope=("c0",), hypothetical=False)
        for text in (r"Here $\pi = \frac{22}{7}$.", r"So $\pi \cdot 7^2 = 154$.", r"And $2 \cdot 3 = 7$.")
    ]
    found = [[site.why_not for site in own] for own in claim_sites(passages)]
    assert found == [["takes an approximate value for a constant"]] * 2 + [[""]]
