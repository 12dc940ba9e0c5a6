"""Functions of ℝ and ℚ: exact where they have a normal form, undefined in the textbook where Lean gives junk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..values import operations, reals
from ..values.operations import Note, show
from ..values.outcomes import Undefined, Unknown
from ..values.reals import Surd
from .library import Entry, Signature
from .library_integers import exact
from .types import INT, NAT, NNREAL, PROP, RAT, REAL


def _real(value: Any) -> Any:
    exact(value)
    return value


def sqrt(value: Any) -> Any:
    """√x, 0 for x ≤ 0."""
    return reals.rational_power(value, Fraction(1, 2)) if _real(value) > 0 else 0


def book_sqrt(note: Note, value: Any) -> Any:
    if value < 0:
        note(f"√{show(value)} is 0 in Lean")
        raise Undefined("the root of a negative number")
    return sqrt(value)


def log(value: Any) -> Any:
    """Real.log x = log |x|, and log 0 = 0."""
    if operations.zero(_real(value)):
        return 0
    return reals.log(abs(value))


def book_log(note: Note, value: Any) -> Any:
    if value <= 0:
        note(f"log {show(value)} is log |{show(value)}| in Lean, and log 0 is 0")
        raise Undefined("the logarithm of a number that is not positive")
    return log(value)


def logb(base: Any, value: Any) -> Any:
    """log x / log b, with x / 0 = 0."""
    return operations.field_div(log(value), log(base))


def book_logb(note: Note, base: Any, value: Any) -> Any:
    if value <= 0 or base <= 0 or base == 1:
        note(f"logb {show(base)} {show(value)} is log {show(value)} / log {show(base)} in Lean, whatever these are")
        raise Undefined("a logarithm that has no value")
    return logb(base, value)


def tan(value: Any) -> Any:
    """sin x / cos x, with x / 0 = 0."""
    return operations.field_div(reals.sin(_real(value)), reals.cos(value))


def book_tan(note: Note, value: Any) -> Any:
    return operations.book_div(note, reals.sin(_real(value)), reals.cos(value))


def _inverse_sine(value: Any) -> Any:
    """arcsin at its exact values; -π/2 and π/2 outside of [-1, 1]."""
    half = Fraction(1, 2)
    if _real(value) >= 1:
        return reals.PI * half
    if value <= -1:
        return reals.PI * -half
    known = {half: Fraction(1, 6), -half: Fraction(-1, 6), Fraction(0): Fraction(0)}
    if not isinstance(value, Surd) and Fraction(value) in known:
        return reals.PI * known[Fraction(value)]
    raise Unknown("an inverse sine")


def _book_inverse_sine(note: Note, value: Any) -> Any:
    if value > 1 or value < -1:
        note(f"arcsin {show(value)} is ±π/2 in Lean")
        raise Undefined("the inverse sine of a number outside of [-1, 1]")
    return _inverse_sine(value)


def _inverse_cosine(value: Any) -> Any:
    return reals.PI * Fraction(1, 2) - _inverse_sine(value)


def _book_inverse_cosine(note: Note, value: Any) -> Any:
    if value > 1 or value < -1:
        note(f"arccos {show(value)} is 0 or π in Lean")
        raise Undefined("the inverse cosine of a number outside of [-1, 1]")
    return _inverse_cosine(value)


def floor(value: Any) -> int:
    return reals.floor(_real(value))


def ceil(value: Any) -> int:
    return -reals.floor(-_real(value))


def nat_floor(value: Any) -> int:
    """⌊x⌋₊, 0 for x < 0."""
    return max(0, floor(value))


def book_nat_floor(note: Note, value: Any) -> int:
    found = floor(value)
    if found < 0:
        note(f"the floor of {show(value)} as a natural number is 0")
    return found


def nat_ceil(value: Any) -> int:
    """⌈x⌉₊, 0 for x < 0."""
    return max(0, ceil(value))


def book_nat_ceil(note: Note, value: Any) -> int:
    found = ceil(value)
    if found < 0:
        note(f"the ceiling of {show(value)} as a natural number is 0")
    return found


def fract(value: Any) -> Any:
    return value - floor(value)


def rounded(value: Any) -> int:
    """The nearest integer, halves up."""
    return floor(value + Fraction(1, 2))


_SIGNATURES = (
    Signature(name="Real.sqrt", arguments=(REAL,), result=REAL, lean=sqrt, book=book_sqrt, cause="sqrt-negative"),
    Signature(name="NNReal.sqrt", arguments=(NNREAL,), result=NNREAL, lean=sqrt),
    Signature(name="Real.log", arguments=(REAL,), result=REAL, lean=log, book=book_log, cause="log-nonpositive"),
    Signature(
        name="Real.logb", arguments=(REAL, REAL), result=REAL, lean=logb, book=book_logb, cause="log-nonpositive"
    ),
    Signature(name="Real.exp", arguments=(REAL,), result=REAL, lean=lambda x: reals.exp(_real(x))),
    Signature(name="Real.sin", arguments=(REAL,), result=REAL, lean=lambda x: reals.sin(_real(x))),
    Signature(name="Real.cos", arguments=(REAL,), result=REAL, lean=lambda x: reals.cos(_real(x))),
    Signature(name="Real.tan", arguments=(REAL,), result=REAL, lean=tan, book=book_tan, cause="div-by-zero"),
    Signature(
        name="Real.arcsin",
        arguments=(REAL,),
        result=REAL,
        lean=_inverse_sine,
        book=_book_inverse_sine,
        cause="arcsin-out-of-range",
    ),
    Signature(
        name="Real.arccos",
        arguments=(REAL,),
        result=REAL,
        lean=_inverse_cosine,
        book=_book_inverse_cosine,
        cause="arcsin-out-of-range",
    ),
    Signature(
        name="Real.rpow",
        arguments=(REAL, REAL),
        result=REAL,
        lean=operations.real_pow,
        book=operations.book_pow,
        cause="rpow-negative-base",
    ),
    Signature(name="Real.pi", arguments=(), result=REAL, lean=lambda: reals.PI),
    Signature(name="Int.floor", arguments=(REAL,), result=INT, lean=floor),
    Signature(name="Int.ceil", arguments=(REAL,), result=INT, lean=ceil),
    Signature(name="Int.fract", arguments=(REAL,), result=REAL, lean=fract),
    Signature(name="round", arguments=(REAL,), result=INT, lean=rounded),
    Signature(
        name="Nat.floor", arguments=(REAL,), result=NAT, lean=nat_floor, book=book_nat_floor, cause="floor-negative"
    ),
    Signature(
        name="Nat.ceil", arguments=(REAL,), result=NAT, lean=nat_ceil, book=book_nat_ceil, cause="floor-negative"
    ),
    Signature(name="Irrational", arguments=(REAL,), result=PROP, lean=lambda x: reals.irrational(_real(x))),
    Signature(name="Rat.num", arguments=(RAT,), result=INT, lean=lambda q: _real(q).numerator),
    Signature(name="Rat.den", arguments=(RAT,), result=NAT, lean=lambda q: _real(q).denominator),
    Signature(name="Rat.floor", arguments=(RAT,), result=INT, lean=floor),
    Signature(name="Real.toNNReal", arguments=(REAL,), result=NNREAL, lean=lambda x: x if x >= 0 else 0),
)
ENTRIES: dict[str, Entry] = {
    **{signature.name: signature for signature in _SIGNATURES},
    "π": next(signature for signature in _SIGNATURES if signature.name == "Real.pi"),
    "Real.nnabs": Signature(name="Real.nnabs", arguments=(REAL,), result=NNREAL, lean=abs),
}
