"""Functions of ℕ and ℤ, with the textbook's meaning where Lean's is total by a convention."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, gcd, isqrt, lcm, perm
from typing import Any

from ..values import operations, reals
from ..values.operations import Note, show
from ..values.outcomes import Undefined, Unknown
from ..values.symbols import Symbolic
from .library import Entry, Signature
from .types import BOOL, INT, NAT, PROP, FinsetType, ListType, Type

MAX_ARGUMENT = 2000
"""Largest argument of what grows fast (factorials, Fibonacci numbers)."""
MAX_SEARCHED = 10**9
"""Largest number whose primality or divisors are computed."""


def exact(*values: Any) -> None:
    """Refuse values that stand for many, and integers beyond what is searched."""
    for value in values:
        if isinstance(value, Symbolic):
            raise Unknown("a function of a variable")


def natural(value: Any) -> int:
    """An argument of ℕ under the textbook's meaning: raises Undefined where it has left ℕ."""
    if isinstance(value, int) and value >= 0:
        return value
    if isinstance(value, int | Fraction):
        raise Undefined("a function of natural numbers outside of them")
    raise Unknown("a function of a variable")


def _small(value: int) -> int:
    if value > MAX_ARGUMENT:
        raise Unknown("a large argument")
    return value


def is_prime(number: int) -> bool:
    """Whether a natural number is prime."""
    exact(number)
    return _is_prime(number)


@lru_cache(maxsize=4096)
def _is_prime(number: int) -> bool:
    if number < 2:
        return False
    if number % 2 == 0:
        return number == 2
    if number > MAX_SEARCHED:
        raise Unknown("whether a large number is prime")
    return all(number % divisor for divisor in range(3, isqrt(number) + 1, 2))


def divisors(number: int) -> frozenset[int]:
    """The positive divisors; none of 0, as in Lean."""
    exact(number)
    if number == 0:
        return frozenset()
    found = [1]
    for prime, count in reals.factored(number).items():
        found = [one * prime**k for one in found for k in range(count + 1)]
        if len(found) > 4096:
            raise Unknown("many divisors")
    return frozenset(found)


def totient(number: int) -> int:
    """Euler's φ; φ 0 = 0."""
    exact(number)
    if number == 0:
        return 0
    result = number
    for prime in reals.factored(number):
        result -= result // prime
    return result


def fibonacci(index: int) -> int:
    """F 0 = 0, F 1 = 1."""
    exact(index)
    _small(index)
    one, two = 0, 1
    for _ in range(index):
        one, two = two, one + two
    return one


def digits(radix: int, number: int) -> tuple[int, ...]:
    """Nat.digits: least significant first; base 1 counts ones, base 0 gives the number."""
    exact(radix, number)
    if radix == 0:
        return (number,) if number else ()
    if radix == 1:
        return (1,) * _small(number)
    if number.bit_length() > reals.MAX_BITS:
        raise Unknown("many digits")
    found = []
    while number:
        number, digit = divmod(number, radix)
        found.append(digit)
    return tuple(found)


def nat_log(radix: int, number: int) -> int:
    """⌊log_radix number⌋; 0 where the textbook has none."""
    exact(radix, number)
    if radix < 2 or number < radix:
        return 0
    count, power = 0, radix
    while power <= number:
        count, power = count + 1, power * radix
    return count


def book_nat_log(note: Note, radix: Any, number: Any) -> Any:
    """The real logarithm."""
    if natural(radix) < 2 or natural(number) < 1:
        note("a logarithm that has no value is 0 in Lean")
        raise Undefined("a logarithm")
    note(f"Nat.log {radix} {number} is rounded down")
    return operations.rational(reals.log(number), reals.log(radix))


def book_nat_sqrt(note: Note, number: Any) -> Any:
    """The real root."""
    root = reals.rational_power(natural(number), Fraction(1, 2)) if number else 0
    if not isinstance(root, int):
        note(f"Nat.sqrt {number} is rounded down")
    return root


def min_fac(number: int) -> int:
    """The least prime factor; 2 of 0 and 1 of 1."""
    exact(number)
    if number == 0:
        return 2
    return 1 if number == 1 else min(reals.factored(number))


def prime_factors(number: int) -> frozenset[int]:
    """The primes that divide a number; none of 0."""
    exact(number)
    return frozenset(reals.factored(number)) if number else frozenset()


def prime_factor_list(number: int) -> tuple[int, ...]:
    """The primes with multiplicity, in order."""
    exact(number)
    return tuple(p for p, k in sorted(reals.factored(number).items()) for _ in range(k)) if number else ()


def to_nat(number: Any) -> Any:
    return number if number >= 0 else 0


def book_to_nat(note: Note, number: Any) -> Any:
    if number < 0:
        note(f"Int.toNat {show(number)} is 0")
        raise Undefined("a negative number as a natural one")
    return number


def sign(number: Any) -> int:
    return int(number > 0) - int(number < 0)


def valuation(prime: int, number: int) -> int:
    """The exponent of ``prime`` in ``number``; 0 where the textbook has none."""
    exact(prime, number)
    if prime < 2 or number == 0:
        return 0
    count = 0
    number = abs(number)
    while number % prime == 0:
        number, count = number // prime, count + 1
    return count


def book_valuation(note: Note, prime: Any, number: Any) -> Any:
    if not isinstance(prime, int) or not isinstance(number, int) or number == 0:
        note("a valuation that has no value is 0 in Lean")
        raise Undefined("the valuation of 0")
    return valuation(prime, number)


def _truncated(left: Any, right: Any) -> Any:
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left >= 0) == (right > 0) else -quotient


def _on_naturals(compute: Callable[..., Any]) -> Callable[..., Any]:
    """The textbook's version of a function that needs natural arguments."""

    def book(note: Note, *values: Any) -> Any:
        return compute(*(natural(value) for value in values))

    return book


def _bounded(compute: Callable[..., Any]) -> Callable[..., Any]:
    def lean(*values: Any) -> Any:
        exact(*values)
        for value in values:
            _small(value)
        return compute(*values)

    return lean


def _plain(compute: Callable[..., Any]) -> Callable[..., Any]:
    def lean(*values: Any) -> Any:
        exact(*values)
        return compute(*values)

    return lean


def double_factorial(number: int) -> int:
    result = 1
    while number > 1:
        result, number = result * number, number - 2
    return result


def _catalan(number: int) -> int:
    return comb(2 * number, number) // (number + 1)


def _made(
    name: str,
    arguments: tuple[Type, ...],
    result: Type,
    lean: Callable[..., Any],
    book: Callable[..., Any] | None = None,
    cause: str = "",
) -> Signature:
    if book is None and NAT in arguments:
        book = _on_naturals(lean)
    return Signature(name=name, arguments=arguments, result=result, lean=lean, book=book, cause=cause)


def congruent(modulus: Any, left: Any, right: Any) -> bool:
    """left ≡ right modulo ``modulus``; modulo 0 it is equality."""
    if operations.zero(modulus):
        return bool(left == right)
    return operations.divides(modulus, left - right)


def book_congruent(note: Note, modulus: Any, left: Any, right: Any) -> bool:
    """A modulus 0 has no meaning; fractions are congruent if their difference is a whole multiple."""
    if operations.zero(modulus):
        note("modulo 0 means equal in Lean")
        raise Undefined("a congruence modulo 0")
    return operations.book_divides(note, modulus, left - right)


def _named(name: str, compute: Callable[[Any, Any], Any], cause: str) -> Signature:
    """A division or remainder of integers whose name says how it rounds."""
    lean = _plain(compute)
    return _made(name, (INT, INT), INT, lean, operations.book_named(lean), cause)


_SIGNATURES = (
    _made("Nat.gcd", (NAT, NAT), NAT, _plain(gcd)),
    _made("Nat.lcm", (NAT, NAT), NAT, _plain(lcm)),
    _made("Nat.Coprime", (NAT, NAT), PROP, _plain(lambda a, b: gcd(a, b) == 1)),
    _made("Nat.factorial", (NAT,), NAT, _bounded(factorial)),
    _made("Nat.doubleFactorial", (NAT,), NAT, _bounded(double_factorial)),
    _made("Nat.choose", (NAT, NAT), NAT, _bounded(comb)),
    _made("Nat.descFactorial", (NAT, NAT), NAT, _bounded(perm)),
    _made("Nat.ascFactorial", (NAT, NAT), NAT, _bounded(lambda n, k: perm(n + k - 1, k) if k else 1)),
    _made("Nat.centralBinom", (NAT,), NAT, _bounded(lambda n: comb(2 * n, n))),
    _made("catalan", (NAT,), NAT, _bounded(_catalan)),
    _made("Nat.fib", (NAT,), NAT, fibonacci),
    _made("Nat.sqrt", (NAT,), NAT, _plain(isqrt), book_nat_sqrt, "wrong-function-variant"),
    _made("Nat.log", (NAT, NAT), NAT, nat_log, book_nat_log, "wrong-function-variant"),
    _made(
        "Nat.log2",
        (NAT,),
        NAT,
        lambda n: nat_log(2, n),
        lambda note, n: book_nat_log(note, 2, n),
        "wrong-function-variant",
    ),
    _made(
        "Nat.pred",
        (NAT,),
        NAT,
        lambda n: operations.nat_sub(n, 1),
        lambda note, n: operations.book_nat_sub(note, n, 1),
        "nat-sub",
    ),
    _made("Nat.succ", (NAT,), NAT, lambda n: n + 1, lambda note, n: n + 1),
    _made("Nat.sub", (NAT, NAT), NAT, operations.nat_sub, operations.book_nat_sub, "nat-sub"),
    _made("Nat.div", (NAT, NAT), NAT, operations.nat_div, operations.book_whole_div, "nat-div"),
    _made("Nat.mod", (NAT, NAT), NAT, operations.nat_mod, operations.book_mod, "mod-by-zero"),
    _made("Nat.add", (NAT, NAT), NAT, lambda a, b: a + b, lambda note, a, b: a + b),
    _made("Nat.mul", (NAT, NAT), NAT, lambda a, b: a * b, lambda note, a, b: a * b),
    _made("Nat.pow", (NAT, NAT), NAT, operations.whole_power, operations.book_pow),
    _made("Nat.dist", (NAT, NAT), NAT, lambda a, b: a - b if a >= b else b - a, lambda note, a, b: abs(a - b)),
    _made("Nat.Prime", (NAT,), PROP, is_prime),
    _made("Nat.totient", (NAT,), NAT, totient),
    _made("Nat.minFac", (NAT,), NAT, min_fac),
    _made("Nat.divisors", (NAT,), FinsetType(of=NAT), divisors),
    _made("Nat.properDivisors", (NAT,), FinsetType(of=NAT), lambda n: divisors(n) - {n}),
    _made("Nat.primeFactors", (NAT,), FinsetType(of=NAT), prime_factors),
    _made("Nat.primeFactorsList", (NAT,), ListType(of=NAT), prime_factor_list),
    _made("Nat.digits", (NAT, NAT), ListType(of=NAT), digits),
    _made("Nat.Perfect", (NAT,), PROP, lambda n: n > 0 and sum(divisors(n)) == 2 * n),
    _made("Nat.ModEq", (NAT, NAT, NAT), PROP, congruent, book_congruent, "mod-by-zero"),
    _made("Nat.size", (NAT,), NAT, _plain(int.bit_length)),
    _made("Nat.testBit", (NAT, NAT), BOOL, _bounded(lambda n, i: bool(n >> i & 1))),
    _made("Nat.isPowerOfTwo", (NAT,), PROP, _plain(lambda n: n.bit_count() == 1)),
    _made("padicValNat", (NAT, NAT), NAT, valuation, book_valuation, "undefined-valuation"),
    _made("Nat.abs_sub", (NAT, NAT), NAT, lambda a, b: abs(a - b), lambda note, a, b: abs(a - b)),
    _made("Int.gcd", (INT, INT), NAT, _plain(gcd)),
    _made("Int.lcm", (INT, INT), NAT, _plain(lcm)),
    _made("Int.natAbs", (INT,), NAT, abs),
    _made("Int.toNat", (INT,), NAT, to_nat, book_to_nat, "int-to-nat"),
    _made("Int.sign", (INT,), INT, sign),
    _made("Int.ofNat", (NAT,), INT, lambda n: n, lambda note, n: n),
    _made("Int.emod", (INT, INT), INT, operations.int_mod, operations.book_named(operations.int_mod), "mod-by-zero"),
    _made("Int.ediv", (INT, INT), INT, operations.int_div, operations.book_named(operations.int_div), "int-div-floor"),
    _named("Int.tdiv", _truncated, "int-div-floor"),
    _named("Int.tmod", lambda a, b: a - b * _truncated(a, b), "int-mod-sign"),
    _named("Int.fdiv", lambda a, b: a // b if b else 0, "int-div-floor"),
    _named("Int.fmod", lambda a, b: a % b if b else a, "int-mod-sign"),
    _made("Int.ModEq", (INT, INT, INT), PROP, congruent, book_congruent, "mod-by-zero"),
    _made("padicValInt", (NAT, INT), NAT, valuation, book_valuation, "undefined-valuation"),
    _made("Bool.not", (BOOL,), BOOL, lambda b: not b),
)
ENTRIES: dict[str, Entry] = {signature.name: signature for signature in _SIGNATURES}
for _alias, _name in {
    "Nat.primeFactorsList'": "Nat.primeFactorsList",
    "Nat.factors": "Nat.primeFactorsList",
    "Nat.Pos": "Nat.pos",
    "Int.mod": "Int.tmod",
    "Int.div": "Int.tdiv",
}.items():
    if _name in ENTRIES:
        ENTRIES[_alias] = ENTRIES[_name]
