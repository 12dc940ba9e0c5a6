"""Binders that hide, repeat or do nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import (
    Apply,
    BigOp,
    Binary,
    Binder,
    BinderKind,
    Lambda,
    Name,
    Quantifier,
    Sort,
    Term,
)
from ....core.formal.walk import walk
from .lint import Found, StatementLint
from .places import Places
from .shapes import is_data
from .shown import shown
from .sites import Site


def _hidden(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None:
        return
    in_goal = places.free(goal.term)
    for site in places:
        match site.term:
            case Quantifier(binders=binders) | BigOp(binders=binders) | Lambda(binders=binders):
                for name in (name for binder in binders for name in binder.names):
                    outer = site.names.get(name)
                    if outer is None or outer.by != "statement" or name in in_goal:
                        continue
                    told = next((fact for fact in site.facts if _is_about(fact, name, in_goal, places, goal)), None)
                    if told is not None:
                        yield Found(
                            site=site, why=f"{name} is bound again here: {shown(told)} does not speak of this one"
                        )
            case _:
                pass


def _is_about(fact: Term, name: str, in_goal: frozenset[str], places: Places, goal: Site) -> bool:
    """A proposition about one variable of the theorem, and others of which the goal speaks."""
    about = places.free(fact) & frozenset(goal.names)
    return fact.start >= 0 and name in about and about - {name} <= in_goal


def _terms(places: Places) -> list[Term]:
    """The goal, and the types and defaults of the binders."""
    terms = [places.statement.goal]
    for binder in places.statement.binders:
        terms.extend(part for part in (binder.type, binder.default) if part is not None)
    return terms


def _used_names(places: Places) -> frozenset[str]:
    return frozenset(name for term in _terms(places) for name in places.free(term))


def _defaults(places: Places) -> Iterator[Found]:
    statement = places.statement
    goal = places.goal
    if goal is None or statement.keyword in ("def", "abbrev", "structure", "class"):
        return
    for binder in statement.binders:
        if binder.default is not None and binder.kind is BinderKind.EXPLICIT:
            name = ", ".join(binder.names)
            yield Found(
                site=goal,
                at=binder.default,
                why=f"({name} := …) gives the argument {name} a default, no value: the theorem is about every {name}",
            )


def _twice(places: Places) -> Iterator[Found]:
    statement = places.statement
    goal = places.goal
    if goal is None:
        return
    seen: list[Binder] = []
    used = _used_names(places)
    for binder in statement.binders:
        if binder.type is None or isinstance(binder.type, Sort | Name) or is_data(binder.type, goal.names):
            continue
        if used & set(binder.names):
            continue  # what occurs in a type or in the goal is an object, no hypothesis
        first = next((one for one in seen if one.type == binder.type), None)
        if first is not None and binder.kind is first.kind:
            instance = binder.kind is BinderKind.INSTANCE
            what = (
                f"[{shown(binder.type)}] is assumed twice: these are two structures, and the later one is used"
                if instance
                else f"{' '.join(binder.names)} says the same as {' '.join(first.names)}: {shown(binder.type)}"
            )
            yield Found(site=goal, at=binder.type, why=what)
        seen.append(binder)


_EXCLUDE = (
    ("Finite", "Infinite"),
    ("Fintype", "Infinite"),
    ("Nonempty", "IsEmpty"),
    ("Nontrivial", "Subsingleton"),
    ("Countable", "Uncountable"),
)


def _contradictory(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None:
        return
    heads: dict[Term, dict[str, Term]] = {}
    for binder in (*places.statement.variables, *places.statement.binders):
        match binder.type:
            case Apply(function=Name(text=text), arguments=(subject,)):
                heads.setdefault(subject, {})[text] = binder.type
            case _:
                pass
    for subject, found in heads.items():
        for one, other in _EXCLUDE:
            if one in found and other in found:
                yield Found(
                    site=goal,
                    at=found[other],
                    why=f"{one} and {other} are both assumed of {shown(subject)}; together they are impossible",
                    witness=(("assumed", f"{one} {shown(subject)}"), ("and", f"{other} {shown(subject)}")),
                )


_CANONICAL = frozenset(("TopologicalSpace", "MetricSpace", "PseudoMetricSpace", "UniformSpace"))


def _arbitrary(places: Places) -> Iterator[Found]:
    statement = places.statement
    goal = places.goal
    if goal is None:
        return
    for binder in statement.binders:
        match binder:
            case Binder(kind=BinderKind.INSTANCE, type=Apply(function=Name(text=text), arguments=(subject,))) if (
                text in _CANONICAL and isinstance(subject, Binary) and subject.op == "→"
            ):
                others = [
                    one
                    for one in statement.binders
                    if one is not binder and one.type is not None and any(part == subject for part in walk(one.type))
                ]
                if not others:
                    yield Found(
                        site=goal,
                        at=binder.type,
                        why=f"[{text} {shown(subject)}] is an arbitrary structure on a type that has its own",
                    )
            case _:
                pass


HIDDEN = StatementLint(
    id="shadowed-variable",
    meaning="a binder that hides a variable of which a hypothesis speaks",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_hidden,
)
DEFAULTS = StatementLint(
    id="default-is-no-definition",
    meaning="(s := …) among the arguments of a theorem, which defines nothing",
    drift=Drift.OVERGENERALIZED,
    check=_defaults,
)
TWICE = StatementLint(
    id="repeated-hypothesis",
    meaning="two hypotheses that say the same (one of them is a slip), or a structure that is assumed twice",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_twice,
)
CONTRADICTORY = StatementLint(
    id="contradictory-instances",
    meaning="two assumptions on a type that exclude one another",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    action=Action.REJECT,
    check=_contradictory,
)
ARBITRARY = StatementLint(
    id="arbitrary-structure",
    meaning="an arbitrary topology or metric on a type of functions, which has its own",
    drift=Drift.OVERGENERALIZED,
    check=_arbitrary,
)

LINTS = (HIDDEN, DEFAULTS, TWICE, CONTRADICTORY, ARBITRARY)
