"""Risk per unit, candidates, and the audit window (wang2026faithsieve 3.2, B.3).

Offline, a risk comes from stated signals only; each stands in ``SIGNALS`` with its weight and the sentence that a
reviewer reads. A risk is a heuristic and nobody's calibrated probability.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .evidence import Evidence, Kind, Outcome
from .tree import EdgeUnit, ProofTree, Transition, UnitId, UnitRole
from .value import value


@value
class Risk:
    """One cheap judgement of a unit. ``risk`` is an integer 0-100; ``signals`` the stated reasons, strongest first;
    ``error_type`` a prior guess or ""."""

    unit_id: UnitId
    risk: int
    signals: tuple[str, ...]
    reason: str
    error_type: str = ""
    should_formalize: bool = False


@value
class Window:
    """The audit window: the earliest candidate over the threshold and up to six units before it, source order."""

    candidate: UnitId | None
    units: tuple[UnitId, ...]


# Signal, weight (the risk it gives alone), error-type prior, and what it means in a sentence.
SIGNALS: dict[str, tuple[int, str, str]] = {
    "computation-refuted": (97, "calculation", "a computation that the text asserts is false"),
    "computation-refuted-not-counted": (70, "calculation", "a computation is false, but the text may not assert it"),
    "split-without-partner": (88, "case_analysis", "a case split lacks its partner"),
    "induction-without-base": (85, "case_analysis", "an induction has no base case"),
    "induction-without-step": (85, "case_analysis", "an induction has no step"),
    "arrows-missing": (84, "incomplete", "an equivalence lacks an implication"),
    "direction-missing": (84, "incomplete", "an equivalence lacks a direction"),
    "open-closure": (75, "incomplete", "a scope ends only because the text ends"),
    "fact-out-of-scope": (74, "scope", "a fact is used outside the scope it was proved in"),
    "computation-undefined": (72, "calculation", "a computation has an undefined part"),
    "wlog": (64, "case_analysis", "a loss of generality is denied without a reason"),
    "clearly": (63, "justification", "the text says clearly, obviously or the like instead of a reason"),
    "similarly": (62, "justification", "an argument is called similar and not given"),
    "symbol-out-of-scope": (58, "scope", "a symbol is used outside the scope it was introduced in"),
    "computation-unparsed": (48, "", "a computation could not be read or decided"),
    "symbol-not-introduced": (46, "scope", "a symbol is used before it is introduced"),
    "split-not-followed": (50, "case_analysis", "a case split is announced and no branch of it was recognised"),
    "figure": (61, "justification", "the step rests on a figure, which nobody here can see"),
}
_BASE = {
    UnitRole.INTRO: 3,
    UnitRole.ASSUME: 6,
    UnitRole.CASE: 6,
    UnitRole.REMARK: 2,
    UnitRole.ABANDONED: 0,
    UnitRole.DEFINE: 12,
    UnitRole.CLOSURE: 15,
    UnitRole.TARGET: 18,
    UnitRole.SPLIT: 28,
    UnitRole.REDUCE: 28,
    UnitRole.APPLY: 30,
    UnitRole.OBTAIN: 26,
    UnitRole.INSTANTIATE: 24,
    UnitRole.COMPUTE: 24,
}
_SPECIAL = (Transition.CASE_SPLIT, Transition.GOAL_REDUCTION, Transition.LEMMA_INTRODUCTION)


def score(unit: EdgeUnit, evidence: Sequence[tuple[Evidence, bool]]) -> Risk:
    """The risk of one unit from its wording and what the free checks said.

    ``evidence`` pairs each answer with whether it counts. The strongest signal sets the risk, each further
    one adds 4, a unit all of whose computations passed loses 12; an abandoned attempt owes nothing and stays at 0.
    """
    names = [signal for signal in unit.signals if signal.partition(":")[0] in SIGNALS]
    names.extend(_from_evidence(evidence))
    if unit.role is UnitRole.ABANDONED:
        names = []
    names.sort(key=lambda name: -SIGNALS[name.partition(":")[0]][0])
    base = _BASE.get(unit.role, 20)
    risk = max([base, *(SIGNALS[name.partition(":")[0]][0] for name in names[:1])]) + 4 * max(0, len(names) - 1)
    if not names and "hence" in unit.signals and "because" not in unit.signals:
        risk += 6
    if evidence and all(item.says is Outcome.PASSED for item, _ in evidence):
        risk = max(0, risk - 12)
    if names:
        _, error_type, sentence = SIGNALS[names[0].partition(":")[0]]
        detail = names[0].partition(": ")[2]
        reason = f"{sentence} ({detail})" if detail else sentence
    else:
        error_type, reason = "", "no signal; the base rate of its role"
    return Risk(
        unit_id=unit.id,
        risk=min(risk, 99),
        signals=tuple(names),
        reason=reason,
        error_type=error_type,
        should_formalize=bool(evidence),
    )


def _from_evidence(evidence: Sequence[tuple[Evidence, bool]]) -> list[str]:
    names: list[str] = []
    for item, counts in evidence:
        if item.says is Outcome.REFUTED:
            names.append("computation-refuted" if counts else "computation-refuted-not-counted")
        elif item.kind is Kind.UNDEFINED:
            names.append("computation-undefined")
        elif item.outcome is Outcome.INCONCLUSIVE:
            names.append("computation-unparsed")
    return sorted(set(names), key=lambda name: -SIGNALS[name][0])


def audit_window(tree: ProofTree, risks: Iterable[Risk], *, threshold: int, before: int) -> Window:
    """The earliest unit over ``threshold`` and up to ``before`` units ahead of it. No candidate: an empty window."""
    over = {risk.unit_id for risk in risks if risk.risk > threshold}
    candidate = next((unit.id for unit in tree.units if unit.id in over), None)
    if candidate is None:
        return Window(candidate=None, units=())
    return Window(candidate=candidate, units=window_before(tree, candidate, before=before))


def window_before(tree: ProofTree, candidate: UnitId, *, before: int) -> tuple[UnitId, ...]:
    """The candidate and up to ``before`` units ahead of it, in source order: its producers first, then special
    transitions (splits, goal changes, lemmas), then the nearest."""
    order = [unit.id for unit in tree.units]
    at = order.index(candidate)
    producers = set(tree.uses_graph.predecessors(candidate))
    nearest = range(at - 1, max(-1, at - 1 - 50), -1)
    preferred = sorted(
        nearest,
        key=lambda i: (order[i] not in producers, tree.units[i].transition not in _SPECIAL, at - i),
    )
    chosen = sorted(preferred[:before])
    return (*(order[i] for i in chosen), candidate)


def scan(tree: ProofTree, evidence: Mapping[UnitId, Sequence[tuple[Evidence, bool]]]) -> tuple[Risk, ...]:
    """The risk of every unit, in source order."""
    return tuple(score(unit, evidence.get(unit.id, ())) for unit in tree.units)
