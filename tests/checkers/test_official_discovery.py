"""Where a user's Lean is found: paths, projects, elan's folders, PATH; shims are looked through and never run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proofsieve.checkers.lean.choice import EMBEDDED, OFFICIAL, LeanChoice, choose
from proofsieve.checkers.lean.official.discovery import installed, locate, project_of
from proofsieve.core.errors import UsageError
from proofsieve.tests.checkers.lean_toolchains import elan, project, toolchain


def around(home: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(home), "PATH": "/nowhere", **more}


def test_a_path_names_a_program_a_toolchain_or_a_project(tmp_path: Path) -> None:
    lean = toolchain(tmp_path / "tool")
    elan(tmp_path)
    at = project(tmp_path / "proj")
    environment = around(tmp_path)
    of_elan = tmp_path / ".elan" / "toolchains" / "leanprover--lean4---v4.31.0" / "bin" / "lean"
    assert locate(str(lean), environment=environment).lean == lean
    assert locate(str(tmp_path / "tool"), environment=environment).lean == lean
    found = locate(str(at), environment=environment)
    assert (found.lean, found.project, found.named) == (of_elan, at, True)


def test_a_shim_is_looked_through_and_not_run(tmp_path: Path) -> None:
    home = elan(tmp_path)
    (home / "settings.toml").write_text('default_toolchain = "leanprover/lean4:v4.31.0"\n', "utf-8")
    found = locate(str(home / "bin" / "lean"), environment=around(tmp_path))
    assert found.lean == home / "toolchains" / "leanprover--lean4---v4.31.0" / "bin" / "lean"


@pytest.mark.parametrize(
    ("default", "folder"),
    [
        ("leanprover/lean4:v4.30.0", "leanprover--lean4---v4.30.0"),
        ("stable", "leanprover--lean4---stable"),
        ("4.30.0", "leanprover--lean4---v4.30.0"),
        ("my-own", "my-own"),
    ],
)
def test_names_are_completed_as_elan_completes_them(tmp_path: Path, default: str, folder: str) -> None:
    home = elan(tmp_path, folder)
    (home / "settings.toml").write_text(f'default_toolchain = "{default}"\n', "utf-8")
    found = installed(environment=around(tmp_path))
    assert found is not None
    assert found.lean.parent.parent.name == folder


def test_without_a_default_the_newest_release_counts_and_a_candidate_is_older(tmp_path: Path) -> None:
    home = elan(tmp_path, "leanprover--lean4---v4.9.0")
    for version in ("v4.31.0-rc2", "v4.31.0", "v4.30.1", "nightly-2026-01-01"):
        toolchain(home / "toolchains" / f"leanprover--lean4---{version}")
    found = installed(environment=around(tmp_path))
    assert found is not None
    assert found.lean.parent.parent.name == "leanprover--lean4---v4.31.0"


@pytest.mark.parametrize("default", ["stable", "leanprover/lean4:stable"])
def test_the_stable_channel_is_the_newest_release_where_it_has_no_folder(tmp_path: Path, default: str) -> None:
    home = elan(tmp_path)
    (home / "settings.toml").write_text(f'default_toolchain = "{default}"\n', "utf-8")
    assert installed(environment=around(tmp_path)) is not None
    at = project(tmp_path / "proj", wants=default)
    assert project_of(at, environment=around(tmp_path)) is not None


@pytest.mark.parametrize("name", ["../../evil", "/evil", "..", "a/../../b", "x" * 300, "\0"])
def test_a_toolchain_file_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    elan(tmp_path)
    toolchain(tmp_path / "evil")
    at = project(tmp_path / "proj", wants=name)
    assert project_of(at, environment=around(tmp_path)) is None


def test_the_project_of_a_proof_is_the_next_one_above_it(tmp_path: Path) -> None:
    home = elan(tmp_path)
    at = project(tmp_path / "proj")
    (at / "notes" / "deep").mkdir(parents=True)
    found = project_of(at / "notes" / "deep" / "proof.md", environment=around(tmp_path))
    assert found is not None
    assert (found.project, found.named) == (at, False)
    assert found.lean.is_relative_to(home)


def test_a_project_whose_toolchain_is_not_installed_is_no_project_for_auto_and_an_error_by_name(tmp_path: Path) -> None:
    elan(tmp_path)
    at = project(tmp_path / "proj", wants="leanprover/lean4:v4.99.0")
    assert project_of(at, environment=around(tmp_path)) is None
    with pytest.raises(UsageError, match=r"asks for leanprover/lean4:v4\.99\.0, which is not installed"):
        locate(str(at), environment=around(tmp_path))


def test_the_lean_on_path_is_the_last_resort(tmp_path: Path) -> None:
    lean = toolchain(tmp_path / "tool")
    found = installed(environment=around(tmp_path, PATH=str(lean.parent)))
    assert found is not None
    assert (found.lean, found.project) == (lean, None)


def test_a_shim_on_path_without_a_toolchain_is_nothing(tmp_path: Path) -> None:
    shims = elan(tmp_path / "other") / "bin"
    assert installed(environment=around(tmp_path, PATH=str(shims))) is None
    with pytest.raises(UsageError, match="shim"):
        locate(str(shims / "lean"), environment=around(tmp_path))


def test_the_variable_names_a_lean_or_forbids_one(tmp_path: Path) -> None:
    lean = toolchain(tmp_path / "tool")
    found = installed(environment=around(tmp_path, PROOFSIEVE_LEAN=str(lean)))
    assert found is not None
    assert found.lean == lean
    assert installed(environment=around(tmp_path, PROOFSIEVE_LEAN="off", PATH=str(lean.parent))) is None


@pytest.mark.parametrize("where", ["nothing", "", "folder", "file"])
def test_a_path_without_a_lean_says_what_is_expected(tmp_path: Path, where: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("no program", "utf-8")
    with pytest.raises(UsageError, match=r"no Lean there \(auto, embedded, off, or a path"):
        locate(str(tmp_path / where) if where else str(tmp_path / "none"), environment=around(tmp_path))


def test_the_command_line_chooses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lean = toolchain(tmp_path / "tool")
    monkeypatch.setenv("PROOFSIEVE_LEAN", "off")
    assert choose("embedded") == LeanChoice(backend=EMBEDDED)
    assert choose("auto").place is None
    chosen = choose(str(lean), unsandboxed=True)
    assert (chosen.backend, chosen.unsandboxed) == (OFFICIAL, True)
    with pytest.raises(UsageError, match="--unsandboxed is about a Lean of your own"):
        choose("auto", unsandboxed=True)


def test_auto_takes_the_project_of_the_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elan(tmp_path)
    at = project(tmp_path / "proj")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PROOFSIEVE_LEAN", raising=False)
    monkeypatch.delenv("ELAN_HOME", raising=False)
    monkeypatch.setenv("PATH", os.devnull)
    chosen = choose("auto", near=at / "proof.md")
    assert chosen.place is not None
    assert (chosen.backend, chosen.place.project) == (OFFICIAL, at)
