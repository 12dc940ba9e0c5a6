"""A REPL of the project names the tactic to be judged; whatever it says, only the judgement counts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.checkers.lean.official.repl import repl_of
from proofsieve.core.evidence import Branch, Evidence, Kind, Language, Outcome, make_statement
from proofsieve.tests.checkers.lean_toolchains import PATIENT, SCRIPTS, checker, interpreter, project, toolchain

ALL = "by\n  first\n  | (omega; done)\n  | (decide; done)"


def with_repl(at: Path, **notes: str) -> Path:
    """The project, with a package that has built a REPL."""
    folder = at / ".lake" / "packages" / "REPL" / ".lake" / "build" / "bin"
    folder.mkdir(parents=True)
    (folder / "repl.json").write_text(json.dumps(notes), "utf-8")
    program = folder / "repl"
    program.write_text(f"#!{interpreter()}\n{(SCRIPTS / 'repl.py').read_text('utf-8')}", "utf-8")
    program.chmod(0o755)
    return at


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own."""
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path / "cache"))


async def searched(tmp_path: Path, text: str, *, named: bool = True, wall_ms: int = 60_000, **notes: str) -> Evidence:
    at = with_repl(project(tmp_path / "p"), **notes)
    lean = checker(toolchain(tmp_path / "lean"), project=at, named=named, start_ms=0 if wall_ms < 60_000 else 60_000)
    statement = make_statement(obligation_id="o001.1", language=Language.LEAN, text=text, provenance="reviewer")
    try:
        return await lean.check(statement, Branch.CLAIM, replace(PATIENT, wall_ms=wall_ms))
    finally:
        await lean.aclose()


@pytest.mark.parametrize("before", ["", "import Mathlib\ndef one : Nat := 1\n"], ids=["alone", "after a header"])
async def test_the_tactic_that_a_repl_takes_is_judged_alone(tmp_path: Path, before: str) -> None:
    found = await searched(tmp_path, f"{before}theorem t : 2 + 3 = 5 := sorry", works="rfl")
    assert (found.outcome, found.artifact) == (Outcome.PASSED, "by\n  first\n  | (rfl; done)")


async def test_where_a_repl_takes_none_the_search_is_over(tmp_path: Path) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 5 := sorry", works="nothing")
    assert found.kind is Kind.SEARCH_EXHAUSTED


async def test_what_a_repl_takes_and_is_false_does_not_pass(tmp_path: Path) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 6 := sorry", manner="liar")
    assert found.kind is Kind.SEARCH_EXHAUSTED


@pytest.mark.parametrize("manner", ["garbage", "deep", "flood", "crash", "no environment"])
async def test_a_repl_that_does_not_speak_as_documented_is_not_asked(tmp_path: Path, manner: str) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 5 := sorry", manner=manner)
    assert (found.outcome, found.artifact.startswith(ALL)) == (Outcome.PASSED, True)


async def test_a_repl_that_does_not_end_is_ended_and_not_asked(tmp_path: Path) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 5 := sorry", wall_ms=3_000, manner="hang")
    assert (found.outcome, found.artifact.startswith(ALL)) == (Outcome.PASSED, True)


async def test_a_body_with_a_sorry_is_none_that_a_repl_takes(tmp_path: Path) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 5 := sorry", manner="sorry", works="rfl")
    assert found.kind is Kind.SEARCH_EXHAUSTED


async def test_the_repl_of_a_project_that_nobody_named_is_not_run(tmp_path: Path) -> None:
    found = await searched(tmp_path, "theorem t : 2 + 3 = 5 := sorry", named=False, works="nothing")
    assert found.outcome is Outcome.PASSED


def test_a_link_that_leads_out_of_the_project_is_no_repl(tmp_path: Path) -> None:
    at = with_repl(project(tmp_path / "p"))
    program = repl_of(at)
    assert program is not None
    (tmp_path / "elsewhere").write_text("#!/bin/sh\n", "utf-8")
    (tmp_path / "elsewhere").chmod(0o755)
    program.unlink()
    program.symlink_to(tmp_path / "elsewhere")
    assert repl_of(at) is None
