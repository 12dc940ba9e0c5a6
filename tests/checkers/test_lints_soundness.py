"""Random statements over ℕ and ℤ: a rejection shows values at which Lean's meaning, computed apart, is false."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .lint_statements import evaluated, report

NAMES = ("x", "y")
Compute = Callable[[dict[str, Any]], Any]
Operations = dict[str, Callable[[Any, Any], Any]]


class Term(NamedTuple):
    """A term as Lean text, and what it means."""

    text: str
    value: Compute


def nat_sub(a: int, b: int) -> int:
    return max(0, a - b)


def nat_div(a: int, b: int) -> int:
    return a // b if b else 0


def nat_mod(a: int, b: int) -> int:
    return a % b if b else a


def int_div(a: int, b: int) -> int:
    """Euclidean division: the remainder is in [0, |b|)."""
    return 0 if b == 0 else a // b if b > 0 else -(a // -b)


def int_mod(a: int, b: int) -> int:
    return a if b == 0 else a % abs(b)


NAT = {"+": int.__add__, "*": int.__mul__, "-": nat_sub, "/": nat_div, "%": nat_mod}
INT = {"+": int.__add__, "*": int.__mul__, "-": int.__sub__, "/": int_div, "%": int_mod}
RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "≠": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    "∣": lambda a, b: b == 0 if a == 0 else b % a == 0,
}


def variable(name: str) -> Term:
    return Term(name, lambda env: env[name])


def numeral(number: int) -> Term:
    return Term(str(number), lambda env: number)


def joined(operations: Operations) -> Callable[[tuple[str, Term, Term]], Term]:
    def make(parts: tuple[str, Term, Term]) -> Term:
        sign, left, right = parts
        compute = operations[sign]
        return Term(f"({left.text} {sign} {right.text})", lambda env: compute(left.value(env), right.value(env)))

    return make


def terms(operations: Operations) -> st.SearchStrategy[Term]:
    leaves = st.one_of(st.sampled_from(NAMES).map(variable), st.integers(0, 4).map(numeral))
    signs = st.sampled_from(sorted(operations))
    return st.recursive(leaves, lambda inner: st.tuples(signs, inner, inner).map(joined(operations)), max_leaves=5)


class Claim(NamedTuple):
    """An atom as Lean text, its truth, and the values of its sides."""

    text: str
    holds: Callable[[dict[str, Any]], bool]
    sides: Callable[[dict[str, Any]], tuple[Any, Any]]


def claims(operations: Operations) -> st.SearchStrategy[Claim]:
    def make(parts: tuple[str, Term, Term]) -> Claim:
        sign, left, right = parts
        relation = RELATIONS[sign]
        # x * 0 makes the type of a side without variables that of the variables, as Lean's unification would.
        text = f"{left.text} + x * 0 {sign} {right.text} + x * 0"
        return Claim(
            text,
            lambda env: relation(left.value(env), right.value(env)),
            lambda env: (left.value(env), right.value(env)),
        )

    inner = terms(operations)
    return st.tuples(st.sampled_from(sorted(RELATIONS)), inner, inner).map(make)


def check(kind: str, hypothesis: Claim, goal: Claim, grid: range) -> None:
    """A rejection is right at its witness; hypotheses that are called contradictory hold nowhere on a grid."""
    statement = f"(x y : {kind}) (h : {hypothesis.text}) : {goal.text}"
    found = evaluated(statement).findings
    points = [{"x": x, "y": y} for x in grid for y in grid]
    for finding in found:
        if not finding.rejects:
            continue
        if finding.id == "contradictory-hyps":
            assert not any(hypothesis.holds(env) for env in points), statement
            continue
        env = {name: int(value) for name, value in finding.witness}
        assert hypothesis.holds(env), statement
        assert not goal.holds(env), statement


@settings(max_examples=150, deadline=None)
@given(claims(NAT), claims(NAT))
def test_rejections_over_the_natural_numbers_are_right(hypothesis: Claim, goal: Claim) -> None:
    check("ℕ", hypothesis, goal, range(8))


@settings(max_examples=150, deadline=None)
@given(claims(INT), claims(INT))
def test_rejections_over_the_integers_are_right(hypothesis: Claim, goal: Claim) -> None:
    check("ℤ", hypothesis, goal, range(-5, 6))


@settings(max_examples=100, deadline=None)
@given(claims(NAT))
def test_for_all_exists_is_refuted_at_a_value_without_a_partner(claim: Claim) -> None:
    for finding in evaluated(f": ∀ x : ℕ, ∃ y : ℕ, {claim.text}").findings:
        if finding.rejects:
            x = int(dict(finding.witness)["x"])
            assert not any(claim.holds({"x": x, "y": y}) for y in range(60)), claim.text


@settings(max_examples=100, deadline=None)
@given(claims(NAT))
def test_exists_is_refuted_only_where_no_value_does(claim: Claim) -> None:
    grid = range(4)  # a term of five leaves stays below 1,500 there, where the y that fails is found
    if any(finding.rejects for finding in evaluated(f": ∃ x y : ℕ, {claim.text}").findings):
        assert not any(claim.holds({"x": x, "y": y}) for x in range(40) for y in range(40)), claim.text
    if any(finding.rejects for finding in evaluated(f": ∃ x : ℕ, ∀ y : ℕ, {claim.text}").findings):
        assert not any(all(claim.holds({"x": x, "y": y}) for y in range(1500)) for x in grid), claim.text


MODULUS = 4
RESIDUES: Operations = {
    "+": lambda a, b: (a + b) % MODULUS,
    "*": lambda a, b: a * b % MODULUS,
    "-": lambda a, b: (a - b) % MODULUS,
}


@settings(max_examples=150, deadline=None)
@given(claims(RESIDUES), claims(RESIDUES), st.sampled_from(["ZMod", "Fin"]))
def test_over_a_finite_type_a_statement_is_rejected_exactly_if_it_is_false_or_empty(
    hypothesis: Claim, goal: Claim, family: str
) -> None:
    order = ("<", "≤", "∣")
    if any(f" {sign} " in claim.text for claim in (hypothesis, goal) for sign in order):
        return  # ZMod has no order, and ∣ in a finite ring is not modelled
    reduced = [{"x": x, "y": y} for x in range(MODULUS) for y in range(MODULUS)]
    modular = [
        env
        for env in reduced
        if _modular(hypothesis, env)  # numerals of a side without variables are reduced by the type
    ]
    false = [env for env in modular if not _modular(goal, env)]
    statement = f"(x y : {family} {MODULUS}) (h : {hypothesis.text}) : {goal.text}"
    rejected = [finding for finding in evaluated(statement).findings if finding.rejects]
    assert bool(rejected) == (bool(false) or not modular), statement


def _modular(claim: Claim, env: dict[str, int]) -> bool:
    """The truth of = or ≠ between residues."""
    equal = "≠" not in claim.text
    left, right = claim.sides(env)
    return ((left - right) % MODULUS == 0) == equal


RATIONALS: Operations = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "-": lambda a, b: a - b,
    "/": lambda a, b: Fraction(a) / b if b else Fraction(0),
}


@settings(max_examples=150, deadline=None)
@given(claims(RATIONALS), claims(RATIONALS))
def test_rejections_over_the_rationals_are_right(hypothesis: Claim, goal: Claim) -> None:
    if "∣" in hypothesis.text + goal.text:
        return
    statement = f"(x y : ℚ) (h : {hypothesis.text}) : {goal.text}"
    for finding in evaluated(statement).findings:
        if finding.rejects and finding.id != "contradictory-hyps":
            env = {name: Fraction(value) for name, value in finding.witness}
            assert hypothesis.holds(env), statement
            assert not goal.holds(env), statement


@pytest.mark.parametrize(
    "statement",
    [
        "theorem t : ∃ x : ZMod 3, 2 * x = 1",
        "theorem t (x : ZMod 5) (h : 3 * x = 1) : x = 2",
        "theorem t : ∃ x : ZMod 11, x * x = 3",
        "theorem t : ∃ x : Fin 5, 2 * x = 1",
        "theorem t (p : ℕ) [Fact p.Prime] (a : ZMod p) (h : a ≠ 0) : ∃ b, a * b = 1",
        "theorem t {K : Type*} [Field K] (a b : K) (ha : a ≠ 0) : ∃! x, a * x = b",
    ],
)
def test_what_divides_in_the_integers_is_not_taken_over_to_residues(statement: str) -> None:
    assert not report(statement).rejecting


@pytest.mark.parametrize(
    "statement",
    [
        "theorem t : ∃ x : ℝ, ¬ ∃ q : ℚ, (q : ℝ) = x",
        "theorem t : ¬ ∀ x : ℝ, ∃ q : ℚ, x = q",
        "theorem t : ∃ x ∈ Set.Icc (0:ℝ) 1, ∀ q : ℚ, (q : ℝ) ≠ x",
        "theorem t : ¬ Function.Surjective (fun q : ℚ => (q : ℝ))",
    ],
)
def test_a_symbol_for_all_reals_is_no_rational_number(statement: str) -> None:
    assert not report(statement).rejecting


@pytest.mark.parametrize(
    "statement",
    [
        "abbrev answer : Prop := False\ntheorem x : answer ↔ ∀ f : ℝ → ℝ, Continuous f → Differentiable ℝ f",
        "abbrev sol : Prop := True\ntheorem t : (∃ x : ℝ, x ^ 2 = 2) ↔ sol",
    ],
)
def test_an_answer_to_a_question_is_no_placeholder(statement: str) -> None:
    assert not report(statement).rejecting
