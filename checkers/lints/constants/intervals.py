"""Intervals whose ends are the wrong way round: nothing lies in them."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Binary, Name, Quantifier
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shapes import last
from ..scope.shown import shown
from ..scope.sites import Site
from .known import Known

_CLOSED = frozenset(("Icc",))
_HALF_OPEN = frozenset(("Ico", "Ioc", "Ioo"))


def _reversed(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Apply(function=Name(text=text), arguments=(low, high)):
            name = last(text)
            known = Known(site)
            wrong = (name in _CLOSED and known.at_most(high, low, strict=True)) or (
                name in _HALF_OPEN and known.at_most(high, low)
            )
            if wrong:
                yield Found(
                    site=site,
                    why=f"{shown(site.term)} is empty: it ends before it begins",
                    action=Action.REJECT if _is_required(site) else None,
                    witness=((shown(site.term), "∅"),),
                )
        case _:
            pass


def _is_required(site: Site) -> bool:
    """Whether the statement speaks of the members of the interval only: ∀ x ∈ I, or a hypothesis x ∈ I."""
    up = site.up
    match up.term if up is not None else None:
        case Quantifier(kind="∀"):
            return site.role == "domain" and up is not None and up.up is None and site.hypothesis is None
        case Binary(op="∈"):
            return site.role == "right" and site.hypothesis is not None and up is not None and up.up is None
        case _:
            return False


REVERSED = PlaceLint(
    id="empty-interval",
    meaning="an interval that ends before it begins",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    heads=frozenset((*_CLOSED, *_HALF_OPEN)),
    check=_reversed,
)

LINTS = (REVERSED,)
