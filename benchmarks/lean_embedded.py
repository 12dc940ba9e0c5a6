"""How fast and how large the embedded Lean is: ``python benchmarks/lean_embedded.py [--setup] [--claims N]``.

Prints a Markdown table. Warm: the process has run the same texts once before. --setup fetches and makes a set-up in a
new folder; --claims checks so many random claims about integers against Python's.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime
import os
import platform
import random
import statistics
import tempfile
import time
from pathlib import Path

from proofsieve.checkers.lean.embedded import EMBEDDED, draft_of, elaborate
from proofsieve.checkers.lean.errors import ProcessFailed
from proofsieve.checkers.lean.judgement.judge import judge
from proofsieve.checkers.lean.judgement.question import Question, ask_file, pick
from proofsieve.checkers.lean.places import home
from proofsieve.checkers.lean.pool import LeanPool
from proofsieve.checkers.lean.process import resident_mib
from proofsieve.checkers.lean.settings import LIMITS, LeanSettings
from proofsieve.checkers.lean.setup import set_up
from proofsieve.core.evidence import Limits, Outcome

REPEATS = 5
ENDLESS = "partial def f (n : Nat) : Nat := f n\n#eval f 0"
SUM = "def total : Nat → Nat\n  | 0 => 0\n  | n + 1 => total n + (n + 1)\n"

# What statements of proofs look like: a third by linear arithmetic, a third by evaluation, the rest by everything else.
TEXTS = (
    "theorem t (a b : Nat) : a + b = b + a := by omega",
    "theorem t (n : Nat) : n % 2 = 0 ∨ n % 2 = 1 := by omega",
    "theorem t (n : Nat) (h : n % 4 = 3) : n % 2 = 1 := by omega",
    "theorem t (a b : Nat) (h : a < b) : a + 1 ≤ b := by omega",
    "theorem t (a b : Nat) (h : b ≤ a) : a - b + b = a := by omega",
    "theorem t (x y : Int) (h : x + y = 5) (g : x - y = 1) : x = 3 := by omega",
    "theorem t : 17 * 19 = 323 := by decide",
    "theorem t : ∀ x : Fin 20, x.val * x.val < 400 := by decide",
    "theorem t : ∃ x : Fin 30, x.val * x.val = 625 := by decide",
    "theorem t : ¬ ∃ x : Fin 5, x * x = 2 := by decide",
    "theorem t : Nat.gcd 84 36 = 12 := by decide",
    "theorem t : (List.range 101).sum = 5050 := by decide",
    "theorem t : 2 ^ 64 % 7 = 2 := by decide",
    "theorem t (a b c : Nat) : a + b + c = c + (b + a) := by ac_rfl",
    "theorem t (x y : Nat) (h : x + 2 = y + 2) : x = y := by simpa using h",
    "theorem t (p q r : Prop) : (p → q) → (q → r) → p → r := by intros; simp_all",
    "theorem t (p q : Prop) (hp : p) (hq : q) : p ∧ q := ⟨hp, hq⟩",
    "theorem t (p q : Prop) : ¬(p ∧ q) ↔ (¬p ∨ ¬q) := by grind",
    "theorem t (a b : Int) : (a + b) ^ 2 = a ^ 2 + 2 * a * b + b ^ 2 := by grind",
    "theorem t (x y : Rat) (h : 2 * x + y = 3) (g : x = 1 / 2) : y = 2 := by grind",
    "theorem t (n : Nat) (h : 0 < n) : ∃ m, n = m + 1 := ⟨n - 1, by omega⟩",
    SUM + "theorem t (n : Nat) : 2 * total n = n * (n + 1) := by\n"
    "  induction n with\n  | zero => rfl\n  | succ n ih => grind [total]",
    "theorem t (n : Nat) : n < 5 := by omega",
    "theorem t : ∀ x : Fin 20, x.val * x.val < 300 := by decide",
)  # fmt: skip


def questions() -> list[Question]:
    """The texts as questions about files."""
    return [ask_file(text, pick(text, None, where="benchmark")) for text in TEXTS]


async def timed_drafts(pool: LeanPool) -> tuple[list[float], list[float]]:
    """Milliseconds of each elaboration, by the clock and of the processor (which a busy machine disturbs less; all
    threads of the process, to 10 ms), after one round that warms the process up."""
    wall: list[float] = []
    cpu: list[float] = []
    for turn in range(REPEATS + 1):
        for question in questions():
            began, used = time.perf_counter(), processor_ms(pool)
            await draft_of(question, pool, LIMITS)
            if turn:
                wall.append((time.perf_counter() - began) * 1_000)
                cpu.append(processor_ms(pool) - used)
    return wall, cpu


def processor_ms(pool: LeanPool) -> float:
    """Processor time of the process that is free, 0 without one."""
    if not pool._free:
        return 0.0
    fields = Path(f"/proc/{pool._free[0]._popen.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000 / os.sysconf("SC_CLK_TCK")


async def timed_verdicts(pool: LeanPool, repeats: int) -> list[float]:
    """Milliseconds of each whole judgement: elaboration, statement, and the kernel's word from another process."""
    found: list[float] = []
    for turn in range(repeats + 1):
        for number, question in enumerate(questions()):
            began = time.perf_counter()
            judgement = judge(question, await elaborate(question, pool, LIMITS), EMBEDDED)
            assert (judgement.outcome is Outcome.PASSED) == (number < len(TEXTS) - 2), (question.text, judgement.why)
            if turn:
                found.append((time.perf_counter() - began) * 1_000)
    return found


async def starts(folder: Path) -> tuple[list[float], list[float]]:
    """Seconds from nothing to a first answer, and from a killed process to the next answer."""
    cold, again = [], []
    first = questions()[0]
    for _ in range(REPEATS):
        pool = LeanPool(LeanSettings(), folder)
        began = time.perf_counter()
        await draft_of(first, pool, LIMITS)
        cold.append(time.perf_counter() - began)
        with contextlib.suppress(ProcessFailed):
            await pool.check({"definitions": "", "text": ENDLESS, "theorem": ["t"]}, Limits(wall_ms=200))
        began = time.perf_counter()
        await draft_of(first, pool, LIMITS)
        again.append(time.perf_counter() - began)
        await pool.aclose()
    return cold, again


async def wrong_claims(pool: LeanPool, count: int) -> tuple[int, float]:
    """(how many of ``count`` random claims about integers Lean decides otherwise than Python, milliseconds each)."""
    chance = random.Random(20_26)
    wrong = 0
    began = time.perf_counter()
    for i in range(count):
        digits = chance.choice((1, 2, 5, 20, 60, 200))
        a, b = (chance.randint(-(10**digits), 10**digits) for _ in range(2))
        operator = chance.choice("+-*")
        value = {"+": a + b, "-": a - b, "*": a * b}[operator]
        shown = value if i % 2 else value + chance.choice((-1, 1, 10**digits))
        text = f"theorem t : ({a} : Int) {operator} ({b}) = {shown} := by decide"
        answer = await pool.check({"definitions": "", "text": text, "theorem": ["t"]}, LIMITS)
        wrong += (answer["found"] == "theorem") != (shown == value)
    return wrong, (time.perf_counter() - began) * 1_000 / count


async def measured(folder: Path, claims: int) -> list[tuple[str, str, str]]:
    """(what, measured, target)."""
    rows = []
    pool = LeanPool(LeanSettings(fresh=False), folder)
    drafts, cpu = await timed_drafts(pool)
    (process,) = pool._free
    rows.append(("one text elaborated, warm: median / 90 %", spread(drafts), "≤ 60 ms"))
    rows.append(("the same, time of the processor", spread(cpu), ""))
    memory = resident_mib(process._popen.pid)
    kept = await timed_verdicts(pool, 2)
    rows.append(("a whole verdict, both processes warm: median / 90 %", spread(kept), ""))
    wrong, each = await wrong_claims(pool, claims)
    rows.append((f"{claims} claims about integers in a row", f"{wrong} wrong, {each:.0f} ms each", "0 wrong"))
    await pool.aclose()
    fresh = LeanPool(LeanSettings(), folder)
    rows.append(
        ("a verdict that counts, from a new process: median / 90 %", spread(await timed_verdicts(fresh, 1)), "")
    )
    await fresh.aclose()
    cold, again = await starts(folder)
    rows.append(("cold: nothing to a first answer, median of 5", f"{statistics.median(cold):.2f} s", "≤ 1.5 s"))
    rows.append(("after a time-out: killed to the next answer", f"{statistics.median(again):.2f} s", "≤ 1.5 s"))
    rows.append((f"memory of a process after {len(drafts)} texts", f"{memory} MiB", ""))
    return rows


def spread(milliseconds: list[float]) -> str:
    """Median and ninth decile."""
    return f"{statistics.median(milliseconds):.0f} / {statistics.quantiles(milliseconds, n=10)[8]:.0f} ms"


def set_up_anew() -> tuple[str, str, str]:
    """The time of a set-up in an empty folder, and of its steps."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("PROOFSIEVE_CACHE")
        os.environ["PROOFSIEVE_CACHE"] = folder
        try:
            steps: list[str] = []
            began = time.perf_counter()
            found = set_up(lambda p: steps.append(f"{p.label} {p.seconds:.1f}") if p.seconds is not None else None)
            seconds = time.perf_counter() - began
        finally:
            if before is None:
                del os.environ["PROOFSIEVE_CACHE"]
            else:
                os.environ["PROOFSIEVE_CACHE"] = before
    return (f"set-up ({', '.join(steps)}; {found.megabytes} MB)", f"{seconds:.1f} s", "≤ 60 s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setup", action="store_true", help="also make a set-up in a new folder")
    parser.add_argument("--claims", type=int, default=500, help="claims about integers")
    chosen = parser.parse_args()
    set_up()
    rows = [set_up_anew()] if chosen.setup else []
    load = os.getloadavg()[0]
    rows += asyncio.run(measured(home(), chosen.claims))
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} CPUs, load {load:.1f} before"
    print(f"{machine}, {datetime.datetime.now(datetime.UTC).date()}\n")
    print("| | measured | target |\n| --- | --- | --- |")
    for what, found, target in rows:
        print(f"| {what} | {found} | {target} |")


if __name__ == "__main__":
    main()
