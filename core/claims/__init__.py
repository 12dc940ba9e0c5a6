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

__all__ = ["ROUNDED", "SPARSE", "Claim", "ClaimError", "Node", "definition", "parse", "reading"]

ROUNDED = "decimals may be rounded"
"""A premise: an equality with a written decimal is refuted only beyond ten units of its last place."""
SPARSE = "sums with … may leave out terms"
"""A premise: the text speaks of primes, divisors, terms of a sequence, so that no claim with an ellipsis is refuted."""

_UNIVERSAL = re.compile(
    r"\s*(?:∀|\\forall|[Ff]or\s+(?:all|every|each|any))\s*(?:real|integer|natural|positive|numbers?|\s)*"
    r"(?P<names>[A-Za-z](?:\s*,\s*[A-Za-z])*)\s*"
    r"(?:(?:∈|\\in)\s*(?:[ℝℚℤℕℂ]|\\mathbb\s*\{?[RQZNC]\}?)\s*)?[,:.]\s*(?=\S)"
)


def parse(text: str) -> Claim:
    """The claim that ``text`` is: at least one relation between expressions.

    Raises ClaimError with kind unparsed (outside the grammar), ambiguous (two readings that the tree cannot hold) or
    resource (longer or deeper than the limits). Spans in the result are codepoint offsets into ``text``.
    """
    universal = _UNIVERSAL.match(text)
    if universal is None:
        return _at(text, 0)
    names = tuple(name.strip() for name in universal.group("names").split(","))
    return replace(_at(text, universal.end()), universal=names)


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
