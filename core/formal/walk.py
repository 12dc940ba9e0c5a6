"""Going through trees: what stands in a term.

Trees that were read are at most MAX_HEIGHT high (``stream``), so that functions may recurse; ``walk`` does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TypeAlias, cast, get_args

from .ast import Binder, Name, Opaque, Spanned, Term

Part: TypeAlias = Term | Binder
"""What trees are made of: terms and the binders in them."""


_SLOTS: dict[type[Spanned], tuple[str, ...]] = {
    kind: tuple(item.name for item in fields(kind) if item.name not in ("start", "end"))
    for kind in (*get_args(Term), Binder)
}


def parts(node: Part) -> tuple[Part, ...]:
    """The terms and binders directly below ``node``, in the order of its fields."""
    found: list[Part] = []
    for name in _SLOTS[type(node)]:
        value = getattr(node, name)
        if isinstance(value, Spanned):
            found.append(cast("Part", value))
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Spanned):
                    found.append(cast("Part", item))
                elif isinstance(item, tuple):
                    found.extend(cast("tuple[Term, ...]", item))
    return tuple(found)


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
    stack: list[Term] = list(reversed(children(node))) if isinstance(node, Binder) else [node]
    while stack:
        term = stack.pop()
        yield term
        stack.extend(reversed(children(term)))


def height(node: Part) -> int:
    """How many terms stand above one another; 1 for a leaf."""
    level, row = 0, [node]
    while row:
        level += 1
        row = [part for item in row for part in parts(item)]
    return level


def names_in(node: Part) -> Iterator[Name]:
    """Every Name in ``node``, bound or free, in order."""
    return (term for term in walk(node) if isinstance(term, Name))


def opaques(node: Part) -> Iterator[Opaque]:
    """What was not understood in ``node``, in order."""
    return (term for term in walk(node) if isinstance(term, Opaque))
