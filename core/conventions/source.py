"""A proof as detection looks at it: its pieces flattened once, its obligations by unit, its Γ on demand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

from ..evidence import Evidence, Kind, Outcome, Statement
from ..obligations import Obligation, ObligationKind
from ..proof import Proof
from ..tree import EdgeUnit, EntryRole, ProofTree, UnitId, UnitRole
from ..value import value
from .convention import Where
from .flat import flatten
from .telling import Demand, Told, demanded, speaks_of, supposed, told

_OF_TRUTH = (
    ObligationKind.DERIVED_FACT,
    ObligationKind.REWRITE,
    ObligationKind.ENTAILMENT,
    ObligationKind.FACT_PLUS_REDUCTION,
    ObligationKind.CONTESTED_CLAIM,
)
_NOT_READ = (EntryRole.CITED_THEOREM, EntryRole.CONVENTION, EntryRole.FIGURE)
MOST_SENTENCE = 400
"""Code points of a quoted sentence."""


@value
class Gamma:
    """What Γ before a unit says of one name: claims of hypotheses and facts, whether the hypotheses are all read, and
    the ids of facts that are not."""

    claims: tuple[Told, ...]
    complete: bool
    unread: tuple[str, ...]


class Source:
    """What the detectors ask. Everything that is computed is kept; nothing changes."""

    def __init__(
        self,
        proof: Proof,
        tree: ProofTree,
        obligations: Sequence[Obligation],
        statements: Sequence[Statement],
        evidence: Iterable[Evidence],
    ) -> None:
        self.proof = proof
        self.tree = tree
        self.obligations = obligations
        self.statements = {statement.id: statement for statement in statements}
        self.evidence = tuple(evidence)
        self.units = tuple(
            unit for unit in tree.units if unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET, UnitRole.ABANDONED)
        )
        self._owed: dict[str, list[Obligation]] = defaultdict(list)
        for obligation in obligations:
            self._owed[obligation.unit_id].append(obligation)
        self._claims: dict[UnitId, tuple[Told, ...]] = {}
        self._demands: dict[str, Demand] = {}

    @cached_property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """(unit or "", flattened words): the problem, the passages of the document, the units."""
        outside = ("", flatten(self.proof.problem)), *(("", flatten(passage.text)) for passage in self.proof.context)
        return (*outside, *((unit.id, flatten(unit.text)) for unit in self.units))

    @cached_property
    def whole(self) -> str:
        """All of it, a line each."""
        return "\n".join(text for _, text in self.pieces)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[EdgeUnit, ...], str, tuple[int, ...]], ...]:
        """The units of each step, their flattened words joined, and where each begins in these."""
        words = dict(self.pieces)
        grouped: dict[str, list[EdgeUnit]] = defaultdict(list)
        for unit in self.units:
            grouped[unit.step].append(unit)
        made = []
        for units in grouped.values():
            ends = list(accumulate(len(words[unit.id]) + 1 for unit in units))
            made.append((tuple(units), " ".join(words[unit.id] for unit in units), (0, *ends[:-1])))
        return tuple(made)

    @cached_property
    def problem(self) -> tuple[Demand, tuple[Told, ...]]:
        """What the problem supposes, and what it claims."""
        return supposed(self.proof.problem)

    @cached_property
    def doubts(self) -> tuple[tuple[Statement, str], ...]:
        """The statements that a checker found ambiguous, with what it said."""
        return tuple(
            (self.statements[item.statement_id], item.why)
            for item in self.evidence
            if item.outcome is Outcome.INCONCLUSIVE
            and item.kind is Kind.AMBIGUOUS
            and item.statement_id in self.statements
        )

    @cached_property
    def unit_of(self) -> dict[str, EdgeUnit]:
        """The unit of each obligation."""
        return {
            obligation.id: self.tree.unit_by_id[obligation.unit_id]
            for obligation in self.obligations
            if obligation.unit_id in self.tree.unit_by_id
        }

    def unit(self, unit_id: str) -> EdgeUnit | None:
        """The unit of that id; None for ""."""
        return self.tree.unit_by_id[UnitId(unit_id)] if unit_id else None

    def owed(self, unit: EdgeUnit) -> tuple[str, ...]:
        """The obligations of a unit whose truth is at stake: what it derives, else all that it owes."""
        of_unit = self._owed[unit.id]
        truth = [item.id for item in of_unit if item.kind in _OF_TRUTH]
        return tuple(truth or [item.id for item in of_unit])

    def owed_of_kind(self, unit_id: str, kind: ObligationKind) -> tuple[str, ...]:
        return tuple(item.id for item in self._owed[unit_id] if item.kind is kind)

    def claims(self, unit: EdgeUnit) -> tuple[Told, ...]:
        """The claims in a unit's formulas, whatever its mood."""
        if unit.id not in self._claims:
            self._claims[unit.id] = told(unit.text)
        return self._claims[unit.id]

    def where(self, unit: EdgeUnit | None, why: str) -> Where:
        """The unit as the place that raised a question; None is the problem."""
        if unit is None:
            text, span = self.proof.problem, self.proof.problem_span
        else:
            text, span = unit.text, unit.span
        return Where(unit_id=unit.id if unit else "", sentence=text[:MOST_SENTENCE], why=why, span=span)

    def gamma(self, unit: EdgeUnit, name: str) -> Gamma:
        """What holds of ``name`` before a unit; costs the depth of the unit's state."""
        demand, _ = self.problem
        claims = [told for told in demand.claims if told.names == {name}]
        complete = demand.complete and not any(name in told.names for told in demand.claims if told not in claims)
        unread = []
        for entry in self.tree.context(unit.before):
            of_problem = entry.producer is None and entry.text.strip() in self.proof.problem
            if of_problem or entry.role in _NOT_READ or not speaks_of(entry.text, name):
                continue
            here = self._demand(entry.text)
            alone = [told for told in here.claims if told.names == {name}]
            mixed = any(name in told.names for told in here.claims if told not in alone)
            claims.extend(alone)
            if entry.role is not EntryRole.FACT:
                complete = complete and here.complete and not mixed
            elif mixed or not alone:
                unread.append(entry.id)
        return Gamma(claims=tuple(dict.fromkeys(claims)), complete=complete, unread=tuple(unread))

    def _demand(self, text: str) -> Demand:
        if text not in self._demands:
            self._demands[text] = demanded(text)
        return self._demands[text]
