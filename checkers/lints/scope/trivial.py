"""Goals that hold for a reason that has nothing to do with what is meant."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import cast

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Binary, Binder, Lambda, Name, Numeral, Quantifier, Term
from .lint import Found, PlaceLint, Places
from .names import free_names, mapped, replaced
from .shapes import conjuncts, head_is, stripped, uncast
from .shown import shown
from .simplify import TRUE, simplified
from .sites import Site
from .types import arrows, bound_by, number_type, type_from_use, type_of_name

_NUMBERS = frozenset(("ℕ", "ℤ", "ℚ", "ℝ", "ℂ"))
_LATTICES = ("Subgroup", "AddSubgroup", "Submodule", "Ideal", "Subring", "Submonoid", "Subfield")
_STRUCTURES = frozenset(
    "CommGroup Group AddCommGroup CommRing Ring Field CommMonoid DivisionRing MetricSpace TopologicalSpace".split()
)
_ISOMORPHISMS = frozenset("≃ ≃* ≃+ ≃+* ≃ₗ ≃ₜ ≃o".split())
_ZERO = Numeral(text="0", value=Fraction(0))
_ONE = Numeral(text="1", value=Fraction(1))


def _candidates(type_: Term | None) -> list[Term]:
    """The first objects that come to mind, by type."""
    if number_type(type_) in _NUMBERS:
        return [_ZERO, _ONE]
    if head_is(type_, *_LATTICES):
        return [Name(text="⊥"), Name(text="⊤")]
    if head_is(type_, "Set", "Finset"):
        return [Name(text="∅")]
    made = arrows(type_)
    if made is not None and len(made[0]) == 1 and number_type(made[1]) in _NUMBERS:
        return [Lambda(binders=(Binder(names=("_",)),), body=_ZERO)]
    return []


def _degenerate(places: Places) -> Iterator[tuple[Site, Term, str, Term]]:
    """The existence claims of the goal that a degenerate object satisfies: place, claim, variable, object."""
    goal = places.goal
    if goal is None or places.statement.body is not None:
        return
    front, _, conclusion = stripped(goal.term)
    names = bound_by(goal.names, tuple(front), "∀")
    for part in conjuncts(conclusion):
        match part:
            case Quantifier(kind="∃", binders=(Binder(names=(name,)) as binder,), body=body) if name in free_names(
                body
            ):
                type_ = type_of_name(name, bound_by(names, (binder,), "∃")) or type_from_use(name, body, names)
                claim = body
                if binder.domain is not None:
                    bound = Binary(op=binder.relation or "∈", left=Name(text=name), right=binder.domain)
                    claim = Binary(op="∧", left=bound, right=body)
                for witness in _candidates(type_):
                    if simplified(_applied(replaced(claim, {name: witness})), names) == TRUE:
                        yield goal, part, name, witness
                        break
            case _:
                pass


def _applied(term: Term) -> Term:
    """(fun _ => c) x is c."""
    match term:
        case Apply(function=Lambda(binders=(Binder(names=("_",)),), body=body), arguments=(_,)):
            return body
        case _:
            return cast(Term, mapped(term, _applied))


def _trivial_witness(places: Places) -> Iterator[Found]:
    for site, claim, name, witness in _degenerate(places):
        yield Found(
            site=site,
            at=claim,
            why=f"{name} = {shown(witness)} is a witness whatever else is given",
            witness=((name, shown(witness)),),
        )


def _not_excluded(places: Places) -> Iterator[Found]:
    for site, claim, name, witness in _degenerate(places):
        if isinstance(claim, Quantifier):
            yield Found(
                site=site,
                at=claim.body,
                why=f"nothing excludes {name} = {shown(witness)}: a condition on {name} is missing",
                witness=((name, shown(witness)),),
            )


def _always(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None or places.statement.body is not None:
        return
    front, _, conclusion = stripped(goal.term)
    reflexive = isinstance(conclusion, Binary) and conclusion.left == conclusion.right
    if isinstance(conclusion, Name | Quantifier) or reflexive:
        return
    if simplified(conclusion, bound_by(goal.names, tuple(front), "∀")) == TRUE:
        yield Found(site=goal, at=conclusion, why=f"{shown(conclusion)} holds in Lean whatever its variables are")


def _empty_words(places: Places) -> Iterator[Found]:
    for site in places:
        match site.term:
            case Binary(op="∣", left=left, right=right) if uncast(right) == _ZERO and not isinstance(left, Numeral):
                yield Found(site=site, why="everything divides 0; a zero divisor is something else")
            case Quantifier(
                kind="∃",
                binders=(Binder(names=(name,), domain=None),),
                body=Binary(op="∈", left=Name(text=text), right=Apply(function=Name(text="closure"), arguments=(of,))),
            ) if text == name:
                yield Found(
                    site=site,
                    why=f"every member of {shown(of)} lies in its closure; a limit point is an AccPt",
                )
            case Apply(function=Name(text="IsEmpty"), arguments=(Apply(function=Name(text=text), arguments=(of,)),)):
                if text in _STRUCTURES:
                    yield Found(
                        site=site,
                        why=f"IsEmpty ({text} …) says that {shown(of)} carries no such structure at all, which is "
                        "false for most types",
                    )
            case _:
                pass


def _structure(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None or places.statement.keyword not in ("theorem", "lemma", "instance", "example"):
        return
    _, _, conclusion = stripped(goal.term)
    match conclusion:
        case Apply(function=Name(text=text), arguments=(of, *_)) if text in _STRUCTURES:
            yield Found(
                site=goal,
                at=conclusion,
                why=f"this asks for some {text} on {shown(of)}, which need not agree with the given structure",
            )
        case Binary(op=op) if op in _ISOMORPHISMS:
            yield Found(
                site=goal,
                at=conclusion,
                why="a type of isomorphisms is no proposition; Nonempty of it is",
                action=Action.NOTE,
            )
        case _:
            pass


DEGENERATE = PlaceLint(
    id="exists-degenerate-witness",
    meaning="an existence claim that 0, 1, ∅ or the trivial subgroup satisfies whatever is given",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_trivial_witness,
)
NOT_EXCLUDED = PlaceLint(
    id="degenerate-not-excluded",
    meaning="an existence claim that lacks the condition (positive, nontrivial) which excludes the degenerate object",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_not_excluded,
)
ALWAYS = PlaceLint(
    id="always-true",
    meaning="a goal that holds in Lean whatever its variables are (0 ≤ n in ℕ, some Sylow subgroup exists)",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_always,
)
EMPTY_WORDS = PlaceLint(
    id="empty-predicate",
    meaning="a predicate that is always true or always false: x ∣ 0, ∃ x ∈ closure A, IsEmpty (CommGroup G)",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_empty_words,
)
STRUCTURE = PlaceLint(
    id="structure-for-property",
    meaning="a goal that asks for a structure on a type (CommGroup G) in place of a property of the given one",
    drift=Drift.WRONG_OBJECTS,
    check=_structure,
)

LINTS = (DEGENERATE, NOT_EXCLUDED, ALWAYS, EMPTY_WORDS, STRUCTURE)
