"""Markdown and plain text: sections, the statement and proof that are meant, the steps."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from ..proof import Finding, Passage, Proof, Source
from .assembly import Draft, assemble, stripped
from .bounds import refuse_endless, refuse_long
from .choose import choose
from .document import Document
from .headings import Kind
from .sections import STATEMENTS, Candidate, Section, candidates_of, sections_of
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
    refuse_long(document.text, title)
    refuse_endless(document.text, title)
    kept = list(sources) or [document.source, *([problem.source] if problem else [])]
    text = _ENTITY.sub(lambda match: html.unescape(match.group()), _unquoted(document.text))
    if text != document.text:
        name = f"{document.source.name} (as text)"
        document = Document.derived(text, name=name, number=len(kept), derived_from=document.number)
        kept.append(document.source)
    page = Page(document.text)
    begin, findings = _begin(document)
    sections = sections_of(page, begin)
    candidates = candidates_of(page, sections, has_problem=problem is not None)
    chosen = candidates[choose([candidate.name for candidate in candidates], proof, where=title, what="proofs")]
    pieces, after = _pieces(page, document, chosen)
    draft = Draft(
        text=document,
        title=title if len(candidates) == 1 else f"{title}: {chosen.name}",
        steps=pieces,
        statement=(chosen.statement.start, chosen.statement.end) if chosen.statement else None,
        findings=[*findings, *after, *_remarks(document, sections, chosen), *_unproved(document, candidates, sections)],
        context=_context(page, document, sections, chosen),
    )
    return assemble(draft, sources=kept, problem=problem, escaped=escaped)


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


def _pieces(page: Page, document: Document, chosen: Candidate) -> tuple[list[Piece], list[Finding]]:
    """The steps of the proof, and a finding for text after its end mark."""
    end = trim_end_mark(page.text, chosen.start, chosen.end)
    inner = any(heading.kind is Kind.CLAIM for heading in page.headings_in(chosen.start, end))
    for number in reversed(page.lines_in(chosen.start, end)):
        line = page.lines[number]
        if line.blank:
            continue
        stop = min(line.end, chosen.end)
        if inner or line.start < chosen.start or not ends_with_mark(page.text, line.start, stop) or line.inside:
            continue
        if page.text[stop:end].strip():
            first, last = stripped(page.text, stop, chosen.end)
            message = "the text after the end of the proof is not audited"
            finding = Finding(kind="after-proof", message=message, span=document.span(first, last))
            return split_steps(page, chosen.start, stop), [finding]
        break
    return split_steps(page, chosen.start, chosen.end), []


def _context(page: Page, document: Document, sections: Sequence[Section], chosen: Candidate) -> list[Passage]:
    """Other statements, and definitions, that stand before the proof."""
    passages: list[Passage] = []
    own = chosen.statement.start if chosen.statement else -1
    for section in sections:
        kind = "definition" if section.kind is Kind.CONTEXT else "statement" if section.kind in STATEMENTS else ""
        start, end = stripped(page.text, section.start, section.end)
        if not kind or start >= end or start == own or section.heading is None or section.start >= chosen.start:
            continue
        passages.append(
            Passage(kind=kind, name=section.heading.name, text=page.text[start:end], span=document.span(start, end))
        )
    return passages


def _remarks(document: Document, sections: Sequence[Section], chosen: Candidate) -> list[Finding]:
    """A finding for each remark or definition that stands right behind the proof."""
    following = [section for section in sections if section.kind is Kind.CONTEXT and section.start >= chosen.end]
    findings = []
    for section in following[:1]:
        start, end = stripped(document.text, section.start, section.end)
        if start < end:
            message = "the text after the end of the proof is not audited"
            findings.append(Finding(kind="after-proof", message=message, span=document.span(start, end)))
    return findings


def _unproved(document: Document, candidates: Sequence[Candidate], sections: Sequence[Section]) -> list[Finding]:
    """A finding for each theorem of the text that no proof of it belongs to."""
    proved = {candidate.statement.start for candidate in candidates if candidate.statement}
    findings = []
    for section in sections:
        start, end = stripped(document.text, section.start, section.end)
        if section.kind is not Kind.STATEMENT or section.heading is None or start >= end or start in proved:
            continue
        message = f"{section.heading.name} has no proof in this file"
        findings.append(Finding(kind="no-proof", message=message, span=document.span(start, end)))
    return findings
