"""Lean as a checker of the house: evidence on statements, branches, bodies, canaries, many statements in a row."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from proofsieve.checkers.lean import LeanChecker, LeanSettings, available
from proofsieve.checkers.lean.places import Installed
from proofsieve.core.evidence import Branch, Checker, Kind, Language, Outcome, Statement, Strength, make_statement
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT

pytestmark = LEAN

FATAL = "theorem t : Nat.shiftLeft 1 40000000000 = 0 := by decide"
"""It asks for five gigabytes at once, which ends the process."""


def statement(text: str) -> Statement:
    return make_statement(obligation_id="o001.1", language=Language.LEAN, text=text, provenance="model")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def checker(lean_installed: Installed) -> AsyncIterator[LeanChecker]:
    made = LeanChecker(LeanSettings(fresh=False), folder=lean_installed.folder)
    yield made
    await made.aclose()


async def test_it_is_a_checker_and_its_canaries_go_right(checker: LeanChecker) -> None:
    as_protocol: Checker = checker
    assert as_protocol.language is Language.LEAN
    assert "unofficial" in as_protocol.version
    assert await as_protocol.canaries() == ""


async def test_a_statement_with_its_own_proof_is_judged(checker: LeanChecker) -> None:
    found = await checker.check(statement("theorem t : 2 + 2 = 4 := rfl"), Branch.CLAIM, PATIENT)
    assert (found.outcome, found.strength, found.reading) == (Outcome.PASSED, Strength.KERNEL_EMBEDDED, "2 + 2 = 4")
    assert found.artifact == ""


async def test_a_body_is_judged_under_the_statement_and_kept_with_the_evidence(checker: LeanChecker) -> None:
    claim = statement("theorem t (a b : Nat) (h : a < b) : a + 1 ≤ b := by sorry")
    found = await checker.check(claim, Branch.CLAIM, PATIENT, artifact="by omega")
    assert (found.outcome, found.artifact) == (Outcome.PASSED, "by omega")
    again = await checker.check(claim, found.branch, PATIENT, artifact=found.artifact)
    assert again.id == found.id


async def test_a_body_that_fails_is_inconclusive_with_its_place(checker: LeanChecker) -> None:
    found = await checker.check(statement("theorem t (n : Nat) : n < 5"), Branch.CLAIM, PATIENT, artifact="by\n  omega")
    assert (found.outcome, found.kind) == (Outcome.INCONCLUSIVE, Kind.SEARCH_EXHAUSTED)
    assert found.diagnostics[0].startswith("body 2:2 error: omega could not prove the goal")


async def test_a_body_may_not_use_the_theorem_or_bring_an_axiom(checker: LeanChecker) -> None:
    false = statement("theorem t : 3 = 4")
    for body in ("t", "by exact t", "by sorry", "rfl\naxiom wish : 3 = 4", "by simp [t]"):
        found = await checker.check(false, Branch.CLAIM, PATIENT, artifact=body)
        assert found.outcome is Outcome.INCONCLUSIVE, body


@pytest.mark.parametrize(
    ("branch", "body", "outcome"),
    [
        (Branch.CLAIM, "by omega", Outcome.INCONCLUSIVE),
        (Branch.NEGATION, "fun all => absurd (all 3 (by decide)) (by decide)", Outcome.PASSED),
        (Branch.NEGATION, "⟨3, by decide⟩", Outcome.PASSED),
        (Branch.COUNTEREXAMPLE, "⟨3, by decide⟩", Outcome.PASSED),
        (Branch.COUNTEREXAMPLE, "⟨3, by decide, by decide⟩", Outcome.PASSED),
        (Branch.COUNTEREXAMPLE, "⟨1, by decide⟩", Outcome.INCONCLUSIVE),
        (Branch.COUNTEREXAMPLE, "fun all => absurd (all 3 (by decide)) (by decide)", Outcome.INCONCLUSIVE),
    ],
)
async def test_each_branch_has_its_own_bodies(
    checker: LeanChecker, branch: Branch, body: str, outcome: Outcome
) -> None:
    found = await checker.check(
        statement("theorem t (n : Nat) (h : 2 < n) : n * n < 9"), branch, PATIENT, artifact=body
    )
    assert found.outcome is outcome, found.why
    assert found.says is (Outcome.REFUTED if outcome is Outcome.PASSED else Outcome.INCONCLUSIVE)


async def test_without_a_body_the_tactics_are_tried(checker: LeanChecker) -> None:
    claim = statement("theorem t (a b : Int) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2")
    found = await checker.check(claim, Branch.CLAIM, PATIENT)
    assert (found.outcome, found.artifact) == (Outcome.PASSED, "by grind")
    assert any(line.startswith("claim: omega: ") for line in found.diagnostics)


async def test_a_statement_that_does_not_stand_is_not_searched_for(checker: LeanChecker) -> None:
    wrong = await checker.check(statement("theorem t (x : ℝ) : x = x"), Branch.CLAIM, PATIENT)
    assert (wrong.kind, "does not stand" in wrong.why) == (Kind.COMPILE_FAILURE, True)
    ill = await checker.check(statement("theorem t : Nat"), Branch.CLAIM, PATIENT)
    assert ill.kind is Kind.ILL_FORMED
    mathlib = await checker.check(statement("import Mathlib\ntheorem t : 1 + 1 = 2"), Branch.CLAIM, PATIENT)
    assert (mathlib.kind, "import Mathlib" in mathlib.why) == (Kind.UNSUPPORTED, True)
    macro = await checker.check(statement("macro_rules | `(1) => `(2)\ntheorem t : 1 = 2"), Branch.CLAIM, PATIENT)
    assert macro.kind is Kind.REJECTED


@pytest.mark.parametrize(
    "text", ["", "1 + 1 = 2", "def f := 1", "theorem a : 1 = 1\ntheorem b : 2 = 2", "theorem t : \ud800"]
)
async def test_a_text_without_one_theorem_is_unparsed(checker: LeanChecker, text: str) -> None:
    if "\ud800" in text:
        draft = replace(statement("x"), text=text)
        assert (await checker.check(draft, Branch.CLAIM, PATIENT)).kind is Kind.UNPARSED
    else:
        assert (await checker.check(statement(text), Branch.CLAIM, PATIENT)).kind is Kind.UNPARSED


async def test_in_a_row_of_statements_one_that_ends_its_process_costs_no_other_its_answer(checker: LeanChecker) -> None:
    row = [statement("theorem a : 1 = 1 := rfl"), statement(FATAL), statement("theorem c : 3 = 3 := rfl")]
    found = await checker.check_many(row, PATIENT)
    assert [e.kind for e in found] == [None, Kind.CRASH, None]
    assert [e.statement_id for e in found] == [s.id for s in row]


async def test_a_row_that_breaks_off_counts_only_what_was_proved(lean_installed: Installed, tmp_path: Path) -> None:
    lost = tmp_path / "lost"
    lost.symlink_to(lean_installed.folder)
    checker = LeanChecker(LeanSettings(fresh=False), folder=lost)
    try:
        first = await checker.check_many([statement("theorem a : 1 = 1 := rfl")], PATIENT)
        lost.unlink()  # the set-up goes away under a running audit
        await checker.aclose()
        rest = await checker.check_many([statement(f"theorem a : {i} = {i} := rfl") for i in range(3)], PATIENT)
    finally:
        await checker.aclose()
    assert [e.outcome for e in first] == [Outcome.PASSED]
    assert [e.outcome for e in rest] == [Outcome.INCONCLUSIVE] * 3


async def test_without_a_set_up_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path))
    there = available()
    assert (there.ready, there.version) == (False, "")
    assert "proofsieve setup lean" in there.why
    checker = LeanChecker()
    found = await checker.check(statement("theorem t : 1 = 1 := rfl"), Branch.CLAIM, PATIENT)
    assert (found.kind, "proofsieve setup lean" in found.why) == (Kind.UNAVAILABLE, True)
    searched = await checker.check(statement("theorem t : 1 = 1"), Branch.CLAIM, PATIENT)
    assert searched.kind is Kind.UNAVAILABLE
    await checker.aclose()


async def test_a_verdict_that_counts_costs_a_process_of_its_own(lean_installed: Installed) -> None:
    checker = LeanChecker(folder=lean_installed.folder)
    try:
        assert checker.settings.fresh
        found = await checker.check(statement("theorem t : 1 = 1 := rfl"), Branch.CLAIM, PATIENT)
        assert (found.outcome, checker.pool.starts) == (Outcome.PASSED, 2)
    finally:
        await checker.aclose()


@pytest.mark.parametrize(
    ("text", "branch", "body"),
    [
        ("theorem t : 4 ≤ 5\n  |> Not", Branch.CLAIM, "by decide"),
        ("theorem t : 5 ≤ 4\n  |> Not", Branch.NEGATION, "by decide"),
        ("theorem t : 1 + 1 = 2\n  ||| 1", Branch.CLAIM, "rfl"),
        ("def f (a : Array Nat := #[7, 7]) := a.size\ntheorem t : 2 = f\n#[5]", Branch.CLAIM, "rfl"),
        ("def g (a : Array Nat := #[7, 7]) := a.size\ndef f : Nat := g\n#[5]\ntheorem t : f = 2", Branch.CLAIM, "rfl"),
        (
            "def s := {x : Int //-x = 0}\n@[instance] abbrev bad : LE Nat := ⟨fun _ _ => True⟩\n"
            "def q : Nat :=\n-- -/\n  5\ntheorem t : 4 ≤ 3",
            Branch.CLAIM,
            "trivial",
        ),
    ],
)
async def test_a_body_must_prove_the_statement_as_lean_reads_it(
    checker: LeanChecker, text: str, branch: Branch, body: str
) -> None:
    found = await checker.check(statement(text), branch, PATIENT, artifact=body)
    assert found.outcome is Outcome.INCONCLUSIVE, found.reading


@pytest.mark.parametrize(
    ("text", "body", "reading"),
    [
        ("theorem t : 3 = 3 -- so it is", "rfl", "3 = 3"),
        (
            "theorem t (a b : Nat) :\n    a + b = b + a\n    := by\n  sorry",
            "Nat.add_comm a b",
            "∀ (a b : Nat), a + b = b + a",
        ),
        ("theorem t : (match 3 with | 0 => 1 | _ => 2) = 2", "rfl", "(match 3 with | 0 => 1 | x => 2) = 2"),
        (
            "open Nat\nnamespace Q\nvariable (n : Nat)\ntheorem t : n ≤ succ n",
            "Nat.le_succ n",
            "∀ (n : Nat), n ≤ n.succ",
        ),
        ("def c := 'a'\ntheorem t : c.toNat = 97", "by decide", "c.toNat = 97"),
    ],
)
async def test_a_statement_without_a_proof_ends_where_lean_ends_it(
    checker: LeanChecker, text: str, body: str, reading: str
) -> None:
    found = await checker.check(statement(text), Branch.CLAIM, PATIENT, artifact=body)
    assert (found.outcome, found.reading) == (Outcome.PASSED, reading), found.why
