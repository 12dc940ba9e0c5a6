"""The doctor says which sandbox is there and what it lacks."""

from __future__ import annotations

import json

import pytest

from proofsieve.checkers import sandbox
from proofsieve.checkers.sandbox import Confinement, Sandbox, SandboxError
from proofsieve.tui.cli import run

WEAK = Sandbox(confinement=Confinement.LANDLOCK, program=None, label="Landlock ABI 7 (weak)", why="bwrap: \x1b[31mno")


def test_the_sandbox_of_this_machine_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["sandbox"]
    assert found["confinement"] in ("bubblewrap", "landlock")
    assert run(["doctor"]) == 0
    assert f"sandbox: {found['label']}" in capsys.readouterr().out


def test_what_a_weak_one_lacks_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sandbox, "probe", lambda: WEAK)
    assert run(["doctor"]) == 0
    assert "· sandbox: Landlock ABI 7 (weak); bwrap: ␛[31mno" in capsys.readouterr().out


def test_without_one_it_says_what_to_do_and_is_healthy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> Sandbox:
        raise SandboxError("no sandbox works on this machine: there is none for this system", hint="do this")

    monkeypatch.setattr(sandbox, "probe", none)
    assert run(["doctor"]) == 0
    assert "· no sandbox works on this machine: there is none for this system (do this)" in capsys.readouterr().out
    assert run(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sandbox"]["label"] == ""
