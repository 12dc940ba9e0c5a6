"""The analyst that asks models: cuts, grows and scans with them; what is owed stays the rule's to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.decomposition import Decomposition
from ...core.evidence import Evidence
from ...core.obligations import Obligation
from ...core.proof import Proof
from ...core.rules.obliging import make_obligations
from ...core.suspicion import Risk
from ...core.tree import EdgeUnit, ProofTree, UnitId
from .decomposing import cut_proof
from .growing import grow_proof
from .questions import AsksModels
from .scanning import scan_units


class ModelAnalyst(AsksModels):
    """Implements ``core.analyst.Analyst``. Every stage raises Stopped where no further question can be asked."""

    name = "model"
    version = "1"

    async def decompose(self, proof: Proof) -> Decomposition:
        """Substeps that a model quotes; a cut that changes anything is the rules' instead."""
        return await cut_proof(self._questions, proof)

    async def grow(self, proof: Proof, decomposition: Decomposition) -> ProofTree:
        """The tree from what a model says of each substep; what it does not say, the rules read."""
        return await grow_proof(self._questions, proof, decomposition)

    async def oblige(self, unit: EdgeUnit, computations: Sequence[str], goal: str) -> tuple[Obligation, ...]:
        """What a unit owes is the rule's to say; the adviser words it."""
        return make_obligations(unit, computations, goal)

    async def scan(
        self, tree: ProofTree, evidence: Mapping[UnitId, Sequence[tuple[Evidence, bool]]]
    ) -> tuple[Risk, ...]:
        return await scan_units(self._questions, tree, evidence)
