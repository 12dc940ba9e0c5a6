"""¬ ∧ ∨ → ↔ over truths that may be unknown or without meaning: a known part can decide the whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..meaning.nodes import Op
from ..values.outcomes import UNDEFINED, Truth

if TYPE_CHECKING:
    from .compiling import Closure, Compiler, Env


def _not(compiler: Compiler, node: Op) -> Closure:
    inner = compiler.truth(node.args[0])

    def run(env: Env) -> Truth:
        truth = inner(env)
        return not truth if truth is True or truth is False else truth

    return run


def _and(compiler: Compiler, node: Op) -> Closure:
    left, right = (compiler.truth(part) for part in node.args)

    def run(env: Env) -> Truth:
        first = left(env)
        if first is False:
            return False
        second = right(env)
        if second is False or first is True:
            return second
        return UNDEFINED if first is UNDEFINED or second is UNDEFINED else None

    return run


def _or(compiler: Compiler, node: Op) -> Closure:
    left, right = (compiler.truth(part) for part in node.args)

    def run(env: Env) -> Truth:
        first = left(env)
        if first is True:
            return True
        second = right(env)
        if second is True or first is False:
            return second
        return UNDEFINED if first is UNDEFINED or second is UNDEFINED else None

    return run


def _implies(compiler: Compiler, node: Op) -> Closure:
    left, right = (compiler.truth(part) for part in node.args)

    def run(env: Env) -> Truth:
        first = left(env)
        if first is False:
            return True
        second = right(env)
        if second is True or first is True:
            return second
        return UNDEFINED if first is UNDEFINED or second is UNDEFINED else None

    return run


def _equivalent(compiler: Compiler, node: Op) -> Closure:
    left, right = (compiler.truth(part) for part in node.args)
    negated = node.op == "xor"

    def run(env: Env) -> Truth:
        first, second = left(env), right(env)
        if isinstance(first, bool) and isinstance(second, bool):
            return (first == second) != negated
        return UNDEFINED if first is UNDEFINED or second is UNDEFINED else None

    return run


LOGIC: dict[str, Callable[[Compiler, Op], Closure]] = {
    "¬": _not,
    "∧": _and,
    "∨": _or,
    "→": _implies,
    "↔": _equivalent,
    "xor": _equivalent,
    "True": lambda compiler, node: lambda env: True,
    "False": lambda compiler, node: lambda env: False,
}
