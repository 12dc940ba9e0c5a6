"""Names of a term: which are free in it, and the term with free names replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from ....core.formal.ast import BigOp, Binder, Lambda, Let, Name, Quantifier, SetBuilder, Spanned, Term
from ....core.formal.walk import CONTENTS, Part, parts

_BINDING = (Quantifier, BigOp, Lambda, SetBuilder, Let)


def free_names(term: Term) -> frozenset[str]:
    """The names that occur free, as written: x, Nat.Prime, ℝ. Fields and named arguments are none."""
    found: set[str] = set()
    scopes: list[tuple[Part, frozenset[str]]] = [(term, frozenset())]
    while scopes:
        part, hidden = scopes.pop()
        waiting = [part]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Name):
                if part.text not in hidden:
                    found.add(part.text)
            elif isinstance(part, _BINDING):
                scopes.extend(_opened(part, hidden))
            else:
                waiting.extend(parts(part))
    return frozenset(found)


def renamed(term: Term, names: Mapping[str, str]) -> Term:
    """``term`` with free names renamed; nothing else looks at captured names, so that none are renamed apart."""
    return replaced(term, {old: Name(text=new) for old, new in names.items()})


def replaced(term: Term, values: Mapping[str, Term]) -> Term:
    """``term`` with free names replaced by terms. A binder that binds the same name hides it."""
    if not values:
        return term
    match term:
        case Name(text=text):
            return values.get(text, term)
        case Quantifier() | BigOp() | Lambda() | SetBuilder():
            bound: set[str] = set()
            binders: list[Binder] = []
            for binder in term.binders:
                open_ = {name: one for name, one in values.items() if name not in bound}
                binders.append(mapped(binder, lambda part, open_=open_: replaced(part, open_)))  # type: ignore[misc]
                bound |= set(binder.names)
            open_ = {name: one for name, one in values.items() if name not in bound}
            rest = mapped(term, lambda part: replaced(part, open_), keep=("binders",))
            return cast(Term, replace(rest, binders=tuple(binders)))
        case Let(name=name):
            open_ = {old: one for old, one in values.items() if old != name}
            return cast(Term, mapped(term, lambda part: replaced(part, open_)))
        case _:
            return cast(Term, mapped(term, lambda part: replaced(part, values)))


def mapped(node: Any, change: Callable[[Term], Term], keep: tuple[str, ...] = ()) -> Any:
    """``node`` with ``change`` applied to each term right below it; fields named in ``keep`` stay."""
    if not parts(node):
        return node
    changed: dict[str, Any] = {}
    for name in CONTENTS[type(node)]:
        old = getattr(node, name)
        if old is None or isinstance(old, str) or name in keep:
            continue
        new = _mapped_field(old, change)
        if new is not old:
            changed[name] = new
    return replace(node, **changed) if changed else node


def _mapped_field(old: Any, change: Callable[[Term], Term]) -> Any:
    if isinstance(old, Binder):
        return mapped(old, change)
    if isinstance(old, Spanned):
        return change(cast(Term, old))
    if isinstance(old, tuple) and old and not isinstance(old[0], str):
        new = tuple(_mapped_field(one, change) for one in old)
        return new if any(a is not b for a, b in zip(new, old, strict=True)) else old
    return old


def _opened(node: Part, hidden: frozenset[str]) -> Iterator[tuple[Part, frozenset[str]]]:
    """The parts of what binds names, each with the names that are bound there."""
    match node:
        case Let(name=name, body=body):
            yield from ((part, hidden | {name} if part is body else hidden) for part in parts(node))
        case (
            Quantifier(binders=binders) | BigOp(binders=binders) | Lambda(binders=binders) | SetBuilder(binders=binders)
        ):
            for binder in binders:
                yield binder, hidden
                hidden = hidden | set(binder.names)
            yield from ((part, hidden) for part in parts(node) if not isinstance(part, Binder))
