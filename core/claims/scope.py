"""How far a sign written without brackets reaches, and which of several divisions comes first: the second readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ..value import value
from .ast import Call, Choice, Negation, Node, Power, Product, Sum
from .build import is_mixed, mixed_number, multiply

Extender: TypeAlias = Callable[[Callable[[Node], Node]], Node]
"""A node as a function of a change to the operand it was written over: √3 with g is √g(3)."""

ABOUT_PRODUCT = "what a sign without brackets applies to: one factor or the product"
ABOUT_SUM = "what a sign without brackets applies to: one term or the sum"


@value
class Sign:
    """How a factor is joined to the one before it.

    ``name`` is one of * / ÷ or "" (side by side); ``spaced``: white space stands before the sign.
    """

    name: str
    spaced: bool


START = Sign(name="", spaced=False)


def divided(factors: Sequence[Node], inverse: Sequence[bool], signs: Sequence[Sign]) -> Node:
    """The product, with the second reading where signs or blanks suggest that one division comes before another:
    1/2 ÷ 3/4, 6 / 1/2, 12 / 3·2 and a/b/c."""
    near = multiply(list(factors), list(inverse))
    if sum(inverse) < 2 and not any(sign.spaced for sign in signs):
        return near
    strong = any(sign.name == "÷" for sign in signs)
    borders = [i for i, sign in enumerate(signs) if i and _separates(sign, strong)]
    units = [(a, b) for a, b in zip([0, *borders], [*borders, len(factors)], strict=True)]
    doubtful = [(a, b) for a, b in units if b - a > 1 and a and inverse[a]]
    if doubtful:
        parts = [multiply(list(factors[a:b]), [False, *inverse[a + 1 : b]]) for a, b in units]
        far = multiply(parts, [inverse[a] for a, _ in units])
        soft = not any(any(inverse[a + 1 : b]) for a, b in doubtful)
        return Choice(options=(near, far), about="which division comes first", soft=soft)
    if 3 <= len(factors) <= 4 and all(sign.name == "/" for sign in signs[1:]):
        return Choice(options=(near, *_stacked(factors)), about="fractions one over another", soft=True)
    return near


def _separates(sign: Sign, strong: bool) -> bool:
    if strong:
        return sign.name == "÷" or (sign.name == "*" and sign.spaced)
    return sign.spaced and sign.name in ("*", "/")


def _stacked(factors: Sequence[Node]) -> list[Node]:
    over = [False, True]
    if len(factors) == 3:
        return [multiply([factors[0], multiply(list(factors[1:]), over)], over)]
    return [
        multiply([multiply(list(factors[:2]), over), multiply(list(factors[2:]), over)], over),
        multiply([factors[0], multiply(list(factors[1:]), [False, True, True])], over),
        multiply([factors[0], multiply([factors[1], multiply(list(factors[2:]), over)], over)], over),
    ]


def fraction_percent(factors: Sequence[Node], inverse: Sequence[bool], bare: Callable[[Node], bool]) -> Node | None:
    """1/2%: (1/2)% or 1/(2%). None where no % ends a division; ``bare`` tells a % that no bracket closes."""
    for i, factor in enumerate(factors):
        if not (inverse[i] and bare(factor)):
            continue
        percent, rest = _percentage(factor)
        inside = multiply([*factors[:i], percent.args[0]], list(inverse[: i + 1]))
        tail = [*rest, *factors[i + 1 :]]
        far = multiply([Call(name="percent", args=(inside,)), *tail], [False, *[False] * len(rest), *inverse[i + 1 :]])
        near = multiply(list(factors), list(inverse))
        loose = multiply([*factors[:i], percent, *tail], [*inverse[: i + 1], *[False] * len(rest), *inverse[i + 1 :]])
        return Choice(options=(near, far, loose), about="% of a number or of a fraction")
    return None


def _percentage(factor: Node) -> tuple[Call, tuple[Node, ...]]:
    """x% or x% of y: the percentage, and what it is taken of."""
    first, rest = (factor.factors[0], factor.factors[1:]) if isinstance(factor, Product) else (factor, ())
    assert isinstance(first, Call), "the grammar marks percentages only"
    return first, rest


def mixed_inside(left: Node, right: Node, glued: bool) -> Node | None:
    """1½% or 2½²: the sign may belong to the mixed number. None if ``right`` is no signed proper fraction."""
    match right:
        case Call(name=name, args=(inner,)) if name in ("percent", "degree", "factorial"):
            outer: Callable[[Node], Node] = lambda node: Call(name=name, args=(node,))  # noqa: E731
        case Power(base=inner, exponent=exponent):
            outer = lambda node: Power(base=node, exponent=exponent)  # noqa: E731
        case _:
            return None
    if not is_mixed(left, inner, glued):
        return None
    product = multiply([left, right], [False, False])
    together = mixed_number(left, inner)
    whole = together.options[0] if isinstance(together, Choice) else together
    return Choice(options=(outer(whole), product), about="a mixed number or a product")


def exclamation(node: Node, read: Node) -> Node:
    """25! at the very end: ``read`` with the factorial, or ``node`` and an exclamation."""
    options = read.options if isinstance(read, Choice) else (read,)
    return Choice(options=(*options, node), about="a factorial, or an exclamation", soft=True)


def without_last_bang(node: Node) -> Node | None:
    """``node`` without the factorial sign at its right end; None if none stands there."""
    match node:
        case Call(name="factorial", args=(of,)):
            return of
        case Negation(of=of):
            inner = without_last_bang(of)
            return None if inner is None else Negation(of=inner)
        case Sum(terms=(*first, last)):
            inner = without_last_bang(last)
            return None if inner is None else replace(node, terms=(*first, inner))
        case Product(factors=(*first, last)):
            inner = without_last_bang(last)
            return None if inner is None else replace(node, factors=(*first, inner))
    return None
