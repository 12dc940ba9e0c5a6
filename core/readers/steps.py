"""The steps of a proof in plain text: numbered items where there are any, paragraphs otherwise."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ..mathspans import MathSpan, math_spans
from .headings import Heading, Kind, heading_at
from .lines import split_lines

_END_MARK = re.compile(
    r"(?:\\hfill[ \t]*)?(?:\$+\s*\\(?:square|blacksquare|Box|qed|qedsymbol)\s*\$+"
    r"|\\(?:square|blacksquare|Box|qed)(?![A-Za-z])|[□∎■◻▢⬜]"
    r"|\bQ\.?\s?E\.?\s?D\b\.?|\bquod erat demonstrandum\b\.?|证毕|證畢|證毕|ч\.?\s?т\.?\s?д\.?)[\s*_.。)\]]*$",
    re.IGNORECASE,
)
_END_MARK_REACH = 60
_REST_OF_LINE = 300
# What a text with an end mark ends with, before blanks, stops and brackets; most texts are told apart by this alone.
_BEHIND_END_MARK = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "*_.。)]$"
_ENDINGS = (*"□∎■◻▢⬜毕畢", "\\qed", "square", "box", "qedsymbol", "demonstrandum")
_SHORT_ENDINGS = {"d": "q", "д": "ч"}
_BULLET = re.compile(r"[-*+•][ \t]|\\item(?![A-Za-z])|\\begin\{(?:enumerate|itemize|description)\}")
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_RULE = re.compile(r"[ \t]*(?:[-*_=][ \t]*){3,}$")
_FINAL_RULE = re.compile(r"[\r\n][ \t]*(?:[-*_=][ \t]*){3,}$")
_CASE = re.compile(
    r"[*_]{0,3}(?:Sub)?[Cc]ase[ \t]+[\w().]{1,8}[ \t]*[.:(*]|[*_]{0,3}(?:Base case|Inductive step|Induction step)\b"
)
_OPENS_RULE, _OPENS_CASE = frozenset("-*_="), frozenset("*_CcSBI")
_SUBITEM = re.compile(r"\(?(?:[a-z]|[ivx]{1,5})[.)][ \t]")
_NO_LEVEL = 7
_INLINE_ITEM = re.compile(r"(?:(?<=[.!?;:)$])|(?<=[.!?;:)$]\*))[ \t]+\(?(\d{1,4})[.)][ \t]+(?=\S)")
# How many paragraphs may stand before the first numbered item for the items to be the steps.
_MOST_LEADING_PARAGRAPHS = 2


class Piece(NamedTuple):
    """A step before it has an id: its label and the range of its words."""

    label: str
    start: int
    end: int


class Page:
    """The lines of a text, the heading that each line begins with (None for most) and its formulas.

    Nothing begins inside a formula or one of the ranges that are ``kept`` together (in order). With ``start`` and
    ``end`` the page holds the lines that touch that range alone; positions are those of the text all the same.
    ``margins`` says that blanks before a line mean something, as they do in Markdown and not in LaTeX.
    """

    def __init__(
        self,
        text: str,
        kept: Sequence[tuple[int, int]] = (),
        *,
        start: int = 0,
        end: int | None = None,
        margins: bool = True,
    ) -> None:
        self.text = text
        self.margins = margins
        begin, stop = _whole_lines(text, start, len(text) if end is None else end)
        self.formulas = math_spans(text, begin, stop)
        ranges = _merged([*((span.start, span.end) for span in self.formulas), *kept])
        self.lines = split_lines(text, ranges, begin, stop)
        self.headings: list[Heading | None] = [
            None if line.inside or line.blank else heading_at(text, line) for line in self.lines
        ]
        self._headed = [number for number, heading in enumerate(self.headings) if heading is not None]
        self._line_starts = [line.start for line in self.lines]
        self._formula_starts = [formula.start for formula in self.formulas]

    def line_at(self, position: int) -> int:
        """The number (from 0) of the line that holds ``position``."""
        return max(0, bisect_right(self._line_starts, position) - 1)

    def lines_in(self, start: int, end: int) -> range:
        """The numbers of the lines that touch ``[start, end)``."""
        return range(self.line_at(start), bisect_left(self._line_starts, end))

    def formula_at(self, position: int) -> MathSpan | None:
        """The formula or code that holds ``position``."""
        index = bisect_right(self._formula_starts, position) - 1
        return self.formulas[index] if index >= 0 and position < self.formulas[index].end else None

    def formula_before(self, position: int) -> MathSpan | None:
        """The last formula that ends at or before ``position``."""
        index = bisect_right(self._formula_starts, position) - 1
        return self.formulas[index] if index >= 0 and self.formulas[index].end <= position else None

    def heading_after(self, position: int, end: int) -> list[Heading]:
        """The heading at ``position`` in the middle of a line ("Proof. 1. Let …"), if there is one."""
        line = self.lines[self.line_at(position)] if self.lines else None
        if line is None or position <= line.body or line.inside:
            return []
        body = position
        while body < min(line.end, end) and self.text[body] in " \t":
            body += 1
        heading = heading_at(self.text, line._replace(start=position, body=body)) if body < line.end else None
        return [heading] if heading is not None and heading.kind in (Kind.STEP, Kind.ITEM) else []

    def headings_in(self, start: int, end: int) -> list[Heading]:
        """The headings whose content begins in ``[start, end)``."""
        lines = self.lines_in(start, end)
        numbers = self._headed[bisect_left(self._headed, lines.start) : bisect_left(self._headed, lines.stop)]
        found = (self.headings[number] for number in numbers)
        return [heading for heading in found if heading is not None and start <= heading.start < end]


def _whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The range with the rest of its first and last line, if that is short."""
    low, high = max(0, start - _REST_OF_LINE), min(len(text), end + _REST_OF_LINE)
    begin = max(text.rfind("\n", low, start), text.rfind("\r", low, start)) + 1
    stops = [place for mark in "\r\n" if (place := text.find(mark, end, high)) >= 0]
    if not stops and high == len(text):
        stops = [high]
    return begin if begin or low == 0 else start, min(stops, default=end)


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, overlapping ones as one."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def split_steps(page: Page, start: int, end: int) -> list[Piece]:
    """The steps in ``page.text[start:end]``, in order and without overlap.

    "Step k" headings count before numbered headings, those before numbered items; without any of them each paragraph is
    a step. Words before the first number are steps without a label. An end-of-proof mark belongs to no step.
    """
    end = trim_end_mark(page.text, start, end)
    heads = _heads(page, start, end)
    pieces = _headed(page, heads, start, end) if heads else _paragraphs(page, start, end)
    if len(heads) == 1 and heads[0].kind is Kind.ITEM and pieces:
        pieces = [*pieces[:-1], *_inline_items(page, pieces[-1])]
    return pieces


def trim_end_mark(text: str, start: int, end: int) -> int:
    """The end of ``text[start:end]`` without blanks and a closing □, Q.E.D. or the like."""
    end = _rstripped(text, start, end)
    match = _end_mark(text, start, end)
    return _rstripped(text, start, match.start()) if match else end


def ends_with_mark(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` closes with an end-of-proof mark."""
    return _end_mark(text, start, _rstripped(text, start, end)) is not None


def _end_mark(text: str, start: int, end: int) -> re.Match[str] | None:
    first = max(start, end - _END_MARK_REACH)
    tail = text[first:end].rstrip(_BEHIND_END_MARK).lower()
    # "Q.E.D." and its like end with a common letter.
    rare = _SHORT_ENDINGS.get(tail[-1:])
    may_be = tail.endswith(_ENDINGS) or (rare is not None and rare in tail[-7:])
    return _END_MARK.search(text, first, end) if may_be else None


def _rstripped(text: str, start: int, end: int) -> int:
    """The end of ``text[start:end]`` without the blanks at its end, without a copy of the text."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def _heads(page: Page, start: int, end: int) -> list[Heading]:
    """The headings that begin steps; empty if paragraphs do."""
    headings = [*page.heading_after(start, end), *page.headings_in(start, end)]
    steps = [heading for heading in headings if heading.kind is Kind.STEP]
    if steps:
        return steps
    items = [heading for heading in headings if heading.kind is Kind.ITEM]
    titled = [heading for heading in items if heading.level < _NO_LEVEL]
    if len(titled) > 1:
        return titled
    chain = _chain(page, items)
    if not chain or len(_paragraphs(page, start, chain[0].start)) > _MOST_LEADING_PARAGRAPHS:
        return []
    return chain


def _chain(page: Page, items: list[Heading]) -> list[Heading]:
    """The items of one list: same margin and same marks, each number the next (or 1 throughout, as Markdown allows)."""
    chain: list[Heading] = []
    margin = 0
    for item in items:
        indent = page.lines[page.line_at(item.start)].indent
        number = int(item.label)
        if not chain:
            if number <= 1 or not page.text[: item.start].strip("\ufeff \t\r\n"):
                chain.append(item)
                margin = indent
            continue
        last = int(chain[-1].label)
        style = item.name.replace(item.label, "") == chain[-1].name.replace(chain[-1].label, "")
        if style and indent <= margin + 1 and (number == last + 1 or number == last == 1):
            chain.append(item)
    return chain


def _headed(page: Page, heads: list[Heading], start: int, end: int) -> list[Piece]:
    pieces = _paragraphs(page, start, heads[0].start)
    level = max(heads[0].level, min(head.level for head in heads))
    for head, stop in zip(heads, [*(head.start for head in heads[1:]), end], strict=True):
        titles = [
            title.start
            for title in page.headings_in(head.content, stop)
            if (title.level <= min(level, _NO_LEVEL - 1) and title.kind is not Kind.ITEM) or _concludes(page, title)
        ]
        until = titles[0] if titles else stop
        if stop == end and head.kind is Kind.ITEM and head.level == _NO_LEVEL:
            until = min(until, _end_of_list(page, head, until))
        piece = _trimmed(page.text, head.label, head.content, until)
        if piece:
            pieces.append(piece)
        if until < stop:
            pieces.extend(_paragraphs(page, until, stop))
    return pieces


def _concludes(page: Page, title: Heading) -> bool:
    """Whether a heading alone on its line, "**Conclusion**", stands beside the steps before it."""
    return title.kind is Kind.ANSWER and title.content >= page.lines[page.line_at(title.start)].end


def _end_of_list(page: Page, head: Heading, end: int) -> int:
    """Where the last numbered item stops: at a paragraph at the margin that begins like a sentence of its own."""
    after_blank = False
    for number in page.lines_in(head.content, end):
        line = page.lines[number]
        if line.start <= head.start or line.inside:
            continue
        if line.blank:
            after_blank = True
            continue
        begins = page.text[line.body]
        formula = page.formula_at(line.body)
        if (
            after_blank
            and line.indent <= 1
            and not begins.islower()
            and not (formula is not None and (formula.display or formula.code))
            and not _BULLET.match(page.text, line.body)
        ):
            return line.start
        after_blank = False
    return end


def _inline_items(page: Page, piece: Piece) -> list[Piece]:
    """A list on one line, "1. … 2. … 3. …", as items; the piece itself if it is none."""
    pieces: list[Piece] = []
    current = piece
    if not current.label.isdigit():
        return [piece]
    for match in _INLINE_ITEM.finditer(page.text, piece.start, piece.end):
        if int(match.group(1)) == int(current.label) + 1 and page.formula_at(match.start()) is None:
            done = _trimmed(page.text, current.label, current.start, match.start())
            pieces.extend([done] if done else [])
            current = Piece(match.group(1), match.end(), piece.end)
    return [*pieces, current]


def _paragraphs(page: Page, start: int, end: int) -> list[Piece]:
    """The paragraphs of ``[start, end)``: displays, lists, code and what goes on in lower case join the one before."""
    pieces: list[Piece] = []
    label = ""
    for begin, stop, title in _blocks(page, start, end):
        if title is not None:
            label = title
            continue
        text = page.text
        comment = _COMMENT.match(text, begin, stop)
        if (comment and comment.end() == stop) or _RULE.fullmatch(text, begin, stop):
            continue
        if pieces and not label and _belongs_before(page, pieces[-1], begin):
            pieces[-1] = Piece(pieces[-1].label, pieces[-1].start, stop)
            continue
        pieces.append(Piece(label, begin, stop))
        label = ""
    return pieces


def _blocks(page: Page, start: int, end: int) -> list[tuple[int, int, str | None]]:
    """Runs of lines without a blank one, as (start, end, None), and titles, as (start, end, name)."""
    blocks: list[tuple[int, int, str | None]] = []
    begin: int | None = None
    last = start
    for number in page.lines_in(start, end):
        line = page.lines[number]
        body = max(line.body, start)
        stop = min(line.end, end)
        if line.inside and begin is not None:
            last = max(last, stop)
            continue
        heading = page.headings[number] if line.body >= start else None
        title = heading is not None and heading.kind in (Kind.TITLE, Kind.ANSWER) and heading.content >= stop
        claim = heading is not None and heading.kind is Kind.CLAIM
        fresh = title or claim or line.blank or _sets_apart(page.text, line.start, body, stop)
        if fresh and begin is not None:
            blocks.append((begin, _rstripped(page.text, begin, last), None))
            begin = None
        if title and heading is not None:
            blocks.append((body, stop, heading.name))
        elif body < stop and not (page.text[body].isspace() and page.text[body:stop].isspace()):
            begin = body if begin is None else begin
            last = stop
    if begin is not None:
        blocks.append((begin, _rstripped(page.text, begin, last), None))
    return blocks


def _sets_apart(text: str, start: int, body: int, end: int) -> bool:
    """Whether the line at ``[start, end)`` with its words at ``body`` is a rule or opens a case."""
    first = text[body : body + 1]
    if first in _OPENS_CASE and _CASE.match(text, body, end):
        return True
    return first in _OPENS_RULE and _RULE.fullmatch(text, start, end) is not None


def _belongs_before(page: Page, piece: Piece, begin: int) -> bool:
    """Whether the paragraph at ``begin`` goes on with ``piece``."""
    text = page.text
    formula = page.formula_at(begin)
    if formula is not None and formula.start == begin and (formula.display or formula.code):
        return True
    line = page.lines[page.line_at(begin)]
    heading = page.headings[page.line_at(begin)]
    if _BULLET.match(text, begin) or (heading is not None and heading.kind is Kind.ITEM):
        return True
    first = page.lines[page.line_at(piece.start)]
    if _SUBITEM.match(text, begin) or (page.margins and line.indent > max(3, first.indent)):
        return True
    return text[begin].islower() or text[begin] in ",;"


def _trimmed(text: str, label: str, start: int, end: int) -> Piece | None:
    """The piece without blanks and rules around it, or None if nothing else is there."""
    while start < end and (text[start].isspace() or text[start] == "\ufeff"):
        start += 1
    end = _rstripped(text, start, end)
    rule = _FINAL_RULE.search(text, max(start, end - _END_MARK_REACH), end)
    if rule:
        end = _rstripped(text, start, rule.start())
    return Piece(label, start, end) if start < end else None
