"""What lies behind a point that evaluation found: a divisor that is 0 there, a remainder that goes with a quotient."""

from __future__ import annotations

from collections.abc import Iterator

from .meaning.nodes import Call, Local, Node, Op, walk
from .points.posing import Posed
from .points.search import Point

_ROUNDED = frozenset(("int-div-floor", "nat-div"))


def zero_divisors(posed: Posed, point: Point) -> Iterator[tuple[str, Node]]:
    """The divisors and moduli that are variables with the value 0 at the point, each with the name of its lint."""
    zeros = {name for name, shown in point.values if shown == "0"}
    if not zeros:
        return
    for whole in posed.nodes:
        for node in walk(whole):
            divisor = _divisor(node)
            if isinstance(divisor, Local) and divisor.name in zeros and isinstance(node, Op | Call) and node.cause:
                yield node.cause, node


def _divisor(node: Node) -> Node | None:
    """What a node divides by, without the casts around it."""
    match node:
        case Op(op="/" | "%", args=(_, divisor)) | Op(op="inv", args=(divisor,)):
            pass
        case Call(name="Nat.ModEq" | "Int.ModEq", args=(divisor, _, _)):
            pass
        case _:
            return None
    while isinstance(divisor, Op) and divisor.op == "cast":
        divisor = divisor.args[0]
    return divisor


def has_remainder(posed: Posed, cause: str) -> bool:
    """Whether a quotient that is rounded goes with the remainder by the same divisor: division with remainder."""
    if cause not in _ROUNDED:
        return False
    parts = [node for whole in posed.nodes for node in walk(whole) if isinstance(node, Op)]
    divided = [node.args[1] for node in parts if node.op == "/" and node.cause == cause]
    return bool(divided) and all(
        any(node.op == "%" and node.args[1] == divisor for node in parts) for divisor in divided
    )
