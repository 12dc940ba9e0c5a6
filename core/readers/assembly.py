"""From ranges of a text to a Proof: steps at their spans, the problem, and what is wrong with either."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..errors import InputError
from ..proof import Finding, Passage, Proof, Source, SourceSpan, Step, StepId
from .bounds import refuse_large, refuse_many
from .damage import damage_finding
from .document import Document
from .steps import Piece

_PICTURE = re.compile(r"!\[[^\]\r\n]{0,300}\](?:\(|\[)|!\[\[[^\]\r\n]{1,300}\]\]|<img\b|\\includegraphics(?![A-Za-z])")
# Whether the slower patterns are worth trying.
_PICTURE_SIGNS = ("![", "<", "\\includegraphics")
_FIGURE_WORDS = ("fig", "Fig", "FIG", "abb", "Abb", "iagram", "icture", "ketch", "rawing")
_RESTS_ON_FIGURE = re.compile(
    r"\b(?:fig(?:ure|s?\.)|abb(?:ildung|\.)|diagram|picture|sketch)[~ \t]*"
    r"(?:\(?\d|\\(?:ref|cref|autoref)\b|above|below)"
    r"|\b(?:from|see|in|by|as) the (?:figure|picture|sketch|drawing|diagram)\b"
    r"|\\(?:[Cc]|auto)ref\{(?:[^{}]{0,100},)?\s*fig",
    re.IGNORECASE,
)
_BLANKS = "\ufeff \t\r\n\f\v"
_MOST_OF_A_KIND = 100
_DANGLING = re.compile(
    r"\s*(?:\(A\).{0,400}?)?(?:show|prove|verify)\s+that\s+(?:it|this|the answer)\s+is\b", re.IGNORECASE | re.DOTALL
)


class Citable(Protocol):
    """A text whose ranges can be cited: a document, or the files of a project put together."""

    @property
    def text(self) -> str: ...

    def line(self, position: int) -> int:
        """The line of a position in its file."""

    def span(self, start: int, end: int) -> SourceSpan:
        """The bytes of a range that lies in one file."""

    def split(self, start: int, end: int) -> list[tuple[int, int]]:
        """A range cut where one file stops and another goes on."""


class Draft(NamedTuple):
    """A proof that was found: its steps and its statement (None if the text states nothing), as ranges of ``text``."""

    text: Citable
    title: str
    steps: Sequence[Piece]
    statement: tuple[int, int] | None
    findings: Sequence[Finding] = ()
    context: Sequence[Passage] = ()


def assemble(draft: Draft, *, sources: Sequence[Source], problem: Document | None, escaped: bool) -> Proof:
    """The proof of ``draft``; ``problem`` (from elsewhere) replaces its statement.

    ``escaped`` says that the text came out of a JSON string. Raises :class:`InputError` if there is no step, or
    more than is read.
    """
    text = draft.text
    refuse_many(len(draft.steps), draft.title)
    refuse_large((piece.end - piece.start for piece in draft.steps), draft.title)
    steps = steps_of(text, draft.steps)
    if not steps:
        raise InputError(
            "there is a statement and no proof" if draft.statement else "the proof has no step",
            where=draft.title,
            hint="expected numbered items or paragraphs after the statement",
        )
    statement, span = "", None
    if problem is not None:
        start, end = stripped(problem.text, 0, len(problem.text))
        statement, span = problem.text[start:end], problem.span(start, end)
    elif draft.statement is not None and (parts := text.split(*draft.statement)):
        start, end = stripped(text.text, *parts[0])
        statement, span = text.text[start:end], text.span(start, end)
    return Proof(
        title=draft.title,
        sources=tuple(sources),
        problem=statement,
        problem_span=span,
        steps=steps,
        findings=bounded(
            [
                *draft.findings,
                *statement_findings(statement, span, escaped=escaped),
                *step_findings(steps, escaped=escaped),
            ]
        ),
        context=tuple(draft.context),
    )


def steps_of(text: Citable, pieces: Sequence[Piece]) -> tuple[Step, ...]:
    """The pieces as steps s1, s2, …, each verbatim at its span; a piece that spans two files is a step in each."""
    steps: list[Step] = []
    for piece in pieces:
        label = piece.label
        for low, high in text.split(piece.start, piece.end):
            start, end = stripped(text.text, low, high)
            steps.append(
                Step(
                    id=StepId(f"s{len(steps) + 1}"),
                    label=label,
                    text=text.text[start:end],
                    span=text.span(start, end),
                )
            )
            label = ""
    return tuple(steps)


def statement_findings(problem: str, span: SourceSpan | None, *, escaped: bool) -> list[Finding]:
    """What is wrong with the problem: none at all, none that a proof could be held against, damaged commands."""
    if not problem.strip():
        return [Finding(kind="no-problem", message="no problem statement was found; give one with --problem FILE")]
    findings = []
    if _DANGLING.match(problem):
        message = "the problem asks to show that something is so without saying what; give it with --problem FILE"
        findings.append(Finding(kind="no-claim", message=message, span=span))
    damage = damage_finding(problem, "", span, escaped=escaped)
    return [*findings, damage] if damage else findings


def step_findings(steps: Sequence[Step], *, escaped: bool) -> list[Finding]:
    """Damaged commands in steps, pictures, and what rests on a picture."""
    findings: list[Finding] = []
    for step in steps:
        damage = damage_finding(step.text, step.id, step.span, escaped=escaped)
        findings.extend([damage] if damage else [])
        if any(map(step.text.__contains__, _PICTURE_SIGNS)) and _PICTURE.search(step.text):
            message = "a figure that is not read"
            findings.append(Finding(kind="figure", message=message, about=step.id, span=step.span))
        if any(map(step.text.__contains__, _FIGURE_WORDS)) and _RESTS_ON_FIGURE.search(step.text):
            message = "the step rests on a figure, which a person must look at"
            findings.append(Finding(kind="rests-on-figure", message=message, about=step.id, span=step.span))
    return findings


def bounded(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, at most 100 of a kind; the last of a kind says how many are left out."""
    kept: list[Finding] = []
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding.kind] = counts.get(finding.kind, 0) + 1
        if counts[finding.kind] <= _MOST_OF_A_KIND:
            kept.append(finding)
    for kind, count in counts.items():
        if count > _MOST_OF_A_KIND:
            kept.append(Finding(kind=kind, message=f"and {count - _MOST_OF_A_KIND} more of this kind"))
    return tuple(kept)


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks and a byte order mark at its ends; without a copy of the text."""
    low, high = start, end
    while low < high and text[low] in _BLANKS:
        low += 1
    while low < high and text[high - 1].isspace():
        high -= 1
    return (low, high) if low < high else (start, start)
