"""Polarity: whether an outcome on a statement says anything of its obligation (METHOD 5).

An obligation is ∀x(Γ → φ), its statement ∀x(Γ' → φ'). Each slot in which they differ keeps, or breaks, each of two
implications: *statement ⇒ obligation*, by which a proof counts, and *obligation ⇒ statement*, by which a refutation
does. A premise that is left out, or weaker, makes the statement say more; one that is added, or stronger, makes it say
less; with conclusions it is the other way round. An implication holds if no slot breaks it. The calculus is sound, not
complete: what it cannot see does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from ..evidence import Branch, Outcome
from ..value import value
from .slots import Side


class Stands(StrEnum):
    """How a slot of the statement stands to the obligation's: as strong, weaker (implied by it), stronger (implies it),
    left out, added, something else, or left out because nobody could write it formally."""

    SAME = "same"
    WEAKER = "weaker"
    STRONGER = "stronger"
    DROPPED = "dropped"
    ADDED = "added"
    DIFFERENT = "different"
    UNFORMALISED = "unformalised"


class Negation(StrEnum):
    """How a negation is written. Only ∃x(Γ ∧ ¬φ) negates ∀x(Γ → φ): ∀x(Γ → ¬φ) also holds where nothing satisfies Γ,
    and ∃x ¬φ is met by an x that Γ excludes."""

    EXISTS_WITH_CONTEXT = "exists_with_context"
    FORALL = "forall"
    EXISTS_WITHOUT_CONTEXT = "exists_without_context"
    UNKNOWN = "unknown"


class Satisfiable(StrEnum):
    """Whether something satisfies all of Γ in scope."""

    SHOWN = "shown"
    NOT_SHOWN = "not_shown"
    REFUTED = "refuted"


class Counterexample(StrEnum):
    """What is known of the counterexample that a refutation comes with, re-evaluated exactly or by a kernel."""

    NONE = "none"
    SATISFIES_ALL = "satisfies_all"
    BREAKS_SOME = "breaks_some"
    NOT_CHECKED = "not_checked"


@value
class Part:
    """How one slot stands. A part of the conclusion is a conjunct; ``text`` names it for a person."""

    side: Side
    stands: Stands
    text: str = ""


@value
class Relation:
    """How a statement stands to its obligation: every premise in scope (all of Γ, used or not) and every conjunct.

    ``closed``: the conclusion mentions nothing that Γ introduces, as a computation. ``goal_is_absurd``: the goal in
    scope is ⊥, as inside a contradiction, where Γ is meant to have no model. ``negation`` is how the negation is
    written where one is checked; ``counterexample`` what is known of the one that a refutation comes with.
    """

    parts: tuple[Part, ...]
    closed: bool = False
    goal_is_absurd: bool = False
    satisfiable: Satisfiable = Satisfiable.NOT_SHOWN
    negation: Negation = Negation.UNKNOWN
    counterexample: Counterexample = Counterexample.NONE


@value
class Ruling:
    """Whether an outcome counts for or against the obligation, and why, in a sentence."""

    counts: bool
    why: str


def ruling(relation: Relation, branch: Branch, outcome: Outcome) -> Ruling:
    """Whether ``outcome`` of a checker that was asked for ``branch`` counts.

    On the branch of the claim, passed speaks for the obligation and refuted against it; on that of the negation the
    other way round. On that of a counterexample, passed (there is one) speaks against it, and refuted (this was none)
    says nothing.
    """
    if outcome is Outcome.INCONCLUSIVE:
        return Ruling(counts=False, why="an inconclusive outcome says nothing")
    if not any(part.side is Side.CONCLUSION for part in relation.parts):
        return Ruling(counts=False, why="nothing is known of the conclusion")
    match branch:
        case Branch.CLAIM:
            return _proved(relation) if outcome is Outcome.PASSED else _refuted(relation)
        case Branch.NEGATION:
            if relation.negation is not Negation.EXISTS_WITH_CONTEXT:
                return Ruling(counts=False, why=_WRONG_NEGATION[relation.negation])
            return _refuted(relation) if outcome is Outcome.PASSED else _proved(relation)
        case Branch.COUNTEREXAMPLE:
            if outcome is Outcome.REFUTED:
                return Ruling(counts=False, why="that one candidate is no counterexample says nothing of the others")
            return _refuted(relation)


_WRONG_NEGATION = {
    Negation.FORALL: "∀x(Γ → ¬φ) is not the negation of ∀x(Γ → φ): both hold where nothing satisfies Γ",
    Negation.EXISTS_WITHOUT_CONTEXT: "∃x ¬φ is not the negation of ∀x(Γ → φ): its x may break Γ",
    Negation.UNKNOWN: "it is not known that the negation is written as ∃x(Γ ∧ ¬φ)",
}


def implies_obligation(part: Part) -> bool:
    """Whether statement ⇒ obligation survives this slot: its premise is no stronger, its conclusion no weaker."""
    if part.side is Side.PREMISE:
        return part.stands in (Stands.SAME, Stands.WEAKER, Stands.DROPPED, Stands.UNFORMALISED)
    return part.stands in (Stands.SAME, Stands.STRONGER, Stands.ADDED)


def implied_by_obligation(part: Part) -> bool:
    """Whether obligation ⇒ statement survives this slot: its premise is no weaker, its conclusion no stronger."""
    if part.side is Side.PREMISE:
        return part.stands in (Stands.SAME, Stands.STRONGER, Stands.ADDED)
    return part.stands in (Stands.SAME, Stands.WEAKER, Stands.DROPPED, Stands.UNFORMALISED)


def _proved(relation: Relation) -> Ruling:
    """Whether a proof of the claim counts."""
    if relation.satisfiable is Satisfiable.REFUTED and not relation.goal_is_absurd:
        return Ruling(counts=False, why="the premises contradict one another, so that anything follows from them")
    broken = _broken(relation.parts, implies_obligation)
    if broken:
        return Ruling(counts=False, why=f"a proof of the statement does not prove the obligation: {broken}")
    spared = [part for part in relation.parts if part.stands in (Stands.DROPPED, Stands.UNFORMALISED)]
    why = "the statement implies the obligation"
    return Ruling(counts=True, why=why + (": it holds without the premises that it leaves out" if spared else ""))


def _refuted(relation: Relation) -> Ruling:
    """Whether a refutation of the claim counts."""
    if relation.satisfiable is Satisfiable.REFUTED:
        return Ruling(
            counts=False, why="nothing satisfies the premises, so that nothing refutes what follows from them"
        )
    if relation.counterexample is Counterexample.BREAKS_SOME:
        return Ruling(counts=False, why="the counterexample breaks a premise of the text that the statement lacks")
    unwritten = next((part for part in relation.parts if _is_unwritten(part)), None)
    if unwritten is not None:
        named = f" ({unwritten.text})" if unwritten.text else ""
        return Ruling(counts=False, why=f"a premise in scope{named} is not formalised: nobody knows if it is satisfied")
    conclusions = [part for part in relation.parts if part.side is Side.CONCLUSION]
    broken = _broken(conclusions, implied_by_obligation)
    if relation.closed and relation.goal_is_absurd:
        return Ruling(counts=False, why="the goal is ⊥: inside a contradiction false claims are expected to follow")
    if not broken and relation.counterexample is Counterexample.SATISFIES_ALL:
        return Ruling(counts=True, why="the counterexample satisfies every premise in scope")
    if relation.closed and relation.satisfiable is not Satisfiable.SHOWN:
        return Ruling(counts=False, why="it is not shown that anything satisfies the premises in scope")
    if relation.closed and not broken:
        return Ruling(counts=True, why="the claim does not depend on the premises, which something satisfies")
    broken = broken or _broken(relation.parts, implied_by_obligation)
    if broken:
        return Ruling(counts=False, why=f"a refutation of the statement does not refute the obligation: {broken}")
    return Ruling(counts=True, why="the obligation implies the statement")


def _is_unwritten(part: Part) -> bool:
    return part.side is Side.PREMISE and part.stands is Stands.UNFORMALISED


_WORDS = {
    Stands.WEAKER: "is weaker",
    Stands.STRONGER: "is stronger",
    Stands.DROPPED: "is left out",
    Stands.ADDED: "is added",
    Stands.DIFFERENT: "is another one",
    Stands.UNFORMALISED: "is not formalised",
}


def _broken(parts: Sequence[Part], keeps: Callable[[Part], bool]) -> str:
    """The first slots that break an implication, in words; "" if none does."""
    breaking = [part for part in parts if not keeps(part)]
    if not breaking:
        return ""
    told = [_told(part) for part in breaking[:3]]
    rest = len(breaking) - len(told)
    return "; ".join(told) + (f"; and {rest} more" if rest else "")


def _told(part: Part) -> str:
    what = "a premise" if part.side is Side.PREMISE else "a part of the conclusion"
    return f"{what}{f' ({part.text})' if part.text else ''} {_WORDS[part.stands]}"
