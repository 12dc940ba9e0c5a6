"""Computations told in words: "the sum of 12 and 43 is 55", "we add 12 + 43, so the sum is 55"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..value import value
from .neighbours import in_phrase

_SIGNS = {"sum": "+", "product": "*", "difference": "-", "quotient": "/"}
_NUMBER = r"\$?-?\d{1,15}(?:\.\d{1,9})?\$?"
_END = (
    r"(?![\w]|\.\d|,\d|\s*(?:[-+*/^%!°:(×·]|\\|\$|times|plus|minus|more|less|fewer|greater|smaller|"
    r"higher|lower|bigger|larger|short|mod|modulo|per|percent|hundred|thousand|million|dozen))"
)
_OF = re.compile(
    rf"(?<![A-Za-z])[Tt]he\s+(?P<noun>sum|product|difference|quotient)\s+of\s+(?P<first>{_NUMBER}(?:\s*,\s*{_NUMBER}){{0,20}})"
    rf"\s*,?\s+and\s+(?P<last>{_NUMBER})\s+(?:is|equals|is\s+equal\s+to|=)\s+(?P<value>{_NUMBER}){_END}"
)
_EXPRESSION = (
    r"(?<![\w.,=<>+*/^({$-])(?P<dollar>\$?)"
    r"(?P<expression>[\d(](?:[\d\s+−*/×·⋅().…-]|\\cdot|\\times|\\[lc]?dots){2,300})(?P=dollar)"
)
# What stands right before the phrase may take its first number into a longer expression: "x · 3 + 4, which is 10".
_GOES_ON = re.compile(r"(?:[-−+*/·×⋅^=<>(:]|\\(?:cdot|times|div)|(?<![\w$])\d[\d.]*)\s*$")
_BETWEEN = re.compile(r"\(?\d+\s*[-–−]\s*\d+\)?")
_HINT = re.compile(r"sum|product|difference|quotient|which")
_SO = re.compile(
    rf"{_EXPRESSION}"
    r"\s*[,;:.]?\s*(?:(?:[Aa]nd|[Ss]o|[Hh]ence|[Tt]hus|[Tt]herefore|[Tt]hen|where),?\s+){0,2}(?:[Tt]heir|[Ii]ts|[Tt]he)\s+(?P<noun>sum|product|difference|quotient)"
    rf"\s+(?:is|equals|is\s+equal\s+to)\s+(?P<value>{_NUMBER}){_END}"
)
_WHICH = re.compile(
    rf"{_EXPRESSION}\s*,?\s+which\s+(?:is|equals|is\s+equal\s+to|gives|comes\s+to)\s+(?P<value>{_NUMBER}){_END}"
)


@value
class Phrase:
    """text[start:end] says the computation ``claim``; ``note`` tells how it was read."""

    start: int
    end: int
    claim: str
    note: str


def may_tell(text: str) -> bool:
    """False if ``text`` has none of the words of a phrase."""
    return _HINT.search(text) is not None


def phrases(text: str) -> Iterator[Phrase]:
    """The computations that ``text`` tells in words, each with its span."""
    for match in _OF.finditer(text):
        sign = _SIGNS[match["noun"]]
        terms = [*match["first"].split(","), match["last"]]
        if sign in "-/" and len(terms) != 2:
            continue
        expression = f" {sign} ".join(map(_number, terms))
        if sign == "-":
            expression = f"|{expression}|"  # "the difference of 5 and 8 is 3"
            if match["value"].strip("$").startswith("-"):
                continue
        if not _within(text, match.start()):
            yield _phrase(match, expression)
    for match in _SO.finditer(text):
        expression = match["expression"].strip()
        if _main_sign(expression) == _SIGNS[match["noun"]] and not _within(text, match.start()):
            yield _phrase(match, expression)
    for match in _WHICH.finditer(text):
        expression = match["expression"].strip()
        # 10-15 may be pages or years from one to the other, and a score
        if (
            re.search(r"\d\D+\d", expression)
            and not _BETWEEN.fullmatch(expression)
            and not _within(text, match.start())
        ):
            yield _phrase(match, expression)


def _within(text: str, start: int) -> bool:
    """True if the phrase at ``start`` may be a part of a longer one: "three times the sum of 2 and 3 is 15"."""
    before = text[max(0, start - 40) : start]
    return _GOES_ON.search(before) is not None or in_phrase(before)


def _phrase(match: re.Match[str], expression: str) -> Phrase:
    return Phrase(
        start=match.start(),
        end=match.end(),
        claim=f"{expression} = {match['value'].strip('$')}",
        note=f"“{match.groupdict().get('noun', 'which')}” read as {expression}",
    )


def _number(term: str) -> str:
    number = term.strip().strip("$")
    return f"({number})" if number.startswith("-") else number


def _main_sign(expression: str) -> str:
    """The one sign that joins the parts of the expression outside brackets; "" if there are several kinds."""
    flat = re.sub(r"\\cdot|\\times|[×·⋅]", "*", re.sub(r"\\[lc]?dots", "…", expression)).replace("−", "-")
    depth, found = 0, set()
    for i, character in enumerate(flat):
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in "+-*/" and flat[:i].strip()[-1:] not in ("", *"+-*/"):
            found.add(character)
    return found.pop() if len(found) == 1 else ""
