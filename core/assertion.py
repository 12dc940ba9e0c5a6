"""Which numeric claims a text asserts: every claim with its exact span, its mood, and the definitions it rests on.

A claim counts only where the text asserts it: not what is supposed, denied, asked, to be shown or solved, and not
what stands inside a contradiction (METHOD 5 and 7). In doubt a claim is not counted.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from .claim_mood import ALTERNATIVE, LEADS_TO_CONTRADICTION, LOOKAHEAD, REACH, SUPPOSED, contradicts, mood
from .claim_names import Names, bind, closed, note_unread, note_used, note_variables
from .claim_phrases import may_tell, phrases
from .claim_pieces import Piece, pieces, trimmed
from .claims import ROUNDED, parse
from .claims_ast import Call, Claim, ClaimError, Constant, Node, Number, Power, Symbol, children, symbols
from .mathspans import MathSpan
from .sentences import sentence_spans
from .value import value

__all__ = ["ClaimSite", "Passage", "claim_sites"]


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
class ClaimSite:
    """A numeric claim in a passage.

    ``text`` is the quoted claim at codepoints [start, end) of the passage, which is what the checker reads; for a
    computation told in words it is the claim that the quoted words say, and ``note`` tells how they were read.
    ``why_not`` says why it is not asserted. ``premises`` are the definitions it is read under, as "A = -14".
    """

    start: int
    end: int
    text: str
    asserted: bool
    why_not: str
    premises: tuple[str, ...] = ()
    note: str = ""


@value
class _Found:
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
_OPERATION = re.compile(
    r"(?<![A-Za-z])(?:operation|operator|define[sd]?|defined)(?![A-Za-z])[^.]{0,80}?[A-Za-z0-9]\s*(?:\*|∗|\\ast|\\star|\\circ|×|\\times|/|\||!|\^|\+|-)\s*[A-Za-z0-9]",
    re.I,
)
NEAR = 500
"""Characters around a claim that may say that it is meant modulo something."""
_LETTER = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")


def claim_sites(passages: Sequence[Passage]) -> tuple[tuple[ClaimSite, ...], ...]:
    """The numeric claims of each passage. Linear in the total length of the text."""
    names = Names()
    document = _Document(passages)
    found = [_read(document, index, names) for index in range(len(passages))]
    refuted_scopes = {passage.scope[-1] for passage in passages if len(passage.scope) > 1 and contradicts(passage.text)}
    modular_document = any(_FIELD.search(passage.text) for passage in passages)
    custom = any(_OPERATION.search(passage.text) for passage in passages)
    visible: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    result: list[tuple[ClaimSite, ...]] = []
    false_world: tuple[int, tuple[str, ...]] = (-WORLD - 1, ())
    for index, (passage, own) in enumerate(zip(passages, found, strict=True)):
        known = visible.get(passage.scope)
        if known is None:
            known = visible[passage.scope] = names.visible(passage.scope)
        sites: list[ClaimSite] = []
        for item in own:
            if _supposes_numbers(passage.text, item):
                false_world = (index, passage.scope)
            why = _why_not(document, index, item, refuted_scopes, modular=modular_document, custom=custom)
            if not why and _in_world(false_world, index, passage.scope):
                why = SUPPOSED
            sites.extend(_sites(passage.text, item, known, why))
        result.append(tuple(sites))
    return tuple(result)


_SUPPOSE = re.compile(r"(?<![A-Za-z])(?:suppose|assume|assuming|supposing)(?![A-Za-z])", re.IGNORECASE)
WORLD = 5
"""Passages that stay under a supposition about plain numbers, as "suppose 1 = 2"."""


def _supposes_numbers(text: str, item: _Found) -> bool:
    return not any(map(symbols, item.claim.members)) and _SUPPOSE.search(item.before(text)) is not None


def _in_world(world: tuple[int, tuple[str, ...]], index: int, scope: tuple[str, ...]) -> bool:
    return index - world[0] <= WORLD and scope[: len(world[1])] == world[1]


# ---- reading a passage


class _Document:
    """The passages with their sentences, which are found once."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self._sentences: dict[int, tuple[tuple[int, int], ...]] = {}

    def sentences(self, index: int) -> tuple[tuple[int, int], ...]:
        """The sentence spans of passage ``index``; the whole of it if it has none."""
        found = self._sentences.get(index)
        if found is None:
            text = self.passages[index].text
            found = self._sentences[index] = sentence_spans(text) or ((0, len(text)),)
        return found


def _read(document: _Document, index: int, names: Names) -> list[_Found]:
    passage = document.passages[index]
    text = passage.text
    note_variables(text, names)
    candidates, formulas = pieces(text)
    told = may_tell(text)
    if not candidates and not told:
        _note_all(text, formulas, names)
        return []
    sentences = document.sentences(index)
    starts = [start for start, _ in sentences]
    found: list[_Found] = []
    for piece in candidates:
        quoted = text[piece.start : piece.end]
        where = max(0, bisect_right(starts, piece.start) - 1)
        low, high = sentences[where]
        for shift, claim in _parses(quoted):
            if claim is None:
                note_unread(quoted, names)
                continue
            part = Piece(
                start=piece.start + shift[0],
                end=piece.start + shift[1],
                formula=piece.formula,
                foreign=piece.foreign,
                alternative=piece.alternative,
                listed=piece.listed,
            )
            item = _Found(piece=part, claim=claim, low=low, high=high)
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
        found.extend(_told(text, sentences, starts))
    _note_all(text, formulas, names)
    return found


def _told(text: str, sentences: Sequence[tuple[int, int]], starts: list[int]) -> Iterator[_Found]:
    for phrase in phrases(text):
        low, high = sentences[max(0, bisect_right(starts, phrase.start) - 1)]
        try:
            claim = parse(phrase.claim)
        except ClaimError:
            continue
        piece = Piece(start=phrase.start, end=phrase.end, formula=False)
        yield _Found(piece=piece, claim=claim, low=low, high=high, told=phrase.claim, note=phrase.note)


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


_LINK = re.compile(r"(?<![<>=!≠:])=(?!=)|[<>≤≥]|\\(?:leq?|geq?|lt|gt)(?![A-Za-z])")
MAX_PARTS = 60


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


# ---- mood


def _why_not(document: _Document, index: int, item: _Found, refuted: set[str], *, modular: bool, custom: bool) -> str:
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
    before, after, following = _surroundings(document, index, item)
    negative = all(relation.name[0] in "≠≢∤" for relation in item.claim.relations)
    why = mood(quoted, before, after, following, negative=negative)
    if why:
        return why
    if passage.hypothetical:
        return HYPOTHETICAL
    if any(scope in refuted for scope in passage.scope[1:]):
        return LEADS_TO_CONTRADICTION
    if modular or _is_modular(passage.text, piece, item.claim):
        return MODULAR
    if custom and re.search(r"[*∗!|/^×+-]|\\(?:ast|times)", quoted):
        return CUSTOM
    if _in_quotes(passage.text, piece):
        return "quoted"
    return ""


def _is_modular(text: str, piece: Piece, claim: Claim) -> bool:
    if claim.modulus is not None:
        return False
    outside = text[max(0, piece.start - NEAR) : piece.start] + " " + text[piece.end : piece.end + NEAR]
    return _MODULAR.search(outside) is not None


def _in_quotes(text: str, piece: Piece) -> bool:
    left = text[max(0, piece.start - 3) : piece.start].rstrip()[-1:]
    right = text[piece.end : piece.end + 3].lstrip()[:1]
    return left in ('"', "“", "‘", "«") and right in ('"', "”", "’", "»")


_SENTENCE_END = re.compile(r"[.?!][\s\"'”’)\]$\\]*$")


def _surroundings(document: _Document, index: int, item: _Found) -> tuple[str, str, Iterator[str]]:
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


def _next_sentences(document: _Document, index: int, position: int) -> Iterator[str]:
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


# ---- sites


def _sites(text: str, item: _Found, known: dict[str, tuple[str, ...]], why: str) -> Iterator[ClaimSite]:
    """The closed parts of a claim: maximal runs of members without unknown names, joined through unknown ones."""
    claim, piece = item.claim, item.piece
    if item.told:
        yield ClaimSite(
            start=piece.start,
            end=piece.end,
            text=item.told,
            asserted=not why,
            why_not=why,
            premises=(ROUNDED,) if re.search(r"\d\.\d", item.told) else (),
            note=item.note,
        )
        return
    for first, last in _closed_runs(claim, known):
        if _defines_itself(claim, first, text[piece.start : piece.end], known):
            first += 1  # a definition is no claim; what follows it in the chain is
            if first == last:
                continue
        start = piece.start if first == 0 else piece.start + claim.relations[first - 1].end
        end = piece.end if last == len(claim.members) - 1 else piece.start + claim.relations[last].start
        start, end = trimmed(text, start, end)
        used = _used(claim.members[first : last + 1], known)
        premises = tuple(text_ for name in sorted(used) for text_ in known[name])
        quoted = text[start:end]
        if re.search(r"\d\.\d", quoted):
            premises = (*premises, ROUNDED)
        reason = why or _two_numerals(claim, first, last, item.after(text))
        yield ClaimSite(start=start, end=end, text=quoted, asserted=not reason, why_not=reason, premises=premises)


def _closed_runs(claim: Claim, known: dict[str, tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    is_closed = [closed(member, known) and ("e" in known or not bare_e(member)) for member in claim.members]
    is_equality = [relation.name == "=" for relation in claim.relations]
    first: int | None = None
    last = 0
    for i, here in enumerate(is_closed):
        if here:
            if first is None:
                first = i
            last = i
        elif first is not None and not _bridged(is_closed, is_equality, i):
            if last > first:
                yield first, last
            first = None
    if first is not None and last > first:
        yield first, last


def _bridged(is_closed: list[bool], is_equality: list[bool], i: int) -> bool:
    """Member i is unknown: is it an = between members that go on to a closed one through = only?"""
    if not is_equality[i - 1]:
        return False
    j = i
    while j < len(is_closed) and not is_closed[j]:
        if j >= len(is_equality) or not is_equality[j]:
            return False
        j += 1
    return j < len(is_closed)


def _used(members: Sequence[Node], known: dict[str, tuple[str, ...]]) -> set[str]:
    waiting = [name for member in members for name in symbols(member)]
    waiting.extend("e" for member in members if "e" in known and _has_e(member))
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found.add(name)
            for text in known[name]:
                waiting.extend(symbols(parse(text).members[-1]))
    return found


def _has_e(node: Node) -> bool:
    return node == Constant(name="e") or any(map(_has_e, children(node)))


def bare_e(node: Node) -> bool:
    """True for an e that is no base of a power: in a proof it may be anything, not only Euler's number."""
    if isinstance(node, Power) and node.base == Constant(name="e"):
        return bare_e(node.exponent)
    if isinstance(node, Call) and node.name in ("ln", "log"):
        return False
    return node == Constant(name="e") or any(map(bare_e, children(node)))


def _defines_itself(claim: Claim, first: int, text: str, known: dict[str, tuple[str, ...]]) -> bool:
    """True if the chain begins with the definition of a name that stands there alone."""
    head = claim.members[first]
    if not isinstance(head, Symbol) or head.name not in known:
        return False
    start, end = claim.spans[first + 1]
    return f"{head.name} = {text[start:end]}" in known[head.name]


_UNIT = re.compile(r"^\W{0,3}[A-Za-z]{1,12}")


def _two_numerals(claim: Claim, first: int, last: int, after: str) -> str:
    """60 = 1 before a word may convert units; no computation stands there."""
    if last - first != 1 or claim.relations[first].name != "=" or claim.modulus is not None:
        return ""
    left, right = claim.members[first], claim.members[last]
    if isinstance(left, Number) and isinstance(right, Number) and left.value != right.value and _UNIT.match(after):
        return FRAGMENT
    return ""
