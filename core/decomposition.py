"""Substeps: each step cut into single inferences, with coverage of its sentences (wang2026faithsieve 3.1, B.1).

The offline cut never paraphrases: a substep is a verbatim span of its step. So nothing can be strengthened, weakened,
renumbered or dropped, and the repair-prevention check reduces to coverage.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from .proof import Finding, Proof, SourceSpan, Step, StepId
from .sentences import clause_spans, sentence_spans
from .value import value

_ONLY_A_LABEL = re.compile(r"[\W_]*\(?(?:\d{1,3}|\*{1,3}|†)?\)?[\W_]*")


@value
class Substep:
    """One logical inference inside a step. ``text`` stands verbatim at ``span``; ``sentence`` counts the sentences of
    the step from 0, so that clauses of one sentence can be told from neighbours."""

    step: StepId
    index: int
    sentence: int
    text: str
    span: SourceSpan


@value
class Decomposition:
    """All substeps in source order and what the cut left uncovered."""

    substeps: tuple[Substep, ...]
    findings: tuple[Finding, ...]


def decompose(proof: Proof) -> Decomposition:
    """Cut every step at sentence ends and at connectives that start a new inference. Linear in the text."""
    substeps: list[Substep] = []
    findings: list[Finding] = []
    for step in proof.steps:
        at = Offsets(step, proof.sources[step.span.source].encoding)
        pieces = _pieces(step.text)
        if not pieces:
            pieces = [(0, 0, len(step.text))]
            findings.append(
                Finding(kind="no-sentence", message="no sentence was found in this step", about=step.id, span=step.span)
            )
        first = len(substeps)
        substeps.extend(
            Substep(
                step=step.id,
                index=first + place,
                sentence=sentence,
                text=step.text[left:right],
                span=at.span(left, right),
            )
            for place, (sentence, left, right) in enumerate(pieces)
        )
    findings.extend(_uncovered(proof, substeps))
    return Decomposition(substeps=tuple(substeps), findings=tuple(findings))


def _pieces(text: str) -> list[tuple[int, int, int]]:
    """Sentence number, start and end of each inference in a step. A label by itself belongs to what it labels."""
    pieces: list[tuple[int, int, int]] = []
    for sentence, (start, end) in enumerate(sentence_spans(text)):
        for left, right in clause_spans(text, start, end):
            left, right = _trim(text, left, right)
            if left < right:
                if pieces and _ONLY_A_LABEL.fullmatch(text, left, right):
                    sentence, left, _ = pieces.pop()
                pieces.append((sentence, left, right))
    return pieces


def _uncovered(proof: Proof, substeps: list[Substep]) -> list[Finding]:
    """Words of a step that stand in no substep: every character but blanks must be covered."""
    of_step: dict[StepId, list[Substep]] = {}
    for substep in substeps:
        of_step.setdefault(substep.step, []).append(substep)
    findings: list[Finding] = []
    for step in proof.steps:
        inside = sum(len("".join(substep.text.split())) for substep in of_step.get(step.id, ()))
        whole = len("".join(step.text.split()))
        if inside < whole:
            findings.append(
                Finding(
                    kind="uncovered-text",
                    message=f"{whole - inside} characters of this step stand in no substep",
                    about=step.id,
                    span=step.span,
                )
            )
    return findings


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without blanks at its ends."""
    piece = text[start:end]
    left = start + len(piece) - len(piece.lstrip())
    return left, max(left, end - (len(piece) - len(piece.rstrip())))


class Offsets:
    """Codepoint offsets of one step's text to byte spans and lines of its source."""

    def __init__(self, step: Step, encoding: str) -> None:
        self._step = step
        self._bytes: list[int] | None = None
        # ASCII text needs no table in the encodings where a character is a byte.
        if not (step.text.isascii() and not encoding.lower().startswith(("utf-16", "utf-32"))):
            self._bytes = [0, *accumulate(len(character.encode(encoding)) for character in step.text)]
        text = step.text
        self._line_starts = [
            index + 1
            for index, character in enumerate(text)
            if character == "\n" or (character == "\r" and text[index + 1 : index + 2] != "\n")
        ]

    def span(self, start: int, end: int) -> SourceSpan:
        """The byte span of ``text[start:end]``."""
        table = self._bytes
        base = self._step.span
        first = bisect_right(self._line_starts, start)
        last = bisect_right(self._line_starts, max(start, end - 1))
        return SourceSpan(
            source=base.source,
            start=base.start + (table[start] if table else start),
            end=base.start + (table[end] if table else end),
            line=base.line + first,
            end_line=base.line + last,
        )
