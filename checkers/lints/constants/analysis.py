"""Derivatives, limits, measures and distances that may not exist or may be infinite."""

from __future__ import annotations

from ....core.formal.ast import Binary, Lambda, Name
from ..scope.types import arrows, bound_by, leaf_type, number_type, type_of_name
from .bounded import is_bounded_family
from .constant import Constant, constants_lint
from .use import Use, any_of, closed, excludes, runs_over_function, says

_WITHOUT_INFINITY = frozenset(("ℕ", "ℤ", "ℝ", "ℚ"))
_SMOOTH = """
    Differentiable DifferentiableAt DifferentiableOn DifferentiableWithinAt ContDiff ContDiffOn ContDiffAt HasDerivAt
    HasFDerivAt HasDerivWithinAt HasFDerivWithinAt AnalyticOn AnalyticAt AnalyticOnNhd HasStrictDerivAt MDifferentiable
    Smooth
""".split()
_CONVERGENT = """
    BddAbove BddBelow IsLUB IsGLUB IsGreatest IsLeast IsBounded IsCompact Finite Fintype Bounded Tendsto
    IsBoundedUnder IsCoboundedUnder CompactSpace CauchySeq Summable Monotone Antitone
""".split()


def _has_real_values(use: Use) -> bool:
    """Whether the function of a limit surely has values among which there is no infinity."""
    names = use.site.names
    for argument in use.arguments:
        match argument:
            case Lambda(binders=binders, body=body):
                return leaf_type(body, bound_by(names, binders, "fun")) in _WITHOUT_INFINITY
            case Name(text=text) if (made := arrows(type_of_name(text, names))) is not None:
                return number_type(made[1]) in _WITHOUT_INFINITY
            case _:
                pass
    return False


def _is_bounded(use: Use) -> bool:
    """∀ n, |a n| ≤ M, or a bound on either side."""
    return any(all(is_bounded_family(use.known, one, low) for low in (True, False)) for one in use.arguments)


def _is_not_top(use: Use) -> bool:
    """A fact t ≠ ⊤ or t < ⊤."""
    for fact in use.known.facts:
        match fact:
            case Binary(op="≠" | "<", left=left, right=Name(text="⊤" | "∞")) if left == use.arguments[0]:
                return True
            case _:
                pass
    return False


DERIV = constants_lint(
    "deriv-nondiff",
    "the derivative of a function that nothing says is differentiable",
    Constant(
        names=("deriv", "derivWithin", "iteratedDeriv", "iteratedDerivWithin", "fderiv", "fderivWithin", "gradient"),
        junk="the derivative where there is none",
        value="0",
        guard=any_of(excludes(0), says(*_SMOOTH)),
        missing="it is differentiable",
        applies=runs_over_function,
    ),
)

LIMIT = constants_lint(
    "limit-missing",
    "a limit that is taken as a value although nothing says that it exists",
    Constant(
        names=("limUnder", "lim", "Filter.limsup", "Filter.liminf"),
        methods=("limsup", "liminf"),
        junk="a limit that does not exist, or an infinite one in ℝ,",
        value="an arbitrary number",
        guard=any_of(says(*_CONVERGENT), _is_bounded),
        missing="it exists",
        applies=lambda use: runs_over_function(use) and _has_real_values(use),
    ),
)

MEASURE = constants_lint(
    "infinite-to-real",
    "an extended number is turned into a real one although it may be infinite",
    Constant(
        names=("ENNReal.toReal", "EReal.toReal", "ENNReal.toNNReal", "ENat.toNat", "Cardinal.toNat"),
        methods=("toReal", "toNNReal"),
        junk="infinity as a real or natural number",
        value="0",
        guard=any_of(
            excludes(0),
            says("IsFiniteMeasure", "IsProbabilityMeasure", "IsBounded", "IsCompact", "Finite", "Fintype"),
            _is_not_top,
            closed,
        ),
        missing="{0} ≠ ⊤",
    ),
)

DIAMETER = constants_lint(
    "distance-junk",
    "the diameter of a set that may be unbounded, or the distance to one that may be empty",
    Constant(
        names=("Metric.diam",),
        junk="the diameter of an unbounded set",
        value="0",
        guard=any_of(excludes(0), says("IsBounded", "IsCompact", "Finite", "CompactSpace", "TotallyBounded")),
        missing="{0} is bounded",
    ),
    Constant(
        names=("Metric.infDist",),
        arity=2,
        junk="the distance to the empty set",
        value="0",
        guard=any_of(excludes(0), says("Nonempty", "IsConnected", "Infinite")),
        missing="{1} is nonempty",
    ),
)

LINTS = (DERIV, LIMIT, MEASURE, DIAMETER)
