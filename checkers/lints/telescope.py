"""A statement opened as a list of variables and hypotheses before a goal, on the syntax alone.

Names are told apart by where they are bound, so that a variable that hides another is never taken for it. Two terms say
the same if their ``fingerprint`` is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from ...core.formal import Statement, ast
from ...core.formal.walk import CONTENTS
from ...core.value import value
from .meaning.formers import ABSTRACT, GROUND

Names: TypeAlias = Mapping[str, str]
"""What a name in scope is called throughout: distinct for every binder."""


@value
class Hypothesis:
    """Something assumed: ``name`` as in the text ("" for what stands before →), ``nested`` if it is in the goal."""

    name: str
    term: ast.Term
    names: Names = field(compare=False)
    nested: bool


@value
class Bound:
    """A variable: its name in the text and throughout, its type as written, and the binder that it stands in."""

    name: str
    full: str
    binder: ast.Binder
    nested: bool


@value
class Telescope:
    """``variables`` and ``hypotheses`` in order; ``goal`` after them with its names in scope."""

    variables: tuple[Bound, ...]
    hypotheses: tuple[Hypothesis, ...]
    goal: ast.Term
    names: Names = field(compare=False)


def opened(statement: Statement) -> Telescope:
    """The statement with ∀ and → of its goal moved before it."""
    opener = _Opener()
    for binder in statement.binders:
        opener.binder(binder, nested=False)
    goal = statement.goal
    while True:
        if isinstance(goal, ast.Quantifier) and goal.kind == "∀":
            for binder in goal.binders:
                opener.binder(binder, nested=True)
            goal = goal.body
        elif isinstance(goal, ast.Binary) and goal.op == "→":
            opener.assume("", goal.left, nested=True)
            goal = goal.right
        elif isinstance(goal, ast.Ascription) and goal.type == ast.Sort(kind="Prop"):
            goal = goal.term
        else:
            break
    return Telescope(
        variables=tuple(opener.variables), hypotheses=tuple(opener.hypotheses), goal=goal, names=opener.names
    )


class _Opener:
    def __init__(self) -> None:
        self.variables: list[Bound] = []
        self.hypotheses: list[Hypothesis] = []
        self.names: dict[str, str] = {}
        self.types: dict[str, bool] = {}

    def binder(self, binder: ast.Binder, *, nested: bool) -> None:
        if binder.kind is ast.BinderKind.INSTANCE:
            return
        if binder.type is not None and not self._is_type(binder.type):
            name = binder.names[0] if binder.names else ""
            self.assume(name, binder.type, nested=nested)
            return
        for name in binder.names:
            full = f"{name}#{len(self.variables)}"
            self.names = {**self.names, name: full}
            self.types[name] = binder.type is not None and _makes_types(binder.type)
            self.variables.append(Bound(name=name, full=full, binder=binder, nested=nested))
        if binder.domain is not None and len(binder.names) == 1 and binder.pattern is None:
            subject = ast.Name(text=binder.names[0], start=binder.start, end=binder.end)
            bound = ast.Binary(
                op=binder.relation, left=subject, right=binder.domain, start=binder.start, end=binder.end
            )
            self.assume("", bound, nested=nested)

    def assume(self, name: str, term: ast.Term, *, nested: bool) -> None:
        self.hypotheses.append(Hypothesis(name=name, term=term, names=self.names, nested=nested))

    def _is_type(self, term: ast.Term) -> bool:
        return is_type(term, self.types)


def is_type(term: ast.Term, types: Mapping[str, bool]) -> bool:
    """Whether a binder of this type holds a value; what is not known is taken for a hypothesis. ``types`` says which
    variables are types or families of types themselves."""
    match term:
        case ast.Sort() | ast.SetBuilder():
            return True
        case ast.Name():
            return types.get(term.text, term.text in GROUND or term.text in ABSTRACT)
        case ast.Apply(function=ast.Name(text=head)):
            return types.get(
                head, head in ABSTRACT or head in ("Fin", "ZMod", "Set", "Finset", "List") or head.startswith("Set.I")
            )
        case ast.Binary(op="→"):
            return is_type(term.right, types)
        case ast.Binary(op=sign):
            return sign in ("×", "≃", "→+*", "→*", "→ₗ", "≃*", "→L", "⧸", "⊕")
        case ast.Quantifier(kind="∀"):
            return is_type(term.body, types)
        case ast.Quantifier(kind=kind):
            return kind in ("Σ", "Σ'", "Π")
        case ast.Unary(op=sign):
            return sign in ("↑", "↥", "ˣ", "[X]")
        case ast.Ascription():
            return is_type(term.term, types)
        case _:
            return False


def _makes_types(term: ast.Term) -> bool:
    """Whether values of this type are types: Type, ι → Type."""
    while isinstance(term, ast.Binary) and term.op == "→":
        term = term.right
    return isinstance(term, ast.Sort) and term.kind != "Prop"


def fingerprint(term: object, names: Names) -> Any:
    """A hashable form that is equal for terms that differ only in spans and in names of bound variables."""
    match term:
        case ast.Name():
            return ("name", names.get(term.text, term.text))
        case tuple():
            return tuple([fingerprint(item, names) for item in term])
        case ast.Quantifier() | ast.BigOp() | ast.Lambda() | ast.SetBuilder():
            return _binding(term, names)
        case ast.Let():
            inner = {**names, term.name: f"·{len(names)}"}
            return (
                "let",
                fingerprint(term.value, names),
                fingerprint(term.body, inner),
                fingerprint(term.pattern, names),
            )
        case ast.Spanned():
            contents = [getattr(term, name) for name in CONTENTS[type(term)]]
            plain = ast.Spanned, tuple
            return (
                type(term).__name__,
                *[fingerprint(one, names) if isinstance(one, plain) else one for one in contents],
            )
        case _:
            return term


def _binding(term: ast.Quantifier | ast.BigOp | ast.Lambda | ast.SetBuilder, names: Names) -> Any:
    inside = dict(names)
    binders: list[Any] = []
    for binder in term.binders:
        kept = (
            fingerprint(binder.type, inside),
            binder.relation,
            fingerprint(binder.domain, inside),
            len(binder.names),
        )
        for name in binder.names:
            inside[name] = f"·{len(inside)}·{len(binders)}"
        binders.append((*kept, fingerprint(binder.pattern, inside)))
    rest = [fingerprint(getattr(term, name), inside) for name in CONTENTS[type(term)] if name != "binders"]
    return (type(term).__name__, tuple(binders), *rest)
