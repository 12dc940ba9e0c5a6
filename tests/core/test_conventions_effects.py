"""Before an answer is given: what each reading makes stale, and which verdicts it flips, by the numeric checker."""

from __future__ import annotations

from pathlib import Path

import pytest

import proofsieve
from proofsieve.compose import audit_proof_async
from proofsieve.core.conventions import (
    Decide,
    ReadingCheck,
    ReadingEffect,
    blast_radius,
    decided,
)
from proofsieve.core.evidence import Branch, Evidence, Kind, Outcome, Statement, Strength, make_evidence
from proofsieve.tests.core.convention_texts import OPEN
from proofsieve.tests.core.conventions_of import checked, decider, detected, question, read
from proofsieve.tests.proofs import proof_of

CASES = [
    ("pf27_zero_natural.md", "nat_starts_at", "from_1", "from_0", "s2", "n = 0: 0 < 1; the claim fails there as well: "
     "0 is not positive"),
    ("pf30_domain.md", "number_domain", "integer", "real", "s2", "x = 1/2: 1/2 < 1; the claim fails there as well: "
     "1/4 < 1/2"),
    ("pf31_cube_root.md", "odd_root", "real", "principal", "s4", "the principal value is 1 + i√3"),
]  # fmt: skip
QUESTIONS = {
    "nat_starts_at": "Is 0 a natural number here?",
    "number_domain": "Is x an integer or a real number?",
    "odd_root": "Is (-8)^(1/3) the real cube root, or the principal complex power?",
}


def of(effects: tuple[ReadingEffect, ...], reading: str) -> ReadingEffect:
    return next(effect for effect in effects if effect.reading == reading)


@pytest.mark.data
@pytest.mark.parametrize(("file", "name", "right", "wrong", "step", "witness"), CASES, ids=[case[1] for case in CASES])
async def test_a_published_case_asks_its_question_and_each_reading_gives_its_verdict(
    data_dir: Path, file: str, name: str, right: str, wrong: str, step: str, witness: str
) -> None:
    proof = proofsieve.read_proof(data_dir / "cases" / "files" / "proofs" / file)
    detection = detected(await audit_proof_async(proof))
    asked = question(detection, name)
    assert asked.question == QUESTIONS[name]
    effects = blast_radius(asked, detection.checks, await decider(detection.checks))
    assert of(effects, wrong).first_flawed == step
    assert of(effects, wrong).flips[0].witness == witness
    assert of(effects, right).first_flawed == ""
    assert of(effects, right).undecided
    assert set(of(effects, right).stale) == set(of(effects, wrong).stale)


@pytest.mark.data
@pytest.mark.parametrize(
    "file", ["pf02_cancel_x.md", "pf22_cancel_nonzero.md", "pf33_tolerance.md", "pf14_decreasing.md"]
)
def test_a_published_flaw_or_look_alike_is_no_question(data_dir: Path, file: str) -> None:
    proof = proofsieve.read_proof(data_dir / "cases" / "files" / "proofs" / file)
    assert detected(proofsieve.audit(proof)).questions == ()


@pytest.mark.parametrize(
    ("file", "name", "wrong", "step"),
    [
        ("last-digit-six.md", "nat_starts_at", "from_0", "s6"),
        ("cubic-quotient.md", "division_may_vanish", "everywhere", "s3"),
        ("mediant.md", "positive_includes_zero", "weak", ""),
    ],
)
async def test_an_example_asks_its_one_question(root: Path, file: str, name: str, wrong: str, step: str) -> None:
    detection = detected(await audit_proof_async(proofsieve.read_proof(root / "examples" / file)))
    asked = question(detection, name)
    effects = blast_radius(asked, detection.checks, await decider(detection.checks))
    assert [effect.first_flawed for effect in effects if effect.reading != wrong] == [""] * (len(effects) - 1)
    assert of(effects, wrong).first_flawed == step


async def test_the_gain_is_named_and_everything_that_depends_becomes_stale() -> None:
    detection = read(*OPEN["nat_starts_at"])
    effects = blast_radius(detection.questions[0], detection.checks, await decider(detection.checks))
    assert [effect.gains for effect in effects] == [
        "C nat_starts_at: ℕ = {1, 2, 3, …}",
        "C nat_starts_at: ℕ = {0, 1, 2, …}",
    ]
    assert effects[0].stale == effects[1].stale == detection.questions[0].dependents
    assert effects[0].flips == ()


async def test_only_the_first_step_that_fails_at_the_point_is_asked_about() -> None:
    detection = read(*OPEN["nat_starts_at"])
    assert {check.step_id for check in detection.checks} == {"s2"}


async def test_a_computation_passes_under_its_base_and_fails_under_the_others() -> None:
    detection = detected(await audit_proof_async(proof_of(*OPEN["log_base"])))
    effects = blast_radius(question(detection, "log_base"), detection.checks, await decider(detection.checks))
    assert {effect.reading: [flip.outcome for flip in effect.flips] for effect in effects} == {
        "e": [Outcome.REFUTED],
        "10": [Outcome.PASSED],
        "2": [Outcome.REFUTED],
    }
    assert of(effects, "10").undecided == ()


def says(outcome: Outcome) -> Decide:
    def answer(statement: Statement) -> Evidence:
        return make_evidence(
            statement,
            Branch.CLAIM,
            checker="scripted",
            checker_version="1",
            outcome=outcome,
            kind=Kind.TIMEOUT if outcome is Outcome.INCONCLUSIVE else None,
            strength=None if outcome is Outcome.INCONCLUSIVE else Strength.EXACT,
        )

    return answer


@pytest.mark.parametrize("outcome", [Outcome.PASSED, Outcome.INCONCLUSIVE])
def test_a_checker_that_does_not_refute_flips_nothing(outcome: Outcome) -> None:
    detection = read(*OPEN["nat_starts_at"])
    for effect in blast_radius(detection.questions[0], detection.checks, says(outcome)):
        assert effect.flips == ()
        assert effect.undecided == effect.stale


def test_the_same_statement_is_asked_once() -> None:
    asked: list[str] = []

    def answer(statement: Statement) -> Evidence:
        asked.append(statement.id)
        return says(Outcome.PASSED)(statement)

    detection = read(*OPEN["division_may_vanish"])
    blast_radius(detection.questions[0], detection.checks, answer)
    assert len(asked) == len(set(asked)) > 0


def check(*, given: tuple[str, ...] = (), unread: tuple[str, ...] = (), closes: bool = False) -> ReadingCheck:
    return ReadingCheck(
        convention_id="c",
        reading="r",
        obligation_id="o002.1",
        unit_id="u002",
        step_id="s2",
        claim="n ≥ 1",
        witness="n = 0",
        at=("n = 0",),
        given=given,
        unread=unread,
        closes=closes,
    )


def said(outcome: Outcome, strength: Strength = Strength.EXACT) -> Evidence:
    open_ = outcome is Outcome.INCONCLUSIVE
    return make_evidence(
        check().statement,
        Branch.CLAIM,
        checker="numeric",
        checker_version="1",
        outcome=outcome,
        strength=None if open_ else strength,
        kind=Kind.UNPARSED if open_ else None,
    )


def test_a_counterexample_counts_only_where_all_of_the_context_holds_and_was_read() -> None:
    refuted, passed, open_ = (said(outcome) for outcome in (Outcome.REFUTED, Outcome.PASSED, Outcome.INCONCLUSIVE))
    assert decided(check(), [refuted]) is Outcome.REFUTED
    assert decided(check(given=("n ≥ 0",)), [refuted, passed]) is Outcome.REFUTED
    assert decided(check(given=("n > 2",)), [refuted, refuted]) is Outcome.INCONCLUSIVE
    assert decided(check(given=("n > 2",)), [refuted, open_]) is Outcome.INCONCLUSIVE
    assert decided(check(unread=("g3",)), [refuted]) is Outcome.INCONCLUSIVE


@pytest.mark.parametrize("weak", [Strength.CORROBORATED, Strength.HEURISTIC])
def test_what_is_weaker_than_a_solver_decides_nothing_under_a_reading(weak: Strength) -> None:
    refuted, passed = said(Outcome.REFUTED), said(Outcome.PASSED)
    assert decided(check(), [said(Outcome.REFUTED, weak)]) is Outcome.INCONCLUSIVE
    assert decided(check(given=("n ≥ 0",)), [refuted, said(Outcome.PASSED, weak)]) is Outcome.INCONCLUSIVE
    assert decided(check(closes=True), [said(Outcome.PASSED, weak)]) is Outcome.INCONCLUSIVE
    assert decided(check(given=("n ≥ 0",)), [refuted, passed]) is Outcome.REFUTED


def test_an_instance_that_passes_closes_nothing() -> None:
    assert decided(check(), [said(Outcome.PASSED)]) is Outcome.INCONCLUSIVE
    assert decided(check(closes=True), [said(Outcome.PASSED)]) is Outcome.PASSED
    assert decided(check(closes=True), [said(Outcome.INCONCLUSIVE)]) is Outcome.INCONCLUSIVE


def test_a_fact_that_no_claim_says_keeps_the_counterexample_from_counting() -> None:
    text = list(OPEN["nat_starts_at"])
    text.insert(2, "The number $m$ is happy.")
    detection = read(*text)
    assert [bool(one.unread) for one in detection.checks] == [True]


def test_a_slip_under_every_base_is_no_question() -> None:
    assert checked("A slip.", "We have $\\log 2=\\log 3$.").questions == ()
