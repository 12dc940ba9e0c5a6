"""Each construct of the method in plain English: its scopes, roles, uses and obligations, asserted on the tree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import proofsieve
from proofsieve.core.obligations import Obligation, ObligationKind
from proofsieve.core.readers import read_bytes
from proofsieve.core.record.canonical import dump_audit, load_audit_bytes
from proofsieve.core.rules.arrows import Arrow, conditions_of, direction_of, missing_arrows, read_arrows
from proofsieve.core.rules.citing import citations
from proofsieve.core.rules.maps import map_signal
from proofsieve.core.rules.obliging import make_obligations
from proofsieve.core.tree import EdgeUnit, EntryRole, Pattern, ProofTree, ScopeKind, Transition, UnitRole
from proofsieve.tests.proofs import grown, proof_of, tree_of, unit_saying

K = ObligationKind


def kinds(tree: ProofTree) -> list[ScopeKind]:
    return [scope.kind for scope in tree.scopes[1:]]


def owed(tree: ProofTree, unit: EdgeUnit) -> list[Obligation]:
    return list(make_obligations(unit, (), tree.state_by_id[unit.before].goal))


def rules(tree: ProofTree, unit: EdgeUnit) -> list[str]:
    return [obligation.rule for obligation in owed(tree, unit)]


def closures(tree: ProofTree, what: str) -> list[EdgeUnit]:
    return [unit for unit in tree.units if f"closes-{what}" in unit.signals]


def signals(unit: EdgeUnit, name: str) -> list[str]:
    return [signal.partition(": ")[2] for signal in unit.signals if signal.partition(":")[0] == name]


def scope_of(tree: ProofTree, words: str) -> ScopeKind:
    return tree.scope_by_id[unit_saying(tree, words).scope].kind


# Implication graphs

TFAE = "Let $f$ be a map. The following are equivalent: (i) it is injective; (ii) it has an inverse; (iii) it is monic."


def test_a_circle_of_implications_is_closed_by_its_graph() -> None:
    tree = tree_of(
        "We show (i) ⇒ (ii) ⇒ (iii) ⇒ (i).",
        "(i) ⇒ (ii): Suppose $f$ is injective. Then it has an inverse.",
        "(ii) ⇒ (iii) is clear.",
        r"(iii) $\Rightarrow$ (i). Assume that $f$ is monic. Hence it is injective.",
        problem=TFAE,
    )
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.DIRECTION]
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}
    (closure,) = closures(tree, "equivalence")
    assert signals(closure, "arrows") == ["(i) ⇒ (ii), (ii) ⇒ (iii), (iii) ⇒ (i)"]
    assert signals(closure, "arrows-missing") == []
    assert unit_saying(tree, "We show").transition is Transition.GOAL_REDUCTION
    assert signals(unit_saying(tree, "is clear"), "arrow") == ["(ii) ⇒ (iii)"]
    assert scope_of(tree, "is clear") is ScopeKind.ROOT


def test_a_missing_implication_is_named_and_charged_to_the_step_that_claims_completion() -> None:
    tree = tree_of(
        "(a) implies (b): Let $A$ hold. So $B$.",
        "(b) implies (c): Let $B$ hold. So $C$.",
        "Hence all three conditions are equivalent.",
        "We are done.",
        problem="TFAE: (a) $A$; (b) $B$; (c) $C$.",
    )
    (closure,) = closures(tree, "equivalence")
    assert signals(closure, "arrows-missing") == ["(c) ⇒ (a)"]
    assert closure.step == "s3"
    assert [obligation.kind for obligation in owed(tree, closure)] == [K.CLOSURE]


def test_suppositions_of_named_conditions_are_arrows_too() -> None:
    tree = tree_of(
        "Suppose (i) holds. Then (ii) holds by compactness.",
        "Now suppose (ii). Then (iii) follows.",
        "Finally assume (iii). Then we get (i).",
        problem=TFAE,
    )
    assert kinds(tree) == [ScopeKind.DIRECTION] * 3
    (closure,) = closures(tree, "equivalence")
    assert signals(closure, "arrows") == ["(i) ⇒ (ii), (ii) ⇒ (iii), (iii) ⇒ (i)"]
    assert signals(closure, "arrows-missing") == []


def test_items_that_latex_numbers_are_called_what_the_proof_calls_them() -> None:
    proof = read_bytes(
        rb"""\begin{theorem}The following are equivalent:
\begin{enumerate}\item $A$ \item $B$ \item $C$\end{enumerate}\end{theorem}
\begin{proof}
\begin{description}
\item[(a) $\Rightarrow$ (b)] Suppose $A$. So $B$.
\item[(b) $\Rightarrow$ (a)] Suppose $B$. So $A$.
\end{description}
\end{proof}""",
        "x.tex",
    )
    (closure,) = closures(grown(proof), "equivalence")
    assert signals(closure, "arrows") == ["(a) ⇒ (b), (b) ⇒ (a)"]
    assert signals(closure, "arrows-missing") == ["(b) ⇒ (c), (c) ⇒ (a)"]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("(i) ⇒ (ii). Suppose $A$.", ["(i) ⇒ (ii)"]),
        (r"**(i) $\Rightarrow$ (ii):**", ["(i) ⇒ (ii)"]),
        (r"$(i)\implies(ii)$: let $x$.", ["(i) ⇒ (ii)"]),
        (r"\textup{(i)} $\Longrightarrow$ \textup{(ii)}", ["(i) ⇒ (ii)"]),
        (r"\ref{a} $\Rightarrow$ \ref{b}. Assume", ["(a) ⇒ (b)"]),
        ("(2) ⇐ (3): suppose (3).", ["(3) ⇒ (2)"]),
        ("(2) ⇔ (3): suppose (3).", ["(2) ⇒ (3)", "(3) ⇒ (2)"]),
        ("To see that (a) implies (b), suppose $x$.", ["(a) ⇒ (b)"]),
        ("Proof of (a) ⇒ (b).", ["(a) ⇒ (b)"]),
        ("Thus (1) implies (2).", []),
        ("(i) ⇒ (ii) is clear.", []),
        ("(i) implies (ii) by Lemma 3.", []),
        ("We show (i) ⇒ (ii) ⇒ (i).", []),
    ],
)
def test_an_implication_heads_its_proof(text: str, heading: list[str]) -> None:
    assert [str(arrow) for arrow in read_arrows(text).heading] == heading


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("(i) ⇒ (ii) and (ii) ⇒ (iii) are obvious.", 2),
        ("(i) ⇒ (ii) ⇒ (iii) is clear.", 2),
        ("The implication (i) ⇒ (ii) follows from Lemma 2.", 1),
        ("(2) ⇔ (3) holds by definition.", 2),
        ("It suffices to prove (i) ⇒ (ii) and (ii) ⇒ (i).", 0),
        ("Combining (i) with (ii) we get it.", 0),
    ],
)
def test_implications_may_be_asserted_without_a_proof(text: str, asserted: int) -> None:
    assert len(read_arrows(text).asserted) == asserted


@pytest.mark.parametrize(
    ("text", "conditions"),
    [
        ("The following are equivalent: (i) $A$; (ii) $B$; (iii) $C$.", ("i", "ii", "iii")),
        ("TFAE:\n\n(a) $A$\n\n(b) $B$", ("a", "b")),
        ("TFAE: 1. A, 2. B", ("1", "2")),
        ("These are equivalent: \\item $A$ \\item $B$ \\item $C$", ("#1", "#2", "#3")),
        ("Show (a) that $x$ and (b) that $y$.", ()),
    ],
)
def test_the_conditions_of_a_problem_are_found(text: str, conditions: tuple[str, ...]) -> None:
    assert conditions_of(text) == conditions


NODES = "abcdef"
ARROWS = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).map(lambda pair: Arrow(*pair)), max_size=14)


@given(ARROWS)
def test_the_missing_arrows_close_every_graph_and_none_is_missing_then(arrows: list[Arrow]) -> None:
    missing = missing_arrows(NODES, arrows)
    assert missing_arrows(NODES, [*arrows, *missing]) == ()
    reached = {node: {node} for node in NODES}
    for _ in NODES:
        for arrow in (*arrows, *missing):
            for node in NODES:
                if arrow.source in reached[node]:
                    reached[node].add(arrow.target)
    assert all(found == set(NODES) for found in reached.values())


# Two directions


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("(⇒) Suppose $A$.", "(⇐) Suppose $B$."),
        (r"($\Rightarrow$) Let $A$ hold.", r"($\Leftarrow$) Let $B$ hold."),
        (r"$\Longrightarrow$: Suppose $A$.", r"$\Longleftarrow$: Suppose $B$."),
        ("Necessity. Suppose $A$.", "Sufficiency. Suppose $B$."),
        ("For the forward direction, suppose $A$.", "For the reverse direction, suppose $B$."),
        ("(⇒) Suppose $A$.", "Now, let us prove the converse: if $B$ holds, we want $A$."),
        ("The only if part. Suppose $A$.", "The if part. Suppose $B$."),
        (r"($\subseteq$) Let $x \in A$.", r"($\supseteq$) Let $x \in B$."),
    ],
)
def test_two_marked_directions_stand_side_by_side(first: str, second: str) -> None:
    tree = tree_of(f"{first} Then it follows.", f"{second} Then it follows.", problem="Prove $A$ if and only if $B$.")
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.DIRECTION]
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}
    (closure,) = closures(tree, "equivalence")
    assert signals(closure, "direction-missing") == []
    assert "equivalence" in rules(tree, tree.units[-1])


def test_a_direction_without_the_other_is_missing() -> None:
    tree = tree_of("(⇒) Suppose $A$. Then $B$.", "This proves it.", problem="Prove $A$ iff $B$.")
    (closure,) = closures(tree, "equivalence")
    assert signals(closure, "direction-missing") == ["⇐"]
    assert closure.step == "s2"


def test_a_direction_by_contradiction_is_hypothetical() -> None:
    tree = tree_of("(⇒) Let $n = 2k$. So it is.", "(⇐) Suppose $n$ is odd. Then $1 = 2$, a contradiction.")
    assert kinds(tree) == [ScopeKind.DIRECTION, ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "1 = 2").hypothetical
    assert signals(closures(tree, "equivalence")[0], "direction-missing") == []


@pytest.mark.parametrize(
    "converse",
    [
        "Conversely, any vector of the form $T(u)$ lies in the range by definition.",
        "Conversely, every element of $B$ is a square.",
        "Conversely, express each $v_k$ in terms of the $w_k$.",
        "(⇐) This is clear.",
        "The converse follows by the same argument: if $B$ holds, use the inverse.",
    ],
)
def test_a_converse_that_supposes_nothing_opens_no_scope(converse: str) -> None:
    tree = tree_of("Let $v$ be in it. So $Tv$ is there.", converse, "So both sets are equal.")
    assert kinds(tree) == []
    assert unit_saying(tree, converse[:9]).pattern is Pattern.IFF_SPLIT
    assert unit_saying(tree, converse[:9]).role not in (UnitRole.CASE, UnitRole.ASSUME)


@pytest.mark.parametrize("text", ["⇒ $x = 2$", r"$\Rightarrow$ $x = 2$", "x ⇒ y", "(A) ⇒ B", "Then (⇒) holds"])
def test_an_arrow_that_goes_on_with_a_calculation_is_no_direction(text: str) -> None:
    assert direction_of(text) == ""


def test_a_chain_of_equivalences_owes_both_directions() -> None:
    tree = tree_of(r"$2x + 1 = 5 \iff 2x = 4 \iff x = 2$.")
    assert rules(tree, tree.units[0]) == ["equivalence-forward", "equivalence-backward"]


def test_an_assumption_for_one_point_ends_with_its_step() -> None:
    tree = tree_of(
        "It is reflexive. For transitivity suppose $x$ and $y$ are related. Then $x = z$.", "Thus it is an equivalence."
    )
    assert scope_of(tree, "Then $x") is ScopeKind.SUPPOSITION
    assert scope_of(tree, "Thus it") is ScopeKind.ROOT
    longer = tree_of("To see that it is closed, suppose $x$ is a limit.", "Then $x$ lies in it.")
    assert scope_of(longer, "Then $x$") is ScopeKind.SUPPOSITION


# Goals


@pytest.mark.parametrize(
    "words",
    [
        "It suffices to show that $x > 2$.",
        "It is enough to prove that $x > 2$.",
        "We need only show $x > 2$.",
        "It remains to prove $x > 2$.",
        "The claim follows once we show that $x > 2$.",
        "We are done if $x > 2$.",
    ],
)
def test_what_suffices_becomes_the_goal(words: str) -> None:
    tree = tree_of(words, "Indeed $x = 3$.")
    unit = tree.units[0]
    assert (unit.role, unit.transition) == (UnitRole.REDUCE, Transition.GOAL_REDUCTION)
    assert "x > 2" in tree.state_by_id[unit.after].goal
    assert K.GOAL_REDUCTION in [obligation.kind for obligation in owed(tree, unit)]


@pytest.mark.parametrize("words", ["This suffices.", "One example suffices.", "A single point suffices here."])
def test_what_suffices_as_it_is_changes_no_goal(words: str) -> None:
    tree = tree_of(words, problem="Prove it.")
    assert tree.state_by_id[tree.units[0].after].goal == "Prove it."


def test_find_all_is_a_checklist_that_the_text_ticks_off() -> None:
    found = tree_of("Then $x = 2$ or $x = -2$.", "Indeed, both satisfy the equation.", problem="Find all real $x$.")
    target = found.units[-1]
    assert rules(found, target) == ["end-of-proof", "find-all-necessity", "find-all-answers"]
    assert signals(target, "answers-checked") == ["u002"]
    left = tree_of("So $x = 3$.", problem="Determine all integers $x$ with $2x = 6$.")
    assert signals(left.units[-1], "not-seen") == ["answers-checked"]


def test_an_extremum_owes_its_bound_and_a_point_where_it_is_attained() -> None:
    tree = tree_of(
        r"By AM-GM, $xy \le 1$.", "Equality holds for $x = y = 1$.", problem="Find the maximum of $xy$ for $x + y = 2$."
    )
    assert rules(tree, tree.units[-1]) == ["end-of-proof", "extremum-bound", "extremum-attained"]
    assert signals(tree.units[-1], "attained") == ["u002"]
    bound = tree_of(r"Thus $xy \le 1$.", problem="Find the largest value of $xy$.")
    assert signals(bound.units[-1], "not-seen") == ["attained"]


# Names


def test_what_exists_gets_a_fresh_name_and_depends_on_what_it_mentions() -> None:
    tree = tree_of(
        r"Let $\varepsilon > 0$ and let $x \in X$.",
        r"There exists $N$ such that $|f_n(x)| < \varepsilon$ for $n \ge N$.",
        r"Choose $\delta = 1/N$.",
    )
    unit = unit_saying(tree, "There exists")
    assert (unit.role, unit.pattern) == (UnitRole.OBTAIN, Pattern.EXISTENTIAL_ELIMINATION)
    assert rules(tree, unit) == ["existence", "fresh-name"]
    of = {symbol: entry for entry in tree.entries for symbol in entry.symbols}
    assert set(of["N"].depends_on) == {r"\varepsilon", "x"}
    assert r"\varepsilon" not in of[r"\varepsilon"].depends_on
    names = {symbol for entry in tree.entries for symbol in entry.symbols if r"\delta" in entry.symbols}
    assert r"\delta" in names


def test_a_name_that_is_taken_is_not_fresh() -> None:
    tree = tree_of("Let $k$ be an integer.", "Then there is an integer $k$ with $n = 2k$.")
    assert signals(unit_saying(tree, "there is"), "name-not-fresh") == ["k"]
    other = tree_of("Let $k$ be an integer.", "Then there is an integer $m$ with $k = 2m$.")
    assert signals(unit_saying(other, "there is"), "name-not-fresh") == []


@pytest.mark.parametrize(
    ("words", "owes"),
    [
        ("Put $y = 3$.", ["define"]),
        ("Let $y = 3$.", ["define"]),
        (r"Define $f: A \to B$ by $f(x) = x^2$.", ["total", "unique"]),
        ("Let $m$ be the least element of $S$.", ["total", "unique"]),
        ("Let $g([x])$ be the class of $2x$.", ["total", "unique", "representatives"]),
        (r"Define $\varphi(\bar a) = \overline{2a}$ on residue classes.", ["total", "unique", "representatives"]),
        ("Choose $N = 7$.", ["instantiate"]),
        ("Take an arbitrary $x$ in $A$.", []),
        ("Pick any point $p$ of $A$.", []),
        ("Let $n$ be an integer.", []),
        ("Let $n$ be an integer, so $n + 1$ is one.", ["name-with-assertion"]),
        ("Put $y = x + 1$, so that $y > x$.", ["define", "name-with-assertion"]),
    ],
)
def test_a_name_owes_what_a_text_can_leave_out_of_its_definition(words: str, owes: list[str]) -> None:
    tree = tree_of(words)
    assert rules(tree, tree.units[0]) == owes


@pytest.mark.parametrize(
    ("words", "role"),
    [
        ("Take an arbitrary $x \\in A$.", UnitRole.INTRO),
        ("We take logarithms of both sides.", UnitRole.DERIVE),
        ("So it is compact because we can always select finitely many sets.", UnitRole.DERIVE),
        ("Let us consider the sum.", UnitRole.DERIVE),
        ("In this case we are done.", UnitRole.DERIVE),
        ("Thus there is no solution.", UnitRole.DERIVE),
        ("So no such separation exists.", UnitRole.DERIVE),
        ("Solving, we find that $a$ is small.", UnitRole.DERIVE),
        ("We can find an integer $m$ with $2m = n$.", UnitRole.OBTAIN),
        ("Let $n = \\deg f$, so the remainders have degree at most $n - 1$.", UnitRole.DEFINE),
        ("To see that it is closed, suppose $x$ is a limit.", UnitRole.ASSUME),
        ("For transitivity suppose $x$ and $y$ are related.", UnitRole.ASSUME),
        ("Introduce the function $g(x) = x + 1$.", UnitRole.DEFINE),
        ("Extend this basis to one of $V$ by adding vectors.", UnitRole.DERIVE),
        ("Adding the two equations we get $2x = 4$.", UnitRole.COMPUTE),
        ("We use infinite descent.", UnitRole.REMARK),
    ],
)
def test_words_that_look_alike_have_the_role_that_they_have(words: str, role: UnitRole) -> None:
    assert tree_of(words).units[0].role is role


# Without loss of generality, similarly


def test_a_loss_of_generality_owes_a_map_its_invariance_and_its_reach() -> None:
    tree = tree_of(r"Without loss of generality $a \le b$.", "Then $b - a$ is no less than zero.")
    unit = tree.units[0]
    assert rules(tree, unit) == ["wlog-map", "wlog-invariant", "wlog-reaches"]
    assert {obligation.kind for obligation in owed(tree, unit)} == {K.CASE_SPLIT}
    assert [entry.role for entry in tree.entries if entry.producer == unit.id] == [EntryRole.HYPOTHESIS]


@pytest.mark.parametrize(
    ("words", "signal"),
    [
        (r"Without loss of generality $a \le b$.", "map-suggested: a ↔ b"),
        (r"WLOG $a \le b \le c$.", "map-suggested: a permutation of a, b, c"),
        ("WLOG $x > 0$.", "map-suggested: x ↦ -x"),
        (r"By symmetry in $a$ and $b$ we may assume $a < b$.", "map: a ↔ b"),
        ("Replacing $f$ by $-f$ we may assume $f(0) > 0$.", "map: f ↦ -f"),
        ("Similarly, with $a$ and $b$ interchanged, $b < c$.", "map: a ↔ b"),
        ("After relabelling we may assume it.", "map: another labelling"),
        ("WLOG the circle is the unit circle.", "map-not-named"),
    ],
)
def test_the_map_is_what_the_text_names_or_its_inequality_suggests(words: str, signal: str) -> None:
    assert map_signal(words) == signal


def test_a_similar_case_points_to_the_earlier_one_and_uses_what_it_left() -> None:
    tree = tree_of(
        "We distinguish two cases.",
        "Case 1: $n$ is even. Then $n = 2k$.",
        "Case 2: $n$ is odd. This case is similar, with $k$ replaced by $k + 1$.",
        "In both cases we are done.",
    )
    unit = unit_saying(tree, "similar")
    assert signals(unit, "like") == ["c1"]
    assert signals(unit, "map") == ["k ↦ k + 1"]
    closed = tree.scope_by_id[tree.scopes[1].id].closed_by
    assert tree.entry_by_id[unit.premises[0]].producer == closed
    assert rules(tree, unit) == ["similarly"]


def test_a_similar_fact_points_to_the_one_before() -> None:
    tree = tree_of("We have $x > 3$.", "Similarly $y > 3$.")
    assert signals(unit_saying(tree, "Similarly"), "like") == ["u001"]


# Induction and descent


@pytest.mark.parametrize(
    ("hypothesis", "signal"),
    [
        ("Assume that the claim holds for all $k < n$.", "base-in-step"),
        (r"Assume the claim is true for all $m \leq k$.", "base-in-step"),
        ("Assume that the claim holds for every smaller number.", "base-in-step"),
        ("Assume that the claim holds for $n = k$.", "induction-without-base"),
    ],
)
def test_a_strong_induction_may_hold_its_base_in_the_step(hypothesis: str, signal: str) -> None:
    tree = tree_of("We use induction on $n$.", hypothesis, "Then it holds for the next.", "By induction we are done.")
    (closure,) = closures(tree, "induction_step")
    assert signal in closure.signals


@pytest.mark.parametrize(
    "start",
    [
        "Suppose there is a solution in positive integers, and let $(x, y, z)$ be one with $z$ minimal.",
        "Let $n$ be the smallest counterexample.",
        "Consider a counterexample with $n$ minimal.",
        "Choose a minimal counterexample $G$.",
        "Assume that there is a counterexample, and take the least one, $n$.",
    ],
)
@pytest.mark.parametrize("end", ["This contradicts the minimality.", "This is absurd, by infinite descent."])
def test_a_minimal_counterexample_is_a_descent(start: str, end: str) -> None:
    tree = tree_of(start, "Then $1 = 2$, and there is a smaller one.", end, "So there is none at all.")
    assert kinds(tree) == [ScopeKind.DESCENT]
    assert unit_saying(tree, "1 = 2").hypothetical
    assert tree.units[0].pattern is Pattern.INDUCTION
    assert "minimal-counterexample" in rules(tree, tree.units[0])
    assert not unit_saying(tree, "none at all").hypothetical
    assert len(closures(tree, "descent")) == 1


def test_a_contradiction_that_takes_a_least_counterexample_is_a_descent() -> None:
    tree = tree_of("Suppose for contradiction that this fails. Let $n$ be the smallest counterexample.", "Absurd.")
    assert kinds(tree) == [ScopeKind.DESCENT]
    assert unit_saying(tree, "Let $n$").role is UnitRole.ASSUME


def test_a_descent_that_is_announced_is_one() -> None:
    tree = tree_of(
        "We use infinite descent.",
        "Suppose $n$ is a solution.",
        "Then $n/2$ is one.",
        "By infinite descent there is no solution.",
    )
    assert kinds(tree) == [ScopeKind.DESCENT]


@pytest.mark.parametrize(
    "words",
    ["Let $n$ be the smallest element of $S$.", "The minimal polynomial of $T$ splits.", "Choose the least such $m$."],
)
def test_a_least_element_is_no_counterexample(words: str) -> None:
    tree = tree_of(words, "So it is there.")
    assert kinds(tree) == []


# Cases


def test_a_branch_that_dies_is_hypothetical_and_the_others_are_not() -> None:
    tree = tree_of(
        "There are three cases.",
        "Case (i): $n = 0$. Then $1 = 0$, which is impossible.",
        "Case (ii): $n = 1$. Then $1 < 2$.",
        "Case (iii): $n = 2$. This case cannot occur.",
    )
    assert [scope.hypothetical for scope in tree.scopes[1:]] == [True, False, True]
    assert unit_saying(tree, "1 = 0").hypothetical
    assert not unit_saying(tree, "1 < 2").hypothetical
    assert rules(tree, unit_saying(tree, "cannot occur")) == ["cannot-occur"]


@pytest.mark.parametrize(
    ("inner", "other"),
    [
        ("Case 1a", "Case 1b"),
        ("Case 1.1", "Case 1.2"),
        ("Case A", "Case B"),
        ("Subcase 1", "Subcase 2"),
        ("Case (i)", "Case (ii)"),
    ],
)
def test_cases_nest_however_they_are_named(inner: str, other: str) -> None:
    tree = tree_of(
        "Case 1: $n > 0$.",
        f"{inner}: $n$ is even. Fine.",
        f"{other}: $n$ is odd. Fine.",
        "Case 2: $n \\le 0$. Fine.",
        "In all cases we are done.",
    )
    outer = [scope for scope in tree.scopes[1:] if scope.parent == "c0"]
    assert [scope.label[:6] for scope in outer] == ["Case 1", "Case 2"]
    assert [scope.parent for scope in tree.scopes[1:] if scope.parent != "c0"] == [outer[0].id] * 2
    assert not any("split-without-partner" in signal for unit in tree.units for signal in unit.signals)


def test_joining_the_inner_cases_leaves_the_outer_one_open_for_its_partner() -> None:
    tree = tree_of(
        "Case 1: $n > 0$.",
        "Case A: $n$ is even. Fine.",
        "Case B: $n$ is odd. Fine.",
        "In both cases it holds.",
        "Case 2: $n \\le 0$. Fine.",
    )
    assert scope_of(tree, "In both") is ScopeKind.CASE
    assert unit_saying(tree, "Case 2").split == unit_saying(tree, "Case 1").split


@pytest.mark.parametrize(
    "words", ["In this case we are done.", "In either case it holds.", "In the case $n = 2$ it is clear."]
)
def test_a_case_that_is_spoken_of_is_not_opened(words: str) -> None:
    assert kinds(tree_of(words)) == []


# Contradictions


@pytest.mark.parametrize(
    "words",
    [
        "Suppose $x$ were rational.",
        "Suppose there were a largest prime.",
        "Assume $x$ and $y$ were both even.",
        "If we could write $x$ as a quotient, it would be in lowest terms.",
    ],
)
def test_the_subjunctive_supposes_what_is_to_be_denied(words: str) -> None:
    tree = tree_of(words, "Then $1 = 2$.")
    assert kinds(tree) == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "1 = 2").hypothetical


@pytest.mark.parametrize(
    "words",
    [
        "We will derive a contradiction.",
        "To get a contradiction we look at $x$.",
        "Our goal is to reach a contradiction.",
    ],
)
def test_a_contradiction_that_is_announced_is_not_reached(words: str) -> None:
    tree = tree_of("Suppose $x = 1$.", words, "Then $2 = 3$.", "This is a contradiction.", "So $x$ is not $1$.")
    assert kinds(tree) == [ScopeKind.CONTRADICTION]
    assert unit_saying(tree, "2 = 3").hypothetical
    assert not unit_saying(tree, "So $x$").hypothetical


def test_what_is_impossible_unless_something_holds_is_no_contradiction() -> None:
    tree = tree_of("Suppose $x y = 0$.", "This is impossible unless $x = 0$.")
    assert kinds(tree) == [ScopeKind.SUPPOSITION]


# Several proofs


@pytest.mark.parametrize(
    "second", ["Second proof.", "Another proof.", "**Alternative proof.**", "We give another proof."]
)
def test_another_proof_starts_from_the_beginning_and_is_an_alternative(second: str) -> None:
    tree = tree_of("First proof. Let $x = 1$. Then $P$.", f"{second} Let $y = 2$. Then $P$.", problem="Prove $P$.")
    assert kinds(tree) == [ScopeKind.ALTERNATIVE, ScopeKind.ALTERNATIVE]
    assert {scope.parent for scope in tree.scopes[1:]} == {"c0"}
    words = [entry.text for entry in tree.context(unit_saying(tree, "y = 2").before)]
    assert not any("x = 1" in word for word in words)
    (closure,) = closures(tree, "alternatives")
    assert signals(closure, "alternatives") == ["2"]


def test_a_second_proof_after_one_without_a_heading_counts_two() -> None:
    tree = tree_of("Let $x = 1$. Then $P$.", "Alternatively, we can prove this by induction.", "Base case: $n = 1$.")
    assert kinds(tree)[0] is ScopeKind.ALTERNATIVE
    assert signals(closures(tree, "alternatives")[0], "alternatives") == ["2"]


def test_an_alternative_inside_a_sentence_is_no_other_proof() -> None:
    assert kinds(tree_of("Alternatively, $x = 3$.", "Another solution of the equation is $4$.")) == []


# Results and their uses


def test_every_use_of_a_lemma_is_an_application_of_one_producer() -> None:
    tree = tree_of(
        "Claim 1. Every $x$ in $S$ is even.",
        "Proof of Claim 1. Let $x$ be in $S$. Then $x = 2y$.",
        "By Claim 1 with $x = 4$, it holds.",
        "By the claim above, so does this.",
        "By the claim, also that.",
    )
    assert kinds(tree) == [ScopeKind.SUBPROOF]
    (closure,) = closures(tree, "subproof")
    uses = [use for use in tree.uses if use.producer == closure.id and use.consumer != tree.units[-1].id]
    consumers = [tree.unit_by_id[use.consumer] for use in uses]
    assert [unit.step for unit in consumers if unit.step != "s2"] == ["s3", "s4", "s5"]
    assert uses[0].instantiation == "with $x = 4$"
    for unit in consumers:
        applied = [obligation for obligation in owed(tree, unit) if obligation.kind is K.APPLY]
        assert [obligation.premises[0] for obligation in applied] == [uses[0].entry]


def test_two_results_in_one_sentence_are_two_applications() -> None:
    tree = tree_of("Claim 1. It is even.", "Claim 2. It is prime.", "By Claim 1 and Claim 2, it is $2$.")
    unit = unit_saying(tree, "By Claim 1")
    assert [obligation.kind for obligation in owed(tree, unit)] == [K.APPLY, K.APPLY, K.DERIVED_FACT]


def test_a_lemma_is_found_by_its_number_in_brackets() -> None:
    tree = tree_of("Lemma (3). It is even.", "By (3), it is $2$.")
    unit = unit_saying(tree, "By (3)")
    assert K.APPLY in [obligation.kind for obligation in owed(tree, unit)]
    assert tree.units[0].id in tree.uses_graph.predecessors(unit.id)


def test_a_known_theorem_is_one_entry_of_its_own_role_for_all_its_uses() -> None:
    tree = tree_of(
        "By the mean value theorem applied to $f$, it holds.",
        "By the Mean Value Theorem, so does this.",
        "By the intermediate value theorem there is $c$ with $f(c) = 0$.",
    )
    cited = [entry for entry in tree.entries if entry.role is EntryRole.CITED_THEOREM]
    assert [entry.text for entry in cited] == ["mean value theorem", "intermediate value theorem"]
    assert all(entry in tree.context(tree.units[0].before) for entry in cited)
    assert unit_saying(tree, "By the mean").premises[0] == unit_saying(tree, "By the Mean").premises[0]
    assert unit_saying(tree, "By the inter").role is UnitRole.OBTAIN
    assert [o.kind for o in owed(tree, unit_saying(tree, "By the inter"))][:1] == [K.APPLY]


@pytest.mark.parametrize(
    "text", ["By the induction hypothesis, it holds.", "By the above, so.", "By our simple formula."]
)
def test_what_is_no_theorem_is_not_cited(text: str) -> None:
    assert [cited for cited in citations(text) if cited.kind == "known"] == []


LATEX = rb"""\newtheorem{claim}{Claim}
\begin{lemma}\label{lem}If $x$ is even then $x^2$ is.\end{lemma}
\begin{theorem}T\end{theorem}
\begin{proof}
We begin.

\begin{claim}\label{c1} Every $x$ in $S$ is even.\end{claim}
\begin{proof} Suppose $x$ is odd.

Then absurd. \end{proof}
We go on.
\begin{claim}\label{c2}The set $S$ is finite.\end{claim}
By Claim~\ref{c1} and \cref{c2,lem} it holds, and
\begin{equation}\label{e} a = b. \end{equation}
By \eqref{e} it follows.
\end{proof}"""


def test_a_claim_of_latex_with_its_proof_is_a_subproof_and_its_label_finds_it() -> None:
    tree = grown(read_bytes(LATEX, "x.tex"))
    assert kinds(tree) == [ScopeKind.SUBPROOF, ScopeKind.CONTRADICTION]
    assert scope_of(tree, "We go on") is ScopeKind.ROOT
    used = unit_saying(tree, "By Claim")
    applied = [obligation.premises[0] for obligation in owed(tree, used) if obligation.kind is K.APPLY]
    assert [tree.entry_by_id[entry].text for entry in applied] == [
        "Every $x$ in $S$ is even.",
        "The set $S$ is finite.",
        "If $x$ is even then $x^2$ is.",
    ]
    assert [o.kind for o in owed(tree, unit_saying(tree, "The set"))] == [K.CONTESTED_CLAIM]
    assert unit_saying(tree, "a = b").id in tree.uses_graph.predecessors(unit_saying(tree, "eqref").id)


def test_the_premises_of_the_proof_are_not_what_it_proves_itself() -> None:
    tree = grown(read_bytes(LATEX, "x.tex"))
    roles = {entry.text[:10]: entry.role for entry in tree.entries if entry.producer is None}
    assert "Every $x$ " not in roles
    assert not any("a = b" in text for text in roles)
    assert roles["If $x$ is "] is EntryRole.CITED_THEOREM


def test_every_scope_of_every_construct_is_closed_and_the_root_has_its_target() -> None:
    tree = tree_of(
        "Second proof. (⇒) Suppose $A$.",
        "Case 1: $n$ is even. Let $n$ be the smallest counterexample.",
        "Claim 1. It holds.",
        "Proof of the claim. Fine.",
        "(i) ⇒ (ii): let $x$ be given.",
        problem=TFAE,
    )
    assert all(scope.closed_by in tree.unit_by_id for scope in tree.scopes[1:])
    assert tree.units[-1].role is UnitRole.TARGET
    assert owed(tree, tree.units[-1])[0].kind is K.TARGET_FIDELITY


def test_an_audit_with_every_construct_fits_together_and_is_read_again() -> None:
    words = (
        "(i) ⇒ (ii): suppose $A$. So $B$.",
        "(ii) ⇒ (iii) is clear.",
        "(⇐) Let $n$ be the smallest counterexample. Absurd.",
        "Claim 1. It holds. Proof of the claim. Case 1: $n$ is even. Case 2: $n$ is odd. This proves the claim.",
        "By the mean value theorem and Claim 1 there is $c$ with $c = 2$. Similarly $d = 2$.",
        "Second proof. We use strong induction. Assume that it holds for all $k < n$. By induction, done.",
    )
    audit = proofsieve.audit(proof_of(TFAE, *words))
    assert load_audit_bytes(dump_audit(audit), where="x").tree == audit.tree
