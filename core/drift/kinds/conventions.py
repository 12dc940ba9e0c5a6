"""What a text may write one way and a statement another, with nothing lost: where sequences begin, thresholds."""

from __future__ import annotations

from ...formal import ast
from ..expr import Expr, rebuilt, value_of, walk
from ..formal import Formal

_WHOLE = frozenset("ℕ Nat ℤ Int ℕ+ PNat".split())


def without_indices(fact: Expr, formal: Formal) -> Expr:
    """``fact`` with the numerals gone that say which term of a sequence is meant."""
    sequences = {
        name
        for binder in formal.statement.binders
        if isinstance(binder.type, ast.Binary) and binder.type.op == "→"
        if isinstance(binder.type.left, ast.Name) and binder.type.left.text in _WHOLE
        for name in binder.names
    }

    def change(here: Expr) -> Expr | None:
        if here.head != "app" or here.args[0].head not in sequences:
            return None
        return Expr("app", tuple(Expr("#") if value_of(arg) is not None else arg for arg in here.args))

    return rebuilt(fact, change) if sequences else fact


def thresholds(fact: Expr) -> frozenset[Expr]:
    """The names for which ``fact`` says that there is one beyond or below which something holds: N in
    ∃ N, ∀ n, n ≥ N → …, where n > N says the same."""
    found: set[Expr] = set()
    for here in walk(fact):
        if here.head != "∃":
            continue
        bound = set(here.args[:-1])
        for inner in walk(here.args[-1]):
            if inner.head == "→":
                found |= {
                    arg for part in walk(inner.args[0]) if part.head in ("<", "≤") for arg in part.args if arg in bound
                }
    return frozenset(found)
