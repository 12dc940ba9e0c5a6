"""Hypotheses that do not reach the goal: about a variable that occurs nowhere else, or at one point only."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Binary, Binder, BinderKind, Name, Sort, Term
from ....core.formal.walk import walk
from .lint import Found, StatementLint
from .names import free_names
from .places import Places
from .shapes import is_data
from .types import arrows, type_of_name


def _one_point(places: Places) -> Iterator[Found]:
    """A hypothesis about one point x that says how a function or a set behaves everywhere, if only x were bound."""
    for name, hypothesis in _lonely(places):
        type_ = hypothesis.type
        goal = places.goal
        if type_ is None or goal is None:
            continue
        others = (places.free(type_) & frozenset(goal.names)) - {name}
        if not others & places.free(goal.term):
            continue
        if _is_rule(type_, name, places):
            yield Found(
                site=goal,
                at=type_,
                why=f"{name} occurs in this hypothesis only: it is assumed for one {name}, where every {name} is meant",
            )


def _is_rule(type_: Term, name: str, places: Places) -> bool:
    match type_:
        case Binary(op="→", left=left, right=right):
            return name in free_names(left) and name in free_names(right)
        case Binary(op="=", left=left, right=right):
            return _functional(left, right, name, places)
        case _:
            return False


def _functional(left: Term, right: Term, name: str, places: Places) -> bool:
    """f x + f (x - 1) = x ^ 2 and f (x + y) = f x + f y: a function at two places that depend on the variable."""
    goal = places.goal
    assert goal is not None
    seen: dict[str, set[Term]] = {}
    for side in (left, right):
        for part in walk(side):
            match part:
                case Apply(function=Name(text=text), arguments=(argument, *_)) if name in free_names(argument):
                    if arrows(type_of_name(text, goal.names)) is not None:
                        seen.setdefault(text, set()).add(argument)
                case _:
                    pass
    return any(len(arguments) > 1 and text in places.free(goal.term) for text, arguments in seen.items())


def _lonely(places: Places) -> Iterator[tuple[str, Binder]]:
    """Data variables of the theorem that occur in exactly one hypothesis and not in the goal."""
    statement = places.statement
    goal = places.goal
    if goal is None or statement.body is not None:
        return
    in_goal = places.free(goal.term)
    for binder in statement.binders:
        if binder.kind is BinderKind.INSTANCE or not is_data(binder.type, goal.names):
            continue
        for name in binder.names:
            if name in in_goal:
                continue
            users = [one for one in statement.binders if one.type is not None and name in places.free(one.type)]
            if len(users) == 1 and users[0].kind is not BinderKind.INSTANCE:
                yield name, users[0]


def _apart(places: Places) -> Iterator[Found]:
    """Variables that, with all hypotheses on them, have nothing to do with the goal."""
    statement = places.statement
    goal = places.goal
    if goal is None or statement.body is not None:
        return
    data = [
        name
        for binder in statement.binders
        if binder.kind is not BinderKind.INSTANCE and is_data(binder.type, goal.names)
        for name in binder.names
    ]
    reached = _reached(places, places.free(goal.term))
    told: list[Binder] = []
    for name in data:
        if name in reached:
            continue
        users = [
            one
            for one in statement.binders
            if one.type is not None and name in places.free(one.type) and not is_data(one.type, goal.names)
        ]
        if users and not any(users[0] is one for one in told):
            told.append(users[0])
            yield Found(
                site=goal,
                at=users[0].type,
                why=f"this speaks of {name}, which has nothing to do with the goal",
            )


def _reached(places: Places, start: frozenset[str]) -> frozenset[str]:
    """The bound names that hang together with some: through a hypothesis on both, or through the type of one."""
    goal = places.goal
    bound = frozenset(goal.names) if goal is not None else frozenset[str]()
    beside: dict[str, set[str]] = {}
    for one in places.statement.binders:
        if one.type is None or isinstance(one.type, Sort):
            continue
        told = places.free(one.type) & bound
        for name in (*told, *one.names):
            beside.setdefault(name, set()).update(told)
        for name in told:
            beside[name].update(one.names)
    found = set(start & bound)
    waiting = list(found)
    while waiting:
        new = beside.get(waiting.pop(), set()) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


ONE_POINT = StatementLint(
    id="hypothesis-at-one-point",
    meaning="a hypothesis on a variable that occurs nowhere else, where a quantifier is meant",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_one_point,
)
APART = StatementLint(
    id="detached-hypothesis",
    meaning="a hypothesis about variables that have nothing to do with the goal",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_apart,
)

LINTS = (ONE_POINT, APART)
