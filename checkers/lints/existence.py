"""Existential goals that a trivial witness satisfies: → under ∃, ↔ that ∃ reaches over, 0 that everything divides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...core.faithfulness.findings import Action, Drift, LintFinding
from ...core.formal import ast
from ...core.formal.walk import names_in, walk
from .made import finding
from .scope.places import Places


def lint_existence(places: Places) -> Iterable[LintFinding]:
    """imp-under-exists, iff-under-exists, exists-degenerate-witness, self-answer."""
    if places.statement.body is not None:
        return ()
    telescope = places.telescope
    found = list(_existential(telescope.goal, "goal"))
    found += _comprehension(telescope.goal, {one.name for one in telescope.variables})
    for one in telescope.hypotheses:
        found += [item for item in _existential(one.term, f"hypothesis {one.name}".strip()) if "under" in item.id]
    return found


def _existential(term: ast.Term, where: str) -> Iterator[LintFinding]:
    names: set[str] = set()
    body = term
    while isinstance(body, ast.Quantifier) and body.kind in ("∃", "∃!"):
        names |= {name for binder in body.binders for name in binder.names}
        body = body.body
    if not names:
        return
    for part in conjuncts(body):
        if (
            isinstance(part, ast.Binary)
            and part.op in ("→", "↔")
            and names & _used(part.left)
            and names & _used(part.right)
        ):
            yield _under(part, where)
    if (
        isinstance(body, ast.Binary)
        and body.op == "↔"
        and bool(names & _used(body.left)) != bool(names & _used(body.right))
    ):
        yield finding(
            "iff-under-exists",
            "∃ reaches over ↔: one value at which the left side fails may be all that is claimed",
            drift=Drift.WRONG_QUANTIFIERS,
            where=where,
            at=body,
        )
    if isinstance(term, ast.Quantifier) and term.kind == "∃" and len(names) == 1:
        (name,) = names
        if _has_bound(term, name) and trivial_at_zero(body, name):
            yield finding(
                "exists-degenerate-witness",
                f"{name} = 0 is a witness for a trivial reason",
                where=where,
                at=term,
                witness=((name, "0"),),
            )


def _comprehension(goal: ast.Term, variables: set[str]) -> Iterator[LintFinding]:
    """∃ S : Set α, ∀ x, x ∈ S ↔ p x: {x | p x} is there whatever p says. A Finset would have to be finite."""
    match goal:
        case ast.Quantifier(
            kind="∃" | "∃!",
            binders=(ast.Binder(names=(name,), type=ast.Apply(function=ast.Name(text="Set")), domain=None),),
            body=ast.Quantifier(
                kind="∀", binders=(ast.Binder(names=(member,), domain=None),), body=ast.Binary(op="↔") as claim
            ),
        ):
            belongs = ast.Binary(op="∈", left=ast.Name(text=member), right=ast.Name(text=name))
            for one, other in ((claim.left, claim.right), (claim.right, claim.left)):
                if one == belongs and name not in _used(other):
                    yield finding(
                        "self-answer",
                        f"{name} is given by its own definition: the goal holds whatever it says",
                        action=_weight(_used(other) & variables, other),
                        at=goal,
                        witness=((name, "its definition"),),
                    )
                    return
        case _:
            return


def _weight(given: set[str], condition: ast.Term) -> Action:
    """That a set exists may be what is claimed where it is made of others, as their difference; not where all x with
    a property are sought."""
    if any(isinstance(part, ast.Binary) and part.op in ("∈", "∉") for part in walk(condition)):
        return Action.NOTE
    return Action.FLAG if given else Action.REJECT


def _under(part: ast.Binary, where: str) -> LintFinding:
    sign = "imp-under-exists" if part.op == "→" else "iff-under-exists"
    return finding(
        sign,
        f"{part.op} under ∃: a value at which the left side fails is a witness",
        drift=Drift.WRONG_QUANTIFIERS,
        where=where,
        at=part,
    )


def _has_bound(term: ast.Quantifier, name: str) -> bool:
    """Whether the variable has a plain type of numbers or none, and no bound such as > 0."""
    binder = next(b for b in term.binders if name in b.names)
    return binder.domain is None and (binder.type is None or binder.type in _NUMBERS)


_NUMBERS = tuple(ast.Name(text=text) for text in ("ℕ", "ℤ", "ℚ", "ℝ", "Nat", "Int"))


def conjuncts(term: ast.Term) -> list[ast.Term]:
    """The parts that ∧ joins."""
    if isinstance(term, ast.Binary) and term.op == "∧":
        return conjuncts(term.left) + conjuncts(term.right)
    return [term]


def _used(term: ast.Term) -> set[str]:
    return {name.text for name in names_in(term)}


def trivial_at_zero(term: ast.Term, name: str) -> bool:
    """Whether the proposition holds at ``name`` = 0 because 0 absorbs: t ∣ 0, 0 * t = 0, t ^ 0 = 1, 0 • t = 0."""
    if isinstance(term, ast.Quantifier) and term.kind == "∀" and name not in _bound(term):
        return trivial_at_zero(term.body, name)
    if isinstance(term, ast.Binary):
        if term.op == "∧":
            return trivial_at_zero(term.left, name) and trivial_at_zero(term.right, name)
        if term.op == "→":
            return trivial_at_zero(term.right, name)
        if term.op == "∣":
            return _vanishes(term.right, name)
        if term.op == "=":
            return any(
                _equals_at_zero(one, other, name) for one, other in ((term.left, term.right), (term.right, term.left))
            )
    return False


def _equals_at_zero(side: ast.Term, other: ast.Term, name: str) -> bool:
    if _numeral(other, 1) and isinstance(side, ast.Binary) and side.op == "^":
        return _vanishes(side.right, name)
    return _numeral(other, 0) and isinstance(side, ast.Binary) and side.op in ("*", "•") and _vanishes(side, name)


def _vanishes(term: ast.Term, name: str) -> bool:
    """Whether a term is 0 where ``name`` is."""
    if isinstance(term, ast.Name):
        return term.text == name
    if isinstance(term, ast.Ascription):
        return _vanishes(term.term, name)
    if isinstance(term, ast.Unary) and term.op in ("↑", "-"):
        return _vanishes(term.operand, name)
    if isinstance(term, ast.Binary) and term.op in ("*", "•"):
        return _vanishes(term.left, name) or _vanishes(term.right, name)
    if isinstance(term, ast.Binary) and term.op in ("+", "-"):
        return _vanishes(term.left, name) and _vanishes(term.right, name)
    return False


def _numeral(term: ast.Term, wanted: int) -> bool:
    if isinstance(term, ast.Ascription):
        term = term.term
    return isinstance(term, ast.Numeral) and term.value == wanted


def _bound(term: ast.Quantifier) -> set[str]:
    return {name for binder in term.binders for name in binder.names}
