"""Γ: what the text itself gives at a step, with scope and provenance, and what is wrong with the way it is used.

A fact lives in its scope: used outside of it, it is a finding. A fact may be used before the text states it as long as
nothing turns in a circle; a circle is a candidate for a flaw, and so is a step that takes its own assertion for given.
Findings accuse nobody by themselves: a witness of a named kind does (METHOD 8).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType

from ..growing.circles import circular_uses
from ..proof import Finding, StepId
from ..quotes import Quote, QuotedText, plain
from ..tree import EdgeUnit, Entry, EntryRole, ProofTree, ScopeId, UnitId
from .values import GammaItem, GammaUse, Provenance

CANDIDATES = frozenset({"circular-premise", "used-out-of-scope"})
"""Findings that are candidates for a flaw; the others only show something."""

_SIGNAL = "fact-out-of-scope: "
_SHOWN = 80


def gamma_items(tree: ProofTree) -> tuple[GammaItem, ...]:
    """Every entry of Γ but the theorems that are cited (those are Σ), in the order in which the text gives them."""
    kinds: dict[ScopeId, tuple[str, ...]] = {}
    items: list[GammaItem] = []
    for entry in tree.entries:
        if entry.role is EntryRole.CITED_THEOREM:
            continue
        if entry.scope not in kinds:
            kinds[entry.scope] = tuple(str(scope.kind) for scope in tree.scope_path(entry.scope)[1:])
        producer = tree.unit_by_id.get(entry.producer) if entry.producer is not None else None
        items.append(
            GammaItem(
                entry=entry.id,
                role=entry.role,
                text=entry.text,
                scope=entry.scope,
                within=kinds[entry.scope],
                provenance=_provenance(entry),
                unit=entry.producer,
                step=producer.step if producer is not None else None,
            )
        )
    return tuple(items)


def _provenance(entry: Entry) -> Provenance:
    if entry.role is EntryRole.CONVENTION:
        return Provenance.CONVENTION
    if entry.producer is not None:
        return Provenance.STEP
    return Provenance.PROBLEM if entry.span is None else Provenance.DOCUMENT


def gamma_findings(tree: ProofTree) -> tuple[Finding, ...]:
    """What is wrong with the uses of Γ that the tree knows of, in source order.

    ``used-out-of-scope``: an entry of a scope that the unit stands outside of (the closure of a scope may use what is
    in it); ``used-before-stated``: legal, shown; ``circular-premise``: results that rest on each other. Linear but for
    the depth of the scopes.
    """
    order = {unit.id: place for place, unit in enumerate(tree.units)}
    closes: dict[UnitId, list[ScopeId]] = {}
    for scope in tree.scopes:
        if scope.closed_by is not None:
            closes.setdefault(scope.closed_by, []).append(scope.id)
    paths: dict[ScopeId, frozenset[ScopeId]] = {}
    findings: list[tuple[int, Finding]] = []
    for unit in tree.units:
        place = order[unit.id]
        findings.extend((place, found) for found in _of_unit(tree, unit, closes.get(unit.id, ()), order, paths))
    for circle in circular_uses(tree.units, tree.scopes, tree.uses):
        found = Finding(kind="circular-premise", message=circle.message, about=circle.about, span=circle.span)
        findings.append((order[UnitId(circle.about)], found))
    return tuple(found for _, found in sorted(findings, key=lambda pair: pair[0]))


def _of_unit(
    tree: ProofTree,
    unit: EdgeUnit,
    closing: Iterable[ScopeId],
    order: Mapping[UnitId, int],
    paths: dict[ScopeId, frozenset[ScopeId]],
) -> Iterator[Finding]:
    around = {unit.scope, *closing}
    for premise in unit.premises:
        entry = tree.entry_by_id.get(premise)
        if entry is None:
            yield _told("unknown-premise", unit, f"it uses {premise}, which is no entry of Γ")
            continue
        if not any(_holds(tree, entry.scope, scope, paths) for scope in around):
            yield _told("used-out-of-scope", unit, f"it uses “{_short(entry.text)}” outside {_scope(tree, entry)}")
        if entry.producer is not None and order.get(entry.producer, -1) > order[unit.id]:
            yield _told(
                "used-before-stated", unit, f"it uses “{_short(entry.text)}”, which {entry.producer} states later"
            )
    for signal in unit.signals:
        if signal.startswith(_SIGNAL):
            name = signal.removeprefix(_SIGNAL)
            yield _told("used-out-of-scope", unit, f"it uses “{_short(name)}” after its scope was closed")


def _holds(tree: ProofTree, entry: ScopeId, here: ScopeId, paths: dict[ScopeId, frozenset[ScopeId]]) -> bool:
    """Whether what is said in scope ``entry`` holds in scope ``here``."""
    if here not in paths:
        paths[here] = frozenset(scope.id for scope in tree.scope_path(here))
    return entry in paths[here]


def use_faults(
    tree: ProofTree, step: StepId, uses: Iterable[GammaUse], *, text: str, settled: Collection[str] = ()
) -> tuple[str, ...]:
    """Why ``step`` may not take each of ``uses`` from Γ, in sentences; () where it may take them all.

    ``text`` are the words that are being shown (the step, or a part of it): what they say themselves is not given.
    ``settled`` are the conventions that a person settled. What is in no entry is a reading that the text leaves open,
    to be asked as a convention, or an external theorem. What a later step shows may be used, unless that turns in a
    circle, which ``circles`` finds. Linear in the tree.
    """
    wanted = tuple(uses)
    if not wanted:
        return ()
    units = tree.units_of_step.get(step, ())
    ids = {unit.id for unit in units}
    inside = {unit.scope for unit in units} | {scope.id for scope in tree.scopes if scope.closed_by in ids}
    around = frozenset(scope.id for here in inside for scope in tree.scope_path(here))
    place = {unit.id: index for index, unit in enumerate(tree.units)}
    own = {unit.id for unit in units if _overlap(text, unit.text)}
    first = min((place[unit] for unit in own), default=-1)
    faults: list[str] = []
    for use in wanted:
        entry = tree.entry_by_id.get(use.entry) if use.entry is not None else None
        fault = _use_fault(tree, use, settled, around)
        if not fault and entry is not None and entry.producer is not None:
            if entry.producer in own:
                fault = f"{entry.id} is what is to be shown here" if entry.role is EntryRole.FACT else ""
            elif entry.producer in ids and place[entry.producer] > first:
                fault = f"{entry.id} is what a later part of {step} shows"
        if fault:
            faults.append(fault)
    return tuple(faults)


def _overlap(text: str, other: str) -> bool:
    """Whether one of two texts stands in the other."""
    return QuotedText(text).find(Quote(text=other)) is not None or QuotedText(other).find(Quote(text=text)) is not None


def _use_fault(tree: ProofTree, use: GammaUse, settled: Collection[str], around: Collection[ScopeId]) -> str:
    if use.convention:
        if use.convention in settled:
            return ""
        return f"the convention {use.convention} is not settled: ask it, a reading is never slipped into Γ"
    entry = tree.entry_by_id.get(use.entry) if use.entry is not None else None
    if entry is None:
        return f"“{_short(use.text)}” is in no entry of Γ: ask it as a convention, or state it in Σ"
    if entry.role is EntryRole.CITED_THEOREM:
        return f"“{_short(entry.text)}” is an external theorem: it belongs to Σ"
    if use.text and QuotedText(entry.text).find(Quote(text=use.text)) is None:
        return f"“{_short(use.text)}” is not what {entry.id} says"
    return "" if entry.scope in around else f"{entry.id} holds only in {_scope(tree, entry)}"


def circles(rests_on: Mapping[StepId, Collection[StepId]]) -> tuple[tuple[StepId, ...], ...]:
    """The sets of steps that rest on each other, as ledgers declare it: step -> steps whose facts it uses."""
    import networkx as nx

    graph: nx.DiGraph[StepId] = nx.DiGraph()
    graph.add_edges_from((producer, step) for step, producers in rests_on.items() for producer in producers)
    found = [
        tuple(sorted(part))
        for part in nx.strongly_connected_components(graph)
        if len(part) > 1 or any(graph.has_edge(step, step) for step in part)
    ]
    return tuple(sorted(found))


def unused_items(tree: ProofTree) -> tuple[GammaItem, ...]:
    """Facts, hypotheses and definitions that no unit visibly uses: shown, never held against a proof, for the tree
    knows only uses that the words show."""
    used = {premise for unit in tree.units for premise in unit.premises}
    wanted = (EntryRole.FACT, EntryRole.HYPOTHESIS, EntryRole.DEFINITION)
    return tuple(item for item in gamma_items(tree) if item.role in wanted and item.entry not in used)


_MARKS = MappingProxyType(dict.fromkeys(map(ord, "$.,;:"), None))


def bare(text: str) -> str:
    """``text`` as it is compared with another: without blanks, dollars and closing marks, in small letters."""
    return plain(text).translate(_MARKS).replace("\\(", "").replace("\\)", "").lower()


def _told(kind: str, unit: EdgeUnit, message: str) -> Finding:
    return Finding(kind=kind, message=message, about=unit.id, span=unit.span)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else flat[: _SHOWN - 1] + "…"


def _scope(tree: ProofTree, entry: Entry) -> str:
    scope = tree.scope_by_id[entry.scope]
    return f"the {str(scope.kind).replace('_', ' ')} it was said in ({scope.id})"
