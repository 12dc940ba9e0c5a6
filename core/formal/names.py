"""Bound and free names, and replacing one by a term."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import TypeAlias, cast

from .ast import BigOp, Binder, IfThenElse, Lambda, Let, Name, Quantifier, SetBuilder, Spanned, Term
from .walk import names_in

Inside: TypeAlias = Callable[[Term, tuple[str, ...]], Term]
"""What to make of a term, given the names that the node around it brings into scope there."""

_UNSCOPED = frozenset(("start", "end", "measure"))


def bound_names(node: Term) -> tuple[str, ...]:
    """The names that ``node`` itself brings into scope, in order; "_" is none."""
    names: tuple[str, ...] = ()
    match node:
        case Quantifier(binders=binders) | BigOp(binders=binders) | Lambda(binders=binders):
            names = tuple(name for binder in binders for name in binder.names)
        case SetBuilder(binders=binders):
            names = tuple(name for binder in binders for name in binder.names)
        case Let(name=name, pattern=pattern):
            names = (name, *pattern_names(pattern))
        case IfThenElse(name=name):
            names = (name,)
    return tuple(name for name in names if name not in ("", "_"))


def pattern_names(pattern: Term | None) -> tuple[str, ...]:
    """The names that a pattern such as ⟨a, b⟩ binds, in order."""
    if pattern is None:
        return ()
    return tuple(name.text for name in names_in(pattern) if "." not in name.text and name.text != "_")


def free_names(node: Term) -> frozenset[str]:
    """The names in ``node`` that nothing in it binds, as written: x, Nat.Prime, ℝ."""
    if isinstance(node, Name):
        return frozenset() if node.text == "_" else frozenset((node.text,))
    found: set[str] = set()

    def look(term: Term, bound: tuple[str, ...]) -> Term:
        found.update(free_names(term).difference(bound))
        return term

    scoped(node, look)
    return frozenset(found)


def substituted(node: Term, replacements: Mapping[str, Term]) -> Term:
    """``node`` with every free name that is a key replaced.

    A bound name that would catch a name of a replacement is given primes first.
    """
    if isinstance(node, Name):
        return replacements.get(node.text, node)
    own = bound_names(node)
    incoming = {name for key, term in replacements.items() if key not in own for name in free_names(term)}
    caught = [name for name in own if name in incoming]
    if caught:
        taken = incoming | set(own) | free_names(node)
        node = renamed(node, {name: _fresh(name, taken) for name in caught})
    if not replacements:
        return node
    return scoped(
        node, lambda term, bound: substituted(term, {k: v for k, v in replacements.items() if k not in bound})
    )


def renamed(node: Term, names: Mapping[str, str]) -> Term:
    """``node`` with names that it binds called otherwise, there and in what they govern."""

    def inside(term: Term, bound: tuple[str, ...]) -> Term:
        return substituted(term, {old: Name(text=new) for old, new in names.items() if old in bound})

    def binder(old: Binder) -> Binder:
        return replace(old, names=tuple(names.get(name, name) for name in old.names), pattern=pattern(old.pattern))

    def pattern(old: Term | None) -> Term | None:
        return None if old is None else substituted(old, {name: Name(text=new) for name, new in names.items()})

    node = scoped(node, inside)
    match node:
        case Quantifier() | BigOp() | Lambda() | SetBuilder():
            return replace(node, binders=tuple(binder(old) for old in node.binders))
        case Let():
            return replace(node, name=names.get(node.name, node.name), pattern=pattern(node.pattern))
        case IfThenElse():
            return replace(node, name=names.get(node.name, node.name))
    return node


def scoped(node: Term, function: Inside) -> Term:
    """``node`` with ``function`` applied to each term directly below it, with the names bound there.

    Patterns are left alone: they bind. A later binder sees the names of the earlier ones; a measure sees none.
    """
    match node:
        case Let():
            arguments, seen = _binders(node.binders, function)
            return replace(
                node,
                binders=arguments,
                type=None if node.type is None else function(node.type, seen),
                value=function(node.value, seen),
                body=function(node.body, bound_names(node)),
            )
        case IfThenElse():
            names = bound_names(node)
            return replace(
                node,
                condition=function(node.condition, ()),
                yes=function(node.yes, names),
                no=function(node.no, names),
            )
    names = ()
    changes: dict[str, object] = {}
    for item in fields(node):
        old = getattr(node, item.name)
        if item.name == "binders":
            changes["binders"], names = _binders(old, function)
        elif item.name == "measure" and old is not None:
            changes["measure"] = function(old, ())
    for item in fields(node):
        if item.name not in _UNSCOPED and item.name != "binders":
            old = getattr(node, item.name)
            changes[item.name] = _slot(old, function, names)
    return cast("Term", replace(node, **{k: v for k, v in changes.items() if v is not getattr(node, k)}))  # type: ignore[arg-type]


def _binders(binders: tuple[Binder, ...], function: Inside) -> tuple[tuple[Binder, ...], tuple[str, ...]]:
    found: list[Binder] = []
    seen: list[str] = []
    for binder in binders:
        here = tuple(seen)
        found.append(
            replace(
                binder,
                type=None if binder.type is None else function(binder.type, here),
                domain=None if binder.domain is None else function(binder.domain, here),
                default=None if binder.default is None else function(binder.default, here),
            )
        )
        seen.extend(name for name in binder.names if name != "_")
    return tuple(found), tuple(seen)


def _slot(old: object, function: Inside, names: tuple[str, ...]) -> object:
    if isinstance(old, Spanned):
        return function(cast("Term", old), names)
    if isinstance(old, tuple):
        new = tuple(_slot(item, function, names) for item in old)
        return new if any(a is not b for a, b in zip(new, old, strict=True)) else old
    return old


def _fresh(name: str, taken: set[str]) -> str:
    fresh = name + "'"
    while fresh in taken:
        fresh += "'"
    taken.add(fresh)
    return fresh
