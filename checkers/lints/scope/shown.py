"""A term as a person reads it in a finding."""

from __future__ import annotations

from ....core.formal.ast import Term
from ....core.formal.printer import printed

MAX_SHOWN = 60


def shown(term: Term) -> str:
    """The term in Lean's notation on one line, cut after MAX_SHOWN characters."""
    text = " ".join(printed(term).split())
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"
