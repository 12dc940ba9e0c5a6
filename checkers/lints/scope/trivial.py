"""Goals that hold for a reason that has nothing to do with what is meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias, cast

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Binary, Binder, Lambda, Name, Numeral, Quantifier, Term
from ....core.formal.walk import walk
from .bound import Bound
from .lint import Found, PlaceLint, StatementLint
from .names import free_names, mapped, replaced
from .places import Places
from .shapes import conjuncts, head_is, stripped, uncast
from .shown import shown
from .simplify import TRUE, simplified
from .sites import Site
from .types import arrows, bound_by, leaf_type, number_type, type_from_use, type_of_name

_NUMBERS = frozenset(("ℕ", "ℤ", "ℚ", "ℝ", "ℂ"))
_LATTICES = ("Subgroup", "AddSubgroup", "Submodule", "Ideal", "Subring", "Submonoid", "Subfield")
_STRUCTURES = frozenset(
    "CommGroup Group AddCommGroup CommRing Ring Field CommMonoid DivisionRing MetricSpace TopologicalSpace".split()
)
_ISOMORPHISMS = frozenset("≃ ≃* ≃+ ≃+* ≃ₗ ≃ₜ ≃o".split())
_ZERO = Numeral(text="0", value=Fraction(0))


def _candidates(type_: Term | None) -> list[Term]:
    """The first objects that come to mind, by type."""
    if number_type(type_) in _NUMBERS:
        return [_ZERO]
    if head_is(type_, *_LATTICES):
        return [Name(text="⊥"), Name(text="⊤")]
    if head_is(type_, "Set", "Finset"):
        return [Name(text="∅")]
    made = arrows(type_)
    if made is not None and len(made[0]) == 1 and number_type(made[1]) in _NUMBERS:
        return [Lambda(binders=(Binder(names=("_",)),), body=_ZERO)]
    return []


Degenerate: TypeAlias = tuple[Site, Term, str, Term]
"""An existence claim that a degenerate object satisfies: place, claim, variable, object."""


def _degenerate(places: Places) -> tuple[Degenerate, ...]:
    """The existence claims of the goal that a degenerate object satisfies."""
    goal = places.goal
    if goal is None or places.statement.body is not None:
        return ()
    return tuple(_satisfied(goal))


def _satisfied(goal: Site) -> Iterator[Degenerate]:
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
                if not _speaks_of_others(body, name):
                    continue  # ∃ x, x + 2 = 2: 0 is the answer
                for witness in _candidates(type_):
                    if simplified(_applied(replaced(claim, {name: witness})), names) == TRUE:
                        yield goal, part, name, witness
                        break
            case _:
                pass


def _speaks_of_others(body: Term, name: str) -> bool:
    """Whether a claim on a variable involves other variables, free or bound: then 0 does for all of them at once."""
    if any(isinstance(part, Quantifier | Lambda) for part in walk(body)):
        return True
    return any(one != name and "." not in one and one[:1].isalpha() for one in free_names(body))


def _applied(term: Term) -> Term:
    """(fun _ => c) x is c."""
    match term:
        case Apply(function=Lambda(binders=(Binder(names=("_",)),), body=body), arguments=(_,)):
            return body
        case _:
            return cast(Term, mapped(term, _applied))


def _trivial_witness(places: Places) -> Iterator[Found]:
    for site, claim, name, witness in places.once(_degenerate):
        yield Found(
            site=site,
            at=claim,
            why=f"{name} = {shown(witness)} is a witness whatever else is given",
            witness=((name, shown(witness)),),
        )


def _not_excluded(places: Places) -> Iterator[Found]:
    for site, claim, name, witness in places.once(_degenerate):
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
    if _says_nothing(conclusion, bound_by(goal.names, tuple(front), "∀")):
        yield Found(site=goal, at=conclusion, why=f"{shown(conclusion)} holds by the types of its parts alone")


def _says_nothing(claim: Term, names: Mapping[str, Bound]) -> bool:
    """Whether a claim is made of parts that hold by their types: 0 ≤ n in ℕ, ⊥ ≤ x, Nonempty (Sylow p G)."""
    match claim:
        case Binary(op="∧", left=left, right=right):
            return _says_nothing(left, names) and _says_nothing(right, names)
        case Binary(op="∨", left=left, right=right):
            return _says_nothing(left, names) or _says_nothing(right, names)
        case Binary(op="≤", left=low, right=high) | Binary(op="≥", left=high, right=low):
            natural = low == _ZERO and leaf_type(high, names) == "ℕ" and bool(free_names(high) & frozenset(names))
            return natural or low == Name(text="⊥") or high == Name(text="⊤")
        case Apply(function=Name(text="Nonempty"), arguments=(inner,)):
            return head_is(inner, "Sylow", *_LATTICES)
        case _:
            return False


def _empty_words(site: Site, places: Places) -> Iterator[Found]:
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


DEGENERATE = StatementLint(
    id="exists-degenerate-witness",
    meaning="an existence claim that 0, 1, ∅ or the trivial subgroup satisfies whatever is given",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_trivial_witness,
)
NOT_EXCLUDED = StatementLint(
    id="degenerate-not-excluded",
    meaning="an existence claim that lacks the condition (positive, nontrivial) which excludes the degenerate object",
    drift=Drift.MISSING_ASSUMPTIONS,
    check=_not_excluded,
)
ALWAYS = StatementLint(
    id="always-true",
    meaning="a goal that holds by the types of its parts (0 ≤ n in ℕ, some Sylow subgroup exists)",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    check=_always,
)
EMPTY_WORDS = PlaceLint(
    id="empty-predicate",
    meaning="a predicate that is always true or always false: x ∣ 0, ∃ x ∈ closure A, IsEmpty (CommGroup G)",
    drift=Drift.VACUOUS_OR_TRIVIALIZED,
    heads=frozenset(("∣", "∃", "IsEmpty")),
    check=_empty_words,
)
STRUCTURE = StatementLint(
    id="structure-for-property",
    meaning="a goal that asks for a structure on a type (CommGroup G) in place of a property of the given one",
    drift=Drift.WRONG_OBJECTS,
    check=_structure,
)

LINTS = (DEGENERATE, NOT_EXCLUDED, ALWAYS, EMPTY_WORDS, STRUCTURE)
