"""Whether conditions on remainders contradict one another: they are looked at over one full period.

Parity, divisibility by a numeral and congruences of integer polynomials have the same truth again after a period, so
that no solution in one period is no solution at all.
"""

from __future__ import annotations

from itertools import product
from math import lcm

from ..meaning.nodes import Call, Local, Node, Number, Op, slots
from ..meaning.types import INT, NAT, base
from ..values.outcomes import Meter, OutOfBudget
from .compiling import UNSET, Compiler, Env
from .domains import Domains
from .posing import Posed

MAX_PERIOD = 360
MAX_POINTS = 1500
STEPS = 12_000


def contradictory(posed: Posed) -> bool:
    """Whether no integers satisfy the periodic ones among the hypotheses."""
    periods = [(node, period(node)) for node in posed.hypotheses]
    periodic = [(node, length) for node, length in periods if length is not None]
    variables = sorted(set().union(*(slots(node) for node, _ in periodic))) if periodic else []
    if len(periodic) < 2 or len(variables) > 2:
        return False
    length = lcm(*(length for _, length in periodic))
    if length > MAX_PERIOD or length ** len(variables) > MAX_POINTS:
        return False
    compiler = Compiler(Meter(steps=STEPS, seconds=1.0), book=False, domains=Domains(constants=(), inner=1))
    closures = [compiler.truth(node) for node, _ in periodic]
    env: Env = [UNSET] * (posed.slots + 1)
    try:
        for point in product(range(length), repeat=len(variables)):
            compiler.meter.spend(4 * len(closures))
            for slot, value in zip(variables, point, strict=True):
                env[slot] = value
            if not any(closure(env) is False for closure in closures):
                return False
    except OutOfBudget:
        return False
    return True


def period(node: Node) -> int | None:
    """A period of the truth of a proposition in each of its variables; None where none is known."""
    match node:
        case Op(op="∧" | "∨" | "→" | "↔" | "¬"):
            return _common([period(part) for part in node.args])
        case Op(op="even" | "odd"):
            return 2 if _polynomial(node.args[0]) else None
        case Op(op="∣"):
            return _modulus(node.args[0]) if _polynomial(node.args[1]) else None
        case Op(op="=" | "≠"):
            return _common([_remainder(part) for part in node.args])
        case Call(name="Nat.ModEq" | "Int.ModEq"):
            return _modulus(node.args[0]) if all(_polynomial(part) for part in node.args[1:]) else None
        case _:
            return None


def _common(found: list[int | None]) -> int | None:
    known = [length for length in found if length is not None]
    return lcm(*known) if len(known) == len(found) else None


def _remainder(node: Node) -> int | None:
    if isinstance(node, Number):
        return 1
    if isinstance(node, Op) and node.op == "cast":
        return _remainder(node.args[0])
    if isinstance(node, Op) and node.op == "%" and _polynomial(node.args[0]):
        return _modulus(node.args[1])
    return None


def _modulus(node: Node) -> int | None:
    if isinstance(node, Number) and node.value.denominator == 1 and 0 < node.value <= MAX_PERIOD:
        return node.value.numerator
    return None


def _polynomial(node: Node) -> bool:
    """Whether the term is a polynomial in integer variables with integer coefficients."""
    kind = base(node.type)
    if kind not in (NAT, INT):
        return False
    match node:
        case Local() | Number():
            return True
        case Op(op="+" | "*" | "neg" | "cast"):
            return all(_polynomial(part) for part in node.args)
        case Op(op="-"):
            return kind == INT and all(_polynomial(part) for part in node.args)
        case Op(op="^"):
            return _polynomial(node.args[0]) and isinstance(node.args[1], Number) and node.args[1].value >= 0
        case _:
            return False
