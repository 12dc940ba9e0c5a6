"""Distinctness: things that the text takes different and the statement lets be equal."""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Drift, LintFinding
from ..expr import walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_DISTINCT = (
    r"\bdistinct\b|\bpairwise different\b|\b(?:two|three|four|all) different\b"
    r"|\bdifferent (?:points|primes|integers|numbers|elements)\b"
)
_MARKS = (
    "inj", "pairwise", "nodup", "strictmono", "strictanti", "card", "finset", "sorted", "squarefree", "separable",
    "nontrivial", "equiv", "sym2", "offdiag", "embedding", "disjoint", "pow_inj", "setof", "eigenvalues",
)  # fmt: skip


def distinct_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """The text says distinct; no inequation, order or injectivity stands in the statement."""
    if formal.helped or not prose.has(_DISTINCT):
        return
    words = " ".join(formal.identifiers).lower()
    if "≠" in formal.operators or formal.operators & {"∃!", "↪", "⊂"} or any(mark in words for mark in _MARKS):
        return
    facts = (*formal.claim.premises, *formal.claim.conclusions)
    if any(
        here.head in ("<", "≠") and not any(arg.head.startswith("#") for arg in here.args)
        for fact in facts
        for here in walk(fact)
    ):
        return
    if any(here.head == "¬" and here.args[0].head == "=" for fact in facts for here in walk(fact)):
        return
    yield hint(
        "distinctness-dropped",
        Drift.MISSING_ASSUMPTIONS,
        "the text speaks of distinct things; the statement lets them be equal",
        formal,
        where="hypotheses",
    )
