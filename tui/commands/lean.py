"""``proofsieve lean``: one Lean file, judged by the kernel of the embedded Lean or of the user's own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..lean_options import lean_options

if TYPE_CHECKING:
    from ...checkers.lean.choice import LeanChoice
    from ...checkers.lean.judgement.judge import Judgement
    from ...checkers.lean.judgement.question import Question

_EXIT = {"passed": 0, "refuted": 1, "inconclusive": 3}
_FILE = click.Path(path_type=Path, readable=False)


@click.command("lean", short_help="judge a theorem in a Lean file")
@click.argument("source", metavar="FILE|-")
@click.option("--theorem", "name", metavar="NAME", help="Which theorem, if FILE holds several.")
@click.option(
    "--goal", type=_FILE, help="A file with the intended statement: definitions and a theorem, or one proposition."
)
@lean_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(source: str, name: str | None, goal: Path | None, lean: str, unsandboxed: bool, as_json: bool) -> int:
    """Judge a theorem of FILE (- for standard input): the kernel of a Lean checks what it proves and what it
    rests on. Without --goal the theorem's own header is the statement, read with FILE's plain definitions only.

    Exit code: 0 passed, 1 refuted, 3 inconclusive, 2 wrong flags or a choice is needed, 4 a file failed or there is no
    Lean.
    """
    import asyncio
    import time

    from ...checkers.lean.choice import OFF, choose, lacking
    from ...checkers.lean.file import question_of
    from ...core.errors import ProofSieveError, UsageError

    if source == "-" and goal is not None and str(goal) == "-":
        raise UsageError("FILE and --goal cannot both be standard input")
    began = time.monotonic()
    text = _read(source)
    question = question_of(
        text, name, None if goal is None else _read(str(goal)), where=_shown(source), goal_where=_shown(str(goal))
    )
    chosen = choose(lean, near=None if source == "-" else Path(source), unsandboxed=unsandboxed)
    if chosen.backend == OFF:
        raise UsageError("without a Lean there is nothing to ask", where="--lean off")
    if why := lacking(chosen):
        raise ProofSieveError(why)
    judgement, who = asyncio.run(_judged(question, chosen))
    _print(judgement, who, int((time.monotonic() - began) * 1000), as_json=as_json)
    return _EXIT[judgement.outcome]


async def _judged(question: Question | None, chosen: LeanChoice) -> tuple[Judgement, dict[str, str]]:
    """The judgement, and who gave it: version, backend, label."""
    if chosen.place is None:
        from ...checkers.lean import available
        from ...checkers.lean.file import judge_file
        from ...checkers.lean.places import BACKEND, LABEL

        who = {"version": available().version, "backend": BACKEND, "label": LABEL}
        return await judge_file(question), who
    from ...checkers.lean.official.checker import OfficialLean

    official = OfficialLean(chosen.place, unsandboxed=chosen.unsandboxed)
    try:
        return await official.judge_file(question), await official.described()
    finally:
        await official.aclose()


def _shown(source: str) -> str:
    return "standard input" if source == "-" else source


def _read(source: str) -> str:
    """The text of a file or of standard input. Raises InputError for what is no text of a bearable size."""
    from ...checkers.lean.judgement.source import MAX_CHARACTERS
    from ...core.errors import InputError
    from ..bounded import read_bounded

    limit = 4 * MAX_CHARACTERS
    where = _shown(source)
    try:
        raw = read_bounded(source, limit)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), where=where) from error
    except ValueError as error:
        what = "this is no UTF-8 text" if isinstance(error, UnicodeError) else "this is no name of a file"
        raise InputError(what, where=where) from error
    if len(raw) > limit or len(text) > MAX_CHARACTERS:
        raise InputError(f"more than {MAX_CHARACTERS} characters", where=where, hint="give the part that matters")
    return text.replace("\r\n", "\n")


def _print(judgement: Judgement, who: dict[str, str], elapsed_ms: int, *, as_json: bool) -> None:
    from ..printing import one_line, print_object, say

    if as_json:
        print_object(
            {
                "outcome": judgement.outcome,
                "kind": judgement.kind,
                "strength": judgement.strength,
                "why": judgement.why,
                "theorem": judgement.theorem,
                "type": judgement.type,
                "axioms": list(judgement.axioms),
                "messages": [_message(note) for note in judgement.messages],
                "lean": who,
                "elapsed_ms": elapsed_ms,
            }
        )
        return
    colours = {"passed": "green", "refuted": "red", "inconclusive": "yellow"}
    qualifier = judgement.strength or judgement.kind
    say(f"{judgement.outcome} ({qualifier})", colour=colours[judgement.outcome], bold=True)
    if judgement.theorem:
        say(f"  theorem: {one_line(judgement.theorem)}")
    if judgement.type:
        say(f"  says:    {one_line(judgement.type, 400)}")
    say(f"  {one_line(judgement.why, 400)}")
    for note in judgement.messages[:10]:
        say(f"  {note.where} {note.line}:{note.column}: {note.severity}: {one_line(note.text, 200)}")
    say(f"  {one_line(who['label'])}; {elapsed_ms} ms")


def _message(note: Any) -> dict[str, Any]:
    return {
        "severity": note.severity,
        "kind": note.kind,
        "where": note.where,
        "line": note.line,
        "column": note.column,
        "end_line": note.end_line,
        "end_column": note.end_column,
        "text": note.text,
    }
