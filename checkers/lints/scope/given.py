"""Statements that are given what they claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import (
    BigOp,
    Binary,
    Lambda,
    Name,
    Numeral,
    Quantifier,
    SetBuilder,
    Sort,
    Term,
)
from ....core.formal.walk import children
from .bound import Bound
from .facts import facts_of_binder
from .lint import Found, StatementLint
from .names import free_names, replaced
from .places import Places
from .shapes import conjuncts, names_of, stripped
from .shown import shown
from .types import arrows, bound_by, leaf_type, number_type, type_of_name


def _contains_goal(places: Places) -> Iterator[Found]:
    statement = places.statement
    goal = places.goal
    if goal is None or statement.body is not None:
        return
    front, antecedents, conclusion = stripped(goal.term)
    if isinstance(conclusion, Name | Sort):
        return
    names = bound_by(goal.names, tuple(front), "∀")
    assumed: list[tuple[str, Term]] = [
        (" ".join(one.names), one.type)
        for one in statement.binders
        if one.type is not None and not isinstance(one.type, Sort | Name)
    ]
    assumed += [("an antecedent", one) for one in antecedents]
    for name, type_ in assumed:
        if _alike(type_, goal.term) or _alike(type_, conclusion):
            continue  # the goal is a hypothesis as it stands: another lint says so
        if any(_alike(part, conclusion) for part in conjuncts(type_)):
            yield Found(site=goal, at=type_, why=f"{name} contains the goal {shown(conclusion)}")
        elif _is_instance(type_, conclusion, [*antecedents, *(one for _, one in assumed if one is not type_)], names):
            yield Found(
                site=goal, at=type_, why=f"{name} says the goal for every value; {shown(conclusion)} is one of them"
            )


def _tells_of_function(type_: Term, names: Mapping[str, Bound]) -> bool:
    """∀ x y, x ≤ y → f x ≤ f y: what kind of a function f is, no theorem that is assumed."""
    return any(arrows(type_of_name(name, names)) is not None for name in free_names(type_) if name in names)


def _is_given(asked: Term, given: list[Term]) -> bool:
    """Whether all parts of a condition are among what is assumed."""
    return all(any(_alike(part, one) for whole in given for one in conjuncts(whole)) for part in conjuncts(asked))


def _is_instance(type_: Term, conclusion: Term, given: list[Term], names: Mapping[str, Bound]) -> bool:
    match type_:
        case Quantifier(kind="∀", binders=binders, body=body):
            more, inner, claim = stripped(body)
            binders = (*binders, *more)
            asked = [*inner, *(one for binder in binders for one in facts_of_binder(replace(binder, type=None)))]
            values = _matched(claim, conclusion, frozenset(names_of(binders)), {})
            if not values or (asked and (set(values) < set(names_of(binders)) or _tells_of_function(type_, names))):
                return False
            return all(
                _has_type(value, binder.type, names)
                for binder in binders
                for name in binder.names
                if (value := values.get(name)) is not None
            ) and all(_is_given(replaced(one, values), given) for one in asked)
        case Binary(op="→", left=left, right=right):
            return _alike(right, conclusion) and _is_given(left, given)
        case _:
            return False


def _has_type(value: Term, type_: Term | None, names: Mapping[str, Bound]) -> bool:
    """Whether a term surely has the type of the variable that it stands for."""
    if isinstance(value, Name) and value.text in names:
        return type_ is not None and type_of_name(value.text, names) == type_
    kind = number_type(type_)
    return kind is not None and (isinstance(value, Numeral) or leaf_type(value, names) == kind)


_SHELL = ("op", "field", "kind", "ring", "mode")


def _matched(pattern: Term, term: Term, own: frozenset[str], values: dict[str, Term]) -> dict[str, Term] | None:
    """Values for the variables that make ``pattern`` into ``term``; None where there are none."""
    waiting = [(pattern, term)]
    while waiting:
        one, other = waiting.pop()
        if isinstance(one, Name) and one.text in own:
            if values.setdefault(one.text, other) != other:
                return None
            continue
        mine, theirs = children(one), children(other)
        same = type(one) is type(other) and all(getattr(one, x, None) == getattr(other, x, None) for x in _SHELL)
        if not same or len(mine) != len(theirs) or (not mine and one != other):
            return None
        if isinstance(one, Quantifier | BigOp | Lambda | SetBuilder):
            if one != other:
                return None
            continue
        waiting.extend(zip(mine, theirs, strict=True))
    return values


_FLIPPED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}


def _alike(one: Term, other: Term) -> bool:
    if one == other:
        return True
    match one:
        case Binary(op=op, left=left, right=right) if op in _FLIPPED:
            return Binary(op=_FLIPPED[op], left=right, right=left) == other
        case _:
            return False


CONTAINS_GOAL = StatementLint(
    id="hypothesis-contains-goal",
    meaning="a hypothesis that contains the goal, or of which the goal is an instance",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_contains_goal,
)
LINTS = (CONTAINS_GOAL,)
