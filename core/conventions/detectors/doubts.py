"""Rows that the numeric checker raises: it has found two readings of a computation, and they disagree."""

from __future__ import annotations

import re

from ..checks import ReadingCheck
from ..convention import Raiser
from ..registry import Entry
from ..source import Source
from .found import MOST_WHERES, Found

_BARE_LOG = re.compile(r"\\log(?![A-Za-z])(?!\s*_)|(?<![\\A-Za-z])log(?![A-Za-z])(?!\s*_)")
_BASES_DISAGREE = "log without a base: "
"""What the numeric checker says where one base passes and another does not; without the colon all of them fail."""
_WITH_BASE = {"e": r"\\ln ", "10": r"\\log_{10} ", "2": r"\\log_{2} "}


def logarithms(source: Source, entry: Entry) -> Found | None:
    """Computations whose outcome depends on the base of log, each with the claim that it is in every base."""
    found = _doubted(source, _BASES_DISAGREE, "the computation is right in one base and wrong in another")
    if found is None:
        return None
    checks = []
    for statement, why in source.doubts:
        unit = source.unit_of.get(statement.obligation_id)
        if unit is None or _BASES_DISAGREE not in why:
            continue
        for base, written in _WITH_BASE.items():
            checks.append(
                ReadingCheck(
                    convention_id=entry.id,
                    reading=base,
                    obligation_id=statement.obligation_id,
                    unit_id=unit.id,
                    step_id=unit.step,
                    claim=_BARE_LOG.sub(written, statement.text),
                    at=statement.premises,
                    witness=f"with base {base}: {statement.text} fails",
                    closes=True,
                )
            )
    return Found(where=found.where, obligations=found.obligations, checks=tuple(checks), names={},
                 raised_by=Raiser.DISAGREEMENT, raiser="numeric")  # fmt: skip


def rounding(source: Source, entry: Entry) -> Found | None:
    """Computations that are false exactly and true after rounding."""
    return _doubted(source, "equal after rounding", "false exactly, true after rounding")


def _doubted(source: Source, said: str, why: str) -> Found | None:
    names = dict.fromkeys(statement.obligation_id for statement, told in source.doubts if said in told)
    units = {source.unit_of[name].id: source.unit_of[name] for name in names if name in source.unit_of}
    if not units:
        return None
    return Found(
        where=tuple(source.where(unit, why) for unit in list(units.values())[:MOST_WHERES]),
        obligations=tuple(name for name in names if name in source.unit_of),
        names={},
        raised_by=Raiser.DISAGREEMENT,
        raiser="numeric",
    )
