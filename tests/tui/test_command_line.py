"""Commands as a user types them: exit codes, one clear line for a mistake, nothing overwritten, nothing hidden."""

from __future__ import annotations

import io
import json
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.core.events import FlagEvent
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.core.record.chain import extend, make_event
from proofsieve.core.tree import UnitId
from proofsieve.tui.cli import COMMANDS, run

GOOD = "Problem: Add up.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n2. Hence $3 + 3 = 6$.\n"
WRONG = GOOD.replace("= 6", "= 7")
ESC = "\x1b"
HOSTILE = (
    f"Problem: {ESC}[31m[bold]x[/bold]\n\nProof:\n\n"
    f"1. {ESC}]52;c;aGk=\x07 [/] [h : n > 0] \u202eabc\u200b, $1 + 1 = 3$.\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def write(folder: Path, name: str, text: str | bytes) -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def with_a_decision(path: Path) -> None:
    """Put an event into an audit, as a review would."""
    audit = load(path)
    event = make_event(
        FlagEvent,
        prev=audit.review.head,
        seq=1,
        at="2026-01-01T00:00:00Z",
        reviewer="ada",
        unit_id=UnitId("u001"),
        on=True,
    )
    save_new(path, replace(audit, review=extend(audit.review, [event])), force=True)


@pytest.mark.parametrize(("text", "code", "status"), [(GOOD, 3, "uncertain"), (WRONG, 1, "flawed")])
def test_the_exit_code_of_audit_is_the_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, code: int, status: str
) -> None:
    assert run(["audit", write(folder, "p.md", text), "--json"]) == code
    printed = json.loads(capsys.readouterr().out)
    assert printed["verdict"]["status"] == status
    assert (folder / "p.audit.json").is_file()


def test_json_is_one_object_with_the_names_that_others_script_against(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["audit", write(folder, "p.md", WRONG), "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["verdict"] == {
        "status": "flawed",
        "first_error": "s2",
        "first_error_unit": "u002",
        "risky_step": printed["verdict"]["risky_step"],
        "uncertain_before": printed["verdict"]["uncertain_before"],
        "claim": "unknown",
        "rests_on": ["exact"],
        "reason": printed["verdict"]["reason"],
        "machine": printed["verdict"]["machine"],
    }
    assert [step["id"] for step in printed["steps"]] == ["s1", "s2"]
    assert {"id", "status", "reason"} <= set(printed["steps"][0])
    assert printed["flaws"][0]["refuted"][0]["false_links"] == ["3 + 3 = 7"]
    assert printed["counts"]["refuted"] == 1


def test_the_text_output_names_the_step_the_unit_and_the_false_link(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["audit", write(folder, "p.md", WRONG)])
    printed = capsys.readouterr().out
    assert "s2" in printed
    assert "u002" in printed
    assert "3 + 3 = 7" in printed
    assert "p.audit.json" in printed


def test_show_says_what_audit_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["audit", write(folder, "p.md", WRONG), "--json"])
    first = json.loads(capsys.readouterr().out)
    assert run(["show", "p.audit.json", "--json"]) == 0
    second = json.loads(capsys.readouterr().out)
    assert {**first, "audit": ""} == {**second, "audit": ""}


@pytest.mark.parametrize("view", [["--tree"], ["--events"], ["--edge", "u002"]])
@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_views_are_linear_text_or_one_json_document(
    folder: Path, capsys: pytest.CaptureFixture[str], view: list[str], as_json: list[str]
) -> None:
    run(["audit", write(folder, "p.md", WRONG)])
    with_a_decision(folder / "p.audit.json")
    capsys.readouterr()
    assert run(["show", "p.audit.json", *view, *as_json]) == 0
    printed = capsys.readouterr().out
    if as_json:
        json.loads(printed)
    else:
        assert "u00" in printed
        assert not any("\u2500" <= character <= "\u257f" for character in printed), "no box drawing"


@pytest.mark.parametrize(
    ("name", "content", "code", "says"),
    [
        ("empty.md", b"", 4, "empty"),
        ("binary.md", bytes(range(256)) * 8, 4, "binary"),
        ("paper.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", 4, "pdftotext"),
        ("paper.docx", b"PK\x03\x04" + b"\0" * 64, 4, "pandoc"),
        ("shape.json", b'{"a": 1}', 4, "steps"),
        ("list.json", b"[1, 2]", 4, "steps"),
        ("broken.json", b'{"steps": [', 4, "JSON"),
        ("twice.json", b'{"problem": "p", "problem": "q", "steps": ["a"]}', 4, "twice"),
        ("deep.json", b"[" * 100_000, 4, "deep"),
    ],
)
def test_a_file_that_is_no_proof_costs_one_clear_line(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, code: int, says: str
) -> None:
    source = write(folder, name, content)
    assert run(["audit", source]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says.lower() in captured.err.lower()
    assert name in captured.err
    assert not list(folder.glob("*.audit.json")), "nothing was written"


def test_a_missing_file_and_a_folder_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(folder / "nowhere.md")]) == 4
    assert "nowhere.md" in capsys.readouterr().err
    assert run(["audit", str(folder)]) == 4
    assert "directory" in capsys.readouterr().err


def test_several_records_need_a_choice_that_is_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [{"id": name, "problem": "p", "steps": ["$1 + 1 = 2$"]} for name in ("ex-a", "ex-b")]
    source = write(folder, "all.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    assert run(["audit", source]) == 2
    complaint = capsys.readouterr().err
    assert "ex-a" in complaint
    assert "--proof" in complaint
    assert run(["audit", source, "--proof", "ex-b", "--json"]) == 3
    assert "ex-b" in json.loads(capsys.readouterr().out)["proof"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.audit.json", b"{}", "schema"),
        ("b.audit.json", b"", "empty"),
        ("c.audit.json", b'{"schema": "proofsieve/audit/999"}', "newer"),
        ("d.audit.json", b'{"schema": 1, "schema": 2}', "twice"),
        ("e.audit.json", b"\xff\xfe\0", "UTF-8"),
    ],
)
@pytest.mark.parametrize("command", ["show"])
def test_a_file_that_is_no_audit_costs_one_clear_line(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, says: str, command: str
) -> None:
    source = write(folder, name, content)
    assert run([command, source]) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert says.lower() in captured.err.lower()
    assert Path(source).read_bytes() == content


def test_a_damaged_audit_is_refused_and_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["audit", write(folder, "p.md", WRONG)])
    path = folder / "p.audit.json"
    damaged = path.read_bytes().replace(b'"risk": ', b'"risk":  ', 1)
    path.write_bytes(damaged)
    capsys.readouterr()
    assert run(["show", str(path)]) == 4
    assert "line" in capsys.readouterr().err
    assert path.read_bytes() == damaged


def test_an_audit_with_decisions_is_not_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(folder, "p.md", WRONG)
    run(["audit", source])
    run(["audit", source])  # holds nothing: made anew without a word
    path = folder / "p.audit.json"
    with_a_decision(path)
    before = path.read_bytes()
    capsys.readouterr()
    assert run(["audit", source]) == 4
    complaint = capsys.readouterr().err
    assert "--force" in complaint
    assert complaint.count("\n") == 1
    assert path.read_bytes() == before
    assert run(["audit", source, "--force"]) == 1
    assert load(path).review.events == ()


def test_another_file_is_not_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(folder, "p.md", GOOD)
    other = write(folder, "notes.txt", "my notes")
    assert run(["audit", source, "-o", other]) == 4
    assert Path(other).read_text() == "my notes"
    assert capsys.readouterr().err.count("\n") == 1


def test_the_proof_itself_is_never_overwritten_even_with_force(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, problem = write(folder, "p.md", WRONG), write(folder, "q.md", "Add up.")
    for output in (source, problem):
        assert run(["audit", source, "--problem", problem, "-o", output, "--force"]) == 4
        assert capsys.readouterr().err.count("\n") == 1
    assert Path(source).read_text() == WRONG
    assert Path(problem).read_text() == "Add up."


def test_hostile_text_is_shown_and_never_acts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(folder, "h.md", HOSTILE)
    assert run(["audit", source]) == 1
    for view in ([], ["--tree"], ["--edge", "u001"]):
        run(["show", str(folder / "h.audit.json"), *view])
    printed = capsys.readouterr().out
    assert ESC not in printed
    assert "\x07" not in printed
    assert "\u202e" not in printed
    assert "\u200b" not in printed
    assert "[h : n > 0]" in printed
    assert "[/]" in printed


def test_standard_input_is_read_for_a_dash(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(WRONG.encode())))
    assert run(["audit", "-", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["verdict"]["first_error"] == "s2"
    assert (folder / "stdin.audit.json").is_file()


def test_the_problem_may_stand_in_a_file_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = write(folder, "problem.md", "Show that the sum is seven.")
    source = write(folder, "p.md", "1. We have $3 + 3 = 7$.\n")
    assert run(["audit", source, "--problem", problem, "--json"]) == 1
    assert load(folder / "p.audit.json").proof.problem == "Show that the sum is seven."


@pytest.mark.parametrize(
    ("claim", "code", "outcome"),
    [("1 + 2 = 3", 0, "passed"), ("1 + 2^2 = 7", 1, "refuted"), ("x + 1 = 2", 3, "inconclusive")],
)
def test_numeric_answers_with_its_exit_code(
    capsys: pytest.CaptureFixture[str], claim: str, code: int, outcome: str
) -> None:
    assert run(["numeric", claim, "--json"]) == code
    printed = json.loads(capsys.readouterr().out)
    assert printed["outcome"] == outcome
    assert set(printed) == {"outcome", "kind", "strength", "reading", "links", "why"}
    assert run(["numeric", claim]) == code
    assert outcome in capsys.readouterr().out


def test_numeric_echoes_a_chain_and_answers_it_link_by_link(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["numeric", "1 + 2 = 3 = √9", "--json"]) == 0
    passed = json.loads(capsys.readouterr().out)
    assert passed["reading"] == "1 + 2 = 3 and 3 = √9"
    assert run(["numeric", "1 + 2 = 3 = √10", "--json"]) == 1
    failed = json.loads(capsys.readouterr().out)
    assert [(link["claim"], link["outcome"]) for link in failed["links"]] == [
        ("1 + 2 = 3", "passed"),
        ("3 = √10", "refuted"),
    ]
    assert failed["why"].startswith("3 = √10 fails: ")


def test_numeric_reads_a_claim_under_given_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["numeric", "A + 1 = 15", "--given", "A = 14", "--json"]) == 0
    assert run(["numeric", "A + 1 = 15", "--given", "A = 13", "--json"]) == 1
    capsys.readouterr()


def test_doctor_says_that_the_checkers_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["checkers"]["numeric"] == {"works": True, "fault": ""}
    assert run(["doctor"]) == 0


def test_demo_without_a_terminal_prints_the_summary_and_ends_well(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo"]) == 0
    printed = capsys.readouterr().out
    assert "flawed: the first error is in step s4" in printed
    assert not list(folder.rglob("*.audit.json")), "nothing is written"


def test_review_without_a_terminal_says_what_to_do_instead(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["audit", write(folder, "p.md", GOOD)])
    capsys.readouterr()
    assert run(["review", "p.audit.json"]) == 2
    assert "proofsieve show" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["frobnicate"], ["audit"], ["audit", "x.md", "--frobnicate"], ["show", "x", "--model", "m"]]
)
def test_wrong_flags_are_code_2(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert run(words) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_an_unknown_unit_is_a_usage_error_that_names_the_range(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["audit", write(folder, "p.md", GOOD)])
    capsys.readouterr()
    assert run(["show", "p.audit.json", "--edge", "u999"]) == 2
    assert "u001" in capsys.readouterr().err


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in COMMANDS)
    for name in COMMANDS:
        assert run([name, "--help"]) == 0


def as_typed(*words: str, folder: Path, shell: str) -> subprocess.CompletedProcess[bytes]:
    """The real command in a shell line, with ``{}`` for the command."""
    command = " ".join([shlex.quote(sys.executable), "-m", "proofsieve", *map(shlex.quote, words)])
    return subprocess.run(
        ["bash", "-c", shell.replace("{}", command)],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


def test_a_reader_that_goes_away_is_no_verdict(folder: Path) -> None:
    done = as_typed("numeric", "1 = 1", folder=folder, shell="{} | (exec <&-; sleep 1); exit ${PIPESTATUS[0]}")
    assert done.returncode == 141
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("shell", ["{} >/dev/full", "{} >/dev/full 2>/dev/full", "{} --bad 2>/dev/full"])
def test_output_that_cannot_be_written_is_no_verdict(folder: Path, shell: str) -> None:
    assert as_typed("numeric", "1 = 1", folder=folder, shell=shell).returncode in (2, 4)


@pytest.mark.parametrize("shell", ["{} >&-", "{} 2>&-", "{} <&-"])
def test_closed_streams_do_not_change_the_verdict(folder: Path, shell: str) -> None:
    assert as_typed("numeric", "1 = 2", folder=folder, shell=shell).returncode == 1


def test_json_is_ascii_whatever_the_text_and_the_locale(folder: Path) -> None:
    write(folder, "h.md", "Proof:\n\n1. \u009b31m \U0001d538 é \u202e $1 + 1 = 3$.\n")
    done = as_typed("audit", "h.md", "--json", folder=folder, shell="PYTHONIOENCODING=latin-1 {}")
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert "\u202e" in json.loads(done.stdout)["flaws"][0]["text"]


def test_modules_in_the_working_folder_are_not_ours(folder: Path) -> None:
    for name in ("click", "orjson", "decimal", "fractions", "sympy"):
        write(folder, f"{name}.py", "raise SystemExit('hijacked')")
    write(folder, "p.md", WRONG)
    done = as_typed("audit", "p.md", "--json", folder=folder, shell="{}")
    assert (done.returncode, b"hijacked" in done.stderr) == (1, False)


def test_a_review_that_cannot_be_held_is_refused_before_the_audit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", write(folder, "p.md", GOOD), "--review"]) == 2
    assert not (folder / "p.audit.json").exists()
    assert "terminal" in capsys.readouterr().err


def test_a_claim_may_begin_with_a_minus_sign(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["numeric", "-1 = -1"]) == 0
    assert run(["numeric", "-3 + 1 = -1", "--json"]) == 1
    capsys.readouterr()


@pytest.mark.parametrize("premise", ["A: 7", "", "A < 3", "7"])
def test_a_premise_that_defines_nothing_is_a_wrong_flag(capsys: pytest.CaptureFixture[str], premise: str) -> None:
    assert run(["numeric", "A = 7", "--given", premise]) == 2
    assert "--given" in capsys.readouterr().err


def test_text_that_is_none_is_a_wrong_flag(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["numeric", "1 = 1\udcff"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("words", [["--edge", ""], ["--tree", "--events"], ["--tree", "--edge", "u001"]])
def test_views_exclude_each_other(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    run(["audit", write(folder, "p.md", GOOD)])
    capsys.readouterr()
    assert run(["show", "p.audit.json", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_wrong_flags_cost_one_line_that_cannot_act(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "a.md", "ex\x1b[2Jtra"]) == 2
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert "\x1b" not in complaint
    assert "--help" in complaint
