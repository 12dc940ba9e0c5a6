"""The canaries: what a Lean that can be trusted here must prove, and what it must not."""

from __future__ import annotations

from pathlib import Path

from ....core.evidence import Kind, Outcome
from ..embedded import EMBEDDED, elaborate
from ..judgement.judge import judge, refusal
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
    ("theorem t : 1 = 2 := lcProof", "1 = 2", Kind.REJECTED),
    ("theorem t : 2 ^ 10 = 1024 := by native_decide", "2 ^ 10 = 1024", Kind.REJECTED),
    ("theorem t : 1 = 2 := sorry", "", Kind.REJECTED),
    ("theorem t (x : ℝ) : x = x := rfl", "", Kind.COMPILE_FAILURE),
    ("import Mathlib\ntheorem t : 1 = 1 := rfl", "", Kind.UNSUPPORTED),
)


async def fault_of(pool: LeanPool) -> str:
    """ "" if every canary goes right, else what went wrong with the first."""
    for text, goal, wanted in CANARIES:
        theorem = pick(text, None, where="canary")
        question = ask_goal(text, theorem, goal, None) if goal else ask_file(text, theorem)
        judgement = refusal(question) or judge(question, await elaborate(question, pool, LIMITS), EMBEDDED)
        if wanted not in (judgement.outcome, judgement.kind):
            return f"“{text}” should be {wanted}, was {judgement.kind or judgement.outcome} ({judgement.why})"
    return ""


async def fault_in(folder: Path) -> str:
    """``fault_of`` for the set-up in a folder, in processes of its own."""
    pool = LeanPool(LeanSettings(fresh=False), folder)
    try:
        return await fault_of(pool)
    finally:
        await pool.aclose()
