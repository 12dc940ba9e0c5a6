"""Functions and predicates for several types: what they mean is chosen by the type of their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from . import arithmetic, formers
from .library import Build, Entry, Special
from .nodes import Ap, Call, Constant, Lam, Local, Node, Op, Place, Quant
from .types import (
    BOOL,
    NAT,
    PROP,
    FinType,
    Function,
    Ground,
    Hole,
    ModelType,
    SetType,
    Subtype,
    Type,
    ZModType,
    base,
    numeric,
    pruned,
)

if TYPE_CHECKING:
    from .elaborate import Argument, Elaborator, Scope


def quant(el: Elaborator, kind: str, local: Local, body: Node, at: ast.Spanned) -> Node:
    """∀ or ∃ over a built variable."""
    return Quant(
        kind=kind,
        slot=local.slot,
        name=local.name,
        domain=local.type,
        body=body,
        type=PROP,
        start=at.start,
        end=at.end,
    )


def op(sign: str, *args: Node, at: ast.Spanned, type_: Type = PROP) -> Node:
    """An operation between nodes."""
    return Op(op=sign, args=args, type=type_, start=at.start, end=at.end)


def number(el: Elaborator, argument: Argument, scope: Scope, expected: Type | None = None) -> Node:
    """An argument that has to be a number of some type."""
    node = el.term(argument, scope, expected)
    kind = base(node.type)
    if isinstance(kind, Hole):
        kind.numeric = True
    elif not numeric(kind):
        raise NotUnderstood("a function of numbers outside of them")
    if isinstance(pruned(node.type), Subtype):
        return arithmetic.cast(node, kind)
    return node


def _predicate(sign: str) -> Build:
    """A predicate of one number."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        return op(sign, number(el, given[0], scope), at=at)

    return build


def _same_type(sign: str, *, relation: bool) -> Build:
    """A function or relation of two numbers of one type."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        hint = expected if expected is not None and numeric(expected) and not relation else None
        left, right = number(el, given[0], scope, hint), number(el, given[1], scope, hint)
        target = arithmetic.widest(el, [arithmetic.Leaf(left), arithmetic.Leaf(right)], hint)
        left, right = el.coerced(left, target), el.coerced(right, target)
        return op(sign, left, right, at=at, type_=PROP if relation else target)

    return build


def _absolute(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    hint = expected if expected is not None and numeric(expected) else None
    node = number(el, given[0], scope, hint)
    return op("abs", node, at=at, type_=node.type)


def _connective(sign: str) -> Build:
    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        return op(sign, *(el.prop(one, scope) for one in given), at=at)

    return build


def _relation(sign: str) -> Build:
    """Eq a b, Ne a b, …"""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        left = el.term(given[0], scope)
        right = el.term(given[1], scope, left.type)
        if not el.unify(left.type, right.type):
            left, right = arithmetic.levelled(el, left, right)
        return op(sign, left, right, at=at)

    return build


def functional(el: Elaborator, argument: Argument, scope: Scope) -> tuple[Node, Function]:
    """An argument that has to be a function."""
    node = el.term(argument, scope)
    kind = pruned(node.type)
    if not isinstance(kind, Function):
        raise NotUnderstood("a property of functions outside of them")
    return node, kind


def ap(function: Node, argument: Node, kind: Function) -> Node:
    """function argument."""
    return Ap(function=function, argument=argument, type=kind.codomain)


def _monotone(before: str, after: str, *, swapped: bool, on: bool) -> Build:
    """∀ a b, a before b → f a after f b; on a set with ``on``."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        function, kind = functional(el, given[0], scope)
        if not numeric(base(kind.domain)) or not numeric(base(kind.codomain)):
            raise NotUnderstood("an order that is not modelled")
        a = Local(slot=el.slot(), name="a", type=kind.domain)
        b = Local(slot=el.slot(), name="b", type=kind.domain)
        images = [ap(function, a, kind), ap(function, b, kind)]
        if swapped:
            images.reverse()
        body = op("→", op(before, a, b, at=at), op(after, *images, at=at), at=at)
        if on:
            members = el.check(given[1], scope, SetType(of=kind.domain))
            for local in (b, a):
                body = op("→", op("∈", local, members, at=at), body, at=at)
        return quant(el, "∀", a, quant(el, "∀", b, body, at), at)

    return build


def injective(el: Elaborator, function: Node, kind: Function, at: ast.Spanned) -> Node:
    a = Local(slot=el.slot(), name="a", type=kind.domain)
    b = Local(slot=el.slot(), name="b", type=kind.domain)
    same = op("=", ap(function, a, kind), ap(function, b, kind), at=at)
    return quant(el, "∀", a, quant(el, "∀", b, op("→", same, op("=", a, b, at=at), at=at), at), at)


def surjective(el: Elaborator, function: Node, kind: Function, at: ast.Spanned) -> Node:
    a = Local(slot=el.slot(), name="a", type=kind.domain)
    b = Local(slot=el.slot(), name="b", type=kind.codomain)
    return quant(el, "∀", b, quant(el, "∃", a, op("=", ap(function, a, kind), b, at=at), at), at)


def _injective(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    return injective(el, *functional(el, given[0], scope), at)


def _surjective(
    el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned
) -> Node:
    return surjective(el, *functional(el, given[0], scope), at)


def _bijective(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    function, kind = functional(el, given[0], scope)
    return op("∧", injective(el, function, kind, at), surjective(el, function, kind, at), at=at)


def _compose(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    outer, outer_kind = functional(el, given[0], scope)
    inner = el.term(given[1], scope, Function(domain=Hole(), codomain=outer_kind.domain))
    inner_kind = pruned(inner.type)
    if not isinstance(inner_kind, Function) or not el.unify(inner_kind.codomain, outer_kind.domain):
        raise NotUnderstood("a composition")
    x = Local(slot=el.slot(), name="x", type=inner_kind.domain)
    body = ap(outer, ap(inner, x, inner_kind), outer_kind)
    kind = Function(domain=inner_kind.domain, codomain=outer_kind.codomain)
    return Lam(slot=x.slot, name="x", domain=x.type, body=body, type=kind, start=at.start, end=at.end)


def _identity(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    return el.term(given[0], scope, expected)


def _nonzero(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    return op("unit", number(el, given[0], scope), at=at)


def _decide(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    return op("decide", el.prop(given[0], scope), at=at, type_=BOOL)


def _fact(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    return el.prop(given[0], scope)


def _ne_zero(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    node = number(el, given[0], scope)
    return op("≠", node, Constant(value=0, type=node.type, shown="0"), at=at)


def _norm(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """The norm of a real number is its absolute value."""
    node = number(el, given[0], scope)
    if not isinstance(pruned(node.type), Ground) or pruned(node.type) == NAT:
        raise NotUnderstood("a norm")
    return op("abs", node, at=at, type_=node.type)


def _dist(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    left, right = number(el, given[0], scope), number(el, given[1], scope)
    target = arithmetic.widest(el, [arithmetic.Leaf(left), arithmetic.Leaf(right)], None)
    if pruned(target) == NAT or isinstance(pruned(target), Hole):
        raise NotUnderstood("a distance")
    difference = op("-", el.coerced(left, target), el.coerced(right, target), at=at, type_=target)
    return op("abs", difference, at=at, type_=target)


def _order(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """orderOf x in a structure that a type variable stands for."""
    node = el.term(given[0], scope)
    kind = base(node.type)
    if not isinstance(kind, ModelType) or kind.structure.inverse is None:
        raise NotUnderstood("the order of an element")
    return Call(name="orderOf", args=(node,), type=NAT, lean=kind.structure.order, start=at.start, end=at.end)


def _commute(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    left = number(el, given[0], scope)
    right = el.check(given[1], scope, left.type)
    there, back = (op("*", *pair, at=at, type_=left.type) for pair in ((left, right), (right, left)))
    return op("=", there, back, at=at)


def _cardinality(*, infinite: int | None) -> Build:
    """Nat.card and Fintype.card of a type; ``infinite``: what they are of an infinite one, None if that is an error."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        written = given[0]
        if isinstance(written, Place) or not formers.is_type(written, scope):
            raise NotUnderstood("the cardinality of a type")
        kind = base(formers.type_of(el, written, scope))
        if isinstance(kind, FinType | ZModType):
            return kind.bound if isinstance(kind, FinType) else kind.modulus
        size = 2 if kind == BOOL else None
        if isinstance(kind, ModelType):
            size = len(kind.structure.elements) if kind.structure.finite else infinite
        if size is None:
            raise NotUnderstood("the cardinality of a type")
        return Constant(value=size, type=NAT, shown=str(size), start=at.start, end=at.end)

    return build


_PREDICATES = {
    "Even": "even",
    "Odd": "odd",
    "Prime": "prime",
    "_root_.Prime": "prime",
    "Irreducible": "prime",
    "Squarefree": "squarefree",
    "IsSquare": "square",
}
_PAIRS = {"max": ("max", False), "min": ("min", False), "gcd": ("gcd", False), "lcm": ("lcm", False)}
_LAWS: dict[str, Build] = {
    "abs": _absolute,
    "orderOf": _order,
    "Nat.card": _cardinality(infinite=0),
    "Fintype.card": _cardinality(infinite=None),
    "Int.abs": _absolute,
    "norm": _norm,
    "id": _identity,
    "Int.cast": _identity,
    "Nat.cast": _identity,
    "IsUnit": _nonzero,
    "Decidable.decide": _decide,
    "decide": _decide,
    "Fact": _fact,
    "NeZero": _ne_zero,
    "Not": _connective("¬"),
    "Function.Injective": _injective,
    "Function.Surjective": _surjective,
    "Function.Bijective": _bijective,
    "Monotone": _monotone("≤", "≤", swapped=False, on=False),
    "StrictMono": _monotone("<", "<", swapped=False, on=False),
    "Antitone": _monotone("≤", "≤", swapped=True, on=False),
    "StrictAnti": _monotone("<", "<", swapped=True, on=False),
}
_TWO: dict[str, Build] = {
    "And": _connective("∧"),
    "Or": _connective("∨"),
    "Iff": _connective("↔"),
    "Xor'": _connective("xor"),
    "Eq": _relation("="),
    "Ne": _relation("≠"),
    "dist": _dist,
    "Commute": _commute,
    "Function.comp": _compose,
    "IsCoprime": _same_type("coprime", relation=True),
    "Dvd.dvd": _same_type("∣", relation=True),
    "MonotoneOn": _monotone("≤", "≤", swapped=False, on=True),
    "StrictMonoOn": _monotone("<", "<", swapped=False, on=True),
    "AntitoneOn": _monotone("≤", "≤", swapped=True, on=True),
    "StrictAntiOn": _monotone("<", "<", swapped=True, on=True),
}
ENTRIES: dict[str, Entry] = {
    **{name: Special(name=name, arity=1, build=_predicate(sign)) for name, sign in _PREDICATES.items()},
    **{name: Special(name=name, arity=2, build=_same_type(sign, relation=rel)) for name, (sign, rel) in _PAIRS.items()},
    **{name: Special(name=name, arity=1, build=build) for name, build in _LAWS.items()},
    **{name: Special(name=name, arity=2, build=build) for name, build in _TWO.items()},
}
