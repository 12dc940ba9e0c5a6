"""What the subterms of a node that binds nothing are to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ....core.formal.ast import (
    Anonymous,
    Apply,
    Ascription,
    Binary,
    Congruence,
    Index,
    ListLit,
    Matrix,
    NamedArgument,
    Norm,
    Projection,
    SetLit,
    Structure,
    Term,
    Tuple,
    Unary,
)

Roles: TypeAlias = Iterable[tuple[str, Term]]
"""Each subterm with its role, in the order of the text."""


def roles(term: Term) -> Roles:
    """The subterms of a node with their roles; none where it is a leaf or binds names."""
    found = _ROLES.get(type(term))
    return () if found is None else found(term)


def _of_call(term: Apply) -> Roles:
    return [("function", term.function), *((f"argument {index}", one) for index, one in enumerate(term.arguments))]


def _of_structure(term: Structure) -> Roles:
    source = [] if term.source is None else [("source", term.source)]
    return [*(("field", one.value) for one in term.fields), *source]


def _of_items(term: Any) -> Roles:
    return [("item", one) for one in term.items]


_ROLES: dict[type, Callable[[Any], Roles]] = {
    Apply: _of_call,
    NamedArgument: lambda term: [("argument", term.value)],
    Projection: lambda term: [("of", term.of)],
    Index: lambda term: [("of", term.of), ("index", term.index)],
    Unary: lambda term: [("operand", term.operand)],
    Binary: lambda term: [("left", term.left), ("right", term.right)],
    Congruence: lambda term: [("left", term.left), ("right", term.right), ("modulus", term.modulus)],
    Ascription: lambda term: [("term", term.term), ("type", term.type)],
    **dict.fromkeys((SetLit, ListLit, Tuple, Anonymous), _of_items),
    Matrix: lambda term: [("item", one) for row in term.rows for one in row],
    Structure: _of_structure,
    Norm: lambda term: [("of", term.of)],
}
