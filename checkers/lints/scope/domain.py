"""Goals that speak of a function beyond the set on which the hypotheses say something about it."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift
from ....core.formal.ast import Apply, Binary, Name, Projection, Quantifier, Sort, Term
from .lint import Found, StatementLint
from .places import Places
from .shapes import last, stripped
from .types import arrows, element_type, type_of_name


def _outside(places: Places) -> Iterator[Found]:
    statement = places.statement
    goal = places.goal
    if goal is None or statement.body is not None:
        return
    reached = set(places.free(goal.term))
    for name in places.free(goal.term) & frozenset(goal.names):
        type_ = goal.names[name].type
        reached |= places.free(type_) if type_ is not None else frozenset()
    _, antecedents, _ = stripped(goal.term)
    for name in sorted(places.free(goal.term) & frozenset(goal.names)):
        if arrows(type_of_name(name, goal.names)) is None:
            continue
        told: list[Term] = [
            one.type
            for one in statement.binders
            if one.type is not None and not isinstance(one.type, Sort | Name) and name in places.free(one.type)
        ]
        told += [one for one in antecedents if name in places.free(one)]
        domains = [_domain(one, name) for one in told]
        first = domains[0] if domains else None
        if first is None or any(one != first for one in domains):
            continue
        is_set = element_type(type_of_name(first, goal.names)) is not None
        if is_set and first not in reached and _is_used_everywhere(name, places):
            yield Found(
                site=goal,
                why=f"all that is known of {name} is known on {first}, and the goal speaks of it everywhere",
            )


def _is_used_everywhere(function: str, places: Places) -> bool:
    """Whether the goal applies a function to a variable that nothing confines, or speaks of it as a whole."""
    for site in places.at(frozenset((last(function), "="))):
        if site.place != "the goal":
            continue
        match site.term:
            case Apply(function=Name(text=text), arguments=(Name(text=point),)) if text == function:
                bound = site.names.get(point)
                confined = any(point in places.free(fact) for fact in site.facts)
                if bound is not None and bound.by in ("∀", "∃") and bound.binder.domain is None and not confined:
                    return True
            case Binary(op="=", left=left, right=right) if Name(text=function) in (left, right):
                return True
            case _:
                pass
    return False


def _domain(hypothesis: Term, function: str) -> str | None:
    """The set to which a hypothesis on a function is confined: S in ContinuousOn f S, ∀ x ∈ S, … f x …"""
    match hypothesis:
        case Quantifier(kind="∀", binders=(binder,), body=body):
            match binder.domain:
                case Name(text=text) if binder.relation in ("", "∈"):
                    return text
                case _:
                    pass
            match body:
                case Binary(op="→", left=Binary(op="∈", left=Name(text=member), right=Name(text=text))):
                    return text if member in binder.names else None
                case _:
                    return None
        case Quantifier(kind="∃", body=body):
            return _domain(body, function)
        case Apply(function=Name(text=text), arguments=arguments) if last(text).endswith(("On", "OnNhd", "MapsTo")):
            sets = [one.text for one in arguments if isinstance(one, Name) and one.text != function]
            return sets[-1] if sets and not _takes_field(text, sets) else None
        case Apply(function=Projection(of=Name(text=text), field=field)) if field.endswith("On"):
            return text
        case _:
            return None


def _takes_field(text: str, sets: list[str]) -> bool:
    """DifferentiableOn 𝕜 f alone, without its set."""
    return last(text) in ("DifferentiableOn", "AnalyticOn") and sets[-1] in ("ℝ", "ℂ")


OUTSIDE = StatementLint(
    id="goal-outside-domain",
    meaning="a goal on all points although the function is known on a set only",
    drift=Drift.OVERGENERALIZED,
    check=_outside,
)

LINTS = (OUTSIDE,)
