"""The canaries: what a Lean that can be trusted here must prove, and what it must not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....core.evidence import Kind, Outcome
from ..embedded import EMBEDDED, elaborate
from ..judgement.judge import judge
from ..judgement.question import ask_file, ask_goal, pick
from ..pool import LeanPool
from ..settings import LIMITS, LeanSettings

# (text, goal or "", what must come of it)
CANARIES: tuple[tuple[str, str, Outcome | Kind], ...] = (
    ("theorem t (a b : Nat) : a + b = b + a := by omega", "∀ a b : Nat, a + b = b + a", Outcome.PASSED),
    ("theorem t : ¬ ∀ n : Nat, n < 5 := fun h => absurd (h 7) (by decide)", "∀ n : Nat, n < 5", Outcome.REFUTED),
    ("theorem t (a : Nat) : a < 5 := by omega", "", Kind.COMPILE_FAILURE),
    ("theorem t : 1 = 1 := rfl", "1 = 2", Kind.REJECTED),
    ("axiom cheat : 1 = 2\ntheorem t : 1 = 2 := cheat", "1 = 2", Kind.REJECTED),
    ("theorem t : 1 = 2 := lcProof", "1 = 2", Kind.COMPILE_FAILURE),
    (
        "unsafe def no : 1 = 2 := no\nset_option debug.skipKernelTC true in\ntheorem t : 1 = 2 := no",
        "1 = 2",
        Kind.COMPILE_FAILURE,
    ),
    ("theorem t : 2 ^ 10 = 1024 := by native_decide", "2 ^ 10 = 1024", Kind.REJECTED),
    ("theorem t : 1 = 2 := sorry", "", Kind.REJECTED),
    ("theorem t (x : ℝ) : x = x := rfl", "", Kind.COMPILE_FAILURE),
    ("import Mathlib\ntheorem t : 1 = 1 := rfl", "", Kind.UNSUPPORTED),
)


BRIEF: tuple[tuple[str, str, Outcome | Kind], ...] = (
    ("theorem t : 2 + 2 = 4 := rfl", "", Outcome.PASSED),
    ("theorem t : 2 + 2 = 5 := rfl", "", Kind.COMPILE_FAILURE),
)
"""One known-true and one known-false statement, which take no time."""


async def fault_of(pool: LeanPool, canaries: Sequence[tuple[str, str, Outcome | Kind]] = CANARIES) -> str:
    """What went wrong with the first canary that did, or nothing ("")."""
    for text, goal, wanted in canaries:
        theorem = pick(text, None, where="canary")
        question = ask_goal(text, theorem, goal, None) if goal else ask_file(text, theorem)
        judgement = judge(question, await elaborate(question, pool, LIMITS, trial=True), EMBEDDED)
        if wanted not in (judgement.outcome, judgement.kind):
            return f"“{text}” should be {wanted}, was {judgement.kind or judgement.outcome} ({judgement.why})"
    return ""


async def fault_in(folder: Path) -> str:
    """``fault_of`` for the set-up in a folder, in a process of its own."""
    pool = LeanPool(LeanSettings(), folder)
    try:
        return await fault_of(pool)
    finally:
        await pool.aclose()
