"""From a numeric claim to a proposition of core Lean (no Mathlib) that says the same.

All numbers are Int, or Rat where something is divided; nothing is subtracted or divided in Nat. A chain is a
conjunction of its links; a ≡ b (mod m) is m ∣ a - b; a decimal is a quotient.
"""

from __future__ import annotations

from fractions import Fraction

from ..claims import ROUNDED, Claim, reading
from ..claims.ast import Call, Negation, Node, Number, Power, Product, Sum, children
from ..value import value
from .arithmetic import Link, Refused, is_integer, links
from .ast import Apply, Ascription, Binary, Name, Numeral, Term, Unary
from .printer import printed
from .stream import MAX_HEIGHT
from .walk import height

MAX_TEXT = 20_000
"""Characters of a proposition; a longer one is refused."""
_FUNCTIONS = {"gcd": "Int.gcd", "lcm": "Int.lcm", "min": "min", "max": "max", "floor": "Rat.floor", "ceil": "Rat.ceil"}


@value
class InLean:
    """A claim in core Lean: the proposition, its negation, the type of its numbers (Int or Rat), and what it says.

    ``premises`` holds ROUNDED where a decimal is written: here it is the exact quotient, so that a proof of the
    negation says nothing against a text that rounds.
    """

    proposition: str
    negation: str
    numbers: str
    reading: str
    premises: tuple[str, ...] = ()


@value
class NotInLean:
    """A claim without a faithful rendering, and why."""

    why: str


def to_lean(claim: Claim) -> InLean | NotInLean:
    """``claim`` as a proposition of core Lean, or why there is none."""
    try:
        found = links(claim)
        numbers = "Int" if all(is_integer(link.left) and is_integer(link.right) for link in found) else "Rat"
        term = _conjunction([_link(link, numbers) for link in found])
    except Refused as refused:
        return NotInLean(why=str(refused))
    if height(term) > MAX_HEIGHT - 2:
        return NotInLean(why="it has too many terms")
    proposition = printed(term)
    negation = printed(Unary(op="¬", operand=term))
    if len(negation) > MAX_TEXT:
        return NotInLean(why=f"it would be longer than {MAX_TEXT} characters")
    kind = "integers" if numbers == "Int" else "rational numbers"
    return InLean(
        proposition=proposition,
        negation=negation,
        numbers=numbers,
        reading=f"{reading(claim)} ({kind}, in core Lean)",
        premises=(ROUNDED,) if any(_has_decimal(member) for member in claim.members) else (),
    )


def _has_decimal(node: Node) -> bool:
    if isinstance(node, Number):
        return "." in node.text
    return any(_has_decimal(child) for child in children(node))


def _conjunction(terms: list[Term]) -> Term:
    made = terms.pop()
    while terms:
        made = Binary(op="∧", left=terms.pop(), right=made)
    return made


def _link(link: Link, numbers: str) -> Term:
    """(left : numbers) relation right. One ascription settles the type of all numerals in a link."""
    op = {"∤": "∣"}.get(link.relation, link.relation)
    made = Binary(op=op, left=_typed(_term(link.left, numbers), numbers), right=_term(link.right, numbers))
    return Unary(op="¬", operand=made) if link.relation == "∤" else made


def _typed(term: Term, numbers: str) -> Term:
    return term if isinstance(term, Ascription) else Ascription(term=term, type=Name(text=numbers))


def _term(node: Node, numbers: str) -> Term:
    match node:
        case Number(value=int() as number):
            return Numeral(text=str(number), value=Fraction(number))
        case Negation(of=of):
            return Unary(op="-", operand=_term(of, numbers))
        case Sum(terms=(first, *rest)):
            made = _term(first, numbers)
            for term in rest:
                minus = isinstance(term, Negation)
                inner = term.of if isinstance(term, Negation) else term
                made = Binary(op="-" if minus else "+", left=made, right=_term(inner, numbers))
            return made
        case Product(factors=(first, *others), inverse=(_, *flags)):
            made = _term(first, numbers)
            for factor, under in zip(others, flags, strict=True):
                made = Binary(op="/" if under else "*", left=made, right=_term(factor, numbers))
            return made
        case Power(base=base, exponent=exponent):
            left = _term(base, numbers)
            if _has_power(base):  # Lean 4.28 does not find the type of (-2 ^ 3) ^ 2 by itself
                left = _typed(left, numbers)
            return Binary(op="^", left=left, right=_term(exponent, "Nat"))
        case Call(name=name, args=args):
            return _call(name, args, numbers)
    raise Refused("it is no plain arithmetic")


def _has_power(node: Node) -> bool:
    return isinstance(node, Power) or any(_has_power(child) for child in children(node))


def _call(name: str, args: tuple[Node, ...], numbers: str) -> Term:
    if name in ("min", "max", "abs"):
        terms = [_term(arg, numbers) for arg in args]
        if name == "abs":
            name, terms = "max", [terms[0], Unary(op="-", operand=terms[0])]
        # Typed, so that Lean cannot take a difference among their numerals for one of natural numbers.
        return Apply(function=Name(text=name), arguments=tuple(_typed(term, numbers) for term in terms))
    inner = "Rat" if name in ("floor", "ceil") else "Int"
    terms = [_term(arg, inner) for arg in args]
    if name == "mod":
        made: Term = Binary(op="%", left=terms[0], right=terms[1])
        return made if numbers == "Int" else Ascription(term=_typed(made, "Int"), type=Name(text=numbers))
    made = Apply(function=Name(text=_FUNCTIONS[name]), arguments=tuple(terms))
    if name in ("floor", "ceil"):
        return made if numbers == "Int" else Ascription(term=_typed(made, "Int"), type=Name(text=numbers))
    return _typed(made, numbers)  # gcd and lcm are natural numbers
