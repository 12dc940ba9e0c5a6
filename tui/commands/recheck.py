"""``proofsieve recheck``: run what was checked once more, and say what differs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..lean_options import lean_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...checkers.lean.choice import LeanChoice
    from ...core.audit import Audit
    from ...core.evidence import Evidence
    from ...core.rechecking import Answered
    from ..counting import Count

SHOWN = 50


@click.command("recheck", short_help="run everything that was checked once more, and report what differs")
@click.argument("audit", type=click.Path(path_type=Path, readable=False))
@lean_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(audit: Path, lean: str, unsandboxed: bool, as_json: bool) -> int:
    """Run every statement and proof in AUDIT (an X.audit.json file) again, under the same limits. It changes nothing.

    Exit code: 0 all answers agree, 1 something differs, 3 something could not run, 4 a file failed.
    """
    from ...checkers.lean.choice import choose
    from ...core.record.audit_file import load
    from ..counting import counted
    from ..printing import print_object

    document = load(audit)
    chosen = choose(lean, near=audit, unsandboxed=unsandboxed)
    answers = counted("check again", lambda count: _asked(document, chosen, count))
    differ = [item for item in answers if item.now is not None and not item.agrees]
    missing = [item for item in answers if item.now is None]
    agree = len(answers) - len(differ) - len(missing)
    if as_json:
        print_object(
            {
                "audit": str(audit),
                "checked": agree + len(differ),
                "agree": agree,
                "differ": [_difference(item) for item in differ],
                "could_not_run": [{**_named(item), "why": item.why} for item in missing],
            }
        )
    else:
        _print(answers, agree, differ, missing)
    return 1 if differ else 3 if missing else 0


def _asked(document: Audit, lean: LeanChoice, count: Count) -> list[Answered]:
    import asyncio

    from ...compose import checkers
    from ...core.rechecking import ask, stored_questions

    answers: list[Answered] = []

    async def run() -> None:
        source = checkers(lean)
        try:
            answers.extend(await ask(stored_questions(document), source, document.settings, count))
        finally:
            await source.aclose()

    asyncio.run(run())
    return answers


def _named(item: Answered) -> dict[str, Any]:
    question = item.question
    return {
        "statement": question.statement.id,
        "unit": question.unit_id,
        "claim": question.statement.text,
        "branch": question.branch,
        "checker": question.was.checker if question.was is not None else None,
    }


def _difference(item: Answered) -> dict[str, Any]:
    return {**_named(item), "was": _answer(item.question.was), "now": _answer(item.now)}


def _answer(evidence: Evidence | None) -> dict[str, Any] | None:
    if evidence is None:
        return None
    return {
        "outcome": evidence.outcome,
        "kind": evidence.kind,
        "strength": evidence.strength,
        "reading": evidence.reading,
        "why": evidence.why,
        "version": evidence.checker_version,
    }


def _print(answers: Sequence[Answered], agree: int, differ: Sequence[Answered], missing: Sequence[Answered]) -> None:
    from ..printing import one_line, say

    if not answers:
        say("nothing was checked in this audit, so there is nothing to check again")
        return
    colour = "red" if differ else "yellow" if missing else "green"
    say(
        f"{agree} of {len(answers)} answers agree, {len(differ)} differ, {len(missing)} could not run",
        colour=colour,
        bold=True,
    )
    for item in differ[:SHOWN]:
        question = item.question
        say(f"  ✗ {question.unit_id}, {question.statement.id}: {one_line(question.statement.text, 80)}")
        say(f"      was: {one_line(_told(question.was), 200)}")
        say(f"      now: {one_line(_told(item.now), 200)}")
    for item in missing[:SHOWN]:
        question = item.question
        say(f"  ? {question.unit_id}, {question.statement.id}: {one_line(item.why, 200)}")
    beyond = max(len(differ) - SHOWN, 0) + max(len(missing) - SHOWN, 0)
    if beyond:
        say(f"  and {beyond} more (--json)")


def _told(evidence: Evidence | None) -> str:
    if evidence is None:
        return "not checked"
    told = f"{evidence.checker} {evidence.checker_version}: {evidence.outcome} ({evidence.strength or evidence.kind})"
    told += f", read as {evidence.reading}" if evidence.reading else ""
    return told + (f": {evidence.why}" if evidence.why else "")
