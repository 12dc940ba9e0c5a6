"""Whether a claim stands as an assertion: its passage, its sentence and its neighbours."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from ..claims.ast import Claim
from ..value import value
from .document import Document, Found, Passage
from .mood import ALTERNATIVE, LEADS_TO_CONTRADICTION, LOOKAHEAD, REACH, contradicts, mood
from .pieces import Piece

MODULAR = "may be meant modulo a number"
CUSTOM = "uses a sign that the text defines anew"
FRAGMENT = "may be part of a longer expression"
PROBLEM = "stands in the problem"
ABANDONED = "an attempt that the text gives up"
HYPOTHETICAL = "inside a contradiction"

_MODULAR = re.compile(
    r"(?<![A-Za-z])(?i:modulo|mod|residues?|congruen\w+|base|binary|ternary|octal|hexadecimal|clock|characteristic)(?![A-Za-z])"
    r"|\\p?mod(?![A-Za-z])|\\bmod|≡|\\equiv(?![A-Za-z])|\\mathbb\s*\{?\s*[ZF]\s*\}?\s*(?:_|/)|[ℤ𝔽](?:_|/|[₀-₉])|(?<![A-Za-z])(?:GF|Z)_?\(?\d"
)
_FIELD = re.compile(
    r"\\mathbb\s*\{?\s*F|𝔽|(?<![A-Za-z])GF\s*\(|(?<![A-Za-z])(?:rings?|fields?|[Bb]oolean|XOR)(?![A-Za-z])|\\mathbb\s*\{?\s*Z\s*\}?\s*(?:_|/)|[ℤ](?:_|/|[₀-₉])|characteristic\s+(?:\$?\d|p)|(?i:work(?:ing)?)\s+(?:mod|in\s+base)|arithmetic\s+mod|finite\s+field"
)
# "Define the operation a + b = …" may use any sign; "define a * b = …" without that word only one that arithmetic can
# spare, for "define x and y by x + y = 3" defines two numbers.
_OPERATION = re.compile(
    r"(?<![A-Za-z])(?:operations?|operators?)(?![A-Za-z])[^.]{0,80}?[A-Za-z0-9]\s*(?:\*|∗|\\(?:ast|star|circ|times)|×|/|\||!|\^|\+|-)"
    r"\s*[A-Za-z0-9]"
    r"|(?<![A-Za-z])defin\w+(?![A-Za-z])[^.=]{0,60}?(?<![A-Za-z0-9_])[A-Za-z]\s*(?:\*|∗|!|\\(?:ast|star|circ)(?![A-Za-z]))\s*[A-Za-z]"
    r"\s*(?:=|:=|\$|\\\))"
    r"|(?<![A-Za-z0-9_])[A-Za-z]\s*(?:\*|∗|!|\\(?:ast|star|circ)(?![A-Za-z]))\s*[A-Za-z]\s*(?:\$|\\\))?\s+(?:is|be)\s+defined(?![A-Za-z])",
    re.I,
)
NEAR = 500
"""Characters around a claim that may say that it is meant modulo something."""
_SENTENCE_END = re.compile(r"[.?!][\s\"'”’)\]$\\]*$")


@value
class Surroundings:
    """What the whole text says that bears on each claim: scopes that end in a contradiction, arithmetic modulo
    something throughout, a sign defined anew."""

    refuted_scopes: frozenset[str]
    modular: bool
    custom: bool


def surroundings(passages: Sequence[Passage]) -> Surroundings:
    """Read the whole text once."""
    return Surroundings(
        refuted_scopes=frozenset(p.scope[-1] for p in passages if len(p.scope) > 1 and contradicts(p.text)),
        modular=any(_FIELD.search(p.text) for p in passages),
        custom=any(_OPERATION.search(p.text) for p in passages),
    )


def why_not(document: Document, index: int, item: Found, whole: Surroundings) -> str:
    """ "" if the claim is asserted, else why it is not."""
    passage, piece = document.passages[index], item.piece
    quoted = passage.text[piece.start : piece.end]
    if passage.problem:
        return PROBLEM
    if passage.abandoned:
        return ABANDONED
    if piece.foreign or piece.listed:
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
    if whole.modular or is_modular(passage.text, piece, item.claim):
        return MODULAR
    if whole.custom and re.search(r"[*∗!|/^×+-]|\\(?:ast|times)", quoted):
        return CUSTOM
    if _in_quotes(passage.text, piece):
        return "quoted"
    return ""


def is_modular(text: str, piece: Piece, claim: Claim) -> bool:
    if claim.modulus is not None:
        return False
    outside = text[max(0, piece.start - NEAR) : piece.start] + " " + text[piece.end : piece.end + NEAR]
    return _MODULAR.search(outside) is not None


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
