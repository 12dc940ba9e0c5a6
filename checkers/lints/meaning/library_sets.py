"""Sets, finsets and lists: intervals, ranges, cardinalities, sums, bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ....core.formal import ast
from ..values.members import MAX_ELEMENTS, complement, elements
from ..values.operations import Note
from ..values.outcomes import NotUnderstood, Undefined, Unknown
from ..values.symbols import Symbolic
from . import arithmetic
from .library import Build, Entry, Signature, Special
from .library_generic import ap, functional, number, op, quant
from .library_integers import natural
from .nodes import Big, Call, Constant, Local, Node, Number, SetOf
from .types import NAT, PROP, FinsetType, Function, Hole, ListType, SetType, Type, numeric, pruned

if TYPE_CHECKING:
    from .elaborate import Argument, Elaborator, Scope

INTERVALS = {
    "Icc": (True, True),
    "Ico": (True, False),
    "Ioc": (False, True),
    "Ioo": (False, False),
}
"""Name → whether the left and the right end belong to it."""
RAYS = {"Ici": ("≤", True), "Ioi": ("<", True), "Iic": ("≤", False), "Iio": ("<", False)}
"""Name → relation, whether the end is the lower one."""


def _interval(name: str, *, finite: bool) -> Build:
    """Set.Icc a b and Finset.Icc a b: one node, whose kind is told by its type."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        wanted = pruned(expected) if expected is not None else None
        hint = wanted.of if isinstance(wanted, SetType | FinsetType) else None
        low, high = number(el, given[0], scope, hint), number(el, given[1], scope, hint)
        target = arithmetic.widest(el, [arithmetic.Leaf(low), arithmetic.Leaf(high)], hint)
        low, high = el.coerced(low, target), el.coerced(high, target)
        kind: Type = FinsetType(of=target) if finite else SetType(of=target)
        return op(name, low, high, at=at, type_=kind)

    return build


def _ray(name: str) -> Build:
    sign, lower = RAYS[name]

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        end = number(el, given[0], scope)
        local = Local(slot=el.slot(), name="x", type=end.type)
        sides = (end, local) if lower else (local, end)
        return _set_of(local, op(sign, *sides, at=at), at)

    return build


def _set_of(local: Local, condition: Node, at: ast.Spanned) -> Node:
    return SetOf(
        slot=local.slot,
        name=local.name,
        domain=local.type,
        condition=condition,
        over=None,
        type=SetType(of=local.type),
        start=at.start,
        end=at.end,
    )


def _range(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """Finset.range n is 0, …, n - 1."""
    end = el.check(given[0], scope, NAT)
    return op("Ico", Number(value=number_zero, type=NAT), end, at=at, type_=FinsetType(of=NAT))


number_zero = Fraction(0)


def _universe(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    wanted = pruned(expected) if expected is not None else None
    inner = wanted.of if isinstance(wanted, SetType) else Hole()
    local = Local(slot=el.slot(), name="x", type=inner)
    return _set_of(local, op("True", at=at), at)


def _empty(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    wanted = pruned(expected) if expected is not None else None
    kind: Type = wanted if isinstance(wanted, SetType | FinsetType | ListType) else SetType(of=Hole())
    return Constant(
        value=() if isinstance(kind, ListType) else frozenset(), type=kind, shown="∅", start=at.start, end=at.end
    )


def collection(el: Elaborator, argument: Argument, scope: Scope) -> tuple[Node, Type]:
    """An argument that has to be a set or a finset, and the type of its members."""
    node = el.term(argument, scope)
    kind = pruned(node.type)
    if not isinstance(kind, SetType | FinsetType):
        raise NotUnderstood("a property of sets outside of them")
    return node, kind.of


def _extreme(sign_swapped: bool) -> Build:
    """IsLeast S a is a ∈ S ∧ ∀ x, x ∈ S → a ≤ x; IsGreatest the other way round."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        members, inner = collection(el, given[0], scope)
        value = el.check(given[1], scope, inner)
        x = Local(slot=el.slot(), name="x", type=inner)
        sides = (x, value) if sign_swapped else (value, x)
        bound = op("→", op("∈", x, members, at=at), op("≤", *sides, at=at), at=at)
        return op("∧", op("∈", value, members, at=at), quant(el, "∀", x, bound, at), at=at)

    return build


def _bounds(*, upper: bool) -> Build:
    """upperBounds S is {b | ∀ x, x ∈ S → x ≤ b}."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        members, inner = collection(el, given[0], scope)
        b, x = (Local(slot=el.slot(), name=name, type=inner) for name in ("b", "x"))
        sides = (x, b) if upper else (b, x)
        body = op("→", op("∈", x, members, at=at), op("≤", *sides, at=at), at=at)
        return _set_of(b, quant(el, "∀", x, body, at), at)

    return build


def _bounded(*, upper: bool) -> Build:
    bounds = _bounds(upper=upper)

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        made = bounds(el, given, scope, expected, at)
        assert isinstance(made, SetOf)
        return quant(el, "∃", Local(slot=made.slot, name="b", type=made.domain), made.condition, at)

    return build


def _nonempty(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    members, inner = collection(el, given[0], scope)
    x = Local(slot=el.slot(), name="x", type=inner)
    return quant(el, "∃", x, op("∈", x, members, at=at), at)


def _of_collection(name: str, result: Type, compute: Callable[..., Any]) -> Build:
    """A function of one collection."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        members, _ = collection(el, given[0], scope)
        return Call(name=name, args=(members,), type=result, lean=compute, start=at.start, end=at.end)

    return build


def _finite(members: Any) -> bool:
    elements(members)
    return True


def _infinite(members: Any) -> bool:
    elements(members)
    return False


def _summed(kind: str) -> Build:
    """s.sum f."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        members, inner = collection(el, given[0], scope)
        function = el.term(given[1], scope, Function(domain=inner, codomain=Hole(numeric=True)))
        shape = pruned(function.type)
        if not isinstance(shape, Function) or not el.unify(shape.domain, inner):
            raise NotUnderstood("a sum")
        x = Local(slot=el.slot(), name="x", type=inner)
        return Big(
            kind=kind,
            slot=x.slot,
            name="x",
            domain=inner,
            body=ap(function, x, shape),
            over=members,
            condition=None,
            type=shape.codomain,
            start=at.start,
            end=at.end,
        )

    return build


def _filter(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """Finset.filter p s; s.filter p."""
    first, second = given
    try:
        members, inner = collection(el, second, scope)
        condition = first
    except NotUnderstood:
        members, inner = collection(el, first, scope)
        condition = second
    kind = Function(domain=inner, codomain=PROP)
    predicate = el.check(condition, scope, kind)
    x = Local(slot=el.slot(), name="x", type=inner)
    return SetOf(
        slot=x.slot,
        name="x",
        domain=inner,
        condition=ap(predicate, x, kind),
        over=members,
        type=FinsetType(of=inner),
        start=at.start,
        end=at.end,
    )


def image(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """Finset.image f s and f '' s."""
    function, kind = functional(el, given[0], scope)
    members, inner = collection(el, given[1], scope)
    if not el.unify(inner, kind.domain):
        raise NotUnderstood("an image")
    if isinstance(pruned(members.type), FinsetType):
        made: Type = FinsetType(of=kind.codomain)
        return Call(name="image", args=(function, members), type=made, lean=_image, start=at.start, end=at.end)
    y = Local(slot=el.slot(), name="y", type=kind.codomain)
    x = Local(slot=el.slot(), name="x", type=inner)
    hit = op("∧", op("∈", x, members, at=at), op("=", ap(function, x, kind), y, at=at), at=at)
    return _set_of(y, quant(el, "∃", x, hit, at), at)


def _image(function: Any, members: Any) -> frozenset[Any]:
    return frozenset(function(item) for item in elements(members))


def _set_range(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    function, kind = functional(el, given[0], scope)
    y = Local(slot=el.slot(), name="y", type=kind.codomain)
    x = Local(slot=el.slot(), name="x", type=kind.domain)
    return _set_of(y, quant(el, "∃", x, op("=", ap(function, x, kind), y, at=at), at), at)


def _complement(
    el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned
) -> Node:
    members, inner = collection(el, given[0], scope)
    return Call(name="compl", args=(members,), type=SetType(of=inner), lean=complement, start=at.start, end=at.end)


def _powerset(members: Any) -> frozenset[Any]:
    items = sorted(elements(members), key=repr)
    if len(items) > 10:
        raise Unknown("many subsets")
    return frozenset(
        frozenset(item for bit, item in enumerate(items) if mask >> bit & 1) for mask in range(1 << len(items))
    )


def _subsets(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    members, inner = collection(el, given[0], scope)
    kind = FinsetType(of=FinsetType(of=inner))
    return Call(name="powerset", args=(members,), type=kind, lean=_powerset, start=at.start, end=at.end)


def sequence(el: Elaborator, argument: Argument, scope: Scope) -> tuple[Node, Type]:
    """An argument that has to be a list."""
    node = el.term(argument, scope)
    kind = pruned(node.type)
    if not isinstance(kind, ListType):
        raise NotUnderstood("a property of lists outside of them")
    return node, kind.of


def _of_list(
    name: str,
    compute: Callable[..., Any],
    *,
    result: Type | None,
    others: tuple[Type | None, ...] = (),
    book: Callable[..., Any] | None = None,
    cause: str = "",
) -> Build:
    """A function of a list and further arguments; None stands for the type of its elements."""

    def build(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
        items, inner = sequence(el, given[0], scope)
        rest = [
            el.check(one, scope, inner if kind is None else kind) for one, kind in zip(given[1:], others, strict=True)
        ]
        return Call(
            name=name,
            args=(items, *rest),
            type=inner if result is None else result,
            lean=compute,
            book=book,
            cause=cause,
            start=at.start,
            end=at.end,
        )

    return build


def _at(items: Any, index: Any, default: Any) -> Any:
    if isinstance(index, Symbolic):
        raise Unknown("an index")
    return items[index] if 0 <= index < len(items) else default


def _book_at(note: Note, items: Any, index: Any, *_: Any) -> Any:
    if natural(index) >= len(items):
        note(f"index {index} is beyond a list of length {len(items)}: Lean gives a default")
        raise Undefined("an index beyond the end")
    return items[index]


def _get(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """l[i]!: the element, else the default of the type, which is 0 for numbers."""
    items, inner = sequence(el, given[0], scope)
    if not numeric(inner) and not isinstance(pruned(inner), Hole):
        raise NotUnderstood("a default")
    index = el.check(given[1], scope, NAT)
    return Call(
        name="List.get!",
        args=(items, index),
        type=inner,
        lean=lambda items, index: _at(items, index, 0),
        book=_book_at,
        cause="index-out-of-range",
        start=at.start,
        end=at.end,
    )


def _total(items: Any) -> Any:
    result: Any = 0
    for item in items:
        result = result + item
    return result


def _product(items: Any) -> Any:
    result: Any = 1
    for item in items:
        result = result * item
    return result


def _first(items: Any) -> Any:
    return items[0] if items else 0


def _book_first(note: Note, items: Any) -> Any:
    if not items:
        note("the head of an empty list is a default in Lean")
        raise Undefined("the head of an empty list")
    return items[0]


def _map(el: Elaborator, given: Sequence[Argument], scope: Scope, expected: Type | None, at: ast.Spanned) -> Node:
    """l.map f and List.map f l."""
    first, second = given
    try:
        items, inner = sequence(el, first, scope)
        function = el.term(second, scope, Function(domain=inner, codomain=Hole()))
    except NotUnderstood:
        items, inner = sequence(el, second, scope)
        function = el.term(first, scope, Function(domain=inner, codomain=Hole()))
    kind = pruned(function.type)
    if not isinstance(kind, Function):
        raise NotUnderstood("a map")
    return Call(
        name="List.map",
        args=(function, items),
        type=ListType(of=kind.codomain),
        lean=lambda function, items: tuple(function(item) for item in items),
        start=at.start,
        end=at.end,
    )


def _list_range(end: Any) -> tuple[int, ...]:
    if isinstance(end, Symbolic) or end > MAX_ELEMENTS:
        raise Unknown("a long list")
    return tuple(range(end))


def _size(members: Any) -> int:
    return len(elements(members))


_ONE: dict[str, Build] = {
    "Finset.range": _range,
    "upperBounds": _bounds(upper=True),
    "lowerBounds": _bounds(upper=False),
    "BddAbove": _bounded(upper=True),
    "BddBelow": _bounded(upper=False),
    "Set.Nonempty": _nonempty,
    "Finset.Nonempty": _nonempty,
    "Finset.card": _of_collection("Finset.card", NAT, _size),
    "Set.ncard": _of_collection("Set.ncard", NAT, _size),
    "Set.Finite": _of_collection("Set.Finite", PROP, _finite),
    "Set.Infinite": _of_collection("Set.Infinite", PROP, _infinite),
    "Set.range": _set_range,
    "compl": _complement,
    "Finset.powerset": _subsets,
    "List.length": _of_list("List.length", len, result=NAT),
    "List.sum": _of_list("List.sum", _total, result=None),
    "List.prod": _of_list("List.prod", _product, result=None),
    "List.head!": _of_list("List.head!", _first, result=None, book=_book_first, cause="index-out-of-range"),
    "List.Nodup": _of_list("List.Nodup", lambda items: len(set(items)) == len(items), result=PROP),
}
_TWO: dict[str, Build] = {
    **{f"Set.{name}": _interval(name, finite=False) for name in INTERVALS},
    **{f"Finset.{name}": _interval(name, finite=True) for name in INTERVALS},
    "IsLeast": _extreme(False),
    "IsGreatest": _extreme(True),
    "Finset.sum": _summed("∑"),
    "Finset.prod": _summed("∏"),
    "Finset.filter": _filter,
    "Finset.image": image,
    "Set.image": image,
    "List.get!": _get,
    "List.map": _map,
    "List.count": _of_list("List.count", lambda items, one: items.count(one), result=NAT, others=(None,)),
}
ENTRIES: dict[str, Entry] = {
    **{f"Set.{name}": Special(name=f"Set.{name}", arity=1, build=_ray(name)) for name in RAYS},
    **{name: Special(name=name, arity=1, build=build) for name, build in _ONE.items()},
    **{name: Special(name=name, arity=2, build=build) for name, build in _TWO.items()},
    "Set.univ": Special(name="Set.univ", arity=0, build=_universe),
    "∅": Special(name="∅", arity=0, build=_empty),
    "List.getD": Special(
        name="List.getD",
        arity=3,
        build=_of_list("List.getD", _at, result=None, others=(NAT, None), book=_book_at, cause="index-out-of-range"),
    ),
    "List.range": Signature(name="List.range", arguments=(NAT,), result=ListType(of=NAT), lean=_list_range),
}
