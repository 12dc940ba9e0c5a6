"""Goals and hypotheses that say nothing by their form: True, x = x, a hypothesis again, a tautology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...core.faithfulness.findings import Action, LintFinding
from ...core.formal import Statement, ast
from .made import finding
from .propositional import Formula, atoms, conjuncts, follows, formula, leafless
from .scope.names import replaced
from .scope.places import Places
from .telescope import Names, Telescope, fingerprint

REJECT, FLAG, NOTE = Action.REJECT, Action.FLAG, Action.NOTE


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
    if any(not one.nested and _is_impossible(one.term, one.names) for one in telescope.hypotheses):
        assumed = [*assumed, goal is False]  # where False is claimed, that is the claim
    yield from _empty_types(telescope)
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
    if _is_given_whole(telescope, statement):
        yield finding("goal-is-hyp-verbatim", "the goal is one of the hypotheses", action=REJECT, at=statement.goal)
        return
    nothing = [part for part in _parts(telescope.goal) if _says_nothing_of_members(part, names)]
    if nothing:
        yield finding(
            "goal-true" if nothing[0] is telescope.goal else "conjunct-true",
            "nothing is said of what exists but where it lies",
            at=nothing[0],
        )
    yield from _repeated(telescope, [(one.nested, meaning) for one, meaning in hypotheses], goal)


def _is_given_whole(telescope: Telescope, statement: Statement) -> bool:
    """A goal that begins with ∀ or → is a hypothesis as it stands, up to the names that it binds."""
    names = {one.name: one.full for one in telescope.variables if not one.nested}
    given = [one.term for one in telescope.hypotheses if not one.nested and one.names.items() <= names.items()]
    goal = statement.goal
    opened: set[str] = set()
    while True:
        alike = [one for one in given if type(one) is type(goal)] if not opened & names.keys() else []
        match goal:
            case ast.Quantifier(kind="∀", binders=binders, body=rest):
                own = {name for binder in binders for name in binder.names}
            case ast.Binary(op="→", right=rest):
                own = set()
            case _:
                return False
        if alike and fingerprint(goal, names) in [fingerprint(one, names) for one in alike]:
            return True
        opened |= own
        goal = rest


def _parts(goal: ast.Term) -> list[ast.Term]:
    """The parts that ∧ joins."""
    if isinstance(goal, ast.Binary) and goal.op == "∧":
        return [*_parts(goal.left), *_parts(goal.right)]
    return [goal]


def _says_nothing_of_members(part: ast.Term, names: Names) -> bool:
    """∃ x ∈ s, True: all that is claimed is that s is not empty."""
    inner = part
    while isinstance(inner, ast.Quantifier) and inner.kind == "∃":
        inner = inner.body
    return inner is not part and formula(inner, names) is True


def _is_impossible(term: ast.Term, names: Names) -> bool:
    """x < x, also as a part of a conjunction."""
    return any(
        isinstance(part, ast.Binary)
        and part.op in ("<", ">", "⊂", "⊃")
        and leafless(part.left, names) == leafless(part.right, names)
        for part in _parts(term)
    )


def _empty_types(telescope: Telescope) -> Iterator[LintFinding]:
    """(x : {x : ℝ // x < x}): a condition that nothing satisfies."""
    for bound in telescope.variables:
        type_ = bound.binder.type
        if not isinstance(type_, ast.SetBuilder) or type_.kind != "//" or type_.condition is None:
            continue
        inside = {**telescope.names, **{name: f"·{name}" for one in type_.binders for name in one.names}}
        if _is_impossible(type_.condition, inside) or follows([formula(type_.condition, inside)], False):
            yield finding(
                "empty-domain",
                f"there is no {bound.name}: nothing is claimed",
                action=REJECT,
                where=f"variable {bound.name}",
                at=type_,
            )
            return


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
    sides = [_with_definition(side, bodies, telescope.names) for side in (goal.left, goal.right)]
    plain = [_untyped(side.term if isinstance(side, ast.Ascription) else side) for side in sides]
    if (
        sides == [goal.left, goal.right]
        or formula(ast.Binary(op="=", left=plain[0], right=plain[1]), telescope.names) is not True
    ):
        return None
    return finding("self-answer", "the answer is defined by the question itself", action=REJECT, at=goal)


def _with_definition(side: ast.Term, bodies: dict[str, ast.Term], names: Names) -> ast.Term:
    """The definition that a name stands for, or what membership in a set that is so defined comes down to."""
    match side:
        case ast.Name(text=text) if text not in names:
            return bodies.get(text) or side
        case ast.Binary(op="∈", left=member, right=ast.Name(text=text)) if text not in names:
            match bodies.get(text):
                case ast.SetBuilder(binders=(ast.Binder(names=(name,), domain=None),), condition=condition, image=None):
                    return side if condition is None else replaced(condition, {name: member})
                case _:
                    return side
        case _:
            return side


def _untyped(term: ast.Term) -> ast.Term:
    """{x : ℕ | p} as {x | p}: two sets that are compared have members of one type."""
    if not isinstance(term, ast.SetBuilder) or term.kind == "//":
        return term
    return replace(term, binders=tuple(replace(binder, type=None) for binder in term.binders))


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
        action = NOTE if _schematic(telescope, [goal]) else REJECT
        yield finding("propositional-tautology", "the goal holds whatever its parts mean", action=action, at=at)
        return
    if assumed and follows(assumed, goal):
        whole = [meaning for nested, meaning in hypotheses if not nested]
        name = "propositional-tautology" if not whole else "goal-follows-from-hyps"
        law = _schematic(telescope, [*assumed, goal])
        action = NOTE if law else FLAG if whole else REJECT
        yield finding(name, "the goal follows from the hypotheses whatever their parts mean", action=action, at=at)
        return
    parts = conjuncts(goal)
    if len(parts) > 1:
        known = {repr(part) for meaning in assumed for part in conjuncts(meaning)}
        if any(repr(part) in known for part in parts):
            yield finding("conjunct-is-hyp", "a part of the goal is one of the hypotheses", at=at)
        if any(part is True for part in parts):
            yield finding("conjunct-true", "a part of the goal is always true", at=at)
