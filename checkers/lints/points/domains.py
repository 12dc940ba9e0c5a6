"""The values that a variable runs through at evaluation: all of them where that can be listed, else a sample."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any, TypeAlias

from ..meaning.nodes import Node
from ..meaning.predicates import admits
from ..meaning.types import (
    BOOL,
    EMPTY,
    INT,
    NAT,
    PNAT,
    PROP,
    FinsetType,
    FinType,
    Ground,
    Hole,
    ModelType,
    Product,
    SetType,
    Subtype,
    Type,
    ZModType,
    base,
    pruned,
)
from ..values.outcomes import Undefined, Unknown
from ..values.symbols import Symbolic
from . import bounds
from .sampling import samples

if TYPE_CHECKING:
    from .compiling import Compiler, Env

Domain: TypeAlias = "Callable[[Env], tuple[list[Any], bool]]"
"""Values, and whether no other value can matter."""


class Domains:
    """Makes domains for the variables of one statement. ``constants``: its numerals; ``inner``: how many values a
    quantified variable takes where they cannot all be listed."""

    def __init__(self, *, constants: tuple[Fraction, ...], inner: int) -> None:
        self.constants = constants
        self.inner = inner

    def of(self, compiler: Compiler, kind: Type, slot: int, condition: Node | None, quantifier: str) -> Domain:
        """The domain of the variable in ``slot`` where ``condition`` is asked of it (∃) or for it (∀)."""
        whole_domain = self.of_type(compiler, base(kind))
        known = bounds.Sources()
        if condition is not None:
            known = bounds.sources(compiler, slot, kind, condition, quantifier)
        subtype = pruned(kind)
        if isinstance(subtype, Subtype):
            known.add(bounds.sources(compiler, subtype.slot, base(kind), subtype.condition, "∃"))
            domain = _narrowed(known, base(kind), whole_domain)
            while isinstance(subtype, Subtype):
                domain = _filtered(compiler, subtype, domain)
                subtype = pruned(subtype.of)
            return domain
        return _narrowed(known, base(kind), whole_domain) if known else whole_domain

    def of_type(self, compiler: Compiler, kind: Type) -> Domain:
        """All values of a finite type, a sample of others; of a subtype those that satisfy its condition."""
        kind = pruned(kind)
        if isinstance(kind, Subtype):
            return _filtered(compiler, kind, self.of_type(compiler, kind.of))
        if isinstance(kind, Hole) and kind.numeric:
            kind = NAT
        if kind == EMPTY:
            return lambda env: ([], True)
        if kind in (BOOL, PROP):
            return lambda env: ([False, True], True)
        if isinstance(kind, FinType):
            bound = compiler(kind.bound)
            return lambda env: _up_to(bound(env))
        if isinstance(kind, ZModType):
            modulus = compiler(kind.modulus)
            return lambda env: _up_to(modulus(env)) if modulus(env) else ([0, 1, -1, 2], False)
        if isinstance(kind, ModelType):
            elements, finite = list(kind.structure.elements), kind.structure.finite
            return lambda env: (elements, finite)
        if isinstance(kind, Product):
            left, right = self.of_type(compiler, kind.left), self.of_type(compiler, kind.right)
            return lambda env: _pairs(left(env), right(env))
        if isinstance(kind, SetType | FinsetType) and isinstance(base(kind.of), FinType):
            return _all_subsets(self.of_type(compiler, kind.of))
        listed = samples(kind, self.constants, self.inner)
        return lambda env: (listed, False)


def _up_to(bound: Any) -> tuple[list[Any], bool]:
    if not isinstance(bound, int):
        raise Unknown("a type of unknown size")
    if bound <= bounds.MAX_LISTED:
        return list(range(max(bound, 0))), True
    return [0, 1, 2, bound - 1, bound - 2], False


def _pairs(left: tuple[list[Any], bool], right: tuple[list[Any], bool]) -> tuple[list[Any], bool]:
    total = len(left[0]) * len(right[0])
    listed = list(islice(product(left[0], right[0]), bounds.MAX_LISTED))
    return listed, left[1] and right[1] and total <= bounds.MAX_LISTED


def _all_subsets(items: Domain) -> Domain:
    def run(env: Env) -> tuple[list[Any], bool]:
        listed, complete = items(env)
        chosen = listed[:8]
        subsets = [
            frozenset(item for bit, item in enumerate(chosen) if mask >> bit & 1) for mask in range(1 << len(chosen))
        ]
        return subsets, complete and len(listed) <= 8

    return run


def _filtered(compiler: Compiler, kind: Subtype, inner: Domain) -> Domain:
    """Only the values of a subtype."""
    condition, slot = compiler.truth(kind.condition), kind.slot

    def run(env: Env) -> tuple[list[Any], bool]:
        values, complete = inner(env)
        kept = []
        for value in values:
            env[slot] = value
            truth = condition(env)
            if truth is True:
                kept.append(value)
            elif truth is not False:
                complete = False
        return kept, complete

    return run


def _narrowed(known: bounds.Sources, kind: Type, whole_domain: Domain) -> Domain:
    belongs = admits(kind)
    least = {NAT: 0, PNAT: 1}.get(kind) if isinstance(kind, Ground) else None
    integral = kind in (NAT, PNAT, INT)

    def run(env: Env) -> tuple[list[Any], bool]:
        for source in known.exact:
            found = _tried(source, env)
            kept = None if found is None else _belonging(found, belongs)
            if kept is not None:
                return kept, True
        lows = [value for value in (_tried(source, env) for source in known.low) if value is not None]
        highs = [value for value in (_tried(source, env) for source in known.high) if value is not None]
        if least is not None:
            lows.append(least)
        low, high = max(lows, default=None), min(highs, default=None)
        if integral and low is not None and high is not None and high - low < bounds.MAX_LISTED:
            return list(range(low, high + 1)), True
        values, complete = whole_domain(env)
        if low is None and high is None:
            return values, complete
        return _between(values, low, high, integral=integral), complete

    return run


def _tried(source: Callable[[Env], Any], env: Env) -> Any:
    try:
        return source(env)
    except (Unknown, Undefined, TypeError):
        return None


def _belonging(values: list[Any], belongs: Callable[[Any], bool] | None) -> list[Any] | None:
    """The values of the type, each once; None where one may or may not be of it."""
    try:
        kept = [value for value in values if belongs is None or belongs(value)]
    except Unknown:
        return None
    return kept if any(isinstance(value, Symbolic) for value in kept) else list(dict.fromkeys(kept))


def _between(values: list[Any], low: int | None, high: int | None, *, integral: bool) -> list[Any]:
    """The sampled values within bounds, with the values at the bounds first."""
    at_ends: list[Any] = []
    if integral and low is not None:
        at_ends += [low, low + 1, low + 2]
    if integral and high is not None:
        at_ends += [high, high - 1]
    merged = dict.fromkeys([*at_ends, *values])
    return [v for v in merged if (low is None or v >= low) and (high is None or v <= high)]
