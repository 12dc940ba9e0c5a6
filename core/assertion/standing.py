"""Whether a claim stands as an assertion: its passage, its sentence and its neighbours."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from ..claims.ast import symbols
from ..value import value
from .bare import may_convert
from .conditions import given
from .document import Document, Found
from .identities import goes_on, is_rewriting
from .mood import ALTERNATIVE, LEADS_TO_CONTRADICTION, LOOKAHEAD, QUOTED, REACH, mood
from .piece import Piece
from .quantifiers import quantified
from .surroundings import Surroundings

FRAGMENT = "may be part of a longer expression"
PROBLEM = "stands in the problem"
ABANDONED = "an attempt that the text gives up"
HYPOTHETICAL = "inside a contradiction"

_SENTENCE_END = re.compile(r"[.?!][\s\"'”’)\]$\\]*$")


@value
class Standing:
    """How a claim stands in its text. ``why``: why it is not asserted, "" if it is.

    ``given`` are the numbers that its sentence gives to names, as ("x", "x = 3"), and ``given_why`` tells how it stands
    under them. ``bound`` are the names that "for all" binds, from ``least`` on, ``rewriting`` says that the words are
    of expanding and simplifying, and ``open_why`` tells how the claim stands if these words are taken for what they
    say of its names.
    """

    why: str
    given: tuple[tuple[str, str], ...] = ()
    given_why: str = ""
    bound: frozenset[str] = frozenset()
    least: int | None = None
    rewriting: bool = False
    open_why: str = FRAGMENT


def standing(document: Document, index: int, item: Found, whole: Surroundings) -> Standing:
    """How the claim ``item`` of passage ``index`` stands."""
    passage, piece = document.passages[index], item.piece
    if passage.problem:
        return Standing(why=PROBLEM)
    if passage.abandoned:
        return Standing(why=ABANDONED)
    if piece.foreign or piece.listed or (piece.unit and may_convert(item.claim)):
        return Standing(why=FRAGMENT)
    if piece.alternative:
        return Standing(why=ALTERNATIVE)
    before, after, sentences = _around(document, index, item)
    following = tuple(sentences)
    negative = all(relation.name[0] in "≠≢∤" or " not " in relation.name for relation in item.claim.relations)
    approximate = all(relation.name == "≈" for relation in item.claim.relations)
    quoted = passage.text[piece.start : piece.end]

    def why(before: str, after: str) -> str:
        found = mood(quoted, before, after, following, negative=negative, approximate=approximate)
        return found or _elsewhere(document, index, item, whole)

    plain = Standing(why=why(before, after))
    if not any(map(symbols, item.claim.members)):
        return plain
    condition = given(before, after)
    if condition is not None:
        plain = replace(plain, given=condition.names, given_why=why(condition.before, condition.after))
    every = quantified(before, after)
    if every is not None:
        before, after = every.before, every.after
        plain = replace(plain, bound=every.names, least=every.least)
    return replace(
        plain,
        rewriting=is_rewriting(before, after),
        open_why=FRAGMENT if goes_on(after) else why(before, after) if every is not None else plain.why,
    )


def _elsewhere(document: Document, index: int, item: Found, whole: Surroundings) -> str:
    """Why a claim that its sentence asserts does not count, from the rest of the text; "" if it does."""
    passage, piece = document.passages[index], item.piece
    if passage.hypothetical:
        return HYPOTHETICAL
    if any(scope in whole.refuted_scopes for scope in passage.scope[1:]):
        return LEADS_TO_CONTRADICTION
    why = whole.reads_otherwise(index, passage.text[piece.start : piece.end], item.claim)
    if why:
        return why
    return QUOTED if _in_quotes(passage.text, piece) else ""


def _in_quotes(text: str, piece: Piece) -> bool:
    left = text[max(0, piece.start - 3) : piece.start].rstrip(" \t\r\n$")[-1:]
    right = text[piece.end : piece.end + 4].lstrip(" \t\r\n$.,;!")[:1]
    return left in ('"', "“", "‘", "«") and right in ('"', "”", "’", "»")


def _around(document: Document, index: int, item: Found) -> tuple[str, str, Iterator[str]]:
    """The rest of the sentence on both sides, over the borders of passages, and the next sentences."""
    passages = document.passages
    text = passages[index].text
    before, after = item.before(text), item.after(text)
    if item.low <= document.sentences(index)[0][0]:
        for back in range(index - 1, max(-1, index - 4), -1):
            earlier = passages[back].text
            if not earlier or passages[back].problem or _ends(earlier) or len(before) > REACH:
                break
            before = earlier[document.sentences(back)[-1][0] :][-REACH:] + " " + before
    position = max(item.high, item.piece.end)
    if position >= document.sentences(index)[-1][1] and not _ends(text):
        for ahead in range(index + 1, min(len(passages), index + 4)):
            later = passages[ahead].text
            if not later or len(after) > REACH:
                break
            position = document.sentences(ahead)[0][1]
            after += " " + later[: min(position, REACH)]
            index = ahead
            if _ends(later[:position]):
                break
    return before, after, _next_sentences(document, index, position)


def _ends(text: str) -> bool:
    """True if ``text`` ends a sentence."""
    return _SENTENCE_END.search(text[-40:]) is not None


def _next_sentences(document: Document, index: int, position: int) -> Iterator[str]:
    """The sentences after ``position`` in passage ``index``, then those of the next passages; LOOKAHEAD of them."""
    count = 0
    for at in range(index, min(len(document.passages), index + LOOKAHEAD + 1)):
        text = document.passages[at].text
        spans = document.sentences(at)
        first = bisect_left(spans, (position, 0)) if at == index else 0
        for low, high in spans[first : first + LOOKAHEAD]:
            if text[low:high].strip():
                yield text[low : min(high, low + REACH)]
                count += 1
                if count == LOOKAHEAD:
                    return
