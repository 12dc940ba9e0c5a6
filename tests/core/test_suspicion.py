"""Risks come from stated signals, and the window is the earliest candidate with what leads to it (METHOD 3)."""

from __future__ import annotations

import pytest

from proofsieve.core.evidence import Branch, Evidence, Kind, Language, Outcome, Strength, make_evidence, make_statement
from proofsieve.core.suspicion import SIGNALS, Risk, audit_window, scan, score
from proofsieve.core.tree import UnitId, UnitRole
from proofsieve.tests.proofs import tree_of, unit_saying

STATEMENT = make_statement(obligation_id="o001.1", language=Language.NUMERIC, text="1 = 2", provenance="transcribed")


def evidence(outcome: Outcome, kind: Kind | None = None) -> Evidence:
    return make_evidence(
        STATEMENT,
        Branch.CLAIM,
        checker="numeric",
        checker_version="1",
        outcome=outcome,
        kind=kind,
        strength=None if kind else Strength.EXACT,
    )


@pytest.mark.parametrize(
    "words",
    [
        "Clearly $x > 0$.",
        "It is easy to see that $x > 0$.",
        "Without loss of generality $x > 0$.",
        "Similarly $x > 0$.",
    ],
)
def test_words_that_replace_a_reason_make_a_candidate(words: str) -> None:
    assert scan(tree_of(words), {})[0].risk > 60


@pytest.mark.parametrize("words", ["Let $n$ be an integer.", "Then $x > 0$ because $x = 3$.", "Suppose $n$ is even."])
def test_plain_words_make_none(words: str) -> None:
    assert scan(tree_of(words, problem="Let $x, n$ be given."), {})[0].risk <= 60


def test_a_refuted_computation_is_the_strongest_signal_of_all() -> None:
    unit = tree_of("So $1 = 2$.").units[0]
    refuted = score(unit, [(evidence(Outcome.REFUTED), True)])
    assert refuted.risk == max(weight for weight, _, _ in SIGNALS.values())
    assert refuted.error_type == "calculation"
    assert score(unit, [(evidence(Outcome.REFUTED), False)]).risk < refuted.risk


def test_an_unread_computation_raises_and_a_passed_one_lowers_the_risk() -> None:
    unit = tree_of("So $1 = 2$.").units[0]
    bare = score(unit, []).risk
    assert score(unit, [(evidence(Outcome.INCONCLUSIVE, Kind.UNPARSED), True)]).risk > bare
    assert score(unit, [(evidence(Outcome.PASSED), True)]).risk < bare


def test_every_risk_is_an_integer_from_0_to_100_with_a_reason() -> None:
    tree = tree_of("Clearly, obviously, by symmetry and WLOG $q + z > w$ similarly (figure).", "Thus $a = b$.")
    for risk in scan(tree, {}):
        assert isinstance(risk.risk, int)
        assert 0 <= risk.risk <= 100
        assert risk.reason


def test_an_abandoned_attempt_has_no_risk() -> None:
    tree = tree_of("Clearly $x = 7$. This approach fails.")
    assert [
        risk.risk for risk, unit in zip(scan(tree, {}), tree.units, strict=True) if unit.role is UnitRole.ABANDONED
    ] == [
        0,
        0,
    ]


def with_risks(*values: int) -> tuple[Risk, ...]:
    return tuple(
        Risk(unit_id=UnitId(f"u{number:03d}"), risk=risk, signals=(), reason="")
        for number, risk in enumerate(values, 1)
    )


def test_the_window_takes_the_earliest_candidate_not_the_riskiest() -> None:
    tree = tree_of(*[f"Moreover ${number} < 100$." for number in range(12)])
    risks = with_risks(*([10] * 8), 61, 99, *([10] * 3))
    window = audit_window(tree, risks, threshold=60, before=6)
    assert window.candidate == "u009"
    assert window.units == ("u003", "u004", "u005", "u006", "u007", "u008", "u009")


def test_the_threshold_itself_is_no_candidate() -> None:
    tree = tree_of("Then $x = 1$.", "Then $y = 2$.")
    assert audit_window(tree, with_risks(60, 60, 60), threshold=60, before=6).candidate is None


def test_the_window_prefers_producers_over_neighbours() -> None:
    tree = tree_of(
        "We have $a = 2$. (1)",
        *[f"Then $x_{{{number}}} = {number}$." for number in range(10)],
        "By (1), clearly $b = 3$.",
    )
    candidate = unit_saying(tree, "By (1)")
    window = audit_window(tree, scan(tree, {}), threshold=60, before=6)
    assert window.candidate == candidate.id
    assert unit_saying(tree, "a = 2").id in window.units
    assert len(window.units) == 7
