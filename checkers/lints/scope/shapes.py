"""Small questions about the shape of a term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....core.formal.ast import (
    Apply,
    Ascription,
    Binary,
    Binder,
    Index,
    Name,
    Norm,
    Projection,
    Quantifier,
    Sort,
    Statement,
    Term,
    Unary,
)
from ....core.value import value
from .bound import Bound
from .names import free_names
from .types import number_type


@value
class Call:
    """A use of a named function: its name in full or as a field, and all it is applied to (the field's owner first)."""

    name: str
    field: bool
    arguments: tuple[Term, ...]


def call_of(term: Term) -> Call | None:
    """The use of a named function at the top of a term; a bare name or field counts as one without arguments."""
    match term:
        case Apply(function=Name(text=text), arguments=arguments):
            return Call(name=text, field=False, arguments=arguments)
        case Apply(function=Projection(of=of, field=field), arguments=arguments):
            return Call(name=field, field=True, arguments=(of, *arguments))
        case Name(text=text):
            return Call(name=text, field=False, arguments=())
        case Projection(of=of, field=field):
            return Call(name=field, field=True, arguments=(of,))
        case _:
            return None


def last(name: str) -> str:
    """The last part of a dotted name."""
    return name.rpartition(".")[2]


def is_called(call: Call | None, full: str, statement: Statement, names: Mapping[str, Bound]) -> bool:
    """Whether a call may mean ``full`` (Real.sqrt): written so, or shortened where its namespace is open."""
    if call is None or call.field or call.name in names:
        return False
    if call.name == full:
        return True
    space, _, short = full.rpartition(".")
    if call.name == short and space:
        return space in statement.opened or any(one.endswith(space) for one in statement.namespaces)
    return False


def conjuncts(term: Term) -> list[Term]:
    """The parts of a conjunction, in order."""
    found: list[Term] = []
    stack = [term]
    while stack:
        part = stack.pop()
        match part:
            case Binary(op="∧", left=left, right=right):
                stack.extend((right, left))
            case _:
                found.append(part)
    return found


def names_of(binders: tuple[Binder, ...]) -> tuple[str, ...]:
    """All names that binders bind, without the unnamed."""
    return tuple(name for binder in binders for name in binder.names if name != "_")


def uncast(term: Term) -> Term:
    """A term without the casts and ascriptions around it."""
    while True:
        match term:
            case Ascription(term=inner):
                term = inner
            case Unary(op="↑" | "⇑" | "↥", operand=inner):
                term = inner
            case _:
                return term


def stripped(term: Term) -> tuple[list[Binder], list[Term], Term]:
    """The ∀-binders and antecedents at the front of a proposition, and what is left."""
    binders: list[Binder] = []
    antecedents: list[Term] = []
    while True:
        match term:
            case Quantifier(kind="∀", binders=own, body=body):
                binders.extend(own)
                term = body
            case Binary(op="→", left=left, right=right):
                antecedents.append(left)
                term = right
            case _:
                return binders, antecedents, term


_TYPES = frozenset(
    "Set Finset Multiset List Fin ZMod Vector Matrix Polynomial MvPolynomial EuclideanSpace Subgroup AddSubgroup "
    "Submodule Ideal Subring Subfield Submonoid Filter Option Array Sym2 SimpleGraph Quaternion PowerSeries".split()
)
_NUMBER_LIKE = frozenset("GaussianInt Bool String Char Ordinal Cardinal".split())
_FUNCTIONS = frozenset("→ × →* →+ →+* ≃ ≃* ≃+ ≃+* →L →ₗ →ₐ ≃ₗ ↪ ×ₗ".split())


def is_data(type_: Term | None, names: Mapping[str, Bound]) -> bool:
    """Whether a type surely holds data: numbers, sets, functions, members of a type variable. Not a proposition."""
    match type_:
        case None:
            return False
        case Name(text=text):
            return number_type(type_) is not None or text in _NUMBER_LIKE or is_type_variable(text, names)
        case Apply(function=Name(text=text)):
            return text in _TYPES
        case Binary(op=op, left=left, right=right) if op in _FUNCTIONS or op[:1] in "→≃":
            return is_data(right, names) or (is_data(left, names) and isinstance(right, Name) and right.text == "Prop")
        case Quantifier(kind="∀" | "Π", body=body):
            return is_data(body, names)
        case _:
            return False


def is_type_variable(name: str, names: Mapping[str, Bound]) -> bool:
    """Whether a name is bound as a type: X : Type*."""

    bound = names.get(name)
    return bound is not None and isinstance(bound.type, Sort) and bound.type.kind != "Prop"


def related(terms: tuple[Term, ...], names: Mapping[str, Bound]) -> frozenset[str]:
    """The bound names in terms and in the types of these names: x and its group G."""
    found: set[str] = set()
    for name in _bound_in(terms, names):
        found.add(name)
        type_ = names[name].type
        if type_ is not None:
            found.update(one for one in free_names(type_) if one in names)
    return frozenset(found)


def _bound_in(terms: tuple[Term, ...], names: Mapping[str, Bound]) -> Iterator[str]:
    for term in terms:
        yield from (name for name in free_names(term) if name in names)


def head_is(type_: Term | None, *heads: str) -> bool:
    """Whether a type applies one of these names (by its last part): Matrix n n ℝ, Polynomial ℤ, ℤ[X]."""
    match type_:
        case Apply(function=Name(text=text)):
            return last(text) in heads
        case Index(of=_, index=Name(text="X")):  # ℝ[X]
            return "Polynomial" in heads
        case Unary(op=op) if op.startswith("[X"):
            return "Polynomial" in heads
        case _:
            return False


def within_size(term: Term) -> Term | None:
    """x of |x| and ‖x‖."""
    match term:
        case Norm(kind="|" | "‖", of=of) | Apply(function=Name(text="abs"), arguments=(of,)):
            return of
        case _:
            return None
