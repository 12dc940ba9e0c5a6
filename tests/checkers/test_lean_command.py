"""``proofsieve lean``, ``setup lean`` and ``doctor`` as a user types them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from proofsieve.checkers.lean.places import LABEL, Installed
from proofsieve.tui.cli import run

pytestmark = [pytest.mark.timeout(600), pytest.mark.usefixtures("lean_installed")]


def write(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    code = run(["lean", *arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return code, found


def test_a_proof_passes_and_the_answer_says_what_was_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "def two := 2\ntheorem add_two (n : Nat) : n + two = two + n := Nat.add_comm n two\n"
    code, found = asked(capsys, write(tmp_path / "a.lean", text))
    assert code == 0
    assert set(found) == {
        "outcome", "kind", "strength", "why", "theorem", "type", "axioms", "messages", "lean", "elapsed_ms"
    }  # fmt: skip
    assert (found["outcome"], found["kind"], found["strength"]) == ("passed", None, "kernel_embedded")
    assert (found["theorem"], found["type"]) == ("add_two", "∀ (n : Nat), n + two = two + n")
    assert (found["axioms"], found["messages"]) == ([], [])
    assert found["lean"]["version"].startswith("4.28.0-pre")
    assert "unofficial" in found["lean"]["backend"]
    assert found["lean"]["label"] == LABEL
    assert found["elapsed_ms"] > 0


def test_a_proof_that_fails_is_inconclusive_with_the_places_of_its_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = asked(capsys, write(tmp_path / "a.lean", "\ntheorem t (n : Nat) : n < 5 := by\n  omega\n"))
    assert (code, found["outcome"], found["kind"], found["strength"]) == (3, "inconclusive", "compile_failure", None)
    (message,) = found["messages"]
    assert (message["severity"], message["where"], message["line"], message["column"]) == ("error", "file", 3, 2)
    assert found["type"] == "∀ (n : Nat), n < 5"


def test_a_proof_of_the_goals_negation_refutes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = write(tmp_path / "goal.lean", "theorem all_small (n : Nat) : n < 5")
    proof = write(tmp_path / "proof.lean", "theorem t : ∃ n : Nat, ¬ n < 5 := ⟨5, by decide⟩")
    code, found = asked(capsys, proof, "--goal", goal)
    assert (code, found["outcome"], found["strength"]) == (1, "refuted", "kernel_embedded")
    assert found["type"] == "∀ (n : Nat), n < 5"


def test_the_goal_is_what_is_judged_whatever_the_file_calls_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    goal = write(tmp_path / "goal", "∀ n : Nat, n * 0 = 0")
    proof = write(
        tmp_path / "proof.lean",
        "theorem helper (n : Nat) : n * 0 = 0 := rfl\ntheorem t (n : Nat) : n * 0 = 0 := helper n",
    )
    assert asked(capsys, proof, "--goal", goal)[0] == 0
    weaker = write(tmp_path / "weaker.lean", "theorem t (n : Nat) (h : n = 0) : n * 0 = 0 := rfl")
    code, found = asked(capsys, weaker, "--goal", goal)
    assert (code, found["kind"]) == (3, "rejected")


def test_standard_input_is_a_file_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = "theorem t : 1 = 2 := sorry"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    code, found = asked(capsys, "-")
    assert (code, found["kind"], found["axioms"]) == (3, "rejected", ["sorryAx"])


def test_for_a_person_it_prints_the_outcome_the_statement_and_the_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lean", write(tmp_path / "a.lean", "theorem t : 2 + 2 = 4 := rfl")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("passed (kernel_embedded)\n  theorem: t\n  says:    2 + 2 = 4\n")
    assert LABEL in shown


def test_one_of_several_theorems_must_be_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.lean", "theorem one : 1 = 1 := rfl\ntheorem two : 1 = 2 := rfl\n")
    assert run(["lean", path]) == 2
    assert "several theorems (--theorem NAME, one of: one, two)" in capsys.readouterr().err
    assert run(["lean", path, "--theorem", "three"]) == 2
    assert asked(capsys, path, "--theorem", "one")[1]["kind"] == "compile_failure"  # the file as a whole must be right


def test_a_file_without_a_theorem_proves_nothing_whatever_it_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = asked(capsys, write(tmp_path / "a.lean", "#check (rfl : 1 = 1)\nexample : 1 = 1 := rfl\n"))
    assert (code, found["kind"], found["theorem"]) == (3, "compile_failure", "")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "no such file"),
        (b"\xff\xfe", "no UTF-8 text"),
        (b"theorem t : 1 = 1 := rfl -- " + b"x" * 900_000, "more than 200000 characters"),
    ],
)
def test_what_is_no_text_costs_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, word: str
) -> None:
    path = tmp_path / "a.lean"
    if content is not None:
        path.write_bytes(content)
    assert run(["lean", str(path)]) == 4
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("goal", "word"), [("def f := 1", "no theorem in the goal"), ("", "no theorem in the goal")])
def test_a_goal_without_a_statement_is_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], goal: str, word: str
) -> None:
    proof = write(tmp_path / "a.lean", "theorem t : 1 = 1 := rfl")
    assert run(["lean", proof, "--goal", write(tmp_path / "goal", goal)]) == 4
    assert word in capsys.readouterr().err


def test_two_texts_cannot_both_be_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lean", "-", "--goal", "-"]) == 2
    assert "standard input" in capsys.readouterr().err


def test_a_goal_that_does_not_stand_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = write(tmp_path / "a.lean", "def s := 1\ntheorem t : s = 1 := rfl")
    code, found = asked(capsys, proof, "--goal", write(tmp_path / "goal", "s = 1"))
    assert (code, found["kind"]) == (3, "compile_failure")
    assert "the statement does not stand: Unknown identifier `s`" in found["why"]


def test_hostile_text_cannot_act_on_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path / "a.lean", 'theorem «\x1b[31mred» : "\x1b]0;x\x07\u202e" = "" := rfl')
    assert run(["lean", path]) == 3
    assert not {"\x1b", "\x07", "\u202e"} & set(capsys.readouterr().out)


def test_without_a_set_up_the_command_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path))
    assert run(["lean", write(tmp_path / "a.lean", "theorem t : 1 = 1 := rfl")]) == 4
    assert capsys.readouterr().err == "proofsieve: Lean is not set up: run proofsieve setup lean\n"
    assert run(["doctor"]) == 0
    assert "· Lean is not set up: run proofsieve setup lean (optional)" in capsys.readouterr().out


def test_setup_of_what_is_there_says_so(lean_installed: Installed, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["setup", "lean", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["ready"], found["lean"], found["folder"]) == (True, lean_installed.lean, str(lean_installed.folder))
    assert found["label"] == LABEL


def test_setup_tells_its_mistakes_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PROOFSIEVE_CACHE", str(tmp_path))
    assert run(["setup", "lean", "--tarball", write(tmp_path / "x.tgz", "x")]) == 4
    said = capsys.readouterr().err
    assert "sha512 differs" in said
    assert said.count("\n") == 1


def test_the_doctor_tries_the_lean_that_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["checkers"]["lean"]
    assert (found["ready"], found["works"], found["fault"], found["label"]) == (True, True, "", LABEL)
    assert found["megabytes"] > 250
