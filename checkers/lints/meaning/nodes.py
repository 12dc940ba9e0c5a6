"""Terms after elaboration: every node has a type, every coercion is written out, every variable has a slot.

The slots index the environment of an evaluation, a list of values. Nodes know where they stand in the Lean text. Types
take no part in equality: the same terms in the same slots have the same types.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from typing import Any, TypeAlias

from ....core.value import value
from .types import Type


@value
class Place:
    """Codepoint offsets in the Lean text, -1 for what was built."""

    start: int = field(default=-1, compare=False)
    end: int = field(default=-1, compare=False)


@value
class Local(Place):
    """A variable."""

    slot: int
    name: str
    type: Type = field(compare=False)


@value
class Number(Place):
    """A numeral of a type of numbers."""

    value: Fraction
    type: Type = field(compare=False)


@value
class Constant(Place):
    """A value that is known, as a function of the library. ``shown`` is how it is written."""

    value: Any = field(compare=False)
    type: Type = field(compare=False)
    shown: str


@value
class Op(Place):
    """An operation that is overloaded by type: + - * / % ^ neg inv cast, = ≠ < ≤ ∣, ¬ ∧ ∨ → ↔ True False, …

    ``cause``: the name of the lint for the difference between Lean and textbook that it can make.
    """

    op: str
    args: tuple[Node, ...]
    type: Type = field(compare=False)
    cause: str = field(default="", compare=False)


@value
class Call(Place):
    """A function of the library applied to all its arguments.

    ``lean`` and ``book`` compute from values; ``book`` gets a ``note`` first, which it calls where the meanings part.
    """

    name: str
    args: tuple[Node, ...]
    type: Type = field(compare=False)
    lean: Callable[..., Any] = field(compare=False)
    book: Callable[..., Any] | None = field(default=None, compare=False)
    cause: str = field(default="", compare=False)


@value
class Ap(Place):
    """A function value applied to an argument."""

    function: Node
    argument: Node
    type: Type = field(compare=False)


@value
class Lam(Place):
    """fun (slot) => body."""

    slot: int
    name: str
    domain: Type = field(compare=False)
    body: Node
    type: Type = field(compare=False)


@value
class Quant(Place):
    """∀, ∃ or ∃! over one variable of type ``domain``. A bound as in ∀ x ∈ s stands in the body, as x ∈ s → …"""

    kind: str
    slot: int
    name: str
    domain: Type = field(compare=False)
    body: Node
    type: Type = field(compare=False)


@value
class Big(Place):
    """∑ or ∏ (and ⋃, ⋂ of finite sets are not modelled) over one variable of a finite range."""

    kind: str
    slot: int
    name: str
    domain: Type = field(compare=False)
    body: Node
    over: Node | None
    condition: Node | None
    type: Type = field(compare=False)


@value
class SetOf(Place):
    """{x : domain | condition}; ``over``: the finset that is filtered, None for a set."""

    slot: int
    name: str
    domain: Type = field(compare=False)
    condition: Node
    over: Node | None
    type: Type = field(compare=False)


@value
class If(Place):
    """if condition then yes else no."""

    condition: Node
    yes: Node
    no: Node
    type: Type = field(compare=False)


@value
class Bind(Place):
    """let (slot) := value; body."""

    slot: int
    value: Node
    body: Node
    type: Type = field(compare=False)


@value
class Pair(Place):
    """A pair; ``type`` is a Product."""

    left: Node
    right: Node
    type: Type = field(compare=False)


@value
class Part(Place):
    """The first (0) or second (1) component of a pair."""

    of: Node
    index: int
    type: Type = field(compare=False)


@value
class Collection(Place):
    """{a, b} or [a, b] by its type."""

    items: tuple[Node, ...]
    type: Type = field(compare=False)


@value
class Recursion(Place):
    """The sequence in ``slot``: a (index + shift) = step where ``guards`` hold, else first values, else ``default``."""

    slot: int
    index: int
    shift: int
    guards: tuple[Node, ...]
    step: Node
    firsts: tuple[tuple[Node, Node], ...]
    default: int
    type: Type = field(compare=False)


@value
class Hidden(Place):
    """A proposition that is not understood: always unknown."""

    why: str
    type: Type = field(compare=False)


Node: TypeAlias = (
    Local
    | Number
    | Constant
    | Op
    | Call
    | Ap
    | Lam
    | Quant
    | Big
    | SetOf
    | If
    | Bind
    | Pair
    | Part
    | Collection
    | Recursion
    | Hidden
)


def _inside_big(node: Big) -> tuple[Node, ...]:
    return tuple(part for part in (node.over, node.condition, node.body) if part is not None)


_BELOW: dict[type, Callable[[Any], tuple[Node, ...]]] = {
    Op: lambda node: node.args,
    Call: lambda node: node.args,
    Ap: lambda node: (node.function, node.argument),
    Lam: lambda node: (node.body,),
    Quant: lambda node: (node.body,),
    Big: _inside_big,
    SetOf: lambda node: (node.condition,) if node.over is None else (node.over, node.condition),
    If: lambda node: (node.condition, node.yes, node.no),
    Bind: lambda node: (node.value, node.body),
    Pair: lambda node: (node.left, node.right),
    Part: lambda node: (node.of,),
    Collection: lambda node: node.items,
    Recursion: lambda node: (*node.guards, node.step, *(value for _, value in node.firsts)),
}
"""How the nodes inside each kind are found; what is not listed has none."""


def below(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside."""
    inside = _BELOW.get(type(node))
    return () if inside is None else inside(node)


def walk(node: Node) -> list[Node]:
    """The node and all below it, parents first."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        here = waiting.pop()
        found.append(here)
        inside = _BELOW.get(type(here))
        if inside is not None:
            waiting.extend(inside(here)[::-1])
    return found


def slots(node: Node) -> frozenset[int]:
    """The slots of all variables that occur, bound ones too: slots are never shared."""
    return frozenset([part.slot for part in walk(node) if isinstance(part, Local)])


HEAVY = 40
"""Steps of a function or an irrational power of reals, which works on normal forms and balls."""


def size(node: Node) -> int:
    """The cost of one evaluation in steps: one for each node, more for functions of reals."""
    nodes = walk(node)
    heavy = [part for part in nodes if isinstance(part, Call) and part.name.startswith("Real.")]
    return len(nodes) + (HEAVY - 1) * len(heavy)
