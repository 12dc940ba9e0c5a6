"""A tree from what an analyst says of each substep: what cannot stand is replaced, kept and told."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.decomposition import Substep, decompose
from proofsieve.core.growing import Growth, NamedPremise, NewEntry, Opens, UnitFields, fields_of_tree, grow_from_fields
from proofsieve.core.proof import Proof
from proofsieve.core.readers import read_bytes
from proofsieve.core.record import consistency
from proofsieve.core.rules.growth import grow
from proofsieve.core.tree import (
    EdgeUnit,
    EntryRole,
    Pattern,
    ProofTree,
    ScopeKind,
    Transition,
    UnitRole,
)

R, K, T = UnitRole, ScopeKind, Transition


def proof_of(*steps: str, problem: str = "Show that $n^2$ is even.") -> tuple[Proof, tuple[Substep, ...]]:
    proof = read_bytes(json.dumps({"problem": problem, "steps": list(steps)}).encode(), "p.json")
    substeps = decompose(proof).substeps
    return proof, substeps


def tree_of(*lines: tuple[str, UnitFields | None], problem: str = "Show that $n^2$ is even.") -> ProofTree:
    """The tree of steps of one substep each."""
    proof, substeps = proof_of(*(text for text, _ in lines), problem=problem)
    assert len(substeps) == len(lines)
    return grow_from_fields(proof, substeps, [fields for _, fields in lines])


def said(role: UnitRole = R.DERIVE, *premises: str, **more: object) -> UnitFields:
    return UnitFields(role=role, premises=tuple(NamedPremise(name=name) for name in premises), **more)  # type: ignore[arg-type]


def own(tree: ProofTree) -> list[EdgeUnit]:
    return [unit for unit in tree.units if unit.role not in (R.CLOSURE, R.TARGET)]


def faults(tree: ProofTree) -> list[str]:
    return [finding.message for finding in tree.findings if finding.kind == "malformed-unit"]


def texts(tree: ProofTree, unit: EdgeUnit) -> list[str]:
    return [tree.entry_by_id[premise].text for premise in unit.premises]


# What is well said


def test_premises_by_number_label_and_problem_become_uses() -> None:
    tree = tree_of(
        ("Let $n=2k$.", said(R.DEFINE, adds=(NewEntry(role=EntryRole.DEFINITION, label="form of n"),))),
        ("Then $n^2=4k^2$.", said(R.COMPUTE, "form of n", transition=T.REWRITE)),
        ("Hence $n^2$ is even.", said(R.CONCLUDE, "#2", "problem")),
    )
    assert faults(tree) == []
    first, second, third = own(tree)
    assert texts(tree, second) == ["Let $n=2k$."]
    assert texts(tree, third) == ["Then $n^2=4k^2$.", "Show that $n^2$ is even."]
    assert [(use.producer, use.consumer) for use in tree.uses if use.consumer in (second.id, third.id)] == [
        (first.id, second.id),
        (second.id, third.id),
    ]


def test_an_instantiation_stands_at_its_use() -> None:
    tree = tree_of(
        ("For all $m$ we have $m<2^m$.", said(adds=(NewEntry(role=EntryRole.FACT, label="bound"),))),
        (
            "Hence $5<2^5$.",
            UnitFields(role=R.DERIVE, premises=(NamedPremise(name="Bound", instantiation="m = 5"),)),
        ),
    )
    assert [use.instantiation for use in tree.uses if use.consumer == own(tree)[1].id] == ["m = 5"]


def test_cases_close_each_other_and_the_last_one_discharges_both() -> None:
    case = {"pattern": Pattern.CASE_SPLIT, "transition": T.CASE_SPLIT}
    tree = tree_of(
        ("There are two cases.", said(R.SPLIT, announces="parity", **case)),
        ("Case 1: $n$ is even.", said(R.CASE, opens=Opens(kind=K.CASE, label="even", split="parity"), **case)),
        ("Then $n^2$ is even.", said(R.DERIVE, "#2", ends_after=1)),
        ("Case 2: $n$ is odd.", said(R.CASE, opens=Opens(kind=K.CASE, label="odd", split="parity"), **case)),
        ("Then $n+1$ is even.", said(R.DERIVE, "#4")),
        ("In both cases we are done.", said(R.CONCLUDE, "closed #2", "closed #4", ends_before=1)),
    )
    assert faults(tree) == []
    kinds = [scope.kind for scope in tree.scopes]
    assert kinds == [K.ROOT, K.CASE, K.CASE]
    assert len({unit.split for unit in tree.units if unit.split}) == 1
    signals = [signal for unit in tree.units if unit.role is R.CLOSURE for signal in unit.signals]
    assert not any("without-partner" in signal for signal in signals)
    joined = own(tree)[-1]
    assert len(joined.premises) == 2
    known = {entry.text for entry in tree.context(joined.before)}
    assert "Then $n^2$ is even." not in known
    assert any("even" in text and text.startswith("[") for text in known)


def test_a_split_without_its_partner_is_seen_only_at_the_end_of_the_text() -> None:
    case = {"pattern": Pattern.CASE_SPLIT, "transition": T.CASE_SPLIT}
    tree = tree_of(
        ("There are two cases.", said(R.SPLIT, announces="parity", **case)),
        ("Case 1: $n$ is even.", said(R.CASE, opens=Opens(kind=K.CASE, split="parity"), ends_after=1, **case)),
        ("Hence $n^2$ is even.", said(R.CONCLUDE)),
    )
    closure = next(unit for unit in tree.units if unit.role is R.CLOSURE)
    assert any(signal.startswith("split-without-partner") for signal in closure.signals)


def test_a_contradiction_discharges_the_negation_and_asserts_nothing_inside() -> None:
    tree = tree_of(
        ("Suppose $n$ is odd.", said(R.ASSUME, opens=Opens(kind=K.CONTRADICTION), transition=T.GOAL_REDUCTION)),
        ("Then $2=3$.", said(R.DERIVE, "#1")),
        ("This is a contradiction.", said(R.CONCLUDE, "#2", ends_after=1)),
        ("So $n$ is even.", said(R.CONCLUDE, "closed #1")),
    )
    assert faults(tree) == []
    assert [unit.hypothetical for unit in own(tree)] == [True, True, True, False]
    assert texts(tree, own(tree)[-1]) == ["not: Suppose $n$ is odd."]
    closure = next(unit for unit in tree.units if unit.role is R.CLOSURE)
    assert "open-closure" not in closure.signals


def test_a_contradiction_that_nobody_reaches_stays_open() -> None:
    tree = tree_of(("Suppose $n$ is odd.", said(R.ASSUME, opens=Opens(kind=K.CONTRADICTION))), ("Then $n>0$.", said()))
    closure = next(unit for unit in tree.units if unit.role is R.CLOSURE)
    assert "open-closure" in closure.signals


LEMMA = {"pattern": Pattern.LEMMA_SUBGOAL, "transition": T.LEMMA_INTRODUCTION}


def claim(label: str) -> UnitFields:
    return said(R.REDUCE, opens=Opens(kind=K.SUBPROOF, label=label), **LEMMA)


def test_a_claim_with_its_proof_is_one_producer_used_twice() -> None:
    tree = tree_of(
        ("Claim 1. $k$ is even.", claim("Claim 1")),
        ("Indeed $k=2j$.", said(R.DERIVE, ends_after=1)),
        ("Thus $n=4j$.", said(R.DERIVE, "Claim 1")),
        ("Thus $n^2=16j^2$.", said(R.DERIVE, "Claim 1", "#3")),
    )
    assert faults(tree) == []
    closure = next(unit for unit in tree.units if unit.role is R.CLOSURE)
    assert tree.state_by_id[closure.before].goal == "Claim 1. $k$ is even."
    assert [use.consumer for use in tree.uses if use.producer == closure.id] == [own(tree)[2].id, own(tree)[3].id]


def test_use_before_proof_is_legal_where_nothing_turns_in_a_circle() -> None:
    tree = tree_of(
        ("By Claim 2 below, $n=4j$.", said(R.DERIVE, "Claim 2")),
        ("Claim 2. $k$ is even.", claim("Claim 2")),
        ("Indeed $k=2j$.", said(R.DERIVE, ends_after=1)),
    )
    assert tree.findings == ()
    assert "used-before-proof" in own(tree)[0].signals
    closure = next(unit for unit in tree.units if unit.role is R.CLOSURE)
    assert (closure.id, own(tree)[0].id) in [(use.producer, use.consumer) for use in tree.uses]


def test_two_claims_that_rest_on_each_other_are_a_circle() -> None:
    tree = tree_of(
        ("Claim 1. $k$ is even.", claim("Claim 1")),
        ("By Claim 2, it is.", said(R.DERIVE, "Claim 2", ends_after=1)),
        ("Claim 2. $n$ is even.", claim("Claim 2")),
        ("By Claim 1, it is.", said(R.DERIVE, "Claim 1", ends_after=1)),
    )
    circles = [finding for finding in tree.findings if finding.kind == "circular-use"]
    assert len(circles) == 1
    assert circles[0].about == own(tree)[1].id


def test_a_claim_that_its_own_proof_uses_is_a_circle() -> None:
    tree = tree_of(
        ("Claim 1. $k$ is even.", claim("Claim 1")), ("By Claim 1, it is.", said(R.DERIVE, "Claim 1", ends_after=1))
    )
    assert [finding.kind for finding in tree.findings] == ["circular-use"]


def test_a_cited_theorem_is_an_entry_and_owes_an_application() -> None:
    tree = tree_of(
        ("This gives a zero.", UnitFields(role=R.DERIVE, cites=(NamedPremise(name="Rolle's theorem"),))),
    )
    unit = own(tree)[0]
    assert unit.role is R.APPLY
    assert texts(tree, unit) == ["Rolle's theorem"]
    assert any(signal.startswith("applies: ") for signal in unit.signals)


# What is not


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([("Then $n=2$.", said(R.DERIVE, "#9"))], "it names the premise “#9”, which nothing is called"),
        ([("Then $n=2$.", said(R.DERIVE, "#1"))], "it uses “#1” before the text states it"),
        (
            [("Then $n=2$.", said(R.DERIVE, "#2")), ("Then $n=3$.", said())],
            "it uses “#2” before the text states it",
        ),
        ([("Then $n=2$.", said(ends_after=2))], "it ends 2 scopes where 0 are open"),
        ([("Then $n=2$.", said(ends_before=1))], "it ends 1 scopes where 0 are open"),
        (
            [("Case 1: $n=2$.", said(R.CASE, opens=Opens(kind=K.CASE)))],
            "a case belongs to a split, and none is named",
        ),
        (
            [("Then $n=2$.", said(goal="$n>1$"))],
            "it changes the goal and is called fact_derivation; it was taken as goal_reduction",
        ),
        (
            [
                ("Suppose $n=1$.", said(R.ASSUME, opens=Opens(kind=K.SUPPOSITION))),
                ("Then $n=2$.", said(ends_after=1)),
                ("So $n=3$.", said(R.DERIVE, "#1")),
            ],
            "it uses the hypothesis “#1” after its scope was closed",
        ),
        (
            [
                ("Suppose $n=1$.", said(R.ASSUME, opens=Opens(kind=K.SUPPOSITION))),
                ("Then $n=2$.", said(ends_after=1)),
                ("So $n=3$.", said(R.DERIVE, "#2")),
            ],
            "it uses the fact “#2” after its scope was closed",
        ),
        (
            [("Suppose $n=1$.", said(R.ASSUME))],
            "it supposes something and opens no scope for it; a supposition was opened",
        ),
        (
            [("The number $n^2$ is even.", said(R.ASSUME, opens=Opens(kind=K.SUPPOSITION)))],
            "its words do not show the role “assume”, under which it would owe nothing",
        ),
        (
            [("The number $n^2$ is even.", said(R.REMARK))],
            "it is called a remark and says something that has to hold",
        ),
        (
            [("The number $n^2$ is even.", said(R.ABANDONED))],
            "it is called abandoned, and no words near it say so",
        ),
        (
            [("Then $n \\ge 2$.", said(adds=(NewEntry(role=EntryRole.FACT, text="$n > 2$"),)))],
            "the words of an entry are not those of the text; the substep's own stand for it",
        ),
        (
            [("Then $n=2$.", said(adds=(NewEntry(role=EntryRole.HYPOTHESIS),)))],
            "a unit of the role “derive” adds no hypothesis; it was taken as a fact",
        ),
        (
            [("Then $n=2$.", said(adds=(NewEntry(role=EntryRole.CONVENTION),)))],
            "a unit of the role “derive” adds no convention; it was taken as a fact",
        ),
        ([("Then $n=2$.", said(opens=Opens(kind=K.ROOT)))], "no substep opens the root"),
        ([("Then $n=2$.", said(R.TARGET))], "“target” is no role of a substep"),
        (
            [("We have to show $n>1$.", said(R.REDUCE, adds=(NewEntry(role=EntryRole.FACT),)))],
            "it only says what is to be shown; the fact that it adds was left out",
        ),
        (
            [("Claim 1. $k$ is even.", claim("Claim 1")), ("So $n=4j$.", said(R.DERIVE, "Claim 1", ends_after=9))],
            "it ends 9 scopes where 1 are open",
        ),
    ],
)
def test_what_cannot_stand_is_kept_and_told(lines: list[tuple[str, UnitFields]], fault: str) -> None:
    tree = tree_of(*lines)
    assert fault in faults(tree)
    assert len(own(tree)) == len(lines)
    assert list(consistency._tree(tree, frozenset(unit.step for unit in tree.units))) == []


def test_a_changed_goal_owes_that_the_new_one_suffices() -> None:
    tree = tree_of(("The number is positive.", said(goal="$n>0$")))
    unit = own(tree)[0]
    assert (unit.role, unit.transition) == (R.REDUCE, T.GOAL_REDUCTION)
    assert tree.state_by_id[unit.after].goal == "$n>0$"
    assert tree.state_by_id[unit.after].adds == ()


def test_signals_of_an_analyst_exempt_nothing() -> None:
    tree = tree_of(("Then $n=2$.", said(signals=("abandoned", "claim-has-proof", "wlog"))))
    assert own(tree)[0].signals == ("analyst: abandoned", "analyst: claim-has-proof", "analyst: wlog")


def test_an_undeclared_supposition_ends_with_the_scope_around_it() -> None:
    tree = tree_of(
        ("Claim 1. $k$ is even.", claim("Claim 1")),
        ("Suppose $n=1$.", said(R.ASSUME)),
        ("Then $k=2j$.", said(ends_after=1)),
        ("So $n=4j$.", said(R.DERIVE, "Claim 1")),
    )
    assert [scope.kind for scope in tree.scopes] == [K.ROOT, K.SUBPROOF, K.SUPPOSITION]
    assert own(tree)[-1].scope == "c0"
    assert len(own(tree)[-1].premises) == 1


def test_a_substep_without_fields_is_read_by_rules_and_told() -> None:
    steps = ("Let $n=2k$.", "Then $n^2=4k^2$.", "Suppose $n$ is odd.", "This contradicts step 1.", "So it is even.")
    proof, substeps = proof_of(*steps)
    by_rules = grow(proof, substeps)
    mixed = grow_from_fields(proof, substeps, [None] * len(substeps))
    assert own(mixed) == own(by_rules)
    assert [finding.kind for finding in mixed.findings] == ["read-by-rules"] * len(substeps)
    assert mixed.scopes == by_rules.scopes


def test_scopes_that_only_the_rules_see_are_theirs_to_close() -> None:
    tree = tree_of(
        ("Suppose for contradiction that $n$ is odd.", None),
        ("Then $2=3$.", said(R.DERIVE, "#1")),
        ("This is a contradiction.", None),
        ("So $n$ is even.", said(R.CONCLUDE)),
    )
    assert [unit.hypothetical for unit in own(tree)] == [True, True, True, False]
    assert faults(tree) == []


def test_as_many_fields_as_substeps() -> None:
    proof, substeps = proof_of("Let $n=2k$.")
    with pytest.raises(ValueError, match="2 fields for 1 substeps"):
        grow_from_fields(proof, substeps, [None, None])


def test_fields_of_another_tree_are_refused() -> None:
    proof, substeps = proof_of("Let $n=2k$.", "So $n>0$.")
    with pytest.raises(ValueError, match="not grown from these"):
        fields_of_tree(grow(proof, substeps), substeps[:1])


# Where the text is


def test_the_running_context_is_bounded_and_keeps_results() -> None:
    lines = [("Claim 1. $k$ is even.", claim("Claim 1")), ("Indeed $k=2j$.", said(ends_after=1))]
    lines += [(f"Then $n>{i}$.", said()) for i in range(40)]
    lines += [("Suppose $n$ is odd.", said(R.ASSUME, opens=Opens(kind=K.CONTRADICTION, label="n odd")))]
    proof, substeps = proof_of(*(text for text, _ in lines))
    growth = Growth(proof, substeps)
    for _, fields in lines:
        growth.take(fields)
    context = growth.context(9)
    assert context.goal.startswith("⊥")
    assert [scope.label for scope in context.scopes] == ["n odd"]
    assert len(context.entries) == 9
    assert "Claim 1" in [entry.label for entry in context.entries]
    assert context.entries[-1].text == "Suppose $n$ is odd."
    assert context.left_out == 34


# Whatever is said


_TEXTS = (
    "Let $n=2k$.",
    "Suppose $n$ is odd.",
    "Case 1: $n>0$.",
    "Claim 1. $k$ is even.",
    "Then $n^2=4k^2$, hence it is even.",
    "This is a contradiction.",
    "This approach fails.",
    "Without loss of generality $a<b$.",
    "Similarly $b<c$.",
    "It suffices to show $P$.",
    "We proceed by induction on $n$.",
)
_NAMES = st.sampled_from(
    [
        "#1",
        "#3",
        "closed #2",
        "7",
        "g1",
        "g5",
        "g999999",
        "u001",
        "u099",
        "problem",
        "Claim 1",
        "x",
        "",
        "$%",
        "#0",
        "a" * 300,
    ]
)
_FIELDS = st.builds(
    UnitFields,
    role=st.sampled_from(UnitRole),
    pattern=st.sampled_from(Pattern),
    transition=st.sampled_from(Transition),
    adds=st.lists(
        st.builds(
            NewEntry,
            role=st.sampled_from(EntryRole),
            text=st.sampled_from(["", "$n=2k$", "something else", "\x1b"]),
            symbols=st.none() | st.lists(st.sampled_from(["n", "ε", "\\alpha", "", "zz"]), max_size=3).map(tuple),
            label=_NAMES,
        ),
        max_size=3,
    ).map(tuple),
    premises=st.lists(st.builds(NamedPremise, name=_NAMES), max_size=10).map(tuple),
    cites=st.lists(st.builds(NamedPremise, name=_NAMES), max_size=2).map(tuple),
    goal=st.none() | st.sampled_from(["", "$n>1$", "g" * 5000]),
    opens=st.none()
    | st.builds(
        Opens,
        kind=st.sampled_from(ScopeKind),
        label=_NAMES,
        split=st.sampled_from(["", "a", "b", "rules p1"]),
        dies=st.booleans(),
    ),
    announces=st.sampled_from(["", "a", "b"]),
    ends_before=st.integers(-1, 3),
    ends_after=st.integers(-1, 70),
    signals=st.lists(st.text(max_size=5), max_size=2).map(tuple),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(_TEXTS), st.none() | _FIELDS), min_size=1, max_size=14))
def test_whatever_is_said_the_tree_is_whole(lines: list[tuple[str, UnitFields | None]]) -> None:
    proof, substeps = proof_of(*(text for text, _ in lines))
    fields = [lines[int(substep.step[1:]) - 1][1] for substep in substeps]
    tree = grow_from_fields(proof, substeps, fields)
    assert [unit.text for unit in own(tree)] == [substep.text for substep in substeps]
    assert tree.units[-1].role is R.TARGET
    assert all(scope.closed_by is not None for scope in tree.scopes[1:])
    assert list(consistency._tree(tree, frozenset(step.id for step in proof.steps))) == []
    place = {unit.id: index for index, unit in enumerate(tree.units)}
    late = [use for use in tree.uses if place[use.producer] >= place[use.consumer]]
    assert all("used-before-proof" in tree.unit_by_id[use.consumer].signals for use in late)
    assert all(len(unit.premises) <= 8 for unit in tree.units)


def test_ten_thousand_substeps_nest_no_deeper_than_they_may() -> None:
    opens = said(R.ASSUME, opens=Opens(kind=K.SUPPOSITION))
    proof, substeps = proof_of(*["Suppose $n>0$."] * 10_000)
    tree = grow_from_fields(proof, substeps, [opens] * 10_000)
    assert len(own(tree)) == 10_000
    assert max(len(tree.scope_path(scope.id)) for scope in tree.scopes) <= 64


@pytest.mark.parametrize(
    "text",
    [
        "Let $n=2k$. Then $n^2=4k^2$. Hence $n^2$ is even.",
        "We distinguish two cases.\n\nCase 1: $n$ is even. Then done.\n\nCase 2: $n$ is odd. Then done."
        "\n\nIn both cases we are done.",
        "Suppose for contradiction that $n$ is odd. Then $2=3$, a contradiction.",
        "Claim 1. $k$ is even.\n\nProof of Claim 1. It is. This proves the claim.\n\nBy Claim 1, $n=4j$.",
        "We use induction. Base case: $n=1$ holds.\n\nInductive step: suppose it holds for $n$. Then it holds"
        " for $n+1$.\n\nBy induction we are done.",
        "(⇒) Suppose $A$. Then $B$.\n\n(⇐) Suppose $B$. Then $A$.",
    ],
)
def test_what_the_rules_read_grows_the_same_tree_as_fields(text: str) -> None:
    proof = read_bytes(f"Problem: Show it.\n\nProof:\n\n{text}\n".encode(), "p.md")
    substeps = decompose(proof).substeps
    by_rules = grow(proof, substeps)
    again = grow_from_fields(proof, substeps, fields_of_tree(by_rules, substeps))
    assert [(unit.role, unit.transition, unit.scope) for unit in again.units] == [
        (unit.role, unit.transition, unit.scope) for unit in by_rules.units
    ]
    assert [scope.kind for scope in again.scopes] == [scope.kind for scope in by_rules.scopes]
