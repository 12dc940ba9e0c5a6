"""Subtraction of natural numbers: a - b is 0 where a < b."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Binary, Term
from ..scope.arithmetic import arithmetic_type
from ..scope.lint import Found, PlaceLint
from ..scope.names import free_names
from ..scope.shown import shown
from ..scope.sites import Site
from .known import Known
from .use import Use, excludes


def _unguarded(site: Site, in_exponent: bool) -> Iterator[Found]:
    match site.term:
        case Binary(op="-", left=left, right=right) if (
            _in_exponent(site) is in_exponent and arithmetic_type(site) == "ℕ"
        ):
            known = Known(site)
            if known.large and known.large & free_names(left) and not known.large & free_names(right):
                return
            if known.is_definite(left) and known.is_definite(right):
                return
            if known.at_most(right, left) or excludes(0)(Use(site=site, arguments=(left, right), known=known)):
                return
            yield _found(site, left, right)
        case _:
            pass


def _in_exponent(site: Site) -> bool:
    inner = site
    for around in site.above():
        match around.term:
            case Binary(op="^") if inner.role == "right":
                return True
            case Binary(op="+" | "-" | "*" | "/"):
                inner = around
            case _:
                return False
    return False


def _found(site: Site, first: Term, second: Term) -> Found:
    left, right = shown(first), shown(second)
    return Found(
        site=site, why=f"{shown(site.term)} is 0 in ℕ where {left} < {right}; nothing in scope says {right} ≤ {left}"
    )


NAT_SUB = PlaceLint(
    id="nat-sub",
    meaning="a difference of natural numbers that may be cut off at 0",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("-",)),
    check=lambda site, places: _unguarded(site, in_exponent=False),
)

EXPONENT_NAT_SUB = PlaceLint(
    id="exponent-nat-sub",
    meaning="an exponent that is a difference of natural numbers and may be cut off at 0",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("-",)),
    check=lambda site, places: _unguarded(site, in_exponent=True),
)

LINTS = (NAT_SUB, EXPONENT_NAT_SUB)
