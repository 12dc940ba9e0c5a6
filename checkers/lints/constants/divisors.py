"""Number theory at 0, at 1 and at numbers that are not prime."""

from __future__ import annotations

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Binary, Name, Projection, Quantifier
from ..scope.shapes import last
from ..scope.types import type_of_name
from .constant import Constant, constants_lint
from .linear import bare, number_of
from .use import Use, any_of, excludes, is_assumed, nonzero, says


def _prime(use: Use) -> bool:
    """Whether the first argument is known to be prime: a fact, a type of primes, or a prime numeral."""
    p = bare(use.arguments[0])
    number = number_of(p)
    if number is not None:
        return number.denominator == 1 and number >= 2 and _is_prime(number.numerator)
    if isinstance(p, Name) and type_of_name(p.text, use.site.names) in (Name(text="Nat.Primes"), Name(text="Primes")):
        return True
    for fact in use.known.facts:
        match fact:
            case Projection(of=of, field="Prime") if bare(of) == p:
                return True
            case Apply(function=Name(text=text), arguments=(of,)) if last(text) == "Prime" and bare(of) == p:
                return True
            case _:
                pass
    return False


def _is_prime(n: int) -> bool:
    return n < 10**9 and n >= 2 and all(n % d for d in range(2, min(n, 31700)) if d * d <= n)


def _only_bounds(use: Use) -> bool:
    """d ∈ n.divisors as a hypothesis, ∀ d ∈ n.divisors: for n = 0 there is no such d, and nothing is claimed."""
    site = use.site
    up = site.up
    if up is None:
        return False
    match up.term:
        case Binary(op="∈"):
            return site.role == "right" and is_assumed(use)
        case Quantifier(kind="∀"):
            return site.role == "domain"
        case _:
            return False


DIVISORS = constants_lint(
    "divisors-of-zero",
    "the divisors or prime factors of a number that may be 0",
    Constant(
        names=("Nat.divisors", "Nat.properDivisors", "Nat.primeFactors", "Nat.primeFactorsList", "Nat.factorization"),
        methods=("divisors", "properDivisors", "primeFactors", "primeFactorsList"),
        junk="the set of divisors or prime factors of 0",
        value="empty",
        guard=any_of(nonzero(0), _only_bounds),
        missing="{0} ≠ 0",
    ),
)

VALUATION = constants_lint(
    "undefined-valuation",
    "the p-adic valuation of a number that may be 0",
    Constant(
        names=("padicValNat", "padicValInt", "padicValRat"),
        arity=2,
        junk="the valuation of 0, or for a p that is 1,",
        value="0",
        guard=lambda use: excludes(0)(use) or nonzero(1)(use),
        missing="{1} ≠ 0",
    ),
)

SYLOW = constants_lint(
    "sylow-nonprime",
    "Sylow p G for a p that nothing says is prime",
    Constant(
        names=("Sylow",),
        arity=2,
        junk="Sylow p G for a p that is not prime (for p = 1 the trivial subgroup)",
        value="defined all the same",
        guard=any_of(_prime, says("Prime")),
        missing="{0} is prime",
        applies=lambda use: not _is_given(use),
    ),
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
)


def _is_given(use: Use) -> bool:
    """A p of the theorem itself, for which the claim holds whatever it is; only a chosen p can be chosen badly."""
    p = bare(use.arguments[0])
    if not isinstance(p, Name):
        return False
    bound = use.site.names.get(p.text)
    return bound is not None and bound.by in ("statement", "variable", "∀")


LINTS = (DIVISORS, VALUATION, SYLOW)
