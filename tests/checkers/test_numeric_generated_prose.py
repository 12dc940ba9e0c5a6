"""Sentences with random numbers, each true and with a false number: the true one passes, the false one is refuted."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import TypeAlias

import pytest

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.assertion import Passage, claim_sites
from proofsieve.core.evidence import Outcome
from proofsieve.core.text import sentence_spans

EACH = 25
Template: TypeAlias = Callable[[Random], tuple[str, str, str]]
"""(text with a gap {}, the right number, a wrong one)."""


def wrong(value: int, rng: Random) -> str:
    """A number close to ``value`` that is another one."""
    return str(value + rng.choice((-3, -2, -1, 1, 2, 3)) if abs(value) > 3 else value + rng.choice((1, 2)))


def with_numbers(text: str, value: int, rng: Random) -> tuple[str, str, str]:
    return text, str(value), wrong(value, rng)


def _dollars(number: int, rng: Random) -> str:
    return f"${number}$" if rng.random() < 0.4 else str(number)


def sums(rng: Random) -> tuple[str, str, str]:
    numbers = [rng.randint(2, 90) for _ in range(rng.randint(2, 4))]
    *first, last = (_dollars(number, rng) for number in numbers)
    return with_numbers(f"The sum of {', '.join(first)} and {last} is {{}}.", sum(numbers), rng)


def products(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(3, 40), rng.randint(3, 40)
    text = rng.choice(
        (
            f"The product of {a} and {b} is {{}}.",
            f"Multiplying {a} by {b} gives {{}}.",
            f"Hence {a} times {b} is {{}}.",
            f"We compute {a} · {b}, which gives {{}}.",
            f"We compute {a} · {b}. The product is {{}}.",
            f"So {a} multiplied by {b} equals {{}}.",
        )
    )
    return with_numbers(text, a * b, rng)


def differences(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(40, 90), rng.randint(2, 30)
    text = rng.choice(
        (
            f"Subtracting {b} from {a} gives {{}}.",
            f"The difference between {a} and {b} is {{}}.",
            f"Thus {a} minus {b} is {{}}.",
        )
    )
    return with_numbers(text, a - b, rng)


def quotients(rng: Random) -> tuple[str, str, str]:
    b, value = rng.randint(2, 20), rng.randint(5, 40)
    text = rng.choice((f"Dividing {b * value} by {b} gives {{}}.", f"So {b * value} divided by {b} is {{}}."))
    return text, str(value), str(value + rng.choice((-2, 2, 3)))


def parts(rng: Random) -> tuple[str, str, str]:
    name, below = rng.choice((("Half", 2), ("A third", 3), ("A quarter", 4), ("One fifth", 5)))
    value = rng.randint(4, 60)
    return with_numbers(f"{name} of {_dollars(below * value, rng)} is {{}}.", value, rng)


def multiples(rng: Random) -> tuple[str, str, str]:
    name, times = rng.choice((("Twice", 2), ("Double", 2), ("Three times", 3), ("Triple", 3)))
    number = rng.randint(4, 80)
    return with_numbers(f"{name} {_dollars(number, rng)} is {{}}.", times * number, rng)


def shares(rng: Random) -> tuple[str, str, str]:
    share, value = rng.choice((5, 10, 15, 20, 25, 40, 50)), rng.randint(4, 60)
    of = 20 * value
    text = rng.choice(
        (f"So {share}% of {of} is {{}}.", f"Hence {share}\\% of {of} = {{}}.", f"{share} percent of {of} is {{}}.")
    )
    return with_numbers(text, share * of // 100, rng)


def remainders(rng: Random) -> tuple[str, str, str]:
    number, modulus = rng.randint(30, 900), rng.randint(5, 40)
    text = rng.choice(
        (
            f"The remainder of {number} divided by {modulus} is {{}}.",
            f"The remainder when ${number}$ is divided by ${modulus}$ is {{}}.",
            f"{number} leaves remainder {{}} when divided by {modulus}.",
            f"{number} divided by {modulus} leaves a remainder of {{}}.",
            f"We have {number} mod {modulus} = {{}}.",
        )
    )
    return text, str(number % modulus), str((number + 1) % modulus)


def last_digits(rng: Random) -> tuple[str, str, str]:
    base, power = rng.randint(2, 12), rng.randint(2, 60)
    text = rng.choice((f"${base}^{{{power}}}$ ends in {{}}.", f"The last digit of {base}^{power} is {{}}."))
    return text, str(base**power % 10), str((base**power + 1) % 10)


def divisors(rng: Random) -> tuple[str, str, str]:
    divisor, factor = rng.randint(3, 20), rng.randint(3, 40)
    text = rng.choice(
        (
            f"Note that {divisor} divides {{}}.",
            f"{{}} is divisible by {divisor}.",
            f"Since {{}} is a multiple of {divisor}, we stop.",
        )
    )
    return text, str(divisor * factor), str(divisor * factor + 1)


def primes(rng: Random) -> tuple[str, str, str]:
    prime = rng.choice([n for n in range(11, 400) if all(n % d for d in range(2, math.isqrt(n) + 1))])
    composite = rng.randint(3, 20) * rng.choice((7, 11, 13))
    return (
        rng.choice(("{} is prime.", "Since {} is prime, we stop.", "{} is a prime number.")),
        str(prime),
        str(composite),
    )


def common(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(6, 200), rng.randint(6, 200)
    if rng.random() < 0.5:
        return with_numbers(f"The gcd of {a} and {b} is {{}}.", math.gcd(a, b), rng)
    return with_numbers(f"The least common multiple of {a} and {b} is {{}}.", math.lcm(a, b), rng)


def means(rng: Random) -> tuple[str, str, str]:
    numbers = [rng.randint(2, 60) for _ in range(2)]
    numbers.append(3 * rng.randint(40, 60) - sum(numbers))
    text = f"The average of {numbers[0]}, {numbers[1]} and {numbers[2]} is {{}}."
    return with_numbers(text, sum(numbers) // 3, rng)


def powers(rng: Random) -> tuple[str, str, str]:
    number = rng.randint(4, 30)
    text, value = rng.choice(
        (
            (f"The square of {number} is {{}}.", number**2),
            (f"{number} squared is {{}}.", number**2),
            (f"The cube of {number} is {{}}.", number**3),
            (f"The square root of {number**2} is {{}}.", number),
            (f"{number} to the power 3 is {{}}.", number**3),
        )
    )
    return with_numbers(text, value, rng)


def lengths(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(20, 90), rng.randint(20, 90)
    unit = rng.choice(("m", "cm", "kg", "apples", "euros", "minutes"))
    text = rng.choice(
        (f"So {a} {unit} + {b} {unit} = {{}} {unit}.", f"Then {a} {unit} plus {b} {unit} is {{}} {unit}.")
    )
    return with_numbers(text, a + b, rng)


def durations(rng: Random) -> tuple[str, str, str]:
    hours, minutes = rng.randint(1, 6), rng.randint(5, 55)
    return with_numbers(f"This takes {hours} h + {minutes} min = {{}} min.", 60 * hours + minutes, rng)


def areas(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(3, 30), rng.randint(3, 30)
    return with_numbers(f"The area is {a} cm · {b} cm = {{}} cm².", a * b, rng)


def prices(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(3, 60), rng.randint(3, 60)
    text = rng.choice(
        (f"We pay €{a} + €{b} = €{{}}.", f"We pay {a} € + {b} € = {{}} €.", f"We pay ${a} + ${b} = ${{}}.")
    )
    return with_numbers(text, a + b, rng)


def conditions(rng: Random) -> tuple[str, str, str]:
    x, a, b = rng.randint(2, 12), rng.randint(2, 9), rng.randint(1, 20)
    text, value = rng.choice(
        (
            (f"If x = {x}, then {a}x + {b} = {{}}.", a * x + b),
            (f"If $x = {x}$, then ${a}x + {b} = {{}}$.", a * x + b),
            (f"For $n = {x}$ we get $n^2 + {b} = {{}}$.", x * x + b),
            (f"With $a = {x}$ and $b = {a}$ we have $ab + {b} = {{}}$.", a * x + b),
            (f"We have $t^2 - t = {{}}$ for $t = {x}$.", x * x - x),
        )
    )
    return with_numbers(text, value, rng)


def expansions(rng: Random) -> tuple[str, str, str]:
    a, b = rng.randint(1, 9), rng.randint(1, 9)
    text = rng.choice(
        (
            f"Expanding, $(x + {a})(x + {b}) = x^2 + {a + b}x + {{}}$.",
            f"For all real $x$, $(x + {a})(x + {b}) = x^2 + {a + b}x + {{}}$.",
            f"We factor: $y^2 + {a + b}y + {{}} = (y + {a})(y + {b})$.",
        )
    )
    return with_numbers(text, a * b, rng)


TEMPLATES: dict[str, Template] = {
    f.__name__: f
    for f in (
        sums, products, differences, quotients, parts, multiples, shares, remainders, last_digits, divisors, primes,
        common, means, powers, lengths, durations, areas, prices, conditions, expansions,
    )
}  # fmt: skip


def outcomes(text: str) -> list[Outcome]:
    passages = [Passage(text=text[a:b], scope=("c0",), hypothetical=False) for a, b in sentence_spans(text)]
    return [
        evaluate(site.text, site.premises).outcome for own in claim_sites(passages) for site in own if site.asserted
    ]


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_right_number_passes_and_a_wrong_one_is_refuted(name: str) -> None:
    rng = Random(f"20261201 {name}")
    missed = []
    for _ in range(EACH):
        text, right, other = TEMPLATES[name](rng)
        good, bad = text.replace("{}", right), text.replace("{}", other)
        if Outcome.REFUTED in outcomes(good) or Outcome.PASSED not in outcomes(good):
            missed.append(good)
        if Outcome.REFUTED not in outcomes(bad):
            missed.append(bad)
    assert missed == []
