"""Quantifiers whose body reaches too far, or whose body has the wrong connective."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.faithfulness.findings import Drift, Tier
from ....core.formal.ast import Apply, Binary, Name, Projection, Quantifier, Term, Unary
from .lint import Found, PlaceLint
from .names import free_names
from .places import Places
from .shapes import conjuncts, names_of, uncast
from .shown import shown
from .sites import Site

_BOUNDS = frozenset("∈ < ≤ > ≥ ⊆ ⊂".split())
_ALL, _SOME = frozenset(("∀",)), frozenset(("∃", "∃!"))
_CONSTANT = (Name(text="True"), Name(text="False"))


def _swallowed(site: Site, kinds: frozenset[str]) -> Iterator[Found]:
    match site.term:
        case Quantifier(kind=kind, binders=binders, body=Binary(op="↔", left=left, right=right) as body):
            own = frozenset(names_of(binders))
            if kind not in kinds or right in _CONSTANT or not own & free_names(left) or own & free_names(right):
                return
            yield Found(
                site=site,
                at=body,
                why=f"{kind} reaches over ↔, whose right side {shown(right)} does not speak of "
                f"{', '.join(names_of(binders))}; parentheses around the left side are missing",
            )
        case _:
            pass


def _implied(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Quantifier(kind="∃" | "∃!", binders=binders, body=Binary(op="→", left=left) as body):
            if frozenset(names_of(binders)) & free_names(left):
                yield Found(site=site, at=body, why=f"→ under ∃: whatever fails {shown(left)} is a witness; ∧ is meant")
        case _:
            pass


def _conjoined(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Quantifier(kind="∀", binders=binders, body=Binary(op="∧") as body):
            own = frozenset(names_of(binders))
            first, *rest = conjuncts(body)
            subject = _bounded(first, own)
            if subject is not None and any(subject in free_names(part) for part in rest):
                yield Found(site=site, why=f"∀ with ∧ says that {shown(first)} for every {subject}; → is meant")
        case _:
            pass


def _bounded(part: Term, own: frozenset[str]) -> str | None:
    """The bound variable that a proposition confines by what does not depend on the variables: x ∈ s, 0 < x."""
    match part:
        case Binary(op=op, left=left, right=right) if op in _BOUNDS:
            for one, other in ((left, right), (right, left)):
                name = uncast(one)
                if isinstance(name, Name) and name.text in own and not own & free_names(other):
                    return name.text
        case _:
            pass
    return None


def _negated_equation(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Quantifier(kind="∃", binders=binders, body=Unary(op="¬", operand=inner)) if _is_conclusion(site):
            equations = [part for part in conjuncts(inner) if isinstance(part, Binary) and part.op == "="]
            if any(frozenset(names_of(binders)) & free_names(part) for part in equations):
                yield Found(
                    site=site,
                    why="¬ inside ∃: something fails the equation, which is less than that nothing satisfies it",
                )
        case _:
            pass


def _first_negated(site: Site, places: Places) -> Iterator[Found]:
    match site.term:
        case Binary(op="∧", left=Unary(op="¬", operand=first), right=right) if not isinstance(first, Quantifier):
            second = conjuncts(right)[0]
            if _is_one_pattern(first, second):
                yield Found(
                    site=site, why=f"¬ binds tighter than ∧: only {shown(first)} is denied, not {shown(second)}"
                )
        case _:
            pass


def _is_one_pattern(first: Term, second: Term) -> bool:
    """Even a and Even b, a = b and c = d: one predicate twice, of different things."""
    match first, second:
        case Apply(function=one), Apply(function=other):
            return one == other and first != second
        case Projection(field=one), Projection(field=other):
            return one == other and first != second
        case Binary(op=one), Binary(op=other):
            return one == other == "=" and first != second
        case _:
            return False


def _is_conclusion(site: Site) -> bool:
    """Whether a place of the goal is what remains behind ∀, ∃ and →."""
    while site.up is not None:
        match site.up.term:
            case Quantifier(kind="∀" | "∃"):
                pass
            case Binary(op="→") if site.role == "right":
                pass
            case _:
                return False
        site = site.up
    return site.role == "goal"


UNDER_FORALL = PlaceLint(
    id="iff-under-forall",
    meaning="∀ that reaches over ↔ although only the left side speaks of its variables",
    drift=Drift.WRONG_QUANTIFIERS,
    heads=_ALL,
    check=lambda site, places: _swallowed(site, _ALL),
)
UNDER_EXISTS = PlaceLint(
    id="iff-under-exists",
    meaning="∃ that reaches over ↔ although only the left side speaks of its variables",
    drift=Drift.WRONG_QUANTIFIERS,
    heads=_SOME,
    check=lambda site, places: _swallowed(site, _SOME),
)
IMPLIED = PlaceLint(
    id="imp-under-exists",
    meaning="∃ x, p x → q x, which any x without p satisfies",
    drift=Drift.WRONG_QUANTIFIERS,
    heads=_SOME,
    check=_implied,
)
CONJOINED = PlaceLint(
    id="and-under-forall",
    meaning="∀ x, x ∈ s ∧ q x, which says that everything lies in s",
    drift=Drift.WRONG_QUANTIFIERS,
    heads=_ALL,
    check=_conjoined,
)
NEGATED = PlaceLint(
    id="negation-inside-exists",
    meaning="∃ x, ¬ (an equation in x), where ¬ ∃ is usually meant",
    drift=Drift.WRONG_QUANTIFIERS,
    heads=frozenset(("∃",)),
    check=_negated_equation,
)

FIRST_NEGATED = PlaceLint(
    id="negation-of-first",
    meaning="¬ p a ∧ p b, where ¬ (p a ∧ p b) may be meant",
    drift=Drift.WRONG_OBJECTS,
    tier=Tier.HEURISTIC,
    heads=frozenset(("∧",)),
    check=_first_negated,
)

LINTS = (UNDER_FORALL, UNDER_EXISTS, IMPLIED, CONJOINED, NEGATED, FIRST_NEGATED)
