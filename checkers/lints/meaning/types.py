"""The types of Lean that are modelled, and how values pass from one to another."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from ....core.value import value

if TYPE_CHECKING:
    from .models import Structure
    from .nodes import Node


@value
class Ground:
    """A type without parameters, by its sign: ℕ ℤ ℚ ℝ ℕ+ ℝ≥0 Bool Prop."""

    name: str


@value
class FinType:
    """Fin bound: 0, …, bound - 1; arithmetic wraps around."""

    bound: Node


@value
class ZModType:
    """ZMod modulus: the integers modulo it; ZMod 0 are the integers."""

    modulus: Node


@value
class Function:
    """domain → codomain."""

    domain: Type
    codomain: Type


@value
class SetType:
    """Set of."""

    of: Type


@value
class FinsetType:
    """Finset of."""

    of: Type


@value
class ListType:
    """List of."""

    of: Type


@value
class Product:
    """left × right."""

    left: Type
    right: Type


@value
class Subtype:
    """{x : of // condition}: ``slot`` holds x while the condition is evaluated. Values are those of ``of``."""

    of: Type
    slot: int
    condition: Node


@value
class ModelType:
    """A small structure that a type variable stands for."""

    name: str
    structure: Structure = field(compare=False)


@value
class Abstract:
    """A type that is not modelled; its values are never computed."""

    name: str


class Hole:
    """A type that is still to be inferred. ``numeric`` once numerals or arithmetic ask it to be a type of numbers."""

    __slots__ = ("known", "numeric")

    def __init__(self, *, numeric: bool = False) -> None:
        self.known: Type | None = None
        self.numeric = numeric


Type: TypeAlias = (
    Ground
    | FinType
    | ZModType
    | ModelType
    | Function
    | SetType
    | FinsetType
    | ListType
    | Product
    | Subtype
    | Abstract
    | Hole
)

NAT, INT, RAT, REAL = Ground(name="ℕ"), Ground(name="ℤ"), Ground(name="ℚ"), Ground(name="ℝ")
PNAT, NNREAL = Ground(name="ℕ+"), Ground(name="ℝ≥0")
BOOL, PROP, EMPTY = Ground(name="Bool"), Ground(name="Prop"), Ground(name="Empty")

_RANK = {PNAT: 1, NAT: 2, INT: 3, RAT: 4, NNREAL: 5, REAL: 6}
_ABOVE: dict[Ground, tuple[Ground, ...]] = {
    PNAT: (NAT, INT, RAT, NNREAL, REAL),
    NAT: (INT, RAT, NNREAL, REAL),
    INT: (RAT, REAL),
    RAT: (REAL,),
    NNREAL: (REAL,),
    REAL: (),
}


def pruned(type_: Type) -> Type:
    """The type behind holes that are filled."""
    while isinstance(type_, Hole) and type_.known is not None:
        type_ = type_.known
    return type_


def numeric(type_: Type) -> bool:
    """Whether the type has + and *."""
    type_ = pruned(type_)
    return type_ in _RANK if isinstance(type_, Ground) else isinstance(type_, FinType | ZModType | ModelType)


def whole(type_: Type) -> bool:
    """Whether every value is an integer."""
    return pruned(type_) in (NAT, INT, PNAT) or isinstance(pruned(type_), FinType | ZModType)


def base(type_: Type) -> Type:
    """The type below subtypes."""
    type_ = pruned(type_)
    while isinstance(type_, Subtype):
        type_ = pruned(type_.of)
    return type_


def widens(source: Type, target: Type) -> bool:
    """Whether Lean inserts a coercion from ``source`` to a different ``target``."""
    source, target = pruned(source), pruned(target)
    if isinstance(source, Subtype):
        return source.of == target or widens(source.of, target)
    if isinstance(source, FinType):
        return target == NAT or (isinstance(target, Ground) and target in _ABOVE[NAT])
    if isinstance(target, ZModType):
        return source in (NAT, INT)
    if isinstance(source, FinsetType) and isinstance(target, SetType):
        return pruned(source.of) == pruned(target.of)
    return isinstance(source, Ground) and isinstance(target, Ground) and target in _ABOVE.get(source, ())


def wider(left: Type, right: Type) -> Type | None:
    """The larger of two types of numbers; None where neither coerces to the other."""
    if left == right or widens(right, left):
        return left
    return right if widens(left, right) else None
