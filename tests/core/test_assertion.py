"""Which numeric claims a text asserts, where they stand, and what they rest on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.assertion import ClaimSite, Passage, claim_sites
from proofsieve.core.claims import ROUNDED


def sites(*texts: str, scope: tuple[str, ...] = ("c0",), hypothetical: bool = False) -> list[ClaimSite]:
    passages = [Passage(text=text, scope=scope, hypothetical=hypothetical) for text in texts]
    return [site for own in claim_sites(passages) for site in own]


def asserted(*texts: str) -> list[str]:
    return [site.text for site in sites(*texts) if site.asserted]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Hence 2 + 2 = 5.", "2 + 2 = 5"),
        ("We have $2 + 2 = 5$.", "2 + 2 = 5"),
        (r"Thus \(7 \cdot 8 = 54\), as claimed.", r"7 \cdot 8 = 54"),
        (r"\[ 1 + 2 + 3 = 7 \]", "1 + 2 + 3 = 7"),
        ("Let's calculate A = (-4 - 2 - -7 * 2) = (-4 - 2 - (-14)) = 9.", "(-4 - 2 - -7 * 2) = (-4 - 2 - (-14)) = 9"),
        ("so 3 + 4 equals 8.", "3 + 4 equals 8"),
        ("$12$ is divisible by $4$.", "$12$ is divisible by $4$"),
        ("Clearly 3 · 5 > 20.", "3 · 5 > 20"),
        ("Since 4 · 5 = 21, we are done.", "4 · 5 = 21"),
        ("1. 3 + 4 = 8", "3 + 4 = 8"),
        ("(2) 3 + 4 = 8", "3 + 4 = 8"),
        (r"$$f(2) = 4(2) + 6 = 8 + 6 = 15$$", "4(2) + 6 = 8 + 6 = 15"),
        (r"so $2^{10} = 1024 \equiv 23 \pmod{100}$", r"2^{10} = 1024 \equiv 23 \pmod{100}"),
        ("```math\n2 + 2 = 5\n```", "2 + 2 = 5"),
        (r"Hence $\boxed{2 + 2 = 5}$.", "2 + 2 = 5"),
        ("Hence **2 + 2 = 5**.", "2 + 2 = 5"),
        (r"\begin{align} a &= b & 2 + 3 &= 6 \end{align}", "2 + 3 &= 6"),
        (r"$\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix} = 1\cdot 4 - 6 = -1$", r"1\cdot 4 - 6 = -1"),
        ("This case fails since 0^2 + 2 ≠ 2.", "0^2 + 2 ≠ 2"),
        ("For $n = 5$ we get $25 + 5 = 31$.", "25 + 5 = 31"),
        ("When $x = 3$, we have $27 + 1 = 29$.", "27 + 1 = 29"),
        ("Let's do the last step: $27 + 1 = 29$.", "27 + 1 = 29"),
    ],
)
def test_an_asserted_claim_is_quoted_exactly(text: str, claim: str) -> None:
    site = sites(text)[-1]
    assert text[site.start : site.end] == site.text == claim
    assert site.asserted, site.why_not


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (("Suppose 2 + 2 = 5.",), "supposed"),
        (("If n were odd, then 2 + 2 = 5.",), "supposed"),
        (("For all $n$ we get 2^2 = 5.",), "supposed"),
        (("We'd get 2 + 2 = 5.",), "supposed"),
        (("Had there been one, 2 + 2 = 5.",), "supposed"),
        (("Angenommen, es gäbe eine, so 2 + 2 = 5.",), "supposed"),
        (("假设存在整数解，则 $2 + 2 = 5$。",), "supposed"),
        (("Supposons que $x$ soit une solution, $2 + 2 = 5$.",), "supposed"),
        (("所以 $2 + 2 = 5$，矛盾。",), "denied"),
        (("Then $2 + 2 = 5$ ⨳",), "denied"),
        (("So $2 + 2 = 5$, ein Widerspruch.",), "denied"),
        (("~~$2 + 2 = 5$~~ gave a slip.",), "denied"),
        (("Then $2 + 2 = 5$.", "Hence no such integers exist."), "leads to a contradiction"),
        (("Then $2 + 2 = 5$.", "So $1$ is not a root."), "leads to a contradiction"),
        (("Then $2 + 2 = 5$.", r"Therefore $x \ne 2$."), "leads to a contradiction"),
        (("Then $2 + 2 = 5$.", "This root drops out."), "leads to a contradiction"),
        (("Then $2 + 2 = 5$.", "That is a plain lie."), "leads to a contradiction"),
        (("Then $2 + 2 = 5$.", "The two sides differ."), "leads to a contradiction"),
        (("With five we get $5 \\cdot 4 < 18$.", "Thus at most four fit."), "leads to a contradiction"),
        (("Peter's line: $2 + 2 = 5$.",), "quoted"),
        (("Tom got 2 + 2 = 5.",), "quoted"),
        (("Option A: $2 + 2 = 5$.",), "quoted"),
        (("Statement I: $2 + 2 = 5$.",), "quoted"),
        (("A careless beginner cancels: $2 + 2 = 5$.",), "quoted"),
        (("The value of $P$: $2 + 2 = 5$ is F.",), "denied"),
        (("When x is small, 2 + 2 = 5.",), "supposed"),
        (("We have 2 + 2 = 5 if x is small.",), "supposed"),
        (("It is not true that 2 + 2 = 5.",), "denied"),
        (("We cannot have 2 + 2 = 5.",), "denied"),
        (("We get $0 = 4$, which is impossible.",), "denied"),
        (("Then 3·4 = 13, a contradiction.",), "denied"),
        (("Is 2 + 2 = 5?",), "asked"),
        (("We check whether 2 + 2 = 5.",), "asked"),
        (("We want to show that 3^2 = 10.",), "to be shown"),
        (("It suffices to prove 3^2 = 10.",), "to be shown"),
        (("We solve the equation $0 = 4$.",), "to be solved"),
        (("This gives 2 + 3 = 6.", "This is a contradiction."), "leads to a contradiction"),
        (("This gives 2 + 3 = 6.", "So 5 = 6.", "But that is impossible."), "leads to a contradiction"),
        (("Plugging in 1 we get 1 = 3 + 4.", "So 1 = 7.", "Hence 1 is not a root."), "leads to a contradiction"),
        (("Plugging in 1 we get 1 = 3 + 4.", "1 fails here."), "supposed"),
        (("The case where 2 + 2 = 5 is left.",), "quoted"),
        (("Suppose 1 = 2.", "Then 2 = 3."), "supposed"),
        (("He wrote “2 + 2 = 5” there.",), "quoted"),
        (("So x = 3 or 2 + 2 = 5.",), "one of several alternatives"),
        (("So approximately 2.7 · 2 = 5.5.",), "an approximation"),
        (("$10 + 10 = 100$ in base 2.",), "may be meant modulo a number"),
        (("Modulo 7 we have 3·5 = 1.",), "may be meant modulo a number"),
    ],
)
def test_what_the_text_does_not_assert_does_not_count(texts: tuple[str, ...], why: str) -> None:
    first = sites(*texts)[-1 if "or 2" in texts[0] or "1 = 2" in texts[0] else 0]
    assert not first.asserted
    assert first.why_not == why


@pytest.mark.parametrize(
    "text",
    [
        "10 = 2 times 5",
        "60 = 1 hour",
        "5 apples + 3 = 9",
        "twice $3 = 6$",
        "$5 = 2$ (mod 3)",
        "Thus [3] + [4] = [0].",
        "The representation of 10 in base 2 is 1010.",
        "f(1,2) = 3, 2, 4 = 5",
        "we take 3 and 4 = 7",
        "For steps 1, 2, 3 + 4 = 8.",
    ],
)
def test_a_fragment_of_a_longer_phrase_is_no_asserted_claim(text: str) -> None:
    assert asserted(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "The ratio 3:4 = 6:9.",
        "x + 1 = 2",
        "$f(x) = 3$",
        "```python\nassert 1 == 2\n```",
        "Step 3 follows from Lemma 2.",
        "A ticket costs $5 and a pass costs $8.",
        "Let $e = 5$ in the group with $e + 1 = 7$ elements $e = 2$.",
        "",
    ],
)
def test_text_without_closed_claims_has_no_sites(text: str) -> None:
    assert sites(text) == []


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("Total = 180 + 7 = 197.", "180 + 7 = 197"),
        ("Pens in boxes = 12 × 15 = 190.", "12 × 15 = 190"),
        (r"$\text{Area} = \frac12 \cdot 6 \cdot 4 = 14$.", r"\frac12 \cdot 6 \cdot 4 = 14"),
        ("There are 5 · 6 = 35 ways.", "5 · 6 = 35"),
        ("This makes $5 \\cdot 6 = 35$ ways.", "5 \\cdot 6 = 35"),
        ("Then $150 + 80 = 240$ km.", "150 + 80 = 240"),
        ("The town has 12,500 + 3,750 = 16,350 people.", "12,500 + 3,750 = 16,350"),
        (r"Then $5 \cdot 6 = 35\text{ ways}$.", r"5 \cdot 6 = 35"),
    ],
)
def test_labels_before_and_counted_things_after_a_computation_leave_it_asserted(text: str, claim: str) -> None:
    assert asserted(text) == [claim]


@pytest.mark.parametrize(
    "text",
    [
        "We wait 60 · 2 = 2 hours.",
        "That is $90 + 30 = 2$ hours.",
        "That is 90/60 = 2 hours.",
        "There are 12 + 12 = 2 dozen.",
        "That is 5 + 6 = 12 hundred.",
        "Percentage = 3 · 20 = 50.",
        "Half of the sum = 3 + 5 = 4.",
        "Square root = 9 + 16 = 5.",
        "$2$ of them make = 3 + 5 = 4.",
        "Then 3 + 4 = 8 more than before.",
        r"Then $30 \cdot 4 = 2\text{ hours}$.",
        r"Then $9 + 5 = 2\text{ mod }$.",
    ],
)
def test_what_may_convert_a_unit_is_not_asserted(text: str) -> None:
    assert asserted(text) == []


def test_a_denial_in_another_clause_does_not_reach_the_claim() -> None:
    assert asserted("Since x is not zero, 2 · 3 = 7.") == ["2 · 3 = 7"]


def test_a_claim_inside_a_contradiction_is_hypothetical() -> None:
    (site,) = sites("Then 2 · 3 = 7.", hypothetical=True)
    assert (site.asserted, site.why_not) == (False, "inside a contradiction")


def test_a_case_that_ends_in_a_contradiction_asserts_nothing() -> None:
    passages = [
        Passage(text="Then 2 · 3 = 7.", scope=("c0", "c1"), hypothetical=False),
        Passage(text="This case is impossible.", scope=("c0", "c1"), hypothetical=False),
        Passage(text="So 2 · 3 = 8.", scope=("c0", "c2"), hypothetical=False),
    ]
    found = claim_sites(passages)
    assert found[0][0].why_not == "leads to a contradiction"
    assert found[2][0].asserted


def test_the_problem_and_abandoned_attempts_assert_nothing() -> None:
    passages = [
        Passage(text="Show that 2 + 2 = 5.", scope=("c0",), hypothetical=False, problem=True),
        Passage(text="So 2 + 2 = 5.", scope=("c0",), hypothetical=False, abandoned=True),
    ]
    assert [site.asserted for own in claim_sites(passages) for site in own] == [False, False]


def test_a_sentence_may_run_over_passages() -> None:
    first, second = sites("If $n$ is odd,", "then 2 + 2 = 5.", "Now 2 + 2 = 6.")
    assert first.why_not == "supposed"
    assert second.asserted


# ---- names


def test_a_defined_name_becomes_a_premise() -> None:
    (site,) = sites("Let $n = 7$.", "Then $n^2 = 50$.")
    assert site.asserted
    assert site.premises == ("n = 7",)


def test_names_defined_in_a_where_list_are_premises() -> None:
    found = sites("This is (A * B), where A = (2 + 3) and B = (1 - 4).", "The value is (A * B) = (5 * -3) = -15.")
    assert found[-1].text == "(A * B) = (5 * -3) = -15"
    assert found[-1].premises == ("A = (2 + 3)", "B = (1 - 4)")


def test_a_definition_on_its_own_is_no_claim() -> None:
    assert sites("Let $A = -14$.") == []


def test_a_name_bound_twice_keeps_both_definitions() -> None:
    found = sites("Let $n = 7$.", "Then $n^2 = 49$.", "Let $n = 8$.")
    assert found[0].premises == ("n = 7", "n = 8")


def test_a_name_bound_in_another_branch_is_unknown() -> None:
    passages = [
        Passage(text="Let $n = 7$.", scope=("c0", "c1"), hypothetical=False),
        Passage(text="Then $n + 1 = 9$.", scope=("c0", "c2"), hypothetical=False),
        Passage(text="Then $n + 1 = 8$.", scope=("c0", "c1", "c3"), hypothetical=False),
    ]
    found = claim_sites(passages)
    assert found[1] == ()
    assert found[2][0].premises == ("n = 7",)


@pytest.mark.parametrize(
    "texts",
    [
        ("Solve $x + 2 = 5$.", "Let $x = 1$.", "Then $x + 2 = 5$."),
        ("If $n = 3$ we are done.", "Then $n + 1 = 5$."),
        ("For all $n$ this holds.", "Let $n = 7$.", "So $n + 1 = 9$."),
        ("Hence $x = 3$.", "So $2x = 8$."),
        ("Let $A = (1, 2)$ be a point.", "Let $A = 3$.", "So $A + 1 = 5$."),
        ("Let $n = 7$ and $n > 3$.", "So $n + 1 = 9$."),
    ],
)
def test_an_unknown_is_never_a_constant(texts: tuple[str, ...]) -> None:
    assert [site for site in sites(*texts) if "n" in site.text or "x" in site.text or "A" in site.text] == []


def test_decimals_carry_the_rounding_premise() -> None:
    (site,) = sites("So 1103/7 = 157.57.")
    assert site.premises == (ROUNDED,)


# ---- computations in words


@pytest.mark.parametrize(
    ("text", "claim", "note"),
    [
        ("We add 12 + 43, so the sum is 55.", "12 + 43 = 55", "“sum” read as 12 + 43"),
        (
            "We add $1 + 2 + \\dots + 10$. So the sum is 56.",
            "1 + 2 + \\dots + 10 = 56",
            "“sum” read as 1 + 2 + \\dots + 10",
        ),
        ("There are 12 · 5, which equals 61 ways.", "12 · 5 = 61", "“which” read as 12 · 5"),
        ("The product of 3 and 4 is 13.", "3 * 4 = 13", "“The product of 3 and 4” read as 3 * 4"),
        (
            "The sum of $12$, $3$ and $40$ is $56$.",
            "12 + 3 + 40 = 56",
            "“The sum of $12$, $3$ and $40$” read as 12 + 3 + 40",
        ),
        ("The difference of 5 and 8 is 4.", "|5 - 8| = 4", "“The difference of 5 and 8” read as |5 - 8|"),
        ("Half of 30 is 16.", "30/2 = 16", "“Half of 30” read as 30/2"),
        ("Twice the sum of 3 and 4 is 15.", "2 * (3 + 4) = 15", "“Twice the sum of 3 and 4” read as 2 * (3 + 4)"),
        ("Multiplying 12 by 7 gives 85.", "12 * 7 = 85", "“Multiplying 12 by 7” read as 12 * 7"),
        ("6 multiplied by 9 equals 54.", "6 * 9 = 54", "“6 multiplied by 9” read as 6 * 9"),
        (
            "The remainder of 54 divided by 6 is 0.",
            "54 mod 6 = 0",
            "“The remainder of 54 divided by 6” read as 54 mod 6",
        ),
        ("$7^2$ ends in 9.", "(7^2) mod 10 = 9", "“$7^2$ ends in 9” read as (7^2) mod 10"),
        ("1/2 of 10 is 6.", "1/2 * 10 = 6", "“1/2 of 10” read as 1/2 * 10"),
    ],
)
def test_a_computation_in_words_is_a_claim(text: str, claim: str, note: str) -> None:
    site = sites(text)[-1]
    assert (site.text, site.note, site.asserted) == (claim, note, True)
    assert text[site.start : site.end].rstrip("$").endswith(claim.rpartition(" ")[2])


@pytest.mark.parametrize(
    ("text", "claim", "note"),
    [
        ("3 m + 4.5 m = 8.5 m", "3 + 4.5 = 8.5", "read without the units m"),
        ("2 h + 30 min = 150 min", "(2 * 60) + 30 = 150", "read without the units h, min"),
        ("3 m 20 cm + 2 m = 5 m 20 cm", "(3 + 20 * (1/100)) + 2 = (5 + 20 * (1/100))", "read without the units m"),
        ("60 km/h · 2 h = 130 km", "60 * 2 = 130", "read without the units km/h, h, km"),
        ("€12.50 + €3.20 = €16.70", "12.50 + 3.20 = 16.70", "read without the units €"),
        ("4 boxes · 12 pens = 50 pens", "4 * 12 = 50", "read without the units box, pen"),
    ],
)
def test_a_computation_with_units_is_a_claim_about_its_numbers(text: str, claim: str, note: str) -> None:
    (site,) = sites(f"Hence {text}.")
    assert (site.start, site.end, site.text, site.note, site.asserted) == (6, 6 + len(text), claim, note, True)


@pytest.mark.parametrize(
    "text",
    [
        "Tom reads pages 10-15, which is 6 pages.",
        "It ran in 2010-2019, which is 10 years.",
        "The expression is x · 3 + 4, which is 10 for x = 2.",
        "Next, x + 3 + 4, so the sum is 9.",
        "Half of 6 + 4, which is 8.",
        "Four less than three times the sum of 2 and 3 is 11.",
        "The sum of 3 and 5 is 2 greater than 6.",
        "The difference of 5 and 8 is -3.",
    ],
)
def test_words_that_take_the_numbers_into_something_else_are_no_computation(text: str) -> None:
    assert asserted(text) == []


def test_a_computation_in_words_may_be_denied() -> None:
    assert not sites("It is false that the product of 3 and 4 is 13.")[-1].asserted


# ---- any text


@given(st.lists(st.text(alphabet="ab nAx0123456789+-*/=<>$\\()[]{}.,;:?!|√ \n&ifothe", max_size=60), max_size=6))
def test_every_site_quotes_its_passage(texts: list[str]) -> None:
    passages = [Passage(text=text, scope=("c0",), hypothetical=False) for text in texts]
    for passage, own in zip(passages, claim_sites(passages), strict=True):
        for site in own:
            assert 0 <= site.start < site.end <= len(passage.text)
            assert site.note or passage.text[site.start : site.end] == site.text
            assert site.asserted == (site.why_not == "")


WORDS = (
    "the sum product difference of and 3 4 12 0 -2 1/2 2.5 $x$ $3$ x = is equals half twice two thirds remainder when "
    "divided by leaves ends in prime even not a perfect square divides divisible if , . for all real n ≥ 2 expand "
    "factor $(x+1)^2=x^2+1$ m cm km/h € $ % apples · + - ( ) ≈ square root gcd average adding to gives we get so total "
    "1 000 or \\frac12 … \\dots let suppose where mod \\pmod{5} ! ^ { } \\text{ m} & \\\\ \\forall ∈ ℝ"
).split()


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join), max_size=4))
def test_every_site_of_mathematical_words_quotes_its_passage(texts: list[str]) -> None:
    passages = [Passage(text=text, scope=("c0",), hypothetical=False) for text in texts]
    for passage, own in zip(passages, claim_sites(passages), strict=True):
        for site in own:
            assert 0 <= site.start < site.end <= len(passage.text)
            assert site.note or passage.text[site.start : site.end] == site.text
            assert site.asserted == (site.why_not == "")


@pytest.mark.parametrize("text", ["Hence 20% of 50 = 11.", r"Hence 20\% of 50 is 11."])
def test_a_percentage_of_a_number_is_one_claim(text: str) -> None:
    sites = claim_sites([Passage(text=text, scope=("c0",), hypothetical=False)])[0]
    assert [(site.text, site.asserted) for site in sites] == [(text[6:-1], True)]


@pytest.mark.parametrize(
    "definition",
    [
        "Define the operation $a * b = ab + 1$.",
        "We define $a * b = ab + 1$ for all $a, b$.",
        r"For numbers let $a \circ b$ be defined as $a + b + 1$, and $a * b$ is defined as $a - b$.",
        "The operator is given by $a + b = ab$.",
    ],
)
def test_a_sign_that_the_text_defines_anew_is_not_held_against_it(definition: str) -> None:
    sites = claim_sites([_plain(definition), _plain("Then $2 * 3 + 1 = 9$.")])[1]
    assert [(site.asserted, site.why_not) for site in sites] == [(False, "uses a sign that the text defines anew")]


@pytest.mark.parametrize(
    "definition",
    [
        r"Define positive integers $x_n$ and $y_n$ by $x_n + y_n\sqrt{13} = (18 + 5\sqrt{13})^n$.",
        "Define $c$ as $a - b$.",
        "We define $f(x) = x * y$.",
    ],
)
def test_a_definition_of_numbers_defines_no_sign(definition: str) -> None:
    sites = claim_sites([_plain(definition), _plain("Then $2 * 3 + 1 = 9$.")])[1]
    assert [site.asserted for site in sites] == [True]


def reasons(*texts: str) -> list[str]:
    return [site.why_not for own in claim_sites([_plain(text) for text in texts]) for site in own]


@pytest.mark.parametrize(
    "first",
    [
        "Consider everything modulo 7 from now on.",
        "We keep only the last digit.",
        "We cast out nines, so digit sums count.",
        "All numbers are written in base 6.",
        "The Martians count with radix six.",
        "In the min-plus semiring we compute.",
        "Number the weekdays from Monday.",
        r"We work in $\mathbb{F}_7$.",
        "The field has characteristic two.",
        "The numbers leave the remainder 0 or 1 on division by 4.",
    ],
)
def test_arithmetic_of_another_kind_is_meant_from_where_it_is_named(first: str) -> None:
    texts = (first, "We begin.", "Then nothing changes for a while.", "Hence $3 + 5 = 2$.")
    assert reasons(*texts)[-1] == "may be meant modulo a number"
    assert reasons(*texts[1:], *["So it is."] * 3, first) == [""]


def test_a_problem_that_asks_for_a_mistake_leaves_nothing_asserted() -> None:
    problem = Passage(text="Where is the mistake?", scope=("c0",), hypothetical=False, problem=True)
    found = claim_sites([problem, _plain("Hence $2 + 2 = 5$.")])
    assert [site.why_not for site in found[1]] == ["stands in a text about a mistake"]


def test_a_claim_with_its_own_modulus_stands() -> None:
    assert reasons("Work modulo 7.", r"Then $9 \equiv 3 \pmod 7$.") == [""]


@pytest.mark.parametrize(
    "first",
    [
        "Base case first.",
        "The triangle has base 6 and height 4.",
        "The division has a negative remainder.",
        "The characteristic equation.",
    ],
)
def test_words_that_name_no_other_arithmetic(first: str) -> None:
    assert reasons(first, "Then $3 + 5 = 2$.") == [""]


@pytest.mark.parametrize(
    ("first", "claim"),
    [
        ("Let a * b mean a + b + ab.", "$2 * 3 = 11$"),
        ("For numbers write $a * b = a + b + ab$.", "$2 * 3 = 11$"),
        ("Write permutations as products of cycles.", "$(12)(23) = (123)$"),
        (r"Let $\sigma$ be a transposition.", r"$\pi^2 = 1$"),
    ],
)
def test_signs_with_another_meaning_are_not_held_against_the_text(first: str, claim: str) -> None:
    assert reasons(first, f"Then {claim}.")[-1] == "uses a sign that the text defines anew"


@pytest.mark.parametrize(
    "later", ["After the first pass, $x = 8$.", "In the second case $x = 8$.", "Now $x = 4 + 4 = 8$."]
)
def test_a_name_that_takes_another_value_is_no_constant(later: str) -> None:
    assert [site.text for site in sites("Let $x = 5$.", later) if site.asserted and "x" in site.text] == []


@pytest.mark.parametrize(
    "text",
    [
        "The degree of vertex $4$ is $1$.",
        "The first prime after $7$ is $11$.",
        r"The average of $2$ and $4 \cdot 3 = 7$.",
        "It grows by a factor $2 + 3 = 6$.",
    ],
)
def test_a_formula_within_a_phrase_is_no_claim_of_its_own(text: str) -> None:
    assert asserted(text) == []


def _plain(text: str) -> Passage:
    return Passage(text=text, scope=("c0",), hypothetical=False)
