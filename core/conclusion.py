"""From verdicts on units to those on steps and on the whole (METHOD 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from .fusion import CONVENTION, UNDECIDED
from .proof import Finding, Step, StepId
from .suspicion import Risk
from .tree import ProofTree, UnitId
from .verdict import ClaimTruth, Status, StepVerdict, UnitVerdict, Verdict

INCOMPLETE = frozenset({"include-missing", "include-cycle", "include-outside", "no-problem", "no-claim"})
"""Findings with which no proof is correct: a part of it, or what it is to prove, was not there to read."""


def conclude(
    steps: Iterable[Step],
    tree: ProofTree,
    risks: Iterable[Risk],
    units: Mapping[UnitId, UnitVerdict],
    *,
    findings: Iterable[Finding] = (),
    machine: Verdict | None = None,
) -> Verdict:
    """Step verdicts and the whole verdict from the verdicts on units.

    The first error is the earliest flawed step; the undecided steps before it stand in ``uncertain_before``. Without
    an error the whole is correct only if every unit and closure is and the reader saw all of the proof and its problem,
    else uncertain with the riskiest step named.
    """
    step_verdicts = tuple(
        _judge_step(step.id, [units[unit.id] for unit in tree.units_of_step.get(step.id, ())]) for step in steps
    )
    flawed = next((index for index, step in enumerate(step_verdicts) if step.status is Status.FLAWED), None)
    first_unit = None
    if flawed is not None:
        of_step = tree.units_of_step[step_verdicts[flawed].id]
        first_unit = next(unit.id for unit in of_step if units[unit.id].status is Status.FLAWED)
    risky = _riskiest(tree, risks, units)
    if flawed is not None:
        status = Status.FLAWED
        reason = f"{step_verdicts[flawed].id}: {step_verdicts[flawed].reason}"
    elif step_verdicts and all(step.status is Status.CORRECT for step in step_verdicts):
        lacking = next((finding for finding in findings if finding.kind in INCOMPLETE), None)
        status = Status.CORRECT if lacking is None else Status.UNCERTAIN
        reason = f"every unit and closure is closed{under(units.values())}"
        reason += f", but {lacking.message}" if lacking is not None else ""
    else:
        status = Status.UNCERTAIN
        undecided = sum(1 for step in step_verdicts if step.status in UNDECIDED)
        reason = f"no error found; {undecided} of {len(step_verdicts)} steps undecided"
        if risky is not None:
            reason += f", the riskiest is {risky}"
    before = step_verdicts[:flawed] if flawed is not None else ()
    counted = (
        [unit for unit in units.values() if unit.status is Status.FLAWED]
        if status is Status.FLAWED
        else list(units.values())
    )
    return Verdict(
        status=status,
        first_error=step_verdicts[flawed].id if flawed is not None else None,
        first_error_unit=first_unit,
        risky_step=risky,
        uncertain_before=tuple(step.id for step in before if step.status in UNDECIDED),
        claim=ClaimTruth.UNKNOWN,
        reason=reason,
        rests_on=tuple(sorted({basis for unit in counted for basis in unit.rests_on})),
        units=tuple(units[unit.id] for unit in tree.units),
        steps=step_verdicts,
        machine=summary_of(machine) if machine is not None else None,
    )


def under(units: Iterable[UnitVerdict]) -> str:
    """The conventions that verdicts rest on, in words: " under nat_starts_at = from_1"; "" where there are none."""
    named = {basis for unit in units for basis in unit.rests_on if basis.startswith(CONVENTION)}
    said = sorted(name.removeprefix(CONVENTION).partition(" (")[0] for name in named)
    return f" under {', '.join(said)}" if said else ""


def summary_of(machine: Verdict) -> Verdict:
    """The machine's whole verdict as it is kept beside people's: without its parts, which evidence gives again."""
    return replace(machine, units=(), steps=(), machine=None)


def _judge_step(step_id: StepId, units: list[UnitVerdict]) -> StepVerdict:
    """Flawed if any unit is; correct if all are; else uncertain if any was looked at, else not_checked."""
    for wanted in (Status.FLAWED, Status.UNCERTAIN):
        found = next((unit for unit in units if unit.status is wanted), None)
        if found is not None:
            return StepVerdict(id=step_id, status=wanted, reason=f"{found.unit_id}: {found.reason}")
    if units and all(unit.status is Status.CORRECT for unit in units):
        return StepVerdict(id=step_id, status=Status.CORRECT, reason="all its units are correct")
    found = next((unit for unit in units if unit.status is Status.NOT_CHECKED), None)
    reason = f"{found.unit_id}: {found.reason}" if found else "no unit stands in this step"
    return StepVerdict(id=step_id, status=Status.NOT_CHECKED, reason=reason)


def _riskiest(tree: ProofTree, risks: Iterable[Risk], units: Mapping[UnitId, UnitVerdict]) -> StepId | None:
    """The step of the riskiest undecided unit; the earliest of equals; None where nothing is undecided."""
    undecided = [risk for risk in risks if units[risk.unit_id].status in UNDECIDED]
    if not undecided:
        return None
    worst = max(undecided, key=lambda risk: risk.risk)
    return tree.unit_by_id[worst.unit_id].step
