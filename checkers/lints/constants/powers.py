"""Real powers of what may be negative."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Binary
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shown import shown
from ..scope.sites import Site
from ..scope.types import leaf_type
from .known import Known
from .linear import number_of


def _powers(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="^", left=left, right=right) if leaf_type(right, site.names) == "ℝ":
            known = Known(site)
            whole = number_of(right)
            if (whole is not None and whole.denominator == 1) or known.nonnegative(left):
                return
            if known.kind(left) not in ("ℝ", "ℚ", "ℤ"):
                return
            yield Found(
                site=site,
                why="a real power of a negative base is exp(y log|x|) cos(π y) in Lean; nothing in scope says that "
                f"0 ≤ {shown(left)}",
            )
        case _:
            pass


RPOW = PlaceLint(
    id="rpow-negative-base",
    meaning="a real power of a base that may be negative",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("^",)),
    check=_powers,
)

LINTS = (RPOW,)
