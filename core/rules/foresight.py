"""Substeps with their words and what comes after them: a contradiction, a claim's own proof, the end of a branch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..decomposition import Substep
from ..proof import Proof
from ..tree import UnitRole
from .arrows import read_arrows
from .opening import Ahead, Reading
from .wording import Wording, read_wording

PROOF_OF = re.compile(r"proof of\b", re.IGNORECASE)
# A step's heading that says what the step is about.
_TELLING = re.compile(
    r"[⇒⇐⇔⊆⊇]|\\\w|\b(?:case|claim|lemma|base|induct|proof|suffic|necess|converse|direction|only if|if)", re.IGNORECASE
)


def readings_of(proof: Proof, substeps: Sequence[Substep]) -> list[Reading]:
    """Every substep with its words, its heading if it is the first of its step, and what is ahead."""
    of_step = {step.id: heading_of(step.label) for step in proof.steps}
    headings: list[str] = []
    step = None
    for substep in substeps:
        headings.append("" if substep.step == step else of_step[substep.step])
        step = substep.step
    pairs = list(zip(substeps, headings, strict=True))
    wordings = [read_wording(substep.text, heading) for substep, heading in pairs]
    contradictions = reached_before(wordings, ("contradiction-reached",), stops=_is_assumption)
    dies = reached_before(wordings, ("contradiction-reached", "cannot-occur"), stops=_ends_branch)
    # An end mark on the last words ends the proof, not a claim inside it.
    proved = [*reached_before(wordings[:-1], ("claim-proved",), stops=_states_claim), False]
    begun = [*reached_before(wordings[:-1], ("claim-proof", "claim-proved"), stops=_states_claim), False]
    return [
        Reading(
            substep,
            wording,
            frozenset(wording.cues),
            read_arrows(f"{heading}: {substep.text}" if heading else substep.text),
            Ahead(contradictions[index], begun[index], proved[index], dies[index]),
            heading,
        )
        for index, ((substep, heading), wording) in enumerate(zip(pairs, wordings, strict=True))
    ]


def heading_of(label: str) -> str:
    """What a step's label says of its words; "2", "Theorem 3.1" and "Proof of Claim 1" say nothing of them."""
    if PROOF_OF.match(label):
        label = label.partition(": ")[2]
    return label if _TELLING.search(label) else ""


def reached_before(
    wordings: Sequence[Wording], wanted: tuple[str, ...], *, stops: Callable[[Wording], bool]
) -> list[bool]:
    """For each unit: does one of the cues come at or after it, before the next unit that ``stops``?"""
    ahead = False
    result = [False] * len(wordings)
    for index in range(len(wordings) - 1, -1, -1):
        cues = wordings[index].cues
        if "assume-for-contradiction" not in cues and any(cue in cues for cue in wanted):
            ahead = True
        result[index] = ahead
        if stops(wordings[index]):
            ahead = False
    return result


def _is_assumption(wording: Wording) -> bool:
    return wording.role is UnitRole.ASSUME or "converse" in wording.cues or "forward" in wording.cues


def _ends_branch(wording: Wording) -> bool:
    return wording.role in (UnitRole.CASE, UnitRole.ASSUME) or "cases-joined" in wording.cues


def _states_claim(wording: Wording) -> bool:
    return "claim-stated" in wording.cues
