"""The functions of Lean's library that are modelled: how they are looked up by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from ....core.value import value
from .nodes import Call, Node
from .types import Type

if TYPE_CHECKING:
    from ....core.formal import ast
    from .elaborate import Argument, Elaborator, Scope
    from .nodes import Place

Build: TypeAlias = "Callable[[Elaborator, Sequence[Argument], Scope, Type | None, ast.Spanned], Node]"


@value
class Signature:
    """A function with fixed types. ``lean`` computes from values as Lean does.

    ``book``: the textbook's function with ``note`` first (see operations), None where it is the same. ``cause``: the
    lint for their difference; ``in_exponent``: its name there.
    """

    name: str
    arguments: tuple[Type, ...]
    result: Type
    lean: Callable[..., Any]
    book: Callable[..., Any] | None = None
    cause: str = ""

    @property
    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self.arguments)

    def call(self, nodes: tuple[Node, ...], at: Place | ast.Spanned, *, exponent: bool) -> Node:
        """The application to all arguments."""
        cause = {"nat-sub": "exponent-nat-sub"}.get(self.cause, self.cause) if exponent else self.cause
        return Call(
            name=self.name,
            args=nodes,
            type=self.result,
            lean=self.lean,
            book=self.book,
            cause=cause,
            start=at.start,
            end=at.end,
        )


@value
class Special:
    """A function whose types depend on its arguments: ``build`` elaborates it."""

    name: str
    arity: int
    build: Build = field(compare=False)


Entry: TypeAlias = Signature | Special


@lru_cache(maxsize=1)
def library() -> dict[str, Entry]:
    """All entries by full name."""
    from . import library_generic, library_integers, library_reals, library_sets

    return {
        **library_integers.ENTRIES,
        **library_reals.ENTRIES,
        **library_generic.ENTRIES,
        **library_sets.ENTRIES,
    }


def entries(name: str, opened: Sequence[str]) -> list[Entry]:
    """What a name can mean where the namespaces ``opened`` are open, the name as written first."""
    known = library()
    name = name.removeprefix("_root_.")
    found = [known[name]] if name in known else []
    for space in opened:
        entry = known.get(f"{space}.{name}")
        if entry is not None and entry not in found:
            found.append(entry)
    return found
