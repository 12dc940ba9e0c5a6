"""Proofs made in a line, for tests of the analyst."""

from __future__ import annotations

import hashlib

from proofsieve.core.decomposition import decompose
from proofsieve.core.proof import Proof, Source, SourceSpan, Step, StepId
from proofsieve.core.rules.growth import grow
from proofsieve.core.tree import EdgeUnit, ProofTree, UnitRole


def proof_of(problem: str, *steps: str) -> Proof:
    """A proof whose source is the problem and the steps, joined by blank lines."""
    pieces, spans = [problem], []
    for step in steps:
        before = "\n\n".join(pieces) + "\n\n"
        line = line_ends(before) + 1
        start = len(before.encode())
        spans.append(
            SourceSpan(
                source=0, start=start, end=start + len(step.encode()), line=line, end_line=line + line_ends(step)
            )
        )
        pieces.append(step)
    text = "\n\n".join(pieces)
    return Proof(
        title="a proof",
        sources=(Source(name="a.md", sha256=hashlib.sha256(text.encode()).hexdigest(), encoding="utf-8", text=text),),
        problem=problem,
        problem_span=None,
        steps=tuple(
            Step(id=StepId(f"s{number}"), label=str(number), text=step, span=span)
            for number, (step, span) in enumerate(zip(steps, spans, strict=True), 1)
        ),
    )


def line_ends(text: str) -> int:
    """How many lines end in ``text``, whichever way they do."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def tree_of(*steps: str, problem: str = "Prove the claim.") -> ProofTree:
    """The tree that the rules grow from steps."""
    return grown(proof_of(problem, *steps))


def grown(proof: Proof) -> ProofTree:
    """The tree that the rules grow from a proof."""
    return grow(proof, decompose(proof).substeps)


def unit_saying(tree: ProofTree, words: str) -> EdgeUnit:
    """The first unit of its own words (no closure, no target) that holds ``words``."""
    return next(
        unit for unit in tree.units if words in unit.text and unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET)
    )
