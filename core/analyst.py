"""Who reads a proof: the Analyst protocol, and the RuleAnalyst, which needs no model.

An analyst cuts, grows and scans; it never decides what is correct. The RuleAnalyst is deterministic and states why it
reads what it reads (the cues stand in ``EdgeUnit.signals``, the typing rule in ``Obligation.rule``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from .decomposition import Decomposition, decompose
from .evidence import Evidence
from .obligations import Obligation
from .proof import Proof
from .rules.growth import grow
from .rules.obliging import make_obligations
from .suspicion import Risk, scan
from .tree import EdgeUnit, ProofTree, UnitId


class Analyst(Protocol):
    """Reads a proof in stages; every stage is a function from values to values and may be awaited for long."""

    name: str
    version: str

    async def decompose(self, proof: Proof) -> Decomposition:
        """Cut steps into substeps, each verbatim in its step."""
        ...

    async def grow(self, proof: Proof, decomposition: Decomposition) -> ProofTree:
        """The proof-state tree; malformed units are kept and become findings."""
        ...

    async def oblige(self, unit: EdgeUnit, computations: Sequence[str], goal: str) -> tuple[Obligation, ...]:
        """Typed obligations of a unit; ``computations`` are the numeric claims that its text asserts, ``goal`` is the
        goal before it."""
        ...

    async def scan(
        self, tree: ProofTree, evidence: Mapping[UnitId, Sequence[tuple[Evidence, bool]]]
    ) -> tuple[Risk, ...]:
        """A risk for every unit; the evidence of the free checks, each with whether its refutation counts."""
        ...


class RuleAnalyst:
    """Reads by rules over wording and symbols. It never claims to have checked what it cannot."""

    name = "rules"
    version = "1"

    async def decompose(self, proof: Proof) -> Decomposition:
        return decompose(proof)

    async def grow(self, proof: Proof, decomposition: Decomposition) -> ProofTree:
        return grow(proof, decomposition.substeps)

    async def oblige(self, unit: EdgeUnit, computations: Sequence[str], goal: str) -> tuple[Obligation, ...]:
        return make_obligations(unit, computations, goal)

    async def scan(
        self, tree: ProofTree, evidence: Mapping[UnitId, Sequence[tuple[Evidence, bool]]]
    ) -> tuple[Risk, ...]:
        return scan(tree, evidence)
