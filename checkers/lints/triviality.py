"""Goals and hypotheses that say nothing by their form: True, x = x, a hypothesis again, a tautology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.faithfulness.findings import Action, LintFinding
from ...core.formal import Statement, ast
from .made import finding
from .propositional import Formula, atoms, conjuncts, follows, formula
from .scope.places import Places
from .telescope import Telescope

REJECT, FLAG = Action.REJECT, Action.FLAG


def lint_triviality(places: Places) -> Iterable[LintFinding]:
    """goal-true, goal-reflexive, goal-is-hyp-…, conjunct-is-hyp, true-hypothesis, contradictory-hyps, tautologies."""
    if places.statement.body is not None:
        return ()
    return list(_found(places.telescope, places.statement))


def _found(telescope: Telescope, statement: Statement) -> Iterator[LintFinding]:
    hypotheses = [(one, formula(one.term, one.names)) for one in telescope.hypotheses]
    goal = formula(telescope.goal, telescope.names)
    for one, meaning in hypotheses:
        if meaning is True:
            placeholder = one.term == ast.Name(text="True")
            yield finding(
                "true-hypothesis",
                "a hypothesis that is always true assumes nothing",
                action=REJECT if placeholder else FLAG,
                where=f"hypothesis {one.name}".strip(),
                at=one.term,
            )
    assumed = [meaning for _, meaning in hypotheses]
    if goal is not False and assumed and follows(assumed, False):
        yield finding(
            "contradictory-hyps",
            "the hypotheses contradict one another, so that anything follows",
            action=REJECT,
            where="hypotheses",
            at=telescope.hypotheses[-1].term,
        )
        return
    inner, names = _below_existence(telescope.goal), telescope.names
    if inner is not telescope.goal and formula(inner, names) is True:
        goal = True
    if isinstance(goal, tuple) and goal[0] == "↔" and goal[1] == goal[2]:
        goal = True
    if goal is True:
        yield _trivial(telescope.goal, inner)
        return
    unfolded = _unfolded(telescope, statement)
    if unfolded is not None:
        yield unfolded
        return
    yield from _repeated(telescope, [(one.nested, meaning) for one, meaning in hypotheses], goal)


def _below_existence(goal: ast.Term) -> ast.Term:
    """The body of ∃ x, p: it is trivial if p is, on a type that has values."""
    while isinstance(goal, ast.Quantifier) and goal.kind == "∃" and all(b.domain is None for b in goal.binders):
        goal = goal.body
    return goal


def _trivial(goal: ast.Term, inner: ast.Term) -> LintFinding:
    if inner == ast.Name(text="True"):
        return finding("goal-true", "the goal is True", action=REJECT, at=goal)
    if isinstance(inner, ast.Binary | ast.Congruence):
        return finding("goal-reflexive", "both sides of the goal are the same", action=REJECT, at=goal)
    return finding("goal-true", "the goal holds by its form alone", action=REJECT, at=goal)


def _unfolded(telescope: Telescope, statement: Statement) -> LintFinding | None:
    """The goal says x = x once a definition of the text without arguments is unfolded: the answer is the question."""
    bodies = {
        definition.name: definition.body
        for definition in statement.definitions
        if definition.body is not None and not definition.binders
    }
    goal = telescope.goal
    if not bodies or not isinstance(goal, ast.Binary) or goal.op not in ("=", "↔"):
        return None
    sides = [
        (bodies.get(side.text) or side) if isinstance(side, ast.Name) and side.text not in telescope.names else side
        for side in (goal.left, goal.right)
    ]
    plain = [side.term if isinstance(side, ast.Ascription) else side for side in sides]
    if (
        sides == [goal.left, goal.right]
        or formula(ast.Binary(op="=", left=plain[0], right=plain[1]), telescope.names) is not True
    ):
        return None
    return finding("self-answer", "the answer is defined by the question itself", action=REJECT, at=goal)


def _schematic(telescope: Telescope, formulas: list[Formula]) -> bool:
    """Whether every atom is a variable that stands for any proposition."""
    variables = {("name", bound.full) for bound in telescope.variables if bound.binder.type == ast.Sort(kind="Prop")}
    return all(atom in variables for atom in atoms(formulas))


def _repeated(telescope: Telescope, hypotheses: list[tuple[bool, Formula]], goal: Formula) -> Iterator[LintFinding]:
    at = telescope.goal
    assumed = [meaning for _, meaning in hypotheses]
    for nested, meaning in hypotheses:
        if goal in conjuncts(meaning):
            name = "goal-is-hyp-under-forall" if nested else "goal-is-hyp-verbatim"
            action = REJECT
            if all(nested for nested, _ in hypotheses) and _schematic(telescope, [*assumed, goal]):
                name, action = "propositional-tautology", FLAG
            yield finding(name, "the goal is one of the hypotheses", action=action, at=at)
            return
    if follows([], goal):
        # A law of logic may be what is meant; whatever else holds by its form alone says nothing.
        action = FLAG if _schematic(telescope, [goal]) else REJECT
        yield finding("propositional-tautology", "the goal holds whatever its parts mean", action=action, at=at)
        return
    if assumed and follows(assumed, goal):
        whole = [meaning for nested, meaning in hypotheses if not nested]
        name = "propositional-tautology" if not whole else "goal-follows-from-hyps"
        action = FLAG if whole or _schematic(telescope, [*assumed, goal]) else REJECT
        yield finding(name, "the goal follows from the hypotheses whatever their parts mean", action=action, at=at)
        return
    parts = conjuncts(goal)
    if len(parts) > 1:
        known = {repr(part) for meaning in assumed for part in conjuncts(meaning)}
        if any(repr(part) in known for part in parts):
            yield finding("conjunct-is-hyp", "a part of the goal is one of the hypotheses", at=at)
        if any(part is True for part in parts):
            yield finding("conjunct-true", "a part of the goal is always true", at=at)
