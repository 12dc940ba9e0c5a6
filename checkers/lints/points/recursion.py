"""Sequences that hypotheses define by recursion: a (n + 1) = … a n …, with first values.

Where the recursion and the first values leave a term open, it is 0: one sequence that satisfies them is enough for a
counterexample.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..meaning.nodes import Ap, Local, Node, Number, Op, Quant, Recursion, slots
from ..meaning.types import NAT, PNAT, Function, base, pruned
from ..values.outcomes import Meter, Unknown

MAX_TERMS = 400
"""Terms of a sequence that are computed."""


def recursion(hypothesis: Node, functions: set[int], others: Iterable[Node]) -> Recursion | None:
    """The recursion that a hypothesis ∀ n, (guard →)* a (n + k) = t gives; first values are read from ``others``."""
    if not isinstance(hypothesis, Quant) or hypothesis.kind != "∀" or base(hypothesis.domain) != NAT:
        return None
    guards: list[Node] = []
    body = hypothesis.body
    while isinstance(body, Op) and body.op == "→":
        guards.append(body.args[0])
        body = body.args[1]
    if not isinstance(body, Op) or body.op != "=":
        return None
    for side, other in (body.args, body.args[::-1]):
        found = _term(side, hypothesis.slot)
        if found is None:
            continue
        slot, shift = found
        if slot not in functions or (slot not in slots(other) and not guards):
            continue
        if any(slot in slots(guard) for guard in guards) or slots(other) & (functions - {slot}):
            continue
        kind = pruned(_local(side).type)
        assert isinstance(kind, Function)
        firsts = tuple(pair for node in others for pair in [_first(node, slot)] if pair is not None)
        return Recursion(
            slot=slot,
            index=hypothesis.slot,
            shift=shift,
            guards=tuple(guards),
            step=other,
            firsts=firsts,
            default=1 if base(kind.codomain) == PNAT else 0,
            type=kind,
            start=hypothesis.start,
            end=hypothesis.end,
        )
    return None


def _local(side: Node) -> Local:
    assert isinstance(side, Ap)
    assert isinstance(side.function, Local)
    return side.function


def _term(side: Node, index: int) -> tuple[int, int] | None:
    """(slot of a, k) of a (n + k)."""
    if not isinstance(side, Ap) or not isinstance(side.function, Local):
        return None
    argument = side.argument
    if isinstance(argument, Local):
        return (side.function.slot, 0) if argument.slot == index else None
    if isinstance(argument, Op) and argument.op == "+":
        for one, other in (argument.args, argument.args[::-1]):
            if (
                isinstance(one, Local)
                and one.slot == index
                and isinstance(other, Number)
                and other.value.denominator == 1
            ):
                return side.function.slot, other.value.numerator
    return None


def _first(node: Node, slot: int) -> tuple[Node, Node] | None:
    """(i, t) of a hypothesis a i = t, i a numeral."""
    if not isinstance(node, Op) or node.op != "=":
        return None
    for side, other in (node.args, node.args[::-1]):
        if (
            isinstance(side, Ap)
            and isinstance(side.function, Local)
            and side.function.slot == slot
            and isinstance(side.argument, Number)
            and slot not in slots(other)
        ):
            return side.argument, other
    return None


class Sequence:
    """The terms of a recursion, computed in order as they are asked for."""

    def __init__(self, node: Recursion, env: list[Any], parts: Parts, meter: Meter) -> None:
        self._shift, self._index, self._slot = node.shift, node.index, node.slot
        self._parts = parts
        self._meter = meter
        self._env = env.copy()
        self._env[node.slot] = self._known
        self._terms: list[Any] = []
        self._firsts = {index(env): value for index, value in ((i, v(env)) for i, v in parts.firsts)}
        self._default = node.default

    def __call__(self, index: Any) -> Any:
        if not isinstance(index, int) or not 0 <= index < MAX_TERMS:
            raise Unknown("a term of a sequence")
        while len(self._terms) <= index:
            self._terms.append(self._next(len(self._terms)))
        return self._terms[index]

    def _known(self, index: Any) -> Any:
        """A term inside the recursion: only earlier ones are there."""
        if not isinstance(index, int) or not 0 <= index < len(self._terms):
            raise Unknown("a term of a sequence before its turn")
        return self._terms[index]

    def _next(self, index: int) -> Any:
        self._meter.spend(self._parts.cost)
        at = index - self._shift
        if at >= 0:
            self._env[self._index] = at
            guards = [guard(self._env) for guard in self._parts.guards]
            if not all(isinstance(guard, bool) for guard in guards):
                raise Unknown("where a recursion begins")
            if all(guards):
                return self._parts.step(self._env)
        return self._firsts.get(index, self._default)


class Parts:
    """The closures of a recursion; ``cost`` of one step."""

    def __init__(self, step: Any, guards: list[Any], firsts: list[tuple[Any, Any]], cost: int) -> None:
        self.step, self.guards, self.firsts, self.cost = step, guards, firsts, cost
