"""Arithmetic under two meanings: Lean's total functions, and the textbook's, where junk has no value.

Each table maps a sign to a function of values. The textbook's functions take ``note`` first and call it with a sentence
where they compute something else than Lean does; they raise Undefined where the textbook gives no value. Under the
textbook's meaning a value of ℕ may leave ℕ: 2 - 5 is -3 and 1 / 2 a half.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from . import reals
from .outcomes import Undefined, Unknown
from .reals import Surd, plain
from .symbols import Symbolic

Function: TypeAlias = Callable[..., Any]
Note: TypeAlias = Callable[..., None]
"""note(sentence), note(sentence, lint) where the lint is another than the operation's own."""
MAX_EXPONENT = 4096
ZERO_POWER = "0 to a negative power is 0 in Lean"


def whole_power(base: Any, exponent: Any) -> Any:
    """base ^ exponent for exponent ≥ 0, within bounds."""
    if isinstance(base, int) and isinstance(exponent, int):
        if exponent < 0:
            raise Unknown("a negative exponent of a whole number")
        if base.bit_length() > 1 and base.bit_length() * exponent > reals.MAX_BITS:
            raise Unknown("a number with too many digits")
        return base**exponent
    if isinstance(base, Symbolic):
        return base**exponent
    if isinstance(exponent, Symbolic):
        if exponent == 0:
            return 1
        raise Unknown("a variable in an exponent")
    return reals.power(base, exponent)


def rational(top: Any, bottom: Any) -> Any:
    """top / bottom, bottom not 0."""
    if isinstance(top, int) and isinstance(bottom, int):
        return top // bottom if top % bottom == 0 else Fraction(top, bottom)
    if isinstance(top, Symbolic) or isinstance(bottom, Symbolic):
        return top / bottom
    if isinstance(top, Surd) or isinstance(bottom, Surd):
        return (
            top * reals.reciprocal(bottom) if isinstance(bottom, Surd) else top * plain(Fraction(1) / Fraction(bottom))
        )
    return plain(Fraction(top) / Fraction(bottom))


def zero(value: Any) -> bool:
    """value = 0, exactly."""
    return bool(value == 0)


# ℕ, ℕ+ and ℝ≥0: subtraction stops at the least value


def nat_sub(left: Any, right: Any) -> Any:
    return left - right if left >= right else 0


def pnat_sub(left: Any, right: Any) -> Any:
    return left - right if left > right else 1


def nat_div(left: Any, right: Any) -> Any:
    if zero(right):
        return 0
    if isinstance(left, Symbolic) and isinstance(right, int) and zero(left % right):
        return left / right
    return left // right


def nat_mod(left: Any, right: Any) -> Any:
    return left if zero(right) else left % right


# ℤ: Int.div is Euclidean, the remainder is never negative


def int_div(left: Any, right: Any) -> Any:
    if zero(right):
        return 0
    return rational(left - left % abs(right), right)


def int_mod(left: Any, right: Any) -> Any:
    return left if zero(right) else left % abs(right)


def int_pow(base: Any, exponent: Any) -> Any:
    """A power whose exponent is a natural number or, in a field, an integer: 0 ^ (-1) = 0."""
    if exponent >= 0:
        return whole_power(base, exponent)
    return 0 if zero(base) else whole_power(rational(1, base), -exponent)


# ℚ and ℝ: x / 0 = 0


def field_div(left: Any, right: Any) -> Any:
    return 0 if zero(right) else rational(left, right)


def field_inv(value: Any) -> Any:
    return 0 if zero(value) else rational(1, value)


def field_mod(left: Any, right: Any) -> Any:
    raise Unknown("a remainder in a field")


def real_pow(base: Any, exponent: Any) -> Any:
    """Real.rpow: x ^ y = exp (y log |x|) cos (π y) for x < 0, 0 ^ y = 0 for y ≠ 0."""
    if isinstance(exponent, int):
        return int_pow(base, exponent)
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        return int_pow(base, exponent.numerator)
    if base == 1:
        return 1
    if zero(base):
        return 1 if zero(exponent) else 0
    if isinstance(exponent, Fraction):
        if base > 0:
            return reals.rational_power(base, exponent)
        return reals.rational_power(-base, exponent) * reals.cos(reals.PI * exponent)
    if isinstance(exponent, Surd) and base > 0:
        return reals.exp(exponent * reals.log(base))
    raise Unknown("a real power")


def book_nat_sub(note: Note, left: Any, right: Any) -> Any:
    if left < right:
        note(f"{show(left)} - {show(right)} is cut off at 0")
    return left - right


def book_pnat_sub(note: Note, left: Any, right: Any) -> Any:
    if left <= right:
        note(f"{show(left)} - {show(right)} is cut off at 1")
    return left - right


def book_div(note: Note, left: Any, right: Any) -> Any:
    if zero(right):
        note(f"{show(left)} / 0 is 0 in Lean")
        raise Undefined("division by 0")
    return rational(left, right)


def book_whole_div(note: Note, left: Any, right: Any) -> Any:
    if zero(right):
        note(f"{show(left)} / 0 is 0 in Lean")
        raise Undefined("division by 0")
    quotient = rational(left, right)
    if not (isinstance(quotient, int | Symbolic)):
        note(f"{show(left)} / {show(right)} is rounded down")
    return quotient


def book_mod(note: Note, left: Any, right: Any) -> Any:
    if zero(right):
        note(f"{show(left)} % 0 is {show(left)} in Lean")
        raise Undefined("a remainder by 0")
    if isinstance(left, Fraction) or isinstance(right, Fraction):
        raise Unknown("a remainder of a fraction")
    if right < 0:
        note(f"{show(left)} % {show(right)} is {show(left % -right)} in Lean", "int-mod-sign")
        raise Undefined("a remainder by a negative number")
    return left % right


def book_named(compute: Function) -> Function:
    """The textbook's meaning of a division or remainder that says how it rounds (Int.tdiv): only 0 is no divisor."""

    def book(note: Note, left: Any, right: Any) -> Any:
        if zero(right):
            note(f"{show(left)} by 0 has a value in Lean")
            raise Undefined("division by 0")
        return compute(left, right)

    return book


def book_inv(note: Note, value: Any) -> Any:
    if zero(value):
        note("0⁻¹ is 0 in Lean")
        raise Undefined("the inverse of 0")
    return rational(1, value)


def book_pow(note: Note, base: Any, exponent: Any) -> Any:
    """0 ^ 0 is 1, as in combinatorics and in Lean; odd roots of negative numbers are left open."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        exponent = exponent.numerator
    if isinstance(exponent, int | Symbolic):
        if exponent >= 0:
            return whole_power(base, exponent)
        if zero(base):
            note(ZERO_POWER)
            raise Undefined("0 to a negative power")
        return whole_power(rational(1, base), -exponent)
    if base < 0:
        note(f"a fractional power of {show(base)} is cos (π y) exp (y log |x|) in Lean")
        raise Undefined("a fractional power of a negative number")
    if zero(base) and exponent < 0:
        note(ZERO_POWER)
        raise Undefined("0 to a negative power")
    return real_pow(base, exponent)


def show(value: Any) -> str:
    """A value for people."""
    if isinstance(value, Surd):
        return reals.shown(value)
    text = str(value)
    if isinstance(value, int) and len(text) > 24:
        return f"{text[:8]}…{text[-4:]} ({len(text)} digits)"
    return f"({text})" if isinstance(value, Fraction) or text.startswith("-") else text


SEMIRING: dict[str, Function] = {"+": operator.add, "*": operator.mul, "^": whole_power}
RING = SEMIRING | {"neg": operator.neg}
NAT_LEAN = SEMIRING | {"-": nat_sub, "/": nat_div, "%": nat_mod}
PNAT_LEAN = SEMIRING | {"-": pnat_sub}
INT_LEAN = RING | {"-": operator.sub, "/": int_div, "%": int_mod, "^": int_pow}
RAT_LEAN = RING | {"-": operator.sub, "/": field_div, "%": field_mod, "⁻¹": field_inv, "^": int_pow}
REAL_LEAN = RAT_LEAN | {"^": real_pow}
NNREAL_LEAN = {sign: compute for sign, compute in REAL_LEAN.items() if sign != "neg"} | {"-": nat_sub}

LEAN: dict[str, dict[str, Function]] = {
    "ℕ": NAT_LEAN,
    "ℕ+": PNAT_LEAN,
    "ℤ": INT_LEAN,
    "ℚ": RAT_LEAN,
    "ℝ": REAL_LEAN,
    "ℝ≥0": NNREAL_LEAN,
}
BOOK: dict[str, dict[str, Function]] = {
    "ℕ": {"-": book_nat_sub, "/": book_whole_div, "%": book_mod, "^": book_pow},
    "ℕ+": {"-": book_pnat_sub, "^": book_pow},
    "ℤ": {"/": book_whole_div, "%": book_mod, "^": book_pow},
    "ℚ": {"/": book_div, "⁻¹": book_inv, "^": book_pow},
    "ℝ": {"/": book_div, "⁻¹": book_inv, "^": book_pow},
    "ℝ≥0": {"-": book_nat_sub, "/": book_div, "⁻¹": book_inv, "^": book_pow},
}
"""Only where the textbook differs; the rest is Lean's."""


def divides(left: Any, right: Any) -> bool:
    """left ∣ right in ℕ or ℤ; 0 divides only 0."""
    if isinstance(left, Symbolic):
        return left.divides(right)
    if zero(right):
        return True
    if zero(left):
        return False
    return zero(right % abs(left))


def book_divides(note: Note, left: Any, right: Any) -> bool:
    """Texts that write a ∣ b mean a ≠ 0; whether 0 ∣ 0 is left to conventions."""
    if zero(left):
        raise Undefined("divisibility by 0")
    if isinstance(left, Fraction) or isinstance(right, Fraction):
        return isinstance(rational(right, left), int)
    return divides(left, right)


# Fin n and ZMod n: values 0, …, n - 1


def modular(op: str, left: Any, right: Any, modulus: int) -> Any:
    """Lean's arithmetic of Fin n (n > 0) and ZMod n; ZMod 0 is ℤ."""
    if op == "neg":
        result = -left
    elif op == "^":
        if right < 0:
            raise Unknown("a negative power modulo n")
        return pow(left, right, modulus) if modulus else whole_power(left, right)
    elif op == "+":
        result = left + right
    elif op == "-":
        result = left - right
    elif op == "*":
        result = left * right
    else:
        raise Unknown("an operation modulo n")
    return result % modulus if modulus else result


def zmod_inverse(value: int, modulus: int) -> int:
    """Lean's inverse in ZMod n: 0 where there is none (the inverse of 0 in a field; gcd-based elsewhere)."""
    try:
        return pow(value, -1, modulus)
    except ValueError:
        raise Unknown("the inverse of something that is no unit") from None
