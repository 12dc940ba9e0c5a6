"""Definitions under a statement that are not there yet: sorry, True, an axiom, a value that ignores its arguments."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Binary, BinderKind, Definition, Name, Projection, Term
from ....core.formal.walk import names_in
from ....core.value import value
from .lint import Found, StatementLint
from .names import free_names, mapped
from .places import Places
from .shapes import is_data
from .shown import shown
from .simplify import TRUE, simplified

_SORRY = frozenset(("sorry", "sorryAx", "admit"))
_DECLARED = ("axiom", "opaque")
_DEFINED = ("def", "abbrev", "instance")


@value
class Gap:
    """Why a definition says nothing yet; ``value``: what it is everywhere, None where there is no telling."""

    definition: Definition
    why: str
    action: Action
    value: Term | None = None


def _placeholders(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None:
        return
    for gap in places.once(_gaps):
        name = gap.definition.name
        site = next((one for one in places.sites.tops if one.place == f"definition {name}"), goal)
        told = "sorry" if gap.value is None else shown(gap.value)
        action = Action.NOTE if gap.value is not None and _is_answer(name, goal.term) else gap.action
        yield Found(site=site, at=gap.definition.body, why=gap.why, action=action, witness=((name, told),))


def _is_answer(name: str, goal: Term) -> bool:
    """Whether the goal asks if something holds and the name is the answer: answer ↔ question."""
    return isinstance(goal, Binary) and goal.op == "↔" and Name(text=name) in (goal.left, goal.right)


def _about_constants(places: Places) -> Iterator[Found]:
    """The goal is trivial once the placeholders are put in."""
    goal = places.goal
    values = {gap.definition.name: gap.value for gap in places.once(_gaps) if gap.value is not None}
    if goal is None or not values:
        return
    if simplified(_unfolded(goal.term, values), goal.names) == TRUE:
        names = ", ".join(values)
        yield Found(site=goal, why=f"with {names} as it stands the goal holds whatever it was meant to say")


def _gaps(places: Places) -> tuple[Gap, ...]:
    """The definitions that the statement uses and that say nothing yet."""
    definitions = places.statement.definitions
    used = _names_used(places) if definitions else frozenset[str]()
    named = [one for one in definitions if {one.name, one.name.rpartition(".")[2]} & used]
    return tuple(gap for one in named if (gap := _gap(one)) is not None)


def _gap(definition: Definition) -> Gap | None:
    name, body = definition.name, definition.body
    if definition.keyword in _DECLARED:
        why = f"{name} is only declared ({definition.keyword}): the statement speaks of a name without a meaning"
        return Gap(definition=definition, why=why, action=Action.FLAG)
    if definition.keyword not in _DEFINED or body is None:
        return None
    if any(one.text in _SORRY for one in names_in(body)):
        return Gap(definition=definition, why=f"the body of {name} is sorry", action=Action.REJECT)
    if body in (Name(text="True"), Name(text="False")):
        why = f"{name} is {shown(body)} by definition"
        return Gap(definition=definition, why=why, action=Action.REJECT, value=body)
    arguments = [
        one
        for binder in definition.binders
        if binder.kind is BinderKind.EXPLICIT and is_data(binder.type, {})
        for one in binder.names
    ]
    if arguments and not set(arguments) & free_names(body):
        why = f"{name} ignores its arguments: it is {shown(body)} everywhere"
        return Gap(definition=definition, why=why, action=Action.FLAG, value=body)
    return None


def _unfolded(term: Term, values: dict[str, Term]) -> Term:
    """The goal with each placeholder replaced by its value, applied or not."""
    match term:
        case Apply(function=Name(text=text)) | Name(text=text) if text in values:
            return values[text]
        case Projection(field=field) if field in values:
            return values[field]
        case _:
            made: Term = mapped(term, lambda part: _unfolded(part, values))
            return made


def _names_used(places: Places) -> frozenset[str]:
    """The names and fields of the statement, and of the definitions that it uses."""
    statement = places.statement
    found = set(places.names)
    found.update(term.field for term in places.terms if isinstance(term, Projection))
    for _ in statement.definitions:
        grown = {
            name.text
            for definition in statement.definitions
            if {definition.name, definition.name.rpartition(".")[2]} & found and definition.body is not None
            for name in names_in(definition.body)
        }
        if grown <= found:
            break
        found |= grown
    return frozenset(found)


PLACEHOLDER = StatementLint(
    id="placeholder-definition",
    meaning="a definition under the statement that is sorry, True, an axiom, or ignores its arguments",
    drift=Drift.WRONG_OBJECTS,
    check=_placeholders,
)
ABOUT_CONSTANTS = StatementLint(
    id="goal-about-placeholder",
    meaning="a goal that is trivial because a definition under it is a placeholder",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    action=Action.REJECT,
    check=_about_constants,
)

LINTS = (PLACEHOLDER, ABOUT_CONSTANTS)
