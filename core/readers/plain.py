"""Markdown and plain text: sections, the statement and proof that are meant, the steps."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from html.entities import html5
from itertools import pairwise

from ..front_matter import front_matter_end
from ..proof import Finding, Passage, Proof, Source
from .assembly import Draft, assemble, stripped
from .bounds import refuse_endless, refuse_long
from .choose import choose
from .document import Document
from .headings import Kind
from .sections import STATEMENTS, Candidate, Section, candidates_of, sections_of
from .standing import fixes_something, is_aside
from .steps import Page, Piece, ends_with_mark, split_steps, trim_end_mark

_QUOTE_MARK = re.compile(r"[ \t]*(?:>[ \t]?)+")
_QUOTED_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d{1,6}|#[xX][0-9a-fA-F]{1,5});")
# Obsidian: the name of a block behind it, and comments.
_BLOCK_NAME = re.compile(r"(?:(?<=[\r\n])|[ \t]+)\^[A-Za-z][\w-]{0,60}[ \t]*(?=[\r\n]|$)")
_NOTE_COMMENT = re.compile(r"(?<!\S)%%(?=\s)(?:(?!%%).){1,2000}?%%[ \t]*", re.DOTALL)
# HTML inside Markdown: a text that has one of these is read without its tags.
_BLOCK_TAG = re.compile(r"</(?:p|h[1-6]|div|li|sup|sub)>|<br\s?/?>", re.IGNORECASE)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>p|div|span|h[1-6]|br|hr|b|i|em|strong|u|ul|ol|li|table|thead|tbody|tr|td|th|details|summary"
    r"|center|font|blockquote|sup|sub)(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
# What a model says around a proof that it was asked for.
_CHATTER = re.compile(
    r"\W{0,3}(?:(?:please )?let me know|i hope (?:this|that)|hope this helps|feel free to|would you like|happy to"
    r"|if you (?:have any|want|would like|need))\b",
    re.IGNORECASE,
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
    text = _ENTITY.sub(_character, _unquoted(document.text))
    if "<" in document.text and _BLOCK_TAG.search(document.text):
        text = _ENTITY.sub(_character, _TAG.sub(_untagged, _unquoted(document.text)))
    if "> [!" in document.text:
        text = _NOTE_COMMENT.sub(_blanked, _BLOCK_NAME.sub("", text))
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
    begin = front_matter_end(text)
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


def _character(entity: re.Match[str]) -> str:
    """The character that an entity stands for; the entity itself where it stands for none."""
    name = entity.group()[1:]
    return html.unescape(entity.group()) if name.startswith("#") or name in html5 else entity.group()


def _untagged(tag: re.Match[str]) -> str:
    """What stands for a tag: the mark of a heading or an item, braces for what is raised, nothing for most."""
    name, closes = tag["name"].lower(), bool(tag["close"])
    if name in ("sup", "sub"):
        return "}" if closes else "^{" if name == "sup" else "_{"
    if name[0] == "h" and name[1:].isdigit() and not closes:
        return "#" * int(name[1:]) + " "
    return "- " if name == "li" and not closes else ""


def _blanked(match: re.Match[str]) -> str:
    """The line ends of a comment: lines keep their numbers."""
    return "".join(character for character in match.group() if character in "\r\n")


def _pieces(page: Page, document: Document, chosen: Candidate) -> tuple[list[Piece], list[Finding]]:
    """The steps of the proof, and a finding for text after its end."""
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
            return split_steps(page, chosen.start, stop), [_not_audited(document, stop, chosen.end)]
        break
    pieces = split_steps(page, chosen.start, chosen.end)
    said = _chatter(page, pieces[-1]) if pieces else None
    if said is None:
        return pieces, []
    return split_steps(page, chosen.start, said), [_not_audited(document, said, chosen.end)]


def _not_audited(document: Document, start: int, end: int) -> Finding:
    first, last = stripped(document.text, start, end)
    message = "the text after the end of the proof is not audited"
    return Finding(kind="after-proof", message=message, span=document.span(first, last))


def _chatter(page: Page, piece: Piece) -> int | None:
    """Where a model begins to speak to its reader in the last paragraph of the last step."""
    lines = [page.lines[number] for number in page.lines_in(piece.start, piece.end)]
    place = None
    for before, line in pairwise([None, *lines]):
        if line is None or line.blank or line.inside or line.start < piece.start:
            continue
        alone = before is None or before.blank
        if alone and _CHATTER.match(page.text, line.body, line.end):
            place = place if place is not None else line.start
        elif alone:
            place = None
    return place


def _context(page: Page, document: Document, sections: Sequence[Section], chosen: Candidate) -> list[Passage]:
    """Other statements, and definitions, that stand before the proof; what fixes notation before all headings."""
    passages: list[Passage] = []
    for piece in _preamble(page, sections, chosen):
        text, span = page.text[piece.start : piece.end], document.span(piece.start, piece.end)
        passages.append(Passage(kind="standing", name="", text=text, span=span))
    own = chosen.statement.start if chosen.statement else -1
    for section in sections:
        kind = "definition" if section.kind is Kind.CONTEXT else "statement" if section.kind in STATEMENTS else ""
        if section.heading is not None and kind == "definition" and is_aside(section.heading.name):
            continue
        start, end = stripped(page.text, section.start, section.end)
        if not kind or start >= end or start == own or section.heading is None or section.start >= chosen.start:
            continue
        passages.append(
            Passage(kind=kind, name=section.heading.name, text=page.text[start:end], span=document.span(start, end))
        )
    return passages


def _preamble(page: Page, sections: Sequence[Section], chosen: Candidate) -> list[Piece]:
    """Paragraphs before the first heading of a statement that fix names or assumptions."""
    first = sections[0]
    if first.heading is not None or not any(section.kind in STATEMENTS for section in sections[1:]):
        return []
    end = min(first.end, chosen.start, chosen.statement.start if chosen.statement else chosen.start)
    pieces = split_steps(page, first.start, end)
    return [piece for piece in pieces if fixes_something(page.text, piece.start, piece.end)]


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
