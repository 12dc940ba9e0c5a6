"""Which ``variable`` binders belong to a statement."""

from __future__ import annotations

from collections.abc import Iterable

from .ast import Binder, BinderKind, Statement, Term
from .names import free_names


def included(statement: Statement) -> tuple[Binder, ...]:
    """The binders of ``variable`` commands that Lean puts before those of ``statement``, in order.

    A group is taken if a name of it occurs in the statement or in the type of one that is taken, an instance if all
    variables in its type are taken. Groups are not split. ``include`` and ``omit`` are not followed; ``notes`` says so.
    """
    names = _names([*statement.binders, statement.goal, *([statement.body] if statement.body is not None else [])])
    known = {name for binder in statement.variables for name in binder.names}
    within = [_names([binder]) for binder in statement.variables]
    taken = [False] * len(statement.variables)
    changed = True
    while changed:
        changed = False
        for i, binder in enumerate(statement.variables):
            if taken[i]:
                continue
            inside = within[i]
            asked = any(name in names for name in binder.names)
            if asked or (binder.kind is BinderKind.INSTANCE and inside & known and inside & known <= names):
                taken[i] = changed = True
                names |= inside | set(binder.names)
    return tuple(binder for binder, yes in zip(statement.variables, taken, strict=True) if yes)


def _names(parts: Iterable[Binder | Term]) -> set[str]:
    found: set[str] = set()
    for part in parts:
        terms = (part.type, part.domain, part.default) if isinstance(part, Binder) else (part,)
        for term in terms:
            if term is not None:
                found |= free_names(term)
    return found
