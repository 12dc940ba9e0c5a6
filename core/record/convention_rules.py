"""What must hold of the conventions in an audit, and of one that an event raises."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ..audit import Audit
from ..conventions.bearing import statements_of
from ..conventions.convention import MAX_READINGS, MAX_TEXT, Convention, Standing, names_fault, replayed
from ..errors import InputError
from .parts import evidence_faults, evidence_names, name_faults
from .strictjson import shown

MAX_HISTORY = 1_000
"""Acts on one convention before any review; a run leaves one at most."""


def conventions_faults(audit: Audit) -> Iterator[str]:
    """Why ``audit.conventions`` does not fit the rest."""
    found = audit.conventions
    obligations = {obligation.id: obligation.unit_id for obligation in audit.obligations}
    known: dict[str, Convention] = {}
    for index, convention in enumerate(found.found):
        at = f"conventions.found[{index}]"
        if convention.id in known:
            yield f"{at}.id: {shown(convention.id)} is asked twice"
        known[convention.id] = convention
        yield from convention_faults(at, convention, obligations)
    for index, check in enumerate(found.checks):
        at = f"conventions.checks[{index}]"
        owner = known.get(check.convention_id)
        if owner is None or check.reading not in {reading.id for reading in owner.readings}:
            yield f"{at}: there is no reading {shown(check.reading)} of {shown(check.convention_id)}"
        if obligations.get(check.obligation_id) != check.unit_id:
            yield f"{at}: {shown(check.obligation_id)} is not owed by {shown(check.unit_id)}"
        elif audit.tree.unit_by_id[obligations[check.obligation_id]].step != check.step_id:
            yield f"{at}: {shown(check.unit_id)} does not stand in {shown(check.step_id)}"
    statements = statements_of(found.checks)
    answered: set[str] = set()
    for index, item in enumerate(found.evidence):
        at = f"conventions.evidence[{index}]"
        if item.statement_id not in statements:
            yield f"{at}.statement_id: {shown(item.statement_id)} is no statement of a check"
        if item.statement_id in answered:
            yield f"{at}: {shown(item.statement_id)} is answered twice"
        answered.add(item.statement_id)
        for field, names in evidence_names(item):
            yield from name_faults(f"{at}.{field}", names)
        yield from evidence_faults(at, item)


def convention_faults(at: str, convention: Convention, obligations: Collection[str]) -> Iterator[str]:
    """Why ``convention`` is none; each as "field: what is wrong"."""
    fault = names_fault(convention)
    if fault:
        yield f"{at}: {fault}"
    readings = {reading.id for reading in convention.readings}
    if not 2 <= len(convention.readings) <= MAX_READINGS or len(readings) != len(convention.readings):
        yield f"{at}.readings: a question has 2 to {MAX_READINGS} different readings"
    texts = [convention.question, convention.term, *(reading.label for reading in convention.readings)]
    texts += [reading.consequence for reading in convention.readings]
    if any(len(text) > MAX_TEXT for text in texts):
        yield f"{at}: a text is longer than {MAX_TEXT:,} characters"
    for dependence in convention.affected:
        if dependence.reading not in readings:
            yield f"{at}.affected: there is no reading {shown(dependence.reading)}"
        for name in dependence.obligations:
            if name not in obligations:
                yield f"{at}.affected: there is no obligation {shown(name)}"
    if len({dependence.reading for dependence in convention.affected}) != len(convention.affected):
        yield f"{at}.affected: a reading stands there twice"
    if convention.default and convention.default not in readings:
        yield f"{at}.default: there is no reading {shown(convention.default)}"
    settlement = convention.settlement
    if (settlement is None) == (convention.standing is Standing.SETTLED):
        yield f"{at}.settlement: exactly a settled convention has one"
    if settlement is not None and settlement.reading not in readings:
        yield f"{at}.settlement: there is no reading {shown(settlement.reading)}"
    else:
        yield from _history_faults(at, convention)


def _history_faults(at: str, convention: Convention) -> Iterator[str]:
    """Why ``convention`` does not stand as its own history leaves it."""
    if len(convention.history) > MAX_HISTORY:
        yield f"{at}.history: {len(convention.history):,} acts; at most {MAX_HISTORY:,} are kept"
        return
    if any(act.convention_id != convention.id for act in convention.history):
        yield f"{at}.history: an act on another convention"
        return
    first = replace(convention, standing=Standing.OPEN, settlement=None, history=())
    try:
        left = replayed(first, convention.history)
    except InputError as error:
        yield f"{at}.history: {error.message}"
        return
    if (left.standing, left.settlement) != (convention.standing, convention.settlement):
        yield f"{at}.settlement: it does not stand as its history leaves it"
