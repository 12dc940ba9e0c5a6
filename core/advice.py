"""What a model is asked about single units: local reviews with second opinions, statements, comparisons, proofs, the
last word (METHOD 3-7; wang2026faithsieve B.3, B.4, C.1-C.3).

An ``Adviser`` answers; the program decides what an answer is worth. A review is evidence of no kind by itself: it calls
a unit flawed only with a named witness on which a second, independent judgement agrees (METHOD 7, r3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from .calls import Call
from .conventions.convention import Convention
from .evidence import Branch, Evidence, Language, Statement
from .faithfulness import Judge
from .faithfulness.judge import NO_REMARKS, Remarks
from .faithfulness.slots import Comparison
from .obligations import Obligation
from .proof import Proof, StepId
from .suspicion import Risk
from .tree import ProofTree, UnitId
from .value import value
from .verdict import Status, Verdict

MAX_REASON = 4_000
"""Code points of a sentence that a model gives; a longer one is cut before it is kept."""


class ErrorType(StrEnum):
    """What is wrong with a unit. The first five name a witness (METHOD "Words"); the others are suspicion."""

    FALSE_STATEMENT = "false_statement"
    INVALID_INFERENCE = "invalid_inference"
    CONTRADICTION = "contradiction"
    MISAPPLIED_THEOREM = "misapplied_theorem"
    FAILED_WITNESS = "failed_witness"
    MISSING_CASE = "missing_case"
    GAP = "gap"
    OTHER = "other"
    NONE = "none"


WITNESSED = frozenset(
    (
        ErrorType.FALSE_STATEMENT,
        ErrorType.INVALID_INFERENCE,
        ErrorType.CONTRADICTION,
        ErrorType.MISAPPLIED_THEOREM,
        ErrorType.FAILED_WITNESS,
    )
)
"""The kinds of error for which a witness can be named."""


class Difficulty(StrEnum):
    """How hard the unit is to write formally."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@value
class Opinion:
    """A second judgement on a unit that a review calls flawed: by another model or another sample, that was not shown
    the first. ``call`` names what was asked (``Call.id``)."""

    by: str
    call: str
    agrees: bool
    reason: str


@value
class LocalReview:
    """What a model says of one unit after reading it in its context.

    ``verdict`` is correct, flawed or uncertain; ``contested`` the words of the unit that it contests and ``witness``
    what shows that they are wrong ("" where it names none). ``by`` is the model, ``call`` what was asked.
    """

    unit_id: UnitId
    verdict: Status
    error_type: ErrorType
    reason: str
    should_formalize: bool
    difficulty: Difficulty
    by: str
    call: str
    contested: str = ""
    witness: str = ""
    second: Opinion | None = None

    @property
    def corroborated(self) -> bool:
        """Whether it is reliable negative evidence (r3): a named witness of a kind that has one, and a second
        judgement, from another question, that agrees."""
        return (
            self.verdict is Status.FLAWED
            and self.error_type in WITNESSED
            and bool(self.witness.strip())
            and self.second is not None
            and self.second.agrees
            and self.second.call != self.call
        )


@value
class Synthesis:
    """The last word where no reliable negative evidence was found: the step to look at first (None: no error found),
    and why. It decides nothing."""

    risky_step: StepId | None
    reason: str
    by: str
    call: str


@value
class Advice:
    """All that models said of a proof, beside what became statements and reports. ``sampled`` are units of low risk
    that were reviewed all the same; ``candidates`` those whose windows were looked at, in order."""

    reviews: tuple[LocalReview, ...] = ()
    synthesis: Synthesis | None = None
    candidates: tuple[UnitId, ...] = ()
    sampled: tuple[UnitId, ...] = ()


@value
class Budgets:
    """How often things are tried: candidates looked at in turn, drafts of one statement (B_s), proofs of one statement
    (B_p), units of low risk that are reviewed all the same."""

    candidates: int = 5
    statements: int = 3
    proofs: int = 3
    low_risk_samples: int = 1
    proof_minutes: int = 10


@value
class Draft:
    """A statement as a model writes it. ``premises`` are definitions that a numeric claim is read under."""

    language: Language
    text: str
    call: str
    premises: tuple[str, ...] = ()


@value
class Tried:
    """An earlier draft or proof and what was wrong with it: diagnostics of the compiler, or what the gate says."""

    text: str
    trouble: tuple[str, ...]


@value
class Compared:
    """A statement compared with its obligation by models, slot by slot. ``comparison`` is None where nobody answered;
    the program computes all scores."""

    comparison: Comparison | None
    judges: tuple[Judge, ...] = ()
    remarks: Remarks = NO_REMARKS


class Adviser(Protocol):
    """Answers questions about units. None, "" or nothing changed where it has no answer: a failed call is no verdict.

    Every method may wait for long and may be cancelled. Raises ``Stopped`` where no further question can
    be asked: a budget is spent, or the endpoint is gone.
    """

    name: str
    version: str

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every question so far, in an order that does not depend on time."""
        ...

    async def conventions(
        self, proof: Proof, tree: ProofTree, obligations: Sequence[Obligation]
    ) -> tuple[Convention, ...]:
        """Readings that the text leaves open and on which a step depends, each tied to a sentence; () where none."""
        ...

    async def review(
        self, unit_id: UnitId, tree: ProofTree, evidence: Sequence[tuple[Evidence, bool]], *, sample: bool = False
    ) -> LocalReview | None:
        """Read one unit in its context, with what the free checks said (each with whether it counts)."""
        ...

    async def second(self, first: LocalReview, tree: ProofTree) -> Opinion | None:
        """An independent judgement on a unit that ``first`` calls flawed."""
        ...

    async def word(
        self, unit_id: UnitId, tree: ProofTree, owed: Sequence[Obligation], review: LocalReview
    ) -> tuple[Obligation, ...]:
        """The same obligations in the model's words; kinds, ids and premises are the rule's."""
        ...

    async def state(
        self, obligation: Obligation, tree: ProofTree, review: LocalReview, tried: Sequence[Tried]
    ) -> Draft | None:
        """The obligation as a numeric claim or a Lean statement, revised by what was wrong with earlier drafts."""
        ...

    async def compare(self, obligation: Obligation, statement: Statement, cut: Comparison, tree: ProofTree) -> Compared:
        """Judge ``cut`` (both texts in slots, nothing said yet) slot by slot and aspect by aspect; the semantic
        checker, a back-translation and a second judge."""
        ...

    async def prove(self, statement: Statement, branch: Branch, tried: Sequence[Tried]) -> str:
        """A proof body for the statement, or for its negation; "" where it has none."""
        ...

    async def conclude(
        self, proof: Proof, tree: ProofTree, risks: Sequence[Risk], advice: Advice, machine: Verdict
    ) -> Synthesis | None:
        """The last word where no reliable negative evidence was found."""
        ...


class Judging(Protocol):
    """Judges a whole proof at once, without windows and without formal checks: the ablations of wang2026faithsieve."""

    name: str
    version: str

    @property
    def calls(self) -> tuple[Call, ...]: ...

    async def judge(self, proof: Proof, tree: ProofTree) -> Mapping[UnitId, LocalReview]:
        """What it says of the units that it says anything of."""
        ...
