"""From Lean text to tokens: names, numerals, signs. Comments fall away, brackets know their partners."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from typing import NamedTuple

from .notation import BIG, BRACKETED, INFIX, NAMES, OTHER, PAIRS, POSTFIX, PREFIX, QUANTIFIERS, RESERVED, SPELLINGS

MAX_TEXT = 200_000
"""Characters of a text; a longer one is refused."""
MAX_DIGITS = 4_000
"""Digits of a numeral, and the largest power of ten in one."""

_LETTER = (
    "A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f"
    "\u03b1-\u03ba\u03bc-\u03c9\u0391-\u039f\u03a1\u03a4-\u03a9\u03ca-\u03fb"
    "\u1f00-\u1ffe\u2100-\u214f\U0001d49c-\U0001d59f"
)
_REST = _LETTER + "0-9'!?\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a\u2c7c"
_ATOM = rf"(?:[{_LETTER}][{_REST}]*|«[^«»\n]{{1,200}}»)"

_TOKEN = re.compile(
    r"\s*(?:(?P<end>\Z)|(?P<line>--[^\n]*)|(?P<comment>/-)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<char>'(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\'\n])')"
    rf"|(?P<field>(?<=[^\s(\[{{⟨,.:=])\.(?:\d+|{_ATOM}))"
    r"|(?P<number>0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    rf"|(?P<special>(?:Type\*|Sort\*|ℝ≥0∞|[ℝℚ]≥0|ℕ∞|ℕ\+|𝓝ˢ|ℤ√|𝔼(?![{_REST}.])))"
    rf"|(?P<name>{_ATOM}(?:\.{_ATOM})*)"
    r"|(?P<sign>.))",
    re.DOTALL,
)
_COMMENT_PART = re.compile(r"/-|-/")

_BY_FIRST: dict[str, list[str]] = {}
for _sign in sorted(
    {*INFIX, *BRACKETED, *SPELLINGS, *PREFIX, *POSTFIX, *QUANTIFIERS, *BIG, *PAIRS, *PAIRS.values(), *NAMES}
    | set(OTHER.split()),
    key=lambda sign: (-len(sign), sign),
):
    _BY_FIRST.setdefault(_sign[0], []).append(_sign)

_CLOSERS = frozenset(PAIRS.values())


class Token(NamedTuple):
    """A token: ``kind`` is name, word (reserved), number, literal, field, sign, unknown or end.

    ``text`` is in one spelling; ``spaced``: white space or a comment stands before it; ``line`` from 0; ``first``: the
    first one on its line.
    """

    kind: str
    text: str
    start: int
    end: int
    spaced: bool
    line: int
    first: bool


class Lexed(NamedTuple):
    """``partner[i]``: the token that closes or opens the bracket of token i, -1 for none. ``docs``: the doc comment
    right before a token. ``lines``: where lines start. ``broken``: where a comment or string never ends, -1 for none.
    """

    text: str
    tokens: list[Token]
    partner: list[int]
    docs: dict[int, str]
    lines: list[int]
    broken: int

    def position(self, offset: int) -> tuple[int, int]:
        """Line from 1 and column from 0 of an offset."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1]

    def column(self, token: Token) -> int:
        """The column of a token, from 0."""
        return token.start - self.lines[token.line]


def lex(text: str) -> Lexed:
    """The tokens of ``text``; a character outside Lean becomes an unknown token. Takes time linear in the text."""
    lines = [0, *(match.end() for match in re.finditer("\n", text))]
    found: list[Token] = []
    docs: dict[int, str] = {}
    at, line, last_line, spaced, broken = 0, 0, -1, True, -1
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None, "the last alternative takes any character"
        kind, end = match.lastgroup or "", match.end()
        spaced = spaced or match.start(kind) > at
        at = match.start(kind)
        if kind == "comment":
            end = _comment_end(text, at)
            if end < 0:
                broken, end = at, len(text)
            elif text.startswith("/--", at):
                docs[len(found)] = text[at + 3 : end - 2].strip()
        if kind in ("line", "comment", "end"):
            at, spaced = end, True
            continue
        while line + 1 < len(lines) and lines[line + 1] <= at:
            line += 1
        name, shown = kind, text[at:end]
        if kind == "sign":
            name, shown = _sign_at(text, at)
            if shown == "||" and not (spaced and text[at + 2 : at + 3].isspace()):
                shown = "|"  # two absolute values end or begin together
            end = at + len(shown)
            shown = SPELLINGS.get(shown, shown)
            if shown == '"':
                broken, end = at, len(text)
        elif kind == "name":
            name = "word" if shown in RESERVED else "name"
        elif kind in ("string", "char"):
            name = "literal"
        elif kind == "special":
            name = "sign"
        found.append(Token(name, shown, at, end, spaced, line, line != last_line))
        at, spaced, last_line = end, False, line
    return Lexed(text, found, _partners(found, lines), docs, lines, broken)


def numeral(text: str) -> Fraction | None:
    """The value of a numeral; None if it is beyond MAX_DIGITS."""
    plain = text.replace("_", "")
    if len(plain) > MAX_DIGITS:
        return None
    if plain.isdecimal():
        return Fraction(int(plain))
    if plain[:2].lower() in ("0x", "0b", "0o"):
        digits = plain[2:]
        return Fraction(int(digits, {"x": 16, "b": 2, "o": 8}[plain[1].lower()])) if digits else None
    mantissa, _, power = plain.lower().partition("e")
    if power and (len(power) > 6 or abs(int(power)) > MAX_DIGITS):
        return None
    return Fraction(mantissa) * Fraction(10) ** int(power or 0)


def _comment_end(text: str, start: int) -> int:
    depth, at = 1, start + 2
    while (match := _COMMENT_PART.search(text, at)) is not None:
        depth += 1 if match.group() == "/-" else -1
        at = match.end()
        if depth == 0:
            return at
    return -1


def _sign_at(text: str, at: int) -> tuple[str, str]:
    for sign in _BY_FIRST.get(text[at], ()):
        if text.startswith(sign, at):
            return "sign", sign
    return "unknown", text[at]


def _partners(tokens: list[Token], lines: list[int]) -> list[int]:
    """Bracket partners. A reserved word at the left margin begins a new command: brackets do not reach over it."""
    partner = [-1] * len(tokens)
    stack: list[int] = []
    for i, token in enumerate(tokens):
        if token.kind == "word" and token.first and token.start == lines[token.line]:
            stack.clear()
        if token.kind != "sign":
            continue
        if token.text in PAIRS:
            stack.append(i)
        elif token.text in _CLOSERS:
            if not any(PAIRS[tokens[j].text] == token.text for j in stack[-3:]):
                continue
            while PAIRS[tokens[stack[-1]].text] != token.text:
                stack.pop()
            partner[stack[-1]], partner[i] = i, stack[-1]
            stack.pop()
    return partner
