"""The parts of a plain text: which stretches are statements, which are proofs, and which belongs to which."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from .assembly import stripped
from .headings import Heading, Kind
from .steps import Page, Piece, ends_with_mark, split_steps

_TASK = re.compile(
    r"(?:^|[.!?,;:]\s+(?:then\s+)?)[*_]*(?:prove|show|determine|find|compute|evaluate|calculate|verify|decide|disprove"
    r"|how many|what is|is it true)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\W*(?:applications?|see also|references|bibliography|acknowledge?ments?|appendix|further|related|discussion"
    r"|outlook|literatur|exercises?|examples?|next|consequences|generali[sz]ations?|open (?:problems|questions)"
    r"|notes?)\b",
    re.IGNORECASE,
)
_NO_LEVEL = 7
_STATEMENT_NUMBER = re.compile(r"\d+(?:\.\d+)*")
STATEMENTS = (Kind.PROBLEM, Kind.STATEMENT, Kind.CLAIM)
PROOFS = (Kind.PROOF, Kind.ATTEMPT, Kind.ANSWER)


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


def sections_of(page: Page, begin: int) -> list[Section]:
    """The text cut at the headings of statements and proofs, not at those inside an unfinished proof."""
    text = page.text
    sections: list[Section] = []
    current = Section(Kind.TITLE, None, begin, begin)
    inner = _Inner()
    attempts = False
    for heading in page.headings_in(begin, len(text)):
        if heading.kind is Kind.TITLE and _leaves(current, heading):
            sections.append(current._replace(end=heading.start))
            current = Section(Kind.TITLE, heading, heading.start, heading.start)
        if heading.kind in (Kind.TITLE, Kind.STEP, Kind.ITEM):
            continue
        attempts = attempts or heading.kind is Kind.ATTEMPT
        if heading.kind is Kind.ANSWER and not attempts:
            continue
        if current.kind in PROOFS and inner.holds(text, current, heading):
            continue
        inner = _Inner()
        empty = not text[current.start : heading.start].strip()
        if not (empty and _opens_same(current.kind, heading.kind)):
            sections.append(current._replace(end=heading.start))
        current = Section(heading.kind, heading, heading.content, heading.content)
    sections.append(current._replace(end=len(text)))
    return sections


class _Inner:
    """Claims inside an unfinished proof, each with or without a proof of its own, whose end mark ends nothing else."""

    def __init__(self) -> None:
        self._claims = 0
        self._proof: int | None = None

    def holds(self, text: str, proof: Section, heading: Heading) -> bool:
        """Whether ``heading`` stands inside ``proof``."""
        marked = ends_with_mark(text, proof.start, heading.start)
        if marked and self._proof is None:
            return False
        if marked:
            self._proof = None
        if heading.kind is Kind.CLAIM:
            self._claims += 1
            return True
        if heading.kind is Kind.CONTEXT:
            return True
        if heading.kind is Kind.PROOF and self._claims and (not heading.of or "claim" in heading.of.lower()):
            self._claims -= 1
            self._proof = heading.start
            return True
        return False


def _leaves(section: Section, title: Heading) -> bool:
    """Whether a title ends a proof under a heading of its own: one of a higher rank, or one that leads away."""
    if section.kind not in PROOFS or section.heading is None or section.heading.level >= _NO_LEVEL:
        return False
    if title.level < section.heading.level:
        return True
    return title.level == section.heading.level and _ELSEWHERE.match(title.name) is not None


def asks(text: str, start: int, end: int) -> bool:
    """Whether a sentence in ``text[start:end]`` begins by asking for something ("Show that …")."""
    return _TASK.search(text[start:end]) is not None


def _opens_same(before: Kind, after: Kind) -> bool:
    """Whether an empty section ("## Problem") only announces the next heading ("Theorem 1.")."""
    return (before in STATEMENTS and after in STATEMENTS) or (before in PROOFS and after in PROOFS)


def candidates_of(page: Page, sections: Sequence[Section], *, has_problem: bool) -> list[Candidate]:
    statements = _Statements(page, sections)
    proofs = [section for section in sections if section.kind in PROOFS]
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
    start, end = stripped(page.text, section.start, titles[0] if titles else section.end)
    return Statement(section.heading.name if section.heading else "", start, end)


class _Statements:
    """The statements of a text, found by their number or by what precedes a proof."""

    def __init__(self, page: Page, sections: Sequence[Section]) -> None:
        self.page = page
        self.preamble = sections[0]
        self.all = [_statement(page, section) for section in sections if section.kind in STATEMENTS]
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
    """The whole text as one proof, less what visibly is its statement.

    A claim or lemma after a problem begins its proof; of several theorems the last one is meant.
    """
    end = sections[-1].end
    stated = [section for section in sections if section.kind in STATEMENTS]
    if len(stated) > 1 and (stated[0].kind is Kind.PROBLEM or stated[1].kind is Kind.CLAIM):
        second = stated[1]
        start = second.heading.start if second.heading and page.text[second.start : end].strip() else end
        return Candidate("proof", start, end, statements[0])
    start = stated[-1].start if stated else sections[0].start
    pieces = split_steps(page, start, end)
    lead = _lead(page.text, pieces, stated=bool(statements), has_problem=has_problem)
    if not lead:
        return Candidate("proof", start, end, statements[-1] if statements else None)
    name = statements[-1].name if statements else ""
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
    asked = any(asks(text, piece.start, piece.end) for piece in pieces[:lead])
    return lead if asked and not has_problem else 0
