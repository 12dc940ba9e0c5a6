"""The syntax tree of a numeric claim. Nodes are exact: a decimal is a rational, an irrational stays an expression.

Sums and products are n-ary so that a long one is no deep tree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from ..evidence import Kind
from ..value import value


class ClaimError(Exception):
    """A text that is no numeric claim of the grammar.

    ``kind`` is unparsed, ambiguous or resource; ``why`` a sentence for a person; ``position`` the codepoint offset in
    the text where reading stopped.
    """

    def __init__(self, kind: Kind, why: str, position: int = 0) -> None:
        super().__init__(why)
        self.kind = kind
        self.why = why
        self.position = position


@value
class Number:
    """A numeral: its exact value, and how it is written in plain form. ``comma`` is its other value where the comma in
    1,250 may be a decimal one, or the point in 1.250 may stand between thousands."""

    value: int | Fraction
    text: str
    comma: int | Fraction | None = None


@value
class Truncated:
    """A decimal that goes on after its last digit, as 3.14159…; its value lies in [value, value + unit)."""

    value: Fraction
    unit: Fraction
    text: str


@value
class Constant:
    """π or Euler's e."""

    name: str


@value
class Symbol:
    """A name without a value of its own: x, n, A, x_1, α."""

    name: str


@value
class Negation:
    """-of."""

    of: Node


@value
class Sum:
    """terms[0] + terms[1] + …; a difference holds Negation terms."""

    terms: tuple[Node, ...]


@value
class Product:
    """factors[0] ∘ factors[1] ∘ … from left to right; ``inverse[i]`` says that factor i divides."""

    factors: tuple[Node, ...]
    inverse: tuple[bool, ...]


@value
class Power:
    """base ^ exponent."""

    base: Node
    exponent: Node


@value
class Call:
    """A known function: one of ``FUNCTIONS`` or factorial, factorial2, percent, degree, bracket, mod, root."""

    name: str
    args: tuple[Node, ...]


@value
class Apply:
    """An unknown function of something, as f(2). It has no value."""

    name: str
    args: tuple[Node, ...]


@value
class Big:
    """A finite sum or product: ``kind`` is sum or product; ``body`` with ``variable`` from low to high."""

    kind: str
    variable: str
    low: Node
    high: Node
    body: Node


@value
class Series:
    """A sum or product written with an ellipsis, as 1 + 2 + … + 100: the given first terms and the last one."""

    kind: str
    first: tuple[Node, ...]
    last: Node


@value
class Choice:
    """One text, several readings. ``about`` names the trap; ``soft``: the first reading is the usual one."""

    options: tuple[Node, ...]
    about: str
    soft: bool = False


Node: TypeAlias = (
    Number | Truncated | Constant | Symbol | Negation | Sum | Product | Power | Call | Apply | Big | Series | Choice
)


@value
class Relation:
    """``name`` is one of = ≠ < ≤ > ≥ ≡ ≢ ∣ ∤ ≈, or a property such as "is prime", whose right member repeats the left
    one; ``start`` and ``end`` where it stands in the text. ``bang``: an "="
    right after a "!", which together may mean ≠."""

    name: str
    start: int
    end: int
    bang: bool = False


@value
class Claim:
    """members[0] relations[0] members[1] …: a chain of links.

    ``spans[i]`` is where member i stands in the text. ``modulus`` belongs to the ≡ links; ``loose_modulus`` says that
    it was written as "a = b mod m", which may also mean a = (b mod m). ``universal`` names what "for
    all" binds, and ``least`` is the smallest integer that it speaks of, if it says one.
    """

    members: tuple[Node, ...]
    relations: tuple[Relation, ...]
    spans: tuple[tuple[int, int], ...]
    modulus: Node | None = None
    loose_modulus: bool = False
    universal: tuple[str, ...] = ()
    least: int | None = None


def children(node: Node) -> tuple[Node, ...]:
    """The direct parts of a node; () for leaves."""
    match node:
        case Negation(of=of):
            return (of,)
        case Sum(terms=terms):
            return terms
        case Product(factors=factors):
            return factors
        case Power(base=base, exponent=exponent):
            return (base, exponent)
        case Call(args=args) | Apply(args=args):
            return args
        case Big(low=low, high=high, body=body):
            return (low, high, body)
        case Series(first=first, last=last):
            return (*first, last)
        case Choice(options=options):
            return options
    return ()


def symbols(node: Node) -> frozenset[str]:
    """The names that occur free in a node (an index of a finite sum is bound in its body)."""
    found: set[str] = set()
    _add_symbols(node, found)
    return frozenset(found)


def _add_symbols(node: Node, found: set[str]) -> None:
    if isinstance(node, Number):
        return
    if isinstance(node, Symbol):
        found.add(node.name)
    elif isinstance(node, Big):
        inside: set[str] = set()
        _add_symbols(node.body, inside)
        found |= inside - {node.variable}
        _add_symbols(node.low, found)
        _add_symbols(node.high, found)
    else:
        if isinstance(node, Apply):
            found.add(node.name + "(…)")
        for child in children(node):
            _add_symbols(child, found)
