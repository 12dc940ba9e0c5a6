"""What a condition says about where a variable can lie: equations that are solved for it, bounds, sets that hold it.

``required`` lists the atoms that must hold for a condition to matter; ``sources`` turns those about one variable into
closures. An exact source gives every value at which its atom can hold, None where it cannot list them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from ..meaning.nodes import Call, Local, Node, Number, Op, Quant, slots, walk
from ..meaning.types import INT, NAT, PNAT, RAT, REAL, Ground, Hole, ListType, Type, base, pruned, whole
from ..values import members, operations, reals
from ..values.symbols import Symbolic

if TYPE_CHECKING:
    from .compiling import Closure, Compiler, Env

Exact: TypeAlias = "Callable[[Env], list[Any] | None]"
Bound: TypeAlias = "Callable[[Env], int | None]"
MAX_LISTED = 600
"""Values that one atom may list."""
NEGATED = {"<": "≤", "≤": "<"}


def required(condition: Node, kind: str) -> Iterator[tuple[Node, frozenset[int]]]:
    """The atoms that hold wherever ``condition`` holds (∃) or wherever it fails (∀), each with the slots that are bound
    between the condition and the atom."""
    waiting: list[tuple[Node, bool, frozenset[int]]] = [(condition, kind != "∀", frozenset())]
    while waiting:
        node, holds, bound = waiting.pop()
        match node:
            case Op(op="∧") if holds:
                waiting += [(part, True, bound) for part in reversed(node.args)]
            case Op(op="∨") if not holds:
                waiting += [(part, False, bound) for part in reversed(node.args)]
            case Op(op="→") if not holds:
                waiting += [(node.args[1], False, bound), (node.args[0], True, bound)]
            case Op(op="¬"):
                waiting.append((node.args[0], not holds, bound))
            case Quant(kind="∃") if holds:
                waiting.append((node.body, True, bound | {node.slot}))
            case Quant(kind="∀") if not holds:
                waiting.append((node.body, False, bound | {node.slot}))
            case Op(op="<" | "≤") if not holds:
                yield Op(op=NEGATED[node.op], args=node.args[::-1], type=node.type), bound
            case Op(op="≠") if not holds:
                yield Op(op="=", args=node.args, type=node.type), bound
            case Op(op="∈") if holds:
                yield node, bound
                yield from ((end, bound) for end in _ends(node))
            case _ if holds:
                yield node, bound


ENDS = {"Icc": ("≤", "≤"), "Ico": ("≤", "<"), "Ioc": ("<", "≤"), "Ioo": ("<", "<")}
"""Interval → how its members compare with the left and with the right end."""


def _ends(node: Op) -> Iterator[Node]:
    """What membership in an interval says of its ends."""
    item, interval = node.args
    if isinstance(interval, Op) and interval.op in ENDS:
        low, high = ENDS[interval.op]
        yield Op(op=low, args=(interval.args[0], item), type=node.type)
        yield Op(op=high, args=(item, interval.args[1]), type=node.type)


class Sources:
    """What is known of one variable: ``exact`` sources, and integer bounds from below and above."""

    def __init__(self) -> None:
        self.exact: list[Exact] = []
        self.low: list[Bound] = []
        self.high: list[Bound] = []

    def add(self, others: Sources) -> None:
        """Take over what is known from elsewhere."""
        self.exact += others.exact
        self.low += others.low
        self.high += others.high

    def __bool__(self) -> bool:
        return bool(self.exact or self.low or self.high)


def sources(compiler: Compiler, slot: int, kind: Type, condition: Node, quantifier: str) -> Sources:
    """The sources for the variable in ``slot`` of type ``kind`` that a condition has."""
    found = Sources()
    for atom, bound in required(condition, quantifier):
        if isinstance(atom, Op) and len(atom.args) == 2:
            _of_atom(compiler, found, slot, base(kind), atom, bound)
    return found


def determines(atom: Node, slot: int, known: set[int]) -> int:
    """How well an atom fixes the variable once those in ``known`` have values: 2 an equation, a set or a divisor, 1 a
    bound, 0 nothing."""
    if not isinstance(atom, Op) or atom.op not in ("=", "<", "≤", "∣", "∈"):
        return 0
    for mine, other in (atom.args, atom.args[::-1]):
        inside = slots(mine)
        if slot in inside and slots(other) <= known:
            alone = inside <= known | {slot}
            if atom.op in ("<", "≤"):
                return 1 if alone or _majorizes(mine, slot) else 0
            return 2 if alone or _is_factor(mine, slot) else 1 if _majorizes(mine, slot) else 0
    return 0


def _of_atom(compiler: Compiler, found: Sources, slot: int, kind: Type, atom: Op, bound: frozenset[int]) -> None:
    left, right = atom.args
    left_slots, right_slots = slots(left), slots(right)
    # In Fin n and ZMod n a factor need not divide, and a square may be less than its root.
    integral = pruned(kind) in (NAT, INT, PNAT)
    for mine, other, mine_slots, other_slots, first in (
        (left, right, left_slots, right_slots, True),
        (right, left, right_slots, left_slots, False),
    ):
        if slot not in mine_slots or slot in other_slots or other_slots & bound:
            continue
        value = compiler(other)
        if atom.op == "=":
            inverse = inverted(compiler, mine, slot, bound)
            if inverse is not None:
                found.exact.append(_solved(value, inverse))
            if integral and _is_factor(mine, slot) and not isinstance(_uncast(mine), Local):
                found.exact.append(_divisors(value, kind))
            elif inverse is None and integral and _majorizes(mine, slot):
                found.high.append(_rounded(value, up=False))
                if kind == INT:
                    found.low.append(_negated(_rounded(value, up=False)))
        elif atom.op in ("<", "≤") and integral:
            _ordered(found, slot, kind, mine, value, first=first, strict=atom.op == "<")
        elif atom.op == "∣" and isinstance(mine, Local) and first and integral:
            found.exact.append(_divisors(value, kind))
        elif atom.op == "∈" and isinstance(mine, Local) and first:
            found.exact.append(_members(value))


def _is_factor(node: Node, slot: int) -> bool:
    """Whether the term is a product of integers with the variable among its factors."""
    node = _uncast(node)
    if isinstance(node, Local):
        return node.slot == slot
    return isinstance(node, Op) and node.op == "*" and any(_is_factor(part, slot) for part in node.args)


def _ordered(found: Sources, slot: int, kind: Type, mine: Node, value: Closure, *, first: bool, strict: bool) -> None:
    """mine < value (first) or value < mine, for an integer variable."""
    step = 1 if strict else 0
    if isinstance(_uncast(mine), Local):
        if first:
            found.high.append(_shifted(_rounded(value, up=strict), -step))
        else:
            found.low.append(_shifted(_rounded(value, up=not strict), step))
    elif first and _majorizes(mine, slot):
        found.high.append(_rounded(value, up=False))
        if kind == INT:
            found.low.append(_negated(_rounded(value, up=False)))


def _uncast(node: Node) -> Node:
    while isinstance(node, Op) and node.op == "cast" and isinstance(base(node.type), Ground):
        node = node.args[0]
    return node


def _rounded(value: Closure, *, up: bool) -> Bound:
    """The integer at or below (above) a value; None where it has none."""

    def run(env: Env) -> int | None:
        found = value(env)
        if isinstance(found, int):
            return found
        if isinstance(found, Fraction | reals.Surd):
            return -reals.floor(-found) if up else reals.floor(found)
        return None

    return run


def _shifted(bound: Bound, by: int) -> Bound:
    def run(env: Env) -> int | None:
        found = bound(env)
        return None if found is None else found + by

    return run


def _negated(bound: Bound) -> Bound:
    def run(env: Env) -> int | None:
        found = bound(env)
        return None if found is None else -found

    return run


def _divisors(value: Closure, kind: Type) -> Exact:
    from ..meaning.library_integers import divisors

    def run(env: Env) -> list[Any] | None:
        found = value(env)
        if not isinstance(found, int) or found == 0:
            return None
        listed = sorted(divisors(abs(found)))
        if len(listed) > MAX_LISTED:
            return None
        return listed if kind != INT else [sign * one for one in listed for sign in (1, -1)]

    return run


def _members(value: Closure) -> Exact:
    def run(env: Env) -> list[Any] | None:
        found = members.elements(value(env))
        return ordered(found) if len(found) <= MAX_LISTED else None

    return run


def ordered(values: Any) -> list[Any]:
    """Values in a fixed order: numbers by size, others by how they are written."""
    listed = list(values)
    if all(isinstance(value, int | Fraction) for value in listed):
        return sorted(listed)
    return sorted(listed, key=repr)


def _majorizes(node: Node, slot: int) -> bool:
    """Whether an integer term is always at least |variable|: sums of even powers, of terms of ℕ and the like."""
    match node:
        case Local():
            return node.slot == slot and base(node.type) in (NAT, PNAT)
        case Op(op="cast"):
            return isinstance(base(node.type), Ground) and _majorizes(node.args[0], slot)
        case Op(op="abs"):
            inner = _uncast(node.args[0])
            return isinstance(inner, Local) and inner.slot == slot
        case Call(name="Int.natAbs"):
            return isinstance(node.args[0], Local) and node.args[0].slot == slot
        case Op(op="^"):
            power = node.args[1]
            if not isinstance(power, Number) or power.value < 1:
                return False
            inner = _uncast(node.args[0])
            even = power.value % 2 == 0 and isinstance(inner, Local) and inner.slot == slot and whole(inner.type)
            return even or _majorizes(node.args[0], slot)
        case Op(op="*"):
            left, right = node.args
            if left == right and isinstance(_uncast(left), Local):
                return _uncast(left) == _uncast(right) and slot in slots(left) and whole(_uncast(left).type)
            return any(
                isinstance(factor, Number) and factor.value >= 1 and _majorizes(other, slot)
                for factor, other in ((left, right), (right, left))
            )
        case Op(op="+"):
            left, right = node.args
            return (_majorizes(left, slot) and _nonnegative(right)) or (_majorizes(right, slot) and _nonnegative(left))
        case _:
            return False


def _nonnegative(node: Node) -> bool:
    """Whether the term is at least 0 by its form, for integers."""
    if base(node.type) in (NAT, PNAT):
        return True
    match node:
        case Number():
            return node.value >= 0
        case Op(op="cast"):
            return _nonnegative(node.args[0])
        case Op(op="abs"):
            return True
        case Op(op="^"):
            power = node.args[1]
            return (isinstance(power, Number) and power.value % 2 == 0) or _nonnegative(node.args[0])
        case Op(op="*"):
            return node.args[0] == node.args[1] or all(_nonnegative(part) for part in node.args)
        case Op(op="+"):
            return all(_nonnegative(part) for part in node.args)
        case _:
            return False


Inverse: TypeAlias = "Callable[[Env, Any], list[Any] | None]"


def _solved(value: Closure, inverse: Inverse) -> Exact:
    """The values at which an equation holds: its variable occurs once, every operation above it is undone."""

    def run(env: Env) -> list[Any] | None:
        return inverse(env, value(env))

    return run


def inverted(compiler: Compiler, node: Node, slot: int, bound: frozenset[int]) -> Inverse | None:
    """All values of the variable at which ``node`` has a given value; None where the term cannot be undone."""
    if sum(1 for part in walk(node) if isinstance(part, Local) and part.slot == slot) != 1:
        return None
    steps: list[Inverse] = []
    while not isinstance(node, Local):
        if not isinstance(node, Op):
            return None
        index = next((i for i, part in enumerate(node.args) if slot in slots(part)), 0)
        others = [part for i, part in enumerate(node.args) if i != index]
        if any(slots(other) & bound for other in others):
            return None
        step = _undone(compiler, node, index)
        if step is None:
            return None
        steps.append(step)
        node = node.args[index]
    if isinstance(pruned(node.type), Hole | ListType):
        return None

    def run(env: Env, value: Any) -> list[Any] | None:
        values = [value]
        for step in steps:
            following: list[Any] = []
            for one in values:
                found = step(env, one)
                if found is None or len(found) > MAX_LISTED:
                    return None
                following += found
            values = following
        return values

    return run


def _narrowed(value: Any, kind: Type) -> list[Any] | None:
    """The value for the type that was cast from; None for a symbol that may stand for none of its values."""
    if isinstance(value, Symbolic) and not value.whole and kind != REAL:
        return None
    return [value]


def _undone(compiler: Compiler, node: Op, index: int) -> Inverse | None:
    kind = base(node.type)
    if node.op == "cast":
        # Only between types of numbers: a value of the wider type that is none of the narrower fails the type's test.
        narrow = base(node.args[0].type)
        return (lambda env, value: _narrowed(value, narrow)) if isinstance(kind, Ground) else None
    if isinstance(kind, Hole):
        kind = NAT
    if kind not in (NAT, INT, RAT, REAL):
        return None
    if node.op == "neg":
        return lambda env, value: [-value]
    if node.op == "⁻¹":
        return lambda env, value: [operations.field_inv(value)]
    if len(node.args) != 2:
        return None
    other = compiler(node.args[1 - index])
    cut = kind == NAT and not compiler.book
    field = kind in (RAT, REAL) or compiler.book
    if node.op == "+":
        return lambda env, value: [value - other(env)]
    if node.op == "*":
        return _undo_product(other)
    if node.op == "-":
        return _undo_difference(other, cut=cut, first=index == 0)
    if node.op == "/":
        return _undo_quotient(other, kind, first=index == 0) if field else _undo_whole_quotient(other, kind, index)
    if node.op == "^" and index == 0 and isinstance(node.args[1], Number):
        return _undo_power(node.args[1].value, kind)
    if node.op == "^" and index == 1 and isinstance(node.args[0], Number) and node.args[0].value >= 2:
        return _undo_exponential(node.args[0].value.numerator) if base(node.args[1].type) == NAT else None
    return None


def _undo_product(other: Closure) -> Inverse:
    def run(env: Env, value: Any) -> list[Any] | None:
        factor = other(env)
        if operations.zero(factor):
            return None if operations.zero(value) else []
        return [operations.rational(value, factor)]

    return run


def _undo_difference(other: Closure, *, cut: bool, first: bool) -> Inverse:
    def run(env: Env, value: Any) -> list[Any] | None:
        known = other(env)
        if cut and operations.zero(value):
            return list(range(known + 1)) if first and isinstance(known, int) and known < MAX_LISTED else None
        return [value + known] if first else [known - value]

    return run


def _undo_quotient(other: Closure, kind: Type, *, first: bool) -> Inverse:
    def run(env: Env, value: Any) -> list[Any] | None:
        known = other(env)
        if first:
            if operations.zero(known):
                return None
            return [value * known]
        if operations.zero(value):
            return None if operations.zero(known) else [0]
        return [operations.rational(known, value)]

    return run


def _undo_whole_quotient(other: Closure, kind: Type, index: int) -> Inverse | None:
    if index == 1:
        return None

    def run(env: Env, value: Any) -> list[Any] | None:
        divisor = other(env)
        if not isinstance(divisor, int) or not isinstance(value, int) or divisor <= 0 or divisor > MAX_LISTED:
            return None
        return [value * divisor + rest for rest in range(divisor)]

    return run


def _undo_power(exponent: Fraction, kind: Type) -> Inverse | None:
    if exponent.denominator != 1 or exponent < 1:
        return None
    degree = exponent.numerator

    def run(env: Env, value: Any) -> list[Any] | None:
        if degree % 2 == 0 and value < 0:
            return []
        size = -value if value < 0 else value
        if isinstance(size, reals.Surd) or kind == REAL:
            root = reals.rational_power(size, Fraction(1, degree)) if size else 0
        else:
            exact = reals.exact_root(size, degree)
            if exact is None:
                return []
            root = exact
        if degree % 2:
            return [-root if value < 0 else root]
        return [root] if not root else [root, -root]

    return run


def _undo_exponential(radix: int) -> Inverse:
    def run(env: Env, value: Any) -> list[Any] | None:
        if not isinstance(value, int | Fraction):
            return None
        if not isinstance(value, int) or value < 1:
            return []
        count, left = 0, value
        while left % radix == 0:
            left, count = left // radix, count + 1
        return [count] if left == 1 else []

    return run
