"""Big operators: where their body ends, and bodies that do not depend on the index."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import BigOp, Binary, Numeral, Term
from .lint import Found, PlaceLint
from .names import free_names
from .places import Places
from .shapes import names_of
from .shown import shown
from .sites import Site

_SIGNS = frozenset("∑ ∏ ∑' ∏'".split())
_TIGHT = (1, 3)
"""Codepoints between two operands with nothing but the sign, bare or with a blank on each side: no bracket fits in."""


def _ends_early(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="+" | "-" as op, left=BigOp(kind=kind, binders=binders) as big, right=right):
            index = frozenset(names_of(binders))
            outside = index & free_names(right) - frozenset(site.names)
            bare = _is_bare(big, right) and isinstance(right, Numeral) and index & free_names(big.body)
            if kind in _SIGNS and (outside or bare):
                yield Found(
                    site=site,
                    why=f"the body of {kind} ends before {op}: it reads ({shown(big)}) {op} {shown(right)}",
                )
        case _:
            pass


def _is_bare(big: BigOp, right: Term) -> bool:
    """Whether no bracket closes behind the body: the operator ends with it, and the sign follows at once."""
    return big.end == big.body.end and right.start - big.end in _TIGHT


def _idle_index(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case BigOp(kind=kind, binders=binders, body=body) if kind in _SIGNS:
            index = frozenset(names_of(binders))
            elsewhere = {
                name
                for binder in binders
                for part in (binder.type, binder.domain)
                if part is not None
                for name in free_names(part)
            }
            others = free_names(body) & frozenset(site.names)
            if index and others and not index & (free_names(body) | elsewhere):
                yield Found(
                    site=site,
                    why=f"{shown(body)} does not depend on {', '.join(sorted(index))}: one term is repeated",
                )
        case _:
            pass


ENDS_EARLY = PlaceLint(
    id="big-operator-body",
    meaning="∑ i ∈ s, i + 1, which Lean reads as (∑ i ∈ s, i) + 1",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("+", "-")),
    check=_ends_early,
)
IDLE_INDEX = PlaceLint(
    id="big-operator-index-unused",
    meaning="a sum or product whose term does not depend on the index",
    drift=Drift.WRONG_OBJECTS,
    heads=_SIGNS,
    check=_idle_index,
)

LINTS = (ENDS_EARLY, IDLE_INDEX)
