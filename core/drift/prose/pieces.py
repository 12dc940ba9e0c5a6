"""An informal statement cut into words, formulas and punctuation, with or without dollars around the formulas."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...mathspans import math_spans
from ..expr import Expr
from .formula import read_formula
from .lexer import FUNCTIONS, Unread
from .relations import cleared

MAX_TEXT = 20_000
"""What stands further in a text is not read."""
MAX_PIECES = 3_000


class Piece(NamedTuple):
    """A word (lower case), a formula (``items`` None where it could not be read), or a mark such as "," or "."."""

    kind: str
    text: str
    start: int
    end: int
    items: tuple[Expr, ...] | None = None
    dollars: bool = False


class Names(NamedTuple):
    """What is known about names before reading: which are applied to arguments, which are not, which are long."""

    functions: frozenset[str] = frozenset()
    scalars: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()


_LEXEME = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<number>\d+(?:,\d{3}(?!\d))*(?:\.\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:[-’'][^\W\d_]+)*)"
    r"|(?P<dots>\.\.+|…)"
    r"|(?P<command>\\[A-Za-z]+|\\[^A-Za-z])"
    r"|(?P<other>.)",
    re.DOTALL,
)
_OPERATORS = frozenset(
    "= < > ≤ ≥ ≠ + - − * / ^ _ | ∣ ∤ ∈ ∉ ⊆ ⊂ ∪ ∩ · × ⋅ √ ² ³ ⁿ ¹ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹ ⁰ ⁻ ₀ ₁ ₂ ₃ ₄ ₙ ≡ → ↔ ∑ ∏ ∀ ∃ ∘ ∞ "
    "⌊ ⌋ ⌈ ⌉".split()
)
_SETS = frozenset("ℝ ℤ ℕ ℚ ℂ".split())
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_SHORT_WORDS = frozenset(
    "a i is it in if of on or to as at an by be do no so we us my me up he am are the and for any all has had not but "
    "two one six ten let say now sum set map via per its may can odd iff are was who how why see get use out yes own "
    "go id vs cf eg ie re st th nd rd ok ax ox ex oh lo ad hi ii iv vi ix lt gt eq ne le ge wp "
    "new old few off end mod gcd lcm max min log sin cos tan exp det deg dim sup inf ker ln lim arg".split()
)
_AFTER_NAME = frozenset(
    "is are be divides divide equals exceeds has have and or mod even odd integer real rational irrational then".split()
)

_OF_NUMBERS = frozenset("integer real rational irrational even odd".split())


def pieces(text: str, names: Names = Names()) -> tuple[Piece, ...]:  # noqa: B008
    """The pieces of ``text`` in order; time linear in its length."""
    text = text[:MAX_TEXT]
    found: list[Piece] = []
    position = 0
    for span in math_spans(text):
        _outside(text, position, span.start, names, found)
        inner = text[span.inner_start : span.inner_end]
        found.append(Piece("math", inner, span.start, span.end, _read(inner, names), dollars=True))
        position = span.end
        tail = inner.rstrip()[-1:]
        if tail in (".", ",", ";"):
            found.append(Piece("mark", tail, span.end, span.end))
        if len(found) > MAX_PIECES:
            break
    _outside(text, position, len(text), names, found)
    return tuple(found[:MAX_PIECES])


def _read(text: str, names: Names) -> tuple[Expr, ...] | None:
    try:
        return tuple(cleared(item) for item in read_formula(text, *names))
    except Unread:
        return None


class _Lexeme(NamedTuple):
    kind: str
    text: str
    start: int
    end: int
    spaced: bool


def _lexemes(text: str, start: int, end: int) -> list[_Lexeme]:
    found: list[_Lexeme] = []
    position, spaced = start, True
    while position < end:
        match = _LEXEME.match(text, position, end)
        if match is None:  # pragma: no cover - the last alternative takes any character
            break
        position = match.end()
        kind = match.lastgroup or "other"
        if kind == "blank":
            spaced = True
            continue
        found.append(_Lexeme(kind, match.group(), match.start(), position, spaced))
        spaced = False
    return found


def _outside(text: str, start: int, end: int, names: Names, found: list[Piece]) -> None:
    """The pieces of a stretch without delimited formulas."""
    lexemes = _lexemes(text, start, end)
    at = 0
    while at < len(lexemes):
        stop = _run(lexemes, at, names)
        if stop > at:
            begin, finish = lexemes[at].start, lexemes[stop - 1].end
            written = text[begin:finish]
            found.append(Piece("math", written, begin, finish, _read(_braced(written), names)))
            at = stop
            continue
        here = lexemes[at]
        if here.kind == "word":
            found.append(Piece("word", here.text.lower().replace("’", "'"), here.start, here.end))
        else:
            found.append(Piece("mark", here.text, here.start, here.end))
        at += 1


def _run(lexemes: list[_Lexeme], at: int, names: Names) -> int:
    """Where the formula that begins at ``at`` ends; ``at`` if none begins there."""
    if not _begins(lexemes, at, names):
        return at
    stop = at
    depth = 0
    while stop < len(lexemes):
        here = lexemes[stop]
        if here.text in _OPEN and (depth or stop == at or _goes_on(lexemes, stop, names)):
            depth += 1
        elif here.text in _CLOSE:
            if not depth:
                break
            depth -= 1
        elif (depth and here.text in (",", ";", ":")) or (
            depth and (here.kind in ("number", "command", "dots") or len(here.text) <= 3 or here.text in FUNCTIONS)
        ):
            pass
        elif stop > at and not _goes_on(lexemes, stop, names):
            break
        elif depth and here.kind == "word":
            return at
        stop += 1
    if depth:
        return at
    while stop > at + 1 and (
        lexemes[stop - 1].text in (",", ":", "-", "–")
        or (lexemes[stop - 1].kind == "dots" and lexemes[stop - 2].text != ",")
    ):
        stop -= 1
    return stop


def _begins(lexemes: list[_Lexeme], at: int, names: Names) -> bool:
    here = lexemes[at]
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    if here.kind == "number" or here.text in _SETS or here.text in "√∑∏∀∃":
        return True
    if here.text in ("|", "-", "−") and following is not None and not following.spaced:
        return (
            _variable(lexemes, at + 1, names)
            or following.kind == "number"
            or following.text in "|√"
            or following.text in FUNCTIONS
        )
    if here.text in ("(", "{", "["):
        return _bracketed_formula(lexemes, at, names)
    if here.kind == "word":
        if here.text in FUNCTIONS:
            return following is not None and (
                following.text == "(" or following.text in "√" or _variable(lexemes, at + 1, names)
            )
        return _variable(lexemes, at, names)
    return here.kind == "command" and here.text not in ("\\item", "\\textbf", "\\emph", "\\textit", "\\\\")


def _bracketed_formula(lexemes: list[_Lexeme], at: int, names: Names) -> bool:
    """Whether a bracket holds no word and something that only formulas have."""
    depth, sure = 0, False
    for index in range(at, min(len(lexemes), at + 60)):
        here = lexemes[index]
        depth += (here.text in _OPEN) - (here.text in _CLOSE)
        if here.kind == "word" and not (
            _variable(lexemes, index, names) or here.text in FUNCTIONS or here.text == "mod"
        ):
            return False
        sure = sure or here.text in _OPERATORS or here.kind == "number" or here.kind == "command"
        if depth == 0:
            return sure or (here.text != ")")
    return False


def _variable(lexemes: list[_Lexeme], at: int, names: Names) -> bool:
    """Whether a word is a name in a formula rather than English."""
    here = lexemes[at]
    if here.kind != "word":
        return False
    if here.text in names.words:
        return True
    following = lexemes[at + 1] if at + 1 < len(lexemes) else None
    before = lexemes[at - 1] if at else None
    if len(here.text) == 1:
        if here.text not in "aAI":
            return True
        return _not_article(here, following, lexemes[at + 2] if at + 2 < len(lexemes) else None, before)
    if len(here.text) == 2 and here.text[1] == "'":
        return True
    if len(here.text) == 2 and here.text.islower() and here.text not in _SHORT_WORDS:
        return True
    if len(here.text) <= 3 and here.text.lower() not in _SHORT_WORDS:
        beside = following is not None and following.text in _OPERATORS and not here.text.istitle()
        return beside or (before is not None and before.text in _OPERATORS)
    return False


def _not_article(here: _Lexeme, following: _Lexeme | None, after: _Lexeme | None, before: _Lexeme | None) -> bool:
    if before is not None and (before.text in _OPERATORS or (before.text in _OPEN and not here.spaced)):
        return before.text != "-" or not here.spaced
    if before is not None and before.kind == "number" and not here.spaced:
        return True
    if following is None:
        return here.text != "I"
    if following.text in _OPERATORS or following.text in ("'", "!", ")"):
        return following.text != "-" or following.spaced
    if following.text == ",":
        return after is not None and len(after.text) == 1 and after.text.isalpha()
    if following.kind != "word":
        return following.kind == "mark" or following.text in (".", ":", "?")
    if following.text in ("and", "or"):
        return after is not None and len(after.text) == 1 and after.text.isalpha()
    if here.text == "I":
        return False
    if following.text in _OF_NUMBERS and after is not None and after.kind == "word" and len(after.text) > 1:
        return after.text in ("and", "or", "then")  # "a real number" has an article, "a real and b real" a name
    return following.text in _AFTER_NAME or (
        following.text[0] in "aeiou" and not following.text.startswith(("un", "eu"))
    )


def _goes_on(lexemes: list[_Lexeme], at: int, names: Names) -> bool:
    """Whether the formula before ``at`` holds the lexeme at ``at`` too."""
    here, before = lexemes[at], lexemes[at - 1]
    if here.kind == "number":
        if before.text == "mod":
            return True
        return before.kind != "word" or before.text in names.functions or before.text in FUNCTIONS or not here.spaced
    if here.text in ("-", "–"):
        return at + 1 < len(lexemes) and (here.spaced == lexemes[at + 1].spaced or not lexemes[at + 1].spaced)
    if here.text in _OPERATORS or here.text in _SETS or here.kind == "command":
        return True
    if here.text in ("'", "!"):
        return not here.spaced and (before.kind != "word" or len(before.text) <= 2)
    if here.text == ",":
        return _list_goes_on(lexemes, at, names)
    if here.text == ":":
        return at + 1 < len(lexemes) and lexemes[at + 1].text in _SETS and len(before.text) == 1
    if here.kind == "dots":
        return before.text == "," or before.kind == "number" or before.text in _OPERATORS
    if here.text in ("(", "[", "{"):
        modulus = at + 1 < len(lexemes) and lexemes[at + 1].text == "mod"
        return not here.spaced or before.text in _OPERATORS or modulus
    if here.kind == "word":
        joined = (
            not here.spaced or before.text in _OPERATORS or before.text in names.functions or before.text in FUNCTIONS
        )
        if here.text in ("mod",):
            return True
        if here.text in FUNCTIONS:
            return joined or before.kind != "word"
        if before.text == "mod":
            return True
        if before.kind == "number" or before.text in _CLOSE or before.text in (",", "|") or before.kind == "dots":
            joined = joined or (len(here.text) == 1 and here.text not in "aAI") or before.text == ","
        return joined and _variable(lexemes, at, names)
    return False


def _list_goes_on(lexemes: list[_Lexeme], at: int, names: Names) -> bool:
    """x, y > 0 is one formula, x > 0, y is not: a comma goes on only after a bare name."""
    if at + 1 >= len(lexemes):
        return False
    following = lexemes[at + 1]
    if following.kind == "dots":
        return True
    if following.spaced:  # "for every real x, y < x" is no list
        return False
    if not (_variable(lexemes, at + 1, names) or lexemes[at - 1].kind == "dots"):
        return False
    index = at - 1
    while index >= 0 and (
        lexemes[index].text == "," or (len(lexemes[index].text) == 1 and lexemes[index].text.isalpha())
    ):
        if lexemes[index].text != "," and (index == 0 or lexemes[index - 1].text != ","):
            return index == 0 or lexemes[index - 1].text not in _OPERATORS
        index -= 1
    return lexemes[at - 1].kind == "dots"


def _braced(text: str) -> str:
    """Braces of plain text are those of sets; after ^ and _ they group."""
    made: list[str] = []
    groups: list[bool] = []
    for index, character in enumerate(text):
        if character == "{":
            grouping = (index > 0 and text[index - 1] in "^_}") or (
                index > 0 and text[index - 1].isalpha() and "\\" in text
            )
            groups.append(grouping)
            made.append("{" if grouping else "\\{")
        elif character == "}":
            made.append("}" if (groups.pop() if groups else False) else "\\}")
        else:
            made.append(character)
    return "".join(made)
