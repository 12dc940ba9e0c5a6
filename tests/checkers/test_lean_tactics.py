"""The tactics that are tried by themselves: what they find on statements and on their negations."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from proofsieve.checkers.lean import LeanChecker, LeanSettings, try_tactics
from proofsieve.checkers.lean.places import Installed
from proofsieve.core.evidence import Branch, Kind, Language, Outcome, Statement, make_statement
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT

pytestmark = LEAN

FIB = "def fib : Nat → Nat\n  | 0 => 0\n  | 1 => 1\n  | n + 2 => fib n + fib (n + 1)\n"
CUBES = "def cubes : Nat → Nat\n  | 0 => 0\n  | n + 1 => cubes n + (n + 1) ^ 3\n"


def statement(text: str) -> Statement:
    return make_statement(obligation_id="o001.1", language=Language.LEAN, text=text, provenance="model")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def checker(lean_installed: Installed) -> AsyncIterator[LeanChecker]:
    made = LeanChecker(LeanSettings(fresh=False, attempt_ms=60_000), folder=lean_installed.folder)
    yield made
    await made.aclose()


FOUND = [
    ("theorem t (a b : Nat) (h : a < b) : a + 1 ≤ b", "omega"),
    ("theorem t : ∀ x : Fin 9, x.val * x.val < 81", "decide"),
    ("theorem t (a b : Int) : a ^ 2 - b ^ 2 = (a - b) * (a + b)", "grind"),
    (CUBES + "theorem t : ∀ n : Nat, 4 * cubes n = n ^ 2 * (n + 1) ^ 2", "induction on n"),
    (FIB + "theorem t (n : Nat) : fib n < 2 ^ n", "induction along fib"),
    ("theorem t (n : Nat) : n * (n + 1) % 2 = 0", "cases of n mod 2"),
    ("theorem t (n m : Int) (h : m = 2) : 3 ∣ n ^ 3 + m * n", "n = 3 q + r"),
    ("theorem t (n m : Int) (h : n % 2 = 1) (g : m % 2 = 1) : n * m % 2 = 1", "known remainders"),
    ("theorem t : ∃ x : Nat, x * x = 121", "a small witness"),
    ("theorem t (n : Nat) : ∃ k, n = 2 * k ∨ n = 2 * k + 1", "a witness"),
    ("theorem t (a b : Int) : 2 * a * b ≤ a ^ 2 + b ^ 2", "squares"),
    ("theorem t (f : Nat → Nat) (h : ∀ n, f n < f (n + 1)) : ∀ n, n ≤ f n", "induction on n"),
]


@pytest.mark.parametrize(("text", "name"), FOUND, ids=[name for _, name in FOUND])
async def test_a_true_statement_is_proved_by_itself(checker: LeanChecker, text: str, name: str) -> None:
    found = await checker.try_tactics(statement(text), PATIENT)
    assert found.claim.outcome is Outcome.PASSED, found.tried
    assert found.tried[-1].startswith(f"claim: {name}")
    assert found.claim.artifact == found.claim_body != ""
    assert found.negation is None


NEGATED = [
    ("theorem t (n : Nat) : n < n ^ 2", "all 0"),
    ("theorem t (a b : Nat) : a - b + b = a", "all 0 1"),
    ("theorem t (n : Nat) (h : 2 < n) : n * n > 9", "all 3"),
    ("theorem t : ∀ n : Int, n * n = n → n = 0", "all 1"),
    ("theorem t (p q : Prop) (h : p ∨ q) : p", "all False True"),
    ("theorem t : 2 + 2 = 5", "decide"),
    ("theorem t (x : Fin 5) : x * x ≠ 4", "decide"),
]


@pytest.mark.parametrize(("text", "part"), NEGATED, ids=[part for _, part in NEGATED])
async def test_the_negation_of_a_false_statement_is_proved_by_itself(
    checker: LeanChecker, text: str, part: str
) -> None:
    found = await checker.check(statement(text), Branch.NEGATION, PATIENT)
    assert found.outcome is Outcome.PASSED, found.diagnostics
    assert part in found.artifact
    assert found.says is Outcome.REFUTED


async def test_a_counterexample_satisfies_the_hypotheses(checker: LeanChecker) -> None:
    found = await checker.check(
        statement("theorem t (a : Nat) (h : 4 < a) (b : Nat) (g : b < a) : a ≤ 2 * b"), Branch.COUNTEREXAMPLE, PATIENT
    )
    assert found.outcome is Outcome.PASSED, found.diagnostics
    assert "5" in found.artifact


async def test_where_nothing_works_it_says_what_was_tried(checker: LeanChecker) -> None:
    found = await checker.try_tactics(statement("theorem t (α : Type) (x y : α) : x = y"), PATIENT)
    assert found.claim.kind is Kind.SEARCH_EXHAUSTED
    assert found.negation is not None
    assert found.negation.outcome is Outcome.INCONCLUSIVE
    assert found.tried


async def test_it_works_in_processes_of_its_own(lean_installed: Installed) -> None:
    assert (await try_tactics(statement("theorem t : 1 + 1 = 2"))).claim.outcome is Outcome.PASSED
