"""Divisibility and parity from the facts in scope."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ....core.formal.ast import Apply, Binary, Congruence, Name, Term
from .linear import bare, factors, form_of, number_of
from .unfold import TWO, says_prime

if TYPE_CHECKING:
    from .known import Known

_MAX_DEPTH = 12


def divides(known: Known, divisor: Term, number: Term) -> bool:
    """Whether divisor ∣ number is known."""
    a, b = number_of(divisor), number_of(number)
    if a is not None and b is not None:
        return a != 0 and (b / a).denominator == 1
    divisor, number = bare(divisor), bare(number)
    if divisor == number or divisor in factors(number) or any(_says(fact, divisor, number) for fact in known.facts):
        return True
    if a == 2 and even(known, number):
        return True
    parts = factors(number)
    return len(parts) > 1 and any(divides(known, divisor, part) for part in parts)


def _says(fact: Term, divisor: Term, number: Term) -> bool:
    match fact:
        case Binary(op="∣", left=left, right=right):
            return bare(left) == divisor and bare(right) == number
        case Binary(op="=", left=Binary(op="%", left=left, right=right), right=rest) if number_of(rest) == 0:
            return bare(left) == number and bare(right) == divisor
        case Binary(op="=", left=left, right=right):
            return any(
                bare(one) == number and divisor in factors(other) for one, other in ((left, right), (right, left))
            )
        case Congruence(left=left, right=right, modulus=modulus) if bare(modulus) == divisor:
            return any(bare(one) == number and number_of(rest) == 0 for one, rest in ((left, right), (right, left)))
        case _:
            return False


def even(known: Known, term: Term, depth: int = 0) -> bool:
    """Whether 2 ∣ term is known."""
    number = number_of(term)
    if number is not None:
        return number.denominator == 1 and number.numerator % 2 == 0
    if depth > _MAX_DEPTH:
        return False
    term = bare(term)
    if any(_says_parity(fact, "Even", term) or _says(fact, TWO, term) for fact in known.facts):
        return True
    match term:
        case Binary(op="*", left=left, right=right):
            return even(known, left, depth + 1) or even(known, right, depth + 1) or _consecutive(left, right)
        case Binary(op="+" | "-", left=left, right=right):
            if odd(known, left, depth + 1) and odd(known, right, depth + 1):
                return True
            return even(known, left, depth + 1) and even(known, right, depth + 1)
        case Binary(op="^", left=left, right=right):
            return even(known, left, depth + 1) and (number_of(right) or 0) >= 1
        case _:
            return False


def odd(known: Known, term: Term, depth: int = 0) -> bool:
    """Whether a number is known to be odd; a prime other than 2 is."""
    number = number_of(term)
    if number is not None:
        return number.denominator == 1 and number.numerator % 2 == 1
    if depth > _MAX_DEPTH:
        return False
    term = bare(term)
    if any(_says_parity(fact, "Odd", term) for fact in known.facts):
        return True
    match term:
        case Binary(op="^", left=left):
            return odd(known, left, depth + 1)
        case Binary(op="*", left=left, right=right):
            return odd(known, left, depth + 1) and odd(known, right, depth + 1)
        case _:
            prime = any(says_prime(fact, term) for fact in known.facts)
            return prime and (known.unequal(term, TWO) or known.at_most(TWO, term, strict=True))


def _says_parity(fact: Term, word: str, term: Term) -> bool:
    match fact:
        case Apply(function=Name(text=text), arguments=(one,)):
            return text == word and bare(one) == term
        case Binary(op="=", left=Binary(op="%", left=left, right=right), right=rest):
            wanted = 1 if word == "Odd" else 0
            return bare(left) == term and number_of(right) == 2 and number_of(rest) == wanted
        case _:
            return False


def _consecutive(left: Term, right: Term) -> bool:
    """n * (n + 1), n * (n - 1): one of the two is even."""
    difference = form_of(left).plus(form_of(right), Fraction(-1))
    return not difference.terms and difference.constant.denominator == 1 and difference.constant.numerator % 2 == 1
