"""What a text says of names: identities for all values, values that a sentence gives, and which names stay unknown."""

from __future__ import annotations

import pytest

from proofsieve.core.assertion import ClaimSite, Passage, claim_sites
from proofsieve.core.claims import SPARSE


def sites(*texts: str, problem: str = "") -> list[ClaimSite]:
    passages = [Passage(text=problem, scope=("c0",), hypothetical=False, problem=True)]
    passages += [Passage(text=text, scope=("c0",), hypothetical=False) for text in texts]
    return [site for own in claim_sites(passages)[1:] for site in own if site.asserted]


# ---- identities


@pytest.mark.parametrize(
    ("text", "claim", "premises"),
    [
        ("For all real x, $(x+1)^2 = x^2 + 1$.", "(x+1)^2 = x^2 + 1", ("for all x",)),
        ("For all real numbers $a$ and $b$, $(a+b)^2 = a^2 + b^2$.", "(a+b)^2 = a^2 + b^2", ("for all a, b",)),
        ("$(x+1)^2 = x^2 + 1$ for every real $x$.", "(x+1)^2 = x^2 + 1", ("for all x",)),
        ("For all $n \\geq 2$ we have $n^2 = 2n$.", "n^2 = 2n", ("for all n ≥ 2",)),
        (r"$\forall x \in \mathbb{R}: (x+1)^2 = x^2 + 1$.", "(x+1)^2 = x^2 + 1", ("for all x",)),
        ("We expand: $(a-b)^2 = a^2 - b^2$.", "(a-b)^2 = a^2 - b^2", ("for all a, b",)),
        ("Simplifying, $2x + 3x = 6x$.", "2x + 3x = 6x", ("for all x",)),
        ("Note that $x^2 - 1 = (x-1)(x+1)$.", "x^2 - 1 = (x-1)(x+1)", ()),
        ("$(x+1)^2 = x^2 + 2x + 1 = x^2 + 2x + 2$", "(x+1)^2 = x^2 + 2x + 1 = x^2 + 2x + 2", ("for all x",)),
        ("$(x+1)^2 = x^2 + 2x + 1 = 2x + 3$", "(x+1)^2 = x^2 + 2x + 1", ()),
        (r"$x^2 - 3x + 2 = (x-1)(x-2) = 0$", "x^2 - 3x + 2 = (x-1)(x-2)", ()),
        (r"\begin{align*} f(x) &= (x+1)^2 \\ &= x^2+2x+1 \end{align*}", "(x+1)^2 \\\\ &= x^2+2x+1", ()),
    ],
)
def test_an_identity_is_a_claim_with_what_binds_its_names(text: str, claim: str, premises: tuple[str, ...]) -> None:
    (site,) = sites(text)
    assert (site.text, site.premises) == (claim, premises)
    assert text[site.start : site.end] == claim


@pytest.mark.parametrize(
    "texts",
    [
        ("x + 1 = 2",),
        ("Solving $x^2 = 4$ is easy.",),
        ("Note that $x^2 + 1 = (x-1)(x+1)$.",),
        ("Expanding, we get $x^2 + 2x + 1 = 0$.",),
        ("Simplifying, $2x + 6 = x + 5$.",),
        ("Let $ab = 0$.", "Expanding, $(a+b)^2 = a^2 + b^2$."),
        ("Expanding, $(a+b)^2 = a^2 + b^2$.", "So $a = 0$."),
        ("Suppose that for all real $x$, $(x+1)^2 = x^2 + 1$.",),
        ("For all $x$ with $x^2 = x$ we have $(x+1)^2 = 3x + 1$.",),
        (r"For all $x \in \{0, 1\}$ we have $x^2 = x$.",),
        ("For all real $x$, $(x+1)^2 = x^2+1$ implies $x = 0$.",),
        ("For all $x$ we want $(x+1)^2 = x^2+1$.",),
        ("Is $(x+1)^2 = x^2+1$ for all real $x$?",),
        ("Let $A$, $B$ be matrices.", "Expanding, $(a+b)^2 = a^2 + b^2$."),
        ("We work in characteristic two.", "Expanding, $(a+b)^2 = a^2 + b^2$."),
        ("Expanding, $(1+i)^2 = 2i$.",),
        ("Let $i^2 = -1$.", "Expanding, $(a+bi)^2 = a^2 - b^2 + 2abi$."),
        ("Expanding to first order, $(x+h)^2 = x^2 + 2xh$.",),
        ("Substituting and simplifying, $x^2 + y^2 = 2x^2$.",),
    ],
)
def test_an_equation_that_may_hold_for_some_values_is_no_claim(texts: tuple[str, ...]) -> None:
    assert [site.text for site in sites(*texts) if "x" in site.text or "a" in site.text or "i" in site.text] == []


def test_the_problem_may_fix_a_name() -> None:
    expanded = "Expanding, $(x+1)^2 = 2x + 3$."
    assert sites(expanded, problem="Let $x^2 = 2$.") == []
    assert sites("Expanding, $(x+1)^2 = x^2 + 3$.", problem="Solve $x^2 = 2$.") == []
    assert len(sites("Expanding, $(x+1)^2 = x^2 + 3$.", problem="Let $y^2 = 2$.")) == 1


def test_a_definition_fixes_the_name_it_defines_and_no_other() -> None:
    (site,) = sites("Let $n = 2k + 1$.", "Expanding, $n^2 = (2k+1)^2 = 4k^2 + 2k + 1$.")
    assert (site.text, site.premises) == ("(2k+1)^2 = 4k^2 + 2k + 1", ("for all k",))


# ---- numbers that a sentence gives


@pytest.mark.parametrize(
    ("text", "claim", "premises"),
    [
        ("If x = 3, then 2x + 1 = 8.", "2x + 1 = 8", ("x = 3",)),
        ("If $x = 3$, then $2x + 1 = 8$.", "2x + 1 = 8", ("x = 3",)),
        ("With $a = 2$ and $b = 3$ we get $a^2 + b^2 = 14$.", "a^2 + b^2 = 14", ("a = 2", "b = 3")),
        ("For $n = 4$, $n^2 + 1 = 18$.", "n^2 + 1 = 18", ("n = 4",)),
        ("We have $n^2 + 1 = 18$ for $n = 4$.", "n^2 + 1 = 18", ("n = 4",)),
        ("When $x = -2$ this gives $y = x^2 + 1 = 4$.", "x^2 + 1 = 4", ("x = -2",)),
        (r"At $x = \frac12$ we have $4x = 3$.", "4x = 3", (r"x = \frac12",)),
    ],
)
def test_a_claim_stands_under_the_numbers_of_its_sentence(text: str, claim: str, premises: tuple[str, ...]) -> None:
    (site,) = sites(text)
    assert (site.text, site.premises) == (claim, premises)


@pytest.mark.parametrize(
    "texts",
    [
        ("If x = 3, then we are done.", "Then 2x + 1 = 8."),
        ("If $x = 3$ or $x = 4$, then $2x + 1 = 8$.",),
        ("If $x = 3$ and $y > 1$, then $2x + 1 = 8$.",),
        ("If $x = 3$, then the equation $2x + 1 = 8$ fails.",),
        ("If $x = 3$, then $2x + 1 = 8$ by hypothesis.",),
        ("If $x = 3$, then $2x + 1 = 8$, i.e. $7 = 8$.",),
        ("If $x = 3$, then $2x + 1 = 8$, which is impossible.",),
        ("If $x = 3$, then $2x + 1 = 8$.", "Hence $x \\ne 3$."),
        ("Suppose that if $x = 3$, then $2x + 1 = 8$.",),
        ("For $x = 1$, $x = 2$ and $x = 3$ it holds.",),
        ("For $x = 1$ let $2x + 1 = 4$.",),
    ],
)
def test_a_number_reaches_no_further_than_what_is_said_of_it(texts: tuple[str, ...]) -> None:
    assert [site.text for site in sites(*texts) if "x" in site.text] == []


def test_an_equation_of_the_problem_is_a_condition_there_and_no_claim() -> None:
    text = "If $x = 3$, then $2x + 1 = 8$."
    assert sites(text, problem="Solve $2x + 1 = 8$.") == []
    assert len(sites(text, problem="Solve $2x + 1 = 9$.")) == 1


# ---- names in scopes


@pytest.mark.parametrize(
    ("defining", "using"),
    [
        (("c0", "c1"), ("c0",)),
        (("c0", "c1"), ("c0", "c2")),
        (("c0", "c1", "c3"), ("c0", "c1")),
    ],
)
def test_a_constant_of_a_case_or_a_supposition_does_not_leave_it(
    defining: tuple[str, ...], using: tuple[str, ...]
) -> None:
    passages = [
        Passage(text="Let $n = 7$.", scope=defining, hypothetical=False),
        Passage(text="Then $n + 1 = 9$.", scope=using, hypothetical=False),
    ]
    assert claim_sites(passages)[1] == ()


def test_a_constant_of_a_contradiction_is_none_outside() -> None:
    passages = [
        Passage(text="Let $n = 7$.", scope=("c0", "c1"), hypothetical=True),
        Passage(text="Then $n + 1 = 9$.", scope=("c0", "c1"), hypothetical=True),
        Passage(text="So $n + 1 = 8$.", scope=("c0",), hypothetical=False),
    ]
    assert [site.asserted for own in claim_sites(passages) for site in own] == []


# ---- sums with dots


@pytest.mark.parametrize(
    ("problem", "sparse"),
    [
        ("Sum the primes below 30.", True),
        ("Sum the numbers without the digit 4.", True),
        ("Find the sum of this sequence.", True),
        ("Sum the arithmetic sequence.", False),
        ("Sum the numbers up to 10.", False),
    ],
)
def test_a_text_about_numbers_with_gaps_says_so_of_its_sums(problem: str, sparse: bool) -> None:
    (dotted, plain) = sites("$1 + 2 + 3 + \\dots + 10 = 56$.", "$1 + 2 = 4$.", problem=problem)
    assert (SPARSE in dotted.premises) is sparse
    assert plain.premises == ()
