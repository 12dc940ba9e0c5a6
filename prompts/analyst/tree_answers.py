"""What models answer about cutting and growing. Names of roles, patterns and scopes are those of ``core.tree``."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from .answers import MAX_ITEMS, Answer, Text, Texts

RoleWord: TypeAlias = Literal[
    "intro", "assume", "define", "obtain", "instantiate", "derive", "compute", "split", "case", "reduce", "apply",
    "conclude", "abandoned", "remark",
]  # fmt: skip
PatternWord: TypeAlias = Literal[
    "same_goal", "case_split", "lemma_subgoal", "induction", "witness_instantiation", "existential_elimination",
    "universal_instantiation", "iff_split",
]  # fmt: skip
TransitionWord: TypeAlias = Literal[
    "fact_derivation", "rewrite", "goal_reduction", "case_split", "lemma_introduction",
]  # fmt: skip
EntryWord: TypeAlias = Literal["variable", "hypothesis", "definition", "fact", "figure"]
ScopeWord: TypeAlias = Literal[
    "none", "case", "base_case", "induction_step", "contradiction", "supposition", "subproof", "reduction", "direction",
    "descent", "alternative",
]  # fmt: skip
Count = Annotated[int, Field(ge=0, le=64)]


def _few(items: list[object]) -> list[object]:
    if len(items) > MAX_ITEMS:
        raise ValueError(f"a list of {len(items):,} items; at most {MAX_ITEMS} are read")
    return items


class CutPiece(Answer):
    """A substep by its own words: all of them in ``first`` and "" in ``last``, or its first and its last words."""

    first: Text
    last: Text


class CutStep(Answer):
    """The substeps of one step, in the order of the text."""

    step: Text
    substeps: Annotated[list[CutPiece], AfterValidator(_few)]


class DecomposeAnswer(Answer):
    """The substeps of the steps that were asked about."""

    steps: Annotated[list[CutStep], AfterValidator(_few)]


class GrownEntry(Answer):
    """What a substep adds to the context. ``text``: words of the substep, "" for all of them."""

    role: EntryWord
    text: Text
    symbols: Texts
    depends_on: Texts
    label: Text


class GrownPremise(Answer):
    """Something that is used, by its name, and what is put into it ("" for nothing)."""

    name: Text
    instantiation: Text


class GrownUnit(Answer):
    """One substep. ``goal``: the goal after it, "" where it stays."""

    n: int
    role: RoleWord
    pattern: PatternWord
    transition: TransitionWord
    adds: Annotated[list[GrownEntry], AfterValidator(_few)]
    premises: Annotated[list[GrownPremise], AfterValidator(_few)]
    cites: Annotated[list[GrownPremise], AfterValidator(_few)]
    goal: Text
    announces: Text
    opens: ScopeWord
    opens_label: Text
    opens_split: Text
    dies: bool
    ends_before: Count
    ends_after: Count
    signals: Texts


class GrowAnswer(Answer):
    """The substeps that were asked about, in their order."""

    units: Annotated[list[GrownUnit], AfterValidator(_few)]
