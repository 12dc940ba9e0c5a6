"""What facts say in other words: memberships as bounds, primes as numbers ≥ 2, the conclusions of ∀ and →."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....core.formal.ast import (
    Apply,
    Ascription,
    Binary,
    Binder,
    Name,
    Numeral,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Term,
    Unary,
)
from ..scope.facts import facts_in
from ..scope.names import replaced
from ..scope.shapes import within_size
from .linear import bare, factors, number_of

_MAX_PARTS = 80
ZERO = Numeral(text="0", value=Fraction(0))
ONE = Numeral(text="1", value=Fraction(1))
TWO = Numeral(text="2", value=Fraction(2))
_INTERVALS = {"Icc": ("≤", "≤"), "Ico": ("≤", "<"), "Ioc": ("<", "≤"), "Ioo": ("<", "<"), "uIcc": ("≤", "≤")}
_RAYS = {"Ici": "≥", "Ioi": ">", "Iic": "≤", "Iio": "<"}
_DIVISORS = ("divisors", "properDivisors")


def head_of(term: Term) -> str:
    """The last part of the name that a proposition applies: Summable, Prime, Differentiable; "" where there is none."""
    match term:
        case Apply(function=Name(text=text)) | Name(text=text):
            return text.rpartition(".")[2]
        case Apply(function=Projection(field=field)) | Projection(field=field):
            return field
        case _:
            return ""


def heads_in(fact: Term) -> Iterator[Term]:
    """What a fact says under ∀, → and ∧, and inside Fact."""
    for part in conclusions(fact):
        yield part
        match part:
            case Apply(function=Name(text="Fact"), arguments=(inner,)):
                yield from conclusions(inner)
            case _:
                pass


def conclusions(term: Term) -> Iterator[Term]:
    """What a proposition concludes: the parts of its conjunction, under quantifiers and after →."""
    stack = [term]
    count = 0
    while stack and count < _MAX_PARTS:
        part = stack.pop()
        count += 1
        match part:
            case Quantifier(body=body):
                stack.append(body)
            case Binary(op="→", right=right):
                stack.append(right)
            case Binary(op="∧", left=left, right=right):
                stack.extend((right, left))
            case _:
                yield part


def unfolded(fact: Term) -> Iterator[Term]:
    """What a fact says in the language of order: memberships, primes, parity, divisors."""
    match fact:
        case Binary(op="∈", left=left, right=right):
            yield from _of_member(left, right)
        case Binary(op="∉", left=left, right=SetLit(items=items)):
            yield from (Binary(op="≠", left=left, right=item) for item in items)
        case Binary(op="≤" | "<" | "≥" | ">" as op, left=left, right=right) if (
            within_size(left) is not None or within_size(right) is not None
        ):
            yield from _of_size(op, left, right)
        case Binary(op="≠", left=left, right=right) if number_of(right) == 0:
            size = within_size(left)
            parts = _proper(left) if size is None else [size]
            yield from (Binary(op="≠", left=part, right=ZERO) for part in parts)
        case Binary(op="∣", left=left, right=right) if number_of(right):
            yield Binary(op="≤", left=left, right=right)
        case Apply(function=Name(text="Fact"), arguments=(inner,)):
            yield from facts_in(inner)
        case (
            Projection(of=of, field="Monic" | "Separable" | "IsPrimitive")
            | Apply(function=Name(text="Irreducible" | "Monic" | "Polynomial.Monic"), arguments=(of,))
        ):
            yield Binary(op="≠", left=of, right=ZERO)
        case Apply(function=Name(text="NeZero" | "Odd" | "Squarefree" | "IsUnit"), arguments=(inner,)):
            yield Binary(op="≠", left=inner, right=ZERO)
        case Projection(of=of, field="Prime") | Apply(function=Name(text="Nat.Prime" | "Prime"), arguments=(of,)):
            yield Binary(op="≥", left=of, right=TWO)
        case Binary(op="=", left=Binary(op="%", left=left), right=right) if number_of(right):
            yield Binary(op="≠", left=left, right=ZERO)
        case Binary(op="=", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                if number_of(other):
                    yield from (Binary(op="≠", left=part, right=ZERO) for part in (one, *_proper(one)))
        case _:
            pass


def _of_size(op: str, left: Term, right: Term) -> Iterator[Term]:
    """|x| < r bounds x on both sides (for a complex x its real part, of which alone an order can speak); |x| > r ≥ 0
    keeps it away from ±r and 0."""
    if op in ("≥", ">"):
        op, left, right = "≤" if op == "≥" else "<", right, left
    inner = within_size(left)
    if inner is not None:
        yield Binary(op=op, left=inner, right=right)
        yield Binary(op=op, left=Unary(op="-", operand=inner), right=right)
    outer, least = within_size(right), number_of(left)
    if outer is not None and least is not None and (least > 0 or (least == 0 and op == "<")):
        yield Binary(op="≠", left=outer, right=ZERO)
        if op == "<":
            yield Binary(op="≠", left=outer, right=left)
            yield Binary(op="≠", left=outer, right=Unary(op="-", operand=left))


def _proper(term: Term) -> list[Term]:
    parts = factors(term)
    return parts if parts != [term] else []


def _of_member(left: Term, right: Term) -> Iterator[Term]:
    match right:
        case Apply(function=Name(text=text), arguments=arguments):
            last = text.rpartition(".")[2]
            if last == "range" and len(arguments) == 1:
                yield Binary(op="<", left=left, right=arguments[0])
            elif last in _INTERVALS and len(arguments) == 2:
                low, high = _INTERVALS[last]
                yield Binary(op=low, left=arguments[0], right=left)
                yield Binary(op=high, left=left, right=arguments[1])
            elif last in _RAYS and len(arguments) == 1:
                yield Binary(op=_RAYS[last], left=left, right=arguments[0])
            elif last == "filter" and len(arguments) == 2:
                yield Binary(op="∈", left=left, right=arguments[1])
            elif last in _DIVISORS and arguments:
                yield from _of_divisor(left, arguments[0])
            elif last == "primeFactors" and arguments:
                yield Projection(of=left, field="Prime")
        case Projection(of=of, field=field) if field in _DIVISORS:
            yield from _of_divisor(left, of)
        case Projection(of=of, field="primeFactors"):
            yield Projection(of=left, field="Prime")
            yield Binary(op="∣", left=left, right=of)
        case Unary(op="ᶜ", operand=inner):
            yield Binary(op="∉", left=left, right=inner)
        case Binary(op="\\", left=within, right=without):
            yield Binary(op="∈", left=left, right=within)
            yield Binary(op="∉", left=left, right=without)
        case Binary(op="∩", left=one, right=other):
            yield Binary(op="∈", left=left, right=one)
            yield Binary(op="∈", left=left, right=other)
        case SetBuilder(binders=(Binder(names=(name,), domain=domain, relation=relation),), condition=condition):
            if condition is not None:
                yield from facts_in(replaced(condition, {name: left}))
            if domain is not None:
                yield Binary(op=relation or "∈", left=left, right=domain)
        case Ascription(term=inner):
            yield Binary(op="∈", left=left, right=inner)
        case _:
            pass


def _of_divisor(divisor: Term, number: Term) -> Iterator[Term]:
    yield Binary(op="∣", left=divisor, right=number)
    yield Binary(op="≠", left=number, right=ZERO)
    yield Binary(op="≤", left=divisor, right=number)
    yield Binary(op="≥", left=divisor, right=ONE)


def says_prime(fact: Term, term: Term) -> bool:
    """Whether a fact says that a number is prime."""
    match fact:
        case Projection(of=of, field="Prime") | Apply(function=Name(text="Nat.Prime" | "Prime"), arguments=(of,)):
            return bare(of) == term
        case _:
            return False


def nonzero_in(part: Term) -> Iterator[Term]:
    """The terms of which a relation says that they are not 0."""
    match part:
        case Binary(op="≠", left=left, right=right):
            if number_of(right) == 0:
                yield left
            if number_of(left) == 0:
                yield right
        case Binary(op="<", left=low, right=high) | Binary(op=">", left=high, right=low):
            least = number_of(low)
            if least is not None and least >= 0:
                yield high
        case _:
            pass


def matches(pattern: Term, term: Term, variables: frozenset[str]) -> bool:
    """Whether ``term`` is ``pattern`` with terms for its variables (each place may differ: a guard, not a proof)."""
    pattern, term = bare(pattern), bare(term)
    match pattern, term:
        case Name(text=text), _ if text in variables:
            return True
        case Apply(function=f, arguments=xs), Apply(function=g, arguments=ys):
            return len(xs) == len(ys) and all(matches(x, y, variables) for x, y in zip((f, *xs), (g, *ys), strict=True))
        case Projection(of=x, field=f), Projection(of=y, field=g):
            return f == g and matches(x, y, variables)
        case Binary(op=f, left=x, right=z), Binary(op=g, left=y, right=w):
            return f == g and matches(x, y, variables) and matches(z, w, variables)
        case _:
            return pattern == term
