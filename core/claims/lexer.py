"""From text to tokens: LaTeX, Unicode and plain notation become one small vocabulary; the rest is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ..evidence import Kind
from ..value import value
from .ast import ClaimError
from .vocabulary import (
    ALIASES,
    CHARACTERS,
    COMMANDS,
    FRACTIONS,
    FUNCTIONS,
    GREEK,
    PROPERTIES,
    PROPERTY_WORDS,
    RELATION_WORDS,
    SUPERSCRIPTS,
    WORD_PRODUCT_STOP,
)

MAX_TEXT = 50_000
"""Characters of a claim; more is refused as resource."""
MAX_TOKENS = 20_000
MAX_DIGITS = 4_000
"""Digits of one numeral."""

_PHRASES = (*PROPERTY_WORDS, *RELATION_WORDS)
_WORDS = re.compile(
    "|".join(rf"(?P<w{i}>(?<![A-Za-z\\])(?:{words})(?![A-Za-z]))" for i, (words, _) in enumerate(_PHRASES))
)
_NEGATED = {"=": "≠", "≡": "≢", "∣": "∤", "≈": "≉"}

_TOKEN = re.compile(
    r"(?P<space>\s+|~|&|\$+|\\[,;:!> ]|\\[()\[\]])"
    r"|(?P<row>\\\\(?:\[[^\]]{0,20}\])?)"
    r"|(?P<number>(?:\d{1,3}(?:(?P<group>,|\{,\}|\\,|\\;|\u202f|\u2009)\d{3})(?:(?P=group)\d{3})*(?![\d])|\d+)"
    r"(?:\.\d+|\.(?=\s*(?:\\overline|\\bar|\\dot|\()))?|\.\d+)"
    r"|(?P<dots>\.\.\.+)"
    r"|(?P<two><=|>=|=<|==|!=|\*\*|=/=|<>|/=|:=)"
    r"|(?P<super>[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<text>\\(?:text|mathrm|operatorname|mathop|textrm|textnormal|mbox)\*?\s*\{(?P<inner>[^{}]{0,40})\})"
    r"|(?P<command>\\(?:[A-Za-z]+|[%{}|#_&$]))"
    r"|(?P<name>[A-Za-z]+)"
    r"|(?P<greek>[α-ωΑ-Ωϕϑϵ])"
    r"|(?P<prime>['′’]+)"
    r"|(?P<character>.)",
    re.DOTALL,
)


@value
class Token:
    """One token: ``kind`` and ``text`` from the vocabulary above, its span, and whether white space stands before.

    ``grouped``: a numeral with a comma between thousands, or an "=" that is glued to a "!"; ``comma``: the numeral's
    value if that comma is a decimal one, or the point of 1.250 stands between thousands.
    """

    kind: str
    text: str
    start: int
    end: int
    spaced: bool = False
    number: int | Fraction | None = None
    decimals: int = -1
    grouped: bool = False
    comma: int | Fraction | None = None


def tokens(text: str) -> list[Token]:
    """The tokens of ``text``. Raises ClaimError for anything outside the vocabulary, and beyond the size limits."""
    if len(text) > MAX_TEXT:
        raise ClaimError(Kind.RESOURCE, f"the claim has more than {MAX_TEXT} characters", MAX_TEXT)
    found: list[Token] = []
    position, spaced = 0, False
    length = len(text)
    match_token = _TOKEN.match
    while position < length:
        word = _WORDS.match(text, position) if text[position].isalpha() else None
        if word is not None:
            index = int((word.lastgroup or "w0")[1:])
            name = _PHRASES[index][1]
            kind = "property" if name in PROPERTIES else "rel"
            found.append(Token(kind=kind, text=name, start=position, end=word.end(), spaced=True))
            position, spaced = word.end(), True
            continue
        match = match_token(text, position)
        if match is None:  # pragma: no cover - the last alternative takes any character
            raise ClaimError(Kind.UNPARSED, "unreadable character", position)
        position = match.end()
        kind = match.lastgroup or ""
        if kind == "space":
            spaced = True
            continue
        if kind == "row":
            spaced = True
            found.append(Token(kind="row", text="\\\\", start=match.start(), end=position, spaced=True))
            continue
        for token in _make(kind, match, spaced):
            if token.kind == "skip":
                continue
            found.append(token)
        spaced = bool(found) and found[-1].kind == "space"
        if spaced:
            found.pop()
        if len(found) > MAX_TOKENS:
            raise ClaimError(Kind.RESOURCE, f"the claim has more than {MAX_TOKENS} tokens", position)
    return _commas(found)


def _commas(found: list[Token]) -> list[Token]:
    """Where another numeral shows what a comma or a point means (2.5, 0.125, 1,250,000), it means that everywhere."""
    doubtful = [token for token in found if token.comma is not None]
    if not doubtful:
        return found
    clear = any((token.decimals >= 0 or token.grouped) and token.kind == "number" for token in found if not token.comma)
    if clear or len({token.grouped for token in doubtful}) > 1:
        return [token if token.comma is None else replace(token, comma=None) for token in found]
    return found


def _make(kind: str, match: re.Match[str], spaced: bool) -> list[Token]:
    start, end, text = match.start(), match.end(), match.group()
    if kind in ("number", "group"):
        return [_number(match, spaced)]
    if kind == "character":
        return [_character(text, start, end, spaced)]
    if kind == "name":
        return _name(text, start, spaced)
    if kind == "command":
        return [_command(text, start, end, spaced)]
    if kind in ("text", "inner"):
        return [_operator_name((match.group("inner") or "").strip(), start, end, spaced)]
    if kind == "two":
        return _pair(text, start, end, spaced)
    if kind == "super":
        return [_superscript(text, start, end, spaced)]
    if kind == "dots":
        return [Token(kind="dots", text="…", start=start, end=end, spaced=spaced)]
    if kind == "greek":
        return [_greek(text, start, end, spaced)]
    if kind == "prime":
        return [Token(kind="prime", text="'" * len(text), start=start, end=end, spaced=spaced)]
    raise ClaimError(Kind.UNPARSED, f"unreadable: {text[:20]}", start)


def _number(match: re.Match[str], spaced: bool) -> Token:
    text = match.group()
    grouped = match.group("group")
    digits = text.replace(grouped, "") if grouped else text
    if grouped and digits.startswith("0"):
        raise ClaimError(Kind.AMBIGUOUS, f"{text[:20]}: a decimal comma or a list", match.start())
    whole, point, part = digits.partition(".")
    if len(whole) + len(part) > MAX_DIGITS:
        raise ClaimError(Kind.RESOURCE, f"a numeral of more than {MAX_DIGITS} digits", match.start())
    exact: int | Fraction
    if point:
        exact = Fraction(int(whole + part), 10 ** len(part))
        if exact.denominator == 1:
            exact = exact.numerator
    else:
        exact = int(whole)
    comma: int | Fraction | None = None
    if not point and grouped in (",", "{,}") and text.count(grouped) == 1:
        comma = Fraction(int(whole), 1000)
    elif point and not grouped and len(part) == 3 and len(whole) <= 3 and not whole.startswith("0") and whole:
        comma = int(whole + part)
    return Token(
        kind="number",
        text=digits if whole else "0" + digits,
        start=match.start(),
        end=match.end(),
        spaced=spaced,
        number=exact,
        decimals=len(part) if point else -1,
        grouped=grouped in (",", "{,}"),
        comma=comma,
    )


def _character(text: str, start: int, end: int, spaced: bool) -> Token:
    if text in FRACTIONS:
        over, under = FRACTIONS[text]
        return Token(kind="vulgar", text=f"{over}/{under}", start=start, end=end, number=Fraction(over, under))
    if text not in CHARACTERS:
        shown = text if text.isprintable() else f"U+{ord(text):04X}"
        raise ClaimError(Kind.UNPARSED, f"unexpected {shown}", start)
    kind, name = CHARACTERS[text]
    return Token(kind=kind, text=name, start=start, end=end, spaced=spaced)


def _name(text: str, start: int, spaced: bool) -> list[Token]:
    end = start + len(text)
    known = ALIASES.get(text, text)
    if known in FUNCTIONS:
        return [Token(kind="func", text=known, start=start, end=end, spaced=spaced)]
    if known in ("mod", "choose", "of"):
        return [Token(kind=known, text=known, start=start, end=end, spaced=spaced)]
    if known == "π":
        return [Token(kind="const", text="π", start=start, end=end, spaced=spaced)]
    if text == "e":
        return [Token(kind="const", text="e", start=start, end=end, spaced=spaced)]
    if text in ("sum", "prod", "product"):
        name = "sum" if text == "sum" else "product"
        return [Token(kind="big", text=name, start=start, end=end, spaced=spaced)]
    if len(text) > 3 or (len(text) > 1 and text.lower() in WORD_PRODUCT_STOP):
        raise ClaimError(Kind.UNPARSED, f"the word “{text[:30]}”", start)
    return [
        Token(kind="symbol", text=letter, start=start + i, end=start + i + 1, spaced=spaced and i == 0)
        for i, letter in enumerate(text)
    ]


def _command(text: str, start: int, end: int, spaced: bool) -> Token:
    name = text[1:]
    if name in COMMANDS:
        kind, plain = COMMANDS[name]
        return Token(kind=kind, text=plain, start=start, end=end, spaced=spaced)
    if name == "%":
        return Token(kind="percent", text="%", start=start, end=end, spaced=spaced)
    if name == "|":
        raise ClaimError(Kind.UNPARSED, "a norm", start)
    if name in ("{", "}"):
        return Token(kind="open" if name == "{" else "close", text=text, start=start, end=end, spaced=spaced)
    if name == "not":
        return Token(kind="not", text="not", start=start, end=end, spaced=spaced)
    if name == "pm" or name == "mp":
        raise ClaimError(Kind.AMBIGUOUS, "± stands for two values", start)
    if name in GREEK:
        return Token(kind="symbol", text=name, start=start, end=end, spaced=spaced)
    if name == "forall":
        return Token(kind="forall", text="∀", start=start, end=end, spaced=spaced)
    known = ALIASES.get(name, name)
    if known in FUNCTIONS:
        return Token(kind="func", text=known, start=start, end=end, spaced=spaced)
    raise ClaimError(Kind.UNPARSED, f"the command \\{name[:30]}", start)


def _operator_name(inner: str, start: int, end: int, spaced: bool) -> Token:
    known = ALIASES.get(inner, inner)
    if known in FUNCTIONS:
        return Token(kind="func", text=known, start=start, end=end, spaced=spaced)
    if known == "mod":
        return Token(kind="mod", text="mod", start=start, end=end, spaced=spaced)
    if inner == "e":
        return Token(kind="const", text="e", start=start, end=end, spaced=spaced)
    if not inner:
        return Token(kind="skip", text="", start=start, end=end, spaced=spaced)
    raise ClaimError(Kind.UNPARSED, f"the words “{inner}”", start)


def _pair(text: str, start: int, end: int, spaced: bool) -> list[Token]:
    if text == "!=":
        if spaced:
            return [Token(kind="rel", text="≠", start=start, end=end, spaced=True)]
        # "5!=120" is five factorial: mathematics writes no "!=", and who means "not equal" sets it apart.
        return [
            Token(kind="bang", text="!", start=start, end=start + 1),
            Token(kind="rel", text="=", start=start + 1, end=end, grouped=True),
        ]
    if text == "**":
        return [Token(kind="op", text="^", start=start, end=end, spaced=spaced)]
    if text == ":=":
        raise ClaimError(Kind.UNPARSED, "a definition (:=)", start)
    if text == "=<" or text == "<=":
        name = "≤"
    elif text == ">=":
        name = "≥"
    elif text == "==":
        name = "="
    else:
        name = "≠"
    return [Token(kind="rel", text=name, start=start, end=end, spaced=spaced)]


def _superscript(text: str, start: int, end: int, spaced: bool) -> Token:
    digits = text.translate(SUPERSCRIPTS)
    if len(digits) > MAX_DIGITS:
        raise ClaimError(Kind.RESOURCE, f"a numeral of more than {MAX_DIGITS} digits", start)
    return Token(kind="super", text=digits, start=start, end=end, spaced=spaced, number=int(digits))


def _greek(text: str, start: int, end: int, spaced: bool) -> Token:
    kind, name = CHARACTERS.get(text, ("symbol", text))
    return Token(kind=kind, text=name, start=start, end=end, spaced=spaced)


def negated(name: str) -> str | None:
    """The relation that \\not makes of ``name``; None if there is none."""
    return _NEGATED.get(name)
