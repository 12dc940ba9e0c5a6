"""Σ: what an external theorem needs before a step may rest on it, and the skeleton that the text itself gives."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..proof import Finding, StepId
from ..tree import EntryRole, ProofTree
from .values import MAX_TEXT, SigmaId, SigmaItem, SigmaRow, SigmaStatus, Support

_LOCATED = re.compile(r"\d|\bdoi\b|https?://", re.IGNORECASE)


def sigma_fault(item: SigmaItem) -> str:
    """Why no step can be verified on ``item``, in a sentence; "" where one can."""
    name = item.name or item.id
    if item.status is SigmaStatus.FALSE:
        return f"{name} is false as it is used"
    if item.status is SigmaStatus.OPEN:
        return f"{name} is open"
    return support_fault(item)


def support_fault(item: SigmaItem) -> str:
    """What is missing before ``item`` can be confirmed; "" if nothing is. A source is precise if it says where in it:
    a number of a theorem, a page, a year, an address."""
    name = item.name or item.id
    if not item.statement.strip():
        return f"{name} has no statement as it is used"
    if any(len(text) > MAX_TEXT for text in (item.name, item.statement, item.grounds, item.applies)):
        return f"{name[:80]} is longer than {MAX_TEXT:,} characters"
    if item.support is Support.NONE or not item.grounds.strip():
        return f"{name} has neither a proof nor a source"
    if item.support is Support.SOURCE and _LOCATED.search(item.grounds) is None:
        return f"the source of {name} does not say where in it the statement stands"
    if not item.applies.strip():
        return f"nothing says why {name} applies here"
    return ""


def skeleton(tree: ProofTree) -> tuple[SigmaRow, ...]:
    """The external theorems that the text names or that its document states, as open Σ items, with the steps that use
    them, in the order of their entries. Definitions and what the proof itself shows are no part of Σ."""
    used: dict[str, dict[StepId, None]] = {}
    for unit in tree.units:
        for premise in unit.premises:
            used.setdefault(premise, {})[unit.step] = None
    rows: list[SigmaRow] = []
    for entry in tree.entries:
        if entry.role is EntryRole.CITED_THEOREM and entry.id in used:
            said = entry.span is not None
            item = SigmaItem(
                id=SigmaId(entry.id),
                name=" ".join(entry.text.split())[:80],
                statement=entry.text if said else "",
                by="rules",
            )
            rows.append(SigmaRow(item=item, used_by=tuple(used[entry.id])))
    return tuple(rows)


def sigma_findings(rows: Iterable[SigmaRow]) -> tuple[Finding, ...]:
    """``sigma-unused`` for items that no step uses, ``sigma-unsupported`` for confirmed ones without their grounds."""
    findings: list[Finding] = []
    for row in rows:
        if not row.used_by:
            message = f"no step uses {row.item.name or row.item.id}"
            findings.append(Finding(kind="sigma-unused", message=message, about=row.item.id))
        missing = support_fault(row.item) if row.item.status is SigmaStatus.CONFIRMED else ""
        if missing:
            findings.append(
                Finding(kind="sigma-unsupported", message=f"called confirmed, but {missing}", about=row.item.id)
            )
    return tuple(findings)
