"""The last word where no reliable negative evidence was found: a step to look at first. It decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.advice import Advice, Synthesis
from ...core.proof import Proof, StepId
from ...core.suspicion import Risk
from ...core.tree import ProofTree
from ...core.verdict import Verdict
from .answers import ConcludeAnswer, kept
from .context import ROOM, Shown, line, listed
from .questions import Questions

_STEP = 600
_RISKS = 15
_NAMED = 300


async def last_word(
    questions: Questions,
    proof: Proof,
    tree: ProofTree,
    risks: Sequence[Risk],
    advice: Advice,
    machine: Verdict,
    *,
    room: int = ROOM,
) -> Synthesis | None:
    """The step to look at first, or none, and why; None where nobody answers. Raises Stopped."""
    steps = {step.id for step in proof.steps}

    def check(answer: ConcludeAnswer) -> list[str]:
        named = answer.risky_step.strip()
        return [] if not named or named in steps else [f"there is no step {named[:40]!a}; leave it empty for none"]

    ended = await questions.ask(
        "conclude",
        ConcludeAnswer,
        about="",
        stage="conclude",
        what="the last word",
        check=check,
        ids=named_steps(proof),
        problem=line(proof.problem, 2_000) or "(not given)",
        steps=steps_as_text(proof, room=room).text,
        found=listed(_found(tree, risks, advice, machine)),
    )
    said = ended.value
    if said is None:
        return None
    named = said.risky_step.strip()
    return Synthesis(
        risky_step=StepId(named) if named else None,
        reason=kept(said.reason),
        by=ended.call.model,
        call=ended.call.id,
    )


def named_steps(proof: Proof) -> list[StepId]:
    """The ids that a prompt lists: of very many steps, the first ones."""
    return [step.id for step in proof.steps[:_NAMED]]


def steps_as_text(proof: Proof, *, room: int, most: int = _STEP) -> Shown:
    """The steps with their ids, each on a line that the program begins, as far as there is room; cuts are said."""
    each = max(40, min(most, room // max(1, len(proof.steps)) - 20))
    lines: list[str] = []
    whole = True
    for step in proof.steps:
        text = f"{step.id}: {line(step.text, each)}"
        room -= len(text)
        if room < 0:
            lines.append(f"({len(proof.steps) - len(lines)} more steps do not fit)")
            whole = False
            break
        lines.append(text)
        whole = whole and len(step.text) <= each
    return Shown(text=listed(lines), whole=whole)


def _found(tree: ProofTree, risks: Sequence[Risk], advice: Advice, machine: Verdict) -> list[str]:
    """What is known so far, riskiest first."""
    told = [f"the whole so far: {machine.status}: {line(machine.reason, 400)}"]
    for review in advice.reviews:
        unit = tree.unit_by_id[review.unit_id]
        told.append(
            f"{unit.id} of {unit.step}, reviewed: {review.verdict} ({review.error_type}): {line(review.reason, 400)}"
        )
    top = sorted(risks, key=lambda risk: -risk.risk)[:_RISKS]
    told += [
        f"{risk.unit_id} of {tree.unit_by_id[risk.unit_id].step}, risk {risk.risk}: {line(risk.reason, 300)}"
        for risk in top
    ]
    return told[:80]
