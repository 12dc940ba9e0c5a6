"""The grammar of numeric claims: what it reads, what it refuses, and the plain form it echoes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.claims import definition, parse, reading
from proofsieve.core.claims.ast import ClaimError, Number, Symbol
from proofsieve.core.evidence import Kind


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1+2=3=√9", "1 + 2 = 3 and 3 = √9"),
        (r"\frac{1}{2} + \frac13 = \frac56", "1/2 + 1/3 = 5/6"),
        ("$2^{10} = 1024$", "2^10 = 1024"),
        (r"\(17 \equiv 5 \pmod{12}\)", "17 ≡ 5 (mod 12)"),
        ("5!=120", "5! = 120"),
        ("5 != 120", "5 ≠ 120"),
        ("12 is divisible by 4", "4 ∣ 12"),
        ("-2^2 = -4", "-2^2 = -4"),
        ("(-2)^2 = 4", "(-2)^2 = 4"),
        ("2 - (3 - 4) = 3", "2 - (3 - 4) = 3"),
        ("8 / (2 / 2) = 8", "8/(2/2) = 8"),
        ("(4^3) / 2 = 32", "(4^3)/2 = 32"),
        ("1 000 + 250 = 1 250", "1000 + 250 = 1250"),
        ("2 1/2 = 2.5", "2 + 1/2 = 2.5"),
        ("91 is not a prime number", "91 is not prime"),
        ("for all real numbers $a$ and $b$, $a + b = b + a$", "for all a, b: a + b = b + a"),
        ("∀n ≥ 2: n = n", "for all n ≥ 2: n = n"),
        (r"\sum_{k=1}^{10} k^2 = 385", "sum_(k = 1)^10 k^2 = 385"),
        (r"\left\lfloor \frac{7}{2} \right\rfloor = 3", "⌊7/2⌋ = 3"),
        ("|1 - 3| = 2", "|1 - 3| = 2"),
        (r"\sqrt[3]{8} = 2", "∛8 = 2"),
        (r"1{,}000 = 10^3", "1000 = 10^3"),
        ("for all x, x = x", "for all x: x = x"),
        ("S &= 1 + 2 \\\\ &= 3", "S = 1 + 2 and 1 + 2 = 3"),
    ],
)
def test_a_claim_is_echoed_in_plain_form(text: str, plain: str) -> None:
    assert reading(parse(text)) == plain


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", Kind.UNPARSED),
        ("3 + 4", Kind.UNPARSED),
        ("3 + = 4", Kind.UNPARSED),
        ("one plus one is two", Kind.UNPARSED),
        ("2 = 2, 3 = 3", Kind.UNPARSED),
        (r"\{1, 2\} = \{2, 1\}", Kind.UNPARSED),
        ("3 ≡ 5", Kind.UNPARSED),
        ("a\x00 = 3", Kind.UNPARSED),
        ("__import__('os') = 1", Kind.UNPARSED),
        (r"\input{secrets} = 1", Kind.UNPARSED),
        ("A := 3", Kind.UNPARSED),
        ("2 3 = 6", Kind.AMBIGUOUS),
        (r"x = \pm 3", Kind.AMBIGUOUS),
        (r"\sqrt49 = 7", Kind.AMBIGUOUS),
        ("gcd(1,000) = 1", Kind.AMBIGUOUS),
        ("(" * 5_000 + "1" + ")" * 5_000 + " = 1", Kind.RESOURCE),
        ("-" * 5_000 + "1 = 1", Kind.RESOURCE),
        ("2^" * 5_000 + "1 = 1", Kind.RESOURCE),
        ("1" * 10_000 + " = 1", Kind.RESOURCE),
        ("1" * 10**6 + " = 1", Kind.RESOURCE),
        ("1" + " = 1" * 20_000, Kind.RESOURCE),
    ],
)
def test_what_is_no_claim_is_refused_with_its_kind(text: str, kind: Kind) -> None:
    with pytest.raises(ClaimError) as refused:
        parse(text)
    assert refused.value.kind is kind


def test_a_refusal_says_where_reading_stopped() -> None:
    with pytest.raises(ClaimError) as refused:
        parse("  1 + 2 = 3 apples")
    assert refused.value.position == len("  1 + 2 = 3 ")


def test_spans_quote_the_members() -> None:
    text = " $A = (3 + 4)\\cdot 2 = 14$."
    claim = parse(text)
    assert [text[start:end] for start, end in claim.spans] == ["A", "(3 + 4)\\cdot 2", "14"]
    assert [text[r.start : r.end] for r in claim.relations] == ["=", "="]


def test_a_definition_names_a_symbol() -> None:
    assert definition("A = -14") is not None
    assert definition("e = 5") == ("e", Number(value=5, text="5"))
    assert definition("7 = n") == ("n", Number(value=7, text="7"))
    assert definition("a = b = 3") is None
    assert definition("a < 3") is None
    assert definition("3 = 3") is None


def test_a_letter_before_a_bracket_is_a_factor_or_a_function() -> None:
    assert reading(parse("x(x+1) = 2")) == "x * (x + 1) = 2"
    assert reading(parse("f(x+1) = 2")) == "f(x + 1) = 2"
    assert parse("a_{n+1} = 2").members[0] == Symbol(name="a_n+1")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    refusal = None
    try:
        claim = parse(text)
    except ClaimError as error:
        refusal = error
    if refusal is not None:
        assert refusal.kind in (Kind.UNPARSED, Kind.AMBIGUOUS, Kind.RESOURCE)
        assert 0 <= refusal.position <= len(text)
    else:
        assert len(claim.members) == len(claim.relations) + 1
        assert reading(claim)


@given(st.text(alphabet="0123456789+-*/^!()[]{}|=<>≤≠√ .,%°xeπ\\frac_sqrtmod", max_size=40))
def test_almost_claims_are_read_or_refused(text: str) -> None:
    try:
        claim = parse(text)
    except ClaimError:
        return
    assert all(0 <= start < end <= len(text) for start, end in claim.spans)
