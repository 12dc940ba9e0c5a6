"""Obligations are typed by state change and role first; keywords break ties; the rule that fired is recorded."""

from __future__ import annotations

import pytest

from proofsieve.core.obligations import ObligationKind
from proofsieve.core.rules.obliging import make_obligations, nothing_but
from proofsieve.tests.proofs import tree_of, unit_saying

K = ObligationKind


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("Let $n$ be an integer.", []),
        ("Suppose $n$ is even.", []),
        ("Let us now compute the product, $xy$.", [K.REWRITE]),
        ("In this case we obtain $y > 0$ because $x > 0$.", [K.DERIVED_FACT, K.JUSTIFICATION_FAITHFULNESS]),
        ("Choose $N = 7$.", [K.WITNESS]),
        ("There exists a root $c$.", [K.DERIVED_FACT, K.WITNESS]),
        ("There exists a root.", [K.DERIVED_FACT]),
        ("By the mean value theorem, $f(b) - f(a)$ is a value of the derivative.", [K.APPLY, K.DERIVED_FACT]),
        ("It suffices to show that $x > 2$.", [K.GOAL_REDUCTION]),
        ("Since $x > 3$, it suffices to show that $x > 2$.", [K.FACT_PLUS_REDUCTION, K.GOAL_REDUCTION]),
        ("We consider two cases.", [K.CASE_SPLIT]),
        ("We proceed by induction on $n$.", [K.GOAL_REDUCTION]),
        ("Hence $x > 2$.", [K.ENTAILMENT]),
        ("Clearly $x > 2$.", [K.ENTAILMENT]),
        ("Without loss of generality $x > 2$.", [K.CASE_SPLIT, K.CASE_SPLIT, K.CASE_SPLIT]),
        ("Similarly $x > 3$.", [K.ENTAILMENT]),
        ("Moreover $x > 2$.", [K.DERIVED_FACT]),
        ("This case cannot occur.", [K.BRANCH_ELIMINATION]),
    ],
)
def test_words_owe_what_their_role_owes(words: str, kinds: list[ObligationKind]) -> None:
    unit = tree_of(words, problem="Let $x$ be a number.").units[0]
    assert [item.kind for item in make_obligations(unit, ())] == kinds


def test_every_obligation_says_which_rule_raised_it_and_why() -> None:
    tree = tree_of("Since $x > 3$, it suffices to show that $x > 2$.", "Hence it holds.")
    for unit in tree.units:
        for obligation in make_obligations(unit, ()):
            assert obligation.rule
            assert obligation.reason
            assert obligation.unit_id == unit.id
            assert obligation.id.startswith(f"o{unit.id[1:]}.")


def test_closures_and_the_target_owe_what_a_text_can_omit() -> None:
    tree = tree_of("Assume for contradiction that $x = 1$.", "This is absurd.")
    kinds = [item.kind for unit in tree.units for item in make_obligations(unit, ())]
    assert kinds.count(K.CLOSURE) == 1
    assert kinds.count(K.TARGET_FIDELITY) == 1


def test_a_unit_that_is_nothing_but_its_computation_owes_only_that() -> None:
    unit = tree_of("So we get $3 + 4 = 7$.").units[0]
    assert [item.kind for item in make_obligations(unit, ["3 + 4 = 7"])] == [K.REWRITE]


def test_a_unit_that_says_more_owes_the_rest_too() -> None:
    unit = tree_of("So $3 + 4 = 7$ is prime.").units[0]
    owed = make_obligations(unit, ["3 + 4 = 7"])
    assert [item.kind for item in owed] == [K.REWRITE, K.ENTAILMENT]
    assert [item.use_formal for item in owed] == [True, False]


@pytest.mark.parametrize(
    ("text", "claims", "expected"),
    [
        ("Then $1 + 1 = 2$.", ["1 + 1 = 2"], True),
        ("Then $1 + 1 = 2$ and $2 + 2 = 4$.", ["1 + 1 = 2", "2 + 2 = 4"], True),
        ("Then $1 + 1 = 2$ apples remain.", ["1 + 1 = 2"], False),
        ("Then $x = 1 + 1 = 2$.", ["1 + 1 = 2"], False),
        ("Then $1 + 1 = 2$.", ["3 = 3"], False),
    ],
)
def test_nothing_but_computations(text: str, claims: list[str], expected: bool) -> None:
    assert nothing_but(text, claims) is expected


def test_premises_of_an_obligation_are_those_of_its_unit() -> None:
    tree = tree_of("We have $a = 2$. (1)", "By (1), $a + 1 = 3$.")
    unit = unit_saying(tree, "By (1)")
    assert make_obligations(unit, ())[0].premises == unit.premises != ()


def test_a_closure_says_what_its_kind_of_scope_can_omit() -> None:
    tree = tree_of("We use induction.", "Base case: $n = 1$.", "Assume the claim holds for $k$.", "By induction, done.")
    words = {
        signal: make_obligations(unit, ())[0].statement
        for unit in tree.units
        for signal in unit.signals
        if signal.startswith("closes-")
    }
    assert "every value that the step starts from" in words["closes-base_case"]
    assert "smaller values only" in words["closes-induction_step"]


def test_the_target_quotes_the_problem_and_braces_in_it_do_no_harm() -> None:
    tree = tree_of("Then $x = 1$.")
    target = tree.units[-1]
    assert make_obligations(target, (), r"Find $\\frac{1}{2} + {text}$.")[0].statement.endswith(
        r"Find $\\frac{1}{2} + {text}$."
    )


@pytest.mark.parametrize(
    ("goal", "rules"),
    [
        ("Prove that $n > 0$.", ["end-of-proof"]),
        ("Find all real $x$ with $x^2 = 1$.", ["end-of-proof", "find-all-necessity", "find-all-answers"]),
        ("Determine the maximum of $xy$.", ["end-of-proof", "extremum-bound", "extremum-attained"]),
        ("Show that $A$ if and only if $B$.", ["end-of-proof", "equivalence"]),
        ("Compute the greatest common divisor.", ["end-of-proof"]),
    ],
)
def test_the_end_of_a_proof_owes_what_its_problem_asks(goal: str, rules: list[str]) -> None:
    target = tree_of("Then $x = 1$.").units[-1]
    assert [item.rule for item in make_obligations(target, (), goal)] == rules


def test_a_base_case_that_says_something_owes_it_and_a_bare_heading_owes_nothing() -> None:
    told = tree_of("We use induction on $n$.", "Base case: for $n = 1$ both sides are equal.")
    bare = tree_of("We use induction on $n$.", "Base case. For $n = 1$ both sides are equal.")
    assert [item.rule for item in make_obligations(told.units[1], ())] == ["base-case"]
    assert make_obligations(bare.units[1], ()) == ()
    assert [item.kind for item in make_obligations(bare.units[2], ())] == [K.DERIVED_FACT]
