"""Flawed proofs, correct look-alikes and open conventions, audited strictly by scripted answers of which half lie."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proofsieve.core.decomposition import decompose
from proofsieve.core.ledger import GammaUse, SigmaId, SigmaItem, SigmaStatus, Support
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_source
from proofsieve.core.rules.growth import grow
from proofsieve.core.strict import (
    Breaks,
    Closes,
    IllegalTransition,
    Line,
    Loop,
    NodeId,
    Overall,
    StepState,
    StrictVerdict,
    Supply,
    Witness,
    WitnessKind,
    admitted,
    applied,
    concluded,
    declared,
    ledger_rows,
    next_work,
    start,
)
from proofsieve.core.taint import dependencies
from proofsieve.tests.core.strict_runs import CLOSES, confirm, elaborate, resume, thick
from proofsieve.tests.proofs import grown, proof_of


def cases(data_dir: Path, *verdicts: str) -> list[dict[str, Any]]:
    rows = map(json.loads, (data_dir / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines())
    found = [row for row in rows if row["area"] == "2-proof" and row["expect"]["verdict"] in verdicts]
    assert len(found) >= 3
    return found


def opened(data_dir: Path, case: dict[str, Any]) -> tuple[Proof, Loop]:
    proof = read_source(data_dir / "cases" / case["input"])
    return proof, start(proof, grow(proof, decompose(proof).substeps))


def verdict(proof: Proof, loop: Loop) -> StrictVerdict:
    return concluded(loop, dependencies(proof, loop.tree, declared(loop)))


def lied(loop: Loop, name: str, outcome: Closes | Breaks, **how: Any) -> Loop:
    """A first look that lies, as the rules let it stand: the step is open."""
    loop = applied(loop, admitted(loop, elaborate(loop, name, outcome, **how)))
    assert loop.node(NodeId(name)).state is StepState.OPEN
    return loop


def verified(loop: Loop, name: str) -> Loop:
    """A step that is first called verified without a sentence of it, then honestly."""
    loop = lied(loop, name, CLOSES, lines=(Line(text="clear"),))
    return applied(loop, admitted(loop, resume(loop, name, CLOSES)))


@pytest.mark.data
def test_each_flawed_proof_ends_at_its_first_wrong_step_with_its_witness(data_dir: Path) -> None:
    for case in cases(data_dir, "flawed"):
        proof, loop = opened(data_dir, case)
        wrong = case["expect"]["first_wrong_step"]
        name = proof.steps[wrong - 1].id
        flaw = Breaks(
            witness=Witness(
                kind=WitnessKind.INVALID_INFERENCE,
                quote=proof.steps[wrong - 1].text,
                text=case["expect"]["witness"],
            )
        )
        loop = applied(applied(loop, admitted(loop, elaborate(loop, name, flaw))), confirm(name))
        told = verdict(proof, loop)
        assert (told.first_error, told.provisional) == (name, wrong > 1), case["id"]
        for step in proof.steps[: wrong - 1]:
            loop = verified(loop, step.id)
        told = verdict(proof, loop)
        assert (told.overall, told.first_error, told.provisional) == (Overall.FLAWED, name, False), case["id"]
        assert told.witness == flaw.witness
        assert next_work(loop, {}) is None


@pytest.mark.data
def test_each_correct_look_alike_is_accepted_whatever_suspicions_are_claimed(data_dir: Path) -> None:
    for case in cases(data_dir, "correct"):
        proof, loop = opened(data_dir, case)
        suspicion = Breaks(witness=Witness(kind=WitnessKind.INVALID_INFERENCE, quote=proof.steps[-1].text, text=" "))
        loop = lied(loop, proof.steps[-1].id, suspicion)
        loop = applied(loop, resume(loop, proof.steps[-1].id, CLOSES))
        for step in proof.steps[:-1]:
            loop = verified(loop, step.id)
        assert verdict(proof, loop).accepted, case["id"]


@pytest.mark.data
def test_a_reading_of_an_open_convention_cannot_be_slipped_into_gamma(data_dir: Path) -> None:
    for case in cases(data_dir, "convention"):
        proof, loop = opened(data_dir, case)
        reading = str(case["expect"]["readings"][0]["reading"])
        name = proof.steps[0].id
        with pytest.raises(IllegalTransition, match="ask it as a convention"):
            applied(loop, elaborate(loop, name, CLOSES, gamma=(GammaUse(text=reading),)))


@pytest.mark.data
def test_the_dimension_formula_cannot_be_used_in_its_own_proof(data_dir: Path) -> None:
    (case,) = (case for case in cases(data_dir, "flawed") if case["id"] == "PF-06")
    _, loop = opened(data_dir, case)
    claim = next(entry.id for entry in loop.tree.entries if entry.producer is None)
    use = GammaUse(entry=claim, text="$\\dim W+\\dim W^{\\perp}=n$")
    with pytest.raises(IllegalTransition, match="what the proof is to show"):
        applied(loop, elaborate(loop, "s4", CLOSES, gamma=(use,)))


# The square root of two

ROOT = (
    "Show that $\\sqrt{2}$ is irrational.",
    "Suppose for contradiction that $\\sqrt{2} = m/n$ with integers $m, n$ that have no common divisor.",
    "Then $m^2 = 2n^2$, so $m^2$ is even.",
    "Hence $m$ is even, say $m = 2k$.",
    "Then $4k^2 = 2n^2$, so $n^2 = 2k^2$ is even and $n$ is even.",
    "So $m$ and $n$ have the common divisor 2, a contradiction.",
)
EVEN = SigmaItem(
    id=SigmaId("S1"),
    name="even squares",
    statement="If $n$ is an integer and $n^2$ is even, then $n$ is even.",
    support=Support.PROOF,
    grounds="If n = 2k + 1, then n² = 2(2k² + 2k) + 1 is odd.",
    applies="m and n are integers by step 1, and the squares are even by steps 2 and 4",
    status=SigmaStatus.CONFIRMED,
    by="reviewer:ada",
)


def irrational() -> tuple[Proof, Loop]:
    proof = proof_of(*ROOT)
    return proof, applied(start(proof, grown(proof)), Supply(by="reviewer:ada", item=EVEN))


def test_the_classical_proof_about_the_root_of_two_is_accepted_with_a_complete_ledger() -> None:
    proof, loop = irrational()
    entry = {item.text: item.id for item in loop.tree.entries}
    root, square = entry[ROOT[1]], entry["Then $m^2 = 2n^2$,"]
    even = next(item.id for item in loop.tree.entries if "m = 2k" in item.text)
    gamma: dict[str, tuple[GammaUse, ...]] = {
        "s2": (GammaUse(entry=root),),
        "s3": (GammaUse(entry=square),),
        "s4": (GammaUse(entry=square), GammaUse(entry=even)),
        "s5": (GammaUse(entry=root), GammaUse(entry=even)),
    }
    for name in ("s1", "s2", "s3", "s4", "s5"):
        sigma = ("S1",) if name in ("s3", "s4") else ()
        loop = applied(loop, elaborate(loop, name, CLOSES, gamma=gamma.get(name, ()), sigma=sigma, rules=("algebra",)))
    told = verdict(proof, loop)
    assert told.accepted
    assert [step.says for step in told.steps] == ["verified"] * 5
    assert [row.used_by for row in ledger_rows(loop)] == [("s3", "s4")]


def test_the_same_proof_with_the_lemma_misapplied_is_rejected_with_its_witness() -> None:
    wrong = "Hence $m$ is divisible by 4, say $m = 4k$."
    proof = proof_of(*ROOT[:3], wrong, *ROOT[4:])
    loop = applied(start(proof, grown(proof)), Supply(by="reviewer:ada", item=EVEN))
    for name in ("s1", "s2"):
        loop = applied(loop, elaborate(loop, name))
    flaw = Breaks(
        witness=Witness(
            kind=WitnessKind.MISAPPLIED_THEOREM, quote="$m$ is divisible by 4", text="$m = 2$: $m^2 = 4$ is even, 4 ∤ 2"
        )
    )
    loop = applied(applied(loop, elaborate(loop, "s3", flaw)), confirm("s3"))
    told = verdict(proof, loop)
    assert (told.overall, told.first_error, told.provisional) == (Overall.FLAWED, "s3", False)
    assert told.witness == flaw.witness


def test_it_is_not_accepted_while_its_lemma_has_no_proof() -> None:
    proof, loop = irrational()
    loop = applied(loop, elaborate(loop, "s3", CLOSES, sigma=("S1",)))
    loop = applied(loop, Supply(by="reviewer:ada", item=replace(EVEN, status=SigmaStatus.OPEN)))
    assert loop.node(NodeId("s3")).state is StepState.OPEN
    assert "even squares is open" in loop.blockers(NodeId("s3"), thick(loop, "s3", sigma=("S1",)))[0]
    assert not verdict(proof, loop).accepted
