"""How often each tier was wrong where that was measured: shown beside what rests on the tier.

The table lies in error_rates.json. The benchmark of the lints and judges writes it; what nobody has measured says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from ..record.jsonform import indented
from ..value import value
from .findings import Tier

NOT_MEASURED = "not measured"
TABLE = "error_rates.json"


@value
class ErrorRate:
    """The known error rate of a tier. ``text`` says it in words, as "wrong in 3 of 70 (…)" or "not measured";
    ``source`` says on what, "" where nothing was measured."""

    tier: Tier
    text: str = NOT_MEASURED
    source: str = ""


def known_error_rates(tiers: Iterable[Tier]) -> tuple[ErrorRate, ...]:
    """The rates of these tiers, most reliable tier first."""
    table = _table()
    return tuple(table[tier] for tier in sorted(set(tiers), key=lambda tier: -tier.rank))


def table_bytes(rates: Iterable[ErrorRate]) -> bytes:
    """The table as it is shipped, for the benchmark that measures: one row for each tier."""
    by_tier = {rate.tier: rate for rate in rates}
    return indented([by_tier.get(tier, ErrorRate(tier=tier)) for tier in Tier])


@cache
def _table() -> dict[Tier, ErrorRate]:
    rows: list[dict[str, Any]] = json.loads(files(__package__).joinpath(TABLE).read_text(encoding="utf-8"))
    return {
        Tier(row["tier"]): ErrorRate(tier=Tier(row["tier"]), text=row["text"], source=row["source"]) for row in rows
    }
