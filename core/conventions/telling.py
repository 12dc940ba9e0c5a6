"""What pieces of a text say in the claim grammar: claims of a unit, and what Γ demands of a point."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from ..assertion.document import Document, Passage, read
from ..assertion.names import Names
from ..claims import ClaimError, parse
from ..claims.ast import Claim, symbols
from ..mathspans import math_spans
from ..value import value
from .flat import flatten

_LONGEST = 200
_LONGEST_PROSE = 2_000
_RELATION = re.compile(r"[=<>≤≥≠≡]")
_PARTS = re.compile(r"\\q?quad(?![A-Za-z])|[,;](?=\s)|\\text\{\s*and\s*\}")
_PREDICATE = re.compile(
    r"\s*(?:is|are)\s+(?:strictly\s+|always\s+)?(positive|negative|non-?zero)\b(?!\s+(?:integer|int\b))"
)
_DIVISIBLE = re.compile(r"\s*(?:is|are)\s+(?:always\s+)?(?:divisible\s+by|a\s+multiple\s+of)\s+\$?(\d{1,6})(?![\d.,^])")
_SIGN = {"positive": "> 0", "negative": "< 0", "nonzero": "≠ 0", "non-zero": "≠ 0"}
_MEMBER = re.compile(r"(?:\\in(?![A-Za-z])|∈)\s*(?:\\mathbb\s*\{?\s*N\s*\}?|\\N(?![A-Za-z])|ℕ)\s*$")
_NAMES = re.compile(r"\s*[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)*\s*")
_CONDITION = re.compile(
    r"\b(?:if|when|whenever|suppose|assum\w+|let|unless|provided|where|whether|need|want|must show|(?:to )?show"
    r"|(?:to )?prove|would|were|claim|whose|except|fail\w*|not|never|cannot|otherwise|or|contradict\w*|impossible"
    r"|for which|such|exists?|for (?:all|any|every|each|large|small)|there (?:is|are)|some|case|minimum|maximum"
    r"|smallest|largest)\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"(?:\s|[.,:;*_#>()]|\d+\.|∈ ?ℕ|\b(?:[A-Za-z]|let|suppose|assume|fix|take|given|consider|that|be|is|are|an|any|all"
    r"|every|each|arbitrary|fixed|natural|numbers?|with|and|such|for|if|we|have|where|the|now|first|so|of)\b)*",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"\b(?:if|let|suppose|assume|given|where|with|such|when|whenever|satisf\w+|for which|provided|fix|consider)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\b(?:then|prove|show)\b", re.IGNORECASE)
_BINDS = re.compile(r"\b(?:for|every|all|each|any)(?:\s+[A-Za-z-]{2,20}){0,4}\s*$", re.IGNORECASE)

_TAKES = re.compile(
    r"\b(?:for|at|with|tak(?:e|es|ing)|set|sets|setting|put|puts|putting|choos(?:e|es|ing)|letting"
    r"|plug(?:ging)?(?: in)?|substitut(?:e|es|ing)|insert(?:ing)?|consider(?:ing)?|check(?:ing)?|try(?:ing)?|base"
    r"|until|up to|once|starts?|begins?)\s*:?\s*[$(\\]*\s*$",
    re.IGNORECASE,
)
_HEADING = re.compile(r"[$*_)]*\s*:(?!=)")
_VALUE = re.compile(r"\$?\s*[A-Za-z](?:_\w)?\s*=\s*-?\d+\s*\$?")
_CONCLUDES = re.compile(
    r"\b(?:so|hence|thus|therefore|then|implies|gives?|yields?|get|obtain|have|has|means|must|conclude|follows|is|that"
    r"|forces|shows?|since|because|as|find|whence)\b[^.;:]{0,40}$|⟹|⇒",
    re.IGNORECASE,
)
"""Before "⟨n = 1⟩": it is said, not taken as an example."""


@value
class Told:
    """A claim as the grammar reads it: ``text``, its tree, where its formula stands, and in ``names`` what it speaks
    of."""

    text: str
    claim: Claim
    start: int
    end: int

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for member in self.claim.members for name in symbols(member))


@value
class Demand:
    """What a piece of Γ demands: its claims, and whether these are all that it says."""

    claims: tuple[Told, ...]
    complete: bool


def told(text: str) -> tuple[Told, ...]:
    """The claims in the formulas of ``text``; also "⟨n² + n⟩ is positive"."""
    return tuple(_told(text))


def asserted(text: str) -> tuple[Told, ...]:
    """The claims of ``text`` where it simply asserts: () as soon as a word supposes, denies, bounds or asks, or a
    formula only says for which value the rest is meant ("For ⟨n = 1⟩: …", "Take ⟨n = 2⟩")."""
    if _CONDITION.search(_without_formulas(text)):
        return ()
    claims = told(text)
    return () if any(_is_condition(claim, text) for claim in claims) else claims


def _is_condition(claim: Told, text: str) -> bool:
    before, after = text[max(0, claim.start - 60) : claim.start], text[claim.end : claim.end + 3]
    if _TAKES.search(before) or _HEADING.match(after):
        return True
    return _VALUE.fullmatch(claim.text) is not None and _CONCLUDES.search(before) is None


def demanded(text: str) -> Demand:
    """What "Let n be a natural number with n ≥ 2" demands of a point; incomplete as soon as a word is not plain."""
    claims = told(text)
    starts = {claim.start for claim in claims}
    for span in math_spans(text):
        inner = text[span.inner_start : span.inner_end]
        if span.start not in starts and not _NAMES.fullmatch(inner) and not _MEMBER.search(inner):
            return Demand(claims=claims, complete=False)
    rest = text
    for claim in sorted(claims, key=lambda claim: -claim.start):
        rest = rest[: claim.start] + " " + rest[claim.end :]
    return Demand(claims=claims, complete=_PLAIN.fullmatch(_without_formulas(rest)) is not None)


def supposed(problem: str) -> tuple[Demand, tuple[Told, ...]]:
    """What a problem supposes of a point, and the claims that it makes of it."""
    bare = _without_formulas(problem)
    if _SUPPOSES.search(bare) is None:
        claims = told(problem)
        bounds = tuple(claim for claim in claims if _BINDS.search(problem[max(0, claim.start - 60) : claim.start]))
        return Demand(claims=bounds, complete=True), tuple(claim for claim in claims if claim not in bounds)
    ask = next((found for found in _ASKS.finditer(problem) if not _inside(problem, found.start())), None)
    if ask is None or _SUPPOSES.search(_without_formulas(problem[ask.end() :])):
        return Demand(claims=(), complete=False), ()
    return demanded(problem[: ask.start()]), told(problem[ask.end() :])


def speaks_of(text: str, name: str) -> bool:
    """Whether ``name`` occurs in ``text``; the word "a" is a name in formulas only."""
    pattern = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])")
    if name != "a":
        return pattern.search(text) is not None
    return any(pattern.search(text, span.inner_start, span.inner_end) for span in math_spans(text))


_LIST = r"[A-Za-z](?:_\w)?(?:\s?,\s?[A-Za-z](?:_\w)?){0,7}"
_NATURAL = re.compile(
    rf"\bnatural(?: numbers?)? ?(?:⟨\s?|(?![aAI]\b))(?P<a>{_LIST})(?=[⟩\s<>≤≥=,∈])"
    rf"|(?:⟨|(?<![A-Za-z⟨])(?![aAI]\b))(?P<b>{_LIST})⟩? (?:be|is|are|denotes?) "
    r"(?:(?:an?|any|some|arbitrary|fixed|two) ){0,3}natural"
    rf"|(?P<c>{_LIST}) ?⟩? ?∈ ?⟨? ?ℕ(?! ?[_^∪∖+*])"
)


def naturals(text: str) -> tuple[str, ...]:
    """The names that ``text`` declares as natural numbers."""
    found: dict[str, None] = {}
    for match in _NATURAL.finditer(flatten(text)):
        found.update(dict.fromkeys(re.findall(r"[A-Za-z](?:_\w)?", match["a"] or match["b"] or match["c"])))
    return tuple(found)


def _told(text: str) -> Iterator[Told]:
    spans = math_spans(text)
    for span in spans:
        inner = text[span.inner_start : span.inner_end]
        if span.code or len(inner) > _LONGEST:
            continue
        after = _PREDICATE.match(text, span.end)
        divisor = _DIVISIBLE.match(text, span.end)
        if after:
            pieces = [f"({inner.strip()}) {_SIGN[after[1].lower()]}"]
        elif divisor:
            pieces = [f"{divisor[1]} ∣ ({inner.strip()})"]
        else:
            pieces = _PARTS.split(inner)
        for piece in pieces:
            claim = _parsed(piece.strip())
            if claim is not None:
                yield Told(text=piece.strip(), claim=claim, start=span.start, end=span.end)
    if _RELATION.search(_without_formulas(text)) and len(text) <= _LONGEST_PROSE:
        starts = [span.start for span in spans]
        for found in read(Document([Passage(text=text, scope=("c0",), hypothetical=False)]), 0, Names()):
            start, end = found.piece.start, found.piece.end
            before = bisect_right(starts, start) - 1
            if (before < 0 or spans[before].end <= start) and not found.told:
                yield Told(text=text[start:end], claim=found.claim, start=start, end=end)


def _parsed(text: str) -> Claim | None:
    try:
        return parse(text) if text else None
    except ClaimError:
        return None


def _without_formulas(text: str) -> str:
    pieces, position = [], 0
    for span in math_spans(text):
        pieces.append(text[position : span.start])
        position = span.end
    return " ".join((*pieces, text[position:]))


def _inside(text: str, position: int) -> bool:
    return any(span.start <= position < span.end for span in math_spans(text))
