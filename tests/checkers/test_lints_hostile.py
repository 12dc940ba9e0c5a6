"""Text that means harm, or nothing: lints answer within their budget and never raise."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofsieve.checkers.lints import pair
from proofsieve.checkers.lints.points.posing import pose
from proofsieve.checkers.lints.points.search import STEPS, Search
from proofsieve.checkers.lints.values.outcomes import NotUnderstood

from .lint_statements import read, report

TOKENS = """
    ∀ ∃ ∃! ∑ ∏ λ fun ↦ => , : := ( ) ⟨ ⟩ [ ] { } | → ↔ ∧ ∨ ¬ = ≠ < ≤ > ≥ + - * / % ^ ⁻¹ ! √ ∣ ∈ ∉ ⊆ ∪ ∩ ↑ · • ∘ if
    then else let in x y n f S h 0 1 2 10 0.5 ℕ ℤ ℚ ℝ ℕ+ Prop Bool Fin ZMod Set Finset List True False Nat.Prime
    Even Odd Real.sqrt Real.log Finset.range Finset.Icc Set.Icc Nat.gcd n.factorial x.1 ≡ [MOD 3] [ZMOD n] _ sorry
    Type*
""".split()

HOSTILE = [
    ": 9 ^ (9 ^ (9 ^ 9)) > 0",
    ": (9 : ℝ) ^ ((9 : ℝ) ^ ((9 : ℝ) ^ (9 : ℝ))) > 0",
    ": Nat.factorial (10 ^ 9) > 0",
    ": (10 ^ 4000 + 1).Prime",
    ": ∑ i ∈ Finset.range (10 ^ 12), i = 0",
    ": ∀ n ∈ Finset.Icc 0 (10 ^ 15), n ^ 2 ≥ n",
    ": (Finset.range 30).powerset.card = 2 ^ 30",
    "(n : ℕ) : n.choose (n ^ n ^ n) ≤ 1",
    "(a b c d e f g h : ℕ) (H : a ^ 5 + b ^ 5 + c ^ 5 + d ^ 5 + e ^ 5 + f ^ 5 + g ^ 5 = h ^ 5) : a = b",
    "(f : (ℕ → ℕ) → (ℕ → ℕ)) (g : ℕ → ℕ) : f (f (f (f g))) 0 = g 0",
    "(x : ℝ) : √(√(√(√(√(√(√(√(√(x + 2) + 2) + 2) + 2) + 2) + 2) + 2) + 2) + 2) > x",
    "(s : ℕ → ℝ) (h0 : s 0 = √2) (h : ∀ n, s (n + 1) = √(2 + s n)) : s 300 < 2",
    "(a : ℕ → ℕ) (h0 : a 0 = 2) (h : ∀ n, a (n + 1) = a n ^ a n) : a 50 = 1",
    "(a : ℕ → ℕ) (h : ∀ n, a (n + 1) = a (a n) + a (n + 7)) : a 3 = 4",
    "(n : ℕ) (i : Fin (n ^ n ^ n + 10 ^ 30)) : (i : ℕ) = 0",
    "(n : ℕ) : " + "¬ " * 400 + "n = n",
    "(n : ℕ) : " + "(" * 300 + "n" + ")" * 300 + " = n",
    ": " + " + ".join(["1"] * 3000) + " = 3000",
    ": " + "".join(f"∀ x{i} : ℕ, " for i in range(200)) + "x0 = x1",
    ": " + "".join(f"∃ x{i} : ℕ, ∀ y{i} : ℕ, " for i in range(12)) + "x0 < y0",
    "(x : ℕ) (h : x = 1" + "0" * 4000 + ") : x = 0",
    "(x : ℝ) (h : x = 0." + "3" * 3000 + ") : x = 1 / 3",
    "def f (n : ℕ) : ℕ := n + n\ntheorem t (n : ℕ) : " + "f (" * 40 + "n" + ")" * 40 + " = 0 := sorry",
]


@pytest.mark.parametrize("statement", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_statement_is_answered(statement: str) -> None:
    found = report(statement)
    assert found == report(statement)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(TOKENS), max_size=40).map(" ".join))
def test_lints_never_raise_on_what_looks_like_a_statement(words: str) -> None:
    report(f"theorem t (x y : ℝ) (n : ℕ) (f : ℕ → ℕ) (S : Set ℕ) (h : {words}) : {words} := sorry")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_lints_never_raise_on_any_text(text: str) -> None:
    report("theorem t : " + text)


@pytest.mark.parametrize("statement", HOSTILE, ids=range(len(HOSTILE)))
def test_no_search_takes_more_steps_than_its_budget(statement: str) -> None:
    try:
        search = Search(pose(read(statement)))
    except NotUnderstood:
        return
    search.run()
    assert search.meter.steps > -STEPS  # one step may overdraw by its own cost, and the next ends the search


@pytest.mark.parametrize(
    "goal",
    [
        "∃ f, f = f f",
        "∀ u v, u ≠ u v",
        "∃ u, u ≠ fun x => u",
        "∃ u, ∃ v, u = v ∧ v = u u ∧ v ≠ u",
        "∃ s, s ∈ s",
        "∃ s, s = {s}",
        "∃ p, p = (p, p)",
        "∃ l, l = [l]",
    ],
)
def test_a_type_that_would_contain_itself_is_not_understood_and_ends(goal: str) -> None:
    found = report(f"theorem t : {goal}")
    assert found.unknown
    assert not found.rejecting


def test_names_that_double_at_each_step_end() -> None:
    steps = "".join(f"let y{i} := y{i - 1} + y{i - 1}; " for i in range(1, 40))
    found = report(f"theorem t (x : ℕ) : let y0 := x + x; {steps}y39 = y39 + 0")
    assert not found.rejecting


@pytest.mark.parametrize("goal", ["n ^ (-2) = 1", "4 ∣ n ^ (-2)", "Nat.gcd n (n ^ (-1)) = 1"])
def test_a_negative_exponent_of_a_whole_number_is_not_computed(goal: str) -> None:
    assert report(f"theorem t (n : ℕ) : {goal}").parsed


def test_a_fault_of_a_lint_costs_the_answer_and_is_never_a_clean_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr(pair, "lint_read", fails)
    found = pair.lint_pair("n = n", "theorem t (n : ℕ) : n = n")
    assert not found.parsed
    assert "ZeroDivisionError" in found.unknown[-1]
