"""Programs that use more than they may, or will not go: each is stopped for its reason, and nothing of it is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from proofsieve.checkers.sandbox import Confinement, Finished, JobLimits, SandboxError, Stop, run, start, starting, tree
from proofsieve.tests.checkers.sandboxed import ALL, box, job, left, marker, python, shell

every = pytest.mark.parametrize("kind", ALL)

# Ignores every polite signal, has a grandchild in a session of its own and an orphan of a second fork.
STUBBORN = (
    "trap '' TERM HUP INT; setsid sh -c \"trap '' TERM HUP INT; sleep {0} & sleep {0}\" & "
    "(setsid sleep {0} &) ; echo ready; while :; do sleep {0}; done"
)


@pytest.mark.parametrize(("kind", "wall"), [(Confinement.BUBBLEWRAP, 100), (Confinement.LANDLOCK, 200)])
async def test_two_hundred_time_outs_in_a_row_end_within_a_second_and_leave_no_process(
    kind: Confinement, wall: int, tmp_path: Path
) -> None:
    mark, ready = marker(), 0
    stubborn = job(tmp_path, "/bin/sh", "-c", STUBBORN.format(mark), limits=JobLimits(wall_ms=wall))
    for _ in range(25):
        ended = await asyncio.gather(*(run(stubborn, box(kind)) for _ in range(8)))
        assert [one.stopped for one in ended] == [Stop.WALL] * 8
        assert max(one.elapsed_ms for one in ended) <= wall + 1_000
        assert left(mark) == []
        ready += sum(one.stdout == b"ready\n" for one in ended)
    assert ready > 100, "most of them had come so far as to have something that stays behind"


@every
async def test_a_stubborn_program_with_children_in_other_sessions_is_ended(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    running = await start(job(tmp_path, "/bin/sh", "-c", STUBBORN.format(mark)), box(kind))
    assert await running.readline(100) == b"ready\n"
    assert left(mark)
    await running.kill()
    assert left(mark) == []
    assert (await running.wait()).stopped is Stop.CANCELLED


@every
async def test_what_a_program_leaves_running_ends_with_it(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    done = await shell(kind, tmp_path, f"(setsid sleep {mark} &) ; (sleep {mark} > /dev/null 2>&1 &); echo started")
    assert (done.returncode, done.stdout, done.stopped) == (0, b"started\n", None)
    assert left(mark) == []


@every
async def test_a_helper_that_is_slow_to_go_takes_all_with_it(
    kind: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "_PATIENCE", 0.0)
    mark = marker()
    stubborn = job(tmp_path, "/bin/sh", "-c", STUBBORN.format(mark), limits=JobLimits(wall_ms=150))
    for _ in range(3):
        ended = await asyncio.gather(*(run(stubborn, box(kind)) for _ in range(8)))
        assert [one.stopped for one in ended] == [Stop.WALL] * 8
        assert left(mark) == []


async def test_a_pipe_that_somebody_else_holds_does_not_hold_us(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "_PIPES", 0.1)
    running = await start(job(tmp_path, "/bin/cat", stdin=b""), box(Confinement.NONE))
    await running.write(b"a\nb")
    assert await running.readline(100) == b"a\n"
    (program,) = tree.descendants(running.pid)
    held = os.open(f"/proc/{program}/fd/1", os.O_WRONLY)
    try:
        await running.close_stdin()
        done = await running.wait()
    finally:
        os.close(held)
    assert (done.returncode, done.truncated) == (0, True)


@every
async def test_cancelling_the_caller_leaves_no_process(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    running = asyncio.create_task(shell(kind, tmp_path, STUBBORN.format(mark)))
    while not left(mark):
        assert not running.done()
        await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert left(mark) == []


@every
async def test_cancelling_at_any_moment_of_the_start_leaves_no_process(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    for steps in range(12):
        running = asyncio.create_task(shell(kind, tmp_path, STUBBORN.format(mark)))
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert left(mark) == []


OURSELVES = """
import asyncio, sys
from pathlib import Path
from proofsieve.tests.checkers.sandboxed import Confinement, shell
asyncio.run(shell(Confinement(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
"""


@every
async def test_when_we_are_killed_ourselves_nothing_goes_on(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    arguments = (kind.value, str(tmp_path), STUBBORN.format(mark) + " # " + mark)
    ourselves = await asyncio.create_subprocess_exec(sys.executable, "-c", OURSELVES, *arguments)
    while sum(line.startswith("sleep") for line in left(mark)) < 4:
        assert ourselves.returncode is None
        await asyncio.sleep(0.01)
    ourselves.kill()
    await ourselves.wait()
    async with asyncio.timeout(20):
        while left(mark):
            await asyncio.sleep(0.01)


@every
async def test_memory_is_watched_over_the_whole_tree(kind: Confinement, tmp_path: Path) -> None:
    script = """
import os, time
if os.fork(): os.wait()
kept = []
for _ in range(500):
    kept.append(b"x" * (16 << 20))
    time.sleep(0.005)
"""
    done = await python(kind, tmp_path, script, limits=JobLimits(rss_mib=256))
    assert (done.stopped, done.returncode) == (Stop.MEMORY, None)
    assert 256 < done.peak_rss_mib < 1_500


@every
async def test_much_address_space_that_is_not_used_is_no_memory(kind: Confinement, tmp_path: Path) -> None:
    script = "import mmap; kept = mmap.mmap(-1, 6 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS); print(len(kept))"
    done = await python(kind, tmp_path, script, limits=JobLimits(rss_mib=128))
    assert (done.stdout, done.stopped) == (f"{6 << 30}\n".encode(), None)


@every
@pytest.mark.parametrize("stream", [1, 2])
async def test_a_gigabyte_of_output_is_cut_and_the_program_ended(
    kind: Confinement, stream: int, tmp_path: Path
) -> None:
    script = f"head -c 1G /dev/zero >&{stream}; echo written > done"
    done = await shell(kind, tmp_path, script, limits=JobLimits(output_mib=1))
    assert (done.stopped, done.truncated) == (Stop.OUTPUT, True)
    assert [len(done.stdout), len(done.stderr)] == [2**20 * (stream == 1), 2**20 * (stream == 2)]
    assert not (tmp_path / "done").exists()


@every
async def test_output_up_to_the_limit_is_kept_whole(kind: Confinement, tmp_path: Path) -> None:
    done = await shell(kind, tmp_path, "head -c 1M /dev/zero", limits=JobLimits(output_mib=1))
    assert (len(done.stdout), done.stopped, done.truncated) == (2**20, None, False)


@every
async def test_a_line_without_end_ends_the_program(kind: Confinement, tmp_path: Path) -> None:
    running = await start(job(tmp_path, "/bin/sh", "-c", "echo a; head -c 1G /dev/zero; echo"), box(kind))
    assert await running.readline(1_000) == b"a\n"
    assert await running.readline(1_000) == b""
    done = await running.wait()
    assert (done.stopped, done.truncated) == (Stop.OUTPUT, True)


@every
async def test_one_large_file_is_cut(kind: Confinement, tmp_path: Path) -> None:
    await shell(kind, tmp_path, "head -c 1G /dev/zero > big", limits=JobLimits(file_mib=8))
    assert (tmp_path / "big").stat().st_size <= 8 * 2**20


FILLING = {
    "many files": "for n in $(seq 1 2000); do head -c 1M /dev/zero > $n; done",
    "many empty files": "n=0; while :; do n=$((n+1)); mkdir $n; : > $n/$n; done",
    "deep folders": "while :; do head -c 1M /dev/zero > big; mkdir d; cd d; done",
}


@every
@pytest.mark.parametrize("how", FILLING)
async def test_a_disk_is_not_filled(
    kind: Confinement, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofsieve.checkers.sandbox.disk.MOST_ENTRIES", 1_000)
    done = await shell(kind, tmp_path, FILLING[how], limits=JobLimits(file_mib=8))
    assert done.stopped is Stop.FILES
    assert sum(path.lstat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 2_000 * 2**20


@every
async def test_files_that_are_deleted_and_held_open_count(kind: Confinement, tmp_path: Path) -> None:
    script = """
import os, time
kept = []
for n in range(500):
    kept.append(open("x", "wb"))
    kept[-1].write(b"x" * (1 << 20))
    kept[-1].flush()
    os.unlink("x")
time.sleep(60)
"""
    assert (await python(kind, tmp_path, script, limits=JobLimits(file_mib=8))).stopped is Stop.FILES


@every
async def test_processor_time_is_summed_over_the_tree(kind: Confinement, tmp_path: Path) -> None:
    burn = "while :; do :; done"
    done = await shell(kind, tmp_path, f"({burn}) & ({burn}) & wait", limits=JobLimits(cpu_ms=300))
    assert done.stopped is Stop.CPU


@every
async def test_processor_time_of_children_that_have_ended_counts(kind: Confinement, tmp_path: Path) -> None:
    script = 'while :; do sh -c "n=0; while [ \\$n -lt 20000 ]; do n=\\$((n+1)); done"; done'
    assert (await shell(kind, tmp_path, script, limits=JobLimits(cpu_ms=300))).stopped is Stop.CPU


@every
async def test_a_fork_bomb_is_ended(kind: Confinement, tmp_path: Path) -> None:
    mark = marker()
    bomb = f"n=0; while [ $n -lt 200 ]; do n=$((n+1)); sleep {mark} & done; wait"  # bounded, should all else fail
    done = await shell(kind, tmp_path, bomb, limits=JobLimits(processes=50))
    assert done.stopped is Stop.PROCESSES
    assert left(mark) == []


@every
async def test_processes_within_the_limit_are_left_alone(kind: Confinement, tmp_path: Path) -> None:
    script = "for n in 1 2 3 4; do sleep 0.2 & done; wait; echo all"
    done = await shell(kind, tmp_path, script, limits=JobLimits(processes=5))
    assert (done.stdout, done.stopped) == (b"all\n", None)


@every
async def test_no_core_file_is_left(kind: Confinement, tmp_path: Path) -> None:
    done: Finished = await shell(kind, tmp_path, "ulimit -c unlimited 2>/dev/null; ulimit -c; sh -c 'kill -SEGV $$'")
    assert done.returncode == 128 + 11
    if kind is not Confinement.NONE:  # root may raise its own limit there
        assert done.stdout == b"0\n"
        assert list(tmp_path.iterdir()) == []


@every
async def test_a_program_that_stops_itself_meets_the_wall(kind: Confinement, tmp_path: Path) -> None:
    done = await shell(kind, tmp_path, "kill -STOP $$", limits=JobLimits(wall_ms=200))
    assert done.stopped is Stop.WALL


@every
async def test_without_a_limit_of_time_a_pool_asks_as_long_as_it_likes(kind: Confinement, tmp_path: Path) -> None:
    unlimited = JobLimits(wall_ms=0, cpu_ms=0)
    running = await start(job(tmp_path, "/bin/cat", stdin=b"", limits=unlimited), box(kind))
    await running.write(b"still there\n")
    assert await running.readline(100) == b"still there\n"
    await running.close_stdin()
    assert (await running.wait()).returncode == 0


async def test_a_machine_without_memory_to_give_stops_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofsieve.checkers.sandbox.tree.available_mib", lambda: 100)
    assert (await shell(Confinement.BUBBLEWRAP, tmp_path, "sleep 60")).stopped is Stop.MEMORY


async def test_a_disk_that_is_nearly_full_stops_the_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofsieve.checkers.sandbox.disk._SCARCE", 1 << 60)
    assert (await shell(Confinement.BUBBLEWRAP, tmp_path, "sleep 60")).stopped is Stop.FILES


@every
async def test_a_watchdog_that_breaks_ends_the_program_and_is_heard(
    kind: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = marker()
    monkeypatch.setattr("proofsieve.checkers.sandbox.tree.usage", lambda _: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        await shell(kind, tmp_path, f"sleep {mark}")
    assert left(mark) == []


@every
async def test_where_the_kernel_lists_no_children_all_processes_are_searched(
    kind: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "_children_files", lambda: False)
    mark = marker()
    bomb = f"n=0; while [ $n -lt 100 ]; do n=$((n+1)); sleep {mark} & done; wait"
    assert (await shell(kind, tmp_path, bomb, limits=JobLimits(processes=20))).stopped is Stop.PROCESSES
    assert left(mark) == []


@every
async def test_nothing_stays_open_in_our_own_process(kind: Confinement, tmp_path: Path) -> None:
    await shell(kind, tmp_path, "true")
    before = sorted(Path("/proc/self/fd").iterdir())
    await asyncio.gather(*(shell(kind, tmp_path, "cat; sleep 0.1", stdin=b"x" * 100_000) for _ in range(3)))
    await shell(kind, tmp_path, "exec <&-; sleep 60", stdin=b"x" * 1_000_000, limits=JobLimits(wall_ms=100))
    with pytest.raises(SandboxError):
        await shell(kind, tmp_path, "true", environment={"": ""})
    while sorted(Path("/proc/self/fd").iterdir()) != before:
        await asyncio.sleep(0)


async def test_where_there_is_no_proc_the_process_group_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "PROC", tmp_path / "absent")
    mark = marker()
    limits = JobLimits(wall_ms=500)
    done = await shell(Confinement.NONE, tmp_path, f"sleep {mark} & echo started; sleep {mark}", limits=limits)
    assert (done.stopped, done.stdout) == (Stop.WALL, b"started\n")
    assert left(mark) == []


def test_who_adopts_orphans_is_not_ended_before_them() -> None:
    mark = marker()
    script = f"sleep {mark} & echo ready; read line"
    parent = subprocess.Popen(["/bin/sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        (child,) = tree.descendants(parent.pid)
        tree.kill_childless(parent.pid)
        while tree.identify(child):
            pass
        assert tree.identify(parent.pid), "only its child was ended"
        tree.kill_childless(parent.pid)
        assert parent.wait() == -signal.SIGKILL
