"""∀, ∃ and ∃! over a variable: by all values where they can be listed, by a sample, by a symbol for any value.

Over an infinite domain a sample refutes ∀ and proves ∃, never the reverse; a symbolic value decides what has the same
truth for every value. Nothing else is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..meaning.nodes import Quant, size
from ..meaning.types import INT, NAT, PNAT, RAT, REAL, Hole, Subtype, Type, base, pruned
from ..values import symbols
from ..values.outcomes import UNDEFINED, Truth, Undefined, Unknown
from ..values.symbols import Symbolic

if TYPE_CHECKING:
    from .compiling import Closure, Compiler, Env

MAX_SYMBOLS = 3
ENTRY, SYMBOLIC = 4, 4
"""Steps for listing the values of a quantifier; what arithmetic of polynomials costs over that of numbers."""
FLOORS: dict[Type, tuple[str, bool]] = {
    NAT: (symbols.NATURAL, True),
    PNAT: (symbols.POSITIVE, True),
    INT: (symbols.ANY, True),
    RAT: (symbols.ANY, False),
    REAL: (symbols.ANY, False),
}
"""What is known of every value of a type, and whether all are integers."""


def quantified(compiler: Compiler, node: Quant) -> Closure:
    """The closure of a quantifier."""
    body = compiler.truth(node.body)
    domain = compiler.domains.of(compiler, node.domain, node.slot, node.body, node.kind)
    kind: Type = base(node.domain)
    if isinstance(kind, Hole) and kind.numeric:
        kind = NAT
    slot, meter, cost = node.slot, compiler.meter, size(node.body)
    universal = node.kind == "∀"
    unique = node.kind == "∃!"
    symbolic = None if isinstance(pruned(node.domain), Subtype) else FLOORS.get(kind)

    def run(env: Env) -> Truth:
        meter.spend(ENTRY)
        try:
            values, complete = domain(env)
        except Unknown:
            values, complete = [], False
        except Undefined:
            return UNDEFINED
        if meter.symbols and not complete:
            values = [*_shifts(meter.symbols, kind), *values]
        before = env[slot]
        try:
            open_: Truth = True
            hits: list[Any] = []
            for value in values:
                meter.spend(cost)
                env[slot] = value
                truth = body(env)
                if universal:
                    if truth is False:
                        return False
                elif truth is True:
                    if not unique:
                        return True
                    hits.append(value)
                    if len(hits) > 1 and _apart(hits):
                        return False
                if truth is UNDEFINED:
                    open_ = UNDEFINED
                elif truth is None and open_ is True:
                    open_ = None
            if complete and open_ is True:
                return len(hits) == 1 if unique else universal
            if open_ is UNDEFINED and complete:
                return UNDEFINED
            if symbolic is not None and not complete and not unique and len(meter.symbols) < MAX_SYMBOLS:
                truth = _for_any(env, symbolic)
                if isinstance(truth, bool):
                    return truth
            return UNDEFINED if open_ is UNDEFINED else None
        finally:
            env[slot] = before

    def _for_any(env: Env, known: tuple[str, bool]) -> Truth:
        """The truth of the body where it is the same for every value."""
        floor, is_whole = known
        symbol = symbols.variable(f"{node.name}{slot}", floor, whole=is_whole)
        meter.spend(SYMBOLIC * cost)
        env[slot] = symbol
        meter.symbols.append(symbol)
        try:
            return body(env)
        finally:
            meter.symbols.pop()

    return run


def _apart(values: list[Any]) -> bool:
    """Whether two values found are surely different."""
    try:
        return any(bool(one != values[0]) for one in values[1:])
    except Unknown:
        return False


def _shifts(known: list[object], kind: Type) -> list[Any]:
    """Values near the symbols in scope that belong to the type: what refutes ∃ y, ∀ x, x < y."""
    found: list[Any] = []
    for symbol in known:
        if not isinstance(symbol, Symbolic):
            continue
        floors = set(symbol.floors.values())
        if kind in (NAT, PNAT) and (not symbol.whole or symbols.ANY in floors):
            continue
        # A symbol for all reals is no rational number.
        if kind in (INT, RAT) and not symbol.whole:
            continue
        if kind == PNAT and symbols.NATURAL in floors:
            found.append(symbol + 1)
            continue
        if kind in FLOORS:
            found += [symbol, symbol + 1]
            if kind in (INT, RAT, REAL):
                found.append(symbol - 1)
    return found
