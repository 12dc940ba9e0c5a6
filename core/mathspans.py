"""Where the formulas and the code of a text are, in Markdown, LaTeX and what models write between the two.

One pass makes tokens (delimiters), a second pairs them. Every closer is looked up by bisection in the list of its
kind and every content is looked at once, so that unbalanced input costs no more than balanced input.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


MATH_ENVIRONMENTS = _words(
    "equation align alignat flalign gather multline eqnarray displaymath math dmath IEEEeqnarray xalignat "
    "split aligned alignedat gathered cases dcases array matrix pmatrix bmatrix vmatrix Vmatrix "
    "Bmatrix smallmatrix"
)
CODE_ENVIRONMENTS = _words("verbatim lstlisting minted Verbatim alltt")
_MATH_FENCES = frozenset(("math", "latex", "tex", "katex", "asciimath"))

_NEWLINE = r"(?:\r\n|\r|\n)"
_FENCE = r"[ \t>]*(?P<ticks>`{3,}|~{3,})[ \t]*(?P<info>[^`\r\n]*)"
_FIRST_FENCE = re.compile(_FENCE)
_COMMAND = r"(?P<edge>begin|end)[ \t]*\{(?P<env>[A-Za-z]+\*?)\}|(?P<bracket>\\?[()\[\]])|(?P<escape>[^A-Za-z])"
_TICKED = r"[^`\r\n]+`(?!`)"
# Every token begins with one of a few characters, which are consumed first: the engine skips to them at once.
_TOKEN = re.compile(rf"\\(?:{_COMMAND})|\$(?P<dollars>\$?)|`(?<=(?<!`)`)(?P<tick>{_TICKED})")
_TOKEN_OR_FENCE = re.compile(
    rf"[\\$`\r\n](?:(?<=\\)(?:{_COMMAND})|(?<=\$)(?P<dollars>\$?)|(?<=[\r\n])(?P<fence>{_FENCE})"
    rf"|(?<=(?<!`)`)(?P<tick>{_TICKED}))"
)
_BLANK_LINE = re.compile(rf"{_NEWLINE}(?=[ \t>]*{_NEWLINE})")
_CLOSER = {"\\(": "\\)", "\\[": "\\]", "\\\\(": "\\\\)", "\\\\[": "\\\\]"}

_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)?(?=$|[\s.,;:!?)\]]|[kKM]\b)")
_TEXT_COMMAND = re.compile(
    r"\\(?:text|mbox|mathrm|textrm|textit|textbf|operatorname|intertext)\s*\{[^{}]*\}|\\[A-Za-z]+"
)
_WORD = re.compile(
    r"(?<![A-Za-z\\])(?!(?:mod|gcd|lcm|max|min|log|sin|cos|tan|lim|sup|inf|deg|det|dim|exp)\b)[A-Za-z]{3,}(?![A-Za-z(])"
)
_PROSE_RUN = re.compile(r"(?:(?<![A-Za-z\\])[A-Za-z]{2,}[,;:]?\s+){2,}[A-Za-z]{2,}")
_MATH_SIGN = re.compile(r"[\\^_=<>+*/{}|≤≥≠∈]")
_LONGEST_KEPT = 20_000


class MathSpan(NamedTuple):
    """A formula at ``[start, end)`` with its delimiters, ``[inner_start, inner_end)`` without them.

    ``display`` formulas stand on their own line in print. ``code`` marks what only looks like a formula's place: code
    fences, verbatim text and inline code; it is protected like a formula and is no mathematics. A tuple, because a
    large source has some 100,000 of them.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    display: bool
    code: bool = False


def math_spans(text: str, start: int = 0, end: int | None = None) -> tuple[MathSpan, ...]:
    """All formulas and code of ``text[start:end]`` in order, never nested or overlapping; time linear in its length.

    Read are ``$…$``, ``$$…$$``, ``\\(…\\)``, ``\\[…\\]`` (also with doubled backslashes), the environments of amsmath,
    fences (```` ```math ```` is mathematics, any other is code), verbatim environments and inline code. An opener
    without a closer, an escaped dollar and an amount of money open nothing. Positions are those of ``text``.
    """
    if start == 0 and end is None and len(text) <= _LONGEST_KEPT:
        return _kept(text)
    return tuple(_Pairing(text, start, len(text) if end is None else end).spans())


# The stages of a run ask for the same sentence one after the other; a small cache saves most of the work.
@lru_cache(maxsize=256)
def _kept(text: str) -> tuple[MathSpan, ...]:
    return tuple(_Pairing(text, 0, len(text)).spans())


class _Pairing:
    """The state of one pass: the tokens as (start, end, kind), where the closers of each kind are, where blank lines
    are."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.tokens: list[tuple[int, int, str]] = []
        self.dollars: list[int] = []
        self.next_dollar = 0
        self.closers: dict[str, list[int]] = defaultdict(list)
        self.closer_ends: dict[int, int] = {}
        self.blank_lines = [match.start() for match in _BLANK_LINE.finditer(text, start, end)]
        self._read_tokens(start, end)

    def spans(self) -> Iterator[MathSpan]:
        position = 0
        for start, end, kind in self.tokens:
            if start < position:
                if kind != "$$" or end <= position:
                    continue
                # "$a$$b$": the first dollar closed a formula, the second opens one.
                span = self._inline_dollar(start + 1)
            elif kind == "$":
                span = self._inline_dollar(start)
            else:
                span = self._open(start, end, kind)
            if span is not None:
                yield span
                position = span.end

    def _read_tokens(self, begin: int, stop: int) -> None:
        text, tokens, dollars = self.text, self.tokens, self.dollars
        first = _FIRST_FENCE.match(text, begin, stop)
        if first:
            begin = first.end()
            self._add(first.start(), begin, f"{first['ticks']} {first['info'].strip()}")
        fences = text.find("```", begin, stop) >= 0 or text.find("~~~", begin, stop) >= 0
        pattern = _TOKEN_OR_FENCE if fences else _TOKEN
        for match in pattern.finditer(text, begin, stop):
            group = match.lastgroup
            start, end = match.span()
            if group == "dollars":
                dollars.append(start)
                if end - start == 1:
                    tokens.append((start, end, "$"))
                    continue
                dollars.append(start + 1)
                kind = "$$"
            elif group == "escape":
                continue
            elif group == "env":
                kind = f"{match['edge']} {match['env']}"
            elif group == "fence":
                kind = f"{match['ticks']} {match['info'].strip()}"
            elif group == "tick":
                if _is_no_code(text, start, end):
                    continue
                kind = "`"
            else:
                kind = match.group()
            self._add(start, end, kind)

    def _add(self, start: int, end: int, kind: str) -> None:
        self.tokens.append((start, end, kind))
        self.closers[kind].append(start)
        self.closer_ends[start] = end

    def _open(self, start: int, end: int, kind: str) -> MathSpan | None:
        if kind == "$$":
            return self._display(start, end, "$$") or self._inline_dollar(start + 1)
        if kind in _CLOSER:
            closer = _CLOSER[kind]
            return self._display(start, end, closer) if kind.endswith("[") else self._inline(start, end, closer)
        if kind == "`":
            return MathSpan(start, end, start + 1, end - 1, False, True)
        if kind.startswith("begin "):
            return self._environment(start, end, kind.removeprefix("begin "))
        if kind[0] in "`~":
            return self._fence(start, end, kind)
        return None

    def _next(self, kind: str, position: int) -> int | None:
        places = self.closers.get(kind, [])
        index = bisect_left(places, position)
        return places[index] if index < len(places) else None

    def _blank_between(self, start: int, end: int) -> bool:
        index = bisect_left(self.blank_lines, start)
        return index < len(self.blank_lines) and self.blank_lines[index] < end

    def _inline_dollar(self, start: int) -> MathSpan | None:
        dollars, blank_lines = self.dollars, self.blank_lines
        # The next dollar is nearly always the one after the last that was used.
        index = self.next_dollar
        while index < len(dollars) and dollars[index] <= start:
            index += 1
        self.next_dollar = index
        if index == len(dollars):
            return None
        close = dollars[index]
        blank = bisect_left(blank_lines, start)
        if close == start + 1 or (blank < len(blank_lines) and blank_lines[blank] < close):
            return None
        text = self.text
        doubled = text.startswith("$$", close)
        if doubled and text[close - 1].isspace() and not text[start + 1].isspace():
            return None
        inner = text[start + 1 : close]
        if _is_no_formula(inner, before=text[start - 1 : start], after=text[close + 1 : close + 2]):
            return None
        # GitLab writes $`…`$.
        ticks = len(inner) > 2 and inner[0] == inner[-1] == "`"
        return MathSpan(start, close + 1, start + 1 + ticks, close - ticks, False)

    def _inline(self, start: int, end: int, closer: str) -> MathSpan | None:
        close = self._next(closer, end)
        if close is None or self._blank_between(end, close):
            return None
        return MathSpan(start, close + len(closer), end, close, False)

    def _display(self, start: int, end: int, closer: str) -> MathSpan | None:
        close = self._next(closer, end)
        if close is None or close == end:
            return None
        # Blank lines inside a display are an error in LaTeX and common in Markdown; with sentences between them the
        # closer belongs to another formula.
        if self._blank_between(end, close) and _reads_as_prose(self.text[end:close]):
            return None
        return MathSpan(start, close + len(closer), end, close, True)

    def _environment(self, start: int, end: int, name: str) -> MathSpan | None:
        plain = name.rstrip("*")
        if plain not in MATH_ENVIRONMENTS and plain not in CODE_ENVIRONMENTS:
            return None
        close = self._next(f"end {name}", end)
        if close is None:
            return None
        return MathSpan(start, self.closer_ends[close], end, close, plain != "math", plain in CODE_ENVIRONMENTS)

    def _fence(self, opens: int, end: int, kind: str) -> MathSpan | None:
        ticks, _, info = kind.partition(" ")
        # A closing fence has no info string and is at least as long; longer ones are rare, three are tried.
        closes = [place for n in range(3) if (place := self._next(ticks + ticks[0] * n + " ", end)) is not None]
        if not closes:
            return None
        close = min(closes)
        language = info.strip().strip("{}. ").split(" ")[0].lower()
        start = self.text.index(ticks[0], opens)
        return MathSpan(start, self.closer_ends[close], end, close, True, language not in _MATH_FENCES)


def _is_no_code(text: str, start: int, end: int) -> bool:
    """Whether what stands between two backticks is no inline code: a quotation ``like this' or the inside of $`…`$."""
    inner = text[start + 1 : end - 1]
    if inner[0] == " " or inner[-1] == " " or "'" in inner:
        return True
    return text[start - 1 : start] == "$" and text[end : end + 1] == "$"


def _is_no_formula(inner: str, *, before: str, after: str) -> bool:
    """Whether what stands between two single dollars is money or prose."""
    lopsided = inner[0].isspace() != inner[-1].isspace()
    amount = _AMOUNT.match(inner) if inner[0].isdigit() else None
    goes_on = amount is not None and amount.end() < len(inner)
    behind_digit = before.isdigit() and inner[0].isspace()
    if not (lopsided or goes_on or behind_digit):
        return False
    words = len(_WORD.findall(_TEXT_COMMAND.sub(" ", inner)))
    # "$5 and a pass costs $", and "$5, $" before a letter.
    if goes_on and (words > 1 or (lopsided and (words or not after.isspace()))):
        return True
    if behind_digit and words:
        return True
    return words > 1 and lopsided and (_MATH_SIGN.search(inner) is None or _reads_as_prose(inner))


def _reads_as_prose(inner: str) -> bool:
    return _PROSE_RUN.search(_TEXT_COMMAND.sub(" \\\\ ", inner)) is not None
