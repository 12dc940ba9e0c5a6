"""Nodes that need a decision when they are built: mixed numbers, decimals that go on, how far a sum extends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..evidence import Kind
from .ast import (
    Big,
    Call,
    Choice,
    Claim,
    ClaimError,
    Constant,
    Negation,
    Node,
    Number,
    Power,
    Product,
    Relation,
    Sum,
    Truncated,
    children,
    symbols,
)
from .lexer import MAX_DIGITS, Token

_TRIG = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
_ARC = frozenset(("arcsin", "arccos", "arctan"))


def close(members: list[Node], relations: list[Relation], spans: list[tuple[int, int]], modulus: Node | None) -> Claim:
    """The claim with its modulus: "a ≡ b mod m" gives the modulus, "a = b mod m" may."""
    congruent = any(relation.name in ("≡", "≢") for relation in relations)
    last = members[-1]
    loose = False
    if modulus is None and isinstance(last, Call) and last.name == "mod" and spans:
        if congruent:
            members[-1], modulus = last.args
        elif all(relation.name == "=" for relation in relations):
            members[-1], modulus = last.args
            loose = True
    if congruent and modulus is None:
        raise ClaimError(Kind.UNPARSED, "≡ without a modulus", relations[0].start)
    return Claim(
        members=tuple(members),
        relations=tuple(relations),
        spans=tuple(spans),
        modulus=modulus,
        loose_modulus=loose,
    )


def spread(terms: list[Node]) -> Node:
    """The sum of ``terms``, with the second reading where a Σ or a percentage stands before or after a + sign."""
    if len(terms) == 1:
        return terms[0]
    plain: Node = Sum(terms=tuple(terms))
    if any(_is_percent(term) for term in terms[1:]) and not all(_is_percent(term) for term in terms):
        raise ClaimError(Kind.AMBIGUOUS, "a percentage added to a number: of that number, or of 1", 0)
    for i, term in enumerate(terms[:-1]):
        inner = term.of if isinstance(term, Negation) else term
        lead, big = _last_big(inner)
        if big is None or any(_last_big(t.of if isinstance(t, Negation) else t)[1] for t in terms[i + 1 :]):
            continue
        rest = tuple(terms[i + 1 :])
        wide: Node = replace(big, body=Sum(terms=(big.body, *rest)))
        if lead:
            wide = Product(factors=(*lead, wide), inverse=(False,) * (len(lead) + 1))
        if isinstance(term, Negation):
            wide = Negation(of=wide)
        extended: Node = Sum(terms=(*terms[:i], wide)) if i else wide
        if any(big.variable in symbols(t) for t in rest):
            return extended
        return Choice(options=(plain, extended), about="how far the sum extends", soft=True)
    return plain


def grouped(node: Node) -> Node:
    """A Σ in brackets ends at the bracket: a sum of one term hides it from what follows."""
    inner = node.of if isinstance(node, Negation) else node
    return Sum(terms=(node,)) if _last_big(inner)[1] is not None else node


def _last_big(node: Node) -> tuple[tuple[Node, ...], Big | None]:
    if isinstance(node, Big):
        return (), node
    if isinstance(node, Product) and isinstance(node.factors[-1], Big) and not any(node.inverse):
        return node.factors[:-1], node.factors[-1]
    return (), None


def _is_percent(node: Node) -> bool:
    node = node.of if isinstance(node, Negation) else node
    return isinstance(node, Call) and node.name == "percent"


def multiply(factors: list[Node], inverse: list[bool]) -> Node:
    if len(factors) == 1:
        return factors[0]
    return Product(factors=tuple(factors), inverse=tuple(inverse))


def integer(value: int) -> Number:
    return Number(value=value, text=str(value))


def vulgar(token: Token) -> Node:
    return Number(value=token.number if token.number is not None else 0, text=token.text)


def is_mixed(left: Node, right: Node, glued: bool) -> bool:
    """2\\frac{1}{3} or 2½: an integer directly before a proper fraction of numerals."""
    if glued or not isinstance(left, Number) or not isinstance(left.value, int) or "." in left.text:
        return False
    if isinstance(right, Number):
        return "/" in right.text
    if not isinstance(right, Product) or right.inverse != (False, True):
        return False
    over, under = right.factors
    return (
        isinstance(over, Number)
        and isinstance(under, Number)
        and isinstance(over.value, int)
        and isinstance(under.value, int)
        and 0 < over.value < under.value
    )


def mixed_number(left: Node, right: Node) -> Node:
    together = Sum(terms=(left, right))
    if isinstance(right, Number):
        return together
    return Choice(
        options=(together, Product(factors=(left, right), inverse=(False, False))), about="a mixed number or a product"
    )


def repeating_decimal(token: Token, period: str) -> Node:
    if len(period) > MAX_DIGITS // 4:
        raise ClaimError(Kind.RESOURCE, "a long period", token.start)
    places = max(token.decimals, 0)
    extra = Fraction(int(period), (10 ** len(period) - 1) * 10**places)
    written = token.text if "." in token.text else token.text + "."
    return Number(value=Fraction(token.number or 0) + extra, text=f"{written}({period})")


def continued_decimal(token: Token) -> Node:
    """A decimal with …: repeating if its last digits do repeat (0.333…, 0.1818…), else one that is cut off."""
    cut = Truncated(value=Fraction(token.number or 0), unit=Fraction(1, 10**token.decimals), text=token.text + "…")
    whole, _, digits = token.text.partition(".")
    start = _period_start(digits)
    if start is None:
        return cut
    position, period = start
    fixed = digits[:position]
    before = replace(
        token, text=f"{whole}.{fixed}", number=Fraction(int(whole + fixed), 10 ** len(fixed)), decimals=len(fixed)
    )
    return Choice(options=(repeating_decimal(before, period), cut), about="a repeating or a cut decimal", soft=True)


def _period_start(digits: str) -> tuple[int, str] | None:
    """Where a period begins that the digits show three times, or twice if it is most of them; and the period."""
    for length in range(1, len(digits) // 2 + 1):
        period = digits[-length:]
        if digits.endswith(period * 3):
            return digits.index(period * 3), period
        if length >= 3 and digits.endswith(period * 2) and len(digits) - 2 * length <= 2:
            return len(digits) - 2 * length, period
    return None


def known_call(name: str, args: tuple[Node, ...], base: Node | None) -> Node:
    if base is not None:
        return Call(name="log", args=(args[0], base))
    if name == "sqrt":
        return Call(name="root", args=(integer(2), args[0]))
    if name == "cbrt":
        return Call(name="root", args=(integer(3), args[0]))
    if name == "exp":
        return Power(base=Constant(name="e"), exponent=args[0])
    if name == "lg":
        return Call(name="log", args=args)
    plain = Call(name=name, args=args)
    if name in _TRIG and not _has_angle(args[0]):
        in_degrees: Node = Call(name=name, args=(Call(name="degree", args=args),))
        return Choice(options=(plain, in_degrees), about="radians or degrees", soft=True)
    if name in _ARC:
        one_degree = Call(name="degree", args=(integer(1),))
        in_degrees = Product(factors=(plain, one_degree), inverse=(False, True))
        return Choice(options=(plain, in_degrees), about="radians or degrees", soft=True)
    return plain


def _has_angle(node: Node) -> bool:
    """True if π or ° in ``node`` says how the angle is measured."""
    if isinstance(node, Call) and node.name == "degree":
        return True
    return (isinstance(node, Constant) and node.name == "π") or any(map(_has_angle, children(node)))
