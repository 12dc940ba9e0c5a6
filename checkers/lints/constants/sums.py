"""Integrals and infinite sums of functions of which nothing says that they converge.

Definite formulas (∫ x in 0..1, x ^ 2) do not count: whether they converge is part of what is to be proved, and a value
other than 0 shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, BigOp, Name, Term
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shown import shown
from ..scope.sites import Site, inside
from .known import Known
from .use import Use, any_of, excludes, is_finite, runs_over_function, says

_SUMMABLE = any_of(
    excludes(0),
    says(
        *"Summable HasSum HasProd Multipliable Tendsto HasFiniteSupport CauchySeq Finite Fintype Finsupp".split(),
    ),
)
_INTEGRABLE = any_of(
    excludes(0),
    says(
        *"""
        Integrable IntegrableOn IntervalIntegrable LocallyIntegrable IntegrableAtFilter MemLp Memℒp Continuous
        ContinuousOn Differentiable ContDiff DifferentiableOn Monotone MonotoneOn Antitone AntitoneOn ContDiffOn
        """.split(),
    ),
)


def _integrals(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case BigOp(kind="∫" | "⨍" | "∮", body=body):
            use = _use(site, body)
            if runs_over_function(use) and not _INTEGRABLE(use):
                yield Found(
                    site=site,
                    why="an integral that does not exist is 0 in Lean; nothing in scope says that "
                    f"{shown(body)} is integrable",
                )
        case _:
            pass


def _sums(site: Site, places: Places) -> Iterator[Found]:
    function: Term | None = None
    empty = "0"
    match site.term:
        case BigOp(kind="∑'" | "∏'" as kind, body=body, binders=binders):
            use = _use(site, body)
            if not all(one.type is not None and is_finite(one.type, use) for one in binders):
                function, empty = body, "0" if kind == "∑'" else "1"
        case Apply(function=Name(text="tsum" | "tprod" as text), arguments=(first, *_)):
            use = Use(site=site, arguments=(first,), known=Known(site))
            function, empty = first, "0" if text == "tsum" else "1"
        case _:
            return
    if function is not None and runs_over_function(use) and not _SUMMABLE(use):
        yield Found(
            site=site,
            why=f"an infinite sum or product that does not converge is {empty} in Lean; nothing in scope says that "
            f"{shown(function)} is summable",
        )


def _use(site: Site, body: Term) -> Use:
    """The body of a big operator as a use."""
    inner = next((one for one in inside(site) if one.role == "body"), site)
    return Use(site=site, arguments=(body,), known=Known(inner))


INTEGRAL = PlaceLint(
    id="integral-nonintegrable",
    meaning="an integral of a function variable that nothing says is integrable",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("∫", "⨍", "∮")),
    check=_integrals,
)
SUM = PlaceLint(
    id="tsum-unsummable",
    meaning="an infinite sum or product of a function variable that nothing says converges",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("∑'", "∏'", "tsum", "tprod")),
    check=_sums,
)

LINTS = (INTEGRAL, SUM)
