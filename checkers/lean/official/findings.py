"""What compiled texts say, as the values that are judged: messages by part, the word of the judging process."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ....core.evidence import Kind
from ..errors import ProcessFailed
from ..judgement.judge import ALLOWED_AXIOMS
from ..judgement.question import CLAIM, Question
from ..judgement.raw import Finding, Message, Read, Report
from .challenge import Challenge
from .messages import Said, missing_in

ONE_THEOREM = ("Lean.Parser.Command.theorem", "Lean.Parser.Command.eoi")
# Whatever can make an axiom that looks like native_decide's, or code that lies: looked for as plain characters, so that
# no way of writing hides it.
_NOT_NATIVE = (
    "axiom", "implemented_by", "extern", "export", "csimp", "macro", "syntax", "notation", "elab", "infix", "prefix",
    "postfix", "unsafe", "run_", "#eval", "initialize", "simproc", "opaque", "reduceBool", "meta", "_native",
    "unif_hint",
)  # fmt: skip


def word_of(printed: bytes, nonce: str) -> Mapping[str, Any]:
    """The judging process's answer: its last line, if that has the form and holds ``nonce``. Raises ProcessFailed."""
    lines = printed.decode("utf-8", "replace").strip().split("\n")
    try:
        found = json.loads(lines[-1])
        texts = ("proves", "own", "library", "native", "differing", "bound")
        if found["nonce"] != nonce or not all(isinstance(one, str) for key in texts for one in found[key]):
            raise ValueError("not from our process")
        for key in ("found", "refused"):
            if found[key] is not None and not isinstance(found[key], str):
                raise ValueError("no text")
        if not all(isinstance(part, str) for path in found["names"] for part in path):
            raise ValueError("no names")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ProcessFailed(Kind.UNREADABLE, f"an answer of the judging process out of form: {error}"[:200]) from error
    return dict(found)


def may_be_native(question: Question) -> bool:
    """Whether an axiom of the form that native_decide makes can only have come from native_decide."""
    text = "\n".join((question.text, question.shared, question.source))
    return "native_decide" in text and not any(word in text for word in _NOT_NATIVE)


def finding_of(
    question: Question, challenge: Challenge, messages: tuple[Message, ...], missing: tuple[str, ...] = ()
) -> Finding:
    """What is known of our statement before the kernel is asked."""
    reports: dict[str, list[Message]] = {part.key: [] for part in challenge.parts}
    for message in messages:
        at = (message.line, message.column)
        part = next((p for p in reversed(challenge.parts) if at >= (p.first, p.column)), challenge.parts[0])
        reports[part.key].append(moved(message, 1 - part.first, part.column))
    claim = Report(messages=tuple(reports[CLAIM]), commands=ONE_THEOREM)
    goals = {key: Report(messages=tuple(reports[key]), commands=ONE_THEOREM) for key in challenge.goals}
    read = None
    if question.statement is None:
        goals[CLAIM] = claim
    else:
        read = Read(
            found=True,
            refusal=challenge.refusal,
            before=Report(messages=tuple(reports["before"]), missing=missing),
            claim=claim,
            complaints=(),
            line=challenge.line,
            column=challenge.column,
        )
    shown = next((message.text for message in claim.messages if message.severity == "information"), "")
    return Finding(
        statement=read,
        goals=goals,
        type=" ".join(shown.partition(" : ")[2].split()),
        proves=(),
        own=(),
        library=(),
        differing=(),
        refused="",
    )


def with_word(finding: Finding, word: Mapping[str, Any]) -> Finding:
    """The finding with what the kernel says."""
    return replace(
        finding,
        proves=tuple(word["proves"]),
        own=tuple(word["own"]),
        library=tuple(dict.fromkeys(word["library"])),
        native=tuple(word["native"]),
        differing=tuple(word["differing"]),
        refused=word["refused"] or "",
    )


def is_clean(finding: Finding | None) -> bool:
    """Whether it is worth asking a further checker: the proof would be taken without one."""
    if finding is None or finding.own or finding.refused or not set(finding.library) <= set(ALLOWED_AXIOMS):
        return False
    return bool(finding.proves)


def goals_in_error(challenge: Challenge, said: Said) -> frozenset[str]:
    """The bridges that Lean does not take, where nothing else is in error."""
    keys = set()
    for error in said.errors:
        part = next((p for p in reversed(challenge.parts) if error.line >= p.first), challenge.parts[0])
        keys.add(part.key)
    return frozenset(keys) if keys and keys <= set(challenge.goals) else frozenset()


def missing_modules(said: Said) -> tuple[str, ...]:
    """The modules that are imported and not there."""
    return tuple(module for module in map(missing_in, said.messages) if module)


def moved(message: Message, lines: int, column: int = 0) -> Message:
    """A message as counted from another first line; ``column`` is taken off what stands on it."""
    line, end = message.line + lines, message.end_line + lines
    return replace(
        message,
        line=max(1, line),
        end_line=max(1, end),
        column=max(0, message.column - (column if line == 1 else 0)),
        end_column=max(0, message.end_column - (column if end == 1 else 0)),
    )
