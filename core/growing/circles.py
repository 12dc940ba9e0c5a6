"""Circular use: results that rest on each other. Use before proof is legal where nothing turns in a circle."""

from __future__ import annotations

from collections.abc import Sequence

from ..proof import Finding
from ..tree import EdgeUnit, Scope, ScopeId, ScopeKind, UnitId, UnitRole, Use

_MOST_NAMED = 6


def circular_uses(units: Sequence[EdgeUnit], scopes: Sequence[Scope], uses: Sequence[Use]) -> tuple[Finding, ...]:
    """A finding for each set of units that rest on each other, in source order.

    Beside the uses, what is said inside a claim's proof carries the claim: its closure rests on every unit in it.
    Linear; nothing recurses.
    """
    order = {unit.id: place for place, unit in enumerate(units)}
    if all(order[use.producer] < order[use.consumer] for use in uses):
        return ()
    import networkx as nx

    graph: nx.DiGraph[UnitId] = nx.DiGraph()
    graph.add_edges_from((use.producer, use.consumer) for use in uses)
    by_id = {scope.id: scope for scope in scopes}
    carried = _carrier(scopes)
    for unit in units:
        # A closure stands outside the scope that it closes, so that claims inside claims carry each other.
        claim = carried[unit.scope]
        closure = by_id[claim].closed_by if claim is not None else None
        if closure is not None and closure != unit.id:
            graph.add_edge(unit.id, closure)
    findings: list[Finding] = []
    spans = {unit.id: unit.span for unit in units}
    for part in nx.strongly_connected_components(graph):
        if len(part) > 1 or any(graph.has_edge(unit, unit) for unit in part):
            members = sorted(part, key=order.__getitem__)
            named = ", ".join(members[:_MOST_NAMED]) + (", …" if len(members) > _MOST_NAMED else "")
            users = {use.consumer for use in uses if use.consumer in part and use.producer in part}
            first = next(
                (unit for unit in members if unit in users and units[order[unit]].role is not UnitRole.CLOSURE),
                members[0],
            )
            findings.append(
                Finding(
                    kind="circular-use",
                    message=f"these units rest on each other: {named}",
                    about=first,
                    span=spans[first],
                )
            )
    return tuple(sorted(findings, key=lambda finding: order[UnitId(finding.about)]))


def _carrier(scopes: Sequence[Scope]) -> dict[ScopeId, ScopeId | None]:
    """For each scope, the innermost claim's proof that it lies in. Parents stand before their children."""
    found: dict[ScopeId, ScopeId | None] = {}
    for scope in scopes:
        inside = found.get(scope.parent) if scope.parent is not None else None
        found[scope.id] = scope.id if scope.kind is ScopeKind.SUBPROOF else inside
    return found
