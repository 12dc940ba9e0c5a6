"""A table of claims with right answers by hand, every trap among them; and what the answers say beside the outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofsieve.checkers.numeric.evaluate import evaluate
from proofsieve.core.claims import ROUNDED, SPARSE
from proofsieve.core.evidence import Kind, Outcome, Strength

TABLE = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "numeric_claims.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_the_table_is_large_and_has_no_claim_twice() -> None:
    assert len(TABLE) > 200
    assert len({claim for _, _, claim in TABLE}) == len(TABLE)


@pytest.mark.parametrize(("outcome", "kind", "claim"), TABLE, ids=[claim[:40] for _, _, claim in TABLE])
def test_a_claim_of_the_table_is_decided_rightly(outcome: str, kind: str, claim: str) -> None:
    found = evaluate(claim)
    assert (found.outcome, found.kind or "-") == (outcome, kind), found.why
    assert (found.kind is None) == (found.strength is not None)
    assert found.why or found.outcome is Outcome.PASSED


def test_the_first_failing_link_is_named() -> None:
    found = evaluate("1 + 1 = 2 = 3 = 4")
    assert [link.outcome for link in found.links] == [Outcome.PASSED, Outcome.REFUTED, Outcome.REFUTED]
    assert found.why == "2 = 3 fails: the left side is 2, the right side 3"


def test_the_reading_is_echoed() -> None:
    assert evaluate(r"1 + 2 = 3 = \sqrt9").reading == "1 + 2 = 3 and 3 = √9"


@pytest.mark.parametrize(
    ("claim", "strength"),
    [
        ("2 + 2 = 4", Strength.EXACT),
        ("√2·√8 = 4", Strength.EXACT),
        ("√2 < 1.5", Strength.CERTIFIED),
        ("1 < √2 = √2", Strength.CERTIFIED),
        ("√2 = 1.41", Strength.CERTIFIED),
        ("2 + 2 = 5", Strength.EXACT),
    ],
)
def test_the_strength_says_how_it_was_decided(claim: str, strength: Strength) -> None:
    assert evaluate(claim).strength is strength


def test_both_readings_are_named() -> None:
    found = evaluate("6/3(2) = 4")
    assert "6/3 * 2" in found.why
    assert "6/(3 * 2)" in found.why


@pytest.mark.parametrize(
    ("claim", "premises", "outcome", "kind"),
    [
        ("A + 1 = -13", ("A = -14",), Outcome.PASSED, None),
        ("A + 1 = -12", ("A = -14",), Outcome.REFUTED, None),
        ("A * B = 6", ("A = B + 1", "B = 2"), Outcome.PASSED, None),
        ("A + 1 = 9", ("A = 8", "A = 2^3"), Outcome.PASSED, None),
        ("A + 1 = 9", ("A = 8", "A = 9"), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("A = 1", ("A = B", "B = A"), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("A = 1", ("A = 1/0",), Outcome.INCONCLUSIVE, Kind.UNDEFINED),
        ("A = 1", ("A is nice",), Outcome.INCONCLUSIVE, Kind.UNPARSED),
        ("A = 1", ("A = 6/3(2)",), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("e + 1 = 6", ("e = 5",), Outcome.PASSED, None),
        ("A^2 = 2", ("A = √2",), Outcome.PASSED, None),
        ("2x = x + A", ("A = 3",), Outcome.INCONCLUSIVE, Kind.UNPARSED),
        ("x + A = 3 + x", ("A = 3",), Outcome.PASSED, None),
        ("(x + 1)^2 = x^2 + 1", ("for all x",), Outcome.REFUTED, None),
        ("1/3 = 0.33", (ROUNDED,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("1/3 = 0.53", (ROUNDED,), Outcome.REFUTED, None),
        ("1/2 + 1/3 = 2/5", (ROUNDED,), Outcome.REFUTED, None),
        ("8.05 + 1.50 = 9.65", (ROUNDED,), Outcome.REFUTED, None),
        ("8.05 + 1.50 = 9.56", (ROUNDED,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("0.33 + 0.33 + 0.33 = 1.00", (ROUNDED,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("0.3 + 0.67 = 1.00", (ROUNDED,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("0.3 + 0.67 = 1.05", (ROUNDED,), Outcome.REFUTED, None),
        ("5 + 1.50 = 6.60", (ROUNDED,), Outcome.REFUTED, None),
        ("8.146 + 1.50 = 9.7", (ROUNDED,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("1,000 + 1 = 1,002", (ROUNDED,), Outcome.REFUTED, None),
        ("1 + 2 + … + 10 = 56", (SPARSE,), Outcome.INCONCLUSIVE, Kind.AMBIGUOUS),
        ("1 + 2 + … + 10 = 55", (SPARSE,), Outcome.PASSED, None),
        ("1 + 2 + … + n = 55", ("n = 10",), Outcome.PASSED, None),
        ("1 + 2 + … + n = 56", ("n = 10",), Outcome.REFUTED, None),
        ("1·2 + 2·3 + … + n(n + 1) = 330", ("n = 9",), Outcome.PASSED, None),
        ("A = 121", ("A = 5!",), Outcome.REFUTED, None),
    ],
)
def test_premises_bind_names(claim: str, premises: tuple[str, ...], outcome: Outcome, kind: Kind | None) -> None:
    found = evaluate(claim, premises)
    assert (found.outcome, found.kind) == (outcome, kind), found.why


def test_a_refuted_identity_shows_a_point() -> None:
    found = evaluate("for all x, y, (x + y)^2 = x^2 + y^2")
    assert found.outcome is Outcome.REFUTED
    assert "at x = 1, y = 1 the left side is 4, the right side 2" in found.why


def test_an_identity_with_poles_states_them() -> None:
    assert evaluate(r"\frac{x^2 - 1}{x - 1} = x + 1").why == "for all x with x - 1 ≠ 0"


def test_an_open_equation_says_where_it_fails_without_being_refuted() -> None:
    found = evaluate("x^2 = 2x")
    assert found.outcome is Outcome.INCONCLUSIVE
    assert "x has no value here" in found.why
    assert "at x = 1" in found.why
