"""Smallest and largest: a bound alone is half of the claim, that it is reached is the other half."""

from __future__ import annotations

from collections.abc import Iterator

from ...faithfulness.findings import Action, Drift, LintFinding
from ..expr import Expr, walk
from ..findings import hint
from ..formal import Formal
from ..prose.reading import Prose

_EXTREMAL = (
    r"(?<!at )\b(?:smallest|largest|least|greatest|minimum|maximum|minimal|maximal|lowest|highest|biggest)\s"
    r"(?:possible |positive |such |value|number|integer|natural|prime|real|rational|constant|element|member|size"
    r"|cardinality|odd |even |common |whole |of |three-digit |two-digit |four-digit |composite |§)"
)
_EVIDENCE = (
    "isleast", "isgreatest", "ssup", "sinf", "isup", "isinf", "minimal", "maximal", "isminon", "ismaxon", "find",
    "argmin", "argmax", "islub", "isglb", "min'", "max'", "iinf", "isup",
)  # fmt: skip


def extremal_findings(prose: Prose, formal: Formal) -> Iterator[LintFinding]:
    """The text names something smallest or largest; the statement has a bound and nothing that reaches it."""
    if not prose.has(_EXTREMAL) or formal.helped:
        return
    words = " ".join(formal.identifiers).lower()
    if any(part in words for part in _EVIDENCE) or formal.operators & {"⨅", "⨆"}:
        return
    conclusions = formal.claim.conclusions
    if any(here.head in ("max", "min") for part in conclusions for here in walk(part)):
        return
    if not conclusions or any(here.head in ("∃", "∃!", "↔") for part in conclusions for here in walk(part)):
        return
    heads = {part.head for part in conclusions}
    if all(_is_bound(part) for part in conclusions):
        yield hint(
            "extremal-incomplete",
            Drift.UNDERGENERALIZED,
            "the text names an extreme value; the statement shows the bound and not that it is reached",
            formal,
            where="goal",
        )
    elif all(part.head == "∈" and part.args[1].head in ("setof", "app") for part in conclusions):
        yield hint(
            "extremal-incomplete",
            Drift.UNDERGENERALIZED,
            "the text names an extreme value; the statement shows that it is in the set and compares it with no other",
            formal,
            where="goal",
        )
    elif heads == {"="} and not any(here.head in ("∀", "→") for part in formal.claim.premises for here in walk(part)):
        yield hint(
            "extremal-incomplete",
            Drift.UNDERGENERALIZED,
            "the text names an extreme value; nothing in the statement compares with others",
            formal,
            where="goal",
            action=Action.NOTE,
        )


def _is_bound(part: Expr) -> bool:
    """a ≤ b, or a ∈ lowerBounds s."""
    return part.head in ("<", "≤") or (part.head == "∈" and part.args[1].head in ("fn:lowerBounds", "fn:upperBounds"))
