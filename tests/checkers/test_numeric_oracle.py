"""Generated claims against independent oracles: fractions for the rational ones, mpmath at 200 digits for the rest."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.claims import parse, reading
from proofsieve.core.evidence import Kind, Outcome

RELATIONS = {
    "=": lambda a, b: a == b,
    r"\ne": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    r"\geq": lambda a, b: a >= b,
}
DIGITS = 200
EQUAL = mpmath.mpf(10) ** -150


class Expression(NamedTuple):
    """A text, its value (None where it is undefined), and whether it may be an operand without brackets."""

    text: str
    value: Fraction | None
    atom: bool


def _wrapped(e: Expression) -> str:
    return e.text if e.atom else f"({e.text})"


def _combine(operator: str, a: Expression, b: Expression) -> Expression:
    if a.value is None or b.value is None:
        value = None
    elif operator == "+":
        value = a.value + b.value
    elif operator == "-":
        value = a.value - b.value
    elif operator in ("*", r"\cdot "):
        value = a.value * b.value
    else:
        value = None if b.value == 0 else a.value / b.value
    if operator == "frac":
        return Expression(rf"\frac{{{a.text}}}{{{b.text}}}", value, True)
    return Expression(f"{_wrapped(a)} {operator} {_wrapped(b)}", value, False)


def _power(a: Expression, n: int) -> Expression:
    value = None if a.value is None or (a.value == 0 and n <= 0) else a.value**n
    return Expression(f"{_wrapped(a)}^{{{n}}}" if n >= 0 else rf"{_wrapped(a)}^{{{n}}}\cdot 1", value, False)


def _negated(a: Expression) -> Expression:
    return Expression(f"-{_wrapped(a)}", None if a.value is None else -a.value, False)


def _rounded(a: Expression, up: bool) -> Expression:
    names = (r"\lceil ", r" \rceil") if up else (r"\lfloor ", r" \rfloor")
    value = None if a.value is None else Fraction(math.ceil(a.value) if up else math.floor(a.value))
    return Expression(f"{names[0]}{a.text}{names[1]}", value, True)


leaves = st.one_of(
    st.integers(0, 40).map(lambda n: Expression(str(n), Fraction(n), True)),
    st.decimals(0, 20, places=2).map(lambda d: Expression(str(d), Fraction(d), True)),
    st.integers(0, 6).map(lambda n: Expression(f"({n}!)", Fraction(math.factorial(n)), True)),
    st.tuples(st.integers(0, 9), st.integers(0, 9)).map(
        lambda p: Expression(rf"\binom{{{p[0]}}}{{{p[1]}}}", Fraction(math.comb(*p)), True)
    ),
    st.tuples(st.integers(1, 60), st.integers(1, 60)).map(
        lambda p: Expression(rf"\gcd({p[0]}, {p[1]})", Fraction(math.gcd(*p)), True)
    ),
    st.tuples(st.integers(-3, 3), st.integers(4, 9)).map(
        lambda p: Expression(
            rf"(\sum_{{k={p[0]}}}^{{{p[1]}}} k^3)", Fraction(sum(k**3 for k in range(p[0], p[1] + 1))), True
        )
    ),
)
expressions = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(_combine, st.sampled_from(["+", "-", "*", r"\cdot ", "/", "frac"]), inner, inner),
        st.builds(_power, inner, st.integers(-2, 3)),
        st.builds(_negated, inner),
        st.builds(_rounded, inner, st.booleans()),
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(expressions, st.sampled_from(sorted(RELATIONS)), expressions)
def test_rational_claims_agree_with_fractions(a: Expression, relation: str, b: Expression) -> None:
    found = evaluate(f"{a.text} {relation} {b.text}")
    if a.value is None or b.value is None:
        assert found.outcome is Outcome.INCONCLUSIVE
        assert found.kind in (Kind.UNDEFINED, Kind.AMBIGUOUS)
    else:
        wanted = Outcome.PASSED if RELATIONS[relation](a.value, b.value) else Outcome.REFUTED
        assert found.outcome is wanted, found


@settings(max_examples=150, deadline=None)
@given(expressions)
def test_the_plain_form_means_the_same(a: Expression) -> None:
    text = f"{a.text} = {a.text} + 1"
    assert evaluate(reading(parse(text))).outcome is evaluate(text).outcome
    if a.value is not None:
        plain = reading(parse(f"{a.text} = 0")).removesuffix(" = 0")
        assert evaluate(f"{plain} - ({a.value}) = 0").outcome is Outcome.PASSED


@settings(max_examples=200, deadline=None)
@given(st.integers(-(10**6), 10**6), st.integers(0, 60), st.integers(-50, 50), st.integers(1, 500))
def test_congruences_agree_with_remainders(a: int, n: int, b: int, m: int) -> None:
    assume(not (a == 0 and n == 0))
    wanted = Outcome.PASSED if (a**n - b) % m == 0 else Outcome.REFUTED
    assert evaluate(rf"({a})^{{{n}}} \equiv {b} \pmod{{{m}}}").outcome is wanted
    assert evaluate(f"{m} | ({a})^{n} - ({b})").outcome is wanted


# ---- irrational numbers


class RealExpression(NamedTuple):
    text: str
    value: mpmath.mpf


def _at_digits(f):  # type: ignore[no-untyped-def]
    def run(*args: object) -> object:
        with mpmath.workdps(DIGITS):
            return f(*args)

    return run


@_at_digits
def _real_leaf(kind: str, n: int) -> RealExpression:
    match kind:
        case "root":
            return RealExpression(rf"\sqrt{{{n}}}", mpmath.sqrt(n))
        case "cube":
            return RealExpression(rf"\sqrt[3]{{{n}}}", mpmath.cbrt(n))
        case "log":
            return RealExpression(rf"\log_{{2}}({n + 1})", mpmath.log(n + 1, 2))
        case "ln":
            return RealExpression(rf"\ln({n + 1})", mpmath.log(n + 1))
        case "sin":
            return RealExpression(rf"\sin({n}^\circ)", mpmath.sin(mpmath.pi * n / 180))
        case "cos":
            return RealExpression(rf"\cos\left(\frac{{{n}\pi}}{{12}}\right)", mpmath.cos(mpmath.pi * n / 12))
        case "pi":
            return RealExpression(rf"{n + 1}\pi", (n + 1) * mpmath.pi)
    return RealExpression(str(n), mpmath.mpf(n))


@_at_digits
def _real_join(operator: str, a: RealExpression, b: RealExpression) -> RealExpression:
    if operator == "+":
        return RealExpression(f"({a.text} + {b.text})", a.value + b.value)
    if operator == "-":
        return RealExpression(f"({a.text} - {b.text})", a.value - b.value)
    return RealExpression(rf"({a.text}) \cdot ({b.text})", a.value * b.value)


@_at_digits
def _real_root(a: RealExpression) -> RealExpression:
    return RealExpression(rf"\sqrt{{({a.text})^2 + 1}}", mpmath.sqrt(a.value**2 + 1))


reals = st.recursive(
    st.builds(
        _real_leaf, st.sampled_from(["root", "cube", "log", "ln", "sin", "cos", "pi", "int"]), st.integers(0, 40)
    ),
    lambda inner: st.one_of(
        st.builds(_real_join, st.sampled_from(["+", "-", "*"]), inner, inner), st.builds(_real_root, inner)
    ),
    max_leaves=4,
)


@settings(max_examples=200, deadline=None)
@given(reals, st.sampled_from(sorted(RELATIONS)), reals)
def test_real_claims_never_contradict_200_digits(a: RealExpression, relation: str, b: RealExpression) -> None:
    found = evaluate(f"{a.text} {relation} {b.text}")
    with mpmath.workdps(DIGITS):
        equal = abs(a.value - b.value) < EQUAL
        left, right = (0, 0) if equal else (a.value, b.value)
        wanted = Outcome.PASSED if RELATIONS[relation](left, right) else Outcome.REFUTED
    if not equal:
        assert found.outcome is wanted, found
    else:
        assert found.outcome in (wanted, Outcome.INCONCLUSIVE), found


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 12))
def test_denested_radicals_are_equal(a: int, b: int, c: int) -> None:
    """(√a + c√b)² = a + bc² + 2c√(ab)."""
    nested = rf"\sqrt{{{a + b * c * c} + {2 * c}\sqrt{{{a * b}}}}}"
    assert evaluate(rf"{nested} = \sqrt{{{a}}} + {c}\sqrt{{{b}}}").outcome is Outcome.PASSED
    assert evaluate(rf"{nested} = \sqrt{{{a}}} + {c}\sqrt{{{b + 1}}}").outcome is Outcome.REFUTED


@settings(max_examples=100, deadline=None)
@given(st.integers(2, 400), st.integers(1, 30))
def test_integer_parts_of_roots_agree_with_isqrt(n: int, digits: int) -> None:
    exact = math.isqrt(n * 10 ** (2 * digits))
    assert evaluate(rf"\lfloor \sqrt{{{n}}} \cdot 10^{{{digits}}} \rfloor = {exact}").outcome is Outcome.PASSED
    assert evaluate(rf"\lfloor \sqrt{{{n}}} \cdot 10^{{{digits}}} \rfloor = {exact + 1}").outcome is Outcome.REFUTED


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=1, max_size=4), st.lists(st.integers(-5, 5), min_size=1, max_size=4))
def test_products_of_polynomials_are_identities(p: list[int], q: list[int]) -> None:
    def text(coefficients: list[int]) -> str:
        return " + ".join(f"({c})x^{i}" if i else f"({c})" for i, c in enumerate(coefficients))

    product = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    wrong = [product[0] + 1, *product[1:]]
    assume(len(p) + len(q) > 2)
    assert evaluate(f"({text(p)})({text(q)}) = {text(product)}").outcome is Outcome.PASSED
    assert evaluate(f"for all x, ({text(p)})({text(q)}) = {text(wrong)}").outcome is Outcome.REFUTED


@pytest.mark.parametrize("n", [7, 9, 11, 13])
def test_products_of_cosines_by_minimal_polynomial(n: int) -> None:
    factors = r" \cdot ".join(rf"\cos\frac{{{k}\pi}}{{{n}}}" for k in range(1, (n + 1) // 2))
    assert evaluate(rf"{factors} = \frac{{1}}{{2^{{{(n - 1) // 2}}}}}").outcome is not Outcome.REFUTED
