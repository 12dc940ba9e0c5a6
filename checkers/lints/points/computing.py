"""Arithmetic and coercions as closures, by the type of the result: numbers, Fin n and ZMod n, small structures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..meaning.nodes import Op
from ..meaning.types import FinType, Ground, Hole, ModelType, ZModType, base
from ..values import operations
from ..values.operations import Note
from ..values.outcomes import Undefined, Unknown
from ..values.symbols import Symbolic

if TYPE_CHECKING:
    from .compiling import Closure, Compiler, Env


def of_two(compute: Callable[[Any, Any], Any], parts: list[Closure]) -> Closure:
    """A function of two values."""
    left, right = parts
    return lambda env: compute(left(env), right(env))


def reduced(value: Any, modulus: int, note: Note | None) -> Any:
    """A number in Fin n or ZMod n; with ``note`` it is told, not reduced, where that makes a difference."""
    if modulus == 0 or not isinstance(value, int):
        return value
    if note is not None:
        if not 0 <= value < modulus:
            note(f"{value} is {value % modulus} in Fin {modulus}")
        return value
    return value % modulus


def modulus_of(compiler: Compiler, kind: FinType | ZModType) -> Closure:
    """n of Fin n and ZMod n."""
    return compiler(kind.bound if isinstance(kind, FinType) else kind.modulus)


def coercion(compiler: Compiler, node: Op, inner: Closure) -> Closure:
    """↑x: the same value, reduced where the type asks for it."""
    kind = base(node.type)
    if isinstance(kind, FinType | ZModType) and base(node.args[0].type) != kind:
        modulus = modulus_of(compiler, kind)
        return lambda env: reduced(inner(env), modulus(env), None)
    source = base(node.args[0].type)
    if compiler.book and isinstance(source, ZModType) and node.cause:
        return _representative(compiler, node, source, inner)
    return inner


def _representative(compiler: Compiler, node: Op, kind: ZModType, inner: Closure) -> Closure:
    """ZMod.val under the textbook's meaning: the number that was computed with, before it was reduced."""
    modulus, note = modulus_of(compiler, kind), compiler.note(node)

    def run(env: Env) -> Any:
        value, size_ = inner(env), modulus(env)
        if size_ and not 0 <= value < size_:
            note(f"{value} is {value % size_} in ZMod {size_}")
        return value

    return run


def arithmetic(compiler: Compiler, node: Op, parts: list[Closure]) -> Closure:
    """+ - * / % ^ neg ⁻¹ in the type of the node, under the meaning of the compiler."""
    kind = base(node.type)
    if isinstance(kind, FinType | ZModType):
        return _modular(compiler, node, kind, parts)
    if isinstance(kind, ModelType):
        return _structural(node, kind, parts)
    name = kind.name if isinstance(kind, Ground) else "ℕ" if isinstance(kind, Hole) else ""
    table = operations.LEAN.get(name)
    if table is None or node.op not in table:
        return refused(f"{node.op} of this type")
    compute = table[node.op]
    written = operations.BOOK[name].get(node.op) if compiler.book else None
    if written is not None:
        note, inner = compiler.note(node), written
        compute = lambda *values: inner(note, *values)  # noqa: E731
    if len(parts) == 1:
        only = parts[0]
        return lambda env: compute(only(env))
    return of_two(compute, parts)


def congruent(compiler: Compiler, node: Op, kind: ZModType, parts: list[Closure]) -> Closure:
    """= and ≠ of residues, reduced or not."""
    modulus, wanted = modulus_of(compiler, kind), node.op == "="

    def run(env: Env) -> bool:
        difference, size_ = parts[0](env) - parts[1](env), modulus(env)
        return operations.zero(difference % size_ if size_ else difference) == wanted

    return run


def _structural(node: Op, kind: ModelType, parts: list[Closure]) -> Closure:
    structure = kind.structure
    if len(parts) == 1:
        single = structure.inverted if node.op == "⁻¹" else structure.negative
        return lambda env: single(parts[0](env))
    table = {
        "*": structure.times,
        "^": structure.power,
        "/": structure.divided,
        "+": structure.sum,
        "-": structure.difference,
    }
    return of_two(table[node.op], parts) if node.op in table else refused(node.op)


def refused(what: str) -> Closure:
    """A closure that is always unknown."""

    def run(env: Env) -> Any:
        raise Unknown(what)

    return run


def _modular(compiler: Compiler, node: Op, kind: FinType | ZModType, parts: list[Closure]) -> Closure:
    modulus, sign = modulus_of(compiler, kind), node.op
    if sign in ("⁻¹", "/") and isinstance(kind, ZModType):
        return _modular_quotient(compiler, node, parts, modulus)
    note = compiler.note(node) if isinstance(kind, FinType) else None

    def run(env: Env) -> Any:
        size_ = modulus(env)
        left = parts[0](env)
        right = parts[1](env) if len(parts) == 2 else 0
        if not compiler.book:
            return operations.modular(sign, left, right, size_)
        free = operations.modular(sign, left, right, 0)
        if note is not None and not 0 <= free < size_:
            note(f"{left} {sign} {right} is {free % size_} in Fin {size_}")
        return free

    return run


def _modular_quotient(compiler: Compiler, node: Op, parts: list[Closure], modulus: Closure) -> Closure:
    note = compiler.note(node)

    def run(env: Env) -> Any:
        size_ = modulus(env)
        below = parts[-1](env)
        if size_ == 0 or isinstance(below, Symbolic):
            raise Unknown("a quotient of integers")
        if below % size_ == 0:
            note("the inverse of 0 is 0 in Lean")
            if compiler.book:
                raise Undefined("the inverse of 0")
            inverse = 0
        else:
            inverse = operations.zmod_inverse(below, size_)
        return inverse if len(parts) == 1 else parts[0](env) * inverse % size_

    return run
