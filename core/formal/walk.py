"""Going through trees: what stands in a term.

Trees that were read are at most MAX_HEIGHT high (``stream``), so that functions may recurse; ``walk`` does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeAlias, get_args

from .ast import (
    Anonymous,
    Apply,
    Ascription,
    BigOp,
    Binary,
    Binder,
    Congruence,
    IfThenElse,
    Index,
    Lambda,
    Let,
    ListLit,
    Matrix,
    Name,
    NamedArgument,
    Norm,
    Opaque,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Spanned,
    Structure,
    Term,
    Tuple,
    Unary,
)

Part: TypeAlias = Term | Binder
"""What trees are made of: terms and the binders in them."""

CONTENTS: Mapping[type[Spanned], tuple[str, ...]] = {
    kind: tuple(item.name for item in fields(kind) if item.name not in ("start", "end"))
    for kind in (*get_args(Term), Binder)
}
"""The fields of each kind of node that say what it is, all but those that say where it stands."""


def _items(node: Any) -> tuple[Part, ...]:
    items: tuple[Part, ...] = node.items
    return items


def _written(*parts: Part | None) -> tuple[Part, ...]:
    """Those that are not left out."""
    return tuple(part for part in parts if part is not None)


_PARTS: dict[type, Callable[[Any], tuple[Part, ...]]] = {
    **dict.fromkeys((SetLit, ListLit, Tuple, Anonymous), _items),
    Apply: lambda node: (node.function, *node.arguments),
    NamedArgument: lambda node: (node.value,),
    Projection: lambda node: (node.of,),
    Index: lambda node: (node.of, node.index),
    Unary: lambda node: (node.operand,),
    Binary: lambda node: (node.left, node.right) if node.parameter is None else (node.left, node.right, node.parameter),
    Congruence: lambda node: (node.left, node.right, node.modulus),
    Binder: lambda node: _written(node.type, node.default, node.domain, node.pattern),
    Quantifier: lambda node: _written(*node.binders, node.body, node.measure),
    BigOp: lambda node: _written(*node.binders, node.body, node.condition, node.measure),
    Lambda: lambda node: (*node.binders, node.body),
    Let: lambda node: _written(node.value, node.body, node.type, *node.binders, node.pattern),
    Ascription: lambda node: (node.term, node.type),
    SetBuilder: lambda node: _written(*node.binders, node.condition, node.image),
    Matrix: lambda node: tuple(item for row in node.rows for item in row),
    Structure: lambda node: _written(*node.fields, node.source),
    IfThenElse: lambda node: (node.condition, node.yes, node.no),
    Norm: lambda node: (node.of,),
}
"""How the parts of each kind of node are found, in the order of its fields; what is not listed has none."""


def parts(node: Part) -> tuple[Part, ...]:
    """The terms and binders directly below ``node``, in the order of its fields."""
    below = _PARTS.get(type(node))
    return () if below is None else below(node)


def children(node: Part) -> tuple[Term, ...]:
    """The terms below ``node``; those in its binders (types, domains, patterns, defaults) count as its own."""
    found: list[Term] = []
    for part in parts(node):
        if isinstance(part, Binder):
            found.extend(children(part))
        else:
            found.append(part)
    return tuple(found)


def walk(node: Part) -> Iterator[Term]:
    """``node`` and all terms in it, outer ones first, in order."""
    stack: list[Part] = [node]
    while stack:
        part = stack.pop()
        if not isinstance(part, Binder):
            yield part
        below = _PARTS.get(type(part))
        if below is not None:
            stack.extend(below(part)[::-1])


def height(node: Part) -> int:
    """How many terms stand above one another; 1 for a leaf."""
    level, row = 0, [node]
    while row:
        level += 1
        row = [part for item in row if type(item) in _PARTS for part in _PARTS[type(item)](item)]
    return level


def names_in(node: Part) -> Iterator[Name]:
    """Every Name in ``node``, bound or free, in order."""
    return (term for term in walk(node) if isinstance(term, Name))


def opaques(node: Part) -> Iterator[Opaque]:
    """What was not understood in ``node``, in order."""
    return (term for term in walk(node) if isinstance(term, Opaque))
