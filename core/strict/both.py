"""``--method both``: the sieve's verdict and the strict loop's as one (METHOD 8, last rule).

Flawed if either is, at the earlier first error; correct only if the strict loop verified every step and the sieve is
neither flawed nor uncertain; else uncertain. A refutation of strength solver or more beats VERIFIED. A corroborated
judgement (r3) on a step that is VERIFIED does not count: the two disagree, and a finding says so. A person's decision
is no r3: it counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..evidence import Strength
from ..proof import Finding, StepId
from ..tree import ProofTree
from ..value import value
from ..verdict import Status, Verdict
from .acts import Overall, StepState
from .standing import StrictVerdict

DISAGREE = "methods_disagree"
"""The kind of the finding that the sieve calls flawed by corroborated judgement what the strict loop verified."""


@value
class ByMethod:
    """Both verdicts as they were."""

    sieve: Verdict
    strict: StrictVerdict


@value
class Combined:
    """The whole verdict of both methods together. ``provisional``: steps before ``first_error`` are not decided; those
    stand in ``uncertain_before``. ``decided_by`` names the methods whose verdict it is ("" for none)."""

    status: Status
    first_error: StepId | None
    provisional: bool
    uncertain_before: tuple[StepId, ...]
    reason: str
    decided_by: tuple[str, ...]
    by_method: ByMethod
    findings: tuple[Finding, ...] = ()


def combined(sieve: Verdict, strict: StrictVerdict, tree: ProofTree, order: Sequence[StepId]) -> Combined:
    """The whole verdict; ``order`` are the steps in source order, ``tree`` says which units are in which."""
    kept = ByMethod(sieve=sieve, strict=strict)
    place = {step: index for index, step in enumerate(order)}
    verified = {step.id for step in strict.steps if step.state is StepState.VERIFIED}
    hard, soft = _flaws(sieve, tree)
    against = sorted((step for step in soft if step in verified), key=place.__getitem__)
    findings = tuple(_disagreement(sieve, step) for step in against)
    counted = {step: reason for step, reason in {**soft, **hard}.items() if step not in against}
    named = [*counted, *([strict.first_error] if strict.first_error is not None else [])]
    if named:
        first = min(named, key=place.__getitem__)
        reasons = [("sieve", counted[first])] if first in counted else []
        reasons += [("strict", strict.reason)] if first == strict.first_error else []
        before = _undecided(kept, order[: place[first]])
        return Combined(
            status=Status.FLAWED,
            first_error=first,
            provisional=bool(before),
            uncertain_before=before,
            reason=reasons[0][1],
            decided_by=tuple(name for name, _ in reasons),
            by_method=kept,
            findings=findings,
        )
    reason = _undecided_reason(kept, against)
    accepted = not reason
    return Combined(
        status=Status.CORRECT if accepted else Status.UNCERTAIN,
        first_error=None,
        provisional=False,
        uncertain_before=(),
        reason=reason or "every step is verified, and the sieve closed every unit",
        decided_by=("sieve", "strict") if accepted else (),
        by_method=kept,
        findings=findings,
    )


def _flaws(sieve: Verdict, tree: ProofTree) -> tuple[dict[StepId, str], dict[StepId, str]]:
    """The steps that the sieve calls flawed, with the reason: by a refutation or a person, and by judgement alone."""
    if sieve.status is not Status.FLAWED:
        return {}, {}
    hard: dict[StepId, str] = {}
    soft: dict[StepId, str] = {}
    for unit in sieve.units:
        if unit.status is Status.FLAWED:
            known = hard if any(map(_decides, unit.rests_on)) else soft
            known.setdefault(tree.unit_by_id[unit.unit_id].step, unit.reason)
    if not hard and not soft and sieve.first_error is not None:
        known = hard if any(map(_decides, sieve.rests_on)) else soft
        known[sieve.first_error] = sieve.reason
    return hard, {step: reason for step, reason in soft.items() if step not in hard}


_HARD = frozenset(str(strength) for strength in Strength if strength.at_least(Strength.SOLVER))


def _decides(basis: str) -> bool:
    return basis in _HARD or basis.startswith("reviewer:")


def _disagreement(sieve: Verdict, step: StepId) -> Finding:
    said = next((item.reason for item in sieve.steps if item.id == step), sieve.reason)
    message = f"the strict loop verified {step}, which the sieve's judges call flawed: {said}"
    return Finding(kind=DISAGREE, message=message, about=step)


def _undecided(kept: ByMethod, steps: Sequence[StepId]) -> tuple[StepId, ...]:
    """Those of ``steps`` that one of the methods has decided neither way, or that they disagree on."""
    sieve = {step.id: step.status for step in kept.sieve.steps}
    strict = {step.id: step.state for step in kept.strict.steps}
    return tuple(
        step for step in steps if strict.get(step) is not StepState.VERIFIED or sieve.get(step) is Status.FLAWED
    )


def _undecided_reason(kept: ByMethod, against: Sequence[StepId]) -> str:
    """Why the whole is neither flawed nor correct, in words; "" where it is correct."""
    sieve, strict = kept.sieve, kept.strict
    if against:
        return f"the methods disagree on {', '.join(against)}, and no checker decides between them"
    said = []
    if sieve.status is not Status.CORRECT:
        said.append(f"sieve: {sieve.reason}")
    if strict.overall is not Overall.VERIFIED:
        said.append(f"strict: {strict.reason}")
    return "; ".join(said)
