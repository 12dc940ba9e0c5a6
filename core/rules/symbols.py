"""The symbols a text uses: single letters and Greek names in formulas, lone letters in prose."""

from __future__ import annotations

import re
from functools import lru_cache

from ..mathspans import math_spans

_DROPPED = re.compile(
    r"\\(?:text|textrm|textbf|textit|mathrm|operatorname|mbox|tag|label|ref|eqref|cite|begin|end)\*?\s*\{[^{}]*\}"
    r"|\\(?:mathbb|mathcal|mathfrak|mathscr)\s*(?:\{[^{}]*\}|\w)"
)
_GREEK = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "varepsilon",
    "zeta",
    "eta",
    "theta",
    "vartheta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "rho",
    "varrho",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "varphi",
    "chi",
    "psi",
    "omega",
    "Gamma",
    "Delta",
    "Theta",
    "Lambda",
    "Xi",
    "Sigma",
    "Phi",
    "Psi",
    "Omega",
]
_TOKEN = re.compile(r"\\([A-Za-z]+)|([A-Za-zα-ωΑ-Ω])(?![A-Za-z])|([A-Za-z]{2,})")
_LONE = re.compile(r"(?<![\w'’\\-])([B-HJ-Zb-zα-ω])(?:_\w+|[₀-₉]+|')?(?![\w’-])(?!\.\w\.)")
_WORDS = frozenset(
    [
        "gcd",
        "lcm",
        "mod",
        "sin",
        "cos",
        "tan",
        "log",
        "ln",
        "exp",
        "lim",
        "max",
        "min",
        "sup",
        "inf",
        "det",
        "dim",
        "ker",
        "deg",
        "arg",
        "sgn",
        "and",
        "or",
        "if",
        "for",
    ]
)
_REACH = 60
_SPECIAL = frozenset("edi")  # e, d, i are mostly the constant, the differential and the imaginary unit


# A unit's words are asked for the symbols they use, introduce and depend on, one after the other.
@lru_cache(maxsize=64)
def symbols(text: str) -> tuple[str, ...]:
    """Symbols in order of first appearance, each once. At most 64; e, d, i are left out."""
    found: dict[str, None] = {}
    position = 0
    for span in math_spans(text):
        _prose(text[position : span.start], found)
        _formula(text[span.inner_start : span.inner_end], found)
        position = span.end
    _prose(text[position:], found)
    return tuple(found)[:64]


_EXISTS = re.compile(
    r"\b(?:there (?:must |always )?(?:is|are|exists?)|exists?|for some|find (?:an?|some|two|integers?"
    r"|numbers?|elements?|points?))\b|∃",
    re.IGNORECASE,
)
# "a solution with smaller $z$", "an element of $A$": the formula names something else.
_UNNAMED = re.compile(
    r"\b(?:with|such|where|whose|which|that|of|in|for|smaller|larger|than|from|on|no|between|at)\b", re.IGNORECASE
)
_ENDS_NAMES = re.compile(
    r"\\in(?![A-Za-z])|[∈<>=≤≥:|]|\\(?:le|ge|leq|geq|subset|subseteq|to|colon|mid|neq|ne)(?![A-Za-z])"
)


def obtained(text: str) -> tuple[str, ...]:
    """The symbols that "there is a number $k$ with …" names: those at the head of the first formula after it."""
    match = _EXISTS.search(text)
    if match is None:
        return ()
    span = next((span for span in math_spans(text) if span.start >= match.start()), None)
    if span is None or span.start - match.end() > _REACH or _UNNAMED.search(text, match.end(), span.start):
        return ()
    head = _ENDS_NAMES.split(text[span.inner_start : span.inner_end], maxsplit=1)[0]
    found: dict[str, None] = {}
    _formula(head, found)
    return tuple(found) if len(head) <= _REACH else ()


def _formula(inner: str, found: dict[str, None]) -> None:
    for macro, letter, letters in _TOKEN.findall(_DROPPED.sub(" ", inner)):
        if macro:
            if macro in _GREEK:
                found.setdefault("\\" + macro)
        elif letters not in _WORDS:
            for symbol in letter or letters:
                if symbol not in _SPECIAL:
                    found.setdefault(symbol)


def _prose(prose: str, found: dict[str, None]) -> None:
    for symbol in _LONE.findall(prose):
        if symbol not in _SPECIAL:
            found.setdefault(symbol)
