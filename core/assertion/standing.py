"""Whether a claim stands as an assertion: its passage, its sentence and its neighbours."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from .bare import may_convert
from .document import Document, Found
from .mood import ALTERNATIVE, LEADS_TO_CONTRADICTION, LOOKAHEAD, REACH, mood
from .piece import Piece
from .surroundings import Surroundings

FRAGMENT = "may be part of a longer expression"
PROBLEM = "stands in the problem"
ABANDONED = "an attempt that the text gives up"
HYPOTHETICAL = "inside a contradiction"

_SENTENCE_END = re.compile(r"[.?!][\s\"'”’)\]$\\]*$")


def why_not(document: Document, index: int, item: Found, whole: Surroundings) -> str:
    """ "" if the claim is asserted, else why it is not."""
    passage, piece = document.passages[index], item.piece
    quoted = passage.text[piece.start : piece.end]
    if passage.problem:
        return PROBLEM
    if passage.abandoned:
        return ABANDONED
    if piece.foreign or piece.listed or (piece.unit and may_convert(item.claim)):
        return FRAGMENT
    if piece.alternative:
        return ALTERNATIVE
    before, after, following = _around(document, index, item)
    negative = all(relation.name[0] in "≠≢∤" for relation in item.claim.relations)
    why = mood(quoted, before, after, following, negative=negative)
    if why:
        return why
    if passage.hypothetical:
        return HYPOTHETICAL
    if any(scope in whole.refuted_scopes for scope in passage.scope[1:]):
        return LEADS_TO_CONTRADICTION
    why = whole.reads_otherwise(index, quoted, item.claim)
    if why:
        return why
    if _in_quotes(passage.text, piece):
        return "quoted"
    return ""


def _in_quotes(text: str, piece: Piece) -> bool:
    left = text[max(0, piece.start - 3) : piece.start].rstrip()[-1:]
    right = text[piece.end : piece.end + 3].lstrip()[:1]
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
