"""Conventions on the command line: answers ahead, what wins, what is recorded, what is printed, exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.conventions import Standing
from proofsieve.core.record.audit_file import load, save_new
from proofsieve.core.record.chain import begin_review
from proofsieve.core.record.standing import with_verdict
from proofsieve.core.review import ReviewSession
from proofsieve.core.verdict import Status
from proofsieve.tests.factories import asking_audit
from proofsieve.tui.cli import run

AT = "2026-01-01T00:00:00Z"
OPEN = """Problem: Show that for every natural number $n$ we have $n^2 + n \\ge 2$.

Proof:

1. Let $n$ be a natural number.
2. Then $n \\ge 1$, hence $n^2 \\ge 1$.
3. Therefore $n^2 + n \\ge 1 + 1 = 2$.
"""
STATED = OPEN.replace("1. Let", "We write $\\mathbb{N} = \\{1, 2, \\dots\\}$.\n\n1. Let")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def settings(folder: Path, text: str) -> None:
    write(folder, "settings/proofsieve/config.toml", text)


def headed(front: str) -> str:
    return f"---\ntitle: A proof\n{front}tags: [a, &x b, *x]\n---\n{OPEN}"


def answer(path: Path) -> tuple[str | None, str, str]:
    """The reading of the only convention, who says so, and the recorded profile."""
    audit = load(path)
    (one,) = audit.conventions.found
    settlement = one.settlement
    return (
        settlement.reading if settlement is not None else None,
        settlement.by if settlement is not None else "",
        audit.settings.profile,
    )


def test_an_open_question_is_3_and_each_reading_has_its_verdict(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(folder, "p.md", OPEN)
    assert run(["audit", source, "--json"]) == 3
    (asked,) = json.loads(capsys.readouterr().out)["conventions"]
    assert asked == {
        "id": "nat_starts_at",
        "question": "Is 0 a natural number here?",
        "standing": "open",
        "reading": None,
        "by": None,
        "affected": asked["affected"],
        "can_change_verdict": True,
    }
    assert "u002" in asked["affected"]
    assert run(["audit", source, "--convention", "nat_starts_at=0", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["verdict"]["first_error"] == "s2"
    assert told["conventions"][0]["by"] == "profile:command line"
    assert told["conventions"][0]["can_change_verdict"] is True, "the flaw rests on the answer"
    assert run(["audit", source, "--convention", "nat_starts_at=1", "--json"]) == 3
    assert answer(folder / "p.audit.json") == ("from_1", "profile:command line", "command line")


def test_people_cannot_make_it_correct_while_a_question_is_open(folder: Path) -> None:
    from proofsieve.core.summary import exit_code

    source = write(folder, "p.md", OPEN)
    run(["audit", source])
    session = ReviewSession(load(folder / "p.audit.json"), reviewer="ann")
    for unit_id in session.index.unit_ids:
        session.apply(session.decide(unit_id, Status.CORRECT, at=AT, reason="read"))
    assert exit_code(session.document()) == 3
    session.apply(session.settle("nat_starts_at", "from_1", at=AT))
    for unit_id in session.index.unit_ids:
        if not session.decisions(unit_id):
            session.apply(session.decide(unit_id, Status.CORRECT, at=AT, reason="read"))
    assert exit_code(session.document()) == 0


def test_a_flaw_that_depends_on_no_question_stays_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = write(folder, "p.md", OPEN.replace("1 + 1 = 2$.", "1 + 1 = 2$, and $2 + 2 = 5$."))
    assert run(["audit", source, "--json"]) == 1
    (asked,) = json.loads(capsys.readouterr().out)["conventions"]
    assert (asked["standing"], asked["can_change_verdict"]) == ("open", False)


def test_flags_win_over_the_front_matter_that_over_the_settings_and_the_text_over_all(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "p.audit.json"
    settings(folder, "[conventions]\nnat_starts_at = 0\n[profiles.house]\nnat_starts_at = 0\nlog_base = 'e'\n")
    run(["audit", write(folder, "p.md", OPEN)])
    assert answer(path) == ("from_0", "profile:settings file", "settings file")
    source = write(folder, "p.md", headed("conventions:\n  nat_starts_at: 1  # as in the book\n"))
    run(["audit", source])
    assert answer(path) == ("from_1", "profile:front matter", "front matter")
    assert load(path).proof.steps[0].text.startswith("Let"), "the front matter is no step"
    run(["audit", source, "--profile", "house"])
    assert answer(path) == ("from_0", "profile:house", "house")
    capsys.readouterr()
    run(["audit", source, "--profile", "house", "--convention", "nat_starts_at=no"])
    assert answer(path) == ("from_1", "profile:command line + house", "command line + house")
    assert capsys.readouterr().err == ""
    run(["audit", write(folder, "p.md", STATED), "--convention", "nat_starts_at=0", "--convention", "log_base=e"])
    assert answer(path)[:2] == ("from_1", "text")
    assert sorted(capsys.readouterr().err.splitlines()) == [
        "proofsieve: --convention log_base: nothing in this proof depends on it",
        "proofsieve: --convention nat_starts_at: the text itself says from_1, which counts",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [("ours.yaml", "conventions: {nat_starts_at: yes}\n"), ("ours.toml", "[conventions]\nnat_starts_at = 0\n")],
)
def test_a_profile_may_be_a_file(folder: Path, name: str, text: str) -> None:
    run(["audit", write(folder, "p.md", OPEN), "--profile", write(folder, name, text)])
    assert answer(folder / "p.audit.json") == ("from_0", "profile:ours", "ours")


def test_going_on_with_an_audit_keeps_its_answers(folder: Path) -> None:
    source = write(folder, "p.md", OPEN)
    run(["audit", source, "--convention", "nat_starts_at=0"])
    run(["audit", source, "--resume"])
    assert answer(folder / "p.audit.json") == ("from_0", "profile:command line", "command line")


def test_a_front_matter_in_one_line_or_over_several_is_read(folder: Path) -> None:
    for front in ("conventions: {nat_starts_at: 1}\n", "conventions: {\n  nat_starts_at: 1\n}\n"):
        run(["audit", write(folder, "p.md", headed(front)), "--force"])
        assert answer(folder / "p.audit.json")[1] == "profile:front matter"


def test_the_python_api_reads_the_front_matter_as_well(folder: Path) -> None:
    import proofsieve

    proof = proofsieve.read_proof(write(folder, "p.md", headed("conventions: {nat_starts_at: 0}\n")))
    audit = proofsieve.audit(proof)
    assert (audit.verdict.first_error, audit.settings.profile) == ("s2", "front matter")


@pytest.mark.parametrize(
    ("words", "code", "line"),
    [
        (["--convention", "nat=1"], 2, "command line: no such convention: nat (known are "),
        (
            ["--convention", "nat_starts_at=2"],
            2,
            "no such reading of nat_starts_at: 2 (the readings are from_1, from_0)",
        ),
        (["--convention", "nat_starts_at"], 2, "no answer (write --convention nat_starts_at=1)"),
        (["--convention", "log_base=e", "--convention", "log_base=2"], 2, "log_base is given twice"),
        (["--profile", "nobody"], 2, "there is no profile nobody"),
    ],
)
def test_what_is_not_known_costs_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, line: str
) -> None:
    assert run(["audit", write(folder, "p.md", OPEN), *words]) == code
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said
    assert not (folder / "p.audit.json").exists()


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("conventions: {nat: 1}\n", "front matter: no such convention: nat"),
        ("conventions: [1\n", "front matter: no YAML"),
        ("conventions: 7\n", "front matter: conventions are a table"),
        ("conventions: &a {x: *a}\n", "front matter: aliases and deep nesting have no place"),
    ],
)
def test_a_front_matter_that_is_not_understood_costs_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], front: str, line: str
) -> None:
    assert run(["audit", write(folder, "p.md", headed(front))]) == 4
    (said,) = capsys.readouterr().err.splitlines()
    assert line in said


def test_settings_with_an_unknown_convention_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings(folder, "[conventions]\nnat = 1\n")
    assert run(["audit", write(folder, "p.md", OPEN)]) == 2
    assert "settings file: no such convention: nat" in capsys.readouterr().err


def reviewed(folder: Path) -> Path:
    """An audit with a question, an answer, one that is taken back, and a recheck."""
    path = folder / "x.audit.json"
    session = ReviewSession(begin_review(with_verdict(asking_audit(24))), reviewer="ann")
    session.apply(session.settle("nat_starts_at", "from_0", at=AT, why="as in Def 1"))
    session.apply(session.undo(at=AT))
    session.apply(session.withdraw("nat_starts_at", at=AT, why="n is \x1b[31mfixed"))
    save_new(path, session.document(), force=True)
    return path


def test_show_lists_conventions_with_what_each_reading_flips(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "x.audit.json"
    save_new(path, begin_review(with_verdict(asking_audit(24))))
    assert run(["show", str(path), "--conventions"]) == 0
    told = capsys.readouterr().out
    assert "nat_starts_at, open: Is 0" in told
    assert "bears on u005, u010, u015" in told
    assert "flips s2 flawed: n = 0: 0 ≥ 1 is false" in told
    assert run(["show", str(path), "--conventions", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["conventions"]
    assert one["obligations"] == ["o005.1", "o010.1", "o015.1"]
    flips: list[Any] = [reading["flips"] for reading in one["readings"]]
    assert flips == [
        [],
        [
            {
                "obligation": "o005.1",
                "unit": "u005",
                "step": "s2",
                "outcome": "refuted",
                "witness": "n = 0: 0 ≥ 1 is false",
            }
        ],
    ]
    assert run(["show", str(path)]) == 0
    told = capsys.readouterr().out
    assert "open question, nat_starts_at: Is 0 a natural number here? (3 units wait)" in told
    assert "from_0: s2 flawed: n = 0" in told


def test_show_prints_the_events_on_conventions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = reviewed(folder)
    assert load(path).conventions.found[0].standing is Standing.OPEN, "the machine part never changes"
    assert run(["show", str(path), "--events"]) == 0
    told = capsys.readouterr().out
    assert "answer nat_starts_at = from_0: as in Def 1" in told
    assert "undo of event 1" in told
    assert "withdrawal of nat_starts_at: n is" in told
    assert "\x1b" not in told
    assert run(["show", str(path), "--conventions"]) == 0
    assert "nat_starts_at, withdrawn: " in capsys.readouterr().out


def test_show_of_an_audit_without_questions_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["audit", write(folder, "p.md", "Problem: Add.\n\nProof:\n\n1. We have $1 + 2 = 3$.\n")])
    capsys.readouterr()
    assert run(["show", "p.audit.json", "--conventions"]) == 0
    assert "leaves nothing open" in capsys.readouterr().out


def test_recheck_asks_what_stands_under_readings_as_well(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "x.audit.json"
    audit = with_verdict(asking_audit(24, dependents=1))
    save_new(path, begin_review(audit))
    run(["recheck", str(path), "--json"])
    told = json.loads(capsys.readouterr().out)
    claims = [item["claim"] for item in told["differ"]]
    assert "n ≥ 1" in claims or told["checked"] == len(audit.evidence) + 1
    assert told["checked"] + len(told["could_not_run"]) == len(audit.evidence) + 1
