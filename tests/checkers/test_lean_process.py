"""The processes under text that hangs, overflows, eats memory, ends them or reaches out: each gets its kind, and the
next question is answered."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.checkers.lean.errors import ProcessFailed
from proofsieve.checkers.lean.node import find_node
from proofsieve.checkers.lean.places import Installed
from proofsieve.checkers.lean.pool import LeanPool
from proofsieve.checkers.lean.process import LeanProcess
from proofsieve.checkers.lean.settings import LeanSettings
from proofsieve.core.evidence import Kind
from proofsieve.tests.checkers.lean_asking import LEAN, PATIENT, Asking

pytestmark = LEAN

TRUE = {"definitions": "", "text": "theorem t : 1 = 1 := rfl", "theorem": ["t"]}
SLOW = (
    "def ack : Nat → Nat → Nat\n  | 0, n => n + 1\n  | m + 1, 0 => ack m 1\n  | m + 1, n + 1 => ack m (ack (m + 1) n)\n"
    "termination_by m n => (m, n)\ntheorem t : ack 4 2 = 0 := by decide +kernel"
)
ENDLESS = "partial def f (n : Nat) : Nat := f n\n#eval f 0"
DEEP = "partial def deep (n : Nat) : Nat := deep (n + 1) + 1\n#eval deep 0"
HUNGRY = (
    "def big : Nat → List Nat\n  | 0 => []\n  | n + 1 => n :: (big n ++ big n)\n"
    "theorem t : (big 26).length = 0 := by decide +kernel"
)


def asked(text: str) -> dict[str, Any]:
    return {**TRUE, "text": text}


def processor_ticks(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


async def proves_still(pool: LeanPool) -> bool:
    return (await pool.check(TRUE, PATIENT))["found"] == "theorem"


async def test_an_endless_proof_is_killed_in_time_with_its_whole_group(lean: Asking) -> None:
    pool = lean.pool
    await proves_still(pool)
    (before,) = pool._free
    with pytest.raises(ProcessFailed) as failed:
        await pool.check(asked(SLOW), replace(PATIENT, wall_ms=500))
    assert (failed.value.kind, before.alive()) == (Kind.TIMEOUT, False)
    with pytest.raises(ProcessLookupError):
        os.killpg(before._popen.pid, 0)
    assert await proves_still(pool)


async def test_an_endless_tactic_ends_by_leans_own_bound_and_the_process_lives(lean: Asking) -> None:
    await proves_still(lean.pool)
    before = list(lean.pool._free)
    found = await lean.file("theorem t : 1 = 2 := by\n  repeat (first | skip | trivial)", goal="1 = 2")
    assert found.kind in (Kind.RESOURCE, Kind.TIMEOUT)
    limited = "set_option maxHeartbeats 50 in\ntheorem t (a b : Int) : (a + b) ^ 9 = a ^ 9 := by grind"
    assert (await lean.file(limited)).kind is Kind.TIMEOUT
    assert lean.pool._free == before


async def test_a_stack_that_overflows_is_a_matter_of_resources(lean: Asking) -> None:
    with pytest.raises(ProcessFailed) as failed:
        await lean.pool.check(asked(DEEP), PATIENT)
    assert failed.value.kind is Kind.RESOURCE
    assert await proves_still(lean.pool)


async def test_a_process_that_eats_memory_is_killed(lean_installed: Installed) -> None:
    process = await LeanProcess.start(find_node().program, lean_installed.folder)
    with pytest.raises(ProcessFailed) as failed:
        await process.ask({"id": 1, "op": "check", **asked(HUNGRY)}, wall_ms=60_000, memory_mib=560)
    assert failed.value.kind is Kind.RESOURCE
    assert not process.alive()


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ('IO.FS.readFile "/etc/passwd"', "not implemented"),
        ('IO.FS.readFile "lean.js"', "not implemented"),
        ('IO.FS.writeFile "FOLDER/written" "x"', "not implemented"),
        ('IO.FS.removeFile "FOLDER/kept"', "not implemented"),
        ('IO.Process.output { cmd := "touch", args := #["FOLDER/written"] }', "not implemented"),
        ("IO.currentDir", "failed"),
    ],
)
async def test_code_that_runs_while_a_text_is_read_reaches_nothing(
    lean: Asking, tmp_path: Path, code: str, answer: str
) -> None:
    (tmp_path / "kept").write_text("kept", "utf-8")
    found = await lean.pool.check(asked(f"#eval {code.replace('FOLDER', str(tmp_path))}"), PATIENT)
    assert answer in found["messages"][0]["data"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept"]


async def test_what_a_text_prints_is_a_message_and_no_answer(lean: Asking) -> None:
    forged = r'#eval IO.println "{\"id\": 1, \"found\": \"theorem\", \"proves\": [\"claim\"]}"'
    found = await lean.pool.check(asked(f"{forged}\ntheorem t : 3 = 4 := rfl"), PATIENT)
    assert found["found"] is None
    assert '"found"' in found["messages"][0]["data"]


async def test_a_text_that_ends_the_process_is_a_crash(lean: Asking) -> None:
    with pytest.raises(ProcessFailed, match="the text ended the process") as failed:
        await lean.pool.check(asked("#eval (IO.Process.exit 0 : IO Unit)"), PATIENT)
    assert failed.value.kind is Kind.CRASH
    assert await proves_still(lean.pool)


async def test_nothing_of_the_environment_reaches_the_process(
    lean_installed: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAN_SECRET", "swordfish")
    process = await LeanProcess.start(find_node().program, lean_installed.folder)
    try:
        environment = Path(f"/proc/{process._popen.pid}/environ").read_bytes()
        assert b"swordfish" not in environment
        assert environment.count(b"\0") <= 3
    finally:
        process.kill()


async def test_a_process_does_not_outlive_whoever_started_it(lean_installed: Installed) -> None:
    code = (
        "import asyncio, os, sys\nfrom pathlib import Path\n"
        "from proofsieve.checkers.lean.node import find_node\n"
        "from proofsieve.checkers.lean.process import LeanProcess\n"
        "async def main():\n"
        "    process = await LeanProcess.start(find_node().program, Path(sys.argv[1]))\n"
        "    print(process._popen.pid, flush=True)\n"
        "    request = {'id': 1, 'op': 'check', 'definitions': '', 'text': sys.argv[2], 'theorem': ['t']}\n"
        "    await process.ask(request, wall_ms=600_000, memory_mib=0)\n"
        "asyncio.run(main())\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code, str(lean_installed.folder), ENDLESS], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    child = os.pidfd_open(pid)
    started = processor_ticks(pid)
    while processor_ticks(pid) < started + 50:  # it is at work: an idle one would notice by its closed stdin
        await asyncio.sleep(0.01)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    ended, _, _ = select.select([child], [], [], 30)
    os.close(child)
    assert ended


async def test_a_process_killed_from_outside_costs_one_answer(lean: Asking) -> None:
    await proves_still(lean.pool)
    (process,) = lean.pool._free
    os.kill(process._popen.pid, signal.SIGSTOP)
    asking = asyncio.create_task(lean.pool.check(TRUE, PATIENT))
    await asyncio.sleep(0)
    os.kill(process._popen.pid, signal.SIGKILL)
    with pytest.raises(ProcessFailed) as failed:
        await asking
    assert failed.value.kind is Kind.CRASH
    assert await proves_still(lean.pool)


async def test_cancelling_ends_the_process_and_the_next_question_is_answered(lean: Asking) -> None:
    await proves_still(lean.pool)
    (process,) = lean.pool._free
    asking = asyncio.create_task(lean.pool.check(asked(SLOW), PATIENT))
    while lean.pool._free:
        await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not process.alive()
    assert await proves_still(lean.pool)


async def test_a_verdict_comes_from_a_process_that_has_answered_nothing(lean_installed: Installed) -> None:
    pool = LeanPool(LeanSettings(fresh=True), lean_installed.folder)
    try:
        answer = await pool.check(TRUE, PATIENT)
        question = {
            "definitions": "",
            "goals": [{"key": "claim", "text": "theorem _root_.Audit.goal.claim : 1 = 1 := sorry"}],
            "probes": [],
            "theorem": ["t"],
            "closure": answer["closure"],
        }
        for started in (2, 3):
            assert (await pool.judge(question, PATIENT))["proves"] == ["claim"]
            assert pool.starts == started
        assert len(pool._all) == 1
    finally:
        await pool.aclose()


async def test_a_process_that_has_grown_is_replaced(lean_installed: Installed) -> None:
    pool = LeanPool(LeanSettings(recycle_mib=100), lean_installed.folder)
    try:
        for started in (1, 2):
            assert await proves_still(pool)
            assert (pool.starts, pool._free) == (started, [])
    finally:
        await pool.aclose()


async def test_what_one_text_defines_the_next_one_does_not_see(lean: Asking) -> None:
    await lean.pool.check(asked("axiom wish : 3 = 4\nmacro_rules | `($a = $b) => `($a ≤ $b)"), PATIENT)
    after = await lean.pool.check(asked("theorem t : 3 = 4 := by decide"), PATIENT)
    assert after["found"] is None
    assert (await lean.pool.check(asked("theorem t : 3 = 4 := wish"), PATIENT))["found"] is None


async def test_many_messages_and_long_ones_are_cut(lean: Asking) -> None:
    many = await lean.pool.check(asked("#check (1 : Nat)\n" * 500), PATIENT)
    assert len(many["messages"]) == 200
    long = await lean.pool.check(asked(f'theorem t : "{"x" * 50_000}" = "y" := rfl'), PATIENT)
    assert max(len(message["data"]) for message in long["messages"]) <= 8_000


async def test_a_set_up_that_is_damaged_is_unavailable_and_not_a_crash_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path))
    pool = LeanPool(LeanSettings())
    with pytest.raises(ProcessFailed, match="proofsieve setup lean") as failed:
        await pool.check(TRUE, PATIENT)
    assert failed.value.kind is Kind.UNAVAILABLE
    (tmp_path / "empty").mkdir()
    with pytest.raises(ProcessFailed) as failed:
        await LeanPool(LeanSettings(), tmp_path / "empty").check(TRUE, PATIENT)
    assert failed.value.kind in (Kind.CRASH, Kind.UNREADABLE)
