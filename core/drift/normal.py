"""A normal form for comparing: bound names by position, quantifiers joined, implications flat, types aside."""

from __future__ import annotations

from collections.abc import Mapping

from .claim import implied
from .expr import (
    BINDING,
    ONE,
    ZERO,
    Expr,
    add,
    again,
    commuted,
    conjuncts,
    leaf,
    names,
    node,
    num,
    rebuilt,
    sub,
    substituted,
    value_of,
)

_JOINED = frozenset(("∀", "∃"))


def compared(expr: Expr, *, commutes: bool, whole: frozenset[str] = frozenset(), positioned: bool = True) -> Expr:
    """``expr`` as it is compared. ``commutes``: products commute; ``whole``: names of integers, for which a < b is
    a + 1 ≤ b; ``positioned``: bound names are named after their place."""
    made = rebuilt(without_types(expr), _unfolded)
    if commutes:
        made = commuted(made)
    made = rebuilt(made, counted)
    if whole:
        made = rebuilt(made, lambda here: _between_integers(here, whole))
    made = rebuilt(made, _flattened)
    return by_position(made) if positioned else made


def without_types(expr: Expr) -> Expr:
    """``expr`` without what it says on number systems, which is compared on its own."""

    def change(here: Expr) -> Expr | None:
        if here.head == "type":
            return leaf("⊤")
        if here.head == "∈" and here.args[1].head in ("ℕ", "ℤ", "ℚ", "ℝ", "ℂ"):
            return leaf("⊤")
        if here.head == "∧" and leaf("⊤") in here.args:
            kept = tuple(arg for arg in here.args if arg != leaf("⊤"))
            return node("∧", *kept) if kept else leaf("⊤")
        if here.head == "→" and here.args[0] == leaf("⊤"):
            return here.args[1]
        return None

    return rebuilt(expr, change)


def counted(here: Expr) -> Expr | None:
    """A sum or product over whole numbers from a numeral on, counted from zero, without a first term that adds
    nothing."""
    if (
        here.head not in ("∑", "∏")
        or len(here.args) != 4
        or value_of(here.args[1]) is None
        or here.args[2] == leaf("…")
    ):
        return None
    name, low, high, body = here.args
    neutral = ZERO if here.head == "∑" else ONE
    if _worked_out(substituted(body, name.head, low)) == neutral:
        low = add(low, ONE)
    moved = substituted(body, name.head, add(leaf(name.head), low))
    return Expr(here.head, (name, ZERO, sub(high, low), moved))


def _worked_out(expr: Expr) -> Expr:
    """Powers of zero and one worked out."""

    def change(here: Expr) -> Expr | None:
        if here.head == "^" and here.args[0] in (ZERO, ONE) and (value_of(here.args[1]) or 0) > 0:
            return here.args[0]
        return None

    return rebuilt(expr, change)


def _unfolded(here: Expr) -> Expr | None:
    """Membership of an interval as inequalities, of a set that is listed as equations."""
    if here.head != "∈" or here.args[1].head not in (*_ENDS, "set"):
        return None
    subject, interval = here.args
    if interval.head == "set":
        return node("∨", *(node("=", subject, item) for item in interval.args)) if interval.args else None
    if interval.head == "range":
        return node("<", subject, interval.args[0])
    lower, upper = _ENDS[interval.head]
    ends = list(interval.args)
    made = [node(lower, ends.pop(0), subject)] if lower else []
    made += [node(upper, subject, ends.pop(0))] if upper else []
    infinite = (leaf("∞"), Expr("*", (num(-1), leaf("∞"))))
    return node("∧", *(part for part in made if not any(end in part.args for end in infinite)))


_ENDS = {
    "Icc": ("≤", "≤"), "Ico": ("≤", "<"), "Ioc": ("<", "≤"), "Ioo": ("<", "<"), "Ici": ("≤", ""), "Ioi": ("<", ""),
    "Iic": ("", "≤"), "Iio": ("", "<"), "range": ("", "<"),
}  # fmt: skip


def _between_integers(here: Expr, whole: frozenset[str]) -> Expr | None:
    if here.head == "<" and len(here.args) == 2 and _is_whole(here, whole):
        return node("≤", *_balanced(add(here.args[0], ONE), here.args[1]))
    if here.head == "≤" and len(here.args) == 2 and _is_whole(here, whole):
        return node("≤", *_balanced(*here.args))
    return None


def _balanced(left: Expr, right: Expr) -> tuple[Expr, Expr]:
    """a + 1 ≤ n + 1 as a ≤ n: numerals stand on the left, where they are at all."""
    constant = next((value for arg in (right.args if right.head == "+" else ()) if (value := value_of(arg))), None)
    if constant is None:
        return left, right
    return add(left, num(-constant)), add(right, num(-constant))


def _is_whole(expr: Expr, whole: frozenset[str]) -> bool:
    for arg in expr.args:
        stack = [arg]
        while stack:
            here = stack.pop()
            if here.head in ("+", "*"):
                stack.extend(here.args)
            elif here.head == "^" and (value_of(here.args[1]) or ZERO) is not ZERO:
                stack.append(here.args[0])
            elif here.head in ("abs", "app"):
                if here.head == "app" and here.args[0].head not in whole:
                    return False
                if here.head == "abs" and not names(here) <= whole:
                    return False
            elif (value := value_of(here)) is not None:
                if value.denominator != 1:
                    return False
            elif here.args or here.head not in whole:
                return False
    return True


def _flattened(here: Expr) -> Expr | None:
    """∀ x, ∀ y and A → B → C and ∃ x, A ∧ ∃ y, B in one piece each."""
    if here.head == "→" and here.args[1].head == "→":
        inner = here.args[1]
        return implied(node("∧", *conjuncts(here.args[0]), *conjuncts(inner.args[0])), inner.args[1])
    if here.head == "∀":
        *bound, body = here.args
        if body.head == "∀":
            return Expr("∀", (*bound, *body.args))
        if body.head == "→" and body.args[1].head == "∀":
            *more, last = body.args[1].args
            inner = _flattened(implied(body.args[0], last)) or implied(body.args[0], last)
            return Expr("∀", (*bound, *more, inner))
    if here.head == "∃":
        *bound, body = here.args
        if body.head == "∃":
            return Expr("∃", (*bound, *body.args))
        parts = conjuncts(body)
        deeper = next((part for part in parts if part.head == "∃"), None)
        if deeper is not None and len(parts) > 1:
            *more, last = deeper.args
            kept = tuple(part for part in parts if part != deeper)
            return Expr("∃", (*bound, *more, node("∧", *kept, *conjuncts(last))))
    return None


def by_position(expr: Expr) -> Expr:
    """``expr`` with bound variables named after their depth, so that their names do not count."""
    return _positioned(expr, {}, 0)


def _positioned(expr: Expr, mapping: Mapping[str, str], depth: int) -> Expr:
    if not expr.args:
        return Expr(mapping[expr.head]) if expr.head in mapping else expr
    if expr.head in BINDING:
        bound = [arg for arg in expr.args[:-1] if not arg.args]
        if expr.head in ("∑", "∏", "⋃", "⋂"):
            bound = bound[:1]
        inner = {**mapping, **{arg.head: f"β{depth + i}" for i, arg in enumerate(bound)}}
        return Expr(expr.head, tuple(_positioned(arg, inner, depth + len(bound)) for arg in expr.args))
    return again(expr.head, tuple(_positioned(arg, mapping, depth) for arg in expr.args))
