"""Cutting by a model: it quotes, the program finds the quotations and checks that nothing is changed (METHOD 1).

A step whose cut is rejected, or of which nothing was said, is cut by rules, and a finding says so. No word of a model
gets into a substep.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...core.decomposition import Decomposition, Offsets, Substep, decompose
from ...core.proof import Finding, Proof, Step, StepId
from ...core.quotes import Quote
from ...core.repair_prevention import CheckedSplit, check_split
from ...core.sentences import sentence_spans
from .answers import kept
from .context import line
from .questions import Questions, together
from .tree_answers import DecomposeAnswer

BATCH = 12
"""Steps of one question at most."""
ROOM = 6_000
"""Code points of the steps of one question; a longer step is asked about by itself."""
LONGEST = 24_000
"""Code points of a step that a model is asked about; longer ones are cut by rules."""
_COMPLAINTS = 3


async def cut_proof(questions: Questions, proof: Proof, *, batch: int = BATCH, room: int = ROOM) -> Decomposition:
    """All substeps of ``proof`` in source order, and what was left out or refused.

    Raises Stopped where no further question can be asked.
    """
    asked = [step for step in proof.steps if step.text.strip() and len(step.text) <= LONGEST]
    cuts = await together(*(_cut(questions, proof, steps) for steps in batches(asked, batch, room)))
    accepted = {step: split for cut in cuts for step, split in cut.accepted.items()}
    refused = {step: why for cut in cuts for step, why in cut.refused.items()}
    substeps: list[Substep] = []
    findings: list[Finding] = []
    for step in proof.steps:
        split = accepted.get(step.id)
        if split is not None:
            found, told = _substeps(proof, step, split, len(substeps))
        else:
            long = f"its {len(step.text):,} characters are too many for one question"
            why = refused.get(step.id) or ("the model said nothing of it" if len(step.text) <= LONGEST else long)
            found, told = _by_rules(proof, step, why, len(substeps))
        substeps.extend(found)
        findings.extend(told)
    return Decomposition(substeps=tuple(substeps), findings=tuple(findings))


def batches(steps: Sequence[Step], most: int, room: int) -> list[list[Step]]:
    """Neighbouring steps together, as many as fit; each at least by itself."""
    made: list[list[Step]] = []
    left = 0
    for step in steps:
        if not made or len(made[-1]) >= most or len(step.text) > left:
            made.append([])
            left = room
        made[-1].append(step)
        left -= len(step.text)
    return made


@dataclass
class _Cut:
    """What was accepted of the answers to one question so far, and why the rest was not.

    An answer that goes wrong in one step does not lose the others: each is kept as soon as it is right.
    """

    steps: dict[StepId, Step]
    accepted: dict[StepId, CheckedSplit] = field(default_factory=dict)
    refused: dict[StepId, str] = field(default_factory=dict)
    read: bool = False

    def check(self, answer: DecomposeAnswer) -> list[str]:
        """Take what is right; complaints about the rest, in words that a model can act on."""
        self.read = True
        complaints: list[str] = []
        named: set[StepId] = set()
        for item in answer.steps:
            step = self.steps.get(StepId(item.step))
            if step is None or step.id in named:
                complaints.append(f"{'no' if step is None else 'more than one'} step {item.step[:40]!a} to cut here")
                continue
            named.add(step.id)
            if step.id not in self.accepted:
                quotes = [
                    Quote(first=piece.first, last=piece.last) if piece.last.strip() else Quote(text=piece.first)
                    for piece in item.substeps
                ]
                complaints.extend(self._take(step, quotes))
        complaints.extend(f"{step} was not cut" for step in self.steps if step not in named | set(self.accepted))
        return complaints

    def _take(self, step: Step, quotes: Sequence[Quote]) -> list[str]:
        split = check_split(step.text, quotes)
        if not split.faults and split.pieces:
            self.accepted[step.id] = split
            return []
        why = [fault.why for fault in split.faults[:_COMPLAINTS]] or ["it has no substep"]
        self.refused[step.id] = f"the model's cut was refused: {kept(why[0], 300)}"
        return [f"{step.id}: {reason}" for reason in why]


async def _cut(questions: Questions, proof: Proof, steps: Sequence[Step]) -> _Cut:
    cut = _Cut({step.id: step for step in steps})
    ended = await questions.ask(
        "decompose",
        DecomposeAnswer,
        about=steps[0].id,
        stage="decompose",
        what="the cutting of steps",
        check=cut.check,
        ids=[step.id for step in steps],
        problem=line(proof.problem, 4_000) or "(not given)",
        steps=[(step.id, step.text) for step in steps],
    )
    if ended.failure is not None and not cut.read:
        why = f"no answer could be used ({ended.failure.kind}: {kept(ended.failure.why, 200)})"
        cut.refused = dict.fromkeys(cut.steps, why)
    return cut


def _substeps(proof: Proof, step: Step, split: CheckedSplit, first: int) -> tuple[list[Substep], list[Finding]]:
    """The pieces as substeps with their exact bytes; a finding for each piece of text that stands in none of them."""
    at = Offsets(step, proof.sources[step.span.source].encoding)
    starts = [start for start, _ in sentence_spans(step.text)]
    substeps = [
        Substep(
            step=step.id,
            index=first + place,
            sentence=max(0, bisect_right(starts, piece.start) - 1),
            text=step.text[piece.start : piece.end],
            span=at.span(piece.start, piece.end),
        )
        for place, piece in enumerate(split.pieces)
    ]
    left_out = [
        Finding(
            kind="left-out",
            message=f"no substep holds “{line(step.text[gap.start : gap.end], 200)}”; nothing follows from it",
            about=step.id,
            span=at.span(gap.start, gap.end),
        )
        for gap in split.left_out
    ]
    return substeps, left_out


def _by_rules(proof: Proof, step: Step, why: str, first: int) -> tuple[list[Substep], list[Finding]]:
    """The deterministic cut of one step, and a finding that says why."""
    cut = decompose(replace(proof, steps=(step,)))
    told = Finding(kind="cut-by-rules", message=f"this step was cut by rules: {why}", about=step.id, span=step.span)
    return [replace(substep, index=first + substep.index) for substep in cut.substeps], [told, *cut.findings]
