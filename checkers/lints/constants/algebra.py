"""Polynomials that may be 0, matrices that may be singular, inverses of functions."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Binary, Name, Projection, Term, Unary
from ....core.formal.walk import walk
from ..scope.lint import Found, PlaceLint
from ..scope.places import Places
from ..scope.shapes import head_is, last
from ..scope.shown import shown
from ..scope.sites import Site
from ..scope.types import arrows, number_type, type_of_name
from .constant import Constant, constants_lint
from .known import Known
from .linear import bare, number_of
from .use import Use, any_of, closed, excludes, nonzero, says

_NONZERO_POLYNOMIAL = says("Monic", "Irreducible", "Separable", "IsPrimitive")
_INVERTIBLE = says("Invertible", "IsUnit", "PosDef", "IsUnit.det")


def _is_polynomial(use: Use) -> bool:
    p = bare(use.arguments[0])
    return isinstance(p, Name) and head_is(type_of_name(p.text, use.site.names), "Polynomial")


def _has_positive_degree(use: Use) -> bool:
    """A fact by which the degree is not 0: Odd p.natDegree, 0 < p.natDegree, p.natDegree = 3."""
    p = use.arguments[0]
    short: list[Term] = [Projection(of=p, field=field) for field in ("natDegree", "degree")]
    full = [Apply(function=Name(text=text), arguments=(p,)) for text in ("Polynomial.natDegree", "natDegree", "degree")]
    return any(use.known.nonzero(one) for one in (*short, *full))


def _bounded_above(use: Use) -> bool:
    """degree p ≤ n and degree p < n, which the polynomial 0 satisfies as it should."""
    up = use.site.up
    return up is not None and isinstance(up.term, Binary) and up.term.op in ("≤", "<") and use.site.role == "left"


ROOTS = constants_lint(
    "roots-of-zero",
    "the roots of a polynomial that may be 0",
    Constant(
        names=("Polynomial.roots", "Polynomial.rootSet", "Polynomial.aroots"),
        methods=("roots", "rootSet", "aroots"),
        junk="the set of roots of the polynomial 0",
        value="empty",
        guard=any_of(nonzero(0), _NONZERO_POLYNOMIAL, _has_positive_degree),
        missing="{0} ≠ 0",
        applies=_is_polynomial,
    ),
)

DEGREE = constants_lint(
    "degree-of-zero",
    "the degree of a polynomial that may be 0",
    Constant(
        names=("Polynomial.natDegree", "Polynomial.degree"),
        methods=("natDegree", "degree"),
        junk="the degree of the polynomial 0",
        value="0 (⊥ for degree)",
        guard=any_of(nonzero(0), _NONZERO_POLYNOMIAL, excludes(0), _bounded_above, _has_positive_degree),
        missing="{0} ≠ 0",
        applies=_is_polynomial,
    ),
)

MINPOLY = constants_lint(
    "minpoly-transcendental",
    "the minimal polynomial of what may be transcendental",
    Constant(
        names=("minpoly",),
        arity=2,
        junk="the minimal polynomial of a transcendental element",
        value="0",
        guard=any_of(
            says("IsIntegral", "IsAlgebraic", "FiniteDimensional", "Finite", "Fintype", "NumberField", "IsGalois"),
            closed,
        ),
        missing="{1} is algebraic over {0}",
    ),
)


def _inverses(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Unary(op="⁻¹", operand=Name(text=text) as name) if head_is(type_of_name(text, site.names), "Matrix"):
            use = Use(site=site, arguments=(name,), known=Known(site))
            if not _INVERTIBLE(use) and not any(_speaks_of_inverse(fact, name) for fact in use.known.facts):
                yield Found(
                    site=site,
                    why=f"the inverse of a singular matrix is 0 in Lean; nothing in scope says that {text} is "
                    "invertible",
                )
        case _:
            pass


def _speaks_of_inverse(fact: Term, matrix: Name) -> bool:
    """A relation on the determinant, A * B = 1, or an equation for the matrix alone."""
    match fact:
        case Binary(op="∈", left=left, right=Apply(function=Name(text=text))) if last(text).endswith("Group"):
            return bare(left) == matrix  # the orthogonal, unitary, general linear group
        case _:
            pass
    if not isinstance(fact, Binary) or fact.op not in ("≠", "=", "<", ">"):
        return False
    for part in walk(fact):
        match part:
            case Projection(of=of, field="det"):
                if bare(of) == matrix:
                    return True
            case Apply(function=Name(text=text), arguments=(of,)) if last(text) == "det":
                if bare(of) == matrix:
                    return True
            case Binary(op="*", left=left, right=right) if fact.op == "=" and matrix in (left, right):
                if any(number_of(side) is not None for side in (fact.left, fact.right)):
                    return True
            case Binary(op="^", left=left) if fact.op == "=" and left == matrix:
                return True
            case _:
                pass
    return False


def _pointwise(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Unary(op="⁻¹", operand=Name(text=text) as name):
            type_ = type_of_name(text, site.names)
            made = arrows(type_)
            if made is not None and number_type(made[1]) is not None:
                yield Found(
                    site=site, why=f"{shown(name)}⁻¹ is the function 1 / {text} in Lean, not the inverse function"
                )
        case _:
            pass


MATRIX = PlaceLint(
    id="matrix-inverse-singular",
    meaning="the inverse of a matrix that nothing says is invertible",
    drift=Drift.MISSING_ASSUMPTIONS,
    heads=frozenset(("⁻¹",)),
    check=_inverses,
)
POINTWISE = PlaceLint(
    id="inverse-function-pointwise",
    meaning="f⁻¹ of a function with values in a field: 1 / f, not the inverse function",
    drift=Drift.WRONG_OBJECTS,
    heads=frozenset(("⁻¹",)),
    check=_pointwise,
)

LINTS = (ROOTS, DEGREE, MINPOLY, MATRIX, POINTWISE)
