"""Quantifiers beside a claim: "for all real x and y, …", "… for every integer n"."""

from __future__ import annotations

import re

from ..value import value

_NAME = r"[A-Za-z](?:_\{?\w{1,2}\}?)?"
_DOLLAR = r"(?:\$|\\\(|\\\))?"
_NAMES = (
    rf"{_DOLLAR}\s*{_NAME}(?![A-Za-z(])(?:\s*{_DOLLAR}\s*(?:,\s*and|,|and)\s*{_DOLLAR}\s*{_NAME}(?![A-Za-z(])){{0,5}}"
)
_WORDS = (
    r"(?:(?:real|rational|complex|natural|positive|non-?negative|non-?zero|whole|possible|values?\s+of|numbers?|integers?|reals?"
    r"|choices?\s+of)\s+){0,4}"
)
_DOMAIN = (
    r"(?:\s*(?:∈|\\in)\s*(?:[ℝℚℤℕℂ]|\\(?:mathbb|mathbf)\s*\{?\s*[RQZNC]\s*\}?|\\[RQZNC](?![A-Za-z]))(?:\s*[_^]\s*\{?[+*]\}?)?"
    r"|\s*(?P<bound>≥|>|\\geq?|\\ge)\s*(?P<least>\d{1,3}))?"
)
_EVERY = r"(?:(?<![A-Za-z])for\s+(?:all|every|each|any)\s+|∀\s*|\\forall\s*)"
_HOLDS = (
    r"(?:(?:we\s+(?:always\s+)?have|it\s+holds\s+that|there\s+holds|one\s+has|holds|the\s+(?:identity|formula|equality|relation|equation)"
    r"(?:\s+holds)?|it\s+is\s+true\s+that|we\s+(?:get|obtain|find|see|know)(?:\s+that)?)\s*)?"
)
_FOR_ALL_BEFORE = re.compile(
    rf"{_EVERY}(?P<domain>{_WORDS})(?P<names>{_NAMES}){_DOMAIN}\s*{_DOLLAR}\s*[,:.]?\s*{_HOLDS}\s*[:,]?\s*{_DOLLAR}\s*$",
    re.IGNORECASE,
)
_FOR_ALL_AFTER = re.compile(
    rf"(?:\s|\\quad|\\qquad|\\[,;: ]|[~,(])*{_DOLLAR}\s*(?:(?:is\s+true|holds|is\s+valid)\s+)?"
    rf"{_EVERY}(?P<domain>{_WORDS})(?P<names>{_NAMES}){_DOMAIN}\s*{_DOLLAR}\s*\)?(?=\s*(?:[.,;:]|$|(?:and|so|hence|thus|therefore|as|since|because)(?![A-Za-z])))",
    re.IGNORECASE,
)
_ANY = re.compile(r"∀|\\forall|(?<![A-Za-z])(?:all|every|each|any)(?![A-Za-z])", re.IGNORECASE)
_LETTER = re.compile(r"[A-Za-z](?:_\{?\w{1,2}\}?)?(?![A-Za-z(])")


@value
class Quantified:
    """The names that "for all" binds, the least integer it speaks of if it says one, and the text around the claim
    without it."""

    names: frozenset[str]
    least: int | None
    before: str
    after: str


def quantified(before: str, after: str) -> Quantified | None:
    """The quantifier right before or right after a claim; None if there is none, or one with a condition."""
    near = before[-200:]
    match = _FOR_ALL_BEFORE.search(near) if _ANY.search(near) is not None else None
    if match is not None:
        start = len(before) - len(near) + match.start()
        return Quantified(names=_names_in(match["names"]), least=_least(match), before=before[:start], after=after)
    match = _FOR_ALL_AFTER.match(after)
    if match is not None:
        rest = after[match.end() :]
        return Quantified(names=_names_in(match["names"]), least=_least(match), before=before, after=rest)
    return None


def _least(match: re.Match[str]) -> int | None:
    return None if match["least"] is None else int(match["least"]) + (match["bound"] == ">")


def _names_in(listed: str) -> frozenset[str]:
    plain = re.sub(r"(?<![A-Za-z])and(?![A-Za-z])", " ", listed, flags=re.IGNORECASE)
    return frozenset(name.replace("{", "").replace("}", "") for name in _LETTER.findall(plain))
