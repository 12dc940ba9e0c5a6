"""Where the formulas and the code of a text are, in Markdown, LaTeX and what models write between the two.

One pass makes tokens (delimiters), a second pairs them. Every closer is looked up by bisection in the list of its
kind and every content is looked at once, so that unbalanced input costs no more than balanced input.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from .value import value


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
# Every token begins with one of a few characters, which are consumed first: the engine skips to them at once.
_TOKEN = re.compile(
    r"[\\$`\r\n](?:"
    r"(?<=\\)(?:(?P<edge>begin|end)[ \t]*\{(?P<env>[A-Za-z]+\*?)\}|(?P<bracket>\\?[()\[\]])|(?P<escape>[^A-Za-z]))"
    r"|(?<=\$)(?P<dollars>\$?)"
    rf"|(?<=[\r\n])(?P<fence>{_FENCE})"
    r"|(?<=(?<!`)`)(?P<tick>[^`\r\n]+`(?!`)))"
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


@value
class MathSpan:
    """A formula at ``[start, end)`` with its delimiters, ``[inner_start, inner_end)`` without them.

    ``display`` formulas stand on their own line in print. ``code`` marks what only looks like a formula's place: code
    fences, verbatim text and inline code; it is protected like a formula and is no mathematics.
    """

    start: int
    end: int
    inner_start: int
    inner_end: int
    display: bool
    code: bool = False


class _Token(NamedTuple):
    start: int
    end: int
    kind: str


# The stages of a run ask for the same sentence one after the other; a small cache saves most of the work.
@lru_cache(maxsize=256)
def math_spans(text: str) -> tuple[MathSpan, ...]:
    """All formulas and code of ``text`` in order, never nested or overlapping; time linear in ``len(text)``.

    Read are ``$…$``, ``$$…$$``, ``\\(…\\)``, ``\\[…\\]`` (also with doubled backslashes), the environments of amsmath,
    fences (```` ```math ```` is mathematics, any other is code), verbatim environments and inline code. An opener
    without a closer, an escaped dollar and an amount of money open nothing.
    """
    return _Pairing(text).spans()


class _Pairing:
    """The state of one pass: tokens, where the closers of each kind are, where blank lines are."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.blank_lines = [match.start() for match in _BLANK_LINE.finditer(text)]
        self.closers: dict[str, list[int]] = defaultdict(list)
        for token in self.tokens:
            self.closers[token.kind].append(token.start)
        self.by_start = {token.start: token for token in self.tokens}
        self.dollars = sorted(
            place for token in self.tokens if token.kind in ("$", "$$") for place in range(token.start, token.end)
        )

    def spans(self) -> tuple[MathSpan, ...]:
        found: list[MathSpan] = []
        position = 0
        for token in self.tokens:
            start = token.start
            if start < position:
                if token.kind != "$$" or token.end <= position:
                    continue
                # "$a$$b$": the first dollar closed a formula, the second opens one.
                start = token.start + 1
                span = self._inline_dollar(start)
            else:
                span = self._open(token)
            if span is not None:
                found.append(span)
                position = span.end
        return tuple(found)

    def _open(self, token: _Token) -> MathSpan | None:
        kind = token.kind
        if kind == "$":
            return self._inline_dollar(token.start)
        if kind == "$$":
            return self._display(token, "$$") or self._inline_dollar(token.start + 1)
        if kind in _CLOSER:
            return self._display(token, _CLOSER[kind]) if kind.endswith("[") else self._inline(token, _CLOSER[kind])
        if kind == "`":
            return _span(token.start, token.start + 1, token.end - 1, token.end, display=False, code=True)
        if kind.startswith("begin "):
            return self._environment(token, kind.removeprefix("begin "))
        if kind[0] in "`~":
            return self._fence(token)
        return None

    def _next(self, kind: str, position: int) -> int | None:
        places = self.closers.get(kind, [])
        index = bisect_left(places, position)
        return places[index] if index < len(places) else None

    def _blank_between(self, start: int, end: int) -> bool:
        index = bisect_left(self.blank_lines, start)
        return index < len(self.blank_lines) and self.blank_lines[index] < end

    def _inline_dollar(self, start: int) -> MathSpan | None:
        index = bisect_left(self.dollars, start + 1)
        if index == len(self.dollars):
            return None
        close = self.dollars[index]
        if close == start + 1 or self._blank_between(start, close):
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
        return _span(start, start + 1 + ticks, close - ticks, close + 1, display=False)

    def _inline(self, token: _Token, closer: str) -> MathSpan | None:
        close = self._next(closer, token.end)
        if close is None or self._blank_between(token.end, close):
            return None
        return _span(token.start, token.end, close, close + len(closer), display=False)

    def _display(self, token: _Token, closer: str) -> MathSpan | None:
        close = self._next(closer, token.end)
        if close is None or close == token.end:
            return None
        # Blank lines inside a display are an error in LaTeX and common in Markdown; with sentences between them the
        # closer belongs to another formula.
        if self._blank_between(token.end, close) and _reads_as_prose(self.text[token.end : close]):
            return None
        return _span(token.start, token.end, close, close + len(closer), display=True)

    def _environment(self, token: _Token, name: str) -> MathSpan | None:
        plain = name.rstrip("*")
        if plain not in MATH_ENVIRONMENTS and plain not in CODE_ENVIRONMENTS:
            return None
        close = self._next(f"end {name}", token.end)
        if close is None:
            return None
        end = self.by_start[close].end
        return _span(token.start, token.end, close, end, display=plain != "math", code=plain in CODE_ENVIRONMENTS)

    def _fence(self, token: _Token) -> MathSpan | None:
        ticks, _, info = token.kind.partition(" ")
        # A closing fence has no info string and is at least as long; longer ones are rare, three are tried.
        closes = [place for n in range(3) if (place := self._next(ticks + ticks[0] * n + " ", token.end)) is not None]
        if not closes:
            return None
        close = min(closes)
        language = info.strip().strip("{}. ").split(" ")[0].lower()
        start = self.text.index(ticks[0], token.start)
        end = self.by_start[close].end
        return _span(start, token.end, close, end, display=True, code=language not in _MATH_FENCES)


def _tokens(text: str) -> list[_Token]:
    tokens = []
    first = _FIRST_FENCE.match(text)
    begin = 0
    if first:
        tokens.append(_Token(0, first.end(), f"{first['ticks']} {first['info'].strip()}"))
        begin = first.end()
    for match in _TOKEN.finditer(text, begin):
        group = match.lastgroup
        if group == "escape":
            continue
        if group == "env":
            kind = f"{match['edge']} {match['env']}"
        elif group == "fence":
            kind = f"{match['ticks']} {match['info'].strip()}"
        elif group == "tick":
            inner = match.group()[1:-1]
            if inner[0] == " " or inner[-1] == " " or "'" in inner:
                continue
            if text[match.start() - 1 : match.start()] == "$" and text[match.end() : match.end() + 1] == "$":
                continue
            kind = "`"
        else:
            kind = match.group()
        tokens.append(_Token(start=match.start(), end=match.end(), kind=kind))
    return tokens


def _is_no_formula(inner: str, *, before: str, after: str) -> bool:
    """Whether what stands between two single dollars is money or prose."""
    words = len(_WORD.findall(_TEXT_COMMAND.sub(" ", inner)))
    lopsided = inner[0].isspace() != inner[-1].isspace()
    amount = _AMOUNT.match(inner)
    goes_on = amount is not None and amount.end() < len(inner)
    # "$5 and a pass costs $", and "$5, $" before a letter.
    if goes_on and (words > 1 or (lopsided and (words or not after.isspace()))):
        return True
    if before.isdigit() and inner[0].isspace() and words:
        return True
    return words > 1 and lopsided and (_MATH_SIGN.search(inner) is None or _reads_as_prose(inner))


def _reads_as_prose(inner: str) -> bool:
    return _PROSE_RUN.search(_TEXT_COMMAND.sub(" \\\\ ", inner)) is not None


def _span(start: int, inner_start: int, inner_end: int, end: int, *, display: bool, code: bool = False) -> MathSpan:
    return MathSpan(start=start, end=end, inner_start=inner_start, inner_end=inner_end, display=display, code=code)
