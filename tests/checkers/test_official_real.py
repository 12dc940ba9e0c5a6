"""Questions put to a real toolchain, where there is one: ``pytest -m official_lean`` on a machine with elan."""

from __future__ import annotations

import os

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.official import OfficialLean
from proofsieve.checkers.lean.official.discovery import installed
from proofsieve.core.evidence import Kind, Outcome, Strength
from proofsieve.tests.checkers.lean_toolchains import PATIENT

# (text, goal, what must come of it)
ASKED: list[tuple[str, str | None, Outcome | Kind]] = [
    ("theorem t (a b : Nat) : a + b = b + a := by omega", None, Outcome.PASSED),
    ("theorem t (p q : Prop) (h : p ↔ q) : p = q := propext h", None, Outcome.PASSED),
    ("def f (n : Nat) : Nat := match n with | 0 => 1 | k + 1 => f k\ntheorem t : f 3 = 1 := rfl", None, Outcome.PASSED),
    ("inductive Box | a | b\ntheorem t (x : Box) : x = .a ∨ x = .b := by cases x <;> simp", None, Outcome.PASSED),
    ("theorem t : ¬ ∀ n : Nat, n < 5 := fun h => absurd (h 7) (by decide)", "∀ n : Nat, n < 5", Outcome.REFUTED),
    ("theorem t (a : Nat) : a < 5 := by omega", None, Kind.COMPILE_FAILURE),
    ("axiom wish : 3 = 4\ntheorem t : 3 = 4 := wish", "3 = 4", Kind.REJECTED),
    ("namespace M\naxiom propext : 3 = 4\nend M\ntheorem t : 3 = 4 := M.propext", "3 = 4", Kind.REJECTED),
    ("theorem t : 3 = 4 := sorry", "3 = 4", Kind.REJECTED),
    ("theorem t : 2 ≤ 9 := by decide", "9 ≤ 2", Kind.REJECTED),
    ("def b := 5\ntheorem t : b < 6 := by decide", "def b := 10\ntheorem g : b < 6", Kind.REJECTED),
    ("abbrev My.Int := Empty\nnamespace My\ntheorem t : ∀ k : Int, k ≠ k := nofun\nend My", None, Kind.REJECTED),
    ("variable (h : 3 = 4)\ntheorem t : h = h := rfl", None, Kind.REJECTED),
    ("macro_rules | `($a = $b) => `($a ≤ $b)\ntheorem t : 3 = 4 := by decide", "3 = 4", Kind.REJECTED),
]


@pytest.mark.official_lean
@pytest.mark.timeout(1_200)
async def test_a_real_toolchain_gives_these_verdicts() -> None:
    where = os.environ.get("PROOFSIEVE_LEAN")
    if where == "off":
        pytest.skip("PROOFSIEVE_LEAN is off")
    place = installed()
    if place is None:
        pytest.skip("no Lean toolchain here: elan toolchain install stable")
    lean = OfficialLean(place)
    try:
        assert await lean.canaries() == ""
        wrong = []
        for text, goal, wanted in ASKED:
            found = await lean.judged(question_of(text, None, goal, where="file", goal_where="goal"), PATIENT)  # type: ignore[arg-type]
            if wanted not in (found.outcome, found.kind):
                wrong.append((text, found.outcome, found.kind, found.why))
            elif found.outcome is Outcome.PASSED:
                assert found.strength is Strength.KERNEL
        assert wrong == []
    finally:
        await lean.aclose()
