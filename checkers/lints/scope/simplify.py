"""What a proposition comes down to under Lean's laws that need no search: x ∣ 0, a ^ 0 = 1, 0 * x = 0, p → p.

Every rule holds in Lean for all values, so that True and False are to be believed; anything else is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ....core.formal.ast import (
    Apply,
    Ascription,
    Binary,
    Binder,
    Congruence,
    Lambda,
    Name,
    Norm,
    Numeral,
    Projection,
    Quantifier,
    SetLit,
    Term,
    Unary,
)
from .bound import Bound
from .names import mapped, replaced
from .types import bound_by, leaf_type, number_type, type_of_name

TRUE, FALSE = Name(text="True"), Name(text="False")
_DEPTH = 60
_MAX_NUMBER = 10**9
_INHABITED_NUMBERS = frozenset(("ℕ", "ℤ", "ℚ", "ℝ", "ℂ", "ℕ+"))


def simplified(term: Term, names: Mapping[str, Bound], depth: int = 0) -> Term:
    """``term`` with the laws applied from the inside out; TRUE or FALSE where they settle it."""
    if depth > _DEPTH:
        return term
    match term:
        case Quantifier(kind=kind, binders=binders, body=body) if kind in ("∀", "∃"):
            inner = simplified(_collapsed(binders, body), bound_by(names, binders, kind), depth + 1)
            if kind == "∀" and inner == TRUE:
                return TRUE
            if kind == "∃" and inner == FALSE:
                return FALSE
            if inner in (TRUE, FALSE) and all(_is_inhabited(binder) for binder in binders):
                return inner
            if kind == "∃" and inner == TRUE and all(_has_member(binder, names) for binder in binders):
                return TRUE
            return mapped(term, lambda part: inner if part is body else part)  # type: ignore[no-any-return]
        case Binary(op="∧" | "∨" | "→" | "↔" as op, left=left, right=right):
            a, b = simplified(left, names, depth + 1), simplified(right, names, depth + 1)
            return _connected(op, a, b)
        case Unary(op="¬", operand=inner):
            value = simplified(inner, names, depth + 1)
            return FALSE if value == TRUE else TRUE if value == FALSE else Unary(op="¬", operand=value)
        case Quantifier():
            return term
        case _:
            made = mapped(term, lambda part: simplified(part, names, depth + 1), keep=("binders",))
            return _law(made, names)


def _collapsed(binders: tuple[Binder, ...], body: Term) -> Term:
    """∀ a b : ⊥ over the trivial subgroup: all variables are equal there."""
    for binder in binders:
        if binder.type == Name(text="⊥") and len(binder.names) > 1:
            first = Name(text=binder.names[0])
            body = replaced(body, dict.fromkeys(binder.names[1:], first))
    return body


def _is_inhabited(binder: Binder) -> bool:
    return binder.domain is None and number_type(binder.type) in _INHABITED_NUMBERS


def _has_member(binder: Binder, names: Mapping[str, Bound]) -> bool:
    if binder.type is None and binder.domain is None:
        return all(
            number_type(type_of_name(name, bound_by(names, (binder,), "∃"))) in _INHABITED_NUMBERS
            for name in binder.names
        )
    return _is_inhabited(binder)


def _connected(op: str, a: Term, b: Term) -> Term:
    if op == "∧":
        if FALSE in (a, b):
            return FALSE
        return b if a == TRUE else a if b == TRUE else Binary(op=op, left=a, right=b)
    if op == "∨":
        if TRUE in (a, b):
            return TRUE
        return b if a == FALSE else a if b == FALSE else Binary(op=op, left=a, right=b)
    if op == "→":
        if a in (FALSE, b) or b == TRUE:
            return TRUE
        return b if a == TRUE else Binary(op=op, left=a, right=b)
    if a == b:
        return TRUE
    if a == TRUE:
        return b
    return a if b == TRUE else Binary(op=op, left=a, right=b)


def _law(term: Term, names: Mapping[str, Bound]) -> Term:
    match term:
        case Binary(op="+" | "-" | "*" | "/" | "^" | "%"):
            return _arithmetic(term, names)
        case Binary(op=op, left=left, right=right):
            return _relation(op, left, right, term, names)
        case Congruence(left=left, right=right):
            return TRUE if left == right else term
        case Unary(op="-", operand=inner) if _number(inner) == 0:
            return inner
        case Norm(kind="|" | "‖", of=inner) if _number(inner) == 0:
            return _numeral(0)
        case Ascription(term=Numeral() as inner):
            return inner
        case Unary(op="↑", operand=Numeral() as inner):
            return inner
        case Apply(function=Name(text=text), arguments=(Lambda(body=body),)):
            constant = text.endswith(("atTop.limsup", "atTop.liminf")) and isinstance(body, Numeral)
            return body if constant else term
        case Apply(function=Name(text=text), arguments=(Lambda(body=body), Name(text=along))):
            constant = along.endswith("atTop") and isinstance(body, Numeral)
            return body if constant and text.rpartition(".")[2] in ("limsup", "liminf") else term
        case Projection(of=Name(text="⊥" | "⊤"), field="Normal" | "Characteristic"):
            return TRUE
        case Apply(function=Name(text="Subgroup.Normal" | "Normal"), arguments=(Name(text="⊥" | "⊤"),)):
            return TRUE
        case Apply(function=Name(text="Even"), arguments=(one,)) if _number(one) == 0:
            return TRUE
        case Apply(function=Name(text="Nonempty"), arguments=(Apply(function=Name(text="Sylow")),)):
            return TRUE
        case Apply(function=Name(text="Set.Countable" | "Set.Finite" | "IsOpen" | "IsClosed"), arguments=(one,)):
            return TRUE if one == Name(text="∅") else term
        case Projection(of=Name(text="∅"), field="Countable" | "Finite"):
            return TRUE
        case _:
            return term


def _relation(op: str, left: Term, right: Term, term: Term, names: Mapping[str, Bound]) -> Term:
    a, b = _number(left), _number(right)
    if a is not None and b is not None:
        return _compared(op, a, b, term)
    if op in ("=", "≤", "≥", "⊆", "⊇") and left == right:
        return TRUE
    if op in ("≠", "<", ">") and left == right:
        return FALSE
    if op == "∣" and (b == 0 or a == 1):
        return TRUE
    if op == "⊆" and (left == Name(text="∅") or right == Name(text="Set.univ")):
        return TRUE
    if op == "∈" and right in (Name(text="∅"), SetLit(items=())):
        return FALSE
    if op == "∈" and right in (Name(text="Set.univ"), Name(text="⊤")):
        return TRUE
    if op == "≤" and (left == Name(text="⊥") or right == Name(text="⊤")):
        return TRUE
    if op == "≥" and (right == Name(text="⊥") or left == Name(text="⊤")):
        return TRUE
    if op in ("≤", "≥"):
        low, high = (left, right) if op == "≤" else (right, left)
        if _number(low) == 0 and _is_nonnegative(high, names):
            return TRUE
    if op in ("<", ">"):
        low, high = (left, right) if op == "<" else (right, left)
        if _number(high) == 0 and leaf_type(low, names) == "ℕ":
            return FALSE
    return term


def _is_nonnegative(term: Term, names: Mapping[str, Bound]) -> bool:
    match term:
        case Norm(kind="|" | "‖"):
            return True
        case _:
            return leaf_type(term, names) == "ℕ"


def _compared(op: str, a: Fraction, b: Fraction, term: Term) -> Term:
    answer: bool | None = {"=": a == b, "≠": a != b, "<": a < b, "≤": a <= b, ">": a > b, "≥": a >= b}.get(op)
    if op == "∣" and a.denominator == 1 and b.denominator == 1:
        answer = b == 0 if a == 0 else (b / a).denominator == 1
    return term if answer is None else TRUE if answer else FALSE


def _arithmetic(term: Binary, names: Mapping[str, Bound]) -> Term:
    a, b, op = _number(term.left), _number(term.right), term.op
    if op == "+":
        if a == 0:
            return term.right
        if b == 0:
            return term.left
        return _numeral(a + b) if a is not None and b is not None and _small(a, b) else term
    if op == "*":
        if a == 0 or b == 0:
            return _numeral(0) if leaf_type(term, names) or _plain(term) else term
        if a == 1:
            return term.right
        if b == 1:
            return term.left
        return _numeral(a * b) if a is not None and b is not None and _small(a, b) else term
    if op == "^":
        if b == 0:
            return _numeral(1)
        if b == 1:
            return term.left
        if a == 0 and b is not None and b > 0:
            return _numeral(0)
        return _numeral(1) if a == 1 else term
    if op == "-":
        if b == 0:
            return term.left
        return _numeral(0) if term.left == term.right else term
    if op == "/":
        return _numeral(0) if a == 0 else term.left if b == 1 else term
    return term


def _plain(term: Binary) -> bool:
    """0 · x of unknown type: a product in any ring or monoid with zero; with •, it would be another sign."""
    return True


def _number(term: Term) -> Fraction | None:
    match term:
        case Numeral(value=value):
            return value
        case Unary(op="-", operand=Numeral(value=value)):
            return -value
        case Ascription(term=inner) | Unary(op="↑", operand=inner):
            return _number(inner)
        case _:
            return None


def _small(a: Fraction, b: Fraction) -> bool:
    return abs(a) < _MAX_NUMBER and abs(b) < _MAX_NUMBER


def _numeral(value: Fraction | int) -> Term:
    value = Fraction(value)
    if value < 0:
        return Unary(op="-", operand=_numeral(-value))
    return Numeral(text=str(value), value=value)
