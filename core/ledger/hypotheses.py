"""Mechanical applicability: what a theorem assumes, listed and looked up in Γ. What is not found is undischarged.

Both sides are read into the term language of ``core.drift`` and compared after normalising; words that were not read
are compared as text. Finding nothing accuses nobody: a hypothesis may hold for reasons that no rule sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..drift.claim import is_read
from ..drift.expr import Expr, conjuncts
from ..drift.normal import compared
from ..drift.prose.statement import read_statement
from ..proof import Finding
from ..value import value
from .gamma import bare
from .values import SigmaItem

MAX_STATEMENT = 2_000
"""Code points of a statement whose hypotheses are listed; a longer one has one hypothesis: that it was not read."""
MAX_HYPOTHESES = 24
_ENDS = r";|\.(?:\s|$)|\s+\b(?:if|provided|whenever|where)\b|$"
_IF = re.compile(
    rf"\b(?:if|let|suppose(?: that)?|assume(?: that)?|whenever|given(?: that)?|provided(?: that)?|where)\s+"
    rf"(?P<what>.+?)(?=,?\s*\bthen\b|,\s*(?:we have|it follows|there (?:is|are|exists?))\b|{_ENDS})"
    r"|\bfor (?:all|every|each|any)\s+"
    rf"(?P<range>.+?)(?=,?\s*\b(?:then|we have|it follows|there (?:is|are|exists?))\b|{_ENDS})",
    re.IGNORECASE | re.DOTALL,
)
_ASSERTS = re.compile(
    r"\b(?:is|are|be|has|have|holds?|exists?|does|do|lies?|converges?|diverges?|divides?|equals?|satisf(?:y|ies)"
    r"|continuous|differentiable|integrable|bounded|assume|suppose)\b"
    r"|[=<>≤≥≠∈∉⊂⊆∣∤≡]|\\(?:leq?|geq?|neq?|in|notin|mid|nmid|subset|subseteq|equiv|lt|gt|to|perp)\b"
)
_CONDITIONAL = re.compile(
    r"\b(?:if|then|whenever|provided|when|unless|implies|iff|or|either|not|no|for (?:all|every|each|any|some))\b"
    r"|\\(?:implies|iff|Rightarrow|Leftrightarrow|forall|exists|neg|lor|vee)\b|[⇒⇔∀∃→∨¬]",
    re.IGNORECASE,
)
_GIVES = re.compile(r"\W*(?:let|suppose(?: that)?|assume(?: that)?|given(?: that)?|fix)\s+", re.IGNORECASE)
_AND = re.compile(r"\s+\band\b\s+(?!only\b)|,\s+(?=\\?\(?\$|and\b)")


@value
class Hypothesis:
    """One thing that a theorem assumes, in words, and where Γ has it ("" where it was not found)."""

    text: str
    found_in: str = ""


def hypotheses_of(statement: str) -> tuple[str, ...]:
    """What a theorem assumes, in its own words: each condition of "if …, then", "let …", "suppose …", "… if …"."""
    if len(statement) > MAX_STATEMENT:
        return ("the statement is too long to list its hypotheses",)
    found: dict[str, None] = {}
    for match in _IF.finditer(statement):
        for part in _split(match["what"] or match["range"]):
            words = " ".join(part.split()).strip(" ,.")
            if words:
                found.setdefault(words, None)
    return tuple(found)[:MAX_HYPOTHESES]


def _split(what: str) -> list[str]:
    """At "and" and at commas between formulas, never inside a formula, and only where each part says something: "x
    and y are real" is one."""
    parts: list[str] = []
    begin = 0
    for match in _AND.finditer(what):
        before = what[: match.start()]
        if before.count("$") % 2 == 0 and before.count("\\(") == before.count("\\)"):
            parts.append(what[begin : match.start()])
            begin = match.end()
    parts.append(what[begin:])
    return parts if all(_ASSERTS.search(part) for part in parts) else [what]


def applicability(item: SigmaItem, gamma: Iterable[tuple[str, str]]) -> tuple[Hypothesis, ...]:
    """The hypotheses of a Σ item, each with the name of the item of ``gamma`` (name, text) that says the same.

    An item of Γ that says something only under a condition, or denies it, discharges nothing but its very words.
    """
    by_text: dict[str, str] = {}
    by_fact: dict[Expr, str] = {}
    for name, text in gamma:
        by_text.setdefault(bare(text), name)
        if _CONDITIONAL.search(text):
            continue
        given = _GIVES.match(text)
        if given is not None:
            for part in _split(text[given.end() :]):
                by_text.setdefault(bare(part), name)
        for fact in _facts(text):
            by_fact.setdefault(fact, name)
    return tuple(
        Hypothesis(text=words, found_in=_lookup(words, by_text, by_fact)) for words in hypotheses_of(item.statement)
    )


def _lookup(words: str, by_text: dict[str, str], by_fact: dict[Expr, str]) -> str:
    said = by_text.get(bare(words))
    if said is not None:
        return said
    if _CONDITIONAL.search(words):
        return ""
    names = [by_fact.get(fact, "") for fact in _facts(words)]
    return ", ".join(dict.fromkeys(names)) if names and all(names) else ""


def _facts(text: str) -> tuple[Expr, ...]:
    """The facts that a text states, normalised; () where one of them was not read."""
    if len(text) > MAX_STATEMENT:
        return ()
    said_of = _LEADS.sub("", text)
    claim = read_statement(said_of if _GIVES.match(said_of) else f"Let {said_of}")
    said = (*claim.premises, *claim.conclusions)
    if not all(map(is_read, said)):
        return ()
    found = [compared(part, commutes=True) for fact in said for part in conjuncts(fact)]
    found.extend(Expr("type", (Expr(name), Expr(kind))) for name, kind in claim.types)
    return tuple(dict.fromkeys(found))


_LEADS = re.compile(
    r"^\W*?(?:(?:so|then|hence|thus|therefore|now|also|and|moreover|furthermore|consequently|it follows"
    r"|(?:we|one) (?:have|know|get|see|find|obtain|conclude)s?|in particular)(?: that)?\s*,?\s+)+",
    re.IGNORECASE,
)


def undischarged(item: SigmaItem, gamma: Iterable[tuple[str, str]]) -> tuple[Finding, ...]:
    """A finding ``undischarged`` for each hypothesis of a Σ item that was not found in Γ. Shown, no flaw."""
    return tuple(
        Finding(
            kind="undischarged",
            message=f"{item.name or item.id} assumes “{hypothesis.text}”, which was not found in Γ",
            about=item.id,
        )
        for hypothesis in applicability(item, gamma)
        if not hypothesis.found_in
    )
