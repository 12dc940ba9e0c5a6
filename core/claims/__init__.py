"""Numeric claims: text to an exact syntax tree and back to plain words. Evaluation is the checkers' affair.

A whitelist grammar of our own. Text is never handed to eval, sympify or a general LaTeX parser: those run code or read
claims silently wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..evidence import Kind
from .ast import Claim, ClaimError, Constant, Node, Symbol
from .grammar import parse_tokens
from .reading import claim_text

__all__ = [
    "FOR_ALL",
    "ROUNDED",
    "SPARSE",
    "Claim",
    "ClaimError",
    "Node",
    "definition",
    "parse",
    "quantifier",
    "reading",
]

ROUNDED = "decimals may be rounded"
"""A premise: an equality with a written decimal is refuted only beyond ten units of its last place."""
SPARSE = "sums with … may leave out terms"
"""A premise: the text speaks of primes, divisors, terms of a sequence, so that no claim with an ellipsis is refuted."""

FOR_ALL = "for all"
"""A premise "for all x, y" or "for all n ≥ 2", or "for all" alone: names without a value stand for any number."""

_NAME = r"(?<![A-Za-z])[A-Za-z](?:_\{?\w{1,3}\}?)?(?![A-Za-z(])"
_DOMAIN = (
    r"(?:real|rational|complex|integer|natural|positive|non-?negative|whole|numbers?|integers|reals|values\s+of)\s+"
)
_FOR_ALL = (
    rf"\s*(?:∀|\\forall(?![A-Za-z])|[Ff]or\s+(?:all|every|each|any))\s*(?:{_DOMAIN}){{0,4}}\$?\s*"
    rf"(?P<names>{_NAME}(?:\s*\$?\s*(?:,\s*and\s|,|and\s)\s*\$?\s*{_NAME}){{0,7}})\s*"
    r"(?:(?:∈|\\in(?![A-Za-z]))\s*(?:[ℝℚℤℕℂ]|\\mathbb\s*\{?[RQZNC]\}?)"
    r"|(?P<bound>≥|>|\\geq?(?![A-Za-z]))\s*(?P<least>\d{1,9}))?\s*\$?\s*"
)
_UNIVERSAL = re.compile(_FOR_ALL + r"(?:[,:.]\s*(?:(?:we|one)\s+ha(?:ve|s)\s+)?|(?:we|one)\s+ha(?:ve|s)\s+)(?=\S)")
_PREMISE = re.compile(_FOR_ALL)


def parse(text: str) -> Claim:
    """The claim that ``text`` is: at least one relation between expressions.

    Raises ClaimError with kind unparsed (outside the grammar), ambiguous (two readings that the tree cannot hold) or
    resource (longer or deeper than the limits). Spans in the result are codepoint offsets into ``text``.
    """
    universal = _UNIVERSAL.match(text)
    if universal is None:
        return _at(text, 0)
    names, least = _bound(universal)
    return replace(_at(text, universal.end()), universal=names, least=least)


def _bound(quantifier: re.Match[str]) -> tuple[tuple[str, ...], int | None]:
    names = tuple(name.replace("{", "").replace("}", "") for name in re.findall(_NAME, quantifier["names"]))
    if quantifier["least"] is None:
        return names, None
    return names, int(quantifier["least"]) + (quantifier["bound"] == ">")


def quantifier(premise: str) -> int | None:
    """The least integer that a premise "for all n ≥ 2" speaks of; None if it sets no bound."""
    found = _PREMISE.match(premise)
    return None if found is None else _bound(found)[1]


def reading(claim: Claim) -> str:
    """The claim in plain form, as "1 + 2 = 3 and 3 = √9"."""
    return claim_text(claim)


def definition(text: str) -> tuple[str, Node] | None:
    """The name and the expression of a definition such as "A = -14"; None if ``text`` is none.

    Raises ClaimError as ``parse`` does.
    """
    claim = parse(text)
    if len(claim.relations) != 1 or claim.relations[0].name != "=" or claim.modulus is not None:
        return None
    left, right = claim.members
    for name, expression in ((left, right), (right, left)):
        if isinstance(name, Symbol) or name == Constant(name="e"):
            return name.name, expression
    return None


def _at(text: str, start: int) -> Claim:
    """Parse ``text[start:]`` without the punctuation around it, keeping offsets into ``text``."""
    end = len(text)
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".,;:") and not text.endswith("..", start, end):
        end -= 1
    try:
        claim = parse_tokens(text[start:end]) if start or end < len(text) else parse_tokens(text)
    except ClaimError as error:
        raise ClaimError(error.kind, error.why, error.position + start) from None
    except RecursionError:
        raise ClaimError(Kind.RESOURCE, "nested too deeply", start) from None
    if not start:
        return claim
    return replace(
        claim,
        spans=tuple((a + start, b + start) for a, b in claim.spans),
        relations=tuple(replace(r, start=r.start + start, end=r.end + start) for r in claim.relations),
    )
