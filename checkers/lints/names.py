"""Names: variables that nothing uses, names that nothing binds, sorry inside a statement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...core.faithfulness.findings import Action, Drift, LintFinding
from ...core.formal import Statement, ast
from ...core.formal.walk import names_in
from .made import finding
from .meaning.formers import ABSTRACT, GROUND
from .scope.places import Places

PHANTOM = re.compile(r"[a-zα-ωA-Z](?:[0-9₀-₉]{0,3})['′]{0,2}")
"""Names that read as variables: one letter with an index."""
LETTERS: dict[str, frozenset[str]] = {
    "": frozenset("∅".split()),
    "Polynomial": frozenset("X C".split()),
    "MvPolynomial": frozenset("X C".split()),
    "Complex": frozenset("I".split()),
    "Nat": frozenset("φ σ".split()),
    "ArithmeticFunction": frozenset("σ ζ Λ μ Ω ω".split()),
    "goldenRatio": frozenset("φ ψ".split()),
    "Real": frozenset("π φ ψ".split()),
    "MeasureTheory": frozenset("μ".split()),
    "unitInterval": frozenset("I σ".split()),
    "Classical": frozenset("ε".split()),
}
"""One-letter names that a namespace or its notation gives."""
_LEFT_OPEN = frozenset(("sorry", "admit"))


def lint_names(places: Places) -> Iterable[LintFinding]:
    """unused-data-binder, autobound-phantom, sorry-in-statement."""
    if places.statement.body is not None:
        return ()
    return [*_sorry(places), *_unused(places), *_phantoms(places)]


def _sorry(places: Places) -> Iterator[LintFinding]:
    if not places.names & _LEFT_OPEN:
        return
    terms = places.terms
    left_open = [term for term in terms if isinstance(term, ast.Name) and term.text in _LEFT_OPEN]
    # answer(sorry) is how collections of open problems mark an answer that is not known.
    marked = {
        id(argument)
        for term in terms
        if isinstance(term, ast.Apply) and term.function == ast.Name(text="answer")
        for argument in term.arguments
    }
    for name in left_open:
        if id(name) not in marked:
            yield finding("sorry-in-statement", "a part of the statement is left open", action=Action.REJECT, at=name)
            return


def _unused(places: Places) -> Iterator[LintFinding]:
    """Data that neither another binder nor the goal mentions: a condition or a quantity may have been lost."""
    statement = places.statement
    used = {name.partition(".")[0] for name in places.names}
    binders = [*statement.binders, *_front(statement.goal)]
    for binder in binders:
        if binder.default is not None or binder.kind is ast.BinderKind.INSTANCE or not _is_data(binder.type):
            continue
        for name in binder.names:
            if name not in used and not name.startswith(("_", "inst", "·")):
                yield finding(
                    "unused-data-binder",
                    f"{name} is bound and never used",
                    where=f"binder {name}",
                    at=binder,
                )


def _front(goal: ast.Term) -> Iterator[ast.Binder]:
    """The binders of ∀ at the front of the goal."""
    while True:
        if isinstance(goal, ast.Quantifier) and goal.kind == "∀":
            yield from (binder for binder in goal.binders if binder.domain is None)
            goal = goal.body
        elif isinstance(goal, ast.Binary) and goal.op == "→":
            goal = goal.right
        else:
            return


def _is_data(term: ast.Term | None) -> bool:
    """Whether a binder of this type holds a number, a function or a set: types and their structures may stand by."""
    if term is None:
        return True
    match term:
        case ast.Name():
            return term.text in GROUND or term.text == "ℂ"
        case ast.Apply(function=ast.Name(text=head)):
            return head in ("Fin", "ZMod", "Set", "Finset", "List", "EuclideanSpace")
        case ast.Binary(op="→"):
            return _is_data(term.right)
        case ast.Binary(op="×"):
            return _is_data(term.left)
        case _:
            return False


def _phantoms(places: Places) -> Iterator[LintFinding]:
    """Names that read as variables and are bound nowhere: Lean binds them silently, or means something else."""
    statement, terms = places.statement, places.terms
    known = {name for binder in (*statement.variables, *statement.binders) for name in binder.names}
    candidates = {name for name in _free(places) - known if PHANTOM.fullmatch(name)}
    candidates -= {definition.name.split(".")[-1] for definition in statement.definitions}
    for space in ("", *statement.namespaces, *statement.opened):
        for piece in space.split("."):
            candidates -= LETTERS.get(piece, frozenset())
    candidates -= GROUND.keys() | ABSTRACT
    if not candidates:
        return
    candidates -= _type_positions(statement, terms)
    if not candidates:
        return
    heads = {
        term.function.text for term in terms if isinstance(term, ast.Apply) and isinstance(term.function, ast.Name)
    }
    for name in free_names(statement):
        if name.text in candidates:
            candidates.discard(name.text)
            yield finding(
                "autobound-phantom",
                f"{name.text} is bound nowhere: Lean takes it for any value whatever, before everything else",
                # what is applied is more likely defined outside of the text
                action=Action.NOTE if name.text in heads else Action.FLAG,
                drift=Drift.OVERGENERALIZED,
                where=f"name {name.text}",
                at=name,
            )


def _free(places: Places) -> frozenset[str]:
    """The names that are free in a part of the statement; binders of the statement may bind them."""
    parts = [part for binder in places.statement.binders for part in (binder.type, binder.default) if part is not None]
    return frozenset().union(*map(places.free, (*parts, places.statement.goal)))


def _type_positions(statement: Statement, terms: Sequence[ast.Term]) -> set[str]:
    """Names that stand for types: in instance binders and as types of variables. Binding these silently is a habit."""
    found: set[str] = set()
    for binder in (*statement.binders, *statement.variables):
        if binder.type is not None and (binder.kind is ast.BinderKind.INSTANCE or isinstance(binder.type, ast.Name)):
            found |= {name.text for name in names_in(binder.type)}
    for term in terms:
        if isinstance(term, ast.Ascription):
            found |= {name.text for name in names_in(term.type)}
        elif isinstance(term, ast.Quantifier | ast.Lambda | ast.BigOp | ast.SetBuilder):
            found |= {name.text for b in term.binders if b.type is not None for name in names_in(b.type)}
    return found


def free_names(statement: Statement) -> Iterator[ast.Name]:
    """The names of a statement that no binder around them binds, in order."""
    bound: set[str] = set()
    for binder in statement.binders:
        if binder.type is not None:
            yield from free_in(binder.type, bound)
        if binder.default is not None:
            yield from free_in(binder.default, bound)
        bound |= set(binder.names)
    yield from free_in(statement.goal, bound)


def free_in(term: ast.Term | ast.Binder, bound: set[str]) -> Iterator[ast.Name]:
    """The names in a term that are not bound in it or before it. Depth is bounded by the parser."""
    if isinstance(term, ast.Name):
        if term.text.split(".")[0] not in bound:
            yield term
        return
    inside = set(bound)
    if isinstance(term, ast.Quantifier | ast.BigOp | ast.Lambda | ast.SetBuilder):
        for binder in term.binders:
            for part in (binder.type, binder.domain, binder.default):
                if part is not None:
                    yield from free_in(part, inside)
            inside |= set(binder.names)
    elif isinstance(term, ast.Let):
        inner = inside | {name for binder in term.binders for name in binder.names}
        yield from free_in(term.value, inner)
        pattern = {name.text for name in names_in(term.pattern)} if term.pattern is not None else set()
        yield from free_in(term.body, inside | {term.name} | pattern)
        return
    elif isinstance(term, ast.IfThenElse) and term.name:
        inside.add(term.name)
    for part in _direct(term):
        yield from free_in(part, inside)


def _direct(term: ast.Term | ast.Binder) -> list[ast.Term]:
    from ...core.formal.walk import parts

    return [part for part in parts(term) if not isinstance(part, ast.Binder)]
