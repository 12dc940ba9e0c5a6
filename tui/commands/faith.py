"""``proofsieve faith``: does a Lean statement say what the prose says? Without a model: lints and counterexamples."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...core.faithfulness import LintReport

MAX_BYTES = 200_000
"""Of either text; the reader of Lean statements refuses more."""
_NAME_LENGTH = 255


@click.command("faith", short_help="ask whether a Lean statement says what the prose says")
@click.option("--informal", required=True, metavar="T", help="The prose: the text itself, a file's name, or -.")
@click.option("--lean", required=True, metavar="T", help="The Lean statement: the text itself, a file's name, or -.")
@click.option("--theorem", metavar="NAME", help="Which theorem of the Lean text; else the last.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(informal: str, lean: str, theorem: str | None, as_json: bool) -> int:
    """Look for ways in which a Lean statement departs from the prose: counterexamples, vacuity, junk values, drift.

    Exit code: 0 no defect found, 1 rejected, 3 needs review. What was not understood is listed and never clean.
    """
    from ...checkers.lints.pair import lint_pair
    from ...core.errors import UsageError
    from ...core.faithfulness.answer import FaithStatus, answer, lint_status
    from ..printing import print_object

    if informal == "-" and lean == "-":
        raise UsageError("only one of the two texts can come from standard input", where="--informal - --lean -")
    report = lint_pair(_text(informal, "--informal"), _text(lean, "--lean"), name=theorem)
    status = lint_status(report)
    if as_json:
        print_object(answer(report))
    else:
        _print(status, report)
    return {FaithStatus.REJECTED: 1, FaithStatus.NEEDS_REVIEW: 3}.get(status, 0)


def _text(given: str, option: str) -> str:
    """The text that an option gives: itself, or what stands in the file or on the stream that it names."""
    from ...core.errors import InputError, UsageError
    from ..bounded import read_bounded

    if given == "-" or _names_file(given):
        where = "standard input" if given == "-" else given
        try:
            data = read_bounded(given, MAX_BYTES)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", where=given) from error
    else:
        data = given.encode("utf-8", "surrogateescape")
        where = option
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES} bytes", where=where, hint="give the statement alone")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError("is not UTF-8", where=where, hint="save it as UTF-8") from error
    if not text.strip():
        raise UsageError("is empty", where=where)
    return text


def _names_file(given: str) -> bool:
    if len(given) > _NAME_LENGTH or "\n" in given or "\0" in given:
        return False
    try:
        return Path(given).is_file()
    except OSError:
        return False


def _print(status: str, report: LintReport) -> None:
    from ...core.faithfulness import Action
    from ..printing import one_line, say

    words = {"rejected": "red", "needs_review": "yellow"}
    say(status.replace("_", " "), colour=words.get(status, "green"), bold=True)
    for finding in report.findings:
        mark = {Action.REJECT: "✗", Action.FLAG: "?", Action.NOTE: "·"}[finding.action]
        drift = f", {finding.drift.replace('_', ' ')}" if finding.drift else ""
        say(f"  {mark} {finding.id} ({finding.tier}{drift})")
        say(f"      {one_line(finding.why, 400)}")
        if finding.witness:
            say(f"      witness: {one_line(', '.join(f'{name} = {value}' for name, value in finding.witness), 200)}")
        if finding.where:
            say(f"      at: {one_line(finding.where, 200)}")
    for sentence in report.unknown[:20]:
        say(f"  not understood: {one_line(sentence, 200)}")
    if len(report.unknown) > 20:
        say(f"  and {len(report.unknown) - 20} more that were not understood (--json)")
    if not report.findings and not report.unknown:
        say("  nothing departs from the prose as far as the lints can read; they never certify")
