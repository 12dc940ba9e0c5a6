"""--lean PATH on the command line, with a stand-in toolchain: what is asked, what is recorded, what is refused."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from proofsieve.checkers.lean.file import question_of
from proofsieve.checkers.lean.official import OfficialLean, OfficialSettings, locate
from proofsieve.checkers.sandbox import SandboxError
from proofsieve.core.evidence import Outcome
from proofsieve.core.record.audit_file import load
from proofsieve.tests.checkers.lean_toolchains import project, toolchain
from proofsieve.tui.cli import run

PROOF = "Problem: Add up.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n"


@pytest.fixture
def lean(tmp_path: Path) -> Path:
    """The stand-in's lean."""
    return toolchain(tmp_path / "secret-place" / "tool")


def test_one_file_is_judged_and_who_did_it_is_told_without_a_path(
    tmp_path: Path, lean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), "--lean", str(lean), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"], told["strength"], told["lean"]["backend"]) == ("passed", "kernel", "official")
    assert told["lean"]["version"] == "4.31.0"
    assert "secret-place" not in json.dumps(told)


@pytest.mark.parametrize(
    ("text", "code"), [("theorem t : 2 + 2 = 5 := rfl\n", 3), ("def x := 1\n", 3), ("theorem t : 2 = 2 := sorry\n", 3)]
)
def test_what_is_not_proved_is_inconclusive(tmp_path: Path, lean: Path, text: str, code: int) -> None:
    file = tmp_path / "t.lean"
    file.write_text(text, "utf-8")
    assert run(["lean", str(file), "--lean", str(lean)]) == code


def test_an_audit_asks_it_records_its_version_and_no_path_and_can_be_rechecked(
    tmp_path: Path, lean: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "proof.md"
    source.write_text(PROOF, "utf-8")
    run(["audit", str(source), "--lean", str(lean)])
    audit = load(tmp_path / "proof.audit.json")
    versions = [record.version for record in audit.provenance.checkers if record.name == "lean"]
    assert (audit.settings.lean, versions[0].startswith("4.31.0 official")) == ("official", True)
    assert "secret-place" not in (tmp_path / "proof.audit.json").read_text("utf-8")
    assert any(item.checker == "lean" for item in audit.evidence)
    capsys.readouterr()
    assert run(["recheck", str(tmp_path / "proof.audit.json"), "--lean", str(lean)]) == 0


def test_without_a_sandbox_it_is_refused_and_the_flag_is_named(
    tmp_path: Path, lean: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*, unsandboxed: bool = False) -> None:
        raise SandboxError("no sandbox works on this machine", hint="--unsandboxed runs programs with all your rights")

    monkeypatch.setattr("proofsieve.checkers.sandbox.probe", none)
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), "--lean", str(lean)]) == 4
    assert "--unsandboxed" in capsys.readouterr().err


def test_unsandboxed_is_told_in_the_answer(tmp_path: Path, lean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), "--lean", str(lean), "--unsandboxed"]) == 0
    assert "no sandbox" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "word"),
    [
        (["--lean", "nowhere"], "no Lean there"),
        (["--lean", "off"], "nothing to ask"),
        (["--unsandboxed"], "--unsandboxed is about a Lean of your own"),
    ],
)
def test_flags_that_name_no_lean_are_mistakes(
    tmp_path: Path, flags: list[str], word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), *flags]) == 2
    assert word in capsys.readouterr().err


def test_a_toolchain_that_cannot_judge_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = toolchain(tmp_path / "old", version="Lean (version 4.2.0, x86_64, commit 0, Release)")
    file = tmp_path / "t.lean"
    file.write_text("theorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), "--lean", str(old)]) == 3
    assert "too old" in capsys.readouterr().out


def test_a_project_brings_its_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from proofsieve.tests.checkers.lean_toolchains import elan

    elan(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("ELAN_HOME", raising=False)
    file = tmp_path / "t.lean"
    file.write_text("import Mathlib\ntheorem t : 2 + 2 = 4 := rfl\n", "utf-8")
    assert run(["lean", str(file), "--lean", str(project(tmp_path / "proj"))]) == 0
    assert "lake env" in capsys.readouterr().out


def test_the_doctor_tries_it(tmp_path: Path, lean: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["doctor", "--lean", str(lean), "--json"])
    own = json.loads(capsys.readouterr().out)["checkers"]["own_lean"]
    assert (own["found"], own["works"], own["version"], own["fault"]) == (True, True, "4.31.0", "")
    assert "secret-place" not in json.dumps(own)


def test_the_doctor_finds_none_and_names_what_is_wrong_with_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["doctor"])
    assert "no Lean toolchain of your own" in capsys.readouterr().out
    assert run(["doctor", "--lean", str(toolchain(tmp_path / "bad", tools="no such constant"))]) == 4
    assert "our judge cannot be compiled" in capsys.readouterr().out


async def test_two_texts_may_be_judged_at_once(lean: Path) -> None:
    official = OfficialLean(locate(str(lean)), settings=OfficialSettings(processes=2))
    questions = [
        question_of(f"theorem t (n{i} : Nat) : n{i} = n{i} := rfl", None, None, where="f", goal_where="g")
        for i in range(3)
    ]
    found = await asyncio.gather(*(official.judge_file(question) for question in questions))
    await official.aclose()
    assert [judgement.outcome for judgement in found] == [Outcome.PASSED] * 3
