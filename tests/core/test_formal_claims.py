"""Numeric claims in core Lean and back: the same links, and nothing that Lean would read with a junk value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.claims import ROUNDED, Claim, parse
from proofsieve.core.claims.ast import Big, Call, Negation, Node, Number, Power, Product, Relation, Sum, Symbol
from proofsieve.core.formal import read_term
from proofsieve.core.formal.arithmetic import MAX_NODES, Refused, exact, links
from proofsieve.core.formal.of_claims import InLean, NotInLean, to_lean
from proofsieve.core.formal.to_claims import NoClaim, to_claim


def lean(text: str) -> str:
    made = to_lean(parse(text))
    assert isinstance(made, InLean), made
    return made.proposition


def refusal(text: str) -> str:
    made = to_lean(parse(text))
    assert isinstance(made, NotInLean), made
    return made.why


@pytest.mark.parametrize(
    ("text", "proposition"),
    [
        ("1 + 2^2 = 5", "(1 + 2 ^ 2 : Int) = 5"),
        ("5 - 8 = -3", "(5 - 8 : Int) = -3"),
        ("-2^2 = -4", "(-2 ^ 2 : Int) = -4"),
        ("(-2)^2 = 4", "((-2) ^ 2 : Int) = 4"),
        ("(-2^2)^2 = 16", "((-2 ^ 2 : Int) ^ 2 : Int) = 16"),
        ("1 - (2 - 3) = 2", "(1 - (2 - 3) : Int) = 2"),
        ("7/2 > 3", "(7 / 2 : Rat) > 3"),
        ("2.5 + 1 = 3.5 < 4", "(5 / 2 + 1 : Rat) = 7 / 2 ∧ (7 / 2 : Rat) < 4"),
        ("2^{-3} = 1/8", "(1 / 2 ^ 3 : Rat) = 1 / 8"),
        ("50\\% = 1/2", "(50 / 100 : Rat) = 1 / 2"),
        ("17 \\equiv 2 \\pmod 5", "(5 : Int) ∣ 17 - 2"),
        ("17 \\not\\equiv 3 \\pmod 5", "¬(5 : Int) ∣ 17 - 3"),
        ("3 | 12", "(3 : Int) ∣ 12"),
        ("12 is not divisible by 5", "¬(5 : Int) ∣ 12"),
        ("gcd(12, 18) = 6", "(Int.gcd 12 18 : Int) = 6"),
        ("gcd(12, 18) / 2 = 3", "((Int.gcd 12 18 : Rat) / 2 : Rat) = 3"),
        ("|3 - 5| = 2", "(max (3 - 5 : Int) (-(3 - 5) : Int) : Int) = 2"),
        ("-7 \\bmod 3 = 2", "(-7 % 3 : Int) = 2"),
        ("\\lfloor 7/2 \\rfloor = 3", "(Rat.floor (7 / 2) : Int) = 3"),
        ("\\lfloor 7/2 \\rfloor + 1/2 = 3.5", "(((Rat.floor (7 / 2) : Int) : Rat) + 1 / 2 : Rat) = 7 / 2"),
        ("\\sum_{k=1}^{3} k^2 = 14", "(1 ^ 2 + 2 ^ 2 + 3 ^ 2 : Int) = 14"),
        ("max(1, 2, 3) = 3", "(max (max (1 : Int) (2 : Int) : Int) (3 : Int) : Int) = 3"),
    ],
)
def test_a_claim_is_printed_in_core_lean(text: str, proposition: str) -> None:
    assert lean(text) == proposition


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1/0 = 3", "a division by zero"),
        ("1/(2 - 2) = 3", "a division by zero"),
        ("0^{-1} = 3", "a division by zero"),
        ("0^0 = 1", "0 to the power 0"),
        ("5! = 120", "core Lean has no word for factorial"),
        ("\\binom{4}{2} = 6", "core Lean has no word for binom"),
        ("\\sqrt{9} = 3", "core Lean has no word for root"),
        ("\\pi > 3", "core Lean has no π"),
        ("x + 1 = 2", "x has no value"),
        ("\\forall x: x = x", "it speaks of all x without saying which numbers they are"),
        ("0.333... < 1", "two readings: a repeating or a cut decimal"),
        ("1/2(3) = 1.5", "two readings: what stands under the slash"),
        ("1 + 2 + … + 100 = 5050", "a sum or product with …"),
        ("1,250 = 1250", "a comma or a point that may mean two numbers"),
        ("17 = 2 mod 5", "“a = b mod m” is a congruence or a remainder"),
        ("5!=120", "“!=” is a factorial and =, or ≠"),
        ("1/3 \\approx 0.33", "core Lean has no ≈"),
        ("3 | 1/2", "divisibility of what is not known to be an integer"),
        ("4 mod 0 = 1", "a remainder modulo a number that is not positive"),
        ("9^{9^9} > 1", "an exponent that is no numeral"),
        ("2^{99999} > 1", "an exponent above 2000"),
        ("(10^{2000})^{2000} > 1", "a number in it is too large"),
        ("2^{1/2} > 1", "an exponent that is no numeral"),
        ("\\sum_{k=1}^{100} k = 5050", "a sum or product of no terms or of more than 12"),
    ],
)
def test_what_core_lean_cannot_say_faithfully_is_refused_with_the_reason(text: str, why: str) -> None:
    assert refusal(text) == why


def test_the_negation_is_of_the_whole_chain() -> None:
    made = to_lean(parse("1 < 2 < 3"))
    assert isinstance(made, InLean)
    assert made.negation == "¬((1 : Int) < 2 ∧ (2 : Int) < 3)"
    assert made.numbers == "Int"
    assert made.reading == "1 < 2 and 2 < 3 (integers, in core Lean)"


def test_decimals_are_exact_and_that_is_said() -> None:
    decimal, fraction = to_lean(parse("0.5 = 1/2")), to_lean(parse("2/4 = 1/2"))
    assert isinstance(decimal, InLean)
    assert isinstance(fraction, InLean)
    assert decimal.premises == (ROUNDED,)
    assert fraction.premises == ()


def test_long_claims_are_refused_and_no_crash() -> None:
    assert refusal(" + ".join(["1"] * 400) + " = 400") == "it has too many terms"
    assert refusal(" + ".join(["1"] * (MAX_NODES + 1)) + " = 1") == f"it has more than {MAX_NODES} parts"
    assert isinstance(to_lean(parse(" < ".join(map(str, range(60))))), InLean)


@pytest.mark.parametrize(
    ("proposition", "text"),
    [
        ("(1 + 2 ^ 2 : ℕ) = 5", "1 + 2^2 = 5"),
        ("1 + 1 = 2", "1 + 1 = 2"),
        ("(7 : ℝ) / 2 > 3", "7/2 > 3"),
        ("((7 : ℕ) : ℝ) / 2 > 3", "7/2 > 3"),
        ("(5 : ℤ) ∣ 10", "5 | 10"),
        ("¬ (5 : ℤ) ∣ 12", "5 \\nmid 12"),
        ("17 ≡ 2 [ZMOD 5]", "17 \\equiv 2 \\pmod 5"),
        ("|(3 : ℤ) - 5| = 2", "|3 - 5| = 2"),
        ("⌊(7 / 2 : ℚ)⌋ = (3 : ℤ)", "\\lfloor 7/2 \\rfloor = 3"),
        ("(1 : ℤ) < 2 ∧ (2 : ℤ) < 3", "1 < 2 < 3"),
        ("(2 : ℝ) ^ (-3 : ℤ) = 1 / 8", "2^{-3} = 1/8"),
        ("(2.5 : ℝ) = 5 / 2", "2.5 = 5/2"),
    ],
)
def test_a_closed_proposition_is_a_claim(proposition: str, text: str) -> None:
    back = to_claim(proposition)
    assert isinstance(back, Claim), back
    assert links(back) == links(parse(text))


def test_factorials_and_binomials_of_mathlib_are_claims() -> None:
    back = to_claim("Nat.choose 5 2 * (3) ! = 60")
    assert isinstance(back, Claim)
    left = back.members[0]
    assert isinstance(left, Product)
    assert [factor.name for factor in left.factors if isinstance(factor, Call)] == ["binom", "factorial"]


@pytest.mark.parametrize(
    ("proposition", "why"),
    [
        ("3 - 5 = 0", "a difference of natural numbers, which Lean cuts off at 0"),
        ("(7 / 2 : ℤ) = 3", "a quotient of whole numbers, which Lean rounds"),
        ("7 / 2 = 3", "a quotient of whole numbers, which Lean rounds"),
        ("((3 - 5 : ℕ) : ℤ) = 0", "a difference of natural numbers, which Lean cuts off at 0"),
        ("((7 / 2 : ℕ) : ℝ) = 3", "a quotient of whole numbers, which Lean rounds"),
        ("(2 : ℤ) ^ (-1 : ℤ) = 0", "an exponent that is no numeral"),
        ("x + 1 = 2", "x has no value"),
        ("Real.pi > 3", "Real.pi has no value"),
        ("∀ x, x = 1", "it is no comparison of numbers"),
        ("a ⟐ b", "it is not understood: unexpected ⟐"),
        ("1 = 1 ∧ 2 = 2", "several claims that make no chain"),
        ("(1 : Foo) = 1", "numbers of a type that is not known"),
        ("⌊7 / 2⌋ = 3", "a rounded number of no known type"),
    ],
)
def test_what_lean_means_otherwise_is_no_claim(proposition: str, why: str) -> None:
    assert to_claim(proposition) == NoClaim(why=why)


def test_spans_are_where_the_members_stand() -> None:
    text = "(1 + 1 : Int) = 2 ∧ (2 : Int) < 3"
    back = to_claim(text)
    assert isinstance(back, Claim)
    assert [text[start:end] for start, end in back.spans] == ["(1 + 1 : Int)", "2", "3"]


_INTEGERS = st.integers(0, 50).map(lambda n: Number(value=n, text=str(n)))
_NUMBERS = st.one_of(
    _INTEGERS,
    st.fractions(0, 20, max_denominator=20).map(lambda q: Number(value=q, text=str(q))),
)


def _grown(inner: st.SearchStrategy[Node], *, divide: bool) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    names = st.sampled_from(["abs", "floor", "ceil"] if divide else ["abs"])
    return st.one_of(
        inner.map(lambda of: Negation(of=of)),
        several.map(lambda terms: Sum(terms=terms)),
        st.builds(
            lambda factors, flags: Product(factors=factors, inverse=(False, *flags[: len(factors) - 1])),
            several,
            st.lists(st.booleans() if divide else st.just(False), min_size=2, max_size=2),
        ),
        st.builds(lambda base, n: Power(base=base, exponent=Number(value=n, text=str(n))), inner, st.integers(0, 4)),
        st.builds(lambda name, of: Call(name=name, args=(of,)), names, inner),
        st.builds(lambda name, args: Call(name=name, args=args), st.sampled_from(["min", "max"]), several),
    )


_WHOLE = st.recursive(
    _INTEGERS,
    lambda inner: st.one_of(
        _grown(inner, divide=False),
        st.builds(
            lambda name, a, b: Call(name=name, args=(a, b)), st.sampled_from(["gcd", "lcm", "mod"]), inner, inner
        ),
        st.builds(
            lambda kind, low, n: Big(
                kind=kind,
                variable="k",
                low=Number(value=low, text=str(low)),
                high=Number(value=low + n, text=str(low + n)),
                body=Sum(terms=(Symbol(name="k"), Number(value=1, text="1"))),
            ),
            st.sampled_from(["sum", "product"]),
            st.integers(0, 3),
            st.integers(0, 4),
        ),
    ),
    max_leaves=8,
)
_ANY = st.recursive(_NUMBERS, lambda inner: _grown(inner, divide=True), max_leaves=8)


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    whole = draw(st.booleans())
    nodes = _WHOLE if whole else st.one_of(_ANY, _WHOLE)
    members = tuple(draw(st.lists(nodes, min_size=2, max_size=4)))
    names = ["=", "≠", "<", "≤", ">", "≥"] + (["∣", "∤", "≡", "≢", "∣~", "∤~"] if whole else [])
    relations = tuple(Relation(name=draw(st.sampled_from(names)), start=0, end=0) for _ in range(len(members) - 1))
    modulus = draw(_INTEGERS) if any(relation.name in "≡≢" for relation in relations) else None
    return Claim(members=members, relations=relations, spans=((0, 0),) * len(members), modulus=modulus)


@given(claims())
@settings(max_examples=400)
def test_a_claim_survives_lean_and_back(claim: Claim) -> None:
    made = to_lean(claim)
    if isinstance(made, NotInLean):
        assert made.why
        return
    _, problems = read_term(made.proposition)
    assert not problems
    back = to_claim(made.proposition)
    chain = all(a.right == b.left for a, b in zip(links(claim), links(claim)[1:], strict=False))
    if not chain:
        assert back == NoClaim(why="several claims that make no chain")
        return
    assert isinstance(back, Claim), (made.proposition, back)
    assert links(back) == links(claim), made.proposition


@given(st.one_of(_ANY, _WHOLE))
@settings(max_examples=300)
def test_plain_arithmetic_has_the_value_of_what_it_is_made_from(node: Node) -> None:
    claim = Claim(
        members=(node, node), relations=(Relation(name="=", start=0, end=0),), spans=((0, 0), (0, 0)), modulus=None
    )
    try:
        plain = links(claim)[0].left
        value = exact(plain)
    except Refused:
        return
    assert value == _value(node)


def _value(node: Node, at: int = 0) -> Fraction:
    """An independent evaluation of what ``claims`` generates."""
    import math

    match node:
        case Number(value=value):
            return Fraction(value)
        case Symbol():
            return Fraction(at)
        case Negation(of=of):
            return -_value(of, at)
        case Sum(terms=terms):
            return sum((_value(term, at) for term in terms), Fraction(0))
        case Product(factors=factors, inverse=inverse):
            return math.prod(
                (
                    1 / _value(factor, at) if under else _value(factor, at)
                    for factor, under in zip(factors, inverse, strict=True)
                ),
                start=Fraction(1),
            )
        case Power(base=base, exponent=exponent):
            return _value(base, at) ** int(_value(exponent, at))
        case Big(kind=kind, low=low, high=high, body=body):
            values = [_value(body, k) for k in range(int(_value(low)), int(_value(high)) + 1)]
            return sum(values, Fraction(0)) if kind == "sum" else math.prod(values, start=Fraction(1))
        case Call(name=name, args=args):
            values = [_value(arg, at) for arg in args]
            whole = [int(value) for value in values]
            return Fraction(
                {
                    "abs": lambda: abs(values[0]),
                    "floor": lambda: math.floor(values[0]),
                    "ceil": lambda: math.ceil(values[0]),
                    "min": lambda: min(values),
                    "max": lambda: max(values),
                    "gcd": lambda: math.gcd(*whole),
                    "lcm": lambda: math.lcm(*whole),
                    "mod": lambda: whole[0] % whole[1],
                }[name]()
            )
    raise AssertionError(node)
