"""Mechanical applicability: the hypotheses of a theorem, listed and looked up in Γ."""

from __future__ import annotations

import pytest

from proofsieve.core.ledger import SigmaId, SigmaItem
from proofsieve.core.ledger.hypotheses import MAX_STATEMENT, applicability, hypotheses_of, undischarged


def theorem(statement: str) -> SigmaItem:
    return SigmaItem(id=SigmaId("S1"), name="the theorem", statement=statement)


def found(hypothesis: str, *gamma: str) -> bool:
    """Whether a theorem "if HYPOTHESIS, then it holds" is discharged by items of Γ."""
    items = [(f"g{number}", text) for number, text in enumerate(gamma)]
    looked = applicability(theorem(f"If {hypothesis}, then it holds."), items)
    return bool(looked) and all(one.found_in for one in looked)


@pytest.mark.parametrize(
    ("statement", "hypotheses"),
    [
        ("If $p$ is prime and $p \\mid ab$, then $p \\mid a$ or $p \\mid b$.", ("$p$ is prime", "$p \\mid ab$")),
        ("$a^{p-1} \\equiv 1$ modulo $p$ if $p$ is prime and $p \\nmid a$.", ("$p$ is prime", "$p \\nmid a$")),
        (
            "Let $f$ be continuous on $[a,b]$. Then $f$ is bounded on $[a,b]$.",
            ("$f$ be continuous on $[a,b]$",),
        ),
        ("Suppose that $a, b > 0$. Then $a + b \\ge 2\\sqrt{ab}$.", ("$a, b > 0$",)),
        ("For all $x > 0$ we have $\\ln x \\le x - 1$.", ("$x > 0$",)),
        ("If $x$ and $y$ are real numbers, then $xy \\le x^2 + y^2$.", ("$x$ and $y$ are real numbers",)),
        ("Every bounded sequence has a convergent subsequence.", ()),
    ],
    ids=["two", "behind", "let", "suppose", "for all", "one for two names", "none that is listed"],
)
def test_the_hypotheses_of_a_theorem_are_listed_in_its_words(statement: str, hypotheses: tuple[str, ...]) -> None:
    assert hypotheses_of(statement) == hypotheses


@pytest.mark.parametrize(
    ("hypothesis", "gamma"),
    [
        ("$p$ is prime", "Let $p$ be a prime."),
        ("$p \\mid ab$", "Hence $p \\mid a\\cdot b$."),
        ("$x > 0$", "so $0 < x$."),
        ("$a + b \\le 2$", "We have $b + a \\le 2$."),
        ("$f$ is continuous on $[a,b]$", "Suppose $f$ is continuous on $[a,b]$."),
        ("$G$ is a finite group", "Let $G$ is a finite group"),
        ("the sequence is tight", "The sequence is tight."),
    ],
)
def test_a_hypothesis_is_found_where_gamma_says_the_same(hypothesis: str, gamma: str) -> None:
    assert found(hypothesis, "Let $z = 9$.", gamma)


@pytest.mark.parametrize(
    ("hypothesis", "gamma"),
    [
        ("$p \\nmid a$", "Hence $p \\mid a$."),
        ("$x > 0$", "$x \\ge 0$."),
        ("$x > 0$", "If $x > 0$, then $y > 0$."),
        ("$n$ is even", "Suppose that $n$ is even or odd."),
        ("$n$ is even", "$n$ is not even."),
        ("$n$ is even", "If $n$ is even, we are done."),
        ("$f$ is continuous on $[a,b]$", "$f$ is continuous on $(a,b)$."),
        ("$f$ is differentiable on $(a,b)$", "$f$ is continuous on $(a,b)$."),
        ("$a = 2$", "$b = 2$."),
        ("the group is finitely generated", "The group is generated."),
    ],
)
def test_a_hypothesis_is_not_found_in_what_is_weaker_conditional_or_denied(hypothesis: str, gamma: str) -> None:
    assert not found(hypothesis, gamma)


def test_what_was_not_found_is_shown_as_undischarged() -> None:
    item = theorem("If $p$ is prime and $p \\nmid a$, then $p$ divides $a^{p-1} - 1$.")
    (finding,) = undischarged(item, [("g1", "Let $p$ be a prime.")])
    assert finding.kind == "undischarged"
    assert "$p \\nmid a$" in finding.message
    assert undischarged(item, [("g1", "Let $p$ be a prime."), ("g2", "We know $p \\nmid a$.")]) == ()


def test_the_place_where_a_hypothesis_was_found_is_named() -> None:
    (one,) = applicability(theorem("If $x > 0$, then so."), [("g1", "$y > 0$"), ("g2", "$0 < x$")])
    assert one.found_in == "g2"


def test_an_endless_statement_is_not_listed_and_not_called_discharged() -> None:
    item = theorem("If $x > 0$, then " + "so " * MAX_STATEMENT)
    assert len(undischarged(item, [("g1", "$x > 0$")])) == 1
