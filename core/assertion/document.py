"""A text as passages with their sentences, and the claims that stand in each passage."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..claims import parse
from ..claims.ast import Claim, ClaimError, symbols
from ..mathspans import MathSpan
from ..sentences import sentence_spans
from ..value import value
from .mood import REACH
from .names import Names, bind, note_unread, note_used, note_variables
from .phrases import Phrase, may_tell, phrases
from .piece import Piece
from .pieces import pieces
from .quantities import quantities

_LETTER = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")
_LINK = re.compile(r"(?<![<>=!≠:])=(?!=)|[<>≤≥]|\\(?:leq?|geq?|lt|gt)(?![A-Za-z])")
_WORD_EQUATED = re.compile(r"(?<![A-Za-z\\$&])[a-z]{2,4}(?=\s*=(?!=))")
"""xy = 6 in plain prose, where two letters are no run of formula-like words."""
MAX_PARTS = 60


@value
class Passage:
    """A stretch of text in source order: a sentence, a clause, or several.

    ``scope``: ids of the open scopes, root first. ``hypothetical``: inside a contradiction. ``problem``: the problem's
    statement, which asserts nothing and may bind names. ``abandoned``: an attempt that the text gave up.
    """

    text: str
    scope: tuple[str, ...]
    hypothetical: bool
    problem: bool = False
    abandoned: bool = False


@value
class Found:
    """A piece that parses, with the sentence [low, high) it stands in. ``told`` is a claim in words, with its note."""

    piece: Piece
    claim: Claim
    low: int
    high: int
    told: str = ""
    note: str = ""

    def before(self, text: str) -> str:
        """Its sentence up to it, at most REACH characters."""
        return text[max(min(self.low, self.piece.start), self.piece.start - REACH) : self.piece.start]

    def after(self, text: str) -> str:
        """Its sentence after it, at most REACH characters."""
        return text[self.piece.end : min(max(self.high, self.piece.end), self.piece.end + REACH)]


class Document:
    """The passages with their sentences, which are found once; ``unread`` are the letters of equations outside the
    grammar, with the index of the passage."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.unread: list[tuple[int, frozenset[str]]] = []
        self._sentences: dict[int, tuple[tuple[int, int], ...]] = {}

    def sentences(self, index: int) -> tuple[tuple[int, int], ...]:
        """The sentence spans of passage ``index``; the whole of it if it has none."""
        found = self._sentences.get(index)
        if found is None:
            text = self.passages[index].text
            found = self._sentences[index] = sentence_spans(text) or ((0, len(text)),)
        return found


def read(document: Document, index: int, names: Names) -> list[Found]:
    passage = document.passages[index]
    text = passage.text
    note_variables(text, names)
    for words in _WORD_EQUATED.findall(text):
        document.unread.append((index, frozenset(words)))
    candidates, formulas = pieces(text)
    told = [*(phrases(text) if may_tell(text) else ()), *quantities(text, formulas), *_continued(document, index)]
    if not candidates and not told:
        _note_all(text, formulas, names)
        return []
    sentences = document.sentences(index)
    starts = [start for start, _ in sentences]
    found: list[Found] = []
    for piece in candidates:
        quoted = text[piece.start : piece.end]
        where = max(0, bisect_right(starts, piece.start) - 1)
        low, high = sentences[where]
        for shift, claim in _parses(quoted):
            if claim is None:
                note_unread(quoted, names)
                if "=" in quoted:
                    document.unread.append((index, frozenset(_LETTER.findall(quoted))))
                continue
            part = Piece(
                start=piece.start + shift[0],
                end=piece.start + shift[1],
                formula=piece.formula,
                foreign=piece.foreign,
                alternative=piece.alternative,
                listed=piece.listed,
                unit=piece.unit,
            )
            item = Found(piece=part, claim=claim, low=low, high=high)
            found.append(item)
            if piece.listed or piece.foreign or piece.alternative:
                note_unread(quoted, names)
            else:
                bind(
                    claim,
                    text[part.start : part.end],
                    before=item.before(text),
                    scope=passage.scope,
                    names=names,
                    hypothetical=passage.hypothetical or passage.abandoned,
                )
    if told:
        found = [*_beside(found, list(_told(told, sentences, starts)))]
    _note_all(text, formulas, names)
    return found


_GOES_ON = re.compile(
    r"\W*(?:and|so|hence|thus|therefore|then|which|giving|gives|we|to|their|its|the)(?![A-Za-z])", re.IGNORECASE
)
TAIL = 160
"""Characters of the passage before that a computation in words may begin in."""


def _continued(document: Document, index: int) -> Iterator[Phrase]:
    """ "We have 12 + 30," and in the next passage "so the total is 42": what the second one says."""
    text = document.passages[index].text
    if not index or _GOES_ON.match(text) is None or not may_tell(text):
        return
    earlier = document.passages[index - 1]
    if earlier.problem or earlier.abandoned or earlier.scope != document.passages[index].scope:
        return
    tail = earlier.text[-TAIL:] + " "
    for phrase in phrases(tail + text):
        if phrase.start < len(tail) - 1 < phrase.end - 1:
            yield replace(phrase, start=0, end=phrase.end - len(tail))


def _told(told: Sequence[Phrase], sentences: Sequence[tuple[int, int]], starts: list[int]) -> Iterator[Found]:
    for phrase in told:
        low, high = sentences[max(0, bisect_right(starts, phrase.start) - 1)]
        try:
            claim = parse(phrase.claim)
        except ClaimError:
            continue
        piece = Piece(start=phrase.start, end=phrase.end, formula=False, unit=phrase.unit)
        yield Found(piece=piece, claim=claim, low=low, high=high, told=phrase.claim, note=phrase.note)


def _beside(found: Sequence[Found], told: Sequence[Found]) -> Iterator[Found]:
    """A told claim stands for the fragments within it, and a claim that is whole stands for what was told of it."""
    kept = [
        item
        for item in told
        if not any(
            _overlap(item.piece, other.piece)
            and not (
                other.piece.foreign or other.piece.unit or other.piece.listed or any(map(symbols, other.claim.members))
            )
            for other in found
        )
    ]
    yield from (item for item in found if not any(_overlap(item.piece, other.piece) for other in kept))
    yield from kept


def _overlap(one: Piece, two: Piece) -> bool:
    return one.start < two.end and two.start < one.end


def _note_all(text: str, formulas: Sequence[MathSpan], names: Names) -> None:
    note_used(text, names)
    for span in formulas:
        names.seen.update(_LETTER.findall(text, span.inner_start, span.inner_end))


def _parses(quoted: str) -> Iterator[tuple[tuple[int, int], Claim | None]]:
    """The claims in ``quoted``: the whole, or else the parts of a chain that the grammar reads."""
    try:
        yield (0, len(quoted)), parse(quoted)
        return
    except ClaimError:
        pass
    yield (0, len(quoted)), None
    for start, end in _readable_parts(quoted):
        try:
            yield (start, end), parse(quoted[start:end])
        except ClaimError:
            continue


def _readable_parts(quoted: str) -> Iterator[tuple[int, int]]:
    """Maximal runs of at least two neighbouring members that parse, in a chain of = and < that does not as a whole."""
    if "≡" in quoted or "\\equiv" in quoted or "|" in quoted or "\\mid" in quoted:
        return
    cuts = [match.span() for match in _LINK.finditer(quoted) if _depth(quoted, match.start()) == 0]
    if not 2 <= len(cuts) <= MAX_PARTS:
        return
    bounds = [0, *[end for _, end in cuts]]
    ends = [*[start for start, _ in cuts], len(quoted)]
    good = [_is_expression(quoted[a:b]) for a, b in zip(bounds, ends, strict=True)]
    first: int | None = None
    for i in range(len(good) + 1):
        if i < len(good) and good[i]:
            first = i if first is None else first
            continue
        if first is not None and i - first >= 2:
            start, end = bounds[first], ends[i - 1]
            while start < end and quoted[start] in " &\n\t":
                start += 1
            while end > start and quoted[end - 1] in " &\n\t":
                end -= 1
            yield start, end
        first = None


def _depth(text: str, position: int) -> int:
    before = text[:position]
    return sum(before.count(c) for c in "([{") - sum(before.count(c) for c in ")]}")


def _is_expression(text: str) -> bool:
    try:
        parse(text + " = 0")
    except ClaimError:
        return False
    return True
