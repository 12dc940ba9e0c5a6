"""Informal statements as claims: what is assumed, what follows, and what is left unread."""

from __future__ import annotations

import pytest

from proofsieve.core.drift.expr import shown
from proofsieve.core.drift.prose.formula import read_formula
from proofsieve.core.drift.prose.lexer import Unread
from proofsieve.core.drift.prose.reading import read_prose
from proofsieve.core.drift.prose.relations import cleared
from proofsieve.core.drift.prose.statement import read_statement


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (r"\frac{a+b}{2} \ge \sqrt{ab}", "sqrt(a · b) ≤ 1/2 · a + 1/2 · b"),
        ("0 < a ≤ b", "0 < a ∧ a ≤ b"),
        (r"a, b \in G", "a ∈ G; b ∈ G"),
        (r"f \colon \mathbb{R} \to \mathbb{R}", "fun(f, ℝ, ℝ)"),
        (r"x^{2} \equiv 1 \pmod{8}", "1 ≡ x^2 (mod 8)"),
        ("x^2 ≡ 1 (mod 8)", "1 ≡ x^2 (mod 8)"),
        (r"n^{k} \equiv 1(p)", "1 ≡ n^k (mod p)"),
        ("(m, n) = 1", "coprime(m, n)"),
        (r"p - 1 \nmid k", "p - 1 ∤ k"),
        ("b|a", "b ∣ a"),
        (r"||x| - |y|| \leq |x - y|", "||x| - |y|| ≤ |x - y|"),
        (r"\{x \in A \mid x > 0\}", "setof(x, 0 < x ∧ x ∈ A)"),
        (r"\sum_{k=1}^{n} k^2", "∑(k, 1, n, k^2)"),
        ("f(x+y) = f(x) + f(y)", "f(x) + f(y) = f(x + y)"),
        ("2^{2^k}+1", "2^(2^k) + 1"),
        ("(√x)² = x", "sqrt(x)^2 = x"),
        (r"\log_2 x = 5", "logb(2, x) = 5"),
        (r"[a, b) \subseteq (0, \infty)", "Ico(a, b) ⊆ Ioo(0, ∞)"),
        (r"\forall x \in \mathbb{R}, x^2 \geq 0", "(∀ x, x ∈ ℝ → 0 ≤ x^2)"),
        ("n! > 2^n", "2^n < fact(n)"),
        ("x_1 + x_2 = 3", "x(1) + x(2) = 3"),
    ],
)
def test_a_formula_is_read_exactly(formula: str, plain: str) -> None:
    assert "; ".join(shown(cleared(item)) for item in read_formula(formula)) == plain


@pytest.mark.parametrize("formula", ["1 + 2 + … + n", r"\int_0^1 x\,dx", "a ? b", "x +", "the sum", r"\oplus", "("])
def test_a_formula_outside_the_vocabulary_is_not_guessed(formula: str) -> None:
    with pytest.raises(Unread):
        read_formula(formula)


@pytest.mark.parametrize(
    ("text", "premises", "conclusions"),
    [
        ("If n is even then n + 2 is even.", ["2 ∣ n"], ["2 ∣ n + 2"]),
        ("n + 2 is even if n is even.", ["2 ∣ n"], ["2 ∣ n + 2"]),
        ("n is even only if n + 2 is even.", ["2 ∣ n"], ["2 ∣ n + 2"]),
        ("Suppose that x > 1. Prove that x^2 > x.", ["1 < x"], ["x < x^2"]),
        ("Let x and y be positive real numbers. Show that x + y > 0.", ["0 < x", "0 < y"], ["0 < x + y"]),
        ("Let p and q be distinct primes. Then p and q are coprime.", None, ["coprime(p, q)"]),
        ("Every integer n > 3 is at least 4.", ["3 < n"], ["4 ≤ n"]),
        ("For all x ≥ 0 and y ≥ 0, x + y ≥ 0.", ["0 ≤ x", "0 ≤ y"], ["0 ≤ x + y"]),
        ("a divides bc if a divides b.", ["a ∣ b"], ["a ∣ b · c"]),
        ("m is divisible by 2 and 3.", [], ["2 ∣ m", "3 ∣ m"]),
        ("x^2 ≠ 2 for every rational number x.", [], ["x^2 ≠ 2"]),
        ("There is a prime p with p > 100.", [], ["(∃ p, 100 < p ∧ prop:prime(p) ∧ type(p, ℕ))"]),
        ("There is a unique real x such that x^3 = 8.", [], ["(∃! x, x^3 = 8 ∧ type(x, ℝ))"]),
        ("x is positive iff -x is negative.", [], ["0 < x ↔ -1 · x < 0"]),
        ("n is congruent to 3 modulo 4.", [], ["3 ≡ n (mod 4)"]),
        ("If x ∈ [0, 1] then x² ≤ x.", ["x ∈ Icc(0, 1)"], ["x^2 ≤ x"]),
        ("For some N, all n ≥ N satisfy a_n < 1.", [], ["(∃ N, (∀ n, N ≤ n → a(n) < 1))"]),
        ("f is injective iff f(x) = f(y) implies x = y.", [], ["prop:injective(f) ↔ (f(x) = f(y) → x = y)"]),
        ("The product of n and n+1 is even.", [], ["2 ∣ n · (n + 1)"]),
        ("It is not true that every n is prime.", [], ["(∃ n, ¬prop:prime(n))"]),
        ("The equation x^2 = 2 has no rational solution.", [], ["¬(∃ x, x^2 = 2 ∧ type(x, ℚ))"]),
        ("n mod 3 is 0 or 1.", [], ["3 ∣ n ∨ 1 ≡ n (mod 3)"]),
    ],
)
def test_a_sentence_is_premises_and_conclusions(text: str, premises: list[str] | None, conclusions: list[str]) -> None:
    claim = read_statement(text)
    assert claim.complete
    assert [shown(part) for part in claim.conclusions] == conclusions
    if premises is not None:
        assert [shown(part) for part in claim.premises] == premises


@pytest.mark.parametrize(
    "text",
    [
        "If n is frobnicated by m then n > m.",
        "n is even unless n = 3.",
        "Show that n is prime except when n = 4.",
        "The set A is not necessarily closed.",
        "Let G be a finite group. Prove that the order of G is at least 1.",
        "Find the smallest n with n > 3.",
        "",
    ],
)
def test_what_is_not_understood_makes_a_claim_incomplete(text: str) -> None:
    assert not read_statement(text).complete


def test_a_definition_is_no_claim() -> None:
    text = "A number n is called tame if n > 3. Prove that if n > 5 then n > 4."
    claim = read_statement(text)
    assert [shown(part) for part in claim.premises] == ["5 < n"]
    assert not claim.complete


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("for positive integers a and b", {"0 < a", "type(a, ℤ)", "0 < b", "type(b, ℤ)"}),
        ("Let $p$ be an odd prime.", {"type(p, ℕ)", "prop:prime(p)", "odd(p)"}),
        (r"Let $x \in \mathbb{R}$.", {"type(x, ℝ)"}),
        (r"Suppose that $n \in \mathbb{Z}^{+}$.", {"type(n, ℤ)", "0 < n"}),
    ],
)
def test_what_is_said_of_a_name_is_found(text: str, facts: set[str]) -> None:
    assert {shown(said.fact) for said in read_prose(text).said} == facts


def test_the_constants_of_a_text_are_those_in_figures_and_in_words() -> None:
    prose = read_prose("Twice a number is 14, and a third of $\\frac{x}{5}$ is seven.")
    assert sorted(map(int, prose.numerals)) == [2, 3, 5, 7, 14] or {2, 3, 7, 14} <= set(map(int, prose.numerals))
    assert 14 in prose.written
    assert 7 not in prose.written
