"""Σ: what an external theorem needs before a step may rest on it, and the skeleton that the text itself gives."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

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
    them, in the order of their entries. Definitions and what the proof itself shows are no part of Σ, and neither is a
    result that the text does not name ("the identity"); one that it names in several ways is one item."""
    used: dict[str, dict[StepId, None]] = {}
    for unit in tree.units:
        for premise in unit.premises:
            used.setdefault(premise, {})[unit.step] = None
    rows: dict[str, SigmaRow] = {}
    for entry in tree.entries:
        if entry.role is not EntryRole.CITED_THEOREM or entry.id not in used:
            continue
        stated = entry.span is not None
        name = " ".join(entry.text.split())[:80] if stated else _name(entry.text)
        if not stated and name.lower() in _CLASSES:
            continue
        key = entry.id if stated else name.lower()
        known = rows.get(key)
        if known is not None:
            rows[key] = replace(known, used_by=tuple(dict.fromkeys((*known.used_by, *used[entry.id]))))
            continue
        item = SigmaItem(id=SigmaId(entry.id), name=name, statement=entry.text if stated else "", by="rules")
        rows[key] = SigmaRow(item=item, used_by=tuple(used[entry.id]))
    return tuple(rows.values())


_BEFORE = re.compile(r"^(?:(?:[a-z]{2,}ing|the|an?|or|and|by|our|this|that|same|above)\s+)+")
_CLASSES = frozenset(
    "theorem lemma corollary proposition inequality identity formula principle law rule criterion algorithm test bound"
    " postulate".split()
)


def _name(words: str) -> str:
    """What a theorem is called, without the words around: "using the quadratic formula" names the quadratic formula."""
    return _BEFORE.sub("", " ".join(words.split()))[:80]


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
