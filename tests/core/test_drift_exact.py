"""Terms of the comparison and the exact matcher: notation and names do not count, everything else does."""

from __future__ import annotations

import pytest

from proofsieve.core.drift.difference import Kind, difference
from proofsieve.core.drift.exact import match_exactly
from proofsieve.core.drift.expr import Expr, commuted, shown
from proofsieve.core.drift.formal import read_formal
from proofsieve.core.drift.prose.formula import read_formula
from proofsieve.core.drift.prose.relations import cleared
from proofsieve.core.drift.prose.statement import read_statement as read_prose
from proofsieve.core.formal import read_statement


def term(text: str) -> Expr:
    (item,) = read_formula(text)
    return commuted(cleared(item))


def claim_of(lean: str) -> str:
    statement = read_statement(f"theorem t {lean} := sorry")
    assert statement is not None
    claim = read_formal(statement).claim
    return f"{'; '.join(map(shown, claim.premises))} ⊢ {'; '.join(map(shown, claim.conclusions))}"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a ≥ b", "b ≤ a"),
        ("x - y = z", "z = -y + x"),
        ("a b c = 1", "1 = c a b"),
        (r"\frac{a}{b}", "a / b"),
        ("(a+b) + c", "a + (b + c)"),
        ("x x", "x^2"),
        ("a ≡ b (mod m)", "b ≡ a (mod m)"),
        ("-(a - b)", "b - a"),
        (r"x^{1/2}", r"\sqrt{x}"),
        ("gcd(a, b) = 1", "gcd(b, a) = 1"),
        ("n ≡ 0 (mod 3)", r"3 \mid n"),
    ],
)
def test_two_spellings_are_one_term(one: str, other: str) -> None:
    assert term(one) == term(other)


def test_a_quotient_times_its_divisor_is_not_cancelled() -> None:
    assert term("a / b * b") != term("a")


@pytest.mark.parametrize(
    ("lean", "claim"),
    [
        ("(n : ℕ) (h : n > 5) : Even (n ^ 2)", "5 < n ⊢ 2 ∣ n^2"),
        ("(n : ℤ) : n % 4 = 1 → Odd n", "1 ≡ n (mod 4) ⊢ odd(n)"),
        (": ∀ x : ℝ, x > 0 → ∃ y, y < x", "0 < x ⊢ (∃ y, y < x)"),
        ("(p : Nat.Primes) : (p : ℕ) > 1", "prop:prime(p) ⊢ 1 < p"),
        ("(n : ℕ+) : 0 < (n : ℕ)", "0 < n ⊢ 0 < n"),
        ("(p : ℕ) [Fact p.Prime] : 2 ≤ p", "prop:prime(p) ⊢ 2 ≤ p"),
        ("(x₁ x₂ : ℝ) : x₁ + x₂ = x₂ + x₁", " ⊢ x(1) + x(2) = x(1) + x(2)"),
        ("(n : ℕ) : ∑ i ∈ Finset.Icc 1 n, i = 0", " ⊢ ∑(i, 1, n, i) = 0"),
        ("(f : ℝ → ℝ) (h : StrictMono f) : f 0 < f 1", "prop:strictly increasing(f) ⊢ f(0) < f(1)"),
        ("(a b : ℕ) (h : Nat.Coprime a b) : a.gcd b = 1", "coprime(a, b) ⊢ coprime(a, b)"),
        ("(x : ℝ) : let y := x + 1; y > x", " ⊢ x < x + 1"),
        (": ∀ n ∈ Finset.range 3, n < 3", "n ∈ range(3) ⊢ n < 3"),
    ],
)
def test_a_lean_statement_becomes_premises_and_conclusions(lean: str, claim: str) -> None:
    assert claim_of(lean) == claim


@pytest.mark.parametrize(
    ("source", "formal", "kind"),
    [
        ("a < b", "a ≤ b", Kind.STRICTNESS),
        ("a < b", "b < a", Kind.REVERSED),
        (r"a \mid b", r"b \mid a", Kind.DIVIDES),
        ("a ≡ b (mod 3)", "a ≡ b (mod 5)", Kind.MODULUS),
        ("x^2 + 7 = y", "x^2 + 8 = y", Kind.NUMERAL),
        ("x = y", "x ≠ y", Kind.NEGATION),
        ("max(a, b) = c", "min(a, b) = c", Kind.OPERATOR),
        ("a - b = c", "b - a = c", Kind.SWAPPED),
        (r"x = 1 \lor x = 2", "x = 1", Kind.CASES),
        ("x = y", "u = v", Kind.OTHER),
    ],
)
def test_a_difference_has_its_kind(source: str, formal: str, kind: Kind) -> None:
    found = difference(term(source), term(formal))
    assert found is not None
    assert found.kind is kind


def test_equal_terms_have_no_difference() -> None:
    assert difference(term("a + b = c"), term("c = b + a")) is None


@pytest.mark.parametrize(
    ("text", "lean"),
    [
        ("For all real x there is y with y > x.", ": ∀ a : ℝ, ∃ b : ℝ, a < b"),
        ("If m > 2 then m^2 > 4.", "(k : ℕ) (h : 3 ≤ k) : 4 < k ^ 2"),
        ("If 1 ≤ i ≤ 3 then i^2 < 10.", "(i : ℤ) (h : i ∈ Set.Icc 1 3) : i ^ 2 < 10"),
        ("No real x satisfies x^2 = -1.", ": ¬ ∃ x : ℝ, x ^ 2 = -1"),
        ("No real x satisfies x^2 = -1.", "(x : ℝ) : x ^ 2 ≠ -1"),
    ],
)
def test_names_integers_and_bounds_do_not_part_equal_claims(text: str, lean: str) -> None:
    statement = read_statement(f"theorem t {lean} := sorry")
    assert statement is not None
    matching = match_exactly(read_prose(text), read_formal(statement))
    assert matching.mismatches == ()
    assert matching.same
