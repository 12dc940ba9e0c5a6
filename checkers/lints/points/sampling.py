"""Values to try: small ones first, then those near the constants of the statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from ..meaning.nodes import Node, Number
from ..meaning.types import (
    BOOL,
    INT,
    NAT,
    NNREAL,
    PNAT,
    PROP,
    RAT,
    REAL,
    FinsetType,
    FinType,
    Function,
    ListType,
    ModelType,
    Product,
    SetType,
    Subtype,
    Type,
    ZModType,
    base,
    numeric,
    pruned,
    whole,
)
from ..values.operations import show
from ..values.symbols import Symbolic

SMALL: dict[Type, tuple[Any, ...]] = {
    NAT: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    PNAT: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    INT: (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, 6, -5),
    RAT: (0, 1, -1, 2, Fraction(1, 2), -2, Fraction(-1, 2), 3, Fraction(1, 3), -3, 4),
    REAL: (0, 1, -1, 2, Fraction(1, 2), -2, Fraction(-1, 2), 3, 4, -3, Fraction(1, 3)),
    NNREAL: (0, 1, 2, Fraction(1, 2), 3, 4),
}
LEAST: dict[Type, int] = {NAT: 0, PNAT: 1, NNREAL: 0}
MAX_CONSTANT = 10**6
"""Constants beyond are not tried as values of ℕ and ℤ: what is near them is rarely cheap."""


class Shown:
    """A function of the sample, with the name that a person reads."""

    __slots__ = ("call", "name")

    def __init__(self, name: str, call: Callable[[Any], Any]) -> None:
        self.name, self.call = name, call

    def __call__(self, value: Any) -> Any:
        return self.call(value)

    def __repr__(self) -> str:
        return self.name


def constants(nodes: Iterable[Node]) -> tuple[Fraction, ...]:
    """The numerals among the nodes of a statement, each once, smaller ones first."""
    return tuple(sorted({node.value for node in nodes if isinstance(node, Number)}))


def samples(kind: Type, known: tuple[Fraction, ...], count: int) -> list[Any]:
    """At most ``count`` values of a type, the most telling first; none of subtypes and of Fin n, whose values have to
    be tested or counted first."""
    kind = pruned(kind)
    if kind in (BOOL, PROP):
        return [False, True]
    if kind in SMALL:
        return _numbers(kind, known, count)
    match kind:
        case Function():
            return list(_functions(kind, known))[:count]
        case Product():
            half = max(2, int(count**0.5))
            left, right = samples(kind.left, known, half), samples(kind.right, known, half)
            return [(a, b) for a in left for b in right][:count]
        case SetType() | FinsetType():
            return _sets(samples(kind.of, known, 4))[:count]
        case ListType():
            items = samples(kind.of, known, 3)
            return [(), *((item,) for item in items), *((a, b) for a in items for b in items)][:count]
        case ZModType():
            return list(range(-2, 3))[:count]
        case ModelType():
            return list(kind.structure.elements)[:count]
        case _:
            return []


def _numbers(kind: Type, known: tuple[Fraction, ...], count: int) -> list[Any]:
    small = SMALL[kind]
    near: list[Any] = []
    for value in known:
        if abs(value) > MAX_CONSTANT:
            continue
        number = value.numerator if value.denominator == 1 else value
        if isinstance(number, int) or not whole(kind):
            near += [number, number + 1, number - 1, -number]
        if kind in (RAT, REAL, NNREAL) and value:
            near.append(1 / value)
    least = LEAST.get(kind)
    first = max(count // 2, count - len(near))
    merged = [*small[:first], *near, *small[first:]]
    allowed = (value for value in merged if least is None or value >= least)
    return list(dict.fromkeys(allowed))[:count]


def _functions(kind: Function, known: tuple[Fraction, ...]) -> Iterable[Shown]:
    codomain = pruned(kind.codomain)
    if isinstance(codomain, Subtype):
        return
    if isinstance(codomain, FinType | ZModType):
        size = codomain.bound if isinstance(codomain, FinType) else codomain.modulus
        if isinstance(size, Number):  # else 0 and 1 may be no values, or the same one
            for value in range(min(size.value.numerator, 3)):
                yield Shown(f"fun _ => {value}", _always(value))
        return
    if isinstance(codomain, Function):
        for inner in _functions(codomain, known):
            yield Shown(f"fun _ => {inner}", _always(inner))
        if (
            numeric(base(kind.domain))
            and numeric(base(codomain.codomain))
            and base(kind.domain) == base(codomain.codomain)
        ):
            yield Shown("fun x y => x + y", lambda x: Shown("", lambda y: x + y))
            yield Shown("fun x y => x", lambda x: Shown("", lambda y: x))
        return
    if codomain in (PROP, BOOL):
        yield Shown("fun _ => False", lambda value: False)
        yield Shown("fun _ => True", lambda value: True)
        if numeric(base(kind.domain)):
            yield Shown("fun x => x = 0", lambda value: bool(value == 0))
            yield Shown("fun x => x ≠ 0", lambda value: bool(value != 0))
        return
    if isinstance(codomain, ModelType):
        yield from _structural_functions(kind, codomain)
        return
    if numeric(codomain):
        yield from _numeric_functions(kind, codomain)
        return
    for value in samples(codomain, known, 2):
        yield Shown(f"fun _ => {value}", _always(value))


def _structural_functions(kind: Function, codomain: ModelType) -> Iterable[Shown]:
    structure = codomain.structure
    yield Shown("fun _ => 1", _always(structure.one))
    if base(kind.domain) == codomain:
        yield Shown("fun x => x", lambda value: value)
        yield Shown("fun x => x * x", lambda value: structure.times(value, value))
        if structure.inverse is not None:
            yield Shown("fun x => x⁻¹", structure.inverted)


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _numeric_functions(kind: Function, codomain: Type) -> Iterable[Shown]:
    if codomain != PNAT:
        yield Shown("fun _ => 0", lambda value: 0)
    yield Shown("fun _ => 1", lambda value: 1)
    domain = base(kind.domain)
    embeds = _embeds(domain, codomain)
    if embeds and not (domain == NAT and codomain == PNAT):
        yield Shown("fun x => x", lambda value: value)
    if embeds:
        yield Shown("fun x => x + 1", lambda value: value + 1)
        yield Shown("fun x => 2 * x", lambda value: 2 * value)
        yield Shown("fun x => x ^ 2", lambda value: value * value)
    if codomain in (INT, RAT, REAL):
        yield Shown("fun _ => -1", lambda value: -1)
        if embeds:
            yield Shown("fun x => -x", lambda value: -value)
            yield Shown("fun x => 1 - x", lambda value: 1 - value)
    if codomain != PNAT and isinstance(domain, type(NAT)):
        yield Shown("fun x => if x = 0 then 1 else 0", lambda value: 1 if value == 0 else 0)
        yield Shown("fun x => if x = 0 then 0 else 1", lambda value: 0 if value == 0 else 1)


def _embeds(domain: Type, codomain: Type) -> bool:
    if isinstance(domain, FinType):
        return codomain in (NAT, INT, RAT, REAL)
    order: list[Type] = [PNAT, NAT, INT, RAT, REAL]
    return domain in order and codomain in order and order.index(domain) <= order.index(codomain)


def _sets(items: list[Any]) -> list[frozenset[Any]]:
    found: list[frozenset[Any]] = [frozenset()]
    try:
        found += [frozenset([item]) for item in items]
        found += [frozenset(items[:2]), frozenset(items[:3]), frozenset(items[1:3]), frozenset(items)]
    except TypeError:
        return found[:1]
    return list(dict.fromkeys(found))


def shown(value: Any, kind: Type | None = None) -> str:
    """A value for people; ``kind`` tells a list from a pair."""
    kind = None if kind is None else base(kind)
    if isinstance(kind, ModelType):
        return kind.structure.shown(value)
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, Shown):
        return value.name
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(shown, value))) + "}" if value else "∅"
    if isinstance(value, tuple):
        inner = ", ".join(map(shown, value))
        return f"[{inner}]" if isinstance(kind, ListType) else f"({inner})"
    if callable(value):
        return "a function given by the hypotheses"
    return "any value" if isinstance(value, Symbolic) else _plain(show(value))


def _plain(text: str) -> str:
    """Without the brackets that stand around a whole value."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
