"""The user's Lean as a checker: versions, canaries, the library of a project, further checkers, ends."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.official import OfficialLean, Place
from proofsieve.checkers.lean.official import paths as library_paths
from proofsieve.checkers.sandbox import SandboxError
from proofsieve.core.evidence import Branch, Checker, Kind, Language, Outcome, make_statement
from proofsieve.tests.checkers.lean_toolchains import PATIENT, checker, project, toolchain

TRUE = make_statement(
    obligation_id="o001.1", language=Language.LEAN, text="theorem t : 2 + 2 = 4 := rfl", provenance="reviewer"
)


def mine(text: str, goal: str | None = None):  # type: ignore[no-untyped-def]
    return question_of(text, None, goal, where="file", goal_where="goal")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


async def test_it_is_a_checker_whose_canaries_go_right_and_names_its_version(tmp_path: Path) -> None:
    lean: Checker = checker(toolchain(tmp_path / "lean"))
    assert (await lean.canaries(), lean.name, lean.language) == ("", "lean", Language.LEAN)
    assert lean.version.startswith("4.31.0 official (")
    assert str(tmp_path) not in lean.version
    evidence = await lean.check(TRUE, Branch.CLAIM, PATIENT)
    await lean.aclose()
    assert (evidence.outcome, evidence.checker_version) == (Outcome.PASSED, lean.version)
    assert str(tmp_path) not in repr(evidence)


@pytest.mark.parametrize(
    ("notes", "word"),
    [
        ({"version": "Lean (version 4.9.0, x86_64, commit 0, Release)"}, "too old"),
        ({"version": "elan 4.1.2"}, "does not answer as Lean does"),
        ({"version": "Lean 4"}, "does not answer as Lean does"),
        ({"version": "Lean (version 99999.0.0)"}, "does not answer as Lean does"),
        ({"version": "Lean (version 4.34.1"}, "does not answer as Lean does"),
        ({"version": "note\nLean (version 4.34.1, x86_64)"}, "does not answer as Lean does"),
        ({"version": "Lean (version 4.34.1-\u001b[31m, x86_64)"}, "does not answer as Lean does"),
        ({"version": "Lean (version 3.51.1, commit)"}, "too old"),
        ({"tools": "Unknown constant `Lean.Environment.addDeclCore`"}, "our judge cannot be compiled by Lean 4.31.0"),
    ],
)
async def test_a_lean_that_cannot_judge_is_unavailable_and_says_why(
    tmp_path: Path, notes: dict[str, str], word: str
) -> None:
    lean = checker(toolchain(tmp_path / "lean", **notes))
    assert word in await lean.canaries()
    evidence = await lean.check(TRUE, Branch.CLAIM, PATIENT)
    await lean.aclose()
    assert (evidence.kind, word in evidence.why) == (Kind.UNAVAILABLE, True)


LATER, UNKNOWN = "its kernel has known soundness fixes later", "whether its kernel has the soundness fixes"


@pytest.mark.parametrize(
    ("version", "noted"),
    [
        ("4.28.0-nightly-2026-01-01", LATER), ("4.34.0-rc2", LATER), ("4.34.0", LATER), ("4.34.1-pre", LATER),
        ("4.34.1-rc1", LATER), ("4.34.1", ""), ("4.34.1+local", ""), ("4.34.2", ""),
        ("4.35.0-nightly-2026-09-20", UNKNOWN), ("4.35.0-rc1", UNKNOWN), ("4.35.0", ""), ("4.36.0-rc1", ""),
        ("5.0.0", ""),
    ],
)  # fmt: skip
async def test_below_4_34_1_an_answer_says_that_the_kernel_was_mended_later(
    tmp_path: Path, version: str, noted: str
) -> None:
    lean = checker(toolchain(tmp_path / "lean", version=f"Lean (version {version}, x86_64, commit 0, Release)"))
    evidence = await lean.check(TRUE, Branch.CLAIM, PATIENT)
    await lean.aclose()
    assert evidence.outcome is Outcome.PASSED
    assert (f"Lean {version}" in evidence.why, "kernel has" in evidence.why, noted in evidence.why) == (
        True, bool(noted), True,
    )  # fmt: skip


async def test_a_lean_before_4_15_is_asked_without_new_options_and_read_without_kinds(tmp_path: Path) -> None:
    old = "Lean (version 4.14.0, x86_64-unknown-linux-gnu, commit 0, Release)"
    lean = checker(toolchain(tmp_path / "lean", version=old, old="yes"))
    good = await lean.judged(mine("theorem t : 2 + 2 = 4 := rfl"), PATIENT)
    late = await lean.judged(mine("theorem t : 2 + 2 = 4 := needs_maxHeartbeats"), PATIENT)
    await lean.aclose()
    assert (good.outcome, late.kind) == (Outcome.PASSED, Kind.TIMEOUT)


async def test_the_library_of_a_named_project_is_asked_of_lake_once(tmp_path: Path, cache: Path) -> None:
    at = project(tmp_path / "proj")
    program = toolchain(tmp_path / "lean")
    by = []
    for _ in range(2):
        lean = checker(program, project=at)
        found = await lean.judged(mine("import Mathlib\nimport Mine\ntheorem t : 2 + 2 = 4 := rfl"), PATIENT)
        by.append((await lean.session.toolchain()).library.by)
        await lean.aclose()
        assert found.outcome is Outcome.PASSED, found.why
    assert by == ["lake env", "lake env, asked before"]
    assert (cache / "lean-official" / "paths.json").is_file()
    (at / "lake-manifest.json").write_text('{"packagesDir": ".lake/packages", "version": 2}', "utf-8")
    lean = checker(program, project=at)
    assert (await lean.session.toolchain()).library.by == "lake env"
    await lean.aclose()


async def test_a_lakefile_can_write_nothing(tmp_path: Path, cache: Path) -> None:
    at = project(tmp_path / "proj")
    lean = checker(toolchain(tmp_path / "lean"), project=at)
    await lean.ready()
    await lean.aclose()
    assert not (at / "lakefile-was-here").exists()


async def test_a_lakefile_that_fails_leaves_the_layout(tmp_path: Path, cache: Path) -> None:
    at = project(tmp_path / "proj", lakefile="broken")
    lean = checker(toolchain(tmp_path / "lean"), project=at)
    library = (await lean.session.toolchain()).library
    await lean.aclose()
    assert library.by == "the layout of the project (lake env failed)"
    assert [folder.relative_to(at).parts[1] for folder in library.folders] == ["packages", "build"]


async def test_the_lakefile_of_a_project_that_nobody_named_is_not_run(tmp_path: Path, cache: Path) -> None:
    at = project(tmp_path / "proj")
    lean = checker(toolchain(tmp_path / "lean"), project=at, named=False)
    found = await lean.judged(mine("import Mathlib\ntheorem t : 2 + 2 = 4 := rfl"), PATIENT)
    by = (await lean.session.toolchain()).library.by
    await lean.aclose()
    assert (found.outcome, by) == (Outcome.PASSED, "the layout of the project")


def test_a_broken_cache_and_a_manifest_of_others_are_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = project(tmp_path / "proj")
    for manifest in ("{", "[]", '{"packagesDir": 7}', '{"packagesDir": "../.."}'):
        (at / "lake-manifest.json").write_text(manifest, "utf-8")
        assert all(folder.is_relative_to(tmp_path) for folder in library_paths.by_layout(at))


async def test_a_cancelled_check_leaves_no_process_and_no_folder(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean"))
    await lean.ready()
    started = lean.session.starts
    waiting = asyncio.create_task(lean.judged(mine("theorem t : 2 = 2 := rfl\n-- lean: hang"), PATIENT))
    while lean.session.starts < started + 4:  # statement compiled, read, looked at; then the text that hangs
        await asyncio.sleep(0.01)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    root = lean.session.folder().parent
    await lean.aclose()
    assert not root.exists()


async def test_what_does_not_stand_is_not_looked_for_proofs(tmp_path: Path) -> None:
    lean = checker(toolchain(tmp_path / "lean"))
    text = "axiom a : 1 = 2\ntheorem t : 2 + 2 = 4 := sorry"
    statement = make_statement(obligation_id="o001.1", language=Language.LEAN, text=text, provenance="model")
    found = await lean.check(statement, Branch.CLAIM, PATIENT)
    await lean.aclose()
    assert (found.kind, "axiom" in found.why) == (Kind.REJECTED, True)


def test_without_a_sandbox_it_is_refused_unless_the_user_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def none(*, unsandboxed: bool = False) -> None:
        if not unsandboxed:
            raise SandboxError("no sandbox works on this machine")

    monkeypatch.setattr("proofsieve.checkers.lean.official.checker.probe", none)
    place = Place(lean=toolchain(tmp_path / "lean"), project=None, named=True)
    with pytest.raises(SandboxError, match="no sandbox works"):
        OfficialLean(place)
    OfficialLean(place, unsandboxed=True)


async def test_unsandboxed_runs_and_says_so(tmp_path: Path) -> None:
    lean = OfficialLean(Place(lean=toolchain(tmp_path / "lean"), project=None, named=True), unsandboxed=True)
    evidence = await lean.check(TRUE, Branch.CLAIM, PATIENT)
    await lean.aclose()
    assert (evidence.outcome, "no sandbox" in evidence.checker_version) == (Outcome.PASSED, True)


async def test_of_a_row_of_checks_only_those_that_passed_count_when_lean_is_lost_on_the_way(tmp_path: Path) -> None:
    program = toolchain(tmp_path / "lean")
    lean = checker(program, start_ms=0)
    await lean.ready()
    texts = ["2 + 2 = 4 := rfl", "2 + 2 = 4 := rfl\n-- lean: hang", *["2 + 2 = 4 := rfl"] * 3]
    found = []
    for text in texts:
        if len(found) == 2:
            program.unlink()
        statement = make_statement(
            obligation_id="o001.1", language=Language.LEAN, text=f"theorem t : {text}", provenance="reviewer"
        )
        found.append(await lean.check(statement, Branch.CLAIM, replace(PATIENT, wall_ms=3_000)))
    await lean.aclose()
    assert [(one.outcome, one.kind) for one in found] == [
        (Outcome.PASSED, None),
        (Outcome.INCONCLUSIVE, Kind.TIMEOUT),
        *[(Outcome.INCONCLUSIVE, Kind.UNAVAILABLE)] * 3,
    ]
