"""The adviser that asks models: ``core.advice.Adviser`` on top of ``Asking``.

Each question is a function of its own in this folder. No answer, or one that cannot be taken, is None, "" or nothing
changed, and a note for the audit; never a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...core.advice import (
    Advice,
    Compared,
    Draft,
    LocalReview,
    Opinion,
    Synthesis,
    Tried,
)
from ...core.conventions.convention import Convention
from ...core.evidence import Branch, Evidence, Statement
from ...core.faithfulness.slots import Comparison
from ...core.obligations import Obligation
from ...core.proof import Proof
from ...core.suspicion import Risk
from ...core.tree import ProofTree, UnitId
from ...core.verdict import Verdict
from ..asking import Asking
from .asking_conventions import AT_ONCE, open_readings
from .comparing import compare_texts
from .concluding import last_word
from .context import ROOM
from .proving import prove_statement
from .questions import AsksModels
from .reviewing import review_unit, second_opinion
from .stating import LeanLibrary, state_obligation
from .wording import word_obligations


class ModelAdviser(AsksModels):
    """Implements ``core.advice.Adviser``. Use it from one event loop, for one run.

    ``lean_library``: what Lean statements may use, "" for none. ``formal``: False leaves out all that is formal
    (statements, comparisons, proofs), for the ablation nl-only. ``room``: code points of a unit's context in a
    question; less for a model with a small window.
    """

    name = "model"
    version = "1"

    def __init__(
        self, asking: Asking, *, lean_library: LeanLibrary = "", formal: bool = True, room: int = ROOM
    ) -> None:
        super().__init__(asking)
        self._lean = lean_library
        self._formal = formal
        self._room = room
        self._evidence: dict[UnitId, tuple[tuple[Evidence, bool], ...]] = {}

    async def conventions(
        self, proof: Proof, tree: ProofTree, obligations: Sequence[Obligation]
    ) -> tuple[Convention, ...]:
        """As the protocol says; one question for a proof that is not very long."""
        at_once = min(AT_ONCE, 4 * self._room)
        return await open_readings(self._questions, proof, tree, obligations, at_once=at_once)

    async def review(
        self, unit_id: UnitId, tree: ProofTree, evidence: Sequence[tuple[Evidence, bool]], *, sample: bool = False
    ) -> LocalReview | None:
        """As the protocol says. A ``sample`` is asked the same: its answer is to be worth as much."""
        self._evidence[unit_id] = tuple(evidence)  # the second judgement is asked the same question
        return await review_unit(self._questions, tree.unit_by_id[unit_id], tree, evidence, room=self._room)

    async def second(self, first: LocalReview, tree: ProofTree) -> Opinion | None:
        evidence = self._evidence.get(first.unit_id, ())
        return await second_opinion(self._questions, first, tree, evidence, room=self._room)

    async def word(
        self, unit_id: UnitId, tree: ProofTree, owed: Sequence[Obligation], review: LocalReview
    ) -> tuple[Obligation, ...]:
        unit = tree.unit_by_id[unit_id]
        return await word_obligations(self._questions, unit, tree, owed, review, room=self._room)

    async def state(
        self, obligation: Obligation, tree: ProofTree, review: LocalReview, tried: Sequence[Tried]
    ) -> Draft | None:
        if not self._formal:
            return None
        return await state_obligation(
            self._questions, obligation, tree, review, tried, lean=self._lean, room=self._room
        )

    async def compare(self, obligation: Obligation, statement: Statement, cut: Comparison, tree: ProofTree) -> Compared:
        if not self._formal:
            return Compared(comparison=None)
        return await compare_texts(self._questions, obligation, statement, cut, tree, room=self._room)

    async def prove(self, statement: Statement, branch: Branch, tried: Sequence[Tried]) -> str:
        if not self._formal:
            return ""
        return await prove_statement(self._questions, statement, branch, tried, lean=self._lean)

    async def conclude(
        self, proof: Proof, tree: ProofTree, risks: Sequence[Risk], advice: Advice, machine: Verdict
    ) -> Synthesis | None:
        return await last_word(self._questions, proof, tree, risks, advice, machine, room=self._room)
