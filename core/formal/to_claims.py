"""From a proposition of Lean, core or Mathlib, to the numeric claim that it is.

Only closed arithmetic whose meaning in Lean is the usual one: no division in ℕ or ℤ (Lean rounds), no subtraction in ℕ
(Lean cuts off at 0), no names. Everything else is refused with the reason.
"""

from __future__ import annotations

from itertools import pairwise

from ..claims.ast import Call, Claim, Negation, Node, Power, Relation, Sum
from ..value import value
from . import read_term
from .arithmetic import Refused, call, is_integer, product, rational, whole
from .ast import Apply, Ascription, Binary, Congruence, Name, Norm, Numeral, Opaque, Projection, Spanned, Term, Unary

_TYPES = {"ℕ": "Nat", "Nat": "Nat", "ℤ": "Int", "Int": "Int", "ℚ": "Rat", "Rat": "Rat", "ℝ": "Real", "Real": "Real"}
_ORDER = ("Nat", "Int", "Rat", "Real")
_FIELDS = frozenset(("Rat", "Real"))
_RELATIONS = frozenset("= ≠ < ≤ > ≥ ∣ ∤".split())
_NEGATED = {"=": "≠", "∣": "∤", "≡": "≢"}
_FUNCTIONS = {
    "Int.gcd": ("gcd", 2, "Int", "Nat"),
    "Nat.gcd": ("gcd", 2, "Nat", "Nat"),
    "Int.lcm": ("lcm", 2, "Int", "Nat"),
    "Nat.lcm": ("lcm", 2, "Nat", "Nat"),
    "Rat.floor": ("floor", 1, "Rat", "Int"),
    "Rat.ceil": ("ceil", 1, "Rat", "Int"),
    "Nat.factorial": ("factorial", 1, "Nat", "Nat"),
    "Nat.choose": ("binom", 2, "Nat", "Nat"),
}
"""Functions with the claim's word, how many arguments, their type and the type of the value."""


@value
class NoClaim:
    """A proposition that is no numeric claim, and why."""

    why: str


def to_claim(proposition: str | Term) -> Claim | NoClaim:
    """The claim that ``proposition`` is. Spans are offsets into the text."""
    if isinstance(proposition, str):
        proposition, _ = read_term(proposition)
    try:
        return _chain(_conjuncts(proposition))
    except Refused as refused:
        return NoClaim(why=str(refused))


@value
class _Link:
    """A link, with its sides as they were written."""

    left: Node
    relation: str
    right: Node
    terms: tuple[Term, Term]
    modulus: Node | None = None


def _conjuncts(term: Term) -> list[_Link]:
    found: list[_Link] = []
    while isinstance(term, Binary) and term.op == "∧":
        found.append(_link(term.left))
        term = term.right
    return [*found, _link(term)]


def _chain(links: list[_Link]) -> Claim:
    """One claim of all links; each must begin where the one before it ends."""
    if any(a.right != b.left for a, b in pairwise(links)):
        raise Refused("several claims that make no chain")
    moduli = [link.modulus for link in links if link.modulus is not None]
    if any(modulus != moduli[0] for modulus in moduli):
        raise Refused("congruences with several moduli")
    ends = [links[0].terms[0], *(link.terms[1] for link in links)]
    return Claim(
        members=(links[0].left, *(link.right for link in links)),
        relations=tuple(
            Relation(name=link.relation, start=link.terms[0].end, end=link.terms[1].start) for link in links
        ),
        spans=tuple(_span(end) for end in ends),
        modulus=moduli[0] if moduli else None,
    )


def _span(node: Spanned) -> tuple[int, int]:
    return node.start, node.end


def _link(term: Term) -> _Link:
    match term:
        case Unary(op="¬", operand=inner):
            link = _link(inner)
            if link.relation not in _NEGATED:
                raise Refused(f"not {link.relation} is no link of a claim")
            return _Link(
                left=link.left,
                relation=_NEGATED[link.relation],
                right=link.right,
                terms=link.terms,
                modulus=link.modulus,
            )
        case Congruence(ring=ring, left=left, right=right, modulus=modulus) if ring in ("MOD", "ZMOD"):
            numbers = "Nat" if ring == "MOD" else "Int"
            sides = _node(left, numbers), _node(right, numbers)
            by = _node(modulus, numbers)
            return _Link(left=sides[0], relation="≡", right=sides[1], terms=(left, right), modulus=by)
        case Binary(op=op, left=left, right=right) if op in _RELATIONS:
            numbers = _numbers(left) or _numbers(right) or "Nat"
            return _Link(left=_node(left, numbers), relation=op, right=_node(right, numbers), terms=(left, right))
        case Opaque(why=why):
            raise Refused(f"it is not understood: {why}")
    raise Refused("it is no comparison of numbers")


def _numbers(term: Term) -> str | None:
    """The type that some ascription or function outside other functions gives to the numbers of ``term``."""
    match term:
        case Ascription(type=Name(text=name)):
            return _TYPES.get(name)
        case Binary(op="^", left=left):
            return _numbers(left)
        case Binary(left=left, right=right):
            return _numbers(left) or _numbers(right)
        case Unary(operand=operand) | Norm(kind="|", of=operand):
            return _numbers(operand)
        case Apply(function=Name(text=name), arguments=arguments):
            if name in _FUNCTIONS:
                return _FUNCTIONS[name][3]
            if name in ("min", "max"):
                return next((found for found in map(_numbers, arguments) if found is not None), None)
    return None


def _node(term: Term, numbers: str) -> Node:
    """``term`` as arithmetic, its numerals of type ``numbers``."""
    match term:
        case Numeral(value=number):
            if number.denominator != 1 and numbers not in _FIELDS:
                raise Refused("a decimal among whole numbers")
            return rational(number)
        case Ascription(term=ascribed, type=Name(text=name)):
            return _cast(ascribed, _TYPES.get(name), numbers)
        case Unary(op="-", operand=of):
            if numbers == "Nat":
                raise Refused("a sign among natural numbers")
            return Negation(of=_node(of, numbers))
        case Unary(op="!", operand=of):
            return Call(name="factorial", args=(_node(of, "Nat"),))
        case Projection(of=of, field="factorial"):
            return Call(name="factorial", args=(_node(of, "Nat"),))
        case Norm(kind="|", of=of):
            return Call(name="abs", args=(_node(of, numbers),))
        case Norm(kind="⌊" | "⌈" as kind, of=of):
            of_numbers = _numbers(of)
            if of_numbers is None or numbers == "Nat":
                raise Refused("a rounded number of no known type")
            return Call(name="floor" if kind == "⌊" else "ceil", args=(_node(of, of_numbers),))
        case Binary():
            return _binary(term, numbers)
        case Apply(function=Name(text=name), arguments=arguments):
            return _applied(name, arguments, numbers)
        case Name(text=name):
            raise Refused(f"{name} has no value")
        case Opaque(why=why):
            raise Refused(f"it is not understood: {why}")
    raise Refused("it is no plain arithmetic")


def _cast(term: Term, inner: str | None, numbers: str) -> Node:
    """(term : inner) where numbers of type ``numbers`` are expected. Lean casts upwards only."""
    if inner is None:
        raise Refused("numbers of a type that is not known")
    if _ORDER.index(inner) > _ORDER.index(numbers):
        raise Refused(f"{inner} where {numbers} is expected")
    within = _numbers(term)
    if isinstance(term, Ascription | Apply) and within is not None and _ORDER.index(within) <= _ORDER.index(inner):
        return _node(term, within)
    return _node(term, inner)


def _binary(term: Binary, numbers: str) -> Node:
    op = term.op
    if op == "^":
        return _power(term, numbers)
    left, right = _node(term.left, numbers), _node(term.right, numbers)
    if op in ("+", "-"):
        if op == "-" and numbers == "Nat":
            raise Refused("a difference of natural numbers, which Lean cuts off at 0")
        last = Negation(of=right) if op == "-" else right
        return Sum(terms=(*left.terms, last)) if isinstance(left, Sum) else Sum(terms=(left, last))
    if op in ("*", "/"):
        if op == "/" and numbers not in _FIELDS:
            raise Refused("a quotient of whole numbers, which Lean rounds")
        return product((left, right), (False, op == "/"))
    if op == "%" and numbers in ("Nat", "Int"):
        return Call(name="mod", args=(left, right))
    raise Refused(f"{op} is no operation of a claim")


def _power(term: Binary, numbers: str) -> Node:
    exponent = term.right.term if isinstance(term.right, Ascription) else term.right
    negative = isinstance(exponent, Unary) and exponent.op == "-"
    inner = exponent.operand if isinstance(exponent, Unary) else exponent
    if not isinstance(inner, Numeral) or inner.value.denominator != 1 or (negative and numbers not in _FIELDS):
        raise Refused("an exponent that is no numeral")
    power = Power(base=_node(term.left, numbers), exponent=whole(inner.value.numerator))
    return product((whole(1), power), (False, True)) if negative else power


def _applied(name: str, arguments: tuple[Term, ...], numbers: str) -> Node:
    if name in ("min", "max") and len(arguments) == 2:
        return call(name, tuple(_node(argument, numbers) for argument in arguments))
    if name not in _FUNCTIONS:
        raise Refused(f"{name} is no function of a claim")
    word, count, inner, value_type = _FUNCTIONS[name]
    if len(arguments) != count:
        raise Refused(f"{name} of {len(arguments)} arguments")
    args = tuple(_node(argument, inner) for argument in arguments)
    if word in ("gcd", "lcm") and not all(is_integer(arg) for arg in args):
        raise Refused(f"{name} of what is no integer")
    if _ORDER.index(value_type) > _ORDER.index(numbers):
        raise Refused(f"{name} among numbers of type {numbers}")
    return Call(name=word, args=args)
