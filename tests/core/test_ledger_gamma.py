"""Γ, T and Σ: what a step may rest on, and what is wrong with the way it does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from proofsieve.core.decomposition import decompose
from proofsieve.core.ledger import (
    ROUTINE,
    GammaUse,
    Provenance,
    SigmaId,
    SigmaItem,
    SigmaRow,
    SigmaStatus,
    Support,
    gamma_findings,
    gamma_items,
    rule_findings,
    rule_use,
    sigma_findings,
    skeleton,
    theorem_in,
    unused_items,
    use_faults,
)
from proofsieve.core.ledger.circular import assumes_claim, posed
from proofsieve.core.ledger.gamma import circles
from proofsieve.core.proof import StepId
from proofsieve.core.rules.growth import grow
from proofsieve.core.tree import EntryId, ProofTree, UnitId, Use
from proofsieve.tests.core.strict_runs import LEMMA
from proofsieve.tests.proofs import tree_of, unit_saying

CASES = (
    "Case 1: $n$ is even. Then $n = 2k$. Hence $n^2 = 4k^2$ is even.",
    "Case 2: $n$ is odd. Then $n + 1$ is even.",
    "So $n (n + 1)$ is even.",
)
PROBLEM = "Let $n$ be an integer. Show that $n (n + 1)$ is even."


def entry_saying(tree: ProofTree, words: str) -> EntryId:
    return next(entry.id for entry in tree.entries if words in entry.text)


def with_premise(tree: ProofTree, unit: UnitId, entry: EntryId) -> ProofTree:
    """The tree in which ``unit`` also uses ``entry``."""
    units = tuple(replace(one, premises=(*one.premises, entry)) if one.id == unit else one for one in tree.units)
    producer = tree.entry_by_id[entry].producer
    uses = tree.uses if producer is None else (*tree.uses, Use(producer=producer, consumer=unit, entry=entry))
    return replace(tree, units=units, uses=uses)


def kinds(tree: ProofTree) -> list[str]:
    return [finding.kind for finding in gamma_findings(tree)]


# Γ


def test_an_item_of_gamma_says_where_it_comes_from_and_in_which_scope_it_holds() -> None:
    items = {item.text: item for item in gamma_items(tree_of(*CASES, problem=PROBLEM))}
    given = items["Let $n$ be an integer."]
    assert (given.provenance, given.step, given.within) == (Provenance.PROBLEM, None, ())
    local = items["Then $n = 2k$."]
    assert (local.provenance, local.step, local.within) == (Provenance.STEP, "s1", ("case",))


def test_a_fact_of_one_case_used_in_another_is_a_finding_and_in_its_own_is_none() -> None:
    tree = tree_of(*CASES, problem=PROBLEM)
    assert kinds(tree) == []
    local = entry_saying(tree, "n = 2k")
    outside = with_premise(tree, unit_saying(tree, "n + 1$ is even").id, local)
    (finding,) = gamma_findings(outside)
    assert finding.kind == "used-out-of-scope"
    assert "outside the case it was said in" in finding.message
    assert kinds(with_premise(tree, unit_saying(tree, "4k^2").id, local)) == []


def test_the_closure_of_a_scope_may_use_what_was_said_in_it() -> None:
    tree = tree_of(
        "Suppose for contradiction that $n$ is even.", "Then $n = 2k$.", "This is a contradiction.", "So $n$ is odd."
    )
    scope = next(scope for scope in tree.scopes if scope.closed_by is not None and scope.parent is not None)
    inside = next(entry.id for entry in tree.entries if entry.scope == scope.id)
    assert scope.closed_by is not None
    assert "used-out-of-scope" not in kinds(with_premise(tree, scope.closed_by, inside))


def test_a_fact_used_before_it_is_stated_is_shown_and_is_no_candidate_for_a_flaw() -> None:
    tree = tree_of("We have $a = 1$.", "We have $b = 2$.", "We have $c = 3$.")
    early = with_premise(tree, unit_saying(tree, "a = 1").id, entry_saying(tree, "c = 3"))
    assert kinds(early) == ["used-before-stated"]


def test_facts_that_rest_on_each_other_are_a_circular_premise() -> None:
    tree = tree_of("We have $a = 1$.", "We have $b = 2$.", "We have $c = 3$.")
    early = with_premise(tree, unit_saying(tree, "a = 1").id, entry_saying(tree, "b = 2"))
    turned = with_premise(early, unit_saying(tree, "b = 2").id, entry_saying(tree, "a = 1"))
    assert kinds(turned) == ["used-before-stated", "circular-premise"]


def test_steps_whose_ledgers_use_each_other_are_a_circle() -> None:
    s1, s2, s3 = map(StepId, ("s1", "s2", "s3"))
    assert circles({s1: (s2,), s2: (s3,)}) == ()
    assert circles({s1: (s2,), s2: (s1,), s3: (s1,)}) == ((s1, s2),)
    assert circles({s1: (s1,)}) == ((s1,),)


@pytest.mark.parametrize(
    ("step", "text", "use", "fault"),
    [
        ("s2", CASES[1], "n = 2k", "holds only in the case"),
        ("s1", CASES[0], "4k^2", "is what is to be shown here"),
        ("s1", "Hence $n^2 = 4k^2$ is even.", "n = 2k", ""),
        ("s1", "Then $n = 2k$.", "4k^2", "a later part of s1 shows"),
        ("s1", CASES[0], "$n$ is even", ""),
        ("s3", CASES[2], "an integer", ""),
    ],
    ids=[
        "of another case",
        "of the step itself",
        "of an earlier part of the step",
        "of a later part of the step",
        "the hypothesis of its case",
        "what the problem gives",
    ],
)
def test_a_step_takes_from_gamma_only_what_is_given_there(step: str, text: str, use: str, fault: str) -> None:
    tree = tree_of(*CASES, problem=PROBLEM)
    found = use_faults(tree, StepId(step), [GammaUse(entry=entry_saying(tree, use))], text=text)
    assert len(found) == bool(fault)
    assert fault in " ".join(found)


def test_a_part_smaller_than_what_the_tree_has_takes_nothing_from_its_own_step() -> None:
    tree = tree_of("We have $a = 1$ as well as $b = 2$.", "So it is.")
    use = [GammaUse(entry=entry_saying(tree, "a = 1"))]
    for text in ("We have $a = 1$", "as well as $b = 2$.", "words that stand elsewhere"):
        assert len(use_faults(tree, StepId("s1"), use, text=text)) == 1


def test_a_part_smaller_than_what_the_tree_has_may_use_what_was_said_before_it() -> None:
    tree = tree_of("We have $a = 1$. Also $b = 2$ as well as $c = 3$.", "So it is.")
    use = [GammaUse(entry=entry_saying(tree, "a = 1"))]
    assert use_faults(tree, StepId("s1"), use, text="as well as $c = 3$.") == ()


def test_what_a_step_quotes_from_gamma_must_stand_there() -> None:
    tree = tree_of(*CASES, problem=PROBLEM)
    given = entry_saying(tree, "an integer")
    assert use_faults(tree, StepId("s1"), [GammaUse(entry=given, text="n$ be an integer")], text=CASES[0]) == ()
    (fault,) = use_faults(tree, StepId("s1"), [GammaUse(entry=given, text="$n$ be an odd integer")], text=CASES[0])
    assert "is not what g1 says" in fault


def test_a_reading_that_the_text_does_not_give_is_a_convention_and_counts_only_once_settled() -> None:
    tree = tree_of(*CASES, problem=PROBLEM)
    reading = GammaUse(convention="nat_starts_at = from_1 (1)")
    (fault,) = use_faults(tree, StepId("s1"), [reading], text=CASES[0])
    assert "ask it" in fault
    assert use_faults(tree, StepId("s1"), [reading], text=CASES[0], settled={reading.convention}) == ()
    (slipped,) = use_faults(tree, StepId("s1"), [GammaUse(text="$0$ is natural")], text=CASES[0])
    assert "ask it as a convention" in slipped


def test_items_that_no_unit_visibly_uses_are_shown() -> None:
    tree = tree_of("Let $x = 1$.", "Let $y = 2$.", "Then $x + 1 = 2$.")
    unused = [item.text for item in unused_items(tree)]
    assert "Let $y = 2$." in unused
    assert "Let $x = 1$." not in unused


# What is to be shown


@pytest.mark.parametrize(
    ("problem", "claim"),
    [
        (PROBLEM, "$n (n + 1)$ is even."),
        ("For every $n$ we have $n < n + 1$.", "For every $n$ we have $n < n + 1$."),
    ],
)
def test_what_the_problem_asks_to_be_shown_is_told_from_what_it_gives(problem: str, claim: str) -> None:
    assert posed(tree_of("We have $a = 1$.", problem=problem)) == (claim,)


@pytest.mark.parametrize(
    ("problem", "use", "assumed"),
    [
        (PROBLEM, GammaUse(entry=EntryId("g1")), False),
        (PROBLEM, GammaUse(entry=EntryId("g2")), True),
        (PROBLEM, GammaUse(entry=EntryId("g2"), text="$n (n + 1)$ is even"), True),
        ("If $n$ is odd, then $n^2$ is odd.", GammaUse(entry=EntryId("g1"), text="$n$ is odd"), False),
        ("If $n$ is odd, then $n^2$ is odd.", GammaUse(entry=EntryId("g1"), text="$n^2$ is odd"), True),
        ("If $n$ is odd, then $n^2$ is odd.", GammaUse(entry=EntryId("g1")), True),
    ],
    ids=["a hypothesis", "the claim", "its words", "its hypothesis", "its conclusion", "all of it"],
)
def test_the_claim_itself_is_never_given(problem: str, use: GammaUse, assumed: bool) -> None:
    tree = tree_of("We have $a = 1$.", problem=problem)
    assert bool(assumes_claim(tree, [use])) is assumed


# T


@pytest.mark.parametrize(
    "words",
    [
        "Fermat's little theorem",
        "the mean value theorem",
        "by Cauchy–Schwarz",
        "AM-GM inequality",
        "Bézout's identity",
        "Lemma 3",
        "the pigeonhole principle",
        "induction and Fermat's little theorem",
    ],
)
def test_a_theorem_with_a_name_is_no_routine_rule(words: str) -> None:
    assert theorem_in(words)
    assert rule_use(words).rule is None
    assert [finding.kind for finding in rule_findings([words], "s1")] == ["theorem-in-rules"]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("modus ponens", "logic"),
        ("De Morgan's laws", "logic"),
        ("the definition of an even number", "definition"),
        ("expanding the square", "algebra"),
        ("transitivity of ≤", "equality"),
        ("the principle of mathematical induction", "induction"),
        ("case analysis", "cases"),
        ("algebra and modus ponens", "algebra, logic"),
    ],
)
def test_routine_rules_are_on_the_list(words: str, rule: str) -> None:
    assert rule_use(words).rule == rule
    assert rule_findings([words], "s1") == ()


@pytest.mark.parametrize("words", ["", "magic", "algebra and magic", "definitionally obvious", "a" * 500])
def test_what_is_on_no_row_is_no_routine_rule(words: str) -> None:
    assert rule_use(words).rule is None


def test_the_list_of_rules_can_be_extended_but_not_by_a_theorem() -> None:
    table = {**ROUTINE, "reindexing": r"(?:a )?shift of the index", "fermat": r"Fermat's little theorem"}
    assert rule_use("shift of the index", table).rule == "reindexing"
    assert rule_use("Fermat's little theorem", table).rule is None


# Σ


def test_theorems_that_the_text_names_are_open_items_with_the_steps_that_use_them() -> None:
    tree = tree_of(
        "By the mean value theorem, $f(1) - f(0) = f'(c)$.",
        "We have $a = 1$.",
        "Using the mean value theorem again, $g(1) - g(0) = g'(d)$.",
    )
    (row,) = skeleton(tree)
    assert (row.item.name, row.item.status, row.used_by) == ("mean value theorem", SigmaStatus.OPEN, ("s1", "s3"))


def test_a_result_without_a_name_is_no_theorem_of_the_ledger() -> None:
    assert skeleton(tree_of("Using the identity, we get $a = 1$.")) == ()


def test_an_item_that_no_step_uses_and_one_confirmed_without_grounds_are_findings() -> None:
    used, bare = (StepId("s1"),), replace(LEMMA, support=Support.NONE, grounds="")
    rows = [SigmaRow(item=LEMMA, used_by=used), SigmaRow(item=LEMMA, used_by=()), SigmaRow(item=bare, used_by=used)]
    assert [finding.kind for finding in sigma_findings(rows)] == ["sigma-unused", "sigma-unsupported"]


def test_an_open_item_without_grounds_is_no_finding() -> None:
    row = SigmaRow(item=SigmaItem(id=SigmaId("S9"), name="L", statement="If so, then so."), used_by=(StepId("s1"),))
    assert sigma_findings([row]) == ()


# Real proofs


@pytest.mark.data
def test_no_proof_of_the_development_data_is_accused_by_the_ledger(data_dir: Path) -> None:
    import json

    from proofsieve.tests.proofs import proof_of

    seen = 0
    for name in ("proofloc_university_dev", "proofloc_olympiad_dev"):
        for line in (data_dir / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["first_error_step"] is None:
                proof = proof_of(row["problem"], *row["steps"])
                assert gamma_findings(grow(proof, decompose(proof).substeps)) == (), row["id"]
                seen += 1
    assert seen > 80
