"""Everything that is read of an informal statement: its claim, the words around it, what it says of single names."""

from __future__ import annotations

import re
from fractions import Fraction

from ...value import value
from ..claim import Claim, typed
from ..expr import Expr, leaf, node, value_of, walk
from . import vocabulary as words_of
from .phrases import noun_phrase, term_list, word
from .pieces import Names, Piece, pieces
from .statement import claim_of

FORMULA = "§"
"""What stands for a formula in the plain wording."""

_DEFINING = re.compile(
    r"\b(?:is|are) (?:called|said|termed)\b|\bwe (?:say|call|define)\b|\bdenotes?\b|\brecall\b|\bmeans that\b"
    r"|\bdefined\b|\bdefine\b|\bdefinition\b|\bin particular\b|\bfor example\b|\bcalled a\b"
)
_SHOWING = re.compile(r"\b(?:prove|show|deduce|verify|establish)\b|\bif and only if\b|\biff\b")
_TASK = re.compile(r"\b(?:find|determine|compute|evaluate|calculate)\b|\bwhat (?:is|are)\b|\bhow many\b")
_AIDS = re.compile(
    r"^(?:hint|remark|note|see|todo|source)\b|\btodo\b|\b(?:discovered|proved|conjectur\w+|is known|asked|observed)\b"
    r"|^(?:use|using)\b.*?\bto (?:prove|show|deduce)\b|\byou may (?:assume|use)\b"
)
_SUPPOSING = re.compile(r"^(?:let|suppose|assume|given|consider|fix|if|for|when|further|also let|and let|where)\b")


@value
class Said:
    """What the text says of a name: ``fact`` (a type, an inequality, a property), from ``start`` to ``end``.

    ``hypothesis``: it introduces the name; else it may be what is claimed.
    """

    fact: Expr
    start: int
    end: int
    hypothesis: bool


@value
class Prose:
    """An informal statement.

    ``wording``: its sentences in lower case, formulas as "§", without sentences that define a word or only help;
    ``everything``: all of them. ``formulas``: the terms of its formulas. ``numerals``: its constants, those of number
    words too; ``written``: only those that stand in figures.
    """

    text: str
    claim: Claim
    pieces: tuple[Piece, ...]
    wording: str
    everything: str
    said: tuple[Said, ...]
    formulas: tuple[Expr, ...]
    numerals: frozenset[Fraction]
    written: frozenset[Fraction]

    def has(self, pattern: str) -> bool:
        """Whether ``pattern`` occurs in the wording."""
        return re.search(pattern, self.wording) is not None

    @property
    def asks(self) -> bool:
        """Whether an answer is asked for, so that what is said of existence is given."""
        return _TASK.search(self.everything) is not None


def read_prose(text: str, known: Names = Names()) -> Prose:  # noqa: B008
    """``text`` as far as it is understood. Never raises; bounded by ``pieces.MAX_TEXT``."""
    found = pieces(text, known)
    sentences = _sentences(found)
    kept = [sentence for sentence in sentences if _counts(sentence)]
    formulas = tuple(item for piece in found for item in piece.items or ())
    written = {value for item in formulas for here in walk(item) if (value := value_of(here)) is not None}
    written |= {Fraction(digits) for piece in found if piece.items is None for digits in _DIGITS.findall(piece.text)}
    spoken = {
        Fraction(words_of.NUMBER_WORDS[p.text]) for p in found if p.kind == "word" and p.text in words_of.NUMBER_WORDS
    }
    return Prose(
        text=text,
        claim=claim_of(found),
        pieces=found,
        wording=" . ".join(kept),
        everything=" . ".join(sentences),
        said=tuple(_said(found)),
        formulas=formulas,
        numerals=frozenset(written | spoken),
        written=frozenset(written),
    )


_DIGITS = re.compile(r"\d{1,30}")


def _counts(sentence: str) -> bool:
    """Whether a sentence assumes or claims something rather than to define a word, help or tell a story."""
    if _AIDS.search(sentence):
        return False
    return _SHOWING.search(sentence) is not None or _DEFINING.search(sentence) is None


def _sentences(found: tuple[Piece, ...]) -> list[str]:
    made: list[str] = []
    current: list[str] = []
    for piece in found:
        if piece.kind == "mark" and piece.text in (".", "?", ";"):
            made.append(" ".join(current))
            current = []
        elif piece.kind == "math":
            current.append(FORMULA)
        else:
            current.append(piece.text)
    made.append(" ".join(current))
    return [_UNASSUMED.sub(" ", sentence) for sentence in made if sentence]


_UNASSUMED = re.compile(
    r"\b(?:do|does|did|need|is|are) not (?:assumed?|necessarily|need|required)\b.{0,80}|\bnot necessarily \w+\b"
)


def _said(found: tuple[Piece, ...]) -> list[Said]:
    made: list[Said] = []
    end = len(found)
    begin = 0
    supposing = _opens(found, 0)
    for at in range(end):
        piece = found[at]
        if piece.kind == "mark" and piece.text in (".", "?", ";"):
            begin, supposing = at + 1, _opens(found, at + 1)
            continue
        if piece.kind == "math":
            made += _in_formula(piece)
            made += _after_copula(found, at, end, hypothesis=supposing and not _shown_before(found, begin, at))
        elif piece.kind == "word" and (piece.text in words_of.ADJECTIVES or piece.text in words_of.NOUNS):
            made += _in_phrase(found, at, end)
    return made


def _opens(found: tuple[Piece, ...], at: int) -> bool:
    opening = " ".join(piece.text for piece in found[at : at + 3] if piece.kind == "word")
    return bool(_SUPPOSING.match(opening))


def _shown_before(found: tuple[Piece, ...], begin: int, at: int) -> bool:
    return any(piece.kind == "word" and piece.text in ("show", "prove", "then", "deduce") for piece in found[begin:at])


def _in_formula(piece: Piece) -> list[Said]:
    """n ∈ ℕ in a formula; x > 0 where it stands alone after a name is left to the claim."""
    made: list[Said] = []
    for item in piece.items or ():
        for part in item.args if item.head == "∧" else (item,):
            facts = typed(part)
            if facts != (part,):
                made += [Said(fact=fact, start=piece.start, end=piece.end, hypothesis=True) for fact in facts]
    return made


def _in_phrase(found: tuple[Piece, ...], at: int, end: int) -> list[Said]:
    """positive integers a and b; only where the words begin here."""
    before = found[at - 1].text if at else ""
    if before in words_of.ADJECTIVES or before in words_of.TYPES or before == "not":
        return []
    noun = noun_phrase(found, at, end, "_")
    if noun is None or noun.names == (leaf("_"),):
        return []
    start, stop = found[at].start, found[noun.end - 1].end
    names_here = set(noun.names)
    return [
        Said(fact=fact, start=start, end=stop, hypothesis=True)
        for fact in noun.conditions
        if not fact.head.startswith("noun:") and fact.args and set(fact.args) & names_here
    ]


def _after_copula(found: tuple[Piece, ...], at: int, end: int, *, hypothesis: bool) -> list[Said]:
    """n be a positive integer, x and y are real numbers, $p$ a prime."""
    if at and found[at - 1].kind == "math":
        return []
    listed = term_list(found, at, end)
    if listed is None:
        return []
    terms, stop = listed
    start = stop
    if word(found, stop, end) in ("be", "is", "are"):
        start = stop + 1
    elif word(found, stop, end) not in ("a", "an"):
        return []
    if word(found, start, end) in ("not", "both", "all"):
        if word(found, start, end) == "not":
            return []
        start += 1
    noun = noun_phrase(found, start, end, "_")
    if noun is None or noun.names != (leaf("_"),):
        return []
    held = hypothesis or word(found, stop, end) == "be"
    return [
        Said(fact=fact, start=found[at].start, end=found[noun.end - 1].end, hypothesis=held)
        for fact in noun.said_of(tuple(term for term in terms if not term.args))
    ]


def positive(name: str) -> Expr:
    """0 < name."""
    return node("<", Expr("#0"), leaf(name))
