"""Types as written: which terms are types, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....core.formal import ast
from ..values.outcomes import NotUnderstood
from .nodes import Local
from .types import (
    BOOL,
    EMPTY,
    INT,
    NAT,
    NNREAL,
    PNAT,
    PROP,
    RAT,
    REAL,
    Abstract,
    FinsetType,
    FinType,
    Function,
    Hole,
    ListType,
    Product,
    SetType,
    Subtype,
    Type,
    ZModType,
    pruned,
)

if TYPE_CHECKING:
    from .elaborate import Elaborator, Scope

GROUND: dict[str, Type] = {
    "ℕ": NAT,
    "Nat": NAT,
    "ℤ": INT,
    "Int": INT,
    "ℚ": RAT,
    "Rat": RAT,
    "ℝ": REAL,
    "Real": REAL,
    "ℕ+": PNAT,
    "PNat": PNAT,
    "ℝ≥0": NNREAL,
    "NNReal": NNREAL,
    "Bool": BOOL,
    "Prop": PROP,
    "Empty": EMPTY,
    "PEmpty": EMPTY,
}
UNMODELLED = "a type that is not modelled"
MAY_BE_EMPTY = (UNMODELLED, "Equiv")
"""Types of which it is not known that they have values."""
FAMILIES = ("Fin", "ZMod", "Set", "Finset", "List")
"""Families of types with one argument that are modelled."""
ABSTRACT = frozenset(
    """ℂ Complex Subgroup Submodule Ideal Subring Subfield Subalgebra Polynomial MvPolynomial Matrix Sylow Multiset
    Quaternion GaussianInt EuclideanSpace Equiv.Perm Equiv LinearMap End Module.End Filter ℕ∞ ENat ENNReal ℝ≥0∞ EReal
    Option Sum String Char Unit SimpleGraph Zsqrtd Additive Multiplicative Units WithTop WithBot
    AlgEquiv RingHom MonoidHom AddSubgroup TopologicalSpace MeasurableSpace Measure MeasureTheory.Measure Vector Array
    Nat.Primes Primes""".split()
)
"""Heads of types that are known to be types and are not modelled."""


def is_type(term: ast.Term, scope: Scope) -> bool:
    """Whether a binder of this type holds a value; a proposition, and whatever is not known, is a hypothesis."""
    match term:
        case ast.Sort():
            return True
        case ast.Name():
            if term.text in scope:
                kind = pruned(scope[term.text].type)
                return isinstance(kind, Abstract | SetType | FinsetType)
            return term.text in GROUND or term.text in ABSTRACT
        case ast.Apply(function=ast.Name(text=head)):
            if head in scope:
                kind = pruned(scope[head].type)
                while isinstance(kind, Function):
                    kind = pruned(kind.codomain)
                return isinstance(kind, Abstract)
            return head in FAMILIES or head in ABSTRACT or head.startswith("Set.I")
        case ast.Binary(op="→" | "×" | "≃" | "→+*" | "→*" | "→ₗ" | "≃*" | "→L"):
            return term.op != "→" or is_type(term.right, scope)
        case ast.Binary(op="⧸"):
            return True
        case ast.Quantifier(kind="∀"):
            return is_type(term.body, scope)
        case ast.Quantifier(kind="Σ" | "Σ'" | "Π"):
            return True
        case ast.SetBuilder():
            return True
        case ast.Unary(op="↑" | "↥" | "ˣ" | "[X]"):
            return True
        case ast.Ascription():
            return is_type(term.term, scope)
        case _:
            return False


def type_of(el: Elaborator, term: ast.Term, scope: Scope) -> Type:
    """The type that a term stands for; Abstract where it is a type that is not modelled."""
    match term:
        case ast.Sort(kind="Prop"):
            return PROP
        case ast.Sort():
            return Abstract(name="Type")
        case ast.Name():
            return _named(el, term, scope)
        case ast.Apply(function=ast.Name(text=head), arguments=(argument,)) if head in FAMILIES and head not in scope:
            if head in ("Fin", "ZMod"):
                size = el.check(argument, scope, NAT)
                return FinType(bound=size) if head == "Fin" else ZModType(modulus=size)
            inner = type_of(el, argument, scope)
            return (
                SetType(of=inner) if head == "Set" else FinsetType(of=inner) if head == "Finset" else ListType(of=inner)
            )
        case ast.Binary(op="→") if is_type(term.right, scope):
            if not is_type(term.left, scope):
                return Abstract(name="function of a proof")
            return Function(domain=type_of(el, term.left, scope), codomain=type_of(el, term.right, scope))
        case ast.Binary(op="×"):
            return Product(left=type_of(el, term.left, scope), right=type_of(el, term.right, scope))
        case ast.SetBuilder(kind="//") if term.condition is not None:
            return _subtype(el, term.binders, term.condition, scope)
        case ast.Ascription():
            return type_of(el, term.term, scope)
        case ast.Unary(op="↑" | "↥"):
            return _of_set(el, term.operand, scope)
        case ast.Apply(function=ast.Name(text=head)) if head.startswith("Set.I") and head not in scope:
            return _of_set(el, term, scope)
        case ast.SetBuilder(kind="{}"):
            return _of_set(el, term, scope)
        case ast.Apply(function=ast.Name(text=head)) if head in ABSTRACT and head not in scope:
            return Abstract(name=head)
        case _:
            return Abstract(name=UNMODELLED)


def _named(el: Elaborator, term: ast.Name, scope: Scope) -> Type:
    if term.text == "_":
        return Hole()
    if term.text in scope:
        found = scope[term.text]
        kind = pruned(found.type)
        if isinstance(kind, Abstract) and term.text in el.models:
            return el.models[term.text]
        if isinstance(kind, SetType | FinsetType):
            return _of_set(el, term, scope)
        return Abstract(name=found.name if isinstance(found, Local) else term.text)
    return GROUND.get(term.text, Abstract(name=term.text))


def _subtype(el: Elaborator, binders: tuple[ast.Binder, ...], condition: ast.Term, scope: Scope) -> Type:
    if (
        len(binders) != 1
        or len(binders[0].names) != 1
        or binders[0].domain is not None
        or binders[0].pattern is not None
    ):
        raise NotUnderstood("a subtype")
    inner = Hole() if binders[0].type is None else type_of(el, binders[0].type, scope)
    local = Local(slot=el.slot(), name=binders[0].names[0], type=inner)
    return Subtype(of=inner, slot=local.slot, condition=el.prop(condition, {**scope, local.name: local}))


def _of_set(el: Elaborator, term: ast.Term, scope: Scope) -> Type:
    """The subtype of the members of a set."""
    from .nodes import Op

    members = el.term(term, scope)
    kind = pruned(members.type)
    if not isinstance(kind, SetType | FinsetType):
        return Abstract(name=UNMODELLED)
    local = Local(slot=el.slot(), name="·", type=kind.of)
    return Subtype(of=kind.of, slot=local.slot, condition=Op(op="∈", args=(local, members), type=PROP))
