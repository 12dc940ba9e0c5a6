"""Where two terms that ought to be equal part, and what kind of difference that is."""

from __future__ import annotations

from enum import StrEnum

from ..value import value
from .expr import NEGATIVE, Expr, names, negation, rebuilt, renamed, size, value_of

_SETLIKE = frozenset(("+", "=", "≠", "∧", "∨", "↔", "∪", "∩", "gcd", "lcm", "max", "min", "coprime", "set", "*"))
_TWINS = (
    frozenset(("⋃", "⋂")), frozenset(("∪", "∩")), frozenset(("max", "min")), frozenset(("sup", "inf")),
    frozenset(("floor", "ceil")), frozenset(("∑", "∏")), frozenset(("sin", "cos")), frozenset(("gcd", "lcm")),
    frozenset(("∧", "∨")), frozenset(("isleast", "isgreatest")), frozenset(("Icc", "Ioo")), frozenset(("Icc", "Ico")),
    frozenset(("Icc", "Ioc")), frozenset(("Ioo", "Ico")), frozenset(("Ioo", "Ioc")), frozenset(("Ici", "Ioi")),
    frozenset(("Iic", "Iio")), frozenset(("⊆", "⊂")), frozenset(("Re", "Im")),
)  # fmt: skip
_VARIANTS = (
    frozenset(("sqrt", "natural square root")), frozenset(("log", "natural logarithm")),
    frozenset(("logb", "natural logarithm")),
)  # fmt: skip
_ORDERS = frozenset(map(frozenset, (("<",), ("≤",), ("<", "≤"), ("⊆",), ("⊂",), ("⊆", "⊂"))))
_INTERVALS = frozenset("Icc Ioo Ico Ioc Ici Ioi Iic Iio".split())


class Kind(StrEnum):
    """How two terms differ."""

    STRICTNESS = "strictness"
    REVERSED = "reversed"
    DIVIDES = "divides"
    MODULUS = "modulus"
    NUMERAL = "numeral"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    ORDER = "order"
    UNIQUENESS = "uniqueness"
    IFF = "iff"
    ONLY_IF = "only if"
    DIRECTION = "direction"
    OPERATOR = "operator"
    VARIANT = "variant"
    RANGE = "range"
    CASES = "cases"
    PART_OMITTED = "part omitted"
    PART_ADDED = "part added"
    OMITTED = "omitted"
    ADDED = "added"
    SWAPPED = "swapped"
    OTHER = "other"


_HEADS_ONLY = frozenset((Kind.STRICTNESS, Kind.NEGATION, Kind.OPERATOR, Kind.UNIQUENESS, Kind.SWAPPED))
"""Kinds in which a sign alone is another, or parts stand in other places."""


@value
class Difference:
    """``source`` and ``formal`` are the smallest parts that differ; ``kind`` says how. ``shared``: the share of the
    source term that is the same, in [0, 1]."""

    kind: Kind
    source: Expr
    formal: Expr
    shared: float


def difference(source: Expr, formal: Expr) -> Difference | None:
    """The one place where ``formal`` departs from ``source``; None for equal terms."""
    if source == formal:
        return None
    whole = max(size(source), size(formal))
    left, right = source, formal
    path: tuple[str, ...] = ()
    for _ in range(80):
        step = _narrower(left, right)
        if step is None:
            break
        path = (*path, left.head)
        left, right, at = step
        if path[-1] == "≡" and at == 2:
            path = (*path, "modulus")
        if path[-1] in ("∑", "∏") and at in (1, 2):
            path = (*path, "range")
    kind = _kind(left, right, path)
    apart = 1 if kind in _HEADS_ONLY else max(size(left), size(right))
    return Difference(kind=kind, source=left, formal=right, shared=1 - apart / whole)


def _narrower(left: Expr, right: Expr) -> tuple[Expr, Expr, int] | None:
    """The differing arguments of one head, where they are a single pair and nothing larger explains them."""
    if left.head != right.head or not left.args or _explained(left, right):
        return None
    if left.head in _SETLIKE:
        one, other = list(left.args), list(right.args)
        for arg in left.args:
            if arg in other:
                one.remove(arg)
                other.remove(arg)
        if len(one) == len(other) == 1:
            return one[0], other[0], 0
        return None
    if len(left.args) != len(right.args):
        return None
    differing = [i for i, (a, b) in enumerate(zip(left.args, right.args, strict=True)) if a != b]
    if len(differing) == 1:
        return left.args[differing[0]], right.args[differing[0]], differing[0]
    return None


def _explained(left: Expr, right: Expr) -> bool:
    """Whether arguments merely changed places."""
    return left.head not in _SETLIKE and len(left.args) == 2 and left.args == right.args[::-1]


def _kind(left: Expr, right: Expr, path: tuple[str, ...]) -> Kind:
    heads = frozenset((left.head, right.head))
    if "range" in path:
        return Kind.RANGE
    if value_of(left) is not None and value_of(right) is not None:
        return Kind.MODULUS if "modulus" in path[-1:] else Kind.NUMERAL
    if "modulus" in path[-1:]:
        return Kind.MODULUS
    if heads == {"<", "≤"} and left.args == right.args:
        return Kind.STRICTNESS
    if heads in _ORDERS and left.args == right.args[::-1]:
        return Kind.REVERSED
    if (left.head in NEGATIVE and NEGATIVE[left.head] == right.head) or (
        right.head in NEGATIVE and NEGATIVE[right.head] == left.head
    ):
        return Kind.NEGATION if left.args == right.args else Kind.OTHER
    if heads == {"odd", "∣"} and negation(left) == right:
        return Kind.NEGATION
    if _negated(left, right) or _negated(right, left):
        return Kind.NEGATION
    if heads == {"∣"} and left.args == right.args[::-1]:
        return Kind.DIVIDES
    if heads == {"→"} and left.args == right.args[::-1]:
        return Kind.DIRECTION
    if heads == {"↔", "→"}:
        arrow, both = (left, right) if left.head == "→" else (right, left)
        if sorted(arrow.args) == sorted(both.args):
            return Kind.IFF if left.head == "↔" else Kind.ONLY_IF
    if heads == {"∃", "∃!"} and left.args == right.args:
        return Kind.UNIQUENESS
    if heads == {"∀", "∃"}:
        return _quantifiers(left, right)
    if any(heads <= twins for twins in _TWINS) and len(heads) == 2 and left.args == right.args:
        return Kind.STRICTNESS if heads <= _INTERVALS else Kind.OPERATOR
    if any(heads == variants for variants in _VARIANTS):
        return Kind.VARIANT
    if left.head == right.head and left.args[:1] == right.args[:1] and left.head in ("∑", "∏"):
        return Kind.RANGE
    if left.head == "≡" == right.head and left.args[2] != right.args[2] and left.args[:2] == right.args[:2]:
        return Kind.MODULUS
    if _parts(left, right, "∨") or _parts(right, left, "∨"):
        return Kind.CASES
    if _parts(left, right, "∧"):
        return Kind.PART_OMITTED
    if _parts(right, left, "∧"):
        return Kind.PART_ADDED
    if left.head == right.head and _exchanged(left, right):
        return Kind.SWAPPED
    if left.head == right.head and left.args and sorted(left.args) == sorted(right.args):
        return Kind.SWAPPED
    if skeleton(left) == skeleton(right):
        return Kind.NUMERAL
    return Kind.OTHER


def _exchanged(left: Expr, right: Expr) -> bool:
    """Whether two names of ``left`` changed places."""
    listed = sorted(names(left))[:6]
    if names(left) != names(right):
        return False
    return any(
        renamed(left, {one: other, other: one}) == right for i, one in enumerate(listed) for other in listed[i + 1 :]
    )


def _negated(left: Expr, right: Expr) -> bool:
    return left.head == "¬" and left.args == (right,)


def _quantifiers(left: Expr, right: Expr) -> Kind:
    """∀ x, ∃ y, P against ∃ y, ∀ x, P has the order changed; ∀ x, P → Q against ∃ x, P ∧ Q the kind."""
    outer, inner = left.args[-1], right.args[-1]
    while outer.head == "→":
        outer = outer.args[1]
    while inner.head == "→":
        inner = inner.args[1]
    crossed = (outer.head in ("∃", "∃!") and right.head == "∃") or (left.head == "∃" and inner.head in ("∃", "∃!"))
    return Kind.ORDER if crossed else Kind.QUANTIFIER


def _parts(whole: Expr, rest: Expr, head: str) -> bool:
    """Whether ``rest`` is ``whole`` with some of its parts gone."""
    if whole.head != head:
        return False
    left = set(rest.args) if rest.head == head else {rest}
    return left < set(whole.args)


def skeleton(expr: Expr) -> Expr:
    """``expr`` with every numeral the same; terms with one skeleton differ in their constants alone."""
    return rebuilt(expr, lambda here: Expr("#") if value_of(here) is not None else None)
