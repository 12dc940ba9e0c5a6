"""Typed obligations: the kinds and the value (wang2026faithsieve 3.3, Table 1; apply, closure and target are ours)."""

from __future__ import annotations

from enum import StrEnum

from .tree import EntryId, UnitId
from .value import value


class ObligationKind(StrEnum):
    """What kind of check makes one responsibility of a unit checkable (METHOD 4)."""

    DERIVED_FACT = "derived_fact"
    REWRITE = "rewrite"
    GOAL_REDUCTION = "goal_reduction"
    FACT_PLUS_REDUCTION = "fact_plus_reduction"
    CASE_SPLIT = "case_split"
    OVERLAP_PARTITION = "overlap_partition"
    BRANCH_ELIMINATION = "branch_elimination"
    WITNESS = "witness"
    CONTESTED_CLAIM = "contested_claim"
    ENTAILMENT = "entailment"
    JUSTIFICATION_FAITHFULNESS = "justification_faithfulness"
    APPLY = "apply"
    CLOSURE = "closure"
    TARGET_FIDELITY = "target_fidelity"


ABOUT_THE_TEXT = frozenset(
    (ObligationKind.CLOSURE, ObligationKind.TARGET_FIDELITY, ObligationKind.JUSTIFICATION_FAITHFULNESS)
)
"""What is owed about the text itself; all other kinds owe the truth of something."""


@value
class Obligation:
    """One responsibility of a unit as a checkable local statement.

    ``id`` is o<unit number>.<k>; ``statement`` the obligation in words; ``premises`` the Γ entries it may use, by name;
    ``reason`` why it is owed; ``rule`` the typing rule that fired; ``confidence`` a decimal string in [0, 1] for how
    well the wording determines it; ``source`` who raised it (rules, model, reviewer); ``priority`` 0 first.
    """

    id: str
    unit_id: UnitId
    kind: ObligationKind
    statement: str
    premises: tuple[EntryId, ...]
    reason: str
    rule: str
    use_formal: bool
    confidence: str
    source: str
    priority: int = 0
