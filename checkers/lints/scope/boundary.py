"""Claims that fail at the least value of a variable, or in an empty type: the condition that excludes it was dropped.

Only what the laws of ``simplify`` settle counts, so that the counterexample is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ....core.faithfulness.findings import Action, Drift, Tier
from ....core.formal.ast import Apply, Binary, Binder, BinderKind, Name, Numeral, Quantifier, Sort, Term
from ....core.formal.walk import walk
from .bound import Bound
from .lint import Found, StatementLint
from .names import free_names, replaced
from .places import Places
from .shapes import head_is, is_type_variable, stripped
from .simplify import FALSE, TRUE, simplified
from .sites import Site
from .types import arrows, bound_by, number_type, type_of_name

_COUNTED = frozenset(("ℕ", "ℤ", "ℚ", "ℝ"))
_LEAST = (0, 1)
_CARRIES_POINT = tuple(
    """
    Group AddGroup CommGroup AddCommGroup Monoid AddMonoid CommMonoid AddCommMonoid Ring CommRing Field DivisionRing
    Semiring CommSemiring Nonempty Inhabited Nontrivial Infinite ConnectedSpace PathConnectedSpace NormedAddCommGroup
    NormedField Zero One OrderBot OrderTop BoundedOrder IsSimpleGroup Unique LinearOrderedField
    """.split()
)


def _at_least_value(places: Places) -> Iterator[Found]:
    goal = places.goal
    statement = places.statement
    if goal is None or statement.body is not None:
        return
    front, antecedents, conclusion = stripped(goal.term)
    if any(binder.domain is not None for binder in front):
        return
    names = bound_by(goal.names, tuple(front), "∀")
    hypotheses = [one.type for one in statement.binders if one.type is not None and _may_be_proposition(one, names)]
    known = (*hypotheses, *antecedents)
    for name in sorted(places.free(conclusion) & names.keys()):
        if number_type(names[name].type) not in _COUNTED:
            continue
        for number in _LEAST:
            values: dict[str, Term] = {name: Numeral(text=str(number), value=Fraction(number))}
            # First the hypotheses, since few statements have none that fails or stays open.
            if (
                all(simplified(replaced(one, values), names) == TRUE for one in known)
                and simplified(replaced(conclusion, values), names) == FALSE
            ):
                yield Found(
                    site=goal,
                    at=conclusion,
                    why=f"the claim fails for {name} = {number}, which no hypothesis excludes",
                    witness=((name, str(number)),),
                )
                break


def _may_be_proposition(binder: Binder, names: Mapping[str, Bound]) -> bool:
    """Whether a binder may assume something: all but types, numbers and instances of the ring of numbers."""
    return not isinstance(binder.type, Sort | Name)


def _in_empty_type(places: Places) -> Iterator[Found]:
    goal = places.goal
    statement = places.statement
    if goal is None or statement.body is not None:
        return
    _, antecedents, conclusion = stripped(goal.term)
    match conclusion:
        case Quantifier(kind="∃" | "∃!", binders=(Binder(names=(name, *_)) as binder, *_), body=body):
            variable = _type_variable(binder, name, body, goal)
        case _:
            return
    if variable is None or antecedents or any(_gives_point(fact, variable) for fact in goal.facts):
        return
    if any(_has_point(one, variable, goal) for one in (*statement.variables, *statement.binders)):
        return
    yield Found(
        site=goal,
        at=conclusion,
        why=f"{variable} may be empty, and then nothing exists in it; Nonempty {variable} is missing",
        witness=((variable, "empty"),),
    )


def _has_point(binder: Binder, variable: str, goal: Site) -> bool:
    """Whether a binder gives the type a member: x : X, [Group X], a hypothesis on a member or beyond what is read."""
    type_ = binder.type
    if type_ is None or isinstance(type_, Sort):
        return False
    if type_ == Name(text=variable):
        return True
    names = free_names(type_)
    if binder.kind is BinderKind.INSTANCE:
        return variable in names and head_is(type_, *_CARRIES_POINT)
    if any(type_of_name(one, goal.names) == Name(text=variable) for one in names):
        return True
    return variable in names and not _is_family(type_)


def _is_family(type_: Term) -> bool:
    """A type of sets or functions over the variable, of which there are some even if it is empty; a claim on all."""
    match type_:
        case Apply(function=Name(text="Set" | "Finset")) | Binary(op="→") | Quantifier(kind="∀"):
            return True
        case _:
            return False


def _gives_point(fact: Term, variable: str) -> bool:
    if isinstance(fact, Quantifier):
        return fact.kind == "∃"
    if head_is(fact, "Nonempty", "Infinite", "IsConnected"):
        return True
    return variable in free_names(fact) and head_is(fact, *_CARRIES_POINT)


def _type_variable(binder: Binder, name: str, body: Term, goal: Site) -> str | None:
    """The type variable that an ∃-bound name belongs to, declared or by membership in a set over it."""
    if isinstance(binder.type, Name) and is_type_variable(binder.type.text, goal.names):
        return binder.type.text
    if binder.type is not None or binder.domain is not None:
        return None
    for part in walk(body):
        match part:
            case Binary(op="∈", left=Name(text=text), right=right) if text == name:
                for other in free_names(right):
                    type_ = type_of_name(other, goal.names)
                    made = arrows(type_)
                    match made[1] if made is not None else type_:
                        case Apply(function=Name(text="Set"), arguments=(Name(text=of),)):
                            return of if is_type_variable(of, goal.names) else None
                        case _:
                            pass
            case _:
                pass
    return None


LEAST_VALUE = StatementLint(
    id="false-at-boundary",
    meaning="a claim that fails at 0 or 1, which no hypothesis excludes",
    drift=Drift.MISSING_ASSUMPTIONS,
    tier=Tier.COUNTEREXAMPLE,
    action=Action.REJECT,
    check=_at_least_value,
)
EMPTY_TYPE = StatementLint(
    id="exists-in-empty-type",
    meaning="an existence claim in a type that may be empty",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_in_empty_type,
)

LINTS = (LEAST_VALUE, EMPTY_TYPE)
