"""The repair-prevention check of a cut (METHOD 1; wang2026faithsieve B.1): a split may change nothing.

What somebody else cut is accepted only if each piece stands verbatim in its step, in order, and if no cut takes a
condition, a quantifier or a decisive word away from what it governs. What was rewritten is compared with the source, so
that a refusal can say what the words would have done: strengthened or weakened it, dropped a decisive word, changed a
constant or lost a scope.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import pairwise

from .injection import speaks_to_a_judge
from .mathspans import math_spans
from .quotes import Found, Quote, QuotedText, plain
from .rules.wording import read_wording
from .sentences import sentence_spans
from .tree import UnitRole
from .value import value

MOST_PIECES = 60
"""Substeps of a step that are accepted from outside at most."""
_LONGEST_COMPARED = 4_000
_EXPLAINED = 3  # misquotations that are compared with the text; of the others it is only said that they are some


class Harm(StrEnum):
    """What a split does to its source that it must not do."""

    STRENGTHENED = "strengthened"
    WEAKENED = "weakened"
    DROPPED_WORD = "dropped_word"
    CHANGED_CONSTANT = "changed_constant"
    LOST_SCOPE = "lost_scope"
    REWRITTEN = "rewritten"
    UNCOVERED = "uncovered"
    OUT_OF_ORDER = "out_of_order"
    CUT_FORMULA = "cut_formula"
    TOO_MANY = "too_many"


@value
class Fault:
    """Why a split is rejected; ``why`` is a sentence for whoever made it."""

    harm: Harm
    why: str


@value
class CheckedSplit:
    """A split as it was found in its step: ``pieces`` in order without overlap, ``left_out`` what stands in none of
    them and owes nothing (motivation). With ``faults`` it is rejected."""

    pieces: tuple[Found, ...]
    left_out: tuple[Found, ...]
    faults: tuple[Fault, ...]


def check_split(text: str, quotes: Sequence[Quote]) -> CheckedSplit:
    """Find the quotations in the text of a step and check what they make of it. Linear in the text for each quote.

    Words between two pieces that say nothing of their own ("and", "it is clear that", a full stop) go to the piece that
    they belong to, so that sentences stay whole.
    """
    if len(quotes) > MOST_PIECES:
        why = f"{len(quotes)} substeps for one step; at most {MOST_PIECES} are accepted"
        return CheckedSplit(pieces=(), left_out=(), faults=(Fault(harm=Harm.TOO_MANY, why=why),))
    found, faults = _found(text, quotes)
    if faults:
        return CheckedSplit(pieces=(), left_out=(), faults=tuple(faults))
    pieces, gaps = _joined(text, found)
    for gap in gaps:
        faults.extend(_gap_faults(text, gap))
    faults.extend(_cut_faults(text, pieces))
    return CheckedSplit(pieces=tuple(pieces), left_out=tuple(gaps), faults=tuple(faults))


def has_content(sentence: str) -> bool:
    """Whether a source sentence must stand in some substep: all but motivation, bare labels and words to a judge.

    "Therefore the set is closed under addition." has mathematical content without any formula.
    """
    if re.search(r"[^\W\d_]|[=<>≤≥∈⊂⊆∀∃]|\d\s*[-+*/^]", sentence) is None:
        return False
    if speaks_to_a_judge(sentence) is not None:
        return any(not span.code for span in math_spans(sentence))
    return read_wording(sentence).role is not UnitRole.REMARK


# Finding


def _found(text: str, quotes: Sequence[Quote]) -> tuple[list[Found], list[Fault]]:
    """The quotations where they stand, each after the one before."""
    source = QuotedText(text)
    found: list[Found] = []
    faults: list[Fault] = []
    after = 0
    for number, quote in enumerate(quotes, 1):
        place = source.find(quote, after)
        if place is None:
            faults.append(_not_found(text if len(faults) < _EXPLAINED else "", source, quote, number))
            continue
        found.append(place)
        after = place.end
    return found, faults


def _not_found(text: str, source: QuotedText, quote: Quote, number: int) -> Fault:
    words = quote.text or f"{quote.first} … {quote.last}"
    shown = words if len(words) <= 80 else words[:79] + "…"
    if source.find(quote) is not None:
        why = f"substep {number} “{shown}” stands before or inside the one before it; keep the order of the text"
        return Fault(harm=Harm.OUT_OF_ORDER, why=why)
    if quote.text and text:
        nearest = _nearest(text, quote.text)
        harms = differences(nearest, quote.text)
        if harms:
            return Fault(harm=harms[0].harm, why=f"substep {number} “{shown}” is not verbatim: {harms[0].why}")
    return Fault(harm=Harm.REWRITTEN, why=f"substep {number} “{shown}” does not stand in the step word for word")


def _nearest(text: str, words: str) -> str:
    """The sentence of ``text`` that shares most words with ``words``."""
    wanted = Counter(_WORD.findall(words[:_LONGEST_COMPARED].lower()))
    sentences = [text[start:end] for start, end in sentence_spans(text)]
    return max(
        sentences,
        key=lambda sentence: (Counter(_WORD.findall(sentence[:_LONGEST_COMPARED].lower())) & wanted).total(),
        default="",
    )


# Joining


_WORD = re.compile(r"\w+")
_CLOSES = re.compile(r"[.,;:!?)\]}”’\"'*_»]*")


def _joined(text: str, found: list[Found]) -> tuple[list[Found], list[Found]]:
    """The pieces with the idle words around them, and the gaps that are left."""
    edges = [end for _, end in sentence_spans(text)]
    pieces: list[Found] = []
    gaps: list[Found] = []
    position = 0
    for place in [*found, None]:
        begin = place.start if place is not None else len(text)
        # Marks that end what came before stay with it: a full stop, a closing bracket, an end of emphasis.
        closes = _closing(text, position, begin)
        if pieces and closes > position:
            pieces[-1] = Found(pieces[-1].start, closes)
            position = closes
        for gap in _by_sentence(text, position, begin, edges):
            idle = _is_idle(text[gap.start : gap.end])
            if idle and place is not None and _same_sentence(edges, gap.start, begin):
                place = Found(gap.start, place.end)
            elif idle and pieces and _same_sentence(edges, pieces[-1].end - 1, gap.start):
                pieces[-1] = Found(pieces[-1].start, gap.end)
            elif _WORD.search(text, gap.start, gap.end):
                gaps.append(gap)
        if place is not None:
            pieces.append(place)
            position = place.end
    return pieces, gaps


def _same_sentence(edges: list[int], start: int, later: int) -> bool:
    """Whether no sentence ends between two characters."""
    return bisect_right(edges, start) == bisect_right(edges, later)


def _closing(text: str, start: int, end: int) -> int:
    """Where the marks end that follow ``start`` without a blank."""
    match = _CLOSES.match(text, start, end)
    return match.end() if match else start


def _by_sentence(text: str, start: int, end: int, edges: list[int]) -> list[Found]:
    """``text[start:end]`` cut where sentences end, each part without the blanks around it."""
    cuts = [start, *edges[bisect_right(edges, start) : bisect_right(edges, end - 1)], end]
    parts: list[Found] = []
    for low, high in pairwise(cuts):
        words = text[low:high]
        left = low + len(words) - len(words.lstrip())
        right = low + len(words.rstrip())
        if left < right:
            parts.append(Found(left, right))
    return parts


def _is_idle(words: str) -> bool:
    """Whether words inside a sentence carry nothing that could be lost: no formula, number, scope or decisive word."""
    return len(words) <= 60 and not math_spans(words) and not any(_weights(words).values())


# Gaps and cuts


def _gap_faults(text: str, gap: Found) -> list[Fault]:
    """What leaving ``gap`` out would lose. Gaps never cross the end of a sentence."""
    words = text[gap.start : gap.end]
    whole = next(((a, b) for a, b in sentence_spans(text) if a <= gap.start < b), (gap.start, gap.end))
    if not has_content(text[whole[0] : whole[1]]):
        return []
    shown = words if len(words) <= 100 else words[:99] + "…"
    weights = _weights(words)
    for harm, what in (
        (Harm.LOST_SCOPE, "scope"),
        (Harm.DROPPED_WORD, "decisive"),
        (Harm.CHANGED_CONSTANT, "constant"),
    ):
        if weights[what] and whole != (gap.start, gap.end):
            named = ", ".join(list(weights[what])[:4])
            return [Fault(harm=harm, why=f"no substep holds “{shown}”, which loses {named}")]
    return [Fault(harm=Harm.UNCOVERED, why=f"no substep holds “{shown}”")]


# What governs the words after it: a piece may not end with it.
_GOVERNS = re.compile(
    r"(?:\b(?:only|not|no|if|iff|unless|when|whenever|all|every|each|any|some|exists?|unique|least|greatest|must"
    r"|sufficient|necessary|such that|so that|provided|assuming|for|at (?:most|least)|there (?:is|are)|exactly|never"
    r"|without|cannot|than|of|that|suppose|assume|let)|[∀∃¬]!?)\s*$",
    re.IGNORECASE,
)
# What belongs to the words before it: a piece may not begin with it in the middle of a sentence.
_BELONGS = re.compile(
    r"\W*(?:if and only if|only (?:if|when)|if|iff|unless|whenever|when|provided|where|such that|so that|except"
    r"|for (?:all|every|each|any|some)|as long as|in case)\b",
    re.IGNORECASE,
)
# What opens a sentence whose conclusion does not stand without it.
_CONDITION = re.compile(
    r"[\s*_>(\d.)#-]*(?:(?:then|now|hence|thus|so|and|but|moreover|conversely|first|next|finally|similarly|therefore)\b"
    r"[,\s]*)*(?:if|when|whenever|unless|provided|as long as|for (?:all|every|each|any|some))\b",
    re.IGNORECASE,
)
_NEXT_CONDITION = re.compile(r"\W*(?:and|but|while|whereas|or)\s+(?:if|when|whenever|for)\b", re.IGNORECASE)


def _cut_faults(text: str, pieces: Sequence[Found]) -> list[Fault]:
    """Cuts inside sentences that take words away from what governs them, or that break a formula."""
    faults: list[Fault] = []
    sentences = sentence_spans(text)
    starts = [start for start, _ in sentences]
    formulas = math_spans(text)
    formula_starts = [span.start for span in formulas]
    for place, piece in enumerate(pieces):
        for cut in (piece.start, piece.end):
            index = bisect_right(formula_starts, cut - 1) - 1
            if index >= 0 and formulas[index].start < cut < formulas[index].end:
                why = f"a cut breaks the formula “{text[formulas[index].start : formulas[index].end][:80]}”"
                faults.append(Fault(harm=Harm.CUT_FORMULA, why=why))
            elif _inside_word(text, cut):
                why = f"a cut breaks the word at “{text[max(0, cut - 20) : cut + 20]}”"
                faults.append(Fault(harm=Harm.CUT_FORMULA, why=why))
        index = bisect_right(starts, piece.start) - 1
        if place == 0 or index < 0 or pieces[place - 1].end <= sentences[index][0]:
            continue
        faults.extend(_inside_sentence(text, sentences[index][0], pieces[place - 1], piece))
    return faults


def _inside_word(text: str, cut: int) -> bool:
    """Whether a word of the Latin script goes on across ``cut``."""
    return 0 < cut < len(text) and all(mark.isascii() and mark.isalnum() for mark in text[cut - 1 : cut + 1])


def _inside_sentence(text: str, begin: int, before: Found, after: Found) -> list[Fault]:
    """The cut between two pieces of the sentence that begins at ``begin``."""
    head = text[max(begin, before.start) : before.end]
    tail = text[after.start : after.end]
    stop = head.rstrip()[-1:]
    governs = _GOVERNS.search(head.rstrip(" ,:"))
    if governs is not None and stop not in ";.":
        why = f"the cut after “{head[-40:].strip()}” takes “{governs.group().strip()}” away from what it governs"
        return [Fault(harm=Harm.LOST_SCOPE, why=why)]
    if stop in ";:" or _NEXT_CONDITION.match(tail):
        return []
    belongs = _BELONGS.match(tail)
    if belongs is not None:
        why = f"the cut before “{tail[:40].strip()}” takes the condition away from what stands under it"
        return [Fault(harm=Harm.LOST_SCOPE, why=why)]
    part = max(text.rfind(";", begin, before.start), begin - 1) + 1
    if _CONDITION.match(text, part, before.end) or _NEXT_CONDITION.match(text, part, before.end):
        why = f"the cut before “{tail[:40].strip()}” takes away the condition with which its sentence begins"
        return [Fault(harm=Harm.STRENGTHENED, why=why)]
    return []


# Differences of words


_UNIVERSAL = r"all|every|each|any|always|only|must|exactly|unique|uniquely|never|no|none|iff"
_EXISTENTIAL = r"some|may|might|can|possibly|sometimes|often|usually|most|many|generally|exists?"
_DECISIVE = re.compile(
    rf"\b(?:{_UNIVERSAL}|{_EXISTENTIAL}|least|greatest|smallest|largest|minimal|maximal|minimum|maximum|sufficient|suffices"
    r"|necessary|not|cannot|non\w*|strictly|finite|infinite|infinitely|positive|negative|distinct|nonzero|both|either|neither"
    r"|at (?:most|least))\b|[∀∃∄¬]!?|\\(?:forall|exists!?|nexists|neg|lnot)(?![A-Za-z])",
    re.IGNORECASE,
)
_STRONG = re.compile(rf"(?:{_UNIVERSAL}|∀|\\forall|strictly|distinct|infinitely|infinite)", re.IGNORECASE)
_WEAK = re.compile(rf"(?:{_EXISTENTIAL}|∃|\\exists)", re.IGNORECASE)
_SCOPE = re.compile(
    r"\b(?:if|when|whenever|unless|suppose|assume|let|fix|given|provided|where|such that"
    r"|for (?:all|every|each|any|some)|in (?:this|that|the (?:first|second|other|latter|former)) case|case|otherwise"
    r"|with|under)\b|[∀∃]|\\(?:forall|exists)(?![A-Za-z])",
    re.IGNORECASE,
)
_CONSTANT = re.compile(r"(?<![A-Za-z])\d+(?:[.,]\d+)*|\\(?:pi|infty)(?![A-Za-z])|[π∞]|[²³¹⁰⁴-⁹₀-₉]")
_STRICT = re.compile(r"(?<![-=<])<(?![=<|])|(?<![-=>|])>(?![=>])|\\(?:lt|gt)(?![A-Za-z])|[⊊⊋]|\\subsetneq")
_LAX = re.compile(r"<=|>=|[≤≥⩽⩾⊆⊇]|\\(?:le|leq|ge|geq|leqslant|geqslant|subseteq|supseteq)(?![A-Za-z])")


def _weights(words: str) -> dict[str, Counter[str]]:
    """The decisive words, the words of scope and the constants of a text, counted."""
    looked_at = words[:_LONGEST_COMPARED]
    return {
        "decisive": Counter(match.lower() for match in _DECISIVE.findall(looked_at)),
        "scope": Counter(match.lower() for match in _SCOPE.findall(looked_at)),
        "constant": Counter(_CONSTANT.findall(looked_at)),
    }


def differences(source: str, other: str) -> tuple[Fault, ...]:
    """What ``other`` does to ``source``, gravest first; () where they are the same but for blanks and typesetting.

    A comparison of words, not of meaning: it names what a person should look at. The first 4,000 characters count.
    """
    if plain(source) == plain(other):
        return ()
    before, after = _weights(source), _weights(other)
    faults: list[Fault] = []
    lost, new = before["decisive"] - after["decisive"], after["decisive"] - before["decisive"]
    for word in lost:
        faults.append(Fault(harm=Harm.DROPPED_WORD, why=f"it drops the decisive word “{word}”"))
    strict = len(_STRICT.findall(other)) - len(_STRICT.findall(source))
    lax = len(_LAX.findall(other)) - len(_LAX.findall(source))
    if strict > 0 > lax:
        faults.append(Fault(harm=Harm.STRENGTHENED, why="it makes a relation strict"))
    if lax > 0 > strict:
        faults.append(Fault(harm=Harm.WEAKENED, why="it makes a strict relation lax"))
    for word in new:
        if _STRONG.fullmatch(word):
            faults.append(Fault(harm=Harm.STRENGTHENED, why=f"it adds “{word}”"))
        elif _WEAK.fullmatch(word):
            faults.append(Fault(harm=Harm.WEAKENED, why=f"it adds “{word}”"))
    if before["constant"] != after["constant"]:
        gone = ", ".join(before["constant"] - after["constant"]) or "nothing"
        made = ", ".join(after["constant"] - before["constant"]) or "nothing"
        faults.append(Fault(harm=Harm.CHANGED_CONSTANT, why=f"it puts {made} for {gone}"))
    for word in before["scope"] - after["scope"]:
        faults.append(Fault(harm=Harm.LOST_SCOPE, why=f"it loses “{word}”"))
    return tuple(faults) or (Fault(harm=Harm.REWRITTEN, why="its words are not those of the text"),)
