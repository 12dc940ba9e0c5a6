"""Polarity: which outcome of which statement says anything of the obligation.

The table says what a reader of METHOD 5 would; the models below it hold the calculus against the truth: in every small
world, what counts must follow.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofsieve.core.evidence import Branch, Outcome
from proofsieve.core.faithfulness.polarity import (
    Counterexample,
    Negation,
    Part,
    Relation,
    Satisfiable,
    Stands,
    ruling,
)
from proofsieve.core.faithfulness.slots import Side
from proofsieve.tests.core.comparisons import PROPERTIES

P, C = Side.PREMISE, Side.CONCLUSION
CLAIM, NEGATION, COUNTEREXAMPLE = Branch.CLAIM, Branch.NEGATION, Branch.COUNTEREXAMPLE
PASSED, REFUTED = Outcome.PASSED, Outcome.REFUTED
SAME = (Part(side=P, stands=Stands.SAME), Part(side=C, stands=Stands.SAME))
RIGHT = Negation.EXISTS_WITH_CONTEXT


def premise(stands: Stands) -> Relation:
    """Everything is the same, but for one more premise n > 0."""
    return Relation(parts=(*SAME, Part(side=P, stands=stands, text="n > 0")))


def conclusion(stands: Stands) -> Relation:
    """The same premise, and a conclusion that is not the obligation's."""
    return Relation(parts=(SAME[0], Part(side=C, stands=stands, text="x < y")))


CLOSED = Relation(parts=(Part(side=P, stands=Stands.DROPPED), SAME[1]), closed=True)

TABLE = {
    "the same": (Relation(parts=SAME), CLAIM, PASSED, True, "the statement implies the obligation"),
    "the same, refuted": (Relation(parts=SAME), CLAIM, REFUTED, True, "the obligation implies the statement"),
    "a premise dropped": (premise(Stands.DROPPED), CLAIM, PASSED, True, "holds without the premises"),
    "a premise dropped, refuted": (premise(Stands.DROPPED), CLAIM, REFUTED, False, "(n > 0) is left out"),
    "a premise added": (premise(Stands.ADDED), CLAIM, PASSED, False, "a premise (n > 0) is added"),
    "a premise added, refuted": (premise(Stands.ADDED), CLAIM, REFUTED, True, "the obligation implies"),
    "a premise weaker": (premise(Stands.WEAKER), CLAIM, PASSED, True, "implies the obligation"),
    "a premise weaker, refuted": (premise(Stands.WEAKER), CLAIM, REFUTED, False, "(n > 0) is weaker"),
    "a premise stronger": (premise(Stands.STRONGER), CLAIM, PASSED, False, "(n > 0) is stronger"),
    "a premise stronger, refuted": (premise(Stands.STRONGER), CLAIM, REFUTED, True, "the obligation implies"),
    "another premise": (premise(Stands.DIFFERENT), CLAIM, PASSED, False, "is another one"),
    "another premise, refuted": (premise(Stands.DIFFERENT), CLAIM, REFUTED, False, "is another one"),
    "a conclusion weaker": (conclusion(Stands.WEAKER), CLAIM, PASSED, False, "the conclusion (x < y) is weaker"),
    "a conclusion weaker, refuted": (conclusion(Stands.WEAKER), CLAIM, REFUTED, True, "the obligation implies"),
    "a conclusion stronger": (conclusion(Stands.STRONGER), CLAIM, PASSED, True, "implies the obligation"),
    "a conclusion stronger, refuted": (conclusion(Stands.STRONGER), CLAIM, REFUTED, False, "is stronger"),
    "the converse": (conclusion(Stands.DIFFERENT), CLAIM, PASSED, False, "is another one"),
    "the converse, refuted": (conclusion(Stands.DIFFERENT), CLAIM, REFUTED, False, "is another one"),
    "a conjunct lacking": (
        Relation(parts=(*SAME, Part(side=C, stands=Stands.DROPPED, text="x < y"))),
        CLAIM,
        PASSED,
        False,
        "a part of the conclusion (x < y) is left out",
    ),
    "a conjunct lacking, refuted": (
        Relation(parts=(*SAME, Part(side=C, stands=Stands.DROPPED))),
        CLAIM,
        REFUTED,
        True,
        "the obligation implies",
    ),
    "a conjunct more": (Relation(parts=(*SAME, Part(side=C, stands=Stands.ADDED))), CLAIM, PASSED, True, "implies"),
    "a conjunct more, refuted": (
        Relation(parts=(*SAME, Part(side=C, stands=Stands.ADDED))),
        CLAIM,
        REFUTED,
        False,
        "is added",
    ),
    "added and weakened at once": (
        Relation(parts=(*premise(Stands.ADDED).parts, Part(side=P, stands=Stands.WEAKER))),
        CLAIM,
        REFUTED,
        False,
        "is weaker",
    ),
    "a premise not formalised": (premise(Stands.UNFORMALISED), CLAIM, PASSED, True, "holds without the premises"),
    "a premise not formalised, refuted": (
        premise(Stands.UNFORMALISED),
        CLAIM,
        REFUTED,
        False,
        "a premise in scope (n > 0) is not formalised",
    ),
    "a premise not formalised, counterexample": (
        Relation(parts=premise(Stands.UNFORMALISED).parts, counterexample=Counterexample.SATISFIES_ALL),
        COUNTEREXAMPLE,
        PASSED,
        False,
        "is not formalised",
    ),
    "a premise dropped that the counterexample satisfies": (
        Relation(parts=premise(Stands.DROPPED).parts, counterexample=Counterexample.SATISFIES_ALL),
        CLAIM,
        REFUTED,
        True,
        "satisfies every premise in scope",
    ),
    "a premise dropped that the counterexample breaks": (
        Relation(parts=premise(Stands.DROPPED).parts, counterexample=Counterexample.BREAKS_SOME),
        CLAIM,
        REFUTED,
        False,
        "breaks a premise of the text",
    ),
    "a premise dropped, counterexample not checked": (
        Relation(parts=premise(Stands.DROPPED).parts, counterexample=Counterexample.NOT_CHECKED),
        CLAIM,
        REFUTED,
        False,
        "is left out",
    ),
    "a conclusion stronger, counterexample satisfies all": (
        Relation(parts=conclusion(Stands.STRONGER).parts, counterexample=Counterexample.SATISFIES_ALL),
        COUNTEREXAMPLE,
        PASSED,
        False,
        "is stronger",
    ),
    "a counterexample": (
        Relation(parts=premise(Stands.DROPPED).parts, counterexample=Counterexample.SATISFIES_ALL),
        COUNTEREXAMPLE,
        PASSED,
        True,
        "satisfies every premise",
    ),
    "no counterexample": (
        Relation(parts=SAME, counterexample=Counterexample.SATISFIES_ALL),
        COUNTEREXAMPLE,
        REFUTED,
        False,
        "one candidate",
    ),
    "a counterexample to the very statement": (Relation(parts=SAME), COUNTEREXAMPLE, PASSED, True, "implies"),
    "negation done right": (Relation(parts=SAME, negation=RIGHT), NEGATION, PASSED, True, "the obligation implies"),
    "negation done right, refuted": (Relation(parts=SAME, negation=RIGHT), NEGATION, REFUTED, True, "implies"),
    "negation of one that lacks a premise": (
        Relation(parts=premise(Stands.DROPPED).parts, negation=RIGHT),
        NEGATION,
        PASSED,
        False,
        "is left out",
    ),
    "negation of one with a premise more": (
        Relation(parts=premise(Stands.ADDED).parts, negation=RIGHT),
        NEGATION,
        PASSED,
        True,
        "the obligation implies",
    ),
    "negation under ∀": (Relation(parts=SAME, negation=Negation.FORALL), NEGATION, PASSED, False, "∀x(Γ → ¬φ) is not"),
    "negation under ∀, refuted": (Relation(parts=SAME, negation=Negation.FORALL), NEGATION, REFUTED, False, "is not"),
    "negation under ∀ where Γ is satisfiable": (
        Relation(parts=SAME, negation=Negation.FORALL, satisfiable=Satisfiable.SHOWN),
        NEGATION,
        PASSED,
        False,
        "is not the negation",
    ),
    "negation without the context": (
        Relation(parts=SAME, negation=Negation.EXISTS_WITHOUT_CONTEXT),
        NEGATION,
        PASSED,
        False,
        "may break Γ",
    ),
    "negation nobody looked at": (Relation(parts=SAME), NEGATION, PASSED, False, "not known that the negation"),
    "a closed claim": (CLOSED, CLAIM, PASSED, True, "implies the obligation"),
    "a closed claim, refuted, nothing shown of Γ": (CLOSED, CLAIM, REFUTED, False, "not shown that anything satisfies"),
    "a closed claim, refuted, Γ satisfiable": (
        Relation(parts=CLOSED.parts, closed=True, satisfiable=Satisfiable.SHOWN),
        CLAIM,
        REFUTED,
        True,
        "does not depend on the premises",
    ),
    "a closed claim under ⊥": (
        Relation(parts=CLOSED.parts, closed=True, goal_is_absurd=True, satisfiable=Satisfiable.SHOWN),
        CLAIM,
        REFUTED,
        False,
        "the goal is ⊥",
    ),
    "a closed claim under ⊥, counterexample": (
        Relation(parts=CLOSED.parts, closed=True, goal_is_absurd=True, counterexample=Counterexample.SATISFIES_ALL),
        CLAIM,
        REFUTED,
        False,
        "the goal is ⊥",
    ),
    "a closed claim under ⊥, passed": (
        Relation(parts=CLOSED.parts, closed=True, goal_is_absurd=True),
        CLAIM,
        PASSED,
        True,
        "implies the obligation",
    ),
    "a closed claim that says more": (
        Relation(parts=(Part(side=C, stands=Stands.STRONGER),), closed=True, satisfiable=Satisfiable.SHOWN),
        CLAIM,
        REFUTED,
        False,
        "is stronger",
    ),
    "a premise dropped under ⊥": (
        Relation(parts=premise(Stands.DROPPED).parts, goal_is_absurd=True),
        CLAIM,
        REFUTED,
        False,
        "is left out",
    ),
    "Γ contradicts itself": (
        Relation(parts=SAME, satisfiable=Satisfiable.REFUTED),
        CLAIM,
        PASSED,
        False,
        "contradict one another",
    ),
    "Γ contradicts itself, refuted": (
        Relation(parts=SAME, satisfiable=Satisfiable.REFUTED),
        CLAIM,
        REFUTED,
        False,
        "nothing satisfies the premises",
    ),
    "Γ contradicts itself, closed claim refuted": (
        Relation(parts=CLOSED.parts, closed=True, satisfiable=Satisfiable.REFUTED),
        CLAIM,
        REFUTED,
        False,
        "nothing satisfies the premises",
    ),
    "Γ contradicts itself as it should under ⊥": (
        Relation(parts=SAME, goal_is_absurd=True, satisfiable=Satisfiable.REFUTED),
        CLAIM,
        PASSED,
        True,
        "implies the obligation",
    ),
    "inconclusive": (Relation(parts=SAME), CLAIM, Outcome.INCONCLUSIVE, False, "says nothing"),
    "nothing known of the conclusion": (Relation(parts=SAME[:1]), CLAIM, PASSED, False, "nothing is known"),
    "nothing known at all": (Relation(parts=()), CLAIM, REFUTED, False, "nothing is known"),
}


@pytest.mark.parametrize("case", list(TABLE))
def test_an_outcome_counts_exactly_where_it_says_something_of_the_obligation(case: str) -> None:
    relation, branch, outcome, counts, why = TABLE[case]
    found = ruling(relation, branch, outcome)
    assert (found.counts, why in found.why) == (counts, True), found.why


def test_long_lists_of_what_differs_are_cut() -> None:
    parts = tuple(Part(side=P, stands=Stands.ADDED, text=f"h{k}") for k in range(9))
    assert ruling(Relation(parts=(*SAME, *parts)), CLAIM, PASSED).why.endswith("a premise (h2) is added; and 6 more")


# Every predicate is a set of the points of a small world; a statement is ∀x(Γ → φ).
WORLD = range(3)
Predicate = frozenset[int]
ALL = frozenset(WORLD)
PREDICATES = [frozenset(x for x in WORLD if bits >> x & 1) for bits in range(2 ** len(WORLD))]


def formal_slots(stands: Stands, own: Predicate) -> list[tuple[Predicate | None, Predicate | None]]:
    """What (source, formal) can be where a slot that means ``own`` to the source stands like this."""
    match stands:
        case Stands.SAME:
            return [(own, own)]
        case Stands.WEAKER:
            return [(own, other) for other in PREDICATES if own <= other]
        case Stands.STRONGER:
            return [(own, other) for other in PREDICATES if other <= own]
        case Stands.DROPPED | Stands.UNFORMALISED:
            return [(own, None)]
        case Stands.ADDED:
            return [(None, other) for other in PREDICATES]
        case Stands.DIFFERENT:
            return [(own, other) for other in PREDICATES]


def meet(predicates: list[Predicate | None]) -> Predicate:
    """The points at which all hold; a slot that is not there asks nothing."""
    return ALL.intersection(*(one for one in predicates if one is not None))


def fails_at(premises: Predicate, conclusion: Predicate) -> Predicate:
    return premises - conclusion


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Relation, Predicate, Predicate, Predicate, Predicate]:
    """A relation with a world in which it is true: (relation, Γ, φ, Γ', φ')."""
    closed = draw(st.booleans())
    sides: dict[Side, list[tuple[Predicate | None, Predicate | None]]] = {P: [], C: []}
    parts: list[Part] = []
    for side, least in ((P, 0), (C, 1)):
        for _ in range(draw(st.integers(least, 2))):
            stands = draw(st.sampled_from(list(Stands)))
            constant = closed and side is C
            choices = [frozenset[int](), ALL] if constant else PREDICATES
            pairs = formal_slots(stands, draw(st.sampled_from(choices)))
            if constant:
                pairs = [pair for pair in pairs if {*pair} <= {None, frozenset(), ALL}]
            sides[side].append(draw(st.sampled_from(pairs)))
            parts.append(Part(side=side, stands=stands))
    context, wanted = meet([one for one, _ in sides[P]]), meet([one for one, _ in sides[C]])
    written, shown = meet([one for _, one in sides[P]]), meet([one for _, one in sides[C]])
    known = [Satisfiable.NOT_SHOWN, Satisfiable.SHOWN if context else Satisfiable.REFUTED]
    examples = [Counterexample.NONE, Counterexample.NOT_CHECKED]
    broken = fails_at(written, shown)
    if broken & context:
        examples.append(Counterexample.SATISFIES_ALL)
    if broken - context:
        examples.append(Counterexample.BREAKS_SOME)
    relation = Relation(
        parts=tuple(parts),
        closed=closed,
        goal_is_absurd=draw(st.booleans()),
        satisfiable=draw(st.sampled_from(known)),
        negation=draw(st.sampled_from(list(Negation))),
        counterexample=draw(st.sampled_from(examples)),
    )
    return relation, context, wanted, written, shown


@PROPERTIES
@given(worlds())
def test_what_counts_follows_in_every_small_world(
    world: tuple[Relation, Predicate, Predicate, Predicate, Predicate],
) -> None:
    relation, context, wanted, written, shown = world
    obligation_holds = not fails_at(context, wanted)
    statement_holds = not fails_at(written, shown)
    if statement_holds:
        proved = ruling(relation, CLAIM, PASSED).counts or ruling(relation, NEGATION, REFUTED).counts
        assert obligation_holds or not proved
    else:
        refuted = any(ruling(relation, branch, outcome).counts for branch, outcome in AGAINST)
        assert not obligation_holds or not refuted


AGAINST = [(CLAIM, REFUTED), (NEGATION, PASSED), (COUNTEREXAMPLE, PASSED)]


@pytest.mark.parametrize(("side", "stands"), list(product(Side, Stands)))
def test_what_does_not_count_for_one_slot_fails_in_some_world(side: Side, stands: Stands) -> None:
    """The calculus refuses no slot that could be let through: where it does, a world shows why."""
    context = (Part(side=P, stands=Stands.SAME),) if side is C else (Part(side=C, stands=Stands.SAME),)
    relation = Relation(parts=(*context, Part(side=side, stands=stands)))
    wrongly_proved = wrongly_refuted = False
    for own, kept in product(PREDICATES, PREDICATES):
        for source, formal in formal_slots(stands, own):
            if side is P:
                owed, said = fails_at(meet([source]), kept), fails_at(meet([formal]), kept)
            else:
                owed, said = fails_at(kept, meet([source])), fails_at(kept, meet([formal]))
            wrongly_proved |= bool(owed and not said)
            wrongly_refuted |= bool(said and not owed)
    assert ruling(relation, CLAIM, PASSED).counts == (not wrongly_proved)
    assert ruling(relation, CLAIM, REFUTED).counts == (not wrongly_refuted)
