"""The rows of the slot table: facts that match, facts that do not, types, and findings on words."""

from __future__ import annotations

from collections.abc import Iterator

from ..faithfulness.findings import Action, Drift, LintFinding
from ..faithfulness.slots import Side, SlotStatus
from .claim import UNREAD
from .compare import Pair, findings_of
from .difference import Kind
from .exact import Mismatch, Role
from .expr import shown
from .formal import Formal
from .kinds.facts import said_otherwise
from .kinds.positivity import bound_system
from .slots import DriftRow

_SIDES = {Role.PREMISE: Side.PREMISE, Role.CONCLUSION: Side.CONCLUSION}
_STATUS: dict[Kind, SlotStatus | None] = {
    Kind.IFF: SlotStatus.WEAKENED,
    Kind.ONLY_IF: SlotStatus.STRENGTHENED,
    Kind.UNIQUENESS: SlotStatus.WEAKENED,
    Kind.OMITTED: SlotStatus.OMITTED,
    Kind.ADDED: SlotStatus.ADDED,
    Kind.PART_OMITTED: SlotStatus.WEAKENED,
    Kind.PART_ADDED: SlotStatus.STRENGTHENED,
    Kind.OTHER: None,
}
_OF_DRIFT = {
    Drift.MISSING_ASSUMPTIONS: SlotStatus.OMITTED,
    Drift.OVERGENERALIZED: SlotStatus.STRENGTHENED,
    Drift.UNDERGENERALIZED: SlotStatus.WEAKENED,
}
MAX_ROWS = 120


def rows_of(pair: Pair) -> tuple[DriftRow, ...]:
    """All rows: variables, premises, conclusions, then what words alone show. Parts that were not read say so."""
    return tuple(_rows(pair))[:MAX_ROWS]


def _rows(pair: Pair) -> Iterator[DriftRow]:
    yield from _types(pair)
    for role in Role:
        for same_role, source, formal in pair.matching.same:
            if same_role is role:
                yield DriftRow(
                    side=_SIDES[role],
                    kind=role.value,
                    source=shown(source),
                    formal=shown(formal),
                    status=SlotStatus.PRESERVED,
                    reason="the same up to notation and names",
                )
        for mismatch in pair.matching.mismatches:
            if mismatch.role is role:
                yield _mismatched(mismatch, pair.formal)
    facts = {shown(item.source) for item in pair.matching.mismatches}
    for finding in findings_of(pair):
        if dict(finding.witness).get("text", "") not in facts and finding.id != "type-drift":
            yield _of_finding(finding)
    yield from _unread(pair)


def _types(pair: Pair) -> Iterator[DriftRow]:
    seen: set[str] = set()
    drifted = {
        dict(finding.witness).get("text", ""): finding for finding in findings_of(pair) if finding.id == "type-drift"
    }
    for said in pair.prose.said:
        if said.fact.head != "type" or said.fact.args[0].args or not said.hypothesis:
            continue
        name, system = said.fact.args[0].head, said.fact.args[1].head
        written = bound_system(name, pair.formal)
        if name in seen:
            continue
        seen.add(name)
        finding = drifted.get(f"{name} ∈ {system}")
        status: SlotStatus | None = SlotStatus.PRESERVED if written == system else None
        reason = "the same number system" if written == system else "the statement has no number system for this name"
        if written and written != system:
            status = SlotStatus.REPLACED if finding is not None else SlotStatus.PRESERVED
            reason = finding.why if finding is not None else "another system that serves here"
        yield DriftRow(
            side=Side.PREMISE,
            kind="type",
            source=f"{name} ∈ {system}",
            formal=f"{name} : {written}" if written else "",
            status=status,
            reason=reason,
        )


def _mismatched(mismatch: Mismatch, formal: Formal) -> DriftRow:
    one_sided = mismatch.kind in (Kind.OMITTED, Kind.ADDED)
    if mismatch.kind is Kind.OMITTED and said_otherwise(mismatch.source, formal):
        return DriftRow(
            side=_SIDES[mismatch.role],
            kind=mismatch.role.value,
            source=shown(mismatch.source),
            formal="",
            status=SlotStatus.PRESERVED,
            reason="it follows from other hypotheses of the statement",
        )
    opaque = one_sided and any(part.head.startswith(("prop:", "fn:")) for part in (mismatch.source, mismatch.formal))
    status = _STATUS.get(mismatch.kind, SlotStatus.REPLACED)
    return DriftRow(
        side=_SIDES[mismatch.role],
        kind=mismatch.role.value,
        source="" if mismatch.source == UNREAD else shown(mismatch.source),
        formal="" if mismatch.formal == UNREAD else shown(mismatch.formal),
        status=None if opaque else status,
        reason="said in words that have no formula to compare"
        if opaque
        else _REASONS.get(mismatch.kind, mismatch.kind.value),
    )


_REASONS = {
    Kind.OMITTED: "nothing in the statement says this",
    Kind.ADDED: "nothing in the text says this",
    Kind.OTHER: "alike, but not the same",
    Kind.STRICTNESS: "strict on one side only",
    Kind.REVERSED: "the inequality is turned round",
    Kind.DIVIDES: "divisor and multiple changed places",
    Kind.MODULUS: "another modulus",
    Kind.NUMERAL: "other constants",
    Kind.NEGATION: "one denies the other",
    Kind.QUANTIFIER: "another quantifier",
    Kind.ORDER: "the quantifiers stand in another order",
    Kind.UNIQUENESS: "exactly one became at least one",
    Kind.IFF: "one direction of two",
    Kind.ONLY_IF: "both directions where the text has one",
    Kind.DIRECTION: "the converse",
    Kind.OPERATOR: "another operation",
    Kind.VARIANT: "a rounding variant of the function",
    Kind.RANGE: "another range",
    Kind.SWAPPED: "the parts changed places",
    Kind.CASES: "other cases",
    Kind.PART_OMITTED: "a part is missing",
    Kind.PART_ADDED: "a part was added",
}


def _of_finding(finding: LintFinding) -> DriftRow:
    witness = dict(finding.witness)
    side = Side.CONCLUSION if finding.where == "goal" else Side.PREMISE
    status = (
        SlotStatus.ADDED if finding.id == "added-hypothesis" else _OF_DRIFT.get(finding.drift or Drift.WRONG_OBJECTS)
    )
    return DriftRow(
        side=side,
        kind=finding.id,
        source=witness.get("text", ""),
        formal=witness.get("statement", ""),
        status=None if finding.action is Action.NOTE else status or SlotStatus.REPLACED,
        reason=finding.why,
    )


def _unread(pair: Pair) -> Iterator[DriftRow]:
    for complete, what in (
        (pair.prose.claim.complete, "parts of the text were not read as formulas or known words"),
        (pair.formal.claim.complete, "parts of the statement were not read, classes among them"),
    ):
        if not complete:
            yield DriftRow(side=Side.PREMISE, kind="unread", source="", formal="", status=None, reason=what)
