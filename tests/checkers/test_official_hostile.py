"""Projects, toolchains and texts that mean harm: no pass, no read outside, no wait without end, no traceback."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.judgement.judge import Judgement
from proofsieve.checkers.lean.official import OfficialLean, OfficialSettings, Place
from proofsieve.checkers.lean.official.discovery import installed, locate, project_of
from proofsieve.checkers.lean.official.files import remove
from proofsieve.checkers.lean.official.paths import by_layout
from proofsieve.core.errors import UsageError
from proofsieve.core.evidence import Kind, Outcome
from proofsieve.tests.checkers.lean_toolchains import PATIENT, checker, elan, project, toolchain

USES_MATHLIB = "import Mathlib\ntheorem t : 2 + 2 = 4 := rfl"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own."""
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path / "cache"))


async def asked(lean: OfficialLean, text: str = USES_MATHLIB) -> Judgement:
    try:
        return await lean.judged(question_of(text, "t", None, where="f", goal_where="g"), PATIENT)  # type: ignore[arg-type]
    finally:
        await lean.aclose()


def lake_that(lean: Path, script: str) -> Path:
    lean.with_name("lake").write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    return lean


ODD_NAMES = {
    "a line feed": "with\nline", "240 characters": "x" * 240, "a blank": "with blank", "a dash first": "-dash",
    "beyond the first plane": "𝔸", "a tab": "a\tb", "shell": "$(id)", "an escape": "a\x1b[31m", "no UTF-8": "bad\udc80",
    "500 characters": "/".join(("y" * 200,) * 3),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES)
async def test_a_project_and_a_toolchain_may_have_any_path(tmp_path: Path, name: str) -> None:
    at = project(tmp_path / "p" / name)
    found = await asked(checker(toolchain(tmp_path / "t" / name), project=at))
    assert (found.outcome, found.why.isprintable()) == (Outcome.PASSED, True)


async def test_a_project_whose_path_lean_path_cannot_name_is_told_so(tmp_path: Path) -> None:
    found = await asked(checker(toolchain(tmp_path / "t"), project=project(tmp_path / "a:b")))
    assert (found.kind, "holds “:”" in found.why) == (Kind.UNAVAILABLE, True)


LAKES = {
    "garbage": "head -c 3000 /dev/urandom", "without end": "yes and more", "the root": "echo /",
    "homes": "echo /root:/home:/etc:$HOME:/tmp", "what is above": "echo ../../..", "the project itself": "echo .",
    "processes": "echo /proc/self/fd:/dev", "nothing": "echo", "a NUL": r"printf '/a\0b\n'", "an error": "exit 3",
    "5000 characters": "head -c 5000 /dev/zero | tr '\\0' x; echo", "a signal": "kill -9 $$",
}  # fmt: skip


@pytest.mark.parametrize("script", LAKES.values(), ids=LAKES)
async def test_what_lake_says_shows_nothing_that_lake_has_not_built(tmp_path: Path, script: str) -> None:
    lean = checker(lake_that(toolchain(tmp_path / "t"), script), project=project(tmp_path / "p"))
    library = (await lean.session.toolchain()).library
    assert library.by == "the layout of the project (lake env failed)"
    assert all(folder.is_relative_to(tmp_path / "p" / ".lake") for folder in library.folders)
    assert (await asked(lean)).outcome is Outcome.PASSED


async def test_a_lake_that_never_ends_is_ended_and_the_layout_is_taken(tmp_path: Path) -> None:
    program = lake_that(toolchain(tmp_path / "t"), "trap '' TERM; sleep 600")
    place = Place(lean=program, project=project(tmp_path / "p"), named=True)
    lean = OfficialLean(place, settings=OfficialSettings(start_ms=0), limits=replace(PATIENT, wall_ms=2_000))
    library = (await lean.session.toolchain()).library
    await lean.aclose()
    assert (library.by, len(library.folders)) == ("the layout of the project (lake env failed)", 2)


async def test_a_library_that_a_package_is_required_from_by_path_is_shown(tmp_path: Path) -> None:
    beside = project(tmp_path / "mathlib4") / ".lake" / "build" / "lib" / "lean"
    (beside / "Beside.olean").write_text("{}", "utf-8")
    program = lake_that(toolchain(tmp_path / "t"), "echo ../mathlib4/.lake/build/lib/lean")
    found = await asked(checker(program, project=project(tmp_path / "p")), USES_MATHLIB.replace("Mathlib", "Beside"))
    assert found.outcome is Outcome.PASSED


def _manifest(text: str) -> Callable[[Path, Path], None]:
    return lambda at, _: (at / "lake-manifest.json").write_text(text, "utf-8") and None


def _link(where: str) -> Callable[[Path, Path], None]:
    def make(at: Path, secret: Path) -> None:
        link = at / where
        shutil.rmtree(link, ignore_errors=True)
        link.symlink_to(secret)

    return make


def _pipe(at: Path, _: Path) -> None:
    (at / "lake-manifest.json").unlink()
    os.mkfifo(at / "lake-manifest.json")


PROJECTS: dict[str, Callable[[Path, Path], None]] = {
    "packages at the root": _manifest('{"packagesDir": "/"}'),
    "packages above": _manifest('{"packagesDir": "../../.."}'),
    "a NUL": _manifest('{"packagesDir": "a\\u0000b"}'),
    "a path too long": _manifest('{"packagesDir": "' + "x" * 5_000 + '"}'),
    "too deep": _manifest("[" * 100_000),
    "a pipe": _pipe,
    "a link for what is built": _link(".lake/build/lib/lean"),
    "a link for a package": _link(".lake/packages/mathlib"),
    "a link for all packages": _link(".lake/packages"),
    "a link for .lake": _link(".lake"),
    "nothing is built": lambda at, _: shutil.rmtree(at / ".lake"),
}


@pytest.mark.parametrize("spoil", PROJECTS.values(), ids=PROJECTS)
async def test_a_project_of_others_shows_nothing_beside_itself(
    tmp_path: Path, spoil: Callable[[Path, Path], None]
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    at = project(tmp_path / "p")
    spoil(at, secret)
    assert all(folder.resolve().is_relative_to(at) for folder in by_layout(at))
    found = await asked(checker(toolchain(tmp_path / "t"), project=at))  # named: what lake says counts too
    assert found.kind in (None, Kind.UNSUPPORTED)


@pytest.mark.parametrize("name", ["~nobody-of-this-name/lean", "x" * 5_000, "a\0b"], ids=["nobody", "long", "NUL"])
def test_a_path_that_cannot_be_is_no_lean_and_no_traceback(name: str) -> None:
    with pytest.raises(UsageError, match="no Lean there"):
        locate(name, environment={"HOME": "/nowhere"})
    assert project_of(Path(name), environment={"HOME": "/nowhere"}) is None


def test_a_toolchain_file_is_shown_in_short_and_a_pipe_for_one_is_not_waited_for(tmp_path: Path) -> None:
    environment = {"HOME": str(elan(tmp_path).parent)}
    at = project(tmp_path / "p", wants="\x1b[31m\n" + "x" * 100_000)
    with pytest.raises(UsageError, match="not installed") as told:
        locate(str(at), environment=environment)
    assert len(str(told.value)) < 500
    (at / "lean-toolchain").unlink()
    os.mkfifo(at / "lean-toolchain")
    assert project_of(at, environment=environment) is None


def test_a_program_without_a_library_beside_it_is_no_toolchain(tmp_path: Path) -> None:
    lean = toolchain(tmp_path / "home")
    shutil.rmtree(tmp_path / "home" / "lib")
    with pytest.raises(UsageError, match="without its library"):
        locate(str(lean), environment={"HOME": "/nowhere"})
    assert installed(environment={"HOME": "/nowhere", "PATH": str(lean.parent)}) is None


def test_a_link_to_a_toolchain_is_followed_to_the_toolchain(tmp_path: Path) -> None:
    lean = toolchain(tmp_path / "real")
    home = elan(tmp_path)
    (home / "toolchains" / "mine").symlink_to(tmp_path / "real")
    (tmp_path / "lean").symlink_to(lean)
    environment = {"HOME": str(tmp_path)}
    assert locate(str(tmp_path / "lean"), environment=environment).lean == lean
    found = project_of(project(tmp_path / "p", wants="mine"), environment=environment)
    assert found is not None
    assert found.lean == lean


def marked(mark: str) -> int:
    """How many processes of this machine have ``mark`` among their arguments."""
    found = 0
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                found += mark.encode() in (process / "cmdline").read_bytes()
            except OSError:
                continue
    return found


async def test_a_text_that_does_not_end_leaves_no_process_in_a_session_of_its_own(tmp_path: Path) -> None:
    mark = f"standin-{secrets.token_hex(8)}"
    lean = checker(toolchain(tmp_path / "t"), start_ms=0)
    await lean.ready()
    question = question_of(f"theorem t : 2 = 2 := rfl\n-- lean: stubborn {mark}", "t", None, where="f", goal_where="g")
    waiting = asyncio.create_task(lean.judged(question, replace(PATIENT, wall_ms=3_000)))  # type: ignore[arg-type]
    while not marked(mark) and not waiting.done():
        await asyncio.sleep(0.01)
    assert not waiting.done()
    found = await waiting
    await lean.aclose()
    assert (found.kind, marked(mark)) == (Kind.TIMEOUT, 0)


async def test_folders_of_any_depth_that_a_text_leaves_are_removed(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "t"))
    found = await lean.judged(
        question_of("theorem t : 2 = 2 := rfl\n-- lean: deep 2500", "t", None, where="f", goal_where="g"),  # type: ignore[arg-type]
        PATIENT,
    )
    root = lean.session.folder().parent
    await lean.aclose()
    assert (found.outcome, root.exists()) == (Outcome.PASSED, False)


def test_what_a_link_leads_to_is_not_removed(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    (kept / "below").mkdir(parents=True)
    (kept / "file").write_text("mine", "utf-8")
    gone = tmp_path / "gone"
    (gone / "a" / "b").mkdir(parents=True)
    (gone / "link").symlink_to(kept)
    (gone / "a" / "b" / "link").symlink_to(kept / "file")
    remove(gone)
    assert (gone.exists(), (kept / "file").read_text("utf-8"), (kept / "below").is_dir()) == (False, "mine", True)


@pytest.mark.parametrize(
    ("order", "kind"),
    [
        ("flood 40000000", Kind.RESOURCE),
        ('print {"nonce": "0", "found": "theorem", "proves": ["claim"]}', Kind.UNREADABLE),
    ],
    ids=["40 MB", "a word of the judge"],
)
async def test_what_a_text_prints_is_bounded_and_never_a_verdict(tmp_path: Path, order: str, kind: Kind) -> None:
    found = await asked(checker(toolchain(tmp_path / "t")), f"theorem t : 2 = 2 := rfl\n-- lean: {order}")
    assert (found.outcome, found.kind) == (Outcome.INCONCLUSIVE, kind)
