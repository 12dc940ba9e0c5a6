"""The comparison as a whole: both sides are read once, every kind of drift looks at the two readings."""

from __future__ import annotations

from collections.abc import Iterator

from ..faithfulness.findings import Action, LintFinding
from ..formal.ast import Statement
from ..value import value
from .exact import Matching, match_exactly
from .formal import Formal, read_formal
from .kinds.constants import constant_findings
from .kinds.directions import direction_findings
from .kinds.distinct import distinct_findings
from .kinds.equivalence import equivalence_findings
from .kinds.extremal import extremal_findings
from .kinds.facts import fact_findings
from .kinds.formulas import formula_findings
from .kinds.moduli import modulus_findings
from .kinds.named import named_findings
from .kinds.operators import missing_function_findings, operator_findings
from .kinds.positivity import positivity_findings
from .kinds.properties import added_findings, property_findings
from .kinds.quantifiers import quantifier_findings
from .kinds.ranges import range_findings
from .kinds.scope import scope_findings
from .kinds.structures import structure_findings
from .kinds.types import type_findings
from .prose.pieces import Names
from .prose.reading import Prose, read_prose

MAX_FINDINGS = 40


@value
class Pair:
    """An informal and a formal statement, both read, and how their facts match."""

    prose: Prose
    formal: Formal
    matching: Matching


def read_pair(informal: str, statement: Statement) -> Pair:
    """Both sides. The names of the statement help to read the formulas of the text."""
    formal = read_formal(statement)
    prose = read_prose(informal, Names(formal.functions, formal.scalars))
    return Pair(prose=prose, formal=formal, matching=match_exactly(prose.claim, formal))


def findings_of(pair: Pair) -> tuple[LintFinding, ...]:
    """All findings, one of each kind about the same words, those that reject first."""
    order = {Action.REJECT: 0, Action.FLAG: 1, Action.NOTE: 2}
    kept: dict[tuple[str, str], LintFinding] = {}
    for finding in _all(pair):
        about = dict(finding.witness).get("text") or finding.why
        kept.setdefault((finding.id, about), finding)
    return tuple(sorted(kept.values(), key=lambda item: order[item.action]))[:MAX_FINDINGS]


def _all(pair: Pair) -> Iterator[LintFinding]:
    prose, formal = pair.prose, pair.formal
    yield from fact_findings(prose, formal, pair.matching)
    same = pair.matching.same and not pair.matching.mismatches
    whole = bool(same) and prose.claim.complete and formal.claim.complete
    for look in _LOOKS:
        if not whole or look not in _BY_TRACES:
            yield from look(prose, formal)
    yield from range_findings(prose, formal, pair.matching)


_LOOKS = (
    positivity_findings,
    type_findings,
    equivalence_findings,
    quantifier_findings,
    extremal_findings,
    constant_findings,
    distinct_findings,
    operator_findings,
    property_findings,
    added_findings,
    scope_findings,
    structure_findings,
    named_findings,
    formula_findings,
    modulus_findings,
    direction_findings,
    missing_function_findings,
)

_BY_TRACES = frozenset((formula_findings, operator_findings, missing_function_findings))
"""These look for what is written another way, which is no drift where both sides were read and say the same."""
