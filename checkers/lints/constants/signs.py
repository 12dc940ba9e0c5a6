"""Signs that follow from the shape of a term: squares, norms, exponentials, sums and products of such."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.formal.ast import Apply, BigOp, Binary, IfThenElse, Name, Norm, Projection, Term, Unary
from .linear import bare, number_of
from .parity import even
from .unfold import ONE

if TYPE_CHECKING:
    from .known import Known

_POSITIVE = frozenset("exp factorial cosh pi π succ".split())
_NONNEGATIVE = frozenset(
    "sqrt norm abs dist normSq nndist natAbs card ncard infDist diam toNat toReal arccos exp cosh factorial".split()
)


def is_positive_call(name: str) -> bool:
    """Whether all values of a function of the library are positive."""
    return name.rpartition(".")[2] in _POSITIVE


def is_nonnegative_call(term: Term) -> bool:
    """Whether a term applies a function of the library whose values are all ≥ 0."""
    match term:
        case Apply(function=Name(text=text)):
            return text.rpartition(".")[2] in _NONNEGATIVE
        case Projection(field=field) | Apply(function=Projection(field=field)):
            return field in _NONNEGATIVE
        case _:
            return False


def positive_by_shape(known: Known, term: Term, depth: int) -> bool:
    """Whether a term is positive because of how it is made and what is known of its parts."""
    match term:
        case Binary(op="+", left=left, right=right):
            return (known.positive(left, depth) and known.nonnegative(right, depth)) or (
                known.nonnegative(left, depth) and known.positive(right, depth)
            )
        case Binary(op="*" | "/", left=left, right=right):
            return known.positive(left, depth) and known.positive(right, depth)
        case Binary(op="^", left=left, right=right):
            return known.positive(left, depth) or (even(known, right) and known.nonzero(left, depth))
        case Unary(op="√" | "⁻¹", operand=inner):
            return known.positive(inner, depth)
        case Unary(op="!" | "‼") | Name(text="π" | "Real.pi") | Projection(field="factorial" | "succ"):
            return True
        case Norm(kind="|" | "‖" | "‖₊", of=inner):
            return known.nonzero(inner, depth)
        case BigOp(kind="∏", body=body):
            return known.positive(body, depth)
        case IfThenElse(yes=yes, no=no):
            return known.positive(yes, depth) and known.positive(no, depth)
        case Apply(function=Name(text=text), arguments=arguments):
            return _positive_call(known, text.rpartition(".")[2], arguments, depth) or known.for_all(term, strict=True)
        case _:
            return False


def _positive_call(known: Known, name: str, arguments: tuple[Term, ...], depth: int) -> bool:
    if name in _POSITIVE:
        return True
    if not arguments:
        return False
    if name == "sqrt":
        return known.positive(arguments[-1], depth)
    if name == "max":
        return any(known.positive(one, depth) for one in arguments)
    if name == "min":
        return all(known.positive(one, depth) for one in arguments)
    if name == "log":
        return known.at_most(ONE, arguments[-1], strict=True)
    if name == "logb" and len(arguments) == 2:
        return all(known.at_most(ONE, one, strict=True) for one in arguments)
    return False


def nonnegative_by_shape(known: Known, term: Term, depth: int) -> bool:
    """Whether a term is ≥ 0 because of how it is made and what is known of its parts."""
    match term:
        case Binary(op="+" | "*" | "/" as op, left=left, right=right):
            if op == "*" and bare(left) == bare(right):
                return True
            return known.nonnegative(left, depth) and known.nonnegative(right, depth)
        case Binary(op="^", left=left, right=right):
            return even(known, right) or known.nonnegative(left, depth)
        case Unary(op="√") | Norm(kind="|" | "‖" | "‖₊" | "⌊₊" | "⌈₊"):
            return True
        case Unary(op="⁻¹", operand=inner) | Norm(kind="⌊" | "⌈", of=inner):
            return known.nonnegative(inner, depth)
        case BigOp(kind="∑" | "∏" | "∑'" | "∫" | "⨆" | "⨅", body=body):
            return known.nonnegative(body, depth)
        case IfThenElse(yes=yes, no=no):
            return known.nonnegative(yes, depth) and known.nonnegative(no, depth)
        case Binary(op="-", left=one, right=Apply(function=Name(text=text))) if number_of(one) == 1:
            return text.rpartition(".")[2] in ("sin", "cos", "tanh")
        case Apply(function=Name(text=text), arguments=arguments):
            if is_nonnegative_call(term) or is_positive_call(text):
                return True
            if text == "max":
                return any(known.nonnegative(one, depth) for one in arguments)
            if text == "min":
                return all(known.nonnegative(one, depth) for one in arguments)
            if text.rpartition(".")[2] == "log" and arguments:
                return known.at_most(ONE, arguments[-1])
            return known.for_all(term, strict=False)
        case _:
            return is_nonnegative_call(term)
