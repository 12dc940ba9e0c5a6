"""From slot judgements to the relation that polarity reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..mathspans import math_spans
from ..obligations import Obligation
from ..tree import Entry
from .polarity import Counterexample, Negation, Part, Relation, Satisfiable, Stands
from .score import SUPPORTED
from .slots import Comparison, Judged, Match, Side, SlotStatus, formal_matches, source_matches


def parts_of(comparison: Comparison) -> tuple[Part, ...]:
    """How every slot stands by its judges, who may differ: then each of their answers is a part, and the most cautious
    decides. The comparison has no ``faults``; slots that nobody judged are left out."""
    return tuple(dict.fromkeys(_parts(comparison)))


DROPPED_SHOWN = 20
"""How many entries of Γ that a statement leaves out are named in its report, each by ``DROPPED_LENGTH`` code points."""
DROPPED_LENGTH = 200


def dropped_of(context: Sequence[Entry], obligation: Obligation) -> tuple[str, ...]:
    """What a statement of the obligation leaves out: all of ``context`` (Γ before the unit) that it does not name."""
    dropped = [entry.text[:DROPPED_LENGTH] for entry in context if entry.id not in obligation.premises]
    beyond = len(dropped) - DROPPED_SHOWN
    return (*dropped[:DROPPED_SHOWN], f"{beyond} more entries of Γ") if beyond > 0 else tuple(dropped)


_LETTER = re.compile(r"(?<![\\\w'’])[A-Za-z\u0370-\u03ff](?![A-Za-z\u0370-\u03ff'’])")
_LETTERS_TOGETHER = re.compile(r"\\[A-Za-z]+|[A-Za-z\u0370-\u03ff]+")
_WORDS_OF_A_LETTER = frozenset("aAIΓ")
_GREEK = frozenset(
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta kappa lambda mu nu xi rho sigma tau phi varphi "
    "chi psi omega".split()
)
_NUMERAL = re.compile(r"\d+")


def silent_about(obligation: str, claim: Sequence[str]) -> tuple[str, ...]:
    """The letters of an obligation that a claim between numbers, read with its definitions, says nothing of, in order;
    its numbers, in one, where it has no letters and shares no number with the claim.

    Whatever judges say of it, such a claim is at most one case of the obligation: 1 + 1 = 2 does not show that n is
    even. ``Γ`` and the words of one letter are none, outside formulas.
    """
    formulas = [obligation[span.inner_start : span.inner_end] for span in math_spans(obligation)]
    letters = [letter for letter in _LETTER.findall(obligation) if letter not in _WORDS_OF_A_LETTER]
    for formula in formulas:
        runs = _LETTERS_TOGETHER.findall(formula)
        letters += [run for run in runs if (len(run) == 1 and run != "Γ") or run.removeprefix("\\") in _GREEK]
    if not letters and not set(_NUMERAL.findall(obligation)) & set(_NUMERAL.findall(" ".join(claim))):
        return (", ".join(dict.fromkeys(_NUMERAL.findall(obligation))) or "all that it says",)
    said = "\n".join(claim)
    return tuple(dict.fromkeys(letter for letter in letters if letter not in said))


def relation_of(
    comparison: Comparison,
    *,
    dropped: Sequence[str] = (),
    unformalised: Sequence[str] = (),
    closed: bool = False,
    goal_is_absurd: bool = False,
    satisfiable: Satisfiable = Satisfiable.NOT_SHOWN,
    negation: Negation = Negation.UNKNOWN,
    counterexample: Counterexample = Counterexample.NONE,
) -> Relation:
    """The relation of a statement that was compared slot by slot.

    The source slots are what the obligation names; ``dropped`` and ``unformalised`` are the other entries of Γ in
    scope, which the statement leaves out. The rest as in ``Relation``.
    """
    others = [Part(side=Side.PREMISE, stands=Stands.DROPPED, text=text) for text in dropped]
    others += [Part(side=Side.PREMISE, stands=Stands.UNFORMALISED, text=text) for text in unformalised]
    return Relation(
        parts=(*parts_of(comparison), *others),
        closed=closed,
        goal_is_absurd=goal_is_absurd,
        satisfiable=satisfiable,
        negation=negation,
        counterexample=counterexample,
    )


def _parts(comparison: Comparison) -> Iterator[Part]:
    for match in (*source_matches(comparison), *formal_matches(comparison)):
        if match is not None:
            for judged in match.best:
                yield Part(side=match.slot.side, stands=_stands(match, judged), text=match.slot.text)


def _stands(match: Match, judged: Judged) -> Stands:
    status, holds = judged.judgement.status, judged.worth >= SUPPORTED
    if judged.swapped or (status is SlotStatus.PRESERVED and not holds):
        return Stands.DIFFERENT
    if status is SlotStatus.ADDED and holds and match.slot.side is Side.PREMISE:
        return Stands.SAME  # it traces to Γ
    return _STANDS[status]


_STANDS = {
    SlotStatus.PRESERVED: Stands.SAME,
    SlotStatus.OMITTED: Stands.DROPPED,
    SlotStatus.WEAKENED: Stands.WEAKER,
    SlotStatus.STRENGTHENED: Stands.STRONGER,
    SlotStatus.REPLACED: Stands.DIFFERENT,
    SlotStatus.ADDED: Stands.ADDED,
}
