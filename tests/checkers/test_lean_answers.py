"""Answers that are none: a stand-in for the process says nonsense, breaks off or forges; nothing of it counts."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.checkers.lean import pool as pools
from proofsieve.checkers.lean.embedded import EMBEDDED, elaborate
from proofsieve.checkers.lean.errors import ProcessFailed
from proofsieve.checkers.lean.judgement.judge import judge
from proofsieve.checkers.lean.judgement.question import ask_file, pick
from proofsieve.checkers.lean.node import Node
from proofsieve.checkers.lean.pool import LeanPool
from proofsieve.checkers.lean.process import LeanProcess
from proofsieve.checkers.lean.settings import LIMITS, LeanSettings
from proofsieve.core.evidence import Kind, Outcome

READY = '{"ready": true}\\n'
TEXT = "theorem t : 1 = 2 := rfl"


def stand_in(folder: Path, *, first: str = READY, answer: str = "", after: str = "pass") -> Path:
    """A program that says ``first``, and for each line of its input prints the Python expression ``answer``."""
    program = folder / "stand-in"
    program.write_text(
        f"#!{sys.executable}\nimport json, sys, time\n"
        f"sys.stdout.write('{first}'); sys.stdout.flush()\n"
        "for line in sys.stdin:\n    request = json.loads(line)\n"
        f"    sys.stdout.write({answer or repr('')}); sys.stdout.flush()\n    {after}\n",
        "utf-8",
    )
    program.chmod(0o755)
    return program


async def outcome(folder: Path, monkeypatch: pytest.MonkeyPatch, program: Path) -> tuple[Outcome, Kind | None]:
    monkeypatch.setattr(pools, "find_node", lambda: Node(program=program, npm=program, version="24.0.0"))
    pool = LeanPool(LeanSettings(), folder)
    try:
        question = ask_file(TEXT, pick(TEXT, None, where=""))
        found = judge(question, await elaborate(question, pool, replace(LIMITS, wall_ms=5_000)), EMBEDDED)
    finally:
        await pool.aclose()
    return found.outcome, found.kind


NONSENSE = [
    ("null", "'null\\n'", Kind.UNREADABLE),
    ("an empty object", "'{}\\n'", Kind.UNREADABLE),
    ("a list", "'[]\\n'", Kind.UNREADABLE),
    ("no JSON", "'proved!\\n'", Kind.UNREADABLE),
    ("an empty line", "'\\n'", Kind.UNREADABLE),
    ("half a line", "'{\"id\": 1, '", Kind.CRASH),
    ("another question's answer", "json.dumps({'id': 99, 'found': 'theorem'}) + '\\n'", Kind.UNREADABLE),
    ("an answer of the right number and no more", "json.dumps({'id': request['id']}) + '\\n'", Kind.UNREADABLE),
    ("an environment alone", "json.dumps({'id': request['id'], 'messages': [], 'env': 1}) + '\\n'", Kind.UNREADABLE),
    ("an error", "json.dumps({'id': request['id'], 'fatal': 'worker died', 'response': None}) + '\\n'", Kind.CRASH),
    ("a line without an end", "'x' * 70_000_000", Kind.UNREADABLE),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "kind"), [row[1:] for row in NONSENSE], ids=[row[0] for row in NONSENSE])
async def test_nonsense_is_neither_passed_nor_refuted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, kind: Kind
) -> None:
    program = stand_in(tmp_path, answer=answer, after="sys.exit(0)" if kind is Kind.CRASH else "pass")
    assert await outcome(tmp_path, monkeypatch, program) == (Outcome.INCONCLUSIVE, kind)


async def test_an_answer_of_the_first_process_alone_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report: dict[str, Any] = {"messages": [], "missing": [], "commands": []}
    forged = {**report, "definitions": report, "found": "theorem", "closure": None, "proves": ["claim"]}
    program = stand_in(
        tmp_path, answer=f"json.dumps({{**{json.loads(json.dumps(forged))!r}, 'id': request['id']}}) + '\\n'"
    )
    found = await outcome(tmp_path, monkeypatch, program)
    assert found == (Outcome.INCONCLUSIVE, Kind.UNREADABLE)


@pytest.mark.parametrize(
    ("first", "kind"),
    [
        ("", Kind.CRASH),
        ("hello\\n", Kind.UNREADABLE),
        ('{"ready": "no"}\\n', Kind.UNREADABLE),
        ("[1]\\n", Kind.UNREADABLE),
    ],
)
async def test_a_process_that_does_not_get_ready_is_ended(tmp_path: Path, first: str, kind: Kind) -> None:
    program = stand_in(tmp_path, first=first)
    if not first:
        program.write_text(f"#!{sys.executable}\n", "utf-8")
    with pytest.raises(ProcessFailed) as failed:
        await LeanProcess.start(program, tmp_path)
    assert failed.value.kind is kind


async def test_a_program_that_is_not_there_is_a_crash_of_the_shell(tmp_path: Path) -> None:
    with pytest.raises(ProcessFailed) as failed:
        await LeanProcess.start(tmp_path / "nothing", tmp_path)
    assert failed.value.kind is Kind.CRASH


async def test_a_process_that_is_silent_is_timed_out_and_killed(tmp_path: Path) -> None:
    process = await LeanProcess.start(stand_in(tmp_path, after="time.sleep(600)"), tmp_path)
    with pytest.raises(ProcessFailed) as failed:
        await process.ask({"id": 1}, wall_ms=200, memory_mib=0)
    assert (failed.value.kind, process.alive()) == (Kind.TIMEOUT, False)


async def test_a_process_that_reads_nothing_is_timed_out(tmp_path: Path) -> None:
    program = tmp_path / "deaf"
    program.write_text(
        f"#!{sys.executable}\nimport time\nprint('{{\"ready\": true}}', flush=True)\ntime.sleep(600)\n", "utf-8"
    )
    program.chmod(0o755)
    process = await LeanProcess.start(program, tmp_path)
    with pytest.raises(ProcessFailed) as failed:
        await process.ask({"id": 1, "text": "x" * 2_000_000}, wall_ms=200, memory_mib=0)
    assert failed.value.kind is Kind.TIMEOUT
