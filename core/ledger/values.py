"""The ledger's values: what a step may rest on (sun2026evaluating A; METHOD 8).

Γ is what the text itself gives, Σ external theorems as they are used, T routine rules. A step is valid where
Γ ∪ Σ ⊢_T a with minimal sets.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NewType

from ..proof import StepId
from ..tree import EntryId, EntryRole, ScopeId, UnitId
from ..value import value

SigmaId = NewType("SigmaId", str)

MAX_TEXT = 20_000
"""Code points of a statement, a proof, a source or the like."""


class Provenance(StrEnum):
    """Where an item of Γ comes from: the problem as posed, the document around the proof, a step of the proof, or a
    convention that a person settled."""

    PROBLEM = "problem"
    DOCUMENT = "document"
    STEP = "step"
    CONVENTION = "convention"


@value
class GammaItem:
    """An item of Γ: an entry of the tree with its scope and where it comes from. ``step`` is None where no step of the
    proof says it; ``within`` are the kinds of the scopes around it, outermost first, without the root."""

    entry: EntryId
    role: EntryRole
    text: str
    scope: ScopeId
    within: tuple[str, ...]
    provenance: Provenance
    unit: UnitId | None
    step: StepId | None


@value
class GammaUse:
    """What a step says that it takes from Γ: ``entry`` of the tree, or the settled ``convention`` by its name; ``text``
    is the part of it that is used, in its own words ("" for all of it)."""

    entry: EntryId | None = None
    convention: str = ""
    text: str = ""


class Support(StrEnum):
    """What speaks for a Σ item: a proof, a precise source, or nothing yet."""

    PROOF = "proof"
    SOURCE = "source"
    NONE = "none"


class SigmaStatus(StrEnum):
    """How a Σ item stands. Only a confirmed one carries a verified step."""

    CONFIRMED = "confirmed"
    OPEN = "open"
    FALSE = "false"


@value
class SigmaItem:
    """An external theorem, exactly as it is used.

    ``statement`` is the as-used statement with its hypotheses, ``grounds`` the proof or the precise source (as
    ``support`` says), ``applies`` why it applies here; ``by`` who says so: "model:NAME", "reviewer:NAME", "rules".
    """

    id: SigmaId
    name: str
    statement: str
    support: Support = Support.NONE
    grounds: str = ""
    applies: str = ""
    status: SigmaStatus = SigmaStatus.OPEN
    by: str = ""


@value
class SigmaRow:
    """A Σ item with the steps that use it."""

    item: SigmaItem
    used_by: tuple[StepId, ...]


@value
class RuleUse:
    """A rule of T that a step names: its words, and the row of the allow-list that it is (None: no routine rule)."""

    words: str
    rule: str | None
