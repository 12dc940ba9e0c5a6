"""The rules put every construct into the right scope; asserted on the tree, not on prose."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proofsieve.core.decomposition import decompose
from proofsieve.core.proof import Passage
from proofsieve.core.rules.building import MAX_DEPTH
from proofsieve.core.rules.growth import grow
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import EntryRole, Pattern, ProofTree, ScopeKind, Transition, UnitRole
from proofsieve.tests.proofs import proof_of, tree_of, unit_saying


def kinds(tree: ProofTree) -> list[ScopeKind]:
    return [scope.kind for scope in tree.scopes[1:]]


def scope_kind(tree: ProofTree, words: str) -> ScopeKind:
    return tree.scope_by_id[unit_saying(tree, words).scope].kind


def test_a_contradiction_is_hypothetical_until_it_is_reached() -> None:
    tree = tree_of(
        r"Suppose for contradiction that $\sqrt 2 = p/q$ in lowest terms.",
        r"Then $p^2 = 2q^2$. This contradicts lowest terms. Hence $\sqrt 2$ is irrational.",
    )
    assert kinds(tree) == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "p^2 = 2q^2").hypothetical
    assert not unit_saying(tree, "Hence").hypothetical
    assert tree.scope_by_id[unit_saying(tree, "Hence").scope].kind is ScopeKind.ROOT


def test_the_goal_inside_a_contradiction_is_falsum_and_comes_back_after_it() -> None:
    tree = tree_of(
        "Assume, for the sake of contradiction, that $x = 1$. This is absurd. So $x = 2$.", problem="Prove $x = 2$."
    )
    assumption, after = unit_saying(tree, "Assume"), unit_saying(tree, "So")
    assert tree.state_by_id[assumption.after].goal.startswith("⊥")
    assert tree.state_by_id[after.after].goal == "Prove $x = 2$."
    assert assumption.transition is Transition.GOAL_REDUCTION


def test_a_plain_supposition_that_ends_in_a_contradiction_is_one() -> None:
    tree = tree_of("Suppose $n$ is odd.", "Then $2 = 3$.", "This is impossible, so $n$ is even.")
    assert kinds(tree) == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "2 = 3").hypothetical


def test_a_plain_supposition_without_one_asserts_what_it_says() -> None:
    tree = tree_of("Suppose $n$ is even.", "Then $n^2$ is even.")
    assert kinds(tree) == [ScopeKind.SUPPOSITION]
    assert not unit_saying(tree, "n^2").hypothetical


def test_cases_start_from_the_state_of_their_split_and_are_joined_after_it() -> None:
    tree = tree_of(
        "We distinguish two cases.",
        "Case 1: $n = 2k$. Then $n^2 = 4k^2$.",
        "Case 2: $n = 2k + 1$. Then $n^2 = 4k^2 + 4k + 1$.",
        "In both cases $n^2$ is $0$ or $1$ modulo $4$.",
    )
    first, second = unit_saying(tree, "Case 1"), unit_saying(tree, "Case 2")
    assert kinds(tree) == [ScopeKind.CASE, ScopeKind.CASE]
    assert first.before == second.before
    assert first.split == second.split == unit_saying(tree, "two cases").split
    joined = unit_saying(tree, "In both cases")
    assert tree.scope_by_id[joined.scope].kind is ScopeKind.ROOT
    words = [entry.text for entry in tree.context(unit_saying(tree, "4k + 1").before)]
    assert not any("Case 1" in word for word in words)
    discharged = [entry for entry in tree.context(joined.before) if entry.text.startswith("[Case")]
    assert len(discharged) == 2


def test_a_missing_case_is_charged_to_the_step_that_claims_completion() -> None:
    tree = tree_of("We consider two cases.", "Case 1: $n$ is even. Then it holds.", "So it holds in every case.")
    closures = [unit for unit in tree.units if unit.role is UnitRole.CLOSURE]
    assert [unit.step for unit in closures] == ["s3"]
    assert any(signal.startswith("split-without-partner") for signal in closures[0].signals)


def test_a_case_without_its_complement_is_missing_even_if_two_are_there() -> None:
    tree = tree_of("Case 1: $n$ is even. Done.", "Case 2: $n$ is even and large. Done.", "In all cases it holds.")
    assert any("without its complement" in signal for unit in tree.units for signal in unit.signals)


@pytest.mark.parametrize(
    ("first", "second"),
    [("$n$ is even", "$n$ is odd"), ("$x$ is rational", "$x$ is irrational"), ("$p$ is prime", "$p$ is composite")],
)
def test_complementary_cases_are_complete(first: str, second: str) -> None:
    tree = tree_of(f"Case 1: {first}. Fine.", f"Case 2: {second}. Fine.", "In both cases it holds.")
    assert not any("split-without-partner" in signal for unit in tree.units for signal in unit.signals)


def test_an_induction_has_a_base_a_step_and_a_closure() -> None:
    tree = tree_of(
        "We use induction on $n$.",
        "Base case: for $n = 1$ both sides are $1$.",
        "Inductive step: assume that the formula holds for $n = k$.",
        "By the induction hypothesis it holds for $k + 1$.",
        "By induction, the formula holds for all $n$.",
    )
    assert kinds(tree) == [ScopeKind.BASE_CASE, ScopeKind.INDUCTION_STEP]
    assert unit_saying(tree, "We use").pattern is Pattern.INDUCTION
    used = unit_saying(tree, "By the induction hypothesis")
    assert any(tree.entry_by_id[premise].text.startswith("Inductive step") for premise in used.premises)
    assert tree.scope_by_id[unit_saying(tree, "By induction, ").scope].kind is ScopeKind.ROOT


def test_an_induction_without_a_base_says_so() -> None:
    tree = tree_of(
        "We prove it by induction on $n$.",
        "Assume that the claim holds for $n = k$. Then it holds for $k+1$.",
        "By induction it holds for all $n$.",
    )
    assert any("induction-without-base" in unit.signals for unit in tree.units)


def test_a_base_case_may_be_said_inline() -> None:
    tree = tree_of(
        "We prove it by induction on $n$.",
        "For $n = 1$ both sides are $1$.",
        "Assume that the claim holds for $n = k$. Then it holds for $k+1$.",
        "By induction it holds for all $n$.",
    )
    assert ScopeKind.BASE_CASE in kinds(tree)
    assert not any("induction-without-base" in unit.signals for unit in tree.units)


@pytest.mark.parametrize(("heading", "kind"), [("Inductive step.", "induction_step"), ("Case 1.", "case")])
def test_an_assumption_after_a_bare_heading_belongs_to_its_scope(heading: str, kind: str) -> None:
    tree = tree_of(
        "We use induction on $n$." if "step" in heading else "There are two cases.",
        f"{heading} Suppose $a_k = 1$. So $b = 2$.",
    )
    assert kinds(tree) == [kind]
    assert scope_kind(tree, "Suppose") == kind


def test_the_converse_is_a_scope_beside_the_first_direction() -> None:
    tree = tree_of("Suppose $A$. Then $B$.", "Conversely, suppose $B$. Then $A$.")
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.DIRECTION]
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}
    assert unit_saying(tree, "Conversely").pattern is Pattern.IFF_SPLIT


def test_a_converse_by_contradiction_does_not_stand_inside_the_first_direction() -> None:
    tree = tree_of(
        "Suppose $A$. Then $B$.", "Conversely, assume $B$ and suppose toward a contradiction not $A$. Absurd."
    )
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.CONTRADICTION]


@pytest.mark.parametrize(
    "opening",
    [
        "If there were only finitely many primes, their product $P$ would be finite.",
        "Had there been an edge, $x$ would be joined to $y$.",
        "Aiming for a contradiction, let $x$ be the smallest.",
    ],
)
@pytest.mark.parametrize(
    "end", ["This is absurd.", r"$1 = 0$, $\Rightarrow\Leftarrow$.", "Then $1 = 0$ ⇒⇐", "Thus there is none."]
)
def test_the_subjunctive_and_the_signs_of_a_contradiction_are_read(opening: str, end: str) -> None:
    tree = tree_of(f"{opening} Then $5 = 6$.", end, "Finally $2 + 2 = 4$.")
    assert kinds(tree) == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "5 = 6").hypothetical
    assert not unit_saying(tree, "Finally").hypothetical


@pytest.mark.parametrize("arrow", ["(⇐)", r"($\Leftarrow$)", r"$\Longleftarrow$:"])
def test_an_arrow_back_is_the_converse(arrow: str) -> None:
    tree = tree_of("(⇒) Suppose $A$. Then $B$.", f"{arrow} Suppose $B$. Then $A$.")
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.DIRECTION]
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}


def test_both_directions_joined_stand_after_the_converse() -> None:
    tree = tree_of(
        "Suppose $A$. Then $B$.",
        "Conversely, suppose $B$. Then $A$.",
        "Combining the two directions, $A$ and $B$ agree.",
    )
    assert scope_kind(tree, "Combining") is ScopeKind.ROOT


def test_an_assumption_that_also_concludes_opens_its_scope_and_owes_what_it_concludes() -> None:
    tree = tree_of("Assume first that $C$ is bounded and pick $d$; the ray stays in $C$, so $d = 0$.")
    assert kinds(tree) == [ScopeKind.SUPPOSITION]
    assert scope_kind(tree, "so $d = 0$") is ScopeKind.SUPPOSITION
    whole = tree_of("Suppose $C$ is bounded, so that $d = 0$.")
    assert [item.kind for item in make_obligations(whole.units[0], ())] == ["derived_fact"]


def test_every_scope_is_closed_and_the_root_has_a_target() -> None:
    tree = tree_of("Suppose $A$.", "Case 1: $B$. Then $C$.", "Assume for contradiction $D$.")
    assert all(scope.closed_by is not None for scope in tree.scopes[1:])
    assert [unit.role for unit in tree.units].count(UnitRole.TARGET) == 1
    assert any("open-closure" in unit.signals for unit in tree.units), "the contradiction was never reached"


def test_an_abandoned_attempt_is_kept_and_owes_nothing() -> None:
    tree = tree_of("Put $x = 7$. This approach fails.", "Put $x = 8$.")
    assert [unit.role for unit in tree.units[:2]] == [UnitRole.ABANDONED, UnitRole.ABANDONED]
    assert unit_saying(tree, "x = 8").role is not UnitRole.ABANDONED


def test_a_claim_with_its_proof_is_a_subproof_and_a_producer() -> None:
    tree = tree_of(
        "Claim 1. Every $x$ in $S$ is even.",
        "Indeed $x = 2y$ for some $y$. This proves the claim.",
        "By Claim 1, $x + 2$ is even.",
    )
    assert kinds(tree) == [ScopeKind.SUBPROOF]
    assert scope_kind(tree, "Indeed") is ScopeKind.SUBPROOF
    used = unit_saying(tree, "By Claim 1")
    assert tree.scope_by_id[used.scope].kind is ScopeKind.ROOT
    assert used.role is UnitRole.APPLY
    closure = next(unit for unit in tree.units if unit.role is UnitRole.CLOSURE)
    assert closure.id in tree.uses_graph.predecessors(used.id)
    assert tree.entry_by_id[used.premises[0]].text == "Claim 1. Every $x$ in $S$ is even."


def test_a_claim_without_a_marked_proof_is_contested_where_it_stands() -> None:
    tree = tree_of("Claim: every $x$ is even.", "Hence $x + 2$ is even.")
    assert kinds(tree) == []
    claim = tree.units[0]
    assert claim.transition is Transition.LEMMA_INTRODUCTION
    assert [item.kind for item in make_obligations(claim, ())] == ["contested_claim"]


def test_an_end_mark_on_the_last_words_ends_the_proof_and_no_claim() -> None:
    tree = tree_of("Claim: every $x$ is even.", "Hence $x + 2$ is even. ∎")
    assert kinds(tree) == []


def test_what_the_document_fixes_before_the_proof_enters_the_context_and_is_found_by_name() -> None:
    proof = proof_of("Prove it.", "By Lemma 2 the sum is even.", r"By \\cref{lem:odd} and \\eqref{eq:one}, $q = 3$.")
    span = proof.steps[0].span
    context = (
        Passage(kind="statement", name="Lemma 2", text="All sums are even.", span=span),
        Passage(kind="statement", name="Lemma 3", text="No sum is odd.", span=span, labels=("lem:odd",)),
        Passage(kind="definition", name="", text="Let $q$ denote the index.", span=span),
        Passage(kind="equation", name="", text="$$q = 3$$", span=span, labels=("eq:one",)),
    )
    tree = grow(replace(proof, context=context), decompose(proof).substeps)
    first, second = unit_saying(tree, "Lemma 2"), unit_saying(tree, "cref")
    assert [tree.entry_by_id[item].role for item in first.premises] == [EntryRole.CITED_THEOREM]
    assert {tree.entry_by_id[item].text for item in second.premises} == {
        "No sum is odd.",
        "Let $q$ denote the index.",
        "$$q = 3$$",
    }
    assert first.role is UnitRole.APPLY


def test_it_suffices_changes_the_goal() -> None:
    tree = tree_of("It suffices to show that $x > 2$.", "Indeed $x = 3$.")
    reduction = unit_saying(tree, "suffices")
    assert reduction.transition is Transition.GOAL_REDUCTION
    assert "x > 2" in tree.state_by_id[reduction.after].goal


def test_a_label_and_a_step_number_name_premises() -> None:
    tree = tree_of("We have $a = 2$. (1)", "Also $b = 3$.", "By (1) and Step 2, $a + b = 5$.")
    used = unit_saying(tree, "By (1)")
    assert {tree.entry_by_id[premise].text for premise in used.premises} >= {"We have $a = 2$. (1)", "Also $b = 3$."}
    assert unit_saying(tree, "a = 2").id in tree.uses_graph.predecessors(used.id)


def test_a_fact_of_a_closed_case_is_out_of_scope() -> None:
    tree = tree_of(
        "Case 1: $n$ is even. Then $m = 4$. (1)", "Case 2: $n$ is odd. Then by (1) it follows.", "In both cases, done."
    )
    assert "fact-out-of-scope: (1)" in unit_saying(tree, "by (1)").signals


def test_a_symbol_used_before_it_is_introduced_is_a_signal() -> None:
    tree = tree_of("Adding gives $q + 1 > 0$.", problem="Prove that $n > 0$.")
    assert "symbol-not-introduced: q" in tree.units[0].signals


def test_definitions_and_variables_enter_the_context_with_their_roles() -> None:
    tree = tree_of("Let $n$ be an integer.", "Define $f(x) = x^2$.", "Then $f(n)$ is a square.")
    roles = [entry.role for entry in tree.context(unit_saying(tree, "Then").before)]
    assert EntryRole.DEFINITION in roles
    assert EntryRole.HYPOTHESIS in roles, "the problem's own sentence"


def test_scopes_nested_beyond_the_bound_are_read_flat_and_said_so() -> None:
    steps = [f"Assume for contradiction that $x_{{{number}}} = 0$." for number in range(MAX_DEPTH + 30)]
    tree = tree_of(*steps)
    assert max(len(tree.scope_path(unit.scope)) for unit in tree.units) <= MAX_DEPTH
    assert [finding.kind for finding in tree.findings] == ["nested-too-deep"]


FRAGMENTS = [
    "Suppose $x = 1$.",
    "Assume for contradiction that $y < 0$.",
    "This is a contradiction.",
    "We consider two cases.",
    "Case 1: $n$ is even.",
    "Case 2: $n$ is odd.",
    "Case 1.1: $n = 2$.",
    "In both cases we are done.",
    "We use induction on $n$.",
    "Base case: $n = 0$.",
    "Inductive step: assume the claim holds for $k$.",
    "By induction the claim holds.",
    "Conversely, suppose $B$.",
    "Claim 1. The number $q$ is even.",
    "This proves the claim.",
    "Hence $2 + 2 = 4$.",
    "This approach does not work.",
    "It suffices to show $z > 0$.",
    "If $m$ is odd, then $m + 1$ is even.",
    "Without loss of generality $a \\le b$.",
    "(i) ⇒ (ii): suppose $A$.",
    "(ii) ⇒ (i) is clear.",
    "We show (i) ⇒ (ii) ⇒ (iii) ⇒ (i).",
    "Hence all conditions are equivalent.",
    "(⇒) Let $A$ hold.",
    "(⇐) Suppose $B$.",
    "Conversely, every $b$ is one.",
    "Combining both directions we are done.",
    "Let $n$ be the smallest counterexample.",
    "By infinite descent there is none.",
    "Second proof. Let $x = 2$.",
    "Proof of the claim. It is clear.",
    "By Claim 1, $q = 2$.",
    "By the mean value theorem there is $c$ with $f(c) = 0$.",
    "Similarly $y = 2$.",
    "Let me start over.",
    "Case A: $n = 3$.",
    "To see that it holds, suppose $z$.",
    "Suppose (i). Then (ii).",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=14))
def test_any_order_of_constructs_gives_a_whole_tree(steps: list[str]) -> None:
    proof = proof_of("The following are equivalent: (i) $A$; (ii) $B$.", *steps)
    decomposition = decompose(proof)
    tree = grow(proof, decomposition.substeps)
    own_words = [unit for unit in tree.units if unit.role not in (UnitRole.CLOSURE, UnitRole.TARGET)]
    assert [unit.text for unit in own_words] == [substep.text for substep in decomposition.substeps]
    assert all(proof.quote(unit.span) == unit.text for unit in tree.units)
    assert [unit.id for unit in tree.units] == [f"u{number:03d}" for number in range(1, len(tree.units) + 1)]
    assert all(scope.closed_by in tree.unit_by_id for scope in tree.scopes[1:])
    assert all(re.fullmatch(r"p[0-9]+", item.split) for item in (*tree.scopes, *tree.units) if item.split)
    for unit in tree.units:
        path = tree.scope_path(unit.scope)
        assert unit.hypothetical == any(scope.hypothetical for scope in path)
        visible = {scope.id for scope in path}
        assert all(entry.scope in visible for entry in tree.context(unit.after)), "a fact left its scope"
    for use in tree.uses:
        assert use.producer != use.consumer
        assert use.producer in tree.unit_by_id
    order = {step.id: number for number, step in enumerate(proof.steps)}
    numbers = [order[unit.step] for unit in tree.units]
    assert numbers == sorted(numbers)
