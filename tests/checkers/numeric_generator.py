"""Random claims with the outcomes that may be given, decided apart from the checker: fractions, integers, mpmath.

Each family is a function from a random generator to (text, accepted outcomes). Every trap that the grammar knows has a
family. Where two readings of a text differ in truth, only "inconclusive" is accepted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

import mpmath

PASSED, REFUTED, OPEN = "passed", "refuted", "inconclusive"
DIGITS = 200


class Made(NamedTuple):
    """A claim and the outcomes that are right for it."""

    text: str
    accepted: frozenset[str]


Family: TypeAlias = Callable[[Random], Made]
FAMILIES: dict[str, Family] = {}


def family(function: Family) -> Family:
    """Register a family under its name."""
    FAMILIES[function.__name__] = function
    return function


def claims(seed: int, each: int) -> Iterator[tuple[str, Made]]:
    """``each`` claims of every family, reproducible from ``seed``."""
    for name, make in FAMILIES.items():
        rng = Random(f"{seed} {name}")
        for _ in range(each):
            yield name, make(rng)


def truth(*readings: bool) -> frozenset[str]:
    """The outcome under all readings, or inconclusive where they differ."""
    if len(set(readings)) > 1:
        return frozenset((OPEN,))
    return frozenset((PASSED if readings[0] else REFUTED,))


def unknown() -> frozenset[str]:
    """No outcome may be given."""
    return frozenset((OPEN,))


RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": lambda a, b: a == b,
    r"\neq": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    r"\leq": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
}


def shown(value: Fraction, rng: Random) -> str:
    """An exact numeral for a fraction, in one of several notations."""
    if value.denominator == 1:
        return str(value) if value >= 0 or rng.random() < 0.5 else f"({value})"
    sign, over, under = "-" if value < 0 else "", abs(value.numerator), value.denominator
    return f"{sign}{over}/{under}" if rng.random() < 0.4 else rf"{sign}\frac{{{over}}}{{{under}}}"


def near(value: Fraction, rng: Random) -> Fraction:
    """The value itself, or one close to it, half of the time each."""
    if rng.random() < 0.5:
        return value
    return value + Fraction(rng.choice((-2, -1, 1, 2)), rng.choice((1, 1, 1, 2, 3, 10)))


def _related(left: str, value: Fraction, rng: Random) -> Made:
    """``left`` compared with a numeral."""
    other = near(value, rng)
    relation = rng.choice(("=", "=", "=", *RELATIONS))
    return Made(f"{left} {relation} {shown(other, rng)}", truth(RELATIONS[relation](value, other)))


# ---- arithmetic


def expression(rng: Random, depth: int) -> tuple[str, Fraction, bool]:
    """(text, value, whether it needs no brackets as an operand); no division by zero in it."""
    if depth == 0:
        kind = rng.randrange(3)
        if kind == 0:
            places = rng.randint(1, 3)
            number = rng.randrange(1, 5_000)
            text = f"{number // 10**places}.{number % 10**places:0{places}d}"
            if places == 3:  # 1.250 may have its point between thousands
                text += "0"
            return text, Fraction(number, 10**places), True
        number = rng.randrange(0, 60)
        return str(number), Fraction(number), True
    left, right = expression(rng, depth - 1), expression(rng, rng.randrange(depth))
    one, two = (part[0] if part[2] else f"({part[0]})" for part in (left, right))
    operator = rng.choice(("+", "-", "*", r"\cdot", "×", "/", "frac", "^"))
    if operator == "+":
        return f"{one} + {two}", left[1] + right[1], False
    if operator == "-":
        return f"{one} - {two}", left[1] - right[1], False
    if operator == "/" and right[1]:
        return f"{one} / {two}", left[1] / right[1], False
    if operator == "frac" and right[1]:
        return rf"\frac{{{left[0]}}}{{{right[0]}}}", left[1] / right[1], True
    if operator == "^":
        exponent = rng.randrange(1, 4)
        return f"({left[0]})^{{{exponent}}}", left[1] ** exponent, False
    sign = operator if operator in ("*", r"\cdot", "×") else "·"
    return f"{one} {sign} {two}", left[1] * right[1], False


@family
def rational(rng: Random) -> Made:
    text, value, _ = expression(rng, rng.randint(1, 3))
    return _related(text, value, rng)


@family
def precedence(rng: Random) -> Made:
    a, b, c = (rng.randint(2, 9) for _ in range(3))
    text, value = rng.choice(
        (
            (f"{a} + {b} * {c}", a + b * c),
            (f"{a} - {b} - {c}", a - b - c),
            (f"{a} * {b} - {c}^2", a * b - c * c),
            (f"-{a}^2 + {b}", b - a * a),
            (f"(-{a})^2 - {b}·{c}", a * a - b * c),
            (f"{a} - -{b} + -{c}", a + b - c),
            (f"-(-(-{a})) + {b}", b - a),
            (f"2^{a % 3 + 1}^{b % 3 + 1}", 2 ** ((a % 3 + 1) ** (b % 3 + 1))),
            (f"{a}({b} + {c})", a * (b + c)),
            (f"({a})({b}) - {c}", a * b - c),
            (f"({a} + {b})({c} - {a})", (a + b) * (c - a)),
        )
    )
    return _related(text, Fraction(value), rng)


@family
def decimals(rng: Random) -> Made:
    whole, tenths = rng.randint(2, 900), rng.randint(11, 99)
    value = Fraction(whole * tenths, 10)
    wrong = rng.random() < 0.5
    stated = value + (Fraction(rng.choice((-1, 1)), 10) if wrong else 0)
    digits = f"{stated.numerator // stated.denominator}.{stated * 10 % 10}" if stated.denominator > 1 else str(stated)
    return Made(f"{whole} * {tenths // 10}.{tenths % 10} = {digits}", truth(not wrong))


@family
def repeating(rng: Random) -> Made:
    fixed, period = str(rng.randrange(0, 100)) if rng.random() < 0.5 else "", str(rng.randrange(1, 1000))
    value = Fraction(int(fixed or 0), 10 ** len(fixed)) + Fraction(
        int(period), (10 ** len(period) - 1) * 10 ** len(fixed)
    )
    stated = near(value, rng)
    product = Fraction(int(fixed or 0), 10 ** len(fixed)) * int(period)
    if rng.random() < 0.3 and fixed:  # 0.5(6): a period, or a factor
        return Made(f"0.{fixed}({period}) = {shown(stated, rng)}", truth(value == stated, product == stated))
    return Made(rf"0.{fixed}\overline{{{period}}} = {shown(stated, rng)}", truth(value == stated))


@family
def thousands(rng: Random) -> Made:
    one, two = rng.randrange(1_000, 900_000), rng.randrange(1_000, 900_000)
    stated = one + two + rng.choice((0, 0, 0, 1, -10))
    separator = rng.choice((",", " ", "{,}", r"\,"))
    written = [f"{number:,}".replace(",", separator) for number in (one, two, stated)]
    return Made(f"{written[0]} + {written[1]} = {written[2]}", truth(stated == one + two))


@family
def mixed_fractions(rng: Random) -> Made:
    whole, under = rng.randint(1, 9), rng.randint(2, 9)
    over = rng.randint(1, under - 1)
    part = Fraction(over, under)
    stated = rng.choice((whole + part, whole * part, whole + part + 1))
    text = rf"{whole}\frac{{{over}}}{{{under}}}" if rng.random() < 0.6 else f"{whole} {over}/{under}"
    return Made(f"{text} = {shown(stated, rng)}", truth(whole + part == stated, whole * part == stated))


@family
def slash_and_bracket(rng: Random) -> Made:
    a, b, c = rng.randint(2, 60), rng.randint(2, 9), rng.randint(2, 9)
    near_, far = Fraction(a, b) * c, Fraction(a, b * c)
    stated = rng.choice((near_, far, near_ + 1))
    return Made(f"{a}/{b}({c}) = {shown(stated, rng)}", truth(near_ == stated, far == stated))


# ---- integers


@family
def exclamation(rng: Random) -> Made:
    n = rng.randint(2, 9)
    stated = rng.choice((math.factorial(n), math.factorial(n) + 1, n, n + 1))
    if rng.random() < 0.3:
        return Made(f"{n} != {stated}", truth(n != stated))
    if math.factorial(n) == stated:
        return Made(f"{n}!={stated}", frozenset((PASSED,)))
    return Made(f"{n}!={stated}", frozenset((REFUTED, OPEN)))  # never passed: the factorial is meant, or it is open


@family
def chains(rng: Random) -> Made:
    value = rng.randint(5, 60)
    members, holds = [], True
    for i in range(rng.randint(3, 7)):
        part = rng.randint(1, value)
        if i and rng.random() < 0.12:
            value, holds = value + rng.choice((-1, 1, 2)), False
        members.append(rng.choice((f"{part} + {value - part}", f"{value}", f"{2 * value}/2", f"({value})")))
    return Made(" = ".join(members), truth(holds))


@family
def ordered_chains(rng: Random) -> Made:
    numbers = [rng.randint(0, 12) for _ in range(rng.randint(3, 5))]
    text, holds = str(numbers[0]), True
    for a, b in pairwise(numbers):
        relation = rng.choice(("<", "≤", "=")) if rng.random() < 0.7 else rng.choice((">", "≥"))
        holds &= {"<": a < b, "≤": a <= b, "=": a == b, ">": a > b, "≥": a >= b}[relation]
        text += f" {relation} {b}"
    return Made(text, truth(holds))


@family
def congruences(rng: Random) -> Made:
    base, exponent, modulus = rng.randint(-40, 400), rng.randint(1, 400), rng.randint(2, 300)
    rest = pow(base, exponent, modulus)
    stated = rest + rng.choice((0, 0, modulus, -modulus, 1, -1))
    written = f"({base})^{{{exponent}}}"
    text = rng.choice(
        (
            rf"{written} \equiv {stated} \pmod{{{modulus}}}",
            f"{written} ≡ {stated} (mod {modulus})",
            rf"{written} \equiv {stated} \mod {modulus}",
        )
    )
    return Made(text, truth((rest - stated) % modulus == 0))


@family
def towers(rng: Random) -> Made:
    a, b, c, modulus = rng.randint(2, 12), rng.randint(2, 9), rng.randint(2, 9), rng.randint(2, 60)
    rest = pow(a, b**c, modulus)
    stated = rest + rng.choice((0, 0, 1))
    return Made(rf"{a}^{{{b}^{{{c}}}}} \equiv {stated} \pmod{{{modulus}}}", truth((rest - stated) % modulus == 0))


@family
def inverses(rng: Random) -> Made:
    number, modulus = rng.randint(2, 40), rng.randint(2, 40)
    if math.gcd(number, modulus) > 1:
        return Made(rf"\frac{{1}}{{{number}}} \equiv 1 \pmod{{{modulus}}}", unknown())
    inverse = pow(number, -1, modulus)
    stated = inverse + rng.choice((0, modulus, 1))
    return Made(
        rf"\frac{{1}}{{{number}}} \equiv {stated} \pmod {{{modulus}}}", truth((inverse - stated) % modulus == 0)
    )


@family
def remainders(rng: Random) -> Made:
    number, modulus = rng.randint(0, 3_000), rng.randint(2, 50)
    stated = number % modulus + rng.choice((0, 0, 1, -1))
    sign = rng.choice(("mod", r"\bmod"))
    return Made(f"{number} {sign} {modulus} = {stated}", truth(number % modulus == stated))


@family
def divisibility(rng: Random) -> Made:
    divisor, number = rng.randint(1, 30), rng.randint(1, 900)
    divides = number % divisor == 0
    text, said = rng.choice(
        (
            (rf"{divisor} \mid {number}", True),
            (f"{divisor} | {number}", True),
            (rf"{divisor} \nmid {number}", False),
            (f"{divisor} divides {number}", True),
            (f"{divisor} does not divide {number}", False),
            (f"{number} is divisible by {divisor}", True),
            (f"{number} is not divisible by {divisor}", False),
            (f"{number} is a multiple of {divisor}", True),
            (f"{divisor} is a divisor of {number}", True),
        )
    )
    return Made(text, truth(divides is said))


@family
def common_divisors(rng: Random) -> Made:
    numbers = [rng.randint(1, 400) for _ in range(rng.randint(2, 4))]
    listed = ", ".join(map(str, numbers))
    if rng.random() < 0.5:
        return _related(rf"\gcd({listed})", Fraction(math.gcd(*numbers)), rng)
    return _related(f"lcm({listed})", Fraction(math.lcm(*numbers)), rng)


@family
def binomials(rng: Random) -> Made:
    n, k = rng.randint(0, 40), rng.randint(0, 42)
    text = rng.choice((rf"\binom{{{n}}}{{{k}}}", f"binom({n}, {k})", f"{{{n} \\choose {k}}}"))
    return _related(text, Fraction(math.comb(n, k)), rng)


@family
def factorials(rng: Random) -> Made:
    n, k = rng.randint(0, 25), rng.randint(0, 12)
    value = Fraction(math.factorial(n), math.factorial(k))
    return _related(rf"\frac{{{n}!}}{{{k}!}}", value, rng)


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


@family
def properties(rng: Random) -> Made:
    n = rng.randint(0, 400) if rng.random() < 0.7 else rng.randint(1, 40) ** rng.choice((2, 3))
    square = math.isqrt(n) ** 2 == n
    cube = any(root**3 == n for root in range(20 * 20))
    text, holds = rng.choice(
        (
            ("is prime", _is_prime(n)),
            ("is not prime", not _is_prime(n)),
            ("is composite", n > 1 and not _is_prime(n)),
            ("is even", n % 2 == 0),
            ("is odd", n % 2 == 1),
            ("is a perfect square", square),
            ("is not a perfect square", not square),
            ("is a perfect cube", cube),
        )
    )
    return Made(f"{n} {text}", truth(holds))


@family
def other_bases(rng: Random) -> Made:
    base, number = rng.randint(2, 9), rng.randint(1, 500)
    digits, rest = "", number
    while rest:
        digits, rest = str(rest % base) + digits, rest // base
    stated = number + rng.choice((0, 0, 1))
    if stated == number:
        return Made(f"{digits}_{base} = {stated}", frozenset((PASSED,)))
    return Made(f"{digits}_{base} = {stated}", frozenset((REFUTED, OPEN)))


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@family
def superscripts(rng: Random) -> Made:
    base, power = rng.randint(2, 20), rng.randint(0, 30)
    text = rng.choice((f"{base}{str(power).translate(SUPERSCRIPTS)}", f"{base}^{power}", f"{base}**{power}"))
    stated = base**power + rng.choice((0, 0, 1, -1))
    return Made(f"{text} = {stated}", truth(stated == base**power))


@family
def powers_compared(rng: Random) -> Made:
    a, b = rng.randint(2, 12), rng.randint(2, 12)
    m = rng.randint(2, 200)
    n = max(1, round(m * math.log(a) / math.log(b)) + rng.choice((-1, 0, 0, 1)))
    relation = rng.choice(("<", ">", "=", "≥"))
    return Made(f"{a}^{{{m}}} {relation} {b}^{{{n}}}", truth(RELATIONS[relation](Fraction(a**m), Fraction(b**n))))


@family
def rational_powers(rng: Random) -> Made:
    base, over, under = rng.randint(2, 9), rng.randint(1, 4), rng.randint(2, 4)
    value = base**over
    stated = value + rng.choice((0, 0, 1))
    return Made(f"{base**under}^{{{over}/{under}}} = {stated}", truth(stated == value))


@family
def scientific(rng: Random) -> Made:
    whole, tenth, power = rng.randint(1, 9), rng.randint(1, 9), rng.randint(-5, 9)
    value = Fraction(10 * whole + tenth, 10) * Fraction(10) ** power
    stated = value * rng.choice((1, 1, 10))
    digits = str(stated) if stated.denominator == 1 else f"{stated.numerator}/{stated.denominator}"
    return Made(rf"{whole}.{tenth} \times 10^{{{power}}} = {digits}", truth(stated == value))


@family
def chains_with_a_modulus(rng: Random) -> Made:
    modulus, first = rng.randint(3, 40), rng.randint(50, 900)
    members, holds = [first], True
    for _ in range(rng.randint(1, 3)):
        step = rng.choice((0, 1, -1, 2)) * modulus + (rng.random() < 0.15)
        holds &= step % modulus == 0
        members.append(members[-1] - step)
    return Made(r" \equiv ".join(map(str, members)) + rf" \pmod{{{modulus}}}", truth(holds))


@family
def double_factorials(rng: Random) -> Made:
    n = rng.randint(2, 15)
    value = math.prod(range(n, 0, -2))
    stated = value + rng.choice((0, 0, 1))
    return Made(f"{n}!! = {stated}", frozenset((PASSED,)) if stated == value else frozenset((REFUTED, OPEN)))


@family
def large_products(rng: Random) -> Made:
    a, b = rng.randrange(10**40), rng.randrange(10**40)
    stated = a * b + rng.choice((0, 0, 1, 10**20))
    return Made(f"{a} * {b} = {stated}", truth(stated == a * b))


@family
def close_fractions(rng: Random) -> Made:
    a, b = rng.randint(1, 10**12), rng.randint(1, 10**12)
    c, d = a + rng.randint(-1, 1), b + rng.randint(-1, 1)
    relation = rng.choice(("<", ">", "=", r"\neq"))
    text = rf"\frac{{{a}}}{{{b}}} {relation} \frac{{{c}}}{{{max(d, 1)}}}"
    return Made(text, truth(RELATIONS[relation](Fraction(a, b), Fraction(c, max(d, 1)))))


# ---- percent, absolute values, floors


@family
def percent(rng: Random) -> Made:
    share, of = rng.randint(1, 200), rng.randint(1, 400)
    value = Fraction(share * of, 100)
    stated = near(value, rng)
    text = rng.choice((rf"{share}\% \cdot {of}", f"{share}% of {of}", f"{share}%·{of}"))
    return Made(f"{text} = {shown(stated, rng)}", truth(value == stated))


@family
def added_percent(rng: Random) -> Made:
    number, share = rng.randint(2, 400), rng.randint(1, 90)
    return Made(f"{number} + {share}% = {number * (100 + share) / 100:g}", unknown())


@family
def absolute_values(rng: Random) -> Made:
    a, b, c = (rng.randint(-30, 30) for _ in range(3))
    text, value = rng.choice(
        (
            (f"|{a} - {abs(b)}|", abs(a - abs(b))),
            (rf"\left|{a}\right| + |{b}|", abs(a) + abs(b)),
            (f"2|{a}| - |{c}|", 2 * abs(a) - abs(c)),
            (f"||{a}| - |{b}||", abs(abs(a) - abs(b))),
            (rf"\lvert {a} + {abs(b)} \rvert", abs(a + abs(b))),
        )
    )
    return _related(text, Fraction(value), rng)


@family
def floors_of_fractions(rng: Random) -> Made:
    over, under = rng.randint(-400, 400), rng.randint(1, 30)
    value = Fraction(over, under)
    text, whole = rng.choice(
        (
            (rf"\lfloor \frac{{{over}}}{{{under}}} \rfloor", math.floor(value)),
            (f"⌈{over}/{under}⌉", math.ceil(value)),
            (rf"\left\lceil {over}/{under} \right\rceil", math.ceil(value)),
            (f"⌊{over}/{under}⌋ + ⌈{over}/{under}⌉", math.floor(value) + math.ceil(value)),
        )
    )
    return _related(text, Fraction(whole), rng)


@family
def floors_near_integers(rng: Random) -> Made:
    """(a + √b)^n + (a - √b)^n is an integer, and the second term is small."""
    root = rng.randint(1, 6)
    b = rng.choice(
        [n for n in range(max(2, root * root - root), root * root + 2 * root + 1) if math.isqrt(n) ** 2 != n]
    )
    n = rng.randint(1, 25)
    with mpmath.workdps(DIGITS):
        value = int(mpmath.floor((root + mpmath.sqrt(b)) ** n))
    stated = value + rng.choice((0, 0, 1, -1))
    return Made(rf"\lfloor ({root} + \sqrt{{{b}}})^{{{n}}} \rfloor = {stated}", truth(stated == value))


@family
def floors_that_are_exact(rng: Random) -> Made:
    n = rng.randint(2, 40)
    stated = n + rng.choice((0, 0, -1, 1))
    text = rng.choice(
        (
            rf"\lfloor \sqrt{{{n * n}}} \rfloor",
            rf"\lfloor \sqrt{{{n}}} \cdot \sqrt{{{n}}} \rfloor",
            rf"\lceil \sqrt[3]{{{n**3}}} \rceil",
            rf"\lfloor \log_2 {2**n} \rfloor",
        )
    )
    return Made(f"{text} = {stated}", truth(stated == n))


# ---- sums and products


@family
def sums(rng: Random) -> Made:
    low, high, power = rng.randint(-3, 6), rng.randint(7, 60), rng.randint(0, 4)
    factor, shift = rng.randint(1, 5), rng.randint(-3, 3)
    if rng.random() < 0.5:
        value = sum(factor * k**power for k in range(low, high + 1) if power or k)
        if power == 0:
            low = 1
            value = factor * high
        text = rf"\sum_{{k={low}}}^{{{high}}} {factor} k^{{{power}}}"
    else:
        value = sum(2 ** max(k, 0) + shift for k in range(max(low, 0), high + 1))
        text = rf"\sum_{{k={max(low, 0)}}}^{{{high}}} (2^k + ({shift}))"
    return _related(text, Fraction(value), rng)


@family
def products(rng: Random) -> Made:
    low, high = rng.randint(1, 5), rng.randint(6, 12)
    value = math.prod(range(low, high + 1))
    return _related(rf"\prod_{{k={low}}}^{{{high}}} k", Fraction(value), rng)


@family
def reversed_sums(rng: Random) -> Made:
    low = rng.randint(2, 9)
    high = low - rng.randint(1, 4)
    if high == low - 1:
        return Made(rf"\sum_{{k={low}}}^{{{high}}} k = 0", frozenset((PASSED,)))
    return Made(rf"\sum_{{k={low}}}^{{{high}}} k = {rng.choice((0, 1, -low))}", unknown())


@family
def dotted_sums(rng: Random) -> Made:
    start, step, count = rng.randint(1, 6), rng.randint(1, 5), rng.randint(6, 40)
    terms = [start + step * i for i in range(count)]
    value = sum(terms)
    stated = value + rng.choice((0, 0, 1, -1, 10))
    text = " + ".join(map(str, terms[:3])) + f" + … + {terms[-1]} = {stated}"
    return Made(text, frozenset((PASSED,)) if stated == value else frozenset((REFUTED, OPEN)))


@family
def dotted_powers(rng: Random) -> Made:
    base, last = rng.randint(2, 5), rng.randint(4, 12)
    value = sum(base**i for i in range(last + 1))
    stated = value + rng.choice((0, 0, 1, -1))
    text = rf"1 + {base} + {base}^2 + \dots + {base}^{{{last}}} = {stated}"
    return Made(text, frozenset((PASSED,)) if stated == value else frozenset((REFUTED, OPEN)))


# ---- irrational numbers


def _compared(left: str, relation: str, right: str, one: mpmath.mpf, two: mpmath.mpf) -> Made:
    """Two reals that are not equal, or are so by construction, compared at 200 digits."""
    with mpmath.workdps(DIGITS):
        equal = abs(one - two) < mpmath.mpf(10) ** -150
        a, b = (0, 0) if equal else (1 if one > two else 0, 0 if one > two else 1)
    return Made(f"{left} {relation} {right}", truth(RELATIONS[relation](Fraction(a), Fraction(b))))


@family
def roots(rng: Random) -> Made:
    index, number = rng.randint(2, 7), rng.randint(2, 60)
    exact = number**index
    stated = number + rng.choice((0, 0, 1))
    text = rf"\sqrt[{index}]{{{exact}}}" if index > 2 or rng.random() < 0.5 else f"√{exact}"
    return Made(f"{text} = {stated}", truth(stated == number))


@family
def simplified_roots(rng: Random) -> Made:
    out, inside = rng.randint(2, 12), rng.choice((2, 3, 5, 6, 7, 10, 11))
    stated = out + rng.choice((0, 0, 1))
    return Made(rf"\sqrt{{{out * out * inside}}} = {stated}\sqrt{{{inside}}}", truth(stated == out))


@family
def added_roots(rng: Random) -> Made:
    a, b = rng.randint(2, 40), rng.randint(2, 40)
    with mpmath.workdps(DIGITS):
        left, right = mpmath.sqrt(a) + mpmath.sqrt(b), mpmath.sqrt(a + b)
        other = mpmath.mpf(round(float(left) * 1000)) / 1000
    if rng.random() < 0.4:
        return _compared(rf"\sqrt{{{a}}} + \sqrt{{{b}}}", "=", rf"\sqrt{{{a + b}}}", left, right)
    relation = rng.choice(("<", ">", r"\leq", "≥"))
    return _compared(rf"\sqrt{{{a}}} + \sqrt{{{b}}}", relation, f"{float(other):.4f}", left, other)


@family
def nested_roots(rng: Random) -> Made:
    """(√a + c√b)² = a + bc² + 2c√(ab)."""
    a, b, c = rng.randint(1, 12), rng.randint(2, 12), rng.randint(1, 4)
    wrong = rng.random() < 0.4
    text = rf"\sqrt{{{a + b * c * c} + {2 * c}\sqrt{{{a * b}}}}} = \sqrt{{{a}}} + {c}\sqrt{{{b + wrong}}}"
    return Made(text, truth(not wrong))


@family
def cube_roots_of_surds(rng: Random) -> Made:
    """(a + b√d)³ = a³ + 3ab²d + (3a²b + b³d)√d."""
    a, b, d = rng.randint(1, 4), rng.randint(1, 3), rng.choice((2, 3, 5))
    whole, surd = a**3 + 3 * a * b * b * d, 3 * a * a * b + b**3 * d
    wrong = rng.random() < 0.4
    text = rf"\sqrt[3]{{{whole} + {surd}\sqrt{{{d}}}}} = {a + wrong} + {b}\sqrt{{{d}}}"
    return Made(text, truth(not wrong))


@family
def odd_roots_of_negatives(rng: Random) -> Made:
    index, number = rng.choice((3, 5, 7)), rng.randint(1, 6)
    text = rng.choice((rf"\sqrt[{index}]{{-{number**index}}}", f"(-{number**index})^{{1/{index}}}"))
    return Made(f"{text} = -{number}", unknown())


@family
def undefined(rng: Random) -> Made:
    n = rng.randint(1, 30)
    text = rng.choice(
        (
            f"{n}/0 = {n}",
            rf"\frac{{{n}}}{{{n} - {n}}} = 1",
            rf"\sqrt{{-{n}}} = {n}",
            rf"\ln 0 < {n}",
            rf"\log_1 {n + 1} = 2",
            rf"\tan 90^\circ > {n}",
            "0^0 = 1",
            f"0^{{{n} - {n}}} = 1",
            f"0^{{-{n}}} = 0",
            f"(-{n})! = 1",
            rf"\arcsin {n + 1} = 1",
            rf"{n} \equiv {n} \pmod{{0}}",
            f"{n} mod 0 = 0",
            "0 | 0",
        )
    )
    return Made(text, unknown())


@family
def logarithms(rng: Random) -> Made:
    base, power = rng.randint(2, 12), rng.randint(0, 9)
    stated = power + rng.choice((0, 0, 1))
    return Made(rf"\log_{{{base}}} {base**power} = {stated}", truth(stated == power))


@family
def bare_logarithms(rng: Random) -> Made:
    a, b = rng.randint(2, 40), rng.randint(2, 40)
    if rng.random() < 0.5:
        stated = a * b + rng.choice((0, 0, 1))
        # the same for every base; a refutation would be right too, yet the base stays a question
        accepted = frozenset((PASSED,)) if stated == a * b else frozenset((REFUTED, OPEN))
        return Made(rf"\log {a} + \log {b} = \log {stated}", accepted)
    return Made(rf"\log {10 ** rng.randint(1, 5)} = {rng.randint(1, 5)}", unknown())


@family
def natural_logarithms(rng: Random) -> Made:
    a, b = rng.randint(2, 30), rng.randint(2, 30)
    with mpmath.workdps(DIGITS):
        left = mpmath.log(a) + mpmath.log(b)
        right = mpmath.log(a * b) if rng.random() < 0.5 else mpmath.log(a + b)
        equal = abs(left - right) < mpmath.mpf(10) ** -150
        inside = int(mpmath.nint(mpmath.exp(right)))
    return Made(rf"\ln {a} + \ln {b} = \ln {inside}", truth(bool(equal)))


@family
def angles(rng: Random) -> Made:
    degrees, name = rng.randrange(0, 360, 15), rng.choice(("sin", "cos", "tan"))
    with mpmath.workdps(DIGITS):
        angle = mpmath.pi * degrees / 180
        if name == "tan" and degrees % 180 == 90:
            return Made(rf"\tan {degrees}^\circ = 1", unknown())
        value = getattr(mpmath, name)(angle)
        known = {
            r"\frac{1}{2}": mpmath.mpf(1) / 2,
            r"\frac{\sqrt{2}}{2}": mpmath.sqrt(2) / 2,
            r"\frac{\sqrt{3}}{2}": mpmath.sqrt(3) / 2,
            "1": mpmath.mpf(1),
            "0": mpmath.mpf(0),
            "-1": mpmath.mpf(-1),
            r"\sqrt{3}": mpmath.sqrt(3),
            r"\frac{\sqrt{6} - \sqrt{2}}{4}": (mpmath.sqrt(6) - mpmath.sqrt(2)) / 4,
            r"-\frac{1}{2}": -mpmath.mpf(1) / 2,
        }
        text = rng.choice(sorted(known))
        holds = abs(value - known[text]) < mpmath.mpf(10) ** -150
    return Made(rf"\{name} {degrees}^\circ = {text}", truth(bool(holds)))


@family
def constants(rng: Random) -> Made:
    name, places = rng.choice(("π", "e")), rng.randint(1, 12)
    with mpmath.workdps(DIGITS):
        value = mpmath.pi if name == "π" else mpmath.e
        cut = int(mpmath.floor(value * 10**places))
        number = Fraction(cut + rng.choice((0, 1)), 10**places)
        digits = f"{int(number)}.{int(number * 10**places) % 10**places:0{places}d}"
        if places == 3:
            digits += "0"
        other = mpmath.mpf(number.numerator) / number.denominator
    relation = rng.choice(("<", ">", "=", r"\neq"))
    return _compared(r"\pi" if name == "π" else "e", relation, digits, value, other)


@family
def products_with_constants(rng: Random) -> Made:
    a, b = rng.randint(2, 9), rng.randint(2, 9)
    stated = a + b + rng.choice((0, 0, 1))
    name = rng.choice((r"\pi", "π", r"\sqrt{2}", "√3", "e"))
    return Made(f"{a}{name} + {b}{name} = {stated}{name}", truth(stated == a + b))


@family
def approximations(rng: Random) -> Made:
    number, places = rng.randint(2, 99), rng.randint(1, 5)
    return Made(rf"\sqrt{{{number}}} \approx {math.sqrt(number):.{places}f}", unknown())


# ---- identities


def _polynomial(coefficients: list[int]) -> str:
    return " + ".join(f"({c})x^{i}" if i else f"({c})" for i, c in enumerate(coefficients))


@family
def identities(rng: Random) -> Made:
    one = [rng.randint(-4, 4) for _ in range(rng.randint(2, 4))]
    two = [rng.randint(-4, 4) for _ in range(rng.randint(2, 4))]
    one[-1] = one[-1] or 1
    product = [0] * (len(one) + len(two) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            product[i + j] += a * b
    wrong = rng.random() < 0.5
    if wrong:
        product[rng.randrange(len(product))] += rng.choice((-1, 1))
    every = rng.random() < 0.5
    text = f"({_polynomial(one)})({_polynomial(two)}) = {_polynomial(product)}"
    if not wrong:
        return Made(f"for all x, {text}" if every else text, frozenset((PASSED,)))
    return Made(f"for all real x, {text}", frozenset((REFUTED,))) if every else Made(text, unknown())


@family
def open_equations(rng: Random) -> Made:
    a, b = rng.randint(1, 9), rng.randint(1, 30)
    return Made(rng.choice((f"{a}x + {b} = {a + b}", f"x + {a} = {b}", f"n! > {a}^n", f"x^2 = {b}")), unknown())
