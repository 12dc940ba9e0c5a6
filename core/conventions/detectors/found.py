"""What a detector hands back."""

from __future__ import annotations

from collections.abc import Mapping

from ...value import value
from ..checks import ReadingCheck
from ..convention import Raiser, Where

MOST_WHERES = 5
"""Places that a question quotes."""


@value
class Found:
    """Where the text leaves it open, the obligations that depend on the answer (none: nothing is asked), the checks
    that tell readings apart, and what stands for the names in the row's question."""

    where: tuple[Where, ...]
    obligations: tuple[str, ...]
    checks: tuple[ReadingCheck, ...] = ()
    names: Mapping[str, str]
    raised_by: Raiser = Raiser.TEXT
    raiser: str = ""
