"""A use of a constant, and the guards that make it safe."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ....core.formal.ast import (
    Apply,
    Ascription,
    Binary,
    Binder,
    Name,
    Projection,
    Quantifier,
    SetBuilder,
    SetLit,
    Term,
    Unary,
)
from ....core.value import value
from ..scope.names import free_names
from ..scope.shapes import conjuncts, related
from ..scope.sites import Site
from ..scope.types import arrows, is_fin, type_of_name
from .known import Known
from .linear import bare, number_of


@value
class Use:
    """Where a constant stands, its arguments in order (the owner of a method first), and what is known there."""

    site: Site
    arguments: tuple[Term, ...]
    known: Known


Guard: TypeAlias = Callable[[Use], bool]
"""True where the use is safe."""


def any_of(*guards: Guard) -> Guard:
    """Safe if one of the guards says so; asked in order."""
    return lambda use: any(guard(use) for guard in guards)


def positive(index: int) -> Guard:
    """0 < the argument."""
    return lambda use: index < len(use.arguments) and use.known.positive(use.arguments[index])


def nonnegative(index: int) -> Guard:
    """0 ≤ the argument."""
    return lambda use: index < len(use.arguments) and use.known.nonnegative(use.arguments[index])


def nonzero(index: int) -> Guard:
    """The argument ≠ 0."""
    return lambda use: index < len(use.arguments) and use.known.nonzero(use.arguments[index])


def says(*heads: str) -> Guard:
    """A fact with one of these heads speaks of what the arguments are made of: Summable f, Finite G for x : G."""
    wanted = frozenset(heads)

    def guard(use: Use) -> bool:
        about = related(use.arguments, use.site.names)
        return bool(about) and use.known.has(wanted, about)

    return guard


def closed(use: Use) -> bool:
    """The arguments mention nothing that is bound: a definite object, whose value is a matter of proof."""
    return not any(name in use.site.names for argument in use.arguments for name in free_names(argument))


def excludes(*junk: int) -> Guard:
    """The statement says at this place, or a fact says, that the value is another number than the junk one."""
    forbidden = frozenset(junk)

    def guard(use: Use) -> bool:
        site = use.site
        if forbidden == {0} and number_of(site.term) is None and use.known.nonzero(site.term):
            return True
        while site.up is not None and _passes_on(site):
            site = site.up
        up = site.up
        if up is None:
            return False
        match up.term:
            case Binary(op="=" | "≠" | "<" | "≤" | ">" | "≥" as op, left=left, right=right):
                other = right if site.role == "left" else left
                turned = op if site.role == "left" else _TURNED.get(op, op)
                return _excluded(turned, other, forbidden, use.known)
            case Projection(field="Prime") | Apply(function=Name(text="Nat.Prime" | "Prime" | "Odd")):
                return True
            case _:
                return False

    return guard


def is_assumed(use: Use) -> bool:
    """The place is in a hypothesis or below ∃: what it says there is given or chosen, not claimed of all values."""
    if use.site.hypothesis is not None:
        return True
    inner = use.site
    for around in use.site.above():
        match around.term:
            case Quantifier(kind="∃" | "∃!") | SetBuilder():
                return True
            case Binary(op="→") if inner.role == "left":
                return True
            case _:
                inner = around
    return False


def finite_by_shape(use: Use) -> bool:
    """The set or type of the first argument is finite as written: a list, an interval of ℕ, a part of one, Fin n."""
    return bool(use.arguments) and is_finite(use.arguments[0], use)


def is_finite(term: Term, use: Use, depth: int = 0) -> bool:
    """Whether a set or type is finite as written."""
    if depth > 8:
        return False
    match term:
        case Ascription(term=inner):
            return is_finite(inner, use, depth + 1)
        case Unary(op="↑" | "↥", operand=inner):
            return is_finite(inner, use, depth + 1)
        case SetLit() | Name(text="∅" | "Bool" | "Unit"):
            return True
        case Name(text=text):
            type_ = type_of_name(text, use.site.names)
            return isinstance(type_, Apply) and isinstance(type_.function, Name) and type_.function.text == "Finset"
        case Apply(function=Name(text=text), arguments=arguments):
            if text in ("Fin", "Finset.range", "Finset.Icc", "Finset.filter", "Finset.univ", "ZMod", "Equiv.Perm"):
                return True
            return text in ("Set.Icc", "Set.Ico", "Set.Ioc", "Set.Ioo") and all(
                use.known.kind(one) in ("ℕ", "ℤ") for one in arguments
            )
        case Binary(op="∩" | "\\", left=left, right=right):
            return is_finite(left, use, depth + 1) or (term.op == "∩" and is_finite(right, use, depth + 1))
        case Binary(op="∪" | "×" | "×ˢ" | "→", left=left, right=right):
            return is_finite(left, use, depth + 1) and is_finite(right, use, depth + 1)
        case Binary(op="''", right=right):
            return is_finite(right, use, depth + 1)
        case SetBuilder(binders=binders, condition=condition, image=image):
            if image is not None:
                return all(
                    _is_bounded(name, condition, binders, use) for b in binders for name in b.names if name != "_"
                )
            return all(_is_bounded(name, condition, binders, use) for b in binders for name in b.names)
        case _:
            return False


def runs_over_function(use: Use) -> bool:
    """The arguments contain a function variable of the statement: f in ∫ x, f x. Definite formulas do not count."""
    names = use.site.names
    for argument in use.arguments:
        for name in free_names(argument):
            bound = names.get(name)
            if name in use.known.definite:
                continue
            if bound is not None and bound.by in ("statement", "variable", "∀") and arrows(bound.type) is not None:
                return True
    return False


_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤"}


def _passes_on(site: Site) -> bool:
    """Whether what is around a term is 0 where the term is: a cast, a sign, a product, a quotient above."""
    match site.up.term if site.up is not None else None:
        case Ascription() | Unary(op="↑" | "-") | Binary(op="*"):
            return True
        case Binary(op="/"):
            return site.role == "left"
        case _:
            return False


def _excluded(op: str, other: Term, forbidden: frozenset[int], known: Known) -> bool:
    number = number_of(other)
    if number is not None:
        if op == "=":
            return number not in forbidden
        if op == "≠":
            return number in forbidden
        if op == ">":
            return all(number >= junk for junk in forbidden)
        if op == "≥":
            return all(number > junk for junk in forbidden)
        return False
    if forbidden == {0}:
        return op in ("=", "≥") and known.positive(other)
    return False


def _is_bounded(name: str, condition: Term | None, binders: tuple[Binder, ...], use: Use) -> bool:
    """Whether a name of a set builder is bounded: by its type, its domain, or x ≤ N, x ∈ s, x ∣ n, s ⊆ t."""
    for binder in binders:
        if name in binder.names:
            if binder.type is not None and (is_fin(binder.type) is not None or is_finite(binder.type, use, 4)):
                return True
            if binder.domain is not None and (
                binder.relation in ("<", "≤") or (binder.relation in ("", "∈") and is_finite(binder.domain, use, 4))
            ):
                return True
        elif binder.type is not None and _bounds(name, binder.type, use):
            return True
    return condition is not None and any(_bounds(name, part, use) for part in conjuncts(condition))


def _bounds(name: str, part: Term, use: Use) -> bool:
    match part:
        case Binary(op="≤" | "<", left=left) if bare(left) == Name(text=name):
            return True
        case Binary(op="≥" | ">", right=right) if bare(right) == Name(text=name):
            return True
        case Binary(op="∈" | "⊆", left=left, right=right) if bare(left) == Name(text=name):
            return is_finite(right, use, 4)
        case Binary(op="∣", left=left) if bare(left) == Name(text=name):
            return True
        case _:
            return False
