"""Claims about two objects that fail where the two are one, with nothing that keeps them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....core.faithfulness.findings import Action, Drift
from ....core.formal.ast import Apply, Binary, Name, Quantifier, Term, Unary
from .bound import Bound
from .lint import Found, StatementLint
from .names import free_names, replaced
from .places import Places
from .shapes import conjuncts, stripped
from .types import bound_by


def _same(places: Places) -> Iterator[Found]:
    goal = places.goal
    if goal is None or places.statement.body is not None:
        return
    front, antecedents, conclusion = stripped(goal.term)
    names = bound_by(goal.names, tuple(front), "∀")
    facts = (*goal.facts, *antecedents)
    for a, b in _pairs(conclusion, names):
        if any({a, b} & free_names(fact) for fact in facts):
            continue
        yield Found(
            site=goal,
            at=conclusion,
            why=f"nothing says that {a} and {b} differ, and for {a} = {b} the claim fails",
            witness=((a, b),),
        )


def _pairs(conclusion: Term, names: Mapping[str, Bound]) -> Iterator[tuple[str, str]]:
    """Pairs of variables of one type whose equality refutes the conclusion."""
    match conclusion:
        case (
            Binary(op="≠" | "<" | ">", left=left, right=right)
            | Unary(op="¬", operand=Binary(op="=", left=left, right=right))
        ):
            first, second = free_names(left) - free_names(right), free_names(right) - free_names(left)
            if len(first) == len(second) == 1:
                (a,), (b,) = first, second
                if _alike(a, b, names) and replaced(left, {a: Name(text=b)}) == right:
                    yield a, b
        case _:
            yield from _separated(conclusion, names)


def _separated(conclusion: Term, names: Mapping[str, Bound]) -> Iterator[tuple[str, str]]:
    """x ∈ U ∧ y ∈ V ∧ U ∩ V = ∅, also with Disjoint or closures."""
    while isinstance(conclusion, Quantifier) and conclusion.kind == "∃":
        conclusion = conclusion.body
    parts = conjuncts(conclusion)
    members: list[tuple[str, Term]] = []
    for part in parts:
        match part:
            case Binary(op="∈", left=Name(text=text), right=right) if text in names:
                members.append((text, right))
            case _:
                pass
    apart = [pair for part in parts if (pair := _disjoint(part)) is not None]
    for index, (a, first) in enumerate(members):
        for b, second in members[index + 1 :]:
            if a != b and _alike(a, b, names) and ((first, second) in apart or (second, first) in apart):
                yield a, b


def _disjoint(part: Term) -> tuple[Term, Term] | None:
    match part:
        case Binary(op="=", left=Binary(op="∩", left=left, right=right), right=Name(text="∅")):
            return _inside(left), _inside(right)
        case Apply(function=Name(text="Disjoint"), arguments=(left, right)):
            return _inside(left), _inside(right)
        case _:
            return None


def _inside(term: Term) -> Term:
    """U for closure U, which contains it."""
    match term:
        case Apply(function=Name(text="closure"), arguments=(inner,)):
            return inner
        case _:
            return term


def _alike(a: str, b: str, names: Mapping[str, Bound]) -> bool:
    one, other = names.get(a), names.get(b)
    return one is not None and other is not None and one.type is not None and one.type == other.type


SAME = StatementLint(
    id="distinctness-dropped",
    meaning="a claim that two equal variables refute, with nothing that keeps them apart",
    drift=Drift.MISSING_ASSUMPTIONS,
    action=Action.REJECT,
    check=_same,
)

LINTS = (SAME,)
