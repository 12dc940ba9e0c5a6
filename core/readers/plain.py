"""Markdown and plain text: sections, the statement and proof that are meant, the steps."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..errors import InputError
from ..proof import Finding, Proof, Source, SourceSpan, Step, StepId
from .choose import choose
from .damage import damage_finding
from .document import Document
from .headings import Heading, Kind
from .steps import Page, Piece, ends_with_mark, split_steps, trim_end_mark

_FRONT_MATTER = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n|\r|\n).*?(?:\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?=[\r\n]|$)", re.DOTALL
)
_QUOTE_MARK = re.compile(r"[ \t]*(?:>[ \t]?)+")
_QUOTED_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_ENTITY = re.compile(
    r"&(?:lt|gt|amp|le|ge|ne|quot|apos|nbsp|times|minus|infin|sum|radic|#\d{1,6}|#[xX][0-9a-fA-F]{1,5});"
)
_REASONING = re.compile(r"\ufeff?\s*<(think|thinking)>.*?</\1>", re.DOTALL)
_TASK = re.compile(
    r"(?:^|[.!?,;:]\s+(?:then\s+)?)[*_]*(?:prove|show|determine|find|compute|evaluate|calculate|verify|decide|disprove"
    r"|how many|what is|is it true)\b",
    re.IGNORECASE,
)
_STATEMENT_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_DANGLING = re.compile(
    r"\s*(?:\(A\).{0,400}?)?(?:show|prove|verify)\s+that\s+(?:it|this|the answer)\s+is\b", re.IGNORECASE | re.DOTALL
)
_STATEMENTS = (Kind.PROBLEM, Kind.STATEMENT, Kind.CLAIM)
_PROOFS = (Kind.PROOF, Kind.ATTEMPT, Kind.ANSWER)


class Section(NamedTuple):
    """A stretch of the text under one heading; ``heading`` is None before the first."""

    kind: Kind
    heading: Heading | None
    start: int
    end: int


class Statement(NamedTuple):
    """The words of a problem or theorem at ``[start, end)``."""

    name: str
    start: int
    end: int


class Candidate(NamedTuple):
    """A proof at ``[start, end)`` and the statement it belongs to."""

    name: str
    start: int
    end: int
    statement: Statement | None


def read_plain(
    document: Document,
    *,
    proof: str | None,
    problem: Document | None = None,
    sources: Sequence[Source] = (),
    title: str = "",
    escaped: bool = False,
) -> Proof:
    """The proof in a Markdown or plain text document.

    ``problem`` is the statement when it stands elsewhere. ``sources`` are those that the documents' numbers refer to
    (default: the document's, then the problem's); ``title`` defaults to the document's name. ``escaped`` says that
    the text was a string of a JSON record. Raises :class:`InputError` if there is no step and :class:`ChoiceNeeded`
    if several proofs are there and ``proof`` names none of them.
    """
    title = title or document.source.name
    kept = list(sources) or [document.source, *([problem.source] if problem else [])]
    text = _ENTITY.sub(lambda match: html.unescape(match.group()), _unquoted(document.text))
    if text != document.text:
        name = f"{document.source.name} (as text)"
        document = Document.derived(text, name=name, number=len(kept), derived_from=document.number)
        kept.append(document.source)
    page = Page(document.text)
    begin, findings = _begin(document)
    candidates = _candidates(page, _sections(page, begin), has_problem=problem is not None)
    chosen = candidates[choose([candidate.name for candidate in candidates], proof, where=title, what="proofs")]
    pieces, rest = _pieces(page, document, chosen)
    if not pieces:
        raise InputError(
            "there is a statement and no proof" if chosen.statement else "the proof has no step",
            where=f"{title}:{document.line(chosen.start)}",
            hint="expected numbered items or paragraphs after the statement",
        )
    statement, span = _problem(page, document, chosen, problem)
    steps = steps_of(document, pieces)
    findings = [
        *findings,
        *rest,
        *statement_findings(statement, span, escaped=escaped),
        *step_findings(steps, escaped=escaped),
    ]
    return Proof(
        title=title if len(candidates) == 1 else f"{title}: {chosen.name}",
        sources=tuple(kept),
        problem=statement,
        problem_span=span,
        steps=steps,
        findings=tuple(findings),
    )


def steps_of(document: Document, pieces: Sequence[Piece]) -> tuple[Step, ...]:
    """The pieces as steps s1, s2, …, each verbatim at its span."""
    return tuple(
        Step(
            id=StepId(f"s{number}"),
            label=piece.label,
            text=document.text[piece.start : piece.end],
            span=document.span(piece.start, piece.end),
        )
        for number, piece in enumerate(pieces, start=1)
    )


def statement_findings(problem: str, span: SourceSpan | None, *, escaped: bool) -> list[Finding]:
    """What is wrong with the problem: none at all, none that a proof could be held against, damaged commands."""
    if not problem.strip():
        return [Finding(kind="no-problem", message="no problem statement was found; give one with --problem FILE")]
    findings = []
    if _DANGLING.match(problem):
        message = (
            "the problem asks to show that something is so and does not say what; give the question with --problem FILE"
        )
        findings.append(Finding(kind="no-claim", message=message, span=span))
    damage = damage_finding(problem, "", span, escaped=escaped)
    return [*findings, damage] if damage else findings


def step_findings(steps: Sequence[Step], *, escaped: bool) -> list[Finding]:
    """Damaged commands in steps."""
    hits = (damage_finding(step.text, step.id, step.span, escaped=escaped) for step in steps)
    return [hit for hit in hits if hit is not None]


def _begin(document: Document) -> tuple[int, list[Finding]]:
    """Where the text begins after front matter and a model's reasoning, and a finding for the latter."""
    text = document.text
    front = _FRONT_MATTER.match(text)
    begin = front.end() if front else 0
    reasoning = _REASONING.match(text, begin)
    if reasoning is None:
        return begin, []
    span = document.span(reasoning.start(), reasoning.end())
    message = "the model's reasoning before its answer is not audited"
    return reasoning.end(), [Finding(kind="reasoning-skipped", message=message, span=span)]


def _unquoted(text: str) -> str:
    """``text`` without the ">" of quoted paragraphs and call-outs; lines keep their numbers.

    A ">" counts only in a run of lines whose first one has it: inside a display it is a relation.
    """
    if ">" not in text:
        return text
    parts: list[str] = []
    first = quoted = True
    for match in _QUOTED_LINE.finditer(text):
        line = match.group(1)
        mark = _QUOTE_MARK.match(line)
        if first:
            quoted = mark is not None
        first = not line.strip()
        parts.append(line[mark.end() :] if mark and quoted else line)
        parts.append(match.group(2))
    return "".join(parts)


def _sections(page: Page, begin: int) -> list[Section]:
    """The text cut at the headings of statements and proofs, not at those inside an unfinished proof."""
    text = page.text
    sections: list[Section] = []
    current = Section(Kind.TITLE, None, begin, begin)
    inner_claims = 0
    attempts = False
    for heading in page.headings_in(begin, len(text)):
        if heading.kind in (Kind.TITLE, Kind.STEP, Kind.ITEM):
            continue
        attempts = attempts or heading.kind is Kind.ATTEMPT
        if heading.kind is Kind.ANSWER and not attempts:
            continue
        if current.kind in _PROOFS and not ends_with_mark(text, current.start, heading.start):
            if heading.kind is Kind.CLAIM:
                inner_claims += 1
                continue
            if heading.kind is Kind.CONTEXT:
                continue
            if heading.kind is Kind.PROOF and inner_claims and (not heading.of or "claim" in heading.of.lower()):
                inner_claims -= 1
                continue
        inner_claims = 0
        empty = not text[current.start : heading.start].strip()
        if not (empty and _opens_same(current.kind, heading.kind)):
            sections.append(current._replace(end=heading.start))
        current = Section(heading.kind, heading, heading.content, heading.content)
    sections.append(current._replace(end=len(text)))
    return sections


def _opens_same(before: Kind, after: Kind) -> bool:
    """Whether an empty section ("## Problem") only announces the next heading ("Theorem 1.")."""
    return (before in _STATEMENTS and after in _STATEMENTS) or (before in _PROOFS and after in _PROOFS)


def _candidates(page: Page, sections: Sequence[Section], *, has_problem: bool) -> list[Candidate]:
    statements = _Statements(page, sections)
    proofs = [section for section in sections if section.kind in _PROOFS]
    if not proofs:
        return [_without_heading(page, sections, statements.all, has_problem=has_problem)]
    found: list[Candidate] = []
    taken: dict[str, int] = {}
    for section in proofs:
        statement = statements.of(section)
        heading = section.heading
        name = heading.name if heading else ""
        if statement and heading and not heading.of and statement.name and len(proofs) > 1:
            name = f"{name} of {statement.name}"
        taken[name] = taken.get(name, 0) + 1
        name = f"{name} ({taken[name]})" if taken[name] > 1 else name
        found.append(Candidate(name, section.start, section.end, statement))
    return found


def _statement(page: Page, section: Section) -> Statement:
    """The words of a statement's section, up to the next title."""
    titles = [heading.start for heading in page.headings_in(section.start, section.end) if heading.kind is Kind.TITLE]
    start, end = _strip(page.text, section.start, titles[0] if titles else section.end)
    return Statement(section.heading.name if section.heading else "", start, end)


class _Statements:
    """The statements of a text, found by their number or by what precedes a proof."""

    def __init__(self, page: Page, sections: Sequence[Section]) -> None:
        self.page = page
        self.preamble = sections[0]
        self.all = [_statement(page, section) for section in sections if section.kind in _STATEMENTS]
        self._starts = [statement.start for statement in self.all]
        self._by_name: dict[str, Statement] = {}
        for statement in self.all:
            name = statement.name.casefold()
            for key in (name, *_STATEMENT_NUMBER.findall(name)):
                self._by_name.setdefault(key, statement)

    def of(self, proof: Section) -> Statement | None:
        """The statement that a proof names, else the nearest before it, else the text before the first heading."""
        of = proof.heading.of.casefold() if proof.heading else ""
        for key in (of, *_STATEMENT_NUMBER.findall(of)):
            if key and key in self._by_name:
                return self._by_name[key]
        before = bisect_right(self._starts, proof.start)
        if before:
            return self.all[before - 1]
        if self.preamble.heading is None:
            pieces = split_steps(self.page, self.preamble.start, self.preamble.end)
            if pieces:
                return Statement("", pieces[0].start, pieces[-1].end)
        return self.all[0] if self.all else None


def _without_heading(
    page: Page, sections: Sequence[Section], statements: Sequence[Statement], *, has_problem: bool
) -> Candidate:
    """The whole text as one proof, less what visibly is its statement."""
    end = sections[-1].end
    if len(statements) > 1:
        second = next(section for section in sections if section.start >= statements[1].start)
        start = second.heading.start if second.heading else second.start
        return Candidate("proof", start, end, statements[0])
    start = next((section.start for section in sections if section.kind in _STATEMENTS), sections[0].start)
    pieces = split_steps(page, start, end)
    lead = _lead(page.text, pieces, stated=bool(statements), has_problem=has_problem)
    if not lead:
        return Candidate("proof", start, end, None)
    name = statements[0].name if statements else ""
    statement = Statement(name, pieces[0].start, pieces[lead - 1].end)
    return Candidate("proof", statement.end, end, statement)


def _lead(text: str, pieces: Sequence[Piece], *, stated: bool, has_problem: bool) -> int:
    """How many of the first pieces are the statement.

    Under a statement's heading: all before the first number, or the first paragraph if nothing is numbered. Without a
    heading the same, if those words ask for something.
    """
    numbered = next((index for index, piece in enumerate(pieces) if piece.label), None)
    lead = min(len(pieces), 1) if numbered is None else numbered
    if stated or not lead:
        return lead
    asks = any(_TASK.search(text, piece.start, piece.end) for piece in pieces[:lead])
    return lead if asks and not has_problem else 0


def _pieces(page: Page, document: Document, chosen: Candidate) -> tuple[list[Piece], list[Finding]]:
    """The steps of the proof, and a finding for text after its end mark."""
    end = trim_end_mark(page.text, chosen.start, chosen.end)
    inner = any(heading.kind is Kind.CLAIM for heading in page.headings_in(chosen.start, end))
    for number in reversed(page.lines_in(chosen.start, end)):
        line = page.lines[number]
        stop = min(line.end, chosen.end)
        if inner or line.start < chosen.start or not ends_with_mark(page.text, line.start, stop) or line.inside:
            continue
        if page.text[stop:end].strip():
            first, last = _strip(page.text, stop, chosen.end)
            message = "the text after the end of the proof is not audited"
            finding = Finding(kind="after-proof", message=message, span=document.span(first, last))
            return split_steps(page, chosen.start, stop), [finding]
        break
    return split_steps(page, chosen.start, chosen.end), []


def _problem(
    page: Page, document: Document, chosen: Candidate, problem: Document | None
) -> tuple[str, SourceSpan | None]:
    if problem is not None:
        start, end = _strip(problem.text, 0, len(problem.text))
        return problem.text[start:end], problem.span(start, end)
    statement = chosen.statement
    if statement is None or statement.start >= statement.end:
        return "", None
    return page.text[statement.start : statement.end], document.span(statement.start, statement.end)


def _strip(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without blanks and a byte order mark at its ends."""
    inner = text[start:end]
    left = len(inner) - len(inner.lstrip("\ufeff \t\r\n"))
    right = len(inner.rstrip())
    return (start + left, start + right) if left < right else (start, start)
