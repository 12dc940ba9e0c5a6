"""Instances of universal hypotheses on functions at the arguments that other hypotheses name: ∀ n, f n > 5 with f 0 = 3
gives f 0 > 5.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..meaning.nodes import Ap, Call, Local, Node, Number, Op, Quant, slots, walk
from .posing import Posed, free

MAX_ARGUMENTS = 6


def instances(posed: Posed) -> Iterator[Node]:
    """What the hypotheses ∀ x, p (f x) say at each argument of f that stands in another hypothesis."""
    universal = [node for node in posed.hypotheses if isinstance(node, Quant) and node.kind == "∀"]
    named = [part for node in posed.hypotheses for part in _applied(node)] if universal else []
    for hypothesis in universal:
        functions = {
            part.function.slot
            for part in walk(hypothesis.body)
            if isinstance(part, Ap)
            and isinstance(part.function, Local)
            and isinstance(part.argument, Local)
            and part.argument.slot == hypothesis.slot
        }
        arguments = list(dict.fromkeys(argument for slot, argument in named if slot in functions))
        for argument in arguments[:MAX_ARGUMENTS]:
            made = substituted(hypothesis.body, hypothesis.slot, argument)
            if made is not None:
                yield made


def _applied(node: Node) -> Iterator[tuple[int, Node]]:
    """(slot of f, argument) of every f a in a hypothesis with nothing bound in a."""
    outside = free(node)
    for part in walk(node):
        if isinstance(part, Ap) and isinstance(part.function, Local) and slots(part.argument) <= outside:
            yield part.function.slot, part.argument


def substituted(node: Node, slot: int, by: Node) -> Node | None:
    """The node with a variable replaced; None where it holds something that binds variables."""
    match node:
        case Local():
            return by if node.slot == slot else node
        case Number():
            return node
        case Op() | Call():
            parts = [substituted(part, slot, by) for part in node.args]
            known = tuple(part for part in parts if part is not None)
            return replace(node, args=known) if len(known) == len(parts) else None
        case Ap():
            function, argument = substituted(node.function, slot, by), substituted(node.argument, slot, by)
            return None if function is None or argument is None else replace(node, function=function, argument=argument)
        case _:
            return None
