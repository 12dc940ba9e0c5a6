"""Decide one link of a chain under one reading: two members, a relation, perhaps a modulus."""

from __future__ import annotations

from fractions import Fraction

from ...core.claims.ast import Call, Negation, Node, Number, Product, Sum, Truncated, children
from ...core.claims.vocabulary import PROPERTIES
from ...core.evidence import Kind, Outcome, Strength
from . import balls, properties, signs
from .arithmetic import as_difference, multiply, simplest
from .context import DECIMAL_COMMA, Context, Real
from .decided import Decided, opposite, verdict
from .exact import reduce
from .residues import residue
from .undecided import Undecided, ambiguous, undefined, unsupported

_FLIP = {"≠": "=", "≢": "≡", "∤": "∣", "∤~": "∣~"}


def decide(left: Node, relation: str, right: Node, modulus: Node | None, context: Context) -> Decided:
    """Passed or refuted. Raises Undecided."""
    if relation in _FLIP:
        return opposite(decide(left, _FLIP[relation], right, modulus, context))
    if relation in PROPERTIES:
        return properties.decide(left, relation, context)
    if relation in ("∣", "∣~"):
        return _divides(left, right, context) if relation == "∣" else _divides(right, left, context)
    if relation == "≡":
        assert modulus is not None, "the grammar refuses ≡ without a modulus"
        return _congruent(left, right, modulus, context)
    if relation in ("≈", "≉"):
        raise ambiguous("≈ without a tolerance")
    if relation == "=" and (isinstance(left, Truncated) or isinstance(right, Truncated)):
        return _begins(left, right, context)
    return _compared(reduce(left, context), relation, reduce(right, context))


def _compared(left: Real, relation: str, right: Real) -> Decided:
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        side, strength = (left > right) - (left < right), Strength.EXACT
    elif left == right:
        side, strength = 0, Strength.EXACT
    else:
        side = signs.sign(as_difference(left, right))
        strength = Strength.CERTIFIED if side else Strength.EXACT
    holds = {"=": side == 0, "<": side < 0, "≤": side <= 0, ">": side > 0, "≥": side >= 0}[relation]
    if holds:
        return verdict(True, strength)
    return verdict(False, strength, f"the left side is {signs.show(left)}, the right side {signs.show(right)}")


def _begins(left: Node, right: Node, context: Context) -> Decided:
    """x = 3.14159…: the digits written are the first digits of x."""
    if isinstance(left, Truncated) and isinstance(right, Truncated):
        raise ambiguous("two decimals with …")
    cut, other = (left, right) if isinstance(left, Truncated) else (right, left)
    assert isinstance(cut, Truncated)
    exact = reduce(other, context)
    negative = signs.sign(exact) < 0
    if negative:
        raise ambiguous("a negative number and a decimal with …")
    if signs.sign(as_difference(exact, cut.value)) >= 0 and signs.sign(as_difference(exact, cut.value + cut.unit)) < 0:
        return verdict(True, Strength.CERTIFIED)
    near = signs.sign(as_difference(exact, cut.value - cut.unit)) >= 0
    if near and signs.sign(as_difference(exact, cut.value + 2 * cut.unit)) <= 0:
        raise ambiguous("the last digit before … is rounded, or wrong")
    return verdict(
        False, Strength.CERTIFIED, f"the number is {signs.show(exact)}, and does not begin with these digits"
    )


def _integer(node: Node, context: Context) -> int | None:
    """The integer that ``node`` is; None if it is too large to compute. Raises Undecided otherwise."""
    try:
        found = simplest(reduce(node, context))
    except Undecided as stopped:
        if stopped.kind is Kind.RESOURCE:
            return None
        raise
    if isinstance(found, int):
        return found
    if isinstance(found, Fraction):
        raise undefined("divisibility of a number that is no integer")
    return None


def _divides(left: Node, right: Node, context: Context) -> Decided:
    divisor = _integer(left, context)
    if divisor is None:
        raise unsupported("a divisor that is not computed in full")
    number = _integer(right, context)
    if divisor == 0:
        if number == 0:
            raise ambiguous("0 divides 0: true, or excluded")
        if number is None:
            raise unsupported("divisibility by 0 of a number that is not computed in full")
        return verdict(False, Strength.EXACT, f"0 does not divide {signs.show(number)}")
    rest = number % abs(divisor) if number is not None else residue(right, abs(divisor), context)
    return verdict(rest == 0, Strength.EXACT, "" if rest == 0 else f"the remainder is {signs.show(rest)}")


def _congruent(left: Node, right: Node, modulus: Node, context: Context) -> Decided:
    size = simplest(reduce(modulus, context))
    if isinstance(size, int | Fraction) and size == 0:
        raise ambiguous("a congruence modulo 0")
    if isinstance(size, int):
        try:
            one, two = residue(left, abs(size), context), residue(right, abs(size), context)
        except Undecided as stopped:
            if stopped.kind is not Kind.UNSUPPORTED:
                raise
        else:
            shown = (
                f"the left side is {signs.show(one)}, the right side {signs.show(two)} modulo {signs.show(abs(size))}"
            )
            return verdict(one == two, Strength.EXACT, "" if one == two else shown)
    quotient = simplest(multiply([as_difference(reduce(left, context), reduce(right, context)), size], [False, True]))
    if isinstance(quotient, int | Fraction):
        whole = isinstance(quotient, int)
        return verdict(whole, Strength.EXACT, "" if whole else f"the difference is {signs.show(quotient)} moduli")
    exact, _ = balls.floor(quotient)
    if exact is None or signs.sign(as_difference(quotient, exact)) == 0:
        raise unsupported("a congruence of these real numbers")
    return verdict(False, Strength.CERTIFIED, f"the difference is {signs.show(quotient)} moduli")


def loosely_equal(left: Node, right: Node, modulus: Node, context: Context) -> Decided:
    """An = link in a chain with ≡: equal, or at least congruent; only incongruent sides refute it."""
    exact: Decided | None = None
    try:
        exact = decide(left, "=", right, None, context)
    except Undecided as stopped:
        if stopped.kind is not Kind.RESOURCE:
            raise
    if exact is not None and exact.outcome is Outcome.PASSED:
        return exact
    congruent = _congruent(left, right, modulus, context)
    if congruent.outcome is Outcome.REFUTED:
        return congruent
    raise ambiguous("equal, or congruent only")


def refuse_units(left: Node, right: Node, context: Context) -> None:
    """Raise Undecided(ambiguous) where sides that differ agree once a % or ° at the end of one is left out: such a sign
    may name the unit of the whole, as in 48 + 84 = 132° and 1/2 · 100 = 50%."""
    for name in ("percent", "degree"):
        bare = [_without_unit(side, name) for side in (left, right)]
        if bare != [left, right] and decide(bare[0], "=", bare[1], None, context).outcome is Outcome.PASSED:
            raise ambiguous("% or ° as a number or as a unit")


def _without_unit(node: Node, name: str) -> Node:
    if isinstance(node, Call) and node.name == name:
        return node.args[0]
    if isinstance(node, Negation):
        return Negation(of=_without_unit(node.of, name))
    if isinstance(node, Sum):
        return Sum(terms=tuple(_without_unit(term, name) for term in node.terms))
    if isinstance(node, Product):
        return Product(factors=tuple(_without_unit(f, name) for f in node.factors), inverse=node.inverse)
    return node


def rounding(left: Node, right: Node, context: Context) -> bool:
    """True if both sides agree within what rounding explains: within ten units of the last place of the coarsest
    decimal written in them, or for a sum of decimals within half a unit of each of its terms and of the result."""
    places = [*_places(left, context), *_places(right, context)]
    if not places:
        return False
    unit = Fraction(10, 10 ** min(places))
    for total, result in ((left, right), (right, left)):
        unit = min(unit, _added_error(total, result) or unit)
    difference = as_difference(reduce(left, context), reduce(right, context))
    low, high = as_difference(difference, unit), as_difference(difference, -unit)
    return signs.sign(low) <= 0 <= signs.sign(high)


def _added_error(total: Node, result: Node) -> Fraction | None:
    """How far the sum ``total`` of numerals may be from the decimal ``result`` if each of them is rounded; None for
    anything else, or where the result has fewer places than a term. Integers count as exact."""
    last = _written_places(result)
    if not last or not isinstance(total, Sum):
        return None
    terms = [_written_places(term) for term in total.terms]
    known = [term for term in terms if term is not None]
    if len(known) < len(terms) or max(known) > last:
        return None
    return sum((Fraction(1, 2 * 10**place) for place in known if place), Fraction(1, 2 * 10**last))


def _written_places(node: Node) -> int | None:
    """The decimal places of a numeral with any sign: 0 for an integer; None for anything else."""
    if isinstance(node, Negation):
        return _written_places(node.of)
    if not isinstance(node, Number):
        return None
    whole, _, digits = node.text.partition(".")
    return len(digits) if whole.isdigit() and (digits.isdigit() or not digits) else None


def _places(node: Node, context: Context) -> list[int]:
    if isinstance(node, Number):
        if node.comma is not None and context.reading.get(DECIMAL_COMMA):
            return [3] if isinstance(node.comma, Fraction) else []
        places = _written_places(node)
        return [places] if places else []
    return [n for child in children(node) for n in _places(child, context)]
