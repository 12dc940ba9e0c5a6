"""Relations of formulas with the note of how they were written, so that a list may share one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..expr import Expr, node


def subject_of(item: Expr) -> tuple[Expr, Callable[[Expr], Expr]] | None:
    """The left side of a relation or declaration as written, and what makes the same of another left side."""
    if item.head == "related":  # subject, relation as written, rest, the relation itself: only until it is cleared
        return item.args[0], partial(_relinked, item.args[1].head, item.args[2].args)
    if item.head == "fun":
        return item.args[0], partial(_relinked, "fun", item.args[1:])
    return None


def _relinked(relation: str, rest: tuple[Expr, ...], term: Expr) -> Expr:
    return node(relation, term, *rest)


def cleared(item: Expr) -> Expr:
    """An item without the note on how it was written."""
    return item.args[3] if item.head == "related" else item


def as_set(term: Expr) -> Expr:
    """A pair where a set is meant is an open interval."""
    return Expr("Ioo", term.args) if term.head == "tuple" and len(term.args) == 2 else term


def related(name: str, left: Expr, right: Expr, modulus: Expr | None) -> Expr:
    """left name right; a pair that equals a number is a greatest common divisor."""
    if name in ("≡", "≢") and modulus is not None:
        return node(name, left, right, modulus)
    if name in ("∈", "∉", "⊆", "⊂"):
        right = as_set(right)
    if name in ("=", "≠"):
        if left.head == "tuple" and len(left.args) == 2 and right.head != "tuple":
            left = node("gcd", *left.args)
        elif right.head == "tuple" and len(right.args) == 2 and left.head != "tuple":
            right = node("gcd", *right.args)
    return node(name, left, right)


def shared(items: list[Expr]) -> tuple[Expr, ...]:
    """Bare terms before a relation have its relation too."""
    made: list[Expr] = []
    waiting: list[Expr] = []
    for item in items:
        first = subject_of(item)
        if first is None:
            waiting.append(item)
            continue
        subject, rebuild = first
        if waiting and _nameable(subject) and all(_nameable(term) for term in waiting):
            made.extend(rebuild(term) for term in waiting)
        else:
            made.extend(waiting)
        waiting = []
        made.append(item)
    return (*made, *waiting)


def _nameable(term: Expr) -> bool:
    return not term.args or term.head == "app" or term.head == "…"
