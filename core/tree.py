"""The proof-state tree T = (V, E) and the uses graph (wang2026faithsieve 3.1, B.2; telescopes and scopes are ours).

A state is a node: an ordered context Γ and a goal G. An EdgeUnit is an edge: one local transition. States store
what they add and remove; the full Γ is derived by walking to the root, never copied per edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NewType

from .proof import Finding, SourceSpan, StepId
from .value import value

if TYPE_CHECKING:  # networkx takes 0.15 s to import, and a review never walks a graph
    import networkx as nx

UnitId = NewType("UnitId", str)
StateId = NewType("StateId", str)
EntryId = NewType("EntryId", str)
ScopeId = NewType("ScopeId", str)


class EntryRole(StrEnum):
    """What an entry of Γ is. Only facts owe truth; hypotheses open a scope and are discharged when it closes."""

    VARIABLE = "variable"
    HYPOTHESIS = "hypothesis"
    DEFINITION = "definition"
    FACT = "fact"
    CITED_THEOREM = "cited_theorem"
    CONVENTION = "convention"
    FIGURE = "figure"


class ScopeKind(StrEnum):
    """Why a scope was opened."""

    ROOT = "root"
    CASE = "case"
    BASE_CASE = "base_case"
    INDUCTION_STEP = "induction_step"
    CONTRADICTION = "contradiction"
    SUPPOSITION = "supposition"
    SUBPROOF = "subproof"
    REDUCTION = "reduction"
    DIRECTION = "direction"
    DESCENT = "descent"
    ALTERNATIVE = "alternative"


class Pattern(StrEnum):
    """The reasoning pattern of an edge (wang2026faithsieve B.2)."""

    SAME_GOAL = "same_goal"
    CASE_SPLIT = "case_split"
    LEMMA_SUBGOAL = "lemma_subgoal"
    INDUCTION = "induction"
    WITNESS_INSTANTIATION = "witness_instantiation"
    EXISTENTIAL_ELIMINATION = "existential_elimination"
    UNIVERSAL_INSTANTIATION = "universal_instantiation"
    IFF_SPLIT = "iff_split"


class Transition(StrEnum):
    """What changes along an edge (wang2026faithsieve B.2)."""

    FACT_DERIVATION = "fact_derivation"
    REWRITE = "rewrite"
    GOAL_REDUCTION = "goal_reduction"
    CASE_SPLIT = "case_split"
    LEMMA_INTRODUCTION = "lemma_introduction"


class UnitRole(StrEnum):
    """What the words of a unit do. intro, assume, define, obtain and instantiate owe scope, freshness or existence,
    never the truth of what is assumed; ``abandoned`` and ``remark`` units owe nothing."""

    INTRO = "intro"
    ASSUME = "assume"
    DEFINE = "define"
    OBTAIN = "obtain"
    INSTANTIATE = "instantiate"
    DERIVE = "derive"
    COMPUTE = "compute"
    SPLIT = "split"
    CASE = "case"
    REDUCE = "reduce"
    APPLY = "apply"
    CONCLUDE = "conclude"
    CLOSURE = "closure"
    TARGET = "target"
    ABANDONED = "abandoned"
    REMARK = "remark"


@value
class Entry:
    """One entry of the ordered telescope Γ.

    ``symbols`` are the names it introduces (variables, defined symbols, an equation label); ``text`` its words;
    ``producer`` the unit that added it, or None where the problem states it; ``depends_on`` the names it may depend
    on (N = N(ε, x) is not N(ε)).
    """

    id: EntryId
    role: EntryRole
    text: str
    scope: ScopeId
    producer: UnitId | None
    symbols: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    span: SourceSpan | None = None


@value
class Scope:
    """A region of the proof in which hypotheses hold. ``hypothetical`` scopes (inside a contradiction) assert nothing
    about the world; ``split`` groups the branches of one case split; ``closed_by`` is its closure unit, or None
    while nothing closes it."""

    id: ScopeId
    kind: ScopeKind
    parent: ScopeId | None
    label: str
    hypothetical: bool = False
    opened_by: UnitId | None = None
    closed_by: UnitId | None = None
    split: str | None = None


@value
class State:
    """A node: what it adds to and removes from Γ of its parent, and the goal there."""

    id: StateId
    parent: StateId | None
    scope: ScopeId
    goal: str
    adds: tuple[EntryId, ...] = ()
    removes: tuple[EntryId, ...] = ()


@value
class EdgeUnit:
    """An edge: one local transition from ``before`` to ``after``, the smallest thing that is checked and decided.

    ``text`` is the substep's own words, verbatim at ``span`` (closure and target units quote the step that claims
    completion); ``premises`` the entries it names or visibly uses; ``signals`` the wording that drove the reading.
    """

    id: UnitId
    step: StepId
    before: StateId
    after: StateId
    scope: ScopeId
    role: UnitRole
    pattern: Pattern
    transition: Transition
    text: str
    span: SourceSpan
    hypothetical: bool = False
    split: str | None = None
    premises: tuple[EntryId, ...] = ()
    signals: tuple[str, ...] = ()


@value
class Use:
    """An arrow of the uses graph: ``consumer`` uses what ``producer`` established, as ``entry`` with
    ``instantiation`` (the words of the use; "" when verbatim)."""

    producer: UnitId
    consumer: UnitId
    entry: EntryId
    instantiation: str = ""


@dataclass(frozen=True)
class ProofTree:
    """The whole tree as values, with networkx views made on demand.

    Lookups are O(1); Γ of a state costs its depth. Iteration is in source order. Nothing recurses, so that a depth of
    10,000 works.
    """

    scopes: tuple[Scope, ...]
    entries: tuple[Entry, ...]
    states: tuple[State, ...]
    units: tuple[EdgeUnit, ...]
    uses: tuple[Use, ...]
    findings: tuple[Finding, ...] = field(default=())
    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}

    @cached_property
    def unit_by_id(self) -> dict[UnitId, EdgeUnit]:
        return {unit.id: unit for unit in self.units}

    @cached_property
    def state_by_id(self) -> dict[StateId, State]:
        return {state.id: state for state in self.states}

    @cached_property
    def entry_by_id(self) -> dict[EntryId, Entry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def scope_by_id(self) -> dict[ScopeId, Scope]:
        return {scope.id: scope for scope in self.scopes}

    @cached_property
    def units_of_step(self) -> dict[StepId, tuple[EdgeUnit, ...]]:
        grouped: dict[StepId, list[EdgeUnit]] = {}
        for unit in self.units:
            grouped.setdefault(unit.step, []).append(unit)
        return {step: tuple(units) for step, units in grouped.items()}

    @cached_property
    def graph(self) -> nx.DiGraph[StateId]:
        """States as nodes, units as edges (key ``unit``)."""
        import networkx as nx

        graph: nx.DiGraph[StateId] = nx.DiGraph()
        graph.add_nodes_from(state.id for state in self.states)
        graph.add_edges_from((unit.before, unit.after, {"unit": unit.id}) for unit in self.units)
        return graph

    @cached_property
    def uses_graph(self) -> nx.DiGraph[UnitId]:
        """Units as nodes; an arrow from producer to consumer."""
        import networkx as nx

        graph: nx.DiGraph[UnitId] = nx.DiGraph()
        graph.add_nodes_from(unit.id for unit in self.units)
        for use in self.uses:
            if graph.has_edge(use.producer, use.consumer):
                graph.edges[use.producer, use.consumer]["entries"].append(use.entry)
            else:
                graph.add_edge(use.producer, use.consumer, entries=[use.entry])
        return graph

    def context(self, state_id: StateId) -> tuple[Entry, ...]:
        """The full Γ at a state, oldest entry first."""
        removed: set[EntryId] = set()
        added: list[EntryId] = []
        for state in self._to_root(state_id):
            added.extend(entry for entry in reversed(state.adds) if entry not in removed)
            removed.update(state.removes)
        return tuple(self.entry_by_id[entry] for entry in reversed(added))

    def scope_path(self, scope_id: ScopeId) -> tuple[Scope, ...]:
        """The scopes from the root to ``scope_id``."""
        path: list[Scope] = []
        current: ScopeId | None = scope_id
        while current is not None:
            scope = self.scope_by_id[current]
            path.append(scope)
            current = scope.parent
        return tuple(reversed(path))

    def _to_root(self, state_id: StateId) -> Iterator[State]:
        current: StateId | None = state_id
        while current is not None:
            state = self.state_by_id[current]
            yield state
            current = state.parent
