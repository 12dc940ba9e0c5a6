"""Sums and products with an ellipsis: the rules that fit the terms that are written, and what each rule gives.

The terms are compared part by part: in 1·2 + 2·3 + … + 9·10 the first factors run 1, 2, …, 9 and the second ones
2, 3, …, 10. A rule that people mean by such dots (arithmetic, geometric, squares, …) is a usual one; others that the
same terms begin (primes, divisors of the last term, Fibonacci numbers, …) are rare ones, which only cast doubt.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice, product
from typing import TypeAlias

from ...core.claims.ast import Call, Negation, Node, Number, Power, Product, Series, Sum, Symbol, children, symbols
from .arithmetic import add, multiply, simplest
from .context import Context, Ellipsis, Real
from .rules import Row, is_strict, rare, usual
from .undecided import ambiguous

MAX_COMBINED = 24
"""Combinations of rules for the parts of a term that are tried."""
_SLOT = "…"
Reduce: TypeAlias = Callable[[Node, Context], Real]
"""``exact.reduce``, which needs this module itself."""


def series_value(node: Series, context: Context, reduce_term: Reduce) -> Real:
    """The value of ``node`` under the rule that the context asks for; notes in the context which others fit.

    Raises Undecided(ambiguous) where no usual rule fits.
    """
    found = _totals(node, context, reduce_term)
    if not found.usual:
        raise ambiguous("the pattern of … is not clear")
    context.ellipses.append(found)
    return found.at(context.rule)


def _totals(node: Series, context: Context, reduce_term: Reduce) -> Ellipsis:
    terms = [*node.first, node.last]
    bare = all(isinstance(term, Number) for term in node.first)
    found: list[Ellipsis] = []
    shape = _Shape(context, reduce_term)
    template = shape.of(terms)
    if template is not None:
        found.append(_combined(node.kind, template, shape, context, reduce_term))
    if template is None or (bare and not isinstance(template, Symbol)):
        # By value alone: 1 + 2 + 2^2 + … has no common form, and 1 + 2 + … + 2^10 two of them.
        values = [simplest(reduce_term(term, context)) for term in terms]
        rational = [Fraction(v) for v in values if isinstance(v, int | Fraction)]
        if len(rational) == len(values) and (bare or len(node.first) >= 3):
            single = _Shape(context, reduce_term, leaves=[rational], strict=False)
            found.append(_combined(node.kind, Symbol(name=_SLOT + "0"), single, context, reduce_term))
    if not found:
        return Ellipsis(usual=(), rare=(), strict=False)
    return Ellipsis(
        usual=tuple(dict.fromkeys(total for one in found for total in one.usual)),
        rare=tuple(dict.fromkeys(total for one in found for total in one.rare)),
        strict=all(one.strict for one in found),
    )


def _combined(kind: str, template: Node, shape: _Shape, context: Context, reduce_term: Reduce) -> Ellipsis:
    """Every combination of rules for the parts that run, where all give the same number of terms."""
    running = [i for i, leaf in enumerate(shape.leaves) if len(set(leaf)) > 1]
    if not running:
        return Ellipsis(usual=(), rare=(), strict=False)
    totals: tuple[list[Real], list[Real]] = ([], [])
    choices = [[*((row, 0) for row in usual(leaf)), *((row, 1) for row in rare(leaf))] for leaf in _at(shape, running)]
    for combination in islice(product(*choices), MAX_COMBINED):
        rows = [row for row, _ in combination]
        if len({len(row) for row in rows}) > 1:
            continue
        total = _total(kind, template, dict(zip(running, rows, strict=True)), shape, context, reduce_term)
        totals[max(rank for _, rank in combination)].append(total)
    strict = shape.strict and all(is_strict(leaf) for leaf in _at(shape, running))
    common = tuple(dict.fromkeys(totals[0]))
    return Ellipsis(
        usual=common,
        rare=tuple(total for total in dict.fromkeys(totals[1]) if total not in common),
        strict=strict,
    )


def _at(shape: _Shape, running: list[int]) -> list[list[Fraction]]:
    return [shape.leaves[i] for i in running]


def _total(
    kind: str, template: Node, rows: dict[int, Row], shape: _Shape, context: Context, reduce_term: Reduce
) -> Real:
    count = len(next(iter(rows.values())))
    context.spend(count)
    if isinstance(template, Symbol):
        values: list[Real] = [_plain(value) for value in rows[0]]
    else:
        inside = replace(context, bound=dict(context.bound), ellipses=[])
        values = []
        for k in range(count):
            for i, leaf in enumerate(shape.leaves):
                inside.bound[f"{_SLOT}{i}"] = _plain(rows[i][k] if i in rows else leaf[0])
            values.append(reduce_term(template, inside))
    return add(values) if kind == "sum" else multiply(values, [False] * count)


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


@dataclass
class _Shape:
    """The common form of some terms: a template with a slot for each numeral, and the values in each slot."""

    context: Context
    reduce_term: Reduce
    leaves: list[list[Fraction]] = field(default_factory=list)
    strict: bool = True

    def of(self, nodes: list[Node]) -> Node | None:
        """The template of ``nodes`` (the last one is the term after the dots); None if they have no common form."""
        first = nodes[0]
        if all(isinstance(node, Number) for node in nodes):
            return self.slot([Fraction(node.value) for node in nodes if isinstance(node, Number)])
        if all(node == first for node in nodes):
            return first
        for changed in (_as_fractions(nodes), _as_powers(nodes)):
            if changed is not None:
                return self.of(changed)
        if _alike(nodes):
            parts = [self.of(list(column)) for column in zip(*map(children, nodes), strict=True)]
            known = [part for part in parts if part is not None]
            return _rebuilt(first, known) if len(known) == len(parts) else None
        if all(isinstance(node, Number) for node in nodes[:-1]):
            return self.by_last_value(nodes)
        return None

    def slot(self, values: list[Fraction]) -> Node:
        self.leaves.append(values)
        return Symbol(name=f"{_SLOT}{len(self.leaves) - 1}")

    def by_last_value(self, nodes: list[Node]) -> Node | None:
        """Numerals up to a term such as n or n + 1 whose value is known."""
        last = nodes[-1]
        value = simplest(self.reduce_term(last, self.context))
        if not isinstance(value, int | Fraction):
            return None
        if not symbols(last) or _divides(last):
            self.strict = False  # 1 + 2 + … + 100/2: who knows what is halved
        return self.slot([*(Fraction(node.value) for node in nodes if isinstance(node, Number)), Fraction(value)])


def _divides(node: Node) -> bool:
    return (isinstance(node, Product) and any(node.inverse)) or any(map(_divides, children(node)))


def _alike(nodes: list[Node]) -> bool:
    """True if all are the same operation on the same number of operands."""
    first = nodes[0]
    for node in nodes:
        if type(node) is not type(first) or len(children(node)) != len(children(first)) or not children(node):
            return False
        match node, first:
            case Product(inverse=one), Product(inverse=two):
                if one != two:
                    return False
            case Call(name=one_name), Call(name=two_name):
                if one_name != two_name:
                    return False
            case (Negation(), _) | (Sum(), _) | (Power(), _):
                pass
            case _:
                return False
    return True


def _rebuilt(node: Node, parts: list[Node]) -> Node | None:
    match node:
        case Negation():
            return Negation(of=parts[0])
        case Sum():
            return Sum(terms=tuple(parts))
        case Product(inverse=inverse):
            return Product(factors=tuple(parts), inverse=inverse)
        case Power():
            return Power(base=parts[0], exponent=parts[1])
        case Call(name=name):
            return Call(name=name, args=tuple(parts))
    return None


def _as_fractions(nodes: list[Node]) -> list[Node] | None:
    """1 + 1/2 + … + 1/9: the numeral as 1/1. None where that changes nothing or not all are numerals and fractions."""
    one = Number(value=1, text="1")
    changed: list[Node] = []
    for node in nodes:
        if isinstance(node, Product) and node.inverse == (False, True):
            changed.append(node)
        elif isinstance(node, Number):
            changed.append(Product(factors=(node, one), inverse=(False, True)))
        else:
            return None
    return changed if changed != nodes and any(isinstance(node, Product) for node in nodes[:-1]) else None


def _as_powers(nodes: list[Node]) -> list[Node] | None:
    """1 + 2 + 2^2 + … + 2^9: the numerals as powers of the base that the others have."""
    bases = {node.base for node in nodes if isinstance(node, Power)}
    if len(bases) != 1 or all(isinstance(node, Power) for node in nodes):
        return None
    (base,) = bases
    if not isinstance(base, Number) or not isinstance(base.value, int) or base.value < 2:
        return None
    changed: list[Node] = []
    for node in nodes:
        if isinstance(node, Power):
            changed.append(node)
            continue
        exponent = _exponent(node, base.value)
        if exponent is None:
            return None
        changed.append(Power(base=base, exponent=Number(value=exponent, text=str(exponent))))
    return changed


def _exponent(node: Node, base: int) -> int | None:
    if not isinstance(node, Number) or not isinstance(node.value, int) or node.value < 1:
        return None
    value, exponent = node.value, 0
    while value % base == 0:
        value //= base
        exponent += 1
    return exponent if value == 1 else None
