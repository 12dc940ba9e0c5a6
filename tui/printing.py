"""What commands print: the summary of an audit, one piece of evidence, JSON. Linear text; outside text made visible."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..core.audit import Audit
from ..core.evidence import Evidence, Language, Outcome, Strength
from ..core.summary import flaws, outcomes_of, summary
from ..core.text import visible
from ..core.verdict import Status

if TYPE_CHECKING:
    from ..core.conventions.effects import ReadingEffect

_GLYPH = {Status.CORRECT: "✓", Status.FLAWED: "✗", Status.UNCERTAIN: "?", Status.NOT_CHECKED: "·"}
_COLOUR = {Status.CORRECT: "green", Status.FLAWED: "red", Status.UNCERTAIN: "yellow", Status.NOT_CHECKED: None}
_OUTCOME_COLOUR = {Outcome.PASSED: "green", Outcome.REFUTED: "red", Outcome.INCONCLUSIVE: "yellow"}
_WIDTH = 110


def print_object(thing: Any) -> None:
    """One JSON document on stdout, in ASCII: nothing in it acts on a terminal, whatever the locale."""
    click.echo(json.dumps(thing, ensure_ascii=True, indent=2))


def print_json(audit: Audit, path: Path) -> None:
    """The summary object, with where the whole audit is."""
    print_object({**summary(audit), "audit": str(path)})


def one_line(text: str, width: int = _WIDTH) -> str:
    """Outside text on one line of at most ``width`` characters, visible."""
    words = " ".join(visible(text, one_line=True).split())
    return words if len(words) <= width else words[: width - 1] + "…"


def say(text: str = "", *, colour: str | None = None, bold: bool = False) -> None:
    """One line on stdout, made visible; colour only where it is wanted (a terminal, no NO_COLOR)."""
    colourful = colour_wanted()
    shown = visible(text, one_line=True)
    click.secho(shown, fg=colour if colourful else None, bold=bold and colourful, color=colourful)


def colour_wanted() -> bool:
    """Colour on a terminal, unless NO_COLOR is set to anything but nothing, or CLICOLOR is 0."""
    import os
    import sys

    if os.environ.get("NO_COLOR") or os.environ.get("CLICOLOR") == "0":
        return False
    return os.environ.get("TERM", "") not in ("", "dumb") and sys.stdout.isatty()


def print_summary(audit: Audit, path: Path | None, *, lacking: str = "") -> None:
    """The verdict, the steps, the false links, what was not checked, and what to do next.

    ``path`` is where the audit was saved, None where it was not; ``lacking`` says which tool was not there.
    """
    verdict = audit.verdict
    say(one_line(audit.proof.title), bold=True)
    headline = f"{_GLYPH[verdict.status]} {verdict.status}"
    if verdict.first_error is not None:
        label = next(step.label for step in audit.proof.steps if step.id == verdict.first_error)
        named = f" (“{one_line(label, 40)}”)" if label and label != verdict.first_error[1:] else ""
        headline += f": the first error is in step {verdict.first_error}{named}, unit {verdict.first_error_unit}"
    say(headline, colour=_COLOUR[verdict.status], bold=True)
    if verdict.status is not Status.FLAWED:
        say(f"  {one_line(verdict.reason)}")
    _print_flaws(audit)
    say()
    for step in verdict.steps:
        risk = "  (riskiest undecided)" if step.id == verdict.risky_step else ""
        line = f"  {_GLYPH[step.status]} {step.id:<5}{step.status.replace('_', ' '):<13}"
        say(line + one_line(step.reason, _WIDTH - len(line) - len(risk)) + risk, colour=_COLOUR[step.status])
    say()
    _print_counts(audit)
    _print_models(audit)
    _print_conventions(audit)
    for finding in audit.findings[:10]:
        say(f"  note: {finding.about + ': ' if finding.about else ''}{one_line(finding.message)}")
    if len(audit.findings) > 10:
        say(f"  and {len(audit.findings) - 10} more findings (show --json)")
    for signoff in audit.signoffs[:10]:
        role = f" ({one_line(signoff.role, 40)})" if signoff.role else ""
        left = f", with {signoff.unfinished.told()}" if signoff.unfinished.partial else ""
        say(f"  signed off by {signoff.reviewer}{role}: {signoff.verdict}{left} (not checked here: proofsieve verify)")
    if lacking:
        say(f"  Lean was not asked: {one_line(lacking)}")
    if path is None:
        return
    say(f"saved: {visible(str(path), one_line=True)}")
    name = str(path) if not str(path).startswith("-") else f"./{path}"
    say(f"next:  proofsieve review {shlex.quote(name)}")


def _print_flaws(audit: Audit) -> None:
    for flaw in flaws(audit)[:10]:
        say(f"  {flaw['unit']} in {flaw['step']}, line {flaw['line']}: {one_line(flaw['text'], 90)}")
        for refuted in flaw["refuted"]:
            if refuted["language"] != Language.NUMERIC:
                say(f"    its negation is proved ({refuted['strength']}): {one_line(refuted['claim'], 90)}")
                continue
            for link in refuted["false_links"] or [refuted["claim"]]:
                given = f", given {'; '.join(refuted['premises'])}" if refuted["premises"] else ""
                say(f"    false ({refuted['strength']}): {one_line(link + given, 90)}")
        if not flaw["refuted"]:
            say(f"    {one_line(flaw['reason'])}")


def _print_counts(audit: Audit) -> None:
    counts = summary(audit)["counts"]
    numbers, lean = outcomes_of(audit, Language.NUMERIC), outcomes_of(audit, Language.LEAN)
    told = f"  {counts['units']} units, {counts['obligations']} obligations; numeric claims: "
    say(told + ", ".join(f"{numbers[outcome]} {outcome}" for outcome in Outcome))
    if lean.total():
        say(
            f"  Lean, an unofficial build ({Strength.KERNEL_EMBEDDED}): {lean[Outcome.PASSED]} proved, "
            f"{lean[Outcome.REFUTED]} with a proof of the negation, {lean[Outcome.INCONCLUSIVE]} inconclusive"
        )
    say(
        f"  units: {counts['units_correct']} correct, {counts['units_flawed']} flawed, "
        f"{counts['units_uncertain']} uncertain, {counts['units_not_checked']} not checked by anything"
    )


def _print_models(audit: Audit) -> None:
    """One line: which models were asked how much, what they reviewed, the last word, and why the run ended early."""
    models = summary(audit)["models"]
    if models is None:
        return
    named = ", ".join(one_line(name, 60) for name in models["asked"]) or "none was asked"
    tokens = models["prompt_tokens"] + models["completion_tokens"]
    more = " or more" if models["uncounted"] else ""
    unanswered = f" ({models['unanswered']} without an answer)" if models["unanswered"] else ""
    told = f"  models: {named}; {models['calls']} questions{unanswered}, {tokens:,} tokens{more}"
    reviewed = len(models["reviewed"])
    told += f", {reviewed} unit{'s' if reviewed != 1 else ''} reviewed"
    last = models["last_word"]
    if last is not None:
        look = f"look at {last['risky_step']} first" if last["risky_step"] else "no error"
        told += f"; last word: {look}, {one_line(last['reason'], 200)}"
    if models["stopped"]:
        told += f"; ended early: {one_line(models['stopped'], 200)}"
    say(told)


def _print_conventions(audit: Audit) -> None:
    """The open questions, each with which reading flips what, and what was answered."""
    from ..core.review import ReviewSession

    asked = summary(audit)["conventions"]
    if not asked:
        return
    session = ReviewSession(audit, reviewer="")
    for one in [one for one in asked if one["standing"] == "open"][:10]:
        say(f"  open question, {one['id']}: {one_line(one['question'], 90)} ({len(one['affected'])} units wait)")
        for effect in session.effects(one["id"]):
            told = flips_words(effect)
            say(f"    {effect.reading}: {one_line(told) if told else 'decides nothing at once'}")
    answered = [f"{one['id']} = {one['reading']} ({one['by']})" for one in asked if one["standing"] == "settled"]
    if answered:
        say(f"  under: {one_line(', '.join(answered), 200)}")


def flips_words(effect: ReadingEffect) -> str:
    """Which verdicts a reading flips, in words; "" for none."""
    words = {Outcome.REFUTED: "flawed", Outcome.PASSED: "decided"}
    flips = [
        f"{flip.step_id} {words[flip.outcome]}" + (f": {flip.witness}" if flip.witness else "") for flip in effect.flips
    ]
    return "; ".join(flips[:5]) + (f" and {len(flips) - 5} more" if len(flips) > 5 else "")


def print_evidence(evidence: Evidence, *, as_json: bool) -> None:
    """The answer to one claim."""
    if as_json:
        print_object(
            {
                "outcome": evidence.outcome,
                "kind": evidence.kind,
                "strength": evidence.strength,
                "reading": evidence.reading,
                "links": [
                    {"claim": link.claim, "outcome": link.outcome, "kind": link.kind, "why": link.why}
                    for link in evidence.links
                ],
                "why": evidence.why,
            }
        )
        return
    qualifier = evidence.strength or evidence.kind
    say(f"{evidence.outcome} ({qualifier})", colour=_OUTCOME_COLOUR[evidence.outcome], bold=True)
    if evidence.reading:
        say(f"  read as: {one_line(evidence.reading)}")
    for link in evidence.links if len(evidence.links) > 1 else ():
        say(f"    {link.outcome:<13}{one_line(link.claim, 90)}")
    if evidence.why:
        say(f"  {one_line(evidence.why, 400)}")
