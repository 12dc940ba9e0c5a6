"""Whether linear hypotheses contradict one another: Fourier-Motzkin elimination over exact fractions.

Whatever is not linear is an unknown of its own, at least 0 where its form shows that. Over the integers a < b is
a + 1 ≤ b. A contradiction found is a proof; none found means nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from ..meaning.nodes import Local, Node, Number, Op
from ..meaning.types import INT, NAT, NNREAL, PNAT, RAT, REAL, base
from ..values.outcomes import NotUnderstood
from .bounds import required
from .instances import instances
from .posing import Posed

Form: TypeAlias = dict[Node, Fraction]
"""Coefficients by unknown; the constant under the key ONE."""
Row: TypeAlias = "tuple[Form, bool]"
"""form ≤ 0, or form < 0 where the flag is set."""

ONE = Number(value=Fraction(1), type=RAT)
MAX_ROWS = 60
MAX_UNKNOWNS = 8


def contradictory(posed: Posed) -> bool:
    """Whether the hypotheses have no solution because their linear parts have none."""
    rows: list[Row] = []
    for hypothesis in (*posed.hypotheses, *instances(posed)):
        for atom, bound in required(hypothesis, "∃"):
            if isinstance(atom, Op) and not bound and atom.op in ("=", "<", "≤"):
                rows += _rows(atom)
    if not rows or len(rows) > MAX_ROWS:
        return False
    unknowns = {unknown for form, _ in rows for unknown in form if unknown != ONE}
    for unknown in unknowns:
        least = _least(unknown)
        if least is not None:
            rows.append(({unknown: Fraction(-1), ONE: Fraction(least)}, False))
    return len(unknowns) <= MAX_UNKNOWNS and _infeasible(rows, unknowns)


def _rows(atom: Op) -> list[Row]:
    kind = base(atom.args[0].type)
    if kind not in (NAT, INT, PNAT, RAT, REAL, NNREAL):
        return []
    try:
        difference = _minus(_form(atom.args[0]), _form(atom.args[1]))
    except NotUnderstood:
        return []
    if atom.op == "=":
        return [(difference, False), (_scaled(difference, Fraction(-1)), False)]
    if atom.op == "<" and kind in (NAT, INT, PNAT):
        return [(_minus(difference, {ONE: Fraction(-1)}), False)]
    return [(difference, atom.op == "<")]


def _form(node: Node) -> Form:
    match node:
        case Number():
            return {ONE: node.value}
        case Local():
            return {node: Fraction(1)}
        case Op(op="cast"):
            return _form(node.args[0])
        case Op(op="+"):
            return _minus(_form(node.args[0]), _scaled(_form(node.args[1]), Fraction(-1)))
        case Op(op="-") if base(node.type) in (INT, RAT, REAL):
            return _minus(_form(node.args[0]), _form(node.args[1]))
        case Op(op="neg"):
            return _scaled(_form(node.args[0]), Fraction(-1))
        case Op(op="*"):
            left, right = _form(node.args[0]), _form(node.args[1])
            if set(left) <= {ONE}:
                return _scaled(right, left.get(ONE, Fraction(0)))
            if set(right) <= {ONE}:
                return _scaled(left, right.get(ONE, Fraction(0)))
            return {node: Fraction(1)}
        case Op(op="/") if base(node.type) in (RAT, REAL):
            below = _form(node.args[1])
            if set(below) == {ONE} and below[ONE]:
                return _scaled(_form(node.args[0]), 1 / below[ONE])
            return {node: Fraction(1)}
        case _:
            return {node: Fraction(1)}


def _minus(left: Form, right: Form) -> Form:
    form = dict(left)
    for unknown, factor in right.items():
        form[unknown] = form.get(unknown, Fraction(0)) - factor
    return {unknown: factor for unknown, factor in form.items() if factor}


def _scaled(form: Form, by: Fraction) -> Form:
    return {unknown: factor * by for unknown, factor in form.items() if by}


def _least(node: Node) -> int | None:
    """A lower bound that holds at every value."""
    kind = base(node.type)
    if kind == PNAT and isinstance(node, Local):
        return 1
    if kind in (NAT, PNAT, NNREAL):
        return 0
    if isinstance(node, Op):
        if node.op == "abs":
            return 0
        if node.op == "^" and isinstance(node.args[1], Number) and node.args[1].value % 2 == 0:
            return 0
        if node.op == "*" and node.args[0] == node.args[1]:
            return 0
    return None


def _infeasible(rows: list[Row], unknowns: set[Node]) -> bool:
    """Whether no rational values of the unknowns satisfy all rows."""
    for unknown in sorted(unknowns, key=repr):
        above = [row for row in rows if row[0].get(unknown, 0) > 0]
        below = [row for row in rows if row[0].get(unknown, 0) < 0]
        rows = [row for row in rows if not row[0].get(unknown)]
        if len(above) * len(below) + len(rows) > 4 * MAX_ROWS:
            return False
        for high, strict in above:
            for low, strict_too in below:
                combined = _minus(_scaled(high, 1 / high[unknown]), _scaled(low, 1 / low[unknown]))
                rows.append((combined, strict or strict_too))
    return any(form.get(ONE, Fraction(0)) > 0 or (strict and not form.get(ONE)) for form, strict in rows)
